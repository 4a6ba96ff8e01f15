"""Lines that a program draws as curves are lines."""

from __future__ import annotations

import math

import pytest
from core_drawing import Pdf
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.paths import read_paths
from drawkit.engine.sheet import Path

SIDE = 400


def drawn(*curves: tuple[float, ...]) -> list[Path]:
    """What a page shows on which these Bezier curves are drawn, each by four points from the lower left corner."""
    pdf = Pdf(SIDE, SIDE)
    for curve in curves:
        pdf.canvas.bezier(*curve)
    with open_pdf(pdf.data()) as opened:
        return list(read_paths(opened.page(1)))


@given(st.integers(0, 359), st.integers(20, 150), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
@settings(max_examples=30)
def test_a_curve_whose_points_lie_on_one_line_is_that_line(turn: int, long: int, first: float, then: float) -> None:
    way = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x0, y0, x1, y1, x2, y2, x3, y3 = (200 + at * long * part for at in (0, first, then, 1) for part in way)
    [line] = drawn((x0, y0, x1, y1, x2, y2, x3, y3))
    assert not line.curved
    assert line.points.ravel().tolist() == pytest.approx([x0, SIDE - y0, x3, SIDE - y3], abs=0.01)


@pytest.mark.parametrize("curve", [(100, 100, 130, 101, 160, 101, 190, 100), (100, 100, 130, 101, 160, 99, 190, 100)])
def test_a_curve_that_bends_a_little_is_one(curve: tuple[float, ...]) -> None:
    [found] = drawn(curve)
    assert found.curved
    assert len(found.points) == 9


def test_a_curve_that_comes_back_to_its_start_is_one() -> None:
    [found] = drawn((100, 100, 130, 130, 70, 130, 100, 100))
    assert found.curved


def test_an_outline_of_straight_and_bent_curves_is_curved() -> None:
    pdf = Pdf(SIDE, SIDE)
    outline = pdf.canvas.beginPath()
    outline.moveTo(100, 100)
    outline.curveTo(110, 100, 140, 100, 150, 100)
    outline.curveTo(180, 100, 180, 140, 150, 140)
    outline.curveTo(140, 140, 110, 140, 100, 140)
    pdf.canvas.drawPath(outline)
    with open_pdf(pdf.data()) as opened:
        [found] = read_paths(opened.page(1))
    assert found.curved
    assert len(found.points) == 1 + 1 + 8 + 1
