"""The parts list (ISO 7573): rows under or over headings in any of the known languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...contract import Item, PartsListItem
from ..kept import kept
from ..layout.frame import frame_of
from ..sheet import Sheet
from ..tables.blank_cells import with_blank_cells
from ..tables.column_content import with_told_columns
from ..tables.continued import continuations, counts_on
from ..tables.grid_lists import list_in
from ..tables.headings import HeadingRow, heading_rows
from ..tables.own_tables import is_same, own_tables
from ..tables.ruled_rows import with_whole_rows, without_titles_of_groups
from ..tables.tables import Row, Table, table_at
from ..text.scripts import is_unreadable
from ..titles.labels import bom_column, is_decoy, revision_column

_FIELDS = ("position", "quantity", "part_number", "designation", "material", "remark")
_IN_WORDS = ("designation", "material", "remark")  # not told in a script that no reader knows
_POSITION = re.compile(r"[#(]?[A-Z]{0,2}\d{1,4}(?:[.\-/]\d{1,3}){0,4}[A-Za-z]?[.)]?")
_QUANTITY = re.compile(
    r"(?:\d+(?:[.,]\d+)?\s*(?:[x×]|[^\W\d]{1,5}\.?)?|[x×]\s*\d+|-|A/R|AR|AS REQ(?:'?D)?\.?|n\.?\s?B\.?)", re.IGNORECASE
)
_NAMES = ("designation", "part_number")
_SPECIFIED = 2  # how well a specification ("规格") names a part: it does where parts are counted
_CLEAR, _USUAL, _VAGUE = 0.97, 0.9, 0.7  # confidence by how clearly the headings tell a parts list


def read(sheet: Sheet, before: Table | None = None) -> list[PartsListItem]:
    """The rows of all parts lists on the sheet, each list from its headings outward; blank rows are left out.

    `before` is the last parts list of an earlier page: it may go on here without its headings.
    """
    return [_item(sheet, table, row) for table in parts_lists(sheet, before) for row in table.rows]


def item_numbers(rows: Iterable[Item]) -> frozenset[int]:
    """The item numbers (ISO 6433) of rows of parts lists, as far as they are whole numbers."""
    return frozenset(int(r.position) for r in rows if isinstance(r, PartsListItem) and r.position.isdecimal())


@kept(4)
def parts_lists(sheet: Sheet, before: Table | None = None) -> tuple[Table, ...]:
    """The parts lists of a sheet, from top to bottom; where it has none, what goes on there of the one `before`."""
    return _headed(sheet) or tuple(_further(sheet, before))


def _headed(sheet: Sheet) -> tuple[Table, ...]:
    tables: list[Table] = []
    for heading in heading_rows(sheet, bom_column):
        if not _heads_parts(heading):
            continue
        table = _whole(sheet, table_at(sheet, heading))
        if table.rows:
            tables.append(table)
    for other in _in_grids(sheet):
        same = [t for t in tables if is_same(t.box, other.box)]
        if all(_told(other.heading) > _told(t.heading) or _tells_more_rows(other, t) for t in same):
            tables = [other, *(t for t in tables if t not in same)]
    return tuple(sorted(tables, key=lambda t: (t.box[1], t.box[0])))


def _tells_more_rows(grid: Table, other: Table) -> bool:
    """Whether a table's grid parts rows that another reading of it joins, as they share a position or a quantity."""
    return grid.shared and _told(grid.heading) == _told(other.heading) and len(grid.rows) > len(other.rows)


def _own(heading: HeadingRow) -> set[str]:
    return heading.fields & set(_FIELDS)


def _told(heading: HeadingRow) -> tuple[int, int]:
    """How many columns of parts lists the headings have, and how many in all."""
    return len(_own(heading)), len(heading.headings)


def _in_grids(sheet: Sheet) -> Iterator[Table]:
    """The lists among the tables that lines or white strips part, turned ones too."""
    for text in own_tables(sheet):
        lists = (_whole(sheet, table) for table in list_in(sheet, text) if _heads_parts(table.heading))
        found = next((table for table in lists if table.rows), None)
        if found is not None:
            yield found


