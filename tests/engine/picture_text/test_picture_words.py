from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.detection import boxes as text_boxes
from drawkit.engine.detection.boxes import TextBox, crop, crossing, reading_box, without_doubles
from drawkit.engine.detection.cells import pieces
from drawkit.engine.detection.detector import detect
from drawkit.engine.picture.letters import legible
from drawkit.engine.picture_text.crop_readings import CropReading, read_crops
from drawkit.engine.picture_text.directions import _says_something, _shows_direction
from drawkit.engine.picture_text.words import _falling, read_words
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.recogniser import callouts, words

WHITE = 255


def font(size):
    return ImageFont.load_default(size)


def written(image, x, y, text, size=30, turned=0):
    """Write `text` at a place, turned counter-clockwise."""
    box = font(size).getbbox(text)
    tile = Image.new("L", (int(box[2]) + 10, int(box[3]) + 10), WHITE)
    ImageDraw.Draw(tile).text((5, 3), text, font=font(size), fill=0)
    tile = tile.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=WHITE)
    under = image.crop((x, y, x + tile.width, y + tile.height))
    image.paste(Image.fromarray(np.minimum(np.asarray(under), np.asarray(tile))), (x, y))
    return (x, y, x + tile.width, y + tile.height)


def paper(width=900, height=700):
    return Image.new("L", (width, height), WHITE)


def pixels(image):
    return np.asarray(image, np.uint8)


def test_lying_and_standing_text_is_read_where_it_stands():
    image = paper()
    lying = written(image, 120, 100, "124.50")
    standing = written(image, 600, 250, "87.25", turned=90)
    ImageDraw.Draw(image).rectangle((100, 300, 500, 600), outline=0, width=3)
    found = {w.text: w for w in read_words(pixels(image), 200)}
    assert {"124.50", "87.25"} <= found.keys()
    assert found["124.50"].angle == 0
    assert found["87.25"].angle == 90
    for text, place in (("124.50", lying), ("87.25", standing)):
        assert found[text].box == pytest.approx(place, abs=16)
        assert found[text].confidence > 0.8
        assert 15 < found[text].height < 60


def test_part_of_a_run_is_not_a_word_of_its_own(monkeypatch):
    """Letters below one another in a table look like a standing run too, which the lines of the table cut."""
    image = paper()
    x0, top, x1, bottom = written(image, 100, 100, "01_02_13-Cutter")
    whole = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0)
    part = TextBox(x0 + 0.7 * (x1 - x0), (top + bottom) / 2 + 4, bottom - top, 0.35 * (x1 - x0), 90)
    for boxes in ([whole, part], [part, whole]):
        monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_, found=boxes: list(found))
        assert len(read_words(pixels(image), 200)) == 1
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: [part])
    assert len(read_words(pixels(image), 200)) == 1


def test_slanted_text_keeps_its_angle():
    image = paper()
    written(image, 200, 200, "45.75 MAX", turned=30)
    [word] = [w for w in read_words(pixels(image), 200) if "45.75" in w.text]
    assert word.angle == pytest.approx(30, abs=4)


def test_text_that_falls_steeply_is_read():
    image = paper()
    written(image, 200, 100, "SECTION 45", turned=-62)
    found = read_words(pixels(image), 200)
    assert [w.text for w in found if w.confidence > 0.8] == ["SECTION 45"]
    assert found[0].angle % 360 == pytest.approx(298, abs=4)


def test_one_number_that_falls_is_read_downward_beside_others_that_rise():
    image = paper()
    written(image, 200, 100, "85.25", turned=-90)
    written(image, 400, 100, "43.75", turned=90)
    written(image, 500, 100, "68", turned=-90)
    found = {w.text: w.angle % 360 for w in read_words(pixels(image), 200)}
    assert found == {"85.25": 270, "43.75": 90, "89": 90}, "ISO 129-1: what makes sense either way is read upward"


