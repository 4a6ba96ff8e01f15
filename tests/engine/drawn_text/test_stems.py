"""Strokes longer than the letters beside them are lines, but for the stems of letters drawn piece by piece."""

from __future__ import annotations

import numpy as np
import pytest

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


def thickness(shape: Shape) -> int:
    """How many pixels wide an upright stroke is drawn."""
    view = drawn([shape], LETTER / 4.0)
    return int((view.pixels < 128).any(axis=0).sum())


def test_a_wide_pen_does_not_make_letters_run_together() -> None:
    assert thickness(stroke(10, 10, 10, 18, width=1.4)) <= 5
    assert thickness(stroke(10, 10, 10, 18, width=0.5)) == thickness(stroke(10, 10, 10, 12, width=0.5))


def test_a_point_is_as_large_as_its_pen() -> None:
    assert thickness(stroke(10, 10, 10, 10.1, width=1.4)) >= 7
