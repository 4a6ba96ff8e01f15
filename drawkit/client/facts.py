"""What an answer's headers tell: when to ask again, and the limits in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, Final

import http_sf

_LONGEST: Final = 365 * 86_400.0  # seconds: what is longer means never, and no clock can count it


@dataclass(frozen=True)
class RateLimit:
    """One limit of the service (IETF draft "RateLimit header fields for HTTP"; API document, section 8)."""

    name: str
    quota: int | None = None
    """How much is allowed in a window, or at once."""
    unit: str = "requests"
    """What is counted; "concurrent-requests" for a limit on how many run at once."""
    window: int | None = None
    """Seconds after which the count starts again."""
    remaining: int | None = None
    """How much is left now."""
    resets_after: int | None = None
    """Seconds until more is left."""


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds `Retry-After` asks for (RFC 9110, section 10.2.3), or None. `headers` has lower-case names.

    A moment counts from the `Date` of the same answer: the service's clock and ours need not agree.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text), _LONGEST)
    moment = _moment(text)
    if moment is None:
        return None
    since = now or _moment(headers.get("date", "")) or datetime.now(UTC)
    return min(max(0.0, (moment - since).total_seconds()), _LONGEST)


def _moment(text: str) -> datetime | None:
    """The moment that a header tells, if it tells one."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def rate_limits(headers: Mapping[str, str]) -> tuple[RateLimit, ...]:
    """The limits told by `RateLimit-Policy` and `RateLimit`; what is malformed counts as not said."""
    limits = {limit.name: limit for limit in _policies(headers.get("ratelimit-policy", ""))}
    for name, about in _items(headers.get("ratelimit", "")):
        known = limits.get(name, RateLimit(name))
        limits[name] = replace(known, remaining=_count(about.get("r")), resets_after=_count(about.get("t")))
    return tuple(limits.values())


def concurrency(headers: Mapping[str, str]) -> int | None:
    """How many requests the service takes at once, if it tells."""
    told = [p.quota for p in _policies(headers.get("ratelimit-policy", "")) if p.unit == "concurrent-requests"]
    return min((quota for quota in told if quota), default=None)


@lru_cache(maxsize=16)  # the same on every answer of a service
def _policies(text: str) -> tuple[RateLimit, ...]:
    limits = []
    for name, about in _items(text):
        unit = about.get("qu")
        unit = unit if isinstance(unit, str) else "requests"
        limits.append(RateLimit(name, quota=_count(about.get("q")), unit=unit, window=_count(about.get("w"))))
    return tuple(limits)


def _items(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The members of a structured-field list (RFC 9651) that are named strings, each with its parameters."""
    try:
        members: Any = http_sf.parse(text.encode("ascii"), tltype="list")
    except ValueError:
        return []
    return [(str(name), about) for name, about in members if isinstance(name, str | http_sf.Token)]


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
