"""Frames and datum boxes of pictures, found by the cells that their lines enclose."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine import budget
from drawkit.engine.modules import datums
from drawkit.engine.picture_text.boxed_letters import with_boxed_letters
from drawkit.engine.sheet import Sheet
from drawkit.engine.symbols import closed_cells
from drawkit.engine.symbols.closed_cells import cells_alone, cells_of, rows_of, spans_rows
from drawkit.engine.symbols.followed_lines import closed_rows
from drawkit.engine.symbols.frames import frames_of

DPI = 300
SCALE = DPI / 72
FONT = ImageFont.load_default(50)


class Picture:
    """A page of 200 by 120 points under construction; lines are one point wide."""

    def __init__(self) -> None:
        self.image = Image.new("L", (round(200 * SCALE), round(120 * SCALE)), 255)
        self.pen = ImageDraw.Draw(self.image)

    def line(self, *points: float, width: int = 4) -> Picture:
        self.pen.line([p * SCALE for p in points], fill=0, width=width, joint="curve")
        return self

    def cells(self, *walls: float, top: float = 40, height: float = 20) -> Picture:
        for wall in walls:
            self.line(wall, top, wall, top + height)
        for level in (top, top + height):
            self.line(walls[0] - 0.4, level, walls[-1] + 0.4, level)
        return self

    def text(self, x: float, y: float, text: str) -> Picture:
        self.pen.text((x * SCALE, y * SCALE), text, fill=0, font=FONT, anchor="mm")
        return self

    def wiped(self, x0: float, y0: float, x1: float, y1: float) -> Picture:
        self.pen.rectangle([v * SCALE for v in (x0, y0, x1, y1)], fill=255)
        return self

    def turned(self, along: float, about: float) -> Picture:
        """The page as on an isometric plane: what was level rises by `along` degrees, upright lines stay so."""
        rise = math.tan(math.radians(along))
        matrix = np.array([[1, 0, 0], [-rise, 1, rise * about * SCALE]], np.float64)
        turned = cv2.warpAffine(np.asarray(self.image), matrix, self.image.size, borderValue=(255,))
        self.image = Image.fromarray(turned)
        return self

    def sheet(self) -> Sheet:
        picture = np.asarray(self.image)

        def render(dpi: float) -> np.ndarray:
            return cv2.resize(picture, None, fx=dpi / DPI, fy=dpi / DPI, interpolation=cv2.INTER_AREA)

        return Sheet(1, 200, 120, source="picture", render=render, drawn=np.empty((0, 4)))


def parallelism(picture: Picture, value: str = "0.25", *datum: str) -> Picture:
    """A frame whose characteristic is drawn as two strokes."""
    walls = [20.0, 40.0, 80.0, *(100.0 + 20 * i for i in range(len(datum)))]
    picture.cells(*walls).line(26, 56, 32, 44).line(30, 56, 36, 44).text(60, 50, value)
    for i, letter in enumerate(datum):
        picture.text(90 + 20 * i, 50, letter)
    return picture


def test_neighbouring_cells_make_a_row() -> None:
    cells = cells_of(parallelism(Picture(), "0.25", "A").sheet())
    (row,) = [r for r in rows_of(cells) if r[0].angle == pytest.approx(0, abs=1)]
    assert [round(c.middle[0]) for c in row] == [30, 60, 90]
    assert [c.height for c in row] == pytest.approx([19, 19, 19], abs=0.7)
    assert not spans_rows(row)


def test_bare_cells_are_none() -> None:
    assert cells_of(Picture().cells(20, 40, 80).sheet()) == ()


def test_cell_of_a_composite_frame_spans_its_rows() -> None:
    picture = Picture().cells(20, 40, height=40).cells(40, 80, top=40).cells(40, 80, top=60)
    picture.text(30, 60, "B").text(60, 50, "0.4").text(60, 70, "0.1")
    rows = [r for r in rows_of(cells_of(picture.sheet())) if r[0].angle == pytest.approx(0, abs=1)]
    assert [spans_rows(r) for r in rows] == [True, True]
    assert sorted(round(r[1].middle[1]) for r in rows) == [50, 70]


def test_row_is_followed_where_a_cell_is_open() -> None:
    picture = parallelism(Picture(), "0.25", "A", "B").wiped(106, 38, 107, 42)
    (row,) = [r for r in closed_rows(picture.sheet()) if r.cells == 4]
    ends = [row.word.x + wall * row.word.height for wall in (row.walls[0], row.walls[-1])]
    assert ends == pytest.approx([20, 120], abs=0.8)


def test_ring_that_touches_both_lines_is_no_wall() -> None:
    picture = (
        Picture().cells(20, 40, 90, 110).text(54, 50, "0.2").text(100, 50, "A").text(77, 50, "M").text(30, 50, "B")
    )
    picture.pen.ellipse([v * SCALE for v in (67, 40, 87, 60)], outline=0, width=4)
    rows = [r for r in closed_rows(picture.sheet()) if abs(r.word.angle) < 2 and r.cells > 1]
    assert {r.cells for r in rows} == {3}


@pytest.mark.parametrize("rise", [0, 30, -30])
def test_frame_is_read_without_any_word(rise: float) -> None:
    picture = parallelism(Picture(), "0.4", "A", "B")
    sheet = (picture.turned(rise, 70) if rise else picture).sheet()
    (frame,) = frames_of(sheet)
    assert (frame.characteristic.text, frame.cells) == ("∥", ("0.4", "A", "B"))
    assert (frame.word.angle + 180) % 360 - 180 == pytest.approx(rise, abs=1)


@pytest.mark.parametrize("value", ["60±0.1", "ABC", "R5"])
def test_ruled_cells_without_a_tolerance_are_no_frame(value: str) -> None:
    assert frames_of(parallelism(Picture(), value).sheet()) == []


@pytest.mark.parametrize("rise", [0, 30])
def test_letter_alone_in_a_box_is_a_datum_feature(rise: float) -> None:
    picture = Picture().cells(90, 110).text(100, 50, "A").line(100, 60, 100, 75)
    sheet = with_boxed_letters((picture.turned(rise, 100) if rise else picture).sheet())
    (word,) = sheet.words
    assert word.text == "A"
    assert word.middle == pytest.approx((100, 50), abs=1)
    (datum,) = datums.read(sheet, sheet.words)
    assert (datum.label, datum.rotation) == ("A", pytest.approx(rise, abs=1.5))


@pytest.mark.parametrize("text", ["7", "AB", "I"])
def test_other_text_in_a_box_is_none(text: str) -> None:
    assert with_boxed_letters(Picture().cells(90, 110).text(100, 50, text).sheet()).words == ()


def test_letter_in_a_table_is_none() -> None:
    picture = Picture().cells(90, 110, 130).text(100, 50, "A").text(120, 50, "B")
    assert cells_alone(picture.sheet()) == []
    assert with_boxed_letters(picture.sheet()).words == ()


def test_letter_between_dashes_keeps_them() -> None:
    picture = Picture().cells(90, 118).text(104, 50, "A").line(93, 50, 98, 50).line(110, 50, 115, 50)
    sheet = with_boxed_letters(picture.sheet())
    assert [w.text for w in sheet.words] == ["-A-"]
    assert [d.label for d in datums.read(sheet, sheet.words)] == ["A"]


def test_a_picture_of_noise_keeps_to_the_time_of_its_page(cpu_seconds):
    noise = np.random.default_rng(0).integers(0, 256, (3000, 3000), np.uint8)
    sheet = Sheet(1, 1080, 1080, source="picture", render=lambda _: noise, drawn=np.empty((0, 4)))
    page = budget.Budget(0.2)
    with budget.spending(page):
        assert cpu_seconds(cells_of, sheet) < 3
    assert "closed shapes" in page.cut


def test_neighbours_are_those_of_all_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = cells_of(parallelism(Picture(), "0.25", "A").sheet())
    found = closed_cells._found_neighbours.__wrapped__(cells)
    assert found[0]
    monkeypatch.setattr(closed_cells, "_BEHIND", 1e6)
    assert found == closed_cells._found_neighbours.__wrapped__(cells)
