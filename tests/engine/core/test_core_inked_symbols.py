"""Symbols of pictures, told by their ink: check marks, balloons that a line parts, numbers in flags."""

from __future__ import annotations

import math
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from core_drawing import Pdf, opened
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.layout.circles import circles_of
from drawkit.engine.modules import balloons, datums, surface_textures
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.sheet import Sheet, Word
from drawkit.engine.symbols.check_marks import check_mark
from drawkit.engine.symbols.flags import flagged
from drawkit.engine.symbols.inked_strokes import strokes_around

SCALE = 300 / 72


class Picture:
    """A page of 200 by 120 points; lines are about a point wide and their places in points."""

    def __init__(self) -> None:
        self.ink = np.full((round(120 * SCALE), round(200 * SCALE)), 255, np.uint8)

    def line(self, *points: float) -> Picture:
        path = np.round(np.array(points).reshape(-1, 1, 2) * SCALE * 16).astype(np.int32)
        cv2.polylines(self.ink, [path], False, 0, 4, cv2.LINE_AA, 4)
        return self

    def polygon(self, corners: int, turn: float = 0.0, radius: float = 12.0) -> Picture:
        """A regular polygon about (100, 60)."""
        around = np.radians(turn + 360 / corners * np.arange(corners + 1))
        return self.line(*np.column_stack([100 + radius * np.cos(around), 60 - radius * np.sin(around)]).ravel())

    def seven(self) -> Picture:
        return self.line(98, 57, 102, 57, 99.5, 63)

    def circle(self, x: float, y: float, radius: float) -> Picture:
        cv2.circle(self.ink, (round(x * SCALE), round(y * SCALE)), round(radius * SCALE), 0, 4, cv2.LINE_AA)
        return self

    def sheet(self, *words: Word) -> Sheet:
        def render(dpi: float) -> np.ndarray:
            return cv2.resize(self.ink, None, fx=dpi / 300, fy=dpi / 300, interpolation=cv2.INTER_AREA)

        level = np.array([[60.0, 60.0, 140.0, 60.0]])
        return Sheet(1, 200, 120, words, source="picture", render=render, drawn=level)


def word(text: str, x: float, y: float, height: float = 8.0, angle: float = 0.0) -> Word:
    """A recognised word about its middle."""
    placed = Word(text, 0, 0, angle, 0.7 * height * len(text), height, 0.95, "recognised")
    mx, my = placed.middle
    return Word(text, x - mx, y - my, angle, placed.length, height, 0.95, "recognised")


def tick(x: float, y: float, height: float = 10.0, turn: float = 0.0) -> list[float]:
    """The legs of a check mark with its foot at (x, y)."""
    slope, c, s = math.tan(math.radians(30)), math.cos(math.radians(turn)), math.sin(math.radians(turn))
    legs = [(-height * slope, height), (0.0, 0.0), (2.1 * height * slope, 2.1 * height)]
    return [v for a, n in legs for v in (x + a * c - n * s, y - a * s - n * c)]


def removal(value: Word, sheet: Sheet) -> str | None:
    mark = check_mark(value, sheet)
    return None if mark is None else mark.removal


@settings(max_examples=10, deadline=None)
@given(st.floats(0, 359))
def test_a_check_mark_of_a_picture_in_any_direction(turn: float) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    value = word("3.2", 100 - 6 * c - 16 * s, 60 + 6 * s - 16 * c, 7, turn)
    assert removal(value, Picture().line(*tick(100, 60, turn=turn)).sheet(value)) == "any"


def test_a_check_mark_stands_on_its_head_below_an_edge() -> None:
    value = word("3.2", 107, 78)
    assert removal(value, Picture().line(*tick(100, 60, turn=180)).sheet(value)) == "any"


def test_a_bar_and_a_circle_in_it_say_how_it_is_made() -> None:
    value = word("3.2", 93, 42)
    legs = tick(100, 60)
    assert removal(value, Picture().line(*legs).line(94.2, 50, 105.8, 50).sheet(value)) == "required"
    assert removal(value, Picture().line(*legs).circle(100, 53.5, 3).sheet(value)) == "prohibited"


def test_text_and_lines_of_a_picture_are_no_check_mark() -> None:
    value = word("3.2", 93, 42)
    assert check_mark(value, Picture().sheet(value)) is None
    assert check_mark(value, Picture().line(80, 60, 120, 60).line(100, 30, 100, 60).sheet(value)) is None
    assert surface_textures.read(Picture().line(*tick(100, 60)[2:]).sheet(value), [value]).items == []


