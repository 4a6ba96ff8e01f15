"""What a wide pen drew at the ends of lines: programs fill its outline, piece by piece.

An oblique stroke comes as a slender bar, and a dot, which is an arc as wide as its radius, as two half discs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..index import BoxIndex
from ..sheet import Floats, Path

_CORNERS: Final = 4
_SLENDER: Final = 0.3  # width over length of a bar, at most
_SQUARE: Final = 0.1  # cosine between its long and its short sides, at most
_HALF: Final = 8  # points of the outline of half a disc, at least
_ROUND: Final = 0.06  # of the radius: how far an outline may be off its arc or its chord
_TOGETHER: Final = 0.1  # of the radius: how far the middles of two halves are apart
_OPPOSED: Final = -0.9  # cosine between the ways in which two halves of one disc bulge


def bars_of(paths: Sequence[Path]) -> Floats:
    """The middle lines (n, 4) x0, y0, x1, y1 of the filled paths that are slender bars."""
    lines = [line for path in paths if path.filled and (line := _bar(path.points)) is not None]
    return np.array(lines).reshape(-1, 4)


def _bar(points: Floats) -> Floats | None:
    corners = points[:-1] if len(points) == _CORNERS + 1 and np.allclose(points[0], points[-1]) else points
    if len(corners) != _CORNERS:
        return None
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    first = int(lengths.argmax())
    long, short = lengths[[first, first - 2]], lengths[[first - 1, first - 3]]
    if short.max() > _SLENDER * long.min() or short.min() < 1e-6:
        return None
    if abs(sides[first] @ sides[first - 1]) > _SQUARE * lengths[first] * lengths[first - 1]:
        return None
    start, end = (corners[[first, first - 1]].mean(axis=0), corners[[first - 3, first - 2]].mean(axis=0))
    return np.concatenate([start, end])


def discs_of(paths: Sequence[Path]) -> list[tuple[float, float, float]]:
    """Middle and radius of each disc that two filled halves make, x, y and r in points."""
    halves = [half for p in paths if p.filled and len(p.points) >= _HALF and (half := _half(p.points)) is not None]
    if len(halves) < 2:
        return []
    x, y, radius, bulge_x, bulge_y = np.array(halves).T
    reach = _TOGETHER * radius
    places = np.column_stack([x, y, x, y])
    one, other = BoxIndex(places).pairs(places + np.column_stack([-reach, -reach, reach, reach]))
    opposed = bulge_x[one] * bulge_x[other] + bulge_y[one] * bulge_y[other] <= _OPPOSED
    alike = np.abs(radius[one] - radius[other]) <= _TOGETHER * radius[one]
    return [halves[i][:3] for i in np.unique(one[opposed & alike & (one < other)]).tolist()]


def _half(points: Floats) -> tuple[float, float, float, float, float] | None:
    """Middle, radius and bulge (a unit vector) of the half disc that an outline (n, 2) is; None for any other."""
    ends = _furthest(points)
    chord = ends[1] - ends[0]
    radius = float(np.hypot(*chord)) / 2
    if radius < 1e-6:
        return None
    middle, way = ends.mean(axis=0), chord / (2 * radius)
    off = points - middle
    across = off @ np.array([-way[1], way[0]])
    side = 1.0 if across.max() > -across.min() else -1.0
    on_chord, on_arc = np.abs(across) <= _ROUND * radius, np.abs(np.hypot(*off.T) - radius) <= _ROUND * radius
    if not (on_chord | (on_arc & (across * side > 0))).all() or (on_arc & ~on_chord).sum() < _HALF // 2:
        return None
    return float(middle[0]), float(middle[1]), radius, float(-way[1] * side), float(way[0] * side)


def _furthest(points: Floats) -> Floats:
    """The two points (2, 2) that are furthest from each other."""
    away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    return points[list(np.unravel_index(int(away.argmax()), away.shape))]
