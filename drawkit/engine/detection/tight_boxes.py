"""Boxes around runs of text, made as high as their letters: a detector leaves too much paper around short ones.

What stands near a text is told in heights of its letters, and a reader sees small letters in a high box badly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..picture.binarise import binarise
from ..picture.letters import Components
from ..picture.pixels import Grey
from .boxes import AXES, TextBox, crop

Sides: TypeAlias = NDArray[np.int32] | NDArray[np.float64]

CAPITAL: Final = 0.72
"""Height of a capital as a share of the box that the readers are used to."""

_LOOSE: Final = 1.35
"""Times as high as that: a box with too much paper."""

_LONG: Final = 2.5
"""Length over height of a run whose box is as high as its letters."""

_LEAST: Final = 6
"""Pixels of the lowest letter that can be read."""

_BESIDE: Final = 0.6
"""Of the letters' height: paper that may hold a point before the first or behind the last of them."""

_FEWEST: Final = 2  # letters of a run
_ALIKE: Final = 0.35  # of the highest letter's height: what others have, be they of a title above a number
_OVERLAP: Final = 0.2  # of a letter's breadth: how far the next one may reach under it

_SLIMMEST: Final = 0.08
"""Breadth over height of a letter at least: a 1 in thin strokes."""


def tightened(boxes: Sequence[TextBox], letters: Components) -> list[TextBox]:
    """The boxes; level and upright ones that are far higher than the letters in them, made to fit these."""
    centres = letters.boxes[:, :2] + letters.boxes[:, 2:] / 2
    return [_tight(box, letters.boxes[_inside(box, centres)]) for box in boxes]


def around_one_row(picture: Grey, box: TextBox) -> TextBox | None:
    """The box made as high as the letters in it; None where some stand above each other."""
    image = crop(picture, box)
    stats = cv2.connectedComponentsWithStats(binarise(image), connectivity=8)[2][1:, :4]
    within = (stats[:, 0] > 0) & (stats[:, 1] > 0) & ((stats[:, :2] + stats[:, 2:]) < image.shape[::-1]).all(axis=1)
    heights = np.where(within, stats[:, 3], 0)
    letters = stats[heights >= max(_LEAST, _ALIKE * heights.max(initial=0))]
    if not len(letters):
        return box
    tops, bottoms = letters[:, 1], letters[:, 1] + letters[:, 3]
    if tops.max() >= bottoms.min():
        return None
    scale = box.height / image.shape[0]
    tight = box.band(float(tops.min()) * scale, float(bottoms.max()) * scale)
    return replace(tight, height=min(box.height, tight.height / CAPITAL))


def _inside(box: TextBox, centres: NDArray[np.float64]) -> NDArray[np.bool_]:
    x0, top, x1, bottom = box.bounds
    x, y = centres.T
    found: NDArray[np.bool_] = (x > x0) & (x < x1) & (y > top) & (y < bottom)
    return found


def _tight(box: TextBox, letters: NDArray[np.int32]) -> TextBox:
    if box.angle not in AXES or box.unsure or box.elongation > _LONG or not len(letters):
        return box
    axis = 0 if box.angle == 0 else 1  # along which the text runs
    broad, tall = letters[:, 2 + axis], letters[:, 3 - axis]
    high = letters[(tall >= max(_LEAST, tall.max() / 2)) & (broad >= _SLIMMEST * tall)]
    if counted(high[:, axis], high[:, 2 + axis]) < _FEWEST:
        return box  # one alone may be part of a sign
    top, bottom = _span(high, 1 - axis)
    height = bottom - top
    if CAPITAL * box.height <= _LOOSE * height:
        return box
    first, last = _span(letters, axis)
    own = np.array([box.x, box.y])
    start = max(own[axis] - box.length / 2, first - _BESIDE * height)
    end = min(own[axis] + box.length / 2, last + _BESIDE * height)
    own[axis], own[1 - axis] = (start + end) / 2, (top + bottom) / 2
    return replace(box, x=float(own[0]), y=float(own[1]), length=float(end - start), height=height / CAPITAL)


def counted(starts: Sides, lengths: Sides) -> int:
    """How many letters stand one behind the other; the same letter may have been seen at two levels of grey."""
    order = np.argsort(starts + lengths)
    count, end = 0, -1.0
    for start, length in zip(starts[order].tolist(), lengths[order].tolist(), strict=True):
        if start + _OVERLAP * length >= end:
            count, end = count + 1, start + length
    return count


def _span(letters: NDArray[np.int32], axis: int) -> tuple[float, float]:
    """From where to where letters reach along an axis."""
    return float(letters[:, axis].min()), float((letters[:, axis] + letters[:, 2 + axis]).max())
