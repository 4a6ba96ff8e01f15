"""The blocking client: a thin shell over httpx around the protocol."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, ClassVar, Generic, Self, cast

import httpx
from typing_extensions import TypeVar

from ..contract import Options, Profile, QuotaRecord, ServiceStatus, TaskRecord, TaskStatus
from .aio import AsyncClient
from .answers import News
from .protocol import Call
from .retry import Outcome
from .shell import TROUBLES, Shell, T, id_of
from .tasks import Batch, Handle, Task
from .uploads import FileLike, OnUpload, Password, read_drawing

TaskT = TypeVar("TaskT", bound=Task, default=Task)


class Client(Shell, Generic[TaskT]):
    """A client of the open API; threads may share it.

    `base_url` and `api_key` default to DRAWKIT_BASE_URL and DRAWKIT_API_KEY (the key also to the system's keyring,
    Colab's secrets, or a question). `timeout` is in seconds for each step of one request; `max_wait` is the longest
    wait in seconds that the service may ask for before a call gives up. Every method raises a `DrawkitError`.
    """

    task_type: ClassVar[type[Task]] = Task
    """What task handles are made of; a subclass may extend it."""
    async_type: ClassVar[type[AsyncClient[Any]]] = AsyncClient
    """What `to_async` makes."""

    def status(self) -> ServiceStatus:
        """What the service is and can do (permission `status:read`)."""
        return self._do(self._protocol.status())

    def quota(self) -> QuotaRecord:
        """The key's quota (permission `quota:read`)."""
        return self._do(self._protocol.quota())

    def tasks(
        self,
        *,
        status: TaskStatus | str | None = None,
        profile: Profile | str | None = None,
        batch_id: str | None = None,
        created_after: datetime | str | None = None,
        page_size: int | None = None,
    ) -> Iterator[TaskT]:
        """The key's tasks, newest first; a page is fetched when it is reached (permission `tasks:read`)."""
        return self._listed(self._protocol.listing_query(status, profile, batch_id, created_after, page_size))

    def task(self, task_id: str) -> TaskT:
        """One task (permission `tasks:read`)."""
        return self._handle(self.look(task_id), whole=True)

    def look(self, task_id: str) -> News[TaskRecord]:
        """One task's record, and when the service wants to be asked again; `Task.refresh` stands on it."""
        return self._do(self._protocol.task(task_id))

    def submit(  # noqa: PLR0913 - each is an option a person names
        self,
        file: FileLike,
        profile: Profile | str = "full",
        *,
        options: Options | Mapping[str, Any] | None = None,
        task_list: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        publish: bool | None = None,
        redact: bool | None = None,
        batch: Batch | str | None = None,
        name: str | None = None,
        password: Password | None = None,
        on_upload: OnUpload | None = None,
        idempotency_key: str | None = None,
    ) -> TaskT:
        """Hand in one drawing (permission `tasks:create`; API document, section 2).

        `file` is a path, bytes, a binary file or a Pillow image; it is read once and checked before anything is
        sent. `task_list` names the modules of profile `advanced`. `pages` are page numbers from 1. `publish` and
        `redact` (both on unless said otherwise; a service of your own publishes nothing unless told) govern the public
        preview and summary. `password` opens a locked PDF,
        or is a function that asks for it when it is needed, such as `getpass.getpass`; it is neither sent nor kept:
        what is handed in is a copy without it. `on_upload` is called with the bytes sent and the bytes in all. A second
        submission with the same `idempotency_key` and content gives the first one's task, from any process; without
        one, each call is a task of its own.
        """
        publish = self._publishing(publish, options)
        given = {"task_list": task_list, "pages": pages, "publish": publish, "redact": redact}
        chosen = self._protocol.choose(profile, options, **given)
        drawing = read_drawing(file, name, self._limits, pages=chosen[1].pages, password=password)
        batch_id = id_of(batch) if batch is not None else None
        call = self._protocol.submit(drawing, *chosen, batch_id=batch_id, idempotency_key=idempotency_key)
        return self._handle(self._do(call, on_upload))

    def cancel(self, task: Handle | str) -> TaskT:
        """Stop a task. Raises `TaskEnded` when it has already ended (permission `tasks:create`)."""
        return self._handle(self._do(self._protocol.cancel(id_of(task))), whole=True)

    def create_batch(self, name: str | None = None, task_ids: Iterable[Handle | str] = ()) -> Batch:
        """Make a batch of these tasks, or an empty one for tasks to join (permission `batches:create`)."""
        return Batch(self, self._do(self._protocol.create_batch(name, tuple(id_of(task) for task in task_ids))))

    def batch(self, batch_id: str) -> Batch:
        """One batch (permission `batches:read`)."""
        return Batch(self, self._do(self._protocol.batch(batch_id)))

    def preview(self, task: Handle | TaskRecord | str, page: int = 1) -> bytes:
        """The published preview of one page, a PNG. Raises `NotPublished` when there is none."""
        record = task.record if isinstance(task, Handle) else task
        if isinstance(record, str):
            record = self.look(record).record
        return self._do(self._protocol.preview(self._base_url, record, page))

    def to_async(self) -> AsyncClient[Any]:
        """An asynchronous client for the same service and key."""
        return self.async_type(**self._twin())

    def close(self) -> None:
        """Close the connections."""
        self._closer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        self._gate = threading.Condition()
        self._http = httpx.Client(**self._settings())
        self._closer = weakref.finalize(self, self._http.close)

    def _handle(self, news: News[TaskRecord], *, whole: bool = False) -> TaskT:
        return cast("TaskT", self.task_type(self, news, whole=whole))

    def _listed(self, query: Mapping[str, str]) -> Iterator[TaskT]:
        call = self._protocol.tasks(query)
        while True:
            page = self._do(call)
            for record in page.records:
                yield self._handle(News(record))
            if page.cursor is None:
                return
            call = self._protocol.tasks(query, page.cursor)

    def _do(self, call: Call[T], on_upload: OnUpload | None = None) -> T:
        """Send a call, again where that helps, and read its answer."""
        retries = self._retries(call)
        while True:
            self._enter()
            outcome = None
            try:
                outcome = self._send(call, on_upload)
            finally:
                with self._gate:
                    pause = self._ended(outcome, retries)
                    self._gate.notify(2)  # one call ended, and the room may have grown by one
            if pause is None:
                return self._read(call, outcome)
            time.sleep(pause)

    def _enter(self) -> None:
        """Wait for room among the calls that run."""
        while True:
            with self._gate:
                while (wait := self._pace.try_start(time.monotonic())) == float("inf"):
                    self._gate.wait()
            if wait == 0:
                return
            time.sleep(wait)

    def _send(self, call: Call[Any], on_upload: OnUpload | None) -> Outcome:
        try:
            request = self._request(self._http.build_request, call, on_upload)
            if on_upload is None:
                request.read()  # a form in one piece, not in a dozen small ones
            response = self._http.send(request)
        except TROUBLES as error:
            return self._lost(error)
        return self._answer(response)
