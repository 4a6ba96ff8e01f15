"""Heads of callouts that are neither one size nor a thread: tapers, products, radii without a value, named lengths."""

from __future__ import annotations

from typing import Final

from .draft import Draft
from .limits import limits
from .quantities import count_at, is_product, is_square
from .tokens import Cursor
from .values import amount, clean

_NAMES: Final = ("t", "s", "δ")
"""Letters that stand right before a thickness."""

_BEHIND_RADIUS: Final = frozenset({"END", "TYP", "(", ")", "COUNT", "MAX", "MIN", "FULL"})


def opens_ratio(c: Cursor) -> bool:
    """Say whether [TAPER] number ":" number, [TAPER] number "%", or TAPER angle stands here."""
    ahead = int(c.peek().kind == "TAPER")
    ahead += int(ahead == 1 and c.peek(1).kind in {"=", ":"})
    ratio = c.kinds("NUM", ":", "NUM", ahead=ahead) or c.kinds("NUM", "%", ahead=ahead)
    return ratio or (ahead > 0 and c.peek(ahead).kind == "NUM" and c.peek(ahead + 1).kind in {"°", "DEG"})


def taper(c: Cursor, d: Draft) -> bool:
    """Read [TAPER] (number ":" number | number "%" | angle) [TAPER]: a rate of taper or a slope (ISO 3040).

    Without its sign or word a ratio is rather a scale and a share no slope.
    """
    start = c.at
    if not opens_ratio(c):
        return False
    named = c.take("TAPER") is not None
    c.take("=", ":")
    first = amount(c)
    if first is None:
        c.at = start
        return False
    d.value, d.nominal = first, first.value
    if first.angle:
        d.mark("angle")
        return True
    if c.take(":"):
        second = amount(c)
        if second is None or second.value == 0:
            c.at = start
            return False
        d.nominal = clean(first.value / second.value)
        d.more["taper"] = f"{first.token.text}:{second.token.text}"
    else:
        c.take("%")
    d.kind = "other"
    d.mark()
    if not (c.take("TAPER") or named):
        d.doubt(0.15)
    return True


def opens_full_radius(c: Cursor) -> bool:
    """Say whether a radius stands here without its value, as at the rounded ends of a slot (ASME Y14.5)."""
    if not (c.word("R") or c.peek().kind == "RADIUS"):
        return False
    if c.peek(1).kind == "(":
        return count_at(c, 2) is not None and c.peek(3).kind in {"COUNT", "TIMES"}
    return c.peek(1).kind in _BEHIND_RADIUS and c.peek(2).kind != "NUM"


def full_radius(c: Cursor, d: Draft) -> bool:
    """Read R without a number, when FULL, a quantity or TYP stands beside it."""
    named = "FULL" in d.said or d.quantity > 1 or c.peek(1).kind in {"TYP", "(", "COUNT", "FULL"}
    if not (opens_full_radius(c) and named):
        return False
    c.at += 1
    d.kind, d.full = "radius", True
    d.mark()
    d.doubt(0.8)
    return True


def product(c: Cursor, d: Draft) -> bool:
    """Read length "x" length of a slot, a square or a chamfer."""
    if not is_product(c, d):
        return False
    d.doubt(0.7 if is_square(c) else 1.0)
    d.value = amount(c)
    c.at += 1
    other = amount(c)
    if d.value is None or other is None:
        return False
    d.nominal = d.value.value
    d.mark()
    if c.peek().kind == "CHAMFER" or (c.peek().kind == "SQUARE" and other.value == d.nominal):
        return True
    d.more["nominal2"] = other.value
    return True


def named_length(c: Cursor, d: Draft) -> bool:
    """Read [MAX | MIN] letter "=" number, such as H=1.35, or a thickness such as t2."""
    start, limit = c.at, c.take("MAX", "MIN")
    name = c.peek()
    equals = c.kinds("WORD", "=", "NUM") and len(name.text) <= 2
    if not equals and not (c.word(*_NAMES) and c.peek(1).kind == "NUM" and c.peek(1).glued):
        c.at = start
        return False
    c.at += 2 if equals else 1
    d.value = amount(c)
    if d.value is None:
        c.at = start
        return False
    d.single = limit.kind if limit is not None else d.single
    d.kind, d.nominal = "angle" if d.value.angle else "other", d.value.value
    d.mark()
    d.doubt(0.75 if equals else 0.6)
    limits(c, d)
    return True
