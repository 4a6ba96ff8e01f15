"""Two values instead of one: limits of size, and one length in two units."""

from __future__ import annotations

from typing import Final, NamedTuple

from .draft import Draft
from .holes import ends_depth
from .tokens import Cursor, Token
from .values import Amount, amount, dual, near


class _Second(NamedTuple):
    """The second of two values, what joins it to the first, and whether the joint can be its sign."""

    amount: Amount
    joint: Token | None
    signed: bool


def _second(c: Cursor, *joints: str) -> _Second | None:
    """Read the amount behind one of `joints` or none, its symbol repeated or not."""
    start = c.at
    mark = c.take(*joints)
    signed = mark is not None and mark.kind == "-" and not mark.glued and c.peek().glued
    c.take("⌀")
    if c.word("R") and c.peek(1).glued:
        c.at += 1
    other = amount(c)
    if other is None or (c.peek().glued and c.peek().kind in {"WORD", "/", "-", ":", "JUNK"}):
        c.at = start
        return None
    return _Second(other, mark, signed)


_RANGE: Final = ("-", "…", "÷", "~", "TO")
_NARROW: Final = 1.35
"""Times its lower end: the upper end of such a range at most."""

_LARGEST: Final = 999
"""Larger numbers joined by a dash are years or codes."""

_SPAN: Final = frozenset({"…", "÷", "~", "TO"})
"""Joints that nothing but a range has."""


def dual_behind(c: Cursor, d: Draft) -> bool:
    """Read ["/"] amount, the same length in the other unit."""
    start = c.at
    if c.peek().kind not in {"/", "NUM"} or d.nominal is None:
        return False
    found = _second(c, "/")
    printed = found is not None and found.amount.token.decimals and not _names_second(c)
    if found is not None and printed and dual(d.nominal, found.amount.value):
        d.alternate = found.amount.value
        d.mark()
        return True
    c.at = start
    return False


def two_alike(c: Cursor, d: Draft) -> bool:
    """Read amount "/" amount, twice the same: two equal sides, such as "9/9"."""
    first, second = d.value, c.peek(1)
    if first is None or not c.kinds("/", "NUM") or second.value != first.value or not first.token.whole:
        return False
    if not second.whole or c.peek(2).kind != "END":
        return False
    c.at += 2
    d.more["nominal2"] = second.value
    d.doubt(0.8)
    return True


def limits(c: Cursor, d: Draft) -> bool:
    """Read amount ["/" | "-"] amount: two limits of one size, of which at least one has decimals or a symbol."""
    start, first = c.at, d.value
    if first is None or c.peek().kind not in {*_RANGE, "/", "NUM", "⌀"}:
        return False
    found = _second(c, "/", *_RANGE)
    if found is None or not _are_limits(d, first, found) or _names_second(c):
        c.at = start
        return False
    d.set_limits(first.value, found.amount.value)
    if found.joint is None:
        d.doubt(0.9)
    elif first.token.whole and found.amount.token.whole and found.joint.kind == "-":
        d.doubt(0.7)
    return True


def _names_second(c: Cursor) -> bool:
    """Say whether the second amount has a word of its own, as in "5 4.5 DEEP" and "5.1 MAX 4.9 MIN"."""
    return c.peek().kind in {"MAX", "MIN", "COUNT", "CBORE", "CSK"} or ends_depth(c)


def _is_narrow(first: float, second: _Second) -> bool:
    """Whether two whole numbers joined by a dash are the ends of one size, such as "6-7", and no name or thread."""
    dashed = second.joint is not None and second.joint.kind == "-" and not second.signed
    return dashed and first < second.amount.value <= min(_NARROW * first, _LARGEST)


def _are_limits(d: Draft, first: Amount, second: _Second) -> bool:
    other, joint = second.amount, second.joint
    span = joint is not None and joint.kind in _SPAN
    whole = not (first.token.decimals or other.token.decimals or d.marked or span)
    if other.value <= 0 or (whole and not _is_narrow(first.value, second)):
        return False
    if joint is not None and joint.kind in _RANGE:
        return not second.signed and (first.value < other.value <= 4 * first.value or near(first.value, other.value))
    if joint is None and not (first.token.decimals and other.token.decimals):
        return False
    return near(first.value, other.value, angle=first.angle or other.angle)
