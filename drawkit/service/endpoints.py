"""The eight endpoints of the open API (API document, section 4), each with its permission."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError
from sqlalchemy import RowMapping
from starlette.responses import JSONResponse

from drawkit.contract import (
    BatchRecord,
    Permission,
    Profile,
    QuotaRecord,
    Refused,
    ServiceStatus,
    TaskPage,
    TaskRecord,
    TaskStatus,
)

from . import examples, replies
from .clock import stamp
from .cursors import from_cursor, to_cursor
from .idempotency import Retry, fingerprint_of
from .keys import KeyInfo
from .openapi import SUBMISSION_BODY, json_body, problems
from .problems import invalid
from .records import Record, task_record
from .state import Service
from .store import TaskFilter
from .submissions import allowance_of
from .uploads import read_form, read_json

router = APIRouter(prefix="/api/open")
_PAGE = 50
_MOST = 200
_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def service_of(request: Request) -> Service:
    """The service behind a request."""
    service: Service = request.app.state.service
    return service


def holder_of(permission: Permission) -> Callable[[Request], KeyInfo]:
    """A dependency: the caller's key, which must have the permission."""

    def holder(request: Request) -> KeyInfo:
        key: KeyInfo = request.scope["state"]["key"]
        key.require(permission)
        return key

    return holder


Here = Annotated[Service, Depends(service_of)]
TaskReader = Annotated[KeyInfo, Depends(holder_of(Permission.TASKS_READ))]
TaskMaker = Annotated[KeyInfo, Depends(holder_of(Permission.TASKS_CREATE))]
BatchMaker = Annotated[KeyInfo, Depends(holder_of(Permission.BATCHES_CREATE))]
BatchReader = Annotated[KeyInfo, Depends(holder_of(Permission.BATCHES_READ))]
_TWICE = "The same key and body within 24 hours get the first answer again."
RetryKey = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=255, description=_TWICE)]


@router.get(
    "/status",
    dependencies=[Depends(holder_of(Permission.STATUS_READ))],
    response_model=ServiceStatus,
    responses=problems(),
)
def read_status(here: Here) -> Response:
    """What the service is, how busy it is and what it can do. Permission `status:read`."""
    return JSONResponse(here.status().to_dict())


@router.get("/quota", response_model=QuotaRecord, responses=problems())
def read_quota(key: Annotated[KeyInfo, Depends(holder_of(Permission.QUOTA_READ))], here: Here) -> Response:
    """The caller's quota: limits of the running month and use by day. Permission `quota:read`."""
    return JSONResponse(here.store.quota(key.key_id, allowance_of(key, here.settings).quota).to_dict())


def _as_rfc3339(told: str) -> str:
    # Pydantic alone takes a bare number too, as seconds since 1970.
    if not _DATE_TIME.fullmatch(told):
        raise PydanticCustomError("date_time", "Write it as RFC 3339 does, such as 2026-01-31T12:00:00Z")
    return told


class TaskQuery(BaseModel):
    """Query parameters of the task list. Unknown ones are refused: a mistyped filter must not list everything."""

    model_config = ConfigDict(extra="forbid")

    status: TaskStatus | None = Field(default=None, description="Only tasks in this state.")
    profile: Profile | None = Field(default=None, description="Only tasks of this profile.")
    batch_id: str | None = Field(default=None, description="Only tasks of this batch.")
    created_after: Annotated[AwareDatetime, BeforeValidator(_as_rfc3339)] | None = Field(
        default=None, description="Only tasks accepted after this moment (RFC 3339, with its offset)."
    )
    limit: int = Field(default=_PAGE, ge=1, description="Larger than 200 counts as 200.")
    cursor: str | None = Field(default=None, description="`next_cursor` of the page before.")


@router.get("/tasks", response_model=TaskPage, responses=problems("invalid-request"))
def list_tasks(key: TaskReader, here: Here, wanted: Annotated[TaskQuery, Query()]) -> Response:
    """The caller's tasks, newest first, without their results. Permission `tasks:read`."""
    only = TaskFilter(wanted.status, wanted.profile, wanted.batch_id, _moment(wanted.created_after))
    rows, more = here.store.tasks(key.key_id, only, min(wanted.limit, _MOST), from_cursor(wanted.cursor))
    records = [_record(here, row) for row in rows]
    return replies.page(records, to_cursor(rows[-1]["task_id"]) if more else None)


