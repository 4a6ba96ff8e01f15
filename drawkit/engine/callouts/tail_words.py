"""Words and signs behind a value that take one token: typical, reference, the kind of size, or nothing at all."""

from __future__ import annotations

from .draft import Draft
from .quantities import count_at, means_hole
from .tokens import Cursor


def skip(c: Cursor, _d: Draft) -> bool:
    """Pass over a token that says nothing."""
    c.at += 1
    return True


def set_aside(c: Cursor, d: Draft) -> bool:
    """Pass over a token that belongs to no value, and keep it as remark."""
    d.aside.append(c.peek())
    return skip(c, d)


def flag(c: Cursor, d: Draft) -> bool:
    """Read the asterisk behind a value that a note explains; circled letters are modifiers."""
    if d.flag is not None or not c.peek().text.startswith("*"):
        return set_aside(c, d)
    d.flag = c.peek().text
    d.doubt(0.9)
    return skip(c, d)


def said(c: Cursor, d: Draft) -> bool:
    """Read a word that only dimensions have and that leaves their values as they are."""
    d.mark()
    return skip(c, d)


def typical(c: Cursor, d: Draft) -> bool:
    """Read TYP ["x" | OF] [count]."""
    d.typical = True
    d.mark()
    c.at += 1
    joined = c.peek().kind == "TIMES" or c.word("OF", "of")
    count = count_at(c, int(joined))
    if count is not None and count > 1 and d.quantity == 1 and c.peek(1 + joined).kind in {"END", "COUNT", ")"}:
        d.quantity = count
        c.at += 1 + joined
        c.take("COUNT")
    return True


def closing(c: Cursor, d: Draft) -> bool:
    """Read ")"; one that was never opened has lost the parenthesis before a reference."""
    opened = any(c.peek(place - c.at).kind == "(" for place in range(c.at))
    if not opened and d.value is not None:
        d.reference = True
        d.doubt(0.8)
    return skip(c, d)


def sphere(c: Cursor, d: Draft) -> bool:
    """Read SPHERICAL [R | DIA] behind the value."""
    radius = d.kind == "radius" or c.peek(1).kind == "RADIUS" or c.word("R", ahead=1)
    if d.kind not in {"linear", "diameter", "radius"}:
        return False
    c.at += 1 + int(c.peek(1).kind in {"RADIUS", "DIA", "⌀"} or c.word("R", ahead=1))
    d.kind = "spherical_radius" if radius else "spherical_diameter"
    d.mark()
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
    """Read DIA, or a sign that no number follows, behind the value.

    In front of a stack a second sign begins another diameter with its limits.
    """
    if d.kind not in {"linear", "diameter"}:
        return False
    follower = c.peek(1).kind if c.peek().kind == "⌀" else ""
    if follower == "NUM" or (follower == "{" and d.kind == "diameter"):
        return False
    d.mark("diameter")
    return skip(c, d)


def radius_word(c: Cursor, d: Draft) -> bool:
    """Read RADIUS, or an "R" that no number follows."""
    if c.peek().kind == "WORD" and not (c.word("R", "CR") and c.peek(1).kind != "NUM"):
        return False
    if d.kind not in {"linear", "radius"}:
        return False
    d.mark("radius")
    return skip(c, d)


def square_word(c: Cursor, d: Draft) -> bool:
    """Read SQ, or a square that no number follows, behind the value."""
    if c.peek().kind == "□" and (c.peek(1).kind in {"NUM", "{"} or d.kind != "linear"):
        return False
    d.mark("square")
    return skip(c, d)


def arc_word(c: Cursor, d: Draft) -> bool:
    """Read ARC behind the value: the length of an arc."""
    d.mark("arc_length")
    return skip(c, d)


def bend_word(c: Cursor, d: Draft) -> bool:
    """Read UP or DOWN behind the angle of a bend."""
    if d.kind != "angle":
        return False
    d.more.setdefault("bend", c.peek().kind)
    return skip(c, d)


def hole_word(c: Cursor, d: Draft) -> bool:
    """Read a word that only a hole has, such as DRILL."""
    d.implied_hole = True
    d.mark()
    return skip(c, d)


def spacing(c: Cursor, d: Draft) -> bool:
    """Read EQ SPACING and the like: nothing of a size, but of an angle alone that it is the step of other holes."""
    d.mark()
    if d.kind == "angle" and d.quantity == 1:
        d.after.append(c.peek())
        return skip(c, d)
    return set_aside(c, d)


def step_of_angle(c: Cursor, d: Draft) -> bool:
    """Set aside angle SPACING, how far the callout's holes are apart: "3X ⌀5 120° SPACING"."""
    if not (c.peek(1).kind in {"°", "DEG"} and c.peek(2).kind == "SPACING"):
        return False
    d.aside += [c.peek(), c.peek(1)]
    c.at += 2
    return True


def count_word(c: Cursor, d: Draft) -> bool:
    """Read "HOLES" without a count of its own, as in "4-⌀3 HOLES"."""
    if means_hole(c.peek()):
        d.implied_hole = True
        d.mark()
    return set_aside(c, d)
