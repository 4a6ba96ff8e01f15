"""A drawing that is placed on a page of something else is read as it is alone."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pypdf
import pytest
from core_drawing import Pdf
from pypdf import PageObject, PdfReader, Transformation
from reportlab.pdfgen.canvas import Canvas

from drawkit.contract import Result
from drawkit.engine import analyze
from drawkit.engine.budget import Budget, spending
from drawkit.engine.layout.placed_drawing import placed
from drawkit.engine.load import open_drawing
from drawkit.engine.private import private_boxes
from drawkit.engine.sheet import Sheet
from drawkit.samples import make

WIDE, HIGH = 595.0, 842.0
BODY = (
    "The bracket was made anew after the second series of tests, for the wall had been",
    "1.5 mm too thin. With 4 pockets on either side the mass went from 412 g to 388 g.",
    "Screws are tightened to 2.9 Nm in 2 steps; the drawing of the part is given below.",
)


def text_page() -> PageObject:
    """A page of a report, its middle empty."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDE, HIGH))
    canvas.setFont("Helvetica", 11)
    for block in (790, 730, 180, 120):
        for row, line in enumerate(BODY):
            canvas.drawString(57, block - 14 * row, line)
    canvas.drawCentredString(WIDE / 2, 30, "17")
    canvas.save()
    return PdfReader(io.BytesIO(out.getvalue())).pages[0]


@cache
def in_report(kind: str, wide: float) -> bytes:
    """A sample, so wide, in the midst of a page of text."""
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    page, sheet = writer.add_page(text_page()), PdfReader(io.BytesIO(make(kind, seed=3).data)).pages[0]
    scale = wide / float(sheet.mediabox.width)
    move = Transformation().scale(scale).translate((WIDE - wide) / 2, 240)
    page.merge_transformed_page(sheet, move)
    writer.write(out)
    return out.getvalue()


@contextmanager
def opened(data: bytes) -> Iterator[Sheet]:
    with open_drawing(data) as drawing:
        yield drawing.sheet(1)


def sizes(result: Result) -> list[str]:
    return sorted(d.text for d in result.dimensions)


@pytest.mark.parametrize(("kind", "wide"), [("plate", 480.0), ("turned_part", 500.0)])
def test_it_is_read_as_it_is_alone(kind: str, wide: float) -> None:
    alone, shown = (analyze(data, profile="full") for data in (make(kind, seed=3).data, in_report(kind, wide)))
    assert sizes(shown) == sizes(alone)
    for field in ("title", "drawing_number", "scale", "material"):
        assert getattr(shown.title_blocks[0], field) == getattr(alone.title_blocks[0], field)
    assert [t.text for t in shown.geometric_tolerances] == [t.text for t in alone.geometric_tolerances]


def test_its_letters_and_its_sheet_are_its_own() -> None:
    with opened(in_report("plate", 480.0)) as sheet:
        x0, top, x1, bottom = sheet.extent
        assert sheet.own is not None
        assert (WIDE - 480) / 2 * sheet.scale < x0 < x1 < (WIDE + 480) / 2 * sheet.scale
        assert sheet.text_height < sheet.at(own=None).text_height
        assert (bottom - top) < HIGH * sheet.scale / 2


def test_a_drawing_with_the_page_to_itself_has_no_sheet_of_its_own() -> None:
    with opened(make("plate", seed=3).data) as sheet:
        assert (sheet.own, sheet.extent) == (None, (0.0, 0.0, sheet.width, sheet.height))


def view(pdf: Pdf) -> Pdf:
    """A closed rectangle in the midst of a page."""
    return pdf.box(150, 150, 450, 400)


def test_a_frame_in_the_midst_of_a_page() -> None:
    with opened(view(Pdf()).text(200, 200, "10").data()) as sheet:
        assert sheet.own == pytest.approx((150, 150, 450, 400), abs=0.5)


def test_the_outline_of_a_part_has_its_sizes_around_it() -> None:
    pdf = view(Pdf())
    for at in range(160, 440, 60):
        pdf.text(at, 120, "12.5")
    with opened(pdf.data()) as sheet:
        assert sheet.own is None


def test_what_is_drawn_beyond_it_makes_it_no_sheet() -> None:
    pdf = view(Pdf()).text(200, 200, "10")
    for at in range(460, 560, 5):
        pdf.line(100, at, 500, at)
    with opened(pdf.data()) as sheet:
        assert sheet.own is None


@pytest.mark.parametrize("gap", [12, 40])
def test_lines_that_meet_in_no_corner_are_no_sheet(gap: float) -> None:
    pdf = Pdf().line(150, 150, 450, 150).line(150, 400, 450, 400).line(150, 150, 150, 400)
    with opened(pdf.line(450, 150 + gap, 450, 400).text(200, 200, "10").data()) as sheet:
        assert sheet.own is None


def test_a_small_box_is_no_sheet() -> None:
    with opened(Pdf().box(150, 150, 200, 180).text(160, 170, "10").data()) as sheet:
        assert sheet.own is None


def test_where_time_is_spent_the_page_is_the_sheet() -> None:
    with open_drawing(in_report("plate", 480.0)) as drawing:
        sheet = drawing.sheet(1).at(own=None)
        with spending(Budget(0.0)) as budget:
            assert placed(sheet).own is None
    assert budget.cut == ["the frame of the drawing"]


def test_a_large_grid_costs_little() -> None:
    pdf = Pdf()
    for at in range(100, 500, 4):
        pdf.line(100, at, 496, at).line(at, 100, at, 496)
    with open_drawing(pdf.text(200, 60, "12.5").data()) as drawing:
        sheet = drawing.sheet(1)
        began = time.process_time()
        placed(sheet.at(own=None))
        assert time.process_time() - began < 2


def test_names_are_looked_for_in_its_corner() -> None:
    with open_drawing(in_report("plate", 480.0)) as drawing:
        sheet = drawing.sheet(1)
        x0, top, x1, bottom = sheet.extent
        corner = (x0 + 0.9 * (x1 - x0), top + 0.95 * (bottom - top))
        assert any(b[0] <= corner[0] <= b[2] and b[1] <= corner[1] <= b[3] for b in private_boxes(sheet))
