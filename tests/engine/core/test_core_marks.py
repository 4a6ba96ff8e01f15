from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from core_drawing import painted, path, round_path, sheet_of, stroke_paths, texts, word
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.picture_text.pixel_marks import with_pixel_marks
from drawkit.engine.recognition.symbols import Symbol
from drawkit.engine.sheet import Word
from drawkit.engine.text import complete as completing
from drawkit.engine.text.complete import complete
from drawkit.engine.text.marks import RowMark, beside_letters, in_row, marks_of

VALUE = word("12.5", 100, 100, height=7)  # from x 100 to 119.6


def marks(*paths, words=(VALUE,)):
    return marks_of(words, paths)


def extents(found):
    return [(*(round(v, 2) for v in m.along), *(round(v, 2) for v in m.across)) for m in found]


def test_a_small_shape_before_or_behind_a_word_is_a_mark():
    before, behind = round_path(93, 96.5, 3), round_path(125, 96.5, 3, group=1)
    found = sorted(marks(before, behind), key=lambda m: m.along)
    assert [m.centre for m in found] == [pytest.approx((93, 96.5), abs=0.01), pytest.approx((125, 96.5), abs=0.01)]
    assert found[0].across == pytest.approx((0.5 / 7, 6.5 / 7))


def test_what_is_far_large_or_the_letters_own_is_no_mark():
    assert marks(round_path(50, 96.5, 3)) == []
    assert marks(round_path(93, 80, 3)) == []
    assert marks(round_path(93, 96.5, 30)) == []
    assert marks(round_path(105, 96.5, 3)) == []
    assert marks(round_path(93, 96.5, 0.2)) == []
    assert marks() == []
    assert marks_of([], [round_path(93, 96.5, 3)]) == []


def test_pieces_that_touch_or_stand_above_each_other_are_one_mark():
    circle, slash = round_path(93, 96.5, 3), path(90, 100, 96, 93, group=1)
    assert len(marks(circle, slash)) == 1
    bar, cross = path(90, 99, 95, 99), [path(90, 95, 95, 95, group=1), path(92.5, 92.6, 92.5, 97.4, group=2)]
    [both] = marks(bar, *cross)
    assert len(both.paths) == 3
    apart = [round_path(93, 96.5, 2), round_path(86, 96.5, 2, group=1)]
    assert len(marks(*apart)) == 2


@pytest.mark.parametrize("facets", [12, 24, 48])
def test_a_ring_may_be_drawn_as_many_strokes(facets):
    """Each is shorter than any mark; together they are the ring of ⌀, with its slash across them."""
    turns = np.linspace(0, 2 * np.pi, facets + 1)
    corners = np.column_stack([93 + 3 * np.cos(turns), 96.5 + 3 * np.sin(turns)])
    ring = [path(*start, *end, group=number) for number, (start, end) in enumerate(pairwise(corners.tolist()))]
    [found] = marks(*ring, path(90, 99.5, 96, 93.5, group=99))
    assert len(found.paths) == facets + 1
    assert "⌀" in texts(complete(sheet_of([VALUE], [*ring, path(90, 99.5, 96, 93.5, group=99)])).words)


def test_the_outlines_of_one_filled_operation_are_one_mark():
    two = [round_path(93, 96.5, 1.5, filled=True), round_path(86, 96.5, 1.5, filled=True)]
    assert len(marks(*two)) == 1


def test_the_slash_of_a_slanting_sign_may_stand_upright_on_the_page():
    """At 30 degrees the slash of ⌀, which leans by as much, is parallel to the walls of every table."""
    tilted = replace(VALUE, angle=30.0)
    ring, slash = round_path(92.2, 101.5, 2.8), path(92.2, 95.8, 92.2, 107.2, group=1)
    [mark] = marks(ring, slash, words=(tilted,))
    assert len(mark.paths) == 2


