"""Waits until something is so, and looks into a store from outside."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def wait_for(condition: Callable[[], T], within_s: float = 90) -> T:
    """What the condition gives, once that is true; how long it may take is no matter of speed."""
    deadline = time.monotonic() + within_s
    while not (value := condition()):
        assert time.monotonic() < deadline, f"it did not come about within {within_s} s"
        time.sleep(0.02)
    return value


def rows(state_dir: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query finds in the store of a service."""
    with contextlib.closing(sqlite3.connect(state_dir / "store.sqlite3")) as store:
        return store.execute(query).fetchall()
