"""Words printed across a page in huge pale letters are no part of the drawing; all else is read as without them."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from drawkit.contract import Result
from drawkit.engine import analyze
from drawkit.engine.load import open_drawing
from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.watermarks import without_watermarks
from drawkit.engine.private import private_boxes
from drawkit.samples import make


@cache
def plate() -> bytes:
    return make("plate", seed=3).data


@cache
def marked(
    text: str = "PRELIMINARY",
    grey: float = 0.85,
    size: float = 90,
    angle: float = 30,
    at: tuple[float, float] = (0.12, 0.2),
    over: bool = True,
    alpha: float = 1.0,
) -> bytes:
    """The plate with a word across it, over or under what is drawn."""
    sheet = PdfReader(io.BytesIO(plate())).pages[0]
    wide, high = float(sheet.mediabox.width), float(sheet.mediabox.height)
    drawn, out = io.BytesIO(), io.BytesIO()
    canvas = Canvas(drawn, pagesize=(wide, high))
    canvas.setFillGray(grey)
    canvas.setFillAlpha(alpha)
    canvas.translate(at[0] * wide, at[1] * high)
    canvas.rotate(angle)
    canvas.setFont("Helvetica", size)
    canvas.drawString(0, 0, text)
    canvas.save()
    writer = PdfWriter()
    page = writer.add_page(sheet)
    page.merge_page(PdfReader(io.BytesIO(drawn.getvalue())).pages[0], over=over)
    writer.write(out)
    return out.getvalue()


def told(result: Result) -> tuple[list[str], list[str], list[str]]:
    return (
        sorted(d.text for d in result.dimensions),
        sorted(t.text for t in result.geometric_tolerances),
        sorted(n.text for n in result.notes),
    )


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize(("grey", "alpha"), [(0.85, 1.0), (0.0, 0.15)])
def test_a_marked_drawing_is_read_as_without_the_mark(grey: float, alpha: float, over: bool) -> None:
    result = analyze(marked(grey=grey, alpha=alpha, over=over), profile="full")
    assert told(result) == told(analyze(plate(), profile="full"))
    assert result.pages[0].remarks == ("Printed across the page, and no part of the drawing: PRELIMINARY.",)


def test_level_words_over_others_are_marks_too() -> None:
    with open_drawing(marked("COPY", angle=0, at=(0.1, 0.4), size=200)) as drawing:
        sheet = drawing.sheet(1)
        assert [w.text for w in sheet.across] == ["COPY"]
        assert "COPY" not in {w.text for w in sheet.words}


def marks(data: bytes) -> int:
    with open_pdf(data) as document:
        return len(without_watermarks(document.page(1)).watermarks)


def test_other_words_are_none() -> None:
    assert marks(plate()) == 0
    assert marks(marked(grey=0.0)) == 0, "black letters hide what lies under them"
    assert marks(marked(size=12)) == 0, "no larger than others"
    assert marks(marked("TITLE", angle=0, at=(0.95, 0.02), size=40)) == 0, "level, where nothing else stands"


def test_a_page_of_no_letters_has_none() -> None:
    out = io.BytesIO()
    writer = PdfWriter()
    writer.add_blank_page(300, 200)
    writer.write(out)
    assert marks(out.getvalue()) == 0


def test_the_page_is_shown_with_its_mark_and_read_without() -> None:
    with open_drawing(marked()) as drawing, open_drawing(plate()) as bare:
        assert np.array_equal(drawing.sheet(1).render(60), bare.sheet(1).render(60))
        assert not np.array_equal(drawing.view(1).render(60), bare.view(1).render(60))


def test_names_in_a_mark_are_no_more_seen_in_public_than_others() -> None:
    with open_drawing(marked("ACME GmbH", angle=0, at=(0.1, 0.4), size=120)) as drawing:
        sheet = drawing.sheet(1)
        x0, top, x1, bottom = sheet.across[0].box
        middle = ((x0 + x1) / 2, (top + bottom) / 2)
        assert any(b[0] <= middle[0] <= b[2] and b[1] <= middle[1] <= b[3] for b in private_boxes(sheet))
