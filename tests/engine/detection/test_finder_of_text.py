"""The finder's glance: the boxes around texts in any direction, and the chance of text at each place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.budget import Budget, cut, spending
from drawkit.engine.detection import detector, finder
from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.finder import (
    CORE_END,
    CORE_HEIGHT,
    EDGE,
    HEIGHT,
    LOWER,
    SURE,
    Glance,
    glance,
    looks,
    marked,
)
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


def mark(boxes: Sequence[TextBox], shape: tuple[int, int], chance: float = 0.95) -> tuple[NDArray[Any], NDArray[Any]]:
    """What the network would say of a canvas of that shape (rows, columns) with these texts."""
    chances = np.zeros((shape[0] // 2, shape[1] // 2), np.float32)
    lies = np.zeros((2, shape[0] // 4, shape[1] // 4), np.float32)
    for box in boxes:
        length = max(box.length - 2 * CORE_END * box.height, 0.35 * box.height)
        core = replace(box, length=length, height=CORE_HEIGHT * box.height)
        cv2.fillPoly(chances, [np.round((core.corners / 2 - 0.25) * 16).astype(np.int32)], (chance,), cv2.LINE_8, 4)
        told = np.zeros(lies.shape[1:], np.uint8)
        cv2.fillPoly(told, [np.round(box.corners / 4).astype(np.int32)], (1,))
        twice = np.radians(2 * box.angle)
        lies[:, told > 0] = np.array([np.cos(twice), np.log2(box.height / HEIGHT)])[:, None]
    return chances, lies


def test_text_is_found_in_both_directions_and_none_among_holes(sheet: NDArray[np.uint8]) -> None:
    found = [b for b in looked(sheet).boxes if not b.unsure]
    for place, angle in ((LYING, 0), (STANDING, 90)):
        [one] = [b for b in found if place[0] < b.x < place[2] and place[1] < b.y < place[3]]
        assert one.angle == angle
        assert 3 < one.elongation < 7
    assert len(found) == 2


def test_a_sheet_that_stands_shows_the_same(sheet: NDArray[np.uint8]) -> None:
    turned = looked(np.ascontiguousarray(np.rot90(sheet)))
    assert sorted(round(b.angle) for b in turned.boxes if not b.unsure) == [0, 90]


@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0, -40.0, 75.0])
@pytest.mark.parametrize("elongation", [1.2, 1.6, 6.0])
def test_a_mark_gives_its_box(angle: float, elongation: float) -> None:
    box = TextBox(200, 150, elongation * 30, 30, angle)
    [found] = marked(*mark([box], (320, 384)))
    assert (found.x, found.y) == pytest.approx((200, 150), abs=2)
    assert (found.angle, found.height) == pytest.approx((angle, 30 * LOWER), abs=2)
    assert found.length == pytest.approx(box.length, abs=6)
    assert not found.unsure


def test_what_the_network_is_not_sure_of_is_left_to_both_readers() -> None:
    [found] = marked(*mark([TextBox(200, 150, 25, 30, 0)], (320, 384), chance=SURE - 0.05))
    assert found.unsure
    assert marked(*mark([TextBox(200, 150, 25, 30, 0)], (320, 384), chance=EDGE - 0.05)) == []


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
    assert all(np.isfinite((b.x, b.y, b.length, b.height, b.angle)).all() for b in seen.boxes)


def test_marks_stand_where_the_pieces_of_the_canvases_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network seen as one that marks what is black: two far pieces, at odd and even places."""
    picture = np.full((301, 401), 255, np.uint8)
    places = [(21, 32, 24, 14), (322, 241, 28, 12)]
    for x, y, width, height in places:
        picture[y : y + height, x : x + width] = 0

    def black(part: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        lies = np.zeros((2, part.shape[0] // 4, part.shape[1] // 4), np.float32)
        lies[0] = 1
        return (part[::2, ::2] == 0).astype(np.float32), lies

    monkeypatch.setattr(finder, "looks", black)
    seen = glance(picture, Components(np.array(places, np.int32)), 8)
    wanted = np.zeros((151, 201), bool)
    for x, y, width, height in places:
        wanted[y // 2 : (y + height + 1) // 2, x // 2 : (x + width + 1) // 2] = True
        assert any((b.x, b.y) == pytest.approx((x + width / 2, y + height / 2), abs=2) for b in seen.boxes)
    grown = cv2.dilate(wanted.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    assert (seen.chance > 0).sum() > 0.7 * wanted.sum()
    assert not (seen.chance > 0)[~grown].any()


def test_the_network_is_small_and_says_chances() -> None:
    assert own_model(finder.NETWORK).stat().st_size < 4_500_000
    chance, lies = looks(np.full((64, 96), 255, np.uint8))
    assert (chance.shape, lies.shape) == ((32, 48), (2, 16, 24))
    assert chance.max() < finder.LEAST


def test_without_time_to_look_nothing_is_found_and_that_is_said(sheet: NDArray[np.uint8]) -> None:
    with spending(Budget(0)):
        assert looked(sheet).boxes == ()
        assert cut() == ("text that is drawn",)


def test_detection_without_time_finds_nothing_and_says_so(sheet: NDArray[np.uint8]) -> None:
    view = legible(sheet, 150)
    with spending(Budget(0)):
        assert detector.detect(sheet, 150, view) == []
        assert cut() == ("text that is drawn", "text by its ink")
