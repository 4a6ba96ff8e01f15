"""Both sheets on each other: red what went, green what came, grey what stayed, each view by its own map."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw

from drawkit.comparison import Affine, overlaid
from drawkit.contract import PageReport

PAGE = PageReport(page=1, width=400, height=300)
SAME = Affine((1, 0, 0, 0, 1, 0))


def sheet(*bars: tuple[int, int, int, int], size: tuple[int, int] = (800, 600)) -> bytes:
    image = Image.new("L", size, 255)
    for bar in bars:
        ImageDraw.Draw(image).rectangle(bar, fill=0)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def colour(picture: np.ndarray, x: float, y: float) -> str:
    red, green, blue = picture[round(y * picture.shape[0] / 300), round(x * picture.shape[1] / 400)]
    if min(red, green, blue) > 240:
        return "paper"
    return "red" if red > green + 60 else "green" if green > red + 60 else "grey"


def test_colours() -> None:
    both, gone, came = (100, 100, 200, 120), (100, 200, 200, 220), (100, 300, 200, 320)
    picture = pixels(overlaid(sheet(both, gone), sheet(both, came), (PAGE, PAGE), [SAME], width=800))
    assert [colour(picture, 75, y) for y in (55, 105, 155, 200)] == ["grey", "red", "green", "paper"]


def test_a_shifted_and_larger_sheet_is_laid_on_its_place() -> None:
    larger = PageReport(page=1, width=600, height=450)
    one = Affine((1.5, 0, 20, 0, 1.5, 10))
    new = sheet((round((150 * 0.75 + 20) / 600 * 900), round((100 * 0.75 + 10) / 450 * 675), 420, 200), size=(900, 675))
    old_box = ((420 / 900 * 600 - 20) / 1.5 * 2, (200 / 675 * 450 - 10) / 1.5 * 2)
    old = sheet((150, 100, round(old_box[0]), round(old_box[1])))
    picture = pixels(overlaid(old, new, (PAGE, larger), [one], width=1200))
    assert picture.shape[:2] == (900, 1200)
    assert not (picture[..., 0] > picture[..., 1] + 60).sum() > 400
    assert not (picture[..., 1] > picture[..., 0] + 60).sum() > 400


def test_a_view_has_its_own_map() -> None:
    left, right, moved = (100, 100, 140, 140), (500, 100, 540, 140), (500, 400, 540, 440)
    view = Affine((1, 0, 0, 0, 1, 150), (250, 200, 270, 220), 3)
    picture = pixels(overlaid(sheet(left, right), sheet(left, moved), (PAGE, PAGE), [SAME, view], width=800))
    assert colour(picture, 60, 60) == "grey"
    assert colour(picture, 260, 210) == "grey"


def test_a_map_whose_view_lies_outside_the_sheet_changes_nothing() -> None:
    far = Affine((1, 0, 0, 0, 1, 0), (4000, 4000, 4010, 4010), 3)
    bar = sheet((100, 100, 140, 140))
    assert overlaid(bar, bar, (PAGE, PAGE), [SAME, far]) == overlaid(bar, bar, (PAGE, PAGE), [SAME])
    assert far.scale == 1
