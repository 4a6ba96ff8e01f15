"""Numbers as drawings write them: with a decimal comma or a decimal point (ISO 80000-1)."""

from __future__ import annotations

from typing import Final

_ALIKE: Final = 0.05  # share by which the limits of one size may differ


def value(text: str) -> float:
    """The number. Raises ValueError for other text."""
    return float(text.replace(",", "."))


def places(text: str) -> int:
    """How many digits stand behind the decimal sign."""
    return len(text.replace(",", ".").partition(".")[2])


def are_limits(upper: str, lower: str) -> bool:
    """Whether two numbers may be the limits of one size: near each other and written as finely."""
    a, b = value(upper), value(lower)
    return a != b and abs(a - b) <= _ALIKE * max(a, b) and places(upper) == places(lower) > 0
