"""Hostile pictures and files that are none, as `service_hostile_documents` has PDFs."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from PIL import Image, ImageDraw

Kind = tuple[str, Callable[[], bytes]]
_SIDE = 13_377


def kinds() -> Iterator[Kind]:
    for family in (_jpeg, _png, _gif, _bmp, _webp, _others):
        yield from family()


def sheet(mode: str = "RGB", size: tuple[int, int] = (300, 200)) -> Image.Image:
    image = Image.new("L", size, 255)
    ImageDraw.Draw(image).rectangle((20, 20, size[0] - 20, size[1] - 20), outline=0)
    ImageDraw.Draw(image).text((40, 40), "SCALE 1:2", fill=0)
    return image.convert(mode)


def saved(image: Image.Image, form: str, **told: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **told)
    return out.getvalue()


def _jpeg() -> Iterator[Kind]:
    for mode in ("L", "RGB", "CMYK", "YCbCr"):
        for progressive in (False, True):
            name = f"jpeg-{mode}{'-progressive' if progressive else ''}"
            yield name, lambda m=mode, p=progressive: saved(sheet(m), "JPEG", progressive=p)
    for orientation in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 65_535):

        def turned(orientation: int = orientation) -> bytes:
            exif = Image.Exif()
            exif[0x0112] = orientation
            return saved(sheet(), "JPEG", exif=exif)

        yield f"jpeg-exif-{orientation}", turned
    whole = saved(sheet(), "JPEG")
    start = whole.index(b"\xff\xc0")
    for name, marker in (("lossless", 0xC3), ("arithmetic", 0xC9), ("differential", 0xC5), ("extension", 0xC8)):
        yield f"jpeg-{name}", lambda m=marker: whole[: start + 1] + bytes((m,)) + whole[start + 2 :]
    for name, at, value in (
        ("12-bit", 4, b"\x0c"),
        ("0-bit", 4, b"\0"),
        ("no-height", 5, b"\0\0"),
        ("no-width", 7, b"\0\0"),
        ("tall", 5, b"\xff\xdc"),
        ("wide-2700", 5, b"\x0a\x8c\xff\xdc"),
        ("huge", 5, b"\xff\xdc\xff\xdc"),
        ("9-parts", 9, b"\x09"),
    ):
        yield f"jpeg-{name}", lambda a=at, v=value: whole[: start + a] + v + whole[start + a + len(v) :]
    yield "jpeg-profile-1mb", lambda: saved(sheet(), "JPEG", icc_profile=bytes(10**6))
    yield "jpeg-comments", lambda: whole[:2] + (b"\xff\xfe\xff\xff" + bytes(65_533)) * 20 + whole[2:]
    yield "jpeg-scans-600", lambda: _scans(600)
    yield "jpeg-scans-6000", lambda: _scans(6000)
    yield "jpeg-no-tables", lambda: whole.replace(b"\xff\xc4", b"\xff\xfe")
    yield "jpeg-no-quantisers", lambda: whole.replace(b"\xff\xdb", b"\xff\xfe")
    yield "jpeg-fill", lambda: whole[:2] + b"\xff" * 10_000 + whole[2:]
    yield "jpeg-frames", lambda: saved(sheet(), "MPO", save_all=True, append_images=[sheet()] * 5)
    yield (
        "jpeg-exif-loop",
        lambda: (
            whole[:2]
            + b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\x08\0\0\0"
            + whole[2:]
        ),
    )
    yield "jpeg-scans-13000", lambda: _scans(13_000)
    yield "jpeg-13377-squared", lambda: saved(Image.new("RGB", (_SIDE, _SIDE), "white"), "JPEG")
    for mode, side in (("L", _SIDE), ("RGB", _SIDE), ("CMYK", 11_500), ("CMYK", _SIDE)):
        yield f"jpeg-{side}-squared-progressive-{mode}", lambda m=mode, s=side: _in_scans(m, s)
    yield "jpeg-65500-wide", lambda: saved(Image.new("RGB", (65_500, 2700), "white"), "JPEG")
    yield "jpeg-profile-15mb", lambda: saved(sheet(), "JPEG", icc_profile=bytes(15 * 10**6))
    for part in range(1, 6):
        yield f"jpeg-cut-{part}", lambda p=part: whole[: len(whole) * p // 6]


def _in_scans(mode: str, side: int) -> bytes:
    """A white picture, of which a reader holds two bytes a colour and pixel until its end."""
    white = (0, 0, 0, 0) if mode == "CMYK" else "white"
    return saved(Image.new(mode, (side, side), white), "JPEG", progressive=True, subsampling=0)


def _scans(count: int) -> bytes:
    whole = saved(sheet("L"), "JPEG", progressive=True)
    at = whole.rindex(b"\xff\xda")
    return whole[:at] + whole[at:-2] * count + b"\xff\xd9"


def png(chunks: list[tuple[bytes, bytes]], *, right: bool = True) -> bytes:
    out = b"\x89PNG\r\n\x1a\n"
    for kind, data in chunks:
        check = zlib.crc32(kind + data) ^ (0 if right else 1)
        out += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
    return out


def _noise(mode: str, side: int) -> Image.Image:
    return Image.frombytes(mode, (side, side), random.Random(1).randbytes(side * side // (8 if mode == "1" else 1)))


def _header(
    width: int = 64, height: int = 64, depth: int = 8, kind: int = 0, interlaced: int = 0
) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)


def _rows(count: int = 64, length: int = 64, how: int = 0) -> tuple[bytes, bytes]:
    return b"IDAT", zlib.compress((bytes((how,)) + b"\xff" * length) * count)


_END = (b"IEND", b"")


def _vast(kind: int, channels: int, interlaced: int) -> bytes:
    """Black pixels of 16 bits a channel; a few bytes more than there are do no harm."""
    packing = zlib.compressobj(1)
    part = bytes(_SIDE * channels * 2 + 1)
    data = b"".join(packing.compress(part) for _ in range(_SIDE + 9)) + packing.flush()
    return png([_header(_SIDE, _SIDE, 16, kind, interlaced), (b"IDAT", data), _END])


def _moving(frames: int) -> bytes:
    """An animated picture, each frame of which is the whole of it."""
    control = [
        (b"fcTL", struct.pack(">IIIIIHHBB", n, 64, 64, 0, 0, 1, 10, 0, 0)) for n in (0, *range(1, 2 * frames - 1, 2))
    ]
    data = _rows()[1]
    rest = [(b"fdAT", struct.pack(">I", n) + data) for n in range(2, 2 * frames, 2)]
    both = [part for pair in zip(control[1:], rest, strict=True) for part in pair]
    return png([_header(), (b"acTL", struct.pack(">II", frames, 0)), control[0], (b"IDAT", data), *both, _END])


def _png() -> Iterator[Kind]:
    parts = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    for (kind, channels), depth, interlaced in product(parts.items(), (1, 2, 4, 8, 16), (0, 1)):

        def made(kind: int = kind, depth: int = depth, interlaced: int = interlaced, channels: int = channels) -> bytes:
            length = (64 * channels * depth + 7) // 8
            palette = [(b"PLTE", bytes(range(6)))] if kind == 3 else []
            return png([_header(64, 64, depth, kind, interlaced), *palette, _rows(130, length), _END])

        yield f"png-{kind}-{depth}bit{'-interlaced' if interlaced else ''}", made
    for name, chunks in {
        "no-data": [_header(), _END],
        "no-end": [_header(), _rows()],
        "no-head": [_rows(), _END],
        "no-palette": [_header(kind=3), _rows(), _END],
        "few-rows": [_header(), _rows(10), _END],
        "many-rows": [_header(), _rows(9000), _END],
        "filter-9": [_header(), _rows(how=9), _END],
        "zero": [_header(0, 0), _rows(), _END],
        "huge": [_header(2**31 - 1, 2**31 - 1), _rows(), _END],
        "gamma-0": [_header(), (b"gAMA", bytes(4)), _rows(), _END],
        "transparent": [_header(), (b"tRNS", b"\0\xff"), _rows(), _END],
        "transparent-long": [_header(), (b"tRNS", bytes(9999)), _rows(), _END],
        "no-zlib": [_header(), (b"IDAT", b"junk" * 99), _END],
        "two-heads": [_header(), _header(9, 9), _rows(), _END],
        "10000-chunks": [_header(), *[(b"teSt", b"x")] * 10_000, _rows(), _END],
        "100000-chunks": [_header(), *[(b"teSt", b"x")] * 100_000, _rows(), _END],
        "data-in-bytes": [_header(), *[(b"IDAT", bytes((b,))) for b in _rows()[1]], _END],
        "critical": [_header(), (b"XXXX", b""), _rows(), _END],
        "text-bomb": [_header(), (b"zTXt", b"a\0\0" + zlib.compress(bytes(80 * 2**20))), _rows(), _END],
        "profile-bomb": [_header(), (b"iCCP", b"a\0\0" + zlib.compress(bytes(80 * 2**20))), _rows(), _END],
        "exif-junk": [_header(), (b"eXIf", b"MM\0*" + b"\xff" * 99), _rows(), _END],
        "resolution": [_header(), (b"pHYs", b"\xff" * 8 + b"\1"), _rows(), _END],
        "thin": [_header(60_000, 1), _rows(1, 60_000), _END],
        "17000-squared": [_header(17_000, 17_000), _rows(1), _END],
    }.items():
        yield f"png-{name}", lambda c=chunks: png(c)
    yield "png-wrong-checks", lambda: png([_header(), _rows(), _END], right=False)
    yield (
        "png-moving-300",
        lambda: saved(sheet("L"), "PNG", save_all=True, append_images=[sheet("L").rotate(n) for n in range(300)]),
    )
    yield "png-13377-squared", lambda: saved(Image.new("L", (_SIDE, _SIDE), 255), "PNG")
    yield "png-14142-squared-1bit", lambda: saved(Image.new("1", (14_142, 14_142), 1), "PNG")
    for kind, channels in ((0, 1), (2, 3), (4, 2), (6, 4)):
        for interlaced in (0, 1):
            name = f"png-13377-squared-{kind}-16bit{'-interlaced' if interlaced else ''}"
            yield name, lambda k=kind, c=channels, i=interlaced: _vast(k, c, i)
    yield "png-moving-5000", lambda: _moving(5000)
    yield "png-13377-squared-rgba", lambda: saved(Image.new("RGBA", (_SIDE, _SIDE), "white"), "PNG")
    yield "png-noise-12000-1bit", lambda: saved(_noise("1", 12_000), "PNG")
    for side in (1500, 4000):
        yield f"png-noise-{side}", lambda side=side: saved(_noise("L", side), "PNG")


def _gif() -> Iterator[Kind]:
    whole = saved(sheet("P"), "GIF")
    frames = [sheet("P").rotate(n) for n in range(200)]
    yield "gif", lambda: whole
    yield "gif-moving-200", lambda: saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    yield (
        "gif-moving-5000",
        lambda: whole[: whole.index(b",\0\0\0\0")] + whole[whole.index(b",\0\0\0\0") : -1] * 5000 + b";",
    )
    yield "gif-13377-squared", lambda: saved(Image.new("L", (_SIDE, _SIDE), 255), "GIF")
    for name, at, value in (
        ("screen-0", 6, b"\0\0\0\0"),
        ("screen-huge", 6, b"\xff\xff\xff\xff"),
        ("no-table", 10, b"\0"),
        ("table-lies", 10, b"\xf7"),
        ("version", 4, b"7"),
    ):
        yield f"gif-{name}", lambda a=at, v=value: whole[:a] + v + whole[a + len(v) :]
    image = whole.index(b",\0\0\0\0")
    for name, at, value in (
        ("outside", 1, b"\xff\xff\xff\xff"),
        ("frame-huge", 5, b"\xff\xff\xff\xff"),
        ("frame-0", 5, bytes(4)),
    ):
        yield f"gif-{name}", lambda a=image + at, v=value: whole[:a] + v + whole[a + len(v) :]
    yield "gif-comment", lambda: whole[:image] + b"!\xfe" + (b"\xff" + bytes(255)) * 9000 + b"\0" + whole[image:]
    yield "gif-codes", lambda: whole[: image + 30] + b"\xff" * (len(whole) - image - 30)
    yield "gif-no-end", lambda: whole[:-1]
    for part in range(1, 6):
        yield f"gif-cut-{part}", lambda p=part: whole[: len(whole) * p // 6]


def bmp(
    depth: int, how: int, body: bytes, width: int = 64, height: int = 64, colours: int = 0, offset: int | None = None
) -> bytes:
    table = bytes(range(256)) * 4 if depth <= 8 else bytes(16)
    start = 54 + len(table) if offset is None else offset
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, depth, how, len(body), 2835, 2835, colours, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(table) + len(body), 0, 0, start) + info + table + body


def _bmp() -> Iterator[Kind]:
    for depth in (0, 1, 2, 4, 8, 16, 24, 32, 64):
        yield f"bmp-{depth}", lambda d=depth: bmp(d, 0, b"\xff" * (64 * 64 * max(1, d) // 8 + 999))
    for how, depth in ((1, 8), (2, 4), (3, 16), (3, 32), (4, 24), (5, 24), (9, 24)):
        yield f"bmp-how-{how}-{depth}", lambda h=how, d=depth: bmp(d, h, b"\x40\xff" * 9000)
    body = b"\xff" * (64 * 64 * 3)
    for name, told in {
        "upside-down": {"height": -64},
        "negative": {"width": -64},
        "zero": {"width": 0},
        "huge": {"width": 2**31 - 1, "height": 2**31 - 1},
        "200000-wide": {"width": 200_000, "height": 900},
        "colours": {"colours": 2**31 - 1},
        "offset-0": {"offset": 0},
        "offset-far": {"offset": 2**31},
        "least": {"height": -(2**31)},
    }.items():
        yield f"bmp-{name}", lambda told=told: bmp(24, 0, body, **told)
    row = b"\xff\x01" * (_SIDE // 255) + bytes((_SIDE % 255, 1, 0, 0))
    yield "bmp-runs-13377-squared", lambda: bmp(8, 1, row * _SIDE + b"\0\1", _SIDE, _SIDE)
    yield "bmp-12600-squared-1bit", lambda: bmp(1, 0, b"\xff" * (12_600 * 1576), 12_600, -12_600)
    yield "bmp-bomb", lambda: bmp(8, 1, b"\0\1" * 9, 13_377, 13_377)
    yield "bmp-short", lambda: bmp(24, 0, b"")


def _webp() -> Iterator[Kind]:
    whole = saved(sheet("RGBA"), "WEBP", lossless=True)
    yield "webp-lossless", lambda: whole
    yield "webp-lossy", lambda: saved(sheet(), "WEBP")
    yield (
        "webp-moving",
        lambda: saved(sheet(), "WEBP", save_all=True, append_images=[sheet().rotate(n) for n in range(20)]),
    )
    yield "webp-16383", lambda: saved(Image.new("RGB", (16_383, 100), "white"), "WEBP")
    for lossless in (False, True):
        vast = {"lossless": lossless, "method": 0, "quality": 0}
        yield (
            f"webp-13377-squared{'-lossless' if lossless else ''}",
            lambda told=vast: saved(Image.new("RGBA", (_SIDE, _SIDE), "white"), "WEBP", **told),
        )
    yield "webp-length-lies", lambda: whole[:4] + b"\xff\xff\xff\xff" + whole[8:]
    yield "webp-length-0", lambda: whole[:4] + bytes(4) + whole[8:]
    canvas = b"VP8X" + struct.pack("<I", 10) + b"\x10\0\0\0" + b"\xff\xff\x00" * 2
    yield "webp-canvas-lies", lambda: b"RIFF" + struct.pack("<I", len(whole) + 10) + b"WEBP" + canvas + whole[12:]
    yield "webp-empty", lambda: b"RIFF\x04\0\0\0WEBP"
    for part in range(1, 6):
        yield f"webp-cut-{part}", lambda p=part: whole[: len(whole) * p // 6]


def _others() -> Iterator[Kind]:
    for name, data in {
        "empty": b"",
        "one-byte": b"x",
        "text": b"hello " * 99,
        "html": b"<html><script>x</script></html>",
        "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "zip": b"PK\x03\x04" + bytes(99),
        "elf": b"\x7fELF" + bytes(99),
        "tiff": b"II*\0" + bytes(99),
        "ico": b"\0\0\1\0" + bytes(99),
        "zeros": bytes(10_000),
        "dwg": b"AC1032" + bytes(99),
        "postscript": b"%!PS-Adobe-3.0\n(x) print",
        "jpeg-2000": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(99),
        "wave": b"RIFF\x24\0\0\0WAVE" + bytes(99),
    }.items():
        yield f"other-{name}", lambda data=data: data
