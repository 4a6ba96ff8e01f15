"""Hostile PDFs, written byte by byte: each a name that tells the idea, and a function that makes the file."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator

from pypdf import PdfReader, PdfWriter

Kind = tuple[str, Callable[[], bytes]]
TEXT = b"BT /F1 12 Tf 60 700 Td (SCALE 1:2) Tj ET 60 60 400 400 re S "
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def stream(content: bytes, head: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), head, content)


def written(objects: dict[int, bytes], trailer: bytes = b"/Root 1 0 R", head: bytes = b"%PDF-1.7\n") -> bytes:
    out, places = bytearray(head), {}
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    out += b"".join(
        b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 00000 f \n" for n in range(1, size)
    )
    return bytes(out) + b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)


def pdf(
    content: bytes = TEXT,
    *,
    catalog: bytes = b"",
    pages: bytes = b"/Kids [3 0 R] /Count 1",
    page: bytes = b"",
    box: bytes = b"[0 0 595 842]",
    resources: bytes = b"",
    more: dict[int, bytes] | None = None,
    contents: bytes | None = None,
    trailer: bytes = b"/Root 1 0 R",
    head: bytes = b"%PDF-1.7\n",
) -> bytes:
    """A one-page PDF; objects from 10 on are free."""
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        2: b"<< /Type /Pages %s >>" % pages,
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> %s >> %s >>"
        % (box, resources, page),
        4: stream(content) if contents is None else contents,
        5: FONT,
        **(more or {}),
    }
    return written(objects, trailer, head)


def kinds() -> Iterator[Kind]:
    for family in (
        _active,
        _bombs,
        _boxes,
        _contents,
        _damage,
        _encryption,
        _forms,
        _grids,
        _filters,
        _images,
        _nests,
        _operators,
        _turns,
        _shadings,
        _fonts,
        _trees,
        _words,
        _xrefs,
        _heads,
        _annotations,
    ):
        yield from family()


def _active() -> Iterator[Kind]:
    js = b"<< /S /JavaScript /JS (while(1);) >>"
    for name, catalog in {
        "js": b"/OpenAction " + js,
        "js-names": b"/Names << /JavaScript << /Names [(a) " + js + b"] >> >>",
        "launch": b"/OpenAction << /S /Launch /F (/bin/sh) >>",
        "uri": b"/OpenAction << /S /URI /URI (http://127.0.0.1:9/) >>",
        "submit": b"/OpenAction << /S /SubmitForm /F (http://127.0.0.1:9/) >>",
        "goto-remote": b"/OpenAction << /S /GoToR /F (/etc/passwd) /D [0 /Fit] >>",
        "xfa": b"/AcroForm << /XFA 10 0 R /Fields [] >>",
        "acroform-loop": b"/AcroForm << /Fields [11 0 R] >>",
        "outline-loop": b"/Outlines 12 0 R",
        "struct-loop": b"/StructTreeRoot 13 0 R /MarkInfo << /Marked true >>",
        "embedded": b"/Names << /EmbeddedFiles << /Names [(a) << /F (a) /EF << /F 10 0 R >> >>] >> >>",
        "layers-loop": b"/OCProperties << /OCGs [14 0 R] /D << /Order 15 0 R >> >>",
        "names-loop": b"/Names << /Dests 16 0 R >>",
        "metadata-laughs": b"/Metadata 17 0 R",
    }.items():
        more = {
            10: stream(b"<xdp><script>x</script></xdp>"),
            11: b"<< /FT /Tx /T (a) /Kids [11 0 R] /Parent 11 0 R >>",
            12: b"<< /First 12 0 R /Last 12 0 R /Next 12 0 R /Title (a) /Count 99 >>",
            13: b"<< /Type /StructTreeRoot /K [13 0 R] >>",
            14: b"<< /Type /OCG /Name (a) >>",
            15: b"[15 0 R]",
            16: b"<< /Kids [16 0 R] >>",
            17: stream(
                b'<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><x>&b;</x>', b"/Type /Metadata /Subtype /XML"
            ),
        }
        yield f"active-{name}", lambda catalog=catalog, more=more: pdf(catalog=catalog, more=more)


def flate(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, b"/Filter [" + b"/FlateDecode " * times + b"]")


def _bombs() -> Iterator[Kind]:
    for times, megabytes in ((1, 1), (1, 40), (2, 40), (3, 40), (1, 400), (2, 400)):
        name = f"bomb-flate-{times}x-{megabytes}mb"
        yield name, lambda t=times, m=megabytes: pdf(contents=flate(b" " * (m * 2**20), t))
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


_NUMBERS = (
    "0 0 0 0",
    "0 0 1 1",
    "0 0 0.001 0.001",
    "0 0 14400 14400",
    "0 0 1e30 1e30",
    "0 0 nan nan",
    "-9 -9 -1 -1",
    "595 842 0 0",
    "0 0 5 14400",
    "1e9 1e9 1000000595 1000000842",
    "0 0 2147483648 2",
    "a b c d",
    "0 0 595",
    "0 0 595 842 9",
    "",
    "3 0 R",
    "0 0 (595) /x",
    "0 0 595 -842",
    "-1e38 -1e38 1e38 1e38",
    "0 0 32767 32767",
)


def _boxes() -> Iterator[Kind]:
    for place in ("media", "crop"):
        for number, text in enumerate(_NUMBERS):
            told = b"[%s]" % text.encode()
            if place == "media":
                yield f"box-media-{number}", lambda told=told: pdf(box=told)
            else:
                yield f"box-crop-{number}", lambda told=told: pdf(page=b"/CropBox " + told)
    yield "box-crop-outside", lambda: pdf(page=b"/CropBox [1000 1000 1100 1100]")
    yield (
        "box-crop-outside-scan",
        lambda: pdf(
            b"q 595 0 0 842 0 0 cm /I Do Q",
            page=b"/CropBox [1000 1000 1100 1100]",
            resources=b"/XObject << /I 10 0 R >>",
            more={
                10: stream(
                    bytes(100), b"/Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray"
                )
            },
        ),
    )
    yield "box-loop", lambda: pdf(box=b"10 0 R", more={10: b"10 0 R"})
    yield (
        "box-missing",
        lambda: written(
            {
                1: b"<< /Type /Catalog /Pages 2 0 R >>",
                2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                3: b"<< /Type /Page /Parent 2 0 R >>",
            }
        ),
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
    yield "contents-10000", lambda: pdf(contents=b"[" + b"10 0 R " * 10_000 + b"]", more={10: stream(b"q Q")})


def _damage() -> Iterator[Kind]:
    whole = pdf(TEXT * 20)
    for place in range(40):
        at = (place + 1) * len(whole) // 41
        yield f"cut-{place:02}", lambda at=at: whole[:at]
        yield f"flipped-{place:02}", lambda at=at: whole[:at] + bytes((whole[at] ^ 0x55,)) + whole[at + 1 :]


def _encryption() -> Iterator[Kind]:
    def encrypted(algorithm: str, password: str) -> bytes:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf())))
        writer.encrypt(password, "owner", algorithm=algorithm)
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()

    for algorithm in ("RC4-40", "RC4-128", "AES-128", "AES-256"):
        for name, password in (("closed", "x"), ("open", "")):
            yield f"encrypted-{algorithm}-{name}", lambda a=algorithm, p=password: encrypted(a, p)
    for name, told in {
        "own-handler": b"<< /Filter /Mine /V 1 >>",
        "junk": b"<< /Filter /Standard /V 99 /R 99 /O (x) /U (x) /P -1 >>",
        "loop": b"10 0 R",
        "empty": b"<< >>",
        "number": b"7",
    }.items():
        yield (
            f"encrypted-{name}",
            lambda told=told: pdf(trailer=b"/Root 1 0 R /ID [(a) (b)] /Encrypt 10 0 R", more={10: told}),
        )


def _forms() -> Iterator[Kind]:
    def laughing(levels: int, times: int) -> bytes:
        more = {}
        for level in range(levels):
            below = b"/X Do " * times if level < levels - 1 else b"0 0 m 5 5 l S "
            inner = b"/Resources << /XObject << /X %d 0 R >> >>" % (11 + level)
            more[10 + level] = stream(below, b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] " + inner)
        return pdf(b"/X Do", resources=b"/XObject << /X 10 0 R >>", more=more)

    for levels, times in ((3, 10), (6, 5), (25, 2), (6, 20), (9, 10), (4, 30), (400, 1)):
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

    for count in (5, 12, 20, 60, 150):
        for text in (False, True):
            yield f"grid-{count}{'-text' if text else ''}", lambda c=count, t=text: grid(c, t)


_FILTERS = (
    "FlateDecode",
    "LZWDecode",
    "ASCII85Decode",
    "ASCIIHexDecode",
    "RunLengthDecode",
    "DCTDecode",
    "JPXDecode",
    "JBIG2Decode",
    "CCITTFaxDecode",
    "Crypt",
    "Nonsense",
)


def _filters() -> Iterator[Kind]:
    junk = bytes((i * 37 + 11) % 256 for i in range(3000))
    image = b"/Type /XObject /Subtype /Image /Width 40 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceGray"
    for name in _FILTERS:
        told = b"/Filter /" + name.encode()
        yield f"filter-{name}-content", lambda told=told: pdf(contents=stream(junk, told))
        yield f"filter-{name}-empty", lambda told=told: pdf(contents=stream(b"", told))
        yield (
            f"filter-{name}-image",
            lambda told=told: pdf(
                TEXT + b"q 99 0 0 99 0 0 cm /I Do Q",
                resources=b"/XObject << /I 10 0 R >>",
                more={10: stream(junk, image + told)},
            ),
        )


def _images() -> Iterator[Kind]:
    def placed(told: bytes, data: bytes = bytes(1600), times: int = 1, more: dict[int, bytes] | None = None) -> bytes:
        image = stream(data, b"/Type /XObject /Subtype /Image " + told)
        content = TEXT + b"q 300 0 0 300 0 0 cm /I Do Q " * times
        return pdf(content, resources=b"/XObject << /I 10 0 R >>", more={10: image, **(more or {})})

    grey = b"/BitsPerComponent 8 /ColorSpace /DeviceGray"
    size = b"/Width 40 /Height 40 "
    for name, told in {
        "huge": b"/Width 2000000000 /Height 2000000000 " + grey,
        "negative": b"/Width -40 /Height -40 " + grey,
        "zero": b"/Width 0 /Height 0 " + grey,
        "no-size": grey,
        "thin": b"/Width 1000000 /Height 1 " + grey,
        "bits-0": size + b"/BitsPerComponent 0 /ColorSpace /DeviceGray",
        "bits-3": size + b"/BitsPerComponent 3 /ColorSpace /DeviceGray",
        "bits-16": size + b"/BitsPerComponent 16 /ColorSpace /DeviceGray",
        "bits-99": size + b"/BitsPerComponent 99 /ColorSpace /DeviceGray",
        "no-space": size + b"/BitsPerComponent 8",
        "space-loop": size + b"/BitsPerComponent 8 /ColorSpace 11 0 R",
        "space-pattern": size + b"/BitsPerComponent 8 /ColorSpace /Pattern",
        "space-indexed": size + b"/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 99999 (x)]",
        "space-icc": size + b"/BitsPerComponent 8 /ColorSpace [/ICCBased 12 0 R]",
        "space-separation": size + b"/BitsPerComponent 8 /ColorSpace [/Separation /a /DeviceRGB 11 0 R]",
        "mask-itself": size + grey + b" /SMask 10 0 R",
        "mask-loop": size + grey + b" /Mask 13 0 R",
        "external": size + grey + b" /F (/etc/passwd)",
        "url": size + grey + b" /F << /FS /URL /F (http://127.0.0.1:9) >>",
        "decode-nan": size + grey + b" /Decode [nan nan]",
        "alternates": size + grey + b" /Alternates [<< /Image 10 0 R >>]",
    }.items():
        more = {
            11: b"11 0 R",
            12: stream(b"junk" * 50, b"/N 3"),
            13: stream(b"x", b"/Subtype /Image /Mask 13 0 R " + size),
        }
        yield f"image-{name}", lambda told=told, more=more: placed(told, more=more)
    yield "image-3000-times", lambda: placed(size + grey, times=3000)
    yield "image-inline-junk", lambda: pdf(TEXT + b"BI /W 40 /H 40 /BPC 8 /CS /G ID " + b"\xff" * 99 + b" EI")
    yield "image-inline-open", lambda: pdf(TEXT + b"BI /W 99999999 /H 99999999 /BPC 8 /CS /G ID ")


def _nests() -> Iterator[Kind]:
    for depth in (100, 5000, 100_000):
        yield f"nest-arrays-{depth}", lambda n=depth: pdf(more={10: b"[" * n + b"]" * n}, catalog=b"/X 10 0 R")
        yield (
            f"nest-dictionaries-{depth}",
            lambda n=depth: pdf(more={10: b"<</a" * n + b" 1" + b">>" * n}, catalog=b"/X 10 0 R"),
        )
        yield f"nest-in-content-{depth}", lambda n=depth: pdf(TEXT + b"[" * n + b"]" * n + b" TJ")
        yield f"nest-strings-{depth}", lambda n=depth: pdf(TEXT + b"(" * n + b")" * n + b" Tj")


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
    yield "operators-nan", lambda: pdf(b"nan nan m inf inf l S 1e39 -1e39 m 99999999999999999999 0 l S " + TEXT)


def _turns() -> Iterator[Kind]:
    for turn in ("45", "90", "-90", "270", "1000000000", "9e99", "(x)", "null", "90.5"):
        yield f"rotate-{turn}", lambda turn=turn: pdf(page=b"/Rotate " + turn.encode())
    for unit in ("1000000", "0", "-1", "nan", "0.0000001", "(x)"):
        yield f"user-unit-{unit}", lambda unit=unit: pdf(page=b"/UserUnit " + unit.encode())


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


def _fonts() -> Iterator[Kind]:
    for name, font in {
        "missing": b"null",
        "loop": b"5 0 R",
        "number": b"7",
        "no-type": b"<< >>",
        "type0-junk": b"<< /Type /Font /Subtype /Type0 /DescendantFonts [5 0 R] /Encoding /None >>",
        "type3-itself": b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs "
        b"<< /a 10 0 R >> /Encoding << /Differences [83 /a] >> /FirstChar 83 /LastChar 83 /Widths [9] "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        "truetype-junk": b"<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor << /Type /FontDescriptor "
        b"/FontName /X /FontFile2 11 0 R >> >>",
        "widths": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 255 "
        b"/Widths [1e30 -1e30] >>",
        "negative": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar -9 /LastChar 999999999 >>",
        "long-name": b"<< /Type /Font /Subtype /Type1 /BaseFont /" + b"x" * 60_000 + b" >>",
        "unicode-junk": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>",
        "unicode-bomb": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 12 0 R >>",
        "unicode-surrogates": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 13 0 R >>",
    }.items():
        ranges = b"1 beginbfrange <0000> <FFFF> <" + b"0041" * 200 + b"> endbfrange " * 40
        more = {
            10: stream(b"BT /F1 9 Tf (S) Tj ET"),
            11: stream(bytes(range(256)) * 4),
            12: stream(ranges),
            13: stream(b"1 beginbfrange <00> <FF> <D800> endbfrange"),
        }
        yield f"font-{name}", lambda font=font, more=more: pdf(more={5: font, **more})


def _trees() -> Iterator[Kind]:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>"
    for name, told in {
        "kids-loop": b"/Kids [2 0 R] /Count 1",
        "kids-none": b"/Kids [] /Count 0",
        "kids-null": b"/Kids [null] /Count 1",
        "kids-number": b"/Kids 7 /Count 1",
        "kids-string": b"/Kids [(a)] /Count 1",
        "kids-missing": b"/Kids [90 0 R] /Count 1",
        "count-0": b"/Kids [3 0 R] /Count 0",
        "count-negative": b"/Kids [3 0 R] /Count -1",
        "count-huge": b"/Kids [3 0 R] /Count 1000000000",
        "count-none": b"/Kids [3 0 R]",
        "count-text": b"/Kids [3 0 R] /Count (x)",
        "same-ten": b"/Kids [" + b"3 0 R " * 10 + b"] /Count 10",
        "same-eleven": b"/Kids [" + b"3 0 R " * 11 + b"] /Count 11",
        "eleven-of-one": b"/Kids [" + b"3 0 R " * 11 + b"] /Count 1",
        "catalog": b"/Kids [1 0 R] /Count 1",
    }.items():
        yield f"tree-{name}", lambda told=told: pdf(pages=told)
    for depth in (20, 400, 5000):
        nodes = {2: b"<< /Type /Pages /Kids [10 0 R] /Count 1 >>"}
        nodes |= {
            10 + n: b"<< /Type /Pages /Parent %d 0 R /Kids [%d 0 R] /Count 1 >>" % (9 + n, 11 + n) for n in range(depth)
        }
        nodes[10 + depth] = page
        yield f"tree-deep-{depth}", lambda nodes=nodes: pdf(more=nodes)
    yield (
        "tree-10000-pages",
        lambda: pdf(
            pages=b"/Kids [" + b" ".join(b"%d 0 R" % (10 + n) for n in range(10_000)) + b"] /Count 10000",
            more={10 + n: page for n in range(10_000)},
        ),
    )


def _words() -> Iterator[Kind]:
    def many(count: int, before: bytes = b"") -> bytes:
        text = [
            b"BT /F1 5 Tf %d %d Td (W%d) Tj ET" % (20 + 25 * (i % 22), 20 + 7 * (i // 22), i % 97) for i in range(count)
        ]
        return pdf(before + b" ".join(text))

    yield "words-100", lambda: many(100)
    yield "words-100-turned", lambda: many(100, b".8 .6 -.6 .8 200 0 cm ")
    yield "words-2500", lambda: many(2500)
    yield "words-20000", lambda: many(20_000)
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
        "kerned": b"/F1 9 Tf [" + b"(x) -1e30 " * 2000 + b"] TJ",
        "zero-bytes": b"/F1 9 Tf (" + bytes(500) + b") Tj",
        "no-font": b"(SCALE) Tj",
        "same-place": b"/F1 9 Tf (S) Tj " * 900,
    }.items():
        yield f"words-{name}", lambda told=told: pdf(b"BT 60 700 Td " + told + b" ET")


def _xrefs() -> Iterator[Kind]:
    whole = pdf()
    at = whole.rindex(b"startxref\n") + 10
    for name, told in {
        "0": b"0",
        "beyond": b"99999999",
        "negative": b"-1",
        "text": b"xyz",
        "huge": b"9" * 40,
        "none": b"",
    }.items():
        yield f"xref-start-{name}", lambda told=told: whole[:at] + told + b"\n%%EOF\n"
    for name, told in {
        "prev-itself": b"/Root 1 0 R /Prev %d" % whole.rindex(b"xref\n0"),
        "prev-beyond": b"/Root 1 0 R /Prev 99999999",
        "stream-itself": b"/Root 1 0 R /XRefStm 9",
        "no-root": b"",
        "root-null": b"/Root null",
        "root-number": b"/Root 7",
        "root-page": b"/Root 3 0 R",
        "root-missing": b"/Root 99 0 R",
        "root-content": b"/Root 4 0 R",
        "info-loop": b"/Root 1 0 R /Info 10 0 R",
    }.items():
        yield f"xref-{name}", lambda told=told: pdf(trailer=told, more={10: b"10 0 R"})
    for name, old, new in (
        ("size-0", b"/Size 6", b"/Size 0"),
        ("size-huge", b"/Size 6", b"/Size 999999999"),
        ("entries-free", b" n ", b" f "),
        ("generation", b" 00000 n", b" 00007 n"),
        ("count", b"xref\n0 6", b"xref\n0 9999999"),
        ("first", b"xref\n0 6", b"xref\n3 6"),
        ("trailer", b"trailer", b"trialer"),
        ("keyword", b"xref\n0", b"fred\n0"),
        ("endobj", b"endobj", b"endojb"),
        ("length-huge", b"/Length ", b"/Length 9999"),
        ("length-loop", b"/Length 61", b"/Length 4 0 R"),
        ("endstream", b"endstream", b"endtsream"),
    ):
        yield f"xref-{name}", lambda old=old, new=new: whole.replace(old, new)


def _heads() -> Iterator[Kind]:
    whole = pdf()
    for name, made in {
        "before-1000": lambda: b"\n" * 1000 + whole,
        "before-2000": lambda: b"\n" * 2000 + whole,
        "twice": lambda: whole * 2,
        "zeros-after": lambda: whole + bytes(10**6),
        "version": lambda: whole.replace(b"PDF-1.7", b"PDF-9.9"),
        "no-end": lambda: whole.replace(b"%%EOF", b""),
        "head-alone": lambda: b"%PDF-1.7\n",
        "head-and-junk": lambda: b"%PDF-1.7\n" + bytes(range(256)) * 99,
        "html": lambda: b"<html>%PDF-1.7</html>",
        "carriage-returns": lambda: whole.replace(b"\n", b"\r"),
        "zip-too": lambda: b"PK\x03\x04" + bytes(26) + whole,
        "png-too": lambda: b"\x89PNG\r\n\x1a\n" + whole,
        "incremental-100": lambda: whole + (b"3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n" + b"%%EOF\n") * 100,
    }.items():
        yield f"head-{name}", made


def _annotations() -> Iterator[Kind]:
    for name, told in {
        "loop": b"<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Parent 10 0 R /Popup 10 0 R /IRT 10 0 R >>",
        "no-rect": b"<< /Type /Annot /Subtype /FreeText >>",
        "no-kind": b"<< /Type /Annot /Rect [0 0 9 9] >>",
        "rect-huge": b"<< /Type /Annot /Subtype /Square /Rect [-1e38 -1e38 1e38 1e38] >>",
        "null": b"null",
        "number": b"7",
        "appearance-itself": b"<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 11 0 R >> >>",
        "javascript": b"<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A << /S /JavaScript /JS (x) >> >>",
        "movie": b"<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (/etc/passwd) >> >>",
        "three-d": b"<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] /3DD 11 0 R >>",
    }.items():
        form = stream(b"/X Do", b"/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 11 0 R >> >>")
        yield (
            f"annotation-{name}",
            lambda told=told, form=form: pdf(page=b"/Annots [10 0 R]", more={10: told, 11: form}),
        )
    yield (
        "annotations-3000",
        lambda: pdf(
            page=b"/Annots [" + b"10 0 R " * 3000 + b"]",
            more={10: b"<< /Type /Annot /Subtype /Square /Rect [9 9 50 50] >>"},
        ),
    )
