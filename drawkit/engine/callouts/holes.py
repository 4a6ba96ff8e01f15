"""What follows a hole's diameter: depth, counterbore, countersink (ISO 129-1, ISO 15786, ASME Y14.5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from drawkit.contract import Counterbore, Countersink

from .tokens import Cursor
from .values import Amount, Deviations, amount, deviations, fit

JOINTS: Final = ("à", "a", "at", "AT", "bei", "под", "BY", "by")
"""Words that join a size and an angle."""


class Depth(NamedTuple):
    """A depth and its own deviations, if it has any."""

    value: float | str
    deviations: Deviations | None = None


def depth(c: Cursor) -> Depth | None:
    """Read THRU [ALL] | (↧ | DEPTH) size | size DEPTH, where size = amount [deviations] [MAX | MIN]."""
    if c.take("THRU"):
        c.take("ALL")
        c.take("HOLE", "COUNT")
        return Depth("THRU")
    start = c.at
    if c.take("↧", "DEPTH"):
        c.take("=", ":")
        c.take("MAX", "MIN")
        read = _size(c)
        if read is not None:
            return read
        c.at = start
        return None
    read = _size(c)
    if read is not None and ends_depth(c):
        c.at += 1
        c.take("MAX", "MIN")
        return read
    c.at = start
    return None


def ends_depth(c: Cursor) -> bool:
    """Say whether DEPTH stands here and belongs to the size before it, not to one behind it."""
    if c.peek().kind != "DEPTH":
        return False
    return c.peek(1).kind not in {"NUM", ":", "="} or c.peek(2).kind in {"COUNT", "TIMES"}


def _size(c: Cursor) -> Depth | None:
    read = amount(c)
    if read is None or read.angle:
        return None
    found = deviations(c)
    c.take("MAX", "MIN")
    return Depth(read.value, found)


def _diameter(c: Cursor) -> Amount | None:
    """Read [⌀ | DIA] amount [deviations | fit] [DIA], not an angle."""
    start = c.at
    c.take("⌀", "DIA")
    read = amount(c)
    if read is None or read.angle:
        c.at = start
        return None
    if deviations(c) is None:
        fit(c)
    c.take("DIA")
    return read


def counterbore(c: Cursor, diameter: float | None = None, *, named: bool = True) -> Counterbore | None:
    """Read (⌴ | CBORE) [diameter] [("x" | ",")] [depth], in either order; `diameter` if it stood before the word.

    The word is not looked for when the counterbore is `named` otherwise.
    """
    if named and not c.take("⌴", "CBORE"):
        return None
    if named:
        c.take("CBORE")
    found: float | str | None = None
    for _ in range(2):
        c.take("TIMES", ",")
        read = depth(c)
        if read is not None and found is None:
            found = read.value
        elif diameter is None and (width := _diameter(c)) is not None:
            diameter = width.value
        elif found is None and c.peek(-1).kind == "TIMES" and (plain := amount(c)) is not None:
            found = plain.value
    return Counterbore(diameter=diameter, depth=found if isinstance(found, float) else None)


def countersink(c: Cursor, diameter: float | None = None, angle: float | None = None) -> Countersink | None:
    """Read (⌵ | CSK) [diameter] [("x" | "," | TO)] [angle], in either order; what stood before the word is given."""
    if not c.take("⌵", "CSK"):
        return None
    for _ in range(2):
        joined = c.take("TIMES", ",", "/") is not None
        if c.word(*JOINTS) or c.peek().kind == "TO":
            c.at += 1
        start = c.at
        read = amount(c)
        if read is not None and (read.angle or (joined and diameter is not None and read.value >= 60)):
            angle = read.value
            deviations(c)
            continue
        c.at = start
        width = _diameter(c) if diameter is None else None
        if width is not None:
            diameter = width.value
        elif joined:
            c.at -= 1
            break
        _depth_of_sink(c)
    return Countersink(diameter=diameter, angle=angle)


def _depth_of_sink(c: Cursor) -> None:
    """Pass over ↧ size behind a sink's diameter, which is not the hole's depth: "⌵ ⌀30 ↧1 x 45°"."""
    if c.kinds("↧", "NUM"):
        c.at += 1
        amount(c)


def _deep_before_word(c: Cursor) -> float | None:
    """Read "x" depth CBORE behind a diameter: "⌀10.5 x 6 mm counterbore"."""
    start = c.at
    read = amount(c) if c.take("TIMES") else None
    if read is not None and not read.angle and c.take("CBORE"):
        return read.value
    c.at = start
    return None


def before_word(c: Cursor) -> Counterbore | Countersink | None:
    """Read a counterbore or countersink whose size stands before its word: "⌀11 CBORE 6 DEEP", "90° CSK TO ⌀10".

    "⌀9 x 90°" is a countersink without its word.
    """
    start = c.at
    c.take("TIMES", ",")
    read = amount(c)
    if read is not None and read.angle and c.peek().kind == "CSK":
        return countersink(c, angle=read.value)
    c.at = start
    c.take("TIMES", ",")
    signed = c.peek().kind == "⌀"
    width = _diameter(c)
    if width is not None and signed and c.kinds("TIMES", "NUM") and c.peek(2).kind in {"°", "DEG"}:
        c.at += 1
        angle = amount(c)
        return Countersink(diameter=width.value, angle=angle.value if angle is not None else None)
    if width is not None and signed and (deep := _deep_before_word(c)) is not None:
        return Counterbore(diameter=width.value, depth=deep)
    if width is not None and c.peek(1).kind != "⌀":  # its own diameter stands behind the word, as in "X8 C'BORE ⌀8"
        if c.peek().kind == "CBORE":
            return counterbore(c, width.value)
        if c.peek().kind == "CSK":
            return countersink(c, width.value)
    c.at = start
    return None
