"""A part of a page read by itself: what a person points at."""

import io

import pytest
from PIL import Image

from drawkit import engine, samples
from drawkit.display import Result
from drawkit.engine import read_crop


@pytest.fixture(scope="module")
def plate() -> tuple[Result, bytes, float]:
    sample = samples.make("plate", seed=7)
    truth = sample.truth
    png = engine.previews(sample.data, truth, redact=False, max_pixels=3200)[0]
    return Result(truth, "plate.pdf", [png], redacted=False), png, truth.pages[0].width


def test_a_dimension_is_read_in_its_place(plate: tuple[Result, bytes, float]) -> None:
    result, png, width = plate
    wanted = next(d for d in result.data.dimensions if d.text == "3x R6")
    assert wanted.box is not None
    found = read_crop(png, wanted.box, "dimensions", width=width)
    (item,) = found.items
    assert (item.text, found.text) == ("3xR6", "3xR6")
    assert item.box is not None
    assert item.box == pytest.approx(wanted.box, abs=9), "around the same letters"


@pytest.mark.parametrize("table", ["dimensions", "geometric_tolerances", "surface_textures", "datum_features"])
def test_two_thirds_of_a_clean_sheet_or_more_are_proposed_as_they_are(
    plate: tuple[Result, bytes, float], table: str
) -> None:
    result, _, _ = plate
    items = [item for item in getattr(result.data, table) if item.box and item.rotation == 0]
    key = {"dimensions": "nominal", "geometric_tolerances": "value", "surface_textures": "value"}.get(table, "label")
    right = [result.propose(table, item.box).get(key) == getattr(item, key) for item in items]
    assert items
    assert 3 * sum(right) >= 2 * len(items)


def test_an_empty_place_says_nothing(plate: tuple[Result, bytes, float]) -> None:
    result, png, width = plate
    blank = io.BytesIO()
    with Image.open(io.BytesIO(png)) as page:
        Image.new("L", page.size, 255).save(blank, "PNG")
    assert read_crop(blank.getvalue(), (100, 100, 180, 120), "notes", width=width) == ((), "")
    assert Result(result.data, previews=[blank.getvalue()]).propose("dimensions", (100, 100, 180, 120)) == {}


def test_what_cannot_be_read(plate: tuple[Result, bytes, float]) -> None:
    result, png, width = plate
    with pytest.raises(KeyError, match="no module 'pages'"):
        read_crop(png, (1, 1, 9, 9), "pages", width=width)
    with pytest.raises(ValueError, match="beside the page"):
        read_crop(png, (-90, -90, -60, -60), "notes", width=width)
    with pytest.raises(KeyError, match="no table 'pages'"):
        result.propose("pages", (1, 1, 9, 9))
    with pytest.raises(ValueError, match="no picture of this page"):
        Result(result.data).propose("notes", (1, 1, 9, 9))


def test_holes_and_threads_are_read_as_the_dimensions_they_stand_in(plate: tuple[Result, bytes, float]) -> None:
    result, _, _ = plate
    thread = next(d for d in result.data.dimensions if d.thread)
    found = result.propose("threads", thread.box)
    assert (found["designation"], found["quantity"]) == (thread.thread, thread.quantity)
    assert result.propose("holes", thread.box)["diameter"] == thread.nominal
