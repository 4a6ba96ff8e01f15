"""Hebrew and Arabic of a text layer: words and lines in the order in which they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.sheet import Glyph
from drawkit.engine.text.checked import is_plausible
from drawkit.engine.text.lines import lines_of
from drawkit.engine.text.right_to_left import turned
from drawkit.engine.text.words import words_of


def _read(seen: str) -> str:
    """The line of text that characters set side by side from left to right make."""
    placed = [Glyph(c, 6.0 * k, 50.0, 0.0, 10.0, 6.0, "Sans", False, 0) for k, c in enumerate(seen)]
    (line,) = lines_of(words_of(placed), gap=3.0)
    return line.text


@pytest.mark.parametrize(
    "said",
    ["אין להשתמש במברשות!!", '*במידה ולא הוגדר אחרת המידות במ"מ', "שלום", "كل الأبعاد بالمليمتر."],
)
def test_a_line_of_one_script_is_read_from_right_to_left(said: str) -> None:
    assert _read(said[::-1]) == said


def test_numbers_and_other_scripts_keep_their_order() -> None:
    assert _read("0.25 " + "קווית"[::-1]) == "קווית 0.25"
    assert _read("חומר גלם"[::-1] + "/Material") == "חומר גלם/Material"
    assert _read("Break 0.2 edges") == "Break 0.2 edges"


@given(st.text(alphabet="אבגדהابج \"'*!.,:/-0123456789abZ", max_size=30))
def test_turning_twice_gives_the_text_again_where_stretches_begin_and_end_in_letters(text: str) -> None:
    once = turned(text)
    assert sorted(once) == sorted(text)
    assert turned(once) == text


@pytest.mark.parametrize("text", ["אבג", "ابج", "ไทย", "मिमी", "մմ"])
def test_scripts_that_are_written_beside_latin_are_no_lies_of_a_font(text: str) -> None:
    assert all(is_plausible(c) for c in text)
