"""Signs that pass for single figures with a reader of pixels and strokes: circles for 0, arrow heads for 1, 4 and 7.

A size of nothing is no dimension; only what is counted from a zero gives it a meaning (ISO 129-1, 9.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..objects.terminators import Terminator
from ..sheet import Floats, Word
from .candidates import Candidate
from .model import Chances

_SURE: Final = 0.9
"""The chance from which on such a sign is a figure: of those below, five of six were none."""


def without_lookalikes(candidates: Sequence[Candidate], heads: Sequence[Terminator], chances: Chances) -> Chances:
    """The chances (n), with 0 for single figures that may be signs and are not surely dimensions."""
    middles = _middles(heads)
    doubted = np.array([_is_lone(c) and (_is_zero(c) or _holds(c.lines[0].word, middles)) for c in candidates], bool)
    return np.where(doubted & (chances < _SURE), 0.0, chances)


def _is_lone(candidate: Candidate) -> bool:
    """Whether all that was read is one figure, which no text layer says."""
    (word, *others) = (line.word for line in candidate.lines)
    return not others and len(word.text) == 1 and word.read_from != "text layer"


def _is_zero(candidate: Candidate) -> bool:
    return candidate.dimension.nominal == 0 and not candidate.ordinate


def _middles(heads: Sequence[Terminator]) -> Floats:
    """The middles (n, 2) of arrow heads."""
    return np.array(
        [(t.x - t.size * t.direction[0] / 2, t.y - t.size * t.direction[1] / 2) for t in heads], float
    ).reshape(-1, 2)


def _holds(word: Word, points: Floats) -> bool:
    to = points - (word.x, word.y)
    along, across = to @ np.array(word.direction), to @ np.array(word.up)
    return bool(((along > 0) & (along < word.length) & (across > 0) & (across < word.height)).any())
