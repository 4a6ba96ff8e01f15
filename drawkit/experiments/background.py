"""Runs the work of an experiment in a thread of its own or in the running loop, and shows how it stands meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from .progress_display import ProgressDisplay
from .run_status import RunStatus

_TICK_S: Final = 0.1


@dataclass
class Work:
    """What is to be done, and how it stands; `told` is what it gave back."""

    go: Callable[[], Awaitable[Any]]
    status: RunStatus
    told: Any = None
    error: BaseException | None = None
    _loop: asyncio.AbstractEventLoop | None = field(default=None, repr=False)
    _task: asyncio.Task[Any] | None = field(default=None, repr=False)

    async def do(self) -> None:
        """Do it, stoppable by `stop`."""
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self.told = await self.go()

    def in_thread(self) -> None:
        """Do it in an event loop of its own."""
        try:
            asyncio.run(self.do())
        except BaseException as error:  # noqa: BLE001 - raised where the work was asked for
            self.error = error

    def stop(self) -> None:
        """Stop it, from any thread."""
        if self._loop is not None and self._task is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._task.cancel)


def run(work: Work, display: ProgressDisplay) -> None:
    """Do it in a thread, so that it also works where an event loop runs; the thread that asks shows how it stands."""
    thread = threading.Thread(target=work.in_thread, name="drawkit-experiment", daemon=True)
    with display:
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_TICK_S)
                display.show(work.status)
        except BaseException:
            work.stop()
            thread.join()
            work.status.finish(interrupted=True)
            display.show(work.status, last=True)
            raise
        work.status.finish(interrupted=work.error is not None)
        display.show(work.status, last=True)
    if work.error is not None:
        raise work.error


async def run_async(work: Work, display: ProgressDisplay) -> None:
    """Do it in the running loop."""
    with display:
        job = asyncio.ensure_future(work.do())
        try:
            while not job.done():
                await asyncio.wait([job], timeout=_TICK_S)
                display.show(work.status)
            await job
        finally:
            if not job.done():
                job.cancel()
                await asyncio.wait([job])
            work.status.finish(interrupted=job.cancelled() or job.exception() is not None)
            display.show(work.status, last=True)
