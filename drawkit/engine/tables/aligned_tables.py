"""Tables without walls: lines of text that stand in rows of one pitch and in columns with white strips between them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ...contract import Box
from .. import budget
from ..index import in_any
from ..layout.around import around, inside
from ..layout.frame import frame_of
from ..layout.paragraphs import NUMBERED
from ..layout.turned import back_box, quarter_of, turned_places, turned_word
from ..sheet import Floats, Sheet, Word
from ..text.lines import Line, lines_of
from ..titles.labels import title_label
from .table_text import BLANK, TableCell, TableText, table_text

_GAP = 1.2  # letter heights: a wider gap may part two columns
_STRIP = 0.3  # letter heights: how wide a white strip between columns is at least
_NEAREST = 14.0  # letter heights: cells of one row are no further apart
_LEVEL = 0.35  # letter heights by which the middles of a row's cells differ
_PITCH = 6.0  # letter heights: rows are no further apart
_EVEN = 0.2  # share by which the distance of rows may be off the least one, or a multiple of it
_MISSING = 1  # rows that may be unread between two others
_ALIGNED = 0.45  # letter heights: starts, ends or middles of a column's cells that are one
_TRUE = 0.8  # share of a column's cells that are aligned
_FILLED = 0.7  # share of the rows in which a column has a cell
_LEAST = ((3, 3), (2, 5))  # columns, and the rows that as many need
_LONG = 1.8  # letter heights: a longer piece is no stroke of a letter
_RULE = 0.4  # of the table's width: a level line this long rules it
_SENTENCE = 5.0  # words of its cells on average, from which on a column is running text
_FEWEST_WORDS = 9


@dataclass(frozen=True)
class _Row:
    """Cells of one row from left to right, as lines of text of the turned page."""

    cells: tuple[Line, ...]

    @cached_property
    def middle(self) -> float:
        return sum(c.word.middle[1] for c in self.cells) / len(self.cells)

    @cached_property
    def height(self) -> float:
        return max(c.word.height for c in self.cells)

    @cached_property
    def box(self) -> Box:
        return around(c.box for c in self.cells)


def aligned_tables(sheet: Sheet, taken: Sequence[Box]) -> list[TableText]:
    """The unruled tables outside of `taken`, of at least three columns and rows, or two columns and five rows."""
    border = frame_of(sheet).box
    free = [w for w in sheet.words if (border is None or inside(w.middle, border)) and w.text.strip()]
    free = [w for w, gone in zip(free, in_any([w.middle for w in free], taken), strict=True) if not gone]
    quarters = Counter(q for w in free if (q := quarter_of(w)) is not None)
    return [t for q, count in quarters.items() if count >= _FEWEST_WORDS for t in _tables(sheet, free, q)]


def _tables(sheet: Sheet, free: Iterable[Word], quarter: int) -> list[TableText]:
    size = (sheet.width, sheet.height)
    words = {turned_word(w, quarter, *size): w for w in free if quarter_of(w) == quarter}
    x0, y0, x1, y1 = sheet.segments.T if len(sheet.segments) else np.empty((4, 0))
    start, end = turned_places(x0, y0, quarter, *size), turned_places(x1, y1, quarter, *size)
    segments = np.column_stack([*start, *end])
    found: list[TableText] = []
    for rows in _runs(_rows(lines_of(words, gap=_GAP, walls=segments))):
        columns = _columns(rows)
        if columns is not None and not _is_drawn_through(segments, rows, columns):
            bands = [back_box(r.box, quarter, *size) for r in rows]
            matrix = _matrix(rows, columns, words)
            found.append(table_text(around(bands), matrix, quarter, bands, columns, ruled=False))
    return found


def _rows(lines: Sequence[Line]) -> list[_Row]:
    """Lines side by side, from top to bottom; a wide gap ends a row."""
    left = deque(sorted(lines, key=lambda c: c.word.middle[1]))
    rows: list[_Row] = []
    while left:
        first = left[0].word
        level: list[Line] = []
        while left and left[0].word.middle[1] - first.middle[1] <= _LEVEL * first.height:
            level.append(left.popleft())
        level.sort(key=lambda c: c.box[0])
        chain: list[Line] = []
        for cell in level:
            if chain and cell.box[0] - chain[-1].box[2] > _NEAREST * cell.word.height:
                rows.append(_Row(tuple(chain)))
                chain = []
            chain.append(cell)
        rows.append(_Row(tuple(chain)))
    return [r for r in rows if len(r.cells) > 1]


def _runs(rows: Sequence[_Row]) -> list[list[_Row]]:
    """Rows under each other at one pitch, as long as they go on."""
    runs: list[list[_Row]] = []
    for row in rows:
        budget.check()
        for run in runs:
            if _goes_on(run, row):
                run.append(row)
                break
        else:
            runs.append([row])
    return [run for run in runs if len(run) >= min(rows for _, rows in _LEAST)]


def _goes_on(run: Sequence[_Row], row: _Row) -> bool:
    last = run[-1]
    step = row.middle - last.middle
    if not 0 < step <= _PITCH * max(row.height, last.height) or not _under(last.box, row.box):
        return False
    steps = np.array([*(b.middle - a.middle for a, b in pairwise(run[1:])), step])  # headings may stand further off
    rows = np.round(steps / steps.min())
    return bool(rows.max() <= _MISSING + 1 and (np.abs(steps / steps.min() - rows) <= _EVEN).all())


def _under(upper: Box, lower: Box) -> bool:
    shared = min(upper[2], lower[2]) - max(upper[0], lower[0])
    return shared > 0.5 * min(upper[2] - upper[0], lower[2] - lower[0])


def _columns(rows: Sequence[_Row]) -> list[tuple[float, float]] | None:
    """The extents of the columns between white strips; None where they are no table's."""
    height = float(np.median([r.height for r in rows]))
    spans: list[tuple[float, float]] = []
    for x0, x1 in sorted((c.box[0], c.box[2]) for r in rows for c in r.cells):
        if spans and x0 - spans[-1][1] < _STRIP * height:
            spans[-1] = (spans[-1][0], max(spans[-1][1], x1))
        else:
            spans.append((x0, x1))
    enough = any(len(spans) >= columns and len(rows) >= least for columns, least in _LEAST)
    cells = [[c for r in rows for c in r.cells if a <= c.word.middle[0] <= b] for a, b in spans]
    if not enough or not all(_stands(column, len(rows), height) for column in cells) or _is_list(cells):
        return None
    return spans


