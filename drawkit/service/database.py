"""The connection to the store's database: short reads that never wait, writes one after the other."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from drawkit._sqlite import write_ahead

from .schema import SCHEMA_VERSION, facts, metadata
from .settings import Settings

_VERSION = "schema"
_PROOF, _PROOF_BYTES = "proof", 65_536


class StoreError(RuntimeError):
    """The store cannot be used; the text says why."""


class StoreTooNewError(StoreError):
    """The store was written by a newer drawkit."""


class Database:
    """One database. SQLite runs with write-ahead logging: reads go on while one write is under way.

    A write that waits longer than `wait_s` seconds for another fails, and so does one without room on the disk:
    both are `sqlalchemy.exc.OperationalError`, and nothing of them is kept. `failed` tells of the last write.
    """

    def __init__(self, url: str, wait_s: float = 5) -> None:
        self.failed = False
        self.is_sqlite = make_url(url).get_backend_name() == "sqlite"
        options: dict[str, Any] = {"connect_args": {"timeout": wait_s}} if self.is_sqlite else {}
        self._engine: Engine = create_engine(url, pool_size=16, max_overflow=48, hide_parameters=True, **options)
        if self.is_sqlite:
            event.listen(self._engine, "connect", partial(_prepare, wait_s))
            event.listen(self._engine, "begin", _begin)
        self._writer = self._engine.execution_options(drawkit_writes=True)

    def create_tables(self) -> None:
        """Create what is missing.

        Raises `StoreTooNewError` when a newer drawkit wrote the store, `StoreError` when it cannot be read or written.
        """
        try:
            self._create_tables()
        except DBAPIError as error:
            raise StoreError(f"The store of this service cannot be used: {error.orig}.") from error

    def _create_tables(self) -> None:
        with self.write() as connection:
            facts.create(connection, checkfirst=True)
            known = connection.execute(select(facts.c.value).where(facts.c.name == _VERSION)).scalar()
            if known is None:
                connection.execute(insert(facts).values(name=_VERSION, value=str(SCHEMA_VERSION)))
            elif int(known) > SCHEMA_VERSION:
                raise StoreTooNewError("A newer drawkit wrote the store of this service. Upgrade drawkit.")
            metadata.create_all(connection)
            # An older drawkit may have made a table without the indexes it has now.
            for table in metadata.sorted_tables:
                for index in table.indexes:
                    index.create(connection, checkfirst=True)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent view of the store."""
        with self._engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes: all of it is kept, or nothing."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except OperationalError:
            self.failed = True
            raise
        self.failed = False

    def prove(self) -> None:
        """Write something. Raises as every write does."""
        with self.write() as connection:
            connection.execute(delete(facts).where(facts.c.name == _PROOF))
            connection.execute(insert(facts).values(name=_PROOF, value="." * _PROOF_BYTES))

    def wipe(self) -> None:
        """Have what was deleted stay in no file, once nobody reads it any more; other databases see to that."""
        if self.is_sqlite:
            connection = self._engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def opened(settings: Settings) -> Database:
    """The database of a service, with its folder and tables. Raises as `Database.create_tables` does."""
    settings.state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings.state_dir.chmod(0o700)
    _owners_alone(settings.url)
    database = Database(settings.url, settings.store_wait_s)
    database.create_tables()
    return database


def _owners_alone(url: str) -> None:
    """Make the file of a SQLite store readable by its owner alone; the files beside it are made as it is."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite" and place.database and place.database != ":memory:":
        file = Path(place.database)
        file.touch(mode=0o600)
        for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            with contextlib.suppress(FileNotFoundError):
                one.chmod(0o600)


def _prepare(wait_s: float, connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's BEGIN below is then the only one
    write_ahead(connection, wait_s=wait_s, synchronous="FULL")
    connection.execute("PRAGMA secure_delete = ON")  # else what is deleted stays in the file until it is written over


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: two that both read first would otherwise refuse each other.
    writes = connection.get_execution_options().get("drawkit_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
