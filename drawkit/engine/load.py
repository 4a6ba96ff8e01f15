"""From the bytes of a file to its sheets, one page at a time; the same for PDFs and pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..contract import LOCAL_LIMITS, Box, FileLimits, Problem, Refused, inspect
from .layout.placed_drawing import placed
from .on_page import box_on_page
from .pdf import Document, PdfPage, open_pdf
from .pdf.ground import on_light_ground
from .pdf.letter_size import with_usual_letters
from .pdf.placed import placed_on
from .pdf.scans import pictures_of, scan_dpi
from .pdf.sheets import read_page
from .pdf.upright import QUARTERS, turned_by, upright
from .pdf.watermarks import without_watermarks, words_across
from .picture.decode import decode
from .picture.drafts import HeldWholeError
from .picture.pasted import with_pasted
from .picture.perspective import through
from .picture.pixels import resized
from .picture.prepare import Prepared, prepare
from .picture.sheets import USUAL_DPI, part_of, read_prepared, view_of
from .sheet import Sheet, Word

_PLAUSIBLE_DPI = (60.0, 1300.0)  # what a file says of its resolution outside this range is a placeholder
_LARGEST_SHEET = 3100.0  # square inches: two sheets of A0; what a file says is no resolution where it makes more
MOST_PIXELS = 36_000_000
"""A picture with more pixels is read smaller; the result says so."""


class Source(ABC):
    """An open drawing: how many pages it has, and each page's sheet when it is asked for."""

    def __init__(self, pages: int) -> None:
        self.pages = pages

    @abstractmethod
    def sheet(self, number: int) -> Sheet:
        """The sheet of page `number`, counted from 1, `scale` times as large as the page.

        Raises `Refused` where the only page cannot be opened.
        """

    @abstractmethod
    def view(self, number: int, turned: int | None = None) -> Sheet:
        """The sheet's size and picture alone, upright and straight, but not read; without one for a damaged page.

        `turned` says by how much a drawn page is turned to stand upright, where that is known: finding out takes long.
        """

    @abstractmethod
    def part(self, number: int, box: Box, dpi: float) -> tuple[NDArray[np.uint8], Box]:
        """The pixels in a box of a page that can be viewed, at most this fine, and the box that they fill."""

    @abstractmethod
    def small(self, number: int, turned: int, pixels: int) -> NDArray[np.uint8]:
        """A page about so large, `turned` as its reading says; a scan is not made straight for it.

        Raises `Refused` for a page that cannot be opened.
        """

    @abstractmethod
    def to_upright(self, number: int) -> NDArray[np.float64]:
        """The matrix (3, 3) from the file's own space to points of the upright page, y downward.

        That of a PDF is the page's user space; that of a picture its width and height as 1, y downward. It is no affine
        one for a sheet that was photographed from the side.
        """

    def pictures(self, number: int) -> tuple[Box, ...]:  # noqa: ARG002 - a page that is one picture has none on it
        """Boxes of the pictures placed on a drawn page, such as logos."""
        return ()

    def stamps(self, number: int) -> tuple[Box, ...]:  # noqa: ARG002 - a picture has none
        """Boxes of what lies on a page beside its content: annotations and form fields."""
        return ()


