"""Tables as a PDF to print."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pypdf
import pytest
from PIL import Image

from drawkit import frames


def text_of(path: Path | io.BytesIO) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (200, 100), 200).save(buffer, "PNG")
    return buffer.getvalue()


def test_tables_with_the_signs_of_drawings(tmp_path: Path) -> None:
    table = pd.DataFrame(
        {"text": ["⌀5.5 ±0.1", "<b>&", None], "limit_of_size": [5.4, 0.30000000000000004, float("nan")]}
    )
    path = frames.to_pdf({"checks": table, "others": table.head(0)}, tmp_path / "new" / "a.pdf", title="plate")
    assert path == tmp_path / "new" / "a.pdf"
    (page,) = text_of(path)
    for expected in ("plate – checks", "⌀5.5 ±0.1", "<b>&", "0.3\n", "limit of size", "Nothing."):
        assert expected in page
    assert (
        frames.to_pdf({"checks": table}, tmp_path / "b.pdf").read_bytes()
        == frames.to_pdf({"checks": table}, tmp_path / "c.pdf").read_bytes()
    )


def test_headings_come_again_on_every_page_and_pictures_first(tmp_path: Path) -> None:
    table = pd.DataFrame({"finding": [f"row {n}" for n in range(120)]})
    buffer = io.BytesIO()
    assert frames.to_pdf({"checks": table}, buffer, pictures=[picture()]) is None
    pages = text_of(buffer)
    assert pages[0].strip() == ""
    assert len(pages) > 3
    assert all("finding" in page for page in pages[1:])


def test_a_name_that_is_none_of_a_pdf(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends in \.pdf; 'a\.xlsx' does not"):
        frames.to_pdf({}, tmp_path / "a.xlsx")
