"""What stands before the value of a callout: flags, quantity, the other unit, words."""

from __future__ import annotations

from typing import Final

from drawkit.contract import DimensionKind

from .draft import Draft
from .forms import opens_full_radius, opens_ratio
from .quantities import is_thread, means_hole, quantity
from .tokens import Cursor, Token
from .values import amount, dual

SYMBOLS: Final[dict[str, DimensionKind]] = {
    "⌀": "diameter",
    "DIA": "diameter",
    "RADIUS": "radius",
    "□": "square",
    "SQUARE": "square",
    "⌒": "arc_length",
}
"""Symbols and words that decide the kind of the value behind them."""

_BRACKETED, _BRACKETED_NUMBER = 0.5, 0.2
"""Share of its plausibility that a callout, or a number, in brackets keeps where no other unit stands beside it."""

_SAID: Final = frozenset(
    {"HOLE", "TYP", "REF", "BASIC", "ACROSS", "NOMINAL", "THICK", "ROUND", "SLOT", "FULL", "EXTENT"}
)
"""Words that only dimensions have."""

_SILENT: Final = frozenset({"SPACING", "NUMBER", "ALL", "AND", "&", "~", ",", ";"})
"""What says nothing, neither for nor against."""


def prefix(c: Cursor, d: Draft) -> None:
    """Read {flag | "(" | quantity | alternate | word}, up to the value."""
    while c.peek().kind not in {"END", "ASIDE", "STANDARD"}:
        if any(rule(c, d) for rule in _RULES):
            continue
        if _starts_value(c, d):
            return
        token = c.peek()
        c.at += 1
        if token.kind in _SAID or token.kind == "SPHERE" or (token.kind == "COUNT" and means_hole(token)):
            _known_word(token, d)
            d.stuck |= _names_pin(token, c.peek())
        elif token.kind == "THRU" and "HOLE" in d.said:
            d.set_depth("THRU", None)
        elif token.kind not in _SILENT and not (token.kind == ":" and c.peek(-2).kind in _SAID):
            d.before.append(token)
            d.stuck |= token.kind in {"±", "+"}
            d.stuck |= token.kind in {"WORD", "JUNK"} and c.peek().glued and c.peek().kind in {"NUM", "JUNK"}
            d.stuck |= token.kind == "-" and token.glued and _joins_code(c)


def _names_pin(token: Token, follower: Token) -> bool:
    """Say whether a number is stuck to a word that stands apart from values: a name such as "AUX2" or "TP1"."""
    apart = token.kind not in {"ACROSS", "THICK", "SPHERE"} and token.text.isascii() and token.text.isalpha()
    return apart and follower.glued and follower.kind in {"NUM", "JUNK"}


def _joins_code(c: Cursor) -> bool:
    """Say whether the dash that was read joins letters without a meaning to a number: a part's name such as "GH-8"."""
    return c.peek(-2).kind == "WORD" and c.peek().glued and c.peek().kind == "NUM"


def _known_word(token: Token, d: Draft) -> None:
    d.mark("spherical_diameter" if token.kind == "SPHERE" else None)
    d.implied_hole |= token.kind in {"HOLE", "COUNT"}
    d.typical |= token.kind == "TYP"
    d.reference |= token.kind == "REF"
    d.basic |= token.kind == "BASIC"
    d.said.add(token.kind)


def _said_twice(c: Cursor, _d: Draft) -> bool:
    """Pass over the word for a diameter in front of its symbol: "PCD ⌀90"."""
    return c.kinds("DIA", "⌀") and c.take("DIA") is not None


def _flag(c: Cursor, d: Draft) -> bool:
    token = c.take("FLAG", "MARK")
    if token is not None:
        d.flag = token.text
    return token is not None