def test_lines_of_cells_and_shelves_are_no_marks():
    wall = path(97, 88, 97, 104)
    shelf, over, long_dash = path(88, 103, 97, 103), path(88, 90, 97, 90), path(85, 96, 97, 96)
    for line in (wall, shelf, over, long_dash):
        assert marks(line) == []
    slanted = path(90, 103, 96, 92)  # as high as a wall, but a bracket's stroke is not upright
    assert len(marks(slanted)) == 1
    assert len(marks(path(90, 96.5, 96, 96.5))) == 1  # a minus


def test_the_bar_under_a_symbol_is_a_piece_of_it():
    arrow = path(93, 93, 93, 99, 91, 96, 93, 99, 95, 96)
    bar = path(90, 101.5, 96, 101.5, group=1)
    [mark] = marks(arrow, path(90, 99.8, 96, 99.8, group=1))
    assert len(mark.paths) == 2
    assert [len(m.paths) for m in marks(arrow, bar)] == [1]


def test_a_mark_between_two_words_belongs_to_the_row_it_fits():
    lower = word("12.5", 100, 112, height=7)
    [mark] = marks(round_path(93, 96.5, 3), words=(lower, VALUE))
    assert mark.word is VALUE


def test_a_mark_shows_itself_upright_as_its_word_reads():
    flat = RowMark(VALUE, (path(86, 96, 96, 96),), (-2, -0.6), (0.5, 0.6))
    standing = word("12.5", 100, 100, height=7, angle=90)
    turned = RowMark(standing, (path(96, 114, 96, 104),), (-2, -0.6), (0.5, 0.6))
    for mark in (flat, turned):
        rows, columns = np.nonzero(mark.image < 128)
        assert np.ptp(columns) > 10 * np.ptp(rows)
    filled = RowMark(VALUE, (round_path(93, 96.5, 3, filled=True),), (-1.5, -0.5), (0, 1))
    hollow = RowMark(VALUE, (round_path(93, 96.5, 3),), (-1.5, -0.5), (0, 1))
    inked = [(mark.image < 128).sum() for mark in (hollow, filled)]
    assert 0 < inked[0] < 0.7 * inked[1]


