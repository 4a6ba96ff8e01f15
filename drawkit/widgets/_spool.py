"""Where a form keeps uploaded files: a private temporary folder, which goes with the form and outlives no kernel."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import weakref
from pathlib import Path
from typing import Final

from drawkit._processes import process_ended

_PREFIX: Final = "drawkit-upload-"


class Spool:
    """A folder that only this user can read, made for the first file."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._cleaner: weakref.finalize[[Path], Spool] | None = None

    def place(self, name: str) -> Path:
        """Where the file of that name may be written."""
        if self._folder is None or not self._folder.is_dir():
            sweep()
            self._folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
            self._cleaner = weakref.finalize(self, _remove, self._folder)
        return self._folder / name

    def clear(self) -> None:
        """Remove the folder with all files."""
        if self._cleaner is not None:
            self._cleaner()


def sweep() -> None:
    """Remove the folders of kernels that were killed: drawings are confidential."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdecimal() and process_ended(socket.gethostname(), int(pid)):
            _remove(folder)


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
