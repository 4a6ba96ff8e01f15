"""Sizes that their lines measure: on one scale with most of the sheet's, whether heads are seen at their ends or not.

A dimension line runs from one extension line to another, which cross it or meet it (ISO 129-1, 5.4 and 5.5), and what
is drawn is to scale (ISO 5455). Heads that are too small for the pixels of a scan, or worn off, tell nothing; lengths
that agree with the numbers at them are no chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..objects.scene import Scene
from ..sheet import Floats, Word
from ..text.marks import beside_letters
from .candidates import Candidate
from .model import Chances

_AROUND: Final = 1.5  # letter heights around a number in which its line is looked for
_LEVEL: Final = 0.07  # against the base line, up to which a stroke runs along the number
_ON: Final = (-1.2, 0.9)  # letter heights from the base line to a line under, through or on both sides of the number
_ROW: Final = 2.4  # letter heights from the base line of a number up to the upper side of its row
_BESIDE: Final = 2.2  # letter heights from a number to the pieces of a line that leaves room for it
_MEET: Final = 0.3  # letter heights by which an extension line may miss the end of its dimension line
_UPRIGHT: Final = 0.1  # of its length: how far an extension line may lean
_MOST: Final = 3  # extension lines on either side: those of other sizes cross, too
_EXACT: Final = 0.012  # by which lengths are off what their numbers say
_POINTS: Final = 1.0  # points that the ends of a line in a picture are off, both together
_TELLING: Final = 0.05  # what is off further, by its ends, agrees with anything
_COUNTS: Final = 10.0  # smaller whole numbers count and number parts and pins, whose rows and columns are even
_FEWEST: Final = 5  # different sizes on one scale that are no chance
_FEWEST_STANDARD: Final = 3  # the same on one that ISO 5455 recommends, of a sheet in its own size
_STANDARD: Final = 0.004  # by which a scale is off what it is called
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
"""Enlargements and reductions (ISO 5455, 4)."""
_UNITS: Final = (25.4 / 72, 1 / 72)
"""Millimetres and inches in a point."""
_QUARTER: Final = 90.0  # degrees
_BOX: Final = 1.8  # times as long as its number: a side of a box is shorter
_MEASURED: Final = 0.8  # the chance of a number on the scale of most others to be a size of the sheet


def measured(candidates: Sequence[Candidate], chances: Chances, scene: Scene) -> Chances:
    """The chances (n), with numbers that are to scale with half of all others as likely sizes.

    They are five different ones at least, or three on a recommended scale. Those that stand between two lines are no
    others: they may be numbers of a table, or sizes of parallel lines.
    """
    told = [(n, *log) for n, one in enumerate(candidates) for log in _logs(one, scene)]
    if not told:
        return chances
    owners, logs, offs, between = (np.array(column) for column in zip(*told, strict=True))
    values = [_size(one) for one in candidates]
    alone = ~between.astype(np.bool_)
    best: set[int] = set()
    scale = 0.0
    for log, off in zip(logs[alone], offs[alone], strict=True):
        fits = set(owners[np.abs(logs - log) <= offs + off].tolist())
        if len({values[n] for n in fits}) > len({values[n] for n in best}):
            best, scale = fits, float(log)
    count = len({values[n] for n in best})
    fewest = _FEWEST_STANDARD if _is_standard(scale) else _FEWEST
    if count < fewest or 2 * count < len({values[n] for n in owners[alone].tolist()}):
        return chances
    out = chances.copy()
    own = sorted(best)
    out[own] = np.maximum(out[own], _MEASURED)
    return out


def _is_standard(log: float) -> bool:
    """Whether sizes are drawn on a recommended scale: a sheet that was printed smaller or larger shows none."""
    scales = (unit * step**way for unit in _UNITS for step in _STEPS for way in (1, -1))
    return any(abs(log - math.log(scale)) <= _STANDARD for scale in scales)


def _size(candidate: Candidate) -> float:
    """What its line should measure: a nominal, or half-way between two limits; 0 of what has neither."""
    said = candidate.dimension
    return (said.nominal if said.max is None or said.min is None else (said.max + said.min) / 2) or 0.0


def _logs(candidate: Candidate, scene: Scene) -> Iterator[tuple[float, float, bool]]:
    """The logarithms of size over length for each length that its line may have, and by how much each may be off.

    And whether the number stands between two lines.
    """
    value = _size(candidate)
    if candidate.rank or candidate.ordinate or candidate.dimension.kind != "linear" or not value:
        return  # of one place, what is believed of it tells: several readings would agree with each other
    if value < _COUNTS and value.is_integer():
        return
    for length, between in _lengths(candidate.lines[0].word, scene, boxed=candidate.boxed):
        off = _EXACT + _POINTS / length
        if off <= _TELLING:
            yield math.log(value / length), off, between


def _lengths(word: Word, scene: Scene, *, boxed: bool) -> Iterator[tuple[float, bool]]:
    """How far extension lines on both sides of a number are apart, in points, and whether it is between two lines.

    The side of its own box is not its line.
    """
    line, between = _line_of(word, scene, _BOX if boxed else 0.0)
    frame = word
    if line is None:
        frame = _turned(word)
        line = _broken_line(frame, scene)
    if line is not None:
        lengths = _between(frame, line, scene)
        yield from ((length, between) for length in (islice(lengths, 1) if between else lengths))


def _turned(word: Word) -> Word:
    """The place of a number seen along a line across it: level numbers stand in gaps of upright lines.

    ISO 129-1, 5.5 and ASME Y14.5, 4.4 let all sizes of a sheet be read from below.
    """
    (dx, dy), (ux, uy), (x, y) = word.direction, word.up, word.middle
    half = word.height / 2
    start = x - (ux - dx) * half, y - (uy - dy) * half
    return replace(word, x=start[0], y=start[1], angle=word.angle + _QUARTER, length=word.height)


def _between(word: Word, line: tuple[float, float, float], scene: Scene) -> Iterator[float]:
    """How far what crosses a line before the middle of its number is off what crosses it behind, in points."""
    start, end, level = line
    places = _crossings(word, scene, start, end, level)
    middle = word.length / word.height / 2
    before = sorted((p for p in places if p < middle), reverse=True)[:_MOST]
    behind = sorted(p for p in places if p > middle)[:_MOST]
    yield from ((b - a) * word.height for a in before for b in behind)


def _line_of(word: Word, scene: Scene, least: float) -> tuple[tuple[float, float, float] | None, bool]:
    """From where to where the line at a number runs along it, and how high above its base line, in letter heights.

    It is `least` times as long as the number. And whether another one runs above the number: it stands in a row of a
    table, or parallel lines are close.
    """
    start, end, low, high, level = _strokes_along(word, scene)
    length = word.length / word.height
    level &= end - start >= least * length
    through = level & (start < length / 2) & (end > length / 2)
    between = bool((through & (low > 1) & (high < _ROW)).any())
    level &= (low >= _ON[0]) & (high <= _ON[1])
    under = through & level
    if under.any():
        one = np.flatnonzero(under)[np.abs(low[under]).argmin()]
        return (float(start[one]), float(end[one]), float((low[one] + high[one]) / 2)), between
    return (None if between else _broken_line(word, scene)), between


def _strokes_along(word: Word, scene: Scene) -> tuple[Floats, Floats, Floats, Floats, NDArray[np.bool_]]:
    """Where strokes near a number begin and end along it and across it, in letter heights, and which run along it."""
    reach = _AROUND * word.height
    above = _ROW * word.height
    near = scene.strokes.bodies.near(word.span(below=reach, above=above, before=2 * reach, after=2 * reach))
    start, end, low, high = beside_letters(scene.strokes.lines[near], word)[1].T
    return start, end, low, high, high - low <= _LEVEL * np.maximum(end - start, 1e-6)


def _broken_line(word: Word, scene: Scene) -> tuple[float, float, float] | None:
    """The same of a line that leaves room for the number, with a piece on either side of it."""
    start, end, low, high, level = _strokes_along(word, scene)
    level &= (low >= _ON[0]) & (high <= _ON[1])
    length = word.length / word.height
    before, after = level & (np.abs(end) <= _BESIDE), level & (np.abs(start - length) <= _BESIDE)
    if not before.any() or not after.any():
        return None
    return float(start[before].min()), float(end[after].max()), float(np.mean((low + high)[before | after]) / 2)


def _crossings(word: Word, scene: Scene, start: float, end: float, level: float) -> list[float]:
    """Where lines cross the line of a number, or meet it, in letter heights along it."""
    height = word.height
    span = word.span(
        below=(_MEET - level) * height,
        above=(level + _MEET) * height,
        before=(_MEET - start) * height,
        after=(end + _MEET) * height - word.length,
    )
    across: Floats = scene.strokes.lines[scene.strokes.bodies.near(span)]
    first, last, low, high = beside_letters(across, word)[1].T
    upright = (last - first <= _UPRIGHT * (high - low)) & (high - low > 1.0)
    upright &= (low <= level + _MEET) & (high >= level - _MEET)
    places = np.sort((first + last)[upright] / 2)
    places = places[(places >= start - _MEET) & (places <= end + _MEET)]
    apart: list[float] = places[np.diff(places, prepend=-np.inf) > _MEET].tolist()
    return apart
