from dataclasses import replace

import numpy as np
import pytest
from core_drawing import glyphs, quarter_turned, texts, word
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.layout.paragraphs import paragraphs_of
from drawkit.engine.sheet import Glyph
from drawkit.engine.text.lines import Line, lines_of
from drawkit.engine.text.words import once, words_of


def found(*runs, walls=None):
    made = words_of([g for run in runs for g in run], None if walls is None else np.array(walls, float))
    return texts(made)


def test_blanks_and_gaps_part_words():
    assert found(glyphs("12.5 MAX")) == ["12.5", "MAX"]
    assert found(glyphs("12"), glyphs("34", x=14)) == ["12", "34"]
    assert found(glyphs("12"), glyphs("34", x=12)) == ["1234"]


def test_the_order_of_the_file_means_nothing():
    assert found(reversed(glyphs("R12.5"))) == ["R12.5"]
    assert found(glyphs("UP", y=0), glyphs("DOWN", y=30), glyphs("45", angle=45)) == ["45", "DOWN", "UP"]


def test_other_sizes_and_base_lines_are_other_words():
    assert found(glyphs("20"), glyphs("H7", x=10, size=6)) == ["20", "H7"]
    assert found(glyphs("20"), glyphs("H7", x=10, y=-3)) == ["20", "H7"]


def test_bold_by_double_printing_is_read_once():
    twice = [*glyphs("SCALE"), *glyphs("SCALE", x=0.4)]
    assert found(twice) == ["SCALE"]
    assert len(list(once(twice))) == 5
    assert found(glyphs("11")) == ["11"]


def test_other_text_at_the_same_place_is_no_next_letter():
    assert found(glyphs("A"), glyphs("B")) == ["A", "B"]


def test_a_word_starts_where_its_first_glyph_does_and_is_as_long_as_they_reach():
    [made] = words_of(glyphs("12.5", x=30, y=40, angle=90))
    assert (made.x, made.y, made.angle) == (30, 40, 90)
    assert made.length == pytest.approx(20)
    assert made.height == pytest.approx(7.2)
    [slim] = words_of([Glyph("I", 0, 0, 0, 10, 0.5)])
    assert slim.length == 3


def test_words_of_blanks_are_none():
    assert words_of([Glyph(" ", 0, 0, 0, 10, 5), Glyph("\u200b", 30, 0, 0, 10, 5)])[0].text == "\u200b"
    assert words_of([Glyph(" ", 0, 0, 0, 10, 5)]) == []
    assert words_of([]) == []


def test_the_wall_of_a_table_parts_what_all_but_touches():
    close = glyphs("QTY"), glyphs("PART", x=16)
    assert found(*close) == ["QTYPART"]
    assert found(*close, walls=[[15.5, -20, 15.5, 5]]) == ["PART", "QTY"]
    assert found(*close, walls=[[15.5, -7, 15.5, 0]]) == ["QTYPART"]  # as short as a letter
    assert found(*close, walls=[[0, -3, 40, -3]]) == ["QTYPART"]  # a line along the text
    assert found(*close, walls=[[15.5, -90, 15.5, -50]]) == ["QTYPART"]  # in another row
    touching = glyphs("QTY"), glyphs("PART", x=15)
    assert found(*touching, walls=[[15, -20, 15, 5]]) == ["PART", "QTY"]
    assert found(glyphs("12"), glyphs("34", x=10), walls=[[10, -20, 10, 5]]) == ["1234"]  # figures share a stem
    assert found(*touching, walls=np.empty((0, 4))) == ["QTYPART"]


rows = st.lists(st.text("0123456789.XR⌀±ABC ", min_size=1, max_size=12), min_size=1, max_size=6)


@given(rows, st.integers(1, 3), st.floats(20, 300))
@settings(max_examples=60)
def test_turning_the_sheet_turns_its_words(lines, quarters, left):
    placed = [g for i, line in enumerate(lines) for g in glyphs(line, left, 40 + 25 * i)]
    expected = [(w.text, w.x, w.y, w.angle, w.length) for w in words_of(placed)]
    for _ in range(quarters):
        placed = [
            Glyph(g.text, *quarter_turned(g.x, g.y, 842), (g.angle + 90) % 360, g.size, g.advance) for g in placed
        ]
        expected = [(t, *quarter_turned(x, y, 842), (a + 90) % 360, n) for t, x, y, a, n in expected]
    turned = sorted((w.text, round(w.x, 4), round(w.y, 4), w.angle, round(w.length, 4)) for w in words_of(placed))
    assert turned == sorted((t, round(x, 4), round(y, 4), a, round(n, 4)) for t, x, y, a, n in expected)


