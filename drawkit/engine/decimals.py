"""Numbers as drawings write them: with a decimal comma or a decimal point (ISO 80000-1), inches in fractions too."""

from __future__ import annotations

from typing import Final

PARTS_OF_INCH: Final = "2|4|8|16|32|64"
"""The denominators of an inch's fractions, as alternatives of a pattern."""

_ALIKE: Final = 0.05  # share by which the limits of one size may differ
_LOOSE: Final = 0.16  # the same of a small size of coarse tolerance, such as 5 ±0.3 (ISO 2768-1, class c)
_LARGE: Final = 500.0  # millimetres beyond which ISO 286-1 reckons its tolerance factor otherwise


def value(text: str) -> float:
    """The number. Raises ValueError for other text."""
    return float(text.replace(",", "."))


def places(text: str) -> int:
    """How many digits stand behind the decimal sign."""
    return len(text.replace(",", ".").partition(".")[2])


def are_limits(upper: str, lower: str, *, loose: bool = False) -> bool:
    """Whether two numbers may be the limits of one size: near each other and written as finely.

    `loose` where they are printed as limits are, so that they may be further apart; the larger one comes first then.
    """
    a, b = value(upper), value(lower)
    apart = min((_LOOSE if loose and a > b else _ALIKE) * max(a, b), coarsest(max(a, b)))
    return a != b and abs(a - b) <= apart and places(upper) == places(lower) > 0


def coarsest(size: float) -> float:
    """The widest tolerance there is for a size in millimetres: grade IT18, 2,500 tolerance factors (ISO 286-1, 5.2).

    For a size in inches it is wider than that grade, never narrower.
    """
    micrometres = 0.45 * size ** (1 / 3) + 0.001 * size if size <= _LARGE else 0.004 * size + 2.1
    return 2500 * micrometres / 1000
