"""The ruling of a sheet: its horizontal and vertical lines, put together from pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...contract import Box
from ..index import BoxIndex
from ..kept import kept
from ..sheet import Floats, Sheet

_SLOPE = 0.012  # a piece may rise this share of its length and still count as level
_SPREAD = 0.08  # of the text height: pieces of one line lie no further apart across it
_JOIN, _JOIN_PIXELS = 0.12, 0.45  # of the text height: a gap along a line that is closed, drawn and found in pixels
_SLACK = 0.4  # of the text height: by how much an end may fall short of what it should meet
_WALL = 2.0  # text heights: a line this long is no stroke of a letter
_SHORTEST = 0.9  # of the text height: shorter lines rule nothing
_AT_ONCE = 2_000_000  # pairs of lines that are held against each other at a time: bounds the memory


@dataclass(frozen=True, eq=False)
class Ruling:
    """Level lines (n, 3) as y, x0, x1 and upright lines (m, 3) as x, y0, y1, the page's edges among them.

    `slack` is how far an end may fall short of what it should meet, in points.
    """

    level: Floats
    upright: Floats
    slack: float

    @cached_property
    def _level_index(self) -> BoxIndex:
        return BoxIndex(self.level[:, [1, 0, 2, 0]])

    @cached_property
    def _upright_index(self) -> BoxIndex:
        return BoxIndex(self.upright[:, [0, 1, 0, 2]])

    def upright_near(self, box: Box) -> Floats:
        """The upright lines (n, 3) that touch a box, in their order."""
        out: Floats = self.upright[self._upright_index.near(box)]
        return out

    def nearest_upright(self, x: Floats, top: Floats, bottom: Floats, side: int) -> Floats:
        """For places (n) the next upright line on one side (-1: left, 1: right) from top to bottom, or inf."""
        return _nearest(self.upright, self._upright_index, x, top, bottom, side, upright=True)

    def nearest_level(self, y: Floats, left: Floats, right: Floats, side: int) -> Floats:
        """For places (n) the next level line on one side (-1: above, 1: below) that runs from left to right, or inf."""
        return _nearest(self.level, self._level_index, y, left, right, side, upright=False)


def _nearest(
    lines: Floats, index: BoxIndex, place: Floats, low: Floats, high: Floats, side: int, *, upright: bool
) -> Floats:
    """Where the next of the lines (n, 3) lies that spans from low to high: looked for further and further away."""
    out = np.full(len(place), side * np.inf)
    rest = np.flatnonzero(np.isfinite(low) & np.isfinite(high))
    if not len(lines) or not len(rest):
        return out
    furthest = max(float(np.abs(lines[:, 0]).max()), float(np.abs(place).max())) * 2 + 1
    reach = _FIRST_LOOK * furthest
    while len(rest):
        at, middle = place[rest], (low[rest] + high[rest]) / 2
        near, far = np.minimum(at, at + side * reach), np.maximum(at, at + side * reach)
        asked, met = index.pairs(
            np.column_stack([near, middle, far, middle] if upright else [middle, near, middle, far])
        )
        line, who = lines[met], rest[asked]
        beyond = line[:, 0] < place[who] if side < 0 else line[:, 0] >= place[who]
        fits = beyond & (line[:, 1] <= low[who]) & (line[:, 2] >= high[who])
        (np.maximum if side < 0 else np.minimum).at(out, who[fits], line[fits, 0])
        rest = rest[~np.isfinite(out[rest])] if reach < furthest else rest[:0]
        reach *= 4
    return out


_FIRST_LOOK = 0.01  # of the sheet's extent: how far the next line is looked for at first


@kept(4)
def ruling_of(sheet: Sheet) -> Ruling:
    """The lines of a sheet that could rule a table, a title block or the frame."""
    segments, unit = sheet.segments, sheet.text_height
    wide, high = np.abs(segments[:, 2] - segments[:, 0]), np.abs(segments[:, 3] - segments[:, 1])
    jitter = 0.03 * unit
    flat = segments[(high <= jitter + _SLOPE * wide) & (wide > high)]
    steep = segments[(wide <= jitter + _SLOPE * high) & (high > wide)]
    gap = (_JOIN if sheet.drawn is None else _JOIN_PIXELS) * unit
    level = merge((flat[:, 1] + flat[:, 3]) / 2, flat[:, [0, 2]], unit, gap)
    upright = merge((steep[:, 0] + steep[:, 2]) / 2, steep[:, [1, 3]], unit, gap)
    level = np.vstack([level, [[0.0, 0.0, sheet.width], [sheet.height, 0.0, sheet.width]]])
    upright = np.vstack([upright, [[0.0, 0.0, sheet.height], [sheet.width, 0.0, sheet.height]]])
    slack = _SLACK * unit
    if sheet.drawn is not None:  # a line found in pixels ends where the one that it meets begins
        least = _WALL * unit
        level, upright = _meeting(level, upright, slack, least), _meeting(upright, level, slack, least)
    return Ruling(level, upright, slack)


def _meeting(lines: Floats, across: Floats, slack: float, least: float) -> Floats:
    """The lines, each end moved on to the next line across that it falls short of by no more than `slack`.

    Lines shorter than `least` stay as they are: they may be strokes of letters.
    """
    some = max(1, _AT_ONCE // max(len(across), 1))
    parts = [_met(lines[k : k + some], across, slack, least) for k in range(0, len(lines), some)]
    return np.concatenate([np.empty((0, 3)), *parts])


def _met(lines: Floats, across: Floats, slack: float, least: float) -> Floats:
    place, start, end = lines.T
    reached = (across[:, 1] - slack <= place[:, None]) & (place[:, None] <= across[:, 2] + slack)
    before, after = start[:, None] - across[:, 0], across[:, 0] - end[:, None]
    short = np.where(reached & (before > 0) & (before <= slack), before, np.inf).min(axis=1)
    over = np.where(reached & (after > 0) & (after <= slack), after, np.inf).min(axis=1)
    short[~np.isfinite(short) | (end - start < least)] = 0.0
    over[~np.isfinite(over) | (end - start < least)] = 0.0
    return np.column_stack([place, start - short, end + over])


def merge(place: Floats, spans: Floats, unit: float, gap: float) -> Floats:
    """Lines (n, 3) of pieces on nearly the same place: place, start, end. Gaps up to `gap` close; short lines go."""
    if not len(place):
        return np.empty((0, 3))
    start, end = spans.min(axis=1), spans.max(axis=1)
    order = np.argsort(place, kind="stable")
    place, start, end = place[order], start[order], end[order]
    row = _rows(place, _SPREAD * unit)
    order = np.lexsort((start, row))
    row, place, start, end = row[order], place[order], start[order], end[order]
    lift = (np.ptp(end) + np.ptp(start) + 10 * unit + 1.0) * row  # rows apart, so that one running maximum serves all
    reach = np.maximum.accumulate(end + lift)
    fresh = np.r_[True, (start + lift)[1:] > reach[:-1] + gap]
    first = np.flatnonzero(fresh)
    length = np.maximum.reduceat(end, first) - start[first]
    weight = np.maximum(end - start, 1e-6)
    middle = np.add.reduceat(place * weight, first) / np.add.reduceat(weight, first)
    lines = np.column_stack([middle, start[first], start[first] + length])
    kept: Floats = lines[length >= _SHORTEST * unit]
    return kept


def _rows(place: Floats, spread: float) -> Floats:
    """A number for each of the sorted places; places in a row closer than `spread` share it, up to three spreads."""
    chain = np.cumsum(np.r_[0, (np.diff(place) > spread).astype(int)])
    first = place[np.searchsorted(chain, chain)]
    return chain * 1000.0 + np.minimum(np.floor((place - first) / (3 * spread)), 999)
