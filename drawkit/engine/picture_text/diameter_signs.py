"""Diameter signs that the reader of words took for a 0, left out, or saw in a circled letter: as the picture shows."""

from __future__ import annotations

import re
from typing import Final

from ..layout.crops import blobs, crop, heights, ink_level
from ..recognition.symbols import Mark, Symbol, candidates, classify
from ..sheet import Grey, Sheet, Word

_NEEDLESS: Final = re.compile(r"^(?P<before>(?:\d{1,3}\s?[-xX×]\s?)?)0(?=\d)")
"""A 0 that no number begins with: at the start, or after a count (4x05, 4-05)."""

_NUMBER: Final = re.compile(r"^\d+(?:[.,]\d+)?$")
_POINT: Final = re.compile(r"[⌀0][.,]")
_SIGNED: Final = re.compile(r"^⌀\d")
_RINGS: Final = frozenset("⌀ⓂⓁⓅⒻⓈⓉⓊⒺⓇ")
_LETTER = 0.6  # letter heights: lower ink is no letter
_CERTAIN = 0.6
_SURE = 0.9  # a sign that was left out is put in from this confidence on
_BAND = (-0.35, 1.35)  # letter heights below and above the base line
_FIRST = (-0.35, 1.55)  # letter heights from a word's start: where a circled letter before a number stands
_LINE = 0.85  # of a crop's width: longer ink is the line below


def with_diameters(sheet: Sheet) -> Sheet:
    """The sheet with ⌀ where a recognised number has a needless 0, or nothing, and its picture shows a ⌀."""
    return sheet.at(words=tuple(_checked(sheet, w) if w.read_from == "recognised" else w for w in sheet.words))


def with_right_beginning(text: str, image: Grey, dark: int) -> str:
    """The text of a crop with ⌀ or 0 before its point, whichever the crop begins with: 0.25 or ⌀.25."""
    whole = sorted(b for b in blobs(image, dark=dark) if heights(b[3] - b[2]) > _LETTER) if _POINT.match(text) else []
    if not whole:
        return text
    x0, x1, y0, y1 = whole[0]
    symbol = candidates(Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0)), ("⌀", "0"))
    return symbol.text + text[1:] if symbol is not None and symbol.confidence >= _CERTAIN else text


def _checked(sheet: Sheet, word: Word) -> Word:
    needless = _NEEDLESS.match(word.text)
    if needless:
        return _replaced(sheet, word, len(needless["before"]))
    if sheet.source != "picture":
        return word
    if _SIGNED.match(word.text):
        return _without_flag(sheet, word)
    return _begun(sheet, word) if _NUMBER.match(word.text) else word


def _replaced(sheet: Sheet, word: Word, index: int) -> Word:
    """The word with ⌀ for the 0 at `index`, if it looks like one."""
    reach = word.length / word.height / len(word.text)
    found = _marks(sheet, word, (reach * (index - 0.3), reach * (index + 1.15)))
    symbol = _surely(_diameter(max(found, key=lambda m: m.image.size)), _CERTAIN) if found else None
    # A rough box does not tell exactly where a letter stands.
    if symbol is None and index:
        around = classify(_marks(sheet, word, (reach * (index - 1), reach * (index + 2))))
        symbol = next((s for s in around if _surely(s, _SURE)), None)
    elif symbol is None:
        first = _marks(sheet, word, _FIRST)[:1]
        symbol = _surely(_diameter(first[0]), _SURE) if first else None
    if symbol is None:
        return word
    text = word.text[:index] + "⌀" + word.text[index + 1 :]
    return word.with_text(text, confidence=min(word.confidence, symbol.confidence))


def _diameter(mark: Mark) -> Symbol | None:
    return candidates(mark, ("⌀", "0"))


def _surely(symbol: Symbol | None, least: float) -> Symbol | None:
    """The symbol, if it is a ⌀ and likely enough one."""
    return symbol if symbol is not None and symbol.text == "⌀" and symbol.confidence >= least else None


def _begun(sheet: Sheet, word: Word) -> Word:
    """The word with a ⌀ before it, if the first thing in its own place is one."""
    found = _marks(sheet, word, (-0.3, 1.3))
    symbol = _surely(classify(found[:1])[0], _SURE) if found else None
    if symbol is None:
        return word
    return word.with_text("⌀" + word.text, confidence=min(word.confidence, symbol.confidence))


def _without_flag(sheet: Sheet, word: Word) -> Word:
    """The word without its ⌀, if the picture shows a circled letter there: it flags a dimension, it is none of it."""
    image = crop(sheet, word, _FIRST, _BAND)
    dark = ink_level(sheet, word)
    image[(image < dark).mean(axis=1) > _LINE] = 255
    whole = [b for b in blobs(image, dark=dark) if heights(min(b[1] - b[0], b[3] - b[2])) > _LETTER]
    if not whole:
        return word
    x0, x1, y0, y1 = min(whole)
    symbol = candidates(Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0)), _RINGS)
    flags = symbol is not None and symbol.text != "⌀" and symbol.confidence >= max(_CERTAIN, word.confidence)
    return word.behind(1) if flags else word


def _marks(sheet: Sheet, word: Word, span: tuple[float, float]) -> list[Mark]:
    """Ink of about a letter's height within a part of the word, from its start on."""
    image = crop(sheet, word, span, _BAND)
    whole = sorted(b for b in blobs(image, dark=ink_level(sheet, word)) if heights(b[3] - b[2]) > 0.6)
    return [
        Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0), _BAND[1] - heights((y0 + y1) / 2) - 0.5)
        for x0, x1, y0, y1 in whole
    ]
