"""Small closed shapes of a picture: the holes that drawn outlines leave in the ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from .. import budget
from ..kept import kept
from ..picture.binarise import binarise
from ..picture.pixels import Ink
from ..sheet import Floats, Grey, Sheet

Render: TypeAlias = Callable[[float], Grey]
"""Resolution to grey picture, as a sheet has it."""

_DPI: Final = 200.0  # resolution at which symbols of a few millimetres are told apart
_DARK = 200  # grey below this is ink
_WHAT: Final = "closed shapes"  # as a page says that they were not all looked at
_PER_EDGE: Final = 1.5e-6  # CPU seconds that outlines cost for each change between ink and paper along a row
_SMALLEST, _LARGEST = 2.0, 90.0  # points: the shapes' extent


@dataclass(frozen=True)
class Shape:
    """The outline of a hole, shape (n, 2), in points of the sheet."""

    outline: Floats
    encloses: bool = False
    """Whether it is paper with something drawn on it: not ink with paper around, nor bare paper."""


def shapes_of(sheet: Sheet) -> tuple[Shape, ...]:
    """The small closed shapes of the sheet's picture; a line that touches one from outside does not matter."""
    return shapes_in(sheet.render, sheet.width)


@kept(4)
def shapes_in(render: Render, width: float) -> tuple[Shape, ...]:
    """The same of a picture, given as a sheet renders it, that is `width` points wide."""
    picture = render(_DPI)
    paper = np.asarray(cv2.threshold(picture, _DARK - 1, 1, cv2.THRESH_BINARY)[1], np.uint8)
    return tuple(_holes(paper, width / picture.shape[1], _SMALLEST, _LARGEST))


def faint_shapes(render: Render, width: float, smallest: float, largest: float) -> Iterator[Shape]:
    """The shapes of an extent (points) that close only if all is ink that is not paper: worn lines have faint gaps."""
    picture = render(_DPI)
    return _holes(1 - binarise(picture), width / picture.shape[1], smallest, largest)


def _holes(paper: Ink, scale: float, smallest: float, largest: float) -> Iterator[Shape]:
    """The shapes of a picture that has 1 for paper and 0 for ink."""
    left = budget.left()  # one call that looks at no clock
    if left <= _PER_EDGE * paper.size and left <= _PER_EDGE * np.count_nonzero(paper[:, 1:] != paper[:, :-1]):
        budget.leave_out(_WHAT)
        return
    contours, family = cv2.findContours(paper, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    low, high = smallest / scale, largest / scale
    pairs = zip(contours, family[0, :, 2].tolist() if len(contours) else (), strict=True)
    for contour, child in budget.in_time(pairs, _WHAT, every=64):
        if len(contour) < 3 * low:
            continue
        _, _, width, height = cv2.boundingRect(contour)
        if low <= max(width, height) <= high and min(width, height) > 2:
            yield Shape(_points(np.asarray(contour), scale), encloses=child >= 0)


def _points(contour: NDArray[Any], scale: float) -> Floats:
    points: Floats = (contour[:, 0, :].astype(np.float64) + 0.5) * scale
    return points
