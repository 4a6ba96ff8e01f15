"""What lines around a text say: the end of a line that was read as a dash, a box of its own, a ring."""

from __future__ import annotations

import math
import re
from itertools import product

import numpy as np

from ..index import segments_near
from ..sheet import Floats, Word
from ..text.marks import extents
from .rings import Ring

_SLOPE = 0.06  # against the base line, up to which a segment runs along the text
_BESIDE = (0.1, 0.95)  # letter heights: a broken dimension line ends beside the middle of its text
_END_GAP = 1.8  # letter heights between a broken dimension line and its text
_INTO = 0.3  # letter heights by which a line read as a dash begins before its text, or just misses it
_JOINED = 0.1  # letter heights: ends of lines this near meet
_LEADER = 1.5  # letter heights across the text: no stroke of a letter is as long
_SHORTEST = 0.9  # letter heights: shorter pieces are parts of letters


def begins_with_line(word: Word, segments: Floats) -> bool:
    """Whether a line from before the text ends within its first letters, half-way up: it was read as a dash."""
    if not len(segments):
        return False
    spans = extents(_close(word, segments), word)
    levels = _level(spans, shortest=_INTO)
    n, start, end = levels.T
    comes = (start < -_INTO) | np.array([_leads_to(spans, at, across) for across, at, _ in levels], bool)
    return bool(np.any((n > _BESIDE[0]) & (n < _BESIDE[1]) & comes & (end > -_INTO) & (end < _END_GAP)))


def _leads_to(spans: Floats, along: float, across: float) -> bool:
    """Whether a long line across the text ends where a level one starts: a leader before its landing."""
    start, end, low, high = spans.T
    ends = np.minimum(np.abs(low - across), np.abs(high - across)) < _JOINED
    beside = np.minimum(np.abs(start - along), np.abs(end - along)) < _JOINED
    return bool(np.any(ends & beside & (high - low > _LEADER)))


def _close(word: Word, segments: Floats) -> Floats:
    reach = 3 * word.height
    return segments_near(segments, word.span(below=2 * word.height, above=reach, before=reach, after=reach))


def _level(spans: Floats, shortest: float = _SHORTEST) -> Floats:
    """The segments that run along the text as rows (across, from, to), in letter heights."""
    start, end, low, high = spans.T
    level = (high - low <= _SLOPE * (end - start)) & (end - start >= shortest)
    out: Floats = np.column_stack([(low + high) / 2, start, end])[level]
    return out


_CENTRED = 0.35  # of the radius: how far the text in a ring is off its centre
_RECOGNISED_SLACK = 0.35  # letter heights: a detector's box reaches out to the lines around the text
_BOX_GAP = 1.1  # letter heights from the text to the sides of its box
_CORNER = 0.5  # letter heights by which a side may miss the line that it meets: longer ones are the part's
_EXACT = 0.1  # the same of lines that are drawn and not found in pixels: extension lines stop short or run on
_LOW = 0.2  # letter heights by which the top of such a box may seem to lie in the letters: fonts tell them too high
_WALL = 0.9  # of the way from the line below to that above: a stroke of recognised text's own letters is lower


def is_boxed(word: Word, segments: Floats, *, exact: bool = False) -> bool:
    """Whether the text stands alone in a rectangle of its own: a theoretically exact dimension (ISO 1101, clause 9).

    `exact` says that the lines are drawn ones, whose corners meet.
    """
    if not len(segments):
        return False
    spans = extents(_close(word, segments), word)
    length = word.length / word.height
    slack = _RECOGNISED_SLACK if word.read_from == "recognised" else 0.1
    below, above = _lines_below_and_above(spans, length, max(slack, 0.1 + _LOW) if exact else slack)
    pairs = product(below, above) if exact else zip(below[:1], above[:1], strict=False)
    for between in pairs:
        lowest = _WALL * (between[1] - between[0]) if word.read_from == "recognised" else 0.0
        if _is_closed_at_both_sides(spans, length, slack, lowest, between, exact=exact):
            return True
    return False


def _lines_below_and_above(spans: Floats, length: float, slack: float) -> tuple[list[float], list[float]]:
    """How far up the lines below and above the text stand, the nearest first: a leader's shelf may run in its box."""
    across, start, end = _level(spans).T
    fits = (start > -_BOX_GAP * 2) & (end < length + _BOX_GAP * 2) & (start < slack) & (end > length - slack)
    above = across[fits & (across > 1.1 - slack) & (across < 2.2)]
    below = across[fits & (across < slack - 0.1) & (across > -1.2)]
    return sorted(below.tolist(), reverse=True), sorted(above.tolist())


def _is_closed_at_both_sides(
    spans: Floats, length: float, slack: float, lowest: float, between: tuple[float, float], *, exact: bool
) -> bool:
    start, end, low, high = spans.T
    steep = (end - start <= _SLOPE * (high - low)) & (high - low >= lowest)
    walls = steep & (low < slack) & (high > 1 - slack)
    walls &= (low > between[0] - _CORNER) & (high < between[1] + _CORNER)
    if exact:
        walls &= (np.abs(low - between[0]) < _EXACT) & (np.abs(high - between[1]) < _EXACT)
    x = (start + end) / 2
    left = walls & (x > -_BOX_GAP) & (x < slack)
    right = walls & (x > length - slack) & (x < length + _BOX_GAP)
    return bool(np.any(left) and np.any(right))


_IN_RING = re.compile(r"^(?:\d{1,3}(?:\.\d{1,2})?[A-Z]?|[A-Z]{1,2}\d{0,2})$")


def is_ringed(word: Word, rings: list[Ring]) -> bool:
    """Whether a ring stands around the text: a balloon, a view letter, a datum target."""
    if not _IN_RING.match(word.text):
        return False
    x, y = word.middle
    half = math.hypot(word.length, word.height) / 2
    return any(
        math.hypot(r.x - x, r.y - y) < _CENTRED * r.radius and 0.85 * half < r.short_radius < 4 * word.height
        for r in rings
    )
