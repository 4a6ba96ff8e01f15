"""Balloons (ISO 6433): item references in a circle."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ...contract import Balloon
from ..layout.circles import Circle, circles_of, is_split
from ..layout.frame import frame_of
from ..sheet import Sheet, Word
from .datums import DATUM_TARGET

_POSITION = re.compile(r"\d{1,4}(?:[.\-]\d{1,3}){0,3}[A-Za-z]?")
_SMALLEST, _LARGEST = 0.7, 2.6  # radius in letter heights
_REACHING = 0.48  # the same where the letters' height is that of their ring
_WIDEST, _WITH_RING = 2.1, 2.8  # radii: the longest number, and the longest whose box in a picture holds its circle
_CENTRED = 0.3  # of the radius: how far the number's middle may be off
_SPLIT = 0.75  # of the radius: how far above the middle the upper number of a split balloon may be
_LEADER = 0.2  # of the radius: a leader ends this near the circle
_LED, _ALONE = 0.97, 0.85  # confidence with a leader, and without


def read(sheet: Sheet) -> list[Balloon]:
    """The balloons of the sheet; their position is the number in the circle, the upper one of a split circle."""
    words = [w for w in sheet.words if min(w.angle, 360 - w.angle) < 15 or _is_lone_digit(w)]
    if not words:
        return []
    middles = np.array([w.middle for w in words])
    held: list[tuple[Circle, Word]] = []
    for circle in circles_of(sheet):
        near = np.hypot(middles[:, 0] - circle.x, middles[:, 1] - circle.y) < circle.radius
        number = _number(sheet, circle, [words[i] for i in np.flatnonzero(near)])
        if number is not None:
            held.append((circle, number))
    return [_balloon(sheet, circle, number) for circle, number in _outermost(held)]


def _outermost(held: Sequence[tuple[Circle, Word]]) -> list[tuple[Circle, Word]]:
    """Each number once: of concentric circles (a double line) the larger."""
    largest: dict[int, tuple[Circle, Word]] = {}
    for circle, number in sorted(held, key=lambda pair: pair[0].radius):
        largest[id(number)] = (circle, number)
    return sorted(largest.values(), key=lambda pair: (pair[0].y, pair[0].x))


def _number(sheet: Sheet, circle: Circle, inside: Sequence[Word]) -> Word | None:
    """The number that the circle is drawn around, if it is one."""
    fitting = [w for w in inside if _is_as_high(w, circle) and _fits_in(w, circle)]
    if len(fitting) != len(inside) or not 1 <= len(inside) <= 2:
        return None
    upper = min(fitting, key=lambda w: w.middle[1])
    if not _POSITION.fullmatch(_said(upper)) or any(DATUM_TARGET.fullmatch(w.text) for w in inside):
        return None
    dx, dy = abs(upper.middle[0] - circle.x), circle.y - upper.middle[1]
    if dx > _CENTRED * circle.radius:
        return None
    if len(inside) == 2 or dy > _CENTRED * circle.radius:
        return upper if 0 < dy < _SPLIT * circle.radius and is_split(sheet, circle) else None
    return upper if dy > -_CENTRED * circle.radius else None


def _is_lone_digit(word: Word) -> bool:
    """Whether a recognised word is one digit: it lies, though 8 and 0 read as well standing."""
    return word.read_from == "recognised" and len(word.text) == 1 and word.text.isdecimal()


def _is_as_high(word: Word, circle: Circle) -> bool:
    """Whether the letters are as high as in a balloon; the box around a recognised number may reach out to its ring."""
    smallest = _REACHING if word.read_from == "recognised" else _SMALLEST
    return smallest * word.height < circle.radius < _LARGEST * word.height


def _fits_in(word: Word, circle: Circle) -> bool:
    return word.length < (_WITH_RING if word.read_from == "recognised" else _WIDEST) * circle.radius


def _said(number: Word) -> str:
    """The number without the sides of its circle, which a recogniser takes for brackets."""
    return number.text.strip("()") if number.read_from == "recognised" else number.text


def _led(sheet: Sheet, circle: Circle) -> bool:
    """Whether a straight line ends on the circle and points at its middle or starts there."""
    s, slack = sheet.segments, _LEADER * circle.radius
    if not len(s):
        return False
    one = np.hypot(s[:, 0] - circle.x, s[:, 1] - circle.y)
    two = np.hypot(s[:, 2] - circle.x, s[:, 3] - circle.y)
    near, far = np.minimum(one, two), np.maximum(one, two)
    return bool(np.any((np.abs(near - circle.radius) < slack) & (far > 1.6 * circle.radius)))


def _balloon(sheet: Sheet, circle: Circle, number: Word) -> Balloon:
    r = circle.radius
    led = _led(sheet, circle)
    return Balloon(
        page=sheet.number,
        text=_said(number),
        box=(circle.x - r, circle.y - r, circle.x + r, circle.y + r),
        sheet_zone=frame_of(sheet).zone_of(circle.x, circle.y),
        confidence=round((_LED if led else _ALONE) * number.confidence, 3),
        read_from=number.read_from,
        position=_said(number),
    )
