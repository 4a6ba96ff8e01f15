"""A drawing that is looked at: its pages, and parts of them as fine as a screen shows them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple, Self

from PIL import Image

from ..contract import Box, PageReport
from .load import open_drawing
from .preview import as_it_is, png_of

_MOST_PIXELS = 4000
"""On a side of a part: screens have fewer."""
_LEAST_POINTS = 1.0


class PagePart(NamedTuple):
    """A part of a page as PNG, and the box in points that it shows: whole pixels around the one asked for."""

    png: bytes
    box: Box


class OpenedDrawing:
    """A drawing that stays open, so that each look at it costs what it shows, not what opening it costs.

    `pages` are those of its result. As PDFium, it is for one thread at a time. Raises `contract.Refused` when the file
    cannot be opened.
    """

    def __init__(self, data: bytes, pages: Sequence[PageReport]) -> None:
        self._pages = {report.page: report for report in pages}
        self._stack = ExitStack()
        self._source = self._stack.enter_context(open_drawing(data, pages=list(self._pages)))

    def picture(self, page: int, max_pixels: int) -> bytes:
        """A page as it is, as PNG, its longer side at most `max_pixels`. Raises `KeyError` for an unknown one."""
        return png_of(as_it_is(self._source, self._pages[page], max_pixels))

    def small(self, page: int, pixels: int) -> bytes:
        """A page about so large, as PNG: in little time, whatever is on it. Raises `KeyError` for an unknown one."""
        report = self._pages[page]
        return png_of(Image.fromarray(self._source.small(page, report.turned, pixels)))

    def part(self, page: int, box: Box, dpi: float) -> PagePart | None:
        """What stands in a box (points) of a page, at most this fine; None where there is nothing to be seen.

        A scan is shown in its own pixels: more of them would tell no more. Raises `KeyError` for an unknown page.
        """
        report = self._pages[page]
        within = (max(box[0], 0.0), max(box[1], 0.0), min(box[2], report.width), min(box[3], report.height))
        wide, high = within[2] - within[0], within[3] - within[1]
        if not (wide > _LEAST_POINTS and high > _LEAST_POINTS and dpi > 0):
            return None
        fine = min(dpi, 72 * _MOST_PIXELS / max(wide, high))
        view = self._source.view(page, report.turned)
        if not view.has_picture:
            return None
        pixels, shown = self._source.part(page, within, fine)
        return PagePart(png_of(Image.fromarray(pixels)), shown)

    def close(self) -> None:
        """Let the drawing go."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
