"""Candidates for dimensions, the evidence about them, the trees that weigh it, and which candidates are taken."""

import json
from dataclasses import replace

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.decision.candidates import candidates_of, decimal_mark
from drawkit.engine.decision.choice import as_rows, chosen
from drawkit.engine.decision.features import NAMES, features_of
from drawkit.engine.decision.model import forest, forest_of
from drawkit.engine.modules import dimensions
from drawkit.engine.sheet import Sheet, Word

headed = Drawing.dimension_line
SURE = NAMES.index("confidence")


def sheet_of(drawing):
    return Sheet(1, drawing.width, drawing.height, words=tuple(drawing.words), paths=tuple(drawing.paths))


def read(drawing):
    sheet = sheet_of(drawing)
    return dimensions.read(sheet, sheet.words, "mm")


def evidence(drawing):
    sheet = sheet_of(drawing)
    candidates = candidates_of(sheet, sheet.words, "mm")
    return [dict(zip(NAMES, row, strict=True)) for row in features_of(sheet, candidates).tolist()]


def test_a_number_on_a_line_with_heads_is_a_dimension_and_says_where():
    [one] = read(headed(Drawing().text(150, 100, "30"), 100, 103, 220, 103))
    assert (one.nominal, one.kind, one.read_from) == (30, "linear", "text layer")
    assert one.confidence > 0.8
    assert one.box == pytest.approx((150, 94.6, 157, 101), abs=0.1)


def test_numbers_of_a_ruled_table_are_none():
    rows = [[str(10 * r + c) for c in range(4)] for r in range(6)]
    assert read(Drawing().table(100, 100, (40, 40, 40, 40), rows)) == []


def test_a_number_on_a_shelf_whose_leader_has_no_head_is_an_item():
    drawing = headed(Drawing().text(150, 100, "30"), 100, 103, 220, 103)
    for k in range(5):
        x, y = 300 + 50 * k, 300
        drawing.text(x, y, str(k + 1), 7).line(x - 1, y + 2, x + 8, y + 2).line(x - 1, y + 2, x - 30, y + 60)
    assert [one.nominal for one in read(drawing)] == [30]


def test_slanted_callouts_side_by_side_are_each_one():
    drawing = Drawing().text(150, 150, "R26.95", angle=52).text(163, 155, "R24.95", angle=45)
    sheet = sheet_of(drawing)
    candidates = candidates_of(sheet, sheet.words, "mm")
    taken = [one.dimension.nominal for one, _ in chosen(candidates, np.full(len(candidates), 0.9))]
    assert sorted(taken) == [24.95, 26.95]


def test_near_numbers_of_a_chain_are_two_dimensions_and_no_limits():
    lines = headed(headed(Drawing(), 100, 103, 125, 103), 135, 103, 165, 103)
    chain = lines.text(105, 100, "6.00").text(127, 100, "8.00")
    assert [(one.nominal, one.max) for one in read(chain)] == [(6, None), (8, None)]
    limits = headed(Drawing().text(105, 100, "6.00 -").text(127, 100, "8.00"), 100, 103, 165, 103)
    assert [(one.min, one.max) for one in read(limits)] == [(6, 8)]


def test_diameters_that_nearly_touch_are_two_dimensions_each_with_its_own_deviations():
    row = Drawing().text(105, 100, "⌀43").text(118, 100, "⌀30{+0.015|+0.002}")
    found = [c.dimension for c in candidates_of(sheet_of(row), sheet_of(row).words, "mm")]
    assert [(one.nominal, one.upper_deviation, one.lower_deviation) for one in found] == [
        (43, None, None),
        (30, 0.015, 0.002),
    ]


def side_by_side(*texts):
    """What texts on one line say, each less than a letter height behind the one before."""
    drawing, x = Drawing(), 105.0
    for text in texts:
        drawing.text(x, 100, text)
        x += 3.5 * len(text) + 4
    sheet = sheet_of(drawing)
    return [c.dimension for c in candidates_of(sheet, sheet.words, "mm")]


@pytest.mark.parametrize(("first", "size"), [("25±0.1", 25), ("⌀25±0.02", 25), ("R5±0.1", 5), ("45°±1°", 45)])
def test_limits_behind_a_size_with_its_tolerance_are_another_dimension(first, size):
    found = [(one.nominal, one.max, one.min) for one in side_by_side(first, "{12.05|11.95}")]
    assert found == [(size, None, None), (None, 12.05, 11.95)]
    [own] = side_by_side("25", "{+0.2|-0.1}")
    assert (own.nominal, own.upper_deviation, own.lower_deviation) == (25, 0.2, -0.1)