def _further(sheet: Sheet, before: Table | None) -> Iterator[Table]:
    """The parts of the list before that stand on this sheet without headings, in the order of their numbers."""
    while before is not None and before.placed is None:
        last = before
        rest = (_whole(sheet, table) for table in continuations(sheet, last.heading))
        before = next((table for table in rest if _goes_on(last, table)), None)
        if before is not None:
            yield before


def _goes_on(before: Table, table: Table) -> bool:
    """Whether the first numbered row has the next position and names a part."""
    numbered = next((cells for cells in _cells(table) if cells.get("position")), {})
    positions = [cells["position"] for cells in _cells(before) if cells.get("position")]
    names = numbered.get("designation") or numbered.get("part_number")
    return bool(names) and counts_on(positions, numbered["position"])


def _whole(sheet: Sheet, table: Table) -> Table:
    table = with_told_columns(table)
    if table.placed is None:
        table = with_blank_cells(sheet, table)
    return without_titles_of_groups(with_whole_rows(replace(table, rows=_kept(table))))


def _cells(table: Table) -> list[dict[str, str]]:
    """The cells of each row by their field."""
    fields = [h.field for h in table.heading.headings]
    return [dict(zip(fields, row.cells, strict=True)) for row in table.rows]


def _heads_parts(heading: HeadingRow) -> bool:
    fields = heading.fields
    named = [h for h in heading.headings if h.text.strip()]
    decoys = sum(is_decoy(h.text) for h in named)
    signed = any(_signs_changes(h.text) for h in named)
    counts = bool(fields & {"position", "quantity"})
    names = any(h.field in _NAMES and (h.rank != _SPECIFIED or "quantity" in fields) for h in heading.headings)
    own = len(_own(heading))
    whole = {"position", "quantity"} <= fields and names
    return counts and names and not signed and own >= 2 and decoys <= max(1 if whole else 0, own - 3)


def _signs_changes(text: str) -> bool:
    """Whether a heading belongs to a revisions table: a date or a signature."""
    label = revision_column(text)
    return label is not None and (label.field == "date" or (label.field == "approved_by" and label.rank == 0))


def _kept(table: Table) -> tuple[Row, ...]:
    """The rows that count something; text that follows the table without lines does not."""
    fields = [h.field for h in table.heading.headings]
    rows = []
    for row, cells in zip(table.rows, _cells(table), strict=True):
        position, quantity = cells.get("position", ""), cells.get("quantity", "")
        counted = bool(_POSITION.fullmatch(position) or _QUANTITY.fullmatch(quantity))
        if counted or (table.heading.walled and (position or cells.get("designation") or cells.get("part_number"))):
            rows.append(row)
        elif not table.heading.walled:
            break
    numbered = any(
        _POSITION.fullmatch(c) or _QUANTITY.fullmatch(c)
        for row in rows
        for f, c in zip(fields, row.cells, strict=True)
        if f in ("position", "quantity")
    )
    return tuple(rows) if numbered else ()


def _item(sheet: Sheet, table: Table, row: Row) -> PartsListItem:
    cells = dict.fromkeys(_FIELDS, "")
    other: dict[str, str] = {}
    for heading, text in zip(table.heading.headings, row.cells, strict=True):
        if heading.field in cells:
            cells[heading.field] = text
        elif text:
            other[_free_key(heading.text.casefold() or "-", other)] = text
    if row.words[0].read_from != "text layer" and is_unreadable(sheet.words):
        cells |= dict.fromkeys(_IN_WORDS, "")
    x0, top, x1, bottom = row.box
    return PartsListItem.model_validate(
        {
            **cells,
            "page": sheet.number,
            "text": " ".join(c for c in row.cells if c),
            "box": row.box,
            "sheet_zone": frame_of(sheet).zone_of((x0 + x1) / 2, (top + bottom) / 2),
            "confidence": round(_confidence(table.heading, cells) * row.confidence, 3),
            "read_from": row.words[0].read_from,
            "other": other,
        }
    )


def _confidence(heading: HeadingRow, cells: dict[str, str]) -> float:
    if not heading.walled:
        return _VAGUE
    filled = bool(cells["position"] or cells["quantity"])
    return _CLEAR if filled and {"position", "quantity"} <= heading.fields else _USUAL


def _free_key(name: str, taken: dict[str, str]) -> str:
    return name if name not in taken else next(k for i in range(2, 99) if (k := f"{name} {i}") not in taken)
