"""What a sheet does everywhere, weighed against what a reader saw in one place: values below one, with or without 0.

ASME Y14.5, 4.3 writes .562 in inches, ISO 129-1 and metric ASME sheets 0.562. A diameter sign that looks like a zero is
told from it by that alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..sheet import Word

_BELOW_ONE: Final = re.compile(r"(?<![\d.,])(?P<zero>0?)[.,]\d")
_SURE: Final = 0.9  # confidence from which on a reading tells of the sheet's habit


def by_habit(words: Sequence[Word]) -> list[Word]:
    """The words, each with the reading first that is likeliest on a sheet whose other values begin as these do."""
    leads = [bool(m["zero"]) for w in words if w.confidence >= _SURE for m in _BELOW_ONE.finditer(w.text)]
    with_zero = (sum(leads) + 1) / (len(leads) + 2)
    return [_reread(word, with_zero) if word.alternatives and _BELOW_ONE.search(word.text) else word for word in words]


def _reread(word: Word, with_zero: float) -> Word:
    """A word with its readings weighed by the chance that a value below one begins with a zero here."""
    readings = [(word.text, word.confidence), *word.alternatives]
    weights = [chance * _likelihood(text, with_zero) for text, chance in readings]
    if weights[0] >= max(weights):
        return word
    scale = sum(chance for _, chance in readings) / sum(weights)
    (best, sure), *others = sorted(
        ((text, weight * scale) for (text, _), weight in zip(readings, weights, strict=True)),
        key=lambda reading: -reading[1],
    )
    return replace(word, text=best, confidence=sure, alternatives=tuple(others))


def _likelihood(text: str, with_zero: float) -> float:
    leads = [bool(found["zero"]) for found in _BELOW_ONE.finditer(text)]
    return min((with_zero if zero else 1 - with_zero for zero in leads), default=1.0)
