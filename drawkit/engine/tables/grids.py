"""Grids: the rectangles that ruling encloses, put together to the tables they make up.

Nothing here asks what is written: a grid is known by its lines. Rectangles of one height side by side make a strip,
strips of one width with walls in common a block; blocks beside each other whose cells span several rows of the other
belong together (merged cells).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..budget import check
from ..kept import kept
from ..layout.around import around
from ..layout.ruling import Ruling, ruling_of
from ..sheet import Floats, Sheet

Indices = NDArray[np.intp]

_MEET, _MEET_PIXELS = 0.15, 0.45  # text heights: an end this short of a line meets it, drawn and found in pixels
_LOWEST = 0.8  # text heights: a lower or narrower rectangle is a double line or a stroke
_LARGEST = 0.06  # of the page's area: a larger rectangle is no cell
_SAME = 0.35  # text heights: edges this near are one
_MOST_LINES = 4000  # of either direction: of more the longest are looked at
_CHUNK = 512
_SHARED = 0.5  # of the fewer walls between two strips, that both have in common


@dataclass(frozen=True)
class Grid:
    """Cells that fill a rectangle: their boxes, and the edges of rows and columns, ends included."""

    cells: tuple[Box, ...]
    tolerance: float
    """Points by which edges may differ and still be one."""

    @cached_property
    def box(self) -> Box:
        """The rectangle around all cells."""
        return around(self.cells)

    @cached_property
    def rows(self) -> tuple[float, ...]:
        """The level edges from top to bottom."""
        return _distinct((v for c in self.cells for v in (c[1], c[3])), self.tolerance)

    @cached_property
    def columns(self) -> tuple[float, ...]:
        """The upright edges from left to right."""
        return _distinct((v for c in self.cells for v in (c[0], c[2])), self.tolerance)


@kept(4)
def grids_of(sheet: Sheet) -> tuple[Grid, ...]:
    """All blocks of cells on the sheet, single rows and single cells among them, from top to bottom."""
    unit = sheet.text_height
    same = _SAME * unit
    strips = _strips(faces_of(sheet), same)
    grids = _stacked(strips, same)
    while (joined := _beside(grids, same)) is not None:
        grids = _stacked(joined, same)
    return tuple(sorted(grids, key=lambda g: (g.box[1], g.box[0])))


@kept(4)
def faces_of(sheet: Sheet) -> tuple[Box, ...]:
    """The rectangles that lines of the ruling enclose with nothing of the ruling inside."""
    unit = sheet.text_height
    meet = (_MEET if sheet.drawn is None else _MEET_PIXELS) * unit
    boxes = _enclosed(_pruned(ruling_of(sheet), meet), meet)
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    least = np.minimum(wide, high) >= _LOWEST * unit
    small = wide * high <= _LARGEST * sheet.width * sheet.height
    return tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in boxes[least & small])


def _pruned(ruling: Ruling, meet: float) -> Ruling:
    """The ruling without lines that meet fewer than two others, until none is left."""
    level, upright = _longest(ruling.level), _longest(ruling.upright)
    while True:
        pairs = _crossings(level, upright, meet)
        keep_level = np.bincount(pairs[0], minlength=len(level)) >= 2
        keep_upright = np.bincount(pairs[1], minlength=len(upright)) >= 2
        if keep_level.all() and keep_upright.all():
            return Ruling(level, upright, ruling.slack)
        level, upright = level[keep_level], upright[keep_upright]


def _longest(lines: Floats) -> Floats:
    if len(lines) <= _MOST_LINES:
        return lines
    out: Floats = lines[np.argsort(lines[:, 1] - lines[:, 2], kind="stable")[:_MOST_LINES]]
    return out


def _crossings(level: Floats, upright: Floats, meet: float) -> tuple[Indices, Indices]:
    """Which level line meets which upright one."""
    found: list[tuple[Indices, Indices]] = []
    for start in range(0, len(upright), _CHUNK):
        x, y0, y1 = upright[start : start + _CHUNK].T
        hit = (level[:, 1, None] - meet <= x) & (x <= level[:, 2, None] + meet)
        hit &= (y0 - meet <= level[:, 0, None]) & (level[:, 0, None] <= y1 + meet)
        row, column = np.nonzero(hit)
        found.append((row, column + start))
    if not found:
        return np.empty(0, np.intp), np.empty(0, np.intp)
    return np.concatenate([r for r, _ in found]), np.concatenate([c for _, c in found])


def _enclosed(ruling: Ruling, meet: float) -> Floats:
    """The rectangles (n, 4): from each crossing right, down, left and up again by the next turn each time."""
    row, column = _crossings(ruling.level, ruling.upright, meet)
    if not len(row):
        return np.empty((0, 4))
    x, y0, y1 = ruling.upright[column].T
    y, x0, x1 = ruling.level[row].T
    right, left, down, up = x1 > x + meet, x0 < x - meet, y1 > y + meet, y0 < y - meet
    along, beneath = np.lexsort((x, row)), np.lexsort((y, column))
    to_right = _next(along, row, down)
    to_below = _next(beneath, column, left)
    to_left = _next(along[::-1], row, up)
    to_above = _next(beneath[::-1], column, right)
    start = np.flatnonzero(right & down)
    one = to_right[start]
    two = np.where(one >= 0, to_below[one], -1)
    three = np.where(two >= 0, to_left[two], -1)
    four = np.where(three >= 0, to_above[three], -1)
    closed = (four >= 0) & (np.abs(x[four] - x[start]) <= meet) & (np.abs(y[four] - y[start]) <= meet)
    begin, end = start[closed], two[closed]
    return np.column_stack([x[begin], y[begin], x[end], y[end]])


def _next(order: Indices, line: Indices, turns: NDArray[np.bool_]) -> Indices:
    """For each crossing the next one in this order that lies on the same line and has the turn; -1 for none."""
    count = len(order)
    places = np.where(turns[order], np.arange(count), count)
    after = np.r_[np.minimum.accumulate(places[::-1])[::-1][1:], count]
    found = order[np.minimum(after, count - 1)]
    valid = (after < count) & (line[found] == line[order])
    out = np.full(count, -1, np.intp)
    out[order] = np.where(valid, found, -1)
    return out


def _strips(faces: Sequence[Box], same: float) -> list[Grid]:
    """Rectangles of one height side by side, as grids of one row."""
    rows: dict[tuple[int, int], list[Box]] = defaultdict(list)
    for face in faces:
        rows[_bucket(rows, face[1], face[3], same)].append(face)
    strips: list[Grid] = []
    for row in rows.values():
        chain: list[Box] = []
        for face in sorted(row):
            if chain and abs(face[0] - chain[-1][2]) > same:
                strips.append(Grid(tuple(chain), same))
                chain = []
            chain.append(face)
        strips.append(Grid(tuple(chain), same))
    return strips


def _bucket(rows: dict[tuple[int, int], list[Box]], top: float, bottom: float, same: float) -> tuple[int, int]:
    """The key of the row with these edges, or of a new one."""
    a, b = round(top / same), round(bottom / same)
    for key in ((a + i, b + j) for i in (0, -1, 1) for j in (0, -1, 1)):
        held = rows.get(key)
        if held and abs(held[0][1] - top) <= same and abs(held[0][3] - bottom) <= same:
            return key
    return a, b


def _stacked(grids: Sequence[Grid], same: float) -> list[Grid]:
    """Grids of one width that lie on each other and have walls in common, put together."""
    out: list[Grid] = []
    ends: dict[tuple[int, int], list[int]] = defaultdict(list)
    for grid in sorted(grids, key=lambda g: g.box[1]):
        check()
        x0, top = grid.box[:2]
        near = sorted(i for key in _around(x0 / same, top / same) for i in ends[key])
        under = next((i for i in near if _lies_on(out[i], grid, same)), None)
        if under is None:
            under = len(out)
            out.append(grid)
        else:
            out[under] = Grid(out[under].cells + grid.cells, same)
        ends[round(x0 / same), round(out[under].box[3] / same)].append(under)
    return out


def _around(a: float, b: float) -> list[tuple[int, int]]:
    """The keys under which places within a step of these stand."""
    return [(round(a) + i, round(b) + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def _lies_on(upper: Grid, lower: Grid, same: float) -> bool:
    a, b = upper.box, lower.box
    if abs(a[3] - b[1]) > same or abs(a[0] - b[0]) > same or abs(a[2] - b[2]) > same:
        return False
    above, below = _walls_at(upper, a[3], same), _walls_at(lower, b[1], same)
    if not above or not below:  # a row across all columns: a caption or a section of the list
        return True
    common = sum(any(abs(x - other) <= same for other in below) for x in above)
    return common >= _SHARED * min(len(above), len(below))


def _walls_at(grid: Grid, level: float, same: float) -> list[float]:
    """The walls between the cells along one of the grid's edges."""
    edge = sorted(c for c in grid.cells if min(abs(c[1] - level), abs(c[3] - level)) <= same)
    return [b[0] for _, b in pairwise(edge)]


