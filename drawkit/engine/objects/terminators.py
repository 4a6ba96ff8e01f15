"""Terminators (ISO 129-1, clause 5.4; ASME Y14.5, 4.3): arrow heads, filled, hollow or open, ticks, dots, origin rings.

What ends a line says more about a number beside it than the line itself: rulings of tables have no arrow heads.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..headed_lines import headed_lines_of
from ..index import BoxIndex
from ..sheet import Floats, Path
from .shelves import lead_to_shelves
from .strokes import MOST, Numbers, Strokes
from .terminator import Kind, Terminator
from .ticks import ticks_of
from .wide_pens import bars_of, discs_of

_SIZE = (0.22, 3.6)  # text heights: how long an arrow head is
_DOT = (0.08, 1.1)  # text heights: radius of a dot; programs make it as long as an arrow head, a sheet's text small
_RING = 0.7  # text heights: radius of an origin ring, at most; larger circles are holes, larger octagons nuts
_SHARP = (0.06, 1.25)  # width of an arrow head over its length
_SHARP_CARRIED = (0.06, 2.1)  # of two strokes that a line ends in: open heads have up to 90 degrees (ISO 129-1)
_ALIKE = 0.22  # share by which the two sides of an arrow head may differ
_MOST_POINTS = 140  # of the outline of an arrow head or a dot
_MEETING = 3  # strokes that end in the tip of an open head: its two and the line that carries it
_CROWDED = 8  # strokes that end in one point: more are a fan or a pattern
_CARRIES = 0.9  # times as long as the sides of an open head: the line that carries it, with the head itself
_ALONG = 0.995  # cosine between an open head and the line that carries it
_ONE_TIP = 0.3  # text heights: how far apart the tips are of two heads that are the same
_STRAIGHTER = 2e-4  # of that cosine: a degree
_ONE_WAY = 0.95  # cosine between two heads at one tip that are the same
_STEM = (0.6, 1.8)  # text heights: the line behind a head that stops at an extension line, and behind any other
_STOP = 1.4  # text heights: an extension line at a tip is longer, the bar of the sign of depth is not
_SHORT = 18.0  # text heights: from tip to tip of a line that its number, of a dozen characters, hides nearly whole
_ACROSS = 0.5  # cosine between a head and the extension line at its tip, at most
_MEET = 0.12  # text heights: ends that are this near meet
_MOST_CORNERS = 12  # of the outline of an arrow head: its back may be an arc
_FULL = 0.5  # of the triangle around it: what an outline of more than `_PLAIN` corners covers; A, V and Y cover less
_PLAIN = 6
_ROUNDED = 8  # corners of a dot or a ring at least; a large one has twice as many
_ROUNDING = 0.06  # of an outline's size: how far an arc may be off the corner that it rounds
_DOUBLE = 1e-3  # points: corners this near are one
_BACK = 0.75  # of the way from the tip to the furthest corner: what lies beyond is the back of a head
_NOTCH = 0.2  # of half its width: a corner of its back that is no further off its axis is a notch
_WIDEST = 0.95  # of its greatest width: what the back of a head has
_EVEN = 0.25  # of its width: by how much the one side of a head may be wider than the other
_ROUND = 0.12  # of the radius: how far the outline of a dot may be off its circle


def terminators_of(paths: tuple[Path, ...], strokes: Strokes, height: float) -> list[Terminator]:
    """The terminators among drawn paths, each once; `height` is the usual height of a capital letter in points."""
    fitting = _of_size(_without_headed_lines(paths), height)
    alone = [t for t in by_themselves(fitting, height, rounded=True) if t is not None]
    opened = [*_open_heads(strokes, height), *(t for t in alone if t.kind == "open")]
    found = [t for t in alone if t.kind != "open"]
    discs = (disc for disc in discs_of(fitting) if _is_dot(disc[2], height))
    found += [Terminator(x, y, (0.0, 0.0), radius, "dot") for x, y, radius in discs]
    found += _of_headed_lines(paths, height)
    bars = bars_of(fitting)
    found += ticks_of(Strokes(np.vstack([strokes.lines, bars])) if len(bars) else strokes, height, len(bars))
    return _once([*found, *opened], strokes, height)


def carried_heads_of(paths: tuple[Path, ...], strokes: Strokes, height: float) -> list[Terminator]:
    """The arrow heads that a longer line carries, each once: `V` and `▽` look the same, but no line ends in them."""
    return _once([*_open_carried(paths, strokes, height), *_closed_carried(paths, strokes, height)], strokes, height)


def _closed_carried(paths: tuple[Path, ...], strokes: Strokes, height: float) -> list[Terminator]:
    """The outlined or filled heads whose line comes from their base, or runs on to their tip."""
    outlines = [p for p in _without_headed_lines(paths) if p.closed or p.filled or len(p.points) > 3]
    found = by_themselves(_of_size(outlines, height), height, rounded=True)
    heads = [t for t in found if t is not None and t.kind == "arrow"]
    return [*_with_stems(heads, strokes, height), *_of_headed_lines(paths, height)]


def _of_headed_lines(paths: tuple[Path, ...], height: float) -> list[Terminator]:
    """The heads that are drawn in one outline with their lines."""
    heads = (head for line in headed_lines_of(paths) for head in line.heads)
    return [
        Terminator(*head.tip, head.direction, head.length, "arrow")
        for head in heads
        if _SIZE[0] * height <= head.length <= _SIZE[1] * height
    ]


def _with_stems(heads: Sequence[Terminator], strokes: Strokes, height: float) -> list[Terminator]:
    """The heads whose lines are longer than that of a sign, or go on in a shelf, or which stop at an extension line.

    The signs of depth and of run-out are arrows too, as short as a letter is high.
    """
    if not heads:
        return []
    stems, stop = _stems(heads, strokes, height), _stop(heads, strokes, height)
    carried = stems >= np.where(stop | lead_to_shelves(heads, strokes, height), *_STEM) * height
    ends = np.flatnonzero((stems > 0) & stop)
    carried[_facing_away([heads[i] for i in ends.tolist()], ends, ~carried[ends], height)] = True
    return [head for head, is_carried in zip(heads, carried, strict=True) if is_carried]


def _facing_away(heads: Sequence[Terminator], numbers: Numbers, asked: NDArray[np.bool_], height: float) -> Numbers:
    """The numbers of those asked for that are an end of a line of which its number leaves hardly anything."""
    tips = np.array([(t.x, t.y) for t in heads]).reshape(-1, 2)
    ways = np.array([t.direction for t in heads]).reshape(-1, 2)
    sizes = np.array([t.size for t in heads])
    meet, far = _MEET * height, tips - ways * _SHORT * height
    boxes = np.hstack([np.minimum(tips, far) - meet, np.maximum(tips, far) + meet])
    one, other = BoxIndex(np.hstack([tips, tips])).pairs(boxes[asked])
    one = np.flatnonzero(asked)[one]
    to, way = tips[one] - tips[other], ways[one]
    back, across = (to * way).sum(axis=1), np.abs(to[:, 1] * way[:, 0] - to[:, 0] * way[:, 1])
    opposed = (way * ways[other]).sum(axis=1) < -_ALONG
    fits = opposed & (across <= meet) & (back > 2 * sizes[one]) & (back <= _SHORT * height)
    found: Numbers = numbers[np.unique(one[fits])]
    return found


def _stems(heads: Sequence[Terminator], strokes: Strokes, height: float) -> Floats:
    """How far the line of each head runs behind it, 0 where none does: it ends at the base, at the tip, or beyond.

    A line between two heads that face each other from outside is often drawn through both (ISO 129-1, 5.4).
    """
    bases, ways = np.array([t.base for t in heads]), np.array([t.direction for t in heads])
    meet = _MEET * height
    asked, met = strokes.bodies.pairs(np.hstack([bases - meet, bases + meet]), MOST)
    base, way = bases[asked], ways[asked]
    off = base - strokes.lines[met, :2]
    across = np.abs(off[:, 0] * way[:, 1] - off[:, 1] * way[:, 0])
    along = np.abs((strokes.ways(met, np.ones(len(met), np.intp)) * way).sum(axis=1)) > _ALONG
    behind = np.max([((base - strokes.lines[met, k : k + 2]) * way).sum(axis=1) for k in (0, 2)], axis=0)
    fits = along & (across <= meet)
    out = np.zeros(len(heads))
    np.maximum.at(out, asked[fits], behind[fits])
    return out


def _stop(heads: Sequence[Terminator], strokes: Strokes, height: float) -> NDArray[np.bool_]:
    """Whether a long line runs across at each head's tip: the extension line at which it stops."""
    tips, ways = np.array([(t.x, t.y) for t in heads]), np.array([t.direction for t in heads])
    asked, met = strokes.bodies.pairs(np.hstack([tips - _MEET * height, tips + _MEET * height]))
    way = strokes.ways(met, np.ones(len(met), np.intp))
    across = (np.abs((way * ways[asked]).sum(axis=1)) < _ACROSS) & (strokes.lengths[met] > _STOP * height)
    found: NDArray[np.bool_] = np.bincount(asked[across], minlength=len(heads)) > 0
    return found


