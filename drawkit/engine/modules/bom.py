"""The parts list (ISO 7573): rows under or over headings in any of the known languages."""

from __future__ import annotations

import re
from functools import lru_cache

from ...contract import PartsListItem
from ..layout.blank_cells import with_blank_cells
from ..layout.frame import frame_of
from ..layout.headings import HeadingRow, heading_rows
from ..layout.labels import bom_column, is_decoy, revision_column
from ..layout.tables import Row, Table, table_at
from ..sheet import Sheet

_FIELDS = ("position", "quantity", "part_number", "designation", "material", "remark")
_POSITION = re.compile(r"[#(]?[A-Z]{0,2}\d{1,4}(?:[.\-/]\d{1,3}){0,4}[A-Za-z]?[.)]?")
_QUANTITY = re.compile(
    r"(?:\d+(?:[.,]\d+)?\s*(?:[x×]|[^\W\d]{1,5}\.?)?|[x×]\s*\d+|-|A/R|AR|AS REQ(?:'?D)?\.?|n\.?\s?B\.?)", re.IGNORECASE
)
_CLEAR, _USUAL, _VAGUE = 0.97, 0.9, 0.7  # confidence by how clearly the headings tell a parts list


def read(sheet: Sheet) -> list[PartsListItem]:
    """The rows of all parts lists on the sheet, each list from its headings outward; blank rows are left out."""
    return [_item(sheet, table, row) for table in parts_lists(sheet) for row in table.rows]


@lru_cache(maxsize=4)
def parts_lists(sheet: Sheet) -> tuple[Table, ...]:
    """The parts lists of a sheet, from top to bottom."""
    tables: list[Table] = []
    for heading in heading_rows(sheet, bom_column):
        if not _heads_parts(heading):
            continue
        table = with_blank_cells(sheet, table_at(sheet, heading))
        rows = _kept(table)
        if rows:
            tables.append(Table(table.heading, rows))
    return tuple(sorted(tables, key=lambda t: (t.box[1], t.box[0])))


def _heads_parts(heading: HeadingRow) -> bool:
    fields = heading.fields
    named = [h for h in heading.headings if h.text.strip()]
    decoys = sum(is_decoy(h.text) for h in named)
    signed = any(_signs_changes(h.text) for h in named)
    counts = bool(fields & {"position", "quantity"})
    names = bool(fields & {"designation", "part_number"})
    own = len(fields & set(_FIELDS))
    return counts and names and not signed and own >= 2 and decoys <= max(0, own - 3)


def _signs_changes(text: str) -> bool:
    """Whether a heading belongs to a revisions table: a date or a signature."""
    label = revision_column(text)
    return label is not None and (label.field == "date" or (label.field == "approved_by" and label.rank == 0))


def _kept(table: Table) -> tuple[Row, ...]:
    """The rows that count something; text that follows the table without lines does not."""
    fields = [h.field for h in table.heading.headings]
    rows = []
    for row in table.rows:
        cells = dict(zip(fields, row.cells, strict=True))
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
