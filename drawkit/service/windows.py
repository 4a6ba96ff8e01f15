"""How many requests of each caller came within a moving window, by a clock that nobody can set."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Final

PATTERN: Final = r"^\s*([1-9]\d*)\s*(?:/|per)\s*(\d+)?\s*(second|minute|hour|day)s?\s*$"
"""A rate in words: `1200/minute`, `5 per 10 seconds`."""
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_MANY: Final = 10_000


@dataclass(frozen=True)
class Rate:
    """So many requests within so many seconds."""

    amount: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> Rate:
        """A rate from words as in `PATTERN`. Raises ValueError for others."""
        match = re.match(PATTERN, text)
        if match is None:
            raise ValueError(f"{text!r} is no rate such as 1200/minute.")
        return cls(int(match[1]), max(1, int(match[2] or 1)) * _SECONDS[match[3]])


class Windows:
    """The moving windows of all callers under one rate. Safe from any thread."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._lock = threading.Lock()
        self._hits: dict[str, deque[float]] = {}
        self._many = _MANY

    def hit(self, caller: str) -> bool:
        """Count a request, unless the window is full; whether it was counted."""
        with self._lock:
            hits = self._of(caller)
            if len(hits) >= self.rate.amount:
                return False
            if len(self._hits) >= self._many and caller not in self._hits:
                self._forget_the_quiet()
            self._hits.setdefault(caller, hits).append(time.monotonic())
            return True

    def left(self, caller: str) -> tuple[int, float]:
        """How many requests are left now, and the seconds until there is one more."""
        with self._lock:
            hits = self._of(caller)
            opens = hits[0] + self.rate.seconds - time.monotonic() if hits else 0.0
            return self.rate.amount - len(hits), max(0.0, opens)

    def _of(self, caller: str) -> deque[float]:
        hits = self._hits.get(caller, deque())
        since = time.monotonic() - self.rate.seconds
        while hits and hits[0] <= since:
            hits.popleft()
        return hits

    def _forget_the_quiet(self) -> None:
        for caller in list(self._hits):
            if not self._of(caller):
                del self._hits[caller]
        # Not again before so many came: else each of a crowd in which nobody is quiet would look at all the others.
        self._many = max(_MANY, 2 * len(self._hits))
