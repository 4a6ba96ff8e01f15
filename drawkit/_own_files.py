"""Pictures of drawings from the person's own files: sharp, as they are, never published; for the service at hand."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from .client.shell import OwnFiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from .contract import Box, Result, TaskRecord
    from .engine import OpenedDrawing

Seen = TypeVar("Seen")

_PIXELS: Final = 3200
_OPEN: Final = 2
"""Drawings that stay open."""
DRAWING: Final = threading.Lock()
"""PDFium is not thread-safe."""


class ServiceFiles(OwnFiles):
    """The files of an embedded service: its folder is this user's own, and no other may read it."""

    def __init__(self, folder: Path) -> None:
        self._sources = folder / "sources"
        self._opened: dict[str, OpenedDrawing] = {}

    def has(self, record: TaskRecord) -> bool:
        """Whether the file of a task is still there."""
        return record.task_id.isidentifier() and (self._sources / record.task_id).is_file()

    def picture(self, record: TaskRecord, result: Result, page: int) -> bytes | None:
        """Draw a page of a task's file as PNG, as it is; None where the file is gone, or is another by now."""
        return self._look(record, result, lambda drawing: drawing.picture(page, _PIXELS))

    def small(self, record: TaskRecord, result: Result, page: int, pixels: int) -> bytes | None:
        """Draw a page about so large; None where there is nothing to be drawn."""
        return self._look(record, result, lambda drawing: drawing.small(page, pixels))

    def part(self, record: TaskRecord, result: Result, page: int, box: Box, dpi: float) -> tuple[bytes, Box] | None:
        """Draw a part of a page as fine as a screen shows it; None where there is nothing to be drawn."""
        return self._look(record, result, lambda drawing: drawing.part(page, box, dpi))

    def _look(self, record: TaskRecord, result: Result, look: Callable[[OpenedDrawing], Seen | None]) -> Seen | None:
        """Draw of a task's file. The two looked at last stay open: they are looked at again, or compared."""
        data = self.source(record)
        if data is None:
            return None
        from .contract import Refused  # noqa: PLC0415 - with the engine, loaded when a picture is drawn

        try:
            with DRAWING:
                return look(self._opened_as(record, result, data))
        except (Refused, ImportError, KeyError):
            return None

    def _opened_as(self, record: TaskRecord, result: Result, data: bytes) -> OpenedDrawing:
        from .engine import OpenedDrawing  # noqa: PLC0415

        drawing = self._opened.pop(record.task_id, None)
        if drawing is None:
            while len(self._opened) >= _OPEN:
                self._opened.pop(next(iter(self._opened))).close()
            drawing = OpenedDrawing(data, result.pages)
        self._opened[record.task_id] = drawing  # the last one looked at stands last
        return drawing

    def source(self, record: TaskRecord) -> bytes | None:
        """A task's file itself; None where it is gone, or is another by now."""
        if record.file is None or not record.task_id.isidentifier():
            return None
        try:
            data = (self._sources / record.task_id).read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == record.file.sha256 else None
