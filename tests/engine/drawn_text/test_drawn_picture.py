"""The picture of drawn text: letters of a wide pen stay open, and points are seen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from drawkit.engine.drawn_text.shapes import drawn, shapes_of
from drawkit.engine.sheet import Path

SCALE = 4.0


def stroke(number: int, width: float, *points: float) -> Path:
    return Path(np.array(points, float).reshape(-1, 2), False, False, True, width, number, False)


def columns(path: Path) -> float:
    """How many pixels wide an upright stroke is drawn."""
    pixels = drawn(shapes_of([path], 50.0), SCALE).pixels
    return float((255 - pixels[len(pixels) // 2].astype(float)).sum() / 255)


@pytest.mark.parametrize(("width", "pixels"), [(0.1, 1.4), (0.3, 1.4), (0.5, 3.5), (0.8, 3.5), (5.0, 3.5)])
def test_strokes_are_as_wide_as_opencv_draws_them_next_to_their_pen(width: float, pixels: float) -> None:
    assert columns(stroke(1, width, 10, 0, 10, 20)) == pytest.approx(pixels, abs=0.15)


@pytest.mark.parametrize("length", [0.0, 0.06, 0.2])
def test_a_point_of_a_thin_pen_is_black(length: float) -> None:
    pixels = drawn(shapes_of([stroke(1, 0.36, 10, 10, 10 + length, 10)], 50.0), SCALE).pixels
    assert pixels.min() < 50
    assert (pixels < 128).sum() >= 4


def test_a_point_of_a_hairline_is_seen() -> None:
    """A pen of no width draws a pixel of whatever shows it."""
    (point,) = shapes_of([stroke(1, 0.0, 10, 10, 10, 10.06)], 50.0)
    assert (drawn([point], SCALE).pixels < 128).sum() >= 4


def test_what_goes_on_is_no_point_however_short() -> None:
    turns = np.linspace(0, np.pi, 40)
    corners = np.column_stack([10 + 3 * np.cos(turns), 10 + 3 * np.sin(turns)])
    pieces = [stroke(n, 0.1, *a, *b) for n, (a, b) in enumerate(pairwise(corners.tolist()))]
    whole = drawn(shapes_of([stroke(1, 0.1, *corners.ravel().tolist())], 50.0), SCALE).pixels
    assert (drawn(shapes_of(pieces, 50.0), SCALE).pixels < 128).sum() <= 1.3 * (whole < 128).sum()
