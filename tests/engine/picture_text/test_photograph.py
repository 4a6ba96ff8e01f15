"""A photograph is told from a sheet by what a sample of its runs of text says, and is not read."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine import analyze
from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.sheets import PHOTOGRAPH
from drawkit.engine.picture_text import words
from drawkit.engine.picture_text.photograph import PhotographError, readings_of_sheet
from drawkit.engine.sheet import Grey

FONT = ImageFont.load_default(26)
ROWS, COLUMNS = 20, 10
BOXES = [TextBox(60 + 90 * (n % COLUMNS), 30 + 40 * (n // COLUMNS), 70, 32, 0) for n in range(ROWS * COLUMNS)]


def grain() -> Grey:
    noise = np.random.default_rng(3).integers(0, 255, (820 // 4, 960 // 4), np.uint8)
    return np.asarray(Image.fromarray(noise).resize((960, 820), Image.Resampling.BICUBIC))


def written(picture: Grey, each: int) -> Grey:
    """The picture with a number on paper in one of `each` boxes."""
    image = Image.fromarray(picture)
    pen = ImageDraw.Draw(image)
    for number, box in enumerate(BOXES):
        if number % each == 0:
            pen.rectangle(box.bounds, fill=255)
            pen.text((box.x, box.y), str(12.5 + number), font=FONT, fill=0, anchor="mm")
    return np.asarray(image)


def test_grain_that_says_nothing_is_no_sheet() -> None:
    with pytest.raises(PhotographError):
        readings_of_sheet(grain(), BOXES)


@pytest.mark.parametrize("each", [1, 10])
def test_what_says_something_here_and_there_is_a_sheet(each: int) -> None:
    assert readings_of_sheet(written(grain(), each), BOXES)


def test_what_was_read_to_tell_a_sheet_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = written(grain(), 1)
    heard = readings_of_sheet(picture, BOXES)
    assert len(heard) >= 96
    asked: list[int] = []
    read = words.read_crops
    monkeypatch.setattr(words, "read_crops", lambda crops, *said: asked.append(len(crops)) or read(crops, *said))
    found = words._entries(picture, list(heard), heard=heard)
    assert len(found) > 80
    assert asked[0] == 0


def test_few_runs_of_text_are_read_without_asking() -> None:
    assert readings_of_sheet(grain(), BOXES[:100]) == {}


def test_a_photograph_is_not_readable_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PhotographError

    monkeypatch.setattr(words, "readings_of_sheet", refuse)
    file = io.BytesIO()
    Image.fromarray(written(np.full((820, 960), 255, np.uint8), 4)).save(file, "PNG")
    (page,) = analyze(file.getvalue()).pages
    assert not page.readable
    assert PHOTOGRAPH in page.remarks
