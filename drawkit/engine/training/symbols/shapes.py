"""Shapes as strokes and filled outlines, in units of the text's capital height with the baseline at y = 0."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """`lines` are stroked polylines, `fills` filled contours (a contour turning the other way is a hole); y is up."""

    lines: tuple[Points, ...] = ()
    fills: tuple[Points, ...] = ()

    def __add__(self, other: Shape) -> Shape:
        return Shape(self.lines + other.lines, self.fills + other.fills)

    @property
    def contours(self) -> tuple[Points, ...]:
        """All points' arrays, strokes first."""
        return self.lines + self.fills

    def transformed(self, matrix: ArrayLike, offset: ArrayLike = (0.0, 0.0)) -> Shape:
        """Each point p becomes matrix @ p + offset."""
        turn, shift = np.asarray(matrix, dtype=np.float64).T, np.asarray(offset, dtype=np.float64)
        return Shape(tuple(p @ turn + shift for p in self.lines), tuple(p @ turn + shift for p in self.fills))

    def scaled(self, factor: float, about: tuple[float, float] = (0.0, 0.5)) -> Shape:
        """Grown by `factor` about a fixed point."""
        centre = np.asarray(about)
        return self.transformed(np.eye(2) * factor, centre - factor * centre)

    def moved(self, x: float, y: float) -> Shape:
        """Shifted by (x, y)."""
        return self.transformed(np.eye(2), (x, y))

    def turned(self, degrees: float, about: tuple[float, float] = (0.0, 0.5)) -> Shape:
        """Turned anticlockwise about a fixed point."""
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        turn, centre = np.array([[c, -s], [s, c]]), np.asarray(about)
        return self.transformed(turn, centre - turn @ centre)

    def outlined(self) -> Shape:
        """Its fills as strokes: the look of a hollow font or of a hollow arrow head."""
        return Shape(self.lines + tuple(np.vstack([p, p[:1]]) for p in self.fills))

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top."""
        points = np.vstack(self.contours)
        (left, bottom), (right, top) = points.min(axis=0), points.max(axis=0)
        return float(left), float(bottom), float(right), float(top)


@dataclass
class Pen:
    """Collects strokes; each method returns the pen so that a symbol reads as one sentence."""

    lines: list[Points] = field(default_factory=list)
    fills: list[Points] = field(default_factory=list)

    def line(self, *points: tuple[float, float]) -> Pen:
        """One polyline."""
        self.lines.append(np.asarray(points, dtype=np.float64))
        return self

    def arc(self, centre: tuple[float, float], radii: tuple[float, float], angles: tuple[float, float]) -> Pen:
        """Part of an ellipse from the first angle to the second, in degrees."""
        self.lines.append(ellipse(centre, radii, angles))
        return self

    def ring(self, centre: tuple[float, float], rx: float, ry: float | None = None, sides: int = 40) -> Pen:
        """A closed ellipse, drawn as a polygon of `sides` sides."""
        self.lines.append(ellipse(centre, (rx, ry if ry is not None else rx), (0.0, 360.0), sides))
        return self

    def fill(self, *points: tuple[float, float]) -> Pen:
        """One filled polygon."""
        self.fills.append(np.asarray(points, dtype=np.float64))
        return self

    def shape(self) -> Shape:
        """What was drawn."""
        return Shape(tuple(self.lines), tuple(self.fills))


def ellipse(
    centre: tuple[float, float], radii: tuple[float, float], angles: tuple[float, float], sides: int = 40
) -> Points:
    """Points of an elliptic arc, angles in degrees anticlockwise from +x."""
    a = np.radians(np.linspace(*angles, sides + 1))
    points: Points = np.stack([centre[0] + radii[0] * np.cos(a), centre[1] + radii[1] * np.sin(a)], axis=1)
    return points


def polar(angle: float, length: float, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
    """The point at that distance from (x, y), the angle in degrees anticlockwise from +x."""
    return x + length * math.cos(math.radians(angle)), y + length * math.sin(math.radians(angle))


def union(shapes: Iterable[Shape]) -> Shape:
    """All of them as one."""
    parts: Sequence[Shape] = tuple(shapes)
    return Shape(tuple(p for s in parts for p in s.lines), tuple(p for s in parts for p in s.fills))
