"""Rows of the store as the records of the contract (plain JSON types)."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import RowMapping, Select, and_, func, select

from drawkit.contract import TaskStatus

from .schema import batches, publications, tasks

Record = dict[str, Any]


def task_query() -> Select[Any]:
    """Tasks, each with what it published."""
    published = publications.c
    columns = (published.publication_id, published.previews, published.summary)
    return select(tasks, *columns).select_from(tasks.outerjoin(publications))


def task_record(row: RowMapping, progress: Record | None = None) -> Record:
    """A task without its result (API document, section 2; the members are drawkit's decision)."""
    task = f"/api/open/tasks/{row['task_id']}"
    links = {"self": task}
    if not TaskStatus(row["status"]).ended:
        links["cancel"] = f"{task}/cancel"
    if row["batch_id"]:
        links["batch"] = f"/api/open/batches/{row['batch_id']}"
    return {
        "task_id": row["task_id"],
        "status": row["status"],
        "profile": row["profile"],
        "options": json.loads(row["options"]),
        "batch_id": row["batch_id"],
        "file": {
            "name": row["file_name"],
            "media_type": row["media_type"],
            "bytes": row["bytes"],
            "sha256": row["sha256"],
            "pages": row["pages"],
        },
        "created_at": row["created_at"],
        "started_at": row["started_at"],
        "finished_at": row["finished_at"],
        "progress": progress or _kept_progress(row),
        "error": json.loads(row["error"]) if row["error"] else None,
        "published": _published(row),
        "links": links,
    }


def _kept_progress(row: RowMapping) -> Record:
    return json.loads(row["progress"]) if row["progress"] else {"done": 0, "total": 0, "step": ""}


def _published(row: RowMapping) -> Record | None:
    if row["publication_id"] is None:
        return None
    return published_record(row["publication_id"], row["previews"], row["summary"])


def published_record(publication_id: str, previews: int, summary: str) -> Record:
    """What a task published: addresses relative to the base URL."""
    url = f"/published/{publication_id}"
    return {
        "id": publication_id,
        "url": url,
        "previews": [f"{url}/preview-{n}.png" for n in range(1, previews + 1)],
        "summary": json.loads(summary),
    }


def batch_record(connection: Any, row: RowMapping) -> Record:
    """A batch with its counts, put together from its tasks."""
    mine = and_(tasks.c.key_id == row["key_id"], tasks.c.batch_id == row["batch_id"])
    by_status = select(tasks.c.status, func.count()).where(mine).group_by(tasks.c.status)
    counts = {status.value: 0 for status in TaskStatus}
    counts.update({row[0]: row[1] for row in connection.execute(by_status)})
    members = connection.execute(select(tasks.c.task_id).where(mine).order_by(tasks.c.task_id)).scalars().all()
    unended = counts["queued"] + counts["running"]
    status = "open" if not members else "running" if unended else "completed"
    last = select(func.max(tasks.c.finished_at)).where(mine)
    return {
        "batch_id": row["batch_id"],
        "name": row["name"],
        "status": status,
        "counts": counts,
        "task_ids": list(members),
        "created_at": row["created_at"],
        "finished_at": connection.execute(last).scalar() if status == "completed" else None,
    }


def batch_query(key_id: str, batch_id: str) -> Select[Any]:
    """One batch of one key."""
    return select(batches).where(batches.c.batch_id == batch_id, batches.c.key_id == key_id)
