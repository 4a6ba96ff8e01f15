"""From a network's own score to the chance that a reading is exactly right, as measured."""

from __future__ import annotations

from .recogniser import Reading
from .which_reader import Reader


def calibrated(reading: Reading, reader: Reader) -> float:
    """Return the chance (0 to 1) that a reading is exactly right."""
    return reading.confidence
