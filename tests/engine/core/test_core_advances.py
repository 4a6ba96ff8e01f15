"""How far characters of a text layer reach: by their font, by their ink, by the next one of a slanted line."""

from __future__ import annotations

import pytest
from core_drawing import Pdf, glyphs, opened, texts

from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.glyphs import measured, read_glyphs
from drawkit.engine.sheet import Glyph


def slanted(*characters: tuple[str, float, str]) -> list[Glyph]:
    """Characters at distances along a line of 30 degrees, whose advance is unknown."""
    return [Glyph(c, 0.866 * s, -0.5 * s, 30, 10, 0, font) for c, s, font in characters]


def test_a_slanted_character_reaches_to_the_next_one() -> None:
    found = measured(slanted(("1", 0, "F"), ("W", 5, "F"), ("1", 14, "F")))
    assert [g.advance for g in found] == pytest.approx([5, 9, 5], abs=0.01)


def test_the_last_one_of_a_line_reaches_as_far_as_elsewhere() -> None:
    upright = Glyph("P", 500, 500, 0, 20, 18, "S")
    found = measured([*slanted(("P", 0, "S"), ("7", 60, "F")), upright])
    assert [g.advance for g in found] == pytest.approx([9, 5.6, 18], abs=0.01)


@pytest.mark.parametrize("angle", [0, 90, 27])
def test_a_slanted_line_is_read_as_a_level_one(angle: float) -> None:
    with opened(Pdf(400, 400).text(150, 250, "WIDE 1:20 MM", 9, angle=angle).data()) as sheet:
        assert texts(sheet.words) == ["1:20", "MM", "WIDE"]


@pytest.mark.parametrize("turned", [0, 90])
@pytest.mark.parametrize("angle", [0, 90])
@pytest.mark.parametrize("lean", [15, -15])
def test_letters_that_lean_are_as_wide_as_upright_ones_and_leave_their_blanks(lean: float, angle: float, turned: int):
    def lengths(**look: float) -> list[tuple[str, float]]:
        drawn = Pdf(400, 400, turned=turned).text(150, 250, "Robot Arm by A. Doe", 12, angle=angle, **look)
        with opened(drawn.data()) as sheet:
            return sorted((w.text, round(w.length, 1)) for w in sheet.words)

    found = lengths(lean=lean)
    assert [text for text, _ in found] == ["A.", "Arm", "Doe", "Robot", "by"]
    assert [n for _, n in found] == pytest.approx([n for _, n in lengths()], abs=0.8)


def test_level_characters_keep_their_advance() -> None:
    level = glyphs("R12")
    assert measured(level) == level


@pytest.mark.parametrize("angle", [0, 90])
def test_a_font_that_the_file_does_not_hold_is_as_wide_as_the_file_says(angle: float) -> None:
    """The letters that PDFium shows in its place reach beyond that: the f of Helvetica, oblique, by half."""
    pdf = Pdf(400, 400).text(150, 250, "AfS", 10, angle=angle, font="Helvetica-Oblique")
    with open_pdf(pdf.data()) as document:
        advances = [g.advance for g in read_glyphs(document.page(1))]
    assert advances == pytest.approx([6.67, 2.78, 6.67], abs=0.02)
