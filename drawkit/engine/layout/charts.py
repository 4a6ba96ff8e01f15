"""The numbers along the sides of a chart: each stands at the end of a line, as a dimension of a row does.

Extension lines end freely beside their numbers, and at edges that are there for other reasons (ISO 129-1, 5.5). The
lines of a chart run through a grid, all from its one side to the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..sheet import Floats
from ..text.lines import Line
from ..text.marks import extents
from .ordinates import led_rows, lines_beside

_FEWEST = 3  # numbers that tell a scale
_SAME = 1.0  # letter heights by which the ends of a grid's lines, and its sides, may differ
_THIN = 0.3  # letter heights that a side of it may lean by
_SHORT = 1.0  # letter heights by which a side of it may stop before the outermost line


def chart_numbers(lines: Sequence[Line], segments: Floats) -> set[Line]:
    """The lines of text that are numbers along a side of a chart; `segments` (n, 4) are the page's."""
    rows = (row for row in led_rows(lines, segments) if len(row) >= _FEWEST)
    alike = (led for row in rows for led in _alike(row, segments) if len(led) >= _FEWEST)
    return {line for led in alike for line in _on_grids(led, segments)}


_Led = tuple[Line, float, float]
"""A number, and from where to where its line runs along the row's direction, in points."""


def _alike(row: Sequence[Line], segments: Floats) -> Iterator[list[_Led]]:
    """The numbers of a row whose lines run from one place to another, for each two such places."""
    guide, slack = row[0].word, _SAME * row[0].word.height
    led: list[_Led] = []
    for line in row:
        start = guide.along(line.word.x, line.word.y)
        spans = lines_beside(line.word, segments)
        if spans:
            a, b = max(spans, key=lambda span: span[1] - span[0])
            led.append((line, start + a * line.word.height, start + b * line.word.height))
    while led:
        _, start, end = led[0]
        same = [one for one in led if abs(one[1] - start) <= slack and abs(one[2] - end) <= slack]
        led = [one for one in led if one not in same]
        yield same


def _on_grids(led: Sequence[_Led], segments: Floats) -> Iterator[Line]:
    """The numbers whose lines reach from one side of a grid to the other, for each grid: charts stand in columns."""
    guide = led[0][0].word
    start, end = np.array([(a, b) for _, a, b in led]).mean(axis=0) / guide.height
    levels = np.array([guide.across(line.word.x, line.word.y) for line, _, _ in led]) / guide.height
    spans = extents(segments, guide)
    across = spans[spans[:, 1] - spans[:, 0] <= _THIN]
    at = across[:, :2].mean(axis=1)
    for side in across[np.abs(at - start) <= _SAME]:
        own = (levels >= side[2] - _SHORT) & (levels <= side[3] + _SHORT)
        if own.sum() < _FEWEST:
            continue
        here = (across[:, 2] <= levels[own].min() + _SHORT) & (across[:, 3] >= levels[own].max() - _SHORT)
        inner = (at[here] > start + _SAME) & (at[here] < end - _SAME)
        if inner.any() and (np.abs(at[here] - end) <= _SAME).any():
            yield from (line for (line, _, _), is_own in zip(led, own, strict=True) if is_own)
