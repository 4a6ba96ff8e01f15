"""Ordinate dimensions: numbers in a row, one of them zero, each with its extension line (ISO 129-1, 9.4).

A number stands at the end of its line, or above the end of it, as dimensions stand above their lines. A drawing is to
scale: numbers that are as far apart as they say are ordinates, wherever on its line each stands, and though their zero
was not read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ..index import segments_near
from ..sheet import Floats, Word
from ..text.lines import Line
from ..text.marks import beside_letters

_UNIT = r"(?:\s?(?:mm|cm|in|\"))?"  # some offices print it behind each number
_NUMBER = re.compile(rf"^(?P<value>[-+]?\d*[.,]?\d+){_UNIT}$", re.IGNORECASE)
_ZERO = re.compile(rf"^0*[.,]?0+{_UNIT}$", re.IGNORECASE)
_FEWEST = 3  # numbers that make a row
_IN_ROW = 0.6  # letter heights: how far the beginnings, or the ends, of a row's numbers may differ
_LEVEL = (-0.3, 1.0)  # letter heights: an extension line runs at its number's middle, or as low as its foot
_BELOW = (-0.9, 0.0)  # letter heights: one that a number stands on runs below it
_OPEN = 0.3  # letter heights of a number that the line below it may leave out
_PAPER = 0.35  # letter heights of paper that the box of a word which was read from ink has before and behind it
_BEYOND = 1.0  # letter heights by which it runs on at one end, and does not at the other
_RISE = 0.3  # letter heights: how far an extension line may rise from end to end
_GAP = 1.6  # letter heights between an extension line and its number
_LONG = 1.0  # letter heights: the shortest extension line
_JOINED = 0.05  # letter heights: pieces of one extension line are no further apart
_BAND = 0.5  # letter heights between numbers of one band, seen along them
_TO_SCALE = 4  # numbers that are no row by chance where each stands as far off the others as it says
_MOST = 60  # numbers at extension lines in one band: beyond them it is a pattern
_OFF = 0.25  # letter heights by which each may be off
_LEAST, _CLOSE = 0.5, 2.5  # letter heights between the middles of numbers that stand close above each other
_CROWD = 3  # known ordinates among them


def ordinates_of(lines: Sequence[Line], segments: Floats) -> list[Line]:
    """The lines of text that are ordinate dimensions, in their order."""
    rows: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if _NUMBER.match(line.text):
            rows[round(line.word.angle)].append(line)
    found = {line for row in rows.values() if len(row) >= _FEWEST for line in _aligned(row, segments)}
    found |= {line for row in rows.values() if len(row) >= _TO_SCALE for line in _to_scale(row, segments)}
    found |= {line for row in rows.values() for line in _crowded(row, found)}
    return [line for line in lines if line in found]


def _crowded(row: Sequence[Line], known: set[Line]) -> Iterator[Line]:
    """Numbers close above each other that grow from one to the next, where some are `known` ordinates: all are.

    Where there is no room for each beside its place they stand off it, and their lines have jogs.
    """
    if known.isdisjoint(row):
        return
    guide = row[0].word
    placed = sorted(row, key=lambda line: guide.across(*line.word.middle))
    for at in (0.0, 1.0):
        for run in _close_runs(guide, placed, at):
            steps = np.diff([_value(line) for line in run])
            if len(known.intersection(run)) >= _CROWD and (np.all(steps > 0) or np.all(steps < 0)):
                yield from run


def _close_runs(guide: Word, placed: Sequence[Line], at: float) -> list[list[Line]]:
    """Numbers that begin (`at` is 0), or end (1), below each other, each close to the next, in their order across."""
    runs: list[list[Line]] = []
    for line in placed:
        home = next((run for run in reversed(runs) if _is_next(guide, run[-1].word, line.word, at)), None)
        if home is None:
            runs.append([line])
        else:
            home.append(line)
    return runs


def _is_next(guide: Word, below: Word, word: Word, at: float) -> bool:
    """Whether a number stands close above another one, and begins or ends as that does."""
    height = max(below.height, word.height)
    off = below.along(word.x, word.y) + at * (word.length - below.length)
    apart = guide.across(*word.middle) - guide.across(*below.middle)
    return abs(off) <= _IN_ROW * height and _LEAST * height <= apart <= _CLOSE * height


def counted_from(ordinates: Sequence[Line]) -> Iterator[tuple[Line, list[Line]]]:
    """Each zero of rows of ordinates, with the numbers that are counted from it."""
    for zero in (line for line in ordinates if _ZERO.match(line.text)):
        alike = [o for o in ordinates if o is not zero and round(o.word.angle) == round(zero.word.angle)]
        starts, ends = _in_row(zero, alike)
        yield zero, list(dict.fromkeys([*starts, *ends]))


def led_rows(lines: Sequence[Line], segments: Floats) -> list[list[Line]]:
    """Rows of numbers that begin, or end, below each other, each at the end of an extension line of its own.

    Their zero may be missing: it may not have been read.
    """
    by_angle: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if _NUMBER.match(line.text) and is_led(line.word, segments):
            by_angle[round(line.word.angle)].append(line)
    return [row for alike in by_angle.values() for at in (0.0, 1.0) for row in _level_with(alike, at)]


def _to_scale(row: Sequence[Line], segments: Floats) -> Iterator[Line]:
    """Numbers at extension lines of their own, half of those side by side at least, that are as far apart as they say.

    Steps that are all alike number pins and positions as well.
    """
    led = [line for line in row if is_led(line.word, segments) or _is_origin(line, segments)]
    for band in _bands(led):
        best = _longest_scale(band) if _TO_SCALE <= len(band) <= _MOST else []
        if 2 * len(best) >= len(band) and len({_value(line) for line in best}) >= _TO_SCALE:
            yield from best


def _bands(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines with hardly a gap from one to the next, seen along their direction."""
    placed = sorted((lines[0].word.along(w.x, w.y), n) for n, w in enumerate(line.word for line in lines))
    band: list[Line] = []
    reach = -np.inf
    for place, index in placed:
        word = lines[index].word
        if band and place - reach > _BAND * word.height:
            yield band
            band, reach = [], -np.inf
        band.append(lines[index])
        reach = max(reach, place + word.length)
    if band:
        yield band


