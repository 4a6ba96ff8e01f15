"""Drawings printed far smaller or larger than usual are read as any other, and told in points of their page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pypdf
import pytest
from core_drawing import Pdf

from drawkit.contract import Dimension, Result, TitleBlock, TitleField
from drawkit.engine import analyze
from drawkit.engine.layout.around import around
from drawkit.engine.load import open_drawing
from drawkit.engine.on_page import box_on_page, on_page
from drawkit.engine.pdf import PdfPage, letter_size, open_pdf
from drawkit.engine.pdf.glyphs import read_glyphs
from drawkit.engine.pdf.letter_size import with_usual_letters
from drawkit.engine.sheet import Sheet
from drawkit.samples import named

TEXT = "ALL SHARP EDGES BROKEN AND ROUNDED"
FIGURES = "12.5 27.3 48.25 160.75 93.5 88.125 64.2"


class Copy(NamedTuple):
    """A drawing as often as large as the original, its reading, and that of the original."""

    factor: float
    data: bytes
    result: Result
    original: Result

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the file's page."""
        _, _, width, height = pypdf.PdfReader(io.BytesIO(self.data)).pages[0].mediabox
        return float(width), float(height)


def scaled(data: bytes, factor: float) -> bytes:
    writer, out = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    for page in writer.pages:
        page.scale_by(factor)
    writer.write(out)
    return out.getvalue()


@pytest.fixture(scope="module")
def plate() -> bytes:
    return named("milled_plate").data


@pytest.fixture(scope="module")
def original(plate: bytes) -> Result:
    return analyze(plate, profile="full")


@pytest.fixture(scope="module", params=[0.3, 4.0])
def copy(request: pytest.FixtureRequest, plate: bytes, original: Result) -> Copy:
    data = scaled(plate, request.param)
    return Copy(request.param, data, analyze(data, profile="full"), original)


def sheet_of(data: bytes) -> Sheet:
    with open_drawing(data) as source:
        return source.sheet(1)


@contextmanager
def page_of(pdf: Pdf) -> Iterator[PdfPage]:
    with open_pdf(pdf.data()) as document:
        yield document.page(1)


def scale_of(pdf: Pdf) -> float:
    with page_of(pdf) as page:
        return with_usual_letters(page).scale


def test_the_same_dimensions_and_frames_are_read_at_any_size(copy: Copy) -> None:
    assert len(copy.original.dimensions) > 10
    assert [d.text for d in copy.result.dimensions] == [d.text for d in copy.original.dimensions]
    assert len(copy.original.geometric_tolerances) > 2
    assert len(copy.result.geometric_tolerances) == len(copy.original.geometric_tolerances)


def test_a_page_is_told_in_its_own_size(copy: Copy) -> None:
    [page] = copy.result.pages
    assert (page.width, page.height) == pytest.approx(copy.size, abs=0.1)
    assert page.width == pytest.approx(copy.factor * copy.original.pages[0].width, rel=0.001)


def test_items_lie_where_they_stand_on_their_page(copy: Copy) -> None:
    for name in ("dimensions", "geometric_tolerances"):
        for item, was in zip(getattr(copy.result, name), getattr(copy.original, name), strict=True):
            assert item.box == pytest.approx([copy.factor * edge for edge in was.box], abs=1.5 * copy.factor), item.text


def lies_on(box: tuple[float, float, float, float], copy: Copy) -> bool:
    (width, height), (x0, top, x1, bottom) = copy.size, box
    return -0.1 <= x0 < x1 <= width + 0.1 and -0.1 <= top < bottom <= height + 0.1


def test_fields_of_the_title_block_lie_on_their_page(copy: Copy) -> None:
    [block], [was] = copy.result.title_blocks, copy.original.title_blocks
    assert len(block.fields) > 5
    for field, before in zip(block.fields, was.fields, strict=True):
        assert field.box is not None
        assert before.box is not None
        assert lies_on(field.box, copy), field
        assert field.box == pytest.approx([copy.factor * edge for edge in before.box], abs=1.5 * copy.factor), field


def test_what_is_covered_in_public_lies_on_its_page(copy: Copy) -> None:
    [page], [was] = copy.result.pages, copy.original.pages
    assert page.private
    assert was.private
    assert all(lies_on(box, copy) for box in page.private)
    before = around(was.private)
    assert around(page.private) == pytest.approx([copy.factor * edge for edge in before], abs=1.5 * copy.factor)


@pytest.mark.parametrize("factor", [0.3, 4.0])
def test_the_sheet_is_as_large_as_its_scale_says(plate: bytes, factor: float) -> None:
    data, usual = scaled(plate, factor), sheet_of(plate)
    with open_drawing(data) as source:
        sheet, view = source.sheet(1), source.view(1)
        picture = sheet.render(72)
    assert usual.scale == view.scale == 1
    assert (sheet.scale > 1) is (factor < 1)
    assert (sheet.width, sheet.height) == pytest.approx((sheet.scale * view.width, sheet.scale * view.height))
    assert picture.shape == pytest.approx((sheet.height, sheet.width), abs=1.5)
    assert sheet.text_height == pytest.approx(sheet.scale * factor * usual.text_height, rel=0.05)
    assert 4.5 <= sheet.text_height <= 16
    assert len(sheet.paths) == len(usual.paths)


