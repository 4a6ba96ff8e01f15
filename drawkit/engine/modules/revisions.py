"""The revisions table: what changed, when, and who approved it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...contract import Revision
from ..kept import kept
from ..layout.around import inside
from ..layout.frame import frame_of
from ..sheet import Sheet
from ..tables.headings import HeadingRow, heading_rows
from ..tables.tables import Row, Table, table_at
from ..titles.fitting import PEOPLE
from ..titles.labels import bom_column, is_decoy, revision_column, title_label
from ..titles.values import as_date
from .bom import parts_lists

_FIELDS = ("revision", "description", "date", "approved_by")
_MARK = re.compile(r"[A-Z]{1,2}\d{0,3}|\d{1,3}(?:\.\d{1,2})?|[a-z]\d?|[-–—*]|[①-⑳]", re.IGNORECASE)
_OF_PARTS = ("quantity", "part_number")
_PART = re.compile(r"[A-Z]+|\d+")
_CLEAR, _USUAL = 0.95, 0.75


def read(sheet: Sheet) -> list[Revision]:
    """The filled rows of the revisions tables on the sheet."""
    return [_item(sheet, table, row) for table in revision_tables(sheet) for row in table.rows]


@kept(4)
def revision_tables(sheet: Sheet) -> tuple[Table, ...]:
    """The revisions tables of a sheet with their filled rows; a table may have none."""
    headings = [h for h in heading_rows(sheet, revision_column) if _heads_revisions(h)]
    tables = (table_at(sheet, heading, _told) for heading in headings)
    return tuple(_without_parts(sheet, table) for table in tables)


def _without_parts(sheet: Sheet, table: Table) -> Table:
    """The table without rows of a parts list that stands on it, its columns going on."""
    lists = [parts.box for parts in parts_lists(sheet)] if table.rows else []
    rows = (
        r
        for r in table.rows
        if not any(inside(((r.box[0] + r.box[2]) / 2, (r.box[1] + r.box[3]) / 2), box) for box in lists)
    )
    return replace(table, rows=tuple(rows))


def latest_change(tables: Sequence[Table]) -> tuple[str, Row] | None:
    """The mark and the row of the last change in tables: the highest mark, or the row furthest from the headings."""
    marked = [
        (mark, row)
        for table in tables
        for row in table.rows
        if (mark := _cells(table.heading, row).get("revision", "")) and any(c.isalnum() for c in mark)
    ]
    forms = {re.sub(r"\d+", "0", re.sub("[A-Z]+", "A", mark.upper())) for mark, _ in marked}
    if not marked or len(forms) > 1:
        return marked[-1] if marked else None
    return max(marked, key=lambda pair: _order(pair[0]))


def _order(mark: str) -> list[tuple[int, str]]:
    """By what marks of one form count up: "9" before "10", "Z" before "AA"."""
    parts = (part.lstrip("0") for part in _PART.findall(mark.upper()))
    return [(len(part), part) for part in parts]


def _heads_revisions(heading: HeadingRow) -> bool:
    fields = heading.fields
    clear = any(h.field == "revision" and title_label(h.text) is not None for h in heading.headings)
    told = {"revision", "description"} <= fields and bool(
        fields & {"date", "approved_by"} or (clear and len(fields) > 2)
    )
    signed = {"revision", "date", "approved_by"} <= fields
    pair = clear and fields == {"revision", "description"}
    others = [h.text for h in heading.headings if not h.field]
    return (told or signed or pair) and not any(is_decoy(text) or _counts_parts(text) for text in others)


def _counts_parts(text: str) -> bool:
    """Whether a heading that changes have no use for belongs to a parts list."""
    column = bom_column(text)
    return column is not None and column.field in _OF_PARTS


def _cells(heading: HeadingRow, row: Row) -> dict[str, str]:
    pairs = zip(heading.headings, row.cells, strict=True)
    return {h.field: text for h, text in pairs if h.field in _FIELDS}


def _told(heading: HeadingRow, row: Row) -> bool:
    """Whether the row tells a change: a mark, and a description or a date; who drew the sheet may sign below it."""
    if any(label.field in PEOPLE for text in row.cells if (label := title_label(text)) is not None):
        return False
    cells = _cells(heading, row)
    mark, rest = cells.get("revision", ""), cells.get("description") or cells.get("date")
    fitting = not mark or bool(_MARK.fullmatch(mark))
    dated = bool(as_date(cells.get("date", "")))
    return fitting and bool(rest) and (bool(mark) or dated)


def _item(sheet: Sheet, table: Table, row: Row) -> Revision:
    cells = _cells(table.heading, row)
    x0, top, x1, bottom = row.box
    clear = bool(_MARK.fullmatch(cells.get("revision", ""))) and table.heading.walled
    return Revision.model_validate(
        {
            **cells,
            "page": sheet.number,
            "text": " ".join(c for c in row.cells if c),
            "box": row.box,
            "sheet_zone": frame_of(sheet).zone_of((x0 + x1) / 2, (top + bottom) / 2),
            "confidence": round((_CLEAR if clear else _USUAL) * row.confidence, 3),
            "read_from": row.words[0].read_from,
        }
    )
