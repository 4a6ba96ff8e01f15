"""Clusters of drawn letters: a single stroke is a letter by the size of those beside it, not by that of the page's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.clusters import RULED, Cluster, clusters
from drawkit.engine.picture.pixels import Ink

USUAL = 22.0  # pixels: most of the page's letters are small


def found(*, stroke: tuple[int, int, int], walls: Ink | None = None) -> list[Cluster]:
    """Two rings 42 high, and a stroke at x from one height to another beside the second."""
    picture = np.full((160, 260), 255, np.uint8)
    for x in (60, 105):
        cv2.ellipse(picture, (x, 90), (14, 20), 0, 0, 360, 0, 2)
        cv2.line(picture, (x + 14, 70), (x + 14, 110), 0, 2)
    x, top, bottom = stroke
    cv2.line(picture, (x, top), (x, bottom), 0, 2)
    return clusters(picture, USUAL, np.zeros_like(picture) if walls is None else walls)


def pieces(all_found: list[Cluster]) -> int:
    return max(c.pieces for c in all_found)


def test_an_l_beside_letters_as_large() -> None:
    assert pieces(found(stroke=(133, 48, 110))) == 3


def test_a_line_that_runs_on_beyond_the_letters_is_none() -> None:
    assert pieces(found(stroke=(133, 20, 110))) == 2


def test_a_stroke_that_stands_lower_or_apart_is_none() -> None:
    assert pieces(found(stroke=(133, 95, 157))) == 2
    assert pieces(found(stroke=(215, 48, 110))) == 2


def test_the_side_of_a_cell_is_none() -> None:
    walls = np.zeros((160, 260), np.uint8)
    walls[48:111, 132:135] = RULED
    assert pieces(found(stroke=(133, 48, 110), walls=walls)) == 2


def written(*pieces: tuple[str, tuple[int, int], tuple[int, int], float]) -> list[Cluster]:
    """Rings and strokes of these middles, half sizes and turns, each apart from the next."""
    picture = np.full((200, 400), 255, np.uint8)
    for kind, middle, half, turn in pieces:
        if kind == "ring":
            cv2.ellipse(picture, middle, half, turn, 0, 360, 0, 2)
        else:
            (x, y), (wide, tall) = middle, half
            cv2.polylines(picture, [np.array([(x - wide, y - tall), (x, y + tall), (x + wide, y - tall)])], False, 0, 2)
    return clusters(picture, USUAL, np.zeros_like(picture))


V = ("stroke", (100, 100), (9, 16), 0.0)


def middles(found: list[Cluster]) -> list[int]:
    return sorted(round((c.bounds[0] + c.bounds[2]) / 2) for c in found)


def test_a_sloping_zero_in_a_row_of_wide_letters_is_no_hole() -> None:
    zero = ("ring", (148, 100), (9, 16), 15.0)
    assert middles(written(V, zero)) == [100, 148]
    assert middles(written(zero)) == []
    assert middles(written(V, ("ring", (148, 150), (9, 16), 15.0))) == [100]
    assert middles(written(V, ("ring", (152, 100), (16, 16), 0.0))) == [100]


def test_a_raised_circle_beside_letters_is_the_sign_of_degrees() -> None:
    assert middles(written(V, ("ring", (133, 92), (7, 7), 0.0))) == [100, 134]
    assert middles(written(V, ("ring", (133, 105), (7, 7), 0.0))) == [100]
    assert middles(written(V, ("ring", (144, 92), (7, 7), 0.0))) == [100, 144], "in spaced lettering"
    assert middles(written(V, ("ring", (156, 92), (7, 7), 0.0))) == [100]


def test_so_is_one_above_letters_that_run_aslant() -> None:
    """Three letters along a line that rises by 30 degrees, the circle where it goes on, a little above its middle."""
    letters = [("stroke", place, (9, 16), 0.0) for place in ((100, 150), (135, 130), (169, 110))]
    raised, low = ("ring", (200, 76), (5, 5), 0.0), ("ring", (202, 90), (5, 5), 0.0)
    assert len(written(*letters)) == 1
    assert len(written(*letters, raised)) == 2
    assert len(written(*letters, low)) == 1


def leaning(wide: int) -> list[Cluster]:
    """Figures 42 high, a stroke between them that leans and is a little higher, and no other text."""
    picture = np.full((160, 260), 255, np.uint8)
    for x in (60, 130):
        cv2.ellipse(picture, (x, 90), (14, 20), 0, 0, 360, 0, 2)
        cv2.line(picture, (x + 6, 70), (x + 14, 110), 0, 2)
    cv2.line(picture, (95 - wide // 2, 116), (95 + wide // 2, 64), 0, 2)
    return clusters(picture, USUAL, np.zeros_like(picture))


def test_a_slash_between_large_figures_stays_and_a_slanting_tick_does_not() -> None:
    def between(all_found: list[Cluster]) -> bool:
        return any(90 <= x + w / 2 <= 100 for c in all_found for x, _, w, _ in c.parts.tolist())

    assert between(leaning(wide=26))
    assert not between(leaning(wide=52))


def test_letters_with_tails_that_stand_on_one_line_are_level() -> None:
    picture = np.full((200, 400), 255, np.uint8)
    tail = np.array([(104, 84), (104, 116), (96, 116)])  # as j, s and 6 stand
    cv2.polylines(picture, [tail], False, 0, 2)
    cv2.rectangle(picture, (114, 90), (128, 108), 0, 2)
    cv2.rectangle(picture, (136, 76), (150, 108), 0, 2)
    [one] = clusters(picture, USUAL, np.zeros_like(picture))
    assert (one.letters, one.box.angle) == (3, 0.0)


def test_the_point_of_large_figures_is_no_arrowhead() -> None:
    picture = np.full((160, 260), 255, np.uint8)
    for x in (60, 125):
        cv2.ellipse(picture, (x, 90), (10, 20), 0, 0, 360, 0, 2)
    cv2.line(picture, (90, 108), (93, 108), 0, 2, cv2.LINE_AA)
    alone = [c.bounds for c in clusters(picture, USUAL, np.zeros_like(picture)) if c.bounds[0] > 80 > c.bounds[2] - 30]
    assert len(alone) == 1


def figures_and_stroke(high: int, *, stroke: tuple[int, int], gap: float) -> list[Cluster]:
    """Two figures so high, and behind them a stroke so wide and high; `gap` is in pixels."""
    picture = np.full((200, 400), 255, np.uint8)
    half, wide = high // 2, high // 4
    for x in (100, 100 + high):
        cv2.ellipse(picture, (x, 100), (wide - 1, half - 1), 0, 0, 360, 0, 2)
        cv2.line(picture, (x, 100), (x + wide - 1, 100), 0, 2)
    end = np.flatnonzero((picture < 255).any(axis=0))[-1] + 1
    x, y = round(end + gap), 100 - stroke[1] // 2
    picture[y : y + stroke[1], x : x + stroke[0]] = 0
    return clusters(picture, USUAL, np.zeros_like(picture))


@pytest.mark.parametrize("high", [22, 35])
def test_a_bare_1_takes_the_room_of_a_figure(high: int) -> None:
    """Of a font that gives each figure as much room; 35 are 1.6 times the usual letter."""
    assert pieces(figures_and_stroke(high, stroke=(2, high), gap=2 / 3 * high)) == 3
    assert pieces(figures_and_stroke(high, stroke=(2, high), gap=high)) == 2


@pytest.mark.parametrize("high", [22, 35])
def test_a_dash_as_far_off_is_none_of_the_figures(high: int) -> None:
    for long in (high // 2, high):
        assert pieces(figures_and_stroke(high, stroke=(long, 3), gap=2 / 3 * high)) == 2


def test_a_stroke_lower_than_figures_has_no_room_of_its_own() -> None:
    assert pieces(figures_and_stroke(22, stroke=(2, 15), gap=11)) == 2


def origin(*ends: tuple[float, float], levels: tuple[float, ...] = (60,)) -> list[Cluster]:
    """A sloping zero alone, other letters as high far off it, and level lines from one place along it to another."""
    picture = np.full((300, 600), 255, np.uint8)
    cv2.ellipse(picture, (148, 60), (9, 16), 15.0, 0, 360, 0, 2)
    for x in (60, 105):
        for y in (160, 220, 280):
            cv2.ellipse(picture, (x + 300, y), (12, 14), 0, 0, 360, 0, 2)
            cv2.line(picture, (x + 312, y - 16), (x + 312, y + 16), 0, 2)
    lines = np.array([(start, y, end, y) for start, end in ends for y in levels], float).reshape(-1, 4)
    return [c for c in clusters(picture, USUAL, np.zeros_like(picture), lines) if c.bounds[3] < 100]


def test_a_sloping_zero_alone_stands_at_the_end_of_its_extension_line() -> None:
    assert middles(origin((60, 130))) == [148]
    assert middles(origin((166, 260))) == [148]


def test_a_hole_has_its_centre_line_on_both_sides_or_through_it_or_none() -> None:
    assert origin() == []
    assert origin((60, 260)) == []
    assert origin((60, 130), (166, 260)) == []
    assert origin((20, 90)) == []


def test_a_sloping_zero_alone_may_stand_over_its_extension_line_and_a_hole_between_two_lines_does_not() -> None:
    under, over = 84, 36
    assert middles(origin((60, 260), levels=(under,))) == [148]
    assert middles(origin((260, 60), levels=(over,))) == [148]
    assert origin((60, 260), levels=(over, under)) == []
    assert origin((60, 145), levels=(under,)) == []
    assert origin((151, 260), levels=(under,)) == []
    assert origin((60, 260), levels=(110,)) == [], "further below"


def test_an_i_that_stands_by_itself_is_kept_and_a_point_below_a_stroke_is_not() -> None:
    def of_stroke(dot: int) -> list[Cluster]:
        picture = np.full((160, 160), 255, np.uint8)
        cv2.line(picture, (80, 70), (80, 90), 0, 2)
        cv2.circle(picture, (80, dot), 1, 0, -1)
        return clusters(picture, USUAL, np.zeros_like(picture))

    assert [(c.pieces, c.letters) for c in of_stroke(62)] == [(2, 0)]
    assert of_stroke(98) == []


def test_a_small_o_beside_letters_of_which_one_is_a_capital_is_no_hole() -> None:
    capital, small = ("stroke", (100, 100), (9, 16), 0.0), ("stroke", (140, 104), (8, 12), 0.0)
    o = ("ring", (176, 104), (11, 12), 0.0)
    assert middles(written(capital, small, o)) == [100, 140, 176]
    assert middles(written(small, ("stroke", (104, 104), (8, 12), 0.0), o)) == [104, 140]
    assert middles(written(capital, small, ("ring", (176, 96), (11, 12), 0.0))) == [100, 140]
