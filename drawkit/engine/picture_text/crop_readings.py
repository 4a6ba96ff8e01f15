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
from ..recognition.reading import NOTHING, UNKNOWN, Reading, known
from ..recognition.recogniser import callouts, words
from ..recognition.run_together import with_values_apart
from ..recognition.script_of_page import is_cyrillic
from ..recognition.spelling import nominal_before_stack, tidy, without_lines
from ..recognition.which_reader import SIGNS, Reader, believed, is_foreign, is_sure

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
    short = [not _is_long(crop) for crop in pixels]
    asked = [i for i, reading in enumerate(own) if reading is None and short[i]]
    for i, reading in zip(asked, callouts().read([pixels[i] for i in asked]), strict=True):
        own[i] = reading
    heard = [reading if lies else None for reading, lies in zip(own, short, strict=True)]
    doubted = [i for i, reading in enumerate(heard) if reading is None or not is_sure(reading) or is_cyrillic()]
    other = dict(zip(doubted, words().read([pixels[i] for i in doubted]), strict=True))
    return [told_by(other.get(i), reading) for i, reading in enumerate(heard)]


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
    return [CropReading(r.text, calibrated(r, name), name) for r, name in _each(word, known(callout))]


def _each(word: Reading | None, callout: Reading) -> Sequence[tuple[Reading, Reader]]:
    if word is None:
        return ((callout, "callouts"),)
    text = tidy(word.text)
    if callout.text[:1] == "⌀" and text[:1] == "0" and re.sub(r"\D", "", text[1:]) == re.sub(r"\D", "", callout.text):
        text = f"⌀{text[1:]}"
    return (callout, "callouts"), (replace(word, text=text), "words")


def told_by(word: Reading | None, callout: Reading | None) -> CropReading:
    """Return what a crop says of which the word reader and the callout reader say this; None is who was not asked."""
    if callout is None:
        plain = replace(word or NOTHING, text=_plain(word or NOTHING))
        return _told(plain, "words", word, NOTHING, calibrated(plain, "words"))
    knows_all = UNKNOWN not in callout.text
    callout = known(callout)
    bare = replace(callout, text=_plain(callout))
    if word is None:
        return _told(bare, "callouts", word, callout, calibrated(bare, "callouts"))
    reading, reader = believed(replace(word, text=_plain(word)), bare, knows_all=knows_all)
    doubted = knows_all and _is_doubted(reader, word, bare)
    return _told(reading, reader, word, callout, calibrated(reading, reader, doubted=doubted))


def _plain(reading: Reading) -> str:
    return _spelt(reading.text)


def _spelt(text: str) -> str:
    return nominal_before_stack(without_lines(tidy(text)))


def _told(reading: Reading, reader: Reader, word: Reading | None, callout: Reading, chance: float) -> CropReading:
    found = list(_others(word, callout))
    reading = replace(reading, text=nbest.in_pairs(reading.text, found))
    others = nbest.alternatives(reading.text, chance, found)
    own = callout if word is None or reader == "callouts" else word
    text, places = with_values_apart(reading.text, places_of(reading.text, own))
    return CropReading(text, chance, reader, others, places)


def _is_doubted(reader: Reader, word: Reading, callout: Reading) -> bool:
    """Whether the reader that is not believed says something else of what both know."""
    if reader == "words":
        return not is_foreign(word)
    return not SIGNS & set(callout.text) and (word.text != "" or len(callout.text) > 1)


def _others(word: Reading | None, callout: Reading) -> Iterator[tuple[str, float]]:
    """What either reader said, and the variants of that, with their chances."""
    for reading, name in _each(word, callout):
        chance = calibrated(reading, name)
        for text, likely in ((reading.text, 1.0), *reading.variants):
            yield _spelt(text), chance * likely
