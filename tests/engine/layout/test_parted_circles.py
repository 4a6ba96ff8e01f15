"""Circles that their centre lines part: what is left of ring and disc in a picture are four shapes about one point."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.layout.circles import _made_of_quarters
from drawkit.engine.sheet import Floats


def holes(*lines: tuple[int, int, int, int], radii: tuple[int, ...] = (40, 20)) -> list[Floats]:
    """The outlines of the paper that circles about (100, 100) and lines enclose."""
    picture = np.full((200, 200), 255, np.uint8)
    for radius in radii:
        cv2.circle(picture, (100, 100), radius, 0, 2)
    for x0, y0, x1, y1 in lines:
        cv2.line(picture, (x0, y0), (x1, y1), 0, 1)
    found = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    return [c[:, 0].astype(float) for c, (*_, parent) in zip(found[0], found[1][0], strict=True) if parent < 0]


CROSS = ((50, 100, 150, 100), (100, 50, 100, 150))


def test_ring_and_disc_that_are_parted_twice_are_two_circles() -> None:
    found = sorted(np.ptp(outline, axis=0).max() / 2 for outline in _made_of_quarters(holes(*CROSS)))
    assert found == pytest.approx([19, 39], abs=2)
    for outline in _made_of_quarters(holes(*CROSS)):
        off = np.hypot(*(outline - outline.mean(axis=0)).T)
        assert np.ptp(off) < 3


@pytest.mark.parametrize("lines", [(), CROSS[:1], ((50, 60, 150, 140), (50, 140, 150, 60))])
def test_other_lines_leave_no_quarters(lines: tuple[tuple[int, int, int, int], ...]) -> None:
    assert list(_made_of_quarters(holes(*lines))) == []


def test_cells_of_a_table_are_no_circle_with_their_like() -> None:
    from drawkit.engine.layout.circles import _fits

    squares = [np.array([(x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)], float) for x in (0, 22) for y in (0, 22)]
    made = list(_made_of_quarters(squares))
    assert not list(_fits([(outline, True) for outline in made], 100.0, 0.3)) if made else True