@given(rows)
def test_no_letter_is_lost_or_made_up(lines):
    placed = [g for i, line in enumerate(lines) for g in glyphs(line, 10, 40 + 25 * i)]
    assert sorted("".join(w.text for w in words_of(placed))) == sorted("".join(lines).replace(" ", ""))


def spread(text, x=0.0, y=0.0, angle=0.0, height=5.0):
    """Words of a sentence with one blank between them."""
    out, at = [], 0
    for part in text.split():
        step = 0.7 * height * at
        turn = np.radians(angle)
        out.append(word(part, x + step * np.cos(turn), y - step * np.sin(turn), height, angle))
        at += len(part) + 1
    return out


def test_words_on_one_base_line_are_one_line():
    [line] = lines_of(reversed(spread("4x ⌀9 THRU", 50, 60, 90)))
    assert line.text == "4x ⌀9 THRU"
    assert line.word.length == pytest.approx(0.7 * 5 * 10)
    assert (line.word.x, line.word.y, line.word.angle) == (50, 60, 90)
    assert line.box == line.word.box


@pytest.mark.parametrize(
    "other", [word("B", 30, 0), word("B", 4, 3), word("B", 4, 0, height=9), word("B", 4, 0, angle=90)]
)
def test_what_stands_apart_is_another_line(other):
    assert len(lines_of([word("A"), other])) == 2


def test_a_wall_parts_a_line_and_a_letters_stem_does_not():
    pair = [word("AB", 0, 0), word("CD", 12, 0)]
    assert len(lines_of(pair, walls=np.array([[9.0, -20, 9, 20]]))) == 2
    assert len(lines_of(pair, walls=np.array([[9.0, -5, 9, 0]]))) == 1


def test_a_line_within_the_paper_around_pixels_parts_them_too():
    pair = [word("AB", 0, 0), word("CD", 12, 0)]
    inside = pair[0].length - 0.5
    within = np.array([[inside, -20.0, inside, 20.0]])
    assert len(lines_of(pair, walls=within)) == 1
    assert len(lines_of([replace(w, read_from="recognised") for w in pair], walls=within)) == 2
    assert len(lines_of(pair, walls=np.array([[0.0, -20, 30, -20]]))) == 1
    assert len(lines_of(pair, gap=0.5)) == 2


def beside(first, second, gap, read_from="text layer"):
    """The lines of two words so many letter heights of 5 apart, with a line of the sheet between them."""
    start = word(first).length + 5 * gap
    pair = [word(first, read_from=read_from), word(second, start, read_from=read_from)]
    middle = (pair[0].length + start) / 2
    return [line.text for line in lines_of(pair, walls=np.array([[middle, -20.0, middle, 20.0]]))]


@pytest.mark.parametrize(
    ("second", "gap", "lines"),
    [("±0.5", 0.3, ["18.0 ±0.5"]), ("±0.5", 1.0, ["18.0", "±0.5"]), ("{+0.2|0}", 1.0, ["18.0 {+0.2|0}"])],
)
def test_an_extension_line_parts_no_nominal_from_its_deviation_but_a_cells_does(second, gap, lines):
    assert beside("18.0", second, gap) == lines


@pytest.mark.parametrize(
    ("opening", "count"), [("Scale", 1), ("SCALE:", 1), ("Maßstab", 1), ("±", 1), ("Depth", 2), ("Scaled", 2)]
)
def test_the_number_that_a_word_for_a_scale_is_printed_for_may_stand_two_blanks_behind_it(opening, count):
    first = word(opening)
    assert len(lines_of([first, word("1.000", first.length + 1.6 * 5)])) == count


def test_a_line_is_as_sure_as_its_weakest_word():
    sure, weak = word("12", 0, 0, confidence=0.9), word("H7", 10, 0, confidence=0.6, read_from="recognised")
    line = Line((sure, weak))
    assert (line.word.confidence, line.word.read_from) == (0.6, "both")
    assert Line((weak,)).word.read_from == "recognised"
    assert Line((weak, word("K", 20, 0, read_from="recognised"))).word.read_from == "recognised"


