"""What is read in boxes that a caller knows, and what is left unread beside a page's own words."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.words import read_boxes


def written(text: str, x: int, y: int, *, turned: float = 0.0) -> Grey:
    """White paper with a text, turned counter-clockwise."""
    image = Image.new("L", (300, 300), 255)
    tile = Image.new("L", (200, 60), 255)
    ImageDraw.Draw(tile).text((5, 3), text, font=ImageFont.load_default(30), fill=0)
    image.paste(tile.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=255), (x, y))
    return np.asarray(image, np.uint8)


def around(picture: Grey, wider: float, higher: float) -> TextBox:
    """A box around all the ink of a picture."""
    (top, left), (bottom, right) = (f(np.argwhere(picture < 128), axis=0).tolist() for f in (np.min, np.max))
    return TextBox((left + right) / 2, (top + bottom) / 2, right - left + wider, bottom - top + higher, 0.0)


FIGURE = written("5", 100, -60, turned=90)
BOX = around(FIGURE, 14.0, 5.0)


def test_a_figure_that_stands_is_read_in_a_box_twice_as_long_as_high() -> None:
    assert 1.4 < BOX.elongation < 2.2
    assert [(w.text, w.angle) for w in read_boxes(FIGURE, [BOX])] == [("5", 90.0)]


@pytest.mark.parametrize(("other", "told"), [("FLANGE", ["5", "FLANGE"]), ("0", [])])
def test_beside_words_of_the_page_lone_figures_are_read_where_more_is_drawn(other: str, told: list[str]) -> None:
    below = written(other, 60, 200)
    boxes = [BOX, around(below, 10.0, 10.0)]
    found = read_boxes(np.minimum(FIGURE, below), boxes, beside_words=True)
    assert [w.text for w in found] == told
