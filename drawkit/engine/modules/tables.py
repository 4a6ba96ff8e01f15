"""Tables of their own: hole tables, gear data, pin-outs, tolerances, specifications, whatever is ruled or aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...contract import Box, Item, Table
from ..layout.around import around
from ..layout.frame import frame_of
from ..sheet import Sheet
from ..tables.captions import caption_of
from ..tables.own_tables import is_same, own_tables
from ..tables.table_kinds import heads, kind_of
from ..tables.table_text import TableCell, TableText
from ..titles.labels import plain

_RULED, _ALIGNED = 0.95, 0.75  # confidence of the cells' places, by what parts them

Cells = tuple[tuple[TableCell, ...], ...]


@dataclass(frozen=True)
class Headed:
    """A table and its cells below the headings, row by row."""

    item: Table
    cells: Cells


def read(sheet: Sheet, known: Sequence[Box]) -> list[Table]:
    """The tables that are none of those in `known`: the areas of title block, parts lists and revisions."""
    return [table.item for table in headed_tables(sheet, known)]


def headed_tables(sheet: Sheet, known: Sequence[Box]) -> list[Headed]:
    """The same tables with the places of their cells."""
    return [_headed_table(sheet, table) for table in own_tables(sheet) if not _is_known(table.box, known)]


def columns_of(found: Iterable[Item]) -> set[str]:
    """What the columns of some tables are called, without case, accents, blanks and punctuation."""
    return {plain(c) for t in found if isinstance(t, Table) for c in t.columns or ()} - {""}


def boxes_of_tables(sheet: Sheet, known: Sequence[Box]) -> list[Box]:
    """The areas of all tables of the sheet, captions included, those in `known` first; some may be told twice.

    No number in one of them is a dimension, an item reference or a note.
    """
    boxes = list(known)
    for table in own_tables(sheet):
        caption = None if _is_known(table.box, known) else caption_of(sheet, table)
        boxes.append(around([table.box, caption.box]) if caption else table.box)
    return boxes


def _is_known(box: Box, known: Sequence[Box]) -> bool:
    return any(is_same(box, other) for other in known)


def _headed_table(sheet: Sheet, table: TableText) -> Headed:
    above = caption_of(sheet, table)
    caption, head, cells = _headed(table.cells, above.text if above else None)
    columns, rows = _texts(head) if head else None, tuple(map(_texts, cells))
    x0, top, x1, bottom = table.box
    sources = {w.read_from for w in table.words}
    sure = sum(w.confidence for w in table.words) / len(table.words)
    told = [caption or "", *(columns or ()), *(c for row in rows for c in row)]
    item = Table(
        page=sheet.number,
        kind=kind_of(caption, columns, rows),
        caption=caption,
        columns=columns,
        rows=rows,
        text=" ".join(c for c in told if c),
        box=table.box,
        rotation=float(table.quarter),
        sheet_zone=frame_of(sheet).zone_of((x0 + x1) / 2, (top + bottom) / 2),
        confidence=round((_RULED if table.ruled else _ALIGNED) * sure, 3),
        read_from=sources.pop() if len(sources) == 1 else "both",
    )
    return Headed(item, cells)


def _texts(row: Sequence[TableCell]) -> tuple[str, ...]:
    return tuple(cell.text for cell in row)


def _headed(cells: Cells, above: str | None) -> tuple[str | None, tuple[TableCell, ...] | None, Cells]:
    """Caption, headings and the rows under or over them; a first row of one cell is a caption."""
    caption, first = above, _texts(cells[0])
    if len(cells) > 2 and len(first) > 1 and first[0] and not any(first[1:]) and sum(map(bool, _texts(cells[1]))) > 1:
        caption, cells = first[0], cells[1:]
    rows = list(map(_texts, cells))
    if heads(rows[0]) or _is_unlike(rows):
        return caption, cells[0], cells[1:]
    if heads(rows[-1]):
        return caption, cells[-1], cells[-2::-1]
    return caption, None, cells


def _is_unlike(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row has words where most of the others have numbers, and no number itself."""
    first, rest = rows[0], rows[1:]
    if not all(first) or any(c[:1].isdigit() for c in first) or len(rest) < 2:
        return False
    return any(sum(_has_digit(r[i]) for r in rest) > 0.6 * len(rest) and not _has_digit(c) for i, c in enumerate(first))


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)
