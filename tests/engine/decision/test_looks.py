"""What is drawn around a text: its picture, and what the network that ships says of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from drawkit.engine.budget import Budget, spending
from drawkit.engine.decision.looks import looks_of, places_of, seen
from drawkit.engine.decision.surroundings import COLUMNS, HEIGHT, LAYERS, ROWS, surroundings_of
from drawkit.engine.sheet import Sheet, Word

WIDE, TALL = 400.0, 300.0


def word(text: str, x: float, y: float, angle: float = 0.0, height: float = 6.0) -> Word:
    return Word(text, x, y, angle, 0.7 * height * len(text), height)


def sheet(*words: Word, lines: list[tuple[float, float, float, float]], heads: list[tuple[float, ...]] = []) -> Sheet:  # noqa: B006
    """A sheet with a picture of lines, and of heads: tip and the direction they point in."""

    def render(dpi: float) -> NDArray[np.uint8]:
        at = dpi / 72
        page = np.full((round(TALL * at), round(WIDE * at)), 255, np.uint8)
        for line in lines:
            a, b = ((round(line[k] * at * 16), round(line[k + 1] * at * 16)) for k in (0, 2))
            cv2.line(page, a, b, 0, max(1, round(0.5 * at)), cv2.LINE_AA, 4)
        for x, y, dx, dy in heads:
            tip, way, side = np.array([x, y]), np.array([dx, dy]), np.array([-dy, dx])
            corners = np.array([tip, tip - 6 * way + 1.2 * side, tip - 6 * way - 1.2 * side])
            cv2.fillPoly(page, [np.round(corners * at * 16).astype(np.int32)], 0, cv2.LINE_AA, 4)
        for w in words:  # the letters themselves
            box = [round(v * at) for v in w.box]
            cv2.rectangle(page, (box[0], box[1]), (box[2], box[3]), 0, -1)
        return page

    return Sheet(1, WIDE, TALL, words=words, render=render)


def dimensioned(angle: int = 0) -> tuple[Sheet, Word]:
    """A number over a dimension line between two extension lines, lying or standing."""
    if angle == 0:
        own = word("30", 195, 148)
        lines = [(140, 150, 260, 150), (140, 145, 140, 190), (260, 145, 260, 190)]
        return sheet(own, lines=[*map(_floats, lines)], heads=[(140, 150, -1, 0), (260, 150, 1, 0)]), own
    own = word("30", 198, 155, 90)
    lines = [(200, 90, 200, 210), (195, 90, 240, 90), (195, 210, 240, 210)]
    return sheet(own, lines=[*map(_floats, lines)], heads=[(200, 90, 0, -1), (200, 210, 0, 1)]), own


def _floats(line: tuple[int, ...]) -> tuple[float, float, float, float]:
    a, b, c, d = map(float, line)
    return a, b, c, d


def test_the_text_itself_is_left_out_and_its_place_told() -> None:
    shown, own = dimensioned()
    (picture,) = surroundings_of(shown, [own]).pictures
    assert picture.shape == (LAYERS, ROWS, COLUMNS)
    place = picture[1] > 0
    rows, columns = np.flatnonzero(place.any(axis=1)), np.flatnonzero(place.any(axis=0))
    assert (rows[0] + rows[-1]) / 2 == pytest.approx(ROWS / 2, abs=1)
    assert (columns[0] + columns[-1]) / 2 == pytest.approx(COLUMNS / 2, abs=1)
    assert len(columns) == pytest.approx((own.length / own.height + 0.3) * HEIGHT, abs=2)
    assert not picture[0][place].any()
    below = picture[0][rows[-1] + 1 : rows[-1] + 6, columns[0] - 30 : columns[-1] + 30]
    assert (below.max(axis=0) > 60).mean() > 0.9  # the dimension line
    assert not picture[2].any()


def test_a_standing_text_is_shown_as_a_lying_one() -> None:
    lying, standing = (
        surroundings_of(shown, [own]).pictures[0].astype(int) for shown, own in (dimensioned(), dimensioned(90))
    )
    middle = slice(ROWS // 2 - 12, ROWS // 2 + 12)
    assert np.abs(lying[0, middle] - standing[0, middle]).mean() < 12


def test_other_texts_are_told_and_far_ones_are_not_seen() -> None:
    own, beside, far = word("30", 195, 148), word("6x", 170, 148), word("FAR", 20, 20)
    (picture,) = surroundings_of(sheet(own, beside, far, lines=[]), [own]).pictures
    others = np.argwhere(picture[2] > 0)
    assert len(others)
    assert others[:, 1].max() < COLUMNS / 2
    assert surroundings_of(sheet(own, lines=[]), []).pictures.shape == (0, LAYERS, ROWS, COLUMNS)


def test_a_dimension_looks_like_one_and_a_lone_number_does_not() -> None:
    shown, own = dimensioned()
    standing, upright = dimensioned(90)
    lone = word("30", 195, 148)
    assert looks_of(shown, [own])[0] > 1
    assert looks_of(standing, [upright])[0] > 1
    assert looks_of(sheet(lone, lines=[]), [lone])[0] < -1


def test_readings_of_one_text_look_alike_and_are_seen_once() -> None:
    shown, own = dimensioned()
    other = own.with_text("80", confidence=0.3)
    words, numbers = places_of([own, other, word("5", 20, 20)])
    assert (len(words), numbers.tolist()) == (2, [0, 0, 1])
    one, two = looks_of(shown, [own, other])
    assert one == two


def test_a_look_turns_what_is_in_doubt_alone() -> None:
    shown, own = dimensioned()
    lone = word("30", 195, 148)
    chances = np.array([0.45, 0.9, 0.05])
    raised = seen(shown, [own] * 3, chances)
    assert raised[0] > 0.5
    assert raised[1:].tolist() == [0.9, 0.05]
    assert seen(sheet(lone, lines=[]), [lone], np.array([0.55]))[0] < 0.5


def test_without_picture_time_or_surroundings_nothing_is_told() -> None:
    shown, own = dimensioned()
    doubted = np.array([0.5])
    assert seen(shown, [], np.array([])).tolist() == []
    assert seen(Sheet(1, WIDE, TALL, words=(own,)), [own], doubted).tolist() == [0.5]
    with spending(Budget(0.0)):
        assert seen(shown, [own], doubted).tolist() == [0.5]
    cut = word("30", 2, 8)
    shown = sheet(cut, lines=[]).at(width=20.0, height=12.0)
    assert surroundings_of(shown, [cut]).inside[0] < 0.5
    assert seen(shown, [cut], doubted).tolist() == [0.5]


@pytest.mark.parametrize("height", [0.01, 0.4, 500.0])
def test_pages_of_tiny_or_huge_letters_are_not_looked_at(height: float) -> None:
    own = word("30", 195, 148, height=height)
    shown = sheet(lines=[]).at(words=(own,), width=2000.0, height=3400.0)
    told = surroundings_of(shown, [own])
    assert not told.pictures.any()
    assert told.inside.tolist() == [0.0]
