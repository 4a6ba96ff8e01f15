from dataclasses import replace

import numpy as np
import pytest
from core_drawing import word

from drawkit.engine.layout.around import around, inside
from drawkit.engine.layout.callout_groups import groups_of
from drawkit.engine.layout.dimension_lines import is_boxed
from drawkit.engine.text.lines import Line

VALUE = word("12.5", 100, 100, height=5)  # 14 long, from x 100 to 114


def lines(*segments):
    return np.array(segments, float).reshape(-1, 4)


def groups(*rows, height=5.0, angle=0.0):
    made = groups_of([Line((word(text, x, y, height, angle),)) for x, y, text in rows])
    return sorted(" / ".join(line.text for line in g) for g in made)


def test_what_follows_below_a_hole_belongs_to_it():
    assert groups((10, 10, "4x ⌀9 THRU"), (10, 18, "⌴ ⌀15 ↧9")) == ["4x ⌀9 THRU / ⌴ ⌀15 ↧9"]
    assert groups((10, 10, "M8 THRU"), (14, 18, "↧20")) == ["M8 THRU / ↧20"]
    assert groups((10, 10, "⌀9"), (10, 18, "⌴ ⌀15"), (10, 26, "↧9")) == ["⌀9 / ⌴ ⌀15 / ↧9"]


def test_lines_in_the_middle_or_within_the_line_above_belong_to_it():
    assert groups((10, 10, "4x ⌀9 THRU ALL"), (30, 18, "⌴ ⌀15")) == ["4x ⌀9 THRU ALL / ⌴ ⌀15"]
    assert groups((10, 10, "4x ⌀9 THRU ALL"), (45, 18, "↧9")) == ["4x ⌀9 THRU ALL / ↧9"]


def test_lines_that_end_below_each_other_belong_together():
    width = Line((word("8mm DEPTH", 10, 18),)).word.length - Line((word("M2", 10, 10),)).word.length
    assert groups((10 + width, 10, "M2"), (10, 18, "8mm DEPTH")) == ["M2 / 8mm DEPTH"]


@pytest.mark.parametrize(
    "below", [(10, 60, "⌴ ⌀15"), (10, 11, "⌴ ⌀15"), (200, 18, "⌴ ⌀15"), (10, 18, "DETAIL A"), (10, 2, "⌴ ⌀15")]
)
def test_what_is_far_or_says_another_thing_does_not(below):
    assert len(groups((10, 10, "4x ⌀9 THRU"), below)) == 2


def test_a_value_that_could_stand_alone_continues_no_plain_text():
    assert groups((10, 10, "LENGTH"), (10, 18, "⌀9")) == ["LENGTH", "⌀9"]
    assert groups((10, 10, "12.5"), (10, 18, "30")) == ["12.5", "30"]


def test_what_cannot_begin_a_callout_continues_the_line_above_and_a_quantity_the_one_below():
    assert groups((10, 10, "⌀9 H7"), (10, 18, "2 PLACES")) == ["⌀9 H7 / 2 PLACES"]
    assert groups((10, 10, "2X"), (10, 18, "R5")) == ["2X / R5"]


def test_the_next_line_below_is_the_one_that_continues():
    made = groups((10, 26, "↧9"), (10, 10, "⌀9"), (10, 18, "⌴ ⌀15"))
    assert made == ["⌀9 / ⌴ ⌀15 / ↧9"]


def test_turned_and_smaller_lines_do_not_follow():
    first = Line((word("4x ⌀9 THRU", 10, 10),))
    assert len(groups_of([first, Line((word("↧9", 10, 18, angle=90),))])) == 2
    assert len(groups_of([first, Line((word("↧9", 10, 17, height=2.5),))])) == 2
    assert groups_of([]) == []


def test_lines_of_isometric_text_are_shifted_by_their_lean():
    first, lean = Line((word("4x ⌀9 THRU", 100, 100, angle=30),)), np.radians(30)
    x, y = 100 + 8 * np.sin(lean) + 7 * np.cos(lean), 100 + 8 * np.cos(lean) - 7 * np.sin(lean)
    below = Line((word("↧9 THRU ALL AROUND IT", x, y, angle=30),))
    assert len(groups_of([first, below])) == 1
    level = Line((word("4x ⌀9 THRU", 100, 100),)), Line((word("↧9 THRU ALL AROUND IT", 107, 108),))
    assert len(groups_of(level)) == 2


@pytest.mark.parametrize("sign", "⌀Øø∅Φφ")
def test_a_diameter_however_it_is_written_goes_on_below(sign):
    assert groups((100, 100, f"{sign}.250"), (104, 109, "↧ .30")) == [f"{sign}.250 / ↧ .30"]


def test_no_lines_box_nothing():
    assert not is_boxed(VALUE, lines())


BOX = [(97, 103, 117, 103), (97, 92, 117, 92), (97, 92, 97, 103), (117, 92, 117, 103)]


def test_a_box_of_its_own_makes_a_value_exact():
    assert is_boxed(VALUE, lines(*BOX))
    turned = word("12.5", 100, 100, angle=90)
    assert is_boxed(turned, lines(*[(100 + y - 100, 200 - x, 100 + v - 100, 200 - u) for x, y, u, v in BOX]))


