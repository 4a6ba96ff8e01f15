"""A drawing that is looked at: parts of its pages are what stands there in the picture of the whole page."""

import io

import numpy as np
import pytest
from core_drawing import Pdf
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drawkit.contract import PageReport
from drawkit.engine import OpenedDrawing, load
from drawkit.engine.load import open_drawing

DPI = 200.0
SIDES = st.floats(-30, 900, allow_nan=False)


def turned_page(quarter: int) -> bytes:
    """A page whose words read in a direction, though its rotation entry tells nothing of it."""
    pdf = Pdf(500, 400).box(60, 40, 200, 90).line(300, 100, 460, 380)
    for row in range(6):
        pdf.text(100 + 40 * row, 200, "BEARING COVER", 9, angle=quarter)
    return pdf.data()


def scan() -> bytes:
    image = Image.new("L", (1100, 800), 255)
    draw = ImageDraw.Draw(image)
    for at in range(6):
        draw.rectangle((100 + 150 * at, 100, 160 + 150 * at, 700), outline=0, width=3)
    pdf = Pdf(528, 384)
    pdf.canvas.drawInlineImage(image, 0, 0, 528, 384)
    return pdf.data()


def picture() -> bytes:
    image = Image.new("L", (600, 500), 255)
    ImageDraw.Draw(image).ellipse((100, 90, 400, 380), outline=0, width=4)
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(150, 150))
    return out.getvalue()


def report_of(data: bytes) -> PageReport:
    with open_drawing(data) as source:
        view = source.view(1)
    return PageReport(page=1, width=view.width, height=view.height, turned=view.turned)


def whole(data: bytes, dpi: float) -> np.ndarray:
    with open_drawing(data) as source:
        return source.view(1).render(dpi)


def pixels(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as opened:
        return np.asarray(opened)


CASES = [(data, report_of(data)) for data in (turned_page(0), turned_page(270), scan(), picture())]


@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_a_part_of_a_page_is_what_stands_there(quarter: int) -> None:
    data = turned_page(quarter)
    report = report_of(data)
    assert report.turned == quarter
    page = whole(data, DPI).astype(int)
    height, width = page.shape
    with OpenedDrawing(data, [report]) as drawing:
        for box in ((0, 0, 150, 120), (40.3, 22.7, 333.3, 222.2), (120, 60, report.width, report.height)):
            part = drawing.part(1, box, DPI)
            assert part is not None
            x0, top, x1, bottom = (
                round(v * n / s)
                for v, n, s in zip(part.box, (width, height) * 2, (report.width, report.height) * 2, strict=True)
            )
            shown = pixels(part.png).astype(int)
            assert shown.shape == (bottom - top, x1 - x0)
            assert np.abs(shown - page[top:bottom, x0:x1]).mean() < 1
            assert all(abs(a - b) < 72 / DPI + 1e-6 for a, b in zip(part.box, box, strict=True))
        assert shown.min() < 100, "something stands there"


@settings(max_examples=60, deadline=None)
@given(x0=SIDES, top=SIDES, x1=SIDES, bottom=SIDES, dpi=st.floats(1, 4000))
def test_any_box_is_shown_or_is_none(x0: float, top: float, x1: float, bottom: float, dpi: float) -> None:
    for data, report in CASES:
        with OpenedDrawing(data, [report]) as drawing:
            part = drawing.part(1, (x0, top, x1, bottom), dpi)
        seen = min(x1, report.width) - max(x0, 0) > 1 and min(bottom, report.height) - max(top, 0) > 1
        assert (part is not None) == seen
        if part is not None:
            assert max(pixels(part.png).shape) <= 4002
            assert part.box[0] <= max(x0, 0) + 1e-6
            assert part.box[3] >= min(bottom, report.height) - 1e-6


def test_scans_and_pictures_are_shown_in_their_own_pixels() -> None:
    for data in (scan(), picture()):
        report = report_of(data)
        with OpenedDrawing(data, [report]) as drawing:
            part = drawing.part(1, (40, 30, 140, 130), 2400)
        assert part is not None
        page = whole(data, 2400)
        own = pixels(part.png)
        assert own.shape[1] < page.shape[1]
        scale = own.shape[1] / (part.box[2] - part.box[0])
        assert 72 * scale < 301, "no pixel is made up"
        assert own.min() < 60


def test_which_way_a_page_reads_is_not_found_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    data = turned_page(90)
    report = report_of(data)
    monkeypatch.setattr(load, "upright", lambda _: pytest.fail("it is known from the reading"))
    with OpenedDrawing(data, [report]) as drawing:
        with Image.open(io.BytesIO(drawing.picture(1, 800))) as shown:
            assert shown.height > shown.width
        assert drawing.part(1, (10, 10, 60, 60), 300) is not None


def test_a_page_that_is_not_of_the_result() -> None:
    data = turned_page(0)
    with OpenedDrawing(data, [report_of(data)]) as drawing, pytest.raises(KeyError):
        drawing.part(2, (0, 0, 100, 100), 100)


def test_a_small_page_stands_upright() -> None:
    for data, report in (*CASES, (turned_page(180), report_of(turned_page(180)))):
        with OpenedDrawing(data, [report]) as drawing:
            small, large = drawing.small(1, 120), drawing.picture(1, 120)
        with Image.open(io.BytesIO(small)) as one, Image.open(io.BytesIO(large)) as other:
            assert one.size == pytest.approx(other.size, abs=2)
            faint, true = (np.asarray(image.resize((60, 40)), float) for image in (one, other))
        assert np.corrcoef(faint.ravel(), true.ravel())[0, 1] > 0.5
