"""Two rows above each other in one crop: found by their ink, read one by one, joined in one notation."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.picture_text.crop_readings import read_crops
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.recogniser import callouts
from drawkit.engine.recognition.stacked import fraction_text, parts, stacked_text
from drawkit.engine.recognition.which_reader import believed

WHITE = 255


def drawn(
    before: str, upper: str, lower: str, behind: str = "", line: bool = False, size: int = 40
) -> NDArray[np.uint8]:
    """A crop with two small rows behind (and before) one tall one."""
    tall, small = ImageFont.load_default(size), ImageFont.load_default(round(0.6 * size))
    image = Image.new("L", (40 + 30 * len(before + behind) + 16 * max(len(upper), len(lower)), 76), WHITE)
    pen = ImageDraw.Draw(image)
    x = 10.0
    if before:
        pen.text((x, 14), before, font=tall, fill=0)
        x += pen.textlength(before, font=tall) + 8
    pen.text((x, 6), upper, font=small, fill=0)
    pen.text((x, 38), lower, font=small, fill=0)
    x += max(pen.textlength(t, font=small) for t in (upper, lower)) + 14
    pen.text((x, 14), behind, font=tall, fill=0)
    if line:
        pen.line((0, 72, image.width, 72), fill=0, width=2)
    end = x + pen.textlength(behind, font=tall) + 10
    return np.asarray(image, np.uint8)[:, : round(end)]


@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize(
    ("before", "upper", "lower", "behind", "text"),
    [
        ("45", "+0.2", "-0.1", "", "45{+0.2|-0.1}"),
        ("28.5", "0", "-0.15", "", "28.5{0|-0.15}"),
        ("30", "+0.25", "0", "MAX", "30{+0.25|0} MAX"),
        ("", "12.05", "11.95", "", "{12.05|11.95}"),
        ("R", "5.2", "5.1", "", "R{5.2|5.1}"),
    ],
)
def test_rows_above_each_other_are_read_one_by_one(
    before: str, upper: str, lower: str, behind: str, text: str, line: bool
) -> None:
    [reading] = callouts().read([drawn(before, upper, lower, behind, line)])
    assert reading.text == text
    assert len(reading.places) == len(text)
    assert list(reading.places) == sorted(reading.places)
    assert 0 < reading.weakest <= reading.confidence <= 1
    [crop] = read_crops([drawn(before, upper, lower, behind, line)])
    assert (crop.text, crop.reader) == (text, "callouts")


def level_with_lower(before: str, upper: str, lower: str, off: int = 0) -> NDArray[np.uint8]:
    """A crop with two small rows behind a tall one, whose base line lies so far below that of the lower row."""
    tall, small, base = ImageFont.load_default(40), ImageFont.load_default(24), 62
    image = Image.new("L", (40 + 30 * len(before) + 16 * max(len(upper), len(lower)), 80), WHITE)
    pen = ImageDraw.Draw(image)
    pen.text((10, base), before, font=tall, fill=0, anchor="ls")
    x = 18 + pen.textlength(before, font=tall)
    pen.text((x, base - off), lower, font=small, fill=0, anchor="ls")
    pen.text((x, base - off - 28), upper, font=small, fill=0, anchor="ls")
    end = x + max(pen.textlength(row, font=small) for row in (upper, lower)) + 10
    return np.asarray(image, np.uint8)[:, : round(end)]


@pytest.mark.parametrize("off", [0, 4])
@pytest.mark.parametrize(
    ("before", "upper", "lower"), [("45", "+0.2", "-0.1"), ("28.5", "0", "-0.15"), ("R12", "5.2", "5.1")]
)
def test_a_nominal_that_stands_level_with_the_lower_row_is_none_of_it(
    before: str, upper: str, lower: str, off: int
) -> None:
    [reading] = callouts().read([level_with_lower(before, upper, lower, off)])
    assert reading.text == f"{before}{{{upper}|{lower}}}"


@pytest.mark.parametrize("off", range(2, 11, 2))
def test_rows_of_one_size_are_parted_from_what_is_larger(off: int) -> None:
    crop, foot = np.full((90, 230), WHITE, np.uint8), 75
    figures = [(10 + 30 * k, foot - 36, 20, 36) for k in range(3)]
    rows = [(115 + 18 * k, row - 22, 10, 22) for k in range(4) for row in (foot - off, foot - off - 32)]
    for x, y, wide, tall in (*figures, *rows):
        cv2.rectangle(crop, (x, y), (x + wide, y + tall), 0, 2)
    found = parts(crop)
    assert found is not None
    assert found.before is not None
    assert 93 < found.before.shape[1] < 115
    assert found.upper.shape[1] == found.lower.shape[1] == crop.shape[1] - found.before.shape[1]
    alone = parts(np.ascontiguousarray(crop[:, 100:]))
    assert alone is not None
    assert alone.before is None


@pytest.mark.parametrize("text", ["45", "12.5", "R10", "50%", "1:2", "±0.5", "30°", "120.75", "M8"])
def test_a_single_row_is_not_parted(text: str) -> None:
    image = Image.new("L", (40 + 30 * len(text), 56), WHITE)
    ImageDraw.Draw(image).text((10, 4), text, font=ImageFont.load_default(40), fill=0)
    whole = callouts().read([np.asarray(image, np.uint8)])[0].text
    assert "{" not in whole


GRAIN = (
    *("......##", "........", "........", "..####..", "..####..", "...##.#."),
    *("#####...", "..###...", "...###.#", ".......#", "##.....#", "#####..#"),
)


def test_grain_leaves_no_empty_piece_of_a_crop() -> None:
    """In a photograph a mark as slim as a pixel stands at the very end of what seem two rows."""
    crop = np.array([[0 if mark == "#" else WHITE for mark in row] for row in GRAIN], np.uint8)
    found = parts(crop)
    assert found is not None
    assert all(piece is None or piece.size for piece in (found.before, found.upper, found.lower, found.behind))


def test_paper_and_lines_are_no_rows() -> None:
    blank = np.full((40, 90), WHITE, np.uint8)
    lined = blank.copy()
    lined[[8, 30]] = 0
    lined[:, 4] = 0
    assert parts(blank) is None
    assert parts(lined) is None


@pytest.mark.parametrize(
    ("upper", "lower", "joined"),
    [
        ("+0.2", "-0.1", "{+0.2|-0.1}"),
        ("0", "-.005", "{0|-.005}"),
        ("12,05", "11,95", "{12,05|11,95}"),
        ("H7", "g6", "{H7|g6}"),
        ("g6", "H7", None),
        ("H7", "12", None),
        ("±0.2", "-0.1", None),
        ("15", "16", None),
        ("12.5", "12.5", None),
        ("12.5", "12.55", None),
        ("20.5", "11.5", None),
        ("", "-0.1", None),
        ("+", "-", None),
        ("12.05", "⌀11.95", "⌀{12.05|11.95}"),
        ("⌀12.05", "⌀11.95", "⌀{12.05|11.95}"),
        ("⌀12.05", "R11.95", None),
        ("⌀12.05", "11.95°", None),
        ("+0.2", "⌀11.95", None),
    ],
)
def test_only_deviations_limits_and_fits_make_a_stack(upper: str, lower: str, joined: str | None) -> None:
    assert stacked_text(upper, lower) == joined


@given(*[st.text("0123456789.,+-±°⌀RSHg", max_size=6)] * 2)
def test_whatever_two_rows_say_is_a_stack_or_none(upper: str, lower: str) -> None:
    joined = stacked_text(upper, lower)
    assert joined is None or joined.endswith("}")


def test_the_callout_reader_is_believed_about_rows_unless_it_is_unsure() -> None:
    word, stack = Reading("45 +82", 0.9, 0.8), "45{+0.2|-0.1}"
    assert believed(word, Reading(stack, 0.9, 0.8))[1] == "callouts"
    assert believed(word, Reading(stack, 0.9, 0.2))[1] == "words"


def fraction(before: str, upper: str, lower: str, behind: str = "", size: int = 40) -> NDArray[np.uint8]:
    """A crop with a numerator above a bar above a denominator, about the middle of what stands before them."""
    tall, small = ImageFont.load_default(size), ImageFont.load_default(round(0.7 * size))
    image = Image.new("L", (400, 90), WHITE)
    pen = ImageDraw.Draw(image)
    x = 8.0
    if before:
        pen.text((x, 45), before, font=tall, fill=0, anchor="lm")
        x += pen.textlength(before, font=tall) + 6
    wide = max(pen.textlength(text, font=small) for text in (upper, lower))
    pen.text((x + wide / 2, 40), upper, font=small, fill=0, anchor="mb")
    pen.text((x + wide / 2, 52), lower, font=small, fill=0, anchor="mt")
    pen.line((x - 2, 46, x + wide + 2, 46), fill=0, width=2)
    x += wide + 6
    pen.text((x, 20 if "'" in behind else 45), behind, font=small, fill=0, anchor="lt" if "'" in behind else "lm")
    return np.asarray(image, np.uint8)[:, : round(x + pen.textlength(behind, font=small) + 8)]


@pytest.mark.parametrize(
    ("before", "upper", "lower", "behind", "text"),
    [
        ("", "7", "8", "", "7/8"),
        ("2", "3", "16", "", "2 3/16"),
        ("43", "1", "2", "", "43 1/2"),
        ("R", "5", "8", "", "R5/8"),
        ("1", "11", "32", "TYP", "1 11/32 TYP"),
        ("1", "11", "32", "''", '1 11/32"'),
    ],
)
def test_rows_with_a_bar_between_are_a_fraction(before: str, upper: str, lower: str, behind: str, text: str) -> None:
    crop = fraction(before, upper, lower, behind)
    found = parts(crop)
    assert found is not None
    assert found.bar
    [reading] = callouts().read([crop])
    assert reading.text == text
    assert len(reading.places) == len(text)
    assert list(reading.places) == sorted(reading.places)
    assert read_crops([crop])[0].text == text  # the word reader, which sees no bar, is not believed


@pytest.mark.parametrize(
    ("upper", "lower", "text"),
    [("1", "2", "1/2"), ("63", "64", "63/64"), ("2", "4", None), ("3", "2", None), ("1", "3", None), ("A", "2", None)],
)
def test_parts_of_an_inch_are_halves_to_sixty_fourths(upper: str, lower: str, text: str | None) -> None:
    assert fraction_text(upper, lower) == text


def test_a_bar_that_parts_no_fraction_leaves_the_reading_of_all_of_it() -> None:
    crop = fraction("", "25", "40")
    [reading] = callouts().read([crop])
    assert "/" not in reading.text


@given(
    st.lists(st.tuples(*(st.integers(0, 60) for _ in range(2)), *(st.integers(1, 40) for _ in range(2))), max_size=8)
)
def test_whatever_a_crop_shows_no_piece_of_it_is_empty(ink: list[tuple[int, int, int, int]]) -> None:
    crop = np.full((64, 80), WHITE, np.uint8)
    for x, y, wide, high in [*ink, (20, 30, 24, 2), (22, 14, 6, 14), (24, 36, 6, 14)]:
        crop[y : y + high, x : x + wide] = 0
    found = parts(crop)
    pieces = [] if found is None else [found.before, found.upper, found.lower, found.behind]
    assert all(piece.size for piece in pieces if piece is not None)
