"""Strokes found by where they end, and places where too many end."""

import numpy as np

from drawkit.engine.objects.strokes import Strokes


def test_strokes_are_found_by_their_ends():
    strokes = Strokes(np.array([[0.0, 0, 10, 0], [10, 0.1, 20, 5], [40, 40, 50, 50]]))
    asked, met, ends = strokes.ending_near(np.array([[10.0, 0.0], [100.0, 100.0]]), 0.5)
    assert asked.tolist() == [0, 0]
    assert sorted(zip(met.tolist(), ends.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_a_fan_of_strokes_costs_no_square_and_tells_nothing():
    turn = np.linspace(0, 6, 20_000)
    fan = np.column_stack(
        [np.full(20_000, 100.0), np.full(20_000, 100.0), 100 + 80 * np.cos(turn), 100 + 80 * np.sin(turn)]
    )
    strokes = Strokes(np.vstack([fan, [[300.0, 300, 310, 300]]]))
    _, met, _ = strokes.ending_near(strokes.lines.reshape(-1, 2), 0.1)
    assert len(met) < 400_000
    assert 20_000 in met
    assert len(strokes.ending_near(np.array([[100.0, 100.0]]), 0.1)[0]) == 0
