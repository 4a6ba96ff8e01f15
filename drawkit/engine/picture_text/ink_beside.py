"""What stands alone right before or behind a box, in the row of its letters: figures and marks that were overlooked.

A detector sees words in what is dense. A 1 of one stroke, a point, and figures that a stroke font sets far apart have
as much paper around them as lines and specks have; their height and their base line tell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from ..detection.boxes import TextBox, crop
from ..detection.tight_boxes import CAPITAL
from ..picture.binarise import binarise
from ..picture.pixels import Grey, Ink

_FAR: Final = 2.5  # heights of the box that are looked at beside it
_INTO: Final = 0.3  # of its height, and how far into it: a mark may stand there, or a slim 1 that its reader lost
_ROOM: Final = 1.5  # times the height of the box: ink that reaches further is no letter of its row
_LETTER: Final = 0.45  # of the box's height: its lowest letter that is a figure
_LINE: Final = 0.9  # of its height: no letter has ink along a row for so long
_SAME: Final = 0.15  # of a figure's height: by how much others differ from it, at head and foot
_WIDEST: Final = 1.1  # of its height: breadth of a figure
_SPECK: Final = (0.08, 0.4)  # of a figure's height: a point, or a comma with its tail
_FOOT: Final = 0.3  # of the same: how far its foot may be off the base line
_NEXT: Final = 0.8  # of the same: paper between two figures, a point between them counted as paper
_BRACKET: Final = (0.95, 1.7)  # of the same: how high a bracket is
_SLIM: Final = 0.5  # of its height: how wide
_APART: Final = 1.3  # of a figure's height: paper between it and what it is about
_PAPERS: Final = (0.1, 0.35)  # of the same: what may be left before the first one


@dataclass(frozen=True, slots=True)
class Beside:
    """How far letters stand out of a box along it, and how tall they are, in pixels.

    `marks` says of each, in reading order, whether it is a decimal mark rather than a figure.
    """

    reach: float
    tall: float
    marks: tuple[bool, ...]

    @property
    def reaches(self) -> tuple[float, ...]:
        """How far a box goes on that holds them with some paper: readers see them better with little or with more."""
        return tuple(self.reach + paper * self.tall for paper in _PAPERS)

    def are(self, text: str) -> bool:
        """Whether a text says as many figures and marks, in that order."""
        return tuple(c in ".," for c in text) == self.marks


class Surroundings:
    """The ink in a box, and that right before and behind it."""

    def __init__(self, picture: Grey, box: TextBox) -> None:
        self._height = box.height
        self._own = _ink(picture, box)
        self._first = _ink(picture, box.part(-_FAR * box.height, _INTO * box.height))
        last = _ink(picture, box.part(box.length - _INTO * box.height, box.length + _FAR * box.height))
        self._last, self._back = np.fliplr(last), np.fliplr(self._own)

    def before(self) -> Beside | None:
        """What stands alone right before the box; None where nothing does."""
        found = _beside(self._first, self._own, self._height)
        return None if found is None else replace(found, marks=found.marks[::-1])

    def behind(self) -> Beside | None:
        """What stands alone right behind the box; None where nothing does."""
        return _beside(self._last, self._back, self._height)

    def brackets(self) -> tuple[float, float] | None:
        """How far brackets stand out of the box before and behind it, in pixels with some paper; None without both."""
        first = _bracket(self._first, self._own, self._height)
        last = _bracket(self._last, self._back, self._height) if first is not None else None
        return None if first is None or last is None else (first, last)


def _bracket(region: Ink, own: Ink, height: float) -> float | None:
    """How far what stands next to the letters in a region reaches from its end, if it has the shape of a bracket."""
    head, foot, first = _row(own, height)
    high, end = foot - head, region.shape[1] - _INTO * height
    x, y, wide, tall = cv2.connectedComponentsWithStats(region, connectivity=8)[2][1:, :4].T
    beside = (y < foot) & (y + tall > head) & (x + wide <= end + first) & (tall > _SPECK[1] * high)
    if not beside.any():
        return None
    k = int(np.argmax(np.where(beside, x + wide, 0)))
    alone = x[k] > 0 and y[k] > 0 and y[k] + tall[k] < len(region)
    shaped = _BRACKET[0] * high <= tall[k] <= _BRACKET[1] * high and wide[k] <= _SLIM * tall[k]
    level = abs(y[k] + tall[k] / 2 - (head + foot) / 2) <= _FOOT * high
    near = end + first - (x[k] + wide[k]) <= _APART * high
    return float(end - x[k] + _PAPERS[-1] * high) if alone and shaped and level and near else None


def _ink(picture: Grey, box: TextBox) -> Ink:
    """What is drawn in a box and a little above and below, without the lines along it: letters may touch them."""
    ink = binarise(crop(picture, replace(box, height=_ROOM * box.height)))
    along = np.ones((1, max(2, round(_LINE * box.height))), np.uint8)
    return np.asarray(cv2.subtract(ink, cv2.morphologyEx(ink, cv2.MORPH_OPEN, along)), np.uint8)


def _beside(region: Ink, own: Ink, height: float) -> Beside | None:
    """What stands alone in a region that ends a little within a box; `own` is the ink of the box, from that end on."""
    head, foot, first = _row(own, height)
    tall = foot - head
    end = region.shape[1] - _INTO * height
    edge, marks = end + first, list[bool]()
    for x, wide, is_mark in _letters(region, head, foot):
        if is_mark is None or edge - (x + wide) > _NEXT * tall:
            break
        edge = x
        marks.append(is_mark)
    return Beside(end - edge, tall, tuple(marks)) if marks else None


def _row(own: Ink, height: float) -> tuple[float, float, float]:
    """Head and foot of the figures in a box, and where the first begins; where all touch lines, as boxes have them."""
    x, y, _, tall = cv2.connectedComponentsWithStats(own, connectivity=8)[2][1:, :4].T
    figures = (tall >= _LETTER * height) & (tall <= height) & (y > 0) & (y + tall < len(own))
    if not figures.any():
        high = CAPITAL * height
        return (len(own) - high) / 2, (len(own) + high) / 2, (height - high) / 2
    first = int(np.argmin(np.where(figures, x, own.shape[1])))
    return float(y[first]), float(y[first] + tall[first]), float(x[first])


def _letters(region: Ink, head: float, foot: float) -> Iterator[tuple[float, float, bool | None]]:
    """Where ink begins and how wide it is, from the region's end to its begin, and whether it is a mark.

    None tells what is neither a mark nor a figure.
    """
    x, y, wide, tall = cv2.connectedComponentsWithStats(region, connectivity=8)[2][1:, :4].T
    high, columns = foot - head, region.shape[1]
    level = (np.abs(y - head) <= _SAME * high) & (np.abs(y + tall - foot) <= _SAME * high)
    figure = level & (wide <= _WIDEST * high)
    small, large = np.minimum(wide, tall), np.maximum(wide, tall)
    mark = (small >= _SPECK[0] * high) & (large <= _SPECK[1] * high) & (np.abs(y + tall - foot) <= _FOOT * high)
    alone = (x > 0) & (y > 0) & (y + tall < len(region))
    in_row = (y < foot) & (y + tall > head + _SAME * high)
    within = np.flatnonzero(in_row & (x + wide < columns) & (large >= _SPECK[0] * high))
    for k in within[np.argsort(-(x + wide)[within])].tolist():
        yield float(x[k]), float(wide[k]), bool(mark[k]) if alone[k] and (figure[k] or mark[k]) else None
