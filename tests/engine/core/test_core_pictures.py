import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.budget import Budget, cut, spending
from drawkit.engine.picture import sheets
from drawkit.engine.picture.prepare import Prepared, prepare
from drawkit.engine.picture.sheets import read_prepared, view_of, words_of_run
from drawkit.engine.picture_text.words import PictureWord

near = pytest.approx


def prepared(image, dpi=150):
    return prepare(np.asarray(image, np.uint8), dpi, find_turn=False)


def written(*texts, size=30, width=900, height=600):
    image = Image.new("L", (width, height), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    for x, y, text in texts:
        draw.text((x, y), text, font=font, fill=0)
    draw.rectangle((30, 30, width - 30, height - 30), outline=0, width=3)
    return image


def test_words_and_lines_of_a_picture_are_in_points_of_the_page():
    sheet = read_prepared(prepared(written((150, 300, "MATERIAL STEEL"), (500, 450, "124.50"))), 3)
    assert (sheet.number, sheet.width, sheet.height, sheet.source) == (3, 432, 288, "picture")
    words = {w.text: w for w in sheet.words}
    assert words.keys() == {"MATERIAL", "STEEL", "124.50"}
    assert words["MATERIAL"].x == near(72, abs=5)
    assert words["STEEL"].x > words["MATERIAL"].end[0]
    assert words["124.50"].box == near((240, 218, 288, 234), abs=10)
    assert {w.read_from for w in sheet.words} == {"recognised"}
    assert sheet.segments.shape[1] == 4
    assert sheet.segments[:, [0, 2]].max() == near(870 * 72 / 150, abs=3)
    assert sheet.readable
    assert sheet.remarks == ()


def test_small_letters_are_remarked_on(monkeypatch):
    small = [run("12.5", (100, 50, 130, 57), 0, 7), run("R5", (200, 50, 215, 57), 0, 7)]
    monkeypatch.setattr(sheets, "read_words", lambda *_, **__: small)
    [remark] = read_prepared(prepared(written()), 1).remarks
    assert "200 dpi" in remark


def test_ink_without_words_is_unreadable_and_paper_is_not():
    assert not read_prepared(prepared(written()), 1).readable
    assert read_prepared(prepared(Image.new("L", (300, 200), 255)), 1).readable


def test_a_view_shows_the_picture_at_any_resolution():
    grey = np.full((300, 400), 255, np.uint8)
    grey[100:200, 100:200] = 0
    sheet = view_of(Prepared(grey, (grey < 9).astype(np.uint8), 200, 90, 0.0, np.eye(3)), 1)
    assert (sheet.width, sheet.height, sheet.turned) == (144, 108, 90)
    assert sheet.render(200) is grey
    assert sheet.render(100).shape == (150, 200)
    assert sheet.render(100)[75, 75] == 0
    assert sheet.words == ()


def run(text, box, angle, height):
    return PictureWord(text, box, angle, height, 0.8, "words")


def test_a_run_becomes_a_word_for_each_of_its_parts():
    first, second = words_of_run(run("12.5 MAX", (100, 50, 260, 80), 0, 30), 0.5)
    assert (first.text, second.text) == ("12.5", "MAX")
    assert (first.x, first.y) == near((50, 25 + 0.86 * 15), abs=0.1)
    assert first.length == near(4 * 10)
    assert second.x == near(50 + 5 * 10)
    assert (first.height, first.confidence, first.angle) == (near(0.72 * 15), 0.8, 0)


def test_a_part_that_comes_twice_stands_at_two_places():
    words = words_of_run(run("A A 1", (0, 0, 100, 20), 0, 20), 1)
    assert [w.x for w in words] == near([0, 40, 80])


def test_a_standing_run_reads_upward():
    lower, upper = words_of_run(run("R5 H7", (10, 20, 30, 120), 90, 20), 1)
    assert (lower.text, upper.text) == ("R5", "H7")
    assert (lower.x, lower.y) == near((10 + 0.86 * 20, 120), abs=0.1)
    assert upper.y == near(120 - 60)
    assert lower.angle == 90


def test_a_blank_run_has_no_words():
    assert words_of_run(run("  ", (0, 0, 9, 9), 0, 9), 1) == []


@given(st.floats(-80, 80), st.floats(30, 300), st.floats(5, 20), st.text("AB1 ", min_size=1, max_size=9))
def test_the_parts_of_a_leaning_run_stay_within_it(angle, length, height, text):
    turn = np.radians(angle)
    wide = length * abs(np.cos(turn)) + height * abs(np.sin(turn))
    tall = length * abs(np.sin(turn)) + height * abs(np.cos(turn))
    words = words_of_run(run(text, (100, 100, 100 + wide, 100 + tall), angle, height), 1)
    assert [w.text for w in words] == text.split()
    for word in words:
        assert 99 <= word.middle[0] <= 101 + wide
        assert 99 <= word.middle[1] <= 101 + tall
    if len(words) > 1:
        assert words[0].along(words[1].x, words[1].y) >= words[0].length


def test_what_there_is_no_time_for_is_told_and_costs_little() -> None:
    picture = prepared(written((150, 300, "MATERIAL STEEL")))
    with spending(Budget(0)):
        assert read_prepared(picture, 1).words == ()
        enclosing = "rings and boxes around text", "closed shapes"
        assert cut() == (*enclosing, "text that is drawn", "text by its ink", "lines at an angle")
