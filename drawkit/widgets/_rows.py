"""Tasks as rows of the board: what a person wants to know of each, in words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from drawkit.contract import Problem, TaskRecord, TaskStatus
from drawkit.display import _words

from ._entry import ACTIVE, ARRIVING, Entry, State
from ._sights import Facts
from ._words import profile_title

_LABELS: Final = {
    TaskStatus.QUEUED: "Queued",
    TaskStatus.RUNNING: "Running",
    TaskStatus.COMPLETED: "Completed",
    TaskStatus.FAILED: "Failed",
    TaskStatus.CANCELLED: "Cancelled",
}


_AS_TASKS: Final = {State.DONE: "completed", State.UNREAD: "completed"}
"""Where a file's state is called as that of its task."""


def row_of(
    record: TaskRecord, *, stopping: bool = False, now: datetime | None = None, facts: Facts | None = None
) -> dict[str, Any]:
    """Tell what the board shows of a task; `stopping` while its cancellation is on the way."""
    file, state = record.file, record.status
    return {
        "key": record.task_id,
        "task": record.task_id,
        "name": name_of(record),
        "about": " · ".join(filter(None, (profile_title(record.profile), _words.size(file.bytes) if file else ""))),
        "pages": file.pages if file else None,
        "state": state.value,
        "unread": bool(_unread(record)),
        "word": "Stopping …" if stopping and not state.ended else "Not read" if _unread(record) else _LABELS[state],
        "ended": state.ended,
        "stopping": stopping,
        "share": _share(record),
        "note": _note(record) or (facts.found if facts else ""),
        "created": record.created_at.isoformat() if record.created_at else "",
        "took": _took(record, now or datetime.now(UTC)),
        **(facts.told() if facts else {}),
    }


def row_of_file(entry: Entry, record: TaskRecord | None, facts: Facts | None) -> dict[str, Any]:
    """Tell what the list shows of a file, with what is known of the task that reads it."""
    row, state = entry.row(), entry.state
    of_task = row_of(record) if record is not None else {}
    return {
        **row,
        "task": entry.task_id or "",
        "entry": row["state"],
        "state": _AS_TASKS.get(state, row["state"]),
        "pages": entry.facts.pages if entry.facts else None,
        "unread": state is State.UNREAD,
        "ended": state not in ARRIVING and state not in ACTIVE,
        "stopping": False,
        "created": of_task.get("created", ""),
        "took": of_task.get("took", ""),
        **(facts.told() if facts else {}),
    }


def name_of(record: TaskRecord) -> str:
    """Give the file's name, or the task's id where the service tells no file."""
    return record.file.name if record.file and record.file.name else record.task_id


def _share(record: TaskRecord) -> float | None:
    progress = record.progress
    if record.status is not TaskStatus.RUNNING or progress.total <= 0:
        return None
    return min(max(progress.done / progress.total, 0.0), 1.0)


def _note(record: TaskRecord) -> str:
    if record.status is TaskStatus.RUNNING:
        return record.progress.step.replace("_", " ")
    return _reason(record.error) if record.status is TaskStatus.FAILED else _unread(record)


def _unread(record: TaskRecord) -> str:
    """Say why nothing was read of a file whose task ended well; empty where that is not known, or not so."""
    return _words.unread(record.result) if record.result is not None else ""


def _reason(problem: Problem | None) -> str:
    said = problem and (problem.detail or problem.title or problem.code)
    return said or "The service gives no reason."


def _took(record: TaskRecord, now: datetime) -> str:
    """Tell how long it was or is being read, by this machine's clock while it runs."""
    if record.started_at is None:
        return ""
    end = record.finished_at or (now if record.status is TaskStatus.RUNNING else None)
    return _words.duration((end - record.started_at).total_seconds()) if end else ""
