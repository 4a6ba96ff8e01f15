"""Whole numbers on shelves without a terminator: on one sheet all of them are item numbers (ISO 6433), or none is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .candidates import Candidate
from .features import NAMES, Rows
from .model import Chances

_ITEMS: Final = re.compile(r"\d{1,3}(?:,\s?\d{1,3})*")
_FEWEST: Final = 4  # numbers that tell what the sheet does
_ON: Final = 0.6  # letter heights from a number to its shelf
_NO_HEAD: Final = 9  # steps where no terminator is found
_LIKELY: Final = 0.5


def as_one_kind(candidates: Sequence[Candidate], features: Rows, chances: Chances) -> Chances:
    """The chances (n), with those of numbers on headless shelves no better than what is usual for them on the sheet."""
    shelved = np.array([_is_bare(c) for c in candidates]) & _on_headless_shelf(features)
    own = np.flatnonzero(shelved & np.array([c.rank == 0 for c in candidates]))
    usual = float(np.median(chances[own])) if len(own) >= _FEWEST else 1.0
    return np.where(shelved & (usual < _LIKELY), np.minimum(chances, usual), chances)


def _is_bare(candidate: Candidate) -> bool:
    return len(candidate.lines) == 1 and _ITEMS.fullmatch(candidate.lines[0].text) is not None


def _on_headless_shelf(features: Rows) -> NDArray[np.bool_]:
    gap, steps, led = (features[:, NAMES.index(f"tie_under_{name}")] for name in ("gap", "steps", "led"))
    found: NDArray[np.bool_] = (np.abs(gap) < _ON) & (steps >= _NO_HEAD) & (led > 0)
    return found
