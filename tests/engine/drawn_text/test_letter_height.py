"""A run that holds a ⌀ is as high as its figures, whichever way it runs; others stay as they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.drawn_text.letter_height import by_its_figures, by_its_letters, levelled
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.words import PictureWord

FIGURES = (40, 70)  # from where to where the figures reach, in pixels


def picture(*, figures: int = 3) -> Grey:
    """A circle with a stroke through it that is higher than the figures behind."""
    paper = np.full((120, 260), 255, np.uint8)
    cv2.circle(paper, (40, 55), 13, 0, 3)
    cv2.line(paper, (30, 82), (50, 28), 0, 3)
    for k in range(figures):
        cv2.rectangle(paper, (80 + 40 * k, FIGURES[0]), (95 + 40 * k, FIGURES[1] - 1), 0, 3)
    return paper


def run(
    text: str = "⌀781", box: tuple[float, float, float, float] = (20, 20, 220, 90), angle: float = 0.0
) -> PictureWord:
    return PictureWord(text, box, angle, box[3] - box[1] if angle % 180 == 0 else box[2] - box[0], 0.9, "callouts")


def test_a_level_run() -> None:
    found = by_its_figures(run(), picture())
    assert found.height == pytest.approx(1.39 * 33, rel=0.05)
    assert (found.box[1] + found.box[3]) / 2 == pytest.approx(sum(FIGURES) / 2, abs=2)
    assert (found.box[0], found.box[2]) == (20, 220)


def test_an_upright_run() -> None:
    turned = np.ascontiguousarray(np.rot90(picture()))
    found = by_its_figures(run(box=(20, 40, 90, 240), angle=90.0), turned)
    assert found.height == pytest.approx(1.39 * 33, rel=0.05)
    assert (found.box[0] + found.box[2]) / 2 == pytest.approx(sum(FIGURES) / 2, abs=2)


@pytest.mark.parametrize("angle", [30.0, -20.0, 57.0, 210.0])
def test_a_run_aslant(angle: float) -> None:
    lying = TextBox(120, 55, 200, 70, 0.0)
    turn = cv2.getRotationMatrix2D((120, 55), angle, 1.0)
    turn[:, 2] += (180, 245)
    turned = cv2.warpAffine(picture(), turn, (600, 600), borderValue=(255,))
    box = replace(lying, x=300, y=300, angle=angle)
    found = by_its_figures(PictureWord("⌀781", box.bounds, angle, 70, 0.9, "callouts"), turned)
    level = by_its_figures(run(), picture())
    assert found.height == pytest.approx(level.height, rel=0.06)
    off = (level.box[1] + level.box[3]) / 2 - 55
    middle = ((found.box[0] + found.box[2]) / 2, (found.box[1] + found.box[3]) / 2)
    way = np.radians(angle)
    assert middle == pytest.approx((300 + off * np.sin(way), 300 + off * np.cos(way)), abs=2)


@pytest.mark.parametrize(
    ("word", "paper"),
    [
        (run("781"), picture()),
        (run(), picture(figures=1)),
        (run(), np.full((120, 260), 255, np.uint8)),
        (run(box=(300, 20, 340, 90)), picture()),
        (run(box=(20, 33, 220, 78)), picture()),
    ],
)
def test_what_stays_as_it_is(word: PictureWord, paper: Grey) -> None:
    assert by_its_figures(word, paper) == word


@pytest.mark.parametrize("text", ["screw", "не показаны", "as so"])
def test_small_letters_stand_on_their_line_with_room_for_capitals(text: str) -> None:
    found = by_its_letters(run(text, (20, 20, 220, 90)), picture())
    ink = 70 / 1.39
    assert found.height == pytest.approx(70 / 0.7)
    assert found.box[3] - found.height * 0.195 / 1.39 == pytest.approx(55 + ink / 2)
    assert (found.box[0], found.box[2]) == (20, 220)


@pytest.mark.parametrize("text", ["Screw", "bolt", "ev", "size", "M6 x", "рама"])
def test_letters_with_strokes_above_or_below_tell_their_height(text: str) -> None:
    word = run(text)
    assert by_its_letters(word, picture()) is word


def test_two_letters_of_which_one_has_a_tail_are_level() -> None:
    kg = PictureWord("kg", (10.0, 10.0, 60.0, 50.0), -14.0, 30.0, 0.9, "both")
    assert (levelled(kg).angle, levelled(kg).box) == (0.0, (10.0, 15.0, 60.0, 45.0))
    for other in (replace(kg, angle=14.0), replace(kg, text="36"), replace(kg, angle=-40.0)):
        assert levelled(other) == other
