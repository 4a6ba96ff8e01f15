"""PDFs written byte by byte: one page, of which each part can be told otherwise."""

from __future__ import annotations

import zlib

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


def flate(data: bytes, times: int, filters: bytes = b"") -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, b"/Filter [" + (filters or b"/FlateDecode " * times) + b"]")
