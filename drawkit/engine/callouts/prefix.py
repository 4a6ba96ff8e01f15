"""What stands before the value of a callout: flags, quantity, the other unit, words."""

from __future__ import annotations

from typing import Final

from drawkit.contract import DimensionKind

from .draft import Draft
from .threads import thread
from .tokens import Cursor, Token
from .values import amount, near

SYMBOLS: Final[dict[str, DimensionKind]] = {
    "⌀": "diameter",
    "DIA": "diameter",
    "RADIUS": "radius",
    "□": "square",
    "SQUARE": "square",
    "⌒": "arc_length",
}
"""Symbols and words that decide the kind of the value behind them."""

_DEVIATES: Final = 0.03
"""Of the number before a dash: one this small behind it is its lower deviation, as in "40-0.1"."""

_MOST: Final = 2000
"""No callout stands for more features than this."""


def prefix(c: Cursor, d: Draft) -> None:
    """Read {flag | "(" | quantity | "[" alternate "]" | word}, up to the value."""
    while c.peek().kind not in {"END", "ASIDE"}:
        if _flag(c, d) or _quantity(c, d) or _alternate(c, d) or _opening(c, d):
            continue
        if _starts_value(c, d):
            return
        token = c.peek()
        c.at += 1
        if token.kind in {"HOLE", "SPHERE", "TYP", "REF", "BASIC", "ACROSS", "SPACING", ",", ";"}:
            _known_word(token, d)
        else:
            d.before.append(token)
            d.stuck |= token.kind in {"±", "+"}
            d.stuck |= token.kind in {"WORD", "JUNK"} and c.peek().glued and c.peek().kind in {"NUM", "JUNK"}


def _known_word(token: Token, d: Draft) -> None:
    d.implied_hole |= token.kind == "HOLE"
    d.typical |= token.kind == "TYP"
    d.reference |= token.kind == "REF"
    d.basic |= token.kind == "BASIC"
    if token.kind == "SPHERE":
        d.mark("spherical_diameter")
    elif token.kind in {"HOLE", "TYP", "REF", "BASIC", "ACROSS"}:
        d.mark()


def _flag(c: Cursor, d: Draft) -> bool:
    token = c.take("FLAG", "MARK")
    if token is not None:
        d.flag = token.text
    return token is not None


def _opening(c: Cursor, d: Draft) -> bool:
    """Take "(" before the value makes a reference, unless the parenthesis closes before it; ")" ends such a remark."""
    if c.take("("):
        d.reference = True
        return True
    if c.take(")"):
        d.reference = False
        return True
    return False


def _alternate(c: Cursor, d: Draft) -> bool:
    """Read "[" amount ... "]" before a value: the dual dimension's other unit."""
    start = c.at
    if c.take("["):
        c.take("⌀")
        other = amount(c)
        while other is not None and c.peek().kind not in {"]", "END"}:
            c.at += 1
        if other is not None and c.take("]") and c.peek().kind != "END":
            d.alternate = other.value
            d.mark()
            return True
    c.at = start
    return False


def _count(c: Cursor) -> int | None:
    token = c.peek()
    return int(token.value) if token.whole and 0 < token.value <= _MOST else None


def _quantity(c: Cursor, d: Draft) -> bool:
    """Read count ("x" | "-" | COUNT) before a value; the first one counts."""
    count = _count(c)
    if count is None or d.quantity != 1:
        return False
    if c.peek(1).kind == "TIMES" and not _is_chamfer(c, 0):
        c.at += 2
    elif c.peek(1).kind == "COUNT" and c.peek(2).kind != "END":
        c.at += 2
        d.implied_hole = d.implied_hole or means_hole(c.peek(-1))
    elif _hyphen_quantity(c, d):
        c.at += 2
    elif c.peek(1).kind in {"⌀", "□"} or (c.word("M", "R", "SR", ahead=1) and c.peek(2).kind == "NUM" and _apart(c)):
        c.at += 1
        d.doubt(0.75)
    else:
        return False
    d.quantity = count
    _weigh_quantity(c, d)
    return True


def means_hole(token: Token) -> bool:
    """Say whether what `token` counts are holes."""
    return token.text.upper().startswith(("HOLE", "LÖCHER", "BOHR", "TROU", "AGUJ", "TALAD", "FORI", "HÅL", "穴", "孔"))


def _apart(c: Cursor) -> bool:
    return not c.peek(1).glued


def _weigh_quantity(c: Cursor, d: Draft) -> None:
    """Weigh a number: behind "20x" it is a dimension with a quantity; behind "20 x" and "20x5" it may be a product."""
    times, number = c.peek(-1), c.peek()
    if times.kind == "TIMES" and number.kind == "NUM":
        d.marked = d.marked or times.glued != number.glued
        d.doubt(0.95 if times.glued and not number.glued else 0.8 if not times.glued else 0.7)
    else:
        d.mark()


def _hyphen_quantity(c: Cursor, d: Draft) -> bool:
    """Tell count "-" (symbol | number), as in "4-⌀3" and "2-2.70"; limits and deviations are none."""
    if c.peek(1).kind != "-":
        return False
    follower = c.peek(2)
    if follower.kind in {"⌀", "□", "#", "SPHERE", "CHAMFER", "DIA"}:
        return True
    if follower.text in {"R", "SR", "M", "C", "S"} and c.peek(3).glued and c.peek(3).kind in {"NUM", "⌀"}:
        return True
    if follower.kind != "NUM" or not follower.decimals or not c.peek(1).glued or not follower.glued:
        return False
    count = c.peek().value
    if near(count, follower.value) or count < 2 or follower.value <= _DEVIATES * count or _is_thread(c, d):
        return False
    d.doubt(0.75)
    return True


def _is_thread(c: Cursor, d: Draft) -> bool:
    start = c.at
    found = thread(c, d.units) is not None
    c.at = start
    return found


def _is_chamfer(c: Cursor, ahead: int) -> bool:
    """Say whether number "x" degrees stands here; "2X 45°", apart behind the X, is a count of two angles instead."""
    if not (c.peek(ahead).kind == "NUM" and c.peek(ahead + 1).kind in {"TIMES", "/"}):
        return False
    if c.peek(ahead + 2).kind != "NUM" or c.peek(ahead + 3).kind not in {"°", "DEG"}:
        return False
    first, times, angle = c.peek(ahead), c.peek(ahead + 1), c.peek(ahead + 2)
    counted = first.whole and first.value > 1 and times.kind == "TIMES" and times.glued and not angle.glued
    return not counted


_STARTS: Final = frozenset("{#≤≥<>↧⌴⌵") | {"NUM", "CHAMFER", "DEPTH", "CBORE", "CSK"}


def _starts_value(c: Cursor, d: Draft) -> bool:
    token = c.peek()
    if token.kind in SYMBOLS or token.kind in _STARTS:
        return True
    if token.kind in {"MAX", "MIN"}:
        follower = c.peek(1)
        return follower.kind in {"NUM", ".", ":", "=", *SYMBOLS} or follower.text in {"R", "SR", "S"}
    if c.word("R", "SR", "C", "M", "MJ") and c.peek(1).kind in {"NUM", "{", "("}:
        return True
    return (c.word("S") and c.peek(1).kind == "⌀") or c.kinds("WORD", "=", "NUM") or _is_thread(c, d)