def _longest_scale(band: Sequence[Line]) -> list[Line]:
    """The most numbers of a band whose places across the reading direction are those of one scale."""
    guide = band[0].word
    values = np.array([_value(line) for line in band])
    places = np.array([guide.across(*line.word.middle) for line in band])
    best = np.zeros(len(band), bool)
    for one, other in combinations(range(len(band)), 2):
        step = values[other] - values[one]
        if not step or abs(places[other] - places[one]) <= guide.height:
            continue
        scale = (places[other] - places[one]) / step
        fits = np.abs(places - places[one] - scale * (values - values[one])) <= _OFF * guide.height
        steps = np.diff(np.unique(values[fits]))
        if fits.sum() > best.sum() and np.ptp(steps) > 0:
            best = fits
    return [line for line, fits in zip(band, best.tolist(), strict=True) if fits]


def _value(line: Line) -> float:
    return float(_NUMBER.sub(r"\g<value>", line.text).replace(",", "."))


def _level_with(lines: Sequence[Line], at: float) -> Iterator[list[Line]]:
    """Lines whose beginnings (`at` is 0), or ends (1), follow each other without a step along the direction."""
    guide = lines[0].word
    placed = sorted(((guide.along(w.x, w.y) + at * w.length, n) for n, w in enumerate(line.word for line in lines)))
    row: list[Line] = []
    for number, (place, index) in enumerate(placed):
        if row and place - placed[number - 1][0] > _IN_ROW * lines[index].word.height:
            yield row
            row = []
        row.append(lines[index])
    yield row


