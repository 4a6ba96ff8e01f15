"""Sheets that were photographed from the side, or are shown amid other things, are laid flat, and they alone."""

import io
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image, ImageDraw

from drawkit import samples
from drawkit.engine.picture.flat import flat
from drawkit.engine.picture.ground import dark_ground
from drawkit.engine.picture.paper import paper
from drawkit.engine.picture.perspective import perspective, through
from drawkit.engine.picture.prepare import PHOTOGRAPHED, prepare
from drawkit.engine.picture.sheets import CUT, read_prepared

WIDE, TALL = 1400, 990
CORNERS = np.array([[0.0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]])


def sheet(border: int = 40) -> Image.Image:
    """A framed sheet with a title block and two views, one of them of slanting lines."""
    image = Image.new("L", (WIDE, TALL), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((border, border, WIDE - border, TALL - border), outline=0, width=3)
    for row in range(5):
        draw.rectangle((850, 700 + 50 * row, WIDE - border, 750 + 50 * row), outline=0, width=2)
    draw.rectangle((150, 150, 600, 520), outline=0, width=3)
    draw.polygon([(750, 480), (900, 180), (1200, 300), (1100, 520)], outline=0)
    return image


def seen(image: Image.Image, corners: np.ndarray, size: tuple[int, int], ground: int = 90) -> Image.Image:
    """The picture with its corners at places of a larger one."""
    rows = [
        row
        for (x, y), (u, v) in zip(corners, CORNERS, strict=True)
        for row in ([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y])
    ]
    back = np.linalg.solve(np.array(rows), CORNERS.ravel())
    return image.transform(size, Image.Transform.PERSPECTIVE, tuple(back), Image.Resampling.BICUBIC, fillcolor=ground)


def corners_of(moved: np.ndarray, turn: float) -> np.ndarray:
    """Where the corners of a sheet lie that is turned by so many degrees, each moved (4, 2)."""
    angle = np.radians(turn)
    turning = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray((CORNERS - CORNERS.mean(0)) @ turning.T + moved + [850, 640])


def off(corners: np.ndarray) -> float:
    """How far the corners are from those of the picture laid flat, in parts of its sides."""
    found = flat(np.asarray(seen(sheet(), corners, (1700, 1280))))
    assert found is not None
    picture, matrix = found
    assert picture.shape[1] / picture.shape[0] == pytest.approx(WIDE / TALL, rel=0.1)
    return float(np.abs(through(matrix, corners) / picture.shape[::-1] - CORNERS / (WIDE, TALL)).max())


@pytest.mark.parametrize("seed", range(12))
def test_a_sheet_seen_from_the_side_is_laid_flat(seed):
    rng = np.random.default_rng(seed)
    assert off(corners_of(rng.uniform(-45, 45, (4, 2)), rng.uniform(-4, 4))) < 0.008


@given(st.lists(st.floats(-35, 35), min_size=8, max_size=8), st.floats(-4, 4))
@settings(max_examples=15, deadline=None)
def test_a_sheet_on_a_table_is_cut_out(moved, turn):
    """One with edges along the picture may have been drawn there: it is not laid flat, but nothing of it is lost."""
    assert off(corners_of(np.reshape(moved, (4, 2)), turn)) < 0.05


@pytest.mark.parametrize("turn", [-6, 3])
def test_a_sheet_that_is_only_turned_on_a_table_is_turned_back(turn):
    found = flat(np.asarray(seen(sheet(), corners_of(np.zeros((4, 2)), turn), (1700, 1280))))
    assert found is not None
    picture, matrix = found
    assert not matrix[2, :2].any()
    assert picture.shape == pytest.approx((TALL, WIDE), abs=12)


def test_a_sheet_on_a_darker_table_is_no_dark_ground():
    table = np.zeros((400, 600, 3), np.uint8)
    assert dark_ground(table) == (0, 0, 0)
    table[90:310, 140:460] = 250
    assert dark_ground(table) is None


def test_a_flat_sheet_stays_as_it_is():
    assert flat(np.asarray(sheet())) is None
    turned = sheet().rotate(2, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    assert flat(np.asarray(turned)) is None  # that it lies askew is told elsewhere


def test_lines_that_converge_are_told_where_no_paper_ends():
    corners = np.array([[0.0, 0], [WIDE, 0], [WIDE - 60, TALL], [60, TALL]])
    picture = np.asarray(seen(sheet(), corners, (WIDE, TALL), 255))
    matrix = perspective(picture)
    assert matrix is not None
    left, right = (through(matrix, corners[[a, b]]) for a, b in ((0, 3), (1, 2)))
    assert np.ptp(left[:, 0]) < 3
    assert np.ptp(right[:, 0]) < 3


def test_lines_that_fall_together_within_the_picture_are_no_sheet():
    image = Image.new("L", (WIDE, TALL), 255)
    draw = ImageDraw.Draw(image)
    for at in range(-9, 10):
        draw.line((700 + 10 * at, 40, 700 + 40 * at, 950), fill=0, width=3)
    assert perspective(np.asarray(image)) is None


def test_a_few_slanting_lines_are_no_perspective():
    image = Image.new("L", (WIDE, TALL), 255)
    draw = ImageDraw.Draw(image)
    for at in range(6):
        draw.line((700, 500, 700 + 600 * np.cos(at), 500 + 400 * np.sin(at)), fill=0, width=3)
    assert perspective(np.asarray(image)) is None


@given(arrays(np.uint8, st.tuples(st.integers(1, 120), st.integers(1, 120))))
@settings(max_examples=60, deadline=None)
def test_any_picture_is_looked_at(picture):
    found = flat(picture)
    assert found is None or found[0].size


@pytest.mark.parametrize("ground", [60, 150, 215])
def test_the_sheet_in_a_window_is_found(ground):
    window = Image.new("L", (2000, 1200), ground)
    window.paste(sheet(), (500, 130))
    found = flat(np.asarray(window))
    assert found is not None
    picture, matrix = found
    assert not matrix[2, :2].any()
    assert picture.shape == pytest.approx((TALL, WIDE), abs=12)


def test_a_band_in_colour_is_the_sheets_own():
    banded = sheet()
    ImageDraw.Draw(banded).rectangle((0, 0, WIDE, 120), fill=80)
    assert paper(np.asarray(banded.resize((600, 424)))) is None


def test_a_box_leads_back_to_the_photograph():
    corners = CORNERS * 0.8 + [[150.0, 90], [90, 150], [60, 70], [190, 60]]
    ready = prepare(np.asarray(seen(sheet(), corners, WIDE_AND_TALL)), 150, find_turn=False)
    height, width = ready.picture.shape
    x0, top, x1, bottom = ready.back((0, 0, width, height))
    (left, up), (right, down) = corners.min(axis=0), corners.max(axis=0)
    assert (x0, top, x1, bottom) == pytest.approx((left, up, right, down), abs=10)


WIDE_AND_TALL = (1500, 1100)


def test_what_a_camera_tells_of_the_resolution_is_no_resolution():
    corners = CORNERS * 0.8 + [[150.0, 90], [90, 150], [60, 70], [190, 60]]
    picture = np.asarray(seen(sheet(), corners, WIDE_AND_TALL))
    told, camera = (prepare(picture, 72, find_turn=False, camera=at) for at in (False, True))
    assert told.dpi == 72
    assert max(camera.picture.shape) / camera.dpi == PHOTOGRAPHED
    assert prepare(np.asarray(sheet()), 72, find_turn=False, camera=True).dpi == 72


def test_a_part_of_a_page_is_taken_as_it_is():
    corners = CORNERS * 0.8 + [[150.0, 90], [90, 150], [60, 70], [190, 60]]
    picture = np.asarray(seen(sheet(), corners, WIDE_AND_TALL))
    ready = prepare(picture, 150, find_turn=False, alone=True)  # made straight alone
    assert not ready.matrix[2, :2].any()
    assert min(np.array(ready.picture.shape) - picture.shape) >= 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_photographed_sample_has_the_sheets_sides(seed):
    sample = samples.make("plate", seed=seed, carrier="picture", wear="photo", dpi=100)
    with Image.open(io.BytesIO(sample.data)) as opened:
        picture = np.asarray(opened.convert("L"))
    found = flat(picture)
    assert found is not None
    assert read_prepared(prepare(picture, 150, find_turn=False), 1).remarks[0] == CUT
    page = sample.truth.pages[0]
    assert found[0].shape[1] / found[0].shape[0] == pytest.approx(page.width / page.height, rel=0.01)
    lines = np.flatnonzero((found[0] < 110).mean(axis=1) > 0.5)  # the frame's level lines are level
    assert any(b - a > 100 for a, b in pairwise(lines))
