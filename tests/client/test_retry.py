from __future__ import annotations

import asyncio
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_service import ADDRESS, KEY, SmallService, png, problem

from drawkit import client as dk
from drawkit.client.answers import Answer
from drawkit.client.retry import LONGEST_PAUSE, Lost, Pace, Retries, backoff
from drawkit.contract import Dialect

CROWDED = Answer(429, {}, b'{"code": "concurrency-limited"}')
TOO_FAST = Answer(429, {}, b'{"code": "rate-limited"}')
FINE = Answer(200, {}, b"{}")


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_obeyed(client: dk.Client, service: SmallService, naps: list[float], status: int) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    code = {429: "rate-limited", 503: "unavailable"}[status]
    service.script = [problem(status, code, headers={"retry-after": value}) for value in ("7", date)]
    assert client.status().version == "9"
    assert sum(naps) >= 35
    assert 7 <= naps[0] <= 7.8


def test_a_wait_beyond_the_cap_raises_at_once(client: dk.Client, service: SmallService, naps: list[float]) -> None:
    service.script = [problem(429, "rate-limited", headers={"retry-after": "121"})]
    with pytest.raises(dk.RateLimited) as caught:
        client.status()
    assert caught.value.retry_after == 121
    assert naps == []


def test_the_cap_is_the_caller_s(service: SmallService, naps: list[float]) -> None:
    service.script = [problem(503, "unavailable", headers={"retry-after": "200"})]
    with dk.Client(ADDRESS, KEY, transport=service.transport, max_wait=timedelta(minutes=5)) as client:
        client.status()
    assert sum(naps) >= 200


def test_a_service_that_stays_unavailable(client: dk.Client, service: SmallService, naps: list[float]) -> None:
    service.script = [problem(503, "unavailable", "Maintenance.")] * 200
    with pytest.raises(dk.Unavailable, match="Maintenance"):
        client.status()
    assert 60 < sum(naps) <= 120


def test_a_submission_is_repeated_with_its_first_key(
    client: dk.Client, service: SmallService, naps: list[float]
) -> None:
    service.script = [httpx.ReadError("cut"), problem(429, "rate-limited"), problem(409, "idempotency-conflict")]
    client.submit(png())
    assert len({request.headers["idempotency-key"] for request in service.requests}) == 1
    assert len({request.content.split(b"\r\n", 1)[1] for request in service.requests}) >= 1
    assert len(service.requests) == 4
    assert len(service.tasks) == 1
    client.submit(png())
    assert len({request.headers["idempotency-key"] for request in service.requests}) == 2


def test_a_conflict_at_the_first_try_is_told(client: dk.Client, service: SmallService, naps: list[float]) -> None:
    service.script = [problem(409, "idempotency-conflict")]
    with pytest.raises(dk.IdempotencyConflict):
        client.submit(png())
    assert naps == []


def test_without_idempotency_only_what_was_never_sent_is_repeated(service: SmallService, naps: list[float]) -> None:
    settings = {"transport": service.transport, "dialect": Dialect(idempotency_header="")}
    with dk.Client(ADDRESS, KEY, **settings) as client:
        service.script = [httpx.ConnectError("refused")]
        client.submit(png())
        assert "idempotency-key" not in service.requests[-1].headers
        service.script = [httpx.ReadError("cut")]
        with pytest.raises(dk.ServiceUnreachable):
            client.submit(png())
        service.script = [httpx.ReadError("cut")]
        client.status()


def test_a_service_that_is_not_there(client: dk.Client, service: SmallService, naps: list[float]) -> None:
    service.script = [httpx.ConnectError("Connection refused.")] * 9
    with pytest.raises(
        dk.ServiceUnreachable, match=r"drawings\.example.*Connection refused.*DRAWKIT_BASE_URL"
    ) as caught:
        client.status()
    assert len(service.requests) == 4
    assert sum(naps) < 5
    assert caught.value.status is None
    service.script = [httpx.ReadTimeout("")] * 4
    with pytest.raises(dk.ServiceUnreachable, match="too long"):
        client.status()


def test_other_refusals_are_not_repeated(client: dk.Client, service: SmallService, naps: list[float]) -> None:
    service.script = [problem(500, "internal")]
    with pytest.raises(dk.ServiceFault):
        client.status()
    assert naps == []


@given(st.integers(0, 10**6))
def test_backoff_is_bounded(tries: int) -> None:
    assert 0 < backoff(tries) <= LONGEST_PAUSE


@given(st.lists(st.sampled_from([CROWDED, TOO_FAST, FINE, Lost("x"), Lost("y", sent=False), Answer(503, {}, b"")])))
def test_tries_without_a_hint_end(outcomes: list[Answer | Lost]) -> None:
    retries, waited = Retries(max_wait=20, repeatable=True), 0.0
    for outcome in outcomes * 50:
        pause = retries.pause_after(outcome)
        if pause is None:
            break
        waited += pause
    assert waited <= 20


