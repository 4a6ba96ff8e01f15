"""Circles as drawn: closed curves, polygons with many corners, and arcs that complete each other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex
from ..kept import kept
from ..sheet import Floats, Sheet
from .shapes import shapes_of
from .stroke_outlines import stroke_outlines

Whole = NDArray[np.intp]

_ROUND = 0.035  # share of the radius by which points may leave the circle
_STEPS, _PIXELS = 0.1, 0.3  # points: what a flattened curve, or the pixels of a picture, add to that
_CORNERS = 10  # a polygon with fewer corners is no circle
_STEP = 1.0  # radians: points further apart leave too much of the circle open
_FULL = 0.93  # of a turn: arcs of one circle that together are drawn so far make it full
_FLATTEST = 5.0  # of its extent: the radius of a dash, a dozen of which go around
_BENT = 4  # points of a dash that shows the circle on which it lies
_DASHED, _DASHES = 0.5, 3  # of a turn: arcs of one circle that are drawn so far, and are so many, are its dashes
_HALF = (1.6, 2.6)  # of its height: how wide a half of a circle is
_PARTING = 3.0  # points: the line that parts a circle is no thicker
_QUARTER = 1.5  # points: what is smaller is a corner between the lines of letters
_SAME = 0.2  # of its radius: what is no further off, and no more larger or smaller, is the same circle
_LARGEST = 0.12  # of the page's shorter side: a larger circle is never a symbol


@dataclass(frozen=True, slots=True)
class Circle:
    """Centre and radius in points; `turn` is how much of the circle is drawn, 0 to 1."""

    x: float
    y: float
    radius: float
    turn: float = 1.0


@kept(4)
def circles_of(sheet: Sheet) -> tuple[Circle, ...]:
    """The full circles of a sheet that are small enough to be symbols."""
    largest = _LARGEST * min(sheet.width, sheet.height)
    rough = _STEPS if sheet.drawn is None else _PIXELS
    if sheet.drawn is not None:
        shapes = [shape.outline for shape in shapes_of(sheet)]
        outlines = [(outline, True) for outline in (*shapes, *_made_of_halves(shapes), *_made_of_quarters(shapes))]
    else:
        round_ = (p for p in sheet.paths if len(p.points) >= 5 and (p.curved or len(p.points) >= _CORNERS))
        outlines = [(p.points, p.closed) for p in round_]
        outlines += [(o, True) for o in stroke_outlines(sheet.paths) if len(o) >= _CORNERS]
    arcs: dict[tuple[int, int, int], list[Circle]] = defaultdict(list)
    for circle in _fits(outlines, largest, rough) if outlines else ():
        step = max(0.08 * circle.radius, 0.3)
        arcs[(round(circle.x / step), round(circle.y / step), round(circle.radius / step))].append(circle)
    found = tuple(group[0] for group in arcs.values() if sum(c.turn for c in group) > _FULL)
    known = (c for c in _rings_of(sheet) if c.turn >= 1)
    return (*found, *(c for c in known if not any(_is_same(c, other) for other in found)))


@kept(4)
def dashed_circles_of(sheet: Sheet) -> tuple[Circle, ...]:
    """The circles of a sheet drawn in dashes, small enough to be symbols; in a picture those around a mark only."""
    if sheet.drawn is not None:
        return tuple(c for c in _rings_of(sheet) if c.turn < 1)
    open_ = [(p.points, False) for p in sheet.paths if len(p.points) >= _BENT and not (p.closed or p.filled)]
    arcs = list(_fits(open_, _LARGEST * min(sheet.width, sheet.height), _STEPS, _FLATTEST)) if open_ else []
    return tuple(_of_dashes(arcs)) if arcs else ()


def _of_dashes(arcs: Sequence[Circle]) -> Iterator[Circle]:
    """The circles along which several arcs lie that do not make them full."""
    told = np.array([(c.x, c.y, c.radius, c.turn) for c in arcs])
    centres, reach = told[:, :2], _SAME * told[:, 2:3]
    asked, met = BoxIndex(np.hstack([centres, centres])).pairs(np.hstack([centres - reach, centres + reach]))
    alike = np.abs(told[asked, 2] - told[met, 2]) <= _SAME * told[asked, 2]
    asked, met = asked[alike], met[alike]
    counts = np.bincount(asked, minlength=len(arcs))
    turns = np.bincount(asked, told[met, 3], minlength=len(arcs))
    found: list[Circle] = []
    for one in np.flatnonzero((counts >= _DASHES) & (turns >= _DASHED) & (turns <= _FULL)).tolist():
        x, y, radius, _ = told[met[asked == one]].mean(axis=0).tolist()
        circle = Circle(x, y, radius, float(turns[one]))
        if not any(_is_same(circle, other) for other in found):
            found.append(circle)
    yield from found


def _rings_of(sheet: Sheet) -> list[Circle]:
    return [] if sheet.rings is None else [Circle(*ring) for ring in sheet.rings.tolist()]


def _is_same(one: Circle, other: Circle) -> bool:
    near = math.hypot(one.x - other.x, one.y - other.y) <= _SAME * one.radius
    return near and abs(one.radius - other.radius) <= _SAME * one.radius


def _made_of_halves(outlines: Sequence[Floats]) -> Iterator[Floats]:
    """Outlines of what a level line parts into two shapes, one upon the other: a leader may join their outer one."""
    boxes = np.array([(*o.min(axis=0), *o.max(axis=0)) for o in outlines]).reshape(-1, 4)
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    halves = np.flatnonzero((wide > _HALF[0] * tall) & (wide < _HALF[1] * tall))
    for upper in halves.tolist():
        below = np.abs(boxes[halves, 1] - boxes[upper, 3]) < _PARTING
        same = (np.abs(boxes[halves][:, [0, 2]] - boxes[upper, [0, 2]]) < _PARTING).all(axis=1)
        for lower in halves[below & same].tolist():
            both = np.vstack([outlines[upper], outlines[lower]])
            yield cv2.convexHull(both.astype(np.float32))[:, 0].astype(np.float64)


def _made_of_quarters(outlines: Sequence[Floats]) -> Iterator[Floats]:
    """Outlines of what two centre lines part into four shapes about one point, those of a ring or of a disc."""
    boxes = np.array([(*o.min(axis=0), *o.max(axis=0)) for o in outlines]).reshape(-1, 4)
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    square = np.flatnonzero((np.abs(wide - tall) < _PARTING) & (np.minimum(wide, tall) > _QUARTER))
    if not len(square):
        return
    index = BoxIndex(boxes[square])
    for upper_left in square.tolist():
        x0, y0, x1, y1 = boxes[upper_left]
        near = square[index.near((x0, y0, x1 + x1 - x0 + _PARTING, y1 + y1 - y0 + _PARTING))]
        across = (
            np.array([x1, y0, 2 * x1 - x0, y1]),
            np.array([x0, y1, x1, 2 * y1 - y0]),
            np.array([x1, y1, 2 * x1 - x0, 2 * y1 - y0]),
        )
        four = [near[np.abs(boxes[near] - place).max(axis=1) < _PARTING] for place in across]
        if all(len(found) for found in four):
            parts = [outlines[upper_left], *(outlines[int(found[0])] for found in four)]
            yield cv2.convexHull(np.vstack(parts).astype(np.float32))[:, 0].astype(np.float64)


def is_split(sheet: Sheet, circle: Circle) -> bool:
    """Whether a level line runs through the middle of the circle."""
    s, r = sheet.segments, circle.radius
    level = np.abs(s[:, 1] - s[:, 3]) < 0.1 * r
    middle = np.abs((s[:, 1] + s[:, 3]) / 2 - circle.y) < 0.25 * r
    across = (np.minimum(s[:, 0], s[:, 2]) < circle.x - 0.7 * r) & (np.maximum(s[:, 0], s[:, 2]) > circle.x + 0.7 * r)
    return bool(np.any(level & middle & across))


def _fits(
    outlines: Sequence[tuple[Floats, bool]], largest: float, rough: float, flattest: float = 2.0
) -> Iterator[Circle]:
    """The circle through the points of each outline (least squares), where they keep to it; all at once."""
    points = np.vstack([points for points, _ in outlines])
    counts = np.array([len(points) for points, _ in outlines])
    first = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(outlines)), counts)
    extent = (np.maximum.reduceat(points, first) - np.minimum.reduceat(points, first)).max(axis=1)
    middle = np.add.reduceat(points, first) / counts[:, None]
    spokes = points - middle[owner]
    centre, radius = _least_squares(spokes, first, counts)
    spokes = spokes - centre[owner]
    off = np.maximum.reduceat(np.abs(np.hypot(*spokes.T) - radius[owner]), first)
    turn, step = _turns(spokes, first, counts, np.array([closed for _, closed in outlines]))
    good = (extent > 1.0) & (extent <= 2 * largest) & (radius >= 0.45 * extent) & (radius <= flattest * extent)
    good &= (off <= _ROUND * radius + rough) & (step < _STEP)
    for i in np.flatnonzero(good):
        x, y = middle[i] + centre[i]
        yield Circle(float(x), float(y), float(radius[i]), float(min(turn[i], 1.0)))


def _least_squares(p: Floats, first: Whole, counts: Whole) -> tuple[Floats, Floats]:
    """Centres (n, 2) and radii by Kasa's method for groups of points about their own mean; zero radius for a line."""
    x, y = p.T
    z = x * x + y * y
    terms = np.column_stack([x * x, x * y, y * y, x * z, y * z, z])
    xx, xy, yy, xz, yz, zz = np.add.reduceat(terms, first).T
    det = xx * yy - xy * xy
    flat = det <= 1e-6 * (xx + yy) ** 2
    det = np.where(flat, 1.0, det)
    centre = np.column_stack([yy * xz - xy * yz, xx * yz - xy * xz]) / (2 * det[:, None])
    radius = np.sqrt(zz / counts + (centre**2).sum(axis=1))
    return np.where(flat[:, None], 0.0, centre), np.where(flat, 0.0, radius)


def _turns(spokes: Floats, first: Whole, counts: Whole, closed: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The share of a full turn that each group of points runs through, and its largest step in radians."""
    angle = np.arctan2(spokes[:, 1], spokes[:, 0])
    step = np.diff(angle, append=0.0)
    last = first + counts - 1
    step[last] = np.where(closed, angle[first] - angle[last], 0.0)
    step = (step + np.pi) % (2 * np.pi) - np.pi
    return np.abs(np.add.reduceat(step, first)) / (2 * np.pi), np.maximum.reduceat(np.abs(step), first)
