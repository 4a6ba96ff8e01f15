"""Ink that reaches into a cell from its walls: arrowheads, hatching, outlines. Cells of a table have none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..kept import kept
from ..layout.around import around, inside
from ..sheet import Floats, Sheet, Word, steps_of

_ON = 0.12  # text heights: ink this near a wall touches it
_BEYOND = 0.3  # text heights: ink that reaches farther into a cell is no thickness of its wall
_LEAN = 0.1  # share of its length by which a piece leans at least; others are walls themselves


def touched(sheet: Sheet, cells: Sequence[Box], words: Sequence[Word]) -> int:
    """How many of the cells leaning ink reaches into from a wall.

    In a picture nothing is told: its ink is all that is left of letters too.
    """
    pieces = _leaning(sheet)
    if not len(pieces):
        return 0
    unit = sheet.text_height
    box = around(cells)
    near = pieces[_within(pieces, box, unit)]
    letters = [w.box for w in words if w.read_from != "text layer"]
    return sum(_is_touched(near, cell, unit, letters) for cell in cells)


@kept(4)
def _leaning(sheet: Sheet) -> Floats:
    """Straight pieces (n, 4) that neither lie nor stand, of outlines and of fillings."""
    if sheet.drawn is not None:
        return np.empty((0, 4))
    pieces = steps_of([p.points for p in sheet.paths])
    wide, high = np.abs(pieces[:, 2] - pieces[:, 0]), np.abs(pieces[:, 3] - pieces[:, 1])
    out: Floats = pieces[np.minimum(wide, high) > _LEAN * np.maximum(wide, high)]
    return out


def _within(pieces: Floats, box: Box, margin: float) -> NDArray[np.bool_]:
    x, y = (pieces[:, 0] + pieces[:, 2]) / 2, (pieces[:, 1] + pieces[:, 3]) / 2
    across = (x > box[0] - margin) & (x < box[2] + margin)
    out: NDArray[np.bool_] = across & (y > box[1] - margin) & (y < box[3] + margin)
    return out


def _is_touched(pieces: Floats, cell: Box, unit: float, letters: Sequence[Box]) -> bool:
    """Whether a piece has one end on a wall of the cell and the other well inside."""
    one, two = _depth(pieces[:, :2], cell), _depth(pieces[:, 2:], cell)
    outer, inner = np.minimum(one, two), np.maximum(one, two)
    hits = np.flatnonzero((np.abs(outer) <= _ON * unit) & (inner > _BEYOND * unit))
    middles = [((p[0] + p[2]) / 2, (p[1] + p[3]) / 2) for p in pieces[hits].tolist()]
    return any(not any(inside(middle, box) for box in letters) for middle in middles)


def _depth(points: Floats, cell: Box) -> Floats:
    """How far inside the cell points lie, from the nearest wall; negative outside."""
    x, y = points.T
    out: Floats = np.minimum(np.minimum(x - cell[0], cell[2] - x), np.minimum(y - cell[1], cell[3] - y))
    return out
