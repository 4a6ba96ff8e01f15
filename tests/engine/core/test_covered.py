"""White fields hide the lines that were drawn before, as those under the numbers of many programs do."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from core_drawing import Pdf, path, round_path
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib.colors import Color

from drawkit.engine.load import open_drawing
from drawkit.engine.pdf.covered import Field, uncovered
from drawkit.engine.sheet import Path

LATER = 5  # the operation that lays the field
LINE = path(0, 50, 100, 50)
BOX = [(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)]
SLACK = 0.08  # a line shows a little within the edges that it crosses aslant


def field(*corners: tuple[float, float], group: int = LATER) -> Field:
    return Field(group, np.array(corners))


def rounded(radius: float) -> list[tuple[float, float]]:
    """The corners of the box as arcs."""
    out = []
    for k, (x, y) in enumerate([(60, 60), (40, 60), (40, 40), (60, 40)]):
        middle = x - math.copysign(radius, x - 50), y - math.copysign(radius, y - 50)
        turns = [math.radians(90 * k + 15 * i) for i in range(7)]
        out += [(middle[0] + radius * math.cos(t), middle[1] + radius * math.sin(t)) for t in turns]
    return out


def ends(paths: object) -> list[list[float]]:
    """Where the pieces begin and end along a level line."""
    assert isinstance(paths, list)
    return [sorted([one.points[0, 0], one.points[-1, 0]]) for one in paths]


@pytest.mark.parametrize(
    "corners",
    [BOX, BOX[::-1], [*BOX, BOX[0]], rounded(5), rounded(10), [(40, 50), (50, 40), (60, 50), (50, 60)]],
    ids=["a box", "the other way round", "closed again", "rounded", "a circle", "on its corner"],
)
def test_a_field_hides_what_lies_below_it(corners: list[tuple[float, float]]) -> None:
    found = uncovered([LINE], [field(*corners)])
    assert ends(found) == [pytest.approx([0, 40], abs=SLACK), pytest.approx([60, 100], abs=SLACK)]
    assert not any(one.closed for one in found)


@given(st.floats(0, 360), st.floats(0, 360), st.floats(1, 15))
def test_a_field_hides_as_much_of_a_line_however_it_is_turned(turn: float, start: float, half: float) -> None:
    def turned(x: float, y: float) -> tuple[float, float]:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return 50 + c * x - s * y, 50 + s * x + c * y

    line = path(*turned(-100, 0), *turned(100, 0))
    outline = [turned(x, y) for x, y in ((-half, -3), (half, -3), (half, 3), (-half, 3))]
    first = int(start) % 4
    pieces = uncovered([line], [field(*outline[first:], *outline[:first])])
    seen = [float(np.hypot(*(one.points[-1] - one.points[0]))) for one in pieces]
    assert seen == pytest.approx([100 - half, 100 - half], abs=SLACK)


@pytest.mark.parametrize("group", [LATER, LATER + 1])
def test_what_is_drawn_with_the_field_or_after_it_shows(group: int) -> None:
    line = replace(LINE, group=group)
    assert uncovered([line], [field(*BOX)]) == [line]


@pytest.mark.parametrize("y", [40.0, 60.0, 40.04, 59.96])
def test_a_line_along_the_edge_of_a_field_shows(y: float) -> None:
    line = path(30, y, 70, y)
    assert uncovered([line], [field(*BOX)]) == [line]


@pytest.mark.parametrize("line", [path(0, 50, 50, 50), path(50, 50, 0, 50), path(0, 50, 30, 50, 50, 50)])
def test_a_line_that_comes_to_a_field_ends_there(line: Path) -> None:
    assert ends(uncovered([line], [field(*BOX)])) == [pytest.approx([0, 40], abs=SLACK)]


def test_a_line_within_a_field_is_gone_and_one_beside_it_stays() -> None:
    assert uncovered([path(45, 50, 55, 50)], [field(*BOX)]) == []
    beside = path(0, 50, 39, 50)
    assert uncovered([beside], [field(*BOX)]) == [beside]


def test_two_fields_leave_what_lies_between_them() -> None:
    other = field(*((x + 30, y) for x, y in BOX), group=LATER + 1)
    found = uncovered([LINE], [field(*BOX), other])
    assert ends(found) == [pytest.approx(piece, abs=SLACK) for piece in ([0, 40], [60, 70], [90, 100])]


def test_the_pieces_stand_in_the_place_of_their_line() -> None:
    first, last = path(0, 10, 100, 10), path(0, 90, 100, 90)
    found = uncovered([first, LINE, last], [field(*BOX)])
    assert [one.points[0, 1] for one in found] == [10, 50, 50, 90]


def test_a_closed_outline_opens_where_it_is_hidden() -> None:
    outline = path(20, 50, 20, 20, 80, 20, 80, 50, closed=True)  # its closing side is the one below the field
    first, last = uncovered([outline], [field(*BOX)])
    assert (first.closed, last.closed) == (False, False)
    corners = [20, 50, 20, 20, 80, 20, 80, 50, 60, 50]
    assert first.points.ravel().tolist() == pytest.approx(corners, abs=SLACK)
    assert last.points.ravel().tolist() == pytest.approx([40, 50, 20, 50], abs=SLACK)


def test_a_closed_outline_opens_where_its_first_corner_is_hidden() -> None:
    outline = path(50, 50, 20, 20, 80, 20, closed=True)
    [found] = uncovered([outline], [field(*BOX)])
    assert not found.closed
    assert found.points[1:-1].tolist() == [[20, 20], [80, 20]]
    assert found.points[[0, -1], 1].tolist() == pytest.approx([40, 40], abs=SLACK)


def test_a_bent_line_keeps_its_corners_that_show() -> None:
    bent = path(0, 50, 50, 50, 50, 90, 80, 90)
    before, behind = uncovered([bent], [field(*BOX)])
    assert before.points.ravel().tolist() == pytest.approx([0, 50, 40, 50], abs=SLACK)
    assert behind.points.ravel().tolist() == pytest.approx([50, 60, 50, 90, 80, 90], abs=SLACK)


def test_fields_hide_lines_alone() -> None:
    head = path(45, 50, 55, 48, 55, 52, closed=True, filled=True, stroked=False)
    ring = replace(round_path(50, 50, 4), filled=True)
    assert uncovered([head, ring], [field(*BOX)]) == [head, ring]


@pytest.mark.parametrize(
    "corners",
    [
        [(5, 5), (95, 5), (95, 95), (5, 95)],
        [(40, 40), (60, 40), (60, 60), (50, 45), (40, 60)],
        [(40, 40), (60, 60)],
        [(40, 50), (50, 50), (60, 50)],
        [(50 + 10 * math.cos(k / 16), 50 + 10 * math.sin(k / 16)) for k in range(100)],
    ],
    ids=["the ground of a view", "not convex", "a line", "flat", "of very many corners"],
)
def test_other_fields_hide_nothing(corners: list[tuple[float, float]]) -> None:
    assert list(uncovered([LINE], [field(*corners)])) == [LINE]


def test_a_wide_strip_hides_what_lies_below_it() -> None:
    strip = field((10, 48), (90, 48), (90, 52), (10, 52))
    assert ends(uncovered([LINE], [strip])) == [pytest.approx(piece, abs=SLACK) for piece in ([0, 10], [90, 100])]


PLACES = st.tuples(st.integers(0, 100), st.integers(0, 100)).filter(lambda p: max(abs(p[0] - 50), abs(p[1] - 50)) > 10)


@given(st.lists(PLACES, min_size=2, max_size=8))
def test_what_shows_of_a_line_with_its_corners_beside_the_field_lies_there(points: list[tuple[int, int]]) -> None:
    found = uncovered([path(*(v for point in points for v in point))], [field(*BOX)])
    for one in found:
        middles = (one.points[1:] + one.points[:-1]) / 2
        assert (np.abs(middles - 50).max(axis=1) >= 10 - SLACK).all()
    shown = sum(length(one.points) for one in found)
    assert shown <= length(np.array(points)) + 1e-6


def length(points: np.ndarray) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def lines_of(pdf: Pdf) -> list[list[float]]:
    """Where the lines of the first page begin and end, all of them level."""
    with open_drawing(pdf.data()) as source:
        return sorted(ends([one for one in source.sheet(1).paths if one.stroked]))


def laid(pdf: Pdf, grey: float = 1.0, alpha: float = 1.0) -> Pdf:
    """The page with a filled field of 20 by 10 points under a number on the line at 100 points from the top."""
    pdf.canvas.setFillColor(Color(grey, grey, grey, alpha=alpha))
    pdf.canvas.rect(140, pdf.height - 105, 20, 10, stroke=0, fill=1)
    return pdf


WHOLE = [pytest.approx([100, 200], abs=0.1)]
BROKEN = [pytest.approx([100, 140], abs=0.1), pytest.approx([160, 200], abs=0.1)]


def test_a_page_shows_lines_beside_its_white_fields() -> None:
    assert lines_of(laid(Pdf().line(100, 100, 200, 100))) == BROKEN
    assert lines_of(laid(Pdf()).line(100, 100, 200, 100)) == WHOLE


def test_fields_that_are_grey_or_let_lines_through_hide_nothing() -> None:
    for grey, alpha in ((0.8, 1.0), (1.0, 0.5), (1.0, 0.0)):
        assert lines_of(laid(Pdf().line(100, 100, 200, 100), grey, alpha)) == WHOLE


@pytest.mark.parametrize("dark", [0.0, 0.2])
def test_on_a_dark_ground_fields_of_its_colour_hide(dark: float) -> None:
    pdf = Pdf()
    pdf.canvas.setFillColor(Color(dark, dark, dark))
    pdf.canvas.rect(0, 0, pdf.width, pdf.height, stroke=0, fill=1)
    pdf.canvas.setStrokeColor(Color(1, 1, 1))
    assert lines_of(laid(pdf.line(100, 100, 200, 100), dark)) == BROKEN


def test_a_field_hides_nothing_beyond_its_clip() -> None:
    pdf = Pdf().line(100, 100, 200, 100)
    pdf.canvas.saveState()
    clip = pdf.canvas.beginPath()
    clip.rect(300, 300, 5, 5)
    pdf.canvas.clipPath(clip, stroke=0, fill=0)
    laid(pdf).canvas.restoreState()
    assert lines_of(pdf) == WHOLE


def test_a_line_shows_through_the_hole_of_a_field() -> None:
    pdf = Pdf().line(135, 100, 165, 100)
    pdf.canvas.setFillColor(Color(1, 1, 1))
    frame = pdf.canvas.beginPath()
    frame.rect(130, pdf.height - 115, 40, 30)
    frame.rect(132, pdf.height - 113, 36, 26)
    pdf.canvas.drawPath(frame, stroke=0, fill=1, fillMode=0)
    assert lines_of(pdf) == [pytest.approx([135, 165], abs=0.1)]
