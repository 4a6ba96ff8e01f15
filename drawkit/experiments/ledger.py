"""The ledger: what was paid for, in an SQLite file beside the notebook, safe for several notebooks at once."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import uuid
import weakref
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd

from drawkit._processes import process_ended
from drawkit._sqlite import is_busy, write_ahead
from drawkit.client import ConfigurationError
from drawkit.contract import LISTS, Problem, Published, Result, TaskRecord, TaskStatus

from . import schema
from .leases import Beats, Owner

FILE_NAME: Final = "drawkit-ledger.sqlite3"
_PATIENCE_S: Final = 30.0
_COLUMNS: Final = (
    "job, sha256, profile, options, engine, state, owner, idempotency_key, attempt, task_id, file_name, pages, "
    "created_at, started_at, finished_at, code, detail, published, found"
)


class Key(NamedTuple):
    """What makes an analysis the same: the file's content, the profile, the options, the engine's version."""

    sha256: str
    profile: str
    options: str
    engine: str


class Entry(NamedTuple):
    """One row of the ledger's `jobs`."""

    job: int
    sha256: str
    profile: str
    options: str
    engine: str
    state: str
    owner: str | None
    idempotency_key: str
    attempt: int
    task_id: str | None
    file_name: str
    pages: int
    created_at: str | None
    started_at: str | None
    finished_at: str | None
    code: str | None
    detail: str | None
    published: str | None
    found: str | None

    @property
    def key(self) -> Key:
        """What the entry is of."""
        return Key(self.sha256, self.profile, self.options, self.engine)

    @property
    def ended(self) -> bool:
        """Whether it moves no more."""
        return self.state in {"completed", "failed", "cancelled"}

    @property
    def record(self) -> TaskRecord:
        """The task as far as the ledger keeps it: enough to ask for its previews."""
        published = Published.model_validate_json(self.published) if self.published else None
        return TaskRecord(task_id=self.task_id or "", status=TaskStatus.COMPLETED, published=published)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a file: its content's hash and pages, or why it is refused."""

    path: str
    bytes: int
    mtime_ns: int
    limits: str
    sha256: str | None = None
    pages: int | None = None
    code: str | None = None
    detail: str | None = None


