"""Rows of ruled cells around a value: the geometry of feature control frames (ISO 1101, clause 6; ASME Y14.5, 6.4).

A row is found from a word outward: the nearest lines along the word above and below it, and the walls that stand
between the two. Walls need not be square to the word, so frames in isometric views are rows as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..sheet import Floats, Sheet, Word
from ..text.marks import in_row
from .closed_cells import Cell

_ALONG = 0.06  # slope against the base line up to which a segment runs along the row
_BELOW, _ABOVE = (-1.7, -0.05), (1.02, 2.8)  # where the row's lower and upper line may lie, in letter heights
_SHORT = 0.3  # of the letter height: walls nearer to each other than this are one, lines too
_TOUCH = 0.12  # of the letter height: a wall comes this near to the lines it joins, a symbol does not
_COVER = 0.25  # of the letter height: by how much a line may miss the end of a cell
_LEAN = 1.2  # along for each unit across: walls lean no more than this, even in isometric views
_UPRIGHT = 0.05  # a smaller lean is noise
_TALLEST = 3.2  # rows: the first cell of a composite frame spans no more
_MOST_CELLS = 8
_SPAN = 40.0  # how far along the row to look, in letter heights
_LINES = (-0.5, 1.5)  # letter heights: the lines of a row of closed cells, whose letters are half as high
_CLEAR = 0.05  # letter heights: the grey edge of a line
_ROUGH = (0.8, 1.25)
"""Of its height: what else a recognised word may measure, since boxes around leaning text are rough."""


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


def rows_around(words: Sequence[Word], sheet: Sheet) -> Iterator[tuple[Word, Row]]:
    """Each word that has a row of cells around it, and that row."""
    segments = sheet.segments
    if not len(segments):
        return
    for word in words:
        sizes = (1.0, *_ROUGH) if word.read_from == "recognised" else (1.0,)
        tried = (_row(word.in_place(height=size * word.height), segments) for size in sizes)
        row = next((r for r in tried if r is not None), None)
        if row is not None:
            yield word, row


def _row(word: Word, segments: Floats) -> Row | None:
    near = _near(word, segments)
    if len(near) < 3:
        return None
    a, b = in_row(near[:, :2], word), in_row(near[:, 2:], word)
    steps = b - a
    level = np.abs(steps[:, 1]) <= _ALONG * np.abs(steps[:, 0])
    lines = _lines(a[level], b[level])
    at = word.length / word.height / 2
    low = _nearest(lines, at, _BELOW, highest=True)
    high = _nearest(lines, at, _ABOVE, highest=False)
    if low is None or high is None:
        return None
    middle = (low + high) / 2
    a, b = _through(a[~level], b[~level], low, high)
    if len(a) < 2:
        return None
    shear = _shear(a, b, high - low)
    walls = _walls(a, b, middle)
    lines[:, 1:] -= shear * (lines[:, :1] - middle)
    return _assemble(Row(word, tuple(walls), low, high, 0, shear, lines), at)


def _near(word: Word, segments: Floats) -> Floats:
    x, y = word.middle
    reach = _SPAN * word.height + word.length
    boxed = (
        (np.maximum(segments[:, 0], segments[:, 2]) > x - reach)
        & (np.minimum(segments[:, 0], segments[:, 2]) < x + reach)
        & (np.maximum(segments[:, 1], segments[:, 3]) > y - reach)
        & (np.minimum(segments[:, 1], segments[:, 3]) < y + reach)
    )
    out: Floats = segments[boxed]
    return out


def _lines(a: Floats, b: Floats) -> Floats:
    """Level segments as rows (across, from, to)."""
    across = (a[:, 1] + b[:, 1]) / 2
    ends = np.sort(np.column_stack([a[:, 0], b[:, 0]]), axis=1)
    out: Floats = np.column_stack([across, ends])
    return out


def _nearest(lines: Floats, at: float, band: tuple[float, float], *, highest: bool) -> float | None:
    fits = (lines[:, 0] >= band[0]) & (lines[:, 0] <= band[1])
    fits &= (lines[:, 1] <= at + _COVER) & (lines[:, 2] >= at - _COVER)
    found = lines[fits, 0]
    if not len(found):
        return None
    return float(found.max() if highest else found.min())


def _through(a: Floats, b: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """The segments that reach from the lower to the upper line."""
    bottom, top = np.minimum(a[:, 1], b[:, 1]), np.maximum(a[:, 1], b[:, 1])
    through = (bottom <= low + _TOUCH) & (top >= high - _TOUCH) & (top - bottom > 0.8)
    through &= np.abs(b[:, 0] - a[:, 0]) <= _LEAN * np.abs(b[:, 1] - a[:, 1])
    return a[through], b[through]


def _shear(a: Floats, b: Floats, tall: float) -> float:
    """The lean that most walls share; lines that run on far beyond the row are no walls."""
    height = np.abs(b[:, 1] - a[:, 1])
    leans = ((b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1]))[height <= _TALLEST * tall]
    if not len(leans):
        return 0.0
    alike = np.abs(leans[:, None] - leans[None, :]) < _UPRIGHT
    lean = float(np.median(leans[alike[int(alike.sum(axis=1).argmax())]]))
    return lean if abs(lean) > _UPRIGHT else 0.0


def _walls(a: Floats, b: Floats, middle: float) -> list[float]:
    """Where the walls cross the row's middle."""
    share = (middle - a[:, 1]) / (b[:, 1] - a[:, 1])
    merged: list[float] = []
    for place in sorted(float(p) for p in a[:, 0] + share * (b[:, 0] - a[:, 0])):
        if not merged or place - merged[-1] > _SHORT:
            merged.append(place)
    return merged


def _assemble(row: Row, at: float) -> Row | None:
    """The row cut to the closed cells around its word."""
    walls = row.walls
    right = next((i for i, w in enumerate(walls) if w > at), None)
    if right is None or right == 0:
        return None
    first = last = right - 1
    while first > 0 and last - first < _MOST_CELLS and _closed(row, first - 1):
        first -= 1
    while last + 2 < len(walls) and last - first < _MOST_CELLS and _closed(row, last + 1):
        last += 1
    return replace(row, walls=walls[first : last + 2], home=right - 1 - first)


def _closed(row: Row, index: int) -> bool:
    """Whether a line runs above or below the whole cell; the first cell of a composite frame has only one."""
    left, right = row.cell(index)
    covering = (row.lines[:, 1] <= left + _COVER) & (row.lines[:, 2] >= right - _COVER)
    at = row.lines[covering, 0]
    return bool(np.any(np.abs(at - row.low) < 2 * _SHORT) or np.any(np.abs(at - row.high) < 2 * _SHORT))
