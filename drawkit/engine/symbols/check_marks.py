"""The check mark of a surface texture symbol: two legs from one foot, the right one longer (ISO 21920-1, ISO 1302).

What stands at it beside its value belongs to it: the machining allowance left of the vee, the lay at its foot on the
right, the production method over the shelf.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..layout.circles import circles_of
from ..sheet import Floats, Sheet, Word
from ..text.marks import in_row
from .inked_strokes import strokes_around

Removal = Literal["required", "prohibited", "any"]

_AROUND = (-6.0, 2.5, -5.0, 2.0)  # letter heights: left of a value, right of it, below, above its base line
_STEEP = (math.tan(math.radians(47)), math.tan(math.radians(73)))  # the legs stand at 60 degrees
_SHORT, _LONG = (0.6, 4.0), (1.4, 9.0)  # letter heights: how high the left and the right leg reach
_LONGER = 1.4  # times that the right leg is at least as high as the left one
_MEET = 0.25  # letter heights: how far the feet of both legs may be apart
_ALLOWANCE = re.compile(r"\d*[.,]?\d+")
_METHOD = re.compile(r"[^\W\d_]{2,}\.?")
_LAY = frozenset("=⊥⟂XMCRP")
"""How the traces of machining run (ISO 1302, table 2; ASME Y14.36)."""

_ASIDE, _SLACK = 4.0, 0.3  # letter heights: how far left of the vee an allowance begins, and how far it reaches into it
_OVER = 1.7  # letter heights from the top of the right leg to the middle of a word of the method over the shelf
_BAR = 0.3  # letter heights: how far the bar over the vee may be off the left leg's top


@dataclass(frozen=True, slots=True)
class _Vee:
    """Two legs in letter heights along and above the base line of a word: their foot, and both tops."""

    foot: tuple[float, float]
    left: tuple[float, float]
    right: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CheckMark:
    """A check mark at a value: what it says of the removal of material, and where it stands."""

    removal: Removal
    row: Word
    """The value, in whose row the rest is told in letter heights; turned where the mark is upside down."""

    vee: _Vee
    shelf: float
    """How far the shelf at the top of the right leg reaches along; no further than that leg where there is none."""

    def holds(self, other: Word) -> bool:
        """Whether a word is the allowance, the lay or the method of the mark, or stands under its shelf."""
        places = in_row(np.array([other.end, (other.x, other.y), other.middle]), self.row)
        end, start, along, up = (float(v) for v in (places[0, 0], places[1, 0], *places[2]))
        foot, low, top = self.vee.foot, self.vee.foot[1], self.vee.right[1]
        beside = low - _SLACK <= up <= self.vee.left[1] + _SLACK
        first, last = min(start, end), max(start, end)
        if _ALLOWANCE.fullmatch(other.text) and beside and last <= self.vee.left[0] + _SLACK:
            return first >= self.vee.left[0] - _ASIDE
        if other.text in _LAY and beside and foot[0] < along <= max(self.shelf, self.vee.right[0] + 1):
            return True
        highest = top + _OVER if _METHOD.fullmatch(other.text) else top
        return low - _SLACK <= up <= highest and foot[0] < along <= self.shelf


def check_mark(word: Word, sheet: Sheet) -> CheckMark | None:
    """The check mark beside a value; None where there is none, or where the number is the allowance of one.

    At an edge that is looked at from below, older drawings turn the mark and leave its value upright (ISO 1302:1978).
    """
    return _mark(word, sheet) or _mark(_upside_down(word), sheet)


def _upside_down(word: Word) -> Word:
    """The place of a word with its reading direction turned about its middle by 180 degrees."""
    (x, y), (up_x, up_y), height = word.end, word.up, word.height
    return replace(word, x=x + up_x * height, y=y + up_y * height, angle=word.angle + 180)


def _mark(word: Word, sheet: Sheet) -> CheckMark | None:
    near = _near(word, sheet.segments) if sheet.drawn is None else _inked(word, sheet)
    vee = _vee(near)
    if vee is None or _is_allowance(word, vee):
        return None
    removal: Removal = "prohibited" if _ringed(vee, word, sheet) else "required" if _barred(vee, near) else "any"
    return CheckMark(removal, word, vee, _shelf(vee, near))


def _is_allowance(word: Word, vee: _Vee) -> bool:
    """Whether a number stands left of a vee, no higher than its left leg: the machining allowance (ISO 1302, 5.5)."""
    return word.length / word.height <= vee.left[0] + _SLACK and vee.foot[1] - _SLACK <= 0.5 <= vee.left[1]


def _shelf(vee: _Vee, near: Floats) -> float:
    """How far a level line reaches along that begins at the top of the right leg."""
    ends = np.sort(near[:, [0, 2]], axis=1)
    level = np.abs(near[:, 3] - near[:, 1]) <= _BAR / 2
    begins = np.hypot(ends[:, 0] - vee.right[0], near[:, 1] - vee.right[1]) <= _MEET
    return float(ends[level & begins, 1].max(initial=vee.right[0]))


def _inked(word: Word, sheet: Sheet) -> Floats:
    """The same of a picture, where no line is as short as a leg."""
    left, right, below, above = _AROUND
    along = left, word.length / word.height + right
    return strokes_around(sheet, word, along, (below, above), {60.0: _LONG[0], 120.0: _SHORT[0], 0.0: 2 * _BAR})


def _near(word: Word, segments: Floats) -> Floats:
    """Segments about the word as rows (along, up, along, up), the lower end first."""
    a, b = in_row(segments[:, :2], word), in_row(segments[:, 2:], word)
    left, right, below, above = _AROUND
    length = word.length / word.height
    lower = np.where((a[:, 1] <= b[:, 1])[:, None], np.hstack([a, b]), np.hstack([b, a]))
    close = (lower[:, 0] > left) & (lower[:, 0] < length + right) & (lower[:, 1] > below) & (lower[:, 1] < above)
    out: Floats = lower[close]
    return out


def _vee(near: Floats) -> _Vee | None:
    run, rise = near[:, 2] - near[:, 0], near[:, 3] - near[:, 1]
    steep = (rise >= _STEEP[0] * np.abs(run)) & (rise <= _STEEP[1] * np.abs(run))
    lefts = near[steep & (run < 0) & (rise >= _SHORT[0]) & (rise <= _SHORT[1])]
    rights = near[steep & (run > 0) & (rise >= _LONG[0]) & (rise <= _LONG[1])]
    for one in lefts:
        for other in rights:
            meet = math.hypot(one[0] - other[0], one[1] - other[1]) <= _MEET
            if meet and other[3] - other[1] >= _LONGER * (one[3] - one[1]):
                return _Vee(*((float(x), float(y)) for x, y in (one[:2], one[2:], other[2:])))
    return None


def _barred(vee: _Vee, near: Floats) -> bool:
    """Whether a level line closes the vee at the top of its left leg."""
    (x, _), (left, top) = vee.foot, vee.left
    level = np.abs(near[:, 3] - near[:, 1]) <= _BAR / 2
    here = np.abs((near[:, 1] + near[:, 3]) / 2 - top) <= _BAR
    low, high = np.minimum(near[:, 0], near[:, 2]), np.maximum(near[:, 0], near[:, 2])
    right = 2 * x - left
    closes = (np.abs(low - left) <= 2 * _BAR) & (np.abs(high - right) <= 2 * _BAR)
    return bool(np.any(level & here & closes))


def _ringed(vee: _Vee, word: Word, sheet: Sheet) -> bool:
    """Whether a circle lies in the vee."""
    circles = circles_of(sheet)
    if not circles:
        return False
    middles = in_row(np.array([(c.x, c.y) for c in circles]), word) - vee.foot
    height = vee.left[1] - vee.foot[1]
    held = (np.abs(middles[:, 0]) < 0.3 * height) & (middles[:, 1] > 0.2 * height) & (middles[:, 1] < 1.2 * height)
    return bool(np.any(held))
