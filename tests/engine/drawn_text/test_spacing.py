"""Blanks that a reader puts between the letters of spaced lettering."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.drawn_text.spacing import closed_up
from drawkit.engine.picture_text.words import PictureWord

HIGH = 20  # pixels: a letter


def closed(text: str, *gaps: int, lean: float = 0.0) -> PictureWord:
    """What is left of a text where so much paper stands between its letters, each a stroke with two arms."""
    picture = np.full((60, 400), 255, np.uint8)
    x = 30
    for gap in (*gaps, 0):
        top, bottom = (round(x + lean * HIGH), 20), (x, 20 + HIGH)
        cv2.line(picture, top, bottom, 0, 2)
        cv2.line(picture, top, (top[0] + 6, top[1]), 0, 2)
        cv2.line(picture, bottom, (bottom[0] + 8, bottom[1]), 0, 2)
        x += 10 + gap
    box = (26.0, 16.0, float(x + 12), 44.0)
    places = tuple(np.linspace(0.1, 0.9, len(text)).tolist())
    return closed_up(PictureWord(text, box, 0.0, 28.0, 0.9, "callouts", ((f"{text[:-1]}E", 0.1),), places), picture)


@pytest.mark.parametrize("lean", [0.0, 0.27])
def test_a_blank_as_wide_as_the_other_gaps_is_none(lean: float) -> None:
    found = closed("DELR IN", 8, 8, 8, 10, 8, lean=lean)
    assert (found.text, len(found.places), found.alternatives) == ("DELRIN", 6, (("DELRIE", 0.1),))


def test_a_text_read_letter_by_letter_parts_at_its_wide_gaps() -> None:
    assert closed("T O P L I D", 8, 8, 24, 8, 8).text == "TOP LID"


def test_figures_of_one_number_are_set_evenly() -> None:
    assert closed("10 1.5", 9, 11, 8, 8).text == "101.5"
    assert closed("10 15", 9, 18, 9).text == "10 15"


def test_a_word_and_a_number_stay_apart() -> None:
    assert closed("1 O F 1", 14, 8, 14).text == "1 OF 1"


def test_room_behind_a_point_and_a_wide_gap_are_blanks() -> None:
    assert closed("LID. TOP", 8, 8, 8, 9, 8, 8).text == "LID. TOP"
    assert closed("LID TOP", 8, 8, 18, 8, 8).text == "LID TOP"


def test_letters_that_stand_as_closely_as_usual_keep_their_blanks() -> None:
    assert closed("LID TOP", 3, 3, 4, 3, 3).text == "LID TOP"


@pytest.mark.parametrize("text", ["1 1/4", "12 5/8", "3 13/16"])
def test_a_blank_before_a_fraction_stays_however_thin(text: str) -> None:
    blank = text.index(" ") - 1
    gaps = [10 if k == blank else 9 for k in range(len(text) - 2)]
    assert closed(text, *gaps).text == text


@pytest.mark.parametrize("text", ["1 1/5", "1 1/40", "1 14", "12 125/8"])
def test_a_blank_before_other_figures_may_be_none(text: str) -> None:
    blank = text.index(" ") - 1
    gaps = [10 if k == blank else 9 for k in range(len(text) - 2)]
    assert closed(text, *gaps).text == text.replace(" ", "")
