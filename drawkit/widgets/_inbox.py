"""Receives files in pieces, checks them by the contract's rules, and keeps them in a private temporary folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from drawkit.client import DrawkitError
from drawkit.client.errors import error_from
from drawkit.client.uploads import Drawing, read_drawing
from drawkit.contract import DEFAULT_LIMITS, FileLimits, Problem, Refused, check_size, media_type_of

from ._entry import ACTIVE, Entry, State
from ._pages import chosen_pages
from ._spool import Spool

_LONGEST_NAME = 200
_LONGEST_KEY = 64
_ONCE = "It came twice and stands in the list once."
_LOCKED = "It opens with a password, which is used once and kept nowhere."


class PasswordNeeded(DrawkitError):
    """The PDF is locked."""


@dataclass
class _Transfer:
    """A file on its way from the browser."""

    stream: IO[bytes]
    received: int = 0
    digest: Any = field(default_factory=hashlib.sha256)


class Inbox:
    """The files of a form, in the order they came. The names that browsers give never become paths."""

    def __init__(self, limits: FileLimits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._entries: dict[str, Entry] = {}
        self._transfers: dict[str, _Transfer] = {}
        self._count = 0
        self._spool = Spool()

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(self._entries.values()))

    def __getitem__(self, key: str) -> Entry:
        return self._entries[key]

    def get(self, key: object) -> Entry | None:
        """Give the file with that key, if it is still in the list."""
        return self._entries.get(key) if isinstance(key, str) else None

    # From the browser

    def open(self, name: object, size: object, key: object = None) -> Entry:
        """Begin a transfer. A file that is too large is listed as refused, and nothing of it is sent.

        `key` is what the browser calls the file, so that its row stays the same one.
        """
        if not isinstance(size, int) or size < 0:
            raise DrawkitError("The browser does not say how large the file is.")
        entry = self._add(_shown(name), size, key)
        try:
            check_size(size, self.limits)
        except Refused as refused:
            self.refuse(entry, error_from(refused))
            return entry
        self._transfers[entry.key] = _Transfer(entry.store.open("wb"))
        return entry

    def chunk(self, key: object, offset: object, data: bytes | memoryview) -> Entry:
        """Take the next piece, in order. The first one already tells a wrong format."""
        entry, transfer = self._transfer(key)
        if offset != transfer.received or transfer.received + len(data) > entry.size:
            return self.refuse(entry, _broken("A piece is missing"))
        if offset == 0 and media_type_of(bytes(data)) is None:
            accepted = ", ".join(self.limits.formats)
            detail = f"This is none of the accepted formats ({accepted}). Convert it to PDF."
            return self.refuse(entry, error_from(Refused(Problem.of("unsupported-format", detail))))
        transfer.stream.write(data)
        transfer.digest.update(data)
        transfer.received += len(data)
        return entry

    def close(self, key: object, sha256: object = None) -> Entry:
        """End a transfer: all bytes must be here, and their SHA-256 the browser's, where it can compute one."""
        entry, transfer = self._transfer(key)
        if transfer.received != entry.size:
            return self.refuse(entry, _broken(f"Only {transfer.received} of {entry.size} bytes came"))
        if sha256 is not None and sha256 != transfer.digest.hexdigest():
            return self.refuse(entry, _broken("The bytes changed on the way"))
        self._end_transfer(entry)
        entry.path = entry.store
        entry.become(State.CHECKING)
        return entry

    # From the kernel

    def place(self, path: str | os.PathLike[str]) -> Entry:
        """List a file that lies beside the notebook; it is read where it is."""
        where = Path(path).expanduser()
        for known in self:
            if known.path == where and known.state not in ACTIVE:
                known.become(State.CHECKING)
                return known
        entry = self._add(_shown(where.name), where.stat().st_size if where.is_file() else 0)
        entry.path = where
        entry.become(State.CHECKING)
        return entry

    def keep(self, drawing: Drawing) -> Entry:
        """List a checked drawing that is only in memory."""
        entry = self._add(_shown(drawing.facts.name), drawing.facts.bytes)
        entry.path = entry.store
        entry.path.write_bytes(drawing.data)
        return self.accept(entry, drawing)

    def read(self, entry: Entry) -> Drawing:
        """Read the drawing of an entry and check it. Fit for a thread.

        Raises `FileAccessError`, `FileRefused`, or `PasswordNeeded` for a locked PDF.
        """
        return read_drawing(entry.source, entry.name, self.limits.of_document, password=_password_needed)

    def unlock(self, entry: Entry, password: str) -> Drawing:
        """Read a locked PDF into a copy that needs no password, in memory alone; raises as `read`. Fit for a thread.

        A wrong password is an `UnreadableFile`.
        """
        return read_drawing(entry.source, entry.name, self.limits.of_document, password=password)

    def lock(self, entry: Entry, wrong: str = "") -> Entry:
        """Mark a PDF as locked: its bytes stay, and its password is asked for. `wrong` tells why the last one fails."""
        entry.locked, entry.facts, entry.opened, entry.most = True, None, None, None
        entry.become(State.LOCKED, wrong or _LOCKED)
        entry.wrong = bool(wrong)
        told = f"{entry.name} is locked. Type its password beside it in the form."
        entry.error = error_from(Refused(Problem.of("unreadable-file", told)))
        return entry

    def accept(self, entry: Entry, drawing: Drawing, opened: bytes | None = None) -> Entry:
        """Mark a file as ready, or ask for pages of one that is too long to be read at a time.

        The same file under the same name stands in the list once; under another it is told, and read if wanted.
        `opened` is the copy of a locked PDF.
        """
        alike = [other for other in self if other is not entry and _same(other, drawing)]
        for other in alike:
            if other.name == entry.name:
                self.remove(entry.key)
                if other.state is State.READY:
                    other.become(State.READY, _ONCE)
                return other
        if not _same(entry, drawing):
            entry.read_with, entry.wish = None, ""
        entry.facts, entry.error = drawing.facts, None
        if opened is None:  # else it is the copy's
            entry.size = drawing.facts.bytes
        entry.locked, entry.opened, entry.pages = False, opened, None
        entry.most = self.limits.max_pages if drawing.facts.pages > self.limits.max_pages else None
        entry.become(State.READY, f"The same drawing as {alike[0].name}." if alike else "")
        return self.choose(entry, entry.wish)

    def choose(self, entry: Entry, text: object) -> Entry:
        """Choose the pages to read of a long document; why that will not do stands beside it."""
        if entry.facts is None or entry.most is None or entry.state in ACTIVE:
            return entry
        entry.wish, entry.pages = str(text).strip(), None
        try:
            entry.pages = chosen_pages(entry.wish, entry.facts.pages, entry.most)
        except DrawkitError as fault:
            entry.become(State.PAGES, str(fault))
            entry.wrong = bool(entry.wish)
            told = f"{entry.name} has {entry.facts.pages} pages, and at most {entry.most} are read at a time."
            told += " Choose them beside it in the form, or name them, such as pages=[1, 2]."
            entry.error = error_from(Refused(Problem.of("too-many-pages", told)))
        else:
            if entry.state is State.PAGES:
                entry.become(State.READY)
                entry.error = None
        return entry

    def refuse(self, entry: Entry, error: Exception) -> Entry:
        """Mark a file as refused, with the reason beside it, and let go of its bytes."""
        self._end_transfer(entry)
        entry.store.unlink(missing_ok=True)
        entry.locked, entry.facts, entry.opened, entry.most = False, None, None, None
        entry.fail(error, State.REFUSED)
        return entry

    def remove(self, key: object) -> None:
        """Take a file off the list. One that is being read stays."""
        entry = self.get(key)
        if entry is not None and entry.state not in ACTIVE:
            self._end_transfer(entry)
            entry.store.unlink(missing_ok=True)
            del self._entries[entry.key]

    def clear(self) -> None:
        """Remove every file and the folder."""
        for entry in self:
            self._end_transfer(entry)
        self._entries.clear()
        self._spool.clear()

    def _add(self, name: str, size: int, key: object = None) -> Entry:
        self._count += 1
        usable = isinstance(key, str) and 0 < len(key) <= _LONGEST_KEY and key not in self._entries
        entry = Entry(
            str(key) if usable else f"file-{self._count}", name, size, store=self._spool.place(str(self._count))
        )
        self._entries[entry.key] = entry
        return entry

    def _transfer(self, key: object) -> tuple[Entry, _Transfer]:
        entry = self.get(key)
        if entry is None or entry.key not in self._transfers:
            raise DrawkitError("The file is no longer in the list.")
        return entry, self._transfers[entry.key]

    def _end_transfer(self, entry: Entry) -> None:
        transfer = self._transfers.pop(entry.key, None)
        if transfer is not None:
            transfer.stream.close()


def _shown(name: object) -> str:
    """Make a name fit to be read: no folders, nothing that does not print."""
    last = str(name or "").replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in last).strip()
    return kept[:_LONGEST_NAME] or "drawing"


def _password_needed() -> str:
    raise PasswordNeeded


def _same(entry: Entry, drawing: Drawing) -> bool:
    return entry.facts is not None and entry.facts.sha256 == drawing.facts.sha256


def _broken(reason: str) -> DrawkitError:
    return DrawkitError(f"{reason}: the transfer was interrupted. Add the file again.")
