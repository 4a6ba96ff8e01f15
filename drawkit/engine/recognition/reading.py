"""What one network reads on one crop."""

from __future__ import annotations

from dataclasses import dataclass
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


NOTHING: Final = Reading("", 0.0)
