"""A sheet that was photographed, or is shown amid other things, as if it had been scanned: flat, and it alone."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .paper import SIDE, lightest, paper
from .perspective import LINES, Matrix, perspective, through
from .pixels import Grey, resized

_MOST: Final = 1.5
"""Times as large as its picture: what a sheet may become that was seen from the side."""

_FORMATS: Final = (2**0.5, 11 / 8.5, 17 / 11)
"""Longer by shorter side of a sheet: ISO 216; ASME Y14.1, A and its doubles; B and its doubles."""

_ALIKE: Final = 1.08
"""By how much the sides of such a sheet seem longer or shorter where it was seen from the side."""


def flat(picture: Grey) -> tuple[Grey, Matrix] | None:
    """Return the sheet in a picture laid flat, and the matrix (3, 3) from old to new pixels.

    None where the picture is the sheet already, seen from straight above.
    """
    near = resized(picture, min(1.0, LINES / max(picture.shape)))
    small = resized(near, min(1.0, SIDE / max(near.shape)))
    leaning = perspective(near, lightest(small))
    if leaning is None:
        matrix, size = np.eye(3), picture.shape[::-1]
    else:
        matrix, size = _whole(_at_scale(leaning, picture.shape[1] / near.shape[1]), picture.shape)
    factor = small.shape[1] / picture.shape[1]
    place = paper(small if leaning is None else _warped(small, _at_scale(matrix, factor), _times(size, factor)))
    aside = leaning is not None and bool(leaning[2, :2].any())
    if place is None and not aside:
        return None
    box = np.array(place or (0.0, 0.0, 1.0, 1.0)) * np.tile(size, 2)
    scale = _scale(box, picture.size, seen_aside=aside and place is not None)
    matrix = np.diag([*scale, 1.0]) @ np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1.0]]) @ matrix
    wide, tall = (round(side) for side in ((box[2:] - box[:2]) * scale).tolist())
    return _warped(picture, matrix, (wide, tall)), matrix


def _scale(box: NDArray[np.float64], most: int, *, seen_aside: bool) -> NDArray[np.float64]:
    """By how much a sheet's width and height change: to the sides of a format, and to so many pixels at most."""
    sides = box[2:] - box[:2]
    scale = np.array(_stretched(*sides.tolist()) if seen_aside else (1.0, 1.0))
    return np.asarray(scale * min(1.0, (most / np.prod(sides * scale)) ** 0.5))


def _whole(matrix: Matrix, shape: tuple[int, ...]) -> tuple[Matrix, tuple[int, int]]:
    """The matrix after which all of a picture is seen, and its size (width, height) then."""
    sides = np.array(shape[::-1], np.float64)
    corners = through(matrix, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]) * sides)
    low = np.maximum(corners.min(axis=0), (1 - _MOST) / 2 * sides)
    high = np.minimum(corners.max(axis=0), (1 + _MOST) / 2 * sides)
    wide, tall = (int(side) for side in np.ceil(high - low))
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ matrix, (wide, tall)


def _stretched(wide: float, tall: float) -> tuple[float, float]:
    """By how much a sheet's width and height are to be made larger to have the sides of a format."""
    long, short = max(wide, tall), min(wide, tall)
    by = min((one / (long / short) for one in _FORMATS), key=lambda by: abs(np.log(by)))
    if not 1 / _ALIKE <= by <= _ALIKE:
        return 1.0, 1.0
    longer, shorter = max(by, 1.0), max(1 / by, 1.0)
    return (longer, shorter) if wide >= tall else (shorter, longer)


def _warped(picture: Grey, matrix: Matrix, size: tuple[int, int]) -> Grey:
    """A picture after a matrix, so large (width, height); what is beyond it repeats its edge."""
    out = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def _times(size: tuple[int, int], factor: float) -> tuple[int, int]:
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def _at_scale(matrix: Matrix, factor: float) -> Matrix:
    """The matrix between pictures that are both `factor` times as large."""
    scale = np.array([factor, factor, 1.0])
    return np.asarray(matrix * scale[:, None] / scale)
