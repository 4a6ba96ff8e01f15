"""The limiter of a run never sends a call that the service, by what it told, must refuse."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

from drawkit.client import RateLimit, RateLimited, ServiceUnreachable
from drawkit.experiments.rate_limiter import RateLimiter


def told(remaining: int | None, resets_after: int | None = 1) -> Any:
    """A client whose last answer told this much."""
    limits = (
        RateLimit("requests", remaining=remaining, resets_after=resets_after),
        RateLimit("concurrency", unit="concurrent-requests", remaining=0),
    )
    return SimpleNamespace(rate_limit=limits)


async def nothing() -> None:
    return None


async def waits(limiter: RateLimiter) -> bool:
    """Whether a call has to wait; it is given up then."""
    try:
        await asyncio.wait_for(limiter.call(told(9), nothing), 0.02)
    except TimeoutError:
        return True
    return False


class Service:
    """Lets `most` calls in within any `window_s`; requests and answers take their time, so they overtake each other."""

    def __init__(self, most: int, window_s: float, seed: int) -> None:
        self.most, self.window_s, self.refused, self.let_in = most, window_s, 0, 0
        self.rate_limit: tuple[RateLimit, ...] = ()
        self._latency = random.Random(seed)
        self._hits: deque[float] = deque()

    async def work(self) -> None:
        await asyncio.sleep(self._latency.uniform(0, 0.02))
        now = time.monotonic()
        while self._hits and self._hits[0] <= now - self.window_s:
            self._hits.popleft()
        fits = len(self._hits) < self.most
        if fits:
            self._hits.append(now)
        self.let_in += fits
        self.refused += not fits
        answer = RateLimit("requests", remaining=self.most - len(self._hits), resets_after=1)
        await asyncio.sleep(self._latency.uniform(0, 0.2))
        self.rate_limit = (answer,)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_refused_though_answers_come_late_and_out_of_order(seed: int) -> None:
    async def scene() -> Service:
        limiter, service = RateLimiter(), Service(20, 1.0, seed)
        client: Any = service
        await asyncio.gather(*(limiter.call(client, service.work) for _ in range(70)))
        return service

    began = time.monotonic()
    service = asyncio.run(scene())
    assert (service.refused, service.let_in) == (0, 70)
    assert time.monotonic() - began < 12, "the room there is should be used: four windows and their answers"


def test_a_call_waits_until_the_window_moves_on() -> None:
    async def scene() -> None:
        now = 0.0
        limiter = RateLimiter(lambda: now)
        await limiter.call(told(0), nothing)
        assert await waits(limiter)
        now = 1.0
        assert not await waits(limiter)

    asyncio.run(scene())


def test_an_answer_of_calls_that_ran_at_once_makes_no_room() -> None:
    async def scene() -> None:
        now, late = 0.0, asyncio.Event()
        limiter = RateLimiter(lambda: now)
        await limiter.call(told(2), nothing)
        older = asyncio.create_task(limiter.call(told(8), late.wait))
        await asyncio.sleep(0)
        await limiter.call(told(0), nothing)  # counted after it, and answered before it
        now = 1.0
        late.set()
        await older
        assert limiter._room <= 0
        assert not await waits(limiter), "one goes ahead, alone, and brings back how much room there is"
        assert limiter._room == 9

    asyncio.run(scene())


def test_one_call_goes_ahead_to_learn_how_much_room_there_is() -> None:
    async def scene() -> int:
        limiter, together, most = RateLimiter(), 0, 0

        async def work() -> None:
            nonlocal together, most
            together += 1
            most = max(most, together)
            await asyncio.sleep(0.01)
            together -= 1

        await asyncio.gather(*(limiter.call(told(0, None), work) for _ in range(4)))
        return most

    assert asyncio.run(scene()) == 1


def test_what_others_use_with_the_same_key_is_no_longer_room() -> None:
    async def scene() -> None:
        limiter = RateLimiter()
        await limiter.call(told(30), nothing)
        late = asyncio.Event()
        other = asyncio.create_task(limiter.call(told(30), late.wait))
        await asyncio.sleep(0)
        await limiter.call(told(3), nothing)
        assert limiter._room == 3
        late.set()
        await other

    asyncio.run(scene())


def test_a_service_that_tells_no_rate_is_not_held_back() -> None:
    async def scene() -> None:
        limiter, together = RateLimiter(), asyncio.Barrier(20)
        await limiter.call(told(None), nothing)
        await asyncio.wait_for(asyncio.gather(*(limiter.call(told(None), together.wait) for _ in range(20))), 5)

    asyncio.run(scene())


def test_a_refusal_is_heard_and_a_lost_answer_is_not() -> None:
    async def refused() -> None:
        raise RateLimited

    async def lost() -> None:
        raise ServiceUnreachable

    async def scene() -> None:
        limiter = RateLimiter()
        with pytest.raises(RateLimited):
            await limiter.call(told(5), refused)
        assert limiter._room == 5
        with pytest.raises(ServiceUnreachable):
            await limiter.call(told(9), lost)
        assert limiter._room == 4, "the client still shows the limits of the answer before"

    asyncio.run(scene())
