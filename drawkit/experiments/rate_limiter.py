"""Keeps to the rate a service tells, so that it has nothing to refuse: one limiter for all calls of a run."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from drawkit.client import AsyncClient, RateLimit

T = TypeVar("T")
_CONCURRENT: Final = "concurrent-requests"
_SPARE: Final = 1
_SHORTEST_S: Final = 0.05


class RateLimiter:
    """Lets a call start when the service, by its last answer, still has room for it and for those that run.

    The room is what the `RateLimit` field told, less the calls that were begun since. A service that tells no rate
    is not held back here: the client's own pace adapts to what it refuses.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = math.inf
        self._left_until = 0.0
        self._running = 0
        self._opens_at = 0.0
        self._learning = False
        self._moved = asyncio.Condition()

    async def call(self, client: AsyncClient[Any], work: Callable[[], Awaitable[T]]) -> T:
        """Do `work`, one call of `client`, as soon as there is room."""
        await self._enter()
        try:
            return await work()
        finally:
            async with self._moved:
                self._running -= 1
                self._learning = False
                self._hear(client.rate_limit)
                self._moved.notify_all()

    async def _enter(self) -> None:
        async with self._moved:
            while (wait := self._wait()) > 0:
                await self._pause(wait)
            self._running += 1

    def _wait(self) -> float:
        """Seconds until another look; 0 when the call may start."""
        if self._left - self._running > _SPARE:
            return 0.0
        now = self._clock()
        if now < self._opens_at:
            return max(self._opens_at - now, _SHORTEST_S)
        if self._running or self._learning:
            return math.inf  # what they bring back says how much room there is
        self._learning = True
        return 0.0

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._moved.wait(), None if seconds == math.inf else seconds)
        except TimeoutError:
            return

    def _hear(self, limits: Sequence[RateLimit]) -> None:
        rates = [limit for limit in limits if limit.unit != _CONCURRENT and limit.remaining is not None]
        tight = min(rates, key=lambda limit: limit.remaining or 0, default=None)
        if tight is None or tight.remaining is None:
            self._left = math.inf
            return
        # Those that still run may have been counted already or not: taken as not, which only ever waits too long.
        self._left = self._least(tight.remaining, self._clock() + (tight.resets_after or 0))
        if self._left - self._running <= _SPARE and tight.resets_after:
            self._opens_at = self._clock() + tight.resets_after

    def _least(self, told: int, until: float) -> float:
        """What is left: before the window moves on it only ever shrinks, so an answer that tells more is an older one.

        Answers of calls that ran at once may come in another order than the service counted them.
        """
        if self._clock() >= self._left_until:
            self._left_until = until
            return told
        self._left_until = min(self._left_until, until)
        return min(self._left, told)
