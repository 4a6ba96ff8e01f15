"""Characters of the mathematical fonts of TeX, and signs that a picture alone does not tell."""

from __future__ import annotations

import pytest
from core_drawing import painted, stroke_paths

from drawkit.engine.recognition.symbols import Symbol
from drawkit.engine.sheet import Glyph, Sheet
from drawkit.engine.text import checked as checking
from drawkit.engine.text.checked import checked


def told(text: str, font: str, seen: Symbol | None = None, monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    """What a character of a font is taken for before a 5; where something is to be seen, ink is in its place."""
    page = painted()
    if monkeypatch is not None:
        monkeypatch.setattr(checking, "classify", lambda marks: [seen for _ in marks])
        page = painted(*stroke_paths(40, 60, "⌀", 10))
    made = [Glyph(text, 40, 60, 0, 14, 10, font), Glyph("5", 54, 60, 0, 14, 10, "CMR10")]
    first, *_ = checked(made, lambda: page)
    return first.text


@pytest.mark.parametrize("font", ["CMMI10", "ABCDEF+CMMI7", "LMMathItalic10-Regular", "CMMIB10"])
@pytest.mark.parametrize(("text", "means"), [(":", "."), (";", ","), ("=", "/")])
def test_points_and_slashes_of_the_italic_font_have_the_codes_of_others(text: str, means: str, font: str) -> None:
    def no_page() -> Sheet:
        return pytest.fail("nothing is to be checked")

    figures = [Glyph(c, 40 + 7 * i, 60, 0, 14, 7, font) for i, c in enumerate(f"1{text}5")]
    assert "".join(glyph.text for glyph in checked(figures, no_page)) == f"1{means}5"


@pytest.mark.parametrize("font", ["CMSY10", "ABCDEF+CMSY7", "LMMathSymbols10-Regular"])
@pytest.mark.parametrize(("text", "means"), [("¡", "-"), ("¢", "·"), ("£", "×"), ("±", "±")])
def test_signs_have_the_codes_of_letters(text: str, means: str, font: str) -> None:
    assert told(text, font) == means


def test_letters_and_figures_of_that_font_are_their_own() -> None:
    made = [Glyph(c, 40 + 7 * i, 60, 0, 14, 7, "CMMI10") for i, c in enumerate("R25")]
    assert checked(made, lambda: pytest.fail("nothing is to be checked")) == made


@pytest.mark.parametrize("font", ["CMR10", "Arial", "XCMMI10"])
def test_the_characters_of_other_fonts_are_what_they_say(font: str) -> None:
    made = [Glyph(c, 40 + 7 * i, 60, 0, 14, 7, font) for i, c in enumerate("1:2=3;4")]
    assert checked(made, lambda: pytest.fail("nothing is to be checked")) == made


RING = Symbol("○", "circularity", 0.7)


def test_a_sign_of_tex_is_the_ring_that_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("±", "CMSY10", RING, monkeypatch) == "○"
    assert told("±", "CMSY10", Symbol("±", "plus_minus", 0.9), monkeypatch) == "±"


def test_the_sign_of_another_font_stays_where_a_ring_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("±", "AIGDT", RING, monkeypatch) == "±"
    assert told("±", "Arial", RING, monkeypatch) == "±"


@pytest.mark.parametrize("dash", list("-−–—―_"))
@pytest.mark.parametrize("font", ["CMSY10", "AIGDT"])
def test_a_dash_is_no_straightness(dash: str, font: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frame around it alone tells one from the other (ISO 1101)."""
    assert told(dash, font, Symbol("⏤", "straightness", 0.99), monkeypatch) == dash


def test_other_signs_are_still_what_they_look_like_beside_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("-", "AIGDT", Symbol("⏥", "flatness", 0.99), monkeypatch) == "⏥"
    assert told("u", "AIGDT", Symbol("⏤", "straightness", 0.99), monkeypatch) == "⏤"
