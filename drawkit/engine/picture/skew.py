"""By how much a scanned sheet lies askew: the angle at which its ink falls into the sharpest rows and columns."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .pixels import Grey, Ink

WIDEST: Final = 5.0
"""Degrees looked at to either side; a sheet that lies more askew was meant so."""

SMALLEST: Final = 0.05
"""Degrees that are not worth a resampling: three pixels over the width of an A3 sheet at 200 dpi."""

ASIDE: Final = 1.0
"""Degrees aside of its own angle at which a line is sharp no longer."""

ALIKE: Final = 0.997
"""Angles nearly as sharp as the sharpest: the sheet lies in the middle of them."""

BROAD: Final = 9
"""Pixels that a line of a picture at `prepare.SKEW_DPI` is narrower than."""

POINTS: Final = 60_000


def skew(ink: Ink) -> float:
    """Degrees by which the sheet is turned counter-clockwise, within 5 to either side; 0 when there is no ink."""
    points = inked_places(ink, POINTS)
    if len(points) < 50:
        return 0.0
    angle = 0.0
    for reach, step in ((WIDEST, 0.2), (0.3, 0.05), (0.06, 0.01)):
        angles = angle + np.arange(-reach, reach + step / 2, step)
        sharpness = np.array([_sharpness(points, a) for a in angles])
        angle = float(angles[sharpness >= ALIKE * sharpness.max()].mean())
    if abs(angle) < SMALLEST:
        return 0.0
    lines = inked_places(_lines_of(ink), POINTS)
    return angle if _stands_out(lines, angle) >= _stands_out(lines, 0.0) else 0.0


def _lines_of(ink: Ink) -> Ink:
    """The ink without what is inked all over, such as shaded views and the panes of windows: it says no direction."""
    broad = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((BROAD, BROAD), np.uint8))
    return np.asarray(np.where(cv2.dilate(broad, np.ones((3, 3), np.uint8)) > 0, 0, ink), np.uint8)


def _stands_out(points: NDArray[np.float32], angle: float) -> float:
    """By how much ink falls into sharper rows at an angle than aside of it; 0 without ink.

    At its own angle alone a line is sharp; tapered and curved outlines are hardly less so a degree aside.
    """
    if not len(points):
        return 0.0
    return _sharpness(points, angle) - max(_sharpness(points, angle - ASIDE), _sharpness(points, angle + ASIDE))


def straightened(picture: Grey, angle: float) -> tuple[Grey, NDArray[np.float64]]:
    """Return the picture turned clockwise by `angle` degrees, and the (3, 3) matrix from old to new pixels."""
    height, width = picture.shape
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    wide, tall = math.ceil(width * cos + height * abs(sin)), math.ceil(height * cos + width * abs(sin))
    linear = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([wide / 2, tall / 2]) - linear @ np.array([width / 2, height / 2])
    matrix = np.vstack([np.column_stack([linear, shift]), [0, 0, 1]])
    out = cv2.warpAffine(picture, matrix[:2], (wide, tall), flags=cv2.INTER_CUBIC, borderValue=(255,))
    return np.asarray(out, np.uint8), matrix


def inked_places(ink: Ink, enough: int) -> NDArray[np.float32]:
    """About `enough` of the inked places (x, y), or all if there are fewer, spread evenly."""
    y, x = np.nonzero(ink)
    step = max(1, len(x) // enough)
    return np.stack([x[::step], y[::step]], axis=1).astype(np.float32)


def _sharpness(points: NDArray[np.float32], angle: float) -> float:
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    total = 0.0
    for place in np.array([[sin, cos], [cos, -sin]], np.float32) @ points.T:
        counts = np.bincount((place - place.min()).astype(np.int64))
        total += float((counts.astype(np.float64) ** 2).sum())
    return total
