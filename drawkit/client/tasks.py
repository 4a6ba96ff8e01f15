"""Handles: a task or batch at hand, that knows its last record and how to ask for news."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

from ..contract import (
    BatchCounts,
    BatchRecord,
    BatchStatus,
    Problem,
    Progress,
    Result,
    TaskRecord,
    TaskStatus,
)
from .answers import News
from .errors import TaskCancelled, TaskFailed, WaitTimeout

if TYPE_CHECKING:
    from .aio import AsyncClient
    from .client import Client

OnProgress: TypeAlias = Callable[[Progress], object]
OnCounts: TypeAlias = Callable[[BatchCounts], object]

_FIRST_LOOK: Final = 0.1
_LONGEST_LOOK: Final = 5.0


class Handle:
    """What every task handle has, sync or async."""

    def __init__(self, client: Any, news: News[TaskRecord], *, whole: bool = False) -> None:
        self._client = client
        self._news = news
        self._whole = whole

    @property
    def id(self) -> str:
        """The task's id: `client.task(id)` finds it again, from any process."""
        return self.record.task_id

    @property
    def record(self) -> TaskRecord:
        """The task as the service last told it."""
        return self._news.record

    @property
    def status(self) -> TaskStatus:
        """Where the task was at the last look."""
        return self.record.status

    @property
    def progress(self) -> Progress:
        """How far it was at the last look."""
        return self.record.progress

    @property
    def error(self) -> Problem | None:
        """Why it failed."""
        return self.record.error

    @property
    def data(self) -> Result | None:
        """The result, once completed and fetched; a list of tasks comes without results."""
        return self.record.result

    @property
    def lacks_result(self) -> bool:
        """Whether there is a result that was not fetched yet."""
        return self.status is TaskStatus.COMPLETED and self.record.result is None and not self._whole

    def take(self, news: News[TaskRecord], *, whole: bool = True) -> None:
        """Make `news` the last record; `whole` unless it comes from a list."""
        self._news, self._whole = news, whole

    def following(self, timeout: float | timedelta | None, on_progress: OnProgress | None) -> Iterator[float]:
        """Seconds to wait before each next look, until the task has ended.

        Raises `TaskFailed`, `TaskCancelled` or `WaitTimeout`.
        """
        told: Progress | None = None
        looks = pauses(timeout, lambda: self._news.retry_after)
        while True:
            pause = next(looks)
            if on_progress and self.progress != told:
                told = self.progress
                on_progress(told)
            if self.status.ended:
                break
            if pause is None:
                raise WaitTimeout(f"Task {self.id} is {self.status.value} after {timeout} s. It goes on.", task=self)
            yield pause
        self.raise_for_status()
        if self.lacks_result:
            yield 0.0

    def raise_for_status(self) -> None:
        """Raise `TaskFailed` or `TaskCancelled` if it ended so."""
        if self.status is TaskStatus.FAILED:
            problem = self.error
            reason = (problem.detail or problem.title) if problem else "The service gives no reason."
            raise TaskFailed(f"Task {self.id} failed: {reason}", task=self, problem=problem)
        if self.status is TaskStatus.CANCELLED:
            raise TaskCancelled(f"Task {self.id} was cancelled.", task=self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.status.value}>"


class Task(Handle):
    """A task, for blocking code."""

    _client: Client[Any]

    @property
    def data(self) -> Result | None:
        """The result; asks the service for it when the task came from a list. None unless completed."""
        if self.lacks_result:
            self.refresh()
        return super().data

    def refresh(self) -> Self:
        """Ask the service how the task is."""
        self.take(self._client.look(self.id))
        return self

    def wait(self, timeout: float | timedelta | None = None, on_progress: OnProgress | None = None) -> Self:
        """Wait until the task has completed; `timeout` in seconds, None waits as long as it takes.

        Looks as often as the service wishes. Raises `TaskFailed`, `TaskCancelled` or `WaitTimeout`.
        """
        for pause in self.following(timeout, on_progress):
            time.sleep(pause)
            self.refresh()
        return self

    def cancel(self) -> Self:
        """Stop the task. Raises `TaskEnded` when it has already ended."""
        self.take(self._client.cancel(self.id)._news)
        return self


