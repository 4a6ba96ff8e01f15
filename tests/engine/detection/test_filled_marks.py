"""Heads and other filled marks are no letters, however they look; letters of any pen are."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_time import Cost
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.budget import Budget, cut, spending
from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.filled_marks import without_filled_marks
from drawkit.engine.detection.line_ends import without_line_ends
from drawkit.engine.picture.pixels import Grey

SIZE = 60


def showing(*polygons: list[tuple[float, float]]) -> tuple[Grey, TextBox]:
    image = Image.new("L", (4 * SIZE, 4 * SIZE), 255)
    for polygon in polygons:
        ImageDraw.Draw(image).polygon([(4 * x, 4 * y) for x, y in polygon], fill=0)
    return np.asarray(image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)), TextBox(30, 30, 30, 30, 0.0)


@pytest.mark.parametrize(
    "corners",
    [[(30, 20), (23, 40), (37, 40)], [(20, 30), (40, 23), (40, 37)], [(22, 22), (38, 22), (38, 38), (22, 38)]],
)
def test_a_filled_mark_is_no_letter(corners: list[tuple[float, float]]) -> None:
    picture, box = showing(corners)
    assert without_filled_marks(picture, [box]) == []


def test_a_head_on_its_line_is_no_letter() -> None:
    picture, box = showing([(30, 20), (23, 40), (37, 40)], [(29.5, 5), (30.5, 5), (30.5, 55), (29.5, 55)])
    assert without_filled_marks(picture, [box]) == []


@pytest.mark.parametrize("text", [*"A4V18WM8@", "18"])
@pytest.mark.parametrize("tall", [9, 14, 30])
@pytest.mark.parametrize("bold", [0.0, 0.03])
def test_letters_stay_whatever_their_pen_and_size(text: str, tall: int, bold: float) -> None:
    image = Image.new("L", (4 * SIZE, 4 * SIZE), 255)
    font = ImageFont.load_default(4 * tall / 0.72)
    pen = round(4 * bold * tall)
    ImageDraw.Draw(image).text((120, 120), text, font=font, anchor="mm", fill=0, stroke_width=pen, stroke_fill=0)
    picture = np.asarray(image.resize((SIZE, SIZE), Image.Resampling.BOX))
    box = TextBox(30, 30, max(len(text) * 0.7, 1) * tall / 0.72, tall / 0.72, 0.0)
    assert without_filled_marks(picture, [box]) == [box]


def test_a_long_run_is_not_looked_at() -> None:
    picture, box = showing([(0, 24), (60, 24), (60, 36), (0, 36)])
    long = TextBox(box.x, box.y, 58, 20, 0.0)
    assert without_filled_marks(picture, [long]) == [long]


def test_bare_paper_is_no_mark() -> None:
    picture, box = showing()
    assert without_filled_marks(picture, [box]) == [box]


def test_the_cost_of_a_mark_hangs_on_no_size(cpu_seconds: Cost) -> None:
    """A disc opens ink at a cost of its own area for each pixel: a box as large as a page of noise took hours."""
    picture = np.random.default_rng(1).integers(0, 256, (3000, 3000), np.uint8)
    assert cpu_seconds(lambda: without_filled_marks(picture, [TextBox(1500, 1500, 2900, 2900, 0.0)])) < 5


def test_what_there_is_no_time_for_is_not_looked_at() -> None:
    picture, box = showing([(30, 20), (23, 40), (37, 40)])
    with spending(Budget(0)):
        assert without_filled_marks(picture, [box]) == []
        assert without_line_ends(picture, [box])[1] == []
        assert cut() == ("text that is drawn",)
