"""Strokes longer than the letters beside them are lines, but for the stems of letters drawn piece by piece."""

from __future__ import annotations

import numpy as np

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
