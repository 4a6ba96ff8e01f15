"""What a run was asked for and how it ended: one file or several, and what to raise."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Final

from PIL import Image

from drawkit.client import DrawkitError, TaskCancelled
from drawkit.display._words import counted

from ._entry import Entry, State

_NAMED: Final = 3
_NOT_READ: Final = frozenset({State.FAILED, State.REFUSED, State.LOCKED})
"""How a file that was to be read ends unread; refused and locked where it changed meanwhile."""


def is_one(files: Any) -> bool:
    """Whether this is one file, and not several."""
    return isinstance(files, str | bytes | bytearray | memoryview | PathLike | Image.Image) or hasattr(files, "read")


def raise_for(entries: Sequence[Entry], called: str) -> None:
    """Raise what went wrong, if anything did."""
    failed = [entry for entry in entries if entry.state in _NOT_READ]
    cancelled = [entry for entry in entries if entry.state is State.CANCELLED]
    read = len(entries) - len(failed) - len(cancelled)
    kept = f" {counted(read, 'drawing')} read: see {called}.results." if read else ""
    if len(failed) == 1 and len(entries) == 1 and failed[0].error is not None:
        raise failed[0].error
    if failed:
        raise DrawkitError(f"{counted(len(failed), 'drawing')} not read.{kept} {_reasons(failed)}")
    if cancelled:
        raise TaskCancelled(f"Cancelled.{kept}")


def _reasons(failed: Sequence[Entry]) -> str:
    """Say why, once for all files of which that is the same."""
    names: dict[str, list[str]] = {}
    for entry in failed:
        names.setdefault(entry.note, []).append(entry.name)
    return " ".join(f"{_listed(some)}: {note}" for note, some in names.items())


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_NAMED])} and {counted(more, 'other', 'others')}"
