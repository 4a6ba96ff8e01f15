"""When two texts say the same: by their words, by the values that they state, or letter by letter.

Words in capitals are the same words: an office that writes ALL CAPS from one revision to the next has changed nothing.
The case of a symbol is part of it: H7 is the fit of a hole and h7 that of a shaft (ISO 286-1), mN and MN are a thousand
million apart (ISO 80000-1), M8-6H is an internal thread and M8-6h an external one (ISO 965-1).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ALIKE: Final = str.maketrans(
    {"×": "x", "Ø": "⌀", "ø": "⌀", "∅": "⌀", "–": "-", "—": "-", "’": "'", "‘": "'", "`": "'", "´": "'"}
)
_ONE_SHAPE: Final = str.maketrans({letter.upper(): letter for letter in "ckopsuvwxz"})
_FIT: Final = r"(?:cd|ef|fg|js|z[abc]|[a-hjkmnprstuvxyz])(?=(?:01?|[1-9]|1[0-8])(?!\w|[.,]\d))"
"""The letters of a tolerance class, with its grade behind (ISO 286-1)."""
_PREFIX: Final = r"\d\s*m(?=(?:pa|bar|n|nm|j|w|wh|v|a|ω|hz|h|f)\b)"
"""Milli or mega behind a number: of metre and gram it can only be milli, whatever its case."""
_LETTER: Final = r"[^\W\d_]"
_NOTHING: Final = re.compile(r"(?!)")
_VALUES: Final = re.compile(rf"(?<!{_LETTER}){_FIT}|{_PREFIX}", re.IGNORECASE)
_SYMBOLS: Final = re.compile(
    rf"{_PREFIX}|(?<!{_LETTER})(?!(?<=\d)x(?:[\s⌀ø]|$)){_LETTER}{{1,2}}(?!{_LETTER})", re.IGNORECASE
)
"""Words of one or two letters, but the sign of a count: 4X and 4x."""


def plain(text: str | None) -> str:
    """A text without what reading or typesetting changes: case, blanks, punctuation, signs that look alike.

    Points, commas and dashes between digits stay: they are parts of numbers.
    """
    return _bare(_folded(text, _NOTHING))


def stated(text: str | None) -> str:
    """As `plain`, but with the letters of fits (H7, h7) and the prefixes of units (mN, MN) as printed: for notes."""
    return _bare(_folded(text, _VALUES))


def printed(text: str | None) -> str:
    """As `plain`, but with every symbol as printed, which is a word of one or two letters: for callouts."""
    return _bare(_folded(text, _SYMBOLS))


def drawn(text: str) -> str:
    """As `_folded` to symbols, with letters whose two cases have one shape as one: what a picture can tell apart."""
    return _folded(text, _SYMBOLS).translate(_ONE_SHAPE)


def _folded(text: str | None, kept: re.Pattern[str]) -> str:
    """A text in small letters, but for what a pattern finds."""
    told = unicodedata.normalize("NFKC", text or "")
    parts: list[str] = []
    at = 0
    for found in kept.finditer(told):
        parts += [told[at : found.start()].casefold(), found[0]]
        at = found.end()
    return "".join([*parts, told[at:].casefold()])


def _bare(told: str) -> str:
    told = re.sub(r"\s+", "", told.translate(_ALIKE))
    return re.sub(r"(?<!\d)[.,;:'\"-]+|[.,;:'\"-]+(?!\d)", "", re.sub(r"(?<=\d),(?=\d)", ".", told))
