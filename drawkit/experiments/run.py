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

from .connection import Connection
from .inputs import NO_FILE, read
from .leases import HEARTBEAT_S, Owner
from .ledger import Entry, Ledger
from .plan import PASSING, Cell, worth_another
from .polling import Poller
from .run_status import RunStatus

_CONCURRENCY: Final = 64
_TRIES: Final = 3
_RETRY_S: Final = 0.5
_UNEXPECTED: Final = "unexpected-answer"


class Changed(OSError):
    """The file is not what it was when the plan was made."""


class Run:
    """Brings every cell to its end. `status` is kept up to date for whoever shows it."""

    def __init__(
        self,
        ledger: Ledger,
        connect: Callable[[], Client[Any]],
        status: RunStatus,
        *,
        name: str,
        retry_failed: bool = False,
        patience_s: float = 60.0,
    ) -> None:
        self._ledger, self._connect, self._status = ledger, connect, status
        self._retry_failed, self._patience_s = retry_failed, patience_s
        self._owner = Owner(name)
        self._leased_elsewhere: deque[Cell] = deque()
        self._stopped: DrawkitError | None = None

    async def go(self, cells: Iterator[Cell]) -> DrawkitError | None:
        """Work until nothing is left; what the service had no room for is told by the exception given back.

        Raises `ServiceUnreachable` after a long outage, and what makes every call senseless: a wrong key, a missing
        permission. Whatever happens, what has not ended is free for the next run, which finds its tasks again.
        """
        self._ledger.heartbeat(self._owner)
        try:
            self._connection = Connection(self._connect, self._patience_s)
            self._poller = Poller(self._connection)
            try:
                await self._work(cells)
            finally:
                await self._connection.close()
        finally:
            self._ledger.release(self._owner)
        return self._stopped

    async def _work(self, cells: Iterator[Cell]) -> None:
        helpers = [asyncio.create_task(self._poller.run()), asyncio.create_task(self._heartbeats())]
        count = min(_CONCURRENCY, max(1, self._status.total))
        workers = [asyncio.create_task(self._worker(cells)) for _ in range(count)]
        try:
            await asyncio.gather(*workers)
        finally:
            for job in (*workers, *helpers):
                job.cancel()
            await asyncio.gather(*workers, *helpers, return_exceptions=True)

    async def _heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            self._ledger.heartbeat(self._owner)
            self._status.running = self._poller.running

    async def _worker(self, cells: Iterator[Cell]) -> None:
        for cell in cells:
            await self._cell(cell)
        while self._leased_elsewhere:
            cell = self._leased_elsewhere.popleft()
            await asyncio.sleep(_RETRY_S)
            await self._cell(cell)

    async def _cell(self, cell: Cell) -> None:
        assert cell.key is not None  # noqa: S101 - refused cells are not to do
        entry = self._ledger.claim(cell.key, self._owner, cell.drawing.file_name, cell.pages)
        if entry.ended and worth_another(entry, retry_failed=self._retry_failed):
            entry = self._ledger.again(entry, self._owner)
        if entry.ended:
            self._status.end(entry.state)
        elif entry.owner != self._owner.id:
            self._leased_elsewhere.append(cell)
        else:
            await self._process(cell, entry)

    async def _process(self, cell: Cell, entry: Entry) -> None:
        try:
            await self._with_retries(cell, entry)
        except (QuotaExhausted, LimitExceeded, Unavailable) as error:
            self._stopped = error  # it would say the same to the others; tasks that are on their way go on
            self._ledger.note(entry, _code(error), str(error))
            self._status.end("left")
        except (Unauthenticated, AccessDenied, ConfigurationError, ServiceUnreachable):
            raise
        except ProblemError as error:
            self._ledger.refused(entry, _code(error), str(error))
            self._status.end("failed")
        except (DrawkitError, OSError) as error:
            self._ledger.note(entry, NO_FILE if isinstance(error, OSError) else _UNEXPECTED, str(error))
            self._status.end("failed")

    async def _with_retries(self, cell: Cell, entry: Entry) -> None:
        for attempt in range(1, _TRIES + 1):
            record = await self._submit_and_wait(cell, entry)
            if record is None:
                self._status.end("left")
                return
            self._ledger.ended(entry, record)
            problem = record.error
            passing = record.status is TaskStatus.FAILED and problem is not None and problem.code in PASSING
            if not passing or attempt == _TRIES:
                self._status.end(record.status.value)
                return
            entry = self._ledger.again(self._ledger.entry(entry.job), self._owner)

    async def _submit_and_wait(self, cell: Cell, entry: Entry) -> TaskRecord | None:
        """The ended task; None when the service takes no more."""
        task_id = entry.task_id
        if task_id is not None:
            with suppress(NotFound):  # another service, or one that has forgotten: it is submitted anew
                return await self._poll(task_id)
            entry = self._ledger.again(entry, self._owner)
        if self._stopped is not None:
            return None
        record = await self._submitted(cell, entry)
        self._ledger.submitted(entry, record.task_id)
        if record.status.ended and (record.result is not None or record.status is not TaskStatus.COMPLETED):
            return record
        return await self._poll(record.task_id)

    async def _poll(self, task_id: str) -> TaskRecord:
        self._status.open += 1
        try:
            return await self._poller.wait(task_id)
        finally:
            self._status.open -= 1

    async def _submitted(self, cell: Cell, entry: Entry) -> TaskRecord:
        data = await asyncio.to_thread(read, cell.drawing)
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise Changed("The file changed while the experiment ran. Run it again.")

        # Said outright, for its report shows the previews: a service of one's own publishes nothing by itself.
        options = cell.setting.options.model_copy(update={"publish": cell.setting.options.publish})

        async def submit(client: AsyncClient[Any]) -> TaskRecord:
            task = await client.submit(
                data,
                cell.setting.profile,
                options=options,
                name=entry.file_name,
                idempotency_key=entry.idempotency_key,
            )
            record: TaskRecord = task.record
            return record

        while True:
            try:
                return await self._connection.call(submit)
            except IdempotencyConflict:  # a try whose answer was lost is still being answered
                await asyncio.sleep(_RETRY_S)


def _code(error: DrawkitError) -> str:
    return error.problem.code if error.problem and error.problem.code else _UNEXPECTED
