"""Quota and service status: two read-only views (API document, sections 2 and 4)."""

from __future__ import annotations

from datetime import date, datetime

from ._value import Value
from .limits import FileLimits


class Period(Value):
    """The span a quota counts in, UTC; `end` is the first moment of the next one."""

    start: datetime
    end: datetime


class QuotaLimit(Value):
    """One counted thing: `pages` or `tasks`. `limit` None means unlimited."""

    name: str
    unit: str = ""
    limit: int | None = None
    used: int = 0
    remaining: int | None = None


class DailyUse(Value):
    """What one day (UTC) used."""

    date: date
    tasks: int = 0
    pages: int = 0


class QuotaRecord(Value):
    """The caller's quota: limits of the running period and use by day."""

    period: Period | None = None
    limits: tuple[QuotaLimit, ...] = ()
    daily: tuple[DailyUse, ...] = ()


class QueueState(Value):
    """How busy the service is."""

    queued: int = 0
    running: int = 0
    workers: int = 0


class ServiceStatus(Value):
    """What the service is and can do. `degraded` means that it answers but cannot do all of it."""

    status: str = "ok"
    version: str | None = None
    time: datetime | None = None
    queue: QueueState = QueueState()
    limits: FileLimits = FileLimits()
    profiles: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
