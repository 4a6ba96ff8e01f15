"""A table as read: rows of cells with their words, however the table lies on the sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...contract import Box
from ..layout.around import around
from ..layout.cells import join_wrapped, text_lines
from ..layout.turned import quarter_of, turned_word
from ..sheet import Word

_GAP = 4.0  # letter heights between words of one line of a cell


@dataclass(frozen=True)
class TableCell:
    """The text of one cell, its words on the page (none in a blank cell), and how many rows it spans."""

    text: str = ""
    words: tuple[Word, ...] = ()
    spans: int = 1

    @property
    def box(self) -> Box | None:
        """The box around its words on the page."""
        return around(w.box for w in self.words) if self.words else None


BLANK = TableCell()


@dataclass(frozen=True)
class TableText:
    """Rows of cells along the direction in which most of the table reads: `quarter`, in degrees.

    `bands` are the rectangles of the rows on the page, `columns` the extents of the columns on the page so turned
    that the table reads to the right (see `turned.turned_box`). Rows and columns without any text are left out.
    """

    box: Box
    cells: tuple[tuple[TableCell, ...], ...]
    quarter: int
    bands: tuple[Box, ...]
    columns: tuple[tuple[float, float], ...]
    ruled: bool = True

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The texts of the cells."""
        return tuple(tuple(cell.text for cell in row) for row in self.cells)

    @property
    def words(self) -> tuple[Word, ...]:
        """All words, row by row."""
        return tuple(word for row in self.cells for cell in row for word in cell.words)


def table_text(
    box: Box,
    matrix: Sequence[Sequence[TableCell]],
    quarter: int,
    bands: Sequence[Box],
    columns: Sequence[tuple[float, float]],
    *,
    ruled: bool = True,
) -> TableText:
    """The table of these rows and columns without those that hold no text."""
    rows = [i for i, row in enumerate(matrix) if any(cell.text for cell in row)]
    kept = [j for j in range(len(columns)) if any(matrix[i][j].text for i in rows)]
    cells = tuple(tuple(_within(matrix[i][j], i, rows) for j in kept) for i in rows)
    return TableText(box, cells, quarter, tuple(bands[i] for i in rows), tuple(columns[j] for j in kept), ruled)


def _within(cell: TableCell, at: int, rows: Sequence[int]) -> TableCell:
    """A cell that spans as many rows as are left of those that it spans."""
    return replace(cell, spans=sum(at <= row < at + cell.spans for row in rows)) if cell.spans > 1 else cell


def cell_of(words: Sequence[Word], quarter: int) -> TableCell:
    """A cell of these words: what reads along the table first, then what stands across it."""
    groups: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        own = quarter_of(word)
        groups[quarter if own is None else own].append(word)
    order = sorted(groups, key=lambda q: (q != quarter, q))
    texts = (_lines_text([turned_word(w, q, 0.0, 0.0) for w in groups[q]]) for q in order)
    return TableCell(join_wrapped(t for t in texts if t), tuple(words))


def _lines_text(words: Sequence[Word]) -> str:
    return join_wrapped(line.text for line in text_lines(words, gap=_GAP))
