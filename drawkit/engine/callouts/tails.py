"""The tail of a callout: what may follow the value, as one table of rules by kind of token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from . import tail_words
from .chamfers import chamfer_word
from .draft import Draft
from .hole_rules import (
    bend_radius,
    bore_by_standard,
    drill,
    repeated_value,
    stepped,
    sunk,
    tapped,
    thread_depths,
    times,
)
from .quantities import (
    count_behind,
    counted_again,
    dash_behind,
    lone_behind,
    named_behind,
    set_off_behind,
    times_behind,
    total,
)
from .tokens import Cursor
from .tolerances import (
    dashed_depth,
    dashed_fit,
    depth_rule,
    deviation_rule,
    fit_rule,
    grade_rule,
    limit_word_rule,
    other_limit_rule,
    single_deviation_rule,
    single_in_parentheses,
    typical_limit,
)
from .values import amount, dual, near

Rule = Callable[[Cursor, Draft], bool]


def tail(c: Cursor, d: Draft) -> None:
    """Read {rule}; a token that no rule takes is left over. Behind a bare number and a strange word all is left.

    So it is behind a diameter of its own: what follows is said of that.
    """
    while (token := c.peek()).kind != "END":
        known = (d.marked or not d.after) and not any(left.kind == "⌀" for left in d.after)
        if known and any(rule(c, d) for rule in TAIL.get(token.kind, ())):
            continue
        c.at += 1
        d.after.append(token)


def _alternate(c: Cursor, d: Draft) -> bool:
    """Read "[" amount ... "]": the value in the other unit, or a quantity."""
    start = c.at
    c.at += 1
    if count_behind(c, d) and c.take("]"):
        return True
    c.at = start + 1
    c.take("⌀")
    if c.word("R"):
        c.at += 1
    other = amount(c)
    behind = c.at
    while c.peek().kind not in {"]", "END"}:
        c.at += 1
    if other is None or not (c.take("]") or _ends_unclosed(c, d, other.value, behind)):
        c.at = start
        return False
    if d.alternate is None:
        d.alternate = other.value
        if d.nominal is not None and not dual(d.nominal, other.value):
            d.doubt(0.8)
    d.mark()
    return True


def _ends_unclosed(c: Cursor, d: Draft, other: float, behind: int) -> bool:
    """Whether what is the size in the other unit ends there, though its bracket was read as a bar or not at all."""
    c.at = behind
    return d.nominal is not None and dual(d.nominal, other) and bool(c.take("|") or c.peek().kind == "END")


def _dual_in_parentheses(c: Cursor, d: Draft) -> bool:
    """Read "(" amount [deviations | limit] ")": the size in the other unit, which its figures must be."""
    start = c.at
    c.at += 1
    c.take("⌀")
    other = _other_unit(c, d)
    if other is not None and (c.take(")") or c.peek().kind == "END"):  # a line may run through the bracket
        d.alternate = other
        d.mark()
        return True
    c.at = start
    return False


def _limit_in_both_units(c: Cursor, d: Draft) -> bool:
    """Read "/" amount "[" amount "]", the second limit of a size in two units: "⌀.128 [3.25] / .125 [3.18]"."""
    start = c.at
    c.at += 1
    other = amount(c) if d.alternate is not None and d.nominal is not None and d.deviations is None else None
    if other is None or c.peek().kind != "[" or d.nominal is None or not near(d.nominal, other.value):
        c.at = start
        return False
    d.set_limits(d.nominal, other.value)
    return True


def _limit_below(c: Cursor, d: Draft) -> bool:
    """Read amount "[" amount "]" or amount "(" amount ")", mostly in the next line: the second limit, in both units."""
    start = c.at
    first = d.nominal if d.alternate is not None and d.deviations is None and d.thread is None else None
    other = amount(c) if first is not None else None
    closing = _CLOSING.get(c.peek().kind)
    c.at += closing is not None
    again = amount(c) if closing is not None else None
    said = other is not None and again is not None and dual(other.value, again.value) and c.take(closing or "")
    if first is None or other is None or not said or not near(first, other.value):
        c.at = start
        return False
    d.set_limits(first, other.value)
    return True


_CLOSING: Final = {"[": "]", "(": ")"}


def _dual_below(c: Cursor, d: Draft) -> bool:
    """Read amount [deviations | limit] on a line of its own: the same size in the other unit (the position method)."""
    start, above, line = c.at, c.peek(-1).line, c.peek().line
    fresh = line > above and c.peek().decimals > 0 and d.alternate is None and d.thread is None
    other = _other_unit(c, d) if fresh else None
    if other is None or (c.peek().line == line and c.peek().kind not in {"END", "TYP", "REF"}):  # "26.0 DEEP"
        c.at = start
        return False
    d.alternate = other
    d.mark()
    return True


def _other_unit(c: Cursor, d: Draft) -> float | None:
    """Read a size that is the draft's own in the other unit, with its deviations or limit."""
    other = amount(c)
    sizes = [size for size in (d.nominal, d.max, d.min) if size is not None]
    if other is None or not any(dual(size, other.value) for size in sizes):
        return None
    line = c.peek(-1).line
    offs = []
    while c.peek().line == line:
        if c.take(*_BESIDE_SIZES):
            continue
        off = amount(c)
        if off is None:
            break
        offs.append(off.value)
    return other.value if _are_alike(d, other.value, offs) else None


