"""Fractions of an inch whose numerator stands above their denominator, a bar or a slash between: each becomes one word.

Left apart, 3 1/2 is a 3 with a 1 and a 2 about it (ASME Y14.5 has decimals; workshops and building sites have not).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from ..decimals import PARTS_OF_INCH
from ..sheet import Floats, Sheet, Word
from ..text.marks import in_row
from .around import around, grown

_NUMERATOR: Final = re.compile(r"\d?[13579]")
_DENOMINATOR: Final = re.compile(rf"({PARTS_OF_INCH})[\"”″'’)]*")
_SLASH: Final = re.compile(r"[/⁄∕]")
_WHOLE: Final = re.compile(r"(?:.*[^\d.,])?\d+")
_ANGLE: Final = 3.0  # degrees
_LARGEST: Final = 1.25  # of the usual height of letters: larger numbers are those of items on their shelves
_ALIKE: Final = 0.3  # share by which the heights of both numbers may differ
_BELOW: Final = (1.05, 2.6)  # of their height: from the one base line to the other where a bar parts them
_CENTRED: Final = 0.5  # of their height: how far their middles may be off each other then
_ASIDE: Final = (0.1, 1.7)  # of their height: from the one base line to the other where a slash parts them
_APART: Final = (-0.6, 1.2)  # of their height: from the end of the numerator to the denominator then
_BAR: Final = (0.7, 1.1)  # of the wider number: the least length of a bar; heights by which it may exceed that
_STEEP: Final = (0.8, 2.8)  # of their height: how far a drawn slash rises
_LEVEL: Final = 0.08  # of their height: how far the ends of a bar differ
_BEFORE: Final = (-0.3, 1.1)  # of its height: from the end of a whole number to its fraction


def with_fractions(sheet: Sheet) -> Sheet:
    """The sheet with one word for each fraction, on the base line of the whole number before it."""
    largest = _LARGEST * sheet.text_height
    found: list[Word] = []
    gone: set[Word] = set()
    for upper in sheet.words:
        if not _NUMERATOR.fullmatch(upper.text) or upper.height > largest:
            continue
        parts = _parts(sheet, upper)
        if parts and gone.isdisjoint(parts):
            found.append(_joined(*parts[:2]))
            gone.update(parts)
    if not found:
        return sheet
    made = [_placed(sheet, fraction, gone) for fraction in found]
    return sheet.at(words=(*(w for w in sheet.words if w not in gone), *made))


def _parts(sheet: Sheet, upper: Word) -> tuple[Word, ...]:
    """The words of the fraction whose numerator this is, itself first, then its denominator; none where it is none."""
    h = upper.height
    near = sheet.words_near(upper.span(below=_BELOW[1] * h, above=0, before=2 * h, after=2 * h))
    for lower in near:
        below = _DENOMINATOR.fullmatch(lower.text)
        if below is None or int(upper.text) >= int(below[1]) or not _are_alike(upper, lower):
            continue
        if _is_over(sheet, upper, lower):
            return upper, lower
        slash = _slash(sheet, upper, lower, near)
        if slash is not None:
            return upper, lower, *slash
    return ()


def _are_alike(one: Word, other: Word) -> bool:
    high = abs(one.height - other.height) <= _ALIKE * max(one.height, other.height)
    return high and _is_along(one, other)


def _is_along(one: Word, other: Word) -> bool:
    return abs((one.angle - other.angle + 180) % 360 - 180) <= _ANGLE


def _is_over(sheet: Sheet, upper: Word, lower: Word) -> bool:
    """Whether a short bar stands between two numbers, one in the middle above the other."""
    h = upper.height
    down, middle = -upper.across(lower.x, lower.y), upper.along(*lower.middle)
    if not (_BELOW[0] * h <= down <= _BELOW[1] * h and abs(middle - upper.length / 2) <= _CENTRED * h):
        return False
    wider = max(upper.length, lower.length)
    lines = _between(sheet, upper, lower)
    for number, (a, b) in enumerate(lines):
        length = abs(b[0] - a[0]) * h
        level = abs(a[1] - b[1]) <= _LEVEL and -down / h + 0.9 <= a[1] <= 0.1
        if level and _BAR[0] * wider <= length <= wider + _BAR[1] * h and _is_free(lines, number):
            return True
    return False


def _is_free(lines: Floats, number: int) -> bool:
    """Whether no other line meets an end of a bar: a leader meets a shelf, and a wall the line of a table."""
    others = np.delete(lines, number, axis=0).reshape(-1, 1, 2)
    return not bool((np.hypot(*np.moveaxis(others - lines[number], 2, 0)) <= _LEVEL).any())


def _slash(sheet: Sheet, upper: Word, lower: Word, near: Iterable[Word]) -> tuple[Word, ...] | None:
    """The word of the slash between a raised numerator and its denominator, () for a drawn one; None without one."""
    h = upper.height
    down, along = -upper.across(lower.x, lower.y), upper.along(lower.x, lower.y)
    gap = along - upper.length
    if not (_ASIDE[0] * h <= down <= _ASIDE[1] * h and _APART[0] * h <= gap <= _APART[1] * h):
        return None
    for word in near:
        if not _SLASH.fullmatch(word.text):
            continue
        off = upper.across(*word.middle) - (h - down) / 2
        if -_CENTRED * h <= upper.along(*word.middle) <= along + _CENTRED * h and abs(off) <= _CENTRED * h:
            return (word,)
    for a, b in _between(sheet, upper, lower):
        rises = _STEEP[0] <= abs(b[1] - a[1]) <= _STEEP[1] and (b[1] - a[1]) * (b[0] - a[0]) > 0
        if rises and abs(b[0] - a[0]) > _LEVEL:
            return ()
    return None


def _between(sheet: Sheet, upper: Word, lower: Word) -> Floats:
    """The segments about two numbers: both ends of each (n, 2, 2) in the row of the upper one, in its heights."""
    box = grown(around([upper.box, lower.box]), upper.height)
    return in_row(sheet.segments_near(box).reshape(-1, 2), upper).reshape(-1, 2, 2)


def _joined(upper: Word, lower: Word) -> Word:
    """The fraction as one word, its base line half a letter below the middle of both numbers."""
    start = min(0.0, upper.along(lower.x, lower.y))
    end = max(upper.length, upper.along(*lower.end))
    low = upper.across(lower.x, lower.y) / 2
    word = upper.recognised(
        f"{upper.text}/{lower.text}",
        min(upper.confidence, lower.confidence),
        (start / upper.height, end / upper.height),
    )
    (ux, uy), printed = upper.up, around([upper.box, lower.box])
    return replace(word, x=word.x + ux * low, y=word.y + uy * low, read_from=upper.read_from, printed=printed)


def _placed(sheet: Sheet, fraction: Word, gone: set[Word]) -> Word:
    """The fraction on the base line of the whole number before it, and as high."""
    reach = 2 * sheet.tallest
    for whole in sheet.words_near(fraction.span(below=reach, above=reach, before=reach)):
        if whole in gone or not _WHOLE.fullmatch(whole.text) or not _is_along(whole, fraction):
            continue
        gap = whole.along(fraction.x, fraction.y) - whole.length
        off = abs(whole.across(*fraction.middle) - whole.height / 2)
        if _BEFORE[0] * whole.height <= gap <= _BEFORE[1] * whole.height and off <= _CENTRED * whole.height:
            up = whole.across(fraction.x, fraction.y)
            (ux, uy) = whole.up
            return replace(fraction, x=fraction.x - ux * up, y=fraction.y - uy * up, height=whole.height)
    return fraction