def _open_carried(paths: tuple[Path, ...], strokes: Strokes, height: float) -> list[Terminator]:
    single = tuple(p for p in paths if len(p.points) == 3 and p.stroked and not p.filled and not p.closed)
    alone = [t for t in by_themselves(_of_size(single, height), height) if t is not None and t.kind == "open"]
    tips = np.array([(t.x, t.y) for t in alone]).reshape(-1, 2)
    asked, met, end = strokes.ending_near(tips, 0.5 * _MEET * height)
    ways, sizes = np.array([t.direction for t in alone]).reshape(-1, 2), np.array([t.size for t in alone])
    fits = ((strokes.ways(met, end) * ways[asked]).sum(axis=1) > _ALONG) & (strokes.lengths[met] > sizes[asked])
    found = [alone[i] for i in np.unique(asked[fits])]
    return _with_stems([*_open_heads(strokes, height), *found], strokes, height)


def _without_headed_lines(paths: tuple[Path, ...]) -> list[Path]:
    """The paths but those that are lines with heads of their own: a short one as a whole looks like a head, too."""
    lines = {line.path for line in headed_lines_of(paths)}
    return [path for path in paths if path not in lines]


def _of_size(paths: Sequence[Path], height: float) -> list[Path]:
    """The paths with few points that are neither smaller nor larger than a terminator."""
    few = [path for path in paths if 3 <= len(path.points) <= _MOST_POINTS]
    if not few:
        return []
    points = np.vstack([path.points for path in few])
    starts = np.concatenate([[0], np.cumsum([len(path.points) for path in few])[:-1]])
    extent = (np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts)).max(axis=1)
    fits = (extent >= 2 * _DOT[0] * height) & (extent <= _SIZE[1] * height)
    return [few[i] for i in np.flatnonzero(fits)]


