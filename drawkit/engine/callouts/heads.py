"""The head of a callout: its value with symbol, unit and limits."""

from __future__ import annotations

from typing import Final

from drawkit.contract import DimensionKind

from .chamfers import chamfer
from .draft import Draft
from .forms import full_radius, named_length, product, taper
from .holes import counterbore, countersink
from .limits import dual_behind, limits, two_alike
from .prefix import SYMBOLS
from .quantities import is_thread
from .threads import thread
from .tokens import Cursor
from .values import Amount, Deviations, amount, deviations, dual, near, stacked_limits


def head(c: Cursor, d: Draft) -> bool:
    """Read taper | full radius | product | sunk | thread | chamfer | named length | [MAX | MIN] [symbol] measure.

    False when there is no value.
    """
    rules = (taper, full_radius, product, _sunk, _thread, chamfer, named_length, _measure)
    return any(rule(c, d) for rule in rules)


def _sunk(c: Cursor, d: Draft) -> bool:
    """Read a counterbore or countersink; its diameter is the value, but where the hole follows behind it.

    ⌵ before a plain number is the sign of a surface texture, and set aside.
    """
    start = c.at
    d.counterbore, d.countersink = counterbore(c), countersink(c)
    if d.countersink is not None and d.countersink.angle is None and c.at == start + 2 and c.peek(-2).kind == "⌵":
        d.countersink, c.at = None, start + 1
        d.aside.append(c.peek(-1))
        return False
    sunk = d.counterbore or d.countersink
    if sunk is None or sunk.diameter is None:
        return False
    d.implied_hole = True
    if c.peek().kind == "⌀" or is_thread(c, d):
        c.take(",", ";")
        return _thread(c, d) or _measure(c, d)
    d.kind, d.nominal = "diameter", sunk.diameter
    d.deviations = _deviations_of_sink(c, start)
    d.mark()
    d.doubt(0.5)
    return True


def _deviations_of_sink(c: Cursor, start: int) -> Deviations | None:
    """Read the deviations right behind a sink's sign and diameter, which began at `start`."""
    end, c.at = c.at, start
    while c.take("⌴", "⌵", "CBORE", "CSK", "⌀", "DIA"):
        pass
    found = deviations(c) if amount(c) is not None else None
    c.at = end
    return found


def _thread(c: Cursor, d: Draft) -> bool:
    screw = thread(c, d.units)
    if screw is not None:
        d.set_thread(screw)
    return screw is not None


def _symbol(c: Cursor) -> DimensionKind | None:
    symbol = c.take(*SYMBOLS)
    if symbol is not None:
        c.take(":", "=")
        return SYMBOLS[symbol.kind]
    if c.word("S") and c.peek(1).kind == "⌀":
        c.at += 2
        return "spherical_diameter"
    if c.word("R", "SR", "CR") and c.peek(1).kind in {"NUM", "{", "(", "[", "MAX", "MIN", "TYP"}:
        c.at += 1
        return "spherical_radius" if c.peek(-1).text == "SR" else "radius"
    return None


def _symbols(c: Cursor, d: Draft) -> bool:
    sphere = d.kind == "spherical_diameter"
    kind = _symbol(c)
    if kind is None:
        return False
    if kind == "square" and (further := _symbol(c)) is not None:
        d.flag, kind = "□", further
    if sphere:
        kind = "spherical_radius" if kind == "radius" else "spherical_diameter"
    d.mark()
    d.kind = kind
    return True


_LIMIT: Final = {"MAX": "MAX", "≤": "MAX", "<": "MAX", "MIN": "MIN", "≥": "MIN", ">": "MIN"}


_BY_SIGN: Final = 0.7
"""Share of its plausibility that a limit keeps when its sign may as well be an arrow or a bullet."""


def _limit(c: Cursor, d: Draft) -> None:
    """Read [MAX | MIN] before the value."""
    limit = c.take(*_LIMIT)
    if limit is not None:
        d.single = _LIMIT[limit.kind]
        d.doubt(_BY_SIGN if limit.kind in {"<", ">"} else 1.0)
        c.take(".", ":", "=")


def _measure(c: Cursor, d: Draft) -> bool:
    _limit(c, d)
    if _symbols(c, d):
        _limit(c, d)
        d.typical |= c.take("TYP") is not None
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
    for rule in (dual_behind, two_alike, limits):
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
