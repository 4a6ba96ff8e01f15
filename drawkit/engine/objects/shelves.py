"""Shelves: the level strokes in which leaders end beside their text (ISO 128-22, clause 5; ASME Y14.5, 4.3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..sheet import Floats
from .strokes import Numbers, Strokes
from .terminator import Terminator
from .terminators import carriers_of

_MEET: Final = 0.12  # text heights: ends that are this near meet
_BENT: Final = 0.985  # cosine between a leader and its shelf, at most
_LONG: Final = 0.6  # text heights: the shortest shelf


def shelves_of(heads: Sequence[Terminator], strokes: Strokes, height: float) -> Floats:
    """The strokes (n, 4) that go on in another direction where the line of a head ends; `height` is that of letters."""
    line, end = carriers_of(heads, strokes, height)
    asked, met, its_end = strokes.ending_near(strokes.end(line, end), _MEET * height)
    bend = np.abs((strokes.ways(line[asked], end[asked]) * strokes.ways(met, its_end)).sum(axis=1))
    fits = (met != line[asked]) & (bend < _BENT) & (strokes.lengths[met] >= _LONG * height)
    found: Numbers = np.unique(met[fits])
    shelves: Floats = strokes.lines[found]
    return shelves
