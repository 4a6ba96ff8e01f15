"""Both sheets on each other: red what went, green what came, grey what stayed, each view by its own map."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drawkit.comparison import Affine, Cut, overlaid, overlaid_part
from drawkit.comparison._picture import OldPart
from drawkit.contract import Box, PageReport

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


def cut_of(page: bytes, asked: list[tuple[float, ...]]) -> OldPart:
    """Parts of a page of 400 by 300 points, in its own pixels."""

    def part(box: Box, fine: float) -> Cut:
        asked.append((*box, fine))
        with Image.open(io.BytesIO(page)) as opened:
            scale = opened.width / 400
            left, up = (math.floor(box[at] * scale) for at in (0, 1))
            right, low = (math.ceil(box[at] * scale) for at in (2, 3))
            buffer = io.BytesIO()
            opened.crop((left, up, right, low)).save(buffer, "PNG")
            return Cut(buffer.getvalue(), (left / scale, up / scale, right / scale, low / scale))

    return part


def test_a_part_is_laid_on_a_part_as_the_whole_is() -> None:
    big = (3200, 2400)
    both, gone, came = (400, 400, 800, 480), (400, 800, 800, 880), (400, 1200, 800, 1280)
    new = cut_of(sheet(both, came, size=big), [])((40, 40, 120, 180), 8)
    asked: list[tuple[float, ...]] = []
    picture = pixels(overlaid_part(cut_of(sheet(both, gone, size=big), asked), new, PAGE, [SAME]))
    assert picture.shape[:2] == (140 * 8, 80 * 8)
    at = [picture[round((y - 40) * 8), ((75 - 40) * 8)] for y in (55, 105, 155, 170)]
    told = ["red" if r > g + 60 else "green" if g > r + 60 else "paper" if r > 240 else "grey" for r, g, _ in at]
    assert told == ["grey", "red", "green", "paper"]
    assert asked == [(40, 40, 120, 180, 8)], "no more is drawn than what is looked at"


def test_a_part_takes_each_view_from_where_it_was() -> None:
    big = (3200, 2400)
    view = Affine((1, 0, 0, 0, 1, 150), (250, 200, 270, 220), 3)
    old, new = sheet((2000, 400, 2160, 560), size=big), sheet((2000, 1600, 2160, 1760), size=big)
    asked: list[tuple[float, ...]] = []
    part = cut_of(new, [])((240, 190, 290, 240), 8)
    picture = pixels(overlaid_part(cut_of(old, asked), part, PAGE, [SAME, view]))
    assert not (abs(picture[..., 0] - picture[..., 1]) > 60).any(), "it lies on itself"
    assert asked[1] == (240, 40, 290, 90, 8)


def test_beyond_the_old_sheet_there_is_nothing_and_without_its_part_there_is_none() -> None:
    part = cut_of(sheet((100, 100, 140, 140)), [])((40, 40, 80, 80), 2)
    beside = Affine((1, 0, 1000, 0, 1, 0))
    picture = pixels(overlaid_part(lambda _box, _fine: None, part, PAGE, [beside]))
    assert (picture[..., 1] > picture[..., 0] + 60).any(), "all of it came"
    assert overlaid_part(lambda _box, _fine: None, part, PAGE, [SAME]) is None


@given(
    st.tuples(*[st.floats(0.3, 3)] * 2, *[st.floats(-0.05, 0.05)] * 2, *[st.floats(-500, 500)] * 2),
    st.floats(0, 400), st.floats(0, 300),
)  # fmt: skip
def test_the_way_back_of_a_map_is_its_inverse(numbers: tuple[float, ...], x: float, y: float) -> None:
    a, e, b, d, c, f = numbers
    one = Affine((a, b, c, d, e, f))
    back = Affine(one.inverse)(one((x, y)))
    assert back == pytest.approx((x, y), abs=1e-6)
    x0, top, x1, bottom = one.back((*one((x, y)), *one((x, y))))
    assert (x0, top, x1, bottom) == pytest.approx((x, y, x, y), abs=1e-6)
