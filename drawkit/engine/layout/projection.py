"""The projection symbol (ISO 5456-2): two concentric circles beside a truncated cone, or the method in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np

from ...contract import Box
from ..sheet import Sheet
from .circles import Circle, circles_of

Method = Literal["first", "third"]

_FIRST = re.compile(
    r"\b(?:first|1st)[\s-]*angle|premier (?:di)?èdre|primer die?dro|primo die?dro|第一角|europäische projektion"
    r"|projektionsmethode 1|proj\w* method e\b",
    re.IGNORECASE,
)
_THIRD = re.compile(
    r"\b(?:third|3rd)[\s-]*angle|troisième dièdre|tercer diedro|terzo diedro|第三角|amerikanische projektion"
    r"|projektionsmethode 3|proj\w* method a\b",
    re.IGNORECASE,
)
_REACH = 6.0  # radii: the cone's middle is no further from the circles'


def projection_in_words(texts: Sequence[str]) -> Method | None:
    """The method that a text names, if only one is named."""
    first = any(_FIRST.search(t) for t in texts)
    third = any(_THIRD.search(t) for t in texts)
    return "first" if first and not third else "third" if third and not first else None


def projection_symbol(sheet: Sheet, area: Box) -> tuple[Method, Box] | None:
    """The method that a symbol inside the area shows, and the symbol's circles.

    The cone is seen from its small end: in the third-angle method that view stands on the small end's side.
    """
    circles = [c for c in circles_of(sheet) if _within(c, area)]
    for outer in sorted(circles, key=lambda c: -c.radius):
        if not any(_nested(c, outer) for c in circles):
            continue
        side = _cone(sheet, outer)
        if side is not None:
            r = outer.radius
            return side, (outer.x - r, outer.y - r, outer.x + r, outer.y + r)
    return None


def _within(circle: Circle, area: Box) -> bool:
    return area[0] < circle.x < area[2] and area[1] < circle.y < area[3]


def _nested(inner: Circle, outer: Circle) -> bool:
    """Whether one circle is the inner of two with the same centre."""
    near = np.hypot(inner.x - outer.x, inner.y - outer.y) < 0.15 * outer.radius
    return bool(near and 0.25 * outer.radius < inner.radius < 0.9 * outer.radius)


def _cone(sheet: Sheet, circle: Circle) -> Method | None:
    """From the cone's two ends beside the circle: which one is smaller, and on which side of the circle they are."""
    s = sheet.segments
    r = circle.radius
    upright = s[np.abs(s[:, 0] - s[:, 2]) < 0.06 * r]
    middle = np.abs((upright[:, 1] + upright[:, 3]) / 2 - circle.y) < 0.15 * r
    away = np.abs(upright[:, 0] - circle.x)
    length = np.abs(upright[:, 1] - upright[:, 3])
    ends = upright[middle & (away > 1.1 * r) & (away < _REACH * r) & (length > 0.4 * r) & (length < 3 * r)]
    for sign in (-1, 1):
        own = ends[np.sign(ends[:, 0] - circle.x) == sign]
        if len(own) < 2:
            continue
        near = own[np.argmin(np.abs(own[:, 0] - circle.x))]
        far = own[np.argmax(np.abs(own[:, 0] - circle.x))]
        near_length, far_length = abs(near[1] - near[3]), abs(far[1] - far[3])
        if abs(near[0] - far[0]) > 0.4 * r and abs(near_length - far_length) > 0.1 * r:
            return "third" if near_length < far_length else "first"
    return None
