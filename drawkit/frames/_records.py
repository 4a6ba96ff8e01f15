"""Quota and tasks as DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

import pandas as pd

from drawkit.contract import QuotaRecord, TaskRecord, TaskStatus

from ._columns import DAY, UTC_TIME, Column, Row, build, part

_QUOTA: Final = (
    Column("name", "string", "What is counted: pages or tasks"),
    Column("unit", "string", "Unit of the count"),
    Column("limit", "Int64", "Limit of the period; missing where there is none"),
    Column("used", "Int64", "Used in the running period"),
    Column("remaining", "Int64", "Left in the running period"),
    Column("share", "Float64", "Used part of the limit, 0 to 1"),
    Column("period_start", UTC_TIME, "Begin of the period"),
    Column("period_end", UTC_TIME, "First moment of the next period"),
)

_USAGE: Final = (
    Column("date", DAY, "Day (UTC)"),
    Column("tasks", "Int64", "Tasks submitted on that day"),
    Column("pages", "Int64", "Pages charged on that day"),
)


def _seconds(start: str, end: str) -> Callable[[Row], float | None]:
    def read(row: Row) -> float | None:
        since: datetime | None = row[start]
        until: datetime | None = row[end]
        return (until - since).total_seconds() if since and until else None

    return read


_TASKS: Final = (
    Column("task_id", "string", "Id of the task"),
    Column("status", tuple(s.value for s in TaskStatus), "Where the task is"),
    Column("profile", "string", "Profile it runs"),
    Column("file", "string", "Name of the drawing file", part("file", "name")),
    Column("pages", "Int64", "Pages of the file", part("file", "pages")),
    Column("bytes", "Int64", "Size of the file in bytes", part("file", "bytes")),
    Column("batch_id", "string", "Batch it belongs to"),
    Column("created_at", UTC_TIME, "When it was submitted"),
    Column("started_at", UTC_TIME, "When a worker began"),
    Column("finished_at", UTC_TIME, "When it ended"),
    Column("waited_s", "Float64", "Seconds from submission to begin", _seconds("created_at", "started_at")),
    Column("took_s", "Float64", "Seconds from begin to end", _seconds("started_at", "finished_at")),
    Column("steps_done", "Int64", "Steps done", part("progress", "done")),
    Column("steps_total", "Int64", "Steps in all", part("progress", "total")),
    Column("error_code", "string", "Why it failed, as a code", part("error", "code")),
    Column("error", "string", "Why it failed, in words", part("error", "detail")),
)


def quota_frame(quota: QuotaRecord) -> pd.DataFrame:
    """Limits and use of the running period, one row a limit (API document, section 2)."""
    start, end = (quota.period.start, quota.period.end) if quota.period else (None, None)
    rows = [
        {**vars(limit), "share": _share(limit.used, limit.limit), "period_start": start, "period_end": end}
        for limit in quota.limits
    ]
    return build(_QUOTA, rows)


def usage_frame(quota: QuotaRecord) -> pd.DataFrame:
    """Use by day (UTC), oldest first: `date`, `tasks`, `pages`."""
    return build(_USAGE, [vars(day) for day in sorted(quota.daily, key=lambda day: day.date)])


def tasks_frame(records: Iterable[TaskRecord]) -> pd.DataFrame:
    """Tasks, one row each, in the order given; times are UTC, durations in seconds."""
    return build(_TASKS, [vars(record) for record in records])


def _share(used: int, limit: int | None) -> Any:
    return used / limit if limit else None
