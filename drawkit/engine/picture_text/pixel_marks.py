"""Symbols beside the words of a picture that the reader of words left out: found as ink, named one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..layout.crops import blobs, crop, heights, ink_level
from ..recognition.symbols import Mark, Symbol, classify
from ..sheet import Sheet, Word

ADOPTED: Final = frozenset("⌀↧⌴⌵□±")
_CERTAIN: Final = 0.85
_REACH: Final = 3.2  # letter heights before and after a word that are looked at
_BAND: Final = (-0.55, 1.55)  # letter heights below and above the base line that belong to the row
_LEAST: Final = 0.45  # letter heights: a smaller mark is a dot or a piece of a line


def with_pixel_marks(sheet: Sheet) -> Sheet:
    """The sheet with a word for each symbol that stands as ink beside a word with a digit."""
    found = [
        (word, *one) for word in sheet.words if any(c.isdigit() for c in word.text) for one in _beside(sheet, word)
    ]
    named = classify([mark for _, _, mark in found])
    pairs = zip(found, named, strict=True)
    added = [
        word.recognised(s.text, s.confidence, along)
        for (word, along, _), s in pairs
        if s is not None and _is_adopted(s)
    ]
    return sheet.at(words=(*sheet.words, *_new(added, sheet.words)))


def _beside(sheet: Sheet, word: Word) -> Iterable[tuple[tuple[float, float], Mark]]:
    """Ink before and after the word that stays within its row: where it is along the word, and how it looks."""
    length, dark = word.length / word.height, ink_level(sheet, word)
    for start, end in ((-_REACH, 0.05), (length - 0.05, length + _REACH)):
        image = crop(sheet, word, (start, end), _BAND)
        tall, wide = image.shape
        for x0, x1, y0, y1 in blobs(image, dark=dark):
            inside = x0 > 0 and y0 > 0 and x1 < wide and y1 < tall
            if inside and heights(max(x1 - x0, y1 - y0)) >= _LEAST:
                middle = _BAND[1] - heights((y0 + y1) / 2) - 0.5
                mark = Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0), middle)
                yield (start + heights(x0), start + heights(x1)), mark


def _is_adopted(symbol: Symbol) -> bool:
    return symbol.text in ADOPTED and symbol.confidence >= _CERTAIN


def _new(added: Iterable[Word], known: Iterable[Word]) -> list[Word]:
    """The added symbols, each once, that stand where no word does."""
    kept: list[Word] = []
    for word in added:
        x, y = word.middle
        if not any(_covers(other, x, y) for other in (*known, *kept)):
            kept.append(word)
    return kept


def _covers(word: Word, x: float, y: float) -> bool:
    return (
        -0.1 * word.height <= word.along(x, y) <= word.length + 0.1 * word.height
        and 0 <= word.across(x, y) <= word.height
    )
