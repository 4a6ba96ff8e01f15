"""Where letters are filled outlines, strokes that hang together with a line are none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.textpath import TextPath

from drawkit.engine.drawn_text.pens import without_strokes_of_lines
from drawkit.engine.drawn_text.shapes import Shape
from drawkit.engine.sheet import Path

USUAL = 10.0
TALL = 0.729  # a figure's share of the size of its font


def drawn(*points: float, filled: bool = False, closed: bool = False) -> Shape:
    outline = np.array(points, float).reshape(-1, 2)
    return Shape((Path(outline, closed or filled, filled, not filled, 0.5, 0, False),))


def round_stroke(x: float, y: float, radius: float) -> Shape:
    turns = np.linspace(0, 2 * np.pi, 24)
    return drawn(*np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns)]).ravel())


def figures(text: str, x: float, y: float, *, filled: bool = True) -> list[Shape]:
    """Figures 10 points high, as the outlines of a font fill them, or as polylines."""
    out = []
    for char in text:
        outlines = TextPath((x, -y), char, size=USUAL / TALL).to_polygons()
        points = [np.asarray(outline) * (1, -1) for outline in outlines]
        paths = [Path(one, filled, filled, not filled, 0.5, 0, filled, 1, filled) for one in points]
        out.append(Shape(tuple(paths)))
        x += 9.0
    return out


def kept(letters: Sequence[Shape], others: Sequence[Shape]) -> list[Shape]:
    every = [*letters, *others]
    return without_strokes_of_lines(every, [path for shape in every for path in shape.paths], USUAL)


NUMBER = figures("8.00", 100, 100)
LINE = [drawn(96, 104, 110, 104), drawn(110, 104, 138, 104), drawn(138, 104, 138, 112)]


@pytest.mark.parametrize(
    "head",
    [
        [drawn(96, 104, 102, 103, 102, 105, 96, 104, filled=True)],
        [drawn(96, 104, 102, 102.8, 101, 104, 102, 105.2, 96, 104, filled=True)],
        [drawn(96, 104, 102, 103), drawn(96, 104, 102, 105)],
        [drawn(96, 104, 102, 103, 102, 104, filled=True), drawn(96, 104, 102, 105, 102, 104, filled=True)],
    ],
    ids=["filled", "notched", "open", "in halves"],
)
def test_a_line_in_pieces_goes_with_its_head(head: list[Shape]) -> None:
    assert kept(NUMBER, [*LINE, *head]) == NUMBER


def test_a_line_far_from_letters_is_left_to_others() -> None:
    far = [drawn(96, 304, 110, 304), drawn(110, 304, 138, 304)]
    assert kept(NUMBER, far) == [*NUMBER, *far]


def test_a_sign_of_strokes_stays() -> None:
    diameter = [round_stroke(92, 95, 5), drawn(88, 102.5, 96, 87.5)]
    square = [drawn(74, 90, 74, 100), drawn(74, 100, 84, 100), drawn(84, 100, 84, 90), drawn(84, 90, 74, 90)]
    assert kept(NUMBER, [*square, *diameter]) == [*NUMBER, *square, *diameter]


def test_a_ring_on_a_line_goes_and_a_degree_stays() -> None:
    origin, degree = round_stroke(96, 104, 2), round_stroke(138, 92, 1.5)
    assert kept(NUMBER, [*LINE, origin, degree]) == [*NUMBER, degree]


def test_letters_of_strokes_beside_a_filled_sign_stay() -> None:
    """Creo Parametric fills ± and draws the figures around it, each hung together and longer than the sign."""
    strokes = [*figures("12", 82, 100, filled=False), *figures("05", 111, 100, filled=False)]
    sign = figures("±", 100, 100)
    underline = drawn(80, 103, 110, 103), drawn(110, 103, 130, 103)
    assert kept([*strokes, *sign], underline) == [*strokes, *sign, *underline]


def test_large_letters_of_strokes_beside_small_filled_ones_stay() -> None:
    """The names of a board are filled, and its sizes drawn with strokes, piece by piece and twice as large."""
    places = ((0, 0), (8, 0), (8, 14), (0, 14), (0, 0))
    zeros = [drawn(x + a, 90 + b, x + c, 90 + d) for x in range(60, 400, 26) for (a, b), (c, d) in pairwise(places)]
    names = [*figures("8", 74, 100), *figures("8", 152, 100)]
    small = [Shape(tuple(replace(p, points=p.points * 0.5 + (0.5 * p.points[0])) for p in s.paths)) for s in names]
    assert kept(small, zeros) == [*small, *zeros]


def test_a_hyphen_on_a_line_stays() -> None:
    hyphen = drawn(125, 103.8, 129, 103.8, 129, 104.8, 125, 104.8, 125, 103.8, filled=True)
    assert kept(NUMBER, [*LINE, hyphen]) == [*NUMBER, hyphen]


def test_without_letters_or_lines_nothing_changes() -> None:
    assert kept([], LINE) == LINE
    assert kept(NUMBER, []) == NUMBER
    speck = [drawn(100, 100, 101, 100, 101, 101, 100, 100, filled=True)]
    assert kept(NUMBER, speck) == [*NUMBER, *speck]


def test_a_seven_on_a_line_is_no_head() -> None:
    """Its outline has as few corners, and its stem on an extension line."""
    corners = (91.0, 97.5, 90.6, 91.7, 100.6, 96.0, 100.3, 96.8, 91.6, 93.0, 91.9, 97.4, 91.0, 97.5)  # it stands
    seven, across = drawn(*corners, filled=True), [drawn(90, 96, 110, 96), drawn(110, 96, 150, 96)]
    assert kept([seven, *NUMBER], across) == [seven, *NUMBER]


def test_an_arc_goes_and_does_not_pass_for_a_figure() -> None:
    """An arc that a program writes in short pieces has as many points as a figure has."""
    turns = np.linspace(-0.6, 0.6, 12)
    arc = drawn(*np.column_stack([118 - 30 * np.cos(turns), 98 - 30 * np.sin(turns)]).ravel())
    other = drawn(*np.column_stack([118 + 30 * np.cos(turns), 98 - 30 * np.sin(turns)]).ravel())
    assert kept(NUMBER, [arc, other]) == NUMBER
