"""Pages that are drawn light on a dark ground are read as if on paper, and shown as they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from core_drawing import Pdf
from reportlab.lib.colors import Color

from drawkit.engine.drawn_text.words import with_drawn_text
from drawkit.engine.load import open_drawing
from drawkit.engine.pdf import PdfPage, open_pdf
from drawkit.engine.pdf.ground import on_light_ground

WIDTH, HEIGHT = 842, 595


def field(pdf: Pdf, grey: float, x0: float = 0, top: float = 0, x1: float = WIDTH, bottom: float = HEIGHT) -> Pdf:
    """A filled rectangle; what is drawn after it is as light as it is dark."""
    pdf.canvas.setFillColor(Color(grey, grey, grey))
    pdf.canvas.rect(x0, HEIGHT - bottom, x1 - x0, bottom - top, stroke=0, fill=1)
    pdf.canvas.setFillColor(Color(1 - grey, 1 - grey, 1 - grey))
    pdf.canvas.setStrokeColor(Color(1 - grey, 1 - grey, 1 - grey))
    return pdf


def drawing(pdf: Pdf) -> Pdf:
    pdf.line(100, 100, 300, 100).line(100, 100, 100, 250)
    return pdf.text(100, 300, "SECTION A-A", 9).drawn(400, 300, "R24.75", 9)


@contextmanager
def page_of(pdf: Pdf) -> Iterator[PdfPage]:
    with open_pdf(pdf.data()) as document:
        yield document.page(1)


@pytest.fixture(scope="module", params=[0.0, 0.15, 0.25])
def dark(request: pytest.FixtureRequest) -> bytes:
    """A drawing on a black ground, and on dark grey ones."""
    return drawing(field(Pdf(WIDTH, HEIGHT), request.param)).data()


def test_lines_on_a_dark_ground_are_lines_and_the_ground_is_none(dark: bytes) -> None:
    with open_drawing(dark) as source:
        paths = source.sheet(1).paths
    lines = [p.points.round(1).tolist() for p in paths if len(p.points) == 2]
    assert [[100, 100], [300, 100]] in lines
    assert [[100, 100], [100, 250]] in lines
    assert all(p.grey < 100 for p in paths if not p.filled)
    shown = [p for p in paths if p.grey < 100]
    assert max(x1 - x0 for x0, _, x1, _ in (p.box for p in shown)) == pytest.approx(200, abs=0.1)


def test_white_on_a_black_ground_is_black_and_the_ground_is_not_drawn() -> None:
    with open_drawing(drawing(field(Pdf(WIDTH, HEIGHT), 0)).data()) as source:
        paths = source.sheet(1).paths
    assert {p.grey for p in paths} == {0}
    assert not any(p.filled for p in paths)


def test_the_picture_of_a_dark_page_is_light_paper_with_dark_lines(dark: bytes) -> None:
    with open_drawing(dark) as source:
        sheet = source.sheet(1)
        picture = sheet.render(144)
    assert np.median(picture) > 200
    assert picture[199:202, 210:590].min(axis=0).max() < 180


def test_text_and_drawn_text_on_a_dark_ground_are_read(dark: bytes) -> None:
    with open_drawing(dark) as source:
        sheet = source.sheet(1)
        words = {w.text: w for w in with_drawn_text(sheet).words}
    assert words.keys() == {"SECTION", "A-A", "R24.75"}
    assert (words["SECTION"].x, words["SECTION"].y) == pytest.approx((100, 300), abs=0.5)
    assert (words["R24.75"].x, words["R24.75"].y) == pytest.approx((400, 300), abs=3)


def test_a_dark_page_is_shown_as_it_is(dark: bytes) -> None:
    with open_drawing(dark) as source:
        view = source.view(1)
        shown, part, small = view.render(72), source.part(1, (0, 0, 60, 60), 72)[0], source.small(1, 0, 200)
    assert np.median(shown) < 100
    assert shown.max() > 150
    assert np.median(part) < 100
    assert np.median(small) < 100


def test_a_negative_changes_light_and_dark_alone() -> None:
    with page_of(drawing(field(Pdf(WIDTH, HEIGHT), 0))) as page:
        negative = on_light_ground(page)
        assert (page.ground, negative.ground) == (None, 0)
        assert np.array_equal(negative.render(50), 255 - page.render(50))
        assert np.array_equal(negative.matrix, page.matrix)


def test_a_ground_that_is_not_quite_the_whole_page_is_one() -> None:
    with page_of(drawing(field(Pdf(WIDTH, HEIGHT), 0, 40, 40, 802, 555))) as page:
        assert on_light_ground(page).ground == 0


def test_a_dark_ground_that_is_covered_again_is_none() -> None:
    with page_of(drawing(field(field(Pdf(WIDTH, HEIGHT), 0), 1))) as page:
        assert on_light_ground(page) is page


def test_a_dark_field_over_a_third_of_the_page_is_no_ground() -> None:
    with page_of(drawing(field(Pdf(WIDTH, HEIGHT), 0, x1=WIDTH / 3))) as page:
        assert on_light_ground(page) is page


def test_a_light_ground_is_no_dark_one() -> None:
    for pdf in (Pdf(WIDTH, HEIGHT), field(Pdf(WIDTH, HEIGHT), 1), field(Pdf(WIDTH, HEIGHT), 0.6)):
        with page_of(drawing(pdf)) as page:
            assert on_light_ground(page) is page


def test_a_dark_shape_that_is_drawn_late_is_no_ground() -> None:
    pdf = Pdf(WIDTH, HEIGHT)
    for k in range(60):
        pdf.line(20 + 10 * k, 20, 20 + 10 * k, 500)
    with page_of(field(pdf, 0)) as page:
        assert on_light_ground(page) is page


def test_a_dark_outline_of_many_corners_is_no_ground() -> None:
    points = [(421 + 420 * np.cos(t), 297 + 296 * np.sin(t)) for t in np.linspace(0, 6.2, 40)]
    with page_of(Pdf(WIDTH, HEIGHT).filled(*np.ravel(points).tolist())) as page:
        assert np.median(page.render(24)) < 100
        assert on_light_ground(page) is page


def test_a_sheet_of_paper_under_the_ground_hides_nothing_of_it() -> None:
    with page_of(drawing(field(field(Pdf(WIDTH, HEIGHT), 1), 0))) as page:
        assert on_light_ground(page).ground == 0


def test_a_dark_grey_ground_is_white_and_white_on_it_black(dark: bytes) -> None:
    with open_drawing(dark) as source:
        sheet = source.sheet(1)
        assert np.median(sheet.render(72)) == 255
    assert not any(path.filled and path.box[2] - path.box[0] > 400 for path in sheet.paths)
