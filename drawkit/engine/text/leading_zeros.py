"""A recognised number that begins with a needless 0: a diameter sign, if its picture looks like one."""

from __future__ import annotations

import re

from ..layout.crops import blobs, crop, heights
from ..sheet import Sheet, Word
from .symbols import Mark, candidates

_NEEDLESS = re.compile(r"^0\d")
_CERTAIN = 0.6
_BAND = (-0.35, 1.35)  # letter heights below and above the base line


def with_diameters(sheet: Sheet) -> Sheet:
    """The sheet with ⌀ for a leading 0 that no number has and whose picture is that of ⌀."""
    words = tuple(
        _checked(sheet, w) if w.read_from == "recognised" and _NEEDLESS.match(w.text) else w for w in sheet.words
    )
    return sheet.at(words=words)


def _checked(sheet: Sheet, word: Word) -> Word:
    reach = word.length / word.height / len(word.text)
    image = crop(sheet, word, (-0.3 * reach, 1.15 * reach), _BAND)
    found = [b for b in blobs(image) if heights(b[3] - b[2]) > 0.6]
    if not found:
        return word
    x0, x1, y0, y1 = max(found, key=lambda b: (b[1] - b[0]) * (b[3] - b[2]))
    mark = Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0), _BAND[1] - heights((y0 + y1) / 2) - 0.5)
    symbol = candidates(mark, ("⌀", "0"))
    if symbol is None or symbol.text != "⌀" or symbol.confidence < _CERTAIN:
        return word
    return word.with_text("⌀" + word.text[1:], confidence=min(word.confidence, symbol.confidence))
