"""What the service keeps as files: private sources, work in progress and published previews."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .clock import ids

_PROOF_BYTES = 2**20
_BINARY = getattr(os, "O_BINARY", 0)  # Windows alone has it


@dataclass(frozen=True)
class Upload:
    """A file that is being received: its name among the sources, and what is written of it."""

    name: str
    file: BinaryIO

    def settle(self) -> None:
        """Have the disk hold all of it, and close it."""
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()


class Files:
    """The folders of a service. Every name in them is made by the service, never by a client.

    `failed` tells whether the last upload could not be kept.
    """

    def __init__(self, state_dir: Path) -> None:
        self.root = state_dir
        self.failed = False
        self._sources = state_dir / "sources"
        self._work = state_dir / "work"
        self._published = state_dir / "published"

    def prepare(self) -> None:
        """Create the folders, readable by their owner alone, and drop what a crash left half-done."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.root.chmod(0o700)
        shutil.rmtree(self._work, ignore_errors=True)
        for folder in (self._sources, self._work, self._published):
            folder.mkdir(mode=0o700, exist_ok=True)

    def source(self, task_id: str) -> Path:
        """Where the source of a task lies."""
        return self._sources / task_id

    @contextmanager
    def receiving(self) -> Iterator[Upload]:
        """A place among the sources for what is received; it goes again unless it is renamed meanwhile.

        On the disk at once: many that come slowly would take all memory.
        """
        name = ids.new("upload")
        try:
            descriptor = os.open(self.source(name), os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
            with os.fdopen(descriptor, "w+b") as file:
                yield Upload(name, file)
        except OSError:
            self.failed = True
            raise
        finally:
            self.drop_source(name)
        self.failed = False

    def rename_source(self, upload: str, task_id: str) -> None:
        """Give a source that was kept as an upload the name of its task."""
        self.source(upload).replace(self.source(task_id))

    def prove(self) -> None:
        """Write something. Raises OSError."""
        proof = self._work / "proof"
        _write_whole(proof, bytes(_PROOF_BYTES))
        proof.unlink()
        self.failed = False

    def drop_source(self, task_id: str) -> None:
        """Delete a source; it may be gone already."""
        self.source(task_id).unlink(missing_ok=True)

    def work(self, task_id: str, start: int) -> Path:
        """The folder of one start of a task. A start that was given up may still be writing into its own."""
        return self._work / f"{task_id}-{start}"

    def drop_work(self, folder: Path) -> None:
        """Delete the folder of one start."""
        shutil.rmtree(folder, ignore_errors=True)

    def preview(self, publication_id: str, number: int) -> Path:
        """Where a published preview lies; `number` counts from 1."""
        return self._published / publication_id / f"preview-{number}.png"

    def publish(self, publication_id: str, previews: Iterable[bytes]) -> None:
        """Write the previews of a publication: all of them, or none."""
        try:
            (self._published / publication_id).mkdir(mode=0o700)
            for number, picture in enumerate(previews, start=1):
                _write_whole(self.preview(publication_id, number), picture)
        except OSError:
            self.withdraw(publication_id)
            raise

    def withdraw(self, publication_id: str) -> None:
        """Delete the previews of a publication."""
        shutil.rmtree(self._published / publication_id, ignore_errors=True)

    def drop_strangers(self, task_ids: set[str], publication_ids: set[str]) -> None:
        """Delete sources and previews the store does not know: a crash came between file and record."""
        for source in self._sources.iterdir():
            if source.name not in task_ids:
                source.unlink(missing_ok=True)
        for folder in self._published.iterdir():
            if folder.name not in publication_ids:
                shutil.rmtree(folder, ignore_errors=True)


def _write_whole(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
