"""Pictures drawn on a dark ground come out as dark ink on white, whatever their colours."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawkit.contract import Result
from drawkit.engine import analyze
from drawkit.engine.picture.decode import decode
from drawkit.engine.picture.ground import dark_ground, on_white
from drawkit.engine.picture.prepare import prepare
from drawkit.samples import make

LIMIT = 200_000_000
Colour = tuple[int, int, int]


def drawn(ground: Colour, ink: Colour, size: tuple[int, int] = (600, 400)) -> Image.Image:
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    pen.line((50, 200, 550, 200), fill=ink, width=3)
    pen.rectangle((100, 60, 140, 120), outline=ink, width=3)
    return image


def encoded(image: Image.Image, kind: str = "PNG", **told: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **told)  # type: ignore[arg-type]  # options of the format
    return out.getvalue()


@pytest.mark.parametrize("ink", [(0, 128, 128), (255, 0, 0), (0, 0, 255), (255, 255, 255), (128, 128, 128)])
@pytest.mark.parametrize("kind", ["PNG", "BMP", "TIFF"])
def test_a_screen_of_a_cad_system(ink: Colour, kind: str) -> None:
    pixels, _, _ = decode(encoded(drawn((0, 0, 0), ink), kind), LIMIT, LIMIT)
    assert pixels[10, 10] == 255
    assert pixels[200, 300] <= 128  # dark enough to part it from others


def test_a_blueprint() -> None:
    pixels, _, _ = decode(encoded(drawn((30, 60, 140), (235, 240, 250))), LIMIT, LIMIT)
    assert pixels[10, 10] == 255
    assert pixels[200, 300] < 40


@pytest.mark.parametrize("ground", [(255, 255, 255), (240, 236, 214), (150, 150, 150)])
def test_light_paper_stays_as_it_is(ground: Colour) -> None:
    image = drawn(ground, (0, 0, 0))
    pixels, _, _ = decode(encoded(image), LIMIT, LIMIT)
    assert np.array_equal(pixels, np.asarray(image.convert("L")))


def test_a_photo_of_many_greys_has_no_ground() -> None:
    shades = np.random.default_rng(7).integers(0, 110, (64, 64, 3), np.uint8)
    assert dark_ground(shades) is None


def test_a_dark_frame_around_a_sheet_is_no_ground() -> None:
    image = Image.new("RGB", (600, 400), (20, 20, 20))
    image.paste((255, 255, 255), (100, 20, 500, 380))
    assert dark_ground(np.asarray(image)) is None


def test_light_ink_on_nothing_was_drawn_for_a_dark_screen() -> None:
    image = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    ImageDraw.Draw(image).line((20, 100, 280, 100), fill=(255, 255, 255, 255), width=3)
    pixels, _, _ = decode(encoded(image), LIMIT, LIMIT)
    assert (pixels[10, 10], pixels[100, 150]) == (255, 0)


def test_dark_ink_on_nothing_is_on_white() -> None:
    image = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    ImageDraw.Draw(image).line((20, 100, 280, 100), fill=(10, 10, 10, 255), width=3)
    pixels, _, _ = decode(encoded(image), LIMIT, LIMIT)
    assert (pixels[10, 10], pixels[100, 150]) == (255, 10)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_large_webp(mode: str) -> None:
    image = drawn((0, 0, 0), (0, 0, 255)).convert(mode)
    whole, _, _ = decode(encoded(image, "WEBP", lossless=True), LIMIT, LIMIT)
    small, factor, _ = decode(encoded(image, "WEBP", lossless=True), 600 * 400 // 4, LIMIT)
    assert factor == pytest.approx(0.5)
    assert np.abs(np.asarray(Image.fromarray(whole).resize((300, 200))).astype(int) - small).mean() < 3


def test_a_dark_page_of_a_pdf_is_prepared_on_white() -> None:
    image = np.asarray(drawn((0, 0, 0), (200, 200, 200)).convert("L"))
    for given in (image, np.repeat(image[..., None], 3, axis=2)):
        prepared = prepare(given, 150.0, find_turn=False)
        assert prepared.picture[10, 10] >= 250
        assert prepared.ink[200, 300] == 1
        assert prepared.ink.mean() < 0.1


def test_the_ground_is_white_and_what_differs_most_black() -> None:
    ground = (0, 0, 0)
    pixels = np.array([[[0, 0, 0], [255, 0, 0], [0, 128, 0]]], np.uint8)
    assert on_white(pixels, ground).tolist() == [[255, 0, 127]]


def faded(paper: float, ink: int, noise: float = 6.0) -> np.ndarray:
    """A copy on blue that fades across the sheet, with a line no more than `ink` lighter than the ground around it."""
    across = np.linspace(-0.5, 0.5, 900)
    ground = np.array([40.0, 75.0, 140.0]) + paper * across[None, :, None]
    ground = ground + np.random.default_rng(5).normal(0, noise, (600, 900, 1))
    ground[298:302] += ink
    return np.clip(ground, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("paper", [-50.0, 0.0, 50.0])
def test_a_pale_line_of_a_faded_copy_is_darker_than_its_ground_everywhere(paper: float) -> None:
    pixels = faded(paper, 60)
    ground = dark_ground(pixels)
    assert ground is not None
    shown = on_white(pixels, ground)
    for at in range(40, 860, 90):
        line, beside = (float(np.median(shown[rows, at : at + 40])) for rows in (slice(299, 301), slice(200, 260)))
        assert line < beside - 40
        assert beside > 240


def test_the_even_ground_of_a_screen_is_left_even() -> None:
    pixels = np.asarray(drawn((20, 30, 60), (0, 0, 0)))  # ink that is darker than its ground
    shown = on_white(pixels, (20, 30, 60))
    assert shown[10, 10] == 255
    assert shown[200, 300] < 255


def texts(result: Result) -> list[str]:
    return sorted(d.text.replace(" ", "") for d in result.dimensions)


@pytest.mark.parametrize("kind", ["plate", "turned_part"])
def test_a_sample_as_a_blueprint_is_read(kind: str) -> None:
    sample = make(kind, seed=3, carrier="picture", wear="blueprint")
    assert Image.open(io.BytesIO(sample.data)).mode == "RGB"
    result = analyze(sample.data, profile="full")
    assert texts(result) == texts(sample.truth)
    assert result.title_blocks[0].title == sample.truth.title_blocks[0].title
