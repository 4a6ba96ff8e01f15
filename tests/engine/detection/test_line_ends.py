"""Dimension lines that end at their text are taken out of its box; strokes of its letters are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import TextBox, crop
from drawkit.engine.detection.line_ends import without_line_ends
from drawkit.engine.picture.pixels import Grey

BOX = TextBox(150, 60, 90, 32, 0.0)


def picture(text: str, *lines: tuple[int, int]) -> Grey:
    """A text of 22 pixels height around (150, 60), and level lines at that height from x to x."""
    image = np.full((120, 300), 255, np.uint8)
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    cv2.putText(image, text, (150 - wide // 2, 71), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0,), 2)
    for start, end in lines:
        cv2.line(image, (start, 60), (end, 60), (0,), 2)
    return image


def drawn(image: Grey) -> NDArray[np.bool_]:
    """Which pixels are clearly drawn: the ends of lines fade."""
    return image < 200


def test_a_line_is_taken_out_on_both_sides_and_the_box_gets_shorter() -> None:
    bare, (box,) = without_line_ends(picture("25", (10, 120), (180, 290)), [BOX])
    assert (drawn(bare) == drawn(picture("25", (10, 88), (212, 290))))[:, 95:205].all()
    assert box.length < BOX.length - 15
    assert (box.angle, box.height) == (BOX.angle, BOX.height)
    assert box.x - box.length / 2 < 128
    assert box.x + box.length / 2 > 172


def test_a_line_from_one_side_shortens_that_side_alone() -> None:
    _, (box,) = without_line_ends(picture("25", (10, 120)), [BOX])
    assert box.x + box.length / 2 == pytest.approx(BOX.x + BOX.length / 2)
    assert box.length < BOX.length


def test_a_line_that_touches_its_letter_ends_where_that_begins() -> None:
    touching = picture("25", (10, 135))
    bare, _ = without_line_ends(touching, [BOX])
    assert (bare[:, 134:] == touching[:, 134:]).all()
    assert not drawn(bare)[:, 100:133].any()


@pytest.mark.parametrize("text", ["-25", "25-", "-", "=", "E", "H4", "T"])
def test_strokes_of_a_text_are_no_lines(text: str) -> None:
    image = picture(text)
    bare, boxes = without_line_ends(image, [BOX])
    assert (bare == image).all()
    assert boxes == [BOX]


def test_a_minus_behind_a_line_stays() -> None:
    image = picture("-25", (10, 108))
    bare, (box,) = without_line_ends(image, [BOX])
    assert (bare[:, 112:] == image[:, 112:]).all()
    assert not drawn(bare)[:, 104:111].any()
    assert box.x - box.length / 2 < 120


@pytest.mark.parametrize("height", [49, 71])
def test_lines_under_and_over_a_text_are_its_cell(height: int) -> None:
    image = picture("25")
    cv2.line(image, (10, height), (290, height), (0,), 2)
    bare, boxes = without_line_ends(image, [BOX])
    assert (bare == image).all()
    assert boxes == [BOX]


def test_standing_text_has_its_line_above_and_below() -> None:
    turned = np.ascontiguousarray(np.rot90(picture("25", (10, 120), (180, 290))))
    bare, (box,) = without_line_ends(turned, [TextBox(60, 150, 90, 32, 90.0)])
    assert box.length < 75
    assert (drawn(np.rot90(bare, -1)) == drawn(picture("25", (10, 88), (212, 290))))[:, 95:205].all()


def test_a_lone_letter_is_looked_at_from_all_four_sides() -> None:
    turned = np.ascontiguousarray(np.rot90(picture("4", (10, 135), (164, 290))))
    lone = TextBox(60, 150, 40, 54, 0.0)
    bare, (box,) = without_line_ends(turned, [lone])
    assert box.angle == 0.0
    assert box.height < lone.height
    assert (crop(bare, box)[:2] == 255).all()
    wide = replace(lone, length=58)
    assert without_line_ends(turned, [wide])[1] == [wide]


def test_small_boxes_are_left_alone() -> None:
    tiny = replace(BOX, height=6)
    assert without_line_ends(picture("25", (10, 120)), [tiny])[1] == [tiny]


def headed(text: str, *heads: tuple[int, int]) -> Grey:
    """A text in the gap of a short line: heads from their points to where they end, and two short lines behind them."""
    image = picture(text)
    for point, end in heads:
        cv2.line(image, (point, 45), (point, 75), (0,), 2)  # the extension line, at the head's point
        cv2.fillPoly(image, [np.array([[point, 60], [end, 55], [end, 65]], np.int32)], (0,))
        cv2.line(image, (end, 60), (end + (8 if end > point else -8), 60), (0,), 2)
    return image


def test_a_head_whose_point_is_near_goes_with_its_short_line() -> None:
    whole = headed("25", (96, 112), (204, 188))
    bare, (box,) = without_line_ends(whole, [BOX])
    assert box.length < BOX.length - 20
    assert not drawn(bare)[50:70, 106:120].any()
    assert (drawn(bare) == drawn(picture("25")))[:, 126:174].all()


@pytest.mark.parametrize("text", ["+25", "<25", "V5", "A5", "K2"])
def test_a_sign_or_letter_is_no_head(text: str) -> None:
    image = picture(text)
    box = replace(BOX, length=60)  # it begins within the first character
    bare, boxes = without_line_ends(image, [box])
    assert (bare == image).all()
    assert boxes == [box]
