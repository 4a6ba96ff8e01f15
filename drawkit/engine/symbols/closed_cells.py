"""Cells of a picture: the parallelograms that lines enclose, whatever stands in them, and the rows they form.

A feature control frame is a row of such cells, the box of a datum letter a cell alone. Frames in isometric views have
cells that lean. What a cell holds does not matter, so a frame is found whose text was misread or not seen at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import cv2
import numpy as np

from ...contract import Box
from .. import budget
from ..kept import kept
from ..layout.shapes import Render, faint_shapes, shapes_in
from ..sheet import Floats, Sheet

_LOWEST, _HIGHEST = 7.0, 60.0  # points: how high a cell is
_WIDEST = 140.0  # points: how wide
_NARROWEST = 0.45  # of its height: how wide a cell is at least
_LEANING = 0.75  # along for each unit across: walls of frames in isometric views lean by 30 degrees
_CORNERS = (0.02, 0.03, 0.05)  # of its circumference: how far an outline may leave the lines between its corners
_ROUGHLY = 0.16  # of its area: by how much the outline's own corners may miss it
_END = 0.15  # of a side: its ends are left to the corners
_BESIDE = 1.4  # points: how far from its side a ragged outline may be
_FULL = 0.08  # of its area: by how much an outline may differ from the parallelogram
_PARALLEL = 0.99  # cosine between opposite sides
_SAME = 2.5  # points between the middles of what is one cell, seen twice
_ALMOST = 0.75  # of its area: how much smaller it may be seen the second time
_PART = 0.3  # of a cell's area: what is smaller and stands in it is no part of it left over
_FROM, _TO = -60.0, 120.0  # degrees between which drawings are read
_TURN = 3.0  # degrees by which cells of one row may differ
_WALL = 0.3  # of the height: neighbours are no further apart than a thick line and its edges
_LEVEL = 0.14  # of the height: by how much lines of neighbours may differ
_ALIKE = 0.16  # of the height: by how much the heights of neighbours may differ
_BEHIND = 1.0  # of its height: how far the middle of the next cell's wall may be off the end of a cell
_TALLER = 1.6  # heights of its neighbour from which on a cell spans several rows


@dataclass(frozen=True, eq=False)
class Cell:
    """A parallelogram and one way to read it: (2,) vectors in points of the sheet's page.

    `corner` is the lower left one as it is read, `along` the lower side, `wall` the left one.
    """

    number: int
    """Which parallelogram it is."""
    corner: Floats
    along: Floats
    wall: Floats

    @cached_property
    def direction(self) -> Floats:
        """Unit vector of reading."""
        out: Floats = self.along / np.hypot(*self.along)
        return out

    @cached_property
    def up(self) -> Floats:
        """Unit vector across, from the lower to the upper side."""
        return np.array([self.direction[1], -self.direction[0]])

    @property
    def angle(self) -> float:
        """Reading direction in degrees counter-clockwise, from -60 to 120."""
        return _read_angle(self.along)

    @property
    def width(self) -> float:
        """Length of the lower side."""
        return float(np.hypot(*self.along))

    @cached_property
    def height(self) -> float:
        """Distance between the lower and the upper side."""
        return float(self.wall @ self.up)

    @cached_property
    def lean(self) -> float:
        """How far the walls lean: along for each unit across."""
        return float(self.wall @ self.direction) / self.height

    @cached_property
    def box(self) -> Box:
        """The upright box around it."""
        corners = self.corner + np.array([self.along * 0, self.along, self.wall, self.along + self.wall])
        (x0, y0), (x1, y1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return x0, y0, x1, y1

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point of the page lies in the cell."""
        across = float((np.array(point) - self.corner) @ self.up)
        along = float((np.array(point) - self.corner) @ self.direction) - self.lean * across
        return 0 < across < self.height and 0 < along < self.width

    @cached_property
    def middle(self) -> Floats:
        """Where the diagonals meet."""
        out: Floats = self.corner + (self.along + self.wall) / 2
        return out


def cells_of(sheet: Sheet) -> tuple[Cell, ...]:
    """The small closed parallelograms of the sheet's picture, each in the ways in which it may be read."""
    return _cells(sheet.render, sheet.width, sheet.drawn is not None) if sheet.has_picture else ()


def cells_alone(sheet: Sheet) -> list[Cell]:
    """The cells of the sheet's picture that have no neighbour, in each way to read them."""
    cells = cells_of(sheet)
    after, behind = _neighbours(cells)
    joined = {cells[i].number for i in (*after, *behind)}
    return [cell for cell in cells if cell.number not in joined]


