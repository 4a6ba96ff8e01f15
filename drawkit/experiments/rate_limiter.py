"""Keeps to the rate a service tells, so that it has nothing to refuse: one limiter for all calls of a run."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from drawkit.client import AsyncClient, ProblemError, RateLimit

T = TypeVar("T")
_CONCURRENT: Final = "concurrent-requests"
_SHORTEST_S: Final = 0.05


class RateLimiter:
    """Lets a call start when the service surely has room for it (API document, section 8: `RateLimit`).

    Answers of calls that run at once come in another order than the service counted them, so what one of them tells
    may be old news. Only the answer of a call that ran alone says how much room there is; from then on each call
    takes its part, and any answer may only lower what is left. Time that passes only ever makes more room.

    A service that tells no rate is not held back here: the client's own pace adapts to what it refuses.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._room = 0.0
        """How many calls may begin: never more than the service has left."""
        self._running, self._alone = 0, False
        self._opens_at = -math.inf
        self._moved = asyncio.Condition()

    async def call(self, client: AsyncClient[Any], work: Callable[[], Awaitable[T]]) -> T:
        """Do `work`, one call of `client`, as soon as there is room."""
        await self._enter()
        answered = False
        try:
            result = await work()
            answered = True
            return result
        except ProblemError:
            answered = True
            raise
        finally:
            async with self._moved:
                self._running -= 1
                if answered:
                    self._hear(client.rate_limit)
                self._moved.notify_all()

    async def _enter(self) -> None:
        async with self._moved:
            while (wait := self._wait()) > 0:
                await self._pause(wait)
            self._room -= 1
            self._alone = self._running == 0
            self._running += 1

    def _wait(self) -> float:
        """Seconds until another look; 0 when the call may start."""
        if self._room > 0:
            return 0.0
        now = self._clock()
        if now < self._opens_at:
            return max(self._opens_at - now, _SHORTEST_S)
        return math.inf if self._running else 0.0  # the next one runs alone and brings back how much room there is

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._moved.wait(), None if seconds == math.inf else seconds)
        except TimeoutError:
            return

    def _hear(self, limits: Sequence[RateLimit]) -> None:
        left, resets_after = _tightest(limits)
        self._room = left if self._alone else min(self._room, left)
        if left <= self._running and resets_after:
            self._opens_at = self._clock() + resets_after


def _tightest(limits: Sequence[RateLimit]) -> tuple[float, int | None]:
    """How many calls are left by the rates that were told, and after how many seconds there are more."""
    rates = [(limit.remaining, limit.resets_after) for limit in limits if limit.unit != _CONCURRENT]
    return min(
        ((left, resets_after) for left, resets_after in rates if left is not None),
        key=lambda rate: rate[0],
        default=(math.inf, None),
    )
