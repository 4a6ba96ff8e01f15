"""Polls the tasks of a run until they end: many by the list in one call, few by themselves."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

from drawkit.client import AsyncClient, DrawkitError, ServiceUnreachable
from drawkit.contract import TaskRecord, TaskStatus

from .connection import Connection

_FEW: Final = 3
_PAGE: Final = 200
_UNLISTED: Final = 16
_SHORTEST_S: Final = 0.1
_LONGEST_S: Final = 2.0
_STEP: Final = 1.5


@dataclass
class _Polled:
    ended: asyncio.Future[TaskRecord]
    due: float = 0.0
    status: TaskStatus = TaskStatus.QUEUED
    since: float = field(default_factory=time.monotonic)


class Poller:
    """Asks after tasks, as often as they end; `running` tells how many are being read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open: dict[str, _Polled] = {}
        self._added = asyncio.Event()
        self._interval = _SHORTEST_S
        self._lists = True

    @property
    def running(self) -> int:
        """How many of its tasks were running at the last look."""
        return sum(one.status is TaskStatus.RUNNING for one in self._open.values())

    async def wait(self, task_id: str) -> TaskRecord:
        """The task's record, with its result, once it ended. Raises `NotFound` when the service does not know it."""
        polled = _Polled(asyncio.get_running_loop().create_future())
        self._open[task_id] = polled
        self._added.set()
        try:
            return await polled.ended
        finally:
            self._open.pop(task_id, None)

    async def run(self) -> None:
        """Look, again and again, until cancelled."""
        while True:
            if not self._open:
                self._added.clear()
                await self._added.wait()
            await asyncio.sleep(self._interval)
            before = len(self._open)
            try:
                ended = await self._round()
            except Exception as error:  # noqa: BLE001 - each task's waiter hears of it
                self._tell_all(error)
                continue
            wish = max(1, before // 8)
            self._interval *= 1 / _STEP if ended > wish else _STEP if ended < wish else 1
            self._interval = min(max(self._interval, _SHORTEST_S), _LONGEST_S)

    async def _round(self) -> int:
        """One look at all; how many have ended."""
        wanted = self._due()
        if len(self._open) > _FEW and self._lists:
            wanted = await self._listed()
        looks = [self._poll(task_id, self._open[task_id]) for task_id in wanted if task_id in self._open]
        return sum(await asyncio.gather(*looks))

    def _due(self) -> list[str]:
        now = time.monotonic()
        return [task_id for task_id, one in self._open.items() if one.due <= now]

    async def _listed(self) -> list[str]:
        """The tasks to look at: those that ended by the newest page of the list, and a few it does not show."""
        try:
            told = await self._connection.call(self._newest)
        except ServiceUnreachable:
            raise
        except DrawkitError:  # a service without such a list: each task is asked for by itself
            self._lists = False
            return self._due()
        for task_id, status in told.items():
            if task_id in self._open:
                self._open[task_id].status = status
        ended = [task_id for task_id, status in told.items() if status.ended and task_id in self._open]
        unlisted = [task_id for task_id in self._due() if task_id not in told]
        return ended + unlisted[:_UNLISTED]

    async def _newest(self, client: AsyncClient[Any]) -> dict[str, TaskStatus]:
        told: dict[str, TaskStatus] = {}
        missing = set(self._open)
        listing = client.tasks(page_size=_PAGE)
        async for task in listing:
            told[task.id] = task.status
            missing.discard(task.id)
            if not missing or len(told) >= _PAGE:
                break
        return told

    async def _poll(self, task_id: str, polled: _Polled) -> int:
        try:
            news = await self._connection.call(lambda client: client.look(task_id))
        except ServiceUnreachable:
            raise
        except DrawkitError as error:
            _fail(polled, error)
            return 1
        polled.status = news.record.status
        if not news.record.status.ended:
            polled.due = time.monotonic() + (news.retry_after or 0.0)
            return 0
        if not polled.ended.done():
            polled.ended.set_result(news.record)
        return 1

    def _tell_all(self, error: Exception) -> None:
        for polled in list(self._open.values()):
            _fail(polled, error)


def _fail(polled: _Polled, error: Exception) -> None:
    if not polled.ended.done():
        polled.ended.set_exception(error)
