"""The sub-paths of one drawing operation, flattened, in the space of that operation."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from pypdfium2 import raw

from ..budget import in_time
from ..sheet import Floats

_STRAIGHT = 1e-3  # of its length: how far a curve may be off a straight line
_LONG = 10.0  # points, where an operation is not scaled: strokes of letters are shorter
_MANY = 1024  # segments of one path between two looks at the clock
Point = tuple[float, float]


def _bernstein(t: Floats) -> list[tuple[float, float, float, float]]:
    """What the four points of a Bezier curve count at each of its places."""
    weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
    return [(a, b, c, d) for a, b, c, d in np.column_stack(weights).tolist()]


_BERNSTEIN = _bernstein(np.linspace(0, 1, 9)[1:])
"""A Bezier curve becomes eight chords."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One sub-path in the space of the operation that draws it."""

    points: list[Point]
    closed: bool
    curved: bool


def pieces_of(target: Any) -> Iterator[Piece]:
    """The sub-paths of one operation, a lone point left out."""
    return pieces_among(raw.FPDFPath_CountSegments(target), lambda index: raw.FPDFPath_GetPathSegment(target, index))


def pieces_among(count: int, segment_at: Callable[[int], Any]) -> Iterator[Piece]:
    """The sub-paths of so many segments, a lone point left out."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[Point] = []
    control: list[Point] = []
    closed = curved = False
    segments: Iterable[int] = range(count) if count < _MANY else in_time(range(count), "lines and shapes", every=_MANY)
    for index in segments:
        segment = segment_at(index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if len(points) > 1:
                yield Piece(points, closed, curved)
            points, control, closed, curved = [(x.value, y.value)], [], False, False
            continue
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            control.append((x.value, y.value))
            if len(control) == 3 and points:
                straight = _is_straight(points[-1], control)
                points.extend(control[-1:] if straight else _flatten(points[-1], control))
                control, curved = [], curved or not straight
        else:
            points.append((x.value, y.value))
        closed = closed or bool(raw.FPDFPathSegment_GetClose(segment))
    if len(points) > 1:
        yield Piece(points, closed, curved)


def _is_straight(start: Point, control: list[Point]) -> bool:
    """Whether a Bezier curve is a straight line, longer than letters: some programs draw every line as a curve."""
    (x0, y0), (x, y) = start, control[-1]
    along, up = x - x0, y - y0
    length = along * along + up * up
    near = all(abs((cx - x0) * up - (cy - y0) * along) <= _STRAIGHT * length for cx, cy in control[:2])
    return near and length >= _LONG * _LONG


def _flatten(start: Point, control: list[Point]) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *control
    return [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _BERNSTEIN]
