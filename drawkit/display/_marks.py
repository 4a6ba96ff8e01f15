"""Marks inside a PNG that drawkit drew: that nothing private is in it, or that it shows a sheet as it is."""

from __future__ import annotations

import struct
import zlib
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_AFTER_HEADER: Final = len(_SIGNATURE) + 25  # the header chunk is always the first and always as long
_TEXT: Final = b"drawkit\0nothing private"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_MARK: Final = _chunk(b"tEXt", _TEXT)
_PRIVATE: Final = _chunk(b"tEXt", b"drawkit\0a sheet as it is")


def marked(png: bytes) -> bytes:
    """Put the mark into a PNG, right after its header; pixels stay as they are."""
    return png[:_AFTER_HEADER] + _MARK + png[_AFTER_HEADER:]


def marked_private(png: bytes) -> bytes:
    """Put the mark of a picture that shows a sheet as it is into a PNG."""
    return png[:_AFTER_HEADER] + _PRIVATE + png[_AFTER_HEADER:]


def is_private(data: bytes) -> bool:
    """Tell whether this is a PNG that drawkit drew of a sheet as it is."""
    return data.startswith(_SIGNATURE) and data[_AFTER_HEADER:].startswith(_PRIVATE)


def is_marked(data: bytes) -> bool:
    """Tell whether this is a PNG with the mark in its place."""
    return data.startswith(_SIGNATURE) and data[_AFTER_HEADER:].startswith(_MARK)