@given(st.integers(0, 3), st.lists(st.sampled_from(["12.5", "A", "NOTE", "±0.1"]), min_size=1, max_size=5))
def test_lines_do_not_depend_on_the_sheets_turn(quarters, parts):
    placed = spread(" ".join(parts), 100, 200)
    for _ in range(quarters):
        placed = [word(w.text, *quarter_turned(w.x, w.y, 842), w.height, (w.angle + 90) % 360) for w in placed]
    assert [line.text for line in lines_of(placed)] == [" ".join(parts)]


def paragraphs(*rows, height=5.0):
    lines = [Line(tuple(spread(text, x, y, height=height))) for x, y, text in rows]
    return [" / ".join(line.text for line in p) for p in paragraphs_of(lines)]


def test_lines_below_each_other_are_a_paragraph():
    assert paragraphs((10, 10, "ALL EDGES"), (10, 18, "ROUNDED")) == ["ALL EDGES / ROUNDED"]
    assert paragraphs((10, 10, "TOP"), (14, 18, "INDENTED")) == ["TOP / INDENTED"]
    assert paragraphs((20, 10, "CENTRED HEADING"), (30, 18, "SMALLER ONE")) == ["CENTRED HEADING / SMALLER ONE"]


def test_a_numbered_line_starts_a_paragraph():
    rows = (10, 10, "1. DEBURR ALL"), (18, 18, "EDGES"), (10, 26, "2. PAINT"), (10, 34, "a) RED")
    assert paragraphs(*rows) == ["1. DEBURR ALL / EDGES", "2. PAINT", "a) RED"]


def test_what_is_far_or_small_or_turned_is_another_paragraph():
    assert len(paragraphs((10, 10, "TOP"), (10, 40, "FAR"))) == 2
    assert len(paragraphs((10, 10, "TOP"), (200, 18, "ASIDE"))) == 2
    lines = [
        Line((word("TOP", 10, 10),)),
        Line((word("SMALL", 10, 17, height=3),)),
        Line((word("UP", 10, 18, angle=90),)),
    ]
    assert len(paragraphs_of(lines)) == 3


def test_a_wider_space_ends_a_paragraph():
    assert paragraphs((10, 10, "ONE"), (10, 17, "TWO"), (10, 28, "THREE")) == ["ONE / TWO", "THREE"]


def test_letters_that_touch_are_one_word_of_a_line():
    cut = [word("SECT", 100, 100), word("ION", 114, 100), word("A-A", 128, 100)]
    [line] = lines_of(cut)
    assert line.text == "SECTION A-A"


def test_a_blank_between_letters_set_solid_may_be_narrow():
    narrow = 2.2  # of a font size of 10: the blank of a serif face with kerning taken off
    assert found(glyphs("LEFT"), glyphs("HAND", x=20 + narrow)) == ["HAND", "LEFT"]
    assert found(glyphs("B.V."), glyphs("OIL", x=20 + narrow)) == ["B.V.OIL"]
    assert found(glyphs("12.5"), glyphs("34", x=20 + narrow)) == ["12.534"]
    spaced = [g for i, c in enumerate("SCALE") for g in glyphs(c, x=(5 + narrow) * i)]
    assert found(spaced) == ["SCALE"]


def test_a_small_x_joins_the_figures_on_either_side():
    sign = replace(word("X", 113, 100, height=4.2), read_from="recognised")
    assert [
        line.text for line in lines_of([word("4", 105, 100, height=7), sign, word("⌀9", 120, 100, height=7.4)])
    ] == ["4 X ⌀9"]
    letter = replace(sign, text="K")
    assert len(lines_of([word("4", 105, 100, height=7), letter, word("⌀9", 120, 100, height=7.4)])) > 1


def test_the_two_rows_of_a_stack_make_no_wider_blank():
    before, behind = word("8,5", 100, 100, height=7), word("10,5{-0,1|-0,2}", 127, 100, height=10)
    gap = behind.x - before.end[0]
    assert 1.5 * 7 < gap < 1.5 * 10
    assert len(lines_of([before, behind])) == 2
    assert len(lines_of([before, replace(behind, x=before.end[0] + 9)])) == 1


def test_a_unit_ends_a_word_where_the_next_number_begins_without_room():
    chain = words_of(glyphs("40,00mm40,00mm"))
    assert [w.text for w in chain] == ["40,00mm", "40,00mm"]
    assert chain[1].x == pytest.approx(chain[0].x + chain[0].length)
    assert chain[0].length == pytest.approx(chain[1].length)


@pytest.mark.parametrize("text", ["N/mm2", "mm2", "10mm", "Comm25", "mm"])
def test_a_unit_with_its_power_is_one_word(text):
    assert [w.text for w in words_of(glyphs(text))] == [text]
