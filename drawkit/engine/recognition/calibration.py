"""From a network's own score to the chance that a reading is exactly right, as measured on scanned drawings."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from .reading import Reading
from .which_reader import WORD, Reader, letters

MEASURED: Final[dict[Reader | Literal["words alone"], tuple[tuple[float, ...], tuple[float, ...]]]] = {
    "both": ((0.0, 0.4, 0.8, 0.95, 1.0), (0.5, 0.8, 0.9, 0.96, 0.99)),
    "words": ((0.0, 0.46, 0.65, 0.8, 0.95, 0.98, 1.0), (0.0, 0.1, 0.25, 0.4, 0.7, 0.84, 0.97)),
    "words alone": ((0.0, 0.46, 0.7, 0.85, 0.93, 0.97, 0.99, 1.0), (0.0, 0.04, 0.06, 0.2, 0.38, 0.55, 0.7, 0.9)),
    "callouts": ((0.0, 0.4, 0.6, 0.8, 0.92, 0.96, 1.0), (0.0, 0.1, 0.4, 0.6, 0.76, 0.88, 0.97)),
}
"""For each reader, mean character probabilities and the share of readings with them that were right.

"words alone" is the word reader about what is no word, against the callout reader. 6,800 crops of twins (200 and 150
dpi) of real and generated sheets, checked against the sheets' text; in doubt by the generated ones alone.
"""


def calibrated(reading: Reading, reader: Reader) -> float:
    """Return the chance (0 to 1) that a reading is exactly right."""
    alone = reader == "words" and letters(reading.text) < WORD
    scores, chances = MEASURED["words alone" if alone else reader]
    return float(np.interp(reading.confidence, scores, chances)) if reading.text else 0.0
