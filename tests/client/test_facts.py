from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.client.facts import RateLimit, concurrency, rate_limits, retry_after

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        (" 7 ", 7.0),
        ("Fri, 02 Jan 2026 03:04:35 GMT", 30.0),
        ("Fri, 02 Jan 2026 03:04:35 -0000", 30.0),
        ("Fri, 02 Jan 2026 03:04:00 GMT", 0.0),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("soon", None),
        ("²", None),
        ("Fri, 99 Jan 2026 03:04:35 GMT", None),
        ("9" * 20, 365 * 86_400.0),
        ("9" * 400, 365 * 86_400.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 365 * 86_400.0),
    ],
)
def test_retry_after(text: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": text}, NOW) == seconds


def test_without_the_header_nothing_is_told() -> None:
    assert retry_after({}) is None
    assert rate_limits({}) == ()
    assert concurrency({}) is None


@given(st.integers(0, 10**6))
def test_a_date_and_seconds_mean_the_same(seconds: int) -> None:
    date = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert retry_after({"retry-after": date}, NOW) == retry_after({"retry-after": str(seconds)}, NOW) == seconds


@pytest.mark.parametrize("hours", [-1, 0, 1, 24])
def test_a_moment_counts_from_the_services_own_clock(hours: int) -> None:
    theirs = datetime.now(UTC) + timedelta(hours=hours)
    headers = {"date": format_datetime(theirs, usegmt=True)}
    headers["retry-after"] = format_datetime(theirs + timedelta(seconds=30), usegmt=True)
    assert retry_after(headers) == 30
    away = retry_after({**headers, "date": "no date"})  # then our own clock is all there is
    assert away is not None
    assert abs(away - max(0, 30 + 3600 * hours)) < 5


@given(st.text())
def test_garbage_never_raises(text: str) -> None:
    told = retry_after({"retry-after": text})
    assert told is None or told >= 0
    for limit in rate_limits({"ratelimit-policy": text, "ratelimit": text}):
        assert isinstance(limit.name, str)
    assert concurrency({"ratelimit-policy": text}) is None or concurrency({"ratelimit-policy": text}) > 0


def test_limits_of_a_draft_7_service() -> None:
    headers = {
        "ratelimit-policy": '"requests";q=1200;w=60, "concurrency";q=32;qu="concurrent-requests", token;q=1, (1 2), 5',
        "ratelimit": '"requests";r=3;t=9, "unheard";r=1',
    }
    assert rate_limits(headers) == (
        RateLimit("requests", quota=1200, window=60, remaining=3, resets_after=9),
        RateLimit("concurrency", quota=32, unit="concurrent-requests"),
        RateLimit("token", quota=1),
        RateLimit("unheard", remaining=1),
    )
    assert concurrency(headers) == 32


@pytest.mark.parametrize("value", ["-1", "1.5", "?1", "no", '"7"'])
def test_a_count_that_is_none_is_not_said(value: str) -> None:
    assert rate_limits({"ratelimit-policy": f'"a";q={value};qu=7'}) == (RateLimit("a"),)