def _opening(c: Cursor, d: Draft) -> bool:
    """Take "(" before the value makes a reference, unless the parenthesis closes before it; ")" ends such a remark.

    Brackets around the whole callout do so too, but they may be half of a dual dimension.
    """
    if c.peek().kind == "[" and c.last().kind == "]":
        c.at += 1
        d.reference = True
        d.doubt(_BRACKETED if c.peek().kind != "NUM" else _BRACKETED_NUMBER)
        return True
    if c.take("("):
        d.reference = not any(token.kind == "WORD" for token in d.before)  # what words tell of is explained by it
        return True
    if c.take(")"):
        d.reference = False
        return True
    return False


def _alternate(c: Cursor, d: Draft) -> bool:
    """Read ("[" | "(") amount ... ("]" | ")") before a value: the dual dimension's other unit."""
    start = c.at
    opening = c.take("[", "(")
    if opening is not None:
        c.take("⌀")
        other = amount(c)
        closing = "]" if opening.kind == "[" else ")"
        while other is not None and c.peek().kind not in {closing, "END"}:
            c.at += 1
        if other is not None and c.take(closing) and _is_other_unit(c, other.value, sure=closing == "]"):
            d.alternate = other.value
            d.mark()
            return True
    c.at = start
    return False


def _is_other_unit(c: Cursor, other: float, *, sure: bool) -> bool:
    """Say whether a value follows, and in parentheses one that is the same length in the other unit."""
    if sure:
        return c.peek().kind != "END"
    number = c.peek(1) if c.peek().kind == "⌀" else c.peek()
    return number.kind == "NUM" and number.decimals > 0 and dual(other, number.value)


def _bend(c: Cursor, d: Draft) -> bool:
    """Read UP | DOWN before the angle that a sheet is bent by, as CAD systems label the lines of flat patterns."""
    if c.peek().kind not in {"UP", "DOWN"} or c.peek(1).kind != "NUM" or c.peek(2).kind not in {"°", "DEG"}:
        return False
    d.more["bend"] = c.peek().kind
    c.at += 1
    return True


def _reference_to(c: Cursor, d: Draft) -> bool:
    """Set aside (SEE | LABEL) number, the place of a note, a part or a view."""
    if c.peek().kind not in {"SEE", "LABEL"}:
        return False
    while c.peek().kind in {"SEE", "LABEL"}:
        d.aside.append(c.peek())
        c.at += 1
    if c.peek().kind == "NUM":
        d.aside.append(c.peek())
        c.at += 1
    return True


def _set_off_word(c: Cursor, d: Draft) -> bool:
    """Read "(" (MAX | MIN | word that only dimensions have) ")" before a value: "(MAX) ⌀3", "(TYP) R5"."""
    word = c.peek(1)
    if c.peek().kind != "(" or c.peek(2).kind != ")" or word.kind not in {"MAX", "MIN", *_SAID}:
        return False
    c.at += 3
    if word.kind in {"MAX", "MIN"}:
        d.single = word.kind
    else:
        _known_word(word, d)
    return True


_RULES: Final = (_flag, quantity, _set_off_word, _alternate, _bend, _reference_to, _opening, _said_twice)
"""What may stand before the value, in the order in which it is looked for."""

_STARTS: Final = frozenset("{#≤≥<>↧⌴⌵") | {"NUM", "CHAMFER", "DEPTH", "CBORE", "CSK", "ARC"}


def _starts_value(c: Cursor, d: Draft) -> bool:
    token = c.peek()
    if opens_full_radius(c) or opens_ratio(c):
        return True
    if token.kind in SYMBOLS or token.kind in _STARTS:
        return True
    if token.kind in {"MAX", "MIN"}:
        follower = c.peek(1)
        named = c.kinds("WORD", "=", "NUM", ahead=1)
        return named or follower.kind in {"NUM", ".", ":", "=", *SYMBOLS} or follower.text in {"R", "SR", "S", "CR"}
    if c.word("R", "SR", "CR") and c.peek(1).kind in {"NUM", "{", "(", "[", "MAX", "MIN", "TYP"}:
        return True
    if c.word("C", "c", "M", "MJ", "t", "s", "δ") and c.peek(1).kind in {"NUM", "{", "("}:
        return True
    return (c.word("S") and c.peek(1).kind == "⌀") or c.kinds("WORD", "=", "NUM") or is_thread(c, d)