def test_the_word_reader_is_not_asked_what_stands_downward_where_nothing_is_seen(monkeypatch):
    def refused(*_):
        raise AssertionError

    monkeypatch.setattr("drawkit.engine.picture_text.words.read_crops", refused)
    assert _falling(pixels(paper(200, 200)), [], [TextBox(100, 100, 60, 20, 90.0)]) == []


@pytest.mark.parametrize(
    ("upward", "downward", "chance", "told"),
    [
        *(("000", "1000", 0.95, "1000"), ("0001", "1000", 0.95, "1000"), ("0052", "2500", 0.95, "2500")),
        *(("⌀XS", "5X⌀2", 0.95, "5X⌀2"), ("⌀XS", "5X⌀2", 0.7, "⌀XS"), ("⌀25", "5Z⌀", 0.95, "⌀25")),
        *(("000", "1000", 0.8, "000"), ("000", "000", 0.95, "000")),  # not surely read, or the same either way
        *(("100", "1001", 0.95, "100"), ("0.05", "1000", 0.95, "0.05")),  # nothing doubts these
    ],
)
def test_a_standing_number_that_begins_with_zeros_is_read_downward(monkeypatch, upward, downward, chance, told):
    said = CropReading(downward, chance, "callouts")
    seen = SimpleNamespace(read=lambda crops: [Reading(downward, 0.9) for _ in crops])
    monkeypatch.setattr("drawkit.engine.picture_text.words.callouts", lambda: seen)
    monkeypatch.setattr("drawkit.engine.picture_text.words.read_crops", lambda crops, _: [said for _ in crops])
    standing = (0.88, TextBox(100, 100, 60, 20, 90.0), CropReading(upward, 0.88, "callouts"))
    ((_, box, reading),) = _falling(pixels(paper(200, 200)), [standing], [])
    assert (reading.text, box.angle) == (told, 90.0 if told == upward else 270.0)


def test_a_single_character_in_a_circle_is_read():
    image = paper()
    ImageDraw.Draw(image).ellipse((380, 280, 440, 340), outline=0, width=2)
    written(image, 394, 290, "7", 34)
    assert "7" in [w.text for w in read_words(pixels(image), 200)]


def overlooked(monkeypatch, image, place, angle=0.0):
    """What is read where the finder alone sees text."""
    x0, top, x1, bottom = place
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0, unsure=True)
    found = [lying.turned(angle) if angle else lying]
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: found)
    return [w.text for w in read_words(pixels(image), 200)]


@pytest.mark.parametrize(("text", "turned"), [("10", 0), ("4", 0), ("3.65", 0), ("27", 90)])
def test_a_lone_number_that_only_the_finder_saw_is_read(monkeypatch, text, turned):
    image = paper()
    place = written(image, 300, 300, text, 36, turned=turned)
    assert overlooked(monkeypatch, image, place, turned) == [text]


def test_words_circles_and_halves_of_numbers_that_only_the_finder_saw_are_left(monkeypatch):
    image = paper()
    assert overlooked(monkeypatch, image, written(image, 100, 100, "SECTION", 36)) == []
    ImageDraw.Draw(image).line((300, 300, 340, 330), fill=0, width=3)
    assert overlooked(monkeypatch, image, (295, 290, 345, 340)) == []
    x0, top, x1, bottom = written(image, 500, 500, "35", 36)
    assert overlooked(monkeypatch, image, ((x0 + x1) // 2, top, x1, bottom)) == []


def test_a_guessed_box_that_holds_half_of_a_number_is_read_whole(monkeypatch):
    image = paper()
    x0, top, x1, bottom = written(image, 300, 300, "16.5", 36)
    half = TextBox(x0 + 0.36 * (x1 - x0), (top + bottom) / 2, 0.6 * (x1 - x0), bottom - top, 0.0, guessed=True)
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: [half])
    assert [w.text for w in read_words(pixels(image), 200)] == ["16.5"]


def test_a_number_in_the_gap_of_its_line_is_read_without_the_line(monkeypatch):
    image = paper()
    x0, top, x1, bottom = written(image, 300, 300, "1.5", 36)
    middle = (top + bottom) / 2
    for start, end in ((100, x0 + 4), (x1 - 6, 600)):
        ImageDraw.Draw(image).line((start, middle, end, middle), fill=0, width=3)
    loose = TextBox((x0 + x1) / 2, middle, x1 - x0 + 50, bottom - top, 0.0)
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: [loose])
    (word,) = read_words(pixels(image), 200)
    assert word.text == "1.5"
    assert word.box[0] > x0 - 15
    assert word.box[2] < x1 + 15


