"""Figures and marks that stand alone beside a box, in the row of its letters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.ink_beside import Beside, Surroundings

BOX = TextBox(200, 50, 60, 28, 0.0)
"""Around figures from 174 to 226, 40 to 60."""

Rectangle = tuple[int, int, int, int]
FIGURES: list[Rectangle] = [(174, 40, 188, 60), (193, 40, 207, 60), (212, 40, 226, 60)]
ONE, POINT = (150, 40, 153, 60), (162, 56, 166, 60)


def paper(*ink: Rectangle) -> Grey:
    picture = np.full((100, 400), 255, np.uint8)
    for x0, top, x1, bottom in [*FIGURES, *ink]:
        picture[top:bottom, x0:x1] = 0
    return picture


def before(picture: Grey, box: TextBox) -> Beside | None:
    return Surroundings(picture, box).before()


def behind(picture: Grey, box: TextBox) -> Beside | None:
    return Surroundings(picture, box).behind()


def brackets(picture: Grey, box: TextBox) -> tuple[float, float] | None:
    return Surroundings(picture, box).brackets()


def test_a_stroke_as_high_as_the_figures_is_one() -> None:
    found = before(paper((160, 40, 163, 60)), BOX)
    assert found == Beside(pytest.approx(170 - 160, abs=1.5), pytest.approx(20, abs=1), (False,))
    assert behind(paper((237, 40, 240, 60)), BOX) == Beside(
        pytest.approx(240 - 230, abs=1.5), pytest.approx(20, abs=1), (False,)
    )


def test_marks_and_figures_are_told_in_reading_order() -> None:
    found = before(paper(ONE, POINT), BOX)
    assert found is not None
    assert found.marks == (False, True)
    assert found.are("1.")
    assert not found.are("11")
    after = behind(paper((234, 56, 238, 60), (246, 40, 249, 60)), BOX)
    assert after is not None
    assert after.are(".1")


@pytest.mark.parametrize(
    "ink",
    [
        (160, 20, 163, 70),  # an extension line
        (150, 40, 163, 90),  # more than a letter
        (160, 46, 163, 60),  # lower than the figures
        (120, 40, 123, 60),  # far off
        (100, 49, 172, 51),  # a dimension line
        (162, 40, 166, 44),  # a degree
    ],
)
def test_other_ink_beside_is_none(ink: Rectangle) -> None:
    assert before(paper(ink), BOX) is None


def test_ink_of_the_rows_above_and_below_is_passed_over() -> None:
    found = before(paper((164, 30, 170, 38), (160, 40, 163, 60), (164, 62, 170, 69)), BOX)
    assert found is not None
    assert found.are("1")


def test_what_stands_behind_other_ink_is_not_looked_at() -> None:
    assert before(paper((163, 20, 165, 80), (150, 40, 153, 60)), BOX) is None


def test_a_standing_number_is_looked_at_along_its_direction() -> None:
    picture = np.rot90(paper((160, 40, 163, 60))).copy()
    standing = TextBox(50, 400 - 200, 60, 28, 90.0)
    assert before(picture, standing) == Beside(pytest.approx(10, abs=1.5), pytest.approx(20, abs=1), (False,))


FIRST, LAST = (152, 37, 158, 64), (242, 37, 248, 64)


def test_brackets_on_both_sides_are_told_though_a_line_touches_them() -> None:
    assert brackets(paper(FIRST, LAST), BOX) == pytest.approx((170 - 152 + 7, 248 - 230 + 7), abs=2)
    assert brackets(paper(FIRST, LAST, (60, 62, 340, 65)), BOX) == pytest.approx((25, 25), abs=2)


@pytest.mark.parametrize(
    "ink",
    [
        [FIRST],
        [LAST],
        [FIRST, (242, 44, 248, 56)],  # lower than the figures
        [FIRST, (242, 20, 245, 80)],  # an extension line
        [FIRST, (242, 37, 270, 64)],  # a letter
        [FIRST, (280, 37, 286, 64)],  # far off
    ],
)
def test_other_ink_on_either_side_is_no_bracket(ink: list[Rectangle]) -> None:
    assert brackets(paper(*ink), BOX) is None


@given(st.integers(0, 390), st.integers(0, 90), st.integers(1, 60), st.integers(1, 60))
def test_whatever_ink_there_is_the_reach_stays_within_what_is_looked_at(x: int, y: int, wide: int, tall: int) -> None:
    picture = paper((x, y, min(x + wide, 400), min(y + tall, 100)))
    for found in (before(picture, BOX), behind(picture, BOX)):
        assert found is None or (0 < found.reaches[-1] <= 3 * BOX.height and found.marks)
