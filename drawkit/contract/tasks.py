"""Tasks and batches: their states and records (API document, sections 2 and 3; fields are drawkit's decision)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from ._value import Value
from .drawing_file import DrawingFile
from .problems import Problem
from .results import Result


class TaskStatus(StrEnum):
    """Where a task is: `queued` -> `running` -> `completed`, `failed` or `cancelled`."""

    QUEUED = "queued"
    """Accepted and waiting for a worker; can be cancelled."""
    RUNNING = "running"
    """A worker reads it; can be cancelled. A crash puts it back to `queued`."""
    COMPLETED = "completed"
    """Read; the result is in the record."""
    FAILED = "failed"
    """Not read; `error` says why."""
    CANCELLED = "cancelled"
    """Stopped on request; nothing was published."""

    @property
    def ended(self) -> bool:
        """Whether the task moves no more."""
        return self in _ENDED


_ENDED = frozenset({TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED})


class Progress(Value):
    """How far a running task is: `done` of `total` steps, and the step at hand in words."""

    done: int = 0
    total: int = 0
    step: str = ""


class Published(Value):
    """What a completed task published: addresses relative to the service's base URL."""

    id: str = ""
    url: str = ""
    previews: tuple[str, ...] = ()
    summary: dict[str, Any] = Field(default_factory=dict)


class TaskRecord(Value):
    """A task as the service tells it. Only `task_id` is sure to be there."""

    task_id: str
    status: TaskStatus = TaskStatus.QUEUED
    profile: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    batch_id: str | None = None
    file: DrawingFile | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    progress: Progress = Progress()
    error: Problem | None = None
    result: Result | None = None
    published: Published | None = None
    links: dict[str, str] = Field(default_factory=dict)


class TaskPage(Value):
    """One page of the task list, newest first; `next_cursor` is opaque."""

    data: tuple[TaskRecord, ...] = ()
    has_more: bool = False
    next_cursor: str | None = None


class BatchStatus(StrEnum):
    """Where a batch is."""

    OPEN = "open"
    """No task has joined yet."""
    RUNNING = "running"
    """At least one task has not ended."""
    COMPLETED = "completed"
    """Every task has ended, however."""


class BatchCounts(Value):
    """How many tasks of a batch are in each state."""

    queued: int = 0
    running: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0


class BatchRecord(Value):
    """A batch as the service tells it. Only `batch_id` is sure to be there."""

    batch_id: str
    name: str | None = None
    status: BatchStatus = BatchStatus.OPEN
    counts: BatchCounts = BatchCounts()
    task_ids: tuple[str, ...] = ()
    created_at: datetime | None = None
    finished_at: datetime | None = None
