"""Runs of letters by their ink: tight, in their direction, and without the line that they stand at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.finder import Glance
from drawkit.engine.detection.ink_runs import ink_runs
from drawkit.engine.picture.letters import LegibleView, legible

SIZE = 22  # of the font: figures are 16 pixels high


def sheet() -> Image.Image:
    """Paper with two words on it, which tell how large its usual letters are."""
    image = Image.new("L", (700, 500), 255)
    written(image, (60, 400), "HOUSING OF THE PUMP")
    return image


def written(image: Image.Image, at: tuple[int, int], text: str, turned: float = 0.0) -> tuple[float, float]:
    """Writes a text turned counter-clockwise, and tells where its middle is."""
    font = ImageFont.load_default(SIZE)
    x0, top, x1, bottom = font.getbbox(text)
    tile = Image.new("L", (round(x1 - x0) + 4, round(bottom - top) + 4), 255)
    ImageDraw.Draw(tile).text((2 - x0, 2 - top), text, font=font, fill=0)
    tile = tile.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    image.paste(tile, at)
    return at[0] + tile.width / 2, at[1] + tile.height / 2


def seen(image: Image.Image, chance: float = 1.0) -> tuple[LegibleView, Glance]:
    view = legible(np.asarray(image, np.uint8), 150)
    assert view.factor == 1
    return view, Glance(np.full((image.height // 2, image.width // 2), chance, np.float32))


def at(boxes: list[TextBox], middle: tuple[float, float]) -> list[TextBox]:
    return [b for b in boxes if abs(b.x - middle[0]) < 12 and abs(b.y - middle[1]) < 12]


@pytest.mark.parametrize("turned", [0, 90, 35, 60])
def test_a_number_in_its_direction(turned: int) -> None:
    image = sheet()
    middle = written(image, (300, 120), "245.8", turned)
    whole = max(at(ink_runs(*seen(image)), middle), key=lambda b: b.length)
    assert abs((whole.angle - turned + 90) % 180 - 90) < 6
    assert 16 <= whole.height <= 30
    assert 50 <= whole.length <= 75
    assert whole.guessed
    assert not whole.overlooked


def test_text_that_falls_steeply_has_its_line_too() -> None:
    image = sheet()
    middle = written(image, (300, 120), "16.5", -60)
    whole = max(at(ink_runs(*seen(image)), middle), key=lambda b: b.length)
    assert abs((whole.angle + 60 + 90) % 180 - 90) < 6


def test_without_the_dimension_line_and_its_heads() -> None:
    image = sheet()
    middle = written(image, (300, 120), "38.4", 90)
    pen = ImageDraw.Draw(image)
    pen.line((322, 60, 322, 300), fill=0, width=2)
    pen.polygon([(322, 300), (317, 278), (327, 278)], fill=0)
    pen.polygon([(322, 60), (317, 82), (327, 82)], fill=0)
    whole = max(at(ink_runs(*seen(image)), middle), key=lambda b: b.length)
    assert whole.angle % 180 == 90
    assert whole.height <= 28


def test_one_letter_tells_no_direction() -> None:
    image = sheet()
    middle = written(image, (300, 120), "5")
    (one,) = at(ink_runs(*seen(image)), middle)
    assert one.overlooked
    assert not one.guessed


def test_nothing_where_the_finder_sees_none_or_nothing_is_drawn() -> None:
    assert ink_runs(*seen(sheet(), chance=0.0)) == []
    assert ink_runs(*seen(Image.new("L", (400, 300), 255))) == []


def test_what_is_larger_than_letters_is_the_part() -> None:
    image = sheet()
    before = len(ink_runs(*seen(image)))
    picture = np.array(image)
    cv2.circle(picture, (400, 180), 120, 0, 3)
    assert len(ink_runs(*seen(Image.fromarray(picture)))) == before
