"""A number and the line of text behind it are one text; columns and callouts stay as they are."""

from __future__ import annotations

import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.list_numbers import with_list_numbers

LINE = TextBox(300, 100, 300, 24, 0)
NUMBER = TextBox(132, 101, 28, 23, 0)


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_a_number_is_joined_to_its_line(angle: float) -> None:
    number = LINE.offset(NUMBER)[0]
    line = TextBox(300, 100, 300, 24, angle)
    x, y = (300 + number, 100) if angle == 0 else (300, 100 - number)
    [whole] = with_list_numbers([TextBox(x, y, 28, 23, angle), line])
    assert whole.length == pytest.approx(332, abs=0.1)
    assert (whole.height, whole.angle) == (24, angle)


@pytest.mark.parametrize(
    "number",
    [
        NUMBER.moved(-20, 0),  # another column
        NUMBER.moved(0, 8),
        NUMBER.moved(336, 0),  # behind the line
        TextBox(132, 101, 28, 12, 0),
        TextBox(120, 101, 70, 23, 0),
        TextBox(132, 101, 28, 23, 0, unsure=True),
    ],
)
def test_what_is_no_number_before_a_line_stays(number: TextBox) -> None:
    assert with_list_numbers([number, LINE]) == [number, LINE]


def test_a_number_before_a_short_text_stays() -> None:
    boxes = [NUMBER, TextBox(180, 100, 60, 24, 0)]
    assert with_list_numbers(boxes) == boxes
