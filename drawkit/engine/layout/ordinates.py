"""Ordinate dimensions: numbers in a row, one of them zero, each at the end of its extension line (ISO 129-1, 9.4)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ..index import segments_near
from ..sheet import Floats, Word
from ..text.lines import Line
from ..text.marks import extents

_NUMBER = re.compile(r"^[-+]?\d*[.,]?\d+$")
_ZERO = re.compile(r"^0*[.,]?0+$")
_FEWEST = 3  # numbers that make a row
_IN_ROW = 0.6  # letter heights: how far the beginnings, or the ends, of a row's numbers may differ
_LEVEL = (0.0, 1.0)  # letter heights: an extension line runs at its number's middle
_RISE = 0.3  # letter heights: how far an extension line may rise from end to end
_GAP = 1.6  # letter heights between an extension line and its number
_LONG = 1.0  # letter heights: the shortest extension line
_JOINED = 0.05  # letter heights: pieces of one extension line are no further apart


def ordinates_of(lines: Sequence[Line], segments: Floats) -> list[Line]:
    """The lines of text that are ordinate dimensions, in their order."""
    rows: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if _NUMBER.match(line.text):
            rows[round(line.word.angle)].append(line)
    found = {line for row in rows.values() if len(row) >= _FEWEST for line in _aligned(row, segments)}
    return [line for line in lines if line in found]


def _aligned(row: Sequence[Line], segments: Floats) -> set[Line]:
    """Numbers that begin, or end, below each other where one of them is zero."""
    found: set[Line] = set()
    for zero in (line for line in row if _ZERO.match(line.text)):
        height = zero.word.height
        starts = [line for line in row if abs(zero.word.along(line.word.x, line.word.y)) <= _IN_ROW * height]
        ends = [line for line in row if abs(zero.word.along(*line.word.end) - zero.word.length) <= _IN_ROW * height]
        for group in (starts, ends):
            led = [line for line in group if is_led(line.word, segments)]
            if len(led) >= _FEWEST and zero in led:
                found.update(led)
    return found


def is_led(word: Word, segments: Floats) -> bool:
    """Whether an extension line leads to a number: at one side only, half-way up; at both it is a dimension line."""
    beside = (_GAP + 0.1) * word.height
    near = segments_near(segments, word.span(below=beside, above=word.height + beside, before=beside, after=beside))
    start, end, low, high = extents(near, word).T
    middle = (low + high) / 2
    level = (high - low <= _RISE) & (middle > _LEVEL[0]) & (middle < _LEVEL[1])
    length = word.length / word.height
    whole = [(a, b) for a, b in _joined(start[level], end[level], middle[level]) if b - a >= _LONG]
    before = any(abs(b) <= _GAP for _, b in whole)
    after = any(abs(a - length) <= _GAP for a, _ in whole)
    return before != after


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
