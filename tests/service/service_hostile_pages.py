"""Hostile PDFs, by what stands on the page: each a name that tells the idea, and a function that makes the file."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Iterator

from service_pdf_bytes import TEXT, flate, pdf, stream

Kind = tuple[str, Callable[[], bytes]]


def kinds() -> Iterator[Kind]:
    for family in (_bombs, _contents, _forms, _grids, _operators, _shadings, _words):
        yield from family()


def _spaces(megabytes: int) -> bytes:
    """Spaces as a stream of zlib, its check sum aside: one block, again and again."""
    packing = zlib.compressobj(9)
    first = packing.compress(b" " * 2**20) + packing.flush(zlib.Z_FULL_FLUSH)
    again = packing.compress(b" " * 2**20) + packing.flush(zlib.Z_FULL_FLUSH)
    return first + again * (megabytes - 1) + packing.flush()


def _bombs() -> Iterator[Kind]:
    for times, megabytes in ((1, 1), (1, 40), (2, 40), (3, 40), (1, 400), (2, 400)):
        name = f"bomb-flate-{times}x-{megabytes}mb"
        yield name, lambda t=times, m=megabytes: pdf(contents=flate(b" " * (m * 2**20), t))
    yield "bomb-flate-2x-4gb", lambda: pdf(contents=flate(_spaces(4000), 1, b"/FlateDecode /FlateDecode"))
    yield "bomb-operators-19mb", lambda: pdf(b"0 0 m 9 9 l S " * (19 * 2**20 // 14))
    yield "bomb-operators-1mb", lambda: pdf(b"q Q " * 2**18)
    yield (
        "bomb-lzw",
        lambda: pdf(contents=stream(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" * 2000, b"/Filter /LZWDecode")),
    )
    yield "bomb-runlength", lambda: pdf(contents=stream(b"\x81 " * 200_000 + b"\x80", b"/Filter /RunLengthDecode"))
    yield (
        "bomb-object-stream",
        lambda: pdf(
            more={
                10: stream(
                    zlib.compress(b"11 0 " + b" " * 30_000_000), b"/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode"
                )
            }
        ),
    )
    yield (
        "bomb-ascii-chain",
        lambda: pdf(contents=stream(b"41>" * 1000, b"/Filter [" + b"/ASCIIHexDecode " * 50 + b"]")),
    )


def _contents() -> Iterator[Kind]:
    for name, told in {
        "null": b"null",
        "number": b"17",
        "name": b"/Name",
        "loop": b"[4 0 R]",
        "itself": b"4 0 R",
        "string": b"(text)",
        "dictionary": b"<< /a 1 >>",
        "empty-array": b"[]",
        "missing": b"[90 0 R 91 0 R]",
        "page": b"3 0 R",
    }.items():
        yield f"contents-{name}", lambda told=told: pdf(contents=told)
    for count in (10_000, 100_000):
        told = b"[" + b"10 0 R " * count + b"]"
        yield f"contents-{count}", lambda told=told: pdf(contents=told, more={10: stream(b"q Q")})


def _forms() -> Iterator[Kind]:
    def laughing(levels: int, times: int) -> bytes:
        more = {}
        for level in range(levels):
            below = b"/X Do " * times if level < levels - 1 else b"0 0 m 5 5 l S "
            inner = b"/Resources << /XObject << /X %d 0 R >> >>" % (11 + level)
            more[10 + level] = stream(below, b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] " + inner)
        return pdf(b"/X Do", resources=b"/XObject << /X 10 0 R >>", more=more)

    for levels, times in ((3, 10), (6, 5), (25, 2), (6, 20), (9, 10), (4, 30), (4, 50), (400, 1)):
        yield f"forms-{levels}x{times}", lambda n=levels, t=times: laughing(n, t)
    loop = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 10 0 R /Y 11 0 R >> >>"
    yield (
        "forms-itself",
        lambda: pdf(b"/X Do", resources=b"/XObject << /X 10 0 R >>", more={10: stream(b"/X Do", loop)}),
    )
    yield (
        "forms-each-other",
        lambda: pdf(
            b"/X Do",
            resources=b"/XObject << /X 10 0 R >>",
            more={10: stream(b"/Y Do", loop), 11: stream(b"/X Do", loop)},
        ),
    )
    yield (
        "forms-huge-matrix",
        lambda: pdf(
            b"/X Do",
            resources=b"/XObject << /X 10 0 R >>",
            more={10: stream(TEXT, loop + b" /Matrix [1e38 0 0 1e38 0 0]")},
        ),
    )


def _grids() -> Iterator[Kind]:
    def grid(count: int, text: bool) -> bytes:
        step = 500 / count
        at = [40 + i * step for i in range(count + 1)]
        out = [f"{x:.2f} 40 m {x:.2f} 540 l S 40 {x:.2f} m 540 {x:.2f} l S" for x in at]
        if text:
            out += [
                f"BT /F1 {step / 3:.2f} Tf {x + 1:.2f} {y + 1:.2f} Td (A{i % 9}) Tj ET"
                for i, x in enumerate(at[:-1])
                for y in at[:-1]
            ]
        return pdf(" ".join(out).encode())

    for count in (5, 12, 20, 60, 150, 400):
        for text in (False, True):
            yield f"grid-{count}{'-text' if text else ''}", lambda c=count, t=text: grid(c, t)


def _operators() -> Iterator[Kind]:
    for name, one in {
        "lines": b"9 9 m 99 99 l S ",
        "one-path": b"9 9 l ",
        "rectangles": b"9 9 50 50 re S ",
        "fills": b"9 9 5 5 re f ",
        "curves": b"9 9 m 1 2 3 4 50 60 c S ",
        "save": b"q ",
        "restore": b"Q ",
        "matrix": b".999 0 0 .999 1 1 cm ",
        "clip": b"9 9 500 500 re W n ",
        "marks": b"/a BMC ",
        "unmarked": b"EMC ",
        "unknown": b"xyz ",
        "numbers": b"1 2 3 ",
        "widths": b"1e30 w ",
        "dashes": b"[0 0 0] 0 d 9 9 m 99 99 l S ",
        "colours": b"1 0 0 rg 9 9 5 5 re f ",
        "graphics-state": b"/None gs ",
        "text": b"BT /F1 9 Tf (x) Tj ET ",
        "text-open": b"BT ",
        "forms": b"/None Do ",
    }.items():
        yield f"operators-{name}", lambda one=one: pdf(b"9 9 m " + one * 3000)
    for name, one in {
        "lines": b"9 9 m 99 99 l S ",
        "curves": b"9 9 m 1 2 3 4 50 60 c S ",
        "one-path": b"9 9 l ",
        "rectangles": b"9 9 50 50 re S ",
    }.items():
        yield f"operators-{name}-300000", lambda one=one: pdf(b"9 9 m " + one * 300_000)
    for name, one in {
        "one-path": b"9 9 l ",
        "save": b"q ",
        "matrix": b".999 0 0 .999 1 1 cm ",
        "clip": b"9 9 500 500 re W n ",
        "marks": b"/a BMC ",
    }.items():
        yield f"operators-{name}-800000", lambda one=one: pdf(b"9 9 m " + one * 800_000)
    yield "operators-nan", lambda: pdf(b"nan nan m inf inf l S 1e39 -1e39 m 99999999999999999999 0 l S " + TEXT)


def _shadings() -> Iterator[Kind]:
    function = b"<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>"
    for kind in range(9):
        for name, told in (("plain", b"/Coords [0 0 99 99] /Domain [0 1] /Function " + function), ("bare", b"")):
            head = b"/ShadingType %d /ColorSpace /DeviceGray %s" % (kind, told)
            body = (
                b"<< %s >>" % head
                if kind < 4
                else stream(
                    bytes(range(256)) * 8,
                    head + b" /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 9 0 9 0 1]",
                )
            )
            yield (
                f"shading-{kind}-{name}",
                lambda body=body: pdf(TEXT + b"/S sh", resources=b"/Shading << /S 10 0 R >>", more={10: body}),
            )
    places = random.Random(1).randbytes(2**20)
    for kind in (4, 5, 6, 7):
        head = b"/ShadingType %d /ColorSpace /DeviceGray /VerticesPerRow 9 /BitsPerCoordinate 8 " % kind
        more = {10: stream(places, head + b"/BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 595 0 842 0 1]")}
        yield (
            f"shading-{kind}-1mb",
            lambda more=more: pdf(TEXT + b"/S sh", resources=b"/Shading << /S 10 0 R >>", more=more),
        )
    yield (
        "function-loop",
        lambda: pdf(
            TEXT + b"/S sh",
            resources=b"/Shading << /S 10 0 R >>",
            more={
                10: b"<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 11 0 R >>",
                11: b"<< /FunctionType 3 /Domain [0 1] /Functions [11 0 R] /Bounds [] /Encode [0 1] >>",
            },
        ),
    )


def _words() -> Iterator[Kind]:
    def many(count: int, before: bytes = b"") -> bytes:
        wide = max(22, math.isqrt(count * 7 // 25))  # words in a row, so that all stand on the page
        text = [
            b"BT /F1 5 Tf %d %d Td (W%d) Tj ET" % (20 + 25 * (i % wide), 20 + 7 * (i // wide), i % 97)
            for i in range(count)
        ]
        size = max(595, 40 + 25 * wide), max(842, 40 + 7 * (count // wide))
        return pdf(before + b" ".join(text), box=b"[0 0 %d %d]" % size)

    yield "words-100", lambda: many(100)
    yield "words-100-turned", lambda: many(100, b".8 .6 -.6 .8 200 0 cm ")
    yield "words-2500", lambda: many(2500)
    yield "words-20000", lambda: many(20_000)
    yield "words-20000-turned", lambda: many(20_000, b".8 .6 -.6 .8 200 0 cm ")
    yield "words-20000-unseen", lambda: many(20_000, b"3 Tr ")
    yield "words-100000", lambda: many(100_000)
    yield "words-unseen", lambda: many(100, b"3 Tr ")
    for name, told in {
        "size-0": b"/F1 0 Tf (SCALE) Tj",
        "size-huge": b"/F1 1000000 Tf (SCALE) Tj",
        "size-negative": b"/F1 -9 Tf (SCALE) Tj",
        "matrix-huge": b"/F1 9 Tf 1e38 0 0 1e38 0 0 Tm (SCALE) Tj",
        "matrix-zero": b"/F1 9 Tf 0 0 0 0 0 0 Tm (SCALE) Tj",
        "matrix-overflow": b"/F1 3e38 Tf 3e38 3e38 -3e38 3e38 3e38 3e38 Tm (SCALE) Tj",
        "spacing": b"/F1 9 Tf 1e30 Tc (SCALE) Tj",
        "rise": b"/F1 9 Tf 1e30 Ts (SCALE) Tj",
        "scaling": b"/F1 9 Tf 1e30 Tz (SCALE) Tj",
        "mode-9": b"/F1 9 Tf 9 Tr (SCALE) Tj",
        "long": b"/F1 1 Tf (" + b"x" * 30_000 + b") Tj",
        "longest": b"/F1 1 Tf (" + b"x" * 1_000_000 + b") Tj",
        "kerned": b"/F1 9 Tf [" + b"(x) -1e30 " * 2000 + b"] TJ",
        "zero-bytes": b"/F1 9 Tf (" + bytes(500) + b") Tj",
        "no-font": b"(SCALE) Tj",
        "same-place": b"/F1 9 Tf (S) Tj " * 900,
    }.items():
        yield f"words-{name}", lambda told=told: pdf(b"BT 60 700 Td " + told + b" ET")
