"""The rules for what bounds a value: deviations, a fit, MAX and MIN, a depth."""

from __future__ import annotations

from typing import Final

from .draft import Draft
from .holes import depth
from .tokens import Cursor
from .values import Deviations, amount, clean, deviations, fit, near, says_angle, single_deviation

_WIDEST: Final = 5.0
"""Deviations up to this may be larger than the size that they belong to."""

_NO_ROOM: Final = 0.3
"""How plausible two deviations of 0 are, which no part can keep: the figures behind one of them were not read."""


def deviation_rule(c: Cursor, d: Draft) -> bool:
    """Read the deviations of the nominal."""
    start = c.at
    found = deviations(c)
    if found is None or d.deviations is not None or d.nominal is None or _too_wide(found, d.nominal):
        c.at = start
        return False
    d.mark()
    if found.upper == found.lower == 0:
        d.doubt(_NO_ROOM)
    if not says_angle(c, start):
        d.deviations = found
    elif d.kind == "chamfer":
        d.more |= {"angle_upper_deviation": found.upper, "angle_lower_deviation": found.lower}
    else:
        d.deviations = found
        d.mark("angle")
    return True


def _too_wide(found: Deviations, nominal: float) -> bool:
    """Say whether the deviations are larger than their size, beyond the coarsest of small sizes."""
    return max(abs(found.upper or 0.0), abs(found.lower or 0.0)) > max(abs(nominal), _WIDEST)


def single_deviation_rule(c: Cursor, d: Draft) -> bool:
    """Read a lone signed deviation: smaller than the value, and with a decimal or a gap before the sign."""
    start, sign = c.at, c.peek()
    found = single_deviation(c)
    if (
        found is None
        or d.deviations is not None
        or d.nominal is None
        or d.thread
        or not _fits(found, d, c, apart=not sign.glued)
    ):
        c.at = start
        return False
    d.deviations = found
    d.mark()
    d.doubt(0.8)
    return True


def single_in_parentheses(c: Cursor, d: Draft) -> bool:
    """Read "(" signed ")", the deviation of a fit as GOST 2.307 prints it: "⌀20H7(+0,021)"; the other one is 0."""
    start = c.at
    found = single_deviation(c) if c.take("(") else None
    if found is None or not c.take(")") or d.deviations is not None or not _is_small(found, d):
        c.at = start
        return False
    d.deviations = found
    d.mark()
    return True


def _is_small(found: Deviations, d: Draft) -> bool:
    return abs(found.upper if found.upper is not None else found.lower or 0.0) < abs(d.nominal or 0.0)


def _fits(found: Deviations, d: Draft, c: Cursor, *, apart: bool) -> bool:
    printed = c.peek(-1)
    return _is_small(found, d) and (apart or printed.decimals > 0) and c.peek().kind != "TIMES"


def fit_rule(c: Cursor, d: Draft) -> bool:
    """Read ["("] fit [")"] of the nominal, and its limits in parentheses."""
    start = c.at
    opened = c.take("(") is not None
    found = fit(c) if c.peek(-1).kind not in {"-", "/"} else None
    if opened and not c.take(")"):
        found = None
    if found is None or d.fit is not None or d.nominal is None or d.kind in {"angle", "thread", "radius"}:
        c.at = start
        return False
    if _is_tapped(found, d, c):
        c.at = start
        return False
    d.fit = found
    d.mark()
    _limits_of_fit(c, d)
    return True


def dashed_fit(c: Cursor, d: Draft) -> bool:
    """Read "-" fit, as in "⌀3-H7"."""
    c.at += 1
    found = fit(c) if d.kind == "diameter" and d.fit is None and d.nominal is not None else None
    if found is None:
        c.at -= 1
        return False
    d.fit = found
    d.mark()
    return True


def dashed_depth(c: Cursor, d: Draft) -> bool:
    """Read "-" depth, as in "M6 - 12 DEEP"."""
    c.at += 1
    if depth_rule(c, d):
        return True
    c.at -= 1
    return False


def grade_rule(c: Cursor, d: Draft) -> bool:
    """Set aside "±" (IT grade | t) ["/" 2], a symmetric tolerance by its grade (GOST 25346)."""
    if not c.word("IT", "t", ahead=1):
        return False
    line = c.peek().line
    while c.peek().line == line and c.peek().kind in {"±", "WORD", "NUM", "/"}:
        d.aside.append(c.peek())
        c.at += 1
    d.mark()
    return True


def _is_tapped(found: str, d: Draft, c: Cursor) -> bool:
    """Say whether "M8" behind a drilled diameter is the thread tapped into it rather than the class of a fit."""
    if found[0] != "M" or "/" in found or d.nominal is None:
        return False
    return c.peek().kind == "TIMES" or 0.7 <= d.nominal / float(found[1:]) < 1


def _limits_of_fit(c: Cursor, d: Draft) -> None:
    """Read "(" max ["/"] min ")" behind a fit: its limits, kept as deviations of the nominal."""
    start = c.at
    if c.take("("):
        first = amount(c)
        c.take("/", "-")
        second = amount(c)
        if first and second and c.take(")") and d.nominal is not None and near(first.value, second.value):
            spread = sorted((clean(first.value - d.nominal), clean(second.value - d.nominal)))
            d.deviations = Deviations(spread[1], spread[0])
            return
    c.at = start


def limit_word_rule(c: Cursor, d: Draft) -> bool:
    """Read MAX or MIN behind the value, or before a depth."""
    word = c.take("MAX", "MIN")
    if word is not None and c.peek().line == word.line and c.peek().kind == "NUM" and depth_rule(c, d):
        return True
    if word is None or d.nominal is None or d.single is not None:
        return word is not None and d.nominal is None
    d.single = word.kind
    d.set_single_limit()
    return True


def other_limit_rule(c: Cursor, d: Draft) -> bool:
    """Read number (MAX | MIN) behind the first of two named limits."""
    start = c.at
    other = amount(c)
    word = c.take("MAX", "MIN")
    if other is None or word is None or d.single in {None, word.kind} or d.depth is not None:
        c.at = start
        return False
    d.set_limits(other.value, d.max if d.max is not None else d.min or 0.0)
    return True


def typical_limit(c: Cursor, d: Draft) -> bool:
    """Read ["/"] number (MAX | MIN) behind a typical value, as data sheets print it: "1.85 TYP / 2.0 MAX"."""
    start = c.at
    c.take("/")
    other = amount(c) if d.typical and d.nominal is not None and d.deviations is None else None
    word = c.take("MAX", "MIN")
    if other is None or word is None or d.nominal is None or (other.value < d.nominal) == (word.kind == "MAX"):
        c.at = start
        return False
    if word.kind == "MAX":
        d.max = other.value
    else:
        d.min = other.value
    return True


def depth_rule(c: Cursor, d: Draft) -> bool:
    """Read the depth of a hole."""
    read = depth(c)
    if read is None:
        return False
    d.set_depth(*read)
    return True
