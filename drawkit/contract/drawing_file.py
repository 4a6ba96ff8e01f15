"""What a drawing file is, told by its content: the same rules for the client before an upload and for the service."""

from __future__ import annotations

import hashlib
import io
import logging
import math
import warnings
from collections.abc import Collection

from PIL import Image

from . import webp
from ._value import Value
from .limits import DEFAULT_LIMITS, LOCAL_FORMATS, TIFF, FileLimits
from .problems import Problem, Refused

_READERS = {media_type: name.upper() for media_type, name in LOCAL_FORMATS.items()}
_TIFF_HEADS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_PDF_HEADER_WINDOW = 1024  # readers accept the header anywhere in the first KiB (ISO 32000-1, annex H)
_LARGE = 36_000_000  # pixels: Pillow opens a WebP by making room for twice as many in four bytes


class DrawingFile(Value):
    """The facts of one file; `name` is only for people and never a path."""

    name: str
    media_type: str
    bytes: int
    sha256: str
    pages: int


def media_type_of(data: bytes) -> str | None:  # noqa: PLR0911 - a line for each format
    """The media type by the first bytes, or None when it is no format that drawkit reads; limits may allow fewer."""
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if data[:2] == b"BM" and len(data) >= 26:
        return "image/bmp"
    if data[:4] in _TIFF_HEADS:
        return TIFF
    if b"%PDF-" in data[:_PDF_HEADER_WINDOW]:
        return "application/pdf"
    return None


def inspect(
    data: bytes,
    name: str = "drawing",
    limits: FileLimits = DEFAULT_LIMITS,
    pages: Collection[int] | None = None,
) -> DrawingFile:
    """Check a file against the limits and tell its facts; `pages` are those that are asked for, None for all.

    Raises `Refused` with `file-too-large`, `unsupported-format`, `unreadable-file`, `too-many-pages` or
    `too-many-pixels` (API document, sections 2 and 8).
    """
    check_size(len(data), limits)
    if not data:
        raise _refuse("unreadable-file", "The file is empty. Export the drawing again.")
    media_type = media_type_of(data)
    if media_type is None or LOCAL_FORMATS[media_type] not in limits.formats:
        accepted = ", ".join(limits.formats)
        raise _refuse("unsupported-format", f"This is none of the accepted formats ({accepted}). Convert it to PDF.")
    count = _pdf_pages(data) if media_type == "application/pdf" else _pictures(data, limits, media_type)
    _check_pages(count, limits, pages, "PDF" if media_type == "application/pdf" else "TIFF file")
    digest = hashlib.sha256(data).hexdigest()
    return DrawingFile(name=name, media_type=media_type, bytes=len(data), sha256=digest, pages=count)


def _check_pages(count: int, limits: FileLimits, wanted: Collection[int] | None, kind: str) -> None:
    most, longest = limits.max_pages, limits.max_document_pages or 0
    if count <= most or (wanted is not None and len(set(wanted)) <= most and count <= longest):
        return
    if count > longest:
        longest = max(most, longest)
        raise _refuse("too-many-pages", f"A {kind} may have {longest} pages; this one has {count}. Split it.")
    told = f"This {kind} has {count} pages, and at most {most} are read at a time."
    raise _refuse("too-many-pages", f"{told} Name the pages to read, such as 1-{most}.")


def check_size(size: int, limits: FileLimits = DEFAULT_LIMITS) -> None:
    """Refuse a size above the limit; the limit itself is allowed."""
    if size > limits.max_bytes:
        mib = limits.max_bytes / 2**20
        raise _refuse("file-too-large", f"A file may have {mib:g} MiB ({limits.max_bytes} bytes). Make it smaller.")


def _pdf_pages(data: bytes) -> int:
    from pypdf import PdfReader  # noqa: PLC0415 - a tenth of a second that only a PDF needs

    logging.getLogger("pypdf").setLevel(logging.ERROR)  # its remarks on sloppy files are of no use to the analyst
    try:
        reader = PdfReader(io.BytesIO(data))
        encrypted = reader.is_encrypted and not reader.decrypt("")
        pages = 0 if encrypted else len(reader.pages)
    except Exception as error:  # pypdf raises many kinds on damaged files; each means the same to the sender
        raise _refuse("unreadable-file", "The PDF is damaged or cut off. Export it again.") from error
    if encrypted:
        raise _refuse("unreadable-file", "The PDF is encrypted. Save a copy without a password.")
    if pages == 0:
        raise _refuse("unreadable-file", "The PDF has no page. Export it again.")
    return pages


def _pictures(data: bytes, limits: FileLimits, media_type: str) -> int:
    most = limits.of_document.max_pages if media_type == TIFF else 0
    try:
        sizes = _sizes_of(data, media_type, most)
    except Exception as error:  # Pillow raises many kinds on damaged files; each means the same to the sender
        raise _refuse("unreadable-file", "The picture is damaged or cut off. Save it again.") from error
    if any(width * height > limits.max_pixels for width, height in sizes):
        raise _too_many_pixels(limits)
    return len(sizes)


def _sizes_of(data: bytes, media_type: str, most: int) -> list[tuple[int, int]]:
    """Width and height in pixels, without Pillow's own limit: it is the whole process's, and is not ours.

    Those of the first picture, and of the others up to one more than `most`: only a TIFF file's are sheets.
    """
    if media_type == "image/webp" and math.prod(size := webp.size(data)) > _LARGE:
        return [size]
    Image.init()
    reader, _ = Image.OPEN[_READERS[media_type]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks on sloppy files are of no use to the analyst
        with reader(io.BytesIO(data), "") as picture:
            sizes: list[tuple[int, int]] = [picture.size]
            while len(sizes) <= most:
                try:
                    picture.seek(len(sizes))
                except EOFError:
                    break
                sizes.append(picture.size)
    return sizes


def _too_many_pixels(limits: FileLimits) -> Refused:
    megapixels = limits.max_pixels // 1_000_000
    return _refuse("too-many-pixels", f"A picture may have {megapixels} megapixels. Scale it down.")


def _refuse(code: str, detail: str) -> Refused:
    return Refused(Problem.of(code, detail, pointer="/file"))
