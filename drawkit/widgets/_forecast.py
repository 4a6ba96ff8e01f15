"""Where the quota will be at the end of the period, if work goes on as it did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from drawkit.contract import QuotaLimit, QuotaRecord

_PACE_DAYS: Final = 7.0
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Forecast:
    """What is to be expected of one limit."""

    pace: float
    """How much a day, over the last seven days of the period."""
    at_end: int
    """What will have been used at the end of the period."""
    used_up: datetime | None = None
    """When nothing will be left, if that is before the end."""


def forecast(quota: QuotaRecord, limit: QuotaLimit, now: datetime) -> Forecast | None:
    """Reckon with the pace of the last seven days; None where the service tells no period, or it is over."""
    period = quota.period
    if period is None or not period.start <= now < period.end:
        return None
    pace = _pace(quota, limit, now)
    days_left = (period.end - now) / _DAY
    at_end = limit.used + round(pace * days_left)
    if limit.limit is None or at_end <= limit.limit or pace <= 0:
        return Forecast(pace, at_end)
    return Forecast(pace, at_end, now + _DAY * max(0.0, (limit.limit - limit.used) / pace))


def _pace(quota: QuotaRecord, limit: QuotaLimit, now: datetime) -> float:
    """Use a day: of the last seven days where the service tells them, else of the whole period until now."""
    assert quota.period is not None  # noqa: S101 - the caller looked
    elapsed = max((now - quota.period.start) / _DAY, 1.0)
    if not quota.daily or limit.name not in {"pages", "tasks"}:
        return limit.used / elapsed
    first = (now - timedelta(days=_PACE_DAYS - 1)).date()
    recent = sum(int(getattr(day, limit.name)) for day in quota.daily if day.date >= first)
    return recent / min(elapsed, _PACE_DAYS)
