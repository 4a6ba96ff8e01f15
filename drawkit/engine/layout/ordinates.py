"""Ordinate dimensions: numbers in a row, one of them zero, each at the end of its extension line (ISO 129-1, 9.4)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from ..sheet import Floats
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
            led = [line for line in group if is_led(line, segments)]
            if len(led) >= _FEWEST and zero in led:
                found.update(led)
    return found


def is_led(line: Line, segments: Floats) -> bool:
    """Whether an extension line leads to a number: at one side only, half-way up; at both it is a dimension line."""
    word = line.word
    start, end, low, high = extents(segments, word).T
    middle = (low + high) / 2
    level = (high - low <= _RISE) & (end - start >= _LONG) & (middle > _LEVEL[0]) & (middle < _LEVEL[1])
    length = word.length / word.height
    before = bool(np.any(level & (np.abs(end) <= _GAP)))
    after = bool(np.any(level & (np.abs(start - length) <= _GAP)))
    return before != after
