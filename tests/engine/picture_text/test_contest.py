"""Readings that lie over each other: those that stand are those that looking at all pairs leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture_text.contest import (
    LEAST_CONFIDENCE,
    Entry,
    _excludes,
    _goes_on_in,
    _is_part_of_another,
    ends_row_of,
    is_stack,
    winners,
)
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.directions import directions_of

_PLACES = st.integers(0, 12).map(lambda n: 9.0 * n)
_BOXES = st.builds(
    TextBox, _PLACES, _PLACES, st.sampled_from([10.0, 30.0, 80.0]), st.just(10.0), st.sampled_from([0.0, 90.0, 30.0])
)
_READINGS = st.builds(
    CropReading, st.sampled_from(["1", "12", "12.5", "R12.5"]), st.sampled_from([0.2, 0.5, 0.8, 0.9]), st.just("words")
)
_ENTRIES = st.builds(lambda box, reading: (reading.confidence, box, reading), _BOXES, _READINGS)


def _of_all_pairs(found: list[Entry]) -> list[Entry]:
    sure = [e for e in found if e[2].confidence >= LEAST_CONFIDENCE]
    ranked = sorted(sure, key=lambda e: (-e[0] - 0.05 * min(6, len(e[2].text)), e[1].x, e[1].y))
    parts = [e for e in ranked if any(_goes_on_in(other, e) for other in sure)]
    kept: list[Entry] = []
    for entry in (e for e in ranked if e not in parts):
        if not any(_excludes(k[1], entry[1]) for k in kept):
            kept.append(entry)
    for _ in range(2):
        kept = _with_free(kept, parts)
        kept = [entry for entry in kept if not _is_part_of_another(entry, kept)]
    return kept


def _with_free(kept: list[Entry], parts: list[Entry]) -> list[Entry]:
    """What is kept, and the parts of what has fallen."""
    out = list(kept)
    for entry in parts:
        if entry not in out and not any(_goes_on_in(k, entry) or _excludes(k[1], entry[1]) for k in out):
            out.append(entry)
    return out


@given(st.lists(_ENTRIES, max_size=16))
def test_winners_are_those_of_all_pairs(found: list[Entry]) -> None:
    assert winners(found) == _of_all_pairs(found)


def entry(text: str, confidence: float, box: TextBox) -> Entry:
    return confidence, box, CropReading(text, confidence, "words")


def test_a_guessed_row_gives_way_to_the_run_that_says_it_too() -> None:
    whole = entry("HINGE R ASSY", 0.8, TextBox(100, 50, 120, 20, 0.0))
    guess = entry("HINGE", 0.97, TextBox(70, 50, 60, 30, 0.0, guessed=True))
    assert winners([whole, guess]) == [whole]


def test_two_rows_above_each_other_stand_before_one_of_them() -> None:
    row = entry("63-0,025", 0.96, TextBox(75, 55, 150, 55, 0.0))
    stack = entry("63{+0,500|-0,025}", 0.86, TextBox(75, 50, 155, 80, 0.0))
    assert winners([row, stack]) == [stack]
    apart = entry("63{+0,500|-0,025}", 0.6, TextBox(75, 20, 155, 140, 0.0, guessed=True))
    assert winners([row, apart]) == [row]
    upper, lower = (entry(text, 0.9, TextBox(75, y, 40, 16, 0.0)) for text, y in (("-20", 38), ("20", 62)))
    both = entry("{-20|20}", 0.6, TextBox(75, 50, 42, 44, 0.0, guessed=True))
    assert winners([upper, lower, both]) == [upper, lower]
    other = entry("68-0,025", 0.96, TextBox(75, 55, 150, 55, 0.0))
    assert winners([other, stack]) == [other]


@pytest.mark.parametrize(("row", "y"), [("+0.02", 42), ("0.00", 58)])
def test_two_rows_above_each_other_stand_before_one_of_them_without_the_size(row: str, y: float) -> None:
    deviation = entry(row, 0.99, TextBox(100, y, 75, 34, 0.0))
    stack = entry("⌀2{0.02|-0.00}", 0.9, TextBox(80, 50, 130, 39, 0.0))
    assert winners([deviation, stack]) == [stack]
    other = entry("+0.05", 0.99, TextBox(100, y, 75, 34, 0.0))
    assert winners([other, stack]) == [other]


def test_a_guessed_row_that_says_more_than_what_was_found_stands() -> None:
    part = entry("9", 0.97, TextBox(50, 60, 14, 22, 0.0))
    guess = entry("90", 0.97, TextBox(50, 53, 34, 22, 90.0, guessed=True))
    assert [e[2].text for e in winners([part, guess])] == ["90"]


def test_a_guessed_row_read_less_surely_than_what_it_covers_is_none() -> None:
    known = entry("TU BERLIN", 0.96, TextBox(50, 50, 54, 17, 0.0))
    guess = entry("U BERLIM", 0.6, TextBox(65, 52, 77, 30, 0.0, guessed=True))
    assert winners([known, guess]) == [known]


def test_short_steep_text_may_fall_and_one_figure_may_stand_across() -> None:
    steep = TextBox(50, 50, 36, 20, -60.0)
    assert [box.angle for box in directions_of(steep)] == [-60.0, 120.0, -150.0]
    short = [TextBox(50, 50, 19, 16, angle) for angle in (118.0, 28.0)]
    assert [[box.angle for box in directions_of(one)] for one in short] == [[28.0, 118.0, 298.0]] * 2
    level, standing = TextBox(50, 50, 36, 20, 0.0), TextBox(50, 50, 36, 20, 90.0)
    assert [(box.angle, box.length) for box in directions_of(level)] == [(0.0, 36), (90.0, 20)]
    assert [(box.angle, box.length) for box in directions_of(standing)] == [(90.0, 36), (0.0, 20)]
    assert directions_of(TextBox(50, 50, 90, 20, 90.0)) == [TextBox(50, 50, 90, 20, 90.0)]


def test_of_two_guesses_of_one_direction_the_longer_stands_that_says_it_too() -> None:
    whole = entry("⌀47", 0.8, TextBox(50, 50, 44, 20, 0.0, guessed=True))
    part = entry("⌀4", 0.9, TextBox(44, 50, 30, 20, 0.0, guessed=True))
    assert [e[2].text for e in winners([part, whole])] == ["⌀47"]


def test_a_guess_within_a_longer_run_is_its_part_unless_that_is_hardly_read() -> None:
    part = entry("22mm-diamel", 0.85, TextBox(70, 50, 60, 20, 0.0, guessed=True))
    line = TextBox(80, 50, 140, 20, 0.0)
    assert [e[2].text for e in winners([part, entry("mount-22mm-diameter", 0.6, line)])] == ["mount-22mm-diameter"]
    assert part in winners([part, entry("m01nf-ZZrnrn", 0.3, line)])


def test_a_hole_that_looks_like_a_sign_takes_no_figure() -> None:
    figure = entry("2", 0.99, TextBox(60, 60, 7, 10, 0.0))
    hole = entry("°", 0.94, TextBox(50, 50, 40, 35, 0.0))
    assert figure in winners([figure, hole])


def test_a_small_x_is_part_of_its_run_though_it_seems_a_large_one() -> None:
    run = entry("x M5", 0.79, TextBox(60, 50, 66, 11, 0.0))
    alone = entry("X", 0.97, TextBox(30, 52, 6, 7, 0.0))
    assert winners([run, alone]) == [run]


@pytest.mark.parametrize(("part", "stays"), [("40W", False), ("d0", False), ("4DW", True)])
def test_the_same_ink_is_no_second_word_though_its_round_letters_are_spelt_otherwise(part: str, stays: bool) -> None:
    whole = entry("DO HAVE FULL 4OW PLUGS", 0.87, TextBox(100, 50, 150, 10, 0.0))
    inner = entry(part, 0.98, TextBox(120, 50, 20, 10, 0.0))
    assert winners([whole, inner]) == ([whole, inner] if stays else [whole])
    doubtful = entry(whole[2].text, 0.4, whole[1])
    assert inner in winners([doubtful, inner])


def test_a_degree_sign_goes_with_its_number() -> None:
    bare, whole = entry("82", 0.99, TextBox(50, 50, 14, 11, 0.0)), entry("82°", 0.93, TextBox(53, 50, 20, 11, 0.0))
    assert winners([bare, whole]) == [whole]
    doubted = entry("82°", 0.8, TextBox(53, 50, 20, 11, 0.0))
    assert winners([bare, doubted]) == [bare]


def test_a_decimal_number_stands_before_its_parts_however_surely_these_are_read() -> None:
    parts = [entry("146", 0.98, TextBox(40, 50, 50, 20, 0.0)), entry("5*", 0.88, TextBox(76, 50, 30, 20, 0.0))]
    whole = entry("146,5*", 0.59, TextBox(52, 50, 80, 20, 0.0))
    assert winners([*parts, whole]) == [whole]
    doubted = entry("146,5*", 0.4, TextBox(52, 50, 80, 20, 0.0))
    assert set(winners([*parts, doubted])) == set(parts)
    other = entry("146 5*", 0.59, TextBox(52, 50, 80, 20, 0.0))
    assert set(winners([*parts, other])) == set(parts)


def test_deviations_go_with_their_nominal_though_each_part_was_read_surely() -> None:
    nominal = entry("95.0", 0.99, TextBox(50, 50, 60, 20, 0.0))
    cut = [entry("-0", 0.99, TextBox(95, 55, 18, 14, 0.0)), entry(".3", 0.98, TextBox(112, 55, 18, 14, 0.0))]
    whole = entry("95.0{0|-0.3}", 0.93, TextBox(72, 50, 104, 34, 0.0, guessed=True))
    assert winners([nominal, *cut, whole]) == [whole]


def test_a_whole_stands_before_its_size_and_what_begins_with_the_deviations() -> None:
    size = entry("⌀28.00", 0.92, TextBox(60, 50, 80, 26, 0.0))
    behind = entry("{+0.025|0} THRU", 0.95, TextBox(160, 50, 118, 26, 0.0))
    whole = entry("⌀28.00{+0.025|0} THRU", 0.84, TextBox(120, 50, 200, 30, 0.0, guessed=True))
    assert winners([size, behind, whole]) == [whole]


@pytest.mark.parametrize(("behind", "goes_on"), [(" THRU ALL", True), ("THRU", True), (" A", False), ("7", False)])
def test_a_word_behind_goes_with_its_size(behind: str, goes_on: bool) -> None:
    size = entry("2X⌀5{+0.012|0}", 0.95, TextBox(100, 50, 120, 30, 0.0))
    whole = entry(f"2X⌀5{{+0.012|0}}{behind}", 0.93, TextBox(150, 50, 220, 30, 0.0))
    assert winners([size, whole]) == [whole if goes_on else size]
    doubted = entry(whole[2].text, 0.8, whole[1])
    assert winners([size, doubted]) == [size]


def test_a_part_stays_where_the_whole_that_it_is_part_of_falls() -> None:
    part = entry("82", 0.6, TextBox(30, 50, 30, 20, 0.0))
    whole = entry("82°", 0.55, TextBox(40, 50, 52, 20, 0.0))
    across = entry("12.5", 0.99, TextBox(62, 50, 20, 40, 90.0))
    assert part in winners([part, whole, across])


def test_sizes_right_behind_each_other_are_several_where_each_was_read_by_itself() -> None:
    run = entry("⌀43⌀30{+0.015|+0.002}", 0.97, TextBox(100, 50, 200, 30, 0))
    first = entry("⌀43", 0.91, TextBox(40, 50, 70, 30, 0))
    second = entry("⌀30{+0.015|+0.002}", 0.9, TextBox(135, 50, 120, 30, 0))
    assert sorted(e[2].text for e in winners([run, first, second])) == sorted([first[2].text, second[2].text])
    assert winners([run, first]) == [run]  # what was not read apart is not lost
    blurred = entry("⌀430°{1.52|1.51}", 0.97, TextBox(100, 50, 200, 30, 0))
    apart = [entry("⌀4.30", 0.9, first[1]), entry("⌀{1.52|1.51}", 0.9, second[1])]
    assert set(winners([blurred, *apart])) == set(apart)
    counterbore = entry("⌀9⌴⌀15", 0.97, TextBox(100, 50, 200, 30, 0))
    assert winners([counterbore, entry("⌀9", 0.9, TextBox(40, 50, 70, 30, 0))]) == [counterbore]


def test_rows_of_deviations_stay_where_the_whole_that_misreads_their_nominal_falls() -> None:
    nominal = entry("1.100", 0.99, TextBox(66, 50, 131, 48, 0.0))
    rows = [entry("+.010", 0.99, TextBox(170, 36, 92, 36, 0.0)), entry(".000", 0.99, TextBox(164, 64, 80, 36, 0.0))]
    whole = entry("1:100{+.010|.000}", 0.85, TextBox(108, 50, 216, 66, 0.0, guessed=True, rows=2))
    assert {e[2].text for e in winners([nominal, *rows, whole])} == {"1.100", "+.010", ".000"}
    right = entry("1.100{+.010|.000}", 0.85, whole[1])
    assert winners([nominal, *rows, right]) == [right]


def test_deviations_behind_a_sign_whose_figure_was_not_seen_give_way_to_their_parts() -> None:
    whole = entry("⌀{+0.02|-0.00}", 0.94, TextBox(130, 50, 60, 30, 0.0))
    parts = [
        entry("⌀4", 0.8, TextBox(112, 50, 24, 16, 0.0)),
        entry("+0.02", 0.99, TextBox(142, 42, 36, 14, 0.0)),
        entry("-0.00", 0.99, TextBox(142, 58, 36, 14, 0.0)),
    ]
    assert {e[2].text for e in winners([whole, *parts])} == {"⌀4", "+0.02", "-0.00"}
    limits = entry("⌀{12.05|11.95}", 0.94, TextBox(130, 50, 60, 30, 0.0))
    assert winners([limits]) == [limits]


ROW = TextBox(100, 60, 80, 20, 0.0)
TAIL = TextBox(125, 55, 30, 36, 0.0)  # over the last 30 pixels of the row


def test_a_size_with_one_row_of_its_deviations_gives_way_to_the_stack_and_the_size() -> None:
    row, size, stack = entry("30-1", 0.97, ROW), entry("30", 0.9, ROW.part(0, 50)), entry("{+1|-1}", 0.8, TAIL)
    assert ends_row_of(stack, row)
    assert {e[2].text for e in winners([row, size, stack])} == {"30", "{+1|-1}"}
    assert {e[2].text for e in winners([row, size])} == {"30-1"}  # no stack was read


@pytest.mark.parametrize(
    ("text", "deviations", "box", "confidence"),
    [
        ("30-2", "{+1|-1}", TAIL, 0.8),  # it ends in neither row
        ("A-1", "{+1|-1}", TAIL, 0.8),  # no size stands before it
        ("301", "{1|0}", TAIL, 0.8),  # a row without a sign may be the end of the size
        ("30-1", "{+1|-1}", TextBox(75, 55, 30, 36, 0.0), 0.8),  # over its beginning
        ("30-1", "{+1|-1}", TextBox(125, 55, 30, 60, 0.0), 0.8),  # rows too far apart
        ("30-1", "{+1|-1}", TextBox(125, 55, 36, 30, 90.0), 0.8),  # across
        ("30-1", "{+1|-1}", TextBox(100, 55, 90, 36, 0.0), 0.8),  # longer than the row
        ("30-1", "{+1|-1}", TAIL, 0.4),  # hardly read
    ],
)
def test_a_row_that_does_not_end_in_the_stack_over_its_tail_stays(
    text: str, deviations: str, box: TextBox, confidence: float
) -> None:
    assert not ends_row_of(entry(deviations, confidence, box), entry(text, 0.97, ROW))


@pytest.mark.parametrize(
    ("text", "confidence", "stacked"),
    [("{+1|-1}", 0.5, True), ("{+1|-1}", 0.4, False), ("30{+1|-1}", 0.9, False), ("+1", 0.9, False)],
)
def test_a_stack_is_deviations_above_each_other_and_nothing_else(
    text: str, confidence: float, *, stacked: bool
) -> None:
    assert is_stack(entry(text, confidence, TAIL)) is stacked


def evenly(text: str, confidence: float, box: TextBox, start: float, end: float) -> Entry:
    """A reading whose characters stand evenly from one share of its box to another."""
    places = tuple(start + (end - start) * (k + 0.5) / len(text) for k in range(len(text)))
    return confidence, box, CropReading(text, confidence, "words", (), places)


def test_a_row_is_as_long_as_its_figures_though_a_line_on_either_side_belongs_to_its_box() -> None:
    stack = entry("{13,95|13,50}", 0.83, TextBox(100, 50, 60, 56, 0.0))
    row = evenly("13,95", 0.98, TextBox(100, 38, 104, 32, 0.0), 0.3, 0.7)
    assert winners([row, stack]) == [stack]


@pytest.mark.parametrize(("part", "stays"), [("OTB.", False), ("OTBEPCT", True)])
def test_a_word_in_another_script_is_no_second_text_where_a_run_shows_as_much(part: str, stays: bool) -> None:
    run = evenly("2 отв. R39,5", 0.63, TextBox(100, 50, 120, 14, 0.0), 0.0, 1.0)
    word = entry(part, 0.96, TextBox(80, 50, 40, 12, 0.0))
    assert (word in winners([run, word])) is stays


def test_a_stack_stands_before_what_was_cut_at_its_marks() -> None:
    whole = entry("208{-0,1|-0,2}", 0.85, TextBox(100, 50, 60, 26, 0.0))
    cut = entry("208{-0,|-0,}", 0.98, TextBox(97, 50, 50, 20, 0.0))
    assert winners([whole, cut]) == [whole]


def test_what_a_fallen_reading_frees_is_no_word_beside_the_run_that_it_fell_to() -> None:
    run = entry("or modify it under the terms", 0.95, TextBox(150, 50, 280, 26, 0.0))
    part = entry("82°", 0.97, TextBox(120, 50, 60, 20, 0.0))
    piece = entry("82", 0.98, TextBox(108, 50, 34, 20, 0.0))
    assert winners([run, part, piece]) == [run]


@pytest.mark.parametrize(("confidence", "stands"), [(0.6, True), (0.4, False)])
def test_a_word_that_no_part_says_is_not_lost_for_surer_letters(confidence: float, stands: bool) -> None:
    """Spaced lettering is found letter by letter; the sign of a diameter seems to lean."""
    run = entry("C'BORE ⌀12.5", confidence, TextBox(240, 50, 478, 60, 0.0))
    parts = [
        entry("C", 0.99, TextBox(25, 50, 42, 53, 0.0)),
        entry("⌀", 0.97, TextBox(310, 50, 50, 66, 131.0)),
        entry("2.5", 0.97, TextBox(420, 50, 112, 54, 0.0)),
    ]
    assert winners([run, *parts]) == ([run] if stands else sorted(parts, key=lambda e: -e[0] - 0.05 * len(e[2].text)))
    words = entry("C'BORE", 0.9, TextBox(110, 50, 210, 53, 0.0))
    assert words in winners([run, *parts, words])


@pytest.mark.parametrize(
    ("text", "stays"),
    [("20.8{+0|0}", False), ("20.8{+0.1|-0.2}", True), ("21.8{+0|0}", True), ("20.8{+0|0} TYP", True)],
)
def test_a_stack_stands_before_what_was_cut_off_its_rows(text: str, stays: bool) -> None:
    whole = entry("20.8{+0.1|0}", 0.8, TextBox(100, 50, 60, 40, 0.0))
    cut = entry(text, 0.95, TextBox(90, 52, 38, 24, 0.0))
    assert (cut in winners([whole, cut])) is stays


@pytest.mark.parametrize("part", ['13"', "16", "2", "213"])
def test_a_fraction_stands_before_each_of_its_parts(part: str) -> None:
    whole = (
        0.85,
        TextBox(100, 50, 80, 40, 0.0, rows=2, bar=True, guessed=True),
        CropReading('2 13/16"', 0.95, "callouts"),
    )
    row = entry(part, 0.99, TextBox(110, 40, 30, 18, 0.0))
    assert winners([whole, row]) == [whole]
