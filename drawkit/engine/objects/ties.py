"""What a text has to do with the strokes around it, as numbers: the evidence by which an owner is chosen.

Nothing is decided here. Every distance is in letter heights of the text, every count is that of strokes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats, Word
from ..text.marks import beside_letters
from .scene import FAR, Scene
from .strokes import Numbers

Flags = NDArray[np.bool_]

_AROUND = 3.2  # letter heights that are looked at around a text
_SLOPE = 0.07  # against the base line, up to which a stroke runs along the text
_SHORTEST = 0.6  # letter heights: shorter strokes are parts of letters and signs
_LONGEST = 30.0  # letter heights: longer strokes are as long as one another
_MEET = 0.2  # letter heights within which ends of strokes meet: that of a leader is drawn up to its shelf in a picture
_LEADER = 0.8  # letter heights: the shortest leader
_ALONG, _ACROSS = 0.985, 0.12  # cosines between a shelf and its leader, which is neither its continuation nor upright
_SIDE, _SLACK = 0.15, 0.3  # letter heights by which sides of a box are off their direction, and reach into its text
_NONE = 9.0  # letter heights: as far as what is not there


class Ties(NamedTuple):
    """The strokes around a text. Steps count the joints to a terminator: 0 at its own line, 9 where there is none."""

    under_gap: float
    """From the base line down to the stroke below that is nearest to a terminator; a leader's shelf needs none."""
    under_steps: int
    under_cover: float
    """The share of the text that it runs along."""
    under_over: float
    """How far it reaches beyond the text at the end where it reaches less."""
    under_long: float
    """How long it is; at most 30."""
    under_led: int
    """Slanted strokes that end where it ends: it is the shelf of a leader, with a terminator or without."""
    over_gap: float
    """From the top of the letters up to the nearest such stroke above."""
    over_steps: int
    over_cover: float
    before_gap: float
    """From the text's start back to a stroke that ends there, half-way up; `before_steps` its steps."""
    before_steps: int
    after_gap: float
    after_steps: int
    beside_long: float
    """How long the longer of these two strokes is, at most 30: the extension line of an ordinate leads far away."""
    through_steps: int
    """Of strokes in another direction that end at the text and point at its middle: text across its dimension line."""
    through_count: int
    walls: int
    """On how many of the four sides a stroke longer than the text closes it in."""
    carried: int
    """Terminators on the strokes above."""


def ties_of(word: Word, scene: Scene, *, boxed: bool = False) -> Ties:
    """The ties of one line of text; `boxed` says that the box around it is part of it, and ties nothing (ISO 1101)."""
    height, length = word.height, word.length / word.height
    reach = _AROUND * height
    near = scene.strokes.bodies.near(word.span(below=reach, above=reach, before=reach, after=reach))
    near = near[scene.strokes.lengths[near] >= _SHORTEST * height]
    beside, spans = beside_letters(scene.strokes.lines[near], word)
    near = near[beside]
    if boxed:
        near, spans = _outside_box(near, spans, length)
    steps, carried = scene.steps[near].astype(int), scene.carried[near].astype(int)
    sizes = scene.strokes.lengths[near] / height
    start, end, low, high = spans.T
    level = high - low <= _SLOPE * (end - start)
    across = (low + high) / 2
    shared = np.clip(np.minimum(end, length) - np.maximum(start, 0.0), 0.0, None) / max(min(length, 3.0), 0.3)
    under = level & (across > -1.6) & (across < 0.2) & (shared >= 0.3)
    over = level & (across > 0.9) & (across < 2.6) & (shared >= 0.3)
    beside = (across > 0.05) & (across < 0.95) & level & (shared < 0.4)
    before = beside & (np.abs(end) < 2.2) & (start < -0.3)
    after = beside & (np.abs(start - length) < 2.2) & (end > length + 0.3)
    slanted_before, slanted_after = _leaders(spans, scene.strokes.lines[near], word, steps)
    before |= slanted_before
    after |= slanted_after
    through = _through(scene.strokes.lines[near], word) & ~level
    led = np.zeros(len(near), int)
    led[under] = [_led(stroke, scene, height) for stroke in near[under].tolist()]
    u, o = _best(under, np.where(led, 0, steps), np.abs(across)), _best(over, steps, np.abs(across - 1))
    b, a = _best(before, steps, np.abs(end)), _best(after, steps, np.abs(start - length))
    used = [i for i in (u, o, b, a) if i is not None]
    used += np.flatnonzero(through).tolist()
    return Ties(
        under_gap=float(-across[u]) if u is not None else _NONE,
        under_steps=int(steps[u]) if u is not None else FAR,
        under_cover=float(shared[u]) if u is not None else 0.0,
        under_over=float(np.clip(min(-start[u], end[u] - length), -2, 8)) if u is not None else 0.0,
        under_long=float(min(end[u] - start[u], _LONGEST)) if u is not None else 0.0,
        under_led=int(led[u]) if u is not None else 0,
        over_gap=float(across[o] - 1) if o is not None else _NONE,
        over_steps=int(steps[o]) if o is not None else FAR,
        over_cover=float(shared[o]) if o is not None else 0.0,
        before_gap=float(abs(end[b])) if b is not None else _NONE,
        before_steps=int(steps[b]) if b is not None else FAR,
        after_gap=float(abs(start[a] - length)) if a is not None else _NONE,
        after_steps=int(steps[a]) if a is not None else FAR,
        beside_long=float(min(max((sizes[i] for i in (b, a) if i is not None), default=0.0), _LONGEST)),
        through_steps=int(steps[through].min()) if through.any() else FAR,
        through_count=int(through.sum()),
        walls=_walls(spans, length),
        carried=int(carried[sorted(set(used))].sum()),
    )


