import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from board_service import Shop
from widgets_service import perform, press, until

from drawkit.client import PermissionMissing, RateLimit
from drawkit.contract import DailyUse, Period, QuotaLimit, QuotaRecord, ServiceStatus
from drawkit.widgets import QuotaView, _quotawords
from drawkit.widgets._forecast import forecast

NOON = datetime(2026, 6, 16, 12, tzinfo=UTC)
JUNE = Period(start=datetime(2026, 6, 1, tzinfo=UTC), end=datetime(2026, 7, 1, tzinfo=UTC))


def quota(
    used: int, limit: int | None = 1000, daily: tuple[DailyUse, ...] = (), period: Period | None = JUNE
) -> QuotaRecord:
    left = None if limit is None else max(limit - used, 0)
    return QuotaRecord(
        period=period, limits=(QuotaLimit(name="pages", limit=limit, used=used, remaining=left),), daily=daily
    )


def expected(record: QuotaRecord, now: datetime = NOON):  # type: ignore[no-untyped-def]
    return forecast(record, record.limits[0], now)


def test_the_forecast_goes_by_the_last_seven_days() -> None:
    daily = tuple(DailyUse(date=date(2026, 6, day), pages=100 if day < 9 else 14, tasks=1) for day in range(1, 17))
    found = expected(quota(912, 2000, daily))
    assert found.pace == pytest.approx(14 * 7 / 7)
    assert found.at_end == 912 + round(14 * 14.5)
    assert found.used_up is None


def test_the_forecast_tells_when_nothing_will_be_left() -> None:
    found = expected(quota(775))
    assert found.pace == pytest.approx(50), "no days are told: the pace of the whole period"
    assert found.at_end == 1500
    assert found.used_up == NOON + timedelta(days=4.5)
    assert expected(quota(1200)).used_up == NOON, "more than there is"


def test_no_forecast_without_a_period_and_none_beyond_it() -> None:
    assert expected(quota(5, period=None)) is None
    assert expected(quota(5), NOON + timedelta(days=60)) is None
    idle = expected(quota(0))
    assert (idle.pace, idle.at_end, idle.used_up) == (0, 0, None)
    assert expected(quota(3, None)).used_up is None
    first_hour = expected(quota(10), JUNE.start + timedelta(hours=1))
    assert first_hour.pace == 10, "a first hour is no day's pace"


def test_gauges_in_words() -> None:
    (near,) = _quotawords.gauges(quota(775), NOON)
    assert near["used"] == "775 of 1,000 used"
    assert near["left"] == "225 left"
    assert near["forecast"] == "At 50 a day nothing is left from 21 June on."
    assert (near["level"], near["share"], near["expected"]) == ("near", 0.775, 1.0)
    (fine,) = _quotawords.gauges(quota(31), NOON)
    assert fine["forecast"] == "At 2 a day about 60 at the end of the period."
    assert fine["level"] == "fine"
    (over,) = _quotawords.gauges(quota(1000), NOON)
    assert (over["level"], over["forecast"]) == ("over", "Nothing is left until the period ends.")
    (free,) = _quotawords.gauges(quota(0, None), NOON)
    assert (free["left"], free["share"], free["forecast"]) == (
        "no limit",
        None,
        "Nothing was used in the last seven days.",
    )
    (untold,) = _quotawords.gauges(QuotaRecord(limits=(QuotaLimit(name="", unit="pages", limit=0, used=0),)), NOON)
    assert (untold["name"], untold["level"], untold["forecast"]) == (
        "Pages",
        "over",
        "Nothing is left until the period ends.",
    )
    (bare,) = _quotawords.gauges(quota(5, period=None), NOON)
    assert bare["forecast"] == ""


def test_days_without_use_are_days_too() -> None:
    used = (DailyUse(date=date(2026, 6, 3), pages=4, tasks=1), DailyUse(date=date(2026, 6, 16), pages=1, tasks=1))
    days = _quotawords.days(quota(5, daily=used), NOON)
    assert len(days) == 16
    assert days[2] == {"label": "3 Jun", "pages": 4, "words": "4 pages, 1 task"}
    assert days[1]["words"] == "0 pages, 0 tasks"
    assert len(_quotawords.days(quota(5, daily=used, period=None), NOON)) == 14
    assert _quotawords.days(quota(5), NOON) == []


def test_rates_and_limits_in_words() -> None:
    told = _quotawords.rates(
        (
            RateLimit("requests", quota=1200, window=60, remaining=1193, resets_after=12),
            RateLimit("burst", quota=10, window=5),
            RateLimit("concurrency", quota=1, unit="concurrent-requests", remaining=1),
            RateLimit("odd"),
        )
    )
    assert told == [
        ["Requests", "1,200 requests a minute", "1,193 left, more in 12 s"],
        ["Requests", "10 requests in 5.0 s", ""],
        ["At once", "1 request", "1 left"],
        ["Requests", "not told", ""],
    ]
    assert _quotawords.files(ServiceStatus())[0][1] == "up to 20.0 MB"
    assert _quotawords.period(quota(1), NOON) == "1 June to 30 June 2026 (UTC), 14 days left"
    assert _quotawords.period(quota(1, period=None), NOON) == "The running period"


def test_it_asks_when_seen_and_tells_what_is_wrong() -> None:
    async def story(view: QuotaView, shop: Shop) -> None:
        assert repr(view) == "<QuotaView: not asked yet>"
        assert view.forecast == {}
        assert "while the notebook runs" in view._repr_mimebundle_()["text/html"]
        await until(lambda: len(view.widget.facts) == 3)
        assert repr(view.widget) == "<Gauges: 2 limits>"
        assert repr(view) == "<QuotaView: Quota: pages 40 of 100, tasks 7 used>"
        assert view.forecast["pages"].at_end == 40 + 2 * 20
        assert "data:image/png" in view._repr_html_()
        asked = len(shop.asked)
        press(view.widget, "look")
        await asyncio.sleep(0.01)
        assert len(shop.asked) == asked, "it was asked a moment ago"
        shop.mute = frozenset({"status"})
        press(view.widget, "refresh")
        await until(lambda: view.widget.facts == [])
        shop.mute = frozenset({"quota"})
        view.wake()
        await until(lambda: view.widget.message == "The quota cannot be told: The key may not read the quota.")
        with pytest.raises(PermissionMissing):
            await view.refresh()
        shop.mute, shop.fault = frozenset(), RuntimeError("odd")
        view.wake()
        await until(lambda: "RuntimeError('odd')" in view.widget.message)
        shop.fault = None
        view.wake()
        await until(lambda: view.widget.message == "")
        assert view.quota.limits[0].used == 40
        assert dir(view) == ["close", "forecast", "quota", "refresh", "widget"]

    perform(story, Shop, QuotaView)


def test_an_argument_that_there_is_not() -> None:
    with pytest.raises(TypeError, match="Did you mean 'client'"):
        QuotaView(cleint=1)
