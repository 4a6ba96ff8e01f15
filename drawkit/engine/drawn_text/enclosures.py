"""Rings and boxes around drawn letters: what they hold is read without them, and nothing goes on across them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..detection.boxes import TextBox, crop
from ..index import BoxIndex, boxes_of
from ..layout.circles import Circle, circles_of, dashed_circles_of
from ..layout.enclosed import (
    INSIDE,
    PAPER,
    WORD,
    is_box,
    is_position,
    is_revision,
    is_ring,
    stands_in_box,
    stands_in_ring,
)
from ..picture_text.crop_readings import read_crops
from ..sheet import Floats, Path, Sheet
from .shapes import Shape, View, drawn, joined

_ON: Final = 0.12  # of the radius: how far the points of a ring's own strokes are off it at most
_MARGIN: Final = 0.2  # of its height: paper around a number
_MOST: Final = 60  # shapes in one enclosure: more are no text of a few strokes for each letter
_STEPS: Final = 32  # corners with which a circle is drawn
_SIDES: Final = 4
_RIGHT: Final = 0.05  # cosine between sides of a box at most


@dataclass(frozen=True, eq=False)
class Enclosure:
    """The outline (n, 2) around some letters, closed, in points, and the shapes that draw it."""

    outline: Floats
    shapes: tuple[Shape, ...]


def enclosures(sheet: Sheet, shapes: Sequence[Shape], usual: float, scale: float) -> list[Enclosure]:
    """The boxes around some of these shapes, and the rings around those that are a number or a mark.

    `usual` is the height of the page's usual letter in points. The numbers are read level, with `scale` pixels for
    each point. Raises ModelMissingError.
    """
    if not shapes:
        return []
    index = BoxIndex(boxes_of(shape.box for shape in shapes))
    return [*_boxes(shapes, index, usual), *_rings(sheet, shapes, index, usual, scale)]


def _rings(sheet: Sheet, shapes: Sequence[Shape], index: BoxIndex, usual: float, scale: float) -> Iterator[Enclosure]:
    whole = [c for c in circles_of(sheet) if is_ring(c, usual)]
    rings = [*whole, *(c for c in dashed_circles_of(sheet) if is_ring(c, usual))]
    held = [(ring, *_parted(ring, [shapes[i] for i in index.near(_around(ring))])) for ring in rings]
    held = [
        (ring, own, inside)
        for ring, own, inside in held
        if own and 0 < len(inside) <= _MOST and stands_in_ring(_bounds(inside), ring)
    ]
    if not held:
        return
    view = drawn([shape for *_, inside in held for shape in inside], scale)
    said = read_crops([crop(view.pixels, _box(inside, view)) for *_, inside in held])
    for (ring, own, _), reading in zip(held, said, strict=True):
        is_fit = is_position if ring in whole else is_revision
        if is_fit(reading.text, reading.confidence):
            yield Enclosure(_outline(ring), tuple(own))


def _around(ring: Circle) -> tuple[float, float, float, float]:
    reach = (1 + _ON) * ring.radius
    return ring.x - reach, ring.y - reach, ring.x + reach, ring.y + reach


def _outline(ring: Circle) -> Floats:
    turns = np.linspace(0, 2 * math.pi, _STEPS, endpoint=False)
    out: Floats = np.array([ring.x, ring.y]) + ring.radius * np.column_stack([np.cos(turns), np.sin(turns)])
    return out


def _parted(ring: Circle, shapes: Sequence[Shape]) -> tuple[list[Shape], list[Shape]]:
    """The shapes that draw a ring, and those that lie wholly inside it."""
    away = [_away(shape, ring) for shape in shapes]
    own = [s for s, at in zip(shapes, away, strict=True) if (np.abs(at - 1) <= _ON).all()]
    return own, [s for s, at in zip(shapes, away, strict=True) if at.max() <= INSIDE and s not in own]


def _away(shape: Shape, ring: Circle) -> NDArray[np.float64]:
    """How far a shape's points are from a ring's middle, in radii."""
    points = np.vstack([path.points for path in shape.paths])
    out: NDArray[np.float64] = np.hypot(*(points - (ring.x, ring.y)).T) / ring.radius
    return out


def _bounds(shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
    boxes = boxes_of(shape.box for shape in shapes)
    (x0, top), (x1, bottom) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return x0, top, x1, bottom


def _box(inside: Sequence[Shape], view: View) -> TextBox:
    """Where shapes stand in a view, with a little paper."""
    x0, top, x1, bottom = _bounds(inside)
    margin = 2 * _MARGIN * (bottom - top)
    x, y = ((x0 + x1) / 2 - view.origin[0]) * view.scale, ((top + bottom) / 2 - view.origin[1]) * view.scale
    return TextBox(x, y, (x1 - x0 + margin) * view.scale, (bottom - top + margin) * view.scale, 0.0)


def _boxes(shapes: Sequence[Shape], index: BoxIndex, usual: float) -> Iterator[Enclosure]:
    """The rectangles that hold letters, and are none among other letters themselves."""
    for corners, own in _rectangles(shapes):
        (x0, top), (x1, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        side = min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
        if not is_box(side, usual):
            continue
        near = [shapes[i] for i in index.near((x0 - WORD[0] * side, top, x1 + WORD[0] * side, bottom))]
        inside = [s for s in near if s not in own and _is_within(s, (x0, top, x1, bottom), PAPER * side)]
        others = [s for s in near if s not in own and s not in inside and s.size >= WORD[1] * side]
        if 0 < len(inside) <= _MOST and not others and stands_in_box(_bounds(inside), side):
            yield Enclosure(corners, own)


def _rectangles(shapes: Sequence[Shape]) -> Iterator[tuple[Floats, tuple[Shape, ...]]]:
    """The corners (4, 2) of rectangles that one stroke draws, or four, and the shapes that do."""
    lines: dict[Path, Shape] = {}
    for shape in shapes:
        if len(shape.paths) != 1 or shape.paths[0].filled:
            continue
        points = shape.paths[0].points
        if len(points) == 2:
            lines[shape.paths[0]] = shape
        elif len(points) in (_SIDES, _SIDES + 1) and _is_right(points[:_SIDES]) and _is_closed(shape):
            yield points[:_SIDES], (shape,)
    for four in joined(list(lines.values())):
        if len(four) == _SIDES and len(corners := _corners(four)) == _SIDES and _is_right(corners):
            yield corners, tuple(lines[path] for path in four)


def _is_closed(shape: Shape) -> bool:
    path = shape.paths[0]
    return len(path.points) == _SIDES + 1 or path.closed


def _corners(lines: Sequence[Path]) -> Floats:
    """Where lines meet or end, in the order of their turn around the middle."""
    corners: Floats = np.unique(np.round(np.vstack([path.points for path in lines]), 1), axis=0)
    off = corners - corners.mean(axis=0)
    out: Floats = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
    return out


def _is_right(corners: Floats) -> bool:
    """Whether four corners are those of a rectangle."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    if not lengths.all():
        return False
    ways = sides / lengths[:, None]
    return bool(np.abs((ways * np.roll(ways, -1, axis=0)).sum(axis=1)).max() <= _RIGHT)


def _is_within(shape: Shape, box: tuple[float, float, float, float], paper: float) -> bool:
    x0, top, x1, bottom = shape.box
    return x0 >= box[0] + paper and top >= box[1] + paper and x1 <= box[2] - paper and bottom <= box[3] - paper
