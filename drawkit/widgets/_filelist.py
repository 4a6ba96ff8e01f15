"""The form's list of files: those that code or a person names join it, those not yet read wait in it."""

from __future__ import annotations

import asyncio
from os import PathLike
from typing import Any

from drawkit.client import DrawkitError
from drawkit.client.uploads import FileLike, read_drawing

from ._dropzone import DropZone
from ._entry import ACTIVE, Entry, State
from ._outcome import is_one
from ._paths import find
from ._settings import Settings


async def listed(zone: DropZone, files: Any, settings: Settings) -> list[Entry]:
    """Put files from code on the list. Raises the first refusal, or question; the others are listed all the same.

    One that is being read is not read again at the same time.
    """
    several = [files] if is_one(files) else files
    zone.passed = ""
    entries = list(dict.fromkeys([entry for file in several for entry in await _placed(zone, file)]))
    refused = [entry for entry in entries if not entry.readable or settings.asks(entry)]
    if refused and refused[0].error is not None:
        raise refused[0].error
    busy = ", ".join(entry.name for entry in entries if entry.state in ACTIVE)
    if busy:
        raise DrawkitError(f"{busy} is being read. Await form.task, or call form.cancel(), before the next start.")
    return entries


async def named(zone: DropZone, text: str) -> list[Entry]:
    """Put the files that a path, folder or pattern names on the list; the zone tells what that passed over.

    Raises `DrawkitError` when there are none.
    """
    found = await asyncio.to_thread(find, text)
    zone.passed = " ".join(filter(None, [zone.passed, found.remark]))
    return [await zone.check(zone.inbox.place(path)) for path in found.paths]


def to_read(zone: DropZone, settings: Settings) -> list[Entry]:
    """Choose the files of the list that can be read, are not being read, and were not yet with these settings."""
    still = (entry for entry in zone.entries if entry.state not in ACTIVE)
    answered = (entry for entry in still if entry.readable and not settings.asks(entry))
    return [entry for entry in answered if entry.read_with != settings.mark(entry)]


def asking(zone: DropZone, settings: Settings) -> list[Entry]:
    """Choose the files of the list that wait for a person's answer: a password, or pages."""
    return [entry for entry in zone.entries if entry.state is State.LOCKED or settings.asks(entry)]


def waiting(zone: DropZone, settings: Settings) -> list[Entry]:
    """Choose the files of the list that are to be read. Raises `DrawkitError` when there are none."""
    entries = zone.entries
    found = to_read(zone, settings)
    asked = ", ".join(entry.name for entry in asking(zone, settings))
    if not found and asked:
        raise DrawkitError(f"Answer first what is asked in the list, beside {asked}.")
    if not any(entry.readable for entry in entries):
        raise DrawkitError("There is no drawing to read. Drop one above, or name a path.")
    if not found:
        told = "is being read, or was read" if any(entry.state in ACTIVE for entry in entries) else "was read"
        raise DrawkitError(f"Every drawing {told} with these settings. Change the profile, or add drawings.")
    return found


async def _placed(zone: DropZone, file: FileLike) -> list[Entry]:
    if isinstance(file, str | PathLike):
        return await named(zone, str(file))
    drawing = await asyncio.to_thread(read_drawing, file, None, zone.limits.of_document)
    entry = zone.inbox.keep(drawing)
    zone.tell(now=True)
    return [entry]
