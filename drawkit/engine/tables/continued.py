"""Tables that go on from an earlier page without their headings: the same columns, and the numbers go on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np

from ..layout.ruling import Ruling, ruling_of
from ..sheet import Floats, Sheet
from .headings import HeadingRow
from .tables import Table, levels_across, rows_beside, walls_in

_LOWEST, _TALLEST = 0.8, 16.0  # letter heights: what a row of a table measures
_SLACK = 0.35  # of the letter height: how far a column's border may be off its place
_COUNTED = re.compile(r"\d+|[a-z]+")

Count = tuple[int | str, ...]


def continuations(sheet: Sheet, heading: HeadingRow) -> Iterator[Table]:
    """What may go on under these headings of an earlier page: every run of rows that has all of their columns.

    The columns may stand elsewhere along the sheet, not at other distances. Each run is read from its top downward
    and from its bottom upward. Columns without walls tell nothing on another page.
    """
    ruling = ruling_of(sheet)
    for columns in _placed(heading, ruling) if heading.walled else ():
        for top, bottom in _runs(columns, ruling):
            for edge, down in ((top, True), (bottom, False)):
                here = replace(columns, top=edge, bottom=edge)
                yield Table(here, tuple(rows_beside(sheet, here, down=down)))


def _placed(heading: HeadingRow, ruling: Ruling) -> list[HeadingRow]:
    """The columns wherever upright lines stand at each of their borders, the least moved first."""
    borders = np.array([heading.headings[0].x0, *(h.x1 for h in heading.headings)])
    slack = _SLACK * heading.letter_height
    tall = ruling.upright[ruling.upright[:, 2] - ruling.upright[:, 1] > _LOWEST * heading.letter_height, 0]
    lines = np.sort(tall)
    shifts = lines - borders[0]
    fitting = shifts[_off(borders + shifts[:, None], lines).max(axis=1) <= slack]
    apart: list[float] = []
    for shift in sorted(fitting, key=abs):
        if all(abs(shift - other) > slack for other in apart):
            apart.append(float(shift))
    return [_moved(heading, shift) for shift in apart]


def _off(places: Floats, lines: Floats) -> Floats:
    """How far each place is off the nearest of the sorted lines."""
    after = np.searchsorted(lines, places)
    next_one, last_one = lines[np.minimum(after, len(lines) - 1)], lines[np.maximum(after - 1, 0)]
    out: Floats = np.minimum(np.abs(next_one - places), np.abs(last_one - places))
    return out


def _moved(heading: HeadingRow, shift: float) -> HeadingRow:
    return replace(heading, headings=tuple(replace(h, x0=h.x0 + shift, x1=h.x1 + shift) for h in heading.headings))


def _runs(columns: HeadingRow, ruling: Ruling) -> list[tuple[float, float]]:
    """Top and bottom of each stack of rows that all the columns go through, from top to bottom."""
    letter = columns.letter_height
    levels: list[float] = []
    for level in levels_across(ruling, columns):
        if not levels or level - levels[-1] >= _LOWEST * letter:
            levels.append(float(level))
    needed = len({h.x0 for h in columns.headings} | {h.x1 for h in columns.headings})
    bands = [(a, b) for a, b in pairwise(levels)]
    whole = [b - a <= _TALLEST * letter and len(walls_in(ruling, columns, a, b)) == needed for a, b in bands]
    runs = (list(run) for ruled, run in groupby(zip(bands, whole, strict=True), key=lambda pair: pair[1]) if ruled)
    return [(run[0][0][0], run[-1][0][1]) for run in runs]


def counts_on(before: Sequence[str], position: str) -> bool:
    """Whether a position is the next after those before it: 8 after 7, 2, 1.4 or 1.3.1 after 1.3, 30 after 10, 20."""
    counts = [_count(p) for p in before if p]
    here = _count(position)
    if not counts or not here:
        return False
    last = counts[-1]
    return here == (*last, 1) or any(
        here[:place] == last[:place]
        and _is_next(last[place], here[place], _step(counts))
        and all(part in (1, "a") for part in here[place + 1 :])
        for place in range(min(len(last), len(here)))
    )


def _count(position: str) -> Count:
    return tuple(int(part) if part.isdigit() else part for part in _COUNTED.findall(position.casefold()))


def _step(counts: Sequence[Count]) -> int:
    """By how much the positions grow where each is one number: often by ten."""
    numbers = [c[0] for c in counts if len(c) == 1 and isinstance(c[0], int)]
    steps = {b - a for a, b in pairwise(numbers)} if len(numbers) == len(counts) else set()
    return steps.pop() if len(steps) == 1 else 1


def _is_next(last: int | str, here: int | str, step: int) -> bool:
    if isinstance(last, int) and isinstance(here, int):
        return here - last in (1, step) and here > last
    if isinstance(last, str) and isinstance(here, str):
        return len(last) == len(here) == 1 and ord(here) - ord(last) == 1
    return False
