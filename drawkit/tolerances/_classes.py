"""Limit deviations of a tolerance class such as H7 or js6 (ISO 286-1:2010, 4.3; the values are those of ISO 286-2)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from ._deviations import fundamental_deviation
from ._grades import GRADES, NotTabulated, micrometres

_CLASS: Final = re.compile(r"([A-Z]{1,2}|[a-z]{1,2})(01|\d{1,2})")
_CLEARANCE: Final = ("a", "b", "c", "cd", "d", "e", "ef", "f", "fg", "g", "h")
_INTERFERENCE: Final = ("p", "r", "s", "t", "u", "v", "x", "y", "z", "za", "zb", "zc")
_LETTERS: Final = (*_CLEARANCE, "js", "j", "k", "m", "n", *_INTERFERENCE)

_Deviations = tuple[Decimal, Decimal]


def limit_deviations(tolerance_class: str, size: float) -> tuple[float, float]:
    """Tell the upper and the lower limit deviation in mm of a tolerance class at a nominal size in mm.

    Capital letters are holes (ES, EI), small ones shafts (es, ei). Raises `NotTabulated` for a class that ISO 286
    does not have, or not at this size.
    """
    read = _CLASS.fullmatch(tolerance_class)
    if read is None or read[1].lower() not in _LETTERS:
        raise NotTabulated(f"{tolerance_class} is no tolerance class of ISO 286")
    letter, grade = read.groups()
    width = micrometres(grade, size)
    upper, lower = (_hole if letter.isupper() else _shaft)(letter.lower(), grade, size, width)
    return float(upper / 1000), float(lower / 1000)


def _shaft(letter: str, grade: str, size: float, width: Decimal) -> _Deviations:
    if letter == "js":
        return width / 2, -width / 2
    if letter in _CLEARANCE:
        upper = Decimal(-fundamental_deviation(letter, size))
        return upper, upper - width
    lower = -_of_j("j", grade, size) if letter == "j" else _lower(letter, grade, size)
    return lower + width, Decimal(lower)


def _lower(letter: str, grade: str, size: float) -> int:
    """Tell the lower deviation ei of a shaft from k to zc: that of k is 0 but for IT4 to IT7 up to 500 mm."""
    if letter == "k" and (grade not in {"4", "5", "6", "7"} or size > 500):
        return 0
    return fundamental_deviation(letter, size)


def _hole(letter: str, grade: str, size: float, width: Decimal) -> _Deviations:
    if letter == "js":
        return width / 2, -width / 2
    if letter in _CLEARANCE:
        lower = Decimal(fundamental_deviation(letter, size))
        return lower + width, lower
    upper = Decimal(_of_j("J", grade, size)) if letter == "j" else _upper(letter, grade, size)
    return upper, upper - width


def _of_j(letter: str, grade: str, size: float) -> int:
    try:
        return fundamental_deviation(letter + grade, size)
    except NotTabulated:
        raise NotTabulated(f"ISO 286 has no {letter}{grade} at {size:g} mm") from None


def _upper(letter: str, grade: str, size: float) -> Decimal:
    """Tell the upper deviation ES of a hole from K to ZC (ISO 286-1, tables 2 and 3): that of the shaft with Δ added.

    Δ is what IT of this grade has over the next finer one; it holds up to IT8 for K, M and N and up to IT7 for P to
    ZC, above 3 mm and up to 500 mm.
    """
    coarse = GRADES.index(grade) > GRADES.index("7" if letter in _INTERFERENCE else "8")
    if coarse and letter in {"k", "m", "n"}:
        return Decimal(-_coarse(letter, grade, size))
    if letter == "m" and grade == "6" and 250 < size <= 315:
        return Decimal(-9)  # the one value that the rule does not give: ISO 286-1, table 2
    return _delta(letter, grade, size, applies=not coarse) - _magnitude(letter, size)


def _coarse(letter: str, grade: str, size: float) -> int:
    """Tell the magnitude of ES of K, M and N above IT8."""
    missing = (letter == "k" and size > 3) or (letter == "n" and size <= 1) or size > 500
    if missing:
        raise NotTabulated(f"ISO 286 has no {letter.upper()}{grade} at {size:g} mm")
    return 0 if letter == "n" and size > 3 else _magnitude(letter, size)


def _magnitude(letter: str, size: float) -> int:
    return 0 if letter == "k" and size > 500 else fundamental_deviation(letter, size)


def _delta(letter: str, grade: str, size: float, *, applies: bool) -> Decimal:
    if not applies or size <= 3 or size > 500:
        return Decimal(0)
    if GRADES.index(grade) < GRADES.index("3"):
        raise NotTabulated(f"ISO 286 has no {letter.upper()}{grade} at {size:g} mm")
    finer = GRADES[GRADES.index(grade) - 1]
    return micrometres(grade, size) - micrometres(finer, size)
