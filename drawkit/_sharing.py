"""One embedded service for all notebooks of a person that name its folder: where it is, who uses it, when it ends.

Its address and key lie in the state folder, in a file that only its owner may read, as Jupyter keeps those of a kernel.
Who uses it holds a lock that the operating system lets go when the process ends, however it ends.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

_HOLDER: Final = "service.json"
_USERS: Final = "users"
_LOOPBACK: Final = "127.0.0.1"
_MOST_USERS: Final = 2**20


@dataclass(frozen=True)
class Holder:
    """The service that works in a folder. With `shared` it may be joined, once `base_url` and `api_key` are there."""

    pid: int
    host: str
    since: str
    shared: bool
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)

    @property
    def here(self) -> bool:
        """Whether it runs on this machine: a folder on a network drive may be another's."""
        return self.host == socket.gethostname()

    def __str__(self) -> str:
        return f"process {self.pid}{'' if self.here else f' on {self.host}'}, since {self.since}"


def publish(folder: Path, *, shared: bool, base_url: str | None = None, api_key: str | None = None) -> Holder:
    """Write down that this process serves in a folder; only for who has its lock."""
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    holder = Holder(os.getpid(), socket.gethostname(), since, shared, base_url, api_key)
    new = folder / f"{_HOLDER}.{secrets.token_hex(8)}"
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(holder), file)
    new.replace(folder / _HOLDER)
    return holder


def withdraw(folder: Path) -> None:
    """Take back what was published; only for who has the lock."""
    with suppress(OSError):
        (folder / _HOLDER).unlink()


def holder_of(folder: Path) -> Holder | None:
    """Read who serves in a folder, or did so last; None when that is not told, or not by this user alone."""
    try:
        with (folder / _HOLDER).open(encoding="utf-8") as file:
            if sys.platform != "win32":
                facts = os.fstat(file.fileno())
                if facts.st_uid != os.getuid() or facts.st_mode & 0o077:
                    return None  # who else may write there could send our drawings anywhere
            holder = Holder(**json.load(file))
    except (OSError, ValueError, TypeError):
        return None
    loopback = holder.base_url is None or urlsplit(holder.base_url).hostname == _LOOPBACK
    return holder if loopback else None


class Use:
    """This process's use of the service in a folder, or the last word of the service that nobody does."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _USERS
        self._file: IO[bytes] | None = None

    def begin(self) -> bool:
        """Begin to use the service; False when it is about to end."""
        return self._hold(alone=False)

    def nobody(self) -> bool:
        """Tell whether nobody uses it; then nobody can before `end`."""
        return self._hold(alone=True)

    def end(self) -> None:
        """End what was begun."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _hold(self, *, alone: bool) -> bool:
        self.end()
        try:
            file = self._path.open("ab")
        except OSError:
            return alone  # the folder is gone, and with it all who might come
        try:
            _lock(file, alone=alone)
        except OSError:
            file.close()
            return False
        self._file = file
        return True


def _lock(file: IO[bytes], *, alone: bool) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        # It knows no shared locks: each user has a byte of its own, and who is alone has them all.
        file.seek(0 if alone else os.getpid() % _MOST_USERS)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, _MOST_USERS if alone else 1)
    else:
        import fcntl  # noqa: PLC0415 - only there

        fcntl.flock(file.fileno(), (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
