"""Small closed shapes of a picture: the holes that drawn outlines leave in the ink."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats, Sheet

_DPI = 200.0  # resolution at which symbols of a few millimetres are told apart
_DARK = 200  # grey below this is ink
_SMALLEST, _LARGEST = 2.0, 90.0  # points: the shapes' extent


@dataclass(frozen=True)
class Shape:
    """The outline of a hole, shape (n, 2), in points of the sheet."""

    outline: Floats


@lru_cache(maxsize=4)
def shapes_of(sheet: Sheet) -> tuple[Shape, ...]:
    """The small closed shapes of the sheet's picture; a line that touches one from outside does not matter."""
    picture = sheet.render(_DPI)
    scale = sheet.width / picture.shape[1]
    ink = (picture < _DARK).astype(np.uint8)
    contours, _ = cv2.findContours(255 * (1 - ink), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    low, high = _SMALLEST / scale, _LARGEST / scale
    found = []
    for contour in contours:
        if len(contour) < 3 * low:
            continue
        _, _, width, height = cv2.boundingRect(contour)
        if low <= max(width, height) <= high and min(width, height) > 2:
            found.append(Shape(_points(np.asarray(contour), scale)))
    return tuple(found)


def _points(contour: NDArray[Any], scale: float) -> Floats:
    points: Floats = (contour[:, 0, :].astype(np.float64) + 0.5) * scale
    return points