class _PdfSource(Source):
    def __init__(self, document: Document, pages: int) -> None:
        super().__init__(pages)
        self._document = document
        self._upright: PdfPage | None = None
        self._scan: tuple[int, Prepared | None] = (0, None)

    def sheet(self, number: int) -> Sheet:
        try:
            page, scan = self._page(number), self._scanned(number)
        except Refused as refused:
            return self._unreadable(number, refused)
        if scan is not None:
            return read_prepared(scan, number)
        shown = with_usual_letters(page)
        sheet = _drawn(shown)
        if sheet.own is not None:
            larger = with_usual_letters(page, box_on_page(sheet.own, shown.scale))
            sheet = sheet if larger.scale == shown.scale else _drawn(larger)
        return sheet

    def _unreadable(self, number: int, refused: Refused) -> Sheet:
        """A page that cannot be opened, where it is not the only one: the others can be read."""
        if self.pages == 1:
            raise refused
        size = self._document.size(number)
        return Sheet(number, *size, readable=False, remarks=(refused.problem.detail,))

    def view(self, number: int, turned: int | None = None) -> Sheet:
        try:
            page, scan = self._page(number, turned), self._scanned(number)
        except Refused as refused:
            return self._unreadable(number, refused)
        if scan is not None:
            return view_of(scan, number)
        return Sheet(number, page.width, page.height, turned=page.turned, render=replace(page, ground=None).render)

    def part(self, number: int, box: Box, dpi: float) -> tuple[NDArray[np.uint8], Box]:
        scan = self._scanned(number)
        return part_of(scan, box, dpi) if scan is not None else self._page(number).part(box, dpi)

    def to_upright(self, number: int) -> NDArray[np.float64]:
        page, scan = self._page(number), self._scanned(number)
        to_page = np.vstack([page.matrix, [0.0, 0.0, 1.0]])
        if scan is None:
            return to_page
        scale = np.diag([scan.dpi / 72, scan.dpi / 72, 1.0])
        return np.asarray(np.linalg.inv(scale) @ scan.matrix @ scale @ to_page)

    def pictures(self, number: int) -> tuple[Box, ...]:
        page = self._page(number)
        return tuple(p.box for p in pictures_of(page)) if scan_dpi(page) is None else ()

    def stamps(self, number: int) -> tuple[Box, ...]:
        page = self._page(number)
        boxes, scan = placed_on(page), self._scanned(number)
        if scan is None or not boxes:
            return boxes
        scale = scan.dpi / 72
        return tuple(_moved(box, scan.matrix, scale) for box in boxes)

    def small(self, number: int, turned: int, pixels: int) -> NDArray[np.uint8]:
        page = self._document.page(number)
        return _turned(page.render(72 * pixels / max(page.width, page.height)), turned)

    def _scanned(self, number: int) -> Prepared | None:
        if self._scan[0] != number:
            self._scan = (0, None)  # never two of them at once
            self._scan = (number, _scan(self._page(number)))
        return self._scan[1]

    def _page(self, number: int, turned: int | None = None) -> PdfPage:
        if self._upright is None or self._upright.number != number:
            page = on_light_ground(self._document.page(number))
            known = turned in QUARTERS and scan_dpi(page) is None  # what is known of a scan is how its picture lies
            self._upright = turned_by(page, turned or 0) if known else upright(page)
        return self._upright


def _drawn(whole: PdfPage) -> Sheet:
    """The sheet of a page that is drawn, with what pictures on it show, and without what is printed across it."""
    page = without_watermarks(whole)
    sheet = _marked(placed(read_page(page)), words_across(whole, page))
    return with_pasted(sheet, [(p.box, p.dpi) for p in pictures_of(page)])


def _marked(sheet: Sheet, across: tuple[Word, ...]) -> Sheet:
    """A sheet with what is printed across it, which its result says."""
    if not across:
        return sheet
    told = " ".join(dict.fromkeys(word.text for word in across))
    return sheet.at(across=across, remarks=(f"Printed across the page, and no part of the drawing: {told}.",))


