"""Signs that pass for figures with a reader of pixels and strokes: circles for 0, arrow heads for 4 and 7, lines for 1.

A size of nothing is no dimension; only what is counted from a zero gives it a meaning (ISO 129-1, 9.4). It may also be
the end of a number, as in ",00".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import segments_near
from ..objects.terminator import Terminator
from ..sheet import Floats, Word
from ..text.marks import extents
from .candidates import Candidate
from .model import Chances

_SURE: Final = 0.9
"""The chance from which on such a sign is a figure: of those below, five of six were none."""

_READ: Final = 0.9
"""The confidence from which on a figure is one though a head lies in its box, which is loose around a lone figure."""

_SMALL: Final = 0.75
"""Of the usual height of what is surely a dimension: a zero of less is a circle (ISO 3098-1: a sheet has one size)."""

_GOES_ON, _BESIDE = 0.5, 0.2
"""Letter heights by which a line reaches beyond what may be its end, and by which it may lie aside or short of it."""

_SLIM: Final = 0.65  # of its height: no figure but 1 is as slim, the paper around it included


def without_lookalikes(
    candidates: Sequence[Candidate], heads: Sequence[Terminator], segments: Floats, chances: Chances
) -> Chances:
    """The chances (n), with 0 for zeros and single figures that may be signs and are not surely dimensions.

    `segments` (n, 4) are the sheet's: the end of one may pass for a figure.
    """
    middles = _middles(heads)
    doubted = np.array([_is_doubted(c, middles) or _is_end_of_line(c, segments) for c in candidates], bool)
    small = np.array([_is_zero(c) for c in candidates], bool) & _are_small(candidates, chances)
    return np.where(doubted & (small | (chances < _SURE)), 0.0, chances)


def _are_small(candidates: Sequence[Candidate], chances: Chances) -> NDArray[np.bool_]:
    """Which candidates are lower than those usually are that are sure and no zeros."""
    heights = np.array([c.lines[0].word.height for c in candidates])
    sure = (chances >= _SURE) & ~np.array([_is_zero(c) for c in candidates], bool)
    return heights < _SMALL * (float(np.median(heights[sure])) if sure.any() else 0.0)


def _is_zero(candidate: Candidate) -> bool:
    """Whether a candidate is a size of nothing that nothing is counted from."""
    return candidate.dimension.nominal == 0 and not candidate.ordinate


def _is_doubted(candidate: Candidate, heads: Floats) -> bool:
    """Whether what was read, and no text layer says, is a zero or one figure that may be a sign."""
    (word, *others) = (line.word for line in candidate.lines)
    if others or word.read_from == "text layer":
        return False
    if _is_zero(candidate):
        return True
    return len(word.text) == 1 and (_is_slim(word) or (word.confidence < _READ and _holds(word, heads)))


def _is_slim(word: Word) -> bool:
    """Whether one figure is as slim as an arrow head, and as no figure but 1 (ISO 3098-2: half its height and more)."""
    return word.text != "1" and word.length < _SLIM * word.height


def _is_end_of_line(candidate: Candidate, segments: Floats) -> bool:
    """Whether what was read as 1 is a part of a line that goes on above or below it."""
    word = candidate.lines[0].word
    if candidate.callout.dimension.text != "1" or word.read_from == "text layer" or not len(segments):
        return False
    reach = _GOES_ON * word.height
    near = segments_near(segments, word.span(below=reach, above=word.height + reach))
    start, end, low, high = extents(near, word).T
    along = (start > -_BESIDE) & (end < word.length / word.height + _BESIDE) & (end - start < _BESIDE)
    through = (low < _BESIDE) & (high > 1 - _BESIDE) & ((low < -_GOES_ON) | (high > 1 + _GOES_ON))
    return bool((along & through).any())


def _middles(heads: Sequence[Terminator]) -> Floats:
    """The middles (n, 2) of arrow heads."""
    return np.array([t.middle for t in heads], float).reshape(-1, 2)


def _holds(word: Word, points: Floats) -> bool:
    to = points - (word.x, word.y)
    along, across = to @ np.array(word.direction), to @ np.array(word.up)
    return bool(((along > 0) & (along < word.length) & (across > 0) & (across < word.height)).any())
