"""A run of text that shows a chain of dimensions is parted where its lines and heads run; one text stays whole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.line_ends import without_line_ends
from drawkit.engine.picture.pixels import Grey

PAPER, MIDDLE = 255, 40


def picture(width: int = 500) -> Grey:
    return np.full((80, width), PAPER, np.uint8)


def write(image: Grey, text: str, x: int) -> int:
    """A text of 22 pixels height at half the picture's; where it ends."""
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    cv2.putText(image, text, (x, MIDDLE + 11), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0,), 2)
    return x + wide


def joint(image: Grey, x: int, *, head: int = 16, wide: int = 6, line: int = 12) -> int:
    """The end of one dimension line and the start of the next one, head to head, from `x` on; where it ends."""
    first, middle, last = x, x + line + head, x + 2 * (line + head)
    cv2.line(image, (first, MIDDLE), (last, MIDDLE), (0,), 2)
    for way in (-1, 1):
        corners = [(middle, MIDDLE), (middle + way * head, MIDDLE - wide), (middle + way * head, MIDDLE + wide)]
        cv2.fillPoly(image, [np.array(corners, np.int32)], (0,))
    cv2.line(image, (middle, MIDDLE - 18), (middle, MIDDLE + 18), (0,), 2)
    return last


def chain(*texts: str) -> tuple[Grey, TextBox]:
    image, x = picture(), 20
    for text in texts[:-1]:
        x = joint(image, write(image, text, x) + 4) + 4
    end = write(image, texts[-1], x)
    return image, TextBox((12 + end + 8) / 2, MIDDLE, end + 8 - 12, 32, 0.0)


@pytest.mark.parametrize("texts", [("10", "10"), ("10", "25", "7.5"), ("4", "1", "4")])
def test_a_chain_is_parted_at_its_heads(texts: tuple[str, ...]) -> None:
    image, box = chain(*texts)
    bare, boxes = without_line_ends(image, [box])
    assert len(boxes) == len(texts)
    assert all(22 <= one.height <= box.height and one.angle == 0.0 for one in boxes)
    only, x = picture(), 20
    for text in texts[:-1]:
        x = joint(picture(), write(only, text, x) + 4) + 4
    write(only, texts[-1], x)
    inside = slice(MIDDLE - 16, MIDDLE + 16)
    assert ((bare[inside] < 200) == (only[inside] < 200)).mean() > 0.99


def test_a_standing_chain_is_parted_too() -> None:
    image, box = chain("10", "25")
    upward = np.ascontiguousarray(np.rot90(image))
    _, boxes = without_line_ends(upward, [TextBox(MIDDLE, 500 - box.x, box.length, box.height, 90.0)])
    assert [one.angle for one in boxes] == [90.0, 90.0]


@pytest.mark.parametrize("text", ["10+0.2-0.1", "10-20", "A - A", "H7/g6", "TEXT 2", "4 = 5", "I-I-I", "0-0-0"])
def test_one_text_stays_one(text: str) -> None:
    image = picture()
    end = write(image, text, 20)
    box = TextBox((12 + end + 8) / 2, MIDDLE, end - 4, 32, 0.0)
    bare, boxes = without_line_ends(image, [box])
    assert boxes == [box]
    assert (bare == image).all()


def test_a_bare_line_longer_than_any_dash_parts_as_well() -> None:
    image = picture()
    x = write(image, "10", 20) + 4
    cv2.line(image, (x, MIDDLE), (x + 60, MIDDLE), (0,), 2)
    end = write(image, "20", x + 64)
    _, boxes = without_line_ends(image, [TextBox((12 + end + 8) / 2, MIDDLE, end - 4, 32, 0.0)])
    assert len(boxes) == 2


def test_a_line_alone_is_left_to_who_looks_for_lines() -> None:
    image = picture()
    cv2.line(image, (20, MIDDLE), (200, MIDDLE), (0,), 2)
    box = TextBox(110, MIDDLE, 180, 32, 0.0)
    assert without_line_ends(image, [box])[1] == [box]