def _once(found: list[Terminator], strokes: Strokes, height: float) -> list[Terminator]:
    """Each once, the first of those at one tip that point one way: heads are often drawn as an outline and filled.

    Of an open head the line between its sides may be drawn in one go with one of them, as if both were the head; and
    the half of a head that is filled in halves points aside. The line that carries a head tells which it is.
    """
    out: list[Terminator] = []
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    reach = _ONE_TIP * height
    for t in found:
        column, row = math.floor(t.x / reach), math.floor(t.y / reach)
        near = (k for c in (-1, 0, 1) for r in (-1, 0, 1) for k in places.get((column + c, row + r), ()))
        same = next((k for k in near if _is_same(t, out[k], reach)), None)
        if same is None:
            places[column, row].append(len(out))
            out.append(t)
        elif t.direction != out[same].direction and (out[same].kind, t.kind) == ("arrow", "open"):
            straighter = _aligned(t, strokes, height) > _aligned(out[same], strokes, height) + _STRAIGHTER
            out[same] = replace(t, kind="arrow") if straighter else out[same]
    return out


def _aligned(head: Terminator, strokes: Strokes, height: float) -> float:
    """The cosine between a head and the stroke along which its base lies best."""
    (x, y), meet = head.base, _MEET * height
    met = strokes.bodies.near((x - meet, y - meet, x + meet, y + meet))
    met = met[strokes.lengths[met] >= _STEM[0] * height]
    along = np.abs(strokes.ways(met, np.ones(len(met), np.intp)) @ head.direction)
    return float(along.max(initial=0.0))


