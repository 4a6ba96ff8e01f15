import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.picture import lines as lines_module
from drawkit.engine.picture import prepare as preparing
from drawkit.engine.picture.binarise import binarise, flattened, noise
from drawkit.engine.picture.letters import components, legible
from drawkit.engine.picture.lines import find_lines
from drawkit.engine.picture.pixels import grey, resized
from drawkit.engine.picture.prepare import prepare
from drawkit.engine.picture.skew import skew, straightened
from drawkit.engine.picture.turn import turn, turned_back

LINES = ["GENERAL TOLERANCES", "DEBURR AND BREAK EDGES", "MATERIAL STEEL", "SURFACE FINISH", "DO NOT SCALE", "BRACKET"]


def sheet(width=900, height=640, texts=LINES, size=22):
    image = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((30, 30, width - 30, height - 30), outline=0, width=2)
    font = ImageFont.load_default(size)
    for row, text in enumerate(texts):
        draw.text((80, 80 + 80 * row), text, font=font, fill=0)
    return image


def pixels(image):
    return np.asarray(image, np.uint8)


def test_grey_takes_grey_rgb_and_transparent_pictures():
    rgba = np.zeros((4, 5, 4), np.uint8)
    rgba[0, 0, 3] = 255
    result = grey(rgba)
    assert result.shape == (4, 5)
    assert result[0, 0] == 0
    assert result[1, 1] == 255
    assert grey(np.full((4, 5, 3), 7, np.uint8)).tolist() == np.full((4, 5), 7).tolist()


def test_resized_keeps_a_picture_that_has_the_size():
    picture = pixels(sheet())
    assert resized(picture, 1.0) is picture
    assert resized(picture, 2.0).shape == (1280, 1800)


def test_uneven_light_is_flattened_and_ink_stays():
    picture = pixels(sheet()).astype(np.float32)
    light = np.linspace(0.55, 1.0, picture.shape[1])
    dim = (picture * light).astype(np.uint8)
    flat = flattened(dim)
    assert np.median(flat[:, :50]) > 240
    truth = binarise(pixels(sheet()))
    agreement = (binarise(flat) == truth).mean()
    assert agreement > 0.99
    assert flattened(pixels(sheet())) is not dim


def test_grey_lines_are_ink_on_clean_paper_and_noise_is_not():
    clean = np.full((80, 80), 255, np.uint8)
    clean[40] = 192
    assert binarise(clean)[40].all()
    rng = np.random.default_rng(1)
    rough = np.clip(235 + rng.normal(0, 12, (200, 200)), 0, 255).astype(np.uint8)
    assert noise(rough) > 8
    assert binarise(rough).mean() < 0.005


def test_a_black_picture_has_no_noise():
    assert noise(np.zeros((30, 30), np.uint8)) == 0


@settings(max_examples=8, deadline=None)
@given(st.floats(-3, 3))
def test_the_skew_that_was_put_in_is_found_and_taken_out(angle):
    turned = sheet().rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    found = skew(binarise(pixels(turned)))
    assert found == pytest.approx(angle, abs=0.1)
    straight, _ = straightened(pixels(turned), found)
    assert abs(skew(binarise(straight))) < 0.1


def test_what_is_inked_all_over_at_an_angle_turns_no_sheet_whose_lines_lie_straight():
    image = Image.new("L", (900, 900), 255)
    draw = ImageDraw.Draw(image)
    shaded = Image.new("L", (200, 800), 255)
    ImageDraw.Draw(shaded).rectangle((40, 40, 160, 760), fill=60)
    image.paste(shaded.rotate(4, expand=True, fillcolor=255), (20, 40))
    draw.line((420, 100, 420, 800), fill=0, width=2)
    for k in range(6):
        draw.line((420, 150 + 100 * k, 600, 150 + 100 * k), fill=0, width=2)
        draw.text((640, 140 + 100 * k), "127,25", font=ImageFont.load_default(22), fill=0)
    assert skew(binarise(pixels(image))) == 0


def test_an_empty_sheet_has_no_skew_and_no_lines():
    empty = np.zeros((200, 300), np.uint8)
    assert skew(empty) == 0
    assert find_lines(empty, 150).shape == (0, 4)


