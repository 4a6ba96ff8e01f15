"""The drawing that a kept result was read of: a file at hand, from which its pictures are drawn as it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from drawkit import contract
from drawkit._own_files import DRAWING
from drawkit.client.uploads import read_drawing

if TYPE_CHECKING:
    from drawkit.engine import OpenedDrawing

Seen = TypeVar("Seen")

_PIXELS: Final = 3200


class OwnDrawing:
    """A drawing beside its result: `source` are its bytes, its pages are drawn when they are looked at.

    Raises `FileAccessError` or `FileRefused` where it cannot be read, `ValueError` where it has not the result's pages.
    """

    def __init__(self, file: str | os.PathLike[str] | bytes, data: contract.Result) -> None:
        told = read_drawing(file, limits=contract.LOCAL_LIMITS.of_document)
        last = max((report.page for report in data.pages), default=1)
        if told.facts.pages < last:
            raise ValueError(f"{told.facts.name} is not the drawing of this result: it has no page {last}.")
        self.source, self._pages = told.data, data.pages
        self._opened: OpenedDrawing | None = None

    def picture(self, page: int) -> bytes | None:
        """A page as it is."""
        return self._look(lambda drawing: drawing.picture(page, _PIXELS))

    def small(self, page: int, pixels: int) -> bytes | None:
        """A page about so large."""
        return self._look(lambda drawing: drawing.small(page, pixels))

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """A part of a page, as fine as a screen shows it."""
        return self._look(lambda drawing: drawing.part(page, box, dpi))

    def _look(self, look: Callable[[OpenedDrawing], Seen | None]) -> Seen | None:
        try:
            with DRAWING:
                if self._opened is None:
                    from drawkit.engine import OpenedDrawing  # noqa: PLC0415 - loaded when a picture is drawn

                    self._opened = OpenedDrawing(self.source, self._pages)
                return look(self._opened)
        except (contract.Refused, ImportError, KeyError):  # without the extra `local` there is no picture
            return None