def _aligned(row: Sequence[Line], segments: Floats) -> set[Line]:
    """Numbers that begin, or end, below each other where one of them is zero; holes drawn in a row pass for zeros."""
    found: set[Line] = set()
    for zero in (line for line in row if _ZERO.match(line.text)):
        for group in _in_row(zero, row):
            led = [line for line in group if line is not zero and is_led(line.word, segments)]
            counted = sum(_ZERO.match(line.text) is None for line in led)
            if counted >= _FEWEST - 1 and _is_origin(zero, segments):
                found.update(led, (zero,))
    return found


def _is_origin(line: Line, segments: Floats) -> bool:
    """Whether a zero stands at a line, which may go on into the outline of the part."""
    return _ZERO.match(line.text) is not None and any(_lines_at(line.word, segments))


def _in_row(zero: Line, lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines that begin, and those that end, below or above a zero."""
    word, off = zero.word, _IN_ROW * zero.word.height
    starts = [line for line in lines if abs(word.along(line.word.x, line.word.y)) <= off]
    ends = [line for line in lines if abs(word.along(*line.word.end) - word.length) <= off]
    return starts, ends


def is_led(word: Word, segments: Floats) -> bool:
    """Whether an extension line leads to a number, half-way up or below it: at both sides it is a dimension line."""
    beside, below = _lines_at(word, segments)
    length = word.length / word.height
    before, after = any(abs(b) <= _GAP for _, b in beside), any(abs(a - length) <= _GAP for a, _ in beside)
    ends = {(a < -_BEYOND, b > length + _BEYOND) for a, b in below}
    return before != after or (not before and len(ends) == 1 and sum(ends.pop()) == 1)


def lines_beside(word: Word, segments: Floats) -> list[tuple[float, float]]:
    """From where to where, in letter heights along a number, lines run that end at it half-way up."""
    return _lines_at(word, segments)[0]


_Spans: TypeAlias = list[tuple[float, float]]


def _lines_at(word: Word, segments: Floats) -> tuple[_Spans, _Spans]:
    """From where to where lines run that end at a number, half-way up, and those that it stands on.

    Where a row begins, the line of its zero goes on into the outline of the part, or into lines of other dimensions.
    What ends at a number from within is a stroke of its figures.
    """
    reach = (_GAP + 0.1) * word.height
    near = segments_near(segments, word.span(below=reach, above=word.height + reach, before=reach, after=reach))
    start, end, low, high = beside_letters(near, word)[1].T
    middle, flat = (low + high) / 2, high - low <= _RISE
    length = word.length / word.height

    def lines(rows: tuple[float, float]) -> _Spans:
        level = flat & (middle > rows[0]) & (middle < rows[1])
        return [(a, b) for a, b in _joined(start[level], end[level], middle[level]) if b - a >= _LONG]

    outside = [(a, b) for a, b in lines(_LEVEL) if a + b < 0 or a + b > 2 * length]
    beside = [(a, b) for a, b in outside if abs(b) <= _GAP or abs(a - length) <= _GAP]
    open_ = _OPEN + (_PAPER if word.read_from == "recognised" else 0.0)
    return beside, [(a, b) for a, b in lines(_BELOW) if a <= open_ and b >= length - open_]


def _joined(start: Floats, end: Floats, across: Floats) -> list[tuple[float, float]]:
    """From where to where level lines run that were drawn in one piece or in several."""
    lines: list[list[float]] = []
    for a, b, n in sorted(zip(start.tolist(), end.tolist(), across.tolist(), strict=True)):
        last = next((line for line in lines if abs(line[2] - n) <= _JOINED and a <= line[1] + _JOINED), None)
        if last is None:
            lines.append([a, b, n])
        else:
            last[1] = max(last[1], b)
    return [(a, b) for a, b, _ in lines]
