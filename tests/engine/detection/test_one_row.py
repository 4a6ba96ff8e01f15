"""The box of a figure that stands is made as high as the figure; rows above each other are no figure."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.tight_boxes import CAPITAL, around_one_row
from drawkit.engine.picture.pixels import Grey


def picture(*texts: tuple[str, int, float]) -> Grey:
    """Texts by what they say, their base line and their size, one above the other."""
    image = np.full((120, 120), 255, np.uint8)
    for text, y, size in texts:
        cv2.putText(image, text, (45, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0,), 2)
    return image


LOOSE = TextBox(60, 60, 40, 70, 0.0)


def test_a_loose_box_is_made_as_high_as_its_figure() -> None:
    box = around_one_row(picture(("6", 70, 1.0)), LOOSE)
    assert box is not None
    assert box.height == pytest.approx(22 / CAPITAL, abs=4)
    assert box.y == pytest.approx(59, abs=1.5)
    assert (box.x, box.length, box.angle) == (LOOSE.x, LOOSE.length, LOOSE.angle)


def test_a_turned_one_is_moved_along_its_own_upright() -> None:
    turned = np.ascontiguousarray(np.rot90(picture(("6", 70, 1.0))))
    box = around_one_row(turned, TextBox(60, 60, 40, 70, 90.0))
    assert box is not None
    assert box.x == pytest.approx(59, abs=1.5)
    assert box.y == pytest.approx(60, abs=0.01)


@pytest.mark.parametrize("texts", [(("6", 50, 1.0), ("7", 85, 1.0)), (("REV", 42, 0.5), ("3", 84, 1.0))])
def test_rows_above_each_other_are_no_figure(texts: tuple[tuple[str, int, float], ...]) -> None:
    assert around_one_row(picture(*texts), TextBox(65, 60, 60, 80, 0.0)) is None


def test_a_box_without_letters_stays() -> None:
    assert around_one_row(picture(), LOOSE) == LOOSE