def _stands(column: Sequence[Line], rows: int, height: float) -> bool:
    """Whether a column has a cell in most rows, and these stand under each other."""
    starts, ends = np.array([(c.box[0], c.box[2]) for c in column]).T
    near = [np.abs(v - np.median(v)) <= _ALIGNED * height for v in (starts, ends, (starts + ends) / 2)]
    running = np.mean([len(c.text.split()) for c in column]) > _SENTENCE
    return len(column) >= _FILLED * rows and max(n.mean() for n in near) >= _TRUE and not running


def _is_list(columns: Sequence[Sequence[Line]]) -> bool:
    """Whether the first column numbers notes, or names the fields of a title block."""
    first = [c.text for c in columns[0]]
    numbered = sum(bool(NUMBERED.match(f"{text} A")) and not text.isdigit() for text in first)
    fields = sum(title_label(text) is not None for text in first)
    return numbered * 2 > len(first) or fields > 2


def _is_drawn_through(segments: Floats, rows: Sequence[_Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Whether lines stand in the table that rule nothing: those of a view, or of dimensions."""
    x0, top, x1, bottom = around(r.box for r in rows)
    height = float(np.median([r.height for r in rows]))
    a, b = segments[:, :2], segments[:, 2:]
    low, high = np.minimum(a, b), np.maximum(a, b)
    near = (high[:, 0] > x0) & (low[:, 0] < x1) & (high[:, 1] > top) & (low[:, 1] < bottom)
    long = np.hypot(*(high - low).T) > _LONG * height
    level = (high - low)[:, 1] < 0.1 * height
    upright = (high - low)[:, 0] < 0.1 * height
    wide = (np.minimum(high[:, 0], x1) - np.maximum(low[:, 0], x0)) >= _RULE * (x1 - x0)
    under_head = (low[:, 1] > rows[0].middle) & (high[:, 1] < rows[1].middle)
    tall = (high - low)[:, 1] >= 0.8 * (bottom - top)
    strips = [(p[1], q[0]) for p, q in pairwise(columns)]
    between = np.any([(low[:, 0] > p) & (high[:, 0] < q) for p, q in strips], axis=0)
    rules = (level & (wide | under_head)) | (upright & tall & between)
    return bool(np.any(near & long & ~rules))


def _matrix(
    rows: Sequence[_Row], columns: Sequence[tuple[float, float]], words: Mapping[Word, Word]
) -> list[list[TableCell]]:
    """Rows of cells; `words` tells the page's word for each of the turned ones."""
    matrix: list[list[TableCell]] = []
    for row in rows:
        cells = [[c for c in row.cells if a <= c.word.middle[0] <= b] for a, b in columns]
        found = [[words[w] for c in lines for w in c.words] for lines in cells]
        texts = [" ".join(c.text for c in lines) for lines in cells]
        pairs = zip(texts, found, strict=True)
        matrix.append([TableCell(text, tuple(own)) if own else BLANK for text, own in pairs])
    return matrix