def _outside_box(near: Numbers, spans: Floats, length: float) -> tuple[Numbers, Floats]:
    """The strokes and their extents without those that lie within the nearest lines around a text of that length."""
    start, end, low, high = spans.T
    level, whole = high - low < _SIDE, (start < _SLACK) & (end > length - _SLACK)
    steep, tall = end - start < _SIDE, (low < _SLACK) & (high > 1 - _SLACK)
    across, along = (low + high) / 2, (start + end) / 2
    bottom = np.max(across[level & whole & (across < _SLACK)], initial=-_NONE)
    top = np.min(across[level & whole & (across > 1 - _SLACK)], initial=_NONE)
    left = np.max(along[steep & tall & (along < _SLACK)], initial=-_NONE)
    right = np.min(along[steep & tall & (along > length - _SLACK)], initial=length + _NONE)
    inside = (start > left - _SIDE) & (end < right + _SIDE) & (low > bottom - _SIDE) & (high < top + _SIDE)
    return near[~inside], spans[~inside]


def _best(fits: Flags, steps: NDArray[np.int64], gaps: Floats) -> int | None:
    """The stroke with the fewest steps to a terminator; of equals the nearest."""
    found = np.flatnonzero(fits)
    return int(found[np.lexsort((gaps[found], steps[found]))[0]]) if len(found) else None


def _led(stroke: int, scene: Scene, height: float) -> int:
    """How many strokes in another direction end where a stroke ends."""
    numbers = np.array([stroke])
    way = scene.strokes.ways(numbers, np.array([1]))[0]
    points = scene.strokes.lines[numbers].reshape(-1, 2)
    _, met, ends = scene.strokes.ending_near(points, _MEET * height)
    turned = np.abs(scene.strokes.ways(met, ends) @ way)
    long = scene.strokes.lengths[met] > _LEADER * height
    return int(((turned < _ALONG) & (turned > _ACROSS) & long & (met != stroke)).sum())


def _leaders(spans: Floats, lines: Floats, word: Word, steps: NDArray[np.int64]) -> tuple[Flags, Flags]:
    """Slanted strokes with a terminator that end at the start or the end of a text, at any height of its letters."""
    if not len(lines):
        none = np.zeros(0, bool)
        return none, none
    length = word.length / word.height
    base = np.array([word.direction, word.up]).T
    ends = [(lines[:, k : k + 2] - (word.x, word.y)) @ base / word.height for k in (0, 2)]
    led = (steps < FAR) & (spans[:, 3] - spans[:, 2] > _SLOPE * (spans[:, 1] - spans[:, 0]))
    before, after = np.zeros(len(lines), bool), np.zeros(len(lines), bool)
    for end in ends:
        high = (end[:, 1] > -0.5) & (end[:, 1] < 1.5)
        before |= led & high & (end[:, 0] > -1.6) & (end[:, 0] < 0.3)
        after |= led & high & (end[:, 0] > length - 0.3) & (end[:, 0] < length + 1.6)
    return before, after


def _through(lines: Floats, word: Word) -> Flags:
    """Strokes that end near the text and whose extension passes through its middle part."""
    if not len(lines):
        return np.zeros(0, bool)
    length = word.length / word.height
    base = np.array([word.direction, word.up]).T
    a, b = ((lines[:, k : k + 2] - (word.x, word.y)) @ base / word.height for k in (0, 2))
    middle = np.array([length / 2, 0.5])
    way = b - a
    size = np.maximum(np.hypot(*way.T), 1e-6)
    off = np.abs(way[:, 0] * (middle[1] - a[:, 1]) - way[:, 1] * (middle[0] - a[:, 0])) / size
    near = np.zeros(len(lines), bool)
    for end in (a, b):
        outside_x = np.maximum(np.maximum(-end[:, 0], end[:, 0] - length), 0)
        outside_y = np.maximum(np.maximum(-end[:, 1], end[:, 1] - 1), 0)
        away = np.hypot(outside_x, outside_y)
        near |= (away < 1.3) & (away > 0)
    crosses = _crosses(a, b, length)
    out: Flags = near & ~crosses & (off < 0.3 + 0.2 * length)
    return out


def _crosses(a: Floats, b: Floats, length: float) -> Flags:
    """Whether a stroke runs through the text rather than up to it."""
    inside = np.zeros(len(a), bool)
    for share in np.linspace(0, 1, 9):
        p = a + (b - a) * share
        inside |= (p[:, 0] > 0.15) & (p[:, 0] < length - 0.15) & (p[:, 1] > 0.15) & (p[:, 1] < 0.85)
    return inside


def _walls(spans: Floats, length: float) -> int:
    """On how many sides a stroke closes the text in, as the walls of a cell do."""
    if not len(spans):
        return 0
    start, end, low, high = spans.T
    level, steep = high - low < 0.08, end - start < 0.08
    across, along = (low + high) / 2, (start + end) / 2
    whole = (start < 0.2) & (end > length - 0.2)
    tall = (low < 0.2) & (high > 0.8)
    sides = (
        level & whole & (across < 0.05),
        level & whole & (across > 0.95),
        steep & tall & (along < 0.2),
        steep & tall & (along > length - 0.2),
    )
    return sum(bool(side.any()) for side in sides)
