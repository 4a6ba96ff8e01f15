"""Tables without walls: lines of text that stand in rows of one pitch and in columns with white strips between them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

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
_HEADING, _CLOSING = 4, 1  # lines above the rows, and below them, that span several columns
_MISSING = 1  # rows that may be unread between two others
_ALIGNED = 0.45  # letter heights: starts, ends or middles of a column's cells that are one
_TRUE = 0.8  # share of a column's cells that are aligned
_FEW = 0.2  # share of the rows that may reach into the strip between two columns
_FILLED, _SOME = 0.7, 0.35  # share of the rows in which a table's first columns have a cell, and its last ones
_LEAST = ((3, 3), (2, 5))  # columns, and the rows that as many need
_LONG = 1.8  # letter heights: a longer piece is no stroke of a letter
_RULE = 0.4  # of the table's width: a level line this long rules it
_PLACE = 1.0  # points: the walls of the cells of one column
_SENTENCE = 5.0  # words of its cells on average, from which on a column is running text
_FEWEST_WORDS = 9
_BULLET = re.compile(r"[*•·▪■◆►]")
_WORD = re.compile(r"[^\W\d_]+")


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
    known: set[Line] = set()
    runs = deque(_runs(_rows(lines_of(words, gap=_GAP, walls=segments))))
    while runs:
        run = [row for row in runs.popleft() if known.isdisjoint(row.cells)]
        body = _body(run)
        if body is None:
            continue
        if _is_drawn_through(segments, *body):
            runs.extend(_cut(run))
            continue
        rows, columns = body
        known.update(c for row in rows for c in row.cells)
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
    """Rows under each other at one pitch, as long as they go on; a row may end the lines of a heading and begin a run.

    The longest comes first, the lower one of two alike.
    """
    runs: list[list[_Row]] = []
    for row in rows:
        budget.check()
        for run in runs:
            if _goes_on(run, row):
                run.append(row)
                break
        else:
            above = next((run[-1] for run in reversed(runs) if len(run) > 1 and _goes_on(run[-1:], row)), None)
            runs.append([row] if above is None else [above, row])
    long = [run for run in runs if len(run) >= min(rows for _, rows in _LEAST)]
    return sorted(long, key=lambda run: (len(run), run[0].middle), reverse=True)


def _cut(run: list[_Row]) -> list[list[_Row]]:
    """The parts of a run at its widest step, each of which may be a table: two under each other may have one pitch."""
    steps = [b.middle - a.middle for a, b in pairwise(run)]
    widest = int(np.argmax(steps))
    if steps[widest] <= (1 + _EVEN) * np.median(steps):
        return []
    fewest = min(rows for _, rows in _LEAST)
    return [part for part in (run[: widest + 1], run[widest + 1 :]) if len(part) >= fewest]


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


def _body(run: Sequence[_Row]) -> tuple[list[_Row], list[tuple[float, float]]] | None:
    """The rows of a run that stand in columns, and these: headings above them may span several, as may a last line."""
    fewest = min(rows for _, rows in _LEAST)
    for lines in range(min(_HEADING, len(run) - fewest) + 1):
        for below in range(min(lines, _CLOSING) + 1):
            rows = run[lines - below : len(run) - below]
            columns = _columns(rows)
            if columns is not None:
                own = (_Row(tuple(c for c in row.cells if _is_among(c.word, columns))) for row in rows)
                return [row for row in own if row.cells], columns
    return None


def _is_among(word: Word, columns: Sequence[tuple[float, float]]) -> bool:
    return columns[0][0] <= word.middle[0] <= columns[-1][1]


def _columns(rows: Sequence[_Row]) -> list[tuple[float, float]] | None:
    """The extents of the columns between white strips; None where they are no table's.

    Some have a cell in most rows. What stands beside them in few rows belongs to the drawing.
    """
    height = float(np.median([r.height for r in rows]))
    spans = _spans(rows, height)
    table = zip(*(_in_columns(row, spans) for row in rows), strict=True)
    cells = [[line for line in column if line is not None] for column in table]
    shares = [_stand(column, height) * len(column) / len(rows) for column in cells]
    own = [number for number, share in enumerate(shares) if share >= _SOME]
    if not own:
        return None
    part = slice(own[0], own[-1] + 1)
    filled = sum(share >= _FILLED for share in shares[part])
    enough = any(filled >= columns and len(rows) >= least for columns, least in _LEAST)
    return spans[part] if enough and all(shares[part]) and not _is_list(cells[part]) else None


def _spans(rows: Sequence[_Row], height: float) -> list[tuple[float, float]]:
    """What lies between white strips, into which the cells of few rows reach."""
    few = int(_FEW * len(rows))
    steps = sorted(step for r in rows for c in r.cells for step in ((c.box[0], 1), (c.box[2], -1)))
    spans: list[tuple[float, float]] = []
    count = 0
    for x, step in steps:
        before, count = count, count + step
        if before == few and step > 0:
            start = x
        elif count == few and step < 0:
            near = spans and start - spans[-1][1] < _STRIP * height
            spans.append((spans.pop()[0] if near else start, x))
    if spans:
        extents = [(c.box[0], c.box[2]) for r in rows for c in r.cells]
        spans[0] = min(a for a, b in extents if b >= spans[0][0]), spans[0][1]
        spans[-1] = spans[-1][0], max(b for a, b in extents if a <= spans[-1][1])
    return spans


def _in_columns(row: _Row, spans: Sequence[tuple[float, float]]) -> list[Line | None]:
    """What a row has in each column, as one line; the words of a cell that reaches into several are told apart."""
    budget.check()
    words: list[list[Word]] = [[] for _ in spans]
    for cell in row.cells:
        first = bisect_left(spans, cell.box[0], key=lambda span: span[1])
        reached = bisect_right(spans, cell.box[2], key=lambda span: span[0]) - first
        for word in cell.words:
            if spans and spans[0][0] <= word.middle[0] <= spans[-1][1]:
                words[first if reached == 1 else _nearest(word, spans)].append(word)
    return [Line(tuple(own)) if own else None for own in words]


def _nearest(word: Word, spans: Sequence[tuple[float, float]]) -> int:
    """The span next to a word that lies between the first and the last; the left one of two alike."""
    x = word.middle[0]
    right = bisect_left(spans, x, key=lambda span: span[1])
    if not right or x >= spans[right][0]:
        return right
    return right - 1 if x - spans[right - 1][1] <= spans[right][0] - x else right


def _stand(column: Sequence[Line], height: float) -> bool:
    """Whether the cells of a column stand under each other, and are no running text."""
    if not column:
        return False
    starts, ends = np.array([(c.box[0], c.box[2]) for c in column]).T
    near = [np.abs(v - np.median(v)) <= _ALIGNED * height for v in (starts, ends, (starts + ends) / 2)]
    running = np.mean([len(_WORD.findall(c.text)) for c in column]) > _SENTENCE
    return bool(max(n.mean() for n in near) >= _TRUE and not running)


def _is_list(columns: Sequence[Sequence[Line]]) -> bool:
    """Whether the first column numbers notes, or names the fields of a title block."""
    first = [c.text for c in columns[0]]
    marked = (bool(NUMBERED.match(f"{text} A") or _BULLET.fullmatch(text)) and not text.isdigit() for text in first)
    numbered = sum(marked)
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
    strips = [(p[1], q[0]) for p, q in pairwise(columns)]
    between = np.any([(low[:, 0] > p) & (high[:, 0] < q) for p, q in strips], axis=0)
    rules = (level & (wide | under_head)) | _columns_ruled(low, high, near & upright & between, 0.8 * (bottom - top))
    return bool(np.any(near & long & ~rules))


def _columns_ruled(low: Floats, high: Floats, between: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """Which of the upright lines between columns rule them: those of one place are together as long as the table.

    Many programs draw the walls of each cell for themselves.
    """
    order = np.argsort(low[:, 0], kind="stable")
    place = np.empty(len(low), np.intp)
    place[order] = np.cumsum(np.diff(low[order, 0], prepend=low[order[:1], 0]) > _PLACE)
    long = np.bincount(place, weights=np.where(between, high[:, 1] - low[:, 1], 0.0))
    ruled: NDArray[np.bool_] = between & (long[place] >= least)
    return ruled


def _matrix(
    rows: Sequence[_Row], columns: Sequence[tuple[float, float]], words: Mapping[Word, Word]
) -> list[list[TableCell]]:
    """Rows of cells; `words` tells the page's word for each of the turned ones."""
    lines = [_in_columns(row, columns) for row in rows]
    return [[TableCell(c.text, tuple(words[w] for w in c.words)) if c else BLANK for c in row] for row in lines]
