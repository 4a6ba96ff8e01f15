"""Shading by thousands of strokes costs neither the memory nor the sizes of a page."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest
from core_drawing import Pdf
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine import analyze
from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.overdrawn import told_apart
from drawkit.engine.pdf.paths import read_paths
from drawkit.engine.sheet import Path

SIZES = [f"{10 + k}.{k}" for k in range(1, 7)]
STROKES = 2000


def with_sizes() -> Pdf:
    pdf = Pdf(842, 595)
    for k, text in enumerate(SIZES):
        x, y = 100 + 110 * k, 400
        pdf.text(x + 30, y - 3, text).line(x, y, x + 80, y)
        for end, way in ((x, 1), (x + 80, -1)):
            pdf.line(end, y + 20, end, y - 8)
            pdf.line(end + 5 * way, y - 1, end, y, end + 5 * way, y + 1)
    return pdf


def shaded(kind: str) -> bytes:
    pdf, rng = with_sizes(), random.Random(5)
    for _ in range(STROKES):
        x, y = 300 + rng.uniform(-4, 4), 150 + rng.uniform(-4, 4)
        if kind == "strokes":
            pdf.line(x, y, x + rng.uniform(-6, 6), y + rng.uniform(-6, 6))
        elif kind == "ticks":
            pdf.line(x, y, x + 4, y + 4)
        elif kind == "boxes":
            pdf.box(x, y, x + rng.uniform(1, 6), y + rng.uniform(1, 6))
        else:
            pdf.line(*(round(300.0 + v, 1) for _ in range(20) for v in (0.0, 0.0, 5.0, 5.0)))
    return pdf.data()


@pytest.mark.parametrize("kind", ["strokes", "ticks", "boxes", "back and forth"])
def test_shading_leaves_the_sizes_and_the_memory(kind: str) -> None:
    data = shaded(kind)
    tracemalloc.start()
    result = analyze(data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sorted(d.text for d in result.dimensions) == SIZES
    assert not any(report.status == "failed" for report in result.modules.values())
    assert most < 250e6


def test_what_is_drawn_again_in_its_place_is_one_stroke() -> None:
    pdf = Pdf(842, 595)
    for k in range(60):
        pdf.line(20 + k, 10, 20 + k, 90).line(20 + k, 10, 20 + k, 90)
    with open_pdf(pdf.data()) as opened:
        assert len(read_paths(opened.page(1))) == 60


def stroke(x: float, y: float, *, filled: bool = False) -> Path:
    return Path(np.array([(x, y), (x + 3.0, y + 1.0)]), False, filled, not filled, 0.5, 0, False)


PLACES = st.tuples(st.integers(0, 400), st.integers(0, 400))


@given(st.lists(PLACES, unique=True, max_size=200))
def test_strokes_in_places_of_their_own_all_stay(places: list[tuple[int, int]]) -> None:
    paths = [stroke(2.0 * x, 2.0 * y) for x, y in places]
    assert list(told_apart(paths)) == paths


@given(st.lists(PLACES, unique=True, min_size=60, max_size=120), st.integers(1, 3))
def test_each_stroke_stays_once_and_in_its_order(places: list[tuple[int, int]], times: int) -> None:
    once = [stroke(2.0 * x, 2.0 * y) for x, y in places]
    again = [stroke(2.0 * x, 2.0 * y) for _ in range(times) for x, y in places]
    assert list(told_apart([*once, *again])) == once


def test_fills_are_letters_in_many_pieces() -> None:
    fills = [stroke(100 + 0.001 * k, 100, filled=True) for k in range(300)]
    assert list(told_apart(fills)) == fills


def test_strokes_through_the_same_points_in_another_order_or_width_are_others() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    ways = [[corners[k] for k in order] for order in ((0, 1, 2), (0, 2, 1))]
    paths = [Path(np.array(way), False, False, True, width, 0, False) for way in ways for width in (0.5, 1.0)]
    paths += [stroke(20.0 * k, 50.0) for k in range(60)]
    assert list(told_apart(paths)) == paths