class Ledger:
    """A ledger file; made when it is not there. Threads may share it.

    Raises `ConfigurationError` when the file is no ledger, or one of a newer drawkit.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).expanduser().absolute()
        self._lock = threading.RLock()
        self._beats = Beats()
        self._store = self._opened()
        self._closer = weakref.finalize(self, self._store.close)

    def __repr__(self) -> str:
        return f"<Ledger {self.path.name}: {len(self):,} jobs>"

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM jobs")[0])

    def close(self) -> None:
        """Close the file."""
        self._closer()

    def frame(self) -> pd.DataFrame:
        """All that it keeps but results, as a DataFrame."""
        with self._lock:
            cursor = self._store.execute(f"SELECT {_COLUMNS} FROM jobs ORDER BY job")  # noqa: S608 - our own names
            names = [column[0] for column in cursor.description]
            return pd.DataFrame(cursor.fetchall(), columns=names).drop(columns=["idempotency_key", "owner"])

    # What is known

    def entries(self, keys: Iterable[Key]) -> dict[Key, Entry]:
        """What it has of these keys."""
        found: dict[Key, Entry] = {}
        groups: dict[tuple[str, str, str], list[str]] = {}
        for key in keys:
            groups.setdefault((key.profile, key.options, key.engine), []).append(key.sha256)
        for (profile, options, engine), hashes in groups.items():
            query = (
                f"SELECT {_COLUMNS} FROM jobs WHERE sha256 IN (SELECT value FROM json_each(?)) "  # noqa: S608 - our own names
                "AND profile = ? AND options = ? AND engine = ?"
            )
            for entry in map(Entry._make, self._all(query, json.dumps(hashes), profile, options, engine)):
                found[entry.key] = entry
        return found

    def entry(self, job: int) -> Entry:
        """One entry."""
        return Entry(*self._one(f"SELECT {_COLUMNS} FROM jobs WHERE job = ?", job))  # noqa: S608 - our own names

    def engines(self) -> list[str]:
        """The engine versions it has results of, the oldest first."""
        return [row[0] for row in self._all("SELECT engine FROM jobs GROUP BY engine ORDER BY min(job)")]

    def result(self, job: int) -> Result | None:
        """The result of a completed job."""
        rows = self._all("SELECT body FROM results WHERE job = ?", job)
        return Result.from_json(zlib.decompress(rows[0][0])) if rows else None

    def preview(self, job: int, page: int) -> tuple[bytes | None] | None:
        """The preview kept of a page, in a tuple; None when nobody has asked the service yet."""
        rows = self._all("SELECT png FROM previews WHERE job = ? AND page = ?", job, page)
        return (rows[0][0],) if rows else None

    def keep_preview(self, job: int, page: int, png: bytes | None) -> None:
        """Keep a preview; None says that there is none."""
        self._do("INSERT OR REPLACE INTO previews VALUES (?, ?, ?)", job, page, png)

    def review(self, sha256: str) -> bytes | None:
        """The review that is kept for a drawing; None where there is none. Raises `OSError` where that is not known."""
        try:
            found = self._all("SELECT body FROM reviews WHERE sha256 = ?", sha256)
        except sqlite3.Error as error:
            raise OSError(str(error)) from None
        return bytes(found[0][0]) if found else None

    def keep_review(self, sha256: str, body: bytes) -> None:
        """Keep the review of a drawing in place of the one before. Raises `OSError` where that cannot be."""
        try:
            self._do("INSERT OR REPLACE INTO reviews (sha256, body) VALUES (?, ?)", sha256, body)
        except sqlite3.Error as error:
            raise OSError(str(error)) from None

    def facts(self, paths: Iterable[str], limits: str) -> dict[str, Facts]:
        """What it has of these files under these limits."""
        query = (
            "SELECT path, bytes, mtime_ns, limits, sha256, pages, code, detail FROM files "
            "WHERE path IN (SELECT value FROM json_each(?)) AND limits = ?"
        )
        return {row[0]: Facts(*row) for row in self._all(query, json.dumps(list(paths)), limits)}

    def keep_facts(self, facts: Sequence[Facts]) -> None:
        """Keep what was found out about files."""
        rows = [(f.path, f.bytes, f.mtime_ns, f.limits, f.sha256, f.pages, f.code, f.detail) for f in facts]
        with self._writing() as store:
            store.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    # Who works on what

    def heartbeat(self, owner: Owner) -> None:
        """Say that a run lives, and bury those that do not: what they had becomes free."""
        with self._writing() as store:
            store.execute(schema.HEARTBEAT, (owner.id, owner.name, owner.host, owner.pid, time.time()))
            rows = store.execute("SELECT owner, host, pid, beat_at FROM runs WHERE owner <> ?", (owner.id,)).fetchall()
            late = self._beats.late({other: beat for other, _, _, beat in rows})
            gone = [(other,) for other, host, pid, _ in rows if other in late or process_ended(host, pid)]
            store.executemany("DELETE FROM runs WHERE owner = ?", gone)

    def release(self, owner: Owner) -> None:
        """Say that a run has ended: what it had is anybody's."""
        with self._writing() as store:
            store.execute("UPDATE jobs SET owner = NULL WHERE owner = ?", (owner.id,))
            store.execute("DELETE FROM runs WHERE owner = ?", (owner.id,))

    def claim(self, key: Key, owner: Owner, file_name: str, pages: int) -> Entry:
        """Take a job if it can be had. It is the owner's when the entry says so; else it ended, or another has it."""
        told = {"owner": owner.id, "idempotency_key": uuid.uuid4().hex, "file_name": file_name, "pages": pages}
        members = {name: getattr(key, name) for name in ("sha256", "profile", "options", "engine")}
        query = f"SELECT {_COLUMNS} FROM jobs WHERE sha256 = ? AND profile = ? AND options = ? AND engine = ?"  # noqa: S608 - our own names
        with self._writing() as store:
            store.execute(schema.CLAIM, {**told, **members})
            return Entry(*store.execute(query, tuple(members.values())).fetchone())

    def again(self, entry: Entry, owner: Owner) -> Entry:
        """Make a job new for another try, as a task of its own, unless somebody else did so first.

        It failed for a reason that passes, or the service does not know its task.
        """
        told = {"job": entry.job, "state": entry.state, "attempt": entry.attempt}
        self._do(schema.AGAIN, {**told, "owner": owner.id, "idempotency_key": uuid.uuid4().hex})
        return self.entry(entry.job)

    def submitted(self, entry: Entry, task_id: str) -> None:
        """Keep the task's id: from now on whoever resumes follows it."""
        self._do("UPDATE jobs SET state = 'open', task_id = ? WHERE job = ? AND state = 'new'", task_id, entry.job)

    def ended(self, entry: Entry, record: TaskRecord) -> None:
        """Keep how a task ended, with its result."""
        result, problem = record.result, record.error or Problem()
        found = {name: len(getattr(result, name)) for name in LISTS if getattr(result, name)} if result else None
        told = {
            "job": entry.job,
            "task_id": record.task_id,
            "state": record.status.value,
            "created_at": record.created_at.isoformat() if record.created_at else None,
            "started_at": record.started_at.isoformat() if record.started_at else None,
            "finished_at": record.finished_at.isoformat() if record.finished_at else None,
            "code": problem.code or None,
            "detail": problem.detail or problem.title or None,
            "published": record.published.model_dump_json() if record.published else None,
            "found": json.dumps(found) if found is not None else None,
        }
        with self._writing() as store:
            changed = store.execute(schema.END, told).rowcount
            if changed and result is not None:
                body = zlib.compress(result.to_json().encode())
                store.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (entry.job, body))

    def refused(self, entry: Entry, code: str | None, detail: str) -> None:
        """Keep that the service took a submission for one it can never accept."""
        query = "UPDATE jobs SET state = 'failed', owner = NULL, code = ?, detail = ? WHERE job = ? AND state = 'new'"
        self._do(query, code, detail, entry.job)

    def note(self, entry: Entry, code: str, detail: str) -> None:
        """Keep why a job is still to do."""
        query = "UPDATE jobs SET code = ?, detail = ? WHERE job = ? AND state IN ('new', 'open')"
        self._do(query, code, detail, entry.job)

    def forget(self, jobs: Iterable[int]) -> None:
        """Drop jobs with their results: the next run reads them anew."""
        with self._writing() as store:
            store.executemany("DELETE FROM jobs WHERE job = ?", [(job,) for job in jobs])

    # The file

    def _opened(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            store = sqlite3.connect(self.path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise ConfigurationError(f"The ledger {str(self.path)!r} cannot be opened: {error}.") from None
        try:
            _prepare(store)
        except sqlite3.DatabaseError as error:
            store.close()
            if is_busy(error):
                message = f"Another process holds the ledger {str(self.path)!r}. Wait for its end, or close it."
                raise ConfigurationError(message) from None
            raise ConfigurationError(f"{str(self.path)!r} is no ledger of drawkit: {error}.") from None
        except ConfigurationError:
            store.close()
            raise
        return store

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._store.execute("BEGIN IMMEDIATE")
            try:
                yield self._store
            except BaseException:
                self._store.execute("ROLLBACK")
                raise
            self._store.execute("COMMIT")

    def _do(self, query: str, *told: Any) -> None:
        with self._lock:
            self._store.execute(query, told[0] if told and isinstance(told[0], dict) else told)

    def _all(self, query: str, *told: Any) -> list[Any]:
        with self._lock:
            return self._store.execute(query, told).fetchall()

    def _one(self, query: str, *told: Any) -> Any:
        return self._all(query, *told)[0]


def _prepare(store: sqlite3.Connection) -> None:
    write_ahead(store, wait_s=_PATIENCE_S, synchronous="NORMAL")
    store.execute("BEGIN IMMEDIATE")  # of two notebooks that open a new file at once, one makes the tables
    version = store.execute("PRAGMA user_version").fetchone()[0]
    tables = store.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version == 0 and tables == 0:
        for statement in schema.TABLES.split(";\n"):
            store.execute(statement)
        store.execute(f"PRAGMA user_version = {schema.VERSION}")
    elif version == schema.VERSION:
        store.execute(schema.REVIEWS)  # of a ledger that was made before there were reviews
    store.execute("COMMIT")
    if version > schema.VERSION:
        raise ConfigurationError(f"The ledger is of a newer drawkit (version {version}). Update drawkit.")
    if version == 0 and tables:
        raise ConfigurationError("The file is an SQLite database, but no ledger of drawkit. Choose another: ledger=...")
