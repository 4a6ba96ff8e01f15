"""How high the usual letter of a page is, whatever its program draws at a time."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.drawn_text.shapes import shapes_of, usual_letter
from drawkit.engine.sheet import Path

LARGEST = 26.0


def stroke(number: int, *points: float) -> Path:
    return Path(np.array(points, float).reshape(-1, 2), False, False, True, 0.3, number, False)


def letters(*, whole: bool, count: int = 5, height: float = 12.0) -> tuple[Path, ...]:
    out: list[Path] = []
    for k in range(count):
        x = 10.0 * k
        points = [(x, 0.0), (x + 5, 0.0), (x + 5, height / 2), (x, height / 2), (x, height), (x + 5, height)]
        ends = [points] if whole else [points[i : i + 2] for i in range(5)]
        out += [stroke(len(out) + n, *np.ravel(some).tolist()) for n, some in enumerate(ends)]
    return tuple(out)


@pytest.mark.parametrize("whole", [True, False])
def test_strokes_that_go_on_where_one_ends_are_one_letter(whole: bool) -> None:
    assert usual_letter(shapes_of(letters(whole=whole), LARGEST), LARGEST) == pytest.approx(12.0)


def test_what_is_larger_than_a_letter_is_geometry() -> None:
    stairs = [stroke(100 + n, 200.0 + 9 * n, 9.0 * n, 209.0 + 9 * n, 9.0 * n + 9) for n in range(9)]
    assert usual_letter(shapes_of((*letters(whole=False), *stairs), LARGEST), LARGEST) == pytest.approx(12.0)


def test_a_page_without_shapes_has_none() -> None:
    assert usual_letter([], LARGEST) is None
