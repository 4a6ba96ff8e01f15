"""Threads: metric, trapezoidal, buttress and pipe designations (ISO 965-1, 2904, 228-1, 7-1; GOST 2.311, 6111)."""

from __future__ import annotations

from typing import Final

from .inch_threads import Screw, unified
from .tokens import Cursor, Token

_PIPE_LETTERS: Final = "G Rp Rc NPT NPTF NPS NPSM BSP BSPT BSPP BSPF BSW PT PF PS W R K"
_PIPE: Final = frozenset(_PIPE_LETTERS.split())
_PIPE_SIZES: Final = frozenset({1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 3 / 4, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6})
"""Sizes of taper threads that have the letter of a radius (ISO 7-1, table 1), in inches."""
_BARE_PIPE: Final = frozenset({"G", "Rp", "Rc", "NPT", "BSP", "W"})
_COMMON_METRIC: Final = frozenset(
    {1.2, 1.4, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 42, 48, 56, 64}
)

_PITCHES: Final = frozenset({0.25, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.75, 0.8, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4})
"""Pitches of ISO 261, in millimetres."""

_CLASSES: Final = frozenset("GHefgh")
"""Letters of the tolerance classes of metric threads (ISO 965-1)."""


def thread(c: Cursor, units: str | None) -> Screw | None:
    """Read metric | trapezoidal | pipe | unified."""
    start = c.at
    found = _metric(c) or _trapezoidal(c) or _pipe(c, units) or unified(c, units)
    if found is None or found.nominal <= 0:
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
    if c.kinds("-", "NUM") and pitch.value in _PITCHES and pitch.value < 0.35 * nominal and not c.peek(2).glued:
        c.at += 2
        return f"-{pitch.text}"
    if c.kinds("TIMES", "WORD", "NUM") and c.peek(1).text == "Ph":
        c.at += 3
        return f"xPh{c.peek(-1).text}{_starts(c)}"
    if c.kinds("TIMES", "NUM", "WORD") and (run_on := _pitch_and_class(pitch, c.peek(2), nominal)):
        c.at += 3
        return run_on
    if not c.kinds("TIMES", "NUM") or pitch.value > _coarsest(nominal) or pitch.value == 0:
        return ""
    if not c.peek().glued and pitch.glued and pitch.whole and pitch.value > _STEEPEST * nominal:
        return ""  # a count, as in "M12 X3"
    c.at += 2
    return f"x{pitch.text}{_starts(c)}"


_STEEPEST: Final = 0.2
"""Of its diameter, the pitch of a thread of whole millimetres (ISO 261): only a lead of several starts is larger."""


def _coarsest(nominal: float) -> float:
    """More than the pitch of any thread of a diameter, in millimetres."""
    return 0.35 * nominal + 0.3


def _pitch_and_class(number: Token, letter: Token, nominal: float) -> str:
    """The pitch and the class behind it that are printed without a blank, or were read so: 0.456H is 0.45-6H."""
    pitch, grade = number.text[:-1], number.text[-1:]
    value = pitch.replace(",", ".")
    known = value.replace(".", "", 1).isdecimal() and float(value) in _PITCHES and float(value) <= _coarsest(nominal)
    is_class = letter.glued and letter.text in _CLASSES and grade in "3456789"
    return f"x{pitch}-{grade}{letter.text}" if known and is_class else ""


def _starts(c: Cursor) -> str:
    """Read ["("] "P" pitch [")"] behind the lead of a thread of several starts (ISO 965-1, ISO 2904)."""
    ahead = 1 if c.peek().kind == "(" else 0
    if not (c.word("P", ahead=ahead) and c.peek(ahead + 1).kind == "NUM"):
        return ""
    if ahead and c.peek(3).kind != ")":
        return ""
    text = f"P{c.peek(ahead + 1).text}"
    c.at += 2 + 2 * ahead
    return f"({text})" if ahead else text


def _metric_class(c: Cursor) -> str:
    """Read ["-"] grade letter [grade letter] ["/" the mate's], such as 6H, 5g6g or 6H/6g."""
    start = c.at
    c.take("-")
    text = _grades(c)
    if text and c.kinds("/", "NUM"):
        c.at += 1
        text += "/" + _grades(c)
    if text:
        return "-" + text
    c.at = start
    return ""


def _grades(c: Cursor) -> str:
    text = ""
    while c.peek().whole and 3 <= c.peek().value <= 9 and c.peek(1).glued and c.word(*_CLASSES, ahead=1):
        text += c.peek().text + c.peek(1).text
        c.at += 2
    return text


def _trapezoidal(c: Cursor) -> Screw | None:
    """Read ("Tr" | "Rd" | "S") number "x" lead ["(" P pitch ")"] ["-" class]."""
    if not c.word("Tr", "TR", "Rd", "RD", "S") or c.peek(1).kind != "NUM":
        return None
    letters, size = c.peek(), c.peek(1)
    c.at += 2
    if not c.kinds("TIMES", "NUM"):
        return None
    lead = c.peek(1).text
    c.at += 2
    if c.kinds("/", "NUM"):
        lead += f"/{c.peek(1).text}"
        c.at += 2
    c.take('"')
    designation = f"{letters.text}{size.text}x{lead}{_starts(c)}{_trapezoidal_class(c)}"
    return Screw(designation, size.value, sure=letters.text != "S")


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
    if letters.text == "R" and (units == "inch" or size.value not in _PIPE_SIZES or c.peek(2).kind == '"'):
        return None
    c.at += 2
    text = letters.text + ("" if size.glued else " ") + size.text
    c.take('"')
    if c.kinds("-", "NUM") and c.peek(1).whole:
        text += "-" + c.peek(1).text
        c.at += 2
    if c.kinds("-", "WORD") and c.word("A", "B", ahead=1):
        c.at += 1
    if c.word("A", "B") and (c.peek().glued or c.peek(1).kind != "WORD"):
        text += c.peek().text
        c.at += 1
    return Screw(text, size.value, sure=size.fraction or len(letters.text) > 1)
