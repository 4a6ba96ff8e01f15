"""Pictures of drawings from the person's own files: sharp, as they are, never published; for the service at hand."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .client.shell import OwnFiles

if TYPE_CHECKING:
    from .contract import Result, TaskRecord

_PIXELS: Final = 3200
_DRAWING: Final = threading.Lock()
"""PDFium is not thread-safe."""


class ServiceFiles(OwnFiles):
    """The files of an embedded service: its folder is this user's own, and no other may read it."""

    def __init__(self, folder: Path) -> None:
        self._sources = folder / "sources"

    def has(self, record: TaskRecord) -> bool:
        """Whether the file of a task is still there."""
        return record.task_id.isidentifier() and (self._sources / record.task_id).is_file()

    def picture(self, record: TaskRecord, result: Result, page: int) -> bytes | None:
        """Draw a page of a task's file as PNG, as it is; None where the file is gone, or is another by now."""
        report = next((report for report in result.pages if report.page == page), None)
        data = self.source(record)
        if report is None or data is None:
            return None
        from .contract import Refused  # noqa: PLC0415 - with the engine, loaded when a picture is drawn
        from .engine import previews  # noqa: PLC0415

        only = result.model_copy(update={"pages": (report,)})
        try:
            with _DRAWING:
                return previews(data, only, redact=False, max_pixels=_PIXELS)[0]
        except (Refused, ImportError):
            return None

    def source(self, record: TaskRecord) -> bytes | None:
        """A task's file itself; None where it is gone, or is another by now."""
        if record.file is None or not record.task_id.isidentifier():
            return None
        try:
            data = (self._sources / record.task_id).read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == record.file.sha256 else None
