"""The rules for what a hole has beside its diameter: sinks, a thread, its tap drill, and what "x" joins to it."""

from __future__ import annotations

from drawkit.contract import Counterbore, Countersink

from .draft import Draft
from .holes import before_word, counterbore, countersink, depth
from .quantities import times_behind
from .threads import thread
from .tokens import Cursor
from .tolerances import depth_rule
from .values import Amount, amount, near, stacked_limits


def sunk(c: Cursor, d: Draft) -> bool:
    """Read a counterbore or a countersink; a sink with a depth and no angle is a counterbore, a lone sign is none."""
    word, start = c.peek().kind, c.at
    found: Counterbore | Countersink | None
    if word in {"⌴", "CBORE"}:
        found = counterbore(c)
    elif word in {"⌵", "CSK"}:
        found = countersink(c)
        if found is not None and found.angle is None and word == "CSK" and (deep := depth(c)) is not None:
            found = Counterbore(diameter=found.diameter, depth=deep.value if isinstance(deep.value, float) else None)
    else:
        found = before_word(c)
    if _is_narrow(found, d) or _is_lone_sign(c, start):
        c.at = start
        return False
    if isinstance(found, Counterbore):
        d.counterbore = d.counterbore or found
    elif isinstance(found, Countersink):
        d.countersink = d.countersink or found
    else:
        return False
    d.implied_hole = True
    d.mark()
    return True


def _is_lone_sign(c: Cursor, start: int) -> bool:
    """Say whether nothing but the sign of a sink was read since `start`, and no screw is named that it is for."""
    return c.at == start + 1 and c.peek(-1).kind in {"⌴", "⌵"} and c.peek().kind != "ASIDE"


def _is_narrow(found: Counterbore | Countersink | None, d: Draft) -> bool:
    """Say whether a sink of one number is narrower than its hole: then its sign was that of a surface texture."""
    if found is None or found.diameter is None or d.nominal is None or d.kind not in {"diameter", "linear"}:
        return False
    further = found.depth if isinstance(found, Counterbore) else found.angle
    return further is None and found.diameter < d.nominal


def stepped(c: Cursor, d: Draft) -> bool:
    """Read ⌀ size ↧ depth, wider than the hole before it: a counterbore whose sign was not read."""
    start = c.at
    width = amount(c) if c.take("⌀") and d.kind in {"diameter", "thread"} and d.counterbore is None else None
    deep = depth(c) if c.peek().kind in {"↧", "DEPTH"} else None
    if width is None or deep is None or not isinstance(deep.value, float) or width.value <= (d.nominal or width.value):
        c.at = start
        return False
    d.counterbore = Counterbore(diameter=width.value, depth=deep.value)
    d.mark()
    d.doubt(0.9)
    return True


def tapped(c: Cursor, d: Draft) -> bool:
    """Read the thread that is tapped into the hole."""
    start = c.at
    screw = thread(c, d.units)
    if screw is None or d.thread is not None:
        c.at = start
        return False
    d.set_thread(screw)
    return True


def thread_depths(c: Cursor, d: Draft) -> bool:
    """Read ["x" | "-"] thread depth "/" drill depth [DEPTH] behind a thread, as in "M8x1-6H x 16/20" (ISO 6410-1)."""
    start = c.at
    c.take("TIMES", "-")
    tapped_to = amount(c) if d.kind == "thread" and d.depth is None else None
    drilled_to = amount(c) if tapped_to is not None and c.take("/") else None
    if tapped_to is None or drilled_to is None or drilled_to.value < tapped_to.value:
        c.at = start
        return False
    c.take("DEPTH")
    d.set_depth(tapped_to.value, None)
    d.more["tap_drill"] = {**d.more.get("tap_drill", {}), "depth": drilled_to.value}
    return True


def times(c: Cursor, d: Draft) -> bool:
    """Read "x" (depth | length | angle | limits): a hole's depth, a chamfer's angle, a slot's second size."""
    start = c.at
    if times_behind(c, d):
        return True
    c.at += 1
    if depth_rule(c, d) or _second_limits(c, d):
        return True
    size = amount(c)
    if size is None or not _multiplied(size, start, c, d):
        c.at = start
        return False
    return True


