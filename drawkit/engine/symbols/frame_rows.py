"""Rows of ruled cells: the geometry of feature control frames (ISO 1101, clause 6; ASME Y14.5, 6.4).

Walls need not be square to the row, so frames in isometric views are rows as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..sheet import Floats, Word
from ..text.marks import in_row
from .closed_cells import Cell

_COVER = 0.25  # of the letter height: by how much a line may miss the end of a cell
_TALLEST = 3.2  # rows: the first cell of a composite frame spans no more
_LINES = (-0.5, 1.5)  # letter heights: the lines of a row of closed cells, whose letters are half as high
_CLEAR = 0.05  # letter heights: the grey edge of a line


@dataclass(frozen=True)
class Row:
    """One row of cells. `walls` are along, `low` and `high` across the word, in letter heights."""

    word: Word
    walls: tuple[float, ...]
    low: float
    high: float
    home: int
    """Index of the cell that holds the word."""
    shear: float
    """How far the walls lean: along for each unit across; 0 except in isometric views."""
    lines: Floats
    """Level lines around the row as (across, from, to)."""
    thick: tuple[float, float] = (0.16, 0.08)
    """How far the ink of walls, and of the lines, reaches into the cells at most."""

    @property
    def middle(self) -> float:
        """Half-way between the row's lines."""
        return (self.low + self.high) / 2

    def band(self, index: int) -> tuple[float, float]:
        """The lines below and above one cell: the first cell of a composite frame spans several rows."""
        left, right = self.cell(index)
        covering = (self.lines[:, 1] <= left + _COVER) & (self.lines[:, 2] >= right - _COVER)
        across = self.lines[covering, 0]
        below, above = across[across < self.middle], across[across > self.middle]
        tallest = _TALLEST * (self.high - self.low)
        low = float(below.max()) if len(below) and self.middle - below.max() < tallest else self.low
        high = float(above.min()) if len(above) and above.min() - self.middle < tallest else self.high
        return low, high

    def cell(self, index: int) -> tuple[float, float]:
        """The walls before and after a cell."""
        return self.walls[index], self.walls[index + 1]

    @property
    def cells(self) -> int:
        """How many cells the row has."""
        return len(self.walls) - 1


def closed_row(cells: Sequence[Cell]) -> Row:
    """The row of neighbouring closed cells of a picture; the first may span further rows."""
    base = cells[min(1, len(cells) - 1)]
    ends = cells[-1].corner + cells[-1].along - base.corner, cells[-1].corner + cells[-1].along + cells[-1].wall
    way = ends[0] + ends[1] - base.corner - base.wall
    height = base.height / 2
    start = base.corner + base.wall / 4
    word = Word(
        text="",
        x=float(start[0]),
        y=float(start[1]),
        angle=math.degrees(math.atan2(-way[1], way[0])) % 360,
        length=base.width,
        height=height,
        read_from="recognised",
    )
    placed = np.array([_sides(cell, word, base.lean) for cell in cells])
    gap = float(np.median(placed[1:, 0] - placed[:-1, 1])) if len(cells) > 1 else 0.0
    walls = [placed[0, 0] - gap / 2, *(placed[1:, 0] + placed[:-1, 1]) / 2, placed[-1, 1] + gap / 2]
    left, right, low, high = placed[0]
    lines = np.array([(low, left, right), (high, left, right), *((n, placed[0, 1], np.inf) for n in _LINES)])
    thick = max(gap / 2, 0.0) + _CLEAR, _CLEAR
    return Row(
        word, tuple(map(float, walls)), *_LINES, home=min(1, len(cells) - 1), shear=base.lean, lines=lines, thick=thick
    )


def _sides(cell: Cell, word: Word, lean: float) -> tuple[float, float, float, float]:
    """A cell's left and right side where they cross the row's middle, or would do; its lower and upper side."""
    (left, low), (right, _) = in_row(np.array([cell.corner, cell.corner + cell.along]), word)
    high = low + cell.height / word.height
    off = lean * (sum(_LINES) / 2 - low)
    return left + off, right + off, low, high
