"""Boxes of datum features: cells alone, or joined to a frame, from which a line or a triangle leads away.

The letter says little: zone letters, cells of tables and letters of revisions stand in boxes as well. What tells a
datum feature (ISO 5459, 7.2; ASME Y14.5, 6.3; GOST 2.308) is what leaves its box: a line to a triangle, the triangle
itself, or a feature control frame that it is joined to. In the older form of ASME Y14.5M the dashes tell it: -A-.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from ..budget import keeping
from ..index import index_of
from ..layout.crops import crop, ink_level, pixels
from ..sheet import Sheet, Word
from .closed_cells import Cell, beside, cells_of
from .frame_rows import closed_row
from .frames import Frame

_LABEL: Final = re.compile(
    r"(?P<before>[-–—]?)(?P<label>[A-HJ-NP-Z]{1,2}|[А-ЯЁ][А-ЯЁ]?|[A-HJ-NP-ZА-ЯЁ]\d)(?P<after>[-–—]?)"
)
"""I and O are not used; after Z come AA, BB, ... (ISO 5459, 7.2.1)."""

_WIDEST: Final = 2.6  # heights: how wide the box of a label is
_TALL: Final = (0.25, 0.95)  # of the box's height: how high its letters are
_NEAR, _FAR = 0.4, 1.0  # letter heights outside the box between which what leads away is seen
_BEYOND: Final = 0.2  # of a side: how far beyond the next thing is looked for
_CORNER: Final = 0.2  # letter heights from a corner: lines that run on there are those of the box


@dataclass(frozen=True)
class DatumBox:
    """A box with a datum feature's label. `word` is what stands in it."""

    cell: Cell
    word: Word
    label: str


def datum_boxes(sheet: Sheet, words: Sequence[Word], frames: Sequence[Frame]) -> list[DatumBox]:
    """The boxes of datum features whose labels are among `words`, each once; those found so far when time is spent."""
    cells = cells_of(sheet)
    near = beside(cells)
    middles = index_of([(*word.middle, *word.middle) for word in words])
    found: dict[int, DatumBox] = {}
    with keeping("datums"):
        for cell in cells:
            if cell.width > _WIDEST * cell.height or cell.number in found:
                continue
            word = _only_word(cell, [words[i] for i in middles.near(cell.box)])
            told = _LABEL.fullmatch(word.text) if word else None
            if word is None or told is None or bool(told["before"]) != bool(told["after"]) or _is_framed(cell, frames):
                continue
            joined = near.get(cell.number, [])
            if all(_is_framed(other, frames) for other in joined) and (
                told["before"] or _adjoins(cell, frames) or is_led(sheet, cell)
            ):
                found[cell.number] = DatumBox(cell, word, told["label"])
    return list(found.values())


def _is_framed(cell: Cell, frames: Sequence[Frame]) -> bool:
    x, y = cell.middle
    return any(frame.holds((float(x), float(y))) for frame in frames)


def _adjoins(cell: Cell, frames: Sequence[Frame]) -> bool:
    """Whether a frame lies right beyond one of the box's sides."""
    beyond = (cell.middle + sign * (0.5 + _BEYOND) * side for side in (cell.along, cell.wall) for sign in (-1, 1))
    return any(frame.holds((float(x), float(y))) for x, y in beyond for frame in frames)


def _only_word(cell: Cell, words: Sequence[Word]) -> Word | None:
    """The word in a cell, of those near it, if it is the only one and as high as a label is."""
    inside = [word for word in words if cell.holds(word.middle)]
    if len(inside) != 1 or not _TALL[0] * cell.height <= inside[0].height <= _TALL[1] * cell.height:
        return None
    return inside[0]


def is_led(sheet: Sheet, cell: Cell) -> bool:
    """Whether a line or a triangle leaves the box from between the corners of a side."""
    row = closed_row((cell,))
    left, right = row.walls
    along, across = (left - _FAR, right + _FAR), (row.low - _FAR, row.high + _FAR)
    ink = (crop(sheet, row.word, along, across, shear=row.shear) < ink_level(sheet, row.word)).astype(np.uint8)
    near, reach = pixels(_FAR - _NEAR), pixels(_FAR + _CORNER)
    ink[near:-near, near:-near] = 0
    beside_sides = np.zeros(ink.shape, bool)
    beside_sides[near - 2 : near, reach:-reach] = beside_sides[-near : -near + 2, reach:-reach] = True
    beside_sides[reach:-reach, near - 2 : near] = beside_sides[reach:-reach, -near : -near + 2] = True
    marks = cv2.connectedComponents(ink, connectivity=8)[1]
    rim = np.ones(ink.shape, bool)
    rim[2:-2, 2:-2] = False
    leaving = np.intersect1d(marks[beside_sides], marks[rim])
    return bool((leaving > 0).any())
