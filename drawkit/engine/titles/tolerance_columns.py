"""Rows of tolerances in columns side by side without lines between them: headed ones are told one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Final, TypeAlias

from ..text.lines import Line
from .tolerance_table import SIGNED, headed

_Row: TypeAlias = Sequence[Line]
"""What stands on one row, from left to right."""

_ALIGNED: Final = 2.0  # letter heights by which pieces of one column may begin apart
_FEWEST: Final = 2  # rows that tell a column


def in_columns(rows: Sequence[_Row]) -> list[str]:
    """The texts of the rows; where columns of them each have a heading and deviations, these one after the other."""
    starts = _starts(rows)
    if not starts:
        return [_text(row) for row in rows]
    edges = [-inf, *starts, inf]
    parted = [[_text(_between(row, low, high)) for low, high in pairwise(edges)] for row in rows]
    first = next(n for n, parts in enumerate(parted) if len(list(filter(None, parts))) > 1)
    if SIGNED.search(_text(rows[first])):
        return [_text(row) for row in rows]
    last = max(n for n, row in enumerate(rows) if SIGNED.search(_text(row)))
    columns = ([*filter(None, column)] for column in zip(*parted[first : last + 1], strict=True))
    told = [text for column in columns for text in headed(column)]
    return [*map(_text, rows[:first]), *told, *map(_text, rows[last + 1 :])]


def _starts(rows: Sequence[_Row]) -> list[float]:
    """Where the columns but the first begin: there pieces of several rows do, and each row has deviations around it."""
    slack = _ALIGNED * max((line.word.height for row in rows for line in row), default=0.0)
    columns: list[list[float]] = []
    for x in sorted(line.word.x for row in rows for line in row[1:] if _parts(row, line)):
        if columns and x - columns[-1][0] <= slack:
            columns[-1].append(x)
        else:
            columns.append([x])
    return [column[0] - slack for column in columns if len(column) >= _FEWEST]


def _parts(row: _Row, line: Line) -> bool:
    """Whether a row has deviations before a piece of it as well as from it on."""
    number = row.index(line)
    return bool(SIGNED.search(_text(row[:number])) and SIGNED.search(_text(row[number:])))


def _between(row: _Row, low: float, high: float) -> _Row:
    return [line for line in row if low <= line.word.x < high]


def _text(row: _Row) -> str:
    return " ".join(line.text for line in row)
