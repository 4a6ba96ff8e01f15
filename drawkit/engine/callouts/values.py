"""The numbers of a callout: amounts with units, angles, deviations, limits and fits."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..decimals import coarsest
from .tokens import Cursor, Token

MM_PER_INCH: Final = 25.4
NEAR: Final = 0.25
"""Two limits differ by less than this part of the larger one, unless they are printed as a range."""

_FIT_LETTERS: Final = "A B C CD D E EF F FG G H J JS K M N P R S T U V X Y Z ZA ZB ZC"
_HOLE_FITS: Final = frozenset(_FIT_LETTERS.split())
_SHAFT_FITS: Final = frozenset(letters.lower() for letters in _HOLE_FITS)
_GRADES: Final = range(1, 19)
_OF_ALL_GRADES: Final = frozenset({"H", "JS"})
_FINEST: Final = (
    dict.fromkeys(["A", "B", "C"], 8)
    | dict.fromkeys(["Y", "Z", "ZA", "ZB", "ZC"], 6)
    | dict.fromkeys(["CD", "D", "E", "T", "U", "V", "X"], 5)
)
"""The first grades of letters that have no finer ones."""


class Amount(NamedTuple):
    """A number with what belongs to it; an angle is in degrees."""

    value: float
    token: Token
    angle: bool = False
    unit: bool = False


class Deviations(NamedTuple):
    """Upper and lower deviation, signed; None when it is not printed."""

    upper: float | None
    lower: float | None


def clean(value: float) -> float:
    """Rid `value` of the noise of binary fractions."""
    return round(value, 9) + 0.0


def amount(c: Cursor) -> Amount | None:
    """Read number [unit] | degrees [minutes' [seconds"]]."""
    token = c.take("NUM")
    if token is None:
        return None
    if c.peek().kind == "°" and c.peek(1).kind == "WORD" and c.peek(1).glued and c.word("C", "F", "K", ahead=1):
        c.at -= 1
        return None
    if c.take("°", "DEG"):
        return Amount(clean(token.value + _minutes(c)), token, angle=True)
    if c.peek().kind == "'" and c.peek().glued:
        return _feet(c, token) or _minutes_alone(c, token)
    return Amount(token.value, token, unit=_unit(c))


_INCHES_PER_FOOT: Final = 12


def _feet(c: Cursor, feet: Token) -> Amount | None:
    """Read "'" [["-"] inches ['"']] behind a number of feet: 1'-6", 6', in inches."""
    start = c.at
    c.at += 1
    c.take("-")
    inches = c.take("NUM")
    marked = inches is not None and c.take('"') is not None
    if inches is not None and (marked or c.units == "inch") and inches.value < _INCHES_PER_FOOT:
        return Amount(clean(_INCHES_PER_FOOT * feet.value + inches.value), feet, unit=True)
    c.at = start
    if c.units != "inch":
        return None
    c.at += 1
    return Amount(clean(_INCHES_PER_FOOT * feet.value), feet, unit=True)


def _minutes_alone(c: Cursor, minutes: Token) -> Amount:
    """Read "'" behind a number of minutes, an angle below one degree."""
    c.at += 1
    return Amount(clean(minutes.value / 60), minutes, angle=True)


def _unit(c: Cursor) -> bool:
    if c.peek().kind == '"' and c.peek().glued:
        return c.take('"') is not None
    if c.kinds("(", "UNIT", ")"):
        c.at += 3
        return True
    return c.take("UNIT", "CENTIMETRES") is not None


def _minutes(c: Cursor) -> float:
    if not c.kinds("NUM", "'"):
        return 0.0
    part = c.peek().value / 60
    c.at += 2
    if c.kinds("NUM", '"'):
        part += c.peek().value / 3600
        c.at += 2
    return part


def magnitude(c: Cursor) -> float | None:
    """Read the unsigned size of a deviation: an amount, or minutes alone."""
    if c.kinds("NUM", "'"):
        return clean(_minutes(c))
    read = amount(c)
    return None if read is None else read.value


def says_angle(c: Cursor, since: int) -> bool:
    """Say whether what was read since that place is in degrees or minutes."""
    return any(c.peek(place - c.at).kind in {"°", "DEG", "'"} for place in range(since, c.at))


def _signed(c: Cursor, *, bare: bool) -> tuple[float, bool] | None:
    """Read a signed deviation or an unsigned zero (any unsigned number, if `bare`), and whether a sign stood there."""
    start = c.at
    sign = c.take("+", "-", "±")
    if sign is None and not bare and not (c.peek().kind == "NUM" and c.peek().value == 0 and not c.peek().fraction):
        return None
    size = magnitude(c)
    if size is None or (sign is not None and sign.kind == "±"):
        c.at = start
        return None
    return clean(-size if sign is not None and sign.kind == "-" else size), sign is not None


def deviations(c: Cursor) -> Deviations | None:
    """Read ["("] (± size | stack | signed ["/"] signed) [")"]."""
    start = c.at
    opened = c.take("(") is not None
    found = _symmetric(c) or _stacked(c) or _pair(c)
    if found is None or (opened and c.take(")") is None):
        c.at = start
        return None
    return found


def _symmetric(c: Cursor) -> Deviations | None:
    start = c.at
    size = magnitude(c) if c.take("±") else None
    if size is None:
        c.at = start
        return None
    return Deviations(size, clean(-size))


def _pair(c: Cursor) -> Deviations | None:
    start = c.at
    first = _signed(c, bare=False)
    if first is None:
        return None
    c.take("/", ",", ";", "|")
    second = _signed(c, bare=False)
    if second is None or not (first[1] or second[1]):
        c.at = start
        return None
    return _ordered(first[0], second[0])


def _ordered(first: float, second: float) -> Deviations:
    return Deviations(max(first, second), min(first, second))


def _stacked(c: Cursor) -> Deviations | None:
    """Read "{" [deviation] "|" [deviation] "}"; where signs were lost, the upper is + and the lower -."""
    start = c.at
    if c.take("{"):
        above = _signed(c, bare=True)
        if c.take("|"):
            below = _signed(c, bare=True)
            if c.take("}") and (above or below):
                return _from_stack(above, below)
    c.at = start
    return None


def _from_stack(above: tuple[float, bool] | None, below: tuple[float, bool] | None) -> Deviations:
    if above is None or below is None:
        return Deviations(above[0] if above else None, below[0] if below else None)
    if above[1] or below[1]:
        return _ordered(above[0], below[0])
    return Deviations(above[0], clean(-below[0]))


def single_deviation(c: Cursor) -> Deviations | None:
    """Read one signed deviation alone; the other one is not printed."""
    sign = c.peek().kind
    start = c.at
    if c.take("+", "-"):
        size = magnitude(c)
        if size is not None:
            return Deviations(size, None) if sign == "+" else Deviations(None, clean(-size))
    c.at = start
    return None


def near(a: float, b: float, *, angle: bool = False) -> bool:
    """Say whether a and b can be the limits of one size; lengths lie within the coarsest grade there is."""
    size = max(abs(a), abs(b))
    return a != b and abs(a - b) <= (NEAR * size if angle else min(NEAR * size, coarsest(size)))


def dual(a: float, b: float) -> bool:
    """Say whether a and b are one length in millimetres and in inches, within what rounding to print allows."""
    if a <= 0 or b <= 0:
        return False
    ratio = max(a, b) / min(a, b)
    return abs(ratio - MM_PER_INCH) <= max(0.02 * MM_PER_INCH, 0.6 * ratio * 0.01 / min(a, b))


def stacked_limits(c: Cursor) -> tuple[Amount, Amount] | None:
    """Read "{" amount "|" amount "}", both unsigned."""
    start = c.at
    if c.take("{"):
        c.take("⌀")
        above = amount(c)
        if above is not None and c.take("|"):
            c.take("⌀")
            below = amount(c)
            if below is not None and c.take("}"):
                return above, below
    c.at = start
    return None


def fit(c: Cursor) -> str | None:
    """Read class [("/" | "-") class] | "{" class "|" class "}", such as H7, g6, H7/k6 (ISO 286-1, 5.1)."""
    start = c.at
    opened = c.take("{") is not None
    first = _tolerance_class(c)
    if first is None:
        c.at = start
        return None
    second = None
    if c.take("|") if opened else (c.peek(1).kind in {"WORD", "OTHER"} and c.take("/", "-")):
        second = _tolerance_class(c)
        if second is None and not opened:
            c.at -= 1
    elif not opened and c.peek().text.islower():
        second = _tolerance_class(c)
    if opened and c.take("}") is None:
        c.at = start
        return None
    return first if second is None else f"{first}/{second}"


def _grades_of(letters: str) -> range:
    """The grades that tolerance classes of a letter have (ISO 286-2, tables 2 to 32): A1 is a name, no fit."""
    if letters in _OF_ALL_GRADES:
        return _GRADES
    return range(_FINEST.get(letters, 3), 14)


def _tolerance_class(c: Cursor) -> str | None:
    letters, grade = c.peek(), c.peek(1)
    if letters.kind == "TIMES" or (letters.text == "V" and letters.glued):  # a voltage: 3V3
        return None
    if letters.text not in _HOLE_FITS and letters.text not in _SHAFT_FITS:
        return None
    grades = _GRADES if letters.glued else _grades_of(letters.text.upper())  # OST 1020 has ⌀20A3
    if not (grade.whole and grade.glued and int(grade.value) in grades):
        return None
    if c.peek(2).glued and c.peek(2).kind in {"NUM", "WORD", "JUNK"}:
        return None
    c.at += 2
    return letters.text + grade.text