@router.post(
    "/tasks",
    status_code=202,
    response_model=TaskRecord,
    responses=problems(
        (400, "invalid-request"),
        (408, "invalid-request"),
        "invalid-request",
        "quota-exhausted",
        "idempotency-conflict",
        "file-too-large",
        "unsupported-format",
        "too-many-pages",
        "unreadable-file",
        "too-many-pixels",
    ),
    openapi_extra=SUBMISSION_BODY,
)
async def create_task(request: Request, key: TaskMaker, here: Here, retry_key: RetryKey = None) -> Response:
    """Submit one drawing (multipart form). Permission `tasks:create`."""
    with here.in_flight.hold(key.key_id, retry_key), here.files.receiving() as upload:
        form = await read_form(request, here.settings.limits, here.settings.upload_time_limit_s, upload)
        answer = await here.submissions.take(key, form, retry_key)
    here.runner.wake()
    return replies.accepted(answer, poll_s=here.settings.poll_s)


@router.get("/tasks/{task_id}", response_model=TaskRecord, responses=problems("not-found"))
def read_task(task_id: str, key: TaskReader, here: Here) -> Response:
    """One task: 200 also when it failed; how it failed is inside. Permission `tasks:read`."""
    row = here.store.task(key.key_id, task_id)
    result = here.store.result(task_id) if row["status"] == TaskStatus.COMPLETED else None
    return replies.task_reply(_record(here, row), result, poll_s=here.settings.poll_s)


@router.post(
    "/tasks/{task_id}/cancel",
    response_model=TaskRecord,
    responses=problems("not-found", "task-ended", "idempotency-conflict", "invalid-request"),
)
def cancel_task(task_id: str, key: TaskMaker, here: Here, retry_key: RetryKey = None) -> Response:
    """Cancel a task that has not ended; a running analysis is stopped. Permission `tasks:create`."""
    with here.in_flight.hold(key.key_id, retry_key):
        retry = retry_key and Retry(retry_key, fingerprint_of("cancel", task_id))
        answer, was_running = here.store.cancel(key.key_id, task_id, retry or None)
    if was_running:
        here.runner.cancel(task_id)
    return replies.cancelled(answer, poll_s=here.settings.poll_s)


class NewBatch(BaseModel):
    """The body of a batch creation; both members may be missing."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str | None = Field(default=None, max_length=200)
    task_ids: list[str] = Field(default_factory=list, max_length=10_000)


@router.post(
    "/batches",
    status_code=201,
    response_model=BatchRecord,
    responses=problems(
        (400, "invalid-request"), (408, "invalid-request"), "invalid-request", "idempotency-conflict", "file-too-large"
    ),
    openapi_extra=json_body(NewBatch, examples.NEW_BATCH),
)
async def create_batch(request: Request, key: BatchMaker, here: Here, retry_key: RetryKey = None) -> Response:
    """Create a batch, empty or of tasks that are in none yet. Permission `batches:create`."""
    with here.in_flight.hold(key.key_id, retry_key):
        wanted = _batch(await read_json(request, here.settings.upload_time_limit_s))
        retry = retry_key and Retry(retry_key, fingerprint_of("batch", wanted.model_dump_json()))
        answer = await anyio.to_thread.run_sync(
            here.store.create_batch, key.key_id, wanted.name, wanted.task_ids, retry or None
        )
    return replies.created(answer)


@router.get("/batches/{batch_id}", response_model=BatchRecord, responses=problems("not-found"))
def read_batch(batch_id: str, key: BatchReader, here: Here) -> Response:
    """One batch with its counts. Permission `batches:read`."""
    return JSONResponse(here.store.batch(key.key_id, batch_id))


def _batch(body: dict[str, Any]) -> NewBatch:
    try:
        return NewBatch.model_validate(body)
    except ValidationError as error:
        raise Refused(invalid(error.errors())) from error


def _moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    try:
        return stamp(moment)
    except OverflowError:  # the first and last hours of the calendar have no UTC equivalent
        return stamp(moment.replace(tzinfo=UTC))


def _record(here: Service, row: RowMapping) -> Record:
    running = row["status"] == TaskStatus.RUNNING
    return task_record(row, here.runner.progress(row["task_id"], row["starts"]) if running else None)
