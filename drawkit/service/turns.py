"""Turns between keys at something of which there is little: no key takes all, and none waits for another's row."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Places that keys take by turns; where there are several, one is always left to other keys.

    For one event loop.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._most = max(1, places - 1)
        self._taken: Counter[str] = Counter()
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def take(self, key_id: str) -> AsyncIterator[None]:
        """Wait for a place, and give it back."""
        turn = asyncio.get_running_loop().create_future()
        self._rows.setdefault(key_id, deque()).append(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was called, and cancelled at once
                self._leave(key_id)
            raise
        try:
            yield
        finally:
            self._leave(key_id)

    def _leave(self, key_id: str) -> None:
        self._taken[key_id] -= 1
        if not self._taken[key_id]:
            del self._taken[key_id]
        self._call()

    def _call(self) -> None:
        """Give free places away: to the key that has fewest, and of such to the one that waits longest."""
        while self._rows and self._taken.total() < self._places:
            key_id = min(self._rows, key=lambda waiting: self._taken[waiting])
            if self._taken[key_id] >= self._most:
                return
            row = self._rows.pop(key_id)
            turn = row.popleft()
            if row:
                self._rows[key_id] = row  # behind the others
            if not turn.done():  # given up, which its owner has yet to hear
                self._taken[key_id] += 1
                turn.set_result(None)
