"""How a task ends: state, result, publication, quota and event in one transaction, so each task ends exactly once."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, update

from drawkit.contract import Problem, TaskStatus

from . import quota
from .clock import now
from .outbox import plan_deliveries
from .records import Record, published_record
from .schema import events, publications, results, tasks


@dataclass(frozen=True)
class Publication:
    """What a task publishes: previews lie in the files already, under the same unguessable id."""

    previews: int
    summary: Record
    publication_id: str = field(default_factory=lambda: secrets.token_urlsafe(24))


@dataclass(frozen=True)
class Ending:
    """How a task ended."""

    status: TaskStatus
    result: str | None = None
    error: Problem | None = None
    progress: Record | None = None
    publication: Publication | None = None


def end_task(connection: Connection, row: RowMapping, ending: Ending, *, gives_back: bool) -> None:
    """End the task in `row`; the caller has made sure, in the same transaction, that it has not ended."""
    task_id, moment = row["task_id"], now()
    changes: dict[str, Any] = {"status": ending.status.value, "finished_at": moment}
    if ending.progress is not None:
        changes["progress"] = json.dumps(ending.progress)
    if ending.error is not None:
        changes["error"] = ending.error.model_dump_json(exclude_none=True)
    connection.execute(update(tasks).where(tasks.c.task_id == task_id).values(changes))
    if ending.result is not None:
        connection.execute(insert(results).values(task_id=task_id, body=ending.result))
    if ending.publication is not None:
        connection.execute(insert(publications).values(_publication_row(task_id, ending.publication, moment)))
    if gives_back:
        quota.give_back(connection, row["key_id"], row["charged_pages"], row["created_at"])
    event = _event_row(row, ending, moment)
    connection.execute(insert(events).values(event))
    plan_deliveries(connection, event)


def _publication_row(task_id: str, publication: Publication, moment: str) -> Record:
    return {
        "publication_id": publication.publication_id,
        "task_id": task_id,
        "previews": publication.previews,
        "summary": json.dumps(publication.summary),
        "created_at": moment,
    }


def _event_row(row: RowMapping, ending: Ending, moment: str) -> Record:
    # The body follows Standard Webhooks 1.0: `{type, timestamp, data}` (API document, section 6).
    kind = f"task.{ending.status.value}"
    published = ending.publication
    data = {
        "task_id": row["task_id"],
        "batch_id": row["batch_id"],
        "status": ending.status.value,
        "profile": row["profile"],
        "file_name": row["file_name"],
        "summary": published.summary if published else {},
        "published": published
        and published_record(published.publication_id, published.previews, json.dumps(published.summary)),
    }
    return {
        "event_id": f"evt_{secrets.token_hex(16)}",
        "key_id": row["key_id"],
        "task_id": row["task_id"],
        "kind": kind,
        "created_at": moment,
        "body": json.dumps({"type": kind, "timestamp": moment, "data": data}),
    }
