"""The finder's glance: that text runs along its boxes in any direction, and what detection leaves out by it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.budget import Budget, cut, spending
from drawkit.engine.detection import detector, finder
from drawkit.engine.detection.boxes import TextBox, shared
from drawkit.engine.detection.finder import Glance, chance_of, glance
from drawkit.engine.picture.letters import Components, legible
from drawkit.engine.recognition.models import own_model

Place = tuple[int, int, int, int]

LYING: Place = (60, 60, 330, 110)
STANDING: Place = (700, 60, 760, 330)
HOLES: Place = (80, 320, 620, 640)


def written(image: Image.Image, place: Place, text: str, turned: int = 0) -> None:
    tile = Image.new("L", (place[3] - place[1], place[2] - place[0]) if turned else (270, 50), 255)
    ImageDraw.Draw(tile).text((6, 6), text, font=ImageFont.load_default(30), fill=0)
    image.paste(tile.rotate(turned, expand=True), place[:2])


@pytest.fixture(scope="module")
def sheet() -> NDArray[np.uint8]:
    """A lying and a standing callout, and a plate full of holes with centre lines."""
    image = Image.new("L", (820, 700), 255)
    written(image, LYING, "124.50 H7")
    written(image, STANDING, "87.25 +0.1", turned=90)
    pen = ImageDraw.Draw(image)
    for x in range(HOLES[0] + 30, HOLES[2], 60):
        for y in range(HOLES[1] + 30, HOLES[3], 60):
            pen.ellipse((x - 14, y - 14, x + 14, y + 14), outline=0, width=2)
            pen.line((x - 20, y, x + 20, y), fill=0)
            pen.line((x, y - 20, x, y + 20), fill=0)
    pen.rectangle(HOLES, outline=0, width=3)
    return np.asarray(image, np.uint8)


def looked(picture: NDArray[np.uint8]) -> Glance:
    view = legible(picture, 150)
    assert view.factor == 1
    return glance(view.picture, view.letters, 10)


def box(place: Place, angle: float) -> TextBox:
    x0, top, x1, bottom = place
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0)
    return lying if angle == 0 else lying.turned(angle)


def test_text_runs_along_its_boxes_and_not_along_holes(sheet: NDArray[np.uint8]) -> None:
    seen = looked(sheet)
    assert seen.along(box((62, 66, 200, 96), 0)) > 0.9
    assert seen.along(box((704, 170, 738, 326), 90)) > 0.9
    rows = [(HOLES[0] + 8, y, HOLES[2] - 8, y + 30) for y in range(HOLES[1] + 10, HOLES[3] - 30, 15)]
    assert max(seen.along(box(row, 0)) for row in rows) < 0.35
    assert seen.along(box((300, 200, 600, 230), 0)) == 0
    assert 0.3 < seen.along(box((62, 66, 338, 96), 0)) < 0.8, "half of it is paper"


def test_a_box_beyond_the_picture_is_no_error(sheet: NDArray[np.uint8]) -> None:
    seen = looked(sheet)
    assert seen.along(TextBox(810, 690, 200, 40, 30)) == 0
    assert seen.along(TextBox(0, 0, 2, 2, 0)) == 0


def test_detection_without_what_no_text_runs_along(sheet: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the detector takes for text besides: here a box in the middle of the holes, and one on mere paper."""
    false = [TextBox(350, 480, 300, 30, 0), TextBox(500, 200, 120, 30, 0)]
    found = detector._found
    monkeypatch.setattr(detector, "_found", lambda *a: [*found(*a), *false])
    alone = detector.detect(sheet, 150, alone=True)
    both = [b for b in detector.detect(sheet, 150) if not (b.guessed or b.overlooked)]
    for wrong in false:
        assert any(shared(b, wrong) > 0.9 for b in alone)
    assert not any(shared(b, false[1]) > 0.5 for b in both)
    assert len(both) < len(alone)
    for place, angle in ((LYING, 0), (STANDING, 90)):
        [one] = [b for b in both if b.angle == angle and place[0] < b.x < place[2] and place[1] < b.y < place[3]]
        assert any(shared(one, b) > 0.95 for b in alone)


def test_where_the_finder_sees_nothing_nothing_is_found(
    sheet: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detector, "glance", lambda *_: Glance(np.zeros((350, 410), np.float32)))
    assert detector.detect(sheet, 150) == []


@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0])
def test_what_no_known_box_covers_was_overlooked(angle: float) -> None:
    chance = np.zeros((300, 300), np.float32)
    mark = cv2.boxPoints(((150, 150), (80, 12), -angle)).astype(np.int32)
    cv2.fillPoly(chance, [mark], (0.95,))
    chance[20:30, 20:60] = 0.5  # too faint to be sure of
    (found,) = Glance(chance).overlooked([])
    assert found.overlooked
    assert (found.x, found.y) == pytest.approx((300, 300), abs=3)
    assert abs(found.angle - angle) < 2
    assert found.length > 160 > found.height > 24, "around the text, not only its core"
    assert Glance(chance).overlooked([TextBox(300, 300, 160, 40, angle)]) == []
    assert len(Glance(chance).overlooked([TextBox(300, 300, 30, 40, angle)])) == 1, "a part of it is not all"


