"""Rings about letters are found by the ink around these, whatever crosses them or parts them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.rings_about import rings_about
from drawkit.engine.layout.circles import Circle

USUAL = 16.0
NUMBER = np.array([[96, 92, 9, 16]], np.int32)
"""A figure as x, y, width, height, in the middle of all that is drawn here."""


def sheet() -> np.ndarray:
    ink = np.zeros((200, 200), np.uint8)
    cv2.putText(ink, "5", (95, 108), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (1,), 2)
    return ink


def found(ink: np.ndarray, lines: np.ndarray | None = None) -> list[Circle]:
    return rings_about(
        ink | (0 if lines is None else lines), np.zeros_like(ink) if lines is None else lines, NUMBER, USUAL
    )


def dashed(ink: np.ndarray, radius: int, count: int, share: float) -> np.ndarray:
    for k in range(count):
        start = 360 * k / count
        cv2.ellipse(ink, (100, 100), (radius, radius), 0, start, start + 360 * share / count, (1,), 2)
    return ink


@pytest.mark.parametrize("radius", [14, 20, 30])
@pytest.mark.parametrize("middle", [(100, 100), (103, 98)])
def test_a_ring_about_a_figure(radius: int, middle: tuple[int, int]) -> None:
    (ring,) = found(cv2.circle(sheet(), middle, radius, (1,), 2))
    assert (ring.x, ring.y, ring.radius) == pytest.approx((*middle, radius), abs=1.2)
    assert ring.turn == 1


def test_a_ring_that_lines_cross() -> None:
    lines = np.zeros((200, 200), np.uint8)
    cv2.line(lines, (20, 114), (180, 114), (1,), 2)
    cv2.line(lines, (112, 20), (112, 180), (1,), 2)
    (ring,) = found(cv2.circle(sheet(), (100, 100), 20, (1,), 2), lines)
    assert (ring.x, ring.y, ring.radius) == pytest.approx((100, 100, 20), abs=1.2)
    assert ring.turn == 1


@pytest.mark.parametrize(("count", "share"), [(4, 0.7), (8, 0.6), (12, 0.5)])
def test_a_ring_in_dashes(count: int, share: float) -> None:
    (ring,) = found(dashed(sheet(), 20, count, share))
    assert (ring.x, ring.y, ring.radius) == pytest.approx((100, 100, 20), abs=1.2)
    assert 0.5 < ring.turn < 0.85


def test_a_box_about_a_figure_is_no_ring() -> None:
    for half in ((14, 14), (14, 16), (18, 20)):
        low, high = (100 - half[0], 100 - half[1]), (100 + half[0], 100 + half[1])
        assert found(cv2.rectangle(sheet(), low, high, (1,), 2)) == []


@pytest.mark.parametrize("corners", [5, 6])
def test_a_flag_about_a_figure_is_no_ring(corners: int) -> None:
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    outline = np.round(100 + 24 * np.column_stack([np.cos(turns), np.sin(turns)])).astype(np.int32)
    assert found(cv2.polylines(sheet(), [outline], True, (1,), 2)) == []


def test_three_quarters_of_a_ring_are_none() -> None:
    ink = cv2.ellipse(sheet(), (100, 100), (20, 20), 0, 0, 270, (1,), 2)
    assert found(ink) == []


def test_letters_among_others_have_no_ring() -> None:
    ink = np.zeros((200, 200), np.uint8)
    for y in range(40, 200, 26):
        cv2.putText(ink, "82605938", (10, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (1,), 2)
    stats = cv2.connectedComponentsWithStats(ink)[2][1:, :4]
    assert rings_about(ink, np.zeros_like(ink), stats, USUAL) == []
    assert rings_about(ink, np.zeros_like(ink), stats[:0], USUAL) == []
