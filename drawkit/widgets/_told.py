"""Small manners of the widgets: news at a pace a browser can follow, and a helpful word on unknown arguments."""

from __future__ import annotations

import asyncio
import difflib
import time
from collections.abc import Callable, Iterable
from typing import Final

from ._home import running_loop

_PAUSE: Final = 0.1


class Told:
    """Calls `show` for news, at most about ten times a second; the last news is never lost."""

    def __init__(self, show: Callable[[], object], pause: float = _PAUSE) -> None:
        self._show, self._pause = show, pause
        self._last = float("-inf")
        self._due: asyncio.TimerHandle | None = None

    def tell(self, *, now: bool = False) -> None:
        """Show now, or soon when it was shown a moment ago."""
        wait = self._last + self._pause - time.monotonic()
        loop = running_loop()
        if now or wait <= 0 or loop is None:
            self._tell()
        elif self._due is None:
            self._due = loop.call_later(wait, self._tell)

    def _tell(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._last = time.monotonic()
        self._show()


def refuse_unknown(owner: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise `TypeError` naming the argument that was probably meant."""
    names = list(known)
    for name in (name for name in given if name not in names):
        close = difflib.get_close_matches(name, names, n=1)
        meant = f" Did you mean {close[0]!r}?" if close else ""
        raise TypeError(f"{owner} has no argument {name!r}.{meant} It takes: {', '.join(names)}.")
