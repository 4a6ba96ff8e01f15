"""Where the characters of a text stand in the crop that it was read from, though its spelling was tidied since."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np

from .reading import Reading


def places_of(text: str, reading: Reading) -> tuple[float, ...]:
    """For each character of a text where it stands, as a fraction of the crop's width, by what a network read there.

    Characters that the network did not read stand between their neighbours; empty where it read none of them.
    """
    if len(reading.places) != len(reading.text):
        return ()
    if text == reading.text:
        return reading.places
    known: dict[int, float] = {}
    for start, own, size in SequenceMatcher(None, text, reading.text, autojunk=False).get_matching_blocks():
        known.update((start + k, reading.places[own + k]) for k in range(size))
    if not known:
        return ()
    return tuple(np.interp(range(len(text)), list(known), list(known.values())).tolist())
