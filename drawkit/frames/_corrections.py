"""Corrections by hand as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd

from drawkit.contract import Correction, Result

from ._columns import UTC_TIME, Column, Row, build


def _told(member: str) -> Any:
    def read(row: Row) -> str | None:
        value = row[member]
        return None if value is None else str(value)

    return read


CORRECTIONS: Final = (
    Column("table", "string", "Table of the corrected item"),
    Column("page", "Int64", "Page of the drawing; missing where the item is not in the result"),
    Column("id", "string", "Id of the item (column id of its table)"),
    Column("text", "string", "What was read, on one line"),
    Column("field", "string", "The corrected field"),
    Column("read", "string", "What was read", _told("read")),
    Column("value", "string", "What stands in its place", _told("value")),
    Column("origin", ("hand",), "Where the value comes from"),
    Column("at", UTC_TIME, "When it was corrected (UTC)"),
)


def corrections(result: Result, made: Iterable[Correction]) -> pd.DataFrame:
    """Corrections by hand, one row each, in the order they were made; values are text."""
    rows = [{**vars(one), **_item(result, one)} for one in made]
    return build(CORRECTIONS, rows)


def _item(result: Result, one: Correction) -> dict[str, Any]:
    found = next((item for item in getattr(result, one.table, ()) if item.id == one.id), None)
    return {"page": found.page if found else None, "text": found.text if found else None}
