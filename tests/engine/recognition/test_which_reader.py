"""Which of two readings of a crop is believed, and the chance that it is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.recognition import calibration
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.which_reader import believed, is_sure


def reading(text, confidence=0.95, weakest=0.9):
    return Reading(text, confidence, weakest)


@pytest.mark.parametrize(
    ("word", "callout", "text", "reader"),
    [
        ("MATERIAL 10", "MATERIAL10", "MATERIAL 10", "both"),
        ("12.5", "12.5", "12.5", "both"),
        ("4×⌀5", "4x⌀5", "4×⌀5", "both"),
        ("25.00", "25,00", "25,00", "both"),
        ("<14.50mm", "≤14. 50mm", "<14.50mm", "both"),
        ("M3(⌀2.88~2.98)", "M3(⌀2.88-2.98)", "M3(⌀2.88~2.98)", "both"),
        ("-A-", "A", "-A-", "both"),
        ("- A -", "A", "- A -", "both"),
        ("012.5", "⌀12.5", "⌀12.5", "both"),
        ("12.5 ±0.1", "⌀12.5±0.1", "⌀12.5±0.1", "callouts"),
        ("+0.1A", "⌖|⌀0.2|A", "⌖|⌀0.2|A", "callouts"),
        ("R26", "⌀26", "⌀26", "callouts"),
        ("øI0 T5,4", "⌴⌀10↧5,4", "⌴⌀10↧5,4", "callouts"),
        ("10 0.1", "10{0|-0.1}", "10{0|-0.1}", "callouts"),
        ("", "7", "7", "callouts"),
        ("B/8", "B3", "B3", "callouts"),
        ("1", "", "", "callouts"),
        ("MASS", "", "MASS", "words"),
        ("600", ".600", ".600", "callouts"),
        ("42.5", "425", "42.5", "words"),
        ("11", "1:1", "1:1", "callouts"),
        ("6.5 2X", "⌀6.52X", "⌀6.5 2X", "callouts"),
        ("6.5 12X", "⌀6.512X", "⌀6.5 12X", "callouts"),
        ("156⌀", "156°", "156⌀", "callouts"),
        ("6 52", "⌀652", "⌀652", "callouts"),
        ("材料", "", "材料", "words"),
        ("6×423 通し", "6x⌀23U", "6x⌀23 通し", "words"),
        ("6×423 通し", "7x⌀23U", "6×423 通し", "words"),
        ("6×523 通し", "6x⌀23U", "6x⌀23 通し", "words"),
        ("尺度", "RE±2±1", "尺度", "words"),
        ("日付:2021/05/24", "□t±2021/05/24", "日付:2021/05/24", "words"),
        ("4-05 貫通", "4-⌀5", "4-⌀5 貫通", "words"),
        ("8-2 貫通 C1", "8-⌀2HiC1", "8-⌀2 貫通 C1", "words"),
        ("2x⌀5贯通", "2x⌀5±", "2x⌀5贯通", "words"),
        ("Лист", "�ucm", "Лист", "words"),
    ],
)
def test_which_reader_is_believed(word, callout, text, reader):
    taken, whose = believed(reading(word), reading(callout))
    assert (taken.text, whose) == (text, reader)


@pytest.mark.parametrize(
    ("word", "callout", "weakest", "text"),
    [
        ("Z", "7", 0.8, "Z"),
        ("Z", "7", 0.9, "7"),
        ("MATERIALS", "MATERIAL5", 0.7, "MATERIALS"),
        ("LA", "⊥|0.6|A", 0.3, "LA"),
        ("LA", "⊥|0.6|A", 0.6, "⊥|0.6|A"),
        ("012.5", "⌀12.5", 0.55, "⌀12.5"),
        ("FB360", "B|FB360", 0.7, "FB360"),
        ("1.5", "1:5", 0.6, "1:5"),
        ("1:5", "1.5", 0.6, "1:5"),
        ("Á3", "A3", 0.6, "A3"),
        ("CÓDIGO", "CODIGO", 0.6, "CÓDIGO"),
        ("12 PLACESI", "(2 PLACES)", 0.6, "(2 PLACES)"),
        ("12 PLACES", "(2 PLACES", 0.6, "12 PLACES"),
        ("R125", "⌀", 0.86, "R125"),
        ("O", "⌀", 0.6, "⌀"),
        ("600", ".600", 0.8, "600"),
    ],
)
def test_a_callout_reader_in_doubt_is_believed_of_what_it_alone_knows(word, callout, weakest, text):
    assert believed(reading(word), reading(callout, 0.95, weakest))[0].text == text


@pytest.mark.parametrize("text", ["12.5", "⌀25", "R5", "5", "M8x1", "12.5 TYP", "Material", "4x⌀5.5"])
def test_a_sure_callout_reader_needs_no_second(text):
    assert is_sure(reading(text, 0.99, 0.97)) == (text != "⌀25")
    assert not is_sure(reading(text, 0.99, 0.9))


@pytest.mark.parametrize("text", ["425", "156°", "1 de1", "A", "⌀6.52X", "B|FB360", "4-⌀5��", ""])
def test_where_something_may_be_lost_the_other_reader_is_asked(text):
    assert not is_sure(reading(text, 0.99, 0.99 if text else 0.0))


def test_a_character_where_the_callout_reader_sees_lines_only_must_be_sure():
    nothing = reading("", 0.0, 0.0)
    assert believed(reading("A", 0.5), nothing)[0].text == ""
    assert believed(reading("A", 0.9), nothing)[0].text == "A"
    assert believed(reading("1", 0.999), nothing)[0].text == "1"


@given(st.floats(0, 1), st.sampled_from(["words", "callouts", "both"]))
def test_confidence_is_a_chance_and_grows_with_the_score(score, reader):
    chance = calibration.calibrated(Reading("12", score, score), reader)
    better = calibration.calibrated(Reading("12", min(1.0, score + 0.1), 1.0), reader)
    assert 0 <= calibration.calibrated(Reading("12", score, score), reader, doubted=True) <= chance <= better <= 1


@pytest.mark.parametrize(
    ("word", "callout", "told"),
    [
        ("Φ1.750I1.125 X4", "⌀1.750↧1.125X4", "⌀1.750↧1.125 X4"),
        ("05 X12", "⌀5X12", "⌀5 X12"),
        ("05X12", "⌀5X12", "⌀5X12"),  # a depth
    ],
)
def test_the_blank_before_a_count_behind_a_size_is_kept(word, callout, told):
    assert not is_sure(reading(callout, 0.99, 0.99))
    assert believed(reading(word), reading(callout))[0].text == told


@pytest.mark.parametrize("weakest", [0.2, 0.9])
@pytest.mark.parametrize(
    ("word", "callout", "agree"),
    [
        ("025 G6", "⌀25G6", True),
        ("O12,5", "⌀12.5", True),
        ("<Ø8>", "⌀8", True),
        ("⌀25G6", "⌀25G6", True),
        ("025 G6", "⌀25", False),
        ("025", "⌀26", False),
        ("625", "⌀25", False),
        ("0.25", "⌀.25", False),
        ("0", "⌀", False),
    ],
)
def test_readers_agree_where_the_diameter_sign_is_a_zero_to_one(
    word: str, callout: str, weakest: float, agree: bool
) -> None:
    """A number before its point may be a zero, but no whole number begins with one."""
    taken, whose = believed(reading(word, 0.99), reading(callout, 0.95, weakest))
    assert (whose == "both") is agree
    assert taken.text == (callout if agree or weakest >= 0.5 else word)


def test_a_size_with_a_fit_that_is_surely_read_stays_latin_on_a_cyrillic_sheet():
    word, callout = reading("76,00 Н71аб"), reading("76,00H7/g6", 0.99, 0.99)
    assert believed(word, callout)[0].text == "76,00H7/g6"
    assert believed(word, reading("76,00H7/g6", 0.9, 0.9))[1] == "words"
    assert believed(word, callout, knows_all=False)[1] == "words"
    assert believed(reading("6 отв"), reading("60TB", 0.99, 0.99))[1] == "words"