def _multiplied(size: Amount, start: int, c: Cursor, d: Draft) -> bool:
    """Take the amount behind "x" for what it can be beside a value of this kind."""
    first = d.value.token if d.value is not None else None
    if c.take("CHAMFER"):
        d.mark("chamfer")
    elif d.kind == "diameter" and size.angle and d.countersink is None:
        d.countersink = Countersink(diameter=d.nominal, angle=size.value)
        d.doubt(0.8)
    elif d.kind == "diameter" and d.depth is None and not size.angle and c.peek().kind != "SLOT":
        d.depth = size.value
        d.doubt(0.8)
    elif d.kind == "linear" and size.angle and d.angle is None:
        d.angle = size.value
        d.mark("chamfer")
    elif d.kind == "thread" and not size.angle:
        hole = c.kinds("/", "⌀") or "HOLE" in d.said or _is_internal(d)
        d.doubt(1.0 if hole else 0.8)  # a screw is named so
        if hole or (d.quantity > 1 and "-" not in (d.thread or "")):
            d.set_depth(size.value, None)
        else:
            d.aside += [c.peek(start - c.at), size.token]
    elif d.kind in {"linear", "diameter"} and not size.angle and first is not None and not first.whole:
        d.more["nominal2"] = size.value
        d.mark()
        d.doubt(0.8)
    else:
        return False
    return True


def _is_internal(d: Draft) -> bool:
    """Say whether the thread's class is one of a hole: its letters are large (ISO 965-1, 5.3)."""
    grades = (d.thread or "").partition("-")[2]
    return any(letter in grades for letter in "GH")


def _second_limits(c: Cursor, d: Draft) -> bool:
    """Read the limits of a slot's second size, as in "4.8/4.2 X 6.5/6.0"."""
    start = c.at
    if d.max is None or d.min is None:
        return False
    pair = stacked_limits(c) or _plain_limits(c)
    if pair is None:
        c.at = start
        return False
    first, second = (one.value for one in pair)
    d.more |= {"max2": max(first, second), "min2": min(first, second)}
    return True


def _plain_limits(c: Cursor) -> tuple[Amount, Amount] | None:
    above = amount(c)
    c.take("/")
    below = amount(c)
    return (above, below) if above is not None and below is not None and near(above.value, below.value) else None


def bore_by_standard(c: Cursor, d: Draft) -> bool:
    """Read standard ["-"] diameter "x" depth, a counterbore as Inventor writes it: "DIN 974 - ⌀9,00 X 5,00"."""
    named = c.peek(-1).kind == "STANDARD"  # beside whose number the dash may be unread
    if not (c.kinds("NUM", "-", "⌀") or (named and c.kinds("NUM", "⌀"))):
        return False
    start, standard = c.at, c.peek()
    c.at += 1
    c.take("-")
    found = counterbore(c, named=False)
    if found is None or found.diameter is None or found.depth is None:
        c.at = start
        return False
    d.aside.append(standard)
    d.counterbore = d.counterbore or found
    d.implied_hole = True
    d.mark()
    return True


def drill(c: Cursor, d: Draft) -> bool:
    """Read ["(" | "/"] (⌀ size | size DRILL) [("x" | ",") depth] [")"] behind a thread: its tap drill (ISO 6410-1)."""
    start = c.at
    opening = c.take("(", "/")
    signed = c.take("⌀") is not None
    size = amount(c) if d.kind == "thread" and "tap_drill" not in d.more else None
    named = c.take("HOLE") is not None
    if size is None or size.angle or not (signed or named) or not d.fits_drill(size.value):
        c.at = start
        return False
    repeated(c, size.value)
    joined = c.take("TIMES", "-", ",") is not None
    deep = depth(c)
    length = deep.value if deep is not None else None
    if deep is None and joined and (plain := amount(c)) is not None:
        length = plain.value
    if opening is not None and opening.kind == "(" and not c.take(")"):
        c.at = start
        return False
    found = {"diameter": size.value, "depth": length}
    d.more["tap_drill"] = {name: value for name, value in found.items() if value is not None}
    d.mark()
    return True


def repeated(c: Cursor, value: float | None) -> bool:
    """Pass over "(" value ")" that says the size once more, as Creo's hole notes do: "5.500 DRILL ( 5.500 )"."""
    if not (c.kinds("(", "NUM", ")") and c.peek(1).value == value):
        return False
    c.at += 3
    return True


def repeated_value(c: Cursor, d: Draft) -> bool:
    """Pass over the value when it is said once more in parentheses."""
    return repeated(c, d.nominal)


def bend_radius(c: Cursor, d: Draft) -> bool:
    """Read R number behind the angle of a bend."""
    if "bend" not in d.more or not c.word("R") or c.peek(1).kind != "NUM":
        return False
    c.at += 1
    radius = amount(c)
    if radius is not None:
        d.more["radius"] = radius.value
    return True
