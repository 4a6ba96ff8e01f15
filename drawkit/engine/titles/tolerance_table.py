"""General tolerances in cells of their own: ranges and their deviations under a heading that covers them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..layout.cells import Cell
from .title_cells import entries_of

_SLACK: Final = 0.6  # letter heights by which neighbouring cells may lie apart
_FEWEST: Final = 2  # rows of a table
_LINES: Final = 2  # of a heading
_SIGNED: Final = re.compile(r"±|\+\s?/?\s?-")
_FIGURE: Final = re.compile(r"\d")


def tabled_rows(heading: Cell, cells: Sequence[Cell]) -> list[str]:
    """The rows of the table under a heading; none where there is no table.

    Columns that each have deviations ("LINEAR", "ANGLES") are told one after the other, with their headings.
    """
    if len(heading.lines) > _LINES or _FIGURE.search(heading.text):
        return []
    rows = _rows(_under(heading, cells))
    valued = [row for row in rows if _SIGNED.search(_text(row))]
    if len(valued) < _FEWEST:
        return []
    if all(len(row) > 1 and all(_SIGNED.search(cell.text) for cell in row) for row in valued):
        told = [*rows[: rows.index(valued[0])][-1:], *valued]
        columns = ([row[i].text for row in told if i < len(row)] for i in range(max(map(len, told))))
        return [text for column in columns for text in _headed(column)]
    return [_text(row) for row in valued]


def _headed(column: Sequence[str]) -> list[str]:
    """The values of a column, the first of them behind the column's heading where it has one."""
    return [*column] if _FIGURE.search(column[0]) else [" ".join(column[:2]), *column[2:]]


def _text(row: Sequence[Cell]) -> str:
    return " ".join(cell.text for cell in row)


def _under(heading: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """The cells within the width of a heading, from it down as far as they touch and none names another field."""
    slack = _SLACK * heading.letter_height
    left, right = heading.box[0] - slack, heading.box[2] + slack
    below = [c for c in cells if left <= c.box[0] and c.box[2] <= right and c.box[1] >= heading.box[3] - slack]
    reach = heading.box[3]
    own: list[Cell] = []
    for cell in sorted(below, key=lambda c: (c.box[1], c.box[0])):
        if cell.box[1] > reach + 2 * cell.height or _names_a_field(cell):  # a cell or two may have been unreadable
            break
        own.append(cell)
        reach = max(reach, cell.box[3])
    return own


def _names_a_field(cell: Cell) -> bool:
    return any(e.label is not None and e.label.field != "general_tolerance" for e in entries_of(cell))


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Cells from top to bottom in rows from left to right."""
    rows: list[list[Cell]] = []
    for cell in cells:
        if rows and abs(rows[-1][0].box[1] - cell.box[1]) < _SLACK * cell.letter_height:
            rows[-1].append(cell)
        else:
            rows.append([cell])
    return [sorted(row, key=lambda c: c.box[0]) for row in rows]
