"""The head of a callout: flags, quantity, and the value itself with its symbol and limits."""

from __future__ import annotations

from typing import Final, NamedTuple

from drawkit.contract import DimensionKind

from .draft import Draft
from .holes import counterbore, countersink
from .threads import thread
from .tokens import Cursor, Token
from .values import Amount, amount, dual, near, stacked_limits

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
        d.implied_hole = d.implied_hole or _means_hole(c.peek(-1))
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


def _means_hole(token: Token) -> bool:
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
    """Tell count "-" (symbol | number), as in "4-⌀3" and "2-2.70"; a number so near that both are limits is none."""
    if c.peek(1).kind != "-":
        return False
    follower = c.peek(2)
    if follower.kind in {"⌀", "□", "SPHERE", "CHAMFER", "DIA"}:
        return True
    if follower.text in {"R", "SR", "M", "C", "S"} and c.peek(3).glued and c.peek(3).kind in {"NUM", "⌀"}:
        return True
    if follower.kind != "NUM" or not follower.decimals or not c.peek(1).glued or not follower.glued:
        return False
    if near(c.peek().value, follower.value) or c.peek().value < 2 or _is_thread(c, d):
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
    if token.kind in _SYMBOLS or token.kind in _STARTS:
        return True
    if token.kind in {"MAX", "MIN"}:
        follower = c.peek(1)
        return follower.kind in {"NUM", ".", ":", "=", *_SYMBOLS} or follower.text in {"R", "SR", "S"}
    if c.word("R", "SR", "C", "M", "MJ") and c.peek(1).kind in {"NUM", "{", "("}:
        return True
    return (c.word("S") and c.peek(1).kind == "⌀") or c.kinds("WORD", "=", "NUM") or _is_thread(c, d)


def head(c: Cursor, d: Draft) -> bool:
    """Read sunk | thread | chamfer | label "=" number | [MAX | MIN] [symbol] measure. False when there is no value."""
    return _sunk(c, d) or _thread(c, d) or _chamfer(c, d) or _label(c, d) or _measure(c, d)


def _sunk(c: Cursor, d: Draft) -> bool:
    """Read a counterbore or countersink that stands alone: its diameter is the value."""
    d.counterbore, d.countersink = counterbore(c), countersink(c)
    sunk = d.counterbore or d.countersink
    if sunk is None or sunk.diameter is None:
        return False
    d.kind, d.nominal = "diameter", sunk.diameter
    d.mark()
    d.doubt(0.5)
    return True


def _thread(c: Cursor, d: Draft) -> bool:
    screw = thread(c, d.units)
    if screw is not None:
        d.set_thread(screw)
    return screw is not None


def _chamfer(c: Cursor, d: Draft) -> bool:
    """Read (C | CH | CHAMFER) size ["x" angle] | size ("x" | "/") angle | angle "x" size."""
    start = c.at
    named = c.take("CHAMFER") is not None or (c.word("C") and c.peek(1).glued and c.take("WORD") is not None)
    first = amount(c)
    if first is None:
        c.at = start
        return False
    second = amount(c) if c.take("TIMES", "/") else None
    if second is None or first.angle == second.angle:
        c.at = start
        return named and _plain_chamfer(c, d, start)
    length, angle = (second, first) if first.angle else (first, second)
    d.value, d.nominal, d.angle = length, length.value, angle.value
    d.mark("chamfer")
    return True


def _plain_chamfer(c: Cursor, d: Draft, start: int) -> bool:
    c.at = start + 1
    size = amount(c)
    if size is None or size.angle or (c.peek().glued and c.peek().kind in {"WORD", "-", "NUM", "JUNK"}):
        c.at = start
        return False
    d.value, d.nominal = size, size.value
    d.mark("chamfer")
    if c.peek(start - c.at).text == "C":
        d.doubt(0.75)
    return True


def _label(c: Cursor, d: Draft) -> bool:
    """Read letter "=" number, such as H=1.35."""
    name = c.peek()
    if not c.kinds("WORD", "=", "NUM") or len(name.text) > 2:
        return False
    c.at += 2
    d.value = amount(c)
    if d.value is None:
        return False
    d.kind, d.nominal = "other", d.value.value
    d.mark()
    d.doubt(0.75)
    return True


