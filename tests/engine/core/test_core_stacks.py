from dataclasses import replace

import numpy as np
import pytest
from core_drawing import path, quarter_turned, sheet_of, texts, word
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.layout.around import around
from drawkit.engine.layout.stacks import with_stacks
from drawkit.engine.sheet import Word

SMALL = 3.5


def stacked(*words, lines=()):
    return with_stacks(sheet_of(paths=[path(*one) for one in lines]), words)


def over(upper, lower, x=40.0, apart=4.0, height=SMALL, angle=0.0):
    """Two texts above each other, right of a nominal that ends at x = 40."""
    return word(upper, x, 98 - apart / 2, height, angle), word(lower, x, 98 + apart / 2, height, angle)


NOMINAL = word("12.5", 25, 100)


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("+0.2", "-0.1"),
        ("+0,05", "0"),
        ("0", "-0.02"),
        ("-0.1", "-0.3"),
        ("+1°", "-2°"),
        ("+.002", "-.001"),
        ("H7", "k6"),
        ("12.05", "11.95"),
    ],
)
def test_two_texts_above_each_other_are_one(upper, lower):
    pair = over(upper, lower)
    made = stacked(NOMINAL, *pair)
    assert texts(made) == sorted(["12.5", f"{{{upper}|{lower}}}"])
    [stack] = [w for w in made if w.text.startswith("{")]
    assert stack.y == NOMINAL.y  # on the nominal's base line
    assert stack.x >= NOMINAL.end[0]
    assert stack.height == NOMINAL.height
    assert stack.printed == around([w.box for w in pair])


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("k6", "H7"),  # a shaft above a hole
        ("12.05", "12.05"),
        ("12.05", "42.00"),
        ("12.05", "11.9"),
        ("12", "11"),
        ("0", "0"),
        ("±0.1", "-0.1"),
        ("+0.1", "ABC"),
        ("NOTE", "-0.1"),
        ("-18.00", "-"),  # a dash that joins what is printed in the next line
    ],
)
def test_other_texts_above_each_other_stay_two(upper, lower):
    assert texts(stacked(NOMINAL, *over(upper, lower))) == sorted(["12.5", upper, lower])


def test_a_zero_stands_below_the_first_figure_of_the_other_deviation():
    upper, lower = word("+0.0500", 40, 96, SMALL), word("0", 43.4, 100, SMALL)
    assert texts(stacked(NOMINAL, upper, lower)) == ["12.5", "{+0.0500|0}"]
    assert len(stacked(NOMINAL, upper, replace(lower, x=50.3))) == 3


def test_deviations_must_stand_right_above_each_other():
    assert len(stacked(NOMINAL, *over("+0.2", "-0.1", apart=12))) == 3
    assert len(stacked(NOMINAL, *over("+0.2", "-0.1", apart=1))) == 3
    upper, lower = over("+0.2", "-0.1")
    aside = word(lower.text, 90, lower.y, SMALL)
    assert len(stacked(NOMINAL, upper, aside)) == 3
    large = word(lower.text, lower.x, lower.y + 2, 9)
    assert len(stacked(NOMINAL, upper, large)) == 3
    turned = word(lower.text, lower.x, lower.y, SMALL, 90)
    assert len(stacked(NOMINAL, upper, turned)) == 3


def test_limits_stand_closer_than_deviations():
    assert len(stacked(*over("12.05", "11.95", apart=4))) == 1
    assert len(stacked(*over("12.05", "11.95", apart=7))) == 2
    assert len(stacked(*over("+0.05", "-0.05", apart=7))) == 1


def test_a_line_between_them_parts_two_texts():
    pair = over("12.05", "11.95", apart=5)
    between = (38, 97, 60, 97)
    assert len(stacked(*pair, lines=[between])) == 2
    assert len(stacked(*pair, lines=[(38, 104, 60, 104)])) == 1
    assert len(stacked(*pair, lines=[(45, 80, 45, 120)])) == 1


def test_the_nearest_partner_is_taken():
    upper, lower = over("+0.2", "-0.1")
    further = word("-0.3", 40, lower.y + 2.6, SMALL)
    assert "{+0.2|-0.1}" in texts(stacked(NOMINAL, upper, further, lower))


