"""The rules for what bounds a value: deviations, a fit, MAX and MIN, a depth."""

from __future__ import annotations

from .draft import Draft
from .holes import depth
from .tokens import Cursor
from .values import Deviations, amount, clean, deviations, fit, near, single_deviation


def deviation_rule(c: Cursor, d: Draft) -> bool:
    """Read the deviations of the nominal."""
    start = c.at
    found = deviations(c)
    if found is None or d.deviations is not None or d.nominal is None:
        c.at = start
        return False
    d.deviations = found
    d.mark()
    return True


def single_deviation_rule(c: Cursor, d: Draft) -> bool:
    """Read a lone signed deviation: smaller than the value, and with a decimal or a gap before the sign."""
    start, sign = c.at, c.peek()
    found = single_deviation(c)
    if found is None or d.deviations is not None or d.nominal is None or not _fits(found, d, c, apart=not sign.glued):
        c.at = start
        return False
    d.deviations = found
    d.mark()
    d.doubt(0.8)
    return True


def _fits(found: Deviations, d: Draft, c: Cursor, *, apart: bool) -> bool:
    size = abs(found.upper if found.upper is not None else found.lower or 0.0)
    printed = c.peek(-1)
    return size < abs(d.nominal or 0.0) and (apart or printed.decimals > 0) and c.peek().kind != "TIMES"


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


def depth_rule(c: Cursor, d: Draft) -> bool:
    """Read the depth of a hole."""
    read = depth(c)
    if read is None:
        return False
    if d.depth is None:
        d.depth, d.depth_deviations = read
    d.implied_hole = True
    d.mark()
    return True
