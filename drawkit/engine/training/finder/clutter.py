"""The lines of a drawing where no text stands: edges, hatching, dashes, circles, grids of holes, waves."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import PAPER
from drawkit.engine.training.pixels import SHIFT, Grey, Rng, fixed
from drawkit.engine.training.readers.scenes import Layer, geometry, grey

_FAR: Final = 30


def crowded(side: int, factor: float, rng: Rng) -> Grey:
    """A picture of that side with some of each; `factor` pixels of an example make one of it."""
    picture: Grey = np.full((side, side), PAPER, np.uint8)
    for _ in range(int(rng.integers(0, 7))):
        _pieces(picture, factor, rng)
    for _ in range(int(rng.integers(0, 5))):
        _edge(picture, factor, rng)
    for _ in range(int(rng.integers(0, 3))):
        radius = int(np.exp(rng.uniform(np.log(4), np.log(90))) / factor)
        middle = _pixel(rng.uniform(0, side, 2))
        cv2.circle(picture, middle, radius, (grey(rng),), int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.5:
        _holes(picture, factor, rng)
    if rng.random() < 0.2:
        _wave(picture, factor, rng)
    return picture


def _pieces(picture: Grey, factor: float, rng: Rng) -> None:
    """What a crop without text shows to the reader of callouts, at any size."""
    scale = float(np.exp(rng.uniform(np.log(10), np.log(120)))) / factor
    at = rng.uniform(0, picture.shape[0], 2)
    for layer in geometry(rng):
        _draw(picture, layer, scale, at, min(14 / factor, scale))


def _draw(picture: Grey, layer: Layer, scale: float, at: NDArray[np.float64], pen: float) -> None:
    limit = _FAR * picture.shape[0]

    def points(path: NDArray[np.float64]) -> NDArray[np.int32]:
        x, y = np.clip(path * scale, -limit, limit).T
        return fixed(at[0] + x, at[1] - y)

    if layer.ink.fills:
        cv2.fillPoly(picture, [points(p) for p in layer.ink.fills], (layer.grey,), cv2.LINE_AA, SHIFT)
    if layer.ink.lines:
        thick = max(1, round(layer.width * pen))
        cv2.polylines(picture, [points(p) for p in layer.ink.lines], False, (layer.grey,), thick, cv2.LINE_AA, SHIFT)


def _edge(picture: Grey, factor: float, rng: Rng) -> None:
    """A line from anywhere to anywhere, mostly level or upright, at times dashed or with dots."""
    side = picture.shape[0]
    start, end = rng.uniform(-20, side + 20, 2), rng.uniform(-20, side + 20, 2)
    kind = rng.random()
    if kind < 0.8:
        axis = int(kind < 0.4)
        end[axis] = start[axis]
    thick, shade = int(rng.integers(1, 4)), grey(rng)
    length = math.dist(start, end)
    dashes = [length + 1.0, 1.0]
    if rng.random() < 0.5:
        dashes = [rng.uniform(4, 20) / factor, rng.uniform(2, 6) / factor]
        dashes += [rng.uniform(0.5, 2) / factor, rng.uniform(2, 6) / factor] if rng.random() < 0.5 else []
    way, done, number = (end - start) / max(length, 1.0), 0.0, 0
    while done < length:
        upto = min(length, done + dashes[number % len(dashes)])
        if number % 2 == 0:
            ends = _pixel(start + way * done), _pixel(start + way * upto)
            cv2.line(picture, *ends, (shade,), thick, cv2.LINE_AA)
        done, number = upto, number + 1


def _holes(picture: Grey, factor: float, rng: Rng) -> None:
    """A grid of holes, with centre lines or without: round as zeros are."""
    side = picture.shape[0]
    radius = float(np.exp(rng.uniform(np.log(2.5), np.log(22)))) / factor
    step, first = radius * rng.uniform(2.2, 6, 2), rng.uniform(0, side, 2)
    shade, thick, lines = (grey(rng),), int(rng.integers(1, 3)), rng.random()
    reach = radius * rng.uniform(1.1, 1.8)
    columns, rows = (int(k) for k in rng.integers(1, 9, 2))
    for at in (first + step * (i, j) for i in range(columns) for j in range(rows)):
        x, y = _pixel(at)
        filled = rng.random() < 0.05
        cv2.circle(picture, (x, y), max(1, round(radius)), shade, -1 if filled else thick, cv2.LINE_AA)
        if lines < 0.35:
            for way in reach * np.eye(2):
                cv2.line(picture, _pixel(at - way), _pixel(at + way), shade, 1, cv2.LINE_AA)
        elif lines < 0.6:
            cv2.line(picture, (x, 0), (x, side), shade, 1, cv2.LINE_AA)
        elif lines < 0.7:
            cv2.line(picture, (0, y), (side, y), shade, 1, cv2.LINE_AA)


def _wave(picture: Grey, factor: float, rng: Rng) -> None:
    """The zigzag of a thread, a knurl or a break."""
    corner, step = rng.uniform(0, picture.shape[0], 2), rng.uniform(3, 14) / factor
    number = np.arange(int(rng.integers(5, 25)))
    path = corner + np.stack([number * step, (number % 2) * step * rng.uniform(1.3, 1.7)], axis=1)
    path = path[:, ::-1] if rng.random() < 0.5 else path
    cv2.polylines(picture, [np.round(path).astype(np.int32)], False, (grey(rng),), 1, cv2.LINE_AA)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
