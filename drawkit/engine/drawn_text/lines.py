"""Strokes among drawn letters that are none: dimension lines with their heads, extension lines, leaders, underlines."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..connected import connected
from ..index import BoxIndex, boxes_of
from ..objects.terminator import Terminator
from ..sheet import Floats
from .shapes import Shape

Numbers = NDArray[np.intp]

_LONG: Final = 1.8  # times the page's usual letter: no stroke of a letter of that size is as long
_LONGER: Final = 2.0  # times the shapes beside a stroke: letters as large as the stroke is long stand beside their like
_LONGER_ARC: Final = 1.1  # times the largest letter beside it: no letter has a flat arc
_ARC: Final = 4  # points of an arc at least
_FLAT: Final = 0.055  # of its chord: how high an arc rises at most; brackets rise higher
_BESIDE: Final = 0.5  # of the usual letter: how far what stands beside a stroke may be off
_LETTER: Final = 2.0  # of the usual letter: within it lie all pieces of the letters beside a stroke
_MEET: Final = 0.05  # of the usual letter: pieces of one letter are nearer
_PIECE: Final = 0.8  # of a stem's length: what is longer is no piece of its letter
_APART: Final = 0.15  # of its length: how far apart pieces meet it, and one of them from its ends
_LEVEL: Final = 0.05  # of a stroke's length: how far off its ends those of the figures beside a 1 are
_SLIM, _WIDE = 0.3, 0.9  # of the same: how wide these figures are (ISO 3098-1)
_NEXT: Final = 1.25  # of the same: how far off the next one is, a point between them
_FEWEST: Final = 2  # shapes beside a stroke that tell
_HEAD: Final = 0.7  # width of half an open arrow head over its length, and a little
_SLACK: Final = 0.15  # of a head's length
_PART: Final = 0.6  # of a head's length: what is shorter is none of its sides
_CORNERS: Final = 7  # points of an outlined head at most
_BENT: Final = 3  # points of a line with its shelf, at least
_EXTENSION: Final = 1.5  # times the page's usual letter: what runs across a tip and is shorter may be a letter's
_ASLANT: Final = 0.5  # cosine between a head and the extension line at its tip, at most


def without_lines(shapes: Sequence[Shape], usual: float) -> list[Shape]:
    """The shapes without the straight strokes and the flat arcs that are longer than the letters beside them.

    An angle's dimension line is such an arc, parted by its value. `usual` is the height of the page's usual letter in
    points; large letters have strokes that are longer, but they stand beside letters as large as themselves.
    """
    straight = np.array([len(s.paths) == 1 and len(s.paths[0].points) == 2 for s in shapes], np.bool_)
    boxes = boxes_of(s.box for s in shapes)
    sizes = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    may_be_arc = ~straight & (np.hypot(*(boxes[:, 2:] - boxes[:, :2]).T) > _LONG * usual)
    chords = {i: _chord_of_arc(shapes[i]) for i in np.flatnonzero(may_be_arc).tolist()}
    arcs = [i for i, chord in chords.items() if chord > _LONG * usual]
    straight[arcs], sizes[arcs] = True, [chords[i] for i in arcs]
    is_long = straight & (sizes > _LONG * usual)
    is_long[is_long] = _has_free_end(shapes, np.flatnonzero(is_long), _MEET * usual)
    long = np.flatnonzero(is_long)
    if not len(long) or is_long.all():
        return list(shapes)
    rest = boxes[~is_long]
    reach = np.maximum(_LETTER * usual, (_NEXT + _WIDE) * sizes[long])[:, None]
    near = np.unique(BoxIndex(rest).pairs(_grown(boxes[long], reach))[1])
    pieces = rest[near]
    home, extents = _joined(pieces, _MEET * usual)
    asked, met = BoxIndex(pieces).pairs(_grown(boxes[long], _BESIDE * usual))
    beside = np.unique(np.column_stack([asked, home[met]]), axis=0)
    heights = {int(long[i]): height for i, height in _usual_beside(beside, extents)}
    lines = {i for i, height in heights.items() if sizes[i] > _LONGER * height}
    lines -= {*arcs}
    lines -= _stems(shapes, boxes, sorted(lines), _MEET * usual)
    lines -= _ones(shapes, sorted(lines), np.flatnonzero(~is_long)[near], home)
    lines |= {*arcs} & _longer_than_letters(sizes, long[beside[:, 0]], extents[beside[:, 1]])
    return [s for i, s in enumerate(shapes) if i not in lines]


def _longer_than_letters(sizes: Floats, strokes: Numbers, heights: Floats) -> set[int]:
    """Which strokes are longer than the letters beside them; `heights` are those of what stands beside each.

    What is larger than the stroke is no letter beside it but the geometry that it ends at.
    """
    letters = heights < sizes[strokes]
    largest = np.zeros(len(sizes))
    np.maximum.at(largest, strokes[letters], heights[letters])
    return {int(i) for i in np.unique(strokes[letters]) if sizes[i] > _LONGER_ARC * largest[i]}


def _chord_of_arc(shape: Shape) -> float:
    """The length between the ends of a stroke that is a flat arc; 0 for any other shape, such as a bracket."""
    if len(shape.paths) != 1 or shape.paths[0].filled or shape.paths[0].closed:
        return 0.0
    points = shape.paths[0].points
    along = points[-1] - points[0]
    chord = math.hypot(*along.tolist())
    if len(points) < _ARC or chord == 0:
        return 0.0
    off = (points[1:-1] - points[0]) @ np.array([-along[1], along[0]]) / chord
    one_sided = off.min() > 0 or off.max() < 0
    return chord if one_sided and np.abs(off).max() <= _FLAT * chord else 0.0


def _ones(shapes: Sequence[Shape], numbers: Sequence[int], pieces: Numbers, home: Numbers) -> set[int]:
    """Which of these strokes are a 1, or its stem: the figures beside them begin and end where they do.

    `home` has for each of the `pieces`, shapes by number, the letter that it belongs to.
    """
    whole: dict[int, list[Floats]] = defaultdict(list)
    for piece, letter in zip(pieces.tolist(), home.tolist(), strict=True):
        whole[letter] += [path.points for path in shapes[piece].paths]
    letters = [np.concatenate(points) for points in whole.values()]
    index = BoxIndex(np.array([[*points.min(0), *points.max(0)] for points in letters]).reshape(-1, 4))
    out = set()
    for number in numbers:
        stroke = shapes[number]
        near = index.near(tuple(_grown(np.array(stroke.box), _NEXT * stroke.size).tolist()))
        if any(_is_figure_beside(stroke.paths[0].points, letters[i]) for i in near):
            out.add(number)
    return out


def _is_figure_beside(stroke: Floats, letter: Floats) -> bool:
    """Whether a letter of these points stands beside a stroke, as high as that is long and level with it."""
    way = stroke[1] - stroke[0]
    length = float(np.hypot(*way))
    off = (letter - stroke[0]) / length
    along, across = off @ way / length, off @ np.array([-way[1], way[0]]) / length
    level = max(abs(along.min()), abs(along.max() - 1)) <= _LEVEL
    apart = max(across.min(), -across.max())
    return bool(level and _SLIM <= np.ptp(across) <= _WIDE and 0 < apart <= _NEXT)


def _stems(shapes: Sequence[Shape], boxes: NDArray[np.float64], numbers: Sequence[int], gap: float) -> set[int]:
    """Which of these strokes are stems of letters such as F and f, which fonts of single strokes draw piece by piece.

    Shorter pieces meet a stem in several places, not at its ends alone; the sides of arrow heads meet their line there.
    """
    if not numbers:
        return set()
    asked, met = BoxIndex(boxes).pairs(_grown(boxes[np.array(numbers)], gap))
    out = set()
    for place, number in enumerate(numbers):
        start, end = shapes[number].paths[0].points
        length = float(np.hypot(*(end - start)))
        pieces = [shapes[i] for i in met[asked == place].tolist() if i != number]
        at = [place for s in pieces if s.size <= _PIECE * length for place in _meeting(s, start, end, gap)]
        inner = [place for place in at if _APART * length <= place <= (1 - _APART) * length]
        if inner and max(at) - min(at) >= _APART * length:
            out.add(number)
    return out


def _meeting(shape: Shape, start: Floats, end: Floats, gap: float) -> list[float]:
    """How far along a stroke a piece of one path meets or crosses it; at most once, nowhere if it does not."""
    if len(shape.paths) != 1:
        return []
    length = float(np.hypot(*(end - start)))
    way = (end - start) / max(length, 1e-9)
    off = shape.paths[0].points - start
    along, across = off @ way, off @ np.array([-way[1], way[0]])
    on = (np.abs(across) <= gap) & (along >= -gap) & (along <= length + gap)
    if on.all():  # it lies along the stroke
        return []
    if on.any():
        return [float(along[on].mean())]
    crosses = across.min() < 0 < across.max()
    middle = float(along.mean())
    return [middle] if crosses and 0 <= middle <= length else []


def _has_free_end(shapes: Sequence[Shape], numbers: Numbers, gap: float) -> NDArray[np.bool_]:
    """For some of the shapes whether one of their ends meets no end of another: sides of an outline meet at both."""
    ends = np.array([end for s in shapes for end in (s.paths[0].points[0], s.paths[0].points[-1])])
    own = np.stack([2 * numbers, 2 * numbers + 1], axis=1).reshape(-1)
    asked, met = BoxIndex(np.hstack([ends, ends])).pairs(np.hstack([ends[own] - gap, ends[own] + gap]))
    others = np.bincount(asked[met // 2 != own[asked] // 2], minlength=len(own)).reshape(-1, 2)
    out: NDArray[np.bool_] = (others == 0).any(axis=1)
    return out


def _grown(boxes: NDArray[np.float64], margin: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """The boxes (n, 4), larger by a margin all around, or each by its own (n, 1)."""
    out: NDArray[np.float64] = boxes + margin * np.array([-1, -1, 1, 1])
    return out


def _usual_beside(beside: Numbers, extents: NDArray[np.float64]) -> list[tuple[int, float]]:
    """For each stroke with letters beside it, the size of these by their extent: points and commas count little.

    `beside` (n, 2) has the number of the stroke and that of the letter, in order.
    """
    out = []
    starts = np.flatnonzero(np.diff(beside[:, 0], prepend=-1))
    for part in np.split(beside, starts[1:]) if len(beside) else []:
        if len(part) >= _FEWEST:
            sizes = np.sort(extents[part[:, 1]])
            out.append((int(part[0, 0]), float(sizes[np.searchsorted(sizes.cumsum(), sizes.sum() / 2)])))
    return out


def _joined(boxes: NDArray[np.float64], gap: float) -> tuple[Numbers, NDArray[np.float64]]:
    """Pieces whose boxes (n, 4) meet make one letter: which letter each belongs to, and how large each letter is."""
    one, other = BoxIndex(boxes).pairs(_grown(boxes, gap))
    home = connected(one, other, len(boxes))
    low, high = boxes[:, :2].copy(), boxes[:, 2:].copy()
    np.minimum.at(low, home, boxes[:, :2])
    np.maximum.at(high, home, boxes[:, 2:])
    return home, (high - low).max(axis=1)


def without_dimension_lines(
    shapes: Sequence[Shape], heads: Sequence[Terminator], shelves: Floats, usual: float
) -> list[Shape]:
    """The shapes without these arrow heads, their lines and shelves (n, 4), and the extension lines where they stop.

    `usual` is the height of the page's usual letter in points. A number between its arrows is no piece of them, nor is
    one beside its leader.
    """
    simple = [i for i, s in enumerate(shapes) if len(s.paths) == 1 and len(s.paths[0].points) <= _CORNERS]
    if not heads or not simple:
        return list(shapes)
    index = BoxIndex(boxes_of(shapes[i].box for i in simple))
    ends = {ends for line in shelves for ends in (_ends(line.reshape(2, 2)), _ends(line.reshape(2, 2)[::-1]))}
    gone = {i for i in simple if len(shapes[i].paths[0].points) == 2 and _ends(shapes[i].paths[0].points) in ends}
    for head in heads:
        near = (simple[i] for i in index.near(_around(head)))
        gone.update(i for i in near if _is_part(shapes[i], head, usual) or _is_bent(shapes[i], head, ends))
    return [s for i, s in enumerate(shapes) if i not in gone]


def _ends(points: Floats) -> tuple[float, ...]:
    """What tells a stroke from others: where it begins and ends, to a hundredth of a point."""
    return tuple(points.round(2).ravel().tolist())


def _around(head: Terminator) -> tuple[float, float, float, float]:
    (x, y), reach = head.base, _HEAD * head.size
    return min(x, head.x) - reach, min(y, head.y) - reach, max(x, head.x) + reach, max(y, head.y) + reach


def _is_part(shape: Shape, head: Terminator, usual: float) -> bool:
    """Whether a shape is a head's outline or a side of it, its line, or the extension line at its tip."""
    if head.kind == "tick":
        return _passes_tick(shape, head, usual)
    (dx, dy), size = head.direction, head.size
    off = shape.paths[0].points - (head.x, head.y)
    back, across = -(off @ (dx, dy)) / size, off @ (-dy, dx) / size
    within = (back >= -_SLACK) & (back <= 1 + _SLACK) & (np.abs(across) <= _HEAD * back + _SLACK)
    if within.all():
        return shape.size >= _PART * size and (head.kind == "arrow" or not shape.paths[0].filled)
    if shape.paths[0].filled:  # a piece of a letter that is filled in triangles
        return False
    if (np.abs(across) <= _SLACK).all():
        return bool(back.min() <= 1 + _SLACK and back.max() >= -_SLACK)
    return len(off) == 2 and shape.size >= _EXTENSION * usual and _passes_tip(back, across)


