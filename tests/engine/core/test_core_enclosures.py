"""Rings and boxes around drawn letters are none of these, and nothing is read across them."""

from __future__ import annotations

import numpy as np
import pytest
from core_strokes import line, read, strokes

from drawkit.engine.drawn_text.enclosures import enclosures
from drawkit.engine.drawn_text.shapes import shapes_of
from drawkit.engine.layout.circles import dashed_circles_of
from drawkit.engine.sheet import Path, Sheet

NUMBER = strokes(136, 200, "1.20 ±0.05")


def ring(x: float, y: float, radius: float) -> Path:
    turns = np.linspace(0, 2 * np.pi, 33)
    points = np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns)])
    return Path(points, True, False, True, 0.3, 80_000, True)


def box(x0: float, y0: float, x1: float, y1: float) -> Path:
    points = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)])
    return Path(points, True, False, True, 0.3, 80_001, False)


def texts(*paths: list[Path]) -> set[str]:
    return {word.text for word in read(*paths)}


@pytest.mark.parametrize("number", ["4", "5", "12"])
def test_a_balloon_right_beside_a_dimension_is_none_of_it(number: str) -> None:
    wide = 3.2 * len(number)
    found = texts(strokes(128 - wide / 2, 200, number, first=500), [ring(128 - 0.4, 197.5, 5.2)], NUMBER)
    assert {number, "1.20±0.05"} <= found


def test_a_balloon_behind_a_dimension_is_no_modifier() -> None:
    found = texts(strokes(100, 200, "1.60 ±0.10"), strokes(149, 200, "7", first=500), [ring(150.6, 197.5, 5)])
    assert {"1.60±0.10", "7"} <= found


@pytest.mark.parametrize(("inside", "is_balloon"), [("M", False), ("7", True), ("12", True), ("E", False)])
def test_a_letter_in_a_ring_may_be_a_modifier(inside: str, is_balloon: bool) -> None:
    around = ring(119, 197.5, 4.8)
    paths = (*strokes(119 - 1.5 * len(inside), 199.7, inside, 4.2), around)
    shapes = shapes_of(paths, 20.0)
    found = enclosures(Sheet(1, 842, 595, paths=paths), shapes, 4.2, 5.0)
    assert [one.shapes[0].paths[0] for one in found] == ([around] if is_balloon else [])


def test_a_mark_in_a_dashed_ring_is_none_of_the_dimension_beside_it() -> None:
    starts = np.radians(np.arange(0, 360, 60))
    dashes = (
        [128 + 7 * np.cos(t + np.linspace(0, 0.65, 6)) for t in starts],
        [197.5 + 7 * np.sin(t + np.linspace(0, 0.65, 6)) for t in starts],
    )
    around = [
        Path(np.column_stack(dash), False, False, True, 0.3, 80_010 + k, False)
        for k, dash in enumerate(zip(*dashes, strict=True))
    ]
    sheet = Sheet(1, 842, 595, paths=(*strokes(124.5, 200, "D1", first=500), *around, *NUMBER))
    (ring,) = dashed_circles_of(sheet)
    assert (ring.x, ring.y, ring.radius) == pytest.approx((128, 197.5, 7), abs=0.2)
    assert {"D1", "1.20±0.05"} <= texts(strokes(124.5, 200, "D1", first=500), around, NUMBER)


def test_a_sign_among_signs_of_its_size_is_no_box() -> None:
    outer, inner = box(100, 192, 110, 202), strokes(103, 199, "I", 4)
    beside = box(111, 192, 121, 202)  # as the strokes of a word in ideographs
    shapes = shapes_of([outer, *inner, beside], 20.0)
    assert enclosures(Sheet(1, 842, 595, paths=(outer, *inner, beside)), shapes, 5.0, 5.0) == []


@pytest.mark.parametrize("number", ["8", "93", "110"])
def test_a_box_is_none_of_the_exact_size_in_it(number: str) -> None:
    wide = 4.3 * len(number)
    around = box(100 - 2.5, 192, 100 + wide + 2, 203)
    assert number in texts(strokes(100, 200, number), [around], strokes(60, 200, "115 ±0.3", first=500))


def test_a_box_of_four_lines_is_a_box_too() -> None:
    sides = [line(97, 192, 110, 192), line(110, 192, 110, 203), line(110, 203, 97, 203), line(97, 203, 97, 192)]
    assert "93" in texts(strokes(100, 200, "93"), sides, strokes(60, 200, "115 ±0.3", first=500))


def test_a_leader_with_its_shelf_in_one_stroke_is_no_letter() -> None:
    leader = Path(np.array([(95.0, 236), (95, 197.5), (99, 197.5)]), False, False, True, 0.3, 80_002, False)
    head = Path(np.array([(95.0, 242), (94, 236), (96, 236)]), True, True, False, 0.3, 80_003, False)
    assert "1.90" in texts(strokes(101, 200, "1.90"), [leader, head], strokes(160, 240, "2.50 H7", first=500))
