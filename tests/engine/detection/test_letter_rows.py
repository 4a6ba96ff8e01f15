"""Rows of letters that the detector cut or passed over, and boxes that are as high as their letters."""

from __future__ import annotations

import time

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.letter_rows import letter_rows
from drawkit.engine.detection.tight_boxes import CAPITAL, tightened
from drawkit.engine.picture.letters import Components

SHAPE = (400, 400)


def letters(*boxes: tuple[int, int, int, int]) -> Components:
    return Components(np.array(boxes, np.int32).reshape(-1, 4))


def upright(x: int, y: int, count: int = 2) -> list[tuple[int, int, int, int]]:
    return [(x + 14 * k, y, 11, 18) for k in range(count)]


def standing(x: int, y: int, count: int = 2) -> list[tuple[int, int, int, int]]:
    return [(x, y + 14 * k, 18, 11) for k in range(count)]


def test_two_figures_that_nothing_shows_are_a_row() -> None:
    (level,) = letter_rows(letters(*upright(50, 60)), SHAPE, [])
    assert (level.x, level.y, level.angle) == (50 + 25 / 2, 69, 0)
    assert CAPITAL * level.height == pytest.approx(18)
    (other,) = letter_rows(letters(*standing(50, 60, 3)), SHAPE, [])
    assert (other.x, other.y, other.angle) == (59, 60 + 39 / 2, 90)


def test_figures_of_a_standing_number_that_were_found_one_by_one() -> None:
    one, other = (TextBox(59, y, 25, 18, 0.0) for y in (65.5, 79.5))
    (row,) = letter_rows(letters(*standing(50, 60)), SHAPE, [one, other])
    assert row.angle == 90


def test_a_row_that_a_box_shows_is_not_looked_at_again() -> None:
    known = TextBox(62, 69, 40, 25, 0.0)
    assert letter_rows(letters(*upright(50, 60)), SHAPE, [known]) == []


def test_a_letter_alone_makes_no_row_however_often_it_was_seen() -> None:
    assert letter_rows(letters((50, 60, 11, 18), (50, 61, 10, 17)), SHAPE, []) == []


def test_letters_far_apart_or_of_two_rows_make_none() -> None:
    assert letter_rows(letters((50, 60, 11, 18), (90, 60, 11, 18)), SHAPE, []) == []
    assert letter_rows(letters((50, 60, 11, 18), (64, 72, 11, 18)), SHAPE, []) == []


def test_noise_costs_in_proportion_to_its_specks() -> None:
    def seconds(side: int) -> float:
        specks = letters(*((20 * x, 20 * y, 6, 7) for x in range(side) for y in range(side)))
        began = time.process_time()
        assert letter_rows(specks, (20 * side, 20 * side), []) == []
        return time.process_time() - began

    seconds(20)
    assert seconds(240) < 8 * max(seconds(120), 0.02)  # four times as many; each looking at all others it would be 16


def test_a_column_through_lines_of_text_is_none() -> None:
    lines = [TextBox(150, 65 + 14 * k, 250, 16, 0.0) for k in range(3)]
    assert [r for r in letter_rows(letters(*standing(100, 60, 3)), SHAPE, lines) if r.angle == 90] == []


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_a_box_far_higher_than_its_letters_is_made_to_fit(angle: float) -> None:
    own = letters(*(upright(50, 60) if angle == 0 else standing(50, 60)))
    loose = TextBox(62, 69, 90, 60, angle) if angle == 0 else TextBox(59, 72, 90, 60, angle)
    (tight,) = tightened([loose], own)
    assert CAPITAL * tight.height == pytest.approx(18)
    assert tight.length == pytest.approx(25 + 2 * 0.6 * 18)  # a point may stand in front


@pytest.mark.parametrize(
    "box",
    [
        TextBox(62, 69, 40, 26, 0.0),
        TextBox(62, 69, 90, 60, 30.0),
        TextBox(62, 69, 90, 60, 0.0, unsure=True),
        TextBox(300, 300, 90, 60, 0.0),
    ],
)
def test_other_boxes_stay(box: TextBox) -> None:
    assert tightened([box], letters(*upright(50, 60))) == [box]


def test_a_letter_alone_tells_no_height() -> None:
    box = TextBox(55, 69, 60, 60, 0.0)
    assert tightened([box], letters((50, 60, 11, 18), (50, 61, 10, 17))) == [box]


def test_specks_tell_no_height() -> None:
    box = TextBox(62, 69, 90, 60, 0.0)
    assert tightened([box], letters((60, 66, 3, 3))) == [box]
