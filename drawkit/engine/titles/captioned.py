"""Cells of a title block whose label names no field of ours, told with their label: "Edges: ISO 13715"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..layout.cells import Cell
from .labels import is_caption
from .title_cells import Entry, Found, entries_of
from .values import is_placeholder

OTHER: Final = ""
"""The field of what a label tells that names none of ours."""

_SURE: Final = 0.9  # confidence of a value in the cell of its label
_LONGEST: Final = 40  # letters of a label or its value: what is longer is a remark
_LEAST: Final = 9  # how well such a label names a field


def captioned(cells: Sequence[Cell]) -> Iterator[Found]:
    """What stands alone in a cell under, or behind, its label; a heading over several lines is one of remarks."""
    for cell in cells:
        entries = entries_of(cell)
        if len(entries) == 1 and _tells(entries[0]):
            (entry,) = entries
            sure = _SURE * min(w.confidence for w in cell.words)
            yield Found(OTHER, _LEAST, entry.printed, entry.value, cell.box, sure, cell.words[0].read_from)


def _tells(entry: Entry) -> bool:
    one = len(entry.lines) + bool(entry.inline) == 1
    told = bool(entry.printed) and entry.label is None and one and not is_placeholder(entry.value)
    return told and max(len(entry.printed), len(entry.value)) <= _LONGEST and not is_caption(entry.value)
