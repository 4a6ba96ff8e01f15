"""Opening a PDF and the geometry of its pages."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

from ...contract import Box, Problem, Refused
from ..sheet import Floats, Grey
from .excess import Excess

_SMALLEST, _LARGEST = 1.0, 1e6
"""Points on a side: beyond, a page has nothing that could be read (ISO 32000-1, annex C, has 3 to 14,400 as limits)."""
_A4 = (595.0, 842.0)
MAX_SIDE = 12_000
"""The longest side of a rendered page in pixels: larger pages are rendered at a lower resolution."""


@dataclass(frozen=True, eq=False)
class PdfPage:
    """One open page with the matrix from its user space to the upright page (points, y downward)."""

    number: int
    handle: Any
    width: float
    height: float
    matrix: Floats
    """(2, 3): [x, y] upright = matrix @ [x, y, 1] of the page's user space."""
    turned: int = 0
    """Degrees counter-clockwise by which the content was turned though no flag says so."""
    scale: float = 1.0
    """By how much the page is larger than in its file: `width`, `height`, `matrix` and the pixels of `render` are."""
    ground: int | None = None
    """The grey of the dark ground on which the file draws: `render` shows it white, and what is white on it black."""
    watermarks: tuple[Any, ...] = ()
    """Texts printed across the page that are left out of what is read of it, and of what `render` shows."""

    def render(self, dpi: float) -> Grey:
        """The page as a grey picture, 0 black, 255 white; smaller than asked for when the page is huge."""
        scale = min(dpi / 72, MAX_SIDE / max(self.width, self.height))
        with self._without_watermarks():
            picture = self._picture(scale * self.scale)
        if self.ground is None:
            return picture
        shown: Grey = inked(np.arange(256), self.ground)[picture]
        return shown

    @contextmanager
    def _without_watermarks(self) -> Iterator[None]:
        for mark in self.watermarks:
            raw.FPDFPageObj_SetIsActive(mark, False)
        try:
            yield
        finally:
            for mark in self.watermarks:
                raw.FPDFPageObj_SetIsActive(mark, True)

    def part(self, box: Box, dpi: float) -> tuple[Grey, Box]:
        """What stands in a box of the page, grey, and the box that the pixels fill: those around the one asked for."""
        scale = dpi / 72
        wide, high = (self.height, self.width) if self.turned % 180 else (self.width, self.height)
        left, top, right, bottom = _before_turn(box, self.turned, wide, high)
        ends = ceil(wide * scale), ceil(high * scale)  # PDFium stretches the page to whole pixels
        across, down = ends[0] / wide, ends[1] / high
        x0, y0 = floor(left * across), floor(top * down)
        x1, y1 = min(ceil(right * across), ends[0]), min(ceil(bottom * down), ends[1])
        # PDFium rounds what is cut off up: half a pixel less cuts the same, however the division comes out.
        cut = [(n - 0.5) / scale if n else 0.0 for n in (x0, ends[1] - y1, ends[0] - x1, y0)]
        shown = (x0 / across, y0 / down, x1 / across, y1 / down)
        return self._picture(scale, crop=tuple(cut)), _after_turn(shown, self.turned, wide, high)

    def _picture(self, scale: float, **cut: tuple[float, ...]) -> Grey:
        """The page upright, in the very memory that PDFium drew on, which outlives its bitmap."""
        maker = pdfium.PdfBitmap.new_native
        bitmap = self.handle.render(scale=scale, grayscale=True, may_draw_forms=True, bitmap_maker=maker, **cut)
        picture: Grey = bitmap.to_numpy().reshape(bitmap.height, bitmap.width, -1)[..., 0]
        bitmap.close()
        return np.ascontiguousarray(np.rot90(picture, -self.turned // 90) if self.turned else picture)


def inked(grey: NDArray[np.integer[Any]], ground: int) -> Grey:
    """Greys of what is drawn on a dark ground, as they are on white paper: the ground white, white black."""
    shown: Grey = np.clip(255 - (grey - ground) * (255 / (255 - ground)), 0, 255).astype(np.uint8)
    return shown


def _before_turn(box: Box, turned: int, wide: float, high: float) -> Box:
    """Where a box of the upright page lies on the page as it is stored, which is so wide and high."""
    x0, top, x1, bottom = box
    match turned:
        case 90:
            return top, high - x1, bottom, high - x0
        case 180:
            return wide - x1, high - bottom, wide - x0, high - top
        case 270:
            return wide - bottom, x0, wide - top, x1
    return box


def _after_turn(box: Box, turned: int, wide: float, high: float) -> Box:
    """The way back."""
    return _before_turn(box, -turned % 360, *((high, wide) if turned % 180 else (wide, high)))


class Document:
    """An open PDF. Its pages live as long as it does."""

    def __init__(self, handle: Any, excess: Excess) -> None:
        self._handle = handle
        self._excess = excess

    def __len__(self) -> int:
        return len(self._handle)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height of page `number` in points, without opening it; those of A4 where it has none."""
        with suppress(pdfium.PdfiumError):
            width, height = self._handle.get_page_size(number - 1)
            if _is_a_sheet(width, height):
                return width, height
        return _A4

    def page(self, number: int) -> PdfPage:
        """Page `number`, counted from 1. Raises `Refused` (`unreadable-file`) for a page that PDFium cannot load."""
        too_much = self._excess.of(number)
        if too_much:
            raise _unreadable(f"Page {number} of the PDF {too_much}.")
        try:
            handle = self._handle[number - 1]
        except pdfium.PdfiumError as error:
            raise _unreadable(f"Page {number} of the PDF is damaged.") from error
        width, height = handle.get_size()
        if not _is_a_sheet(width, height):
            raise _unreadable(f"Page {number} of the PDF is {width:g} x {height:g} points, which no sheet is.")
        return PdfPage(number, handle, width, height, _upright_matrix(handle, width, height))


def _is_a_sheet(width: float, height: float) -> bool:
    return _SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST


def _unreadable(what: str) -> Refused:
    return Refused(Problem.of("unreadable-file", f"{what} Export it again.", pointer="/file"))


@contextmanager
def open_pdf(data: bytes) -> Iterator[Document]:
    """Open a PDF for reading. Raises `Refused` (`unreadable-file`) when PDFium cannot."""
    try:
        handle = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        detail = "The PDF is damaged or encrypted. Export it again without a password."
        raise Refused(Problem.of("unreadable-file", detail, pointer="/file")) from error
    try:
        handle.init_forms()
        yield Document(handle, Excess(data))
    finally:
        handle.close()


_FINE = 1000  # PDFium maps to whole device units: a thousandth of a point is fine enough


def _upright_matrix(handle: Any, width: float, height: float) -> Floats:
    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for px, py in ((0.0, 0.0), (1000.0, 0.0), (0.0, 1000.0)):
        raw.FPDF_PageToDevice(handle, 0, 0, int(width * _FINE), int(height * _FINE), 0, px, py, x, y)
        corners.append((x.value / _FINE, y.value / _FINE))
    origin, right, up = (np.array(c) for c in corners)
    return np.column_stack([(right - origin) / 1000, (up - origin) / 1000, origin])
