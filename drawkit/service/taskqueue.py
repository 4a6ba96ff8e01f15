"""The tasks that wait for workers, and those that workers have: taken by turns between keys, and ended once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import Connection, func, select, update

from drawkit.contract import QueueState, TaskStatus

from .clock import now
from .database import Database
from .ending import Ending, end_task
from .records import Record, task_query
from .schema import keys, tasks


@dataclass(frozen=True)
class Claimed:
    """A task that a worker is to read now; `start` counts from 1."""

    task_id: str
    start: int
    profile: str
    options: Record
    key_id: str = ""
    pages: int = 1
    """Pages that are to be read."""


@dataclass(frozen=True)
class Waiting:
    """A key with tasks in the queue: the oldest of them, and how many of its tasks run."""

    key_id: str
    task_id: str
    running: int


class TaskQueue:
    """The store as the runner sees it. Every method is safe from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_event: Callable[[], None] = lambda: None
        """Called after a task has ended, from whatever thread ended it."""
        self._turns: dict[str, int] = {}
        self._turn = count(1)

    def claim(self) -> Claimed | None:
        """Take a queued task for a worker, or None when there is none.

        It is the oldest of the key of which the fewest run; of such keys the one whose turn is the longest ago.
        """
        with self._database.read() as connection:
            if not _waiting(connection):
                return None
        with self._database.write() as connection:
            waiting = _waiting(connection)
            if not waiting:
                return None
            turn = min(waiting, key=lambda w: (w.running, self._turns.get(w.key_id, 0), w.task_id))
            self._turns[turn.key_id] = next(self._turn)
            query = select(tasks).where(tasks.c.task_id == turn.task_id).with_for_update()
            row = connection.execute(query).mappings().one()
            start = row["starts"] + 1
            running = {"status": "running", "started_at": now(), "starts": start, "progress": None}
            connection.execute(update(tasks).where(tasks.c.task_id == row["task_id"]).values(running))
        return Claimed(
            row["task_id"], start, row["profile"], json.loads(row["options"]), row["key_id"], row["charged_pages"]
        )

    def waiting(self) -> list[Waiting]:
        """The keys that have tasks in the queue, each with its oldest."""
        with self._database.read() as connection:
            return _waiting(connection)

    def requeue(self, task_id: str, start: int, *, counts: bool) -> bool:
        """Put a running task back; a start that does not count (the service stopped) is taken off again."""
        with self._database.write() as connection:
            back = {"status": "queued", "started_at": None, "starts": start if counts else start - 1}
            return connection.execute(update(tasks).where(*_running(task_id, start)).values(back)).rowcount == 1

    def finish(self, task_id: str, start: int, ending: Ending) -> bool:
        """End a running task; False when this start is no longer the task's (cancelled, or started again)."""
        with self._database.write() as connection:
            row = connection.execute(task_query().where(*_running(task_id, start))).mappings().first()
            if row is None:
                return False
            end_task(connection, row, ending, gives_back=ending.status is TaskStatus.FAILED)
        self.on_event()
        return True

    def left_running(self) -> list[tuple[str, int]]:
        """Tasks with their starts that a crash of the service left running."""
        with self._database.read() as connection:
            query = select(tasks.c.task_id, tasks.c.starts).where(tasks.c.status == "running")
            return [(row[0], row[1]) for row in connection.execute(query)]

    def state(self, workers: int) -> QueueState:
        """How busy the service is."""
        open_tasks = tasks.c.status.in_(("queued", "running"))
        query = select(tasks.c.status, func.count()).where(open_tasks).group_by(tasks.c.status)
        with self._database.read() as connection:
            counts = {row[0]: row[1] for row in connection.execute(query)}
        return QueueState(queued=counts.get("queued", 0), running=counts.get("running", 0), workers=workers)


def _running(task_id: str, start: int) -> tuple[Any, ...]:
    return (tasks.c.task_id == task_id, tasks.c.status == "running", tasks.c.starts == start)


def _waiting(connection: Connection) -> list[Waiting]:
    def mine(status: str) -> tuple[Any, ...]:
        return tasks.c.key_id == keys.c.key_id, tasks.c.status == status

    first = select(func.min(tasks.c.task_id)).where(*mine("queued")).scalar_subquery()
    running = select(func.count()).select_from(tasks).where(*mine("running")).scalar_subquery()
    query = select(keys.c.key_id, first.label("first"), running).where(first.is_not(None))
    return [Waiting(*row) for row in connection.execute(query)]
