"""Where a form works: in the event loop it was made in, whichever thread the browser's messages come in by.

JupyterLab sends the messages of widgets to a subshell of the kernel, which is a thread with an event loop of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Home:
    """One event loop, and the work that was begun in it.

    `tell` shows a person what went wrong in work that was begun: an error in a task of the loop shows nowhere else.
    """

    def __init__(self, tell: Callable[[str], object] | None = None) -> None:
        self._tell = tell
        self._loop = running_loop()
        self._jobs: set[asyncio.Task[Any]] = set()

    def call(self, work: Callable[..., object], *arguments: Any) -> None:
        """Do `work` at home: at once when this is home, else as soon as home has time."""
        here = running_loop()
        if self._loop is None or self._loop.is_closed():
            self._loop = here
        if self._loop is None or self._loop is here:
            work(*arguments)
        else:
            self._loop.call_soon_threadsafe(work, *arguments)

    def later(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Begin work that takes time, from within home, if there is an event loop: without, there is nobody to see it.

        Tells whether it was begun.
        """
        loop = running_loop()
        if loop is None:
            work.close()
            return False
        job = loop.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._ended)
        return True

    def _ended(self, job: asyncio.Task[Any]) -> None:
        self._jobs.discard(job)
        if self._tell is not None and not job.cancelled() and (error := job.exception()) is not None:
            self._tell(f"This did not work: {error!r}")


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Tell the event loop of this thread, if one runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
