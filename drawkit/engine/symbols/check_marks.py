"""The check mark of a surface texture symbol: two legs from one foot, the right one longer (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

import math
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
_BAR = 0.3  # letter heights: how far the bar over the vee may be off the left leg's top


@dataclass(frozen=True, slots=True)
class _Vee:
    """Two legs in letter heights along and above the base line of a word: foot, left top, height of the right top."""

    foot: tuple[float, float]
    left: tuple[float, float]
    top: float


def check_mark(word: Word, sheet: Sheet) -> Removal | None:
    """What the check mark beside a value says of the removal of material; None where there is no check mark.

    At an edge that is looked at from below, older drawings turn the mark and leave its value upright (ISO 1302:1978).
    """
    return _mark(word, sheet) or _mark(_upside_down(word), sheet)


def _upside_down(word: Word) -> Word:
    """The place of a word with its reading direction turned about its middle by 180 degrees."""
    (x, y), (up_x, up_y), height = word.end, word.up, word.height
    return replace(word, x=x + up_x * height, y=y + up_y * height, angle=word.angle + 180)


def _mark(word: Word, sheet: Sheet) -> Removal | None:
    near = _near(word, sheet.segments) if sheet.drawn is None else _inked(word, sheet)
    vee = _vee(near)
    if vee is None:
        return None
    if _ringed(vee, word, sheet):
        return "prohibited"
    return "required" if _barred(vee, near) else "any"


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
                return _Vee((float(one[0]), float(one[1])), (float(one[2]), float(one[3])), float(other[3]))
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
