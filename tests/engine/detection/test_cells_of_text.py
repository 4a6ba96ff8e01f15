"""A run of text is parted at wide gaps, also where a loose box shows the dimension line of a chain."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.cells import _parts, pieces
from drawkit.engine.picture.pixels import Grey

HEIGHT = 20
"""Pixels of a capital letter here."""


def chain(texts: list[tuple[int, str]], *, line: bool = True, stubs: tuple[int, ...] = ()) -> Grey:
    """Texts at these places over a dimension line, with extension lines and heads at `stubs`."""
    image = np.full((80, 400), 255, np.uint8)
    for x, text in texts:
        cv2.putText(image, text, (x, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0,), 2)
    if line:
        cv2.line(image, (0, 48), (399, 48), (0,), 2)
    for x in stubs:
        cv2.line(image, (x, 34), (x, 60), (0,), 2)
        for way in (-1, 1):
            cv2.fillConvexPoly(image, np.array([[x, 48], [x + way * 14, 44], [x + way * 14, 52]], np.int32), (0,))
    return image


def bounds(picture: Grey, box: TextBox) -> list[tuple[int, int]]:
    return [(round(p.bounds[0]), round(p.bounds[2])) for p in pieces(picture, box)]


LOOSE = TextBox(200, 39, 300, 34, 0.0)


def test_numbers_of_a_chain_are_parted_though_their_line_runs_through_the_box() -> None:
    picture = chain([(60, "21.45"), (240, "12.45")], stubs=(200,))
    (a0, a1), (b0, b1) = bounds(picture, LOOSE)
    assert a0 == 50
    assert 130 < a1 < 205
    assert 195 < b0 < 250
    assert b1 == 350


def test_text_that_stands_on_its_line_is_not_parted() -> None:
    picture = chain([(60, "0.90+0.10 TYP")])
    cv2.line(picture, (130, 40), (130, 48), (0,), 14)  # a sign that touches the line
    assert len(pieces(picture, LOOSE)) == 1


def test_numbers_below_their_line_are_parted_too() -> None:
    picture = chain([(60, "21.45"), (240, "12.45")], stubs=(200,))
    assert len(pieces(picture[::-1], TextBox(200, 41, 300, 34, 0.0))) == 2


def test_letters_that_stand_on_the_line_of_their_cell_are_not_taken_for_its_crossings() -> None:
    picture = chain([(60, "retaining")])
    cv2.line(picture, (90, 38), (250, 38), (255,), 2)  # all that is left of the letters are low pieces
    cv2.line(picture, (60, 44), (250, 44), (0,), 6)
    assert len(pieces(picture, LOOSE)) == 1


@pytest.mark.parametrize("text", ["21.45", "21.45 x 12"])
def test_one_text_is_one_piece(text: str) -> None:
    assert len(pieces(chain([(60, text)], line=False), LOOSE)) == 1


@pytest.mark.parametrize("ground", [0, 255])
def test_a_box_without_text_stays_whole(ground: int) -> None:
    assert pieces(np.full((80, 400), ground, np.uint8), LOOSE) == [LOOSE]


def test_a_gap_that_reaches_beyond_the_ink_leaves_no_part_there() -> None:
    box = TextBox(100, 50, 80, 20, 0)
    (part,) = _parts(box, np.array([[0.0, 30.0]]), (12.0, 70.0), 20.0)
    assert part.bounds == pytest.approx((86, 40, 134, 60))
