"""What encloses letters, and how these stand in it: balloons (ISO 6433), exact dimensions (ISO 1101), datums' letters.

One measure for strokes and for pictures. A ring or a box stands as close to letters as the next letter does, and looks
like some: read in one run, a 5 in its ring and ⌀1.20 are Ⓢ⌀1.20. What encloses letters is told by their size and place
in it, and a ring by what it holds: a number, for a modifier (ISO 1101) is a letter in a ring.
"""

from __future__ import annotations

import math
import re
from typing import Final

from ...contract import Box
from .circles import Circle

_NUMBER: Final = re.compile(r"(?!0+$)\d{1,3}[A-Za-z]?")  # two rings in each other are no 0 in a ring
_SURE: Final = 0.8  # the least confidence in such a number
_MARK: Final = re.compile(r"[A-Z]{1,2}[\dI]{0,2}|\d{1,2}")  # D1, B, 2: no revision is I (ASME Y14.35), that is a 1
_SEEN: Final = 0.5  # the least confidence in such a mark: no modifier stands in a dashed ring
_TALL: Final = (0.4, 1.6)  # radii: how high the number is
_CENTRED: Final = 0.35  # radii: how far its middle may be off
_LOW: Final = 1.25  # of the page's usual letter: a box is higher than a letter
_HIGH: Final = (0.3, 0.8)  # of a box's shorter side: how high the letters in it are (ISO 7083: half as high)

RADIUS: Final = (0.55, 2.6)
"""Of the page's usual letter: how large rings around a digit or a few are."""

INSIDE: Final = 0.95
"""Of a ring's radius: what it holds ends before it."""

PAPER: Final = 0.08
"""Of a box's shorter side: paper between its letters and each side."""

WORD: Final = (0.35, 0.6)
"""Of a box's shorter side: how near another shape is, and how large, if the box is one letter among others."""


def is_ring(circle: Circle, usual: float) -> bool:
    """Whether a circle is as large as a ring around a number on a page whose usual letter has this height."""
    return RADIUS[0] * usual <= circle.radius <= RADIUS[1] * usual


def is_box(side: float, usual: float) -> bool:
    """Whether a rectangle with this shorter side may hold a letter of that height."""
    return side >= _LOW * usual


def stands_in_ring(inside: Box, circle: Circle) -> bool:
    """Whether what has these bounds is as high as a number in its ring, and stands in its middle."""
    x0, top, x1, bottom = inside
    off = math.hypot((x0 + x1) / 2 - circle.x, (top + bottom) / 2 - circle.y)
    return _TALL[0] <= (bottom - top) / circle.radius <= _TALL[1] and off <= _CENTRED * circle.radius


def stands_in_box(inside: Box, side: float) -> bool:
    """Whether what has these bounds is as high as letters in a box of this shorter side, lying or standing."""
    x0, top, x1, bottom = inside
    return any(_HIGH[0] * side <= extent <= _HIGH[1] * side for extent in (x1 - x0, bottom - top))


def is_position(text: str, confidence: float) -> bool:
    """Whether what a ring holds is surely a number, that of an item or of a characteristic that is inspected."""
    return confidence >= _SURE and _NUMBER.fullmatch(text) is not None


def is_revision(text: str, confidence: float) -> bool:
    """Whether what a dashed ring holds may be the mark of a revision."""
    return confidence >= _SEEN and _MARK.fullmatch(text) is not None