def test_without_a_nominal_a_stack_stands_where_its_lower_text_does():
    [stack] = stacked(*over("+0.2", "-0.1"))
    assert (stack.x, stack.y) == (40, 100)


def test_a_stack_stands_after_the_nearer_of_two_nominals():
    upper, lower = over("+0.2", "-0.1")
    [stack] = [w for w in stacked(word("9", 31, 103), NOMINAL, upper, lower) if "|" in w.text]
    assert stack.y == 100


def test_a_lower_text_that_reaches_further_left_starts_the_stack():
    upper, lower = word("+0.2", 43, 96, SMALL), word("-0.15", 40.5, 100, SMALL)
    [stack] = [w for w in stacked(NOMINAL, upper, lower) if "|" in w.text]
    assert stack.x == 40.5
    assert stack.length == pytest.approx(43 + 0.7 * SMALL * 4 - 40.5)


def test_a_zero_at_the_end_of_a_long_lower_deviation_goes_with_it_to_the_nominal():
    upper, lower = word("0", 40 + 0.7 * SMALL * 6, 96, SMALL), word("-0.0015", 40.5, 100, SMALL)
    [stack] = [w for w in stacked(NOMINAL, upper, lower) if "|" in w.text]
    assert (stack.text, stack.y, stack.height) == ("{0|-0.0015}", NOMINAL.y, NOMINAL.height)


def test_a_stack_whose_rough_box_reaches_into_its_nominal_ends_where_it_is_drawn():
    upper, lower = word("+0.2", 37, 96, SMALL), word("-0.1", 37, 100, SMALL)
    [stack] = [w for w in stacked(NOMINAL, upper, lower) if "|" in w.text]
    assert (stack.x, stack.end[0]) == (NOMINAL.end[0], pytest.approx(upper.end[0]))


def test_a_stack_is_as_sure_as_its_weaker_text():
    upper = word("+0.2", 40, 96, SMALL, confidence=0.5, read_from="recognised")
    [stack] = stacked(upper, word("-0.1", 40, 100, SMALL))
    assert (stack.confidence, stack.read_from) == (0.5, "both")


def run(text, x, y, length, height=SMALL):
    return replace(word(text, x, y, height, confidence=0.9, read_from="recognised"), length=length)


def test_a_recognised_run_gives_its_end_to_the_stack():
    made = stacked(run("12.5-0.1", 25, 100, 25), run("+0.2", 37.5, 96, 12.5))
    assert texts(made) == ["12.5", "{+0.2|-0.1}"]
    limits = stacked(run("⌀11.95", 28, 100, 18), run("12.05", 31, 96, 15))
    assert texts(limits) == ["{12.05|11.95}", "⌀"]


def test_a_recognised_run_without_a_partner_stays_whole():
    assert texts(stacked(run("12.5-0.1", 25, 100, 25))) == ["12.5-0.1"]
    assert texts(stacked(word("12.5-0.1", 25, 100, SMALL), word("+0.2", 36, 96, SMALL))) == ["+0.2", "12.5-0.1"]


@given(
    st.sampled_from([("+0.2", "-0.1"), ("H7", "k6"), ("12.05", "11.95"), ("12", "14"), ("0", "-1")]),
    st.floats(1, 9),
    st.floats(-9, 9),
    st.integers(0, 3),
)
def test_stacks_do_not_depend_on_the_sheets_turn(pair, apart, shift, quarters):
    words = [NOMINAL, word(pair[0], 40, 97, SMALL), word(pair[1], 40 + shift, 97 + apart, SMALL)]
    lines = [(20, 95.0, 90, 95.0)]
    upright = texts(stacked(*words, lines=lines))
    for _ in range(quarters):
        words = [word(w.text, *quarter_turned(w.x, w.y, 842), w.height, (w.angle + 90) % 360) for w in words]
        lines = [(*quarter_turned(*one[:2], 842), *quarter_turned(*one[2:], 842)) for one in lines]
    assert texts(stacked(*words, lines=lines)) == upright


@given(
    st.lists(st.tuples(st.sampled_from(["+0.1", "-0.1", "12.5", "12.4", "H7", "g6", "A"]), *[st.integers(0, 40)] * 2))
)
def test_no_text_is_lost(placed):
    words = [word(text, x, y) for text, x, y in placed]
    parts = [p for w in stacked(*words) for p in w.text.strip("{}").split("|")]
    assert sorted(parts) == sorted(w.text for w in words)
    assert np.all([w.length > 0 for w in stacked(*words)])


