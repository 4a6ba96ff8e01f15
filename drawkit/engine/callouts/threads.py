"""Threads: metric, trapezoidal, pipe and unified designations (ISO 965, 2904, 228, 7; ASME B1.1, B1.20.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .tokens import Cursor, Token

_SERIES_NAMES: Final = (
    "UNC UNF UNEF UN UNS UNJ UNJC UNJF UNJEF UNR UNRC UNRF NC NF NEF NS NPT NPTF NPS NPSM NPSF NPSC ANPT ACME STUB"
    " BSW BSF BSP BSPT BSPP BSPF"
)
_PIPE_LETTERS: Final = "G Rp Rc NPT NPTF NPS NPSM BSP BSPT BSPP BSPF BSW PT PF PS W R"
_SERIES: Final = frozenset(_SERIES_NAMES.split())
_PIPE: Final = frozenset(_PIPE_LETTERS.split())
_BARE_PIPE: Final = frozenset({"G", "Rp", "Rc", "NPT", "BSP", "W"})
_NUMBERED: Final = frozenset(
    {(0, 80), (1, 64), (1, 72), (2, 56), (2, 64), (3, 48), (3, 56), (4, 40), (4, 48), (5, 40), (5, 44), (6, 32)}
    | {(6, 40), (8, 32), (8, 36), (10, 24), (10, 32), (12, 24), (12, 28)}
)
"""Numbered sizes of ASME B1.1 with their threads per inch."""

_COMMON_METRIC: Final = frozenset(
    {1.2, 1.4, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 42, 48, 56, 64}
)


class Screw(NamedTuple):
    """A thread as designated, its nominal diameter in its own unit, and whether it can be nothing else."""

    designation: str
    nominal: float
    sure: bool


def thread(c: Cursor, units: str | None) -> Screw | None:
    """Read metric | trapezoidal | pipe | unified."""
    start = c.at
    found = _metric(c) or _trapezoidal(c) or _pipe(c, units) or _unified(c, units)
    if found is None:
        c.at = start
        return None
    return found._replace(designation=found.designation + _hand(c))


def _hand(c: Cursor) -> str:
    mark = "-" if c.kinds("-", "HAND") and c.take("-") else " "
    hand = c.take("HAND")
    return mark + hand.text if hand else ""


def _metric(c: Cursor) -> Screw | None:
    """Read ("M" | "MJ") number ["x" pitch] [["-"] class]."""
    if not c.word("M", "MJ"):
        return None
    letter, size = c.peek(), c.peek(1)
    if size.kind != "NUM" or size.fraction or c.peek(2).kind in {":", "="} or _runs_on(c.peek(2)):
        return None
    c.at += 2
    pitch = _pitch(c, size.value)
    grade = _metric_class(c)
    sure = bool(pitch or grade) or size.value in _COMMON_METRIC
    return Screw(letter.text + size.text + pitch + grade, size.value, sure)


def _runs_on(token: Token) -> bool:
    return token.glued and token.kind in {"WORD", "JUNK"}


def _pitch(c: Cursor, nominal: float) -> str:
    pitch = c.peek(1)
    if not c.kinds("TIMES", "NUM") or pitch.value > 0.35 * nominal + 0.3 or pitch.value == 0:
        return ""
    c.at += 2
    return "x" + pitch.text


def _metric_class(c: Cursor) -> str:
    """Read ["-"] grade letter [grade letter], such as 6H or 5g6g."""
    start = c.at
    c.take("-")
    text = ""
    while c.peek().whole and 3 <= c.peek().value <= 9 and c.peek(1).glued and c.word(*"GHefgh", ahead=1):
        text += c.peek().text + c.peek(1).text
        c.at += 2
    if text:
        return "-" + text
    c.at = start
    return ""


def _trapezoidal(c: Cursor) -> Screw | None:
    """Read ("Tr" | "Rd") number "x" lead ["-" class]."""
    if not c.word("Tr", "TR", "Rd", "RD") or c.peek(1).kind != "NUM":
        return None
    letters, size = c.peek(), c.peek(1)
    c.at += 2
    if not c.kinds("TIMES", "NUM"):
        return None
    lead = c.peek(1)
    c.at += 2
    return Screw(f"{letters.text}{size.text}x{lead.text}{_trapezoidal_class(c)}", size.value, sure=True)


def _trapezoidal_class(c: Cursor) -> str:
    if not (c.kinds("-", "NUM", "WORD") and c.word("H", "e", "c", ahead=2)):
        return ""
    text = f"-{c.peek(1).text}{c.peek(2).text}"
    c.at += 3
    return text


def _pipe(c: Cursor, units: str | None) -> Screw | None:
    """Read letters size ["-" threads per inch] ["A" | "B"]."""
    letters, size = c.peek(), c.peek(1)
    if letters.text not in _PIPE or size.kind != "NUM" or size.decimals:
        return None
    if not size.fraction and (letters.text not in _BARE_PIPE or size.value > 6 or not letters.text.isupper()):
        return None
    if letters.text == "R" and units == "inch":
        return None
    c.at += 2
    text = letters.text + ("" if size.glued else " ") + size.text
    if c.kinds("-", "NUM") and c.peek(1).whole:
        text += "-" + c.peek(1).text
        c.at += 2
    if c.word("A", "B") and (c.peek().glued or c.peek(1).kind != "WORD"):
        text += c.peek().text
        c.at += 1
    return Screw(text, size.value, sure=size.fraction or len(letters.text) > 1)


def _unified(c: Cursor, units: str | None) -> Screw | None:
    """Read ["#"] size ["-" threads per inch] [series] [["-"] class]."""
    numbered = c.take("#") is not None
    size = c.take("NUM")
    if size is None:
        return None
    c.take('"')
    per_inch = _per_inch(c)
    text, series = size.text, _series(c)
    if not _is_unified(numbered, size, per_inch, series, units):
        return None
    if numbered:
        text = "#" + text
    if per_inch is not None:
        text += "-" + per_inch.text
    text += f" {series}" if series else ""
    small = size.whole and per_inch is not None and (numbered or (int(size.value), int(per_inch.value)) in _NUMBERED)
    nominal = round(0.06 + 0.013 * size.value, 4) if small else size.value
    return Screw(text + _unified_class(c), nominal, sure=bool(series) or numbered or size.fraction or small)


def _per_inch(c: Cursor) -> Token | None:
    if not (c.kinds("-", "NUM") and c.peek(1).whole):
        return None
    c.at += 2
    return c.peek(-1)


def _series(c: Cursor) -> str:
    words: list[str] = []
    while c.peek().text.upper().rstrip(".") in _SERIES:
        words.append(c.peek().text.rstrip("."))
        c.at += 1
    return " ".join(words)


def _is_unified(numbered: bool, size: Token, per_inch: Token | None, series: str, units: str | None) -> bool:
    if series:
        return True
    if per_inch is None:
        return False
    if numbered or size.fraction:
        return True
    return units == "inch" and size.whole and (int(size.value), int(per_inch.value)) in _NUMBERED


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
