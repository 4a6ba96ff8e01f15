"""What goes on with a letter: others of its size, and nothing many times as large."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.clusters import clusters
from drawkit.engine.detection.joints import ALIKE, DOT, Joint, without_strangers
from drawkit.engine.detection.rows import Row
from drawkit.engine.detection.runs import runs
from drawkit.engine.picture.pixels import Grey

LETTER = 22.0  # pixels


def rows(*heights: float, letters: int = 1) -> list[Row]:
    """Rows side by side, each so high."""
    return [(TextBox(100.0 * k, 100, 0.7 * high, high, 0.0), letters) for k, high in enumerate(heights)]


def joint(one: int, other: int) -> Joint:
    return Joint(0.0, one, other, False, 5.0)


def left(of: list[Row], *pairs: tuple[int, int]) -> list[tuple[int, int]]:
    return [(one.one, one.other) for one in without_strangers(of, [joint(*pair) for pair in pairs])]


@given(st.floats(1 / ALIKE + 0.01, ALIKE - 0.01), st.floats(1 / DOT + 0.01, 20))
def test_a_letter_with_another_of_its_size_is_no_point_of_what_is_large(like: float, large: float) -> None:
    of = rows(20, 20 * like, 20 * max(like, 1) * large)
    assert left(of, (0, 1), (1, 2), (2, 0)) == [(0, 1)]
    assert left(of, (1, 0), (0, 2)) == [(1, 0)]


@pytest.mark.parametrize("large", [40.0, 70.0, 200.0])
def test_a_piece_beside_a_letter_alone_may_be_its_point(large: float) -> None:
    assert left(rows(20, 20, large), (0, 2), (1, 2)) == [(0, 2), (1, 2)]
    others = rows(20, 20, large, large)
    assert left(others, (0, 1), (1, 2), (2, 3)) == [(0, 1), (1, 2), (2, 3)], "large letters have their like too"
    points = [*rows(20, 20, letters=0), (TextBox(200, 100, large, large, 0.0), 1)]
    assert left(points, (0, 1), (1, 2)) == [(0, 1), (1, 2)], "two points are no letters"


def test_what_is_not_many_times_as_large_goes_on_with_a_letter() -> None:
    assert left(rows(20, 20, 55), (0, 1), (1, 2)) == [(0, 1), (1, 2)]
    assert left(rows(20, 20, 60), (0, 1), (1, 2)) == [(0, 1)]
    assert left([]) == []


def seven(picture: Grey, x: int, y: int, wide: int, high: int) -> None:
    foot = (x - wide // 4, y + high // 2)
    points = [(x - wide // 2, y - high // 2), (x + wide // 2, y - high // 2), foot]
    cv2.polylines(picture, [np.array(points)], False, 0, 2)


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize(("size", "y"), [(70, 200), (70, 160), (90, 170)])
def test_two_letters_beside_the_part_are_one_run_without_it(size: int, y: int, standing: bool) -> None:
    picture = np.full((400, 500), 255, np.uint8)
    for x in (150, 180):
        seven(picture, x, 200, 14, 22)
    seven(picture, 225, y, size, size)
    picture = np.ascontiguousarray(np.rot90(picture)) if standing else picture
    walls = np.zeros_like(picture)
    found = runs(clusters(picture, LETTER, walls), walls)
    assert [(box.angle, box.letters) for box in found if 50 < box.length < 65] == [(90.0 if standing else 0.0, 2)]
    assert max(box.letters for box in found) == 2