@pytest.mark.parametrize("deviation", ["±0.1", "+0.2", "-0,05"])
@pytest.mark.parametrize("up", [-2.0, 0.8, 3.0])
def test_a_lone_deviation_in_smaller_letters_is_on_the_row_of_its_nominal(deviation, up):
    nominal = word("40", 25, 100)
    moved = stacked(nominal, word(deviation, 33, 100 - up, SMALL))
    assert [(w.text, w.y, w.height) for w in moved] == [("40", 100, 5), (deviation, pytest.approx(100), 5)]


def test_what_is_far_or_as_large_or_no_deviation_stays_where_it_is():
    nominal = word("40", 25, 100)
    for other in (
        word("±0.1", 60, 98, SMALL),
        word("±0.1", 33, 90, SMALL),
        word("±0.1", 33, 98),
        word("0.1", 33, 98, SMALL),
    ):
        assert other in stacked(nominal, other)
    assert word("±0.1", 33, 98, SMALL) in stacked(word("TYP", 22, 100), word("±0.1", 33, 98, SMALL))


def test_rows_of_isometric_text_stand_close_and_lean_back():
    turn, height = 30.0, 5.0
    (dx, dy), (ux, uy) = NOMINAL_ISO.direction, NOMINAL_ISO.up
    end = NOMINAL_ISO.length

    def at(text, along, across):
        return word(text, 100 + dx * along + ux * across, 200 + dy * along + uy * across, height, turn)

    upper, lower = at("+.003", end - 6.0, 2.0), at("-.001", end - 4.4, -1.3)
    made = stacked(NOMINAL_ISO, upper, lower)
    assert texts(made) == [".250", "{+.003|-.001}"]
    [stack] = [w for w in made if w.text.startswith("{")]
    assert stack.y == pytest.approx(NOMINAL_ISO.y + dy * NOMINAL_ISO.along(stack.x, stack.y)), "on its base line"


NOMINAL_ISO = word(".250", 100, 200, 5.0, 30.0)


def test_what_a_rough_box_took_of_the_nominal_is_not_said_twice():
    upper, lower = over("+.003", "0-.000")
    lower = replace(lower, x=lower.x - 3.0, read_from="recognised")
    assert texts(stacked(NOMINAL, upper, lower)) == sorted(["12.5", "{+.003|-.000}"])


def test_numbers_with_a_line_of_their_own_each_are_no_limits():
    """Ordinates right below each other; a line at one of them alone is that of a leader, or of the size."""
    pair = over("75.80", "74.20")
    ends = [(w.end[0] + 2, w.y - w.height / 2) for w in pair]
    each = [(x, y, x + 60, y) for x, y in ends]
    assert texts(stacked(*pair, lines=each)) == ["74.20", "75.80"]
    assert texts(stacked(*pair, lines=each[:1])) == ["{75.80|74.20}"]


@pytest.mark.parametrize(
    ("upper", "lower", "told"),
    [
        *((".005", ".000", "{+.005|0}"), ("0.00", "0.02", "{0|-0.02}")),
        *(("0", "0.10", "{0|-0.10}"), ("0.2", "0", "{+0.2|0}")),
    ],
)
def test_deviations_without_signs_lie_on_either_side_of_their_zero(upper, lower, told):
    assert texts(stacked(NOMINAL, *over(upper, lower))) == sorted(["12.5", told])


def test_a_number_over_a_zero_is_no_deviation_where_nothing_stands_before_it():
    assert texts(stacked(*over(".005", ".000"))) == [".000", ".005"]
    assert texts(stacked(*over("0.2", "0"))) == ["0", "0.2"]
    assert texts(stacked(NOMINAL, *over("0.00", "0.00"))) == ["0.00", "0.00", "12.5"]


@pytest.mark.parametrize(
    ("run", "others", "main", "lower"),
    [
        ("64.5-0.10", (), "64.5", "-0.10"),
        ("64.5mm-0.10", (), "64.5mm", "-0.10"),
        ("49.5±0.025", (("49.5+0.025", 0.3),), "49.5", "+0.025"),
    ],
)
def test_a_run_that_holds_the_lower_deviation_in_the_smaller_letters_of_the_upper(run, others, main, lower):
    glued = replace(word(run, 25, 100), read_from="recognised", alternatives=others)
    upper = lower[0] + "0.010"
    begins = glued.length * len(main) / len(run)
    made = stacked(glued, word(upper, 25 + begins, 96, SMALL))
    assert texts(made) == sorted([main, f"{{{upper}|{lower}}}"])