def test_a_word_is_as_long_as_its_characters_reach(monkeypatch):
    image = paper()
    x0, top, x1, bottom = written(image, 300, 300, "R10", 36)
    loose = TextBox(x1, (top + bottom) / 2, 2 * (x1 - x0), bottom - top, 0.0)
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: [loose])
    monkeypatch.setattr("drawkit.engine.picture_text.words.pieces", lambda _, box, __: [box])
    (word,) = read_words(pixels(image), 200)
    assert word.text == "R10"
    assert x1 - 10 < word.box[2] < loose.bounds[2] - 40
    assert len(word.places) == 3
    assert 0 < word.places[0] < word.places[1] < word.places[2] < 1


def test_a_figure_that_two_boxes_show_is_one_word(monkeypatch):
    image = paper()
    x0, top, x1, bottom = written(image, 300, 300, "4", 36)
    seen = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0, unsure=True)
    inked = replace(seen, x=seen.x + 2, length=seen.length - 3, letters=1)
    monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_: [seen, inked])
    assert [w.text for w in read_words(pixels(image), 200)] == ["4"]


def test_ink_is_read_where_a_sure_reading_shows_less_of_it(monkeypatch):
    image = paper()
    x0, top, x1, bottom = written(image, 300, 300, "1.00", 36)
    whole = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0, guessed=True)
    asked = []
    read = read_crops

    def counted(crops, *known):
        asked.append(sum(one.shape[1] >= 0.9 * whole.length for one in crops))
        return read(crops, *known)

    monkeypatch.setattr("drawkit.engine.picture_text.words.read_crops", counted)
    for found, looks in ((replace(whole, guessed=False), 1), (whole.part(0.55 * whole.length, whole.length), 2)):
        asked.clear()
        boxes = [replace(found, guessed=False), whole]
        monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_, boxes=boxes: boxes)
        assert "1.00" in [w.text for w in read_words(pixels(image), 200)]
        assert sum(asked) == looks


def test_other_directions_are_read_only_where_the_first_does_not_settle_it(monkeypatch):
    asked = []
    read = read_crops

    def counted(crops, *known):
        asked.extend(one.shape for one in crops)
        return read(crops, *known)

    monkeypatch.setattr("drawkit.engine.picture_text.words.read_crops", counted)
    for turn in (0, 90):
        image = paper()
        x0, top, x1, bottom = written(image, 300, 300, "25", 48)
        lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0 + 12, bottom - top + 12, 0.0)
        image = image.rotate(turn, center=(lying.x, lying.y), fillcolor="white")
        monkeypatch.setattr("drawkit.engine.picture_text.words.detect", lambda *_, box=lying: [box])
        asked.clear()
        said = [w.text for w in read_words(pixels(image), 200)]
        assert len(asked) == (2 if turn else 1)
        assert turn or said == ["25"]


def test_words_come_from_top_to_bottom_and_in_pixels_of_the_picture_given():
    image = paper()
    written(image, 300, 400, "LOWER", 44)
    written(image, 300, 100, "UPPER", 44)
    found = read_words(pixels(image), 600)
    assert [w.text for w in found] == ["UPPER", "LOWER"]
    assert found[0].box[0] == pytest.approx(300, abs=20)