def test_a_limit_that_tells_when_it_opens_is_waited_for_however_often() -> None:
    retries = Retries(max_wait=120, repeatable=True)
    told = Answer(429, {"retry-after": "60"}, b"")
    assert all(retries.pause_after(told) is not None for _ in range(100))


def test_room_grows_to_what_the_service_tells() -> None:
    pace, told = Pace(), Answer(200, {"ratelimit-policy": '"c";q=6;qu="concurrent-requests"'}, b"")
    for _ in range(20):
        assert pace.try_start(0.0) == 0.0
        pace.end(told, 0.0, None)
    assert pace.room == 6
    assert [pace.try_start(0.0) for _ in range(7)] == [0.0] * 6 + [math.inf]
    pace.end(Answer(200, {"ratelimit-policy": '"c";q=1;qu="concurrent-requests"'}, b""), 0.0, None)
    assert pace.room == 1


def test_room_shrinks_to_what_still_runs() -> None:
    pace = Pace()
    for _ in range(4):
        pace.try_start(0.0)
    pace.end(CROWDED, 0.0, 1.0)
    pace.end(CROWDED, 0.0, 1.0)
    assert pace.room == 2
    pace.end(FINE, 0.0, None)
    assert 2 < pace.room < 3
    pace.end(CROWDED, 0.0, 1.0)
    assert pace.room == 1


def test_too_fast_closes_for_all_and_halves_once() -> None:
    pace = Pace()
    for _ in range(4):
        pace.try_start(10.0)
    for _ in range(3):
        pace.end(TOO_FAST, 10.0, 5.0)
    assert pace.room == 2
    assert pace.try_start(12.0) == 3.0
    assert pace.try_start(15.0) == 0.0
    pace.end(None, 15.0, None)
    pace.end(Lost("cut"), 15.0, None)
    assert pace.room == 2


@given(st.lists(st.sampled_from([CROWDED, TOO_FAST, FINE, Lost("x"), None]), max_size=200))
def test_there_is_always_room_for_one(outcomes: list[Answer | Lost | None]) -> None:
    pace, now = Pace(), 0.0
    for outcome in outcomes:
        while (wait := pace.try_start(now)) > 0:
            assert wait < math.inf
            now += wait
        pace.end(outcome, now, 0.5)
        assert pace.room >= 1


def test_parallel_submissions_settle_at_the_limit(service: SmallService) -> None:
    service.concurrency, service.seconds = 3, 0.005
    with dk.Client(ADDRESS, KEY, transport=service.transport) as client, ThreadPoolExecutor(40) as pool:
        tasks = list(pool.map(lambda _: client.submit(png()), range(60)))
    assert len({task.id for task in tasks}) == len(service.tasks) == 60
    assert len(service.requests) < 300  # a loser's tries do not pile up


def test_parallel_submissions_settle_at_the_limit_async() -> None:
    running, most, refused = 0, 0, 0
    service = SmallService()

    async def slowly(request: httpx.Request) -> httpx.Response:
        nonlocal running, most, refused
        running += 1
        most = max(most, running)
        try:
            await asyncio.sleep(0.002)
            if running > 3:
                refused += 1
                return problem(429, "concurrency-limited", headers={"retry-after": "0"})
            await request.aread()
            return service(request)
        finally:
            running -= 1

    async def many() -> list[dk.AsyncTask]:
        async with dk.AsyncClient(ADDRESS, KEY, transport=httpx.MockTransport(slowly)) as client:
            return await asyncio.gather(*(client.submit(png()) for _ in range(60)))

    tasks = asyncio.run(many())
    assert len({task.id for task in tasks}) == 60
    assert most < 10
    assert refused < 60


def test_a_rate_limit_holds_back_the_other_threads_too(client: dk.Client, service: SmallService) -> None:
    service.script = [problem(429, "rate-limited", headers={"retry-after": "1"})]
    began = time.monotonic()
    first = threading.Thread(target=client.status)
    first.start()
    while not service.requests:
        time.sleep(0.005)
    time.sleep(0.05)
    client.status()
    first.join()
    assert time.monotonic() - began >= 1.0
    assert len(service.requests) == 3


def test_a_call_given_up_leaves_its_place(service: SmallService) -> None:
    async def hang(_: httpx.Request) -> httpx.Response:
        await asyncio.sleep(3600)
        raise AssertionError

    async def crowd() -> None:
        async with dk.AsyncClient(ADDRESS, KEY, transport=httpx.MockTransport(hang)) as client:
            calls = [asyncio.create_task(client.status()) for _ in range(12)]
            await asyncio.sleep(0.05)
            for call in calls[2:]:
                call.cancel()
            await asyncio.gather(*calls[2:], return_exceptions=True)
            client._http = httpx.AsyncClient(transport=service.transport, headers={"Authorization": f"Bearer {KEY}"})
            assert (await asyncio.wait_for(client.status(), 5)).version == "9"
            for call in calls[:2]:
                call.cancel()
            await asyncio.gather(*calls[:2], return_exceptions=True)

    asyncio.run(crowd())
