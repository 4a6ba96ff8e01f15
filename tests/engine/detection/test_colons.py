"""A colon between widely spaced figures belongs to their run, though its two points are a cluster of their own."""

from __future__ import annotations

import cv2
import numpy as np

from drawkit.engine.detection.clusters import clusters
from drawkit.engine.detection.runs import runs


def lengths(*, points: tuple[int, int]) -> list[float]:
    """The runs in "2:1", its points at these heights, in letters 50 high."""
    picture = np.full((160, 260), 255, np.uint8)
    cv2.polylines(picture, [np.array([(60, 70), (70, 50), (85, 60), (60, 100), (88, 100)])], False, 0, 3)
    cv2.polylines(picture, [np.array([(130, 62), (142, 50), (142, 100)])], False, 0, 3)
    for y in points:
        cv2.circle(picture, (108, y), 5, 0, -1)
    walls = np.zeros_like(picture)
    return [box.length for box in runs(clusters(picture, 22.0, walls), walls)]


def test_the_points_of_a_colon_join_their_figures() -> None:
    assert max(lengths(points=(66, 80))) > 80


def test_points_outside_their_row_do_not() -> None:
    assert max(lengths(points=(24, 40))) < 80