class AsyncTask(Handle):
    """A task, for asynchronous code."""

    _client: AsyncClient[Any]

    async def refresh(self) -> Self:
        """Ask the service how the task is."""
        self.take(await self._client.look(self.id))
        return self

    async def wait(self, timeout: float | timedelta | None = None, on_progress: OnProgress | None = None) -> Self:  # noqa: ASYNC109 - the task goes on: not a cancellation
        """As `Task.wait`."""
        for pause in self.following(timeout, on_progress):
            await asyncio.sleep(pause)
            await self.refresh()
        return self

    async def cancel(self) -> Self:
        """Stop the task. Raises `TaskEnded` when it has already ended."""
        self.take((await self._client.cancel(self.id))._news)
        return self


class BatchHandle:
    """What every batch handle has, sync or async."""

    def __init__(self, client: Any, news: News[BatchRecord]) -> None:
        self._client = client
        self._news = news

    @property
    def id(self) -> str:
        """The batch's id: `client.batch(id)` finds it again, from any process."""
        return self.record.batch_id

    @property
    def record(self) -> BatchRecord:
        """The batch as the service last told it."""
        return self._news.record

    @property
    def status(self) -> BatchStatus:
        """Where the batch was at the last look."""
        return self.record.status

    @property
    def counts(self) -> BatchCounts:
        """How many of its tasks are in each state."""
        return self.record.counts

    def following(self, timeout: float | timedelta | None, on_counts: OnCounts | None) -> Iterator[float]:
        """Seconds to wait before each next look, until every task has ended. Raises `WaitTimeout`."""
        told: BatchCounts | None = None
        looks = pauses(timeout, lambda: self._news.retry_after)
        while True:
            pause = next(looks)
            if on_counts and self.counts != told:
                told = self.counts
                on_counts(told)
            if self.status is BatchStatus.COMPLETED:
                return
            if pause is None:
                raise WaitTimeout(f"Batch {self.id} is {self.status.value} after {timeout} s. It goes on.")
            yield pause

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.status.value}>"


class Batch(BatchHandle):
    """A batch, for blocking code."""

    _client: Client[Any]

    def refresh(self) -> Self:
        """Ask the service how the batch is."""
        self._news = self._client.batch(self.id)._news
        return self

    def tasks(self, **filters: Any) -> Iterator[Task]:
        """Its tasks, newest first; `filters` as of `Client.tasks`."""
        return self._client.tasks(batch_id=self.id, **filters)

    def wait(self, timeout: float | timedelta | None = None, on_counts: OnCounts | None = None) -> Self:
        """Wait until every task has ended, however; a batch that no task joins never does. Raises `WaitTimeout`."""
        for pause in self.following(timeout, on_counts):
            time.sleep(pause)
            self.refresh()
        return self


class AsyncBatch(BatchHandle):
    """A batch, for asynchronous code."""

    _client: AsyncClient[Any]

    async def refresh(self) -> Self:
        """Ask the service how the batch is."""
        self._news = (await self._client.batch(self.id))._news
        return self

    def tasks(self, **filters: Any) -> AsyncIterator[AsyncTask]:
        """Its tasks, newest first; `filters` as of `AsyncClient.tasks`."""
        return self._client.tasks(batch_id=self.id, **filters)

    async def wait(self, timeout: float | timedelta | None = None, on_counts: OnCounts | None = None) -> Self:  # noqa: ASYNC109 - the batch goes on: not a cancellation
        """As `Batch.wait`."""
        for pause in self.following(timeout, on_counts):
            await asyncio.sleep(pause)
            await self.refresh()
        return self


def pauses(timeout: float | timedelta | None, hint: Callable[[], float | None]) -> Iterator[float | None]:
    """Seconds until each next look: the service's hint, else growing; None when the time is over."""
    if isinstance(timeout, timedelta):
        timeout = timeout.total_seconds()
    end = None if timeout is None else time.monotonic() + timeout
    own = _FIRST_LOOK
    while True:
        told = hint()
        pause = own if told is None else max(told, _FIRST_LOOK)
        own = min(own * 1.5, _LONGEST_LOOK)
        left = pause if end is None else end - time.monotonic()
        yield min(pause, left) if left > 0 else None