def test_a_filled_outline_keeps_its_holes():
    ring = [round_path(93, 96.5, 3, filled=True), round_path(93, 96.5, 1.5, filled=True)]
    [mark] = marks(*ring)
    rows, columns = mark.image.shape
    assert mark.image[rows // 2, columns // 2] == 255


def test_a_mark_falls_apart_into_what_only_comes_near():
    head = path(97, 96.5, 90, 95.5, 90, 97.5, closed=True, filled=True, stroked=False, group=1)
    circle, slash = round_path(88, 96.5, 3), path(85, 100, 91, 93, group=2)
    [bare] = RowMark(VALUE, (circle, slash, head), (-3, -0.4), (0, 1)).parts()
    assert bare.paths == (circle, slash)
    assert bare.along == pytest.approx((-15 / 7, -9 / 7))
    close = round_path(94.5, 96.5, 3, group=3)
    apart = RowMark(VALUE, (circle, slash, close), (-3, -0.4), (0, 1)).parts()
    assert [part.paths for part in apart] == [(circle, slash), (close,)]
    assert RowMark(VALUE, (head,), (-3, -0.4), (0, 1)).parts() == []
    blunt = path(97, 96.5, 94, 90, 94, 103, closed=True, group=1)
    assert len(RowMark(VALUE, (blunt, close), (-3, -0.4), (0, 1)).parts()) == 1


@given(st.floats(0, 359), st.floats(-2, 2), st.floats(-0.5, 1.5))
def test_places_in_a_row_lead_back_to_the_page(angle, along, across):
    base = word("12.5", 30, 40, 7, angle)
    (dx, dy), (ux, uy) = base.direction, base.up
    point = np.array([[30 + 7 * (dx * along + ux * across), 40 + 7 * (dy * along + uy * across)]])
    assert in_row(point, base)[0] == pytest.approx((along, across), abs=1e-6)


def completed(text, symbol, *, before, height=7.0, shift=0.0):
    """What a sheet says on which a symbol is drawn beside a number of the text layer."""
    value = word(text, 100, 100, height)
    x = 100 - (1.15 if before else -0.15) * height if before else value.end[0] + 0.15 * height
    return complete(sheet_of([value], stroke_paths(x + shift, 100, symbol, height)))


@pytest.mark.parametrize("symbol", ["⌀", "±", "↧", "⌴", "⌵", "□"])
def test_symbols_that_the_text_layer_lost_come_back(symbol):
    made = completed("12.5", symbol, before=True)
    assert texts(made.words) == sorted(["12.5", symbol])
    [added] = [w for w in made.words if w.text == symbol]
    assert (added.read_from, added.height, added.angle) == ("recognised", 7, 0)
    assert added.end[0] <= 100.5
    assert 0.6 <= added.confidence <= 1


@pytest.mark.parametrize("wide", [1.2, 1.7, 2.1])
def test_a_counterbore_sign_may_be_twice_as_wide_as_high(wide):
    right, left = 97.0, 97.0 - 7 * wide
    walls = [path(left, 93.5, left, 100.8, group=1), path(right, 93.5, right, 100.8, group=2)]
    floor = path(left, 100.8, right, 100.8, group=3)
    assert texts(complete(sheet_of([VALUE], [*walls, floor])).words) == ["12.5", "⌴"]
    lifted = path(left, 97.0, right, 97.0, group=3)
    assert texts(complete(sheet_of([VALUE], [*walls, lifted])).words) == ["12.5"]


def test_a_raised_ring_behind_a_number_is_a_degree_sign():
    assert texts(completed("45", "°", before=False).words) == ["45", "°"]
    assert texts(completed("45", "°", before=False, shift=12).words) == ["45"]
    high = complete(sheet_of([VALUE], [round_path(VALUE.end[0] + 2, 90, 1.2)]))
    assert texts(high.words) == ["12.5"], "it hangs at the top of the figures"
    assert texts(completed("MAX", "°", before=False).words) == ["MAX"]


def test_a_ringed_modifier_comes_back():
    assert texts(completed("0.2", "Ⓜ", before=False).words) == ["0.2", "Ⓜ"]


def test_geometry_and_letters_beside_a_number_are_not_taken_over():
    assert texts(completed("12.5", "K", before=True).words) == ["12.5"]
    assert texts(complete(sheet_of([VALUE], [round_path(93, 97.5, 1)])).words) == ["12.5"]
    plain = sheet_of([VALUE])
    assert complete(plain) is plain


def test_a_symbol_that_the_text_layer_has_is_not_added_again():
    sign = word("⌀", 92, 100, 7)
    made = complete(sheet_of([VALUE, sign], stroke_paths(92, 100, "⌀", 7)))
    assert texts(made.words) == ["12.5", "⌀"]
    within = word("⌀12.5", 92, 100, 7)
    assert texts(complete(sheet_of([within], stroke_paths(92, 100, "⌀", 7))).words) == ["⌀12.5"]


def test_the_foot_of_a_letter_in_the_row_above_is_no_symbol_beside_a_number():
    turns = np.linspace(np.pi, 2 * np.pi, 20)
    foot = path(*np.column_stack([123 + 1.25 * np.cos(turns), 86.7 - 0.9 * np.sin(turns)]).tolist(), width=0.35)
    assert texts(complete(sheet_of([VALUE], [foot])).words) == ["12.5", "⌵"]
    above = word("60-80 MICRONS", 100, 88.6, 7)
    assert texts(complete(sheet_of([VALUE, above], [foot])).words) == ["12.5", "60-80 MICRONS"]


def test_a_symbol_with_an_arrow_against_it_is_seen_without_the_arrow(monkeypatch):
    asked = []

    def named(wanted):
        asked.append(len(wanted))
        return [Symbol("⌀", "diameter", 0.9) if len(asked) == 2 else None for _ in wanted]

    monkeypatch.setattr(completing, "classify", named)
    head = path(97.5, 96.5, 92, 95.5, 92, 97.5, closed=True, filled=True, stroked=False, group=1)
    made = complete(sheet_of([VALUE], [round_path(89, 96.5, 3), path(86, 100, 92, 93, group=2), head]))
    assert asked == [1, 1]
    assert texts(made.words) == ["12.5", "⌀"]


def pixels_of(text, *symbols, height=7.0):
    """A picture with a number that was read and symbols that were not; each symbol with its distance before it."""
    value = word(text, 50, 60, height)
    strokes = [s for symbol, before in symbols for s in stroke_paths(50 - before * height, 60, symbol, height)]
    return with_pixel_marks(painted(*strokes).at(words=(value,), source="picture"))


@pytest.mark.parametrize("symbol", ["⌀", "□", "↧"])
def test_ink_before_a_number_is_the_symbol_it_looks_like(symbol):
    made = pixels_of("12.5", (symbol, 1.2))
    assert texts(made.words) == sorted(["12.5", symbol])
    [added] = [w for w in made.words if w.text == symbol]
    assert added.x == pytest.approx(50 - 1.2 * 7, abs=1)
    assert added.read_from == "recognised"


def test_ink_beside_words_far_ink_and_letters_are_not_adopted():
    assert texts(pixels_of("MAX", ("⌀", 1.2)).words) == ["MAX"]
    assert texts(pixels_of("12.5", ("⌀", 6)).words) == ["12.5"]
    assert texts(pixels_of("12.5", ("K", 1.2)).words) == ["12.5"]
    assert texts(pixels_of("12.5", (".", 1)).words) == ["12.5"]


def test_a_symbol_between_two_numbers_is_added_once():
    first, second = word("12", 30, 60, 7), word("45", 52, 60, 7)
    sheet = painted(*stroke_paths(42.5, 60, "⌀", 7)).at(words=(first, second))
    assert texts(with_pixel_marks(sheet).words) == ["12", "45", "⌀"]


def test_a_narrow_countersink_sign_before_a_diameter_is_told_from_a_v_by_its_place():
    sink = path(86, 94, 89, 99.6, 92, 94)
    assert texts(complete(sheet_of([word("⌀26", 95, 100, height=7)], [sink])).words)[1:] == ["⌵"]
    assert texts(complete(sheet_of([word("26", 95, 100, height=7)], [sink])).words)[1:] == []


def test_a_bracket_is_one_where_the_other_half_stands(monkeypatch):
    half = [path(96, 90, 94, 97, 96, 104), path(116, 90, 118, 97, 116, 104, group=1)]
    said = {94: "(", 116: ")"}

    def classified(asked):
        return [Symbol(said.get(mark, "("), "bracket", 0.9) for mark in names]

    number, names = word("12", 98, 100, height=7), [94, 116]
    monkeypatch.setattr(completing, "classify", classified)
    assert texts(complete(sheet_of([number], half)).words) == ["(", ")", "12"]
    names = [94]
    assert texts(complete(sheet_of([number], half[:1])).words) == ["12"]


BRACKETS = (
    round_path(107, 96.5, 14, start=157, end=203),  # an arc that opens to the right, before the number
    round_path(112.6, 96.5, 14, start=-23, end=23, group=1),
)


@pytest.mark.parametrize("border", [None, 90.0])
def test_brackets_that_are_drawn_are_found_beside_letters_of_other_rows(border):
    """A letter of the sheet's border, nearer to a bracket than its number, is read in another direction."""
    words = [VALUE] + ([] if border is None else [word("C", 96.5, 110, 7, border)])
    assert [w for w in texts(complete(sheet_of(words, BRACKETS)).words) if w in "()"] == ["(", ")"]


def test_a_bracket_that_touches_the_head_of_its_line_is_one():
    head = path(132.5, 91, 125.5, 90, 125.5, 92, 132.5, 91, closed=True, group=2)  # its outline
    assert texts(complete(sheet_of([VALUE], [*BRACKETS, head])).words) == ["(", ")", "12.5"]


def test_an_outline_at_which_a_line_of_the_part_ends_is_no_square():
    pad = path(122, 100, 122, 93, 129, 93, 129, 100, 122, 100)
    lead = path(129, 96.5, 160, 96.5, group=1)
    assert [w.text for w in complete(sheet_of([VALUE], [pad])).words] == ["12.5", "□"]
    assert [w.text for w in complete(sheet_of([VALUE], [pad, lead])).words] == ["12.5"]


READ = Word("25", 100, 100, 0, 16, 10, 0.9, "recognised")  # from x 100 to 116, as high as from y 100 to 90
FOOT = (102, 101, 114, 101)


@pytest.mark.parametrize(
    ("leader", "stays"),
    [
        ((102, 101, 80, 130), True),  # down, before the text
        ((114, 101, 140, 130), True),
        ((114, 101, 140, 60), True),  # up, behind it
        ((102, 101, 110, 130), True),  # under the text
        ((102, 101, 110, 60), True),
        ((100.9, 101, 80, 130), True),  # it misses the shelf's end by a tenth of a letter
        ((98, 101, 76, 130), False),  # it ends apart from it
        ((102, 101, 114, 91), False),  # the diagonal of a 2 or a Z, which stays within the letters
        ((114, 101, 102, 91), False),
        ((114, 101, 140, 101), False),  # what runs on along the row, and what stands upright, leads nowhere
        ((114, 101, 114, 130), False),
        (None, False),
    ],
)
def test_a_stroke_at_the_foot_of_read_letters_is_a_shelf_where_a_leader_meets_its_end(leader, stays):
    segments = np.array([FOOT, *([leader] if leader else [])], float)
    assert beside_letters(segments, READ)[0][0] == stays
    assert beside_letters(segments[:, [2, 3, 0, 1]], READ)[0][0] == stays  # whichever end is told first


def test_strokes_half_way_up_read_letters_or_too_short_for_a_shelf_are_theirs_though_a_leader_meets_them():
    for stroke in ((102, 95, 114, 95), (102, 101, 107, 101)):
        assert not beside_letters(np.array([stroke, (*stroke[:2], 80, 130)], float), READ)[0][0]


def deep(x=90.0, *, bar=True, head=True, stem=3.0, down=1.0):
    """A depth sign before the number, with a filled head; upside down where `down` is -1."""
    top, foot = 96.5 - 3.5 * down, 96.5 - 3.5 * down + stem * down
    parts = [path(x - 3, top, x + 3, top, group=1)] if bar else []
    parts.append(path(x, top, x, foot, group=2))
    tip = foot + 3.5 * down
    outline = path(x, tip, x - 1.2, foot, x + 1.2, foot, closed=True, filled=True, stroked=False, group=3)
    return [*parts, outline] if head else parts


@pytest.mark.parametrize("down", [1.0, -1.0])
def test_the_filled_head_of_a_depth_sign_belongs_to_it(down):
    sign = deep(down=down)
    [mark] = marks(*sign)
    assert set(mark.paths) == set(sign)


def test_a_depth_sign_with_a_filled_head_is_read():
    made = complete(sheet_of([VALUE], deep()))
    assert texts(made.words) == ["12.5", "↧"]


def test_the_head_of_a_dimension_line_is_no_piece_of_a_mark():
    line, head = path(40, 96.5, 90, 96.5, group=1), [96, 96.5, 90, 95.3, 90, 97.7]
    arrow = path(*head, closed=True, filled=True, stroked=False, group=2)
    assert marks(line, arrow) == []
    extension = path(96, 88, 96, 104, group=3)
    assert marks(line, arrow, extension) == []
    assert marks(arrow) == []


def test_a_head_without_the_bar_of_a_depth_sign_is_an_arrow():
    [mark] = marks(*deep(bar=False))
    assert [p.filled for p in mark.paths] == [False]
    aside = [path(92, 93, 98, 93, group=1), *deep(bar=False)]  # the stem begins at the end of a line
    assert not any(p.filled for mark in marks(*aside) for p in mark.paths)


def test_the_head_of_a_line_that_is_longer_than_a_letter_is_an_arrow():
    long = deep(stem=12.0)
    assert not any(p.filled for mark in marks(*long) for p in mark.paths)
