"""The head of a callout: its value with symbol, unit and limits."""

from __future__ import annotations

from typing import Final

from drawkit.contract import DimensionKind

from .draft import Draft
from .holes import counterbore, countersink
from .limits import dual_behind, limits
from .prefix import SYMBOLS
from .threads import thread
from .tokens import Cursor
from .values import Amount, amount, dual, near, stacked_limits


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


def _symbol(c: Cursor) -> DimensionKind | None:
    if c.peek().kind in SYMBOLS:
        c.at += 1
        return SYMBOLS[c.peek(-1).kind]
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
    stack = stacked_limits(c)
    if stack is not None:
        return _take_limits(d, *stack)
    d.value = amount(c)
    if d.value is None:
        return False
    d.nominal = d.value.value
    _angle(d)
    for rule in (dual_behind, limits):
        if rule(c, d):
            break
    return True


_ROUND: Final = frozenset({"diameter", "radius", "spherical_diameter", "spherical_radius"})


def _angle(d: Draft) -> None:
    if d.value is None or not d.value.angle:
        return
    d.mark()
    if d.kind in _ROUND and d.value.token.decimals:
        d.doubt(0.8)  # nothing is both: the sign behind is what stands raised beside the number, read as a degree sign
        return
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
