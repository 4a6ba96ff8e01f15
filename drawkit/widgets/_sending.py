"""What is sent of a file, and what is kept of a submission: one that is cut off goes on when it is run again."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from drawkit.client import DrawkitError, FileAccessError, ServiceUnreachable

if TYPE_CHECKING:
    from ._entry import Entry

CHANGED: Final = "It changed on disk after it was listed, and was checked again: run it again to read it as it is now."
_GONE: Final = "It lies where it was listed no more: put it back and run it again, or add it from where it is now."
_NOT_SENT: Final = "The connection to the service was lost while the file was sent: run it again, it is counted once."
_NOT_FETCHED: Final = (
    "The connection to the service was lost, which reads on: run it again to fetch the result; nothing is read twice."
)


class FileChanged(DrawkitError):
    """The file is not what was checked."""


@dataclass
class Attempt:
    """A submission that has not ended. The same file with the same settings goes on with it."""

    mark: str
    """Of the settings."""
    sha256: str
    idempotency_key: str = field(default_factory=lambda: uuid.uuid4().hex)
    task_id: str | None = None
    """None until the service has told that it has the file."""


def content_of(entry: Entry) -> bytes:
    """Read what is sent of a file that was checked. Fit for a thread.

    Raises `FileChanged` where the disk now holds another one, `FileAccessError` where it holds none.
    """
    try:
        same = entry.source.stat().st_size == entry.size
        if same and entry.opened is not None:
            return entry.opened
        data = entry.source.read_bytes() if same else b""
    except FileNotFoundError:
        raise FileAccessError(_GONE) from None
    except OSError as error:
        raise FileAccessError(f"It cannot be opened: {error.strerror or error}. Run it again when it can.") from None
    if entry.facts is None or hashlib.sha256(data).hexdigest() != entry.facts.sha256:
        raise FileChanged(CHANGED)
    return data


def attempt_at(entry: Entry, mark: str) -> Attempt:
    """Give the submission that was cut off, where it was of this file with these settings; else a new one."""
    sha256 = entry.facts.sha256 if entry.facts else ""
    old = entry.attempt
    if old is None or (old.mark, old.sha256) != (mark, sha256):
        entry.attempt = old = Attempt(mark, sha256)
    return old


def cut_off(attempt: Attempt) -> ServiceUnreachable:
    """Say what to do where the service is heard no more."""
    return ServiceUnreachable(_NOT_SENT if attempt.task_id is None else _NOT_FETCHED)
