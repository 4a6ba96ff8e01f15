"""Quota, limits and rates as the view shows them: numbers and the sentences that go with them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from drawkit.client import RateLimit
from drawkit.contract import DailyUse, QuotaLimit, QuotaRecord, ServiceStatus
from drawkit.display import _words

from ._forecast import Forecast, forecast

_NEAR: Final = 0.8
_MOST_DAYS: Final = 92
_SPANS: Final = {1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day"}


def gauges(quota: QuotaRecord, now: datetime) -> list[dict[str, Any]]:
    """Tell each limit of the period: how much, how much there will be, and the sentences below."""
    return [_gauge(limit, forecast(quota, limit, now)) for limit in quota.limits]


def _gauge(limit: QuotaLimit, expected: Forecast | None) -> dict[str, Any]:
    whole = limit.limit
    share = min(limit.used / whole, 1.0) if whole else 0.0
    at_end = min(expected.at_end / whole, 1.0) if whole and expected else share
    return {
        "name": (limit.name or limit.unit).capitalize(),
        "used": f"{limit.used:,} used" if whole is None else f"{limit.used:,} of {whole:,} used",
        "left": "no limit" if whole is None else f"{_left(limit):,} left",
        "share": share if whole else None,
        "expected": at_end,
        "level": "over" if whole is not None and _left(limit) <= 0 else "near" if _tight(share, expected) else "fine",
        "forecast": _said(limit, expected),
    }


def _left(limit: QuotaLimit) -> int:
    return max((limit.limit or 0) - limit.used, 0) if limit.remaining is None else limit.remaining


def _tight(share: float, expected: Forecast | None) -> bool:
    return share >= _NEAR or bool(expected and expected.used_up)


def _said(limit: QuotaLimit, expected: Forecast | None) -> str:
    if limit.limit is not None and _left(limit) <= 0:
        return "Nothing is left until the period ends."
    if expected is None:
        return ""
    pace = f"{expected.pace:,.1f}".removesuffix(".0")
    if expected.used_up is not None:
        return f"At {pace} a day nothing is left from {expected.used_up.day} {expected.used_up:%B} on."
    if not expected.pace:
        return "Nothing was used in the last seven days."
    return f"At {pace} a day about {expected.at_end:,} at the end of the period."


def period(quota: QuotaRecord, now: datetime) -> str:
    """Say the period and how long it still is."""
    if quota.period is None:
        return "The running period"
    start, last = quota.period.start, quota.period.end - timedelta(seconds=1)
    days = max(0, (quota.period.end - now).days)
    return f"{start.day} {start:%B} to {last.day} {last:%B %Y} (UTC), {_words.counted(days, 'day')} left"


def days(quota: QuotaRecord, now: datetime) -> list[dict[str, Any]]:
    """Tell the use of each day from the period's start to today, also of those on which nothing was used."""
    if not quota.daily:
        return []
    used = {day.date: day for day in quota.daily}
    first = max(quota.period.start.date() if quota.period else min(used), now.date() - timedelta(days=_MOST_DAYS - 1))
    last = max(first, *used, now.date()) if quota.period is None else max(first, now.date())
    return [_day(day, used.get(day)) for day in (first + timedelta(days=n) for n in range((last - first).days + 1))]


def _day(day: date, use: DailyUse | None) -> dict[str, Any]:
    pages, tasks = (use.pages, use.tasks) if use else (0, 0)
    words = f"{_words.counted(pages, 'page')}, {_words.counted(tasks, 'task')}"
    return {"label": f"{day.day} {day:%b}", "pages": pages, "words": words}


def rates(limits: Iterable[RateLimit]) -> list[list[str]]:
    """Say the limits of the last answer: what, how much is allowed, how much is left."""
    return [[_kind(limit), _allowed(limit), _remaining(limit)] for limit in limits]


def _kind(limit: RateLimit) -> str:
    return "At once" if limit.unit == "concurrent-requests" else "Requests"


def _allowed(limit: RateLimit) -> str:
    if limit.quota is None:
        return "not told"
    if limit.window is None:
        return _words.counted(limit.quota, "request")
    span = _SPANS.get(limit.window, f"in {_words.duration(limit.window)}")
    return f"{_words.counted(limit.quota, 'request')} {span}"


def _remaining(limit: RateLimit) -> str:
    if limit.remaining is None:
        return ""
    more = f", more in {limit.resets_after:,} s" if limit.resets_after else ""
    return f"{limit.remaining:,} left{more}"


def files(status: ServiceStatus) -> list[list[str]]:
    """Say what a file may be, and how busy the service is."""
    limits, queue = status.limits, status.queue
    return [
        ["File", f"up to {_words.size(limits.max_bytes)}", ", ".join(limits.formats)],
        ["PDF", f"up to {_words.counted(limits.max_pages, 'page')}", ""],
        ["Queue", f"{queue.running:,} running, {queue.queued:,} queued", _words.counted(queue.workers, "worker")],
    ]
