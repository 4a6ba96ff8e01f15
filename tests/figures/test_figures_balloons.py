"""Balloons: on no ink, on no other balloon, beside what they number."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from drawkit import figures
from drawkit.contract import Dimension, PageReport, Result
from drawkit.figures import Ink, Mark, Placed, place, radius_of

SHEET = (400.0, 300.0)


def blank() -> np.ndarray:
    return np.full((600, 800), 255, dtype=np.uint8)


def apart(placed: list[Placed]) -> bool:
    pairs = [(a, b) for i, a in enumerate(placed) for b in placed[i + 1 :]]
    return all(math.dist((a.x, a.y), (b.x, b.y)) >= a.radius + b.radius for a, b in pairs)


def test_a_balloon_stands_beside_its_box() -> None:
    (one,) = place([("1", (100, 100, 140, 110))], Ink.of_picture(blank(), SHEET))
    assert one.free
    assert math.dist((one.x, one.y), one.end) < radius_of("1") + 5
    assert math.dist(one.start, (one.x, one.y)) == pytest.approx(one.radius)


def test_it_goes_where_no_ink_is() -> None:
    picture = blank()
    picture[100:320, 100:700] = 0  # black around the box, which lies at its lower edge
    ink = Ink.of_picture(picture, SHEET)
    (one,) = place([("1", (150, 140, 200, 155))], ink)
    assert one.free
    assert int(ink.within(one.x, one.y, one.radius)) == 0
    assert one.y - one.radius >= 160


def test_where_there_is_ink_everywhere_the_lightest_place_is_taken() -> None:
    picture = blank()
    picture[:, ::3] = 0
    (one,) = place([("1", (150, 140, 200, 155))], Ink.of_picture(picture, SHEET))
    assert not one.free


def test_leaders_do_not_cross_and_do_not_run_through_texts() -> None:
    boxes = [(60.0 + 45 * (n % 6), 60.0 + 20 * (n // 6), 100.0 + 45 * (n % 6), 74.0 + 20 * (n // 6)) for n in range(36)]
    placed = place([(str(n), box) for n, box in enumerate(boxes, 1)], Ink.of_boxes(boxes, SHEET))
    assert all(one.free for one in placed)
    assert apart(placed)


@given(st.lists(st.tuples(st.floats(-20, 420), st.floats(-20, 320)), min_size=1, max_size=25))
def test_any_boxes_even_outside_the_sheet(corners: list[tuple[float, float]]) -> None:
    boxes = [(x, y, x + 30, y + 8) for x, y in corners]
    ink = Ink.of_boxes(boxes, SHEET)
    placed = [one for one in place([(str(n), box) for n, box in enumerate(boxes)], ink) if one.free]
    assert apart(placed)
    assert all(int(ink.within(one.x, one.y, one.radius)) == 0 for one in placed)
    assert all(one.radius <= one.x <= 400 - one.radius and one.radius <= one.y <= 300 - one.radius for one in placed)


def test_long_numbers_have_larger_balloons() -> None:
    assert radius_of("1") == radius_of("12") < radius_of("12.10") < radius_of("12.10", points=12)


def test_the_ink_of_grey_paper_and_of_colours() -> None:
    grey = np.full((60, 80), 200, dtype=np.uint8)
    grey[10, :] = 90
    assert Ink.of_picture(grey, SHEET).dark.sum() == 80
    red = np.full((60, 80, 3), 255, dtype=np.uint8)
    red[10, :, 1:] = 0
    assert Ink.of_picture(red, SHEET).dark.sum() == 80


RESULT = Result(
    pages=(PageReport(page=1, width=400, height=300),),
    dimensions=(Dimension(text="50 ±0.1", box=(100, 100, 140, 110)),),
)


@pytest.mark.parametrize("with_picture", [True, False])
def test_the_picture(with_picture: bool) -> None:
    buffer = io.BytesIO()
    Image.fromarray(blank()).save(buffer, "PNG")
    marks = [Mark("1", (100, 100, 140, 110), "#B3261E"), Mark("2", (100, 130, 140, 140), "#0072B2")]
    picture = buffer.getvalue() if with_picture else None
    axes = figures.show_balloons(RESULT, marks, picture, legend={"error": "#B3261E"}, caption="covered")
    assert {"1", "2"} <= {text.get_text() for text in axes.texts}
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["error"]
    assert len(figures.to_png(axes)) > 2000
    assert figures.show_balloons(RESULT, [], picture).get_legend() is None


def test_a_page_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="There is no page 3"):
        figures.show_balloons(RESULT, [], page=3)
