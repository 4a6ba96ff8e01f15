"""Boxes around boxes."""

from __future__ import annotations

from collections.abc import Iterable

from ...contract import Box


def around(boxes: Iterable[Box]) -> Box:
    """The upright box around all of them, to a hundredth of a point. `boxes` must not be empty."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return round(min(x0), 2), round(min(y0), 2), round(max(x1), 2), round(max(y1), 2)


def inside(point: tuple[float, float], box: Box, margin: float = 0.0) -> bool:
    """Whether a point lies in the box grown by a margin."""
    x, y = point
    return box[0] - margin <= x <= box[2] + margin and box[1] - margin <= y <= box[3] + margin
