"""Sheets that grow: n things of one kind at an even density, so that the page grows with what stands on it."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Iterator

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Make = Callable[[int], bytes]

PITCH = 40.0
"""Points between the places of two things."""

TEXT = 8.0
"""Font size of the words."""

_WORDS = ("SEE", "PLATE", "DETAIL", "HOLES", "EDGE", "MATERIAL", "STEEL", "BREAK", "SURFACE", "WELD")


def places(n: int, pitch: float = PITCH) -> list[tuple[float, float]]:
    """Lower left corners of n places on a square sheet, with a margin of two."""
    columns = max(1, math.ceil(math.sqrt(n)))
    return [((i % columns + 2) * pitch, (i // columns + 2) * pitch) for i in range(n)]


def side(n: int, pitch: float = PITCH) -> float:
    """Side of the sheet with n places, in points."""
    return (math.ceil(math.sqrt(n)) + 4) * pitch


def words_alone(n: int) -> bytes:
    """Words and numbers without any line."""
    return _pdf(side(n), _texts(n))


def words_and_lines(n: int) -> bytes:
    """Each word with a dimension line below it, two extension lines and arrowheads."""
    return _pdf(side(n), [*_texts(n), *_dimension_lines(places(n))])


def words_and_shapes(n: int) -> bytes:
    """Each word with two small shapes beside it."""
    shapes = (_triangle(x + 26 + 4 * k, y + 1, 3.0) for x, y in places(n) for k in (0, 1))
    return _pdf(side(n), [*_texts(n), *shapes])


def dense_shapes(n: int) -> bytes:
    """Patches of sixteen small shapes that all but touch, as in knurling and in perforated sheets."""
    patches = places(math.ceil(n / 16))
    at = ((x + 4.0 * (k % 4), y + 4.0 * (k // 4)) for x, y in patches for k in range(16))
    return _pdf(side(len(patches)), [_triangle(x, y, 3.4) for x, y in at])


def spread_shapes(n: int) -> bytes:
    """Small shapes in rows of four, as far apart as words."""
    rows = places(math.ceil(n / 4))
    return _pdf(side(len(rows)), [_triangle(x + 5.0 * k, y, 4.0) for x, y in rows for k in range(4)])


def lines(n: int) -> bytes:
    """Long and short lines in all directions."""
    rng = random.Random(n)
    ends = ((x, y, x + rng.uniform(-60, 60), y + rng.uniform(-60, 60)) for x, y in places(n, 15.0))
    return _pdf(side(n, 15.0), [f"{a:.2f} {b:.2f} m {c:.2f} {d:.2f} l S" for a, b, c, d in ends])


def circles(n: int) -> bytes:
    """Circles of several sizes, each of four curves."""
    return _pdf(side(n), [_circle(x, y, 2.0 + i % 7) for i, (x, y) in enumerate(places(n))])


def stroked_text(n: int) -> bytes:
    """Words of which each letter is drawn with strokes."""
    rng = random.Random(n)
    words = (_stroked(x, y, str(rng.randint(100, 9999))) for x, y in places(n))
    return _pdf(side(n), ["1 w", *(line for word in words for line in word)])


def parts_list(n: int) -> bytes:
    """A ruled parts list with n rows."""
    width, row, edges = 400.0, 14.0, (40.0, 80.0, 120.0, 300.0, 440.0)
    height = (n + 6) * row
    names = ("ITEM", "QTY", "DESCRIPTION", "MATERIAL")
    out, rng = [], random.Random(n)
    for i in range(n + 1):
        y = height - (i + 3) * row
        told = names if i == 0 else (str(i), str(rng.randint(1, 9)), f"{rng.choice(_WORDS)} {i}", "STEEL")
        out += [_text(x + 3, y + 4, one) for x, one in zip(edges, told, strict=False)]
        out.append(f"{edges[0]} {y:.2f} m {edges[-1]} {y:.2f} l S")
    top, bottom = height - 2 * row, height - (n + 3) * row
    out.append(f"{edges[0]} {top:.2f} m {edges[-1]} {top:.2f} l S")
    out += [f"{x} {top:.2f} m {x} {bottom:.2f} l S" for x in edges]
    return _pdf(width + 80, out, height)


def pixels(n: int) -> bytes:
    """A picture of n words with dimension lines, at 150 dpi: its pixels grow with them."""
    scale, rng = 150 / 72, random.Random(n)
    length = round(side(n, 60.0) * scale)
    picture = Image.new("L", (length, length), 255)
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(round(10 * scale))
    for x, y in places(n, 60.0):
        draw.text((x * scale, length - y * scale - 12 * scale), str(rng.randint(10, 999)), 0, font)
        draw.line((x * scale - 15, length - y * scale + 8, (x + 45) * scale, length - y * scale + 8), 0, 2)
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(150, 150))
    return out.getvalue()


SERIES: dict[str, tuple[Make, int]] = {
    "words alone": (words_alone, 100),
    "words and lines": (words_and_lines, 100),
    "words and small shapes": (words_and_shapes, 100),
    "dense small shapes": (dense_shapes, 500),
    "shapes spread over the sheet": (spread_shapes, 500),
    "lines": (lines, 1000),
    "circles": (circles, 250),
    "stroked text": (stroked_text, 25),
    "rows of a parts list": (parts_list, 15),
    "pixels": (pixels, 16),
}
"""How each series is made, and how many things its smallest sheet holds."""


def _texts(n: int) -> list[str]:
    rng = random.Random(n)
    return [_text(x, y, _told(rng)) for x, y in places(n)]


def _told(rng: random.Random) -> str:
    return rng.choice(_WORDS) if rng.random() < 0.3 else str(rng.randint(1, 999))


def _text(x: float, y: float, text: str) -> str:
    return f"BT /F1 {TEXT} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"


def _dimension_lines(at: list[tuple[float, float]]) -> Iterator[str]:
    for x, y in at:
        yield f"{x:.2f} {y - 3:.2f} m {x + 30:.2f} {y - 3:.2f} l S"
        for end, sense in ((x, 1), (x + 30, -1)):
            yield f"{end:.2f} {y - 12:.2f} m {end:.2f} {y:.2f} l S"
            tail = end + 4 * sense
            yield f"{end:.2f} {y - 3:.2f} m {tail:.2f} {y - 2.4:.2f} l {tail:.2f} {y - 3.6:.2f} l f"


def _triangle(x: float, y: float, size: float) -> str:
    return f"{x:.2f} {y:.2f} m {x + size:.2f} {y:.2f} l {x + size / 2:.2f} {y + size:.2f} l h S"


def _circle(x: float, y: float, r: float) -> str:
    k = 0.5523 * r
    return (
        f"{x + r:.3f} {y:.3f} m {x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x:.3f} {y + r:.3f} c "
        f"{x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y:.3f} c "
        f"{x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x:.3f} {y - r:.3f} c "
        f"{x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y:.3f} c S"
    )


_STROKES = {
    "0": ((0, 0), (0, 3), (2, 3), (2, 0), (0, 0)),
    "1": ((0, 2), (1, 3), (1, 0)),
    "2": ((0, 3), (2, 3), (2, 2), (0, 0), (2, 0)),
    "3": ((0, 3), (2, 3), (1, 2), (2, 1), (2, 0), (0, 0)),
    "4": ((1, 0), (1, 3), (0, 1), (2, 1)),
    "5": ((2, 3), (0, 3), (0, 2), (2, 2), (2, 0), (0, 0)),
    "6": ((2, 3), (0, 2), (0, 0), (2, 0), (2, 1), (0, 1)),
    "7": ((0, 3), (2, 3), (1, 0)),
    "8": ((0, 0), (0, 3), (2, 3), (2, 0), (0, 0), (0, 2), (2, 2)),
    "9": ((0, 0), (2, 1), (2, 3), (0, 3), (0, 2), (2, 2)),
}


def _stroked(x: float, y: float, digits: str) -> Iterator[str]:
    for k, digit in enumerate(digits):
        points = [(x + 6.5 * k + 2 * px, y + 2.5 * py) for px, py in _STROKES[digit]]
        yield " ".join(f"{px:.2f} {py:.2f} {'l' if i else 'm'}" for i, (px, py) in enumerate(points)) + " S"


def _pdf(width: float, content: list[str], height: float | None = None) -> bytes:
    """One page with Helvetica as F1."""
    stream = "\n".join(["0.5 w", *content]).encode()
    box = f"[0 0 {width:.2f} {height or width:.2f}]"
    fonts = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources {fonts} >>".encode(),
        b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream",
    ]
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % o for o in offsets)
    out += b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """The slope of log cost over log size, of the larger half: what a start costs tells nothing of growth."""
    half = len(sizes) // 2
    return float(np.polyfit(np.log(sizes[half:]), np.log(seconds[half:]), 1)[0])