def _beside(grids: Sequence[Grid], same: float) -> list[Grid] | None:
    """The grids with two of them joined that stand side by side as parts of one table; None where there are none.

    One has rows that the other parts further, or both have the same rows.
    """
    starts: dict[tuple[int, int], list[int]] = defaultdict(list)
    for j, grid in enumerate(grids):
        starts[round(grid.box[0] / same), round(grid.box[1] / same)].append(j)
    for i, a in enumerate(grids):
        for j in (j for key in _around(a.box[2] / same, a.box[1] / same) for j in starts.get(key, ())):
            b = grids[j]
            if i == j or not _goes_on_right(a, b, same):
                continue
            rest = [g for k, g in enumerate(grids) if k not in (i, j)]
            if min(len(a.rows), len(b.rows)) > 2 or any(_continues(other, a, b, same) for other in rest):
                return [*rest, Grid(a.cells + b.cells, same)]
    return None


def _goes_on_right(left: Grid, right: Grid, same: float) -> bool:
    """Whether the second stands right beside the first, and one has all the rows of the other."""
    a, b = left.box, right.box
    if abs(a[2] - b[0]) > same or abs(a[1] - b[1]) > same or abs(a[3] - b[3]) > same:
        return False
    coarse, fine = sorted((left.rows, right.rows), key=len)
    return all(any(abs(y - other) <= same for other in fine) for y in coarse)


def _continues(grid: Grid, left: Grid, right: Grid, same: float) -> bool:
    """Whether the grid goes on over or under both with a wall where they meet: one row of it spans several."""
    x0, top, x1, bottom = grid.box
    seam, upper, lower = left.box[2], left.box[1], left.box[3]
    covers = x0 <= left.box[0] + same and x1 >= right.box[2] - same
    touching = bottom if abs(bottom - upper) <= same else top if abs(top - lower) <= same else None
    return covers and touching is not None and any(abs(x - seam) <= same for x in _walls_at(grid, touching, same))


def _distinct(values: Iterable[float], same: float) -> tuple[float, ...]:
    """The values from low to high, those closer than `same` to the one before left out."""
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > same:
            out.append(value)
    return tuple(out)
