"""Words read as those of another script: where most prove to be Cyrillic, all that has letters is read again.

A page is heard before it is turned, in rows that are found coarsely; where it has few words, only their boxes tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..detection.boxes import TextBox, crop
from ..picture.pixels import Grey
from ..recognition.recogniser import cyrillic_words
from ..recognition.script_of_page import LEGIBLE, is_cyrillic, says_word, shows_cyrillic, take_as_cyrillic
from ..recognition.which_reader import FEWEST_IDEOGRAPHS, in_ideographs, letters
from .contest import Entry
from .crop_readings import read_crops

SURE: Final = 0.5
"""The least confidence of an ideograph that shows the script of its page."""

_MOST: Final = 20  # words that are heard, the longest
_FIRST: Final = 6  # of these: on a page on which none of them is Cyrillic no more are heard


def in_its_script(picture: Grey, found: Sequence[Entry]) -> list[Entry]:
    """The readings, those with letters read again where most words of the page prove to be Cyrillic.

    Where no word is surely Chinese or Japanese what seems to be one is hatching.
    """
    found = _without_stray_ideographs(found)
    longest = sorted(found, key=lambda entry: -letters(entry[2].text))
    if not hear_script(picture, [box for _, box, reading in longest if says_word(reading.text)]):
        return [*found]
    spelt = [k for k, (_, _, reading) in enumerate(found) if letters(reading.text)]
    again = dict(zip(spelt, read_crops([crop(picture, found[k][1]) for k in spelt]), strict=True))
    return [
        (again[k].confidence, box, again[k]) if k in again else (rank, box, reading)
        for k, (rank, box, reading) in enumerate(found)
    ]


def shows_ideographs(found: Sequence[Entry]) -> bool:
    """Whether a word is surely Chinese or Japanese."""
    return any(in_ideographs(r.text) >= FEWEST_IDEOGRAPHS and r.confidence >= SURE for _, _, r in found)


def _without_stray_ideographs(found: Sequence[Entry]) -> list[Entry]:
    if shows_ideographs(found):
        return [*found]
    return [e for e in found if e[2].confidence >= SURE or 2 * in_ideographs(e[2].text) <= len(e[2].text)]


def hear_script(picture: Grey, words: Sequence[TextBox]) -> bool:
    """Hear some words, the longest first; whether they prove Cyrillic on a page that was not known to be: now it is."""
    return hear_script_of([crop(picture, box) for box in words[:_MOST]])


def hear_script_of(crops: Sequence[Grey]) -> bool:
    """The same of words that are cut out, the longest first."""
    if is_cyrillic() or not crops:
        return False
    asked = crops[:_MOST]
    legible = _legible(asked[:_FIRST])
    if legible:
        legible += _legible(asked[_FIRST:])
    proved = shows_cyrillic(legible, len(asked))
    if proved:
        take_as_cyrillic()
    return proved


def _legible(crops: Sequence[Grey]) -> int:
    """In how many crops the Cyrillic reader sees words of its own."""
    heard = cyrillic_words().read(crops)
    return sum(reading.confidence >= LEGIBLE for reading in heard)
