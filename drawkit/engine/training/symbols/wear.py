"""From a shape to a grey picture: line width, slant, resolution, and what printing, scanning and cutting do to it."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.training.pixels import SHIFT, Grey, Rng, blurred, compressed, fixed, levels, noisy, paler, starker
from drawkit.engine.training.symbols.shapes import Shape

_FINE = 72  # pixels a text height before resampling
_LARGEST = 400  # pixels of the fine picture's longer side


def slanted(shape: Shape, rng: Rng) -> tuple[Shape, float]:
    """Italic, slightly turned, or as in an isometric view; also by how much the text height shrinks."""
    if rng.random() < 0.1:
        tall, shear, turn = rng.uniform(0.6, 1.0), rng.choice([-1.0, 1.0]) * rng.uniform(0.3, 0.65), rng.normal(0, 6)
    else:
        tall, turn = 1.0, float(np.clip(rng.normal(0, 2.2), -6, 6)) if rng.random() < 0.5 else 0.0
        shear = rng.uniform(-0.06, 0.36) if rng.random() < 0.25 else 0.0
    flat = np.array([[1.0, shear * tall], [0.0, tall]])
    return shape.transformed(flat).turned(turn), tall


def drawn(shape: Shape, width: float) -> Grey:
    """Black on white at about `_FINE` pixels a text height, strokes `width` text heights wide, ends round or flat."""
    left, bottom, right, top = shape.bounds()
    scale = min(_FINE, _LARGEST / max(right - left, top - bottom, 1e-3))
    thick = max(1, round(width * scale))
    margin = thick / 2 + 6
    size = math.ceil((top - bottom) * scale + 2 * margin), math.ceil((right - left) * scale + 2 * margin)
    picture: Grey = np.full(size, 255, np.uint8)

    def pixels(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return fixed((points[:, 0] - left) * scale + margin, (top - points[:, 1]) * scale + margin)

    _fill(picture, shape, pixels)
    cv2.polylines(picture, [pixels(p) for p in shape.lines], False, 0, thick, cv2.LINE_AA, SHIFT)
    return picture


def _fill(picture: Grey, shape: Shape, pixels: Callable[[NDArray[np.float64]], NDArray[np.int32]]) -> None:
    """Largest contour first: one that turns against it is a hole, and what lies in the hole is ink again."""
    if not shape.fills:
        return
    areas = [_area(points) for points in shape.fills]
    order = sorted(range(len(areas)), key=lambda k: -abs(areas[k]))
    outward = math.copysign(1.0, areas[order[0]])
    for k in order:
        colour = 0 if areas[k] * outward > 0 else 255
        cv2.fillPoly(picture, [pixels(shape.fills[k])], colour, cv2.LINE_AA, SHIFT)


def _area(points: NDArray[np.float64]) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def worn(picture: Grey, rng: Rng) -> Grey:
    """Parts missing or touched, then at the resolution of a vector rendering, a clean export or a scan."""
    if rng.random() < 0.12:
        _touch(picture, rng)
    if rng.random() < 0.06:
        _lose(picture, rng)
    height = math.exp(rng.uniform(math.log(9), math.log(60)))
    small = _resampled(picture, height / _FINE, rng)
    return small if rng.random() < 0.45 else _scanned(small, rng)


def _touch(picture: Grey, rng: Rng) -> None:
    """A speck beside it, or a line's end that touches it."""
    rows, columns = picture.shape
    x, y = int(rng.integers(columns)), int(rng.integers(rows))
    if rng.random() < 0.5:
        cv2.circle(picture, (x, y), int(rng.integers(1, 4)), 0, -1, cv2.LINE_AA)
    else:
        end = (int(x + rng.integers(-14, 15)), int(y + rng.integers(-14, 15)))
        cv2.line(picture, (x, y), end, 0, int(rng.integers(1, 4)), cv2.LINE_AA)


def _lose(picture: Grey, rng: Rng) -> None:
    """A gap of up to a sixth of the mark."""
    rows, columns = picture.shape
    reach = max(2, min(rows, columns) // 6)
    x, y = int(rng.integers(columns)), int(rng.integers(rows))
    cv2.rectangle(picture, (x, y), (x + int(rng.integers(1, reach)), y + int(rng.integers(1, reach))), 255, -1)


def _resampled(picture: Grey, scale: float, rng: Rng) -> Grey:
    size = max(2, round(picture.shape[1] * scale)), max(2, round(picture.shape[0] * scale))
    how = cv2.INTER_AREA if rng.random() < 0.8 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def _scanned(picture: Grey, rng: Rng) -> Grey:
    grey = picture.astype(np.float32)
    if rng.random() < 0.4:
        grey = blurred(grey, rng.uniform(0.3, 0.9))
    if rng.random() < 0.35:
        grey = paler(grey, rng.uniform(0.35, 0.95))
    if rng.random() < 0.3:
        grey = starker(grey, rng.uniform(110, 225), rng.uniform(1.5, 8))
    if rng.random() < 0.35:
        grey = noisy(grey, rng.uniform(2, 16), rng)
    return compressed(levels(grey), int(rng.integers(30, 80))) if rng.random() < 0.12 else levels(grey)
