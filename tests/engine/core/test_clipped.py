"""What is filled through a clip is seen as the clip's outline."""

from __future__ import annotations

import numpy as np
import pytest
from core_drawing import Pdf
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.matrices import compose, inverse
from drawkit.engine.pdf.paths import read_paths
from drawkit.engine.sheet import Path

HEAD = [(100.0, 200.0), (120.0, 197.0), (120.0, 203.0)]
RASTERED = [(100.0, 200.0), *((100 + x, 200 - round(0.75 * x) / 5) for x in range(1, 21)), (120.0, 203.0)]


def paths_of(clip: list[tuple[float, float]], field: tuple[float, float, float, float], scale: float = 1) -> list[Path]:
    """What a page shows on which a rectangle is filled through a clip; both from the lower left corner."""
    pdf = Pdf(400, 400)
    canvas = pdf.canvas
    canvas.saveState()
    outline = canvas.beginPath()
    for i, (x, y) in enumerate(clip):
        (outline.lineTo if i else outline.moveTo)(x, y)
    outline.close()
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.scale(scale, scale)
    canvas.rect(*(value / scale for value in field), stroke=0, fill=1)
    canvas.restoreState()
    with open_pdf(pdf.data()) as opened:
        return list(read_paths(opened.page(1)))


@pytest.mark.parametrize("scale", [1, 0.1])
def test_a_field_shows_the_clip_alone(scale: float) -> None:
    [found] = paths_of(HEAD, (99, 196, 22, 8), scale)
    assert found.filled
    assert not found.stroked
    corners = {(round(x), round(400 - y)) for x, y in found.points.tolist()}
    assert corners == set(HEAD)


def test_the_steps_of_a_printers_raster_go() -> None:
    [found] = paths_of(RASTERED, (99, 196, 22, 8))
    assert len(found.points) <= 4


def test_a_rectangle_in_a_rectangle_stays_as_it_is_drawn() -> None:
    [found] = paths_of([(50, 50), (350, 50), (350, 350), (50, 350)], (99, 196, 22, 8))
    assert np.ptp(found.points, axis=0).tolist() == pytest.approx([22, 8])


def test_a_field_that_leaves_some_of_the_clip_free_stays() -> None:
    [found] = paths_of(HEAD, (99, 196, 10, 8))
    assert np.ptp(found.points, axis=0).tolist() == pytest.approx([10, 8])


number = st.floats(-20, 20)


@given(st.tuples(*[number] * 6).filter(lambda m: abs(m[0] * m[4] - m[1] * m[3]) > 0.1))
def test_a_matrix_and_its_inverse_leave_all_in_place(matrix: tuple[float, float, float, float, float, float]) -> None:
    assert compose(matrix, inverse(matrix)) == pytest.approx((1, 0, 0, 0, 1, 0), abs=1e-6)
