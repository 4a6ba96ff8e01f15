"""Asks again and again, but only while somebody looks and something moves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from ._home import Home

LEASE_SECONDS: Final = 30.0
"""How long one look of the browser counts as somebody looking."""

_SHORTEST: Final = 0.4


class Watch:
    """Calls `ask`, which tells after how many seconds to ask again, or None when nothing moves.

    It ends when nothing moves and when nobody has looked for a while; the next look begins it again.
    """

    def __init__(self, home: Home, ask: Callable[[], Awaitable[float | None]], lease: float = LEASE_SECONDS) -> None:
        self._home, self._ask, self._lease = home, ask, lease
        self._seen_at = float("-inf")
        self._woken = asyncio.Event()
        self._running = self._closed = False

    @property
    def running(self) -> bool:
        """Whether it asks at present."""
        return self._running

    def look(self) -> None:
        """Somebody looks: ask, unless that is being done already."""
        self._seen_at = time.monotonic()
        if not self._running and not self._closed:
            self._running = self._home.later(self._go())

    def wake(self) -> None:
        """Something was done: ask now."""
        if self._running:
            self._woken.set()
        else:
            self.look()

    def close(self) -> None:
        """Ask no more."""
        self._closed = True
        self._woken.set()

    async def _go(self) -> None:
        try:
            while not self._closed:
                self._woken.clear()
                pause = await self._ask()
                if (pause is None and not self._woken.is_set()) or time.monotonic() - self._seen_at > self._lease:
                    return
                await asyncio.sleep(_SHORTEST)
                await self._rest((pause or 0.0) - _SHORTEST)
        finally:
            self._running = False

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), max(seconds, 0.0))