def test_lines_of_a_table_are_found_once_each():
    image = Image.new("L", (700, 500), 255)
    draw = ImageDraw.Draw(image)
    xs, ys = (50, 250, 450, 650), (40, 140, 240, 440)
    for x in xs:
        draw.line((x, 40, x, 440), fill=192, width=2)
    for y in ys:
        draw.line((50, y, 650, y), fill=192, width=1)
    lines = find_lines(binarise(pixels(image)), 150)
    lying = [tuple(line) for line in lines if line[1] == line[3]]
    standing = [tuple(line) for line in lines if line[0] == line[2]]
    assert [round(float(y)) for _, y, _, _ in lying] == pytest.approx(ys, abs=1)
    assert [round(float(x)) for x, _, _, _ in standing] == pytest.approx(xs, abs=1)
    assert all(x0 <= 52 and x1 >= 648 for x0, _, x1, _ in lying)


def test_the_paper_around_all_ink_is_not_looked_at(monkeypatch):
    seen = []
    level = lines_module.find_level_lines
    monkeypatch.setattr(lines_module, "find_level_lines", lambda ink, *rest: seen.append(ink.size) or level(ink, *rest))
    ink = np.zeros((3000, 4000), np.uint8)
    ink[2000:2002, 1500:1600] = 1
    ink[1950:2100, 1550:1552] = 1
    lying, standing = find_lines(ink, 150).tolist()
    assert [lying] == level(ink, 150, lines_module.SHORTEST).tolist()
    assert [[standing[i] for i in (1, 0, 3, 2)]] == level(ink.T.copy(), 150, lines_module.SHORTEST).tolist()
    assert max(seen) < 0.01 * ink.size


def test_a_broken_line_is_one_line_and_a_black_area_is_none():
    ink = np.zeros((300, 900), np.uint8)
    ink[100:102, 50:400] = 1
    ink[100:102, 404:850] = 1
    ink[101:103, 855:880] = 1
    ink[150:250, 50:400] = 1
    lines = find_lines(ink, 150)
    assert len(lines) == 1
    assert lines[0, 0] == pytest.approx(50, abs=2)
    assert lines[0, 2] >= 849


def test_letters_are_found_beside_a_line_that_touches_them():
    image = Image.new("L", (400, 120), 255)
    draw = ImageDraw.Draw(image)
    draw.text((100, 40), "650.0", font=ImageFont.load_default(24), fill=0)
    draw.line((10, 62, 390, 62), fill=0, width=2)
    found = components(binarise(pixels(image)))
    assert len(found.boxes) >= 3
    assert found.boxes[:, 1].min() < 62


def test_small_text_is_enlarged_and_large_text_made_smaller():
    tiny = resized(pixels(sheet(1800, 1280, size=44)), 0.22)
    assert legible(tiny, 150).factor > 1.2
    huge = resized(pixels(sheet()), 2.2)
    assert legible(huge, 150).factor < 0.8


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_the_turn_of_a_sheet_is_found_and_taken_out(angle):
    turned = pixels(sheet().rotate(angle, expand=True))
    assert turn(turned, legible(turned, 150)) == angle
    assert turned_back(turned, angle).tolist() == pixels(sheet()).tolist()


def with_edge(image, text="INVENTORY  SIGNED AND DATED  REPLACES OTHERS"):
    """The picture with a text that runs up along its left edge, as columns of forms do (GOST 2.104)."""
    column = Image.new("L", (image.height - 20, 26), 255)
    for k, letter in enumerate(text):  # none may touch the next
        ImageDraw.Draw(column).text((4 + 14 * k, 3), letter, font=ImageFont.load_default(16), fill=0)
    image.paste(column.rotate(90, expand=True), (3, 10))
    return image


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_what_runs_along_the_left_edge_turns_no_sheet_however_it_lies(angle):
    own = sheet(texts=["DO NOT SCALE", "BRACKET", "STEEL"])
    turned = pixels(with_edge(own).rotate(angle, expand=True))
    assert turn(turned, legible(turned, 150)) == angle


def test_more_sizes_that_read_upward_turn_no_sheet():
    lying, standing = ["294,55", "461,66"], ["283,85", "316,90", "127,25", "118,50"]
    own = sheet(texts=lying)
    for k, size in enumerate(standing):
        text = Image.new("L", (90, 26), 255)
        ImageDraw.Draw(text).text((4, 0), size, font=ImageFont.load_default(22), fill=0)
        own.paste(text.rotate(90, expand=True), (320 + 110 * k, 260))
    assert turn(pixels(own), legible(pixels(own), 150)) == 0


