"""A PNG a few rows at a time: no reader decodes one smaller, so large ones are never held whole.

Pillow undoes the filters of each band, which is handed to it as a picture of its own: below the row that came before,
and without the low halves of 16 bits. A filter works on each byte of a pixel apart (PNG, third edition, section 9.2),
so that what is left is the same as in the whole picture.
"""

from __future__ import annotations

import io
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # of a kind of pixel
_PLAIN: Final = {1: 0, 2: 4, 3: 2, 4: 6}  # the kind of pixel that has so many bytes and is no index
_MODES: Final = {0: "L", 2: "RGB", 3: "P", 4: "LA", 6: "RGBA"}
_PALETTE: Final = 3
_FED: Final = 2**18  # bytes that are unpacked from at a time: what is left of them is copied
_BAND_BYTES: Final = 2**23  # of a band as it is filtered

Rows = NDArray[np.uint8]
"""Shape (rows, bytes of a row)."""


class PngRows:
    """A PNG that is not interlaced, from the top down; `picture` is what Pillow tells of it, not loaded."""

    def __init__(self, data: bytes, picture: Image.Image) -> None:
        self.size, self._picture = picture.size, picture
        self._parts = list(_chunks(data))
        head = [body for name, body in self._parts if name == b"IHDR"][-1]  # Pillow believes the last one, too
        self._depth, self._kind, self._interlaced = struct.unpack(">8xBBxxB", head[:13])
        self._length: int = (self.size[0] * _CHANNELS[self._kind] * self._depth + 7) // 8

    @property
    def comes_by_rows(self) -> bool:
        """Not so where it is interlaced: that comes as seven pictures, one after the other."""
        return not self._interlaced

    def exif(self) -> Image.Exif:
        """What its EXIF says, wherever it stands; Pillow decodes the whole picture to look behind it."""
        found = next((body for name, body in self._parts if name == b"eXIf"), None)
        if found is not None:
            self._picture.info["exif"] = b"Exif\0\0" + bytes(found)
        return Image.Image.getexif(self._picture)

    def count(self, multiple: int, most: int) -> int:
        """Rows of a band: so many times `multiple` at most, and fewer where they are long."""
        return multiple * max(1, min(most, _BAND_BYTES // self._length // multiple))

    def bands(self, rows: int) -> Iterator[Image.Image]:
        """The picture in bands of so many rows. Raises OSError where it is damaged or cut off."""
        unpacking, before = _Unpacking(body for name, body in self._parts if name == b"IDAT"), None
        for top in range(0, self.size[1], rows):
            count = min(rows, self.size[1] - top)
            filtered = np.frombuffer(unpacking.read(count * (1 + self._length)), np.uint8).reshape(count, -1)
            plain = self._plain(filtered, before)
            before = plain[-1]
            yield self._band(plain)

    def _plain(self, filtered: Rows, before: Rows | None) -> Rows:
        """Rows without their filters, whose first byte tells which; `before` is the row above them."""
        channels = _CHANNELS[self._kind] if self._depth >= 8 else 1
        if self._depth == 16:
            filtered = np.concatenate([filtered[:, :1], filtered[:, 1::2]], axis=1)
        if before is not None:
            filtered = np.concatenate([np.concatenate([[np.uint8(0)], before])[None], filtered])
        width = (filtered.shape[1] - 1) // channels
        with Image.open(io.BytesIO(_file(filtered, width, _PLAIN[channels])), formats=["PNG"]) as picture:
            plain = np.asarray(picture).reshape(len(filtered), -1)
        return plain if before is None else plain[1:]

    def _band(self, plain: Rows) -> Image.Image:
        mode, raw = _MODES[self._kind], _MODES[self._kind]
        if self._depth < 8:
            mode, raw = ("1", "1") if raw + str(self._depth) == "L1" else (mode, f"{raw};{self._depth}")
        band = Image.frombytes(mode, (self.size[0], len(plain)), plain.tobytes(), "raw", raw)
        if self._kind == _PALETTE:
            band.putpalette(next((bytes(body) for name, body in self._parts if name == b"PLTE"), b""))
        if "transparency" in self._picture.info:
            band.info["transparency"] = self._high(self._picture.info["transparency"])
        return band

    def _high(self, level: object) -> object:
        """A level of 16 bits as one of the 8 that are kept."""
        if self._depth < 16:
            return level
        return tuple(value >> 8 for value in level) if isinstance(level, tuple) else int(str(level)) >> 8


class Sample:
    """A few pixels of a picture that comes in bands, `most` along a side, evenly spread."""

    def __init__(self, size: tuple[int, int], most: int) -> None:
        self._size = size
        self.picture = Image.new("RGBA", (min(size[0], most), min(size[1], most)))

    def through(self, bands: Iterator[Image.Image]) -> Iterator[Image.Image]:
        """The bands as they come, of which pixels are kept."""
        top, width, height = 0, *self.picture.size
        rows = [(2 * row + 1) * self._size[1] // (2 * height) for row in range(height)]
        for band in bands:
            for to in range(bisect_left(rows, top), bisect_left(rows, top + band.height)):
                row = band.crop((0, rows[to] - top, band.width, rows[to] - top + 1))
                self.picture.paste(row.resize((width, 1), Image.Resampling.NEAREST).convert("RGBA"), (0, to))
            top += band.height
            yield band


class _Unpacking:
    """Unpacks a zlib stream that comes in parts, as much as is asked for."""

    def __init__(self, parts: Iterator[memoryview]) -> None:
        self._fed = (part[at : at + _FED] for part in parts for at in range(0, len(part), _FED))
        self._left = b""
        self._stream = zlib.decompressobj()

    def read(self, count: int) -> bytearray:
        """The next `count` bytes. Raises OSError where there are not so many."""
        out = bytearray()
        while len(out) < count:
            fed = self._left or next(self._fed, b"")
            try:
                part = self._stream.decompress(fed, count - len(out))
            except zlib.error as error:
                raise OSError("the picture is damaged") from error
            if not fed and not part:
                raise OSError("the picture is cut off")
            out += part
            self._left = self._stream.unconsumed_tail
        return out


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Names and bodies of a file's chunks, as far as they are whole."""
    view, at = memoryview(data), len(_SIGNATURE)
    while at + 8 <= len(view):
        length, name = struct.unpack_from(">I4s", view, at)
        yield name, view[at + 8 : at + 8 + length]
        at += length + 12


def _file(filtered: Rows, width: int, kind: int) -> bytes:
    """Filtered rows, eight bits a channel, as a PNG that is packed for speed."""
    head = struct.pack(">IIBBBBB", width, len(filtered), 8, kind, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(filtered.tobytes(), 0)), (b"IEND", b"")
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
