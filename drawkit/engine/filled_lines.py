"""Lines drawn as filled outlines: many programs fill the outline of each stroke, and of each frame a pair of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..contract import Box

Floats = NDArray[np.float64]

_BAR: Final = 1.6  # a filled shape thinner than this (points) is a line drawn as a fill
_SLENDER: Final = 3.0  # times as long as wide is a slanted one
_FULL: Final = 0.75  # of the room along its length that a line fills: heads of arrows and brackets leave more of it
_WIDEST: Final = 4.0  # points: 1.4 mm, the wide line of large sheets (ISO 128-2)
_LONG: Final = 12.0  # times as long as wide is a wide line: strokes of letters are shorter
_SHORTEST: Final = 5.0  # points: shorter edges bound no wall of a frame
_ON_AXIS: Final = 0.01  # points by which the ends of a level edge may differ
_THINNEST: Final = 0.25  # points: thinner is the hairline around a letter, which some programs fill as an outline too


def middle_line(points: Floats, box: Box, *, curved: bool) -> Floats | None:
    """The middle line (2, 2) of a filled shape (n, 2) that is a line, its ends round or not."""
    x0, y0, x1, y1 = box
    if max(x1 - x0, y1 - y0) <= _BAR:
        return None
    if min(x1 - x0, y1 - y0) > _BAR:
        return _slanted(points)
    if curved and area_of_outline(points) < _FULL * (x1 - x0) * (y1 - y0):
        return None
    flat = y1 - y0 <= x1 - x0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return np.array([[x0, y], [x1, y]] if flat else [[x, y0], [x, y1]])


def _slanted(points: Floats) -> Floats | None:
    """The same for a shape (n, 2) that is slanted: as thin across its longest side as a line."""
    sides = np.roll(points, -1, axis=0) - points
    longest = sides[int(np.hypot(*sides.T).argmax())]
    way = longest / max(float(np.hypot(*longest)), 1e-9)
    normal = np.array([-way[1], way[0]])
    along, across = points @ way, points @ normal
    length, width = float(np.ptp(along)), float(np.ptp(across))
    thin = width <= _BAR or (width <= _WIDEST and length >= _LONG * width)
    if not thin or length < _SLENDER * width or area_of_outline(points) < _FULL * length * width:
        return None
    middle = (across.min() + across.max()) / 2 * normal
    return np.array([along.min() * way + middle, along.max() * way + middle])


def walls(operations: Iterable[Sequence[Floats]]) -> list[Floats]:
    """The middle lines (2, 2) of frames, each filled between the outlines (n, 2) of one operation.

    A pen's frame is bounded by two rectangles: each level or upright wall lies between two of their edges, one right
    beside the other and about as long.
    """
    drawn = [list(outlines) for outlines in operations]
    if not drawn:
        return []
    level, upright = _edges(drawn)
    found = [np.array([[start, y], [end, y]]) for edges in level for y, start, end in _between(edges)]
    return found + [np.array([[x, start], [x, end]]) for edges in upright for x, start, end in _between(edges)]


def _edges(operations: Sequence[Sequence[Floats]]) -> tuple[list[Floats], list[Floats]]:
    """For each operation the level edges (n, 3) of its outlines as y, x0, x1 and the upright ones as x, y0, y1.

    Operations that have fewer than two of a kind are left out: they have no wall of that kind.
    """
    outlines = [outline for operation in operations for outline in operation]
    sizes = np.array([len(outline) for outline in outlines])
    operation = np.repeat(np.repeat(np.arange(len(operations)), [len(o) for o in operations]), sizes)
    points = np.vstack(outlines)
    last = np.cumsum(sizes) - 1
    following = np.arange(1, len(points) + 1)
    following[last] = last - sizes + 1
    ends = points[following]
    steps = np.abs(ends - points)
    level = (steps[:, 1] < _ON_AXIS) & (steps[:, 0] > _SHORTEST)
    upright = (steps[:, 0] < _ON_AXIS) & (steps[:, 1] > _SHORTEST)
    low, high = np.minimum(points, ends), np.maximum(points, ends)
    return (
        _parted(np.column_stack([points[level, 1], low[level, 0], high[level, 0]]), operation[level]),
        _parted(np.column_stack([points[upright, 0], low[upright, 1], high[upright, 1]]), operation[upright]),
    )


def _parted(edges: Floats, operation: NDArray[np.intp]) -> list[Floats]:
    """Edges (n, 3) by the number of their operation, which does not fall; two of one at least."""
    parts = np.split(edges, np.flatnonzero(np.diff(operation)) + 1)
    return [part for part in parts if len(part) > 1]


def _between(edges: Floats) -> Iterator[tuple[float, float, float]]:
    """Place, start and end of each wall between two parallel edges (n, 3); the rest of a longer one bounds others.

    A grid is drawn so too: one outline about it, and one within each of its cells.
    """
    left = edges[np.argsort(edges[:, 0], kind="stable")].tolist()
    while left:
        place, start, end = left.pop(0)
        for number, (other, first, last) in enumerate(left):
            if other - place > min(_WIDEST, (end - start) / _LONG):
                break
            low, high = max(start, first), min(end, last)
            if other - place >= _THINNEST and high - low >= max(_SHORTEST, _LONG * (other - place)):
                yield (place + other) / 2, *_with_corners((start, end), (first, last))
                del left[number]
                left[number:number] = _rests(other, (first, last), (low, high))
                left[:0] = _rests(place, (start, end), (low, high))
                break


def _with_corners(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """What two edges have in common, with the corners by which the outer one is longer."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    least, most = min(one[0], other[0]), max(one[1], other[1])
    return max(least, low - _WIDEST), min(most, high + _WIDEST)


def _rests(place: float, edge: tuple[float, float], used: tuple[float, float]) -> list[list[float]]:
    """What is left of an edge at both sides of what a wall took of it."""
    sides = ((edge[0], used[0]), (used[1], edge[1]))
    return [[place, start, end] for start, end in sides if end - start > _SHORTEST]


def area_of_outline(points: Floats) -> float:
    """What an outline (n, 2) encloses."""
    x, y = points.T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
