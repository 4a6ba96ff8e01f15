"""Diameter signs that the reader of words took for a 0 or left out, on pictures of strokes."""

from dataclasses import replace

import pytest
from core_drawing import painted, stroke_paths, word

from drawkit.engine.picture_text.diameter_signs import with_diameters
from drawkit.engine.picture_text.pixel_marks import with_pixel_marks

HEIGHT = 7.0
STEP = 1.1 * HEIGHT  # a word's letters stand this far apart


def picture(drawn, read, *, grey=0, source="picture", read_from="recognised"):
    """A picture of letters, set as far apart as a word's, with what was read there."""
    strokes = [s for i, c in enumerate(drawn) if c != " " for s in stroke_paths(20 + i * STEP, 60, c, HEIGHT)]
    there = word(read, 20, 60, HEIGHT, read_from=read_from)
    there = type(there)(read, 20, 60, 0.0, len(drawn) * STEP, HEIGHT, 0.95, read_from)
    return painted(*strokes, grey=grey).at(words=(there,), source=source)


def told(drawn, read, **how):
    [found] = with_diameters(picture(drawn, read, **how)).words
    return found.text


@pytest.mark.parametrize(
    ("drawn", "read", "right"),
    [("⌀5", "05", "⌀5"), ("4x⌀5", "4x05", "4x⌀5"), ("2-⌀4", "2-04", "2-⌀4"), ("⌀2", "2", "⌀2"), ("⌀25", "25", "⌀25")],
)
def test_a_sign_in_the_picture_is_put_in(drawn, read, right):
    assert told(drawn, read) == right


def test_a_sign_is_found_where_a_rough_box_begins_too_early():
    sheet = picture("⌀63", "063")
    [read] = sheet.words
    early = replace(read, x=read.x - 0.7 * HEIGHT, length=0.8 * read.length)
    assert [w.text for w in with_diameters(sheet.at(words=(early,))).words] == ["⌀63"]


@pytest.mark.parametrize(("drawn", "read"), [("05", "05"), ("4x05", "4x05"), ("25", "25"), ("0.5", "0.5"), ("", "05")])
def test_where_the_picture_shows_none_the_text_stays(drawn, read):
    assert told(drawn or " ", read) == read


@pytest.mark.parametrize("letter", "ⓅⓂⓁ")
def test_a_circled_letter_that_flags_a_dimension_is_no_diameter(letter):
    assert told(f"{letter} 45", "⌀45") == "45"


@pytest.mark.parametrize("drawn", ["⌀45", " 45", "|45"])
def test_what_shows_no_circled_letter_stays_a_diameter(drawn):
    assert told(drawn, "⌀45") == "⌀45"


def test_a_text_layer_is_believed():
    assert told("⌀5", "05", read_from="text layer") == "05"
    assert told("⌀2", "2", source="text") == "2"
    assert told("Ⓟ 45", "⌀45", source="text") == "⌀45"


@pytest.mark.parametrize("grey", [0, 120, 185])
def test_pale_strokes_of_a_scan_are_ink(grey):
    strokes = [*stroke_paths(40, 60, "⌀", HEIGHT), *stroke_paths(50, 60, "12", HEIGHT)]
    sheet = painted(*strokes, grey=grey).at(words=(word("12", 50, 60, HEIGHT),), source="picture")
    assert sorted(w.text for w in with_pixel_marks(sheet).words) == ["12", "⌀"]
