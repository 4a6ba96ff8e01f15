"""Circles as drawn: closed curves, polygons with many corners, and arcs that complete each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..sheet import Floats, Path, Sheet

_ROUND = 0.035  # share of the radius by which points may leave the circle
_CORNERS = 10  # a polygon with fewer corners is no circle
_LARGEST = 0.12  # of the page's shorter side: a larger circle is never a symbol


@dataclass(frozen=True, slots=True)
class Circle:
    """Centre and radius in points; `turn` is how much of the circle is drawn, 0 to 1."""

    x: float
    y: float
    radius: float
    turn: float = 1.0


@lru_cache(maxsize=4)
def circles_of(sheet: Sheet) -> tuple[Circle, ...]:
    """The full circles of a sheet that are small enough to be symbols."""
    largest = _LARGEST * min(sheet.width, sheet.height)
    paths = [p for p in sheet.paths if len(p.points) >= 5 and (p.curved or len(p.points) >= _CORNERS)]
    if not paths:
        return ()
    fits = [fit for path, size in zip(paths, _sizes(paths), strict=True) if size <= 2 * largest and (fit := _fit(path))]
    arcs: dict[tuple[int, int, int], list[Circle]] = defaultdict(list)
    for circle in fits:
        step = max(0.08 * circle.radius, 0.3)
        arcs[(round(circle.x / step), round(circle.y / step), round(circle.radius / step))].append(circle)
    return tuple(group[0] for group in arcs.values() if sum(c.turn for c in group) > 0.93)


def _sizes(paths: Sequence[Path]) -> list[float]:
    """The larger side of each path's box."""
    points = np.vstack([p.points for p in paths])
    starts = np.cumsum([0, *(len(p.points) for p in paths[:-1])])
    extent = np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts)
    return extent.max(axis=1).tolist()  # type: ignore[no-any-return]


def _fit(path: Path) -> Circle | None:
    """The circle through a path's points (least squares); None where they leave it or turn too little to tell."""
    points = path.points
    origin = points.mean(axis=0)
    p = points - origin
    extent = float(np.ptp(p, axis=0).max())
    if extent < 1.0:
        return None
    a = np.column_stack([2 * p, np.ones(len(p))])
    solution, _, rank, _ = np.linalg.lstsq(a, (p**2).sum(axis=1), rcond=None)
    if rank < 3:
        return None
    radius = float(np.sqrt(max(solution[2] + solution[0] ** 2 + solution[1] ** 2, 0.0)))
    if not 0.45 * extent <= radius <= 2 * extent:
        return None
    off = np.abs(np.hypot(p[:, 0] - solution[0], p[:, 1] - solution[1]) - radius)
    if off.max() > _ROUND * radius + 0.1:
        return None
    return Circle(float(origin[0] + solution[0]), float(origin[1] + solution[1]), radius, _turn(p - solution[:2], path.closed))


def _turn(spokes: Floats, closed: bool) -> float:
    """The share of a full turn that the points run through."""
    angles = np.unwrap(np.arctan2(spokes[:, 1], spokes[:, 0]))
    step = float(np.abs(np.diff(angles)).max(initial=0.0))
    turned = float(abs(angles[-1] - angles[0])) + (step if closed and len(angles) > 8 else 0.0)
    return min(turned / (2 * np.pi), 1.0) if step < 1.0 else 0.0
