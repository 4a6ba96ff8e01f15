"""Straight strokes among drawn letters that are none: extension lines, leaders, underlines, open arrow heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..connected import connected
from ..index import BoxIndex, boxes_of
from ..objects.terminators import Terminator
from .drawn_shapes import Shape

Numbers = NDArray[np.intp]

_LONG: Final = 1.8  # times the page's usual letter: no stroke of a letter of that size is as long
_LONGER: Final = 2.0  # times the shapes beside a stroke: letters as large as the stroke is long stand beside their like
_BESIDE: Final = 0.5  # of the usual letter: how far what stands beside a stroke may be off
_LETTER: Final = 2.0  # of the usual letter: within it lie all pieces of the letters beside a stroke
_MEET: Final = 0.05  # of the usual letter: pieces of one letter are nearer
_FEWEST: Final = 2  # shapes beside a stroke that tell
_HEAD: Final = 0.7  # width of half an open arrow head over its length, and a little
_SLACK: Final = 0.15  # of a head's length
_PART: Final = 0.6  # of a head's length: what is shorter is none of its sides


def without_lines(shapes: Sequence[Shape], usual: float) -> list[Shape]:
    """The shapes without the straight strokes that are longer than the letters beside them.

    `usual` is the height of the page's usual letter in points; large letters have strokes that are longer, but they
    stand beside letters as large as themselves.
    """
    straight = np.array([len(s.paths) == 1 and len(s.paths[0].points) == 2 for s in shapes])
    boxes = boxes_of(s.box for s in shapes)
    sizes = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    is_long = straight & (sizes > _LONG * usual)
    is_long[is_long] = _has_free_end(shapes, np.flatnonzero(is_long), _MEET * usual)
    long = np.flatnonzero(is_long)
    if not len(long) or is_long.all():
        return list(shapes)
    rest = boxes[~is_long]
    pieces = rest[np.unique(BoxIndex(rest).pairs(_grown(boxes[long], _LETTER * usual))[1])]
    home, extents = _joined(pieces, _MEET * usual)
    asked, met = BoxIndex(pieces).pairs(_grown(boxes[long], _BESIDE * usual))
    beside = np.unique(np.column_stack([asked, home[met]]), axis=0)
    lines = {int(long[i]) for i, height in _usual_beside(beside, extents) if sizes[long[i]] > _LONGER * height}
    return [s for i, s in enumerate(shapes) if i not in lines]


def _has_free_end(shapes: Sequence[Shape], numbers: Numbers, gap: float) -> NDArray[np.bool_]:
    """For some of the shapes whether one of their ends meets no end of another: sides of an outline meet at both."""
    ends = np.array([end for s in shapes for end in (s.paths[0].points[0], s.paths[0].points[-1])])
    own = np.stack([2 * numbers, 2 * numbers + 1], axis=1).reshape(-1)
    asked, met = BoxIndex(np.hstack([ends, ends])).pairs(np.hstack([ends[own] - gap, ends[own] + gap]))
    others = np.bincount(asked[met // 2 != own[asked] // 2], minlength=len(own)).reshape(-1, 2)
    out: NDArray[np.bool_] = (others == 0).any(axis=1)
    return out


def _grown(boxes: NDArray[np.float64], margin: float) -> NDArray[np.float64]:
    out: NDArray[np.float64] = boxes + np.array([-margin, -margin, margin, margin])
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


def without_heads(shapes: Sequence[Shape], heads: Sequence[Terminator]) -> list[Shape]:
    """The shapes without the sides of open arrow heads."""
    straight = [i for i, s in enumerate(shapes) if len(s.paths) == 1 and len(s.paths[0].points) <= 3]
    if not heads or not straight:
        return list(shapes)
    index = BoxIndex(boxes_of(shapes[i].box for i in straight))
    sides = {straight[i] for head in heads for i in index.near(_around(head)) if _is_side(shapes[straight[i]], head)}
    return [s for i, s in enumerate(shapes) if i not in sides]


def _around(head: Terminator) -> tuple[float, float, float, float]:
    (x, y), reach = head.base, _HEAD * head.size
    return min(x, head.x) - reach, min(y, head.y) - reach, max(x, head.x) + reach, max(y, head.y) + reach


def _is_side(shape: Shape, head: Terminator) -> bool:
    """Whether all of a shape lies within the triangle of a head."""
    (dx, dy), size = head.direction, head.size
    off = shape.paths[0].points - (head.x, head.y)
    back, across = -(off @ (dx, dy)) / size, np.abs(off @ (-dy, dx)) / size
    within = (back >= -_SLACK) & (back <= 1 + _SLACK) & (across <= _HEAD * back + _SLACK)
    return bool(within.all()) and shape.size >= _PART * size