_SYMBOLS: Final[dict[str, DimensionKind]] = {
    "⌀": "diameter",
    "DIA": "diameter",
    "RADIUS": "radius",
    "□": "square",
    "SQUARE": "square",
    "⌒": "arc_length",
}


def _symbol(c: Cursor) -> DimensionKind | None:
    if c.peek().kind in _SYMBOLS:
        c.at += 1
        return _SYMBOLS[c.peek(-1).kind]
    if c.word("S") and c.peek(1).kind == "⌀":
        c.at += 2
        return "spherical_diameter"
    if c.word("R", "SR") and c.peek(1).kind in {"NUM", "{", "(", "["}:
        c.at += 1
        return "spherical_radius" if c.peek(-1).text == "SR" else "radius"
    return None


def _symbols(c: Cursor, d: Draft) -> None:
    sphere = d.kind == "spherical_diameter"
    kind = _symbol(c)
    if kind is None:
        return
    if kind == "square" and (further := _symbol(c)) is not None:
        d.flag, kind = "□", further
    if sphere:
        kind = "spherical_radius" if kind == "radius" else "spherical_diameter"
    d.mark()
    d.kind = kind


_LIMIT: Final = {"MAX": "MAX", "≤": "MAX", "<": "MAX", "MIN": "MIN", "≥": "MIN", ">": "MIN"}


def _measure(c: Cursor, d: Draft) -> bool:
    limit = c.take(*_LIMIT)
    if limit is not None:
        d.single = _LIMIT[limit.kind]
        c.take(".", ":", "=")
    _symbols(c, d)
    if c.take("("):
        d.reference = True
    if c.kinds("{", "⌀"):
        d.mark("diameter")
    limits = stacked_limits(c)
    if limits is not None:
        return _take_limits(d, *limits)
    d.value = amount(c)
    if d.value is None:
        return False
    d.nominal = d.value.value
    _angle(d)
    for rule in (_dual_after_slash, _limits):
        if rule(c, d):
            break
    return True


def _angle(d: Draft) -> None:
    if d.value is None or not d.value.angle:
        return
    d.mark()
    if d.kind == "square":
        d.flag = "□"
    d.kind = "angle"


def _take_limits(d: Draft, first: Amount, second: Amount) -> bool:
    d.value = first
    _angle(d)
    if dual(first.value, second.value) and not near(first.value, second.value):
        d.nominal, d.alternate = first.value, second.value
        d.mark()
        return True
    d.set_limits(first.value, second.value)
    return True


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


_RANGE: Final = ("-", "…", "÷", "~")


def _dual_after_slash(c: Cursor, d: Draft) -> bool:
    start = c.at
    if c.peek().kind not in {"/", "NUM"} or d.nominal is None:
        return False
    found = _second(c, "/")
    if found is not None and dual(d.nominal, found.amount.value) and found.amount.token.decimals:
        d.alternate = found.amount.value
        d.mark()
        return True
    c.at = start
    return False


def _limits(c: Cursor, d: Draft) -> bool:
    """Read amount ["/" | "-"] amount: two limits of one size, of which at least one has decimals or a symbol."""
    start, first = c.at, d.value
    if first is None or c.peek().kind not in {*_RANGE, "/", "NUM", "⌀"}:
        return False
    found = _second(c, "/", *_RANGE)
    if found is None or not _are_limits(d, first, found) or c.peek().kind in {"MAX", "MIN", "DEPTH"}:
        c.at = start
        return False
    d.set_limits(first.value, found.amount.value)
    if found.joint is None:
        d.doubt(0.9)
    return True


def _are_limits(d: Draft, first: Amount, second: _Second) -> bool:
    other, joint = second.amount, second.joint
    if not (first.token.decimals or other.token.decimals or d.marked) or other.value <= 0:
        return False
    if joint is not None and joint.kind in _RANGE:
        return not second.signed and (first.value < other.value <= 4 * first.value or near(first.value, other.value))
    if joint is None and not (first.token.decimals and other.token.decimals):
        return False
    return near(first.value, other.value)
