"""The connection to the service: every call of a run goes through it, at its rate, and again after an outage."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from drawkit.client import AsyncClient, Client, DrawkitError, ServiceUnreachable

from .rate_limiter import RateLimiter

T = TypeVar("T")
_FIRST_PAUSE_S: Final = 0.3
_LONGEST_PAUSE_S: Final = 5.0


class Connection:
    """A client for one event loop. `connect` gives a blocking client, and after an outage perhaps another one.

    An outage of more than `patience_s` seconds ends the run with `ServiceUnreachable`.
    """

    def __init__(self, connect: Callable[[], Client[Any]], patience_s: float) -> None:
        self._connect, self._patience_s = connect, patience_s
        self._limiter = RateLimiter()
        self._mending = asyncio.Lock()
        self._down_since: float | None = None
        self._pause = _FIRST_PAUSE_S
        self._at_hand = connect()
        self._client: AsyncClient[Any] = self._at_hand.to_async()
        self._retired: list[AsyncClient[Any]] = []

    async def call(self, work: Callable[[AsyncClient[Any]], Awaitable[T]]) -> T:
        """Do `work`, one call that may be repeated. Raises what the service answers."""
        while True:
            client = self._client
            try:
                answer = await self._limiter.call(client, lambda client=client: work(client))  # type: ignore[misc]
            except ServiceUnreachable as error:
                await self._mend(client, error)
            else:
                self._down_since, self._pause = None, _FIRST_PAUSE_S
                return answer

    async def close(self) -> None:
        """Close the connections."""
        for client in (*self._retired, self._client):
            await client.aclose()

    async def _mend(self, client: AsyncClient[Any], error: ServiceUnreachable) -> None:
        async with self._mending:
            if self._client is not client:
                return  # another call has mended it
            now = time.monotonic()
            self._down_since = self._down_since or now
            if now - self._down_since > self._patience_s:
                raise error
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, _LONGEST_PAUSE_S)
            with suppress(DrawkitError):  # it may come back yet
                fresh = await asyncio.to_thread(self._connect)
                if fresh is not self._at_hand:
                    self._at_hand, self._client = fresh, fresh.to_async()
                    self._retired.append(client)  # other calls may still be on it
