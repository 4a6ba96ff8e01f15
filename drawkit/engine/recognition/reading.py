"""What one network reads on one crop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .nbest import Variants


@dataclass(frozen=True, slots=True)
class Reading:
    """What one network read on one crop.

    `confidence` is the mean and `weakest` the smallest probability of a character; `places` holds for each
    character where it stands, as a fraction of the crop's width; `variants` are texts that differ in one character,
    with how likely each is beside `text`.
    """

    text: str
    confidence: float
    weakest: float = 0.0
    places: tuple[float, ...] = ()
    variants: Variants = ()


UNKNOWN: Final = "\ufffd"
"""What a network says of a letter of a script that it does not know."""


def known(reading: Reading) -> Reading:
    """The reading without the letters that its network does not know."""
    if UNKNOWN not in reading.text:
        return reading
    places = reading.places
    if len(places) == len(reading.text):
        places = tuple(place for place, c in zip(places, reading.text, strict=True) if c != UNKNOWN)
    variants = tuple((bare, chance) for text, chance in reading.variants if (bare := _without_unknown(text)))
    return replace(reading, text=_without_unknown(reading.text), places=places, variants=variants)


def _without_unknown(text: str) -> str:
    return text.replace(UNKNOWN, "")


NOTHING: Final = Reading("", 0.0)
