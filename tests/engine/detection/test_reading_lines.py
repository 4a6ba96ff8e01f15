"""In which direction a few letters read, where the rectangle around them shows another one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.reading_lines import along_letters

ZERO, PLUS, DASH = (28, 0, 20, 28), (5, 9, 14, 13), (0, 25, 13, 3)  # of ±0 that leans: x, y, width, height


@pytest.mark.parametrize(("pieces", "angle"), [((ZERO, PLUS, DASH), 0.0), ((ZERO, PLUS), 14.0)])
def test_the_lower_stroke_of_a_sign_shows_the_base_line(pieces: tuple[tuple[int, ...], ...], angle: float) -> None:
    tilted = cv2.boxPoints(((24.0, 14.0), (46.0, 21.0), -14.0))
    (x0, top), (x1, bottom) = tilted.min(0).tolist(), tilted.max(0).tolist()
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    box = along_letters(tilted, tilted, lying, np.array([ZERO, PLUS], np.int32), np.array(pieces, np.int32))
    assert box.angle % 180 == pytest.approx(angle, abs=0.5)