def test_text_is_found_alike_where_the_legible_view_is_known_already():
    image = paper()
    written(image, 80, 80, "R12.5", 40)
    picture = pixels(image)
    assert detect(picture, 150, legible(picture, 150)) == detect(picture, 150) != []


def test_an_empty_sheet_has_no_words():
    assert read_words(pixels(paper()), 150) == []
    assert detect(pixels(paper()), 150) == []


def test_cells_of_a_table_do_not_melt_together():
    image = paper()
    draw = ImageDraw.Draw(image)
    for x in (100, 300, 500):
        draw.line((x, 100, x, 400), fill=0, width=2)
    for y in (100, 200, 300, 400):
        draw.line((100, y, 500, y), fill=0, width=2)
    rows = [("BOLT", "M8x30"), ("NUT", "ISO 4032"), ("PLATE", "S235JR")]
    for row, (left, right) in enumerate(rows):
        written(image, 200, 125 + 100 * row, left, 34)
        written(image, 310, 125 + 100 * row, right, 34)
    cuts = np.array([[x, 100, x, 400] for x in (100, 300, 500)], np.float32)
    found = [w.text for w in read_words(pixels(image), 200, cuts=cuts)]
    assert sorted(found) == sorted(t for row in rows for t in row)


@pytest.mark.parametrize("text", ["3.65±0.1", "-0.10", "+0.25"])
def test_deviations_that_an_extension_line_runs_through_keep_what_is_before_it(text):
    image = paper(700, 300)
    x0, _, x1, _ = written(image, 200, 130, text, 44)
    x = round(x0 + 0.8 * (x1 - x0))
    ImageDraw.Draw(image).line((x, 20, x, 280), fill=90, width=1)
    found = read_words(pixels(image), 200, cuts=np.array([[x, 20, x, 280]], np.float32))
    assert [w.text for w in found] == [text]


@pytest.mark.parametrize(("gap", "read"), [(0, ["28.571"]), (60, ["28.5", "71"])])
def test_a_number_that_an_extension_line_runs_through_is_one(gap, read):
    image = paper(700, 300)
    x0, _, x1, _ = written(image, 200, 130, "28.571" if gap == 0 else "28.5", 44)
    if gap:
        written(image, round(x1) + gap, 130, "71", 44)
    x = round(x0 + 0.73 * (x1 - x0)) if gap == 0 else round(x1) + gap // 2
    ImageDraw.Draw(image).line((x, 20, x, 280), fill=90, width=1)
    cuts = np.array([[x, 20, x, 280]], np.float32)
    assert sorted(w.text for w in read_words(pixels(image), 200, cuts=cuts)) == sorted(read)


def test_a_box_parts_at_wide_gaps_and_at_lines_that_run_on():
    image = paper(700, 200)
    written(image, 50, 80, "21.45", 34)
    written(image, 350, 80, "12.45", 34)
    wide = TextBox(300, 100, 560, 50, 0)
    parts = pieces(pixels(image), wide)
    assert len(parts) == 2
    assert parts[0].bounds[2] < 200
    assert parts[1].bounds[0] > 330

    close = paper(700, 200)
    end = written(close, 50, 80, "21.45", 34)[2]
    ImageDraw.Draw(close).line((end + 4, 10, end + 4, 190), fill=0, width=2)
    written(close, end + 6, 80, "12.45", 34)
    parts = pieces(pixels(close), TextBox(150, 100, 260, 46, 0))
    assert [round(p.bounds[0]) < end for p in parts] == [True, False]
    assert len(pieces(np.full((200, 700), WHITE, np.uint8), wide)) == 1


