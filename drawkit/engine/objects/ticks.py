"""Oblique strokes at the ends of dimension lines (ISO 129-1, 5.4): on the crossing with the extension line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats
from .strokes import MOST, Numbers, Strokes
from .terminator import Terminator

_TICK = (0.5, 3.2)  # text heights: length of an oblique stroke
_SLANT = (25.0, 65.0)  # degrees between an oblique stroke and its line
_BEYOND = 1.6  # text heights by which a line may run on beyond its oblique stroke
_UPRIGHT = 0.04  # cosine between a dimension line and its extension lines, at most
_MEET = 0.12  # text heights: ends that are this near meet


def crossed_ticks_of(strokes: Strokes, height: float) -> list[Terminator]:
    """The oblique strokes that lie where two lines, longer than they are, cross and run on: no letter is drawn so."""
    short, middles = _short(strokes, height)
    return list(_as_ticks(strokes, short, middles, _crossed(strokes, short, middles, height)))


def ticks_of(strokes: Strokes, height: float, bars: int = 0) -> Iterator[Terminator]:
    """Short oblique strokes through whose own middle a longer line ends, or two cross that end a little beyond.

    The last `bars` of the strokes are the middles of filled bars.
    """
    short, middles = _short(strokes, height)
    asked, other, end = strokes.ending_near(middles, _MEET * height)
    fits = _is_oblique(strokes, short[asked], other)
    first = np.unique(asked[fits], return_index=True)[1]
    found = [np.stack([v[fits][first] for v in (asked, other, end)])]
    found += [_crossed(strokes, short, middles, height), _stopped_short(strokes, short, middles, height, bars)]
    yield from _as_ticks(strokes, short, middles, np.hstack(found))


def _short(strokes: Strokes, height: float) -> tuple[Numbers, Floats]:
    """Strokes as long as a tick (n), and their middles (n, 2)."""
    short = np.flatnonzero((strokes.lengths >= _TICK[0] * height) & (strokes.lengths <= _TICK[1] * height))
    lines = strokes.lines[short]
    return short, (lines[:, :2] + lines[:, 2:]) / 2


def _as_ticks(strokes: Strokes, short: Numbers, middles: Floats, found: Numbers) -> Iterator[Terminator]:
    """Terminators of the ticks, their lines and the near ends of these (3, n)."""
    for at, line, its_end in found.T:
        x, y = middles[at].tolist()
        way = strokes.ways(np.array([line]), np.array([its_end]))[0].tolist()
        yield Terminator(x, y, (way[0], way[1]), float(strokes.lengths[short[at]]) / 2, "tick")


def _is_oblique(strokes: Strokes, ticks: Numbers, lines: Numbers) -> NDArray[np.bool_]:
    """Whether each tick is shorter than its line and runs across it at about half a right angle."""
    last = np.ones(len(ticks), np.intp)
    turn = np.abs((strokes.ways(ticks, last) * strokes.ways(lines, last)).sum(axis=1))
    slanted = (turn >= np.cos(np.radians(_SLANT[1]))) & (turn <= np.cos(np.radians(_SLANT[0])))
    found: NDArray[np.bool_] = slanted & (strokes.lengths[lines] >= 1.2 * strokes.lengths[ticks])
    return found


def _crossed(strokes: Strokes, short: Numbers, middles: Floats, height: float) -> Numbers:
    """Ticks (3, n) where a dimension line and its extension line cross: the tick, the line, the line's near end.

    Both lines may run on beyond it (ISO 129-1, figure 12), so that neither tells which one is dimensioned.
    """
    reach = 0.5 * _MEET * height
    asked, line = strokes.bodies.pairs(np.hstack([middles - reach, middles + reach]), MOST)
    fits = _is_oblique(strokes, short[asked], line)
    asked, line = asked[fits], line[fits]
    start, last = strokes.lines[line, :2], strokes.lines[line, 2:]
    way = strokes.ways(line, np.ones(len(line), np.intp))
    to = middles[asked] - start
    through = np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]) <= reach
    ends = np.stack([np.hypot(*to.T), np.hypot(*(last - middles[asked]).T)], axis=1)
    through &= (ends.min(axis=1) > _MEET * height) & (ends.min(axis=1) <= _BEYOND * height)
    asked, line, way, ends = asked[through], line[through], way[through], ends[through]
    one, two = _pairs_of(asked)
    upright = np.abs((way[one] * way[two]).sum(axis=1)) < _UPRIGHT
    kept = np.unique(np.concatenate([one[upright], two[upright]]))
    return np.stack([asked[kept], line[kept], ends[kept].argmin(axis=1)])


def _stopped_short(strokes: Strokes, short: Numbers, middles: Floats, height: float, bars: int) -> Numbers:
    """Ticks (3, n), as `_crossed`, beside whose middle the dimension line stops, on an extension line or at both ends.

    Programs shorten lines for the heads at their ends, oblique strokes too. Extension lines may stop before them: then
    two bars, one beyond each end of a line, tell each other.
    """
    meet = _MEET * height
    held, other = strokes.bodies.pairs(np.hstack([middles - 0.5 * meet, middles + 0.5 * meet]), MOST)
    fits = _is_oblique(strokes, short[held], other)
    held, other = held[fits], other[fits]  # by the number of its tick: the extension lines through its middle
    is_bar = short >= len(strokes.lines) - bars
    ticks = np.union1d(held, np.flatnonzero(is_bar))
    half = strokes.lengths[short[ticks]] / 2
    asked, line, end = strokes.ending_near(middles[ticks], 0.5 * _TICK[1] * height)
    to, way = middles[ticks[asked]] - strokes.end(line, end), strokes.ways(line, end)
    along, across = (to * way).sum(axis=1), np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0])
    fits = (along > meet) & (along <= half[asked]) & (across <= 0.5 * meet)
    fits &= _is_oblique(strokes, short[ticks[asked]], line)
    asked, line, end, way = ticks[asked[fits]], line[fits], end[fits], way[fits]
    ended = {
        (number, side) for number, side, bar in zip(line.tolist(), end.tolist(), is_bar[asked], strict=True) if bar
    }
    kept = [
        number
        for number, (tick, own) in enumerate(zip(asked.tolist(), way, strict=True))
        if {(int(line[number]), 0), (int(line[number]), 1)} <= ended
        or (np.abs(strokes.ways(other[held == tick], np.ones((held == tick).sum(), np.intp)) @ own) < _UPRIGHT).any()
    ]
    return np.stack([asked[kept], line[kept], end[kept]])


def _pairs_of(groups: Numbers) -> tuple[Numbers, Numbers]:
    """The pairs of places that hold the same number; `groups` (n) is in order."""
    starts = np.searchsorted(groups, groups)
    behind = np.arange(len(groups)) - starts
    one = np.repeat(np.arange(len(groups)), behind)
    two = one - 1 - (np.arange(len(one)) - np.repeat(np.cumsum(behind) - behind, behind))
    return one, two
