"""A numerator above a bar above a denominator is one text, with the whole number before it and the marks behind it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.fraction_boxes import fraction_boxes
from drawkit.engine.picture.letters import Components

BAR = (100, 100, 24, 2)
UPPER, LOWER = [(101, 82, 9, 14), (113, 82, 9, 14)], [(102, 106, 9, 14), (113, 106, 9, 14)]
WHOLE, MARKS = (80, 90, 12, 20), [(130, 80, 2, 6), (134, 80, 2, 6)]


def found(*parts: tuple[int, int, int, int]) -> list[TextBox]:
    return fraction_boxes(Components(np.array(parts, np.int32).reshape(-1, 4)))


@pytest.mark.parametrize(
    ("parts", "start", "end"),
    [
        ([], 100, 124),
        ([WHOLE], 80, 124),
        ([WHOLE, (64, 90, 12, 20)], 64, 124),
        (MARKS, 100, 136),
        ([WHOLE, *MARKS], 80, 136),
        ([(20, 90, 12, 20)], 100, 124),  # far before it
        ([(80, 120, 12, 20)], 100, 124),  # in the next line
        ([(86, 96, 6, 6)], 100, 124),  # lower than the fraction's own figures
    ],
)
def test_the_box_holds_the_fraction_and_what_belongs_to_it(
    parts: list[tuple[int, int, int, int]], start: int, end: int
) -> None:
    [box] = found(BAR, *UPPER, *LOWER, *parts)
    x0, top, x1, bottom = box.bounds
    assert (box.angle, box.rows, box.bar, box.guessed) == (0.0, 2, True, True)
    assert (x0, x1) == (pytest.approx(start, abs=4), pytest.approx(end, abs=4))
    assert (top, bottom) == (pytest.approx(80, abs=4), pytest.approx(120, abs=4))


def test_one_that_reads_upward_is_found_as_one_that_lies() -> None:
    parts = [BAR, *UPPER, *LOWER, WHOLE, *MARKS]
    [level], [standing] = found(*parts), found(*((y, 400 - x - w, h, w) for x, y, w, h in parts))
    assert (standing.angle, standing.rows, standing.guessed) == (90.0, 2, True)
    assert (standing.x, standing.y) == (pytest.approx(level.y), pytest.approx(400 - level.x))
    assert (standing.length, standing.height) == (pytest.approx(level.length), pytest.approx(level.height))


def test_a_letter_that_was_seen_at_two_levels_of_grey_is_one() -> None:
    [box] = found(BAR, (100, 100, 24, 3), *UPPER, *LOWER, (101, 82, 10, 14), (102, 106, 9, 15))
    assert box.bounds[2] < 130


@pytest.mark.parametrize(
    "parts",
    [
        [BAR, *UPPER],
        [BAR, *LOWER],
        [BAR, *UPPER, (102, 106, 9, 22), (113, 106, 9, 22)],  # a line of larger text
        [BAR, *UPPER, (102, 126, 9, 14), (113, 126, 9, 14)],  # far below
        [(100, 100, 90, 2), *UPPER, *LOWER],  # a dimension line between two numbers
        [(108, 100, 8, 2), *UPPER, *LOWER],  # a dash
        [BAR, (92, 82, 9, 14), (101, 82, 9, 14), *LOWER],  # not in the middle
        [BAR, (101, 82, 7, 14), (109, 82, 7, 14), (117, 82, 6, 14), *LOWER],  # a longer number
        [(100, 92, 24, 18), *UPPER, *LOWER],  # no bar
        [BAR],
        [],
    ],
)
def test_what_stands_otherwise_is_none(parts: list[tuple[int, int, int, int]]) -> None:
    assert found(*parts) == []


@given(
    st.lists(st.tuples(*(st.integers(0, 60) for _ in range(2)), *(st.integers(1, 30) for _ in range(2))), max_size=20)
)
def test_whatever_parts_there_are_a_box_lies_about_some_of_them(parts: list[tuple[int, int, int, int]]) -> None:
    for box in found(*parts):
        x0, top, x1, bottom = box.bounds
        inside = [x0 <= x + w / 2 <= x1 and top <= y + h / 2 <= bottom for x, y, w, h in parts]
        assert sum(inside) >= 3
