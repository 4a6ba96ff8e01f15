"""Circles and ellipses among the drawn paths: rings around letters, balloons, targets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats, Path
from .stroke_outlines import stroke_outlines

_ROUND = 0.045  # of the radius: how far points may be off the ellipse
_ASPECT = 0.4  # the flattest ellipse that still counts: a circle seen in an isometric view has 0.58
_EQUAL = 0.97  # shorter over longer side from which on an outline may be a circle
_HAIR = 1e-6  # shares: what rounding may do
_FEWEST = 8  # points of a flattened circle


@dataclass(frozen=True, slots=True)
class Ring:
    """A closed round outline: its centre and its longer and shorter radius, in points."""

    x: float
    y: float
    radius: float
    short_radius: float
    filled: bool


def rings_of(paths: Iterable[Path], *, largest: float) -> list[Ring]:
    """Rings up to a radius of `largest` points.

    The arcs of one drawing operation are taken together, and so are strokes that lead, one after the other, back to
    where the first began.
    """
    paths = list(paths)
    groups: dict[int, list[Path]] = defaultdict(list)
    for path in paths:
        groups[path.group].append(path)
    parts = [
        (part, group[0].filled and not group[0].stroked) for group in groups.values() for part in _candidates(group)
    ]
    parts += [(outline, False) for outline in stroke_outlines(paths)]
    with np.errstate(all="ignore"):  # what lies infinitely far is no ring
        likely = np.flatnonzero(_look_round([part for part, _ in parts], largest)).tolist() if parts else []
    found = (_ring(parts[i][0], largest, filled=parts[i][1]) for i in likely)
    return [ring for ring in found if ring is not None]


def _look_round(parts: list[Floats], largest: float) -> NDArray[np.bool_]:
    """Which outlines (n) may be rings: what `_ring` asks of each, of all of them at once and a hair less strictly."""
    points = np.vstack(parts)
    counts = np.array([len(part) for part in parts])
    last = np.cumsum(counts) - 1
    twice = np.isclose(points[last - counts + 1], points[last]).all(axis=1)
    points, counts = np.delete(points, last[twice], axis=0), counts - twice
    starts, part = np.cumsum(counts) - counts, np.repeat(np.arange(len(counts)), counts)
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    extent = high - low
    offsets = points - ((high + low) / 2)[part]
    centred = offsets - (np.add.reduceat(offsets, starts) / counts[:, None])[part]
    (xx, yy), xy = np.add.reduceat(centred**2, starts).T, np.add.reduceat(centred.prod(axis=1), starts)
    turn = np.arctan2(2 * xy, xx - yy) / 2
    c, s = np.cos(turn)[part], np.sin(turn)[part]
    placed = np.column_stack([offsets[:, 0] * c + offsets[:, 1] * s, offsets[:, 1] * c - offsets[:, 0] * s])
    radii = np.maximum(np.maximum.reduceat(np.abs(placed), starts), 1e-12)
    off = np.abs(np.hypot(*(placed / radii[part]).T) - 1)
    elliptic = (radii.min(axis=1) >= (_ASPECT - _HAIR) * radii.max(axis=1)) & (
        np.maximum.reduceat(off, starts) <= 2 * _ROUND + _HAIR
    )
    elliptic &= np.add.reduceat(off, starts) / counts <= _ROUND + _HAIR
    alike = np.hypot(xx - yy, 2 * xy) <= _HAIR * (xx + yy)  # no axis is longer than another
    equal = extent.min(axis=1) >= _EQUAL * extent.max(axis=1)
    fits = (counts >= _FEWEST) & (extent.max(axis=1) <= 2 * largest) & (extent.min(axis=1) > 0)
    out: NDArray[np.bool_] = fits & (elliptic | alike | equal)
    return out


def _candidates(group: list[Path]) -> Iterable[Floats]:
    round_parts = [p.points for p in group if len(p.points) >= 3]
    yield from (p for p in round_parts if len(p) >= _FEWEST)
    if 2 <= len(round_parts) <= 4:
        yield np.vstack(round_parts)


def _ring(points: Floats, largest: float, *, filled: bool) -> Ring | None:
    if np.allclose(points[0], points[-1]):
        points = points[:-1]  # counted twice, it would tilt the axes
    extent = np.ptp(points, axis=0)
    if len(points) < _FEWEST or extent.max() > 2 * largest or extent.min() <= 0:
        return None
    centre = (points.max(axis=0) + points.min(axis=0)) / 2
    offsets = points - centre
    spread = _principal(offsets)
    if spread is None:
        return None
    radii, axes = spread
    placed = offsets @ axes / radii
    off = np.abs(np.hypot(placed[:, 0], placed[:, 1]) - 1)
    if off.max() > _ROUND * 2 or off.mean() > _ROUND or not _all_round(placed):
        return None
    return Ring(float(centre[0]), float(centre[1]), float(radii.max()), float(radii.min()), filled)


def _principal(offsets: Floats) -> tuple[Floats, Floats] | None:
    """Radii and axes of the ellipse; None when it is flatter than an isometric circle."""
    extent = np.ptp(offsets, axis=0) / 2
    equal = extent.min() >= _EQUAL * extent.max()
    if equal and np.ptp(np.hypot(offsets[:, 0], offsets[:, 1])) <= _ROUND * extent.max():
        return extent, np.eye(2)  # a circle has no axes of its own to find
    _, axes = np.linalg.eigh(np.cov(offsets.T))
    radii = np.abs(offsets @ axes).max(axis=0)
    return (radii, axes) if radii.min() >= _ASPECT * radii.max() else None


def _all_round(placed: Floats) -> bool:
    """Whether the points go all the way round: no gap wider than a quarter turn."""
    turns = np.sort(np.arctan2(placed[:, 1], placed[:, 0]))
    gaps = np.diff(np.append(turns, turns[0] + 2 * np.pi))
    return bool(gaps.max() < np.pi / 2)