def test_the_box_around_recognised_text_may_be_as_high_as_its_frame():
    rough = replace(VALUE, read_from="recognised", height=10.0, y=102.5)
    assert is_boxed(rough, lines(*BOX))
    strokes = [(99, 92, 99, 100), (115, 92, 115, 100)]
    assert not is_boxed(rough, lines(*BOX[:2], *strokes)), "a letter's strokes end between the lines"
    wide = replace(VALUE, read_from="recognised", x=95.0, y=103.5, length=24.0, height=12.0)
    assert is_boxed(wide, lines(*BOX)), "what was read from may hold the frame"
    low = [(97, 97, 117, 97), (97, 100, 117, 100), (97, 96.5, 97, 100.5), (117, 96.5, 117, 100.5)]
    assert not is_boxed(rough, lines(*low)), "walls are higher than letters"


def test_the_shelf_of_a_leader_may_run_within_a_box():
    shelf = (99, 101.8, 115, 101.8)
    assert is_boxed(VALUE, lines(*BOX, shelf), exact=True)
    assert not is_boxed(VALUE, lines(*BOX[1:], shelf), exact=True), "its lower side is missing"


@pytest.mark.parametrize("missing", range(4))
def test_an_open_box_is_none(missing):
    assert not is_boxed(VALUE, lines(*[side for i, side in enumerate(BOX) if i != missing]))


def test_the_cell_of_a_wide_table_is_no_box():
    wide = [(20, 103, 300, 103), (20, 92, 300, 92), (97, 92, 97, 103), (117, 92, 117, 103)]
    assert not is_boxed(VALUE, lines(*wide))


def test_a_square_of_the_part_around_a_value_and_its_dimension_line_is_no_box():
    sides = [(97, 75, 117, 75), (97, 103, 117, 103), (97, 75, 97, 103), (117, 75, 117, 103), (97, 92, 117, 92)]
    assert not is_boxed(VALUE, lines(*sides))


def test_boxes_around_boxes():
    assert around([(1, 2, 3, 4), (0.123, 3, 2, 9.999)]) == (0.12, 2, 3, 10)
    assert inside((1, 1), (0, 0, 1, 1))
    assert not inside((1.5, 1), (0, 0, 1, 1))
    assert inside((1.5, 1), (0, 0, 1, 1), 0.5)


@pytest.mark.parametrize("remark", ["MAX", "TYP", "SQ TYP", "⌀", "4X"])
def test_what_stands_behind_two_lines_half_way_between_them_ends_them(remark):
    """A size over itself in the other unit, with one remark for both."""
    end = 10 + word(".118", 10, 10).length
    assert groups((10, 10, ".118"), (10, 18, "3.00"), (end + 3, 14, remark)) == [f".118 / 3.00 / {remark}"]
    for x, y in ((end + 30, 14), (end + 3, 21), (end - 4, 14)):
        assert f".118 / 3.00 / {remark}" not in groups((10, 10, ".118"), (10, 18, "3.00"), (x, y, remark))


def test_a_remark_in_another_direction_is_none():
    rows = [(10, 10, ".118", 0), (10, 18, "3.00", 0), (33, 14, "TYP", 90)]
    made = groups_of([Line((word(text, x, y, 5, angle),)) for x, y, text, angle in rows])
    assert sorted(len(g) for g in made) == [1, 2]


def _pixels(text, x, y, height, angle=0.0):
    return Line((replace(word(text, x, y, height, angle), read_from="recognised"),))


def test_a_stack_is_no_higher_letter():
    stack = _pixels("4X⌀.250{+.003|-.001}", 10, 12, 10)
    assert len(groups_of([stack, _pixels("↧.30 ±.02", 10, 20, 5.5)])) == 1
    assert len(groups_of([_pixels("4X⌀.250", 10, 12, 10), _pixels("↧.30 ±.02", 10, 20, 5.5)])) == 2


def test_short_slanted_lines_of_pixels_hardly_tell_their_direction():
    short, off = _pixels("R0.14", 10, 10, 5, 22.0), _pixels("28 TYP", 13.5, 17.5, 5, 30.0)
    assert len(groups_of([short, off])) == 1
    exact = [Line((replace(line.word, read_from="text layer"),)) for line in (short, off)]
    assert len(groups_of(exact)) == 2


def test_drawn_sides_of_a_box_meet_at_its_corners():
    assert is_boxed(VALUE, lines(*BOX), exact=True)
    extension = [(97, 90, 97, 101.5), (117, 90, 117, 101.5)]  # they stop short of the part and run on at the other end
    assert is_boxed(VALUE, lines(*BOX[:2], *extension)), "pixels are not as exact"
    assert not is_boxed(VALUE, lines(*BOX[:2], *extension), exact=True)


def test_the_top_of_a_drawn_box_may_lie_in_letters_that_a_font_tells_too_high():
    low = [(97, 103, 117, 103), (97, 95.4, 117, 95.4), (97, 95.4, 97, 103), (117, 95.4, 117, 103)]
    assert is_boxed(VALUE, lines(*low), exact=True)
    assert not is_boxed(VALUE, lines(*low))


@pytest.mark.parametrize(
    ("below", "wall", "together"),
    [
        ("-0.2", (0, 12.5, 60, 12.5), False),  # the dimension line of the size above
        ("-0.2", (0, 30, 60, 30), True),
        ("-0.2", (12, 11, 14, 11), True),  # too short
        ("-0.2", None, True),
        ("[.394]", (0, 12.5, 60, 12.5), True),  # the size in the other unit stands below its line
        ("TYP", (0, 12.5, 60, 12.5), True),
    ],
)
def test_a_deviation_below_the_line_of_a_size_is_of_another(below, wall, together):
    made = [Line((word(text, 10, y, 5.0, 0.0),)) for y, text in ((10, "10"), (20, below))]
    found = groups_of(made) if wall is None else groups_of(made, lines(wall))
    assert (len(found) == 1) is together