def test_a_slanted_box_fits_the_only_text_in_it() -> None:
    chance = np.zeros((300, 300), np.float32)
    cv2.fillPoly(chance, [cv2.boxPoints(((150, 150), (60, 12), -60)).astype(np.int32)], (0.95,))
    chance[100:104, 150:154] = 0.5  # too faint to be sure of
    loose, fitting, lying = (
        TextBox(310, 290, 300, 150, 66, 0.7),
        TextBox(300, 300, 150, 45, 60),
        TextBox(300, 300, 400, 300, 0),
    )
    tight, *others = Glance(chance).fitted([loose, fitting, lying])
    assert (tight.x, tight.y, tight.angle) == pytest.approx((300, 300, 60), abs=3)
    assert (tight.length < 160, tight.score, tight.overlooked) == (True, 0.7, False)
    assert others == [fitting, lying]
    cv2.fillPoly(chance, [cv2.boxPoints(((174, 164), (40, 8), -60)).astype(np.int32)], (0.95,))
    assert Glance(chance).fitted([loose]) == [loose], "which of two texts it means is not known"


def test_a_square_mark_leaves_open_how_its_text_runs() -> None:
    chance = np.zeros((100, 100), np.float32)
    chance[40:52, 40:50] = 1.0
    (found,) = Glance(chance).overlooked([])
    assert (found.angle, found.length) == (0.0, found.height)


@settings(max_examples=25, deadline=None)
@given(st.integers(40, 400), st.integers(40, 400), st.data())
def test_any_picture_has_a_chance_for_each_second_pixel(rows: int, columns: int, data: st.DataObject) -> None:
    picture = np.full((rows, columns), 255, np.uint8)
    boxes = []
    for _ in range(data.draw(st.integers(1, 6))):
        width, height = data.draw(st.integers(5, 30)), data.draw(st.integers(5, 30))
        x, y = data.draw(st.integers(0, columns - width)), data.draw(st.integers(0, rows - height))
        picture[y : y + height, x : x + width] = 0
        boxes.append((x, y, width, height))
    seen = glance(picture, Components(np.array(boxes, np.int32)), 8)
    assert seen.chance.shape == ((rows + 1) // 2, (columns + 1) // 2)
    assert 0 <= seen.chance.min() <= seen.chance.max() <= 1
    angle = data.draw(st.floats(-180, 180))
    assert 0 <= seen.along(TextBox(columns / 2, rows / 2, columns, 10, angle)) <= 1


def test_marks_stand_where_the_pieces_of_the_canvases_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network seen as one that marks what is black: two far pieces, at odd and even places."""
    picture = np.full((301, 401), 255, np.uint8)
    places = [(21, 32, 12, 14), (322, 241, 14, 12)]
    for x, y, width, height in places:
        picture[y : y + height, x : x + width] = 0
    monkeypatch.setattr(finder, "chance_of", lambda p: (p[::2, ::2] == 0).astype(np.float32))
    seen = glance(picture, Components(np.array(places, np.int32)), 8)
    wanted = np.zeros((151, 201), bool)
    for x, y, width, height in places:
        wanted[y // 2 : (y + height + 1) // 2, x // 2 : (x + width + 1) // 2] = True
    grown = cv2.dilate(wanted.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    assert (seen.chance > 0).sum() > 0.7 * wanted.sum()
    assert not (seen.chance > 0)[~grown].any()


def test_the_network_is_small_and_says_chances() -> None:
    assert own_model(finder.NETWORK).stat().st_size < 1_000_000
    chance = chance_of(np.full((64, 96), 255, np.uint8))
    assert chance.shape == (32, 48)
    assert chance.max() < finder.LEAST


def test_where_there_was_no_time_to_look_what_was_found_stays_and_nothing_is_added(sheet: NDArray[np.uint8]) -> None:
    with spending(Budget(0)):
        view = looked(sheet)
        assert cut() == ("text that is drawn",)
    assert view.along(box(LYING, 0)) == view.along(box(STANDING, 90)) == 1
    assert view.overlooked([]) == []


def test_a_canvas_that_there_was_no_time_for_is_as_if_nobody_had_looked(
    sheet: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([1.0, 0.0])  # left: before the canvases are laid out, and before the first of them
    monkeypatch.setattr(finder, "left", lambda: next(seconds, 0.0))
    view = looked(sheet)
    assert view.along(box(LYING, 0)) > detector.LEAST_SEEN
    assert view.chance.max() == np.float32(finder.UNSEEN)
    assert view.chance.min() == 0


def test_detection_without_time_finds_nothing_and_says_so(sheet: NDArray[np.uint8]) -> None:
    view = legible(sheet, 150)
    with spending(Budget(0)):
        assert detector.detect(sheet, 150, view) == []
        assert cut() == ("text that is drawn", "text by its ink")
