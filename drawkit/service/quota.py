"""How much a key may submit: counted by calendar month (UTC), exact also under concurrent submissions."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, insert, select, update

from drawkit.contract import DailyUse, Period, Problem, QuotaLimit, QuotaRecord, Refused

from .clock import month_bounds, month_of, now
from .schema import daily_use, quota_use

Limits = dict[str, int | None]
"""`tasks` and `pages` a month; None is unlimited."""


def charge(connection: Connection, key_id: str, pages: int, moment: str, limits: Limits) -> None:
    """Count one task and its pages, or raise `Refused` (`quota-exhausted`) and count nothing.

    One conditional UPDATE decides, so two submissions never share the last page.
    """
    month = month_of(moment)
    _ensure(connection, quota_use, key_id=key_id, month=month)
    use = quota_use.c
    room: list[ColumnElement[bool]] = [use.key_id == key_id, use.month == month]
    if limits["tasks"] is not None:
        room.append(use.tasks + 1 <= limits["tasks"])
    if limits["pages"] is not None:
        room.append(use.pages + pages <= limits["pages"])
    counted = update(quota_use).where(and_(*room)).values(tasks=use.tasks + 1, pages=use.pages + pages)
    if connection.execute(counted).rowcount != 1:
        raise _exhausted(connection, key_id, month, limits)
    _ensure(connection, daily_use, key_id=key_id, day=moment[:10])
    _add_daily(connection, key_id, moment[:10], tasks=1, pages=pages)


def give_back(connection: Connection, key_id: str, pages: int, charged_at: str) -> None:
    """Give back the pages of a task that failed or was cancelled before it ran, to the day that was charged."""
    use = quota_use.c
    here = and_(use.key_id == key_id, use.month == month_of(charged_at))
    connection.execute(update(quota_use).where(here).values(pages=use.pages - pages))
    _add_daily(connection, key_id, charged_at[:10], tasks=0, pages=-pages)


def record(connection: Connection, key_id: str, limits: Limits) -> QuotaRecord:
    """The quota as the caller sees it: the running month, and its days that had any use."""
    month = month_of(now())
    start, end = (datetime.fromisoformat(moment) for moment in month_bounds(month))
    used = _used(connection, key_id, month)
    days = select(daily_use).where(daily_use.c.key_id == key_id, daily_use.c.day.startswith(month))
    rows = connection.execute(days.order_by(daily_use.c.day)).mappings()
    return QuotaRecord(
        period=Period(start=start, end=end),
        limits=tuple(_limit(name, limits[name], used[name]) for name in ("pages", "tasks")),
        daily=tuple(DailyUse(date=date.fromisoformat(r["day"]), tasks=r["tasks"], pages=r["pages"]) for r in rows),
    )


def _limit(name: str, limit: int | None, used: int) -> QuotaLimit:
    remaining = None if limit is None else max(0, limit - used)
    return QuotaLimit(name=name, unit=name, limit=limit, used=used, remaining=remaining)


def _used(connection: Connection, key_id: str, month: str) -> dict[str, int]:
    query = select(quota_use).where(quota_use.c.key_id == key_id, quota_use.c.month == month)
    row = connection.execute(query).mappings().first()
    return {"tasks": row["tasks"], "pages": row["pages"]} if row else {"tasks": 0, "pages": 0}


def _ensure(connection: Connection, table: Any, **place: str) -> None:
    here = and_(*(table.c[name] == value for name, value in place.items()))
    if connection.execute(select(table.c.tasks).where(here)).first() is None:
        connection.execute(insert(table).values(tasks=0, pages=0, **place))


def _add_daily(connection: Connection, key_id: str, day: str, *, tasks: int, pages: int) -> None:
    use = daily_use.c
    here = and_(use.key_id == key_id, use.day == day)
    connection.execute(update(daily_use).where(here).values(tasks=use.tasks + tasks, pages=use.pages + pages))


def _exhausted(connection: Connection, key_id: str, month: str, limits: Limits) -> Refused:
    used = _used(connection, key_id, month)
    resets_at = month_bounds(month)[1]
    parts = [f"{used[n]} of {limits[n]} {n}" for n in ("pages", "tasks") if limits[n] is not None]
    detail = f"This month {' and '.join(parts)} are used; this task does not fit. The quota resets at {resets_at}."
    return Refused(Problem.of("quota-exhausted", detail, resets_at=resets_at))
