"""From a network's own score to the chance that a reading is exactly right, as measured on scanned drawings."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np

from .reading import Reading
from .which_reader import Reader

Kind: TypeAlias = Literal["both", "callouts", "words", "callouts doubted", "words doubted"]

MEASURED: Final[dict[Kind, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    "both": ((0.0, 0.4, 0.5, 0.6, 0.9, 0.95, 1.0), (0.2, 0.7, 0.89, 0.92, 0.95, 0.97, 0.99)),
    "callouts": (
        (0.0, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0),
        (0, 0.02, 0.18, 0.5, 0.72, 0.8, 0.86, 0.92, 0.95, 0.98),
    ),
    "words": (
        (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1.0),
        (0, 0.15, 0.3, 0.4, 0.5, 0.66, 0.74, 0.8, 0.86, 0.97),
    ),
    "callouts doubted": ((0.0, 0.3, 0.5, 0.85, 0.95, 1.0), (0.0, 0.02, 0.26, 0.4, 0.75, 0.9)),
    "words doubted": ((0.0, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0), (0.0, 0.02, 0.1, 0.2, 0.38, 0.53, 0.75)),
}
"""For each reader, scores and the share of readings with them that were right.

The score is the weakest character's probability where the callout reader is believed, the mean of all characters' where
the word reader is; a reading is doubted where the other reader says something else of what both know. 9,000 crops of
the twins of drawings of 17 projects that no training saw, and 2,100 that the engine cut from generated sheets.
"""


def calibrated(reading: Reading, reader: Reader, *, doubted: bool = False) -> float:
    """Return the chance (0 to 1) that a reading is exactly right; `doubted`: the other reader says something else."""
    kind: Kind = reader
    if doubted and reader != "both":
        kind = "callouts doubted" if reader == "callouts" else "words doubted"
    scores, chances = MEASURED[kind]
    score = reading.confidence if reader == "words" else reading.weakest
    return float(np.interp(score, scores, chances)) if reading.text else 0.0
