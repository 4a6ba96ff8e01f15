"""Words of the text layer that say nothing, because their font's map lies: read again from the picture."""

from __future__ import annotations

from ..layout.crops import crop
from ..sheet import Grey, Sheet, Word
from .checked import is_plausible
from .picture_words import read_crops

_CERTAIN = 0.6
_AROUND = (0.25, 0.35, 1.3)  # letter heights beside, below and above the word that its crop shows


def reread(sheet: Sheet) -> Sheet:
    """The sheet with implausible words read from their picture; those that cannot be read are left out."""
    doubtful = [w for w in sheet.words if not all(is_plausible(c) for c in w.text)]
    if not doubtful:
        return sheet
    readings = read_crops([_picture(sheet, word) for word in doubtful])
    gone = set(doubtful)
    kept = [w for w in sheet.words if w not in gone]
    for word, reading in zip(doubtful, readings, strict=True):
        if reading.confidence >= _CERTAIN and reading.text.strip():
            kept.append(word.with_text(reading.text, confidence=reading.confidence, read_from="recognised"))
    return sheet.at(words=tuple(kept))


def _picture(sheet: Sheet, word: Word) -> Grey:
    beside, below, above = _AROUND
    return crop(sheet, word, (-beside, word.length / word.height + beside), (-below, above))
