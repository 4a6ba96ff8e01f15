"""Tables: the rows that belong to a row of headings, with the text of each cell."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ...contract import Box
from ..layout.around import around
from ..layout.cells import level_words, text_lines
from ..layout.ruling import Ruling, ruling_of
from ..sheet import Floats, Sheet, Word
from ..titles.labels import plain
from .headings import Heading, HeadingRow
from .wrapped import wrapped_text

_COVER = 0.85  # of the table's width: a level line must cover this much to end a row
_TALLEST_ROW = 16.0  # letter heights: a taller band is no row of a table
_NEXT_ROW = 4.0  # letter heights: without lines, a wider gap ends the table
_GAP = 4.0  # letter heights between words of one line of a cell, at most
_ON_LINE = 0.6  # letter heights that the middles of words of one line are apart, at most
_NUMBERING = ("position", "quantity", "revision")  # columns by which rows are told, the surest first
_NUMBER = re.compile(r"[#(]?\d{1,4}(?:[.\-/]\d{1,3}){0,4}[A-Za-z]?[.)]?")


@dataclass(frozen=True)
class Row:
    """One row: its rectangle and the text of each column, in the order of the headings."""

    box: Box
    cells: tuple[str, ...]
    words: tuple[Word, ...]

    @property
    def confidence(self) -> float:
        """That of its least certain word."""
        return min((w.confidence for w in self.words), default=1.0)


@dataclass(frozen=True)
class Table:
    """A row of headings with the rows that follow it, from the headings outward."""

    heading: HeadingRow
    rows: tuple[Row, ...]
    placed: Box | None = None
    """Where a turned table lies on the page; its headings are those of the page turned, its rows those of the page."""

    shared: bool = False
    """Whether some of its cells span several rows, which share what stands in them."""

    @property
    def box(self) -> Box:
        """The rectangle around headings and rows."""
        return self.placed or around([self.heading.box, *(row.box for row in self.rows)])


def names_of(tables: Iterable[Table]) -> set[str]:
    """What the parts of some lists are called, without case, accents, blanks and punctuation."""
    fields = ("designation", "part_number")
    named = ((t, i) for t in tables for i, h in enumerate(t.heading.headings) if h.field in fields)
    return {plain(row.cells[i]) for table, i in named for row in table.rows} - {""}


def table_at(sheet: Sheet, heading: HeadingRow, told: Callable[[HeadingRow, Row], bool] | None = None) -> Table:
    """The table of these headings; it grows downward or upward, whichever side holds more numbered rows.

    `told` tells which rows belong to the table at all; without it every row with text does.
    """
    columns = heading if heading.walled else _with_corridors(heading, level_words(sheet))
    down, up = (
        [r for r in rows_beside(sheet, columns, down=side) if told is None or told(columns, r)]
        for side in (True, False)
    )
    rows = up if _numbered(columns, up) > _numbered(columns, down) else down
    return Table(columns, tuple(rows))


def _numbered(heading: HeadingRow, rows: Sequence[Row]) -> float:
    """How many rows carry a number where one belongs; other filled rows count a little."""
    keys = [i for i, h in enumerate(heading.headings) if h.field in ("position", "quantity", "revision", "date")]
    return sum(1.0 if any(_NUMBER.fullmatch(r.cells[i].strip()) for i in keys) else 0.1 for r in rows)


def rows_beside(sheet: Sheet, heading: HeadingRow, *, down: bool) -> list[Row]:
    """The filled rows on one side of the headings, from them outward."""
    x0, _, x1, _ = heading.box
    inside = [w for w in level_words(sheet) if x0 <= w.middle[0] <= x1]
    bands = _bands(ruling_of(sheet), heading, inside, down=down) if heading.ruled else []
    if not bands and not (heading.ruled and heading.walled):
        band = _text_band(heading, inside, down=down)
        bands = [band] if band else []
    levels = sorted((w.middle[1], number) for number, w in enumerate(inside))
    rows = []
    for top, bottom in bands:
        first, last = bisect_right(levels, (top, len(inside))), bisect_left(levels, (bottom, -1))
        own = [inside[number] for number in sorted(number for _, number in levels[first:last])]
        rows += _split(heading, (top, bottom), own, down=down, alone=len(bands) == 1)
    names = [plain(h.text) for h in heading.headings]
    return [r for r in rows if any(r.cells) and [plain(c) for c in r.cells] != names]


def with_blank_rows(sheet: Sheet, table: Table) -> Box:
    """The rectangle around a table and the blank rows that go on where its rows end: its form has room for more."""
    heading, box = table.heading, table.box
    if table.placed or not (heading.ruled and heading.walled):
        return box
    inside = [w for w in level_words(sheet) if box[0] <= w.middle[0] <= box[2]]
    ruling, blank = ruling_of(sheet), [box]
    for down in (True, False):
        for top, bottom in _bands(ruling, heading, inside, down=down):
            if box[1] <= (top + bottom) / 2 <= box[3]:
                continue
            if any(top < w.middle[1] < bottom for w in inside):
                break
            blank.append((box[0], top, box[2], bottom))
    return around(blank)


def _bands(ruling: Ruling, heading: HeadingRow, words: Sequence[Word], *, down: bool) -> list[tuple[float, float]]:
    """The strips between level lines next to the headings, as far as the columns go on."""
    letter = heading.letter_height
    levels = levels_across(ruling, heading)
    edge = heading.bottom if down else heading.top
    levels = levels[levels > edge + 0.3 * letter] if down else levels[levels < edge - 0.3 * letter][::-1]
    walls = walls_in(ruling, heading, heading.top, heading.bottom)
    bands: list[tuple[float, float]] = []
    crossed = False
    for level in levels:
        top, bottom = sorted((edge, float(level)))
        if bottom - top < 0.8 * letter:
            continue
        if bottom - top > _TALLEST_ROW * letter:
            break
        if len(walls_in(ruling, heading, top, bottom)) * 2 >= len(walls):
            bands.append((top, bottom))
            crossed = False
        elif crossed or sum(top < w.middle[1] < bottom for w in words) > 8:
            break
        else:
            crossed = True  # a row across all columns: passed over, if the columns go on after it
        edge = float(level)
    return bands


def levels_across(ruling: Ruling, heading: HeadingRow) -> Floats:
    """Where level lines run across the columns, from top to bottom."""
    x0, _, x1, _ = heading.box
    y, a, b = ruling.level.T
    cover = np.minimum(b, x1) - np.maximum(a, x0)
    out: Floats = np.sort(y[cover >= _COVER * (x1 - x0)])
    return out


def walls_in(ruling: Ruling, heading: HeadingRow, top: float, bottom: float) -> list[float]:
    """The borders of columns that an upright line marks in this strip."""
    reach = 0.2 * (bottom - top)
    x, y0, y1 = ruling.upright.T
    across = x[(y0 <= top + reach) & (y1 >= bottom - reach)]
    borders = sorted({h.x0 for h in heading.headings} | {h.x1 for h in heading.headings})
    slack = 0.35 * heading.letter_height
    return [b for b in borders if len(across) and np.abs(across - b).min() <= slack]


def _text_band(heading: HeadingRow, words: Sequence[Word], *, down: bool) -> tuple[float, float] | None:
    """Without lines: from the headings to the first wide gap between lines of text."""
    letter = heading.letter_height
    edge = heading.bottom if down else heading.top
    sign = 1 if down else -1
    rest = sorted((w for w in words if sign * (w.middle[1] - edge) > 0), key=lambda w: sign * w.middle[1])
    reach = edge
    for word in rest:
        near = word.box[1] if down else word.box[3]
        if sign * (near - reach) > _NEXT_ROW * letter:
            break
        far = word.box[3] if down else word.box[1]
        reach = max(reach, far) if down else min(reach, far)
    if reach == edge:
        return None
    return (edge, reach) if down else (reach, edge)


def _split(
    heading: HeadingRow, band: tuple[float, float], words: Sequence[Word], *, down: bool, alone: bool
) -> list[Row]:
    """One row of a strip with its words, or several where the key column holds several numbers one above the other.

    `alone`: no other strip belongs to the table, so that no level lines tell its rows.
    """
    top, bottom = band
    anchors = _anchors(heading, words, alone=alone)
    cuts = [top, *_cuts(anchors, words), bottom]
    rows = [_row(heading, (a, b), [w for w in words if a < w.middle[1] <= b]) for a, b in pairwise(cuts)]
    return rows if down else rows[::-1]


def _anchors(heading: HeadingRow, words: Sequence[Word], *, alone: bool) -> list[Word]:
    """The words that each begin a row, from top to bottom: the numbers in the column that numbers the rows.

    Detectors of text overlook a figure that stands alone: in a picture, a line of text in all the other columns tells
    of a row too, where no level lines do.
    """
    numbers = _numbers(heading, words)
    pictured = [w for w in words if w.read_from != "text layer"] if alone else []
    overlooked = [w for w in _first_of_lines(heading, pictured) if not any(_level(w, one) for one in numbers)]
    return sorted([*numbers, *overlooked], key=lambda w: w.middle[1])


def _numbers(heading: HeadingRow, words: Sequence[Word]) -> list[Word]:
    for field in _NUMBERING:
        column = heading.column(field)
        if column is not None:
            own = _own(column, words)
            numbers = [w for w in own if _NUMBER.fullmatch(w.text)]
            apart = len({round(w.middle[1] / w.height) for w in numbers}) == len(numbers)
            if len(numbers) > 1 and apart and len(numbers) == len(own):
                return numbers
    return []


def _first_of_lines(heading: HeadingRow, words: Sequence[Word]) -> list[Word]:
    """The first word of each line of text that runs through all columns with text but those of numbers."""
    texts = [text_lines(_own(h, words), gap=_GAP) for h in heading.headings if h.field not in _NUMBERING]
    first, *others = [lines for lines in texts if lines] or [()]
    starts = [line.words[0] for line in first] if others else []
    return [w for w in starts if all(any(_level(w, line.word) for line in lines) for lines in others)]


def _level(one: Word, other: Word) -> bool:
    """Whether two words stand on one line."""
    return abs(one.middle[1] - other.middle[1]) < _ON_LINE * max(one.height, other.height)


def _cuts(anchors: Sequence[Word], words: Sequence[Word]) -> list[float]:
    """Between two numbers: half way, or right above the second where each number starts its row's text."""
    if not anchors:
        return []
    first = anchors[0]
    hanging = all(w.middle[1] > first.middle[1] - 0.7 * first.height for w in words)
    pairs = list(pairwise(anchors))
    if hanging:
        return [b.middle[1] - 0.75 * b.height for _, b in pairs]
    return [(a.middle[1] + b.middle[1]) / 2 for a, b in pairs]


