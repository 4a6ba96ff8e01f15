"""Two values of a callout that are told without the blank between them: ⌀5.503.50 is ⌀5.50 and 3.50."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low
from typing import Final

_TWO_VALUES: Final = re.compile(r"(?<![\d.,])(?P<first>\d*[.,]\d)\d*(?P<mark>[.,])\d+(?![.,]?\d)")
"""A number with two decimal marks, where the second value may begin anywhere behind the first one's first decimal.

Where the places of characters alone tell of a blank, and no second mark, 2.875 may be told as 2.8 and 75.
"""

_MARKS: Final = (".", ",")
_ZERO: Final = re.compile(r"0[.,]")
_MARK: Final = 0.75  # of the step from figure to figure: that from a figure to a decimal mark
_WIDER: Final = 1.35
"""Times as far as usual two characters stand apart that have a blank between them (half a letter: ISO 3098-1)."""


def with_values_apart(text: str, places: Sequence[float]) -> tuple[str, tuple[float, ...]]:
    """A text with a blank between two values, and where its characters stand.

    Only the ink tells where the first one ends: at the widest step between two characters. Where no step is wider than
    others it has no blank: 12.05.24 is a date.
    """
    told = tuple(places)
    found = _TWO_VALUES.search(text)
    if found is None or len(text) != len(told):
        return text, told
    steps = [0.0, *(b - a for a, b in pairwise(told))]
    figures = [steps[k] for k in range(1, len(text)) if text[k - 1 : k + 1].isdigit()]
    between = range(found.end("first"), found.end("mark"))
    wide, cut = max((steps[k] / (1.0 if text[k].isdigit() else _MARK), k) for k in between)
    if not figures or wide < _WIDER * median_low(figures) or not _alike(text[found.start() : cut], text[cut:]):
        return text, told
    return f"{text[:cut]} {text[cut:]}", (*told[:cut], (told[cut - 1] + told[cut]) / 2, *told[cut:])


def _alike(first: str, second: str) -> bool:
    """Whether two values are written alike: with a zero before the mark of one below one, or without (ASME Y14.5)."""
    values = (first, second)
    return not (any(v.startswith(_MARKS) for v in values) and any(_ZERO.match(v) for v in values))
