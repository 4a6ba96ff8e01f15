"""Hostile PDFs, by what a page takes from elsewhere: filters, pictures and fonts; as `service_hostile_pages`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from service_pdf_bytes import TEXT, pdf, stream

Kind = tuple[str, Callable[[], bytes]]


def kinds() -> Iterator[Kind]:
    for family in (_filters, _images, _fonts):
        yield from family()


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
