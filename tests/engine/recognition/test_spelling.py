"""Signs, units in brackets and what lines leave at either end of a text: one spelling for each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.recognition.spelling import in_round_brackets, nominal_before_stack, tidy, without_lines


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("59.23(MM>", "59.23(MM)"),
        ("34.50<MM>", "34.50(MM)"),
        ("17.22(MM", "17.22(MM)"),
        ("2.45MM)", "2.45(MM)"),
        ("59.23CMM)", "59.23(MM)"),
        ("59.236MM)", "59.23(MM)"),
        ("1.5 [in]", "1.5(in)"),
        ("59.236MM", "59.236MM"),
        ("(12 mm)", "(12 mm)"),
        ("26in", "26in"),
        ("M8 (MIN)", "M8 (MIN)"),
        ("⌀8 (4X)", "⌀8 (4X)"),
        ("⌀3,2[4x)", "⌀3,2(4x)"),
        ("⌀3,2(4x]", "⌀3,2(4x)"),
        ("25.4[1.000]", "25.4[1.000]"),
    ],
)
def test_brackets_around_a_unit(read: str, told: str) -> None:
    assert tidy(read) == told
    assert in_round_brackets(told) == told


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("C,BORE ⌀27", "C'BORE ⌀27"),
        ("C|BORE|⌀.500", "C'BORE ⌀.500"),
        ("C1SINK ⌀5", "C'SINK ⌀5"),
        ("C'BORE ⌀27", "C'BORE ⌀27"),
        ("C/BORE", "C/BORE"),
    ],
)
def test_what_looks_like_the_apostrophe_of_a_sink_is_one(read: str, told: str) -> None:
    assert tidy(read) == told


@pytest.mark.parametrize(
    ("read", "told"), [("45。", "45°"), ("22.5。", "22.5°"), ("R2。", "R2。"), ("倒角45。", "倒角45。")]
)
def test_a_full_stop_behind_a_lone_number_is_the_sign_of_degrees(read: str, told: str) -> None:
    assert tidy(read) == told


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Ø12", "⌀12"),
        ("4x Φ 3.3", "4x ⌀ 3.3"),
        ("Øst", "Øst"),
        ("（12，5）", "(12,5)"),
        ("45º", "45°"),
        ("  a   b ", "a b"),
        ("1/2″", '1/2"'),
        ("S∅8", "S⌀8"),
        ("⑫", "12"),
        ("0.2①", "0.2①"),
        ("O.5", "0.5"),
        ("1OO", "100"),
        ("O.O5", "0.05"),
        ("GFW3O_HINGE", "GFW30_HINGE"),
        ("H2O", "H2O"),
        ("2OFF", "2OFF"),
        ("ISO 2768", "ISO 2768"),
        ("0'ty", "Q'ty"),
        ("OTY", "QTY"),
        ("90° ±10", "90° ±1°"),
        ("45°±10'", "45°±10'"),
        ("100 ±10", "100 ±10"),
        ("181H7°", "181H7⌀"),
        ("2x45°", "2x45°"),
        ("25f7", "25f7"),
    ],
)
def test_signs_have_one_spelling(text, result):
    assert tidy(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("43.7-", "43.7"),
        ("-2100.0-", "2100.0"),
        ("——9x200.0——", "9x200.0"),
        ("— 3.0", "3.0"),
        ("一.0625", ".0625"),
        ("12.5一", "12.5"),
        ("一、去毛刺", "一、去毛刺"),
        ("-0.20", "-0.20"),
        ("--0.20", "-0.20"),
        ("24.00±0.20,", "24.00±0.20"),
        ("-0.2)", "-0.2)"),
        ("A-A", "A-A"),
        ("GBW-003", "GBW-003"),
    ],
)
def test_the_remains_of_a_dimension_line_go_and_a_minus_stays(text, result):
    assert without_lines(text) == result


@given(st.text(max_size=30))
def test_spelling_is_stable(text):
    once = tidy(text)
    assert tidy(once) == once


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("IS0 6194 - 25x37x7", "ISO 6194 - 25x37x7"),
        ("1SO 4762", "ISO 4762"),
        ("DIN IS0 2768-mK", "DIN ISO 2768-mK"),
        ("PIS0 3", "PIS0 3"),
        ("IS07", "IS07"),
        ("IS02768", "ISO2768"),
    ],
)
def test_the_name_before_the_number_of_a_standard(read: str, told: str) -> None:
    assert tidy(read) == told


DASHES = ("-", "—", "–", "ー", "一", "_")
"""What the dash beside a letter is read as."""


@given(st.sampled_from("ABCDEFGHJKLMNPQRSTUVWXYZ"), *[st.sampled_from(DASHES)] * 2, st.sampled_from(["", " "]))
def test_a_datum_letter_stands_between_dashes_whatever_they_are_read_as(letter, before, behind, blank):
    assert tidy(f"{before}{blank}{letter}{blank}{behind}") == f"-{letter}-"
    for other in ("I", "O", 3 * letter):  # no letters of a datum (ASME Y14.5)
        text = f"{before}{blank}{other}{blank}{behind}"
        assert tidy(text) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{+0.025|1270}", "127{+0.025|0}"),
        ("{+0.1|⌀8-0.1}", "⌀8{+0.1|-0.1}"),
        ("{+0.025|0}", "{+0.025|0}"),
        ("{12.05|11.95}", "{12.05|11.95}"),
        ("{+0.2|0.10}", "{+0.2|0.10}"),
    ],
)
def test_a_nominal_that_was_read_as_of_the_lower_row_stands_before_the_stack(text: str, told: str) -> None:
    assert nominal_before_stack(text) == told


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("92'00", "92.00"),
        ("R12'50", "R12.50"),
        ("5'6", "5'6"),
        ("30°12'00", "30°12'00"),
        ("14. 50mm", "14.50mm"),
        ("⌀4, 86", "⌀4.86".replace(".", ",")),
        ("1. 2x M5", "1. 2x M5"),
        ("RO.50", "R0.50"),
        ("ROUND", "ROUND"),
        ("M3X0.5THRUL4.0", "M3X0.5THRU⌴4.0"),
        ("⌀5THRU LJ⌀6.25", "⌀5THRU⌴⌀6.25"),
        ("THRUST 4", "THRUST 4"),
    ],
)
def test_marks_and_signs_that_readers_of_few_pixels_see_as_others(read: str, told: str) -> None:
    assert tidy(read) == told


@pytest.mark.parametrize(
    ("read", "told"), [("-.425 [10.79]", ".425 [10.79]"), ("+8.13[.32]", "8.13[.32]"), ("-0.05", "-0.05")]
)
def test_a_size_in_two_units_has_no_sign(read: str, told: str) -> None:
    assert without_lines(read) == told