@kept(4)
def _cells(render: Render, width: float, worn: bool) -> tuple[Cell, ...]:
    found = [corners for corners in map(_parallelogram, _outlines(render, width, worn=worn)) if corners is not None]
    kept: list[Floats] = []
    room = np.empty((len(found), 3))
    for corners in budget.in_time(sorted(found, key=_area, reverse=True), "closed cells", every=16):
        place = np.array([*corners.mean(axis=0), np.hypot(*(corners[2] - corners[0]))])
        places = room[: len(kept)]
        near = np.flatnonzero(np.hypot(*(places[:, :2] - place[:2]).T) < np.maximum(places[:, 2], _SAME))
        twin = next((i for i in near.tolist() if _is_same(kept[i], corners)), None)
        if twin is not None:
            kept[twin] = corners
        elif not any(_is_part(kept[i], corners) for i in near.tolist()):
            room[len(kept)] = place
            kept.append(corners)
    return tuple(cell for number, corners in enumerate(kept) for cell in _readings(number, corners))


def _is_same(one: Floats, other: Floats) -> bool:
    near = np.hypot(*(one.mean(axis=0) - other.mean(axis=0))) < _SAME
    return bool(near and _area(other) > _ALMOST * _area(one))


def _is_part(large: Floats, small: Floats) -> bool:
    """Whether a shape is what a sign that touches both lines leaves of a cell: the ring of a modifier does."""
    within = cv2.pointPolygonTest(large.astype(np.float32), tuple(small.mean(axis=0)), measureDist=False) > 0
    return within and _area(small) > _PART * _area(large)


def _area(corners: Floats) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _outlines(render: Render, width: float, *, worn: bool) -> Iterator[Floats]:
    """Outlines of inscribed paper between lines: as the picture shows it, and where worn lines leave gaps."""
    faint = faint_shapes(render, width, _LOWEST, _WIDEST) if worn else ()
    shapes = chain(shapes_in(render, width), faint)
    return (shape.outline for shape in shapes if shape.encloses)


def _parallelogram(outline: Floats) -> Floats | None:
    """The corners (4, 2) of an outline that is nearly a parallelogram of a cell's size; None for others."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    if (high - low).min() < _LOWEST * 0.8:
        return None
    hull = cv2.convexHull(outline.astype(np.float32))
    round_about, area = cv2.arcLength(hull, closed=True), cv2.contourArea(hull)
    rough = next(
        (c for c in (cv2.approxPolyDP(hull, e * round_about, closed=True) for e in _CORNERS) if len(c) == 4), None
    )
    if rough is None or abs(cv2.contourArea(rough) - area) > _ROUGHLY * area:
        return None
    corners = _fitted(rough[:, 0].astype(np.float64), outline)
    if corners is None or abs(_area(corners) - area) > _FULL * area:
        return None
    units = _units(corners)
    return corners if min(-units[0] @ units[2], -units[1] @ units[3]) >= _PARALLEL else None


def _units(corners: Floats) -> Floats:
    """The directions (4, 2) of the sides, each from its corner to the next."""
    sides = np.roll(corners, -1, axis=0) - corners
    out: Floats = sides / np.maximum(np.hypot(*sides.T), 1e-6)[:, None]
    return out


def _fitted(corners: Floats, outline: Floats) -> Floats | None:
    """Where lines through the points along the four sides meet: single corners of a scan are rounded and ragged."""
    lines = []
    for corner, after, unit in zip(corners, np.roll(corners, -1, axis=0), _units(corners), strict=True):
        length = (after - corner) @ unit
        normal = np.array([unit[1], -unit[0]])
        along, off = (outline - corner) @ unit, (outline - corner) @ normal
        near = (along > _END * length) & (along < (1 - _END) * length) & (np.abs(off) < _BESIDE)
        if near.sum() < 4:
            return None
        slope, start = line_through(along[near], off[near])
        lines.append((corner + start * normal, unit + slope * normal))
    met = [_meeting(*lines[i - 1], *lines[i]) for i in range(4)]
    return np.array(met) if all(m is not None for m in met) else None


def line_through(x: Floats, y: Floats) -> tuple[float, float]:
    """Slope and beginning (at x = 0) of the line nearest to points; level where they do not spread."""
    off = x - x.mean()
    slope = float(off @ y / max(float(off @ off), 1e-9))
    return slope, float(y.mean() - slope * x.mean())


def _meeting(one: Floats, along: Floats, other: Floats, beside: Floats) -> Floats | None:
    """Where two lines meet, each given by a point and a direction."""
    cross = along[0] * beside[1] - along[1] * beside[0]
    if abs(cross) < 0.2:
        return None
    way = other - one
    out: Floats = one + along * (way[0] * beside[1] - way[1] * beside[0]) / cross
    return out


def _readings(number: int, corners: Floats) -> Iterator[Cell]:
    """The ways to read a parallelogram: its letters stand upright to a reader who turns the sheet no more than that."""
    side, other = corners[1] - corners[0], corners[3] - corners[0]
    if side[0] * other[1] - side[1] * other[0] > 0:
        corners = corners[::-1]
    for k in range(4):
        here, after, before = (corners[i % 4] for i in (k, k + 1, k + 3))
        cell = Cell(number, here, after - here, before - here)
        fits = _LOWEST <= cell.height <= _HIGHEST and cell.width >= _NARROWEST * cell.height
        if fits and _FROM <= cell.angle < _TO and abs(cell.lean) <= _LEANING:
            yield cell


def _read_angle(vector: Floats) -> float:
    return float((np.degrees(np.arctan2(-vector[1], vector[0])) - _FROM) % 360 + _FROM)


def beside(cells: Sequence[Cell]) -> dict[int, list[Cell]]:
    """For each parallelogram by its number the cells that it has as neighbours, in whichever way they are read."""
    after, _ = _neighbours(cells)
    found: dict[int, list[Cell]] = {}
    for i, following in after.items():
        for j in following:
            found.setdefault(cells[i].number, []).append(cells[j])
            found.setdefault(cells[j].number, []).append(cells[i])
    return found


def rows_of(cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """Neighbouring cells in reading order, two or more, from each that no other of its row precedes.

    The first may span further rows, as that of a composite frame does.
    """
    after, behind = _neighbours(cells)
    first = [i for i in after if i not in behind]
    return [(cells[i], *_run(cells, after, j)) for i in first for j in after[i]]


def spans_rows(row: Sequence[Cell]) -> bool:
    """Whether the row's first cell spans further rows too."""
    return len(row) > 1 and not _is_level(row[0], row[1])


