"""The projection symbol (ISO 5456-2): two concentric circles beside a truncated cone, or the method in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np

from ...contract import Box
from ..layout.circles import Circle, circles_of
from ..sheet import Sheet, Word

Method = Literal["first", "third"]

_FIRST = re.compile(
    r"\b(?:first|1st)[\s-]*angle|premier (?:di)?èdre|primer die?dro|primo die?dro|第一角|europäische projektion"
    r"|projektionsmethode 1|projektion:? methode 1|proj\w* method e\b",
    re.IGNORECASE,
)
_THIRD = re.compile(
    r"\b(?:third|3rd)[\s-]*angle|troisième dièdre|tercer diedro|terzo diedro|第三角|amerikanische projektion"
    r"|projektionsmethode 3|projektion:? methode 3|proj\w* method a\b",
    re.IGNORECASE,
)
_SMALL = (0.25, 0.85)  # the cone's small end as a share of the large one; ISO 5456-2 draws a half
_LARGE = (1.3, 2.7)  # the cone's large end in radii of the outer circle; ISO 5456-2 draws two
_LETTER = 0.65  # letter heights: a smaller ring may be an O that its word's rough box leaves out
_READ = 0.7  # a word that is less sure may be the symbol itself
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
    circles = [c for c in circles_of(sheet) if _within(c, area) and not any(_is_letter(c, w) for w in sheet.words)]
    for outer in sorted(circles, key=lambda c: -c.radius):
        if not any(_nested(c, outer) for c in circles):
            continue
        side = _cone(sheet, outer)
        if side is not None:
            r = outer.radius
            return side, (outer.x - r, outer.y - r, outer.x + r, outer.y + r)
    return None


def _is_letter(circle: Circle, word: Word) -> bool:
    """Whether a circle stands in a word, or is as large as its letters and stands in their row right beside it."""
    if word.confidence < _READ:  # a symbol is misread as letters more often than it stands in a word
        return False
    if _within(circle, word.box):
        return True
    along, across = word.along(circle.x, circle.y), word.across(circle.x, circle.y)
    small = circle.radius < _LETTER * word.height
    return small and 0 < across < word.height and -word.height < along < word.length + word.height


def _within(circle: Circle, area: Box) -> bool:
    return area[0] < circle.x < area[2] and area[1] < circle.y < area[3]


def _nested(inner: Circle, outer: Circle) -> bool:
    """Whether one circle is the inner of two with the same centre."""
    near = np.hypot(inner.x - outer.x, inner.y - outer.y) < 0.15 * outer.radius
    return bool(near and 0.25 * outer.radius < inner.radius < 0.6 * outer.radius)


def _cone(sheet: Sheet, circle: Circle) -> Method | None:
    """From the cone's two ends beside the circle: which one is smaller, and on which side of the circle they are."""
    for sign in (-1, 1):
        ends = _ends(sheet, circle, sign)
        if ends is None:
            continue
        small, large = sorted(ends)
        if _SMALL[0] * large < small < _SMALL[1] * large and _LARGE[0] < large / circle.radius < _LARGE[1]:
            return "third" if ends[0] < ends[1] else "first"
    return None


def _ends(sheet: Sheet, circle: Circle, sign: int) -> tuple[float, float] | None:
    """Lengths of the nearest and the farthest upright line at the circle's height on one side of it."""
    s, r = sheet.segments, circle.radius
    upright = s[np.abs(s[:, 0] - s[:, 2]) < 0.06 * r]
    middle = np.abs((upright[:, 1] + upright[:, 3]) / 2 - circle.y) < 0.15 * r
    away = sign * (upright[:, 0] - circle.x)
    length = np.abs(upright[:, 1] - upright[:, 3])
    own = upright[middle & (away > 1.1 * r) & (away < _REACH * r) & (length > 0.4 * r) & (length < 3 * r)]
    if len(own) < 2:
        return None
    reach = np.abs(own[:, 0] - circle.x)
    near, far = own[np.argmin(reach)], own[np.argmax(reach)]
    return (abs(near[1] - near[3]), abs(far[1] - far[3])) if np.ptp(reach) > 0.4 * r else None
