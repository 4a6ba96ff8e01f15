"""Boxes of short texts are turned along the line of their letters, those of one figure stand level or upright."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.directed import directed
from drawkit.engine.picture.letters import Components


def letters(*middles: tuple[float, float], wide: int = 8, tall: int = 12) -> Components:
    boxes = [(round(x - wide / 2), round(y - tall / 2), wide, tall) for x, y in middles]
    return Components(np.array(boxes, np.int32).reshape(-1, 4))


def slanting(count: int, angle: float, step: float = 12.0) -> Components:
    """Letters in a row that rises by an angle, around (100, 100)."""
    turn, off = math.radians(angle), [(k - (count - 1) / 2) * step for k in range(count)]
    return letters(*((100 + s * math.cos(turn), 100 - s * math.sin(turn)) for s in off))


@pytest.mark.parametrize("angle", [-25.0, -11.0, 14.0, 33.0])
def test_a_level_box_around_slanting_letters_is_turned(angle: float) -> None:
    (box,) = directed([TextBox(100, 100, 60, 22, 0.0)], slanting(4, angle))
    assert box.angle == pytest.approx(angle, abs=3.0)
    assert (round(box.x), round(box.y)) == (100, 100)


@pytest.mark.parametrize("turned", [17.0, -9.0, 6.0])
def test_a_slanting_box_around_level_letters_is_level(turned: float) -> None:
    for count in (2, 3):
        (box,) = directed([TextBox(100, 100, 12.0 * count + 8, 18, turned)], slanting(count, 0.0))
        assert box.angle == 0.0


@pytest.mark.parametrize(("told", "angle"), [(13.0, 0.0), (99.0, 90.0), (-17.0, 0.0), (45.0, 45.0), (-35.0, -35.0)])
def test_one_figure_stands_level_or_upright_rather_than_nearly_so(told: float, angle: float) -> None:
    twice = letters((100, 100), (100.5, 100))  # seen at two levels of grey
    assert directed([TextBox(100, 100, 17, 16, told)], twice)[0].angle == angle
    assert directed([TextBox(100, 100, 17, 16, told)], letters())[0].angle == angle


def test_a_box_grows_to_the_letters_that_were_beside_it() -> None:
    (box,) = directed([TextBox(100, 100, 50, 20, 0.0)], slanting(5, 20.0))
    assert box.angle == pytest.approx(20.0, abs=2.0)
    assert box.length >= 48 + 8


@pytest.mark.parametrize(
    "others",
    [
        letters((80, 94), (100, 106), (120, 96)),  # on no line
        letters((84, 100), (96, 100), (140, 100)),  # too far apart
    ],
)
def test_letters_that_make_no_row_turn_nothing(others: Components) -> None:
    box = TextBox(100, 100, 90, 26, 5.0)
    assert directed([box], others) == [box]


def test_long_boxes_and_those_of_several_rows_tell_their_own_direction() -> None:
    boxes = [
        TextBox(100, 100, 160, 20, 3.0),
        TextBox(100, 100, 40, 30, 9.0, rows=2),
        TextBox(100, 100, 40, 20, 9.0, lean=0.3),
    ]
    assert directed(boxes, slanting(4, 15.0)) == boxes


@given(st.lists(st.tuples(st.integers(60, 140), st.integers(80, 120)), max_size=8), st.floats(-60, 119))
def test_whatever_stands_in_a_box_it_stays_a_box_that_is_no_shorter(
    places: list[tuple[int, int]], angle: float
) -> None:
    box = TextBox(100, 100, 50, 18, angle)
    (one,) = directed([box], letters(*places))
    assert one.length >= box.length - 1e-6
    assert one.height == box.height
    assert math.isfinite(one.x + one.y + one.angle)