def _is_same(one: Terminator, other: Terminator, reach: float) -> bool:
    """Whether two have one tip, `reach` apart at most, and point one way."""
    (a, b), (c, d) = one.direction, other.direction
    one_way = one.direction == other.direction or a * c + b * d > _ONE_WAY
    return one_way and math.hypot(one.x - other.x, one.y - other.y) <= reach


def by_themselves(paths: Sequence[Path], height: float, *, rounded: bool = False) -> list[Terminator | None]:
    """For each path the terminator that it draws by itself: an arrow head, a dot or a ring; None where it draws none.

    Where corners may be `rounded`, so may be those of heads: a pen with a round tip draws them. A tessellated sheet has
    tens of thousands of small outlines: they are looked at all at once.
    """
    out: list[Terminator | None] = [None] * len(paths)
    if not paths:
        return out
    corners, count, gap = _corners(paths)
    meet = np.array([p.closed or p.filled for p in paths]) | (gap < _MEET * height)
    few = (count >= 3) & (count <= _MOST_CORNERS)
    closed, opened = np.flatnonzero(few & meet), np.flatnonzero((count == 3) & ~meet)
    ends = np.cumsum(count)
    found: tuple[tuple[Kind, Numbers, _Heads], ...] = (
        ("arrow", closed, _arrows(_in_rows(corners, ends, count, closed), height)),
        ("open", opened, _open_arrows(_in_rows(corners, ends, count, opened), height)),
    )
    if rounded:
        many = np.flatnonzero((count > _MOST_CORNERS) & meet)
        plain, numbers = _without_rounding([paths[i].points for i in many.tolist()], many)
        found = (*found, ("arrow", numbers, _arrows(plain, height)))
    for kind, numbers, (fits, tips, ways, sizes) in found:
        for i in np.flatnonzero(fits).tolist():
            tip, way = complex(tips[i]), complex(ways[i])
            out[numbers[i]] = Terminator(tip.real, tip.imag, (way.real, way.imag), float(sizes[i]), kind)
    for i in np.flatnonzero(count >= _ROUNDED).tolist():
        mine = corners[ends[i] - count[i] : ends[i]]
        out[i] = _dot(paths[i], np.column_stack([mine.real, mine.imag]), height) or out[i]
    return out


def _corners(paths: Sequence[Path]) -> tuple[NDArray[np.complex128], Numbers, Floats]:
    """The points of all paths, x + iy, without doubles in a row; how many each has, and how far its ends are apart."""
    points = np.vstack([path.points for path in paths])
    places = points[:, 0] + 1j * points[:, 1]
    sizes = np.array([len(path.points) for path in paths])
    starts = np.cumsum(sizes) - sizes
    kept = np.concatenate([[True], np.abs(np.diff(places)) > _DOUBLE])
    kept[starts] = True
    number = np.repeat(np.arange(len(paths)), sizes)[kept]
    corners = places[kept]
    count = np.bincount(number, minlength=len(paths))
    first, last = np.cumsum(count) - count, np.cumsum(count) - 1
    again = last[(count > 1) & (np.abs(corners[first] - corners[last]) <= _DOUBLE)]
    count[number[again]] -= 1
    gap = np.abs(places[starts] - places[starts + sizes - 1])
    return np.delete(corners, again), count, gap


def _without_rounding(outlines: Sequence[Floats], numbers: Numbers) -> tuple[NDArray[np.complex128], Numbers]:
    """The corners of outlines without the arcs that round them, as `_in_rows`; the numbers of those with few."""
    rows, kept = [], []
    for points, number in zip(outlines, numbers.tolist(), strict=True):
        size = np.ptp(points, axis=0).max()
        corners = cv2.approxPolyDP(points.astype(np.float32), _ROUNDING * size, closed=True)[:, 0].astype(float)
        if 3 <= len(corners) <= _MOST_CORNERS:
            row = np.full(_MOST_CORNERS, np.nan, np.complex128)
            row[: len(corners)] = corners[:, 0] + 1j * corners[:, 1]
            rows.append(row)
            kept.append(number)
    return np.array(rows).reshape(-1, _MOST_CORNERS), np.array(kept, np.intp)


