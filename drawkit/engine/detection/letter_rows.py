"""Rows of letters that the detector cut or overlooked: connected ink that stands in one row is one run of text.

The network parts short standing numbers into their digits and passes over numbers that stand alone; their letters are
there to be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, boxes_of
from ..picture.letters import Components
from .boxes import TextBox, shared, turn_between
from .tight_boxes import CAPITAL, counted

_APART: Final = 0.18
"""Of a letter's height: half the paper between two letters of one row."""

_WIDEST: Final = 1.35
"""A row is as high as its highest letter, or its letters stand in several rows."""

_SLIMMEST, _BROADEST = 0.08, 1.6
"""Breadth of a letter as a share of its height: of a 1 in thin strokes, and of an M or ⌀."""

_LEAST: Final = 6
"""Pixels of the lowest letter that can be read."""

_BESIDE: Final = 0.25
"""Paper at either end of such a box, as a share of the letters' height."""

_FEWEST, _ALIKE = 2, 0.6  # letters of a row, and of the highest: how high these are

_LINES: Final = 2  # lines of text that a row runs across: it is a column of their letters
_ACROSS, _FURTHER, _PART = 30.0, 1.3, 0.2  # degrees, of the row's height, and of the smaller area

_MUCH, _SAME = 0.35, 0.75
"""Of the smaller area, and of a row's length: a box that covers so much of it shows all of it."""


def letter_rows(letters: Components, shape: tuple[int, int], known: Sequence[TextBox]) -> list[TextBox]:
    """Boxes around the rows of two letters or more, level and standing, that no known box shows whole."""
    found = [row for base in (0, 90) for row in _rows(letters.boxes, shape, base)]
    over: list[list[TextBox]] = [[] for _ in found]
    bounds, places = boxes_of(box.bounds for box in known), boxes_of(row.bounds for row in found)
    for number, met in zip(*(part.tolist() for part in BoxIndex(bounds).pairs(places)), strict=True):
        over[number].append(known[met])
    return [
        row
        for row, boxes in zip(found, over, strict=True)
        if not any(_shows(box, row) for box in boxes) and sum(_crosses(box, row) for box in boxes) < _LINES
    ]


def _crosses(box: TextBox, row: TextBox) -> bool:
    """Whether a box runs across a row and beyond it: of a figure by itself it is no longer than the row is high."""
    across = turn_between(box, row) >= _ACROSS and box.length > _FURTHER * row.height
    return across and shared(box, row) > _PART


def _shows(box: TextBox, row: TextBox) -> bool:
    alike = turn_between(box, row) < _ACROSS and shared(box, row) > _MUCH
    return alike and box.length >= _SAME * row.length


def _rows(boxes: NDArray[np.int32], shape: tuple[int, int], base: int) -> list[TextBox]:
    """The rows along `base` (0 or 90) of letters x, y, width, height (n, 4) in a picture of `shape`."""
    broad, tall = (boxes[:, 2], boxes[:, 3]) if base == 0 else (boxes[:, 3], boxes[:, 2])
    upright = (tall >= _LEAST) & (broad >= _SLIMMEST * tall) & (broad <= _BROADEST * tall)
    chosen, heights = boxes[upright], tall[upright]
    if len(chosen) == 0:
        return []
    mask = np.zeros(shape, np.uint8)
    for (x, y, width, height), high in zip(chosen.tolist(), heights.tolist(), strict=True):
        reach = round(_APART * high)
        dx, dy = (reach, 0) if base == 0 else (0, reach)
        mask[max(0, y - dy) : y + height + dy, max(0, x - dx) : x + width + dx] = 1
    labels = cv2.connectedComponents(mask, connectivity=4)[1]
    middle = chosen[:, :2] + chosen[:, 2:] // 2
    own = labels[middle[:, 1], middle[:, 0]]
    order = np.argsort(own, kind="stable")
    together = np.split(chosen[order], np.flatnonzero(np.diff(own[order])) + 1)
    return [row for letters in together if (row := _row(letters, base)) is not None]


def _row(letters: NDArray[np.int32], base: int) -> TextBox | None:
    """The box around letters of one row; None where they do not make one, or where one alone makes no row."""
    (x0, top), (x1, bottom) = letters[:, :2].min(0).tolist(), (letters[:, :2] + letters[:, 2:]).max(0).tolist()
    axis = 0 if base == 0 else 1
    long, across = (x1 - x0, bottom - top) if base == 0 else (bottom - top, x1 - x0)
    tallest = int(letters[:, 3 - axis].max())
    alike = letters[letters[:, 3 - axis] >= _ALIKE * tallest]
    if across > _WIDEST * tallest or counted(alike[:, axis], alike[:, axis + 2]) < _FEWEST:
        return None
    length = long + 2 * _BESIDE * tallest
    return TextBox((x0 + x1) / 2, (top + bottom) / 2, length, across / CAPITAL, float(base), guessed=True)
