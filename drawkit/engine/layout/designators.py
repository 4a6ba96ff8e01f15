"""Reference designators: the names of parts on a circuit board (IEC 81346-2, IEEE 315), which read as sizes and labels.

R28 is a resistor where U6, J2 and C14 stand beside it, and a radius on any other sheet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ..sheet import Word

_NAMED: Final = re.compile(r"(?P<kind>[A-Z]{1,3})\d{1,4}")
_OF_BOARDS: Final = frozenset(["U", "J", "Q", "X", "Y", "TP", "JP", "IC", "SW", "FB", "CN", "LED", "ANT", "FID"])
"""Kinds of part that no hole's tag, view or chamfer is named like."""

_OTHERS: Final = frozenset(["C", "D", "F", "H", "K", "L", "P", "S", "T", "AN", "BT", "CR", "RN", "RV"])
_KINDS, _SURE_KINDS, _PARTS = 3, 2, 6
"""Kinds of part besides R that make a board, those of boards alone among them, and parts."""

_RESISTORS: Final = 3  # radii of so many sizes, each a whole number and each once, are none


def without_designators(words: Iterable[Word]) -> list[Word]:
    """The words without the names of a board's parts; all of them where the sheet shows no board."""
    kept = list(words)
    counts = Counter(w.text for w in kept if _NAMED.fullmatch(w.text))
    parts = {text for text in counts if _kind(text) in _OF_BOARDS | _OTHERS}
    kinds = {_kind(text) for text in parts}
    if len(kinds) < _KINDS or len(kinds & _OF_BOARDS) < _SURE_KINDS or len(parts) < _PARTS:
        return kept
    resistors = {text for text, count in counts.items() if _kind(text) == "R" and count == 1}
    named = parts | (resistors if len(resistors) >= _RESISTORS else set())
    return [w for w in kept if w.text not in named]


def _kind(text: str) -> str:
    return text.rstrip("0123456789")
