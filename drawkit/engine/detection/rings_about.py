"""Rings about letters in a picture, by the ink around these: whole ones, those that lines cross, and dashed ones.

From the middle of what may be a number one looks out in all directions; where most looks end on one circle, there is a
ring. A line that runs across, a gap of a worn copy and the gaps between dashes are what a few looks end on, or miss.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..layout.circles import Circle
from ..layout.enclosed import RADIUS
from ..picture.pixels import Ink

_LOOKS: Final = 48  # directions
_FIRST: Final = 4  # of so many one is looked along first
_AT_ONCE: Final = 256  # places that are looked about at a time: bounds the memory
_LETTER: Final = (0.4, 2.5)  # of the usual letter: how high one in a ring may be
_GAP: Final = 0.6  # of a letter's height: how near the next one of a number is
_LEVEL: Final = 0.3  # of the same: how far their middles are off one line
_ALIKE: Final = 1.6  # times: how far their heights differ
_MOST: Final = 3  # letters that stand in one ring
_HALF: Final = 0.5  # of the looks: as many end on a ring
_OFF: Final = (0.35, 0.2, 0.06)  # of the radius: how far what they end on may be off it, one after the other
_POLYGONS: Final = (3, 4, 5, 6)  # corners of what else stands around numbers: boxes, and flags of notes
_ROUND: Final = 0.045  # of the radius: how far the sides and corners of a polygon may be off it, as a wave
_LINE: Final = 1.3  # pixels that a ring's ink may be off it in any case
_WITHIN: Final = (0.82, 0.88)  # of the radius: within a ring there is paper
_GAPS: Final = (0.88, 1.42)  # of the radius: in the gaps between dashes too, as far as the corners of a box would be
_PAPER: Final = 0.4  # of that paper: so much may be ink of lines that cross, of its number, and of letters beside it
_WHOLE: Final = 0.85  # of a turn: how much of a whole ring is seen, at least
_DASHES: Final = (0.5, 3, 1 / 6)  # of a turn: how much of a dashed ring is; how many gaps, and how wide the widest


def rings_about(ink: Ink, lines: Ink, letters: NDArray[np.int32], usual: float) -> list[Circle]:
    """The rings in a picture about some of its letters, x, y, width, height (n, 4); `turn` is 1 of those not dashed.

    `ink` has 1 where something is drawn, `lines` where that is a long straight line; `usual` is the usual letter's
    height. All in pixels.
    """
    groups = _groups(letters, usual)
    found: list[Circle] = []
    most = int(np.ceil((1 + _OFF[0]) * RADIUS[1] * usual))
    free = ink & (1 - lines)
    for part in in_time(range(0, len(groups), _AT_ONCE), "rings and boxes around text"):
        some = groups[part : part + _AT_ONCE]
        some = some[_agree(_ends(free, some, _ways(_LOOKS)[::_FIRST], most))]
        ends = _ends(free, some, _ways(_LOOKS), most)
        agree = _agree(ends)
        for ring in _fitted(some[agree], ends[agree], usual).tolist():
            found += _seen(ink, Circle(*ring))
    return _apart(found)


def _groups(letters: NDArray[np.int32], usual: float) -> NDArray[np.float64]:
    """x0, top, x1, bottom of letters of a fitting height, and of each with the one or two that follow it closely."""
    boxes = np.hstack([letters[:, :2], letters[:, :2] + letters[:, 2:]]).astype(np.float64)
    tall = boxes[:, 3] - boxes[:, 1]
    boxes = boxes[(tall >= _LETTER[0] * usual) & (tall <= _LETTER[1] * usual)]
    if not len(boxes):
        return boxes
    boxes = boxes[np.argsort(boxes[:, 0], kind="stable")]
    found = [boxes]
    after = _following(boxes)
    last, group = np.arange(len(boxes)), boxes
    for _ in range(_MOST - 1):
        goes_on = after[last] >= 0
        last, group = after[last[goes_on]], group[goes_on]
        group = np.hstack([np.minimum(group[:, :2], boxes[last, :2]), np.maximum(group[:, 2:], boxes[last, 2:])])
        found.append(group)
    return np.unique(np.vstack(found), axis=0)


def _following(boxes: NDArray[np.float64]) -> NDArray[np.intp]:
    """For each box, in the order of their left sides, the next that may be a letter of the same number; else -1."""
    x0, top, x1, bottom = boxes.T
    tall, middle = bottom - top, (top + bottom) / 2
    out = np.full(len(boxes), -1)
    firsts = np.searchsorted(x0, (x0 + x1) / 2, side="right")
    ends = np.searchsorted(x0, x1 + _GAP * tall, side="right")
    for i, (first, end) in enumerate(zip(firsts.tolist(), ends.tolist(), strict=True)):
        level = np.abs(middle[first:end] - middle[i]) <= _LEVEL * tall[i]
        ratio = tall[first:end] / tall[i]
        fits = np.flatnonzero(level & (ratio <= _ALIKE) & (ratio >= 1 / _ALIKE))
        if len(fits):
            out[i] = first + fits[0]
    return out


def _ways(count: int) -> NDArray[np.float64]:
    """Unit vectors (n, 2) in all directions."""
    turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)])


def _ends(ink: Ink, groups: NDArray[np.float64], ways: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """How far (n, looks) each look out of the middle of a group of letters goes until it meets ink beyond them.

    What meets none within `most` pixels is taken to go twice as far.
    """
    middles, halves = (groups[:, :2] + groups[:, 2:]) / 2, (groups[:, 2:] - groups[:, :2]) / 2
    out_of = (halves[:, None, :] / np.maximum(np.abs(ways), 1e-9)).min(axis=2) + 1
    steps = np.arange(most + 1)
    columns = (middles[:, None, None, 0] + ways[:, 0, None] * steps).astype(np.int32)
    rows = (middles[:, None, None, 1] + ways[:, 1, None] * steps).astype(np.int32)
    met = ink[rows.clip(0, ink.shape[0] - 1), columns.clip(0, ink.shape[1] - 1)] > 0
    met &= steps >= out_of[:, :, None]
    return np.where(met.any(axis=2), met.argmax(axis=2), 2.0 * most)


def _agree(ends: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Of which groups most looks (n, looks) end about as far out."""
    middle = np.median(ends, axis=1)[:, None]
    out: NDArray[np.bool_] = (np.abs(ends - middle) <= _OFF[0] * middle).mean(axis=1) >= _HALF
    return out


