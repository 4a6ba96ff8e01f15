"""Unified threads by fraction, decimal or number (ASME B1.1), and what a thread is to whoever reads one."""

from __future__ import annotations

from typing import Final, NamedTuple

from .tokens import Cursor, Token

_STRAIGHT_NAMES: Final = "UNC UNF UNEF UN UNS UNJ UNJC UNJF UNJEF UNR UNRC UNRF NC NF NEF NS"
_OTHER_NAMES: Final = "NPT NPTF NPS NPSM NPSF NPSC ANPT ACME STUB BSW BSF BSP BSPT BSPP BSPF"
_STRAIGHT: Final = frozenset(_STRAIGHT_NAMES.split())
"""Series of which a whole number of inches is never named without its threads per inch."""

_SERIES: Final = _STRAIGHT | frozenset(_OTHER_NAMES.split())
_NUMBERED: Final = frozenset(
    {(0, 80), (1, 64), (1, 72), (2, 56), (2, 64), (3, 48), (3, 56), (4, 40), (4, 48), (5, 40), (5, 44), (6, 32)}
    | {(6, 40), (8, 32), (8, 36), (10, 24), (10, 32), (12, 24), (12, 28)}
)
"""Numbered sizes of ASME B1.1 with their threads per inch."""

_TELLING: Final = frozenset({"HOLE", "THRU", "↧", "DEPTH"})
"""What follows a thread and no other number."""


class Screw(NamedTuple):
    """A thread as designated, its nominal diameter in its own unit, and whether it can be nothing else."""

    designation: str
    nominal: float
    sure: bool


def unified(c: Cursor, units: str | None) -> Screw | None:
    """Read ["#"] size [("-" | "/") threads per inch] [series] [["-"] class].

    "4-40" is a thread beside what only holes have ("TAP", "THRU"), or on a sheet in inches.
    """
    told = units == "inch" or c.peek(-1).kind == "HOLE"
    numbered = c.take("#") is not None
    size = c.take("NUM")
    if size is None:
        return None
    c.take('"')
    per_inch = _per_inch(c, size)
    text, series = size.text, _series(c)
    if series.upper() in _STRAIGHT and size.whole and per_inch is None:  # 100 nF is a capacitance
        return None
    if not (series or _is_unified(numbered, size, per_inch, told=told or _tells(c))):
        return None
    if numbered:
        text = "#" + text
    if per_inch is not None:
        text += "-" + per_inch.text
    text += f" {series}" if series else ""
    small = size.whole and per_inch is not None and (numbered or _is_numbered(size, per_inch))
    nominal = round(0.06 + 0.013 * size.value, 4) if small else size.value
    return Screw(text + _unified_class(c), nominal, sure=bool(series) or numbered or size.fraction or small)


def _per_inch(c: Cursor, size: Token) -> Token | None:
    if not (c.kinds("-", "NUM") or (c.kinds("/", "NUM") and _is_numbered(size, c.peek(1)))) or not c.peek(1).whole:
        return None
    c.at += 2
    return c.peek(-1)


def _series(c: Cursor) -> str:
    words: list[str] = []
    while c.peek().text.upper().rstrip(".") in _SERIES:
        words.append(c.peek().text.rstrip("."))
        c.at += 1
    return " ".join(words)


def _tells(c: Cursor) -> bool:
    return c.peek().kind in _TELLING or c.kinds("TIMES", "NUM", "DEPTH")


def _is_numbered(size: Token, per_inch: Token) -> bool:
    return size.whole and per_inch.whole and (int(size.value), int(per_inch.value)) in _NUMBERED


def _is_unified(numbered: bool, size: Token, per_inch: Token | None, *, told: bool) -> bool:
    if per_inch is None:
        return False
    return numbered or size.fraction or (told and _is_numbered(size, per_inch))


def _unified_class(c: Cursor) -> str:
    """Read ["-" | "("] grade ("A" | "B" | "G" | "C"), such as 2B."""
    ahead = 1 if c.peek().kind in {"-", "("} else 0
    grade, letter = c.peek(ahead), c.peek(ahead + 1)
    if not (grade.whole and 1 <= grade.value <= 5 and letter.glued and letter.text in {"A", "B", "G", "C"}):
        return ""
    opened = c.peek().kind == "("
    c.at += ahead + 2
    if opened:
        c.take(")")
    return f"-{grade.text}{letter.text}"