def test_strokes_are_where_they_are_drawn() -> None:
    base = word("3.2", 100, 60, 10)
    sheet = Picture().line(80, 80, 92, 60).line(85, 90, 105, 90).sheet(base)
    (slanted,) = strokes_around(sheet, base, (-4, 4), (-4, 3), {60.0: 1.4})
    assert slanted == pytest.approx(
        ((80 - base.x) / 10, (base.y - 80) / 10, (92 - base.x) / 10, (base.y - 60) / 10), abs=0.15
    )
    (level,) = strokes_around(sheet, base, (-4, 4), (-4, 3), {0.0: 1.0})
    assert sorted(level[[0, 2]]) == pytest.approx([(85 - base.x) / 10, (105 - base.x) / 10], abs=0.15)
    assert len(strokes_around(sheet, base, (-4, 4), (-4, 3), {120.0: 1.0})) == 0


def parted() -> Picture:
    return Picture().circle(100, 60, 14).line(86, 60, 114, 60).line(114, 60, 150, 30)


def test_a_parted_balloon_whose_leader_joins_it() -> None:
    words = word("4", 100, 54), word("2", 100, 66)
    sheet = parted().sheet(*words)
    assert any(math.hypot(c.x - 100, c.y - 60) < 0.5 and abs(c.radius - 14) < 1.5 for c in circles_of(sheet))
    assert [b.position for b in balloons.read(sheet)] == ["4"]


def test_a_datum_target_whose_leader_joins_it_is_one() -> None:
    label = word("A1", 100, 67)
    (target,) = datums.read(parted().sheet(label), [label])
    assert (target.label, target.target) == ("A1", True)


def test_a_number_read_with_its_ring() -> None:
    number = word("12", 100, 60, 17)
    assert [b.position for b in balloons.read(Picture().circle(100, 60, 10).sheet(number))] == ["12"]


@pytest.mark.parametrize(("corners", "turn"), [(3, 90), (4, 0), (5, 90), (6, 0), (8, 22.5)])
def test_numbers_in_flags(corners: int, turn: float) -> None:
    number = word("7", 100, 60, 7)
    assert flagged(Picture().polygon(corners, turn).seven().sheet(number), [number]) == {number}


@pytest.mark.parametrize(
    ("angle", "is_flag"), [(0, True), (90, True), (2, True), (30, False), (45, False), (-20, False)]
)
def test_a_number_that_slants_between_slanted_lines_is_no_flag(angle: float, *, is_flag: bool) -> None:
    number = word("7", 100, 60, 7, angle)
    sheet = Picture().polygon(3, 90 + angle, 14).seven().sheet(number)
    assert (flagged(sheet, [number]) == {number}) is is_flag


@pytest.mark.parametrize("text", ["12.5", "⌀7", "SEE NOTE"])
def test_other_text_in_polygons_is_no_flag(text: str) -> None:
    other = word(text, 100, 60, 4)
    assert flagged(Picture().polygon(6, radius=20).seven().sheet(other), [other]) == set()


def test_rectangles_circles_and_other_shapes_are_no_flags() -> None:
    number = word("7", 100, 60, 7)
    for picture in (
        Picture().polygon(4, 45),
        Picture().circle(100, 60, 12),
        Picture().polygon(6, radius=40),
        Picture(),
    ):
        assert flagged(picture.seven().sheet(number), [number]) == set()
    rays = [(100 + r * math.sin(0.2 * math.pi * i), 60 - r * math.cos(0.2 * math.pi * i))
            for i, r in enumerate([16, 7] * 5 + [16])]  # fmt: skip
    star = Picture().line(*np.array(rays).ravel())
    assert flagged(star.seven().sheet(number), [number]) == set()
    assert flagged(Picture().polygon(6).seven().sheet(), []) == set()
    aside = word("7", 108, 60, 7)
    assert flagged(Picture().polygon(6).seven().sheet(aside), [aside]) == set()


@pytest.mark.parametrize(
    ("span", "is_flag"), [((90, 66, 110, 66), False), ((90, 80, 110, 80), True), ((92, 50, 92, 70), True)]
)
def test_extension_lines_and_edges_around_a_dimension_are_no_flag(
    monkeypatch: pytest.MonkeyPatch, span: tuple[int, ...], *, is_flag: bool
) -> None:
    scene = SimpleNamespace(spans=np.array([span], float))
    monkeypatch.setattr("drawkit.engine.symbols.flags.scene_of", lambda _: scene)
    number = word("7", 100, 60, 7)
    assert (flagged(Picture().polygon(6).seven().sheet(number), [number]) == {number}) is is_flag


def test_a_number_in_a_flag_is_no_dimension() -> None:
    pdf = Pdf().text(300, 400, "12.5 mm", 7).text(198, 202.5, "7", 7).line(100, 500, 700, 500)
    pdf.line(188, 206, 212, 206, 200, 186, 188, 206).line(150, 206, 188, 206)
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    assert [d.text for d in page.items["dimensions"]] == ["12.5 mm"]