def _run(cells: Sequence[Cell], after: dict[int, list[int]], first: int) -> Iterator[Cell]:
    at: int | None = first
    while at is not None:
        yield cells[at]
        at = next((i for i in after.get(at, ()) if _is_level(cells[at], cells[i])), None)


def _is_level(one: Cell, other: Cell) -> bool:
    return abs(one.height - other.height) <= _ALIKE * other.height


def _neighbours(cells: Sequence[Cell]) -> tuple[dict[int, list[int]], set[int]]:
    """For each cell by its index the cells right behind it, top down; and which stand behind another of their row."""
    return _found_neighbours(tuple(cells))


@kept(2)  # asked for rows, for cells alone, and for what is beside a cell
def _found_neighbours(cells: tuple[Cell, ...]) -> tuple[dict[int, list[int]], set[int]]:
    after: dict[int, list[int]] = {}
    behind: set[int] = set()
    if not cells:
        return after, behind
    every = np.array([c.corner + c.wall / 2 for c in cells])
    told = np.array([(c.angle, c.height, c.lean) for c in cells])
    order = np.argsort(every[:, 0], kind="stable")
    places = every[order, 0]
    for i, cell in enumerate(cells):
        end, reach = every[i] + cell.along, _BEHIND * cell.height
        first, last = np.searchsorted(places, (end[0] - reach, end[0] + reach))
        near = order[first:last]
        near = np.sort(near[np.abs(every[near, 1] - end[1]) <= reach])
        if not len(near):
            continue
        starts, (angles, heights, leans) = every[near], told[near].T
        gap = starts - end
        across = gap @ cell.up
        least = np.minimum(heights, cell.height)
        along = gap @ cell.direction - cell.lean * across
        fits = (along > -0.1 * least) & (along < _WALL * least) & (np.abs(angles - told[i, 0]) < _TURN)
        fits &= np.abs(leans - told[i, 2]) < 0.12
        level = np.abs(heights - cell.height) <= _ALIKE * heights
        level &= np.abs(across) < _LEVEL * heights
        within = cell.height > _TALLER * heights
        within &= np.abs(across) < (cell.height - heights) / 2 + _LEVEL * heights
        found = np.flatnonzero(fits & (level | within))
        if len(found):
            after[i] = [int(near[j]) for j in sorted(found.tolist(), key=lambda j: -across[j])]
            behind.update(near[found].tolist())
    return after, behind
