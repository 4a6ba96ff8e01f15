"""Cells around text, and the lines that bound them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.layout.cells import cells_of, join_wrapped, level_words
from drawkit.engine.layout.ruling import merge, ruling_of


def test_cells_and_their_lines():
    d = Drawing().table(100, 100, [60, 80], [["ONE", "TWO\nTHREE"], ["FOUR", ""]])
    cells = {c.text: c.box for c in cells_of(d.sheet())}
    assert cells == {
        "ONE": pytest.approx((100, 100, 160, 121)),
        "TWO THREE": pytest.approx((160, 100, 240, 121)),
        "FOUR": pytest.approx((100, 121, 160, 135)),
    }


def test_underline_and_letters_strokes_are_no_walls():
    d = Drawing().cell(100, 100, 200, 140).text(120, 125, "TITLE").line(119, 127, 140, 127).line(128, 120, 128, 125)
    (cell,) = cells_of(d.sheet())
    assert cell.box == pytest.approx((100, 100, 200, 140))
    assert cell.letter_height == 5
    assert [w.text for w in cell.words] == ["TITLE"]
    assert (cell.width, cell.height) == (pytest.approx(100), pytest.approx(40))


def test_walls_of_a_picture_reach_the_lines_that_they_fall_short_of():
    d = Drawing().line(100, 100, 220, 100).line(100, 130, 220, 130).line(100, 100, 100, 130).line(220, 100, 220, 130)
    d.line(160, 101.5, 160, 129).line(190, 102, 190, 108).text(110, 106, "SIZE").text(166, 106, "REV")
    sheet = d.sheet()
    assert [c.text for c in cells_of(sheet)] == ["SIZE REV"]
    cells = {c.text: c.box for c in cells_of(sheet.at(drawn=sheet.segments))}
    assert cells == {"SIZE": pytest.approx((100, 100, 160, 130)), "REV": pytest.approx((160, 100, 220, 130))}


def test_bars_drawn_as_fills_and_double_lines_bound_cells():
    from drawkit.engine.sheet import Path

    d = Drawing().text(120, 125, "X-1")
    for x in (100, 200):
        bar = np.array([[x, 100], [x + 1, 100], [x + 1, 140], [x, 140]], float)
        d.paths.append(Path(bar, True, True, False, 0, 192, False))
    for y in (100, 140, 140.6):
        d.line(100, y, 201, y)
    (cell,) = cells_of(d.sheet())
    assert cell.box == pytest.approx((100.5, 100, 200.5, 140), abs=0.7)


def test_word_over_a_wall_is_cut_only_between_headings():
    d = Drawing().table(100, 100, [40, 60], [["", ""]]).text(110, 110, "SCALEDATE", 5).text(110, 300, "Overflow")
    d.line(125, 290, 125, 310)
    assert [w.text for w in level_words(d.sheet())] == ["SCALEDATE", "Overflow"]
    near = Drawing().table(100, 100, [28, 60], [["", ""]]).text(110, 110, "SCALEDATE", 5)
    assert [w.text for w in level_words(near.sheet())] == ["SCALE", "DATE"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2768-mKSize:", ["2768-mK", "Size:"]),
        ("ISO2768Size:", ["ISO2768", "Size:"]),
        ("OVERSIZE:", ["OVERSIZE:"]),
        ("oversize:", ["oversize:"]),
        ("2768-mKSize", ["2768-mKSize"]),
    ],
)
def test_a_word_over_a_wall_is_cut_before_a_label_with_its_colon(text, parts):
    wall = 3.5 * len(text.casefold().removesuffix(":").removesuffix("size"))
    d = Drawing().table(100, 100, [10 + wall, 60], [["", ""]]).text(110, 110, text, 5)
    assert [w.text for w in level_words(d.sheet())] == parts


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["BALL", "BEARING"], "BALL BEARING"),
        (["01_02-", "ring"], "01_02-ring"),
        (["A -", "B"], "A - B"),
        (["a_", "b"], "a_b"),
        ([], ""),
    ],
)
def test_wrapped_text(lines, text):
    assert join_wrapped(lines) == text


def test_pieces_make_one_line_and_gaps_part_them():
    place = np.array([10.0, 10.1, 10.0, 50.0])
    spans = np.array([[0.0, 20], [20.3, 40], [60, 80], [0, 3]])
    lines = merge(place, spans, 5.0, 1.0)
    assert [tuple(np.round(row[1:], 1)) for row in lines] == [(0.0, 40.0), (60.0, 80.0)]


def test_an_empty_sheet_has_the_page_as_ruling():
    ruling = ruling_of(Drawing().sheet())
    assert len(ruling.level) == len(ruling.upright) == 2


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500), st.floats(0, 500)), max_size=30))
def test_merged_lines_cover_their_pieces(pieces):
    place = np.array([p[0] for p in pieces])
    spans = np.array([p[1:] for p in pieces]).reshape(-1, 2)
    lines = merge(place, spans, 5.0, 1.0)
    for at, a, b in pieces:
        if abs(a - b) >= 4.5:
            near = np.abs(lines[:, 0] - at) < 2
            assert np.any(near & (lines[:, 1] <= min(a, b) + 1e-6) & (lines[:, 2] >= max(a, b) - 1e-6))


def test_parts_of_a_word_that_runs_over_a_wall_are_mended():
    d = Drawing().table(100, 100, [28, 60], [["", ""]]).text(110, 110, "Aufspann").text(138, 110, "ung_1")
    d.text(110, 200, "SCALE").text(127.5, 200, "DATE").text(300, 200, "left").text(315, 200, "right")
    assert [w.text for w in level_words(d.sheet())] == ["Aufspannung_1", "SCALE", "DATE", "left", "right"]


def test_words_of_two_cells_that_touch_are_parts_of_one_only_where_they_were_printed():
    d = Drawing().box(100, 100, 160, 120).box(160, 100, 240, 120)
    d.text(132.0, 112, "Aufspan", 8)
    first = d.words[0]
    d.words[0] = first = replace(first, x=160 - first.length)
    d.words.append(replace(first, text="nung", x=160.0))
    assert [w.text for w in level_words(d.sheet())] == ["Aufspannung"]
    d.words = [replace(w, read_from="recognised") for w in d.words]
    assert {c.text for c in cells_of(d.sheet())} == {"Aufspan", "nung"}


def test_signs_close_to_a_number_belong_to_it():
    d = Drawing().text(100, 100, "±").text(104, 100, "0.05").text(150, 100, "30").text(157.5, 100, "°")
    d.text(200, 100, "±").text(220, 100, "1")
    assert {w.text for w in level_words(d.sheet())} == {"±0.05", "30°", "±", "1"}