def _fitted(groups: NDArray[np.float64], ends: NDArray[np.float64], usual: float) -> NDArray[np.float64]:
    """The circles (n, 3), as x, y and radius, on which most looks out of a group end (least squares, Kasa's method)."""
    middles = (groups[:, :2] + groups[:, 2:]) / 2
    points = middles[:, None] + ends[:, :, None] * _ways(_LOOKS)
    rings = np.column_stack([middles, np.median(ends, axis=1)])
    for off in _OFF:
        spokes = points - rings[:, None, :2]
        away = np.hypot(*spokes.transpose(2, 0, 1))
        on = np.abs(away - rings[:, 2:]) <= np.maximum(off * rings[:, 2:], _LINE)
        kept = on.mean(axis=1) >= _HALF
        points, spokes, rings, squared, weight = points[kept], spokes[kept], rings[kept], away[kept] ** 2, on[kept]
        terms = np.concatenate([2 * spokes, np.ones((*squared.shape, 1))], axis=2) * weight[:, :, None]
        equal = (terms * squared[:, :, None]).sum(axis=1)[..., None]
        x, y, rest = np.linalg.solve(terms.transpose(0, 2, 1) @ terms, equal)[..., 0].T
        radius = np.sqrt(np.maximum(rest + x * x + y * y, 0.0))
        rings = np.column_stack([rings[:, 0] + x, rings[:, 1] + y, radius])
        fits = (radius >= RADIUS[0] * usual) & (radius <= RADIUS[1] * usual)
        points, rings = points[fits], rings[fits]
    return rings[_are_round(points - rings[:, None, :2], rings[:, 2])]


def _are_round(spokes: NDArray[np.float64], radius: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which circles the ends of looks keep to in all directions: those on a polygon are off it with each corner."""
    off = np.hypot(*spokes.transpose(2, 0, 1)) / radius[:, None] - 1
    near = np.abs(off) <= _OFF[1]
    turns = np.arctan2(spokes[..., 1], spokes[..., 0])
    waves = np.exp(1j * turns[:, :, None] * np.array(_POLYGONS))
    share = np.abs((np.where(near, off, 0.0)[:, :, None] * waves).sum(axis=1)) / near.sum(axis=1)[:, None]
    out: NDArray[np.bool_] = (2 * share <= _ROUND).all(axis=1)
    return out


def _seen(ink: Ink, ring: Circle) -> Iterator[Circle]:
    """The ring with how much of it is drawn, if it is a thin line with paper within, whole or in dashes."""
    ways = _ways(2 * _LOOKS)
    line = max(_OFF[-1] * ring.radius, _LINE)
    on = _inked(ink, ring, ways, ring.radius - line, ring.radius + line)
    share = float(on.mean())
    is_dashed = _DASHES[0] <= share < _WHOLE and _is_dashed(on)
    within = _inked(ink, ring, ways, *(side * ring.radius for side in _WITHIN))
    if is_dashed and _inked(ink, ring, ways[~on], *(side * ring.radius for side in _GAPS)).mean() > _PAPER:
        return  # the corners of a box
    if within.mean() <= _PAPER and (share >= _WHOLE or is_dashed):
        yield Circle(ring.x, ring.y, ring.radius, share if is_dashed else 1.0)


def _inked(ink: Ink, ring: Circle, ways: NDArray[np.float64], start: float, end: float) -> NDArray[np.bool_]:
    """In which directions there is ink between two distances from a ring's middle."""
    away = np.arange(start, end + 0.5, 0.5)
    columns = (ring.x + ways[:, 0, None] * away).astype(np.intp).clip(0, ink.shape[1] - 1)
    rows = (ring.y + ways[:, 1, None] * away).astype(np.intp).clip(0, ink.shape[0] - 1)
    found: NDArray[np.bool_] = (ink[rows, columns] > 0).any(axis=1)
    return found


def _is_dashed(on: NDArray[np.bool_]) -> bool:
    """Whether the gaps in a ring are several, and none of them is wide."""
    start = int(on.argmax())
    turned = np.append(np.roll(on, -start), True)
    edges = np.flatnonzero(np.diff(turned.astype(np.int8)))
    widths = edges[1::2] - edges[::2]
    return len(widths) >= _DASHES[1] and int(widths.max()) <= _DASHES[2] * len(on)


def _apart(rings: list[Circle]) -> list[Circle]:
    """The rings, each once: it is found about each of the letters in it."""
    kept: list[Circle] = []
    for ring in sorted(rings, key=lambda r: -r.turn):
        near = (o for o in kept if np.hypot(o.x - ring.x, o.y - ring.y) <= _OFF[1] * ring.radius)
        if not any(abs(o.radius - ring.radius) <= _OFF[1] * ring.radius for o in near):
            kept.append(ring)
    return kept
