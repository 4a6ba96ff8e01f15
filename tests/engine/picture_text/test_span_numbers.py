"""Numbers that were overlooked at dimension lines are read where the two heads of a line say that one stands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.picture_text.span_numbers import with_numbers_of_spans
from drawkit.engine.sheet import Sheet, Word

DPI = 200
SCALE = DPI / 72
CAPITAL = 8.0
FONT = ImageFont.load_default(round(CAPITAL * SCALE / 0.72))
KNOWN = Word("25", 300.0, 190.0, 0.0, 12.0, CAPITAL, 0.99, "recognised")


def arrow(draw: ImageDraw.ImageDraw, tip: tuple[float, float], way: tuple[float, float]) -> None:
    (x, y), (dx, dy) = tip, way
    back = (x - 9 * dx, y - 9 * dy)
    corners = [tip, (back[0] - 1.6 * dy, back[1] + 1.6 * dx), (back[0] + 1.6 * dy, back[1] - 1.6 * dx)]
    draw.polygon([(a * SCALE, b * SCALE) for a, b in corners], fill=0)


def sheet_with(line: tuple[float, float, float, float], marks: list[tuple[float, float, str, int]]) -> Sheet:
    """A dimension line with two heads, and texts (middle, text, degrees), of which nothing was read."""
    image = Image.new("L", (round(400 * SCALE), round(200 * SCALE)), 255)
    draw = ImageDraw.Draw(image)
    x0, y0, x1, y1 = line
    draw.line([v * SCALE for v in line], fill=0, width=2)
    size = float(np.hypot(x1 - x0, y1 - y0))
    way = ((x1 - x0) / size, (y1 - y0) / size)
    arrow(draw, (x0, y0), (-way[0], -way[1]))
    arrow(draw, (x1, y1), way)
    for x, y, text, angle in marks:
        wide = round(FONT.getlength(text)) + 4
        patch = Image.new("L", (wide, round(1.6 * CAPITAL * SCALE)), 255)
        ImageDraw.Draw(patch).text((wide / 2, patch.height / 2), text, fill=0, font=FONT, anchor="mm")
        patch = patch.rotate(angle, expand=True, fillcolor=255)
        image.paste(patch, (round(x * SCALE - patch.width / 2), round(y * SCALE - patch.height / 2)))
    picture = np.asarray(image)
    drawn = np.array([line], float)
    return Sheet(1, 400, 200, (KNOWN,), source="picture", render=lambda dpi: _at(picture, dpi), drawn=drawn)


def _at(picture: np.ndarray, dpi: float) -> np.ndarray:
    size = (round(picture.shape[1] * dpi / DPI), round(picture.shape[0] * dpi / DPI))
    return np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.BICUBIC))


def added(sheet: Sheet) -> list[Word]:
    return [w for w in with_numbers_of_spans(sheet).words if w is not KNOWN]


LEVEL, STANDING = (60.0, 100.0, 160.0, 100.0), (200.0, 40.0, 200.0, 140.0)


@pytest.mark.parametrize("text", ["7", "4", "2.5"])
def test_a_number_over_its_line_is_found(text: str) -> None:
    (word,) = added(sheet_with(LEVEL, [(110, 92, text, 0)]))
    assert (word.text, word.angle, word.read_from) == (text, 0.0, "recognised")
    assert word.middle == pytest.approx((110, 92), abs=1.5)
    assert word.height == pytest.approx(CAPITAL, rel=0.2)


def test_a_standing_number_reads_upward() -> None:
    (word,) = added(sheet_with(STANDING, [(192, 90, "7", 90)]))
    assert (word.text, word.angle) == ("7", 90.0)
    assert word.middle == pytest.approx((192, 90), abs=1.5)


def test_a_level_number_in_the_gap_of_a_standing_line_is_found() -> None:
    (word,) = added(sheet_with(STANDING, [(200, 90, "35", 0)]))
    assert (word.text, word.angle) == ("35", 0.0)


@pytest.mark.parametrize("text", ["4", "7"])
def test_a_standing_number_may_fall(text: str) -> None:
    (word,) = added(sheet_with(STANDING, [(200, 90, text, 270)]))
    assert (word.text, word.angle) == (text, 270.0)
    assert word.middle == pytest.approx((200, 90), abs=1.5)


def test_a_number_that_was_hardly_read_is_looked_at_again() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "4", 0)])
    doubted = Word("1", 108.0, 96.0, 0.0, 4.0, CAPITAL, 0.3, "recognised")
    words = with_numbers_of_spans(sheet.at(words=(KNOWN, doubted))).words
    assert [word.text for word in words] == ["25", "4"]
    sure = replace(doubted, confidence=0.6)
    assert with_numbers_of_spans(sheet.at(words=(KNOWN, sure))).words == (KNOWN, sure)


def test_a_line_without_a_number_gives_none() -> None:
    assert added(sheet_with(LEVEL, [])) == []


@pytest.mark.parametrize("text", ["A", "H"])
def test_letters_are_no_numbers(text: str) -> None:
    assert added(sheet_with(LEVEL, [(110, 92, text, 0)])) == []


def test_a_line_whose_number_was_read_is_not_looked_at() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "7", 0)])
    own = Word("7", 107.0, 96.0, 0.0, 6.0, CAPITAL, 0.9, "recognised")
    assert with_numbers_of_spans(sheet.at(words=(KNOWN, own))).words == (KNOWN, own)


def test_what_was_read_is_not_read_again() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "7", 0)])
    letters = Word("Zr", 107.0, 96.0, 0.0, 6.0, CAPITAL, 0.9, "recognised")
    assert with_numbers_of_spans(sheet.at(words=(KNOWN, letters))).words == (KNOWN, letters)


@pytest.mark.parametrize("upside_down", ["L", "T"])
def test_a_lone_letter_may_be_a_figure_that_falls(upside_down: str) -> None:
    sheet = sheet_with(STANDING, [(200, 90, "7", 270)])
    letter = Word(upside_down, 204.0, 93.0, 90.0, 6.0, CAPITAL, 0.9, "recognised")
    (_, word) = with_numbers_of_spans(sheet.at(words=(KNOWN, letter))).words
    assert (word.text, word.angle) == ("7", 270.0)


@pytest.mark.parametrize(("upside_down", "text"), [("⊥", "7"), ("↧", "4"), ("SE", "35")])
def test_signs_and_two_letters_may_be_figures_that_fall(upside_down: str, text: str) -> None:
    sheet = sheet_with(STANDING, [(200, 90, text, 270)])
    misread = Word(upside_down, 204.0, 94.0, 90.0, 8.0, CAPITAL, 0.9, "recognised")
    (_, word) = with_numbers_of_spans(sheet.at(words=(KNOWN, misread))).words
    assert (word.text, word.angle) == (text, 270.0)


def scribbled(sheet: Sheet, *lines: tuple[float, float, float, float], wiped: int = 0) -> Sheet:
    """The sheet with lines in its picture that no search for lines has found; so many of the first are wiped out."""
    image = Image.fromarray(sheet.render(DPI))
    for number, line in enumerate(lines):
        grey, width = (255, 20) if number < wiped else (0, 2)
        ImageDraw.Draw(image).line([v * SCALE for v in line], fill=grey, width=width)
    picture = np.asarray(image)
    return replace(sheet, render=lambda dpi: _at(picture, dpi))


@pytest.mark.parametrize("angle", [0, 270])
def test_a_figure_that_its_line_touches_is_found(angle: int) -> None:
    line = STANDING if angle else LEVEL
    x, y = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    bare = sheet_with(line, [(x, y, "4", angle)])
    gap = (
        ((x, y - 20, x, y - 2.5), (x, y + 2.5, x, y + 20))
        if angle
        else ((x - 20, y, x - 2.5, y), (x + 2, y, x + 20, y))
    )
    (word,) = added(scribbled(bare, *gap))
    assert (word.text, word.angle) == ("4", float(angle))


def test_the_bend_of_a_line_is_no_figure() -> None:
    x, y = 200.0, 90.0
    bent = scribbled(sheet_with(STANDING, []), (x, y + 0.5, x, y + 14), (x, y, x - 6, y), wiped=1)
    assert added(bent) == []


def test_a_lone_letter_stays_where_no_number_stands() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "A", 0)])
    letter = Word("A", 107.0, 96.0, 0.0, 6.0, CAPITAL, 0.9, "recognised")
    assert with_numbers_of_spans(sheet.at(words=(KNOWN, letter))).words == (KNOWN, letter)


def test_what_is_too_high_to_be_one_row_is_not_the_number_of_a_line() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "7", 0)])
    more = Word("1", 105.0, 98.0, 0.0, 14.0, 2 * CAPITAL, 0.6, "recognised")
    words = with_numbers_of_spans(sheet.at(words=(KNOWN, replace(KNOWN, y=150.0), more))).words
    assert [word.text for word in words] == ["25", "25", "7"]


def test_deviations_above_each_other_are_as_high_as_two_rows_and_belong_to_their_number() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "7", 0)])
    toleranced = Word("7{+0.1|0}", 106.0, 98.0, 0.0, 24.0, 1.8 * CAPITAL, 0.9, "recognised")
    words = (KNOWN, replace(KNOWN, y=150.0), toleranced)
    assert with_numbers_of_spans(sheet.at(words=words)).words == words


def test_a_sheet_without_a_picture_stays() -> None:
    sheet = Sheet(1, 400, 200, (KNOWN,))
    assert with_numbers_of_spans(sheet) is sheet


def test_a_text_layer_overlooks_no_number_and_drawn_text_may() -> None:
    sheet = sheet_with(LEVEL, [(110, 92, "7", 0)])
    told = sheet.at(source="text")
    assert with_numbers_of_spans(told) is told
    assert [word.text for word in with_numbers_of_spans(sheet.at(source="strokes")).words] == ["25", "7"]


@pytest.mark.parametrize(("text", "stays"), [("45.5MM", True), ("80.5MM", False)])
def test_a_number_takes_no_place_of_a_word_that_says_it_and_more(text: str, stays: bool) -> None:
    sheet = sheet_with(LEVEL, [(110.0, 92.0, "45", 0)])
    (number,) = added(sheet)
    longer = replace(number, text=text, height=2 * CAPITAL, confidence=0.9)  # a box so high may hold two rows
    usual = [replace(KNOWN, x=30.0 + 40 * n) for n in range(9)]
    assert (longer in with_numbers_of_spans(replace(sheet, words=(*usual, longer))).words) is stays


@pytest.mark.parametrize(("text", "stays"), [("45*", True), ("45x", True), ("457", False)])
def test_a_raised_sign_behind_a_number_stays_though_it_was_hardly_read(text: str, stays: bool) -> None:
    sheet = sheet_with(LEVEL, [(110.0, 92.0, "45", 0)])
    (number,) = added(sheet)
    marked = replace(number, text=text, confidence=0.4)
    assert (marked in with_numbers_of_spans(sheet.at(words=(KNOWN, marked))).words) is stays