def _turned(picture: NDArray[np.uint8], turned: int) -> NDArray[np.uint8]:
    """A picture turned clockwise by quarters."""
    return np.ascontiguousarray(np.rot90(picture, -turned // 90))


def _moved(box: Box, matrix: NDArray[np.float64], scale: float) -> Box:
    """Where a box lies after a matrix of pixels, `scale` of them to a point: the upright rectangle around it."""
    x0, top, x1, bottom = (v * scale for v in box)
    corners = through(matrix, np.array([[x0, top], [x1, top], [x1, bottom], [x0, bottom]]))
    (left, up), (right, down) = corners.min(axis=0) / scale, corners.max(axis=0) / scale
    return float(left), float(up), float(right), float(down)


def _scan(page: PdfPage) -> Prepared | None:
    """The picture that the page is, made upright; None for a page that is drawn.

    Raises `Refused` (`unreadable-file`) where PDFium could not decode it: it says nothing, and leaves the page black.
    """
    dpi = scan_dpi(page)
    if dpi is None:
        return None
    picture = page.render(dpi)
    if not picture.any():
        told = f"The picture on page {page.number} cannot be decoded: it is damaged, or needs more memory than there is"
        advice = "Save it smaller, or as a baseline JPEG: a progressive one is held whole."
        raise Refused(Problem.of("unreadable-file", f"{told}. {advice}", pointer="/file"))
    return prepare(picture, 72 * picture.shape[1] / page.width)  # a huge page is rendered smaller than asked for


class _PictureSource(Source):
    def __init__(self, data: bytes, pages: int, limits: FileLimits) -> None:
        super().__init__(pages)
        self._data, self._limits = data, limits

    def sheet(self, number: int) -> Sheet:
        prepared, remarks, _ = _prepared(self._data, self._limits, number)
        sheet = read_prepared(prepared, number)
        return sheet.at(remarks=(*sheet.remarks, *remarks)) if remarks else sheet

    def view(self, number: int, turned: int | None = None) -> Sheet:  # noqa: ARG002 - it is turned as it is read
        return view_of(_prepared(self._data, self._limits, number)[0], number)

    def part(self, number: int, box: Box, dpi: float) -> tuple[NDArray[np.uint8], Box]:
        return part_of(_prepared(self._data, self._limits, number)[0], box, dpi)

    def small(self, number: int, turned: int, pixels: int) -> NDArray[np.uint8]:
        picture, _, _ = _decoded(self._data, self._limits, number)
        return _turned(resized(picture, min(pixels / max(picture.shape), 1.0)), turned)

    def to_upright(self, number: int) -> NDArray[np.float64]:
        prepared, _, (height, width) = _prepared(self._data, self._limits, number)
        scale = 72 / prepared.dpi
        return np.asarray(np.diag([scale, scale, 1.0]) @ prepared.matrix @ np.diag([width, height, 1.0]))


@contextmanager
def open_drawing(
    data: bytes, limits: FileLimits = LOCAL_LIMITS, pages: Collection[int] | None = None
) -> Iterator[Source]:
    """Open a drawing to read `pages` of it, None for all.

    Raises `Refused` for what the limits or the file's state forbid.
    """
    facts = inspect(data, limits=limits, pages=pages)
    if facts.media_type == "application/pdf":
        with open_pdf(data) as document:
            yield _PdfSource(document, len(document))
        return
    yield _PictureSource(data, facts.pages, limits)


@lru_cache(maxsize=1)  # a picture is read and then shown: deskewing it once is enough
def _prepared(data: bytes, limits: FileLimits, number: int) -> tuple[Prepared, tuple[str, ...], tuple[int, int]]:
    image, dpi, remarks = _decoded(data, limits, number)
    return prepare(image, dpi, camera=True), remarks, (image.shape[0], image.shape[1])


@contextmanager
def forgetting_pictures() -> Iterator[None]:
    """At the end the picture that was read last is let go: it is kept otherwise, to be shown again."""
    try:
        yield
    finally:
        _prepared.cache_clear()


def pages_of(source: Source, wanted: Sequence[int] | None) -> tuple[int, ...]:
    """The page numbers to read. Raises `Refused` (`invalid-request`) for one that the drawing does not have."""
    if wanted is None:
        return tuple(range(1, source.pages + 1))
    beyond = [p for p in wanted if not 1 <= p <= source.pages]
    if beyond:
        detail = f"The drawing has {source.pages} page(s); there is no page {beyond[0]}."
        raise Refused(Problem.of("invalid-request", detail, pointer="/options_json/pages"))
    return tuple(dict.fromkeys(wanted))


def _decoded(data: bytes, limits: FileLimits, number: int = 1) -> tuple[NDArray[np.uint8], float, tuple[str, ...]]:
    """Grey pixels (h, w), their resolution, and remarks."""
    try:
        pixels, factor, told = decode(data, MOST_PIXELS, limits.max_pixels, number)
    except HeldWholeError as error:
        needed = f"A progressive JPEG is held whole while it is decoded: this one needs {error.needed / 2**20:.0f} MiB"
        detail = f"{needed} for that, more than there is. Save it as a baseline JPEG, in grey, or smaller."
        raise Refused(Problem.of("too-many-pixels", detail, pointer="/file")) from error
    except (OSError, ValueError, SyntaxError, EOFError, cv2.error) as error:
        detail = "The picture is damaged or cut off. Save it again."
        raise Refused(Problem.of("unreadable-file", detail, pointer="/file")) from error
    remarks: tuple[str, ...] = ()
    if factor < 1:
        size = pixels.size / factor**2 / 1e6
        remarks = (f"The picture was read at {factor:.0%} of its size: it has {size:.0f} megapixels.",)
    return pixels, max(_dpi(told), (pixels.size / factor**2 / _LARGEST_SHEET) ** 0.5) * factor, remarks


def _dpi(about: Mapping[str, object]) -> float:
    """The resolution that a picture's file tells, where it is plausible."""
    told = about.get("dpi")
    dpi = float(told[0]) if isinstance(told, tuple) and told else 0.0
    return dpi if _PLAUSIBLE_DPI[0] <= dpi <= _PLAUSIBLE_DPI[1] else USUAL_DPI
