"""Small signs that typesetters raise behind numbers: degrees, primes and asterisks."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from core_drawing import Pdf, opened
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.sheet import Glyph
from drawkit.engine.text.raised import lowered
from drawkit.engine.text.words import words_of

SIZE, STEP = 10.0, 5.0


def set_text(text: str, angle: float = 0.0, run: int = 3) -> list[Glyph]:
    """Figures or letters in a row from a point on, each half as wide as the font is high."""
    dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    return [Glyph(c, 50 + i * STEP * dx, 60 + i * STEP * dy, angle, SIZE, STEP, run=run) for i, c in enumerate(text)]


def raised(sign: str, text: str = "45", *, gap: float = 0.0, up: float = 4.0, angle: float = 0.0) -> list[Glyph]:
    """A text with a sign of seven tenths of its size so far behind it, so much above its base line."""
    made = set_text(text, angle)
    dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    along = len(text) * STEP + gap
    x, y = 50 + along * dx + up * dy, 60 + along * dy - up * dx
    return [*made, Glyph(sign, x, y, angle, 0.7 * SIZE, 3.0, run=4)]


def words(made: list[Glyph]) -> list[str]:
    return [word.text for word in words_of(lowered(made))]


@pytest.mark.parametrize("sign", list("○∘◦˚º°"))
def test_a_ring_behind_a_number_is_its_degree_sign(sign: str) -> None:
    assert words(raised(sign)) == ["45°"]


@pytest.mark.parametrize("sign", list("′″'\"*∗"))
def test_primes_and_asterisks_stay_what_they_are(sign: str) -> None:
    assert words(raised(sign)) == [f"45{sign}"]


@given(
    st.floats(0, 359), st.floats(-2.9, 3.4), st.floats(1.3, 7.9), st.sampled_from("°′*"), st.sampled_from(["7", "360"])
)
def test_a_sign_comes_to_the_base_line_of_its_number_at_any_angle(
    angle: float, gap: float, up: float, sign: str, text: str
) -> None:
    made = raised(sign, text, gap=gap, up=up, angle=angle)
    *figures, last = lowered(made)
    assert figures == made[:-1]
    [level] = raised(sign, text, gap=gap, up=0.0, angle=angle)[-1:]
    assert (last.text, last.size, last.angle, last.run) == (sign, SIZE, angle, figures[-1].run)
    assert (last.x, last.y) == pytest.approx((level.x, level.y), abs=1e-6)


@pytest.mark.parametrize(
    "made",
    [
        raised("°", "AB"),
        raised("°", up=0.0),
        raised("°", up=1.0),
        raised("°", up=9.0),
        raised("°", up=-4.0),
        raised("°", gap=4.0),
        raised("°", "4", gap=-4.0),
        raised("2"),
        [*raised("°")[:-1], replace(raised("°")[-1], angle=5.0)],
        raised("°")[-1:],
        [],
    ],
    ids=[
        "behind letters",
        "on the base line",
        "hardly raised",
        "above the number",
        "below it",
        "apart from it",
        "over it",
        "a figure",
        "in another direction",
        "alone",
        "nothing",
    ],
)
def test_what_stands_otherwise_stays_where_it_is(made: list[Glyph]) -> None:
    assert lowered(made) == made


def test_minutes_follow_degrees() -> None:
    degrees = raised("∘", "30")
    minutes = [replace(glyph, x=glyph.x + 13.0) for glyph in raised("′", "15")]
    assert words([*degrees, *minutes]) == ["30°15′"]


@pytest.mark.parametrize("angle", [0, 35, 90])
def test_a_page_shows_a_raised_degree_sign_with_its_number(angle: float) -> None:
    turn = math.radians(angle)
    along, up = (math.cos(turn), -math.sin(turn)), (-math.sin(turn), -math.cos(turn))
    x, y = (100 + 11.2 * a + 4 * u for a, u in zip(along, up, strict=True))
    with opened(Pdf().text(100, 100, "45", 10, angle).text(x, y, "°", 7, angle).data()) as sheet:
        assert [word.text for word in sheet.words] == ["45°"]


def test_seconds_are_two_primes() -> None:
    minutes = raised("′", "30")
    assert words([*minutes, replace(minutes[-1], x=minutes[-1].x + 3.6)]) == ["30′′"]