@pytest.mark.parametrize("foot", [-2, 0.7])
def test_numbers_each_at_the_end_of_its_line_are_two_dimensions_and_no_limits(foot):
    numbers = Drawing().text(105, 100, "155.73").text(105, 107, "150.80")
    each = numbers.line(130, 100 + foot, 190, 100 + foot).line(130, 107 + foot, 190, 107 + foot)
    found = candidates_of(sheet_of(each), sheet_of(each).words, "mm")
    assert sorted(c.dimension.nominal for c in found) == [150.8, 155.73]


def test_numbers_at_one_line_are_limits():
    numbers = Drawing().text(105, 100, "155.73").text(105, 107, "150.80").line(130, 101, 190, 101)
    [both] = candidates_of(sheet_of(numbers), sheet_of(numbers).words, "mm")
    assert (both.dimension.min, both.dimension.max) == (150.8, 155.73)


@pytest.mark.parametrize("others", [0, 30])
def test_a_number_belongs_to_the_sign_that_says_nothing_without_it(others):
    drawing = Drawing().text(100, 100, "5.20±").text(129, 100, "0.05").text(100, 200, "5.20").text(129, 200, "0.05")
    for k in range(others):
        drawing.text(400, 20 + 15 * k, "NOTE")
    found = candidates_of(sheet_of(drawing), sheet_of(drawing).words, "mm")
    told = [(c.dimension.nominal, c.dimension.upper_deviation) for c in found]
    assert told == [(5.2, 0.05), (5.2, None), (0.05, None)]


def chain_of(*texts):
    """Numbers side by side, each above a dimension line of its own."""
    drawing, x = Drawing(), 100.0
    for text in texts:
        drawing = headed(drawing.text(x + 3, 100, text), x, 103, x + 4 * len(text) + 8, 103)
        x += 4 * len(text) + 8
    sheet = sheet_of(drawing)
    return [c.callout.dimension.text for c in candidates_of(sheet, sheet.words, "mm") if c.rank == 0]


def test_a_misread_number_of_a_chain_takes_none_of_the_others():
    assert chain_of("1:46;5", "107,5", "146,5") == ["107,5", "146,5"]
    assert chain_of("146,5*", "92", "107,5") == ["146,5*", "92", "107,5"]
    assert chain_of("(2.55)", "2", "(.5)") == ["(2.55)", "2", "(.5)"]


def test_no_number_is_cut_from_words_that_say_nothing():
    line = sheet_of(Drawing().text(100, 100, "MILLED AS TOLD: 146,5"))
    assert [c for c in candidates_of(line, line.words, "mm") if c.rank == 0] == []


@pytest.mark.parametrize("usual", [0.05, 0.9])
def test_numbers_of_a_row_of_extension_lines_without_a_zero_are_of_one_kind(usual):
    drawing = Drawing().text(400, 400, "40")
    for k, text in enumerate(("10", "12.5", "45")):
        drawing.text(150, 100 + 30 * k, text).line(80, 97.5 + 30 * k, 147, 97.5 + 30 * k)
    sheet = sheet_of(drawing)
    found = [c for c in candidates_of(sheet, sheet.words, "mm") if c.rank == 0]
    given = {"10": 0.02, "12.5": usual, "45": usual, "40": 0.02}
    told = as_rows(found, np.array([given[c.lines[0].text] for c in found]), sheet.segments)
    assert {c.lines[0].text: float(chance) for c, chance in zip(found, told, strict=True)} == given | {"10": usual}


def test_no_words_give_no_dimensions():
    assert read(Drawing()) == []
    assert features_of(sheet_of(Drawing()), []).shape == (0, len(NAMES))


def test_the_decimal_mark_is_the_one_that_most_numbers_have():
    words = Drawing().text(0, 0, "1,5 2,5 3.5").words
    assert decimal_mark(words) == ","
    assert decimal_mark(words[2:]) == "."
    assert decimal_mark([]) is None


def test_a_frame_below_a_text_is_evidence():
    drawing = Drawing().text(100, 100, "⌀8").text(100, 112, "0.1").text(300, 300, "⌀9")
    sheet = sheet_of(drawing)
    framed = [sheet.words[1]]
    candidates = candidates_of(sheet, [sheet.words[0], sheet.words[2]], "mm")
    near, far = features_of(sheet, candidates, framed)[:, NAMES.index("by_frame")]
    assert near < 2 < far


def test_columns_rows_and_words_beside_a_number_are_counted():
    column = evidence(Drawing().text(100, 100, "11").text(100, 110, "12").text(100, 120, "13"))
    assert [e["in_column"] for e in column] == [2, 2, 2]
    row = evidence(Drawing().text(100, 100, "11").text(140, 100, "12"))
    assert [e["in_row"] for e in row] == [1, 1]
    worded = evidence(Drawing().text(100, 100, "11").text(118, 100, "SCREWS"))
    assert worded[0]["beside_words"] == 1


