"""Reads drawings through the asynchronous client, a few at a time, and tells how each one fares."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from drawkit.client import DrawkitError, NotFound, ServiceUnreachable, TaskCancelled, Unavailable
from drawkit.contract import Progress, TaskStatus
from drawkit.display import _words

from ._entry import Entry, State
from ._sending import Attempt, FileChanged, attempt_at, content_of, cut_off
from ._settings import Settings

if TYPE_CHECKING:
    from drawkit.display import AsyncClient, AsyncTask

    from ._dropzone import DropZone

PATIENCE_SECONDS: Final = 60.0
"""How long a lost connection is waited for while the service reads."""
_PAUSE_SECONDS: Final = 1.0
_LOST: Final = "the connection to the service is lost; trying again"
_IN_LINE: Final = "its turn comes after those before it"


def _cancelled(entry: Entry) -> None:
    entry.fail(TaskCancelled(f"{entry.name}: cancelled."), State.CANCELLED)
    entry.note = ""


class Run:
    """Drawings that are read with `settings`, which give the keyword arguments of `submit` for each file.

    `room` has a place for each that may be read at once; another run may hold some of them.
    """

    def __init__(
        self,
        client: AsyncClient,
        entries: Sequence[Entry],
        settings: Settings,
        room: asyncio.Semaphore,
        zone: DropZone,
        hear: Callable[[AsyncTask], object],
    ) -> None:
        self._client, self._entries, self._settings, self._room = client, entries, settings, room
        self._zone, self._tell, self._hear = zone, zone.tell, hear
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
        finally:
            for entry, job in zip(self._entries, self._jobs, strict=True):
                if job.cancelled():  # before it began
                    _cancelled(entry)

    def stop(self) -> None:
        """Cancel what has not ended; what was read stays."""
        for job in self._jobs:
            job.cancel()

    async def _read(self, entry: Entry) -> None:
        try:
            if self._room.locked():
                entry.become(State.QUEUED, _IN_LINE)
            async with self._room:
                await self._through(entry)
        except (asyncio.CancelledError, TaskCancelled):
            _cancelled(entry)
        except FileChanged as error:
            if (await self._zone.check(entry)).readable:
                entry.fail(error)
        except Exception as error:  # noqa: BLE001 - whatever happened stands beside the file, and one file stops no other
            entry.fail(error)
        finally:
            self._tell()

    async def _through(self, entry: Entry) -> None:
        data = await asyncio.to_thread(content_of, entry)
        attempt = attempt_at(entry, self._settings.mark(entry))
        try:
            task = await self._resumed(attempt) or await self._submitted(entry, data, attempt)
            entry.task_id = attempt.task_id = task.id
            entry.become(State.QUEUED)
            self._tell()
            self._hear(task)
            await self._followed(entry, task)
        except ServiceUnreachable:  # the attempt is kept
            if not self._client.heard:
                raise
            raise cut_off(attempt) from None
        except Unavailable:
            raise
        except BaseException:
            entry.attempt = None
            raise
        result = task.result
        entry.result, entry.error, entry.attempt = result, None, None
        entry.warn = bool(_words.doubts(result.data))
        unread = _words.unread(result.data)
        found = ", ".join(_words.contents(result.data, most=4)) or "nothing found"
        entry.become(State.UNREAD if unread else State.DONE, unread or found)

    async def _resumed(self, attempt: Attempt) -> AsyncTask | None:
        """Give the task that the service was heard to have; None where there is none."""
        if attempt.task_id is None:
            return None
        try:
            return await self._client.task(attempt.task_id)
        except NotFound:  # it was deleted meanwhile
            attempt.task_id, attempt.idempotency_key = None, uuid.uuid4().hex
            return None

    async def _followed(self, entry: Entry, task: AsyncTask) -> None:
        """Wait until a task has ended, or end it; a connection that is lost for a while is waited for too."""
        lost_at, last = 0.0, None
        try:
            while True:
                try:
                    await task.wait(on_progress=lambda progress: self._moved(entry, task, progress))
                    if task.lacks_pictures:
                        raise ServiceUnreachable
                except (ServiceUnreachable, Unavailable):
                    if task.record is not last:  # it was heard meanwhile
                        lost_at, last = time.monotonic(), task.record
                    if time.monotonic() - lost_at > PATIENCE_SECONDS:
                        raise
                    entry.become(entry.state, _LOST, entry.share)
                    self._tell()
                    await asyncio.sleep(_PAUSE_SECONDS)
                else:
                    return
        except asyncio.CancelledError:
            await self._cancel(task)
            raise

    async def _submitted(self, entry: Entry, data: bytes, attempt: Attempt) -> AsyncTask:
        """Hand the drawing in; a task that was accepted while the run was cancelled is cancelled too."""
        entry.become(State.SENDING)
        self._tell()
        sending = asyncio.ensure_future(
            self._client.submit(
                data,
                name=entry.name,
                on_upload=lambda sent, whole: self._sent(entry, sent / whole),
                idempotency_key=attempt.idempotency_key,
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
