"""Pieces of a sheet on canvases: what is left out, what is joined, and the way back."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.canvases import CANVAS, MARGIN, packed, regions

WHITE = 255


@settings(max_examples=12, deadline=None)
@example([(0, 0, 700, 80), (600, 0, 700, 80), (1200, 0, 700, 80)])
@given(
    st.lists(
        st.tuples(st.integers(0, 1900), st.integers(0, 1300), st.integers(1, 700), st.integers(1, 80)), max_size=12
    )
)
def test_regions_hold_all_of_a_mask_and_fit_a_canvas(blocks):
    mask = np.zeros((1400, 2600), np.uint8)
    for x, y, width, height in blocks:
        mask[y : y + height, x : x + width] = 1
    rects = regions(mask, gap=20)
    seen = np.zeros_like(mask)
    for x0, top, x1, bottom in rects:
        seen[top:bottom, x0:x1] = 1
        assert max(x1 - x0, bottom - top) <= CANVAS - 2 * MARGIN
    assert not (mask & (1 - seen)).any()


def test_pieces_on_a_canvas_lead_back_to_the_sheet():
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 255, (1500, 1500), np.uint8)
    rects = [(0, 0, 900, 700), (1000, 0, 1400, 500), (20, 800, 320, 1000), (1200, 900, 1300, 960)]
    canvases = packed(picture, rects)
    assert sum(len(c.places) for c in canvases) == 4
    for canvas in canvases:
        assert max(canvas.picture.shape) <= CANVAS
        assert canvas.picture.shape[0] % 32 == canvas.picture.shape[1] % 32 == 0
        for (x0, top, x1, bottom), (left, up) in canvas.places:
            box = TextBox(left + (x1 - x0) / 2, up + (bottom - top) / 2, x1 - x0, bottom - top, 0)
            [back] = canvas.on_sheet(box)
            assert back.bounds == pytest.approx((x0, top, x1, bottom))
            here = canvas.picture[up : up + bottom - top, left : left + x1 - x0]
            assert np.array_equal(here, picture[top:bottom, x0:x1])
    assert packed(picture, []) == []


def test_a_box_over_two_pieces_is_parted():
    picture = np.full((400, 1500), WHITE, np.uint8)
    [canvas] = packed(picture, [(0, 0, 300, 60), (900, 200, 1200, 260)])
    (_, (left, up)), (_, (right, _)) = canvas.places
    box = TextBox((left + right + 300) / 2, up + 30, right + 300 - left, 40, 0)
    first, second = sorted(canvas.on_sheet(box), key=lambda b: b.x)
    assert (first.y, second.y) == (30, 230)
    assert first.bounds[2] < 330
    assert second.bounds[0] > 880
