"""Dashed lines drawn dash by dash become lines; what only looks like one stays."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.objects.dashed import with_dashes_joined
from drawkit.engine.sheet import Path


def stroke(*points: float, filled: bool = False) -> Path:
    return Path(np.array(points, float).reshape(-1, 2), False, filled, not filled, 0.2, 0, False)


def dashes(count: int, pattern: tuple[float, ...], angle: float = 0.0, x: float = 50, y: float = 300) -> list[Path]:
    """Dashes and gaps in turn along a direction, `count` dashes in all."""
    way = np.array([math.cos(math.radians(angle)), -math.sin(math.radians(angle))])
    out, at = [], 0.0
    for number in range(2 * count - 1):
        length = pattern[number % len(pattern)]
        if number % 2 == 0:
            out.append(stroke(x + way[0] * at, y + way[1] * at, *(np.array([x, y]) + way * (at + length))))
        at += length
    return out


CHAIN = (12.0, 2.0, 0.5, 2.0)
HIDDEN = (6.0, 3.0)


@pytest.mark.parametrize("angle", [0, 30, 90, 137])
@pytest.mark.parametrize("pattern", [CHAIN, HIDDEN, (3.0, 0.8)])
def test_the_dashes_of_a_line_become_one_path_from_its_start_to_its_end(
    pattern: tuple[float, ...], angle: float
) -> None:
    drawn = dashes(9, pattern, angle)
    [whole] = with_dashes_joined(drawn)
    ends = np.vstack([drawn[0].points[0], drawn[-1].points[-1]])
    assert min(np.abs(whole.points - ends).max(), np.abs(whole.points - ends[::-1]).max()) < 1e-6


def test_dashes_may_be_drawn_in_either_sense_in_any_order_and_twice() -> None:
    drawn = dashes(9, CHAIN)
    turned = [stroke(*p.points[::-1].reshape(4)) if i % 2 else p for i, p in enumerate(drawn)]
    assert len(with_dashes_joined([*turned[::2], *drawn, *turned[1::2]])) == 1


@given(st.integers(1, 12), st.floats(0, 179), st.floats(2, 20), st.floats(0.1, 0.65))
def test_a_line_is_joined_from_five_dashes_on(count: int, angle: float, dash: float, gap: float) -> None:
    found = with_dashes_joined(dashes(count, (dash, max(gap * dash, 0.05)), angle))
    assert len(found) == (1 if count >= 5 and max(gap * dash, 0.05) <= 15 else count)


def test_letters_whose_bars_lie_on_one_line_stay() -> None:
    letters = []
    for number in range(8):
        x = 100 + 6 * number
        letters += [stroke(x, 200, x, 207), stroke(x, 207, x + 4, 207), stroke(x, 200, x + 4, 200)]
    assert with_dashes_joined(letters) == tuple(letters)


def test_crossbars_between_stems_stay() -> None:
    letters = []
    for number in range(8):
        x = 100 + 6 * number
        letters += [stroke(x, 200, x, 207), stroke(x + 4, 200, x + 4, 207), stroke(x, 203, x + 4, 203)]
    assert with_dashes_joined(letters) == tuple(letters)


@pytest.mark.parametrize(
    "others",
    [
        [stroke(100, 100 + 9 * k, 100, 105 + 9 * k) for k in range(8)],  # gaps as wide as the bars of a column of ones
        [stroke(100 + 3 * k, 200, 102 + 3 * k, 200, filled=True) for k in range(8)],
        [stroke(100 + 7 * k, 200 + k % 2, 105 + 7 * k, 200 + k % 2) for k in range(8)],
        [stroke(100 + 7 * k, 200, 105 + 7 * k, 200, 105 + 7 * k, 201) for k in range(8)],
    ],
    ids=["wide gaps", "fills", "beside each other", "hooks"],
)
def test_what_is_no_dashed_line_stays(others: list[Path]) -> None:
    assert with_dashes_joined(others) == tuple(others)


def test_a_ring_of_dashes_has_no_end_and_stays() -> None:
    square = [
        *(stroke(100 + 3 * k, 100, 102 + 3 * k, 100) for k in range(6)),
        *(stroke(120, 102 + 3 * k, 120, 104 + 3 * k) for k in range(6)),
    ]
    assert len(with_dashes_joined(square)) == 2
