"""What a run was asked for and how it ended: one file or several, and what to raise."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from PIL import Image

from drawkit.client import DrawkitError, TaskCancelled
from drawkit.display._words import counted

from ._entry import Entry, State


def is_one(files: Any) -> bool:
    """Whether this is one file, and not several."""
    return isinstance(files, str | bytes | bytearray | memoryview | PathLike | Image.Image) or hasattr(files, "read")


def raise_for(entries: Sequence[Entry], called: str) -> None:
    """Raise what went wrong, if anything did."""
    failed = [entry for entry in entries if entry.state is State.FAILED]
    cancelled = [entry for entry in entries if entry.state is State.CANCELLED]
    read = len(entries) - len(failed) - len(cancelled)
    kept = f" {counted(read, 'drawing')} read: see {called}.results." if read else ""
    if len(failed) == 1 and len(entries) == 1 and failed[0].error is not None:
        raise failed[0].error
    if failed:
        reasons = " ".join(f"{entry.name}: {entry.note}" for entry in failed)
        raise DrawkitError(f"{counted(len(failed), 'drawing')} not read.{kept} {reasons}")
    if cancelled:
        raise TaskCancelled(f"Cancelled.{kept}")