def test_sizes_that_read_upward_turn_no_sheet_whose_words_lie():
    own = sheet(texts=["FORWARD", "45", "38", "30"])
    for k, size in enumerate(["62,26", "59,71", "34,59", "31,35", "36,12", "62,27"]):
        text = Image.new("L", (90, 26), 255)
        ImageDraw.Draw(text).text((4, 0), size, font=ImageFont.load_default(22), fill=0)
        own.paste(text.rotate(90, expand=True), (320 + 70 * k, 260))
    assert turn(pixels(own), legible(pixels(own), 150)) == 0


def test_where_a_sheet_is_not_turned_the_view_by_which_that_was_seen_is_kept():
    straight, turned = (prepare(pixels(sheet().rotate(angle, expand=True)), 150) for angle in (0, 90))
    again = legible(straight.picture, straight.dpi)
    assert straight.view is not None
    assert straight.view.factor == again.factor
    assert straight.view.picture.tolist() == again.picture.tolist()
    assert straight.view.letters.boxes.tolist() == again.letters.boxes.tolist()
    assert turned.view is None  # it shows the sheet as it lay


def test_a_sheet_without_text_is_not_turned():
    bare = pixels(sheet(texts=[]))
    assert turn(bare, legible(bare, 150)) == 0


def test_a_sheet_that_reads_as_it_lies_costs_the_word_reader_nothing(monkeypatch):
    def refused():
        raise AssertionError

    monkeypatch.setattr("drawkit.engine.picture.turn.words", refused)
    upright = pixels(sheet())
    assert turn(upright, legible(upright, 150)) == 0
    with pytest.raises(AssertionError):  # a turn is the word reader's to say
        turn(upside_down := turned_back(upright, 180), legible(upside_down, 150))


@pytest.mark.parametrize("angle", [1.5, 90, 180, 270 - 1.0])
def test_a_prepared_box_leads_back_to_the_original(angle):
    mark = (400, 300, 440, 340)
    image = sheet()
    ImageDraw.Draw(image).rectangle(mark, fill=0)
    turned = image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    ready = prepare(pixels(turned), 150)
    x0, top, x1, bottom = box_of_the_black_square(ready.picture)
    assert x1 - x0 == pytest.approx(41, abs=3)
    was = box_of_the_black_square(pixels(turned))
    assert ready.back((x0, top, x1, bottom)) == pytest.approx(was, abs=4)
    assert ready.ink.shape == ready.picture.shape
    assert ready.dpi == 150


def test_a_known_turn_is_left_alone(monkeypatch):
    def refuse(picture, dpi):
        raise AssertionError("The networks were asked.")

    monkeypatch.setattr(preparing, "turn", refuse)
    ready = prepare(pixels(sheet().rotate(90, expand=True)), 150, find_turn=False)
    assert (ready.turned, ready.skew) == (0, 0)
    assert ready.back((1.0, 2.0, 3.0, 4.0)) == pytest.approx((1.0, 2.0, 3.0, 4.0))


def box_of_the_black_square(picture):
    import cv2

    core = cv2.erode((picture < 128).astype(np.uint8), np.ones((21, 21), np.uint8))
    core = cv2.dilate(core, np.ones((21, 21), np.uint8))
    y, x = np.nonzero(core)
    return float(x.min()), float(y.min()), float(x.max() + 1), float(y.max() + 1)


@given(
    arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 9)), elements=st.integers(0, 1)), st.integers(0, 9)
)
def test_pieces_of_lines_are_those_of_the_whole_picture(ink: NDArray[np.uint8], blank: int) -> None:
    ink[blank:] = 0
    whole = cv2.connectedComponentsWithStats(ink, connectivity=8)[2][1:, :5]
    assert sorted(lines_module._pieces(ink).tolist()) == sorted(whole.astype(float).tolist())


def test_ink_without_any_line_has_no_lines() -> None:
    ink = np.zeros((300, 300), np.uint8)
    ink[100:104, 100:104] = 1
    assert find_lines(ink, 150).shape == (0, 4)
