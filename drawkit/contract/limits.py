"""Limits of a drawing file (API document, sections 2 and 8)."""

from __future__ import annotations

from typing import Final

from ._value import Value

FORMATS: Final[dict[str, str]] = {
    "image/jpeg": "JPEG",
    "image/png": "PNG",
    "image/webp": "WebP",
    "image/gif": "GIF",
    "image/bmp": "BMP",
    "application/pdf": "PDF",
}
"""Accepted media types, each with the name the API document gives the format."""

TIFF: Final = "image/tiff"
LOCAL_FORMATS: Final[dict[str, str]] = {**FORMATS, TIFF: "TIFF"}
"""What drawkit's own engine reads: TIFF too, where one file may hold several sheets."""

SUFFIXES: Final[frozenset[str]] = frozenset(
    {".jpg", ".jpeg", ".jpe", ".png", ".webp", ".gif", ".bmp", ".dib", ".pdf", ".tif", ".tiff"}
)
"""File endings worth looking at in a folder. What a file is, its content decides."""


class FileLimits(Value):
    """What one file may be. A file of exactly `max_bytes` is accepted."""

    formats: tuple[str, ...] = tuple(FORMATS.values())
    max_bytes: int = 20 * 1024 * 1024
    max_pages: int = 10
    max_pixels: int = 200_000_000
    max_document_pages: int | None = None
    """Pages a document may have of which at most `max_pages` are asked for by number; None: no more than those."""

    @property
    def of_document(self) -> FileLimits:
        """The limits of a file of which it is not yet known what pages are asked for."""
        return self.model_copy(update={"max_pages": max(self.max_pages, self.max_document_pages or 0)})


DEFAULT_LIMITS: Final = FileLimits()
LOCAL_LIMITS: Final = FileLimits(formats=tuple(LOCAL_FORMATS.values()), max_document_pages=5000)
"""What is read on this machine: TIFF beside the API's formats, and some pages of documents of any usual length."""
