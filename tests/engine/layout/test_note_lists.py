"""Lists of notes under a heading: a line for each item, where nothing was wrapped, and numbers without their mark."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.note_lists import is_head, parts_of
from drawkit.engine.layout.paragraphs import paragraphs_of
from drawkit.engine.text.lines import lines_of


def items(*texts: str, confidence: float = 1, heights: tuple[float, ...] = ()) -> list[str]:
    """The items of lines below each other."""
    d = Drawing()
    for k, text in enumerate(texts):
        d.text(60, 100 + 9 * k, text, heights[k] if heights else 5, confidence=confidence)
    blocks = paragraphs_of(lines_of(d.words, gap=3.0))
    return [" ".join(line.text for line in part) for part in parts_of(blocks)]


@pytest.mark.parametrize(
    "text", ["NOTES:", "Notes :", "Hinweise", "技術要求", "注記", "Технические требования", "GENERAL NOTES"]
)
def test_headings(text: str) -> None:
    assert is_head(text)


@pytest.mark.parametrize("text", ["NOTE 3 APPLIES", "Notch", "NOTES ON PLATING", ""])
def test_no_headings(text: str) -> None:
    assert not is_head(text)


def test_a_heading_is_none_of_its_items() -> None:
    assert items("Notes:", "1. Deburr all edges.", "2. Paint black.") == ["1. Deburr all edges.", "2. Paint black."]
    assert items("NOTES:") == ["NOTES:"]


def test_each_line_that_had_room_for_the_next_word_is_an_item() -> None:
    told = ("Remove burrs", "Paint RAL 7035", "Unspecified radii R2 at all inner edges", "Heat treat")
    assert items("Notes:", *told) == [*told]


def test_capitals_alone_are_told_by_the_breaks_of_most_lines() -> None:
    told = ("REMOVE ALL BURRS", "HEAT TREAT", "ALL FILLETS R2 UNLESS STATED OTHERWISE", "PAINT")
    assert items("NOTES:", *told) == [*told]


def test_wrapped_text_under_a_heading_stays_whole() -> None:
    wrapped = ("ALL PARTS ARE TO BE CLEANED BEFORE", "THEY ARE PAINTED WITH TWO COATS OF", "PRIMER")
    assert items("NOTE:", *wrapped) == [" ".join(wrapped)]
    german = ("Alle Teile sind vor dem Lackieren von", "Fett und Schmutz zu befreien")
    assert items("Hinweise:", *german) == [" ".join(german)]


def test_lines_without_a_heading_stay_a_paragraph() -> None:
    assert items("Remove burrs", "Paint RAL 7035", "Unspecified radii R2 at all edges") == [
        "Remove burrs Paint RAL 7035 Unspecified radii R2 at all edges"
    ]


def test_a_heading_in_lower_letters_as_they_are_measured() -> None:
    assert items("Notes", "Rayons", "Pièces", heights=(4, 5.5, 5.4)) == ["Rayons", "Pièces"]


def test_numbers_whose_mark_was_not_read_go_on() -> None:
    told = ("1. REMOVE ALL BURRS", "2 PAINT BLACK", "3I HEAT TREAT")
    assert items("NOTES:", *told, confidence=0.9) == [*told]


def test_written_numbers_have_their_marks() -> None:
    assert items("1. DRILL AND TAP", "2 HOLES AS SHOWN") == ["1. DRILL AND TAP 2 HOLES AS SHOWN"]
    assert items("1. DRILL AND TAP", "4 HOLES AS SHOWN", confidence=0.9) == ["1. DRILL AND TAP 4 HOLES AS SHOWN"]


def test_signs_without_blanks() -> None:
    told = ("バリなきこと", "指示なき角は糸面取りのこと", "塗装")
    assert items("注記", *told) == [*told]


def test_signs_without_blanks_end_where_they_had_room_without_a_heading_too() -> None:
    told = ("バリなきこと", "指示なき角は糸面取りのこと", "塗装")
    assert items(*told) == [*told]
    wrapped = ("指示なき角は糸面取りのこと", "指示なき隅は糸面取りのこと", "塗装")
    assert items(*wrapped) == [" ".join(wrapped)]


def test_codes_that_are_explained_line_by_line() -> None:
    told = ("A:In Tube of Ten", "B:In Tray", "1: Tape and Reel")
    assert items(*told) == [*told]
    assert items("Drawn at scale", "1:2 on this sheet") == ["Drawn at scale 1:2 on this sheet"]


def test_a_text_in_another_language_is_an_item_of_its_own() -> None:
    told = ("[DE] Alle Kanten gebrochen", "[EN] All edges broken")
    assert items(*told) == [*told]