def test_a_symmetric_deviation_below_a_text_that_is_none_stays():
    glued = replace(word("49.5±0.025", 25, 100), read_from="recognised", alternatives=(("49.5+0.025", 0.3),))
    assert texts(stacked(glued, word("12.5", 40, 96, SMALL))) == sorted(["49.5±0.025", "12.5"])


def test_a_stack_that_was_read_as_one_stands_on_the_base_line_of_its_nominal():
    nominal, stack = Word("⌀13,5", 100, 100, 0, 40, 10), Word("{+0,025|0}", 135, 103, 0, 50, 22)
    first, second = stacked(nominal, stack)
    assert first == nominal
    assert (second.text, second.x, second.y, second.height) == ("{+0,025|0}", 140, 100, 10)
    assert second.length == 45
    far = Word("{+0,025|0}", 160, 103, 0, 50, 22)
    assert stacked(nominal, far) == [nominal, far]
    assert stacked(Word("NOTE", 100, 100, 0, 40, 10), stack)[1] == stack


@pytest.mark.parametrize("main", ["530", "53°0", "53~0"])
def test_a_zero_read_with_its_nominal_goes_to_the_deviation_above_it(main):
    run = replace(word(main, 25, 100), read_from="recognised")
    upper = replace(word("+0.25", run.end[0] - 4, 96, SMALL), read_from="recognised")
    assert texts(stacked(run, upper)) == ["53", "{+0.25|0}"]
    behind = replace(upper, x=run.end[0] + 0.5)
    assert texts(stacked(run, behind)) == sorted([main, "+0.25"]), "raised behind the whole number"
    below = replace(word("-0.25", run.end[0] - 4, 96, SMALL), read_from="recognised")
    assert texts(stacked(run, below)) == sorted([main, "-0.25"]), "a zero is no lower deviation of a negative one"


LINES_APART = 1.8 * SMALL


def test_limits_in_two_lines_of_one_text_are_one_where_they_are_set_exactly_below_each_other():
    for apart in (LINES_APART, 1.89 * SMALL):
        assert texts(stacked(*over("12.05", "11.95", apart=apart))) == ["{12.05|11.95}"]
    assert len(stacked(*over("12.05", "11.95", apart=1.95 * SMALL))) == 2


@pytest.mark.parametrize(("off", "count"), [(0.1, 1), (-0.1, 1), (0.2, 2), (-0.6, 2)])
def test_limits_a_line_apart_that_are_not_aligned_stay_two(off, count):
    """`off` in letter heights; where they are closer together a stack may be set less evenly."""
    for apart, want in ((LINES_APART, count), (1.4 * SMALL, 1)):
        upper, lower = over("12.05", "11.95", apart=apart)
        assert len(stacked(upper, replace(lower, x=lower.x + off * SMALL))) == want


def test_limits_of_two_lengths_may_begin_or_end_in_one_column():
    upper, lower = over("10.05", "9.95", apart=LINES_APART)
    assert texts(stacked(upper, lower)) == ["{10.05|9.95}"]
    assert texts(stacked(upper, replace(lower, x=lower.x + 0.7 * SMALL))) == ["{10.05|9.95}"]
    assert len(stacked(upper, replace(lower, x=lower.x - 0.3 * SMALL))) == 2


@pytest.mark.parametrize(
    ("upper", "lower", "count"),
    [("5.30", "4.70", 1), ("7,50", "6,50", 1), ("4.70", "5.30", 2), ("5.3", "4.1", 2), ("30.00", "26.00", 2)],
)
def test_limits_of_a_small_size_are_further_apart_where_they_are_set_together(upper, lower, count):
    """Class c of ISO 2768-1 leaves a size of 5 mm 0.3 to either side; no tolerance is wider than IT18 (ISO 286-1)."""
    pair = over(upper, lower)
    assert len(stacked(*pair)) == count
    assert len(stacked(pair[0], replace(pair[1], x=pair[1].x + 0.4 * SMALL))) == 2
