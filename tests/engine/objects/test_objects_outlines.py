"""Outlines that are sifted all at once: none that is a terminator by itself is lost."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.objects.terminators import may_be_terminators, terminator_of
from drawkit.engine.sheet import Floats, Path


def outline(points: Floats, *, closed: bool = False, filled: bool = False) -> Path:
    return Path(points, closed, filled, not filled, 0.5, 0, curved=False)


def any_outlines(count: int, rng: np.random.Generator) -> list[Path]:
    """Heads, circles and scribbles of every size, some with doubled corners."""
    found = []
    for _ in range(count):
        size, turn = rng.uniform(0.5, 30), rng.uniform(0, 2 * np.pi)
        head = np.array([[0, 0], [-1, rng.uniform(0.02, 0.8)], [-1, -rng.uniform(0.02, 0.8)], [0, 0]])[
            : rng.choice([3, 4])
        ]
        round_ = np.linspace(0, 2 * np.pi, int(rng.integers(6, 30)))
        circle = np.column_stack([np.cos(round_), np.sin(round_)]) * (1, rng.uniform(0.8, 1))
        scribble = rng.uniform(-1, 1, (int(rng.integers(2, 9)), 2))
        points = [head, circle, scribble, np.repeat(head, 2, axis=0)][rng.integers(4)]
        cos, sin = np.cos(turn), np.sin(turn)
        placed = size * points @ np.array([[cos, sin], [-sin, cos]]) + rng.uniform(0, 500, 2)
        found.append(outline(placed, closed=bool(rng.integers(2)), filled=bool(rng.integers(2))))
    return found


@pytest.mark.parametrize("height", [1.5, 4.0, 9.0])
def test_no_terminator_is_lost(height: float) -> None:
    paths = any_outlines(3000, np.random.default_rng(7))
    heads = {id(p) for p in paths if terminator_of(p, height) is not None}
    likely = {id(p) for p in may_be_terminators(paths, height)}
    assert heads
    assert heads <= likely
    assert len(likely) < 0.7 * len(paths)


def test_squares_are_heads_as_little_as_alone() -> None:
    square = outline(np.array([[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], float), closed=True)
    assert terminator_of(square, 5.0) is None
    assert may_be_terminators([square], 5.0) == []


def test_nothing_is_sifted_to_nothing() -> None:
    assert may_be_terminators([], 5.0) == []
