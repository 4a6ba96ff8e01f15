"""Numbers of which a part was found are read again with what stands before or behind it."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.cut_numbers import completed


def paper(*specks: tuple[int, int, int, int]) -> Grey:
    """A picture with ink in rectangles x0, top, x1, bottom."""
    picture = np.full((200, 400), 255, np.uint8)
    for x0, top, x1, bottom in specks:
        picture[top:bottom, x0:x1] = 0
    return picture


def entry(text: str, x: float, length: float, *, y: float = 50, angle: float = 0.0, height: float = 20) -> Entry:
    return 0.99, TextBox(x, y, length, height, angle), CropReading(text, 0.99, "callouts")


def texts(picture: Grey, found: list[Entry], whole: str) -> list[str]:
    def read(crops: list[Grey]) -> list[CropReading]:
        return [CropReading(whole, 0.95, "callouts") for _ in crops]

    return [e[2].text for e in completed(picture, found, read)]


POINT = (84, 54, 88, 58)  # at the base line before a box that begins at 90


@pytest.mark.parametrize("rest", ["550", "625 ±.005", "250{+.0005|.000} THRU"])
def test_a_point_without_a_figure_before_it_is_found_by_its_speck(rest: str) -> None:
    assert texts(paper(POINT), [entry(rest, 120, 60)], f".{rest}") == [f".{rest}"]
    assert texts(paper(), [entry(rest, 120, 60)], f".{rest}") == [rest]


def test_a_standing_number_has_its_point_below_it() -> None:
    standing = entry("550", 50, 60, y=100, angle=90.0)
    assert texts(paper((54, 132, 58, 136)), [standing], ".550") == [".550"]
    assert texts(paper((42, 132, 46, 136)), [standing], ".550") == ["550"]


@pytest.mark.parametrize(
    "ink",
    [
        [(84, 44, 88, 48)],  # as high as a degree
        [(74, 42, 88, 58)],  # a letter
        [(60, 50, 89, 51)],  # the end of a line
        [POINT, (76, 54, 80, 58)],  # dots of a chain line
    ],
)
def test_other_ink_before_a_number_is_no_point(ink: list[tuple[int, int, int, int]]) -> None:
    assert texts(paper(*ink), [entry("550", 120, 60)], ".550") == ["550"]


@pytest.mark.parametrize("whole", ["-.550", ".580", "1550"])
def test_a_point_is_believed_where_the_rest_is_the_same(whole: str) -> None:
    assert texts(paper(POINT), [entry("550", 120, 60)], whole) == ["550"]


FIGURES = [(94, 42, 104, 58), (108, 42, 118, 58), (122, 42, 132, 58)]


ONE = (82, 42, 84, 58)
BEHIND = [(142, 54, 146, 58), (152, 42, 154, 58)]
SIDES = [(76, 40, 80, 61), (148, 40, 152, 61)]


@pytest.mark.parametrize(
    ("ink", "said", "whole", "told"),
    [
        ([ONE], "400", "1400", ["1400"]),
        ([ONE], "400", "7.400", ["400"]),  # there is no mark
        ([], "400", "1400", ["400"]),
        ([ONE], "⌀40", "1⌀40", ["⌀40"]),  # a figure before a diameter is none of it
        ([ONE], "400_12", "1400_12", ["400_12"]),  # no number
        (BEHIND, "400", "400.1", ["400.1"]),
        (BEHIND, "400", "400 1", ["400"]),
        (BEHIND, "4.0", "4.0.1", ["4.0"]),
        (SIDES, "400", "( 400 )", ["( 400 )"]),  # a reference dimension
        (SIDES, "400", "(480)", ["400"]),
        (SIDES[:1], "400", "(400)", ["400"]),
    ],
)
def test_what_stands_alone_beside_a_number_goes_with_it(
    ink: list[tuple[int, int, int, int]], said: str, whole: str, told: list[str]
) -> None:
    assert texts(paper(*FIGURES, *ink), [entry(said, 114, 46)], whole) == told


def test_what_another_text_has_is_none_of_a_number() -> None:
    number = entry("400", 114, 46)
    assert texts(paper(*FIGURES, ONE), [number, entry("1", 83, 12)], "1400") == ["400", "1"]
    assert texts(paper(*FIGURES, *SIDES), [number, entry("(", 78, 10)], "(400)") == ["400", "("]


def test_a_sign_that_stands_alone_goes_with_its_number() -> None:
    number = entry("15 h6", 50, 60, y=100, angle=90.0)
    sign = entry("Ⓢ", 50, 20, y=139)
    assert texts(paper(), [number, sign], "⌀15h6") == ["⌀15h6"]
    assert texts(paper(), [number, sign], "Ⓢ15h6") == ["15 h6", "Ⓢ"]
    far = entry("Ⓢ", 50, 20, y=180)
    assert texts(paper(), [number, far], "⌀15h6") == ["15 h6", "Ⓢ"]
    letter = entry("B", 50, 20, y=139)
    assert texts(paper(), [number, letter], "⌀15h6") == ["15 h6", "B"]


def test_a_fit_with_its_deviations_goes_with_its_size() -> None:
    size, rows = entry("⌀30 k6", 60, 80), entry("k6{+0.015|+0.002}", 120, 90, height=30)
    assert texts(paper(), [size, rows], "⌀30k6{+0.015|+0.002}") == ["⌀30k6{+0.015|+0.002}"]
    assert texts(paper(), [size, rows], "⌀38h6{+0.015|+0.002}") == ["⌀30 k6", "k6{+0.015|+0.002}"]
    apart = entry("k6{+0.015|+0.002}", 250, 90, height=30)
    assert texts(paper(), [size, apart], "⌀30k6{+0.015|+0.002}") == ["⌀30 k6", "k6{+0.015|+0.002}"]


@pytest.mark.parametrize(("cut", "whole"), [("35{0|-0}", "35{0|-0.2}"), ("5{+0|0}", "5{+0,1|0}")])
def test_two_zeros_are_deviations_that_were_cut(cut: str, whole: str) -> None:
    assert texts(paper(), [entry(cut, 120, 60, height=30)], whole) == [whole]
    assert texts(paper(), [entry(cut, 120, 60, height=30)], "38{0|-0.2}") == [cut]
