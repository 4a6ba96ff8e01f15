"""Words of the text layer that say nothing, because their font's map lies: read again from the picture."""

from __future__ import annotations

import re

from ..layout.crops import blobs, crop, heights
from ..sheet import Grey, Sheet, Word
from ..text.checked import is_plausible
from .crop_readings import CropReading, read_crops

_CERTAIN = 0.6
_AROUND = (0.25, 0.35, 1.3)  # letter heights beside, below and above the word that its crop shows
_OFF = 0.1  # letter heights: how far the middle of its ink may be off its place
_EDGE = 2  # pixels around ink that are grey


def reread(sheet: Sheet) -> Sheet:
    """The sheet with implausible words read from their picture; those that cannot be read are left out."""
    doubtful = [w for w in sheet.words if not all(is_plausible(c) for c in w.text)]
    if not doubtful:
        return sheet
    readings = read_crops([picture_of(sheet, word) for word in doubtful])
    gone = set(doubtful)
    kept = [w for w in sheet.words if w not in gone]
    for word, reading in zip(doubtful, readings, strict=True):
        text, chance = _fitting(word.text, reading)
        if chance >= _CERTAIN and text.strip():
            kept.append(word.with_text(text, confidence=chance, read_from="recognised"))
    return sheet.at(words=tuple(kept))


def _fitting(known: str, reading: CropReading) -> tuple[str, float]:
    """The likeliest reading that holds what the layer tells, with its chance; the first one where none does.

    A map that tells the digits beside a character right does not lie about a digit.
    """
    unknown = r"\D" if re.search(r"\d", known) else "."
    told = re.compile("".join(re.escape(c) if is_plausible(c) else unknown for c in known))
    found = ((reading.text, reading.confidence), *reading.alternatives)
    return next((one for one in found if told.fullmatch(one[0])), found[0])


def picture_of(sheet: Sheet, word: Word) -> Grey:
    """What is drawn at the place of a word, without its neighbours: half of a figure spoils a lone sign."""
    beside, below, above = _AROUND
    length = word.length / word.height
    picture = crop(sheet, word, (-beside, length + beside), (-below, above))
    for x0, x1, y0, y1 in blobs(picture):
        if not -_OFF <= heights((x0 + x1) / 2) - beside <= length + _OFF:
            picture[max(y0 - _EDGE, 0) : y1 + _EDGE, max(x0 - _EDGE, 0) : x1 + _EDGE] = picture.max()
    return picture