def test_letters_of_a_larger_page_stand_where_they_are_seen() -> None:
    with page_of(Pdf().text(100, 200, TEXT, 3)) as page:
        larger = with_usual_letters(page)
        first, was = read_glyphs(larger)[0], read_glyphs(page)[0]
    assert larger.scale > 2
    assert (first.x, first.y, first.size) == pytest.approx(
        (larger.scale * was.x, larger.scale * was.y, larger.scale * was.size)
    )
    assert first.advance == pytest.approx(larger.scale * was.advance)


@pytest.mark.parametrize("size", [7, 11, 20])
def test_a_page_of_usual_letters_stays(size: float) -> None:
    with page_of(Pdf().text(40, 200, TEXT, size)) as page:
        assert with_usual_letters(page) is page


def test_figures_count_by_themselves() -> None:
    def small_letters() -> Pdf:
        return Pdf().text(40, 200, TEXT, 4).text(40, 210, TEXT, 4)

    assert scale_of(small_letters()) > 1
    with page_of(small_letters().text(40, 300, FIGURES, 10)) as page:
        glyphs = [g for g in read_glyphs(page) if g.text.isalnum()]
        assert sum(g.text.isdecimal() for g in glyphs) < len(glyphs) / 2
        assert with_usual_letters(page) is page


def test_few_figures_do_not_count() -> None:
    assert scale_of(Pdf().text(40, 200, TEXT, 4).text(40, 300, "12.5", 10)) > 1


def test_hidden_letters_do_not_count() -> None:
    shown = Pdf().text(40, 200, TEXT, 9)
    for row in range(4):
        shown.text(40, 300 + 9 * row, TEXT, 2, hidden=True)
    with page_of(shown) as page:
        assert with_usual_letters(page) is page


def strokes(height: float) -> Pdf:
    pdf = Pdf(400, 300).line(20, 20, 380, 20)
    return pdf.drawn(40, 100, TEXT, height).drawn(40, 100 + 3 * height, FIGURES, height)


def test_a_page_of_tiny_strokes_is_shown_larger() -> None:
    assert scale_of(strokes(0.6)) == pytest.approx(5 / 0.6, rel=0.35)


def test_a_page_of_usual_strokes_stays() -> None:
    with page_of(strokes(5)) as page:
        assert with_usual_letters(page) is page


def test_a_page_without_text_stays() -> None:
    for pdf in (Pdf(), Pdf().line(20, 20, 400, 20).line(20, 40, 20, 500)):
        with page_of(pdf) as page:
            assert with_usual_letters(page) is page


def test_few_letters_tell_nothing() -> None:
    with page_of(Pdf().text(40, 200, "SCALE 1:2", 2)) as page:
        assert with_usual_letters(page) is page


def test_no_page_is_shown_more_than_sixteen_times_larger_or_smaller() -> None:
    assert scale_of(Pdf(200, 150).text(40, 100, TEXT, 0.2)) == 16
    assert scale_of(Pdf(3370, 2384).text(40, 1000, TEXT, 2)) == pytest.approx(1, abs=1e-3)
    assert scale_of(Pdf(20_000, 2000).text(40, 1000, TEXT, 900)) == 1 / 16


def test_what_is_on_a_page_of_usual_letters_stays() -> None:
    item = Dimension(text="12", kind="linear", nominal=12, box=(10.123, 20, 30, 40))
    assert on_page(item, 1.0) is item
    assert on_page(item, 2.0).box == (5.06, 10, 15, 20)
    assert item.box == (10.123, 20, 30, 40)


def test_what_has_no_place_stays() -> None:
    item = Dimension(text="12", kind="linear", nominal=12)
    assert on_page(item, 2.0) is item


def test_a_title_block_goes_with_its_fields_and_those_without_a_place_stay() -> None:
    fields = TitleField(label="Scale", value="1:2", box=(8, 8, 16, 12)), TitleField(label="Title", value="Plate")
    block = on_page(TitleBlock(box=(4, 4, 40, 20), fields=fields), 4.0)
    assert block.box == (1, 1, 10, 5)
    assert [f.box for f in block.fields] == [(2, 2, 4, 3), None]


def test_a_box_is_told_to_a_hundredth_of_a_point() -> None:
    assert box_on_page((1, 2, 3, 4), 3.0) == (0.33, 0.67, 1, 1.33)


def test_shapes_without_a_size_tell_no_height(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letter_size, "drawn_height", lambda _: 0.0)
    with page_of(Pdf().line(20, 20, 400, 20)) as page:
        assert with_usual_letters(page) is page


def test_a_page_that_is_read_keeps_no_pictures() -> None:
    with open_drawing(Pdf().line(20, 20, 400, 20).data()) as source:
        sheet = source.sheet(1)
        shown = sheet.render(30)
        assert sheet.render(30) is shown
        sheet.forget_pictures()
        assert sheet.render(30) is not shown
        Sheet(1, 100, 100).forget_pictures()
