"""Whole numbers before fractions of an inch, with a blank between them that is too thin to part words."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drawkit.engine.sheet import Glyph
from drawkit.engine.text.words import words_of

SIZE, STEP = 10.0, 5.0
THIN = 1.5
"""Wider than between figures, narrower than a blank that parts words."""


def placed(text: str, *, angle: float = 0.0, blank: float = THIN) -> list[Glyph]:
    """The characters of a text, each half as wide as the font is high, and so much paper at each of its blanks."""
    dx, dy, out, at = math.cos(math.radians(angle)), -math.sin(math.radians(angle)), [], 0.0
    for c in text:
        if c == " ":
            at += blank
            continue
        out.append(Glyph(c, 50 + at * dx, 60 + at * dy, angle, SIZE, STEP))
        at += STEP
    return out


def texts(text: str, **options: float) -> list[str]:
    return [word.text for word in words_of(placed(text, **options))]


@pytest.mark.parametrize(
    "text", ["1 1/4", "2 5/8", "1 3/2", "1 13/16", "11 3/16", "10 1/2", "⌀1 1/4", "1 1/4-20", '3 3/4"']
)
def test_a_thin_blank_before_a_fraction_parts_it_from_its_whole(text: str) -> None:
    assert texts(text) == text.split()


@given(st.integers(1, 99), st.sampled_from([2, 4, 8, 16, 32, 64]), st.data(), st.floats(0, 359))
def test_a_mixed_number_is_two_words_at_any_angle(whole: int, below: int, data: st.DataObject, angle: float) -> None:
    above = data.draw(st.integers(1, below - 1))
    figures = f"{whole}{above}"
    assume(len(figures) <= 3 and int(figures) > below)
    first, second = words_of(placed(f"{whole} {above}/{below}", angle=angle))
    assert (first.text, second.text) == (str(whole), f"{above}/{below}")
    at = len(str(whole)) * STEP + THIN
    assert first.along(second.x, second.y) == pytest.approx(at, abs=1e-6)
    assert (first.length, second.length) == pytest.approx((at, STEP * len(second.text)), abs=1e-6)


@pytest.mark.parametrize("text", ["11/4", "113/16", "25/8", "31/2"])
def test_without_a_wider_gap_it_stays_one(text: str) -> None:
    assert texts(text) == [text]


@pytest.mark.parametrize("text", ["1 1/16", "1 1/64", "1 1/5", "1 3/100", "1 2", "1 1/40"])
def test_other_numbers_are_not_parted_by_a_thin_blank(text: str) -> None:
    assert texts(text, blank=THIN) == [text.replace(" ", "")]


def test_gaps_hardly_wider_than_others_part_nothing() -> None:
    assert texts("1 1/4", blank=0.7) == ["11/4"]
    assert texts("1 1/4", blank=0.9) == ["1", "1/4"]
