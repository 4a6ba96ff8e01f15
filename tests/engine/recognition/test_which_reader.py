"""Which of two readings of a crop is believed, and the chance that it is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.recognition import calibration
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.which_reader import believed


def reading(text, confidence=0.95, weakest=0.9):
    return Reading(text, confidence, weakest)


@pytest.mark.parametrize(
    ("word", "callout", "text", "reader"),
    [
        ("MATERIAL 10", "MATERIAL10", "MATERIAL 10", "both"),
        ("12.5", "12.5", "12.5", "both"),
        ("MATERIALS", "MATERIAL5", "MATERIALS", "words"),
        ("012.5", "⌀12.5", "⌀12.5", "callouts"),
        ("12.5 ±0.1", "⌀12.5±0.1", "⌀12.5±0.1", "callouts"),
        ("+0.1A", "⌖|⌀0.2|A", "⌖|⌀0.2|A", "callouts"),
        (".015", ".⌀15", ".015", "words"),
        ("3.0", "-3.0", "3.0", "words"),
        ("3.00in", "3.00n", "3.00in", "words"),
        ("#320-003", "+320-003", "#320-003", "words"),
        ("7.25±0.05", "□7.25±0.0.5", "7.25±0.05", "words"),
        ("", "7", "7", "callouts"),
        ("B/8", "B3", "B/8", "words"),
        ("ISO 4032", "ISa4032", "ISO 4032", "words"),
        ("", "", "", "callouts"),
        ("600", ".600", ".600", "callouts"),
        ("42.5", "425", "42.5", "words"),
        ("⌀63±0.5 AVG (O.D.)", "⌀63±0.5AVG[0D)", "⌀63±0.5 AVG (O.D.)", "words"),
        ("øI0 T5,4", "⌴⌀10↧5,4", "⌴⌀10↧5,4", "callouts"),
        ("4x .332 THRU", "4x⌀.332THRU", "4x⌀.332 THRU", "callouts"),
        ("3-5.5 THRU.ALL", "3-⌀5.5THRUALL", "3-⌀5.5 THRUALL", "callouts"),
        ("6.5 2X", "⌀6.52X", "⌀6.5 2X", "callouts"),
        ("6.5 12X", "⌀6.512X", "⌀6.5 12X", "callouts"),
        ("6 52", "⌀652", "⌀652", "callouts"),
        ("P", "⌭|", "⌭|", "callouts"),
        ("3 × 6.6 THRU", "3x⌀6.6THRU", "3x⌀6.6 THRU", "callouts"),
        ("00,10", "⌀0,1Ⓜ", "⌀0,1Ⓜ", "callouts"),
        ("0.2M", "⌀0.2Ⓜ", "⌀0.2Ⓜ", "callouts"),
        ("OQ", "ⓂⓂ", "OQ", "words"),
        ("11", "1:1", "1:1", "callouts"),
        ("Ra 16", "Ra1.6", "Ra1.6", "callouts"),
        ("O", "○", "○", "callouts"),
        ("0", "○", "0", "words"),
        ("BM", "|BⓂ", "|BⓂ", "callouts"),
        ("1", "", "", "callouts"),
        ("材料", "", "材料", "words"),
        ("6×423 通し", "6x⌀23U", "6x⌀23 通し", "words"),
        ("6×423 通し", "7x⌀23U", "6×423 通し", "words"),
        ("6×523 通し", "6x⌀23U", "6x⌀23 通し", "words"),
        ("尺度", "RE±2±1", "尺度", "words"),
        ("日付:2021/05/24", "□t±2021/05/24", "日付:2021/05/24", "words"),
        ("4-05 貫通", "4-⌀5±", "4-⌀5 貫通", "words"),
        ("8-2 貫通 C1", "8-⌀2HiC1", "8-⌀2 貫通 C1", "words"),
        ("2x⌀5贯通", "2x⌀5±", "2x⌀5贯通", "words"),
        ("MASS", "", "MASS", "words"),
        ("09.05.16", "⌀9.05.16", "09.05.16", "words"),
        ("IO", "10", "10", "callouts"),
        ("x 054 THRU", "x⌀54THRU", "x⌀54 THRU", "callouts"),
        ("3x M8x1-6H I10,0", "3xM8x1-6H↧10,0", "3xM8x1-6H↧10,0", "callouts"),
        ("01.5 THRU X2", "⌀1.5THRUX2", "⌀1.5 THRU X2", "callouts"),
        ("PART 2054", "PART2⌀54", "PART 2054", "words"),
        ("PART 450", "PART45°", "PART 450", "words"),
        ("-A-", "A", "-A-", "both"),
        ("- A -", "A", "- A -", "both"),
    ],
)
def test_which_reader_is_believed(word, callout, text, reader):
    taken, whose = believed(reading(word), reading(callout))
    assert (taken.text, whose) == (text, reader)


def test_an_unsure_callout_reader_is_not_believed_against_the_word_reader():
    unsure = reading("7", 0.6, 0.6)
    assert believed(reading("Z"), unsure)[0].text == "Z"
    assert believed(reading("LA"), reading("⊥|0.6|A", 0.5, 0.3))[0].text == "LA"
    assert believed(reading("600"), reading(".600", 0.9, 0.8))[0].text == "600"
    assert believed(reading("BM"), reading("|BⓂ", 0.8, 0.6))[0].text == "BM"
    assert believed(reading("R26", 0.99, 0.99), reading("⌀26", 0.8, 0.6))[0].text == "R26"
    assert believed(reading("4x R26", 0.99, 0.99), reading("4x⌀26", 0.8, 0.6))[0].text == "4x R26"
    assert believed(reading("R26", 0.8, 0.6), reading("⌀26", 0.97, 0.95))[0].text == "⌀26"
    assert believed(reading("7", 0.97, 0.97), reading("Ⓣ", 0.86, 0.86))[0].text == "7"
    assert believed(reading("5", 0.6, 0.6), reading("Ⓢ", 0.86, 0.86))[0].text == "Ⓢ"
    assert believed(reading("Q'ty", 0.99, 0.99), reading("1", 0.93, 0.92))[0].text == "Q'ty"
    assert believed(reading("Z", 0.6, 0.5), reading("7", 0.95, 0.92))[0].text == "7"


def test_a_character_where_the_callout_reader_sees_lines_only_must_be_sure():
    nothing = reading("", 0.0, 0.0)
    assert believed(reading("A", 0.5), nothing)[0].text == ""
    assert believed(reading("A", 0.9), nothing)[0].text == "A"
    assert believed(reading("1", 0.999), nothing)[0].text == "1"


@given(st.floats(0, 1), st.sampled_from(["words", "callouts", "both"]))
def test_confidence_is_a_chance_and_grows_with_the_score(score, reader):
    chance = calibration.calibrated(Reading("12", score, score), reader)
    better = calibration.calibrated(Reading("12", min(1.0, score + 0.1), 1.0), reader)
    assert 0 <= chance <= 1
    assert better >= chance
