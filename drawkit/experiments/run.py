"""One run of an experiment: claims what is to do, submits it, follows it and keeps it, many drawings at a time."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from drawkit.client import (
    AccessDenied,
    AsyncClient,
    Client,
    ConfigurationError,
    DrawkitError,
    IdempotencyConflict,
    LimitExceeded,
    NotFound,
    ProblemError,
    QuotaExhausted,
    ServiceUnreachable,
    Unauthenticated,
    Unavailable,
)
from drawkit.contract import TaskRecord, TaskStatus

from .follower import Follower
from .intake import NO_FILE, read
from .ledger import Entry, Ledger
from .line import Line
from .owners import BEAT_S, Owner
from .plan import PASSING, Cell, worth_another
from .standing import Standing

_LANES: Final = 64
_TRIES: Final = 3
_LOOK_AGAIN_S: Final = 0.5
_UNEXPECTED: Final = "unexpected-answer"


class Changed(OSError):
    """The file is not what it was when the plan was made."""


class Run:
    """Brings every cell to its end. `standing` is kept up to date for whoever shows it."""

    def __init__(
        self,
        ledger: Ledger,
        connect: Callable[[], Client[Any]],
        standing: Standing,
        *,
        name: str,
        retry_failed: bool = False,
        patience_s: float = 60.0,
    ) -> None:
        self._ledger, self._connect, self._standing = ledger, connect, standing
        self._retry_failed, self._patience_s = retry_failed, patience_s
        self._owner = Owner(name)
        self._theirs: deque[Cell] = deque()
        self._stopped: DrawkitError | None = None

    async def go(self, cells: Iterator[Cell]) -> DrawkitError | None:
        """Work until nothing is left; what the service had no room for is told by the exception given back.

        Raises `ServiceUnreachable` after a long outage, and what makes every call senseless: a wrong key, a missing
        permission. Whatever happens, what has not ended is free for the next run, which finds its tasks again.
        """
        self._ledger.beat(self._owner)
        try:
            self._line = Line(self._connect, self._patience_s)
            self._follower = Follower(self._line)
            await self._work(cells)
        finally:
            self._ledger.leave(self._owner)
            line = getattr(self, "_line", None)
            if line is not None:
                await line.close()
        return self._stopped

    async def _work(self, cells: Iterator[Cell]) -> None:
        helpers = [asyncio.create_task(self._follower.run()), asyncio.create_task(self._live())]
        lanes = [asyncio.create_task(self._lane(cells)) for _ in range(min(_LANES, max(1, self._standing.total)))]
        try:
            await asyncio.gather(*lanes)
        finally:
            for job in (*lanes, *helpers):
                job.cancel()
            await asyncio.gather(*lanes, *helpers, return_exceptions=True)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self._ledger.beat(self._owner)
            self._standing.running = self._follower.running

    async def _lane(self, cells: Iterator[Cell]) -> None:
        for cell in cells:
            await self._cell(cell)
        while self._theirs:
            cell = self._theirs.popleft()
            await asyncio.sleep(_LOOK_AGAIN_S)
            await self._cell(cell)

    async def _cell(self, cell: Cell) -> None:
        assert cell.key is not None  # noqa: S101 - refused cells are not to do
        entry = self._ledger.claim(cell.key, self._owner, cell.drawing.file_name, cell.pages)
        if entry.ended and worth_another(entry, retry_failed=self._retry_failed):
            entry = self._ledger.again(entry, self._owner)
        if entry.ended:
            self._standing.end(entry.state)
        elif entry.owner != self._owner.id:
            self._theirs.append(cell)
        else:
            await self._own(cell, entry)

    async def _own(self, cell: Cell, entry: Entry) -> None:
        try:
            await self._tries(cell, entry)
        except (QuotaExhausted, LimitExceeded, Unavailable) as error:
            self._stopped = error  # it would say the same to the others; tasks that are on their way go on
            self._ledger.note(entry, _code(error), str(error))
            self._standing.end("left")
        except (Unauthenticated, AccessDenied, ConfigurationError, ServiceUnreachable):
            raise
        except ProblemError as error:
            self._ledger.refused(entry, _code(error), str(error))
            self._standing.end("failed")
        except (DrawkitError, OSError) as error:
            self._ledger.note(entry, NO_FILE if isinstance(error, OSError) else _UNEXPECTED, str(error))
            self._standing.end("failed")

    async def _tries(self, cell: Cell, entry: Entry) -> None:
        for attempt in range(1, _TRIES + 1):
            record = await self._through(cell, entry)
            if record is None:
                self._standing.end("left")
                return
            self._ledger.ended(entry, record)
            problem = record.error
            passing = record.status is TaskStatus.FAILED and problem is not None and problem.code in PASSING
            if not passing or attempt == _TRIES:
                self._standing.end(record.status.value)
                return
            entry = self._ledger.again(self._ledger.entry(entry.job), self._owner)

    async def _through(self, cell: Cell, entry: Entry) -> TaskRecord | None:
        """The ended task; None when the service takes no more."""
        task_id = entry.task_id
        if task_id is not None:
            with suppress(NotFound):  # another service, or one that has forgotten: it is submitted anew
                return await self._follow(task_id)
            entry = self._ledger.again(entry, self._owner)
        if self._stopped is not None:
            return None
        record = await self._submitted(cell, entry)
        self._ledger.submitted(entry, record.task_id)
        if record.status.ended and (record.result is not None or record.status is not TaskStatus.COMPLETED):
            return record
        return await self._follow(record.task_id)

    async def _follow(self, task_id: str) -> TaskRecord:
        self._standing.open += 1
        try:
            return await self._follower.wait(task_id)
        finally:
            self._standing.open -= 1

    async def _submitted(self, cell: Cell, entry: Entry) -> TaskRecord:
        data = await asyncio.to_thread(read, cell.drawing)
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise Changed("The file changed while the experiment ran. Run it again.")

        async def submit(client: AsyncClient[Any]) -> TaskRecord:
            task = await client.submit(
                data,
                cell.setting.profile,
                options=cell.setting.options,
                name=entry.file_name,
                idempotency_key=entry.idempotency_key,
            )
            record: TaskRecord = task.record
            return record

        while True:
            try:
                return await self._line.call(submit)
            except IdempotencyConflict:  # a try whose answer was lost is still being answered
                await asyncio.sleep(_LOOK_AGAIN_S)


def _code(error: DrawkitError) -> str:
    return error.problem.code if error.problem and error.problem.code else _UNEXPECTED
