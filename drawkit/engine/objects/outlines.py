"""Which of many outlines may be arrow heads, dots or rings, all looked at at once: pages draw tens of thousands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats, Path

Flags = NDArray[np.bool_]
Places = NDArray[np.complex128]

_APART = 1e-3  # points: corners nearer than this are one
_FEWEST, _MOST = 3, 6  # corners of an arrow head
_ROUND = 8  # corners of a dot or ring at least
_FAR = 0.75  # of the way from the tip to the furthest corner: the corners of the base are further off
_SLACK = 1e-6  # share by which rounding may differ between one outline and many at once


@dataclass(frozen=True, slots=True)
class Limits:
    """What terminators measure: the radius of a dot and the length of a head in points, and shares of these."""

    radius: tuple[float, float]
    off: float
    """Of the radius: how far an outline may be off its circle."""
    length: float
    alike: float
    """Of the longer side of a head: by how much the other may be shorter."""
    lean: float
    """Of the width of a head: how unequal its two halves may be."""
    sharp: tuple[float, float]
    """Width over length of a head."""
    gap: float
    """Points within which the ends of an open outline meet."""


def may_end_lines(paths: Sequence[Path], limits: Limits) -> Flags:
    """For each path whether it may be a terminator by itself; what is none for certain is told so."""
    if not paths:
        return np.zeros(0, np.bool_)
    corners, counts, ends_meet = _corners(paths, limits.gap)
    starts = np.cumsum(counts) - counts
    heads = (counts >= _FEWEST) & (counts <= _MOST) & ends_meet
    out: Flags = (counts == _FEWEST) & ~ends_meet
    if heads.any():
        place = starts[heads][:, None] + np.arange(_MOST)
        there = np.arange(_MOST) < counts[heads][:, None]
        out[heads] = _are_heads(corners[np.where(there, place, starts[heads][:, None])], there, limits)
    dots = counts >= _ROUND
    if dots.any():
        out[dots] = _are_round(corners[np.repeat(dots, counts)], counts[dots], limits)
    return out


def _corners(paths: Sequence[Path], gap: float) -> tuple[Places, NDArray[np.intp], Flags]:
    """The corners of all paths without doubles, how many each has, and whether its ends meet."""
    points = np.vstack([path.points for path in paths]).astype(float)
    places: Places = points[:, 0] + 1j * points[:, 1]
    sizes = np.array([len(path.points) for path in paths])
    first = np.cumsum(sizes) - sizes
    last = first + sizes - 1
    kept = np.abs(np.diff(places, prepend=places[:1])) > _APART
    kept[first] = True
    counts = np.add.reduceat(kept.astype(np.intp), first)
    owners = np.repeat(np.arange(len(paths)), sizes)
    final = np.zeros(len(paths), np.intp)
    final[owners[kept]] = np.flatnonzero(kept)  # the last one of each stays
    doubled = (counts > 1) & (np.abs(places[final] - places[first]) <= _APART)
    kept[final[doubled]] = False
    closed = np.array([path.closed or path.filled for path in paths], np.bool_)
    return places[kept], counts - doubled, closed | (np.abs(places[first] - places[last]) < gap)


def _are_heads(corners: Places, there: Flags, limits: Limits) -> Flags:
    """Whether outlines (n, 6) may be the same on both sides of an axis and widest at its end."""
    counts = there.sum(axis=1)
    middle = np.where(there, corners, 0).sum(axis=1) / counts
    out = np.where(there, np.abs(corners - middle[:, None]), -1.0)
    tips = out >= out.max(axis=1, keepdims=True) * (1 - _SLACK)
    found = np.zeros(len(corners), np.bool_)
    for tip in range(_MOST):
        at = np.flatnonzero(tips[:, tip])
        found[at] |= _point_at(corners[at], there[at], corners[at, tip], limits)
    return found


def _point_at(corners: Places, there: Flags, tips: Places, limits: Limits) -> Flags:
    """Whether outlines may be heads with these tips."""
    away = np.where(there, np.abs(corners - tips[:, None]), 0.0)
    others = away > _APART
    furthest = away.max(axis=1)
    back = others & (away > _FAR * furthest[:, None])
    count = back.sum(axis=1)
    nearest = np.where(back, away, np.inf).min(axis=1)
    base = np.where(back, corners, 0).sum(axis=1) / np.maximum(count, 1)
    length = np.abs(tips - base)
    axis = (tips - base) / np.maximum(length, 1e-9)
    way = corners - tips[:, None]
    side = way.imag * axis.real[:, None] - way.real * axis.imag[:, None]
    low, high = np.where(others, side, np.inf).min(axis=1), np.where(others, side, -np.inf).max(axis=1)
    width, slack = high - low, _SLACK * furthest
    fits: Flags = (count >= 2) & (furthest - nearest <= limits.alike * furthest + slack)
    fits &= (length + slack >= limits.length) & (np.abs(high + low) <= limits.lean * width + slack)
    fits &= (limits.sharp[0] * length <= width + slack) & (width <= limits.sharp[1] * length + slack)
    return fits


def _are_round(corners: Places, counts: NDArray[np.intp], limits: Limits) -> Flags:
    """Whether outlines of many corners, one after the other, may be circles of a dot's size."""
    first = np.cumsum(counts) - counts
    points: Floats = np.column_stack([corners.real, corners.imag])
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    centre, radius = (low + high) / 2, (high - low).mean(axis=1) / 2
    off = np.abs(np.hypot(*(points - np.repeat(centre, counts, axis=0)).T) - np.repeat(radius, counts))
    worst, slack = np.maximum.reduceat(off, first), _SLACK * radius
    sized = (radius + slack >= limits.radius[0]) & (radius <= limits.radius[1] + slack)
    fits: Flags = sized & (worst <= limits.off * radius + slack)
    return fits