def test_a_short_stroke_or_the_line_of_a_frame_cuts_nothing():
    picture = np.full((200, 700), WHITE, np.uint8)
    box = TextBox(300, 100, 400, 40, 0)
    strokes = np.array([[250, 85, 250, 115], [300, 75, 300, 125], [0, 100, 700, 100]], np.float32)
    assert pieces(picture, box, strokes) == [box]
    assert pieces(picture, box, np.zeros((0, 4), np.float32)) == [box]


def test_a_line_that_runs_through_cuts_and_one_that_stops_for_its_text_does_not():
    box, line = TextBox(300, 100, 400, 40, 0), np.array([[250, 20, 250, 180]], np.float32)
    image = paper(700, 200)
    draw = ImageDraw.Draw(image)
    draw.line((250, 20, 250, 85), fill=120, width=2)
    draw.line((250, 115, 250, 180), fill=120, width=2)
    assert pieces(pixels(image), box, line) == [box]
    draw.line((250, 20, 250, 180), fill=120, width=2)
    for left in (150, 350):
        draw.rectangle((left, 90, left + 80, 110), fill=0)
    assert len(pieces(pixels(image), box, line)) == 2


def test_the_margin_beside_a_line_is_no_text_and_a_bar_is():
    box, lines = TextBox(300, 100, 400, 40, 0), np.array([[x, 20, x, 180] for x in (200, 210, 400)], np.float32)
    image = paper(700, 200)
    draw = ImageDraw.Draw(image)
    for x in (200, 210, 400):
        draw.line((x, 20, x, 180), fill=0, width=2)
    draw.line((150, 82, 150, 118), fill=0, width=3)  # as high as the box: a 1 of some faces
    (kept,) = pieces(pixels(image), box, lines)
    assert kept.bounds[0] < 150 < kept.bounds[2] < 205


