"""Words on one base line: what is read from pixels has the height of its two rows, and paper within its box."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import lines_of


def seen(text: str, x: float, length: float, height: float = 7.0, y: float = 100.0) -> Word:
    return Word(text=text, x=x, y=y, angle=0.0, length=length, height=height, confidence=0.9, read_from="recognised")


def stacked(others: int = 0) -> list[str]:
    """A size with two rows behind it, twice as high as the depth behind that; and other words far from them."""
    size, depth = seen("⌀4.9{+0.1|0.0}", 50, 55, 12.0, 103.0), seen("↧6.4", 106, 20, 6.4)
    return [line.text for line in lines_of([size, depth, *(seen("A", 40.0 * k, 5, y=300) for k in range(others))])]


def test_what_stands_behind_two_rows_goes_on_at_half_their_height() -> None:
    assert "⌀4.9{+0.1|0.0} ↧6.4" in stacked()
    assert "⌀4.9{+0.1|0.0} ↧6.4" in stacked(others=30)


def test_two_rows_go_on_behind_their_size() -> None:
    for others in (0, 30):
        words = [seen("6", 50, 6, 6.4), seen("{+2|-0}", 57, 15, 12.0, 103.0)]
        words += [seen("A", 40.0 * k, 5, y=300) for k in range(others)]
        assert "6 {+2|-0}" in [line.text for line in lines_of(words)]


def test_words_of_one_row_that_are_unlike_in_height_are_none() -> None:
    assert [line.text for line in lines_of([seen("4.9", 50, 20, 12.0, 103.0), seen("6.4", 72, 20, 6.4)])] == [
        "4.9",
        "6.4",
    ]


@pytest.mark.parametrize(
    ("first", "then", "one"), [(".110", "[2.79]", True), ("[2.79]", ".110", True), ("12", "34", False)]
)
def test_the_stroke_of_a_square_bracket_is_no_wall(first: str, then: str, one: bool) -> None:
    """It looks like one where it stands in the line of the arrows above and below the text."""
    at = 68.5 if then[0] == "[" else 66.5
    wall = np.array([[at, 60.0, at, 140.0]])
    lines = lines_of([seen(first, 50, 17), seen(then, 68, 20)], walls=wall)
    assert (len(lines) == 1) is one