def _are_alike(d: Draft, other: float, offs: Sequence[float]) -> bool:
    """Whether a size's deviation differs from the draft's as the sizes do: 7.55 ±0.10 is not 0.30 ±0.05 in inches."""
    own = abs(d.deviations.upper or 0.0) if d.deviations is not None else 0.0
    if not own or d.nominal is None or len(offs) != 1 or not offs[0]:
        return True
    more, less = (own, offs[0]) if d.nominal > other else (offs[0], own)
    return more >= _FEWEST_TIMES * less


_FEWEST_TIMES: Final = 10.0
"""What a deviation in millimetres is of that in inches at least, however coarsely both are rounded."""

_BESIDE_SIZES: Final = ("±", "+", "-", "/", "{", "|", "}", "⌀", "MAX", "MIN")
"""What stands between and beside the values of a size."""

_WORDS: Final = frozenset({"WORD", "ASIDE", "STANDARD", "OTHER", "HAND", "SEE", "LABEL", "HOLE", "SPACING", "ALL"})


def _remark(c: Cursor, d: Draft) -> bool:
    """Read "(" word ... ")" or "(" number word ... ")": text that belongs to no value."""
    first = c.peek(1)
    named = first.kind == "JUNK" and any(map(str.isalpha, first.text))
    if not named and first.kind not in _WORDS and not (first.kind == "NUM" and c.peek(2).kind in _WORDS):
        return False
    while c.peek().kind not in {")", "END"}:
        d.aside.append(c.peek())
        c.at += 1
    if c.take(")"):
        d.aside.append(c.peek(-1))
    return True


def _aside(c: Cursor, d: Draft) -> bool:
    """Set FOR, ON and the like: the rest of the line speaks of something else, but for a quantity."""
    line = c.peek().line
    d.aside.append(c.peek())
    c.at += 1
    if count_behind(c, d) or bore_by_standard(c, d):
        return True
    while c.peek().line == line and c.peek().kind not in {"⌴", "⌵", "↧", "CBORE", "CSK", ")", "END"}:
        d.aside.append(c.peek())
        c.at += 1
    return True


def _other_quantity(c: Cursor, d: Draft) -> bool:
    """Set aside number OTHER, such as the hardness in "⌀5 58 HRC"."""
    if c.peek(1).kind != "OTHER" or not d.marked:
        return False
    d.aside += [c.peek(), c.peek(1)]
    c.at += 2
    return True


TAIL: Final[dict[str, tuple[Rule, ...]]] = {
    "±": (deviation_rule, grade_rule),
    "+": (deviation_rule, single_deviation_rule),
    "-": (deviation_rule, tapped, thread_depths, dash_behind, dashed_depth, dashed_fit, single_deviation_rule),
    "/": (drill, typical_limit, _limit_in_both_units),
    "{": (deviation_rule, fit_rule),
    "(": (
        *(deviation_rule, single_in_parentheses, fit_rule, times_behind, set_off_behind),
        *(repeated_value, drill),
        *(_dual_in_parentheses, lone_behind, _remark, total, tail_words.skip),
    ),
    "=": (total,),
    ")": (tail_words.closing,),
    "]": (tail_words.skip,),
    "[": (_alternate,),
    "NUM": (
        _limit_below,
        _dual_below,
        deviation_rule,
        other_limit_rule,
        sunk,
        thread_depths,
        depth_rule,
        counted_again,
        count_behind,
        tail_words.step_of_angle,
        typical_limit,
        tapped,
        drill,
        _other_quantity,
    ),
    "#": (tapped,),
    "WORD": (bend_radius, fit_rule, tapped, tail_words.radius_word),
    "OTHER": (fit_rule,),
    "TIMES": (sunk, thread_depths, times),
    "MAX": (limit_word_rule,),
    "MIN": (limit_word_rule,),
    "THRU": (depth_rule,),
    "↧": (depth_rule,),
    "DEPTH": (depth_rule,),
    "⌴": (sunk,),
    "CBORE": (sunk,),
    "⌵": (sunk, tail_words.set_aside),
    "CSK": (sunk,),
    "⌀": (sunk, drill, stepped, tail_words.diameter_word),
    "QTY": (named_behind,),
    "NUMBER": (named_behind,),
    "TYP": (tail_words.typical,),
    "REF": (tail_words.reference,),
    "BASIC": (tail_words.basic,),
    "DIA": (tail_words.diameter_word,),
    "RADIUS": (tail_words.radius_word,),
    "SQUARE": (tail_words.square_word,),
    "□": (tail_words.square_word,),
    "ARC": (tail_words.arc_word,),
    "CHAMFER": (chamfer_word,),
    "HOLE": (tail_words.hole_word,),
    "ACROSS": (tail_words.said,),
    "THICK": (tail_words.said,),
    "NOMINAL": (tail_words.said,),
    "ROUND": (tail_words.said,),
    "EXTENT": (tail_words.said,),
    "SLOT": (tail_words.said,),
    "FULL": (tail_words.said,),
    "UP": (tail_words.bend_word,),
    "DOWN": (tail_words.bend_word,),
    "COUNT": (tail_words.count_word,),
    "SPACING": (tail_words.spacing,),
    "ASIDE": (_aside,),
    "STANDARD": (_aside,),
    "SEE": (_aside,),
    "LABEL": (_aside,),
    "MARK": (tail_words.set_aside,),
    "FLAG": (tail_words.flag,),
    "ALL": (tail_words.set_aside,),
    "SPHERE": (tail_words.sphere,),
    "AND": (tail_words.skip,),
    "&": (tail_words.skip,),
    ",": (tail_words.skip,),
    ";": (tail_words.skip,),
    ".": (tail_words.skip,),
}
"""The rules to try at each kind of token, in order."""
