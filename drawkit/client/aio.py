"""The asynchronous client: the same thin shell, awaited."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Generic, Self, cast

import httpx
from typing_extensions import TypeVar

from ..contract import Options, Profile, QuotaRecord, ServiceStatus, TaskRecord, TaskStatus
from .answers import News
from .protocol import Call
from .retry import Outcome
from .shell import TROUBLES, Shell, T, id_of
from .tasks import AsyncBatch, AsyncTask, Handle
from .uploads import FileLike, OnUpload, Password, read_drawing

AsyncTaskT = TypeVar("AsyncTaskT", bound=AsyncTask, default=AsyncTask)


class AsyncClient(Shell, Generic[AsyncTaskT]):
    """A client of the open API for one event loop; arguments and methods as of `Client`."""

    task_type: ClassVar[type[AsyncTask]] = AsyncTask
    """What task handles are made of; a subclass may extend it."""

    async def status(self) -> ServiceStatus:
        """What the service is and can do (permission `status:read`)."""
        return await self._do(self._protocol.status())

    async def quota(self) -> QuotaRecord:
        """The key's quota (permission `quota:read`)."""
        return await self._do(self._protocol.quota())

    def tasks(
        self,
        *,
        status: TaskStatus | str | None = None,
        profile: Profile | str | None = None,
        batch_id: str | None = None,
        created_after: datetime | str | None = None,
        page_size: int | None = None,
    ) -> AsyncIterator[AsyncTaskT]:
        """The key's tasks, newest first; a page is fetched when it is reached (permission `tasks:read`)."""
        return self._listed(self._protocol.listing_query(status, profile, batch_id, created_after, page_size))

    async def task(self, task_id: str) -> AsyncTaskT:
        """One task (permission `tasks:read`)."""
        return self._handle(await self.look(task_id), whole=True)

    async def look(self, task_id: str) -> News[TaskRecord]:
        """One task's record, and when the service wants to be asked again; `AsyncTask.refresh` stands on it."""
        return await self._do(self._protocol.task(task_id))

    async def submit(  # noqa: PLR0913 - each is an option a person names
        self,
        file: FileLike,
        profile: Profile | str = "full",
        *,
        options: Options | Mapping[str, Any] | None = None,
        task_list: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        publish: bool | None = None,
        redact: bool | None = None,
        batch: AsyncBatch | str | None = None,
        name: str | None = None,
        password: Password | None = None,
        on_upload: OnUpload | None = None,
        idempotency_key: str | None = None,
    ) -> AsyncTaskT:
        """Hand in one drawing; arguments as of `Client.submit`. The file is read and checked in a thread."""
        publish = self._publishing(publish, options)
        given = {"task_list": task_list, "pages": pages, "publish": publish, "redact": redact}
        chosen = self._protocol.choose(profile, options, **given)
        drawing = await asyncio.to_thread(
            read_drawing, file, name, self._limits, pages=chosen[1].pages, password=password
        )
        batch_id = id_of(batch) if batch is not None else None
        call = self._protocol.submit(drawing, *chosen, batch_id=batch_id, idempotency_key=idempotency_key)
        return self._handle(await self._do(call, on_upload))

    async def cancel(self, task: Handle | str) -> AsyncTaskT:
        """Stop a task. Raises `TaskEnded` when it has already ended (permission `tasks:create`)."""
        return self._handle(await self._do(self._protocol.cancel(id_of(task))), whole=True)

    async def create_batch(self, name: str | None = None, task_ids: Iterable[Handle | str] = ()) -> AsyncBatch:
        """Make a batch of these tasks, or an empty one for tasks to join (permission `batches:create`)."""
        ids = tuple(id_of(task) for task in task_ids)
        return AsyncBatch(self, await self._do(self._protocol.create_batch(name, ids)))

    async def batch(self, batch_id: str) -> AsyncBatch:
        """One batch (permission `batches:read`)."""
        return AsyncBatch(self, await self._do(self._protocol.batch(batch_id)))

    async def preview(self, task: Handle | TaskRecord | str, page: int = 1) -> bytes:
        """The published preview of one page, a PNG. Raises `NotPublished` when there is none."""
        record = task.record if isinstance(task, Handle) else task
        if isinstance(record, str):
            record = (await self.look(record)).record
        return await self._do(self._protocol.preview(self._base_url, record, page))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _open(self) -> None:
        self._line: deque[asyncio.Future[None]] = deque()
        self._http = httpx.AsyncClient(**self._settings())

    def _handle(self, news: News[TaskRecord], *, whole: bool = False) -> AsyncTaskT:
        return cast("AsyncTaskT", self.task_type(self, news, whole=whole))

    async def _listed(self, query: Mapping[str, str]) -> AsyncIterator[AsyncTaskT]:
        call = self._protocol.tasks(query)
        while True:
            page = await self._do(call)
            for record in page.records:
                yield self._handle(News(record))
            if page.cursor is None:
                return
            call = self._protocol.tasks(query, page.cursor)

    async def _do(self, call: Call[T], on_upload: OnUpload | None = None) -> T:
        """Send a call, again where that helps, and read its answer."""
        retries = self._retries(call)
        while True:
            await self._enter()
            outcome = None
            try:
                outcome = await self._send(call, on_upload)
            finally:
                pause = self._ended(outcome, retries)
                self._wake()
            if pause is None:
                return self._read(call, outcome)
            await asyncio.sleep(pause)

    async def _enter(self) -> None:
        """Wait for room among the calls that run."""
        while (wait := self._pace.try_start(time.monotonic())) > 0:
            if wait < float("inf"):
                await asyncio.sleep(wait)
            else:
                await self._turn()

    async def _turn(self) -> None:
        """Wait until another call ended."""
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._wake()  # the turn may have come to this one: pass it on
            raise

    def _wake(self) -> None:
        """Let two in: one call ended, and the room may have grown by one."""
        woken = 0
        while self._line and woken < 2:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                woken += 1

    async def _send(self, call: Call[Any], on_upload: OnUpload | None) -> Outcome:
        try:
            request = self._request(self._http.build_request, call, on_upload)
            if on_upload is None:
                await request.aread()  # a form in one piece, not in a dozen small ones
            response = await self._http.send(request)
        except TROUBLES as error:
            return self._lost(error)
        return self._answer(response)