def _in_rows(corners: NDArray[np.complex128], ends: Numbers, count: Numbers, chosen: Numbers) -> NDArray[np.complex128]:
    """The corners of the chosen paths, one path a row of `_MOST_CORNERS`, filled with NaN."""
    place = np.arange(_MOST_CORNERS)
    within = place < count[chosen, None]
    at = np.minimum((ends - count)[chosen, None] + place, max(len(corners) - 1, 0))
    return np.where(within, corners[at], np.nan)


_Heads: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.complex128], NDArray[np.complex128], Floats]
"""Which outlines are heads; where their tips are, x + iy; which way they point; how long they are."""


def _arrows(corners: NDArray[np.complex128], height: float) -> _Heads:
    """Which small outlines are the same on both sides of an axis and widest at their end: one a row, as `_in_rows`."""
    if not len(corners):
        return np.zeros(0, bool), corners[:, 0], corners[:, 0], np.zeros(0)
    middle = np.nanmean(corners, axis=1, keepdims=True)
    tip = np.take_along_axis(corners, np.nanargmax(np.abs(corners - middle), axis=1)[:, None], axis=1)
    away = np.abs(corners - tip)
    away[~(away > _DOUBLE)] = np.nan
    furthest = np.nanmax(away, axis=1, keepdims=True)
    aside = np.abs(((corners - tip) * (tip - middle).conj()).imag)
    far = away > _BACK * furthest
    back = far & (aside > _NOTCH * np.nanmax(aside, axis=1, keepdims=True))
    fits = back.sum(axis=1) >= 2
    back[~fits] = far[~fits]
    ends = np.where(back, away, np.nan)
    fits &= np.nanmax(ends, axis=1) - np.nanmin(ends, axis=1) <= _ALIKE * furthest[:, 0]
    base = np.nanmean(np.where(back, corners, np.nan), axis=1, keepdims=True)
    length = np.abs(tip - base)
    fits &= length[:, 0] >= max(_SIZE[0] * height, 1e-6)
    axis = (tip - base) / np.maximum(length, 1e-6)
    side = np.where(np.isnan(away), np.nan, ((corners - tip) * axis.conj()).imag)
    low, high = np.nanmin(side, axis=1), np.nanmax(side, axis=1)
    width, long = high - low, length[:, 0]
    fits &= (np.abs(high + low) <= _EVEN * width) & (width >= _SHARP[0] * long) & (width <= _SHARP[1] * long)
    fits &= np.nanmax(np.where(back, np.abs(side), 0.0), axis=1) >= _WIDEST * np.maximum(high, -low)
    many = np.isfinite(corners).sum(axis=1) > _PLAIN
    fits &= ~many | (_areas(corners) >= _FULL * width * long / 2)
    return fits, tip[:, 0], axis[:, 0], long


def _areas(corners: NDArray[np.complex128]) -> Floats:
    """What outlines cover, one a row of corners, filled with NaN."""
    places = np.where(np.isnan(corners), corners[:, :1], corners)
    after = np.roll(places, -1, axis=1)
    out: Floats = np.abs((places.conj() * after).imag.sum(axis=1)) / 2
    return out


def _open_arrows(corners: NDArray[np.complex128], height: float) -> _Heads:
    """Which paths are two short strokes that meet at a point: the second of the corners in their row."""
    first, tip, last = (np.column_stack([corners[:, k].real, corners[:, k].imag]) for k in range(3))
    fits, ways, sizes = _heads(tip, first, last, height, _SHARP)
    return fits, corners[:, 1], ways[:, 0] + 1j * ways[:, 1], sizes


