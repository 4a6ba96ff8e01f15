"""Balloons, whole, in arcs and split, and rings that are none."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.balloons import read
from drawkit.engine.sheet import Word


def centred(d: Drawing, x: float, y: float, text: str, height: float = 6) -> Drawing:
    return d.text(x - 0.35 * height * len(text), y + height / 2, text, height)


@pytest.mark.parametrize("text", ["3", "12", "1.4", "7A"])
def test_number_in_a_ring(text):
    d = centred(Drawing(), 100, 100, text).circle(100, 100, 12).line(108.5, 108.5, 160, 160)
    (balloon,) = read(d.sheet())
    assert balloon.position == text
    assert balloon.confidence >= 0.95
    assert balloon.box == pytest.approx((88, 88, 112, 112), abs=0.2)


def test_without_leader_it_is_less_sure():
    (balloon,) = read(centred(Drawing(), 100, 100, "3").circle(100, 100, 12).sheet())
    assert balloon.confidence < 0.9


def test_ring_of_arcs_and_double_ring():
    d = centred(Drawing(), 100, 100, "5").circle(100, 100, 12, 0, 180).circle(100, 100, 12, 180, 360)
    centred(d, 300, 100, "6").circle(300, 100, 12).circle(300, 100, 13.5)
    assert [(b.position, round(b.box[2] - b.box[0])) for b in read(d.sheet())] == [("6", 27), ("5", 24)]


def test_split_ring_gives_the_upper_number():
    d = centred(centred(Drawing(), 100, 94, "4", 6), 100, 106, "2", 6).circle(100, 100, 14).line(86, 100, 114, 100)
    assert [b.position for b in read(d.sheet())] == ["4"]


@pytest.mark.parametrize(
    "d",
    [
        centred(Drawing(), 100, 100, "A").circle(100, 100, 12),
        centred(Drawing(), 100, 100, "3").circle(100, 100, 40),
        centred(Drawing(), 100, 100, "3").circle(100, 100, 12, 0, 200),
        centred(Drawing(), 108, 100, "3").circle(100, 100, 12),
        centred(Drawing(), 100, 93, "3").circle(100, 100, 12),
        centred(centred(Drawing(), 100, 94, "4"), 100, 106, "2").circle(100, 100, 14),
        centred(Drawing(), 100, 100, "25.375").circle(100, 100, 7),
        Drawing().circle(100, 100, 12),
        centred(Drawing(), 100, 100, "3").box(88, 88, 112, 112),
        centred(Drawing(), 100, 100, "3").line(
            88, 100, 88, 100, 88, 100, 88, 100, 88, 100, 88, 100, 88, 100, 88, 100, 88, 100, 88, 100
        ),
        centred(Drawing(), 100, 100, "3").line(*[v for i in range(12) for v in (80 + 4 * i, 100)]),
    ],
)
def test_rings_that_are_no_balloons(d):
    assert read(d.sheet()) == []


def test_balloons_in_a_picture():
    import cv2

    picture = np.full((600, 800), 255, np.uint8)
    cv2.circle(picture, (300, 300), 30, 0, 2)
    cv2.line(picture, (321, 321), (500, 500), 0, 2)
    cv2.putText(picture, "4", (291, 310), cv2.FONT_HERSHEY_SIMPLEX, 0.9, 0, 2)
    d = centred(Drawing(288, 216), 108, 108, "4", 7)
    sheet = d.sheet(drawn=np.empty((0, 4)), source="picture", render=lambda dpi: picture)
    (balloon,) = read(sheet)
    assert balloon.position == "4"
    assert balloon.box == pytest.approx((97.5, 97.5, 118.5, 118.5), abs=1)


def scanned(text: str, *, length: float, angle: float = 0) -> Drawing:
    """A number as a recogniser boxes it, in a circle of radius 12 around (100, 100)."""
    d = Drawing().circle(100, 100, 12)
    turn = np.radians(angle)
    start = np.array([100, 100]) - length / 2 * np.array([np.cos(turn), -np.sin(turn)])
    start += 3.5 * np.array([np.sin(turn), np.cos(turn)])
    d.words.append(Word(text, float(start[0]), float(start[1]), angle, length, 7, 0.95, "recognised"))
    return d


@pytest.mark.parametrize(
    ("text", "length", "angle", "position"),
    [("(1.2)", 29, 0, ["1.2"]), ("1.2", 29, 0, ["1.2"]), ("8", 6, 90, ["8"]), ("12", 12, 90, []), ("1.2", 34, 0, [])],
)
def test_a_scanned_number_may_bring_its_circle_along(
    text: str, length: float, angle: float, position: list[str]
) -> None:
    found = read(scanned(text, length=length, angle=angle).sheet())
    assert [b.position for b in found] == position
    assert [b.text for b in found] == position
