"""SQLite files that several processes open at once."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from drawkit._sqlite import is_busy, write_ahead


def test_many_that_open_a_new_file_at_once_all_get_it(tmp_path: Path) -> None:
    at_once = threading.Barrier(4)

    def opened(number: int) -> str:
        at_once.wait(30)
        with closing(sqlite3.connect(tmp_path / f"{number}.sqlite3", timeout=30)) as connection:
            write_ahead(connection, wait_s=30, synchronous="NORMAL")
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])

    with ThreadPoolExecutor(4) as threads:
        modes = list(threads.map(opened, [number // 4 for number in range(400)]))
    assert set(modes) == {"wal"}


@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_a_connection_is_as_it_was_asked_for(tmp_path: Path, synchronous: str) -> None:
    with closing(sqlite3.connect(tmp_path / "new.sqlite3")) as connection:
        write_ahead(connection, wait_s=1, synchronous=synchronous)
        assert connection.execute("PRAGMA synchronous").fetchone() == ({"NORMAL": 1, "FULL": 2}[synchronous],)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_file_that_another_holds_is_waited_for_so_long_and_no_longer(tmp_path: Path) -> None:
    file = tmp_path / "held.sqlite3"
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as holder,
        closing(sqlite3.connect(file, timeout=0)) as late,
    ):
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked") as raised:
            write_ahead(late, wait_s=0.1, synchronous="NORMAL")
        assert is_busy(raised.value)
        holder.execute("COMMIT")
        write_ahead(late, wait_s=5, synchronous="NORMAL")


def test_a_file_that_is_no_database_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("No database, but long enough to be told from one." * 40)
    with closing(sqlite3.connect(tmp_path / "text")) as connection:
        with pytest.raises(sqlite3.DatabaseError, match="not a database") as raised:
            write_ahead(connection, wait_s=30, synchronous="NORMAL")
        assert not is_busy(raised.value)
