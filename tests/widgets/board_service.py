"""A stand-in for a service with tasks: lists them by pages, moves them, and counts what it is asked."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from widgets_service import one_page

from drawkit import display
from drawkit.client import NotFound, PermissionMissing, RateLimit, TaskEnded, TaskError
from drawkit.contract import (
    DailyUse,
    DrawingFile,
    Period,
    Problem,
    Progress,
    QuotaLimit,
    ServiceStatus,
    TaskRecord,
    TaskStatus,
)

BEGAN = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@dataclass
class News:
    record: TaskRecord
    retry_after: float | None = None


class ListedTask:
    """A task as the list gives it."""

    def __init__(self, service: Shop, record: TaskRecord) -> None:
        self.service, self.record = service, record

    @property
    def id(self) -> str:
        return self.record.task_id

    @property
    def status(self) -> TaskStatus:
        return self.record.status

    async def fetch_previews(self) -> None:
        self.service.asked.append("previews")

    @property
    def result(self) -> display.Result:
        if self.status is not TaskStatus.COMPLETED:
            raise TaskError(f"Task {self.id} is {self.status.value}: there is no result yet.", task=None)
        previews = [os.urandom(2**20)] if self.service.previews else None
        return display.Result(one_page("full"), self.record.file.name, previews)


class Shop:
    """What the board and the quota view need of an asynchronous client; `tasks_there` are newest first."""

    base_url = "http://127.0.0.1:9"

    def __init__(self, *tasks: TaskRecord) -> None:
        self.tasks_there = list(tasks)
        self.asked: list[str] = []
        self.hint: float | None = 1.0
        self.fault: Exception | None = None
        self.rate_limit: tuple[RateLimit, ...] = ()
        self.previews = False
        self.mute: frozenset[str] = frozenset()

    def _answer(self, what: str) -> None:
        self.asked.append(what)
        if self.fault is not None:
            raise self.fault
        if what in self.mute:
            raise PermissionMissing(f"The key may not read the {what}.")

    async def tasks(self, *, page_size: int) -> AsyncIterator[ListedTask]:
        for at, record in enumerate(list(self.tasks_there)):
            if at % page_size == 0:
                self._answer("list")
            yield ListedTask(self, record)
        if not self.tasks_there:
            self._answer("list")

    def _found(self, task_id: str) -> TaskRecord:
        for record in self.tasks_there:
            if record.task_id == task_id:
                return record
        raise NotFound("There is no such task.")

    async def task(self, task_id: str) -> ListedTask:
        self._answer("task")
        return ListedTask(self, self._found(task_id))

    async def look(self, task_id: str) -> News:
        self._answer("look")
        return News(self._found(task_id), self.hint)

    async def cancel(self, task_id: str) -> ListedTask:
        self._answer("cancel")
        if self._found(task_id).status.ended:
            raise TaskEnded("The task has already ended.")
        return ListedTask(self, self.move(task_id, TaskStatus.CANCELLED))

    async def quota(self) -> display.Quota:
        self._answer("quota")
        now = datetime.now(UTC)
        period = Period(start=now - timedelta(days=10), end=now + timedelta(days=20))
        limits = (QuotaLimit(name="pages", limit=100, used=40, remaining=60), QuotaLimit(name="tasks", used=7))
        daily = (DailyUse(date=now.date(), pages=14, tasks=7),)
        return display.Quota(period=period, limits=limits, daily=daily)

    async def status(self) -> ServiceStatus:
        self._answer("status")
        return ServiceStatus()

    async def aclose(self) -> None:
        self.asked.append("close")

    def move(self, task_id: str, status: TaskStatus, **more: Any) -> TaskRecord:
        """Let a task move on."""
        at = next(at for at, record in enumerate(self.tasks_there) if record.task_id == task_id)
        self.tasks_there[at] = self.tasks_there[at].model_copy(update={"status": status, **more})
        return self.tasks_there[at]


def record(number: int, status: str = "completed", **more: Any) -> TaskRecord:
    """Make task `number`; a higher one is newer."""
    at = BEGAN + timedelta(minutes=number)
    file = DrawingFile(name=f"part {number}.pdf", media_type="application/pdf", bytes=2048, sha256="0" * 64, pages=2)
    facts: dict[str, Any] = {"profile": "bom", "file": file, "created_at": at}
    if status != "queued":
        facts["started_at"] = at
    if status == "completed":
        facts["finished_at"] = at + timedelta(seconds=3)
    if status == "failed":
        facts |= {"finished_at": at, "error": Problem.of("unreadable-file", "The file is damaged. Export it again.")}
    if status == "running":
        facts["progress"] = Progress(done=1, total=4, step="title_block")
    return TaskRecord(task_id=f"t{number}", status=TaskStatus(status), **{**facts, **more})
