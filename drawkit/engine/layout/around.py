"""Boxes around boxes."""

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