def _heads(
    tips: Floats, ones: Floats, others: Floats, height: float, sharp: tuple[float, float]
) -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Which pairs of strokes from tips (n, 2) to two points each are open heads, which way these point, how long."""
    a, b = ones - tips, others - tips
    sides = np.stack([np.hypot(*a.T), np.hypot(*b.T)])
    long, short = sides.max(axis=0), sides.min(axis=0)
    base = (a + b) / 2
    length, width = np.hypot(*base.T), np.hypot(*(a - b).T)
    fits = (long >= _SIZE[0] * height) & (long <= _SIZE[1] * height) & (short >= (1 - _ALIKE) * long)
    fits &= (length >= 1e-6) & (width >= sharp[0] * length) & (width <= sharp[1] * length)
    return fits, -base / np.maximum(length, 1e-6)[:, None], length


def _dot(path: Path, corners: Floats, height: float) -> Terminator | None:
    low, high = corners.min(axis=0), corners.max(axis=0)
    centre, radius = (low + high) / 2, float((high - low).mean() / 2)
    large = radius > _RING * height
    if not _is_dot(radius, height) or (large and (not path.filled or len(corners) < 2 * _ROUNDED)):
        return None
    off = np.abs(np.hypot(*(corners - centre).T) - radius)
    if off.max() > _ROUND * radius:
        return None
    return Terminator(float(centre[0]), float(centre[1]), (0.0, 0.0), radius, "dot" if path.filled else "ring")


def _is_dot(radius: float, height: float) -> bool:
    return _DOT[0] * height <= radius <= _DOT[1] * height


def _open_heads(strokes: Strokes, height: float) -> list[Terminator]:
    """Pairs of short strokes, alike in length, that meet at the end of a longer line and lie along it, the best first.

    A line whose first piece is as long as they are makes pairs with either, which point beside it.
    """
    lengths, slack = strokes.lengths, 0.5 * _MEET * height
    short = np.flatnonzero((lengths >= _SIZE[0] * height) & (lengths <= _SIZE[1] * height))
    stroke, side = np.repeat(short, 2), np.tile([0, 1], len(short))
    tips = strokes.end(stroke, side)
    asked, other, end = strokes.ending_near(tips, slack)
    meeting = np.bincount(asked, minlength=len(tips))[asked]
    some = (meeting >= _MEETING) & (meeting <= _CROWDED)
    whole = np.zeros(len(asked))
    whole[some] = _drawn_on(strokes, other[some], 1 - end[some], slack)
    longer = whole > _CARRIES * lengths[stroke[asked]]
    carried = np.zeros(len(tips), bool)
    carried[asked[longer]] = True
    is_short = np.zeros(len(lengths), bool)
    is_short[short] = True
    pairs = carried[asked] & is_short[other] & (other > stroke[asked])
    ends = strokes.lines.reshape(-1, 2)
    at, tip = asked[pairs], tips[asked[pairs]]
    one, two = ends[2 * stroke[at] + 1 - side[at]], ends[2 * other[pairs] + 1 - end[pairs]]
    fits, ways, sizes = _heads(tip, one, two, height, _SHARP_CARRIED)
    found: list[tuple[float, Terminator]] = []
    for number in np.flatnonzero(fits).tolist():
        first, last = np.searchsorted(asked, [at[number], at[number] + 1])
        mine = np.flatnonzero(longer[first:last]) + first
        along = float((strokes.ways(other[mine], end[mine]) @ ways[number]).max())
        if along > _ALONG:
            (x, y), (dx, dy) = tip[number].tolist(), ways[number].tolist()
            found.append((along, Terminator(x, y, (dx, dy), float(sizes[number]), "open")))
    return [head for _, head in sorted(found, key=lambda f: -f[0])]


def _drawn_on(strokes: Strokes, numbers: Numbers, ends: Numbers, slack: float) -> Floats:
    """How long strokes are with the piece that goes straight on at these ends: a head may bring a stem of its own."""
    lengths = strokes.lengths[numbers]
    asked, met, end = strokes.ending_near(strokes.end(numbers, ends), slack)
    on = (strokes.ways(numbers[asked], ends[asked]) * strokes.ways(met, end)).sum(axis=1) < -_ALONG
    further = np.zeros(len(numbers))
    np.maximum.at(further, asked[on], strokes.lengths[met[on]])
    out: Floats = lengths + further
    return out
