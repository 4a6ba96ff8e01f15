"""Hidden text that a font of single bytes shows in pairs of bytes: its characters, each once."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.pdf.byte_pairs import with_pairs_joined
from drawkit.engine.sheet import Glyph, untold

MARK = "þÿ"
UNTOLD = {
    0x7F,
    0x81,
    0x8D,
    0x8F,
    0x90,
    0x9D,
    0x95,
}  # bytes without a character in WinAnsiEncoding, and as which they are told
HYPHEN = 0x02


def run_of(
    text: str, *, at: tuple[float, float] = (50.0, 60.0), angle: float = 0.0, run: int = 1, invisible: bool = True
) -> list[Glyph]:
    """The bytes of a run as the text layer tells them, each as wide as no other."""
    turn, on, out = math.radians(angle), 0.0, []
    for k, byte in enumerate(text):
        x, y = at[0] + on * math.cos(turn), at[1] - on * math.sin(turn)
        out.append(Glyph(byte, x, y, angle, 4.0, 1.0 + k / 8, invisible=invisible, run=run))
        on += out[-1].advance
    return out


def said(glyphs: list[Glyph]) -> str:
    return "".join(glyph.text for glyph in with_pairs_joined(glyphs))


def told(byte: int, *, high: bool) -> str:
    if high and byte == HYPHEN:
        return "-"
    return untold(byte) if byte < 0x20 else bytes([byte]).decode("cp1252")


def is_told(character: str) -> bool:
    high, low = divmod(ord(character), 0x100)
    return UNTOLD.isdisjoint((high, low)) and low != HYPHEN and high != ord("-")


CHARACTERS = st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]).filter(is_told)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("#\U000f0000\U000f00003", "⌀3"),
        ("\U000f0000±\U000f00000\U000f0000,\U000f00001", "±0,1"),
        ("-\U000f0000\U000f0004\U000f0012", "ȀВ"),
        ("\U000f0000-\U000f00005", "-5"),
        ("", ""),
    ],
)
def test_pairs_of_bytes_are_characters(told: str, text: str) -> None:
    assert said(run_of(MARK + told)) == text


@given(st.text(CHARACTERS, min_size=1, max_size=9), st.sampled_from([0.0, 37.0, 90.0, 180.0]))
def test_characters_follow_each_other_from_where_their_run_begins(text: str, angle: float) -> None:
    raw = text.encode("utf-16-be")
    glyphs = run_of(MARK + "".join(told(byte, high=k % 2 == 0) for k, byte in enumerate(raw)), angle=angle)
    joined = with_pairs_joined(glyphs)
    assert "".join(glyph.text for glyph in joined) == text
    assert [glyph.advance for glyph in joined] == [glyph.advance for glyph in glyphs[3::2]]
    turn = math.radians(angle)
    along = [(g.x - 50) * math.cos(turn) - (g.y - 60) * math.sin(turn) for g in joined]
    across = [(g.x - 50) * math.sin(turn) + (g.y - 60) * math.cos(turn) for g in joined]
    assert along == pytest.approx(np.cumsum([0.0, *(g.advance for g in joined[:-1])]), abs=1e-6)
    assert across == pytest.approx([0.0] * len(text), abs=1e-6)


def test_what_shows_or_has_no_mark_stays_as_it_is() -> None:
    shown, plain = run_of(f"{MARK}#\U000f0000", run=1, invisible=False), run_of("12.5", run=2)
    assert with_pairs_joined([*shown, *plain]) == [*shown, *plain]
    beside = with_pairs_joined([*shown, *run_of(f"{MARK}\U000f00007", run=3), *plain])
    assert "".join(glyph.text for glyph in beside if glyph.run == 3) == "7"
    assert [glyph for glyph in beside if glyph.run != 3] == [*shown, *plain]


def test_characters_keep_the_place_of_their_run_among_others() -> None:
    before, after = run_of("12.5", run=2), run_of("R5", run=5, invisible=False)
    runs = [*before, *run_of(f"{MARK}\U000f00007", run=3), *after, *run_of(f"{MARK}\U000f00008\U000f0000,", run=4)]
    assert said(runs) == "12.57R58,"
    assert [glyph.run for glyph in with_pairs_joined(runs)] == [2, 2, 2, 2, 3, 5, 5, 4, 4]


@pytest.mark.parametrize("told", ["\U000f00001\U000f0000", "Ø4Ý\U000f001e", "Ø4", "\ufffd1", "⌀1", "•1", "\U000f0000•"])
def test_bytes_that_make_no_characters_are_left_out(told: str) -> None:
    assert said([*run_of(MARK + told), *run_of("R5", run=2)]) == "R5"
