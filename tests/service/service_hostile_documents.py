"""Hostile PDFs, by what is wrong with the document: each a name that tells the idea, and a function that makes it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from pypdf import PdfReader, PdfWriter
from service_pdf_bytes import TEXT, pdf, stream, written

Kind = tuple[str, Callable[[], bytes]]


def kinds() -> Iterator[Kind]:
    for family in (_active, _boxes, _damage, _encryption, _nests, _turns, _trees, _xrefs, _heads, _annotations):
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


def _nests() -> Iterator[Kind]:
    for depth in (100, 5000, 100_000, 2_000_000):
        yield f"nest-arrays-{depth}", lambda n=depth: pdf(more={10: b"[" * n + b"]" * n}, catalog=b"/X 10 0 R")
        yield (
            f"nest-dictionaries-{depth}",
            lambda n=depth: pdf(more={10: b"<</a" * n + b" 1" + b">>" * n}, catalog=b"/X 10 0 R"),
        )
        yield f"nest-in-content-{depth}", lambda n=depth: pdf(TEXT + b"[" * n + b"]" * n + b" TJ")
        yield f"nest-strings-{depth}", lambda n=depth: pdf(TEXT + b"(" * n + b")" * n + b" Tj")


def _turns() -> Iterator[Kind]:
    for turn in ("45", "90", "-90", "270", "1000000000", "9e99", "(x)", "null", "90.5"):
        yield f"rotate-{turn}", lambda turn=turn: pdf(page=b"/Rotate " + turn.encode())
    for unit in ("1000000", "0", "-1", "nan", "0.0000001", "(x)"):
        yield f"user-unit-{unit}", lambda unit=unit: pdf(page=b"/UserUnit " + unit.encode())


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
    for depth in (20, 400, 5000, 50_000):
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
