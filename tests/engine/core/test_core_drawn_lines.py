"""Strokes among drawn letters that belong to lines, and letters that stand close to other rows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from test_core_drawn_text import LAYER, line, read, strokes

from drawkit.engine.detection.clusters import clusters
from drawkit.engine.drawn_text.lines import without_dimension_lines, without_lines
from drawkit.engine.drawn_text.shapes import Shape
from drawkit.engine.drawn_text.words import places_of
from drawkit.engine.objects.dashed import with_dashes_joined
from drawkit.engine.objects.shelves import shelves_of
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.objects.terminators import carried_heads_of
from drawkit.engine.sheet import Path, Sheet, segments_of

NO_SHELVES = np.empty((0, 4))


def shape(*points: float) -> Shape:
    return Shape((line(*points),))


def texts(*paths: list[Path]) -> list[str]:
    return sorted(w.text for w in read(*paths))


def chain_line(y: float, x0: float = 40, x1: float = 700) -> list[Path]:
    """A chain line that is drawn dash by dash, as many programs do."""
    starts = np.arange(x0, x1, 4.0)
    return [line(*((x, y, x + 2.4, y) if i % 2 else (x + 1, y, x + 1.5, y))) for i, x in enumerate(starts)]


def test_ordinates_on_a_chain_line_are_read_each_by_itself() -> None:
    values = ["104.60", "70.60", "36.60", "2.60"]
    numbers = [strokes(150 + 90 * k, 290, text, 4.0, angle=90, first=100 * k) for k, text in enumerate(values)]
    shelves = [line(151.5 + 90 * k, 265, 151.5 + 90 * k, 300) for k in range(4)]
    joined = list(with_dashes_joined([*chain_line(300), *shelves]))
    assert texts(*numbers, joined) == sorted(values)


def test_an_extension_line_of_the_height_of_a_number_is_no_part_of_it() -> None:
    letters = [shape(100 + 3 * k, 200, 102 + 3 * k, 200, 102 + 3 * k, 203) for k in range(5)]
    extension = shape(99, 204, 116, 204)
    assert without_lines([*letters, extension], usual=3.0) == letters


def test_the_strokes_of_large_letters_beside_their_like_stay() -> None:
    small = [shape(100 + 3 * k, 100, 102 + 3 * k, 100, 102 + 3 * k, 103) for k in range(20)]
    places = [300 + 14 * k for k in range(4)]
    stems = [shape(x, 200, x, 220) for x in places]
    arms = [shape(x + 6, 200, x + 10, 206, x + 6, 220) for x in places]
    large = [*stems, *arms]
    assert without_lines([*small, *large], usual=3.0) == [*small, *large]


def test_the_sides_of_an_outlined_letter_stay_however_long() -> None:
    small = [shape(100 + 3 * k, 214, 101 + 3 * k, 214, 101 + 3 * k, 215) for k in range(3)]
    outline = [shape(99, 200, 99, 216), shape(99, 216, 110, 216), shape(110, 216, 110, 200), shape(110, 200, 99, 200)]
    assert without_lines([*small, *outline], usual=3.0) == [*small, *outline]


@pytest.mark.parametrize("alone", [[shape(10, 10, 12, 10)], [shape(10, 10, 30, 10)]])
def test_without_letters_nothing_is_left_out(alone: list[Shape]) -> None:
    assert without_lines(alone, usual=3.0) == alone
    assert without_dimension_lines(alone, [], NO_SHELVES, usual=3.0) == alone


def test_the_sides_of_an_open_head_are_left_out_and_what_crosses_it_stays() -> None:
    head = Terminator(100, 200, (-1.0, 0.0), 6.0, "open")
    sides = [shape(100, 200, 106, 197.5), shape(100, 200, 106, 202.5)]
    both = shape(106, 197.5, 100, 200, 106, 202.5)
    others = [shape(103, 190, 103, 210), shape(102, 199.8, 103, 199.8)]
    assert without_dimension_lines([*sides, both, *others], [head], NO_SHELVES, usual=3.0) == others


def test_the_lines_that_a_head_ends_and_the_one_it_stops_at_are_left_out() -> None:
    head = Terminator(100, 200, (-1.0, 0.0), 6.0, "arrow")
    outline = shape(100, 200, 106, 198, 106, 202, 100, 200)
    lines = [shape(106, 200, 120, 200), shape(90, 200, 100, 200), shape(100, 196, 100, 204), shape(98, 190, 101, 206)]
    letters = [shape(100, 199, 100, 202), shape(124, 196, 124, 204), shape(94, 195, 97, 205), shape(107, 204, 130, 204)]
    assert without_dimension_lines([outline, *lines, *letters], [head], NO_SHELVES, usual=3.0) == letters


def test_an_oblique_stroke_and_the_lines_that_cross_there_are_left_out() -> None:
    """Between short extension lines a number stands no farther from them than letters from each other."""
    tick = Terminator(100, 200, (1.0, 0.0), 3.0, "tick")
    parts = [shape(98, 202, 102, 198), shape(100, 190, 100, 204), shape(80, 200, 103, 200)]
    letters = [
        shape(98, 202, 102, 198, 104, 199),
        shape(104, 190, 104, 196),
        shape(99, 200, 101, 200),
        shape(101, 190, 101, 204),
    ]
    assert without_dimension_lines([*parts, *letters], [tick], NO_SHELVES, usual=3.0) == letters


def closed_head(x: float, y: float, way: float, size: float = 8.0) -> Path:
    """An outlined head with its tip here, that points along the x axis."""
    points = np.array([(x, y), (x - way * size, y - 2), (x - way * size, y + 2), (x, y)], float)
    return Path(points, True, False, True, 0.3, 0, False, 90_001)


def test_only_heads_with_a_line_are_heads() -> None:
    stop, stem, far = line(180, 195, 180, 225), line(150, 210, 172, 210), line(500, 100, 560, 100)
    for paths, count in (
        ([closed_head(180, 210, 1), stem], 1),
        ([closed_head(180, 210, 1), line(162, 210, 172, 210), stop], 1),
        ([closed_head(180, 210, 1), line(166, 210, 172, 210)], 0),
        ([closed_head(180, 210, 1), far], 0),
        ([far], 0),
    ):
        strokes_of = Strokes(segments_of(tuple(paths)))
        assert len(carried_heads_of(tuple(paths), strokes_of, 9.0)) == count


def test_two_heads_share_the_line_that_their_number_hides() -> None:
    stops = [line(x, 195, x, 225) for x in (140, 180)]
    heads, stubs = (
        [closed_head(140, 210, -1), closed_head(180, 210, 1)],
        [line(148, 210, 151, 210), line(169, 210, 172, 210)],
    )
    for paths, count in (
        ([*heads, *stubs, *stops], 2),
        ([*heads, stubs[0], *stops], 0),
        ([*heads, *stubs], 0),
        ([heads[1], stubs[1], *stops], 0),
    ):
        strokes_of = Strokes(segments_of(tuple(paths)))
        assert len(carried_heads_of(tuple(paths), strokes_of, 9.0)) == count


def test_the_shelf_of_a_leader_is_no_dash_behind_its_number() -> None:
    head, leader, shelf = closed_head(180, 250, 1), line(140, 250, 172, 250), line(140, 250, 132, 230)
    strokes_of = Strokes(segments_of((head, leader, shelf, line(300, 100, 310, 100), line(172, 250, 190, 250))))
    heads = carried_heads_of((head,), strokes_of, 9.0)
    shelves = shelves_of(heads, strokes_of, 9.0)
    assert [sorted(end.round().tolist()) for end in shelves.reshape(-1, 2, 2)] == [[[132, 230], [140, 250]]]
    letter = shape(130, 222, 130, 230)
    assert without_dimension_lines([shape(132, 230, 140, 250), letter], heads, shelves, usual=9.0) == [letter]


def test_without_heads_there_are_no_shelves() -> None:
    assert len(shelves_of([], Strokes(segments_of((line(1, 1, 9, 9),))), 9.0)) == 0


def test_between_its_heads_stands_a_number_and_nothing_else() -> None:
    heads = [closed_head(109, 210, 1), closed_head(134, 210, -1)]
    stubs = [line(92, 210, 101, 210), line(142, 210, 152, 210), line(109, 198, 109, 222), line(134, 198, 134, 222)]
    paths = (*strokes(110.5, 214, "2.60", 9.0), *heads, *stubs)
    [place] = places_of(Sheet(1, 842, 595, words=LAYER, paths=paths))
    assert len(place.boxes) == 1, "no head and no line is looked at as text"
    assert texts([*paths]) == ["2.60"]


def test_rows_of_two_directions_that_come_close_are_read_each() -> None:
    slanted, level = strokes(100, 240, "⌀0.45±0.05", 9.0, angle=32), strokes(128, 246, "0.65±0.05", 9.0, first=500)
    found = texts(slanted, level)
    assert "0.65±0.05" in found
    assert any("0.45±0.05" in text for text in found)


def test_numbers_beside_open_heads_are_read() -> None:
    heads = [line(100, 210, 108, 206), line(100, 210, 108, 214), line(180, 210, 172, 206), line(180, 210, 172, 214)]
    found = texts(strokes(108, 204, "10.21", 9.0), [*heads, line(100, 210, 180, 210)])
    assert "10.21" in found


def test_two_rows_right_below_each_other_are_two_numbers() -> None:
    found = texts(strokes(100, 200, "43.85", 8.0), strokes(100, 210, "51.44", 8.0, first=500))
    assert found == ["43.85", "51.44"]


def test_a_single_digit_before_its_point_belongs_to_the_number() -> None:
    other = [strokes(300, 100 + 12 * k, "NOTE", 4.0, first=1000 + 50 * k) for k in range(3)]
    assert "7.61" in texts(strokes(100, 200, "7.61", 9.0), *other)


def spaced(x: float, y: float, text: str, height: float, first: int) -> list[Path]:
    """Letters all as far apart as in a fixed pitch, as board programs write."""
    step = 0.9 * height
    return [p for k, char in enumerate(text) for p in strokes(x + k * step, y, char, height, first=first + 20 * k)]


def test_numbers_of_wide_letters_right_below_each_other_are_two() -> None:
    upper, lower = spaced(100, 200, "14.66", 9.0, 0), spaced(127, 211.5, "7.61", 9.0, 200)
    assert texts(upper, lower) == ["14.66", "7.61"]


def test_a_ring_close_beside_figures_is_their_point() -> None:
    """Board programs draw points as small rings; alone, or as large as a letter, a ring is a hole."""
    picture = np.full((120, 400), 255, np.uint8)
    for x in (40, 80, 170, 210):
        cv2.putText(picture, "7", (x, 80), cv2.FONT_HERSHEY_SIMPLEX, 1.8, 0, 4)
    for place, radius in (((130, 76), 4), ((300, 76), 4), ((370, 60), 20)):
        cv2.circle(picture, place, radius, 0, 2)
    found = clusters(picture, 40.0, np.zeros_like(picture))
    rings = [c.bounds for c in found if c.is_hole]
    assert len(rings) == 1
    assert abs((rings[0][0] + rings[0][2]) / 2 - 130) < 2


def test_a_deviation_with_its_sign_apart_is_one_number() -> None:
    found = texts(spaced(100, 200, "+", 5.0, 0), spaced(107.5, 200, ".25", 7.0, 100))
    assert found == ["+.25"]


@pytest.mark.parametrize(("ruled", "told"), [(False, ["3.27"]), (True, ["27", "3"])])
def test_a_centre_line_through_a_number_does_not_part_it_and_a_wall_does(ruled: bool, told: list[str]) -> None:
    before, behind = strokes(100, 200, "3.", 9.0), strokes(111, 200, "27", 9.0, first=100)
    between = (max(p.points[:, 0].max() for p in before) + min(p.points[:, 0].min() for p in behind)) / 2
    rows = [line(60, y, 160, y) for y in (100, 300)] if ruled else []
    assert texts(before, behind, [line(between, 100, between, 300), *rows]) == told
