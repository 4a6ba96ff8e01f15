"""Chamfers: by size and angle, by size alone, by angle alone (ISO 129-1, ASME Y14.5, JIS B 0001, GOST 2.307)."""

from __future__ import annotations

from typing import Final

from .draft import Draft
from .holes import JOINTS
from .tokens import Cursor
from .values import Amount, amount

_LARGEST: Final = 20.0
"""The size, in millimetres, up to which "1.5X45" without a degree sign can be a chamfer."""


def chamfer(c: Cursor, d: Draft) -> bool:
    """Read [C | CHAMFER] (size ["x" angle] | angle ["x" size]) | size angle CHAMFER; without a word both are needed."""
    start = c.at
    named = c.take("CHAMFER") is not None
    letter = not named and c.word("C", "c")
    if letter and not (c.peek(1).decimals or (c.peek(1).glued and c.word("C"))):
        return False
    c.at += int(letter)
    if c.word("C") and c.peek(1).glued:  # a word in front of the letter, as in "面取りC0.5"
        c.at += 1
    at = c.at
    first = amount(c)
    if first is None:
        c.at = start
        return False
    joined = c.take("TIMES", "/") is not None or (named and c.word(*JOINTS))
    c.at += int(joined and c.peek(-1).kind not in {"TIMES", "/"})
    second = amount(c) if joined else _angle_before_word(c, first)
    if second is not None and first.angle != second.angle:
        length, angle = (second, first) if first.angle else (first, second)
        return _take(d, length, angle.value)
    if second is not None and _lost_sign(first, second) and c.peek().kind not in {"=", "(", "TIMES", "/"}:
        d.doubt(0.75)
        return _take(d, first, second.value)
    c.at = at
    if not (named or letter) or not _plain(c, d):
        c.at = start
        return False
    d.doubt(0.75 if letter else 1.0)
    return True


def _angle_before_word(c: Cursor, size: Amount) -> Amount | None:
    """Read the angle between a size and the word: "2mm 45° chamfer"."""
    start = c.at
    angle = amount(c)
    if angle is not None and angle.angle and not size.angle and c.peek().kind in {"CHAMFER", "CHAMFERS"}:
        return angle
    c.at = start
    return None


def _take(d: Draft, length: Amount, angle: float) -> bool:
    d.value, d.nominal, d.angle = length, length.value, angle
    d.mark("chamfer")
    return True


def _lost_sign(first: Amount, second: Amount) -> bool:
    """Say whether a degree sign is missing behind 45: nothing is counted by one or by a fraction."""
    return (
        second.value == 45
        and second.token.whole
        and (first.value == 1 or first.token.decimals > 0)
        and (first.value <= _LARGEST and not first.angle and not second.unit)
    )


def _plain(c: Cursor, d: Draft) -> bool:
    """Read a size, or an angle, alone."""
    size = amount(c)
    if size is None or (c.peek().glued and c.peek().kind in {"WORD", "-", "NUM", "JUNK"}):
        return False
    if size.angle:
        d.kind, d.angle = "chamfer", size.value
        d.mark()
        return True
    d.value, d.nominal = size, size.value
    d.mark("chamfer")
    return True


def chamfer_word(c: Cursor, d: Draft) -> bool:
    """Read CHAMFER behind the value; that of an angle is the chamfer's angle."""
    if d.kind == "angle" and d.angle is None:
        d.kind, d.angle, d.nominal = "chamfer", d.nominal, None
    d.mark("chamfer")
    c.at += 1
    return True
