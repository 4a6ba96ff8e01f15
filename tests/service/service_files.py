"""Drawing files made on the spot."""

from __future__ import annotations

import io

from PIL import Image
from pypdf import PdfWriter


def picture(size: tuple[int, int] = (40, 30), form: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, "white").save(buffer, form)
    return buffer.getvalue()


def pdf(pages: int = 1, *, password: str | None = None) -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 100)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
