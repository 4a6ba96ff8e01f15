"""Line drawings pasted as pictures on a page: read in their place; what is no line drawing is left alone."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from drawkit.contract import Options
from drawkit.engine import analyze
from drawkit.engine.budget import OutOfTimeError
from drawkit.engine.load import open_drawing
from drawkit.engine.picture import pasted
from drawkit.engine.recognition.script_of_page import is_cyrillic, of_page
from drawkit.engine.sheet import Sheet
from drawkit.samples import named

Pixels = NDArray[np.uint8]
EMPTY = Sheet(1, 595, 842)


def drawing() -> Pixels:
    """The views of a generated drawing as pixels, without its border and title block."""
    with pdfium.PdfDocument(named("milled_plate").data) as document:
        page = np.asarray(document[0].render(scale=250 / 72).to_pil().convert("L"))
    height, width = page.shape
    return page[round(0.05 * height) : round(0.7 * height), round(0.04 * width) : round(0.97 * width)]


def report(*pictures: tuple[Pixels, tuple[float, float, float, float]], lines: int = 70) -> bytes:
    """A page of text and rulings with pictures on it; a place is x, y from below, width and height in points."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 800, "Report on the plates of the spring delivery")
    for number in range(lines):
        canvas.line(60 + 6 * number, 60, 60 + 6 * number, 66)
    for pixels, place in pictures:
        canvas.drawImage(ImageReader(Image.fromarray(pixels)), *place)
    canvas.save()
    return out.getvalue()


def place_of(pixels: Pixels, width: float = 480) -> tuple[float, float, float, float]:
    return 60, 400, width, width * pixels.shape[0] / pixels.shape[1]


def tiles(pixels: Pixels) -> Sequence[tuple[Pixels, tuple[float, float, float, float]]]:
    x, y, width, height = place_of(pixels)
    middle = pixels.shape[1] // 2
    share = middle / pixels.shape[1]
    return [
        (pixels[:, :middle], (x, y, width * share, height)),
        (pixels[:, middle:], (x + width * share, y, width * (1 - share), height)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("tiled", [False, True])
def test_a_drawing_that_is_pasted_is_read_in_its_place(tiled: bool) -> None:
    pixels = drawing()
    found = analyze(report(*tiles(pixels)) if tiled else report((pixels, place_of(pixels))))
    truth = [d["nominal"] for page in named("milled_plate").label()["pages"] for d in page["dimensions"]]
    read = [d.nominal for d in found.dimensions]
    right = sum(value in read for value in truth)
    assert right >= 0.6 * len(truth), (sorted(map(str, truth)), sorted(map(str, read)))
    x, y, width, height = place_of(pixels)
    for dimension in found.dimensions:
        box = dimension.box
        assert box is not None
        assert box[0] >= x - 1
        assert box[2] <= x + width + 1
        assert 842 - y - height - 1 <= box[1]


def noise() -> Pixels:
    return np.random.default_rng(3).integers(0, 255, (400, 600), np.uint8)


def paper() -> Pixels:
    return np.full((400, 600), 255, np.uint8)


def logo() -> Pixels:
    pixels = paper()
    pixels[100:300, 100:500] = 40
    return pixels


def shaded() -> Pixels:
    """A view whose faces are grey, with dark edges."""
    pixels = paper()
    for number in range(6):
        left = 20 + 95 * number
        pixels[150:280, left : left + 80] = 170
        pixels[150:280, [left, left + 79]] = 20
    return pixels


@pytest.mark.parametrize(
    "pixels", [noise(), paper(), logo(), shaded()], ids=["photograph", "blank", "logo", "shaded view"]
)
def test_what_is_no_line_drawing_is_left_alone(pixels: Pixels) -> None:
    with open_drawing(report((pixels, place_of(pixels)))) as source:
        sheet = source.sheet(1)
    assert sheet.drawn is None
    assert " ".join(w.text for w in sheet.words) == "Report on the plates of the spring delivery"


def test_a_coarse_drawing_is_read_though_much_of_its_ink_is_grey_edges() -> None:
    fine = Image.fromarray(drawing())
    coarse = np.array(fine.resize((round(fine.width * 0.3), round(fine.height * 0.3)), Image.Resampling.BILINEAR))
    hatched = coarse[:, round(0.6 * coarse.shape[1]) :: 5]
    hatched[:] = np.minimum(hatched, 160)  # lines slimmer than a pixel are grey all through
    assert ((coarse > 110) & (coarse < 225)).mean() > 0.09
    with open_drawing(report((coarse, place_of(coarse)))) as source:
        sheet = source.sheet(1)
    assert sheet.drawn is not None
    assert any(char.isdigit() for w in sheet.words for char in w.text)


def test_a_fine_logo_does_not_decide_how_fine_a_drawing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    coarse = np.asarray(Image.fromarray(drawing()).resize((1000, 480)))
    seen: list[float] = []
    monkeypatch.setattr(pasted, "read_prepared", lambda prepared, _: seen.append(prepared.dpi) or EMPTY)
    with open_drawing(report((coarse, place_of(coarse)), (noise(), (500, 20, 40, 27)))) as source:
        source.sheet(1)
    assert seen == [pytest.approx(150, abs=2)]


def test_without_time_for_its_pictures_a_page_is_read_as_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise OutOfTimeError

    monkeypatch.setattr(pasted, "read_prepared", endless)
    pixels = drawing()
    page = analyze(report((pixels, place_of(pixels)))).pages[0]
    assert page.readable
    assert "Not all was looked at: pictures on the page." in " ".join(page.remarks)


def test_a_page_with_pictures_and_no_time_at_all_says_so() -> None:
    pixels = drawing()
    result = analyze(report((pixels, place_of(pixels))), options=Options(page_seconds=1e-6))
    assert "computing time" in " ".join(result.pages[0].remarks)


def test_a_small_picture_is_left_alone() -> None:
    pixels = drawing()
    with open_drawing(report((pixels, place_of(pixels, 60)))) as source:
        assert source.sheet(1).drawn is None


def test_what_the_page_draws_over_a_blank_picture_is_not_read_twice() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    canvas.drawImage(ImageReader(Image.fromarray(paper())), 0, 0, 595, 420)
    for number in range(70):
        canvas.drawString(60 + 80 * (number % 6), 40 + 30 * (number // 6), f"N{number}")
        canvas.line(60 + 6 * number, 30, 60 + 6 * number, 36)
    canvas.save()
    with open_drawing(out.getvalue()) as source:
        sheet = source.sheet(1)
    assert len(sheet.words) == 70
    assert sheet.drawn is None


@pytest.mark.parametrize(("words", "cyrillic"), [("Задняя крышка корпуса", True), ("Rear lid of the case", False)])
def test_a_picture_on_a_page_of_cyrillic_words_is_read_as_such(
    words: str, cyrillic: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[bool] = []
    monkeypatch.setattr(pasted, "read_prepared", lambda *_: heard.append(is_cyrillic()) or EMPTY)
    monkeypatch.setattr(pasted, "_has_views", lambda _: True)
    with open_drawing(report((drawing(), place_of(drawing())))) as source, of_page():
        page = source.sheet(1)
        heard.clear()
        said = page.at(words=tuple(replace(page.words[0], text=text) for text in words.split()))
        x, y, width, height = place_of(drawing())
        pasted.with_pasted(said, [((x, 842 - y - height, x + width, 842 - y), 250.0)])
    assert heard == [cyrillic]
