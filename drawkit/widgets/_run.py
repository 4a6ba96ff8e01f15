"""Reads drawings through the asynchronous client, a few at a time, and tells how each one fares."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from drawkit.client import DrawkitError, TaskCancelled
from drawkit.contract import Progress, TaskStatus
from drawkit.display import _words

from ._entry import Entry, State
from ._settings import Settings

if TYPE_CHECKING:
    from drawkit.display import AsyncClient, AsyncTask

_AT_ONCE: Final = 4


class Run:
    """One press of the run button. `settings` give the keyword arguments of `submit` for each file."""

    def __init__(
        self,
        client: AsyncClient,
        entries: Sequence[Entry],
        settings: Settings,
        tell: Callable[[], object],
        hear: Callable[[AsyncTask], object],
    ) -> None:
        self._client, self._entries, self._settings, self._tell, self._hear = client, entries, settings, tell, hear
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._jobs: list[asyncio.Task[None]] = []
        self._leftovers: set[asyncio.Task[None]] = set()

    async def go(self) -> None:
        """Read every drawing; how each one ended stands in its entry. A cancellation stops them all first."""
        self._jobs = [asyncio.create_task(self._read(entry)) for entry in self._entries]
        try:
            await asyncio.wait(self._jobs)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait(self._jobs)
            raise

    def stop(self) -> None:
        """Cancel what has not ended; what was read stays."""
        for job in self._jobs:
            job.cancel()

    async def _read(self, entry: Entry) -> None:
        try:
            async with self._room:
                await self._through(entry)
        except (asyncio.CancelledError, TaskCancelled):
            entry.fail(TaskCancelled(f"{entry.name}: cancelled."), State.CANCELLED)
            entry.note = ""
        except Exception as error:  # noqa: BLE001 - whatever happened stands beside the file, and one file stops no other
            entry.fail(error)
        finally:
            self._tell()

    async def _through(self, entry: Entry) -> None:
        task = await self._submitted(entry)
        entry.task_id = task.id
        entry.become(State.QUEUED)
        self._tell()
        self._hear(task)
        try:
            await task.wait(on_progress=lambda progress: self._moved(entry, task, progress))
            result = task.result
        except asyncio.CancelledError:
            await self._cancel(task)
            raise
        entry.result, entry.error = result, None
        unread = _words.unread(result.data)
        found = ", ".join(_words.contents(result.data, most=4)) or "nothing found"
        entry.become(State.UNREAD if unread else State.DONE, unread or found)

    async def _submitted(self, entry: Entry) -> AsyncTask:
        """Hand the drawing in; a task that was accepted while the run was cancelled is cancelled too."""
        entry.become(State.SENDING)
        self._tell()
        sending = asyncio.ensure_future(
            self._client.submit(
                entry.to_send,
                name=entry.name,
                on_upload=lambda sent, whole: self._sent(entry, sent / whole),
                **self._settings.of(entry),
            )
        )
        try:
            return await asyncio.shield(sending)
        except asyncio.CancelledError:
            sending.add_done_callback(self._undo)
            raise

    def _undo(self, sending: asyncio.Future[AsyncTask]) -> None:
        if not sending.cancelled() and sending.exception() is None:
            job = asyncio.get_running_loop().create_task(self._cancel(sending.result()))
            self._leftovers.add(job)
            job.add_done_callback(self._leftovers.discard)

    async def _cancel(self, task: AsyncTask) -> None:
        with suppress(DrawkitError):  # it may have ended meanwhile, and there is nobody left to tell
            await task.cancel()

    def _sent(self, entry: Entry, share: float) -> None:
        entry.share = share
        self._tell()

    def _moved(self, entry: Entry, task: AsyncTask, progress: Progress) -> None:
        if progress.total:
            entry.become(State.RUNNING, progress.step, progress.done / progress.total)
        elif task.status is TaskStatus.RUNNING:
            entry.become(State.RUNNING)
        self._tell()
