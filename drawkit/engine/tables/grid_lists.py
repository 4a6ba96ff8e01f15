"""Parts lists among the tables of a sheet: known by what their headings say or, where those tell nothing, by content.

A list may be turned, have headings that stand, cells that span several rows, and headings of two lines of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..layout.around import around
from ..layout.turned import turned_box
from ..sheet import Sheet, Word
from ..titles.labels import Label, bom_column, is_decoy, revision_column
from .column_content import with_told_columns
from .headings import Heading, HeadingRow, period_of
from .table_kinds import kinds_named
from .table_text import TableCell, TableText
from .tables import Row, Table

_LEADING = 5  # letters: a heading may begin with a word that long which is one itself
_LEADING_RANK = 4  # how well such a word names a column
_FEWEST = 3  # rows that tell a column by its content
_NOT_PARTS = frozenset(("hole", "gear", "bend", "pin", "tolerance"))


def list_in(sheet: Sheet, table: TableText) -> Iterator[Table]:
    """The table as a list with the columns of a parts list, once for each row that may head it, the likeliest first.

    A list whose columns are told by content alone comes last.
    """
    order = sorted(_heads(table), key=lambda place: -place[2])
    for at, depth, named in order:
        if named >= 2 and not period_of(_named(sheet, table, at, depth)):  # lists side by side are known by their cells
            yield _list(sheet, table, at, depth)
    if all(named < 2 for _, _, named in order):
        bare = (_list(sheet, table, at, depth) for at, depth, _ in _heads(table))
        yield from (made for made in bare if _is_told_by_content(made))


def _heads(table: TableText) -> list[tuple[int, int, int]]:
    """Rows that may hold the headings: the first, the one after a caption, the last; how deep, and columns named."""
    places: list[tuple[int, int, int]] = []
    last = len(table.cells) - 1
    for at in dict.fromkeys((0, 1, 2, last, last - 1)):
        if 0 <= at <= last and sum(bool(c.text) for c in table.cells[at]) > 1:
            depth = min(max(c.spans for c in table.cells[at]), 3) if at < last else 1
            named = sum(_label(text) is not None for text in _texts(table, at, depth))
            places.append((at, depth, named))
    return places


def _texts(table: TableText, at: int, depth: int) -> list[str]:
    """The heading of each column, its parts in rows under each other joined."""
    rows = table.cells[at : at + depth]
    return [" ".join(row[c].text for row in rows if row[c].text) for c in range(len(table.columns))]


def _label(text: str) -> Label | None:
    """The column that a heading names, or that its first word does."""
    found = bom_column(text)
    if found is not None or len(text.split()) < 2:
        return found
    first = text.split(maxsplit=1)[0].strip(" ,.:;(")
    leading = bom_column(first) if len(first) >= _LEADING else None
    return Label(leading.field, leading.rank + _LEADING_RANK) if leading else None


def _list(sheet: Sheet, table: TableText, at: int, depth: int) -> Table:
    upward = at + depth == len(table.cells)
    places = range(at - 1, -1, -1) if upward else range(at + depth, len(table.cells))
    rows = tuple(Row(table.bands[i], _row_texts(table, i), _words(table.cells[i])) for i in places)
    placed = around([table.bands[at], *(r.box for r in rows)]) if table.quarter else None
    shared = any(c.spans > 1 for i in places for c in table.cells[i])
    return with_told_columns(Table(_heading(sheet, table, at, depth), rows, placed, shared))


def _row_texts(table: TableText, at: int) -> tuple[str, ...]:
    """The texts of a row; a cell that spans several rows says the same of all of them."""
    return tuple(_spanning(table, at, column).text for column in range(len(table.columns)))


def _spanning(table: TableText, at: int, column: int) -> TableCell:
    """The cell of a row's column, which may begin in a row above."""
    above = (i for i in range(at, -1, -1) if table.cells[i][column].text)
    first = next(above, at)
    cell = table.cells[first][column]
    return cell if first + cell.spans > at else table.cells[at][column]


def _words(cells: Sequence[TableCell]) -> tuple[Word, ...]:
    return tuple(w for c in cells for w in c.words)


def _heading(sheet: Sheet, table: TableText, at: int, depth: int) -> HeadingRow:
    """The row of headings in the coordinates of the page so turned that the table reads to the right."""
    top, bottom = _strip(sheet, table, at, depth)
    return HeadingRow(_distinct(_named(sheet, table, at, depth)), top, bottom, walled=table.ruled, ruled=table.ruled)


def _strip(sheet: Sheet, table: TableText, at: int, depth: int) -> tuple[float, float]:
    """Top and bottom of the headings on that page."""
    bands = [turned_box(b, table.quarter, sheet.width, sheet.height) for b in table.bands[at : at + depth]]
    return min(b[1] for b in bands), max(b[3] for b in bands)


def _named(sheet: Sheet, table: TableText, at: int, depth: int) -> list[Heading]:
    """Each column by its heading."""
    top, bottom = _strip(sheet, table, at, depth)
    letter = min((w.height for row in table.cells[at : at + depth] for c in row for w in c.words), default=5.0)
    middle = (top + bottom) / 2
    headings = []
    for text, (x0, x1) in zip(_texts(table, at, depth), table.columns, strict=True):
        label = _label(text)
        box = (x0, middle - 0.64 * letter, x1, middle + 0.64 * letter)
        headings.append(Heading(label.field if label else "", label.rank if label else 9, text, box, x0, x1))
    return headings


def _distinct(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Of two headings for one field the better named keeps it."""
    best: dict[str, Heading] = {}
    for heading in headings:
        if heading.field not in best or heading.rank < best[heading.field].rank:
            best[heading.field] = heading
    return tuple(h if not h.field or h is best[h.field] else replace(h, field="other") for h in headings)


def _is_told_by_content(table: Table) -> bool:
    """Whether positions, counts and names stand in columns whose headings speak of nothing else."""
    fields = table.heading.fields
    texts = [h.text for h in table.heading.headings if h.text]
    if any(c.isdigit() for t in texts for c in t) or len(texts) < len(table.heading.headings) - 1:
        return False
    other = any(is_decoy(t) or kinds_named(t) & _NOT_PARTS or revision_column(t) is not None for t in texts)
    return {"position", "quantity", "designation"} <= fields and len(table.rows) >= _FEWEST and not other