lying_or_standing = st.builds(
    TextBox,
    x=st.floats(0, 200),
    y=st.floats(0, 200),
    length=st.floats(4, 120),
    height=st.floats(4, 40),
    angle=st.sampled_from([0.0, 30.0, 90.0]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(lying_or_standing, max_size=8))
def test_only_near_boxes_make_each_other_needless_or_longer(boxes):
    with pytest.MonkeyPatch.context() as patched:
        kept = without_doubles(boxes)
        patched.setattr(text_boxes, "_near", lambda *_: True)
        assert without_doubles(boxes) == kept


def test_crops_are_read_in_their_order():
    crops = []
    for text in ("12.5", "R0.5", "MATERIAL", "45"):
        image = Image.new("RGB", (40 + 20 * len(text), 48), "white")
        ImageDraw.Draw(image).text((10, 4), text, font=font(32), fill="black")
        crops.append(np.asarray(image, np.uint8))
    readings = read_crops(crops)
    assert [r.text for r in readings] == ["12.5", "R0.5", "MATERIAL", "45"]
    assert readings[2].reader in ("words", "both")
    assert all(0 <= r.confidence <= 1 for r in readings)
    assert read_crops([]) == []


def test_a_blank_crop_says_nothing_and_a_long_one_is_no_callout():
    blank, long = np.full((40, 90), WHITE, np.uint8), np.full((20, 900), WHITE, np.uint8)
    assert [r.text for r in read_crops([blank, long])] == ["", ""]


def test_readings_tell_where_each_character_stands():
    image = Image.new("L", (200, 48), WHITE)
    ImageDraw.Draw(image).text((10, 4), "100.25", font=font(36), fill=0)
    for reader in (words(), callouts()):
        [reading] = reader.read([pixels(image)])
        assert reading.text == "100.25"
        assert list(reading.places) == sorted(reading.places)
        assert len(reading.places) == 6
        assert 0 <= reading.weakest <= reading.confidence <= 1


def test_a_reading_does_not_depend_on_its_neighbours_in_the_batch():
    crops = []
    for text in ("7.5", "120.75", "MATERIAL AND FINISH", "M8"):
        image = Image.new("L", (30 + 22 * len(text), 44), WHITE)
        ImageDraw.Draw(image).text((8, 3), text, font=font(32), fill=0)
        crops.append(pixels(image))
    together = [r.text for r in words().read(crops)]
    assert together == [words().read([c])[0].text for c in crops]


@given(
    st.floats(-59, 119),
    st.floats(40, 300),
    st.floats(8, 30),
)
def test_a_turned_rectangle_reads_along_its_long_side(angle, length, height):
    box = reading_box(((100.0, 100.0), (length, height), -angle), 1.0)
    if length > height * 1.01:
        assert box.length == pytest.approx(length)
        assert abs((box.angle - angle + 90) % 180 - 90) <= 30
        assert -60 <= box.angle <= 120


def test_boxes_know_their_parts_and_directions():
    box = TextBox(100, 50, 80, 20, 0)
    assert box.bounds == pytest.approx((60, 40, 140, 60))
    assert box.part(0, 20).bounds == pytest.approx((60, 40, 80, 60))
    assert box.turned(90).bounds == pytest.approx(box.bounds)
    assert (box.turned(90).length, box.turned(180).length) == (20, 80)
    assert box.scaled(2).bounds == pytest.approx((120, 80, 280, 120))
    assert crossing(box, TextBox(100, 50, 30, 20, 90))
    assert not crossing(box, TextBox(500, 50, 40, 20, 90))


def test_doubles_go_and_halves_join():
    whole = TextBox(100, 50, 80, 20, 0)
    inside = TextBox(90, 50, 40, 18, 0)
    square = TextBox(100, 50, 16, 16, 90)
    assert without_doubles([inside, square, whole]) == [whole]
    right = TextBox(165, 50, 80, 21, 0)
    [joined] = without_doubles([whole, right])
    assert joined.bounds[0] == pytest.approx(60)
    assert joined.bounds[2] == pytest.approx(205)
    standing = TextBox(100, 60, 80, 20, 90)
    assert len(without_doubles([whole, standing])) == 2


def test_a_crop_is_upright():
    image = paper(300, 300)
    written(image, 100, 60, "HHHH", turned=90)
    upright = crop(pixels(image), TextBox(122, 105, 120, 46, 90))
    assert upright.shape == (46, 120)
    dark = upright < 128
    assert dark.any(0).sum() > 2 * dark.any(1).sum()


@pytest.mark.parametrize(("turned", "angle"), [(90, 90.0), (270, 270.0)])
def test_standing_text_is_read_the_way_most_of_the_sheets_is(turned, angle):
    """68.91 makes sense upside down too."""
    image = paper()
    for k, text in enumerate(("14.35", "22.73", "43.85", "68.91", "51.44")):
        written(image, 100 + 140 * k, 200, text, turned=turned)
    found = {w.text: w.angle for w in read_words(pixels(image), 200)}
    assert {"14.35", "22.73", "43.85", "68.91", "51.44"} <= found.keys()
    assert set(found.values()) == {angle}


def test_what_reads_either_way_falls_where_the_sheets_text_does():
    image, texts = paper(), ("127.25", "135.4", "58", "85")
    for k, text in enumerate(texts):
        written(image, 100 + 140 * k, 200, text, turned=270)
    assert {w.text: w.angle for w in read_words(pixels(image), 200)} == dict.fromkeys(texts, 270)


@pytest.mark.parametrize(
    ("reader", "text", "stands"), [("both", "5", True), ("words", "5", False), ("both", "2", False)]
)
def test_a_lone_figure_stands_where_both_readers_see_it_so(reader, text, stands):
    lying, turned = CropReading("5", 0.9, "words"), CropReading(text, 0.95, reader)
    assert _shows_direction(turned, lying) == stands


@pytest.mark.parametrize(("text", "says"), [("日日日日", False), ("小由小", False), ("田中", True), ("日期", True)])
def test_several_ideographs_of_boxes_alone_say_nothing(text, says):
    assert _says_something(text) is says
