"""The dash in the cell for the revision: it marks a drawing that was not revised yet (ASME Y14.35)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..layout.cells import Cell
from ..sheet import Floats, Sheet
from .title_cells import Entry, Found, entries_of

_DASHES: Final = ("-", "–", "—")
_SURE: Final = 0.85
_INSET: Final = 1.0  # points: the walls of a cell are no stroke in it
_LONG: Final = (0.25, 1.6)  # letter heights of a label: a dash of the value below it
_LEVEL: Final = 0.05  # of its length: by how much a dash may rise


def first_issue(sheet: Sheet, cells: Sequence[Cell]) -> list[Found]:
    """The revision of a block that has a cell for it with a dash alone below the label, written or drawn."""
    for cell in cells:
        entries = entries_of(cell)
        if len(entries) == 1 and _is_for_revision(entries[0]) and _has_dash(sheet, entries[0]):
            sure = _SURE * min(w.confidence for w in cell.words)
            return [Found("revision", 0, entries[0].printed, _DASHES[0], cell.box, sure, cell.words[0].read_from)]
    return []


def _is_for_revision(entry: Entry) -> bool:
    return entry.label is not None and entry.label.field == "revision" and not entry.label.rank


def _has_dash(sheet: Sheet, entry: Entry) -> bool:
    return entry.value in _DASHES or (not entry.value and _is_dash(_inside(sheet, entry), entry.cell))


def _inside(sheet: Sheet, entry: Entry) -> Floats:
    """The straight pieces in the cell below its label."""
    x0, _, x1, y1 = entry.cell.box
    box = (x0 + _INSET, entry.cell.text_box[3], x1 - _INSET, y1 - _INSET)
    pieces = sheet.segments_near(box)
    x, y = pieces[:, [0, 2]], pieces[:, [1, 3]]
    return pieces[((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])).all(axis=1)]


def _is_dash(pieces: Floats, cell: Cell) -> bool:
    """Whether all that is drawn is one short level stroke, which may be drawn over itself."""
    if not len(pieces):
        return False
    low, high = pieces.reshape(-1, 2).min(axis=0), pieces.reshape(-1, 2).max(axis=0)
    wide, tall = high - low
    short = _LONG[0] * cell.letter_height <= wide <= _LONG[1] * cell.letter_height
    return bool(short and tall <= _LEVEL * wide and np.all(np.abs(pieces[:, 3] - pieces[:, 1]) <= _LEVEL * wide))
