"""Names of logos: read as a line, behind an emblem, pale on dark, around a ring, among marks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.titles.logo_names import NO_NAME, PAPER, _parts, name_in
from drawkit.engine.titles.round_emblems import unrolled

Grey = NDArray[np.uint8]


def blank(tall: int = 200, wide: int = 400) -> Grey:
    return np.full((tall, wide), 255, np.uint8)


def lettered(picture: Grey, text: str, x: int, y: int, size: float = 1.6, *, level: int = 0) -> Grey:
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, level, 4, cv2.LINE_AA)
    return picture


def ringed(upper: str, lower: str) -> Grey:
    """A round emblem with a filled middle: one text around above, read clockwise, one below, read the other way."""
    side, radius = 300, 110.0
    sheet = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(sheet)
    draw.ellipse((90, 90, side - 90, side - 90), fill=60)
    for x in (side / 2 - radius, side / 2 + radius):
        draw.ellipse((x - 8, side / 2 - 8, x + 8, side / 2 + 8), fill=0)
    font = ImageFont.load_default(30)
    for text, turned in ((upper, 0), (lower, 180)):
        for k, letter in enumerate(text):
            tile = Image.new("L", (side, side), 255)
            middle = side / 2
            high = middle - radius if not turned else middle + radius
            ImageDraw.Draw(tile).text((middle, high), letter, fill=0, font=font, anchor="mm")
            turn = (k - (len(text) - 1) / 2) * 14 * (-1 if not turned else 1)
            tile = tile.rotate(turn, Image.Resampling.BICUBIC, fillcolor=255)
            sheet = Image.fromarray(np.minimum(np.asarray(sheet), np.asarray(tile)))
    return np.asarray(sheet)


def told(picture: Grey) -> str:
    rows, columns = np.flatnonzero((picture < 200).any(axis=1)), np.flatnonzero((picture < 200).any(axis=0))
    ink = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    padded = np.ascontiguousarray(np.pad(ink, PAPER, constant_values=255))
    return name_in(padded.tobytes(), *padded.shape)[0]


def test_a_line_and_what_stands_behind_an_emblem():
    assert told(lettered(blank(), "GEARWORK", 40, 110)) == "GEARWORK"
    marked = cv2.circle(lettered(blank(), "GEARWORK", 120, 110, 1.4), (50, 100), 30, 0, 6)
    assert told(marked) == "GEARWORK"


def test_letters_paler_than_what_is_around_them():
    dark = cv2.ellipse(blank(220, 420), (210, 110), (200, 100), 0, 0, 360, 90, -1)
    assert told(lettered(dark, "ORBITAL", 80, 130, 2.0, level=255)) == "ORBITAL"


def test_a_ring_of_letters_above_and_below():
    assert told(ringed("TURBINE", "WORKS")).split() == ["TURBINE", "WORKS"]


@pytest.mark.parametrize("text", ["", "GW", "17"])
def test_no_name(text: str):
    picture = lettered(cv2.rectangle(blank(), (10, 10), (60, 150), 0, 3), text, 150, 110)
    padded = np.pad(picture, PAPER, constant_values=255)
    assert name_in(padded.tobytes(), *padded.shape) == NO_NAME


def test_only_what_is_round_and_large_has_a_ring():
    assert unrolled(blank(100, 400), 24) == []
    assert unrolled(blank(90, 90), 24) == []
    upper, lower = unrolled(np.pad(ringed("TURBINE", "WORKS"), PAPER, constant_values=255), PAPER)
    assert upper.shape[0] == lower.shape[0]
    assert upper.shape[1] > 2 * upper.shape[0]


@pytest.mark.parametrize("grey", [255, 214, 0])
def test_a_run_whose_middle_is_of_one_grey_has_no_parts(grey: int) -> None:
    picture = np.full((60, 200), grey, np.uint8)
    assert _parts(picture, TextBox(100, 30, 120, 24, 0.0)) == []
