"""Forms of boxes that stand apart: labels in a column of boxes of one size, each value in the box beside its label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from ..layout.cells import Cell
from ..layout.ruling import ruling_of
from ..sheet import Sheet
from .title_cells import entries_of

_FEWEST: Final = 3  # labels of a form
_ALIKE: Final = 0.25  # letter heights by which sides of boxes in a row or column differ
_APART: Final = 1.5  # heights of a box that the next lies below, at most
_BESIDE: Final = 1.0  # heights of a box between a label's and its value's


def as_one_form(sheet: Sheet, cells: Sequence[Cell]) -> list[Cell]:
    """The labels and values of a form of separate boxes, grown until they touch as cells of a table do; none else."""
    labels = [c for c in cells if len(es := entries_of(c)) == 1 and es[0].printed and not es[0].value]
    out: list[Cell] = []
    for column in _columns(labels):
        if len(column) < _FEWEST or not _stand_apart(sheet, column):
            continue
        ends = [*(below.box[1] for below in column[1:]), column[-1].box[3]]
        for label, end in zip(column, ends, strict=True):
            value = _value_of(label, cells, labels)
            x0, top, x1, _ = label.box
            out.append(replace(label, box=(x0, top, value.box[0] if value else x1, end)))
            if value is not None:
                out.append(replace(value, box=(value.box[0], top, value.box[2], end)))
    return out


def _columns(labels: Sequence[Cell]) -> list[list[Cell]]:
    """Labels in boxes of one size, from top to bottom, each apart from the one above."""
    columns: list[list[Cell]] = []
    for label in sorted(labels, key=lambda c: c.box[1]):
        own = next((column for column in columns if _is_next(column[-1], label)), None)
        if own is None:
            columns.append([label])
        else:
            own.append(label)
    return columns


def _is_next(above: Cell, label: Cell) -> bool:
    slack = _ALIKE * label.letter_height
    gap = label.box[1] - above.box[3]
    aligned = max(abs(above.box[0] - label.box[0]), abs(above.box[2] - label.box[2])) < slack
    return aligned and abs(above.height - label.height) < slack and slack < gap < _APART * label.height


def _stand_apart(sheet: Sheet, column: Sequence[Cell]) -> bool:
    """Whether no line goes on from box to box, as the walls of a table do."""
    ruling = ruling_of(sheet)
    x, start, end = ruling.upright.T
    gaps = [(a.box[0] - ruling.slack, a.box[2] + ruling.slack, (a.box[3] + b.box[1]) / 2) for a, b in pairwise(column)]
    return not any(np.any((x >= x0) & (x <= x1) & (start < y) & (end > y)) for x0, x1, y in gaps)


def _value_of(label: Cell, cells: Sequence[Cell], labels: Sequence[Cell]) -> Cell | None:
    """The box beside a label's, level with it and apart from it."""
    slack, reach = _ALIKE * label.letter_height, _BESIDE * label.height
    level = (c for c in cells if max(abs(c.box[1] - label.box[1]), abs(c.box[3] - label.box[3])) < slack)
    beside = [c for c in level if slack < c.box[0] - label.box[2] < reach]
    nearest = min(beside, key=lambda c: c.box[0], default=None)
    return None if nearest is None or any(nearest is c for c in labels) else nearest
