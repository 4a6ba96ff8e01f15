"""What white fields hide: many programs draw a line through, and lay such a field under the number on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..index import index_of
from ..sheet import Floats, Path

_NARROW: Final = 40.0  # points: a field that is wider both ways is the ground of a view or of a page
_MOST: Final = 64  # corners of a field, rounded ones among them
_SLACK: Final = 0.05  # points: a line along the edge of a field shows
_SHORTEST: Final = 0.1  # points: what is shorter beside a field is no piece of a line


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The outline (n, 2) of a white field, and the number of the operation that fills it."""

    group: int
    outline: Floats


def uncovered(paths: Sequence[Path], fields: Sequence[Field]) -> Sequence[Path]:
    """The paths in their order: of strokes what is seen beside the fields that are laid over them later."""
    laid = [(field, inward) for field in fields if (inward := _inward(field.outline)) is not None]
    if not laid:
        return paths
    index = index_of([path.box for path in paths])
    seen: dict[int, list[Floats]] = {}
    for field, inward in laid:
        (left, top), (right, bottom) = field.outline.min(axis=0).tolist(), field.outline.max(axis=0).tolist()
        for number in index.near((left, top, right, bottom)).tolist():
            path = paths[number]
            if path.group < field.group and path.stroked and not path.filled:
                pieces = seen[number] if number in seen else [_closed(path)]
                seen[number] = [part for piece in pieces for part in _beside(piece, *inward)]
    return [part for number, path in enumerate(paths) for part in _shown(path, seen.get(number))]


def _closed(path: Path) -> Floats:
    return np.vstack([path.points, path.points[:1]]) if path.closed else path.points


def _shown(path: Path, pieces: Sequence[Floats] | None) -> list[Path]:
    if pieces is None or (len(pieces) == 1 and np.array_equal(pieces[0], _closed(path))):
        return [path]
    return [replace(path, points=points, closed=False) for points in pieces]


def _inward(outline: Floats) -> tuple[Floats, Floats] | None:
    """Unit vectors (n, 2) outward across the sides of a convex field, and how far (n) out along them it reaches."""
    points = outline[:-1] if (outline[0] == outline[-1]).all() else outline
    if not 3 <= len(points) <= _MOST or min(np.ptp(points, axis=0)) > _NARROW:
        return None
    steps = np.roll(points, -1, axis=0) - points
    points, steps = points[long := np.hypot(*steps.T) > 1e-6], steps[long]
    x, y = steps.T
    turns = x * np.roll(y, -1) - y * np.roll(x, -1)
    if len(steps) < 3 or not ((turns >= -1e-6).all() or (turns <= 1e-6).all()):
        return None
    outward = np.column_stack([y, -x]) / np.hypot(x, y)[:, None] * (1 if turns.sum() > 0 else -1)
    return outward, (outward * points).sum(axis=1) - _SLACK


def _beside(points: Floats, outward: Floats, reach: Floats) -> list[Floats]:
    """What of a line (n, 2) lies outside of a convex field, in pieces."""
    start, way = points[:-1], np.diff(points, axis=0)
    off, along = reach - start @ outward.T, way @ outward.T
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        at = off / along
    enters = np.where(along < 0, at, np.where((along == 0) & (off < 0), np.inf, 0.0)).max(axis=1).clip(0, 1)
    leaves = np.where(along > 0, at, 1.0).min(axis=1).clip(0, 1)
    if not (hidden := enters < leaves).any():
        return [points]
    pieces: dict[int, list[Floats]] = defaultdict(lambda: [points[:0]])
    number = 0
    for place, step, end, (first, last, inside) in zip(
        start, way, points[1:], zip(enters.tolist(), leaves.tolist(), hidden.tolist(), strict=True), strict=True
    ):
        piece = pieces[number]
        if not inside:
            piece += [place[None], end[None]]
            continue
        piece += [place[None], (place + first * step)[None]]
        number += 1
        pieces[number] += [(place + last * step)[None], end[None]]
    joined = (np.vstack(piece) for piece in pieces.values())
    return [part for part in map(_once, joined) if np.hypot(*np.ptp(part, axis=0)) > _SHORTEST]


def _once(points: Floats) -> Floats:
    """A line without points that repeat the one before."""
    again = np.concatenate([[False], (np.diff(points, axis=0) == 0).all(axis=1)])
    return np.asarray(points[~again], np.float64)
