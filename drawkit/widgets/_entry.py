"""One file in a form's list: where it lies, what it is, and how far its reading is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drawkit.client import DrawkitError
from drawkit.contract import DrawingFile
from drawkit.display._words import counted, size

if TYPE_CHECKING:
    from drawkit.display import Result

    from ._sending import Attempt


class State(StrEnum):
    """Where a file is; the value is the word a person reads."""

    RECEIVING = "arriving"
    """The browser sends it to the kernel."""
    CHECKING = "checking"
    """All bytes are here; the contract's rules are applied."""
    READY = "ready"
    """It can be read."""
    LOCKED = "locked"
    """A password opens it, which is asked for beside it."""
    PAGES = "choose pages"
    """It has more pages than are read at a time; which ones is asked beside it."""
    REFUSED = "refused"
    """It cannot be read; the note says why and what to do."""
    SENDING = "sending"
    """The kernel sends it to the service."""
    QUEUED = "waiting"
    """The service has it and will read it."""
    RUNNING = "reading"
    """The service reads it."""
    DONE = "read"
    """Its result is here."""
    UNREAD = "not read"
    """Its result is here, and nothing could be read on it: it may be no drawing. The note says what to do."""
    FAILED = "failed"
    """It was not read; the note says why."""
    CANCELLED = "cancelled"
    """Its reading was stopped on request."""


ARRIVING = frozenset({State.RECEIVING, State.CHECKING})
ACTIVE = frozenset({State.SENDING, State.QUEUED, State.RUNNING})


@dataclass(eq=False)
class Entry:
    """A file in the list. `name` is only for people."""

    key: str
    name: str
    size: int
    store: Path
    """Where its bytes go when they have to be kept."""
    state: State = State.RECEIVING
    note: str = ""
    share: float | None = None
    """From 0 to 1; None while nobody can say."""
    path: Path | None = None
    """Where its bytes lie; None until they do."""
    opened: bytes | None = field(default=None, repr=False)
    """Of a locked PDF the copy that needs no password: in memory alone."""
    locked: bool = False
    """Whether its password is still asked for."""
    facts: DrawingFile | None = None
    most: int | None = None
    """How many of its pages may be read at a time, where it has more."""
    wish: str = ""
    """The pages to read, as a person typed them."""
    pages: tuple[int, ...] | None = None
    """The pages to read; None: as the form says."""
    wrong: bool = False
    """Whether the note is about an answer that will not do."""
    result: Result | None = None
    warn: bool = False
    """Whether that result as a whole is not to be relied on."""
    task_id: str | None = None
    """Of the task that read it last."""
    error: BaseException | None = None
    attempt: Attempt | None = None
    """A submission of it that was cut off; run again, it goes on."""
    read_with: str | None = None
    """The settings it was last read with."""

    @property
    def readable(self) -> bool:
        """Whether it passed the checks."""
        return self.facts is not None

    @property
    def source(self) -> Path:
        """The path to read."""
        if self.path is None:
            raise DrawkitError(f"{self.name} has not arrived yet.")
        return self.path

    @property
    def asks(self) -> str:
        """What is asked beside it, if anything: `password` or `pages`."""
        if self.locked:
            return "password"
        return "pages" if self.most is not None and self.state not in ACTIVE else ""

    def become(self, state: State, note: str = "", share: float | None = None) -> None:
        """Move on."""
        self.state, self.note, self.share, self.wrong = state, note, share, False

    def fail(self, error: BaseException, state: State = State.FAILED) -> None:
        """End with an error that stands beside the file."""
        self.error = error
        self.become(state, str(error))

    def row(self) -> dict[str, Any]:
        """Tell what the browser shows of it: no path, no bytes."""
        pages = counted(self.facts.pages, "page") if self.facts else ""
        return {
            "key": self.key,
            "name": self.name,
            "about": " · ".join(filter(None, (size(self.size), pages))),
            "state": self.state.name.lower(),
            "word": self.state.value,
            "note": self.note,
            "share": self.share,
            "removable": self.state not in ACTIVE,
            "showable": self.result is not None,
            "asks": self.asks,
            "wish": self.wish,
            "wrong": self.wrong,
            "warn": self.warn,
        }
