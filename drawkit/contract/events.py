"""Webhook events (API document, section 6; the body follows Standard Webhooks 1.0)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from ._value import Value
from .tasks import Published, TaskStatus


class EventKind(StrEnum):
    """What happened to a task."""

    TASK_COMPLETED = "task.completed"
    """It finished successfully."""
    TASK_FAILED = "task.failed"
    """It failed."""
    TASK_CANCELLED = "task.cancelled"
    """It was cancelled."""


class EventData(Value):
    """The task an event is about; never the result itself."""

    task_id: str
    batch_id: str | None = None
    status: TaskStatus | None = None
    profile: str | None = None
    file_name: str | None = None
    summary: dict[str, Any] = Field(default_factory=dict)
    published: Published | None = None


class Event(Value):
    """One event. Its id travels in the header `webhook-id`, the same at each retry."""

    type: str
    timestamp: datetime
    data: EventData
