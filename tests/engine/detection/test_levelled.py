"""Boxes of short texts run as their figures stand, those of one figure level or upright rather than nearly so."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.levelled import levelled
from drawkit.engine.picture.letters import Components


def letters(*middles: tuple[float, float], wide: int = 8, tall: int = 12) -> Components:
    boxes = [(round(x - wide / 2), round(y - tall / 2), wide, tall) for x, y in middles]
    return Components(np.array(boxes, np.int32).reshape(-1, 4))


def row(count: int, angle: float) -> Components:
    """Figures in a row that rises by an angle, around (100, 100)."""
    turn, off = math.radians(angle), [(k - (count - 1) / 2) * 12.0 for k in range(count)]
    return letters(*((100 + s * math.cos(turn), 100 - s * math.sin(turn)) for s in off))


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize(("told", "stands"), [(17.0, 0.0), (-9.0, 0.0), (75.0, 90.0), (102.0, 90.0)])
def test_a_slanting_box_around_figures_in_a_level_or_upright_row_is_so(told: float, stands: float, count: int) -> None:
    box = TextBox(100, 100, 12.0 * count + 8, 18, told)
    (one,) = levelled([box], row(count, stands))
    assert (one.angle, one.length, one.height) == (stands, box.length, box.height)


@pytest.mark.parametrize("angle", [-25.0, 14.0])
def test_figures_that_slant_keep_their_box(angle: float) -> None:
    box = TextBox(100, 100, 44, 18, angle)
    assert levelled([box], row(3, angle)) == [box]


@pytest.mark.parametrize("axis", [0.0, 90.0])
@pytest.mark.parametrize(
    ("off", "count", "slants"), [(12.0, 3, True), (-20.0, 4, True), (4.0, 3, False), (12, 2, False)]
)
def test_a_level_or_upright_box_slants_where_several_figures_do(
    axis: float, off: float, count: int, slants: bool
) -> None:
    (one,) = levelled([TextBox(100, 100, 12.0 * count + 8, 22, axis)], row(count, axis + off))
    assert one.angle == pytest.approx(axis + off if slants else axis, abs=3.0)  # of whole pixels


def test_a_box_that_is_too_short_for_its_figures_stays_level() -> None:
    box = TextBox(100, 100, 40, 28, 0.0)
    assert levelled([box], row(3, 16.0)) == [box]


def test_figures_that_make_no_straight_row_turn_no_level_box() -> None:
    box = TextBox(100, 100, 44, 22, 0.0)
    assert levelled([box], letters((88, 104), (100, 96), (112, 96))) == [box]


def test_a_letter_that_was_seen_twice_counts_once_by_its_larger_look() -> None:
    figures = row(3, 12.0).boxes
    inside = np.add(figures, (2, 2, -4, -4))  # the same at another level of grey
    (one,) = levelled([TextBox(100, 100, 44, 22, 0.0)], Components(np.concatenate([figures, inside]).astype(np.int32)))
    assert one.angle == pytest.approx(12.0, abs=3.0)


@pytest.mark.parametrize(("told", "angle"), [(8.0, 0.0), (99.0, 90.0), (-9.0, 0.0), (17.0, 17.0), (45.0, 45.0)])
def test_one_figure_stands_level_or_upright_rather_than_nearly_so(told: float, angle: float) -> None:
    twice = letters((100, 100), (100.5, 100))  # seen at two levels of grey
    assert levelled([TextBox(100, 100, 17, 16, told)], twice)[0].angle == angle
    assert levelled([TextBox(100, 100, 17, 16, told)], letters())[0].angle == angle


@pytest.mark.parametrize(
    "others",
    [
        letters((88, 100), (112, 112)),  # on a slope
        letters((70, 100), (130, 100)),  # too far apart
        Components(np.array([(84, 94, 8, 12), (96, 86, 12, 28)], np.int32)),  # one is no figure of the other's text
    ],
)
def test_letters_that_make_no_level_row_turn_nothing(others: Components) -> None:
    box = TextBox(100, 100, 80, 30, 12.0)
    assert levelled([box], others) == [box]


def test_long_boxes_and_those_of_several_rows_tell_their_own_direction() -> None:
    boxes = [
        TextBox(100, 100, 160, 20, 3.0),
        TextBox(100, 100, 40, 30, 9.0, rows=2),
        TextBox(100, 100, 40, 20, 9, lean=1),
    ]
    assert levelled(boxes, row(3, 0.0)) == boxes


@given(st.lists(st.tuples(st.integers(60, 140), st.integers(80, 120)), max_size=8), st.floats(-60, 119))
def test_whatever_stands_in_a_box_nothing_but_its_direction_changes(
    places: list[tuple[int, int]], angle: float
) -> None:
    (one,) = levelled([TextBox(100, 100, 50, 18, angle)], letters(*places))
    assert (one.x, one.y, one.length, one.height) == (100, 100, 50, 18)
    assert one.angle in (0.0, 90.0) or abs(one.angle - angle) <= 30.0
