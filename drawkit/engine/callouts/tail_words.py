"""Words and signs behind a value that take one token: typical, reference, the kind of size, or nothing at all."""

from __future__ import annotations

from .draft import Draft
from .prefix import means_hole
from .tokens import Cursor


def skip(c: Cursor, _d: Draft) -> bool:
    """Pass over a token that says nothing."""
    c.at += 1
    return True


def set_aside(c: Cursor, d: Draft) -> bool:
    """Pass over a token that belongs to no value, and keep it as remark."""
    d.aside.append(c.peek())
    return skip(c, d)


def typical(c: Cursor, d: Draft) -> bool:
    """Read TYP [count]."""
    d.typical = True
    d.mark()
    c.at += 1
    number = c.peek()
    if number.whole and number.value > 1 and d.quantity == 1 and c.peek(1).kind in {"END", "COUNT", ")"}:
        d.quantity = int(number.value)
        c.at += 1
    return True


def reference(c: Cursor, d: Draft) -> bool:
    """Read REF: a reference (auxiliary) dimension."""
    d.reference = True
    d.mark()
    return skip(c, d)


def basic(c: Cursor, d: Draft) -> bool:
    """Read BASIC: a theoretically exact dimension."""
    d.basic = True
    d.mark()
    return skip(c, d)


def diameter_word(c: Cursor, d: Draft) -> bool:
    """Read DIA behind the value."""
    if d.kind not in {"linear", "diameter"}:
        return False
    d.mark("diameter")
    return skip(c, d)


def radius_word(c: Cursor, d: Draft) -> bool:
    """Read RADIUS, or an "R" that no number follows."""
    if c.peek().kind == "WORD" and not (c.peek().text == "R" and c.peek(1).kind != "NUM"):
        return False
    if d.kind not in {"linear", "radius"}:
        return False
    d.mark("radius")
    return skip(c, d)


def square_word(c: Cursor, d: Draft) -> bool:
    """Read SQ behind the value."""
    d.mark("square")
    return skip(c, d)


def chamfer_word(c: Cursor, d: Draft) -> bool:
    """Read CHAMFER behind the value."""
    d.mark("chamfer")
    return skip(c, d)


def hole_word(c: Cursor, d: Draft) -> bool:
    """Read a word that only a hole has, such as DRILL."""
    d.implied_hole = True
    d.mark()
    return skip(c, d)


def spacing(c: Cursor, d: Draft) -> bool:
    """Read EQ SPACING and the like, which say nothing of the size."""
    d.mark()
    return set_aside(c, d)


def count_word(c: Cursor, d: Draft) -> bool:
    """Read "HOLES" without a count of its own, as in "4-⌀3 HOLES"."""
    d.implied_hole |= means_hole(c.peek())
    return set_aside(c, d)