def _row(heading: HeadingRow, band: tuple[float, float], words: Sequence[Word]) -> Row:
    cells = [wrapped_text(text_lines(_own(h, words), gap=_GAP), h.x1 - h.x0) for h in heading.headings]
    x0, _, x1, _ = heading.box
    return Row((x0, band[0], x1, band[1]), tuple(cells), tuple(words))


def _own(column: Heading, words: Sequence[Word]) -> list[Word]:
    return [w for w in words if column.x0 <= w.middle[0] < column.x1]


def _with_corridors(heading: HeadingRow, words: Sequence[Word]) -> HeadingRow:
    """Columns without lines: the border between two headings is the widest strip free of text there."""
    letter = heading.letter_height
    x0, x1 = heading.headings[0].x0 - 3 * letter, heading.headings[-1].x1 + 12 * letter
    reach = 40 * letter
    near = [w for w in words if x0 <= w.middle[0] <= x1 and abs(w.middle[1] - heading.top) < reach]
    spans = [(w.box[0], w.box[2]) for w in near]
    borders = [_corridor(a, b, spans) for a, b in pairwise(heading.headings)]
    edges = [x0, *borders, x1]
    headings = tuple(replace(h, x0=edges[i], x1=edges[i + 1]) for i, h in enumerate(heading.headings))
    return replace(heading, headings=headings)


def _corridor(left: Heading, right: Heading, spans: Sequence[tuple[float, float]]) -> float:
    """The middle of the strip with the least text between the middles of two headings."""
    start = (left.text_box[0] + left.text_box[2]) / 2
    end = (right.text_box[0] + right.text_box[2]) / 2
    steps = np.linspace(start, end, 60)
    load = np.zeros(len(steps))
    for a, b in spans:
        load += (steps > a) & (steps < b)
    free = load == load.min()
    runs = np.split(np.arange(len(steps)), np.flatnonzero(np.diff(free.astype(int))) + 1)
    widest = max((r for r in runs if free[r[0]]), key=len)
    return float(steps[widest].mean())
