"""Items of a parts list that run over several ruled rows, as on forms with rows of one height (GOST 2.106, form 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..layout.around import around
from ..layout.cells import join_wrapped
from .tables import Row, Table

_KEYS = frozenset(("position", "quantity"))
_TEXTS = frozenset(("designation", "part_number", "material", "remark", "other", ""))
_NAMES = frozenset(("designation", "part_number"))
_TOUCH = 0.25  # of a row's height: rows that go on lie this close
_ALIKE = 0.15  # share by which the heights of such rows differ


def with_whole_rows(table: Table) -> Table:
    """The table, rows that go on with the text of the item over them joined to it.

    Such a row has no position, no quantity, and text only in columns where the item has some; a blank row or the title
    of a section ends the item. Only where rows are ruled at one height does one item need several.
    """
    if not table.heading.walled or not _KEYS & table.heading.fields or not _is_form(table):
        return table
    rows: list[Row] = []
    last: Row | None = None
    for row in table.rows:
        if rows and last is not None and _goes_on(table, rows[-1], last, row):
            rows[-1] = _joined(rows[-1], row)
        else:
            rows.append(row)
        last = row
    return replace(table, rows=tuple(rows))


def without_titles_of_groups(table: Table) -> Table:
    """The table without rows that hold nothing but a name, where the others are counted: "Стандартные изделия".

    They head a group of parts (GOST 2.106, GOST 2.701). Of what was recognised, a number may have been overlooked.
    """
    fields = [h.field for h in table.heading.headings]
    counted = [any(row.cells[i] for i, f in enumerate(fields) if f in _KEYS) for row in table.rows]
    if not table.heading.walled or not set(fields) >= _KEYS or sum(counted) * 2 < len(counted):
        return table
    heads = [not count and _is_bare_name(fields, row) for count, row in zip(counted, table.rows, strict=True)]
    if any(not (count or head) for count, head in zip(counted, heads, strict=True)):
        return table
    return replace(table, rows=tuple(row for row, head in zip(table.rows, heads, strict=True) if not head))


def _is_bare_name(fields: Sequence[str], row: Row) -> bool:
    told = [field for field, text in zip(fields, row.cells, strict=True) if text]
    return told == ["designation"] and all(w.read_from == "text layer" for w in row.words)


def _is_form(table: Table) -> bool:
    """Whether most rows have one height."""
    heights = sorted(_height(row) for row in table.rows)
    usual = heights[len(heights) // 2] if heights else 0.0
    return len(heights) > 2 and sum(abs(h - usual) <= _ALIKE * usual for h in heights) >= 0.8 * len(heights)


def _height(row: Row) -> float:
    return min(row.box[3] - row.box[1], row.box[2] - row.box[0])


def _goes_on(table: Table, item: Row, last: Row, row: Row) -> bool:
    fields = [h.field for h in table.heading.headings]
    filled = [i for i, text in enumerate(row.cells) if text]
    keyed = any(item.cells[i] for i, field in enumerate(fields) if field in _KEYS)
    fitting = all(fields[i] in _TEXTS and item.cells[i] for i in filled)
    named = [i for i in filled if fields[i] in _NAMES]
    return keyed and fitting and len(named) == 1 and _touch(last, row)


def _touch(a: Row, b: Row) -> bool:
    """Whether two rows lie on each other, whichever way the table is turned."""
    gaps = (b.box[1] - a.box[3], a.box[1] - b.box[3], b.box[0] - a.box[2], a.box[0] - b.box[2])
    return max(gaps) <= _TOUCH * _height(a)


def _joined(item: Row, row: Row) -> Row:
    pairs = zip(item.cells, row.cells, strict=True)
    cells = tuple(join_wrapped(part for part in pair if part) for pair in pairs)
    return Row(around([item.box, row.box]), cells, item.words + row.words)