def test_the_legend_of_a_sheet_tells_what_a_mark_means():
    drawing = headed(Drawing().text(150, 100, "30*"), 100, 103, 220, 103)
    sheet = sheet_of(drawing)
    assert not candidates_of(sheet, sheet.words, "mm")[0].dimension.reference
    drawing.text(500, 500, "* REFERENCE DIMENSIONS")
    explained = sheet_of(drawing)
    assert candidates_of(explained, sheet.words, "mm")[0].dimension.reference


def recognised(text, others=(), confidence=0.6, x=150.0):
    return Word(text, x, 100, 0, 3.5 * len(text), 5, confidence, "recognised", alternatives=tuple(others))


def test_other_readings_of_a_line_are_candidates_of_their_own():
    word = recognised("014.5", [("⌀14.5", 0.35)])
    sheet = Sheet(1, 800, 600, words=(word,))
    found = candidates_of(sheet, [word], "mm")
    assert [(c.rank, c.dimension.kind, c.dimension.nominal) for c in found] == [
        (0, "linear", 14.5),
        (1, "diameter", 14.5),
    ]
    assert found[-1].lines[0].word.confidence == 0.35


def test_of_candidates_that_share_a_place_the_likeliest_is_taken():
    word = recognised("14.5", [("⌀14.5", 0.5), ("R14.5", 0.2)])
    sheet = Sheet(1, 800, 600, words=(word,))
    found = candidates_of(sheet, [word], "mm")
    assert len(found) == 3
    assert [(c.rank, p) for c, p in chosen(found, np.array([0.6, 0.9, 0.7]))] == [(1, 0.9)]
    assert chosen(found, np.array([0.2, 0.3, 0.34])) == []


def test_candidates_at_other_places_do_not_shut_each_other_out():
    words = (recognised("14.5"), recognised("20.5", x=400))
    found = candidates_of(Sheet(1, 800, 600, words=words), words, "mm")
    assert len(chosen(found, np.array([0.8, 0.9]))) == 2


def test_a_zero_is_as_likely_as_the_numbers_that_are_counted_from_it():
    drawing = Drawing().text(400, 400, "0")
    for k, text in enumerate(("0", "12.5", "40")):
        drawing.text(150, 100 + 30 * k, text).line(80, 97.5 + 30 * k, 147, 97.5 + 30 * k)
    sheet = sheet_of(drawing)
    found = candidates_of(sheet, sheet.words, "mm")
    chances = {(c.dimension.text, c.ordinate): 0.6 if c.ordinate else 0.1 for c in found} | {("0", True): 0.05}
    told = as_rows(found, np.array([chances[c.dimension.text, c.ordinate] for c in found]), sheet.segments)
    assert {(c.dimension.text, c.ordinate): p for c, p in zip(found, told, strict=True)} == {
        ("0", False): 0.1,
        ("0", True): 0.6,
        ("12.5", True): 0.6,
        ("40", True): 0.6,
    }


@pytest.mark.parametrize(("counted", "taken"), [(0.1, []), (0.6, ["0", "12.5", "40"])])
def test_a_zero_is_taken_where_something_is_counted_from_it(counted: float, taken: list[str]) -> None:
    drawing = Drawing()
    for k, text in enumerate(("0", "12.5", "40")):
        drawing.text(150, 100 + 30 * k, text).line(80, 97.5 + 30 * k, 147, 97.5 + 30 * k)
    sheet = sheet_of(drawing)
    found = [c for c in candidates_of(sheet, sheet.words, "mm") if c.ordinate]
    given = np.array([0.97 if c.dimension.text == "0" else counted for c in found])
    assert [c.dimension.text for c, _ in chosen(found, given)] == taken


def card(**changes):
    tree = {"feature": [SURE, -1, -1], "limit": [0.5, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0], "value": [0, -2, 2]}
    plain = {"features": list(NAMES), "start": 0.0, "trees": [tree], "calibration": [[0, 1], [0, 1]]}
    return {**plain, **changes}


def test_a_row_goes_left_up_to_the_limit_and_right_beyond():
    rows = np.zeros((3, len(NAMES)), np.float32)
    rows[:, SURE] = (0.2, 0.5, 0.8)
    chances = forest_of(card()).chances(rows)
    assert chances == pytest.approx([1 / (1 + np.exp(2))] * 2 + [1 / (1 + np.exp(-2))], abs=1e-6)


def test_trees_of_different_sizes_add_up():
    leaf = {"feature": [-1], "limit": [0], "left": [0], "right": [0], "value": [1]}
    both = forest_of(card(trees=[*card()["trees"], leaf]))
    rows = np.zeros((1, len(NAMES)), np.float32)
    assert both.chances(rows) == pytest.approx([1 / (1 + np.exp(1))], abs=1e-6)


