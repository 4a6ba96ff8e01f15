"""Ordinates: numbers in a row that are counted from a zero, at the ends of their lines or above them."""

from dataclasses import replace

import numpy as np
import pytest

from drawkit.engine.layout.ordinates import is_led, ordinates_of
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line

HEIGHT = 10.0


def word(text, x, y):
    return Word(text=text, x=x, y=y, length=0.6 * HEIGHT * len(text), height=HEIGHT, angle=0.0)


def lines(*rows):
    return np.array(rows, float).reshape(-1, 4)


ROW = [("50", 100.0), ("36", 150.0), ("14", 220.0), ("0", 260.0)]


def row(below, **other):
    """Numbers below each other, each with a line to the left that runs so far below it, and lines of the sheet."""
    texts = [Line((word(text, 100, y),)) for text, y in ROW]
    own = [(60, y + below, 100 + 6.0 * len(text) + 1, y + below) for text, y in ROW]
    return texts, lines(*own, *other.get("more", ()))


def test_numbers_above_the_ends_of_their_lines_are_a_row():
    texts, segments = row(below=2.0)
    assert ordinates_of(texts, segments) == texts


@pytest.mark.parametrize("unit", [" mm", "MM", '"'])
def test_each_number_may_have_its_unit(unit):
    for behind, told in ((unit, True), (" kg", False)):
        texts = [Line((word(f"{text}{behind}", 100, y),)) for text, y in ROW]
        segments = lines(*((60, y + 2, 101 + line.word.length, y + 2) for (_, y), line in zip(ROW, texts, strict=True)))
        assert ordinates_of(texts, segments) == (texts if told else [])


def test_the_line_of_a_zero_may_go_on_into_lines_of_other_dimensions():
    texts, segments = row(below=2.0, more=[(20, 262, 300, 262)])
    assert ordinates_of(texts, segments) == texts


def test_zeros_alone_are_no_row():
    _, segments = row(below=2.0)
    holes = [Line((word("0", 100, y),)) for _, y in ROW]
    assert ordinates_of(holes, segments) == []
    assert ordinates_of([Line((word("36", 100, 100),)), *holes[1:]], segments) == []


def test_numbers_above_rulings_that_run_on_at_both_ends_are_none():
    texts, _ = row(below=2.0)
    rulings = lines(*[(60, y + 2, 300, y + 2) for _, y in ROW])
    assert ordinates_of(texts, rulings) == []


def test_underlined_numbers_are_none():
    texts, _ = row(below=2.0)
    assert ordinates_of(texts, lines(*[(99, y + 2, 113, y + 2) for _, y in ROW])) == []


@pytest.mark.parametrize(("start", "end", "led"), [(60, 98, True), (114, 160, True), (60, 160, False), (60, 113, True)])
def test_a_line_leads_to_a_number_from_one_side(start, end, led):
    half_way_up = start > 112 or end < 100
    level = 95.0 if half_way_up else 102.0
    assert is_led(word("50", 100, 100), lines((start, level, end, level))) is led


def test_strokes_of_its_own_letters_lead_to_no_number():
    foot = lines((104, 99.5, 112, 99.5))
    read = Word("50", 100, 100, 0, 12, 7.0, read_from="recognised")
    assert not is_led(replace(read, read_from="text layer"), foot)
    assert not is_led(read, foot)
    assert is_led(read, lines((106.5, 99.5, 150, 99.5)))


def test_what_ends_at_a_number_from_within_leads_to_none():
    long = Word("8.20", 100, 100, 0, 30, 10.0, read_from="text layer")
    assert not is_led(long, lines((114, 95, 126, 95)))
    assert is_led(long, lines((131, 95, 150, 95)))


SHIFTED = [("73", 80.0, 73.0), ("45", 101.0, 129.0), ("14", 95.0, 191.0), ("87", 104.0, 45.0)]


def shifted(*rows):
    """Numbers that begin where each likes to, at the ends of their lines."""
    texts = [Line((word(text, x, y),)) for text, x, y in rows]
    return texts, lines(*[(20, y - 5, x - 2, y - 5) for _, x, y in rows])


def test_numbers_as_far_apart_as_they_say_are_a_row_without_a_zero_and_without_one_beginning():
    texts, segments = shifted(*SHIFTED)
    assert ordinates_of(texts, segments) == texts


def test_numbers_that_are_not_as_far_apart_as_they_say_are_none():
    texts, segments = shifted(*SHIFTED[:3], ("87", 104.0, 60.0))
    assert ordinates_of(texts, segments) == []


def test_numbers_in_even_steps_may_count_pins():
    texts, segments = shifted(*[(str(n), 100.0, 40.0 + 20 * n) for n in range(1, 6)])
    assert ordinates_of(texts, segments) == []


def test_the_row_is_the_part_of_a_band_that_is_to_scale():
    other = ("8", 90.0, 230.0)
    texts, segments = shifted(*SHIFTED, other)
    assert ordinates_of(texts, segments) == texts[:-1]
    texts, segments = shifted(*SHIFTED, *[("8", 90.0, 230.0 + 31 * n) for n in range(5)])
    assert ordinates_of(texts, segments) == []


CROWD = [("92.79", 100, True), ("87.3", 112, False), ("77.3", 124, True), ("75.8", 136, False), ("63.73", 148, True)]


def crowd(values=CROWD, step=12.0):
    """Numbers close below each other; those that are `known` have an extension line, a zero stands at their end."""
    texts = [Line((word(text, 100, 100 + step * n),)) for n, (text, _, _) in enumerate(values)]
    zero = Line((word("0", 100, 100 + step * len(values)),))
    led = [line for line, (_, _, known) in zip(texts, values, strict=True) if known]
    segments = [(60, line.word.y - 5, 98, line.word.y - 5) for line in [*led, zero]]
    return [*texts, zero], lines(*segments)


def test_numbers_that_are_crowded_among_ordinates_are_some_though_their_lines_have_jogs():
    texts, segments = crowd()
    assert ordinates_of(texts, segments) == texts


def test_crowded_numbers_that_do_not_grow_or_stand_apart_are_none():
    mixed = [*CROWD[:3], ("12.5", 136, False), CROWD[4]]
    texts, segments = crowd(mixed)
    assert "12.5" not in [line.text for line in ordinates_of(texts, segments)]
    texts, segments = crowd(step=30.0)
    assert [line.text for line in ordinates_of(texts, segments)] == ["92.79", "77.3", "63.73", "0"]


def test_boxes_of_recognised_numbers_have_paper_before_and_behind():
    texts, segments = row(below=2.0)
    roomy = [
        Line((replace(line.word, x=line.word.x - 0.5 * HEIGHT, length=line.word.length + HEIGHT),)) for line in texts
    ]
    assert ordinates_of(roomy, segments) == []
    ink = [Line((replace(line.word, read_from="recognised"),)) for line in roomy]
    assert ordinates_of(ink, segments) == ink
