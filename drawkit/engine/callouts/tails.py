"""The tail of a callout: what may follow the value, as one table of rules by kind of token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from drawkit.contract import Counterbore, Countersink

from . import tail_words
from .draft import Draft
from .holes import before_word, counterbore, countersink
from .prefix import means_hole
from .threads import thread
from .tokens import Cursor
from .tolerances import (
    depth_rule,
    deviation_rule,
    fit_rule,
    limit_word_rule,
    other_limit_rule,
    single_deviation_rule,
)
from .values import amount, dual

Rule = Callable[[Cursor, Draft], bool]


def tail(c: Cursor, d: Draft) -> None:
    """Read {rule}; a token that no rule takes is left over. A bare number with a strange word behind it ends there."""
    while (token := c.peek()).kind != "END" and (d.marked or not d.after):
        if any(rule(c, d) for rule in TAIL.get(token.kind, ())):
            continue
        c.at += 1
        d.after.append(token)


def _sunk(c: Cursor, d: Draft) -> bool:
    token = c.peek().kind
    found: Counterbore | Countersink | None
    if token in {"⌴", "CBORE"}:
        found = counterbore(c)
    elif token in {"⌵", "CSK"}:
        found = countersink(c)
    else:
        found = before_word(c)
    if isinstance(found, Counterbore):
        d.counterbore = d.counterbore or found
    elif isinstance(found, Countersink):
        d.countersink = d.countersink or found
    else:
        return False
    d.implied_hole = True
    d.mark()
    return True


def _thread(c: Cursor, d: Draft) -> bool:
    start = c.at
    screw = thread(c, d.units)
    if screw is None or d.thread is not None:
        c.at = start
        return False
    d.set_thread(screw)
    return True


def _times(c: Cursor, d: Draft) -> bool:
    """Read "x" (depth | length | count): "⌀5 x 12" is a depth, "R5 x4" a quantity, "1 x 1 CHAMFER" a chamfer."""
    start = c.at
    c.at += 1
    if depth_rule(c, d):
        return True
    size = amount(c)
    if size is None:
        c.at = start
        return False
    if c.take("CHAMFER"):
        d.mark("chamfer")
    elif d.kind == "diameter" and d.depth is None and not size.angle:
        d.depth = size.value
        d.doubt(0.8)
    elif d.kind == "linear" and size.angle and d.angle is None:
        d.angle = size.value
        d.mark("chamfer")
    elif d.kind == "radius" and size.token.whole and d.quantity == 1:
        d.quantity = int(size.value)
    elif d.kind == "thread" and not size.angle:
        d.doubt(0.8)
        d.aside += [c.peek(start - c.at), size.token]
    else:
        c.at = start
        return False
    return True


def _count(c: Cursor, d: Draft) -> bool:
    """Read count (COUNT | "x") behind the value, or "x" count in parentheses."""
    number = c.peek() if c.peek().kind == "NUM" else c.peek(1)
    if not number.whole or number.value < 1 or d.quantity != 1:
        return False
    if c.peek(1).kind == "COUNT":
        d.implied_hole |= means_hole(c.peek(1))
    elif not (c.peek(1).kind == "TIMES" and c.peek(2).kind in {")", "END", "TYP"}):
        return False
    c.at += 2
    d.quantity = int(number.value)
    d.mark()
    return True


def _counted_in_parentheses(c: Cursor, d: Draft) -> bool:
    if not (c.kinds("(", "TIMES", "NUM", ")") and c.peek(2).whole and d.quantity == 1):
        return False
    d.quantity = max(1, int(c.peek(2).value))
    c.at += 4
    d.mark()
    return True


def _alternate(c: Cursor, d: Draft) -> bool:
    """Read "[" amount ... "]": the value in the other unit."""
    start = c.at
    c.at += 1
    c.take("⌀")
    if c.word("R"):
        c.at += 1
    other = amount(c)
    while c.peek().kind not in {"]", "END"}:
        c.at += 1
    if other is None or not c.take("]"):
        c.at = start
        return False
    if d.alternate is None:
        d.alternate = other.value
    d.mark()
    return True


def _dual_in_parentheses(c: Cursor, d: Draft) -> bool:
    start = c.at
    c.at += 1
    c.take("⌀")
    other = amount(c)
    if other is None or d.nominal is None or not dual(d.nominal, other.value) or not c.take(")"):
        c.at = start
        return False
    d.alternate = other.value
    d.mark()
    return True


def _remark(c: Cursor, d: Draft) -> bool:
    """Read "(" word ... ")": text that belongs to no value."""
    if c.peek(1).kind not in {"WORD", "ASIDE", "OTHER", "HAND"}:
        return False
    while c.peek().kind not in {")", "END"}:
        d.aside.append(c.peek())
        c.at += 1
    if c.take(")"):
        d.aside.append(c.peek(-1))
    return True


def _sum(c: Cursor, d: Draft) -> bool:
    """Set aside ["("] "=" amount [")"], the sum of a chain such as "5 x 18 (= 90)"."""
    start = c.at
    c.take("(")
    if c.take("=") and amount(c) is not None and d.quantity > 1:
        c.take(")")
        d.aside += [c.peek(place - c.at) for place in range(start, c.at)]
        d.mark()
        return True
    c.at = start
    return False


def _aside(c: Cursor, d: Draft) -> bool:
    """Set FOR, ON and the like: the rest of the line speaks of something else."""
    line = c.peek().line
    while c.peek().line == line and c.peek().kind not in {"⌴", "⌵", "↧", "END"}:
        d.aside.append(c.peek())
        c.at += 1
    return True


TAIL: Final[dict[str, tuple[Rule, ...]]] = {
    "±": (deviation_rule,),
    "+": (deviation_rule, single_deviation_rule),
    "-": (deviation_rule, _thread, single_deviation_rule),
    "{": (deviation_rule, fit_rule),
    "(": (deviation_rule, fit_rule, _counted_in_parentheses, _dual_in_parentheses, _remark, _sum, tail_words.skip),
    "=": (_sum,),
    ")": (tail_words.skip,),
    "[": (_alternate,),
    "NUM": (deviation_rule, other_limit_rule, _sunk, depth_rule, _count, _thread),
    "#": (_thread,),
    "WORD": (fit_rule, _thread, tail_words.radius_word),
    "TIMES": (_sunk, _times),
    "MAX": (limit_word_rule,),
    "MIN": (limit_word_rule,),
    "THRU": (depth_rule,),
    "↧": (depth_rule,),
    "DEPTH": (depth_rule,),
    "⌴": (_sunk,),
    "CBORE": (_sunk,),
    "⌵": (_sunk,),
    "CSK": (_sunk,),
    "⌀": (_sunk,),
    "TYP": (tail_words.typical,),
    "REF": (tail_words.reference,),
    "BASIC": (tail_words.basic,),
    "DIA": (tail_words.diameter_word,),
    "RADIUS": (tail_words.radius_word,),
    "SQUARE": (tail_words.square_word,),
    "CHAMFER": (tail_words.chamfer_word,),
    "HOLE": (tail_words.hole_word,),
    "COUNT": (tail_words.count_word,),
    "SPACING": (tail_words.spacing,),
    "ASIDE": (_aside,),
    "MARK": (tail_words.set_aside,),
    "FLAG": (tail_words.set_aside,),
    "ALL": (tail_words.set_aside,),
    ",": (tail_words.skip,),
    ";": (tail_words.skip,),
    ".": (tail_words.skip,),
}
"""The rules to try at each kind of token, in order."""
