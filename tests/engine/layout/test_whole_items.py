"""Numbered items with all that stands between their number and the next."""

from __future__ import annotations

import pytest

from drawkit.engine.layout.note_items import items_of
from drawkit.engine.layout.paragraphs import paragraphs_of
from drawkit.engine.layout.whole_items import whole_items
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line


def _line(text: str, x: float, y: float, height: float = 4.0) -> Line:
    return Line((Word(text, x, y, 0.0, 0.6 * height * len(text), height),))


def _texts(*lines: Line) -> list[str]:
    return [" ".join(line.text for line in p) for p in whole_items(paragraphs_of(lines))]


def test_what_follows_after_a_blank_line_belongs_to_the_item_above() -> None:
    lines = (
        _line("8. MATERIAL: A RESIN OF SOME SORT", 10, 10),
        _line("MATERIAL SHALL BE NEW.", 24, 30),
        _line("WALLS AS IN THE MODEL.", 24, 36),
        _line("9. PARTS SHALL BE CLEAN.", 10, 50),
        _line("SEE THE MODEL", 24, 70),
    )
    assert _texts(*lines) == [
        "8. MATERIAL: A RESIN OF SOME SORT MATERIAL SHALL BE NEW. WALLS AS IN THE MODEL.",
        "9. PARTS SHALL BE CLEAN.",
        "SEE THE MODEL",
    ]


def test_what_stands_beside_a_list_or_over_it_is_none_of_its_items() -> None:
    lines = (
        _line("NOTES ON THE PART", 10, 2),
        _line("1. ALL IN STEEL", 10, 20),
        _line("FRONT OF THE HOUSING", 300, 26),
        _line("LARGE", 24, 28, 12.0),
        _line("2. PAINTED", 10, 40),
    )
    assert len(_texts(*lines)) == len(lines)


def test_sub_items_far_from_the_number_go_on_with_their_item() -> None:
    lines = (_line("14. MARKED WITH THE FOLLOWING", 10, 10), _line("* CAVITY NUMBER", 38, 17), _line("* DATE", 38, 24))
    assert [len(p) for p in paragraphs_of(lines)] == [3]


def _items(*rows: tuple[str, float]) -> list[str]:
    (paragraph,) = paragraphs_of([_line(text, 10, y) for text, y in rows])
    return [" ".join(line.text for line in item) for item in items_of(paragraph)]


def test_bullets_begin_items() -> None:
    rows = (
        ("NEEDS OF THE BOARD:", 10),
        ("- ITS CORNERS MUST BE ROUND", 17),
        ("- IT HAS ALL OF ITS", 24),
        ("HOLES", 31),
    )
    assert _items(*rows) == [rows[0][0], rows[1][0], "- IT HAS ALL OF ITS HOLES"]


@pytest.mark.parametrize("mark", [".", "·"])
def test_a_point_before_a_word_begins_an_item_and_that_of_a_tolerance_none(mark: str) -> None:
    rows = ((f"{mark}Life test: 10,000 cycles", 10), (f"{mark}Load of 50 mA at no more", 17), ("than 12 V", 24))
    assert _items(*rows) == [rows[0][0], f"{rows[1][0]} {rows[2][0]}"]
    places = (("SIZES ARE MADE WITHIN", 10), (f"{mark}XX ± .01 IN ALL", 17), (f"{mark}XXX ± .005", 24))
    assert _items(*places) == [" ".join(text for text, _ in places)]


def test_wider_room_between_lines_parts_paragraphs() -> None:
    rows = (("SPECIFICATION OF HOLES", 10), ("HOLES ARE NOT PLATED WHERE", 19), ("NOTHING ELSE IS SAID", 26))
    assert _items(*rows) == [rows[0][0], f"{rows[1][0]} {rows[2][0]}"]


def test_lines_each_of_which_is_a_sentence_are_items() -> None:
    rows = (("Countersink the holes of 6.6 mm.", 10), ("Cut M6 in those of 5 mm.", 17))
    assert _items(*rows) == [text for text, _ in rows]
    assert len(_items(("Countersink the holes of 6.6 mm.", 10), ("Cut M6 in those of", 17), ("5 mm.", 24))) == 1
    first = ("All holes are those of a screw of the", 10), ("size of M5 or M6.", 17)
    assert _items(*first, *((text, y + 14) for text, y in rows)) == [f"{first[0][0]} {first[1][0]}", *dict(rows)]


def _whole(*lines: Line) -> list[str]:
    whole = whole_items(paragraphs_of(lines))
    return [" ".join(line.text for line in part) for p in whole for part in items_of(p)]


def test_marked_lines_under_a_numbered_heading_are_items_of_their_own() -> None:
    lines = (
        _line("1. MATERIAL:", 10, 10),
        _line("1.1 HOUSING: RESIN, HARD AND", 20, 16),
        _line("BLACK", 34, 22),
        _line("1.2 CONTACT: BRASS", 20, 28),
        _line("2. RATING:", 10, 38),
        _line("- CURRENT: 1.2A MAX.", 20, 44),
        _line("- VOLTAGE: 100 V", 20, 54),
        _line("3. PACK EACH PART", 10, 64),
    )
    assert _whole(*lines) == [
        "1. MATERIAL:",
        "1.1 HOUSING: RESIN, HARD AND BLACK",
        "1.2 CONTACT: BRASS",
        "2. RATING:",
        "- CURRENT: 1.2A MAX.",
        "- VOLTAGE: 100 V",
        "3. PACK EACH PART",
    ]


def test_what_a_sentence_enumerates_belongs_to_it() -> None:
    lines = (_line("14. EACH PART SHALL BEAR", 10, 10), _line("* ITS NUMBER", 22, 16), _line("* ITS DATE", 22, 22))
    assert _whole(*lines) == ["14. EACH PART SHALL BEAR * ITS NUMBER * ITS DATE"]


def test_a_size_at_the_head_of_a_line_is_no_number_of_an_item() -> None:
    lines = (_line("ALL WALLS ARE MADE IN SHEET OF", 10, 10), _line("1.5 MM AND PAINTED", 10, 16))
    assert _whole(*lines) == ["ALL WALLS ARE MADE IN SHEET OF 1.5 MM AND PAINTED"]
