"""A review as a DataFrame: one row an item, with its state, what was changed, and when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import pandas as pd

from drawkit.contract import Correction, trust_of
from drawkit.contract.review import Decision, State
from drawkit.frames import UTC_TIME, Column, build

from ._board import Row
from ._replay import Replay

REVIEW: Final = (
    Column("table", "string", "Table of the item"),
    Column("page", "Int64", "Page of the drawing, from 1"),
    Column("id", "string", "Id of the item (column id of its table)"),
    Column("text", "string", "What the item says now, on one line"),
    Column("state", tuple(State), "How far a person has gone with it"),
    Column("confidence", "Float64", "How sure the reading is, 0 to 1; missing for what was added"),
    Column("trust", ("sure", "likely", "look"), "The same in a word; missing for what was added"),
    Column("changes", "string", "What was put in place of what: nominal 5.5 → 5.6; missing where nothing was"),
    Column("note", "string", "What became of it: merged into, split from, of which table it was"),
    Column("at", UTC_TIME, "When it was decided last (UTC); missing where nobody has"),
)


def review_frame(replay: Replay, decisions: Iterable[Decision]) -> pd.DataFrame:
    """The review of a result, one row an item, those that were taken out too; `attrs` tell `reviewed` and `total`.

    Holes and threads that a dimension tells go with it, and have no row unless they were decided on themselves.
    """
    last: dict[tuple[str, str], datetime] = {}
    for decision in decisions:
        for identity in (*decision.ids, *decision.made):
            last[decision.table, identity] = decision.at
            if decision.to is not None:
                last[decision.to, identity] = decision.at
    frame = build(REVIEW, [_told(row, last) for row in replay.rows if row.counts])
    progress = replay.progress
    frame.attrs = {"reviewed": progress.done, "total": progress.total}
    return frame


def _told(row: Row, last: dict[tuple[str, str], datetime]) -> dict[str, Any]:
    read = not row.added
    return {
        "table": row.table,
        "page": row.item.page,
        "id": row.id,
        "text": row.item.text,
        "state": row.state.value,
        "confidence": row.item.confidence if read else None,
        "trust": trust_of(row.item.confidence) if read else None,
        "changes": "; ".join(map(_change, row.corrections.values())) or None if read else None,
        "note": row.note or None,
        "at": last.get((row.table, row.id)) if row.state != "read" else None,
    }


def _change(one: Correction) -> str:
    return f"{one.field.replace('_', ' ')} {_plain(one.read)} → {_plain(one.value)}"


def _plain(value: object) -> str:
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
