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

SUFFIXES: Final[frozenset[str]] = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".gif", ".bmp", ".dib", ".pdf"})
"""File endings worth looking at in a folder. What a file is, its content decides."""


class FileLimits(Value):
    """What one file may be. A file of exactly `max_bytes` is accepted."""

    formats: tuple[str, ...] = tuple(FORMATS.values())
    max_bytes: int = 20 * 1024 * 1024
    max_pages: int = 10
    max_pixels: int = 200_000_000


DEFAULT_LIMITS: Final = FileLimits()
