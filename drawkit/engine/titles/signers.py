"""Those who sign a sheet in rows of a table whose label names no field of ours: "PRODUKTION", "Н. контр."."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...contract import Box
from ..layout.cells import Cell
from .fitting import PEOPLE, person_of
from .title_cells import Entry, Found, entries_of, row_right
from .values import date_told

SIGNED: Final = "signed_by"
"""The field of whoever signs under a label of no field of ours."""

_BESIDE: Final = 0.93  # confidence of what stands in the row of a label
_SAME: Final = 0.4  # letter heights by which the sides of a column's cells differ
_ALIKE: Final = 0.3  # share by which the heights of rows differ
_APART: Final = 2.2  # rows between two that head rows of one table: some are blank
_LAST: Final = 4  # how well such a row tells the date of the sheet: any other tells it better


def signing_heads(cells: Sequence[Cell]) -> list[Entry]:
    """The bare labels that head rows of those who sign: those of people, and in their column those of no field."""
    bare = [entries[0] for c in cells if len(entries := entries_of(c)) == 1 and not entries[0].value]
    own = [e for e in bare if e.label is not None and e.label.field in PEOPLE]
    rest = [e for e in bare if e.label is None]
    edge = own
    while edge:
        edge = [e for e in rest if any(_in_column(e.cell, other.cell) for other in edge)]
        own = [*own, *edge]
        rest = [e for e in rest if e not in edge]
    return own


def _in_column(cell: Cell, other: Cell) -> bool:
    """Whether two cells head rows of one table, at most a blank one between them."""
    slack = _SAME * max(cell.letter_height, other.letter_height)
    aligned = max(abs(cell.box[0] - other.box[0]), abs(cell.box[2] - other.box[2])) < slack
    alike = abs(cell.height - other.height) < _ALIKE * other.height
    return aligned and alike and abs(cell.box[1] - other.box[1]) < _APART * other.height


def further_signers(cells: Sequence[Cell], blanks: Sequence[Box] = ()) -> list[Found]:
    """Names and dates in the rows that a label of no field of ours heads; `blanks` are faces without a word."""
    places = [*cells, *(Cell(box, ()) for box in blanks)]
    labelled = {id(c) for c in cells if any(e.printed for e in entries_of(c))}
    return [found for head in signing_heads(cells) if head.label is None for found in _row(head, places, labelled)]


def _row(head: Entry, places: Sequence[Cell], labelled: set[int]) -> Iterator[Found]:
    row: list[Cell] = []
    for cell in row_right(head.cell, places, signed=True):
        if id(cell) in labelled:
            break
        row.append(cell)
    named = next(((c, name) for c in row if (name := person_of(c.text))), None)
    dated = next(((c, date) for c in row if (date := date_told(c.text))), None)
    for field, told in ((SIGNED, named), ("date", dated)):
        if told is not None:
            cell, value = told
            sure = _BESIDE * min(w.confidence for w in cell.words)
            yield Found(field, _LAST, head.printed, value, cell.box, sure, cell.words[0].read_from)
