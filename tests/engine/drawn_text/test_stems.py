"""Strokes longer than the letters beside them are lines, but for the stems of letters drawn piece by piece."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.drawn_text.lines import without_lines
from drawkit.engine.drawn_text.shapes import LETTER, Shape, drawn
from drawkit.engine.sheet import Path

USUAL = 2.0  # points: fonts of single strokes have pieces that small


def stroke(*points: float, width: float = 0.3) -> Shape:
    return Shape((Path(np.array(points, float).reshape(-1, 2), False, False, True, width, 0, False),))


STEM = stroke(10, 10, 10, 14.6)


def test_the_stem_of_an_f_stays() -> None:
    pieces = [stroke(10, 10, 12.1, 10), stroke(10, 12, 12.1, 12)]
    assert STEM in without_lines([STEM, *pieces], USUAL)
    hooked = [stroke(10, 10, 10.3, 9.5, 11, 9.2), stroke(9.4, 10.8, 10.9, 10.8)]
    assert STEM in without_lines([STEM, *hooked], USUAL)


@pytest.mark.parametrize("angle", [0.0, 90.0, 14.0])
def test_a_one_stays_beside_figures_as_high_as_it_is(angle: float) -> None:
    """Small letters are the usual ones of a sheet whose title block is full."""
    turn = np.array(
        [
            [np.cos(np.radians(angle)), np.sin(np.radians(angle))],
            [-np.sin(np.radians(angle)), np.cos(np.radians(angle))],
        ]
    )

    def turned(*points: float) -> Shape:
        return stroke(*(np.array(points).reshape(-1, 2) @ turn).ravel().tolist())

    one, flag, foot = turned(10, 10, 10, 14.6), turned(9.2, 11, 10, 10), turned(9.2, 14.6, 10.8, 14.6)
    two = turned(12.4, 11, 13.4, 10, 14.5, 11, 12.4, 14.6, 14.6, 14.6)
    assert one in without_lines([one, flag, foot, two], USUAL)
    low = turned(12.4, 12, 13.4, 11.4, 14.5, 12, 12.4, 14.6, 14.6, 14.6)
    assert one not in without_lines([one, flag, foot, low], USUAL)


def test_a_line_with_an_arrow_head_goes() -> None:
    head = [stroke(10, 10, 10.5, 11.2), stroke(10, 10, 9.5, 11.2)]
    letters = [stroke(10.8, 12, 11.8, 12), stroke(10.8, 13, 11.8, 13)]
    assert STEM not in without_lines([STEM, *head, *letters], USUAL)


def test_a_line_beside_letters_goes() -> None:
    letters = [stroke(10.8, 11, 12.8, 11), stroke(10.8, 13, 12.8, 13)]
    assert STEM not in without_lines([STEM, *letters], USUAL)


def bow(chord: float, rise: float) -> Shape:
    """A stroke from one end of a chord to the other that rises off it by this part of its length."""
    t = np.linspace(0, 1, 9)
    return stroke(*np.column_stack([10 - 4 * rise * chord * t * (1 - t), 10 + chord * t]).ravel().tolist())


@given(st.floats(5, 20), st.floats(0.01, 0.05), st.floats(0.07, 0.3))
def test_a_flat_arc_beside_letters_goes_and_a_bracket_stays(chord: float, flat: float, bent: float) -> None:
    """The arc of an angle stops at its value; a bracket is as high as what it holds, or higher."""
    letters = [stroke(10.8, 11, 12.8, 11), stroke(10.8, 13, 12.8, 13)]
    arc, bracket = bow(chord, flat), bow(chord, bent)
    assert without_lines([arc, *letters], USUAL) == letters
    assert without_lines([bracket, *letters], USUAL) == [bracket, *letters]


def test_an_arc_no_longer_than_a_letter_is_a_piece_of_one() -> None:
    arc, view = bow(6, 0.03), stroke(9.2, 10, 1, 15, 9.2, 20)
    lower, higher = (stroke(10.8, 10, 13, 10 + high / 2, 10.8, 10 + high) for high in (5.2, 5.8))
    assert without_lines([arc, lower], USUAL) == [lower]
    assert without_lines([arc, lower, view], USUAL) == [lower, view], "what is larger is no letter"
    assert arc in without_lines([arc, higher], USUAL)
    assert arc in without_lines([arc, view], USUAL)


def test_an_arc_both_ends_of_which_meet_others_is_the_side_of_an_outline() -> None:
    arc, letters = bow(6, 0.03), [stroke(10.8, 11, 12.8, 11), stroke(10.8, 13, 12.8, 13)]
    sides = [stroke(10, 10, 14, 10), stroke(14, 16, 10, 16)]
    assert arc not in without_lines([arc, *letters, sides[0]], USUAL)
    assert arc in without_lines([arc, *letters, *sides], USUAL)


def thickness(shape: Shape) -> int:
    """How many pixels wide an upright stroke is drawn."""
    view = drawn([shape], LETTER / 4.0)
    return int((view.pixels < 128).any(axis=0).sum())


def test_a_wide_pen_does_not_make_letters_run_together() -> None:
    assert thickness(stroke(10, 10, 10, 18, width=1.4)) <= 5
    assert thickness(stroke(10, 10, 10, 18, width=0.5)) == thickness(stroke(10, 10, 10, 12, width=0.5))


def test_a_point_is_as_large_as_its_pen() -> None:
    assert thickness(stroke(10, 10, 10, 10.1, width=1.4)) >= 7
