"""Lines in pieces, end to end: joined where nothing ends, branches or turns."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.objects.pieces import joined
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.sheet import Floats

HEIGHT = 10.0
NO_TIPS = np.empty((0, 2))


def whole(lines: list[tuple[float, ...]], tips: Floats = NO_TIPS) -> list[list[float]]:
    found = joined(Strokes(np.array(lines, float).reshape(-1, 4)), tips, HEIGHT)
    return sorted(sorted(((round(a, 6), round(b, 6)), (round(c, 6), round(d, 6)))) for a, b, c, d in found.tolist())  # type: ignore[misc]


def test_pieces_are_one_line_whatever_their_order_and_sense() -> None:
    assert whole([(20, 5, 27, 5), (20, 5, 12, 5), (27, 5, 40, 5)]) == [[(12, 5), (40, 5)]]


def test_a_line_ends_at_the_tip_of_its_arrow_head() -> None:
    assert len(whole([(10, 5, 20, 5), (20, 5, 40, 5)], np.array([(20.0, 5.0)]))) == 2


def test_what_turns_branches_or_leaves_a_gap_stays() -> None:
    assert len(whole([(0, 0, 10, 0), (10, 0, 20, 1)])) == 2
    assert len(whole([(0, 0, 10, 0), (10, 0, 20, 0), (10, 0, 30, 8)])) == 3
    assert len(whole([(0, 0, 10, 0), (11, 0, 20, 0)])) == 2
    assert whole([]) == []


def test_a_circle_of_short_chords_is_no_line() -> None:
    turns = [2 * math.pi * k / 90 for k in range(91)]
    points = [(100 + 60 * math.cos(t), 100 + 60 * math.sin(t)) for t in turns]
    lines = [(*a, *b) for a, b in pairwise(points)]
    assert len(whole(lines)) == 90


@given(
    st.lists(st.floats(2, 50), min_size=1, max_size=12),
    st.floats(0, 360),
    st.randoms(use_true_random=False),
)
def test_a_line_cut_anywhere_is_whole_again(lengths: list[float], angle: float, random: object) -> None:
    way = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    at = np.concatenate([[0], np.cumsum(lengths)])
    points = np.array([300.0, 300.0]) + at[:, None] * way
    lines = [
        (*a, *b) if swap else (*b, *a)
        for swap, (a, b) in zip([k % 2 for k in range(len(lengths))], pairwise(points), strict=True)
    ]
    random.shuffle(lines)  # type: ignore[attr-defined]
    [[first, last]] = whole(lines)
    np.testing.assert_allclose(sorted([tuple(points[0]), tuple(points[-1])]), sorted([first, last]), atol=1e-4)
