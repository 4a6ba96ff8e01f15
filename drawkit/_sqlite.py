"""SQLite files that several processes open at once, with write-ahead logging: reads go on while one write is under way.

Source: https://sqlite.org/wal.html (write-ahead logging).
"""

from __future__ import annotations

import sqlite3

from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random

__all__ = ["is_busy", "write_ahead"]


def write_ahead(connection: sqlite3.Connection, *, wait_s: float, synchronous: str) -> None:
    """Set a new connection to write-ahead logging with foreign keys checked.

    `synchronous` is SQLite's: `FULL` keeps every commit over a loss of power, `NORMAL` may lose the last ones.
    Raises `sqlite3.OperationalError` when others hold the file for longer than `wait_s` seconds.
    """
    # SQLite refuses the switch at once, whatever the connection's own timeout, when another switches a new file too.
    switch = Retrying(
        retry=retry_if_exception(is_busy),
        wait=wait_random(0.005, 0.05),
        stop=stop_after_delay(wait_s),
        reraise=True,
    )
    switch(connection.execute, "PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA foreign_keys = ON")


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds the file, so that the same may succeed later."""
    busy = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    return isinstance(error, sqlite3.OperationalError) and (error.sqlite_errorcode & 0xFF) in busy
