"""Boxes around boxes, and how boxes lie to each other."""

from __future__ import annotations

from collections.abc import Iterable

from ...contract import Box


def around(boxes: Iterable[Box]) -> Box:
    """The upright box around all of them, to a hundredth of a point. `boxes` must not be empty."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return rounded((min(x0), min(y0), max(x1), max(y1)))


def rounded(box: Box) -> Box:
    """A box to a hundredth of a point."""
    x0, y0, x1, y1 = box
    return round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)


def inside(point: tuple[float, float], box: Box, margin: float = 0.0) -> bool:
    """Whether a point lies in the box grown by a margin."""
    x, y = point
    return box[0] - margin <= x <= box[2] + margin and box[1] - margin <= y <= box[3] + margin


def area_of(box: Box) -> float:
    """The area of a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def grown(box: Box, by: float) -> Box:
    """The box, so much larger on each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
