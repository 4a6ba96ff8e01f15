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
SIGNED: Final = re.compile(r"±|\+\s?/?\s?-")
"""A deviation to both sides."""

_FIGURE: Final = re.compile(r"\d")


def tabled_rows(heading: Cell, cells: Sequence[Cell]) -> list[str]:
    """The rows of the table under a heading, or over one at its foot; none where there is no table.

    Columns that each have deviations ("LINEAR", "ANGLES") are told one after the other, with their headings.
    """
    if len(heading.lines) > _LINES or _FIGURE.search(heading.text):
        return []
    return _told(_rows(_touching(heading, cells))) or _told(_rows(_touching(heading, cells, over=True)))


def _told(rows: Sequence[Sequence[Cell]]) -> list[str]:
    valued = [row for row in rows if SIGNED.search(_text(row))]
    if len(valued) < _FEWEST:
        return []
    if all(len(row) > 1 and all(SIGNED.search(cell.text) for cell in row) for row in valued):
        told = [*rows[: rows.index(valued[0])][-1:], *valued]
        columns = ([row[i].text for row in told if i < len(row)] for i in range(max(map(len, told))))
        return [text for column in columns for text in headed(column)]
    return [_text(row) for row in valued]


def headed(column: Sequence[str]) -> list[str]:
    """The values of a column, the first of them behind the column's heading where it has one."""
    return [*column] if _FIGURE.search(column[0]) else [" ".join(column[:2]), *column[2:]]


def _text(row: Sequence[Cell]) -> str:
    return " ".join(cell.text for cell in row)


def _touching(heading: Cell, cells: Sequence[Cell], *, over: bool = False) -> list[Cell]:
    """The cells within the width of a heading, down from it as far as they touch and none names another field.

    Or those `over` it, from the top of them to the bottom.
    """
    slack = _SLACK * heading.letter_height
    left, right = heading.box[0] - slack, heading.box[2] + slack
    near, far = (3, 1) if over else (1, 3)  # the edges of a cell towards the heading and away from it
    sign = -1 if over else 1
    beyond = [
        c for c in cells if left <= c.box[0] and c.box[2] <= right and sign * (c.box[near] - heading.box[far]) >= -slack
    ]
    reach = sign * heading.box[far]
    own: list[Cell] = []
    for cell in sorted(beyond, key=lambda c: (sign * c.box[near], c.box[0])):
        if sign * cell.box[near] > reach + 2 * cell.height or _names_a_field(cell):  # one or two may be unreadable
            break
        own.append(cell)
        reach = max(reach, sign * cell.box[far])
    return sorted(own, key=lambda c: (c.box[1], c.box[0]))


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
