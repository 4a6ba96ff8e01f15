"""Letters of other scripts beside signs that the callout reader knows: each is read by itself, by the word reader.

A datum of a Cyrillic sheet with its modifier (GOST 2.308) is a letter that the one reader does not know, and a sign
that the other one does not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ..picture.pixels import Grey
from ..recognition.calibration import calibrated
from ..recognition.reading import UNKNOWN, Reading
from ..recognition.recogniser import callouts, words
from ..recognition.which_reader import CYRILLIC
from .crop_readings import CropReading, each_alone, told_by

_LONGEST: Final = 4
"""Characters of a datum with its modifiers, at most."""


def alternatives(image: Grey) -> list[CropReading]:
    """Return what a crop may say, as `crop_readings.alternatives` does, what both readers tell together first."""
    (word,), (callout,) = words().read([image]), callouts().read([image])
    together = with_letters_told(image, callout)
    return [*([together] if together else []), told_by(word, callout), *each_alone(word, callout)]


def with_letters_told(image: Grey, callout: Reading) -> CropReading | None:
    """What the callout reader said of a crop, with the Cyrillic letters that it does not know.

    None where it knows all, or nothing, and where the word reader sees no such letters. Raises ModelMissingError.
    """
    text, places = callout.text, callout.places
    alone = not text.replace(UNKNOWN, "")
    if UNKNOWN not in text or alone or len(text) > _LONGEST or len(places) != len(text):
        return None
    cuts = [0.0, *((a + b) / 2 for a, b in pairwise(places)), 1.0]
    ends = [round(cut * image.shape[1]) for cut in cuts]
    unknown = [k for k, character in enumerate(text) if character == UNKNOWN]
    said = words().read([image[:, ends[k] : max(ends[k + 1], ends[k] + 1)] for k in unknown])
    if not all(CYRILLIC.fullmatch(reading.text) for reading in said):  # it knows all Latin letters
        return None
    letters = dict(zip(unknown, (reading.text for reading in said), strict=True))
    told = "".join(letters.get(k, character) for k, character in enumerate(text))
    chance = min(calibrated(callout, "callouts"), *(reading.confidence for reading in said))
    return CropReading(told, chance, "both", places=places)
