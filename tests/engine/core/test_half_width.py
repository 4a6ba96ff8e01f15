"""Letters and figures of full width in a text layer are told as the usual ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.pdf.half_width import half_width, half_width_of
from drawkit.engine.sheet import Glyph


def told(text: str) -> str:
    return "".join(half_width_of(text))


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("９５-５９８-０３", "95-598-03"),
        ("ＱＳｎ６．５", "QSn6.5"),
        ("１：２", "1:2"),
        ("Ａ－Ａ", "A-A"),
        ("比例：１：２", "比例：1:2"),
        ("（３）", "（3）"),
        ("材料：Ｑ２３５", "材料：Q235"),
        ("注意！", "注意！"),
    ],
)
def test_marks_are_usual_between_usual_letters(printed: str, said: str) -> None:
    assert told(printed) == said


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"])))
def test_every_character_stays_in_its_place(text: str) -> None:
    said = told(text)
    assert len(said) == len(text)
    assert told(said) == said or any(0xFF01 <= ord(c) < 0xFF5F for c in said)
    assert all(a == b or ord(a) - ord(b) == 0xFEE0 for a, b in zip(text, said, strict=True))


@given(st.text(st.characters(max_codepoint=0xFF00, exclude_categories=["Cs"])))
def test_text_without_them_is_untouched(text: str) -> None:
    assert told(text) == text


def test_glyphs_keep_their_places() -> None:
    glyphs = [Glyph(c, 10.0 * i, 20.0, 0.0, 8.0, 8.0) for i, c in enumerate("図１")]
    assert [(g.text, g.x) for g in half_width(glyphs)] == [("図", 0.0), ("1", 10.0)]