def test_chances_are_told_as_often_as_they_came_true():
    told = replace(forest_of(card()), calibration=((0.0, 1.0), (0.1, 0.7)))
    rows = np.zeros((1, len(NAMES)), np.float32)
    assert 0.1 < told.chances(rows)[0] < 0.2


def test_a_model_that_was_trained_on_other_evidence_is_refused():
    with pytest.raises(ValueError, match="train it again"):
        forest_of(json.loads(json.dumps(card(features=["score"]))))


def test_the_model_that_ships_knows_what_speaks_for_a_dimension():
    [seen] = evidence(headed(Drawing().text(150, 100, "30"), 100, 103, 220, 103))
    rows = np.tile(np.array(list(seen.values())), (3, 1))
    step = NAMES.index("steps")
    rows[:, step] = (0, 2, 9)
    first, second, third = forest().chances(rows.astype(np.float32))
    assert first >= second >= third


def test_lines_as_long_as_the_sheet_part_what_stands_in_its_margin_from_the_drawing():
    drawing = Drawing().text(30, 300, "4").text(300, 300, "40").line(40, 5, 40, 585)
    sheet = sheet_of(drawing)
    candidates = candidates_of(sheet, sheet.words, "mm")
    outside = features_of(sheet, candidates)[:, NAMES.index("outside_lines")]
    assert {c.lines[0].text: float(n) for c, n in zip(candidates, outside, strict=True)} == {"4": 1.0, "40": 0.0}


def reference_of(*words):
    drawing = Drawing().text(150, 100, "105*", confidence=0.95)
    for k, text in enumerate(words):
        drawing.text(400, 300 + 20 * k, text, confidence=0.9)
    sheet = sheet_of(drawing)
    return [c.dimension.reference for c in candidates_of(sheet, sheet.words, "mm") if c.dimension.nominal == 105]


def test_an_asterisk_marks_reference_sizes_where_the_notes_are_drawn_in_cyrillic():
    assert reference_of("Разраб", "Материал", "Масса") == [True]
    assert reference_of("Drawn", "Material", "Mass") == [False]


def read_in_picture(*texts):
    """The sizes that words of a picture say, each given as text, place, length and height, on a line with heads."""
    words = tuple(Word(text, x, y, 0, long, high, 0.97, read_from="recognised") for text, x, y, long, high in texts)
    sheet = Sheet(1, 842, 595, words=words, source="picture")
    return {(d.nominal, d.upper_deviation) for d in (c.dimension for c in candidates_of(sheet, words, "mm"))}


def test_a_size_right_behind_another_ones_deviations_in_a_picture_is_one_of_its_own():
    first = [("⌀25", 242, 485, 24, 14), ("+0.015", 271, 477, 30, 9.5), ("+0.002", 270, 488, 33, 9.6)]
    behind = [("⌀19", 309, 486, 26, 14), ("+0.015", 335, 478, 31, 9.5), ("+0.002", 335, 488, 33, 9.6)]
    assert {(25, 0.015), (19, 0.015)} <= read_in_picture(*first, *behind)


def test_deviations_beside_level_lines_are_no_ordinates():
    drawing = Drawing()
    for y in (200, 300, 400):
        drawing.text(300, y, "⌀30").text(318, y - 4, "+0.025", 5).text(318, y + 2, "0", 5)
        drawing.line(345, y - 5.5, 400, y - 5.5).line(325, y, 400, y)
    sheet = sheet_of(drawing)
    found = [c.dimension for c in candidates_of(sheet, sheet.words, "mm")]
    assert [(d.nominal, d.upper_deviation, d.lower_deviation) for d in found] == [(30, 0.025, 0)] * 3


def test_a_number_with_a_bracket_behind_it_counts_notes_and_one_in_brackets_is_a_size():
    assert read(headed(Drawing().text(150, 100, "1)"), 100, 103, 220, 103)) == []
    assert [d.reference for d in read(headed(Drawing().text(150, 100, "(12)"), 100, 103, 220, 103))] == [True]
    misread = Drawing().text(150, 100, "12)", confidence=0.9)
    assert [d.nominal for d in read(headed(misread, 100, 103, 220, 103))] == [12]


@pytest.mark.parametrize(("letter", "confidence", "read"), [("A", 0.3, [5.12]), ("A", 0.9, []), ("R", 0.3, [])])
def test_a_letter_that_is_hardly_believed_spoils_no_size(letter, confidence, read):
    beside = Word(letter, 122, 100, 0.0, 6.0, 7.0, confidence, "recognised")
    said = Word("5.12", 100, 100, 0.0, 20.0, 7.0, 0.95, "recognised")
    sheet = Sheet(1, 400, 300, words=(said, beside))
    found = [one.dimension for one in candidates_of(sheet, sheet.words, "mm")]
    assert [one.nominal for one in found if one.text == "5.12"] == read
