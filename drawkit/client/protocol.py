"""The open API as plain functions: calls are built and answers read here, without any I/O."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlsplit

from ..contract import (
    DEFAULT_DIALECT,
    BatchRecord,
    Dialect,
    Options,
    QuotaRecord,
    ServiceStatus,
    TaskRecord,
    TaskStatus,
)
from .answers import Answer, Listing, News, Reader
from .errors import InvalidRequest, NotPublished, UnexpectedAnswer
from .uploads import Drawing, choose_options

T = TypeVar("T")
_ROOT = "/api/open"
_LONGEST_ID = 1000


@dataclass(frozen=True)
class Part:
    """The file part of a multipart form."""

    field: str
    drawing: Drawing


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request and how its answer is read. The key is not in it: the shells add it when they send."""

    method: str
    path: str
    read: Callable[[Answer], T]
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    part: Part | None = None
    json: object = None
    repeatable: bool = True
    """Whether sending it twice does no harm: every GET, and a POST with an idempotency key."""


@dataclass(frozen=True)
class Protocol:
    """The eight endpoints (API document, section 4) and the published previews, in one service's dialect."""

    dialect: Dialect = DEFAULT_DIALECT

    @property
    def reader(self) -> Reader:
        """How this service's answers are read."""
        return Reader(self.dialect)

    def status(self) -> Call[ServiceStatus]:
        """What the service is and can do."""
        return Call("GET", f"{_ROOT}/status", self.reader.status)

    def quota(self) -> Call[QuotaRecord]:
        """The caller's quota."""
        return Call("GET", f"{_ROOT}/quota", self.reader.quota)

    def task(self, task_id: str) -> Call[News[TaskRecord]]:
        """One task."""
        return Call("GET", f"{_ROOT}/tasks/{_segment(task_id)}", self.reader.task)

    def tasks(self, query: Mapping[str, str], cursor: str | None = None) -> Call[Listing]:
        """One page of the list; `query` is of `listing_query`."""
        place = {self.dialect.cursor_parameter: cursor} if cursor is not None else {}
        return Call("GET", f"{_ROOT}/tasks", partial(self.reader.listing, after=cursor), query={**query, **place})

    def listing_query(
        self,
        status: TaskStatus | str | None = None,
        profile: str | None = None,
        batch_id: str | None = None,
        created_after: datetime | str | None = None,
        page_size: int | None = None,
    ) -> dict[str, str]:
        """The list's query parameters; a time without a zone is local time."""
        if isinstance(created_after, datetime):
            created_after = _with_zone(created_after).isoformat()
        wanted = {
            "status": self._state(status) if status is not None else None,
            "profile": str(profile) if profile is not None else None,
            "batch_id": batch_id,
            "created_after": created_after,
            self.dialect.limit_parameter: str(page_size) if page_size is not None else None,
        }
        return {name: value for name, value in wanted.items() if value is not None}

    def choose(self, profile: str, options: Options | Mapping[str, Any] | None, **given: Any) -> tuple[str, Options]:
        """The profile and options of a submission, checked; see `choose_options`."""
        return choose_options(profile, options, modules=self.dialect.modules, **given)

    def submit(
        self,
        drawing: Drawing,
        profile: str,
        options: Options,
        batch_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Call[News[TaskRecord]]:
        """Hand in one drawing (API document, section 2, "Task submission fields")."""
        form = {"profile": profile, "options_json": self._in_service_words(options).to_json()}
        if batch_id is not None:
            form[self.dialect.batch_field] = batch_id
        part = Part(self.dialect.file_part, drawing)
        return self._post(f"{_ROOT}/tasks", self.reader.task, once=idempotency_key, form=form, part=part)

    def cancel(self, task_id: str) -> Call[News[TaskRecord]]:
        """Stop a task that has not ended."""
        return self._post(f"{_ROOT}/tasks/{_segment(task_id)}/cancel", self.reader.task)

    def create_batch(self, name: str | None = None, task_ids: tuple[str, ...] = ()) -> Call[News[BatchRecord]]:
        """Make a batch, of these tasks or of tasks to come."""
        body: dict[str, object] = {}
        if name is not None:
            body["name"] = name
        if task_ids:
            body["task_ids"] = list(task_ids)
        return self._post(f"{_ROOT}/batches", self.reader.batch, json=body)

    def batch(self, batch_id: str) -> Call[News[BatchRecord]]:
        """One batch."""
        return Call("GET", f"{_ROOT}/batches/{_segment(batch_id)}", self.reader.batch)

    def preview(self, base_url: str, record: TaskRecord, page: int = 1) -> Call[bytes]:
        """The published preview of one page. Raises `NotPublished` when the record names none."""
        previews = record.published.previews if record.published else ()
        if not 1 <= page <= len(previews):
            shown = f"{len(previews)} pages" if previews else "none"
            raise NotPublished(
                f"Task {record.task_id} has no preview of page {page} (published: {shown}). Previews are of "
                "completed tasks submitted with publish=True."
            )
        return Call("GET", own_path(base_url, previews[page - 1]), self.reader.picture)

    def _post(self, path: str, read: Callable[[Answer], T], *, once: str | None = None, **body: Any) -> Call[T]:
        name = self.dialect.idempotency_header
        headers = {name: once or str(uuid.uuid4())} if name else {}
        return Call("POST", path, read, headers=headers, repeatable=bool(name), **body)

    def _state(self, status: str) -> str:
        if status not in set(TaskStatus):
            raise InvalidRequest(f"There is no state {status!r}. Choose one of: {', '.join(TaskStatus)}.")
        return next((theirs for theirs, ours in self.dialect.states.items() if ours == status), str(status))

    def _in_service_words(self, options: Options) -> Options:
        if options.task_list is None:
            return options
        names = tuple(self.dialect.modules.get(module, module) for module in options.task_list)
        return options.model_copy(update={"task_list": names})


def own_path(base_url: str, address: str) -> str:
    """The path of an address the service published, relative to `base_url`.

    Raises `UnexpectedAnswer` for another origin: the key must not go there.
    """
    own, given = urlsplit(base_url), urlsplit(address)
    if not address.isprintable():
        raise UnexpectedAnswer("The service names a preview at an address that is none.")
    if (given.scheme or given.netloc) and (given.scheme or own.scheme, given.netloc) != (own.scheme, own.netloc):
        raise UnexpectedAnswer(f"The service names a preview at another place ({given.netloc or given.scheme}).")
    path = given.path if given.path.startswith("/") else f"/{given.path}"
    prefix = own.path.rstrip("/")
    if prefix and path.startswith(f"{prefix}/"):
        path = path.removeprefix(prefix)
    return f"{path}?{given.query}" if given.query else path


def _with_zone(moment: datetime) -> datetime:
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):  # the ends of the calendar have no local time
        return moment.replace(tzinfo=UTC)


def _segment(identifier: str) -> str:
    if identifier in {"", ".", ".."} or len(identifier) > _LONGEST_ID:
        raise InvalidRequest(f"{identifier[:40]!r} is not the id of a task or batch.")
    try:
        return quote(identifier, safe="")
    except UnicodeEncodeError:
        raise InvalidRequest(f"{identifier!r} is not the id of a task or batch.") from None
