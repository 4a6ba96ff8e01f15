"""From a network's own score to the chance that a reading is exactly right, as measured on scanned drawings."""

from __future__ import annotations

from typing import Final

import numpy as np

from .recogniser import Reading
from .which_reader import Reader

MEASURED: Final[dict[Reader, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    "both": ((0.0, 0.4, 0.8, 0.95, 1.0), (0.5, 0.8, 0.9, 0.96, 0.99)),
    "words": ((0.0, 0.46, 0.65, 0.8, 0.95, 0.98, 1.0), (0.0, 0.1, 0.25, 0.4, 0.7, 0.84, 0.97)),
    "callouts": ((0.0, 0.4, 0.6, 0.8, 0.92, 0.96, 1.0), (0.0, 0.15, 0.45, 0.62, 0.76, 0.88, 0.96)),
}
"""For each reader, mean character probabilities and the share of readings with them that were right.

4,700 runs of text on 66 scanned pages (200 and 150 dpi), checked against the sheets' text, and for the callout reader
and the upper ends of the other 1,700 readings on scanned twins of 16 generated sheets, whose text is known.
"""


def calibrated(reading: Reading, reader: Reader) -> float:
    """Return the chance (0 to 1) that a reading is exactly right."""
    scores, chances = MEASURED[reader]
    return float(np.interp(reading.confidence, scores, chances)) if reading.text else 0.0
