"""In which direction a few letters read, where the rectangle around them shows another one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.reading_lines import along_letters

ZERO, PLUS, DASH = (28, 0, 20, 28), (5, 9, 14, 13), (0, 25, 13, 3)  # of ±0 that leans: x, y, width, height


def test_the_lower_stroke_of_a_sign_shows_the_base_line() -> None:
    tilted = cv2.boxPoints(((24.0, 14.0), (46.0, 21.0), -24.0))
    (x0, top), (x1, bottom) = tilted.min(0).tolist(), tilted.max(0).tolist()
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    own = np.array([ZERO, PLUS], np.int32)
    assert along_letters(tilted, tilted, lying, own, own).angle % 180 == pytest.approx(24.0, abs=0.5)
    tilted = cv2.boxPoints(((24.0, 14.0), (46.0, 21.0), -14.0))
    assert along_letters(tilted, tilted, lying, own, np.array([ZERO, PLUS, DASH], np.int32)).angle == 0.0


J, DOT, S, SIX = (0, 8, 8, 26), (4, 0, 4, 4), (12, 13, 12, 15), (28, 4, 14, 24)  # js6


def test_the_dot_of_a_j_stands_on_no_line() -> None:
    tilted = cv2.boxPoints(((21.0, 17.0), (44.0, 26.0), 15.0))
    (x0, top), (x1, bottom) = tilted.min(0).tolist(), tilted.max(0).tolist()
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    own, every = np.array([J, S, SIX], np.int32), np.array([J, DOT, S, SIX], np.int32)
    assert along_letters(tilted, tilted, lying, own, every).angle == 0.0


@pytest.mark.parametrize(("lean", "angle"), [(14.0, 0.0), (30.0, 30.0)])
def test_of_two_letters_one_may_hang_below_the_other(lean: float, angle: float) -> None:
    """A φ before a 4; text of an isometric view leans by 30 degrees."""
    tilted = cv2.boxPoints(((30.0, 20.0), (56.0, 30.0), -lean))
    (x0, top), (x1, bottom) = tilted.min(0).tolist(), tilted.max(0).tolist()
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    letters = np.array([(0, 9, 26, 34), (35, 0, 22, 34)], np.int32)
    assert along_letters(tilted, tilted, lying, letters, letters).angle % 180 == pytest.approx(angle, abs=0.5)
