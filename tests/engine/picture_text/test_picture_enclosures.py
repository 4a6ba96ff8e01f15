"""Rings and boxes in a picture are none of the text beside them, and what they hold is read by itself."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.layout.circles import dashed_circles_of
from drawkit.engine.modules.balloons import read
from drawkit.engine.picture.prepare import prepare
from drawkit.engine.picture.sheets import read_prepared
from drawkit.engine.sheet import Sheet, Word
from drawkit.engine.symbols.flags import flagged

DPI = 200
TALL = 27  # pixels: capitals of 3.5 mm
FINE = 3  # times as many pixels are drawn


class Paper:
    """A white sheet that is drawn on in pixels, with a middle height for each text."""

    def __init__(self) -> None:
        self.image = Image.new("L", (1400 * FINE, 900 * FINE), 255)
        self.draw = ImageDraw.Draw(self.image)
        for row in range(8):  # text that tells how large letters are
            self.text(60, 560 + 40 * row, "MATERIAL STEEL 42 CR MO 4")

    def text(self, x: float, y: float, text: str, tall: float = TALL, anchor: str = "lm") -> float:
        """Write from `x` on, half as high above `y` as below; returns where it ends."""
        font = ImageFont.load_default(round(tall * FINE / 0.72))
        self.draw.text((x * FINE, y * FINE), text, 0, font, anchor=anchor)
        return x + font.getlength(text) / FINE

    def ring(self, x: float, y: float, radius: float, text: str, *, dashes: int = 0) -> None:
        box = [(v + s * radius) * FINE for s in (-1, 1) for v in (x, y)]
        for k in range(max(dashes, 1)):
            start = 360 * k / max(dashes, 1)
            self.draw.arc(box, start, start + (360 * 0.65 / dashes if dashes else 360), 0, 2 * FINE)
        self.text(x, y, text, 0.8 * TALL, "mm")

    def line(self, *points: tuple[float, float]) -> None:
        self.draw.line([(x * FINE, y * FINE) for x, y in points], 0, 2 * FINE)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.line((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))

    def sheet(self) -> Sheet:
        pixels = np.asarray(self.image.resize((1400, 900), Image.Resampling.BOX))
        return read_prepared(prepare(pixels, DPI, find_turn=False), 1)


@cache
def dimensions() -> Sheet:
    """Dimensions with balloons, boxes and a revision's mark right beside them."""
    paper = Paper()
    paper.ring(130, 100, 30, "9")
    paper.line((40, 125), (500, 125))  # runs through the ring
    paper.text(166, 100, "6.00 ±0.10")
    paper.ring(paper.text(600, 100, "11.5") + 36, 100, 30, "12")
    paper.ring(130, 240, 32, "D1", dashes=8)
    paper.text(168, 240, "(0.40)")
    paper.box(606, 218, paper.text(616, 240, "11") + 10, 262)
    paper.box(906, 213, paper.text(920, 240, "3.25") + 14, 267)
    paper.ring(paper.text(600, 400, "0.1") + 27, 400, 22, "M")
    return paper.sheet()


def texts(sheet: Sheet) -> list[str]:
    return [w.text for w in sheet.words if w.middle[1] < 500 * 72 / DPI]


def word(sheet: Sheet, text: str) -> Word:
    (found,) = (w for w in sheet.words if w.text == text)
    return found


def test_a_ring_is_no_letter_of_the_number_beside_it() -> None:
    assert {"9", "6.00±0.10", "12", "11.5"} <= set(texts(dimensions()))


def test_a_ring_that_a_line_crosses_is_a_balloon() -> None:
    assert {b.position for b in read(dimensions())} == {"9", "12"}


def test_a_box_is_none_of_the_size_in_it() -> None:
    assert {"11", "3.25"} <= set(texts(dimensions()))


def test_what_stands_in_a_box_is_as_high_as_it_is_drawn() -> None:
    x, y = word(dimensions(), "3.25").middle
    assert (x * DPI / 72, y * DPI / 72) == (pytest.approx(949, abs=8), pytest.approx(240, abs=8))
    assert word(dimensions(), "3.25").height * DPI / 72 == pytest.approx(TALL, abs=3)


def test_a_mark_in_a_dashed_ring_is_a_flag() -> None:
    sheet = dimensions()
    assert {"D1", "(0.40)"} <= set(texts(sheet))
    assert flagged(sheet, sheet.words) == {word(sheet, "D1")}
    assert len(dashed_circles_of(sheet)) == 1


def test_a_letter_in_a_ring_stays_a_modifier() -> None:
    assert any("Ⓜ" in text for text in texts(dimensions()))
