"""Ruled tables: grids that hold text, lying or turned by quarters, known by their lines and not by their headings."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from ...contract import Box
from ..index import index_of
from ..kept import kept
from ..layout.around import inside
from ..layout.cells import level_words
from ..layout.frame import frame_of
from ..layout.turned import back_box, main_quarter, quarter_of, turned_box
from ..sheet import Sheet, Word
from .grids import Grid, grids_of
from .table_text import BLANK, TableCell, TableText, cell_of, table_text
from .terminated import touched

_FILLED = 0.3  # share of the cells with text in rows that have any
_FEWEST = 4  # cells with text
_TOUCHED = 0.15  # share of the cells with text into which arrowheads or other ink reach from the walls
_ALL_NUMBERS = 3  # rows and columns from which on a grid of nothing but numbers is a table
_WORD = re.compile(r"[^\W\d_]{2,}")
_COMPARTMENT = re.compile(
    r"[⌀S]{0,2}\s*\d*[.,]?\d+\s*[ⓂⓁⓅⓈⒻⓉⓊ]*|[A-Z](?:-[A-Z])?\s*[ⓂⓁⓅⓈ]?"
)  # what a feature control frame holds behind its symbol
_FRAME_ROWS, _FRAME_HEIGHT = 3, 3.2  # rows of stacked frames, and letter heights of one


@kept(4)
def grid_tables(sheet: Sheet) -> tuple[TableText, ...]:
    """Every ruled table of the sheet, title block, parts lists and revisions among them, from top to bottom."""
    border = frame_of(sheet).box
    found: list[TableText] = []
    for grid in grids_of(sheet):
        if len(grid.rows) < 3 or len(grid.columns) < 3:
            continue
        x0, top, x1, bottom = grid.box
        if border is not None and not inside(((x0 + x1) / 2, (top + bottom) / 2), border):
            continue
        held = _held(sheet, grid)
        if _is_table(sheet, grid, held):
            found.append(_read(sheet, grid, held))
    return tuple(found)


Held = dict[Box, list[Word]]


def _held(sheet: Sheet, grid: Grid) -> Held:
    """The words in each cell that holds any."""
    held: Held = defaultdict(list)
    near = [w for w in _words(sheet) if inside(w.middle, grid.box)]
    cells = index_of(grid.cells)
    for word in near:
        x, y = word.middle
        here = cells.near((x, y, x, y))
        if len(here):
            held[grid.cells[here[0]]].append(word)
    return held


@kept(4)
def _words(sheet: Sheet) -> tuple[Word, ...]:
    """All words; those that read to the right as cells take them."""
    return (*level_words(sheet), *(w for w in sheet.words if quarter_of(w) != 0 and w.text.strip()))


def _is_table(sheet: Sheet, grid: Grid, held: Held) -> bool:
    if len(held) < _FEWEST or not _is_filled(grid, held):
        return False
    rows = {bisect_right(grid.rows, (c[1] + c[3]) / 2) for c in held}
    columns = {bisect_right(grid.columns, (c[0] + c[2]) / 2) for c in held}
    if min(len(rows), len(columns)) < 2 or _is_frame(grid, held):
        return False
    told = any(_WORD.search(w.text) for words in held.values() for w in words)
    if not told and min(len(rows), len(columns)) < _ALL_NUMBERS:
        return False
    return touched(sheet, list(held), [w for words in held.values() for w in words]) <= _TOUCHED * len(held)


def _is_filled(grid: Grid, held: Held) -> bool:
    """Whether enough cells hold text; of the rows, or columns of a turned table, those without any do not count."""
    lying = main_quarter(w for group in held.values() for w in group) % 180 == 0
    edges, a, b = (grid.rows, 1, 3) if lying else (grid.columns, 0, 2)
    used = {bisect_right(edges, (c[a] + c[b]) / 2) for c in held}
    return len(held) >= _FILLED * sum(bisect_right(edges, (c[a] + c[b]) / 2) in used for c in grid.cells)


def _is_frame(grid: Grid, held: Held) -> bool:
    """Whether these may be feature control frames on each other: a symbol, then values and datum letters."""
    if len(grid.rows) > _FRAME_ROWS + 1:
        return False
    words = [w for group in held.values() for w in group]
    letter = max(w.height for w in words)
    low = max(c[3] - c[1] for c in grid.cells) <= _FRAME_ROWS * _FRAME_HEIGHT * letter
    first = grid.columns[1] + grid.tolerance
    texts = {c: " ".join(w.text for w in group) for c, group in held.items()}
    symbols = all(not t.isalnum() or len(t) == 1 for c, t in texts.items() if c[2] <= first)
    return low and symbols and all(_COMPARTMENT.fullmatch(t) for c, t in texts.items() if c[2] > first)


def _read(sheet: Sheet, grid: Grid, held: Held) -> TableText:
    quarter = main_quarter(w for group in held.values() for w in group)
    page = (sheet.width, sheet.height)
    turned = Grid(tuple(turned_box(c, quarter, *page) for c in grid.cells), grid.tolerance)
    cells = {turned_box(c, quarter, *page): cell_of(group, quarter) for c, group in held.items()}
    x0, _, x1, _ = turned.box
    bands = [back_box((x0, top, x1, bottom), quarter, *page) for top, bottom in pairwise(turned.rows)]
    return table_text(grid.box, _matrix(turned, cells), quarter, bands, list(pairwise(turned.columns)))


def _matrix(grid: Grid, cells: Mapping[Box, TableCell]) -> list[list[TableCell]]:
    """Rows of cells; what spans several rows or columns stands in the first of them."""
    rows, columns = grid.rows[:-1], grid.columns[:-1]
    matrix = [[BLANK] * len(columns) for _ in rows]
    for place, cell in cells.items():
        row = bisect_right(rows, place[1] + grid.tolerance) - 1
        column = bisect_right(columns, place[0] + grid.tolerance) - 1
        last = bisect_left(rows, place[3] - grid.tolerance)
        matrix[row][column] = replace(cell, spans=max(last - row, 1))
    return matrix
