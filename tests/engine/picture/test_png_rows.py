"""A large PNG is decoded a few rows at a time, to the same pixels as whole."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from itertools import product

import numpy as np
import pytest
from PIL import Image

from drawkit.engine.picture import decode as decoding
from drawkit.engine.picture import png_rows
from drawkit.engine.picture.decode import decode
from drawkit.engine.picture.png_rows import PngRows, Sample

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
KINDS = [
    *product((0,), (1, 2, 4, 8, 16)),
    *product((3,), (1, 2, 4, 8)),
    *product((2, 4, 6), (8, 16)),
]
LIMIT = 10**8


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    out = b"\x89PNG\r\n\x1a\n"
    for name, body in chunks:
        out += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return out


def head(width: int, height: int, kind: int = 0, depth: int = 8, interlaced: int = 0) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)


def in_parts(packed: bytes, length: int) -> list[tuple[bytes, bytes]]:
    return [(b"IDAT", packed[at : at + length]) for at in range(0, len(packed), length)]


def noise(kind: int, depth: int, size: tuple[int, int] = (37, 64), *more: tuple[bytes, bytes]) -> bytes:
    """Rows of any bytes, each with one of the five filters: any such are a picture."""
    width, height = size
    chance = random.Random(kind * 100 + depth)
    length = (width * CHANNELS[kind] * depth + 7) // 8
    rows = b"".join(bytes((chance.randrange(5),)) + chance.randbytes(length) for _ in range(height))
    colours = [(b"PLTE", chance.randbytes(3 << depth))] if kind == 3 else []
    return png(head(*size, kind, depth), *colours, *more, *in_parts(zlib.compress(rows), 100), (b"IEND", b""))


def whole(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
    return picture


def by_rows(data: bytes, count: int) -> list[Image.Image]:
    with Image.open(io.BytesIO(data)) as picture:
        return list(PngRows(data, picture).bands(count))


def eight_bits(picture: Image.Image) -> Image.Image:
    """Pillow keeps grey of 16 bits as it is."""
    if picture.mode != "I;16":
        return picture
    return Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))


@pytest.mark.parametrize(("kind", "depth"), KINDS)
@pytest.mark.parametrize("count", [1, 7, 64])
def test_bands_are_the_whole_picture(kind: int, depth: int, count: int) -> None:
    data = noise(kind, depth)
    expected, bands = eight_bits(whole(data)), by_rows(data, count)
    assert [band.height for band in bands] == [count] * (64 // count) + [64 % count] * (64 % count > 0)
    joined = np.concatenate([np.asarray(band.convert("RGBA")) for band in bands])
    assert np.array_equal(joined, np.asarray(expected.convert("RGBA")))


@pytest.mark.parametrize(
    ("kind", "depth", "clear"),
    [(0, 8, b"\0\x07"), (2, 8, b"\0\x01\0\x02\0\x03"), (3, 4, bytes(range(16))), (0, 1, b"\0\1")],
)
def test_what_is_transparent_is_so_in_bands(kind: int, depth: int, clear: bytes) -> None:
    data = noise(kind, depth, (37, 64), (b"tRNS", clear))
    joined = np.concatenate([np.asarray(band.convert("RGBA")) for band in by_rows(data, 9)])
    assert np.array_equal(joined, np.asarray(whole(data).convert("RGBA")))


@pytest.mark.parametrize(("kind", "clear"), [(0, (0x07FF,)), (2, (0x07FF, 0x0100, 0xFFFF))])
def test_a_transparent_colour_of_16_bits_is_told_as_its_high_half(kind: int, clear: tuple[int, ...]) -> None:
    data = noise(kind, 16, (37, 64), (b"tRNS", struct.pack(f">{len(clear)}H", *clear)))
    told = by_rows(data, 64)[0].info["transparency"]
    assert told == (7 if kind == 0 else (7, 1, 255))


@pytest.mark.parametrize(("kind", "depth"), KINDS)
def test_a_smaller_copy_is_that_of_the_whole(monkeypatch: pytest.MonkeyPatch, kind: int, depth: int) -> None:
    data = noise(kind, depth, (400, 500))
    monkeypatch.setattr(png_rows, "_BAND_BYTES", 20_000)
    by_rows_, factor, _ = decode(data, 400 * 500 // 5, LIMIT)
    monkeypatch.setattr(PngRows, "comes_by_rows", False)
    monkeypatch.setattr(decoding, "_grey", lambda picture, by, real=decoding._grey: real(eight_bits(picture), by))
    at_once, same, _ = decode(data, 400 * 500 // 5, LIMIT)
    assert (factor, by_rows_.shape) == (same, at_once.shape)
    assert np.array_equal(by_rows_, at_once)


def drawn(ground: int, ink: int, alpha: bool) -> bytes:
    """A frame of lines on a ground, which is clear where there is an alpha channel."""
    pixels = np.full((600, 800, 4), (ground, ground, ground, 0 if alpha else 255), np.uint8)
    for part in (pixels[100:110], pixels[490:500], pixels[:, 100:110]):
        part[:] = (ink, ink, ink, 255)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("ground", "ink", "alpha"), [(255, 0, False), (10, 230, False), (0, 250, True), (0, 0, True)])
def test_ink_is_dark_on_white_whatever_the_ground(ground: int, ink: int, alpha: bool) -> None:
    pixels, factor, _ = decode(drawn(ground, ink, alpha), 600 * 800 // 4, LIMIT)
    assert factor == 0.5
    assert (int(pixels[53, 200]) < 30, int(pixels[150, 200])) == (True, 255)


def test_the_sample_is_spread_over_the_whole() -> None:
    picture = whole(noise(2, 8, (300, 700)))
    sample = Sample(picture.size, 256)
    bands = [picture.crop((0, top, 300, min(700, top + 90))) for top in range(0, 700, 90)]
    assert list(sample.through(iter(bands))) == bands
    expected = picture.resize((256, 256), Image.Resampling.NEAREST)
    assert np.array_equal(np.asarray(sample.picture.convert("RGB")), np.asarray(expected))


@pytest.mark.parametrize("behind", [False, True])
def test_it_is_turned_as_it_says_before_or_behind_its_pixels(behind: bool) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    told = (b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0"))
    data = noise(0, 8, (40, 90), *(() if behind else (told,)))
    if behind:
        data = data[:-12] + png(told)[8:] + data[-12:]
    assert decode(data, 40 * 90 // 4, LIMIT)[0].shape == (20, 45)


def test_an_interlaced_one_is_decoded_whole() -> None:
    packed = zlib.compress(bytes(40_000))
    data = png(head(90, 90, 2, interlaced=1), (b"IDAT", packed), (b"IEND", b""))
    assert decode(data, 90 * 90 // 4, LIMIT)[0].shape == (45, 45)


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_one_that_is_cut_off_is_damaged(cut: float) -> None:
    data = noise(6, 8, (200, 200))
    with pytest.raises((OSError, SyntaxError)):
        decode(data[: int(len(data) * cut)], 10_000, LIMIT)


def test_junk_is_damage_and_rows_too_many_are_left() -> None:
    junk = png(head(90, 90), (b"IDAT", b"junk" * 99), (b"IEND", b""))
    with pytest.raises(OSError, match="damaged"):
        decode(junk, 1000, LIMIT)
    short = png(head(90, 90), (b"IDAT", zlib.compress(bytes(91 * 89))), (b"IEND", b""))
    with pytest.raises(OSError, match="cut off"):
        decode(short, 1000, LIMIT)
    wrong = png(head(90, 90), (b"IDAT", zlib.compress(b"\x09" * 91 * 90)), (b"IEND", b""))
    with pytest.raises(OSError):  # noqa: PT011 - Pillow's own word
        decode(wrong, 1000, LIMIT)
    many = png(head(90, 90), *in_parts(zlib.compress(bytes(91 * 900)), 1), (b"IDAT", b""), (b"IEND", b""))
    assert decode(many, 2025, LIMIT)[0].shape == (45, 45)


@pytest.mark.skipif(sys.platform != "linux", reason="the memory that a process had at most is told there alone")
def test_a_large_one_is_never_held_whole() -> None:
    """6000 x 6000 pixels of 16 bits and four channels: 288 MB as they are packed, 144 MB as Pillow holds them."""
    program = """
import resource, struct, sys, zlib
sys.path.insert(0, sys.argv[1])
from test_png_rows import head, in_parts, png
from drawkit.engine.picture.decode import decode

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

packing, row = zlib.compressobj(1), b"\\x02" + bytes(6000 * 8)
data = png(head(6000, 6000, 6, 16), (b"IDAT", b"".join(packing.compress(row) for _ in range(6000)) + packing.flush()))
before = peak()
print(decode(data, 9_000_000, 36_000_000)[0].shape, peak() - before)
"""
    told = [sys.executable, "-c", program, str(__file__).rpartition("/")[0]]
    done = subprocess.run(told, capture_output=True, text=True, timeout=120, check=False)
    *shape, grown = done.stdout.split()
    assert shape == ["(3000,", "3000)"], done.stderr
    assert int(grown) < 110, grown
