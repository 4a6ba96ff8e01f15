"""The projection symbol as it is drawn in practice: with centre lines, in dashes, either way round."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np
import pytest

from drawkit.engine.sheet import Grey, Sheet
from drawkit.engine.titles.pictured_projection import pictured_symbol

DPI = 250
SCALE = DPI / 72
CELL = (20.0, 20.0, 120.0, 70.0)
Draw = Callable[[Grey], None]


def at(x: float, y: float) -> tuple[int, int]:
    return round(x * SCALE), round(y * SCALE)


def line(picture: Grey, *points: tuple[float, float], dashed: bool = False) -> None:
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = 8 if dashed else 1
        for i in range(steps):
            start, end = i / steps, (i + (0.75 if dashed else 1)) / steps
            a, b = (at(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (start, end))
            cv2.line(picture, a, b, 0, 2)


def circle(picture: Grey, x: float, radius: float) -> None:
    cv2.circle(picture, at(x, 45), round(radius * SCALE), 0, 2)


def symbol(picture: Grey, cone: tuple[float, float] = (6, 12), *, dashed: bool = False) -> None:
    circle(picture, 50, 12)
    circle(picture, 50, 6)
    near, far = cone
    corners = ((76, 45 - near), (100, 45 - far), (100, 45 + far), (76, 45 + near), (76, 45 - near))
    line(picture, *corners, dashed=dashed)


def centred(picture: Grey) -> None:
    symbol(picture)
    line(picture, (34, 45), (104, 45))
    line(picture, (50, 30), (50, 60))


def sheet(draw: Draw, turn: Callable[[Grey], Grey] = np.asarray) -> Sheet:
    picture = np.full((round(90 * SCALE), round(140 * SCALE)), 255, np.uint8)
    draw(picture)
    cv2.rectangle(picture, at(*CELL[:2]), at(*CELL[2:]), 0, 2)
    shown = turn(picture)
    return Sheet(1, 140.0, 90.0, render=lambda _: shown)


def told(draw: Draw, turn: Callable[[Grey], Grey] = np.asarray) -> str | None:
    found = pictured_symbol(sheet(draw, turn), [CELL])
    return found[0] if found else None


def dashed(picture: Grey) -> None:
    symbol(picture, dashed=True)


@pytest.mark.parametrize("draw", [symbol, centred, dashed])
def test_a_symbol_is_told_however_it_is_drawn(draw: Draw) -> None:
    assert told(draw) == "third"
    assert told(draw, lambda picture: np.asarray(picture[:, ::-1])) == "third", "seen from the other side"


def test_the_small_end_tells_the_method() -> None:
    assert told(lambda p: symbol(p, (12, 6))) == "first"


def test_what_is_no_symbol_tells_nothing() -> None:
    def one_ring(picture: Grey) -> None:
        symbol(picture)
        cv2.circle(picture, at(50, 45), round(9 * SCALE), 255, -1)

    assert told(one_ring) is None, "the inner circle is missing"
    assert told(lambda p: symbol(p, (12, 12))) is None, "a cylinder"
    assert told(lambda p: line(p, (30, 30), (110, 60))) is None
    assert told(lambda p: None) is None
    assert pictured_symbol(sheet(symbol).at(render=Sheet(1, 1.0, 1.0).render), [CELL]) is None, "no picture"
    assert pictured_symbol(sheet(symbol), []) is None
