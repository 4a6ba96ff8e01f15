"""Lines that are drawn in pieces, end to end: each is the one line that it is.

Many programs break a dimension line where its arrow heads and its number stand, and an outline at every grid line. The
pieces are shorter than a letter, so that nothing about them tells that they are a line at all.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..connected import connected
from ..sheet import Floats
from .strokes import Numbers, Strokes

_TOUCH: Final = 0.02  # text heights within which ends meet
_AT_TIP: Final = 0.14  # text heights from a terminator's tip: there one line ends and the next one begins
_ALONG: Final = 0.99999  # cosine between pieces of one line; those of a curve turn more
_SHORTEST: Final = 0.15  # text heights: shorter pieces tell no direction


def joined(strokes: Strokes, tips: Floats, height: float) -> Floats:
    """The lines (m, 4) of strokes whose pieces are joined; none is joined across one of the `tips` (k, 2)."""
    one, other = _joints(strokes, tips, height)
    if not len(one):
        return strokes.lines
    whole = connected(one // 2, other // 2, len(strokes.lines))
    parts = np.flatnonzero(np.bincount(whole, minlength=len(whole))[whole] > 1)
    kept = np.setdiff1d(np.arange(len(whole)), parts)
    return np.vstack([strokes.lines[kept], _spanned(strokes, parts, whole[parts])])


def _joints(strokes: Strokes, tips: Floats, height: float) -> tuple[Numbers, Numbers]:
    """Pairs of ends, numbered 2 x stroke + end, that meet each other alone and go straight on."""
    long = strokes.lengths >= _SHORTEST * height
    numbers = np.flatnonzero(long)
    own = np.repeat(2 * numbers, 2) + np.tile([0, 1], len(numbers))
    asked, met, end = strokes.ending_near(strokes.lines.reshape(-1, 2)[own], _TOUCH * height)
    one, other = own[asked], 2 * met + end
    often = np.bincount(one, minlength=2 * len(strokes.lines))  # itself, too
    straight = (strokes.ways(one // 2, one % 2) * strokes.ways(met, end)).sum(axis=1) <= -_ALONG
    fits = straight & long[met] & (one < other)
    one, other = one[fits], other[fits]
    free = (often[one] == 2) & (often[other] == 2)
    at_tip = np.zeros(len(often), bool)
    _, stroke, end = strokes.ending_near(tips, _AT_TIP * height)
    at_tip[2 * stroke + end] = True
    free &= ~(at_tip[one] | at_tip[other])
    return one[free], other[free]


def _spanned(strokes: Strokes, parts: Numbers, whole: Numbers) -> Floats:
    """From the first to the last end of the pieces of each line."""
    names, line = np.unique(whole, return_inverse=True)
    way = strokes.ways(names, np.ones(len(names), np.intp))[line]
    ends: NDArray[np.float64] = strokes.lines[parts].reshape(-1, 2, 2)
    along = (ends * way[:, None]).sum(axis=2)
    first, last = along.argmin(axis=1), along.argmax(axis=1)
    rows = np.arange(len(parts))
    by_start = np.lexsort((along[rows, first], line))
    by_end = np.lexsort((-along[rows, last], line))
    starts = by_start[np.unique(line[by_start], return_index=True)[1]]
    finals = by_end[np.unique(line[by_end], return_index=True)[1]]
    return np.hstack([ends[starts, first[starts]], ends[finals, last[finals]]])
