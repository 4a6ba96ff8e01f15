"""Lines that run as slanted text does: their direction, and where they lie."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.picture import slanted_lines as slanted
from drawkit.engine.picture.sheets import _along
from drawkit.engine.picture.slanted_lines import Run, Slope, exact_directions, slopes
from drawkit.engine.picture_text.words import PictureWord

DPI = 200.0
NEAR = 9.0  # pixels: where a wall joins at a sharp angle, a line seems to run on
CENTRE = np.array([600.0, 500.0])
lines_in = slanted._lines


def along(angle: float) -> np.ndarray:
    return np.array([math.cos(math.radians(angle)), -math.sin(math.radians(angle))])


def frame_at(angle: float, *, wall: float = 90.0) -> np.ndarray:
    """The ink of two lines 300 pixels long and 50 apart at `angle`, joined by walls at `wall`."""
    ink = np.zeros((1000, 1200), np.uint8)
    for corner in corners(angle, wall).reshape(-1, 4):
        start, end = (tuple(np.round(p * 16).astype(int).tolist()) for p in corner.reshape(2, 2))
        cv2.line(ink, start, end, (1,), 2, cv2.LINE_8, shift=4)
    return ink


def corners(angle: float, wall: float) -> np.ndarray:
    """The segments of that frame: two along, then two walls."""
    half, up = 150 * along(angle), 25 * along(wall)
    a, b, c, d = CENTRE - half + up, CENTRE + half + up, CENTRE + half - up, CENTRE - half - up
    return np.array([[a, b], [d, c], [a, d], [b, c]])


def run_at(angle: float, *, off: float = 0.0) -> Run:
    reach = np.array([80.0, 60.0])
    (x0, y0), (x1, y1) = CENTRE - reach, CENTRE + reach
    return Run((float(x0), float(y0), float(x1), float(y1)), angle + off, 35.0)


def distance(lines: np.ndarray, wanted: np.ndarray) -> float:
    """How far the ends of the line that fits best are from those wanted."""
    both = np.concatenate([lines, lines[:, [2, 3, 0, 1]]])
    return float(np.abs(both - wanted.reshape(4)).max(axis=1).min())


@settings(max_examples=25, deadline=None)
@given(angle=st.floats(12.5, 70), sign=st.sampled_from([-1, 1]), off=st.floats(-4, 4))
def test_a_rough_direction_becomes_exact(angle: float, sign: int, off: float) -> None:
    ink, run = frame_at(sign * angle), run_at(sign * angle, off=off)
    (told,) = exact_directions(ink, [run])
    (found,) = slopes(ink, DPI, [replace(run, angle=told)])
    assert (told, found.angle) == (pytest.approx(sign * angle, abs=0.6), pytest.approx(sign * angle, abs=0.3))
    assert all(distance(found.lines, line) < NEAR for line in corners(sign * angle, 90.0)[:2])


@pytest.mark.parametrize("angle", [30.0, 45.0, -45.0, 57.5, 135.0])
def test_each_of_two_texts_around_a_centre_keeps_its_own_direction(angle: float) -> None:
    ink, runs = np.zeros((1000, 2400), np.uint8), list[Run]()
    for number, turn in enumerate((angle, angle + 3.0)):
        off = 1200 * number
        start, end = (CENTRE + 25 * along(turn + 90) + s * 150 * along(turn) + (off, 0) for s in (-1, 1))
        cv2.line(
            ink, *(tuple(np.round(p * 16).astype(int).tolist()) for p in (start, end)), (1,), 2, cv2.LINE_8, shift=4
        )
        (x0, y0, x1, y1) = run_at(turn).box
        runs.append(Run((x0 + off, y0, x1 + off, y1), turn + 1.5 - 3.0 * number, 35.0))
    assert exact_directions(ink, runs) == pytest.approx([angle, angle + 3.0], abs=0.4)
    assert len(slopes(ink, DPI, [replace(r, angle=a) for r, a in zip(runs, (angle, angle + 3.0), strict=True)])) == 2


@pytest.mark.parametrize("angle", [30.0, -60.0, 210.0])
@pytest.mark.parametrize(("apart", "same"), [(40.0, True), (90.0, False)])
def test_rows_of_one_text_have_one_direction_that_of_the_longest(angle: float, apart: float, *, same: bool) -> None:
    below = CENTRE - apart * along(angle + 90)
    corners_of = np.add(below, ((-40, -40), (40, 40))).reshape(4)
    short = Run((*corners_of.tolist(),), angle + 5.0, 35.0)  # no ink of its own
    first, second = exact_directions(frame_at((angle + 90) % 180 - 90), [run_at(angle), short])
    assert first == pytest.approx(angle, abs=0.6)
    assert (second == pytest.approx(first)) == same


@pytest.mark.parametrize("angle", [0.0, 90.0, 3.0])
def test_text_that_lies_or_stands_keeps_its_direction(angle: float) -> None:
    assert exact_directions(frame_at(angle + 2.0), [run_at(angle)]) == [angle]


@pytest.mark.parametrize("angle", [60.0, -66.0, 20.0])
def test_walls_across_slanted_text_that_lies_in_no_isometric_view(angle: float) -> None:
    (found,) = slopes(frame_at(angle, wall=angle + 90), DPI, [run_at(angle)])
    far = [distance(found.lines, wall) for wall in corners(angle, angle + 90)[2:]]
    assert (max(far) < NEAR) == (abs(angle) > 45), "those of an isometric view run along its other axis"


def test_walls_along_the_other_axis_of_an_isometric_view() -> None:
    (found,) = slopes(frame_at(30, wall=-30), DPI, [run_at(30)])
    assert all(distance(found.lines, wall) < NEAR for wall in corners(30, -30)[2:])


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0, 5.0, -5.0])
def test_text_that_lies_or_stands_has_no_slope(angle: float) -> None:
    assert slopes(frame_at(angle), DPI, [run_at(angle)]) == []


def test_runs_are_grouped_by_direction_whichever_way_they_read() -> None:
    found = slopes(frame_at(30), DPI, [run_at(29.6), run_at(210.2), run_at(30.3), run_at(-45)])
    assert len(found) == 2
    slope = next(s for s in found if s.angle > 0)
    assert slope.turned_to(32.0) == pytest.approx(slope.angle)
    assert slope.turned_to(212.0) == pytest.approx(slope.angle + 180)
    assert slope.turned_to(0.0) is None


def test_frames_at_both_ends_of_a_sheet_are_found_without_a_look_at_what_lies_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, off, looked = frame_at(30), np.array([2400, 1600]), list[tuple[int, ...]]()
    ink = np.zeros((2600, 3600), np.uint8)
    ink[:1000, :1200], ink[1600:, 2400:] = one, one
    run = run_at(30)
    far = Run((*(np.array(run.box).reshape(2, 2) + off).reshape(4).tolist(),), 30.0, run.height)
    monkeypatch.setattr(slanted, "_lines", lambda near, *rest: (looked.append(near.shape), lines_in(near, *rest))[1])
    (found,) = slopes(ink, DPI, [run, far])
    for line in corners(30, 90)[:2]:
        assert distance(found.lines, line) < NEAR
        assert distance(found.lines, line + off) < NEAR
    assert sum(math.prod(shape) for shape in looked) < 0.5 * 2 * ink.size  # in two directions


def test_no_ink_keeps_the_direction_as_it_was() -> None:
    (found,) = slopes(np.zeros((100, 100), np.uint8), DPI, [Run((10, 10, 60, 40), 30.0, 10.0)])
    assert (found.angle, len(found.lines)) == (30.0, 0)


@pytest.mark.parametrize(
    ("text", "angle", "lines", "told"),
    [
        ("6", 18.0, [], 0.0),
        ("6", 108.0, [], 90.0),
        ("6", -18.0, [], 0.0),
        ("6", 45.0, [], 45.0),
        ("68", 18.0, [], 20.0),
        ("6", 18.0, [[80, 130, 140, 108.2]], 20.0),
        ("6", 18.0, [[400, 130, 460, 108.2]], 0.0),
        ("6", 18.0, [[95, 112, 101, 110]], 0.0),
    ],
)
def test_a_lone_character_beside_no_line_that_runs_as_it_seems_to_does_not_lean(text, angle, lines, told):
    word = PictureWord(text, (90, 90, 120, 120), angle, 24.0, 0.9, "both")
    slope = Slope(20.0, np.array(lines, np.float32).reshape(-1, 4))
    assert _along(word, [slope]).angle == pytest.approx(told)