def _passes_tick(shape: Shape, tick: Terminator, usual: float) -> bool:
    """Whether a stroke is an oblique one itself, or one of the two lines that cross there."""
    points = shape.paths[0].points
    if len(points) != 2:
        return False
    (ax, ay), (bx, by) = (points - (tick.x, tick.y)) / tick.size
    length = float(np.hypot(bx - ax, by - ay))
    off, at = abs(ax * by - ay * bx) / max(length, 1e-9), -(ax * (bx - ax) + ay * (by - ay)) / max(length, 1e-9)
    own = abs(length - 2) <= _SLACK and abs(at - length / 2) <= _SLACK
    return bool(off <= _SLACK and 0 <= at <= length and (own or shape.size >= _EXTENSION * usual))


def _is_bent(shape: Shape, head: Terminator, shelves: Container[tuple[float, ...]]) -> bool:
    """Whether a shape is a head's line and its shelf in one stroke."""
    points = shape.paths[0].points
    if len(points) < _BENT or shape.paths[0].filled:
        return False
    (dx, dy), size = head.direction, head.size
    off = points - (head.x, head.y)
    back, across = -(off @ (dx, dy)) / size, off @ (-dy, dx) / size
    on = (np.abs(across) <= _SLACK) & (back >= -_SLACK)
    legs = [bool(on[i : i + 2].all()) or _ends(points[i : i + 2]) in shelves for i in range(len(points) - 1)]
    return bool(all(legs) and on.sum() > 1 and back[on].min() <= 1 + _SLACK)


def _passes_tip(back: NDArray[np.float64], across: NDArray[np.float64]) -> bool:
    """Whether a stroke from one point to another runs through the tip, across the head rather than along it.

    The points are given in head sizes from the tip: how far back, and how far to the side.
    """
    way = np.array([back[1] - back[0], across[1] - across[0]])
    length = float(np.hypot(*way))
    if abs(way[0]) > _ASLANT * length:
        return False
    at = -(back[0] * way[0] + across[0] * way[1]) / length
    off = abs(back[0] * way[1] - across[0] * way[0]) / length
    return bool(off <= _SLACK and -_SLACK <= at <= length + _SLACK)
