"""Tasks, batches and what became of them, on disk: each change of state is one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from drawkit.contract import DrawingFile, Problem, QuotaRecord, Refused, TaskStatus

from . import quota
from .clock import before, ids, now
from .database import Database
from .ending import Ending, end_task
from .idempotency import Answer, Retry, answered, forget, remember
from .records import Record, batch_query, batch_record, published_record, task_query, task_record
from .schema import batches, events, publications, results, tasks

_ENDED = ("completed", "failed", "cancelled")
_PORTION = 500
_ACCEPTED_WITHIN = timedelta(days=1)


@dataclass(frozen=True)
class Submission:
    """A task to be accepted."""

    key_id: str
    profile: str
    options: Record
    file: DrawingFile
    pages: int
    batch_id: str | None = None


@dataclass(frozen=True)
class Allowance:
    """What a key may have: a month's quota, and tasks open at once."""

    quota: quota.Limits
    open_tasks: int


@dataclass(frozen=True)
class TaskFilter:
    """Which tasks a list has."""

    status: str | None = None
    profile: str | None = None
    batch_id: str | None = None
    created_after: str | None = None


class Store:
    """All that the service remembers. Every method is safe from any thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.on_event: Callable[[], None] = lambda: None
        """Called after a task has ended, from whatever thread ended it."""
        with database.read() as connection:  # ids go on from the last one, also when the clock was set back
            ids.after(connection.execute(select(func.max(tasks.c.task_id))).scalar())

    def answered(self, key_id: str, retry: Retry) -> Answer | None:
        """The answer a request with this idempotency key was given. Raises `Refused` when its body was another."""
        with self.database.read() as connection:
            return answered(connection, key_id, retry)

    def accept(
        self,
        task: Submission,
        allowance: Allowance,
        retry: Retry | None = None,
        place: Callable[[str], None] = lambda _task_id: None,
    ) -> Answer:
        """Take a task into the queue and charge it; its id is made here, so that ids stand in the order of acceptance.

        `place` puts the task's source where its id says, before anybody can know of the task. Raises `Refused`:
        `quota-exhausted`, `concurrency-limited`, or `invalid-request` for an unknown batch.
        """
        with self.database.write() as connection:
            if retry and (earlier := answered(connection, task.key_id, retry)):
                return earlier
            moment = now()
            _check_batch(connection, task)
            _check_open_tasks(connection, task.key_id, allowance.open_tasks)
            quota.charge(connection, task.key_id, task.pages, moment, allowance.quota)
            task_id = ids.new("task")
            connection.execute(insert(tasks).values(_new_row(task_id, task, moment)))
            answer = _answer(202, _task(connection, task.key_id, task_id))
            remember(connection, task.key_id, retry, answer)
            place(task_id)
            return answer

    def task(self, key_id: str, task_id: str) -> RowMapping:
        """One task of a key. Raises `Refused` (`not-found`), the same whether it is another's or nobody's."""
        with self.database.read() as connection:
            return _task(connection, key_id, task_id)

    def result(self, task_id: str) -> str | None:
        """The result of a task as JSON text."""
        with self.database.read() as connection:
            return connection.execute(select(results.c.body).where(results.c.task_id == task_id)).scalar()

    def tasks(self, key_id: str, only: TaskFilter, limit: int, older: str | None) -> tuple[list[RowMapping], bool]:
        """At most `limit` tasks of a key before the task id `older`, newest first, and whether more follow."""
        query = task_query().where(tasks.c.key_id == key_id)
        for column, value in (("status", only.status), ("profile", only.profile), ("batch_id", only.batch_id)):
            if value is not None:
                query = query.where(tasks.c[column] == value)
        if only.created_after is not None:
            # Ids sort by the time they were made, shortly before the task was accepted: the rest is not even looked at.
            first = ids.first_of("task", before(only.created_after, _ACCEPTED_WITHIN))
            query = query.where(tasks.c.created_at > only.created_after, tasks.c.task_id >= first)
        if older is not None:
            query = query.where(tasks.c.task_id < older)
        with self.database.read() as connection:
            rows = list(connection.execute(query.order_by(tasks.c.task_id.desc()).limit(limit + 1)).mappings())
        return rows[:limit], len(rows) > limit

    def cancel(self, key_id: str, task_id: str, retry: Retry | None = None) -> tuple[Answer, bool]:
        """Cancel a task that has not ended: the answer, and whether the task was running.

        Raises `Refused`: `not-found`, or `task-ended`.
        """
        with self.database.write() as connection:
            if retry and (earlier := answered(connection, key_id, retry)):
                return earlier, False
            row = _task(connection, key_id, task_id)
            if row["status"] in _ENDED:
                detail = f"The task is {row['status']} already; nothing is left to cancel."
                raise Refused(Problem.of("task-ended", detail))
            end_task(connection, row, Ending(TaskStatus.CANCELLED), gives_back=row["status"] == "queued")
            answer = _answer(200, _task(connection, key_id, task_id))
            remember(connection, key_id, retry, answer)
            cancelled = answer, row["status"] == "running"
        self.on_event()
        return cancelled

    def quota(self, key_id: str, limits: quota.Limits) -> QuotaRecord:
        """The quota of a key."""
        with self.database.read() as connection:
            return quota.record(connection, key_id, limits)

    def create_batch(self, key_id: str, name: str | None, task_ids: list[str], retry: Retry | None) -> Answer:
        """Make a batch of tasks that are in none yet. Raises `Refused` (`invalid-request`) naming those it cannot."""
        with self.database.write() as connection:
            if retry and (earlier := answered(connection, key_id, retry)):
                return earlier
            batch_id = ids.new("batch")
            connection.execute(insert(batches).values(batch_id=batch_id, key_id=key_id, name=name, created_at=now()))
            _join(connection, key_id, batch_id, tuple(dict.fromkeys(task_ids)))
            row = connection.execute(batch_query(key_id, batch_id)).mappings().one()
            answer = Answer(201, f"/api/open/batches/{batch_id}", batch_record(connection, row))
            remember(connection, key_id, retry, answer)
            return answer

    def batch(self, key_id: str, batch_id: str) -> Record:
        """One batch of a key. Raises `Refused` (`not-found`)."""
        with self.database.read() as connection:
            row = connection.execute(batch_query(key_id, batch_id)).mappings().first()
            if row is None:
                raise Refused(Problem.of("not-found", "There is no such batch."))
            return batch_record(connection, row)

    def published(self, publication_id: str) -> Record:
        """What was published under this id. Raises `Refused` (`not-found`)."""
        query = select(publications).where(publications.c.publication_id == publication_id)
        with self.database.read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            raise Refused(Problem.of("not-found", "There is no such publication."))
        return published_record(publication_id, row["previews"], row["summary"])

    def ended(self, task_id: str) -> bool:
        """Whether there is such a task and it has ended."""
        with self.database.read() as connection:
            query = select(tasks.c.status).where(tasks.c.task_id == task_id)
            return connection.execute(query).scalar() in _ENDED

    def delete(self, task_id: str) -> bool:
        """Forget an ended task with its result, publication, event and answers. What it was charged stays charged."""
        with self.database.write() as connection:
            gone = (tasks.c.task_id == task_id, tasks.c.status.in_(_ENDED))
            deleted = connection.execute(delete(tasks).where(*gone)).rowcount == 1
            if deleted:
                forget(connection, _place(task_id))
            return deleted

    def withdraw(self, task_id: str) -> str | None:
        """Forget what a task published, also in its event; the id it had, if any."""
        with self.database.write() as connection:
            _withdraw_from_event(connection, task_id)
            mine = publications.c.task_id == task_id
            publication_id = connection.execute(select(publications.c.publication_id).where(mine)).scalar()
            connection.execute(delete(publications).where(mine))
            return publication_id


def _withdraw_from_event(connection: Connection, task_id: str) -> None:
    mine = events.c.task_id == task_id
    body = connection.execute(select(events.c.body).where(mine)).scalar()
    if body is not None:
        event = json.loads(body)
        event["data"] |= {"summary": {}, "published": None}
        connection.execute(update(events).where(mine).values(body=json.dumps(event)))


def _place(task_id: str) -> str:
    return f"/api/open/tasks/{task_id}"


def _answer(status: int, row: RowMapping) -> Answer:
    return Answer(status, _place(row["task_id"]), task_record(row))


def _new_row(task_id: str, task: Submission, moment: str) -> Record:
    return {
        "task_id": task_id,
        "key_id": task.key_id,
        "batch_id": task.batch_id,
        "status": "queued",
        "profile": task.profile,
        "options": json.dumps(task.options),
        "file_name": task.file.name,
        "media_type": task.file.media_type,
        "bytes": task.file.bytes,
        "sha256": task.file.sha256,
        "pages": task.file.pages,
        "charged_pages": task.pages,
        "created_at": moment,
        "starts": 0,
        "source_kept": True,
    }


def _task(connection: Connection, key_id: str, task_id: str) -> RowMapping:
    query = task_query().where(tasks.c.task_id == task_id, tasks.c.key_id == key_id)
    row = connection.execute(query).mappings().first()
    if row is None:
        raise Refused(Problem.of("not-found", "There is no such task."))
    return row


def _check_batch(connection: Connection, task: Submission) -> None:
    if task.batch_id is None:
        return
    if connection.execute(batch_query(task.key_id, task.batch_id)).first() is None:
        raise Refused(Problem.of("invalid-request", "There is no such batch.", pointer="/batch_id"))


def _check_open_tasks(connection: Connection, key_id: str, limit: int) -> None:
    unended = (tasks.c.key_id == key_id, tasks.c.status.in_(("queued", "running")))
    if connection.execute(select(func.count()).select_from(tasks).where(*unended)).scalar_one() >= limit:
        detail = f"This key has {limit} tasks open, which is its limit. Wait until some have ended."
        raise Refused(Problem.of("concurrency-limited", detail))


def _join(connection: Connection, key_id: str, batch_id: str, task_ids: Sequence[str]) -> None:
    """Put tasks into a batch, or raise `Refused` naming the first that cannot be."""
    for start in range(0, len(task_ids), _PORTION):
        portion = task_ids[start : start + _PORTION]
        mine = (tasks.c.task_id.in_(portion), tasks.c.key_id == key_id, tasks.c.batch_id.is_(None))
        free = set(connection.execute(select(tasks.c.task_id).where(*mine)).scalars())
        for place, task_id in enumerate(portion, start):
            if task_id not in free:
                detail = f"{task_id!r} is no task of yours, or is in a batch already."
                raise Refused(Problem.of("invalid-request", detail, pointer=f"/task_ids/{place}"))
        connection.execute(update(tasks).where(*mine).values(batch_id=batch_id))
