"""What a crop of a picture says: what is to be believed of what its two readers say, and what else it may say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..picture.pixels import Grey, grey
from ..recognition import nbest
from ..recognition.calibration import calibrated
from ..recognition.nbest import Variants
from ..recognition.places import places_of
from ..recognition.reading import NOTHING, Reading
from ..recognition.recogniser import callouts, words
from ..recognition.spelling import diameter_behind_fit, in_round_brackets, tidy, without_lines
from ..recognition.which_reader import Reader, believed

LONGEST_CALLOUT: Final = 20.0
"""Length over height beyond which a run of text is no callout."""


@dataclass(frozen=True, slots=True)
class CropReading:
    """What a crop says, how likely that is exactly right, which reader said so, and what else it may say.

    `places` holds for each character where it stands, as a fraction of the crop's width.
    """

    text: str
    confidence: float
    reader: Reader
    alternatives: Variants = ()
    places: tuple[float, ...] = ()


def read_crops(crops: Sequence[NDArray[np.uint8]], said: Sequence[Reading | None] | None = None) -> list[CropReading]:
    """Return what each crop says, for callers who know where text stands; the text lies and nearly fills its crop.

    `said` is what the callout reader said of each, or None where it was not asked yet. Raises ModelMissingError.
    """
    pixels = [grey(c) for c in crops]
    own = list(said or [None] * len(pixels))
    asked = [i for i, reading in enumerate(own) if reading is None and not _is_long(pixels[i])]
    for i, reading in zip(asked, callouts().read([pixels[i] for i in asked]), strict=True):
        own[i] = reading
    readings = zip(words().read(pixels), own, pixels, strict=True)
    return [told_by(word, callout if callout and not _is_long(c) else NOTHING) for word, callout, c in readings]


def _is_long(crop: Grey) -> bool:
    return bool(crop.shape[1] > LONGEST_CALLOUT * crop.shape[0])


def alternatives(image: NDArray[np.uint8]) -> list[CropReading]:
    """Return what a crop may say: the reading to believe first, then that of the callout and of the word reader.

    For callers who know what can stand there. Raises ModelMissingError.
    """
    (word,), (callout,) = words().read([grey(image)]), callouts().read([grey(image)])
    return [told_by(word, callout), *each_alone(word, callout)]


def each_alone(word: Reading, callout: Reading) -> list[CropReading]:
    """Return what the callout reader and the word reader say, each by itself."""
    return [CropReading(r.text, calibrated(r, name), name) for r, name in _each(word, callout)]


def _each(word: Reading, callout: Reading) -> Sequence[tuple[Reading, Reader]]:
    text = tidy(word.text)
    if callout.text[:1] == "⌀" and text[:1] == "0" and re.sub(r"\D", "", text[1:]) == re.sub(r"\D", "", callout.text):
        text = f"⌀{text[1:]}"
    return (callout, "callouts"), (replace(word, text=text), "words")


def told_by(word: Reading, callout: Reading) -> CropReading:
    """Return what a crop says of which the word reader and the callout reader say this."""
    tidied = replace(word, text=without_lines(tidy(word.text)))
    bare = replace(callout, text=diameter_behind_fit(in_round_brackets(without_lines(callout.text))))
    reading, reader = believed(tidied, bare)
    chance = calibrated(reading, reader)
    found = list(_others(word, callout))
    reading = replace(reading, text=nbest.in_pairs(reading.text, found))
    others = nbest.alternatives(reading.text, chance, found)
    own = callout if reader == "callouts" else word
    return CropReading(reading.text, chance, reader, others, places_of(reading.text, own))


def _others(word: Reading, callout: Reading) -> Iterator[tuple[str, float]]:
    """What either reader said, and the variants of that, with their chances."""
    for reading, name in _each(word, callout):
        chance = calibrated(reading, name)
        for text, likely in ((reading.text, 1.0), *reading.variants):
            yield without_lines(tidy(text)), chance * likely
