"""Datum letters of scans: their own strokes are no box, and the box of an isometric view slants."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core_drawing import sheet_of

from drawkit.engine.modules import datums
from drawkit.engine.sheet import Sheet, Word

CENTRE = np.array([200.0, 300.0])
HEIGHT = 10.0


def letter(angle: float = 0.0) -> Word:
    return centred("B", 7.0, angle, CENTRE)


def centred(text: str, length: float, angle: float, at: np.ndarray) -> Word:
    word = Word(text, *at.tolist(), angle, length, HEIGHT, 0.95, "recognised")
    x, y = at - (np.array(word.middle) - at)
    return Word(text, float(x), float(y), angle, length, HEIGHT, 0.95, "recognised")


def box(wide: float, tall: float, angle: float = 0.0) -> np.ndarray:
    """The sides of a box around the letter, two along `angle` and two upright, as segments."""
    along = wide / 2 * np.array([math.cos(math.radians(angle)), -math.sin(math.radians(angle))])
    up = np.array([0.0, -tall / 2])
    a, b, c, d = CENTRE - along + up, CENTRE + along + up, CENTRE + along - up, CENTRE - along - up
    return np.array([[*a, *b], [*d, *c], [*a, *d], [*b, *c]])


def found(words: list[Word], segments: np.ndarray) -> list[tuple[str, float]]:
    sheet: Sheet = sheet_of(words, drawn=segments, source="picture")
    return [(d.label, d.rotation) for d in datums.read(sheet, words)]


@pytest.mark.parametrize("side", [15.0, 20.0, 26.0])
def test_a_letter_in_its_box(side: float) -> None:
    assert found([letter()], box(side, side)) == [("B", 0.0)]


def test_the_strokes_of_a_letter_are_no_box() -> None:
    assert found([letter()], box(7.0, HEIGHT)) == []


@pytest.mark.parametrize("angle", [30.0, 330.0])
def test_a_letter_alone_is_read_along_the_slant_of_its_sheet(angle: float) -> None:
    other = centred("4 SURFACES", 60.0, angle, CENTRE + np.array([120.0, 0.0]))
    walls = box(22.0, 22.0, angle)
    assert found([letter(), other], walls) == [("B", angle)]
    assert found([letter()], walls) == []
