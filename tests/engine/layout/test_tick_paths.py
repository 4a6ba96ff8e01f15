"""Legs of surface texture symbols among the paths of a page."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.sheet import Path
from drawkit.engine.symbols import tick_paths
from drawkit.engine.symbols.tick_paths import without_legs

VEE = [(-4.0, 7.0), (0.0, 0.0), (8.5, 14.7)]


def path(*points: tuple[float, float], turn: float = 0.0, curved: bool = False) -> Path:
    """A stroked path of points with y upward, turned about the origin."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    placed = np.array([(300 + x * c - y * s, 300 - x * s - y * c) for x, y in points])
    return Path(placed, False, False, True, 0.5, 0, curved)


@given(st.floats(0, 359))
def test_legs_in_one_path_or_two_are_left_out(turn: float) -> None:
    other = path((20, 0), (40, 0), turn=turn)
    assert without_legs([path(*VEE, turn=turn), other]) == [other]
    assert without_legs([path(*VEE[:2], turn=turn), other, path(*VEE[1:], turn=turn)]) == [other]


def test_a_shelf_and_a_bar_go_with_their_legs_where_one_path_draws_them() -> None:
    assert without_legs([path(*VEE, (30, 14.7))]) == []
    bar = path((-4, 7), (4, 7))
    assert without_legs([bar, path(*VEE)]) == [bar]


@pytest.mark.parametrize(
    "strokes",
    [
        [(4, 7), (0, 0), (-8.5, 14.7)],  # mirrored: the top of a 7 or of a Z
        [(-4, 7), (0, 0), (4, 7)],
        [(-4, 7), (0, 0), (14.7, 8.5)],
        [(-40, 70), (0, 0), (85, 147)],
        [(-1, 1.7), (0, 0), (2, 3.5)],
        [(-4, 7), (0, 0)],
    ],
)
def test_other_strokes_that_meet_stay(strokes: list[tuple[float, float]]) -> None:
    paths = [path(*strokes)]
    assert without_legs(paths) == paths


def test_curves_and_pages_of_patterns_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    curves = [path(*VEE, curved=True)]
    assert without_legs(curves) == curves
    assert without_legs([]) == []
    monkeypatch.setattr(tick_paths, "_MOST", 1)
    legs = [path(*VEE)]
    assert without_legs(legs) == legs
