"""The circle at the bend of a leader: what it leads to applies all around (ISO 1101, 9.1.2; ISO 2553, 4.7.1)."""

from __future__ import annotations

import math

import numpy as np

from ...contract import Box
from ..layout.around import inside
from ..layout.circles import Circle, circles_of
from ..sheet import Sheet

_RADIUS = (0.2, 1.0)  # letter heights
_REACH = 12.0  # letter heights between the circle and what its leader leads to
_TOUCH = 0.8  # letter heights between the leader's end and what it leads to
_CENTRED = 0.4  # of the radius: how far the bend of a welding symbol's leader may be off the circle's centre
_BEND = 1.2  # of the radius: how far from the circle's centre the leader bends


def is_all_around(box: Box, height: float, sheet: Sheet) -> bool:
    """Whether a leader that ends at `box`, with text of `height`, bends within a small circle."""
    near = (c for c in circles_of(sheet) if _RADIUS[0] * height <= c.radius <= _RADIUS[1] * height)
    held = (c for c in near if inside((c.x, c.y), box, _REACH * height) and not inside((c.x, c.y), box))
    return any(_leads(c, box, height, sheet) for c in held)


def is_circled(point: tuple[float, float], height: float, sheet: Sheet) -> bool:
    """Whether a small circle lies about a point, with text of `height` beside it."""
    near = (c for c in circles_of(sheet) if _RADIUS[0] * height <= c.radius <= _RADIUS[1] * height)
    return any(math.hypot(c.x - point[0], c.y - point[1]) <= _CENTRED * c.radius for c in near)


def _leads(circle: Circle, box: Box, height: float, sheet: Sheet) -> bool:
    s = sheet.segments
    one = np.hypot(s[:, 0] - circle.x, s[:, 1] - circle.y) <= _BEND * circle.radius
    two = np.hypot(s[:, 2] - circle.x, s[:, 3] - circle.y) <= _BEND * circle.radius
    others = np.vstack([s[one & ~two][:, 2:], s[two & ~one][:, :2]])
    ends = [inside((float(x), float(y)), box, _TOUCH * height) for x, y in others]
    return any(ends) and not all(ends)
