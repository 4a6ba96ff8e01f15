"""Rows of column headings: where a table tells what its columns hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

from ...contract import Box
from ..layout.around import around
from ..layout.cells import Cell, cells_of
from ..sheet import Sheet
from ..text.lines import Line
from ..titles.labels import Label

Classify = Callable[[str], Label | None]

_FIGURE = re.compile(r"[±+-]?\s*[.,]?\d")
_TALL = 5.0  # letter heights: a taller cell with several headings is no row of a ruled table
_LARGEST = 0.02  # of the page's area: a heading cell is smaller


@dataclass(frozen=True)
class Heading:
    """One column: the field it holds ("" when unknown), its heading as printed, and its extent across."""

    field: str
    rank: int
    text: str
    text_box: Box
    x0: float
    x1: float


@dataclass(frozen=True)
class HeadingRow:
    """Headings from left to right. `walled` tells that lines separate the columns, `ruled` that lines bound the row."""

    headings: tuple[Heading, ...]
    top: float
    bottom: float
    walled: bool
    ruled: bool

    @property
    def fields(self) -> set[str]:
        """The fields that have a column."""
        return {h.field for h in self.headings if h.field}

    @property
    def box(self) -> Box:
        """The rectangle of the row."""
        return self.headings[0].x0, self.top, self.headings[-1].x1, self.bottom

    @property
    def letter_height(self) -> float:
        """Height of the headings' lines, roughly that of a capital letter."""
        return min(h.text_box[3] - h.text_box[1] for h in self.headings) / 1.28

    def column(self, field: str) -> Heading | None:
        """The column of a field."""
        return next((h for h in self.headings if h.field == field), None)


def heading_rows(sheet: Sheet, classify: Classify) -> list[HeadingRow]:
    """Rows with at least two headings that `classify` knows."""
    area = sheet.width * sheet.height
    cells = cells_of(sheet)
    small = [c for c in cells if c.width * c.height <= _LARGEST * area and len(c.lines) <= 4]
    rows = list(_walled_rows(small, classify))
    rows.extend(_open_rows(cells, classify))
    return [part for row in rows for part in _repeats(_one_column_a_field(row))]


def _walled_rows(cells: Sequence[Cell], classify: Classify) -> Iterable[HeadingRow]:
    known = {id(c): label for c in cells if (label := classify(c.text)) is not None}
    done: set[int] = set()
    for cell in cells:
        if id(cell) not in known or id(cell) in done:
            continue
        chain = _without_figures(_neighbours(cell, cells), known)
        done.update(id(c) for c in chain)
        if sum(id(c) in known for c in chain) >= 2:
            headings = tuple(_cell_heading(c, known.get(id(c))) for c in chain)
            yield HeadingRow(headings, min(c.box[1] for c in chain), max(c.box[3] for c in chain), True, True)


def _without_figures(chain: Sequence[Cell], known: Container[int]) -> list[Cell]:
    """The cells of a row without those at its ends that hold figures: they belong to a table beside it."""
    heads = [id(c) in known or not _FIGURE.match(c.text) for c in chain]
    last = len(heads) - heads[::-1].index(True)
    return list(chain[heads.index(True) : last])


def _cell_heading(cell: Cell, label: Label | None) -> Heading:
    field, rank = (label.field, label.rank) if label else ("", 9)
    return Heading(field, rank, cell.text, cell.text_box, cell.box[0], cell.box[2])


def _neighbours(cell: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """The cells with text in the same row, with no more than one empty column's width between two of them.

    Cells that lie over each other are no columns: strokes of letters pass for walls where a page is a picture.
    """
    slack = 0.35 * cell.letter_height
    row = [c for c in cells if abs(c.box[1] - cell.box[1]) < slack and abs(c.box[3] - cell.box[3]) < slack]
    row.sort(key=lambda c: c.box[0])
    at = next(i for i, c in enumerate(row) if c is cell)
    chain = [cell]
    for other in row[at + 1 :]:
        if not -slack <= other.box[0] - chain[-1].box[2] <= max(slack, 0.6 * chain[-1].width):
            break
        chain.append(other)
    for other in reversed(row[:at]):
        if not -slack <= chain[0].box[0] - other.box[2] <= max(slack, 0.6 * chain[0].width):
            break
        chain.insert(0, other)
    return chain


def _open_rows(cells: Sequence[Cell], classify: Classify) -> Iterable[HeadingRow]:
    """Headings side by side in one cell: a table without lines between its columns, or without any."""
    for cell in cells:
        lines = sorted(_split_lines(cell, classify), key=lambda pair: pair[0].word.middle[1])
        row: list[tuple[Line, Label]] = []
        for pair in [*lines, None]:
            near = pair is not None and row and _level(row[-1][0], pair[0])
            if pair is not None and (near or not row):
                row.append(pair)
                continue
            if len(row) >= 2:
                yield _open_row(cell, sorted(row, key=lambda p: p[0].box[0]))
            row = [pair] if pair is not None else []


def _level(a: Line, b: Line) -> bool:
    return abs(a.word.middle[1] - b.word.middle[1]) < 0.6 * max(a.word.height, b.word.height)


def _split_lines(cell: Cell, classify: Classify) -> Iterable[tuple[Line, Label]]:
    """Lines of a cell that are a heading, and headings that stand close together in one line."""
    for line in cell.lines:
        label = classify(line.text)
        if label is not None:
            yield line, label
        elif len(line.words) <= 12:
            yield from _headings_in(line, classify)


def _headings_in(line: Line, classify: Classify) -> list[tuple[Line, Label]]:
    """The whole line as a row of headings, longest first; nothing if a word is left over."""
    found: list[tuple[Line, Label]] = []
    words = list(line.words)
    while words:
        for count in range(min(3, len(words)), 0, -1):
            part = Line(tuple(words[:count]))
            label = classify(part.text)
            if label is not None:
                found.append((part, label))
                words = words[count:]
                break
        else:
            return []
    return found if len(found) > 1 else []


def _open_row(cell: Cell, row: Sequence[tuple[Line, Label]]) -> HeadingRow:
    box = around(line.box for line, _ in row)
    height = max(line.word.height for line, _ in row)
    ruled = cell.height <= _TALL * height
    headings = tuple(
        Heading(label.field, label.rank, line.text, line.box, line.box[0], line.box[2]) for line, label in row
    )
    top, bottom = (cell.box[1], cell.box[3]) if ruled else (box[1], box[3])
    return HeadingRow(headings, top, bottom, walled=False, ruled=ruled)


def _one_column_a_field(row: HeadingRow) -> HeadingRow:
    """Of two headings for one field the better named keeps it, unless the row repeats as a whole."""
    if period_of(row.headings):
        return row
    best: dict[str, Heading] = {}
    for heading in row.headings:
        held = best.get(heading.field)
        if held is None or heading.rank < held.rank:
            best[heading.field] = heading
    headings = tuple(h if h is best[h.field] else replace(h, field="other") for h in row.headings)
    return replace(row, headings=headings)


def period_of(headings: Sequence[Heading]) -> int:
    """After how many columns the same fields come again (lists side by side), or 0."""
    fields = [h.field for h in headings]
    for period in range(2, len(fields) // 2 + 1):
        if len(fields) % period == 0 and fields == fields[:period] * (len(fields) // period):
            return period
    return 0


def _repeats(row: HeadingRow) -> list[HeadingRow]:
    period = period_of(row.headings)
    if not period:
        return [row]
    starts = range(0, len(row.headings), period)
    return [replace(row, headings=row.headings[i : i + period]) for i in starts]
