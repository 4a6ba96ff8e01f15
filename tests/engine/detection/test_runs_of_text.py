"""Runs of letters that stand apart: each a cluster of its own, a sign or a point between them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.clusters import Cluster, clusters
from drawkit.engine.detection.joints import _in_line
from drawkit.engine.detection.rows import rows_of
from drawkit.engine.detection.runs import _union, runs
from drawkit.engine.picture.pixels import Grey

LETTER = 22.0  # pixels
PITCH = 30  # from letter to letter


def run_of(picture: Grey) -> TextBox:
    walls = np.zeros_like(picture)
    return max(runs(clusters(picture, LETTER, walls), walls), key=lambda box: (box.letters, box.length))


def seven(picture: Grey, x: int, y: int) -> None:
    cv2.polylines(picture, [np.array([(x - 7, y - 11), (x + 7, y - 11), (x - 3, y + 11)])], False, 0, 2)


def point(picture: Grey, x: int, y: int) -> None:
    cv2.line(picture, (x - 2, y + 12), (x, y + 9), 0, 2)


def one(picture: Grey, x: int, y: int) -> None:
    cv2.polylines(picture, [np.array([(x - 3, y - 6), (x + 2, y - 11), (x + 2, y + 11)])], False, 0, 2)


def tolerance(picture: Grey, x: int, y: int) -> None:
    cv2.line(picture, (x - 8, y), (x + 8, y), 0, 2)
    cv2.line(picture, (x, y - 7), (x, y + 7), 0, 2)
    cv2.line(picture, (x - 8, y + 11), (x + 8, y + 11), 0, 2)


@pytest.mark.parametrize("standing", [False, True])
def test_letters_of_wide_spacing_are_one_run(standing: bool) -> None:
    picture = np.full((300, 300), 255, np.uint8)
    for k, draw in enumerate((seven, seven, tolerance, seven, point, seven)):
        draw(picture, 50 + PITCH * k, 150)
    picture = np.ascontiguousarray(np.rot90(picture)) if standing else picture
    box = run_of(picture)
    assert box.length > 5 * PITCH
    assert box.angle % 180 == (90 if standing else 0)


@pytest.mark.parametrize("standing", [False, True])
def test_narrow_letters_far_apart_join_the_run_that_goes_on_with_them(standing: bool) -> None:
    """Where every figure has the same room there is more paper between two ones than between others."""
    alone = np.full((300, 300), 255, np.uint8)
    for x in (50, 74):
        one(alone, x, 150)
    among = alone.copy()
    for x in (103, 127, 151):
        seven(among, x, 150)
    among, alone = (np.ascontiguousarray(np.rot90(p)) if standing else p for p in (among, alone))
    whole = run_of(among)
    assert (whole.letters, whole.angle % 180) == (5, 90 if standing else 0)
    assert whole.length > 110
    assert run_of(alone).letters == 1, "nothing tells that they are no two strokes of the part"


def test_rows_of_upright_letters_close_below_each_other_do_not_stand() -> None:
    picture = np.full((300, 300), 255, np.uint8)
    for k in range(4):
        seven(picture, 50 + PITCH * k, 100)
        seven(picture, 50 + PITCH * k, 130)
    box = run_of(picture)
    assert (box.angle % 180, box.height < 50) == (0, True)
    assert box.length > 3 * PITCH


def test_a_point_at_the_base_line_joins_figures_further_apart_than_letters_are() -> None:
    picture = np.full((300, 300), 255, np.uint8)
    for x in (100, 141):
        seven(picture, x, 150)
    point(picture, 121, 150)
    assert run_of(picture).length > 50
    picture[155:165, 115:125] = 255
    assert run_of(picture).length < 40


@pytest.mark.parametrize("apart", [34, 41])
def test_numbers_below_each_other_each_begin_the_line_beside_them(apart: int) -> None:
    picture = np.full((320, 400), 255, np.uint8)
    rows = [100 + apart * k for k in range(4)]  # no further apart than a blank between single letters
    for y in rows:
        seven(picture, 45, y)
        point(picture, 57, y)  # with it the number is as wide as high: it shows no direction
        for k in range(10):
            seven(picture, 86 + 24 * k, y)
    walls = np.zeros_like(picture)
    boxes = [box for box in runs(clusters(picture, LETTER, walls), walls) if box.length > 260]
    assert sorted(round(box.y) for box in boxes) == pytest.approx(rows, abs=3)
    assert all(box.height < 45 for box in boxes)


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("letters", [25, 15])
def test_a_block_of_text_is_read_row_by_row(standing: bool, letters: int) -> None:
    picture = np.full((500, 800), 255, np.uint8)
    rows = [100 + 31 * k for k in range(10)]
    for y in rows:
        for k in range(letters):
            seven(picture, 86 + 24 * k, y)
    picture = np.ascontiguousarray(np.rot90(picture)) if standing else picture
    walls = np.zeros_like(picture)
    found = clusters(picture, LETTER, walls)
    assert max(min(cluster.box.length, cluster.box.height) for cluster in found) < 2 * LETTER
    boxes = [box for box in runs(found, walls) if box.length > 22 * letters]
    assert sorted(round(box.x if standing else box.y) for box in boxes) == pytest.approx(rows, abs=3)
    assert {box.angle % 180 for box in boxes} == {90.0 if standing else 0.0}


def test_a_heading_over_numbers_is_no_block_that_is_parted() -> None:
    picture = np.full((500, 400), 255, np.uint8)
    for k in range(8):
        seven(picture, 50 + 24 * k, 60)
        seven(picture, 50, 60 + 31 * k)
    walls = np.zeros_like(picture)
    assert max(box.length for box in runs(clusters(picture, LETTER, walls), walls) if box.angle % 180 == 0) > 170


def test_signs_wider_than_high_go_with_the_figures_of_their_row() -> None:
    """⌴ and ⌵ are lower than figures and wider than high; what stands above them is another row."""
    picture = np.full((300, 300), 255, np.uint8)
    cv2.polylines(picture, [np.array([(42, 150), (42, 161), (64, 161), (64, 150)])], False, 0, 2)
    for x in (90, 112, 134):
        seven(picture, x, 150)
    for x in (45, 65):
        seven(picture, x, 115)
    box = run_of(picture)
    assert (box.angle % 180, box.letters) == (0, 4)
    assert box.length > 90
    assert box.height < 40


def test_a_stack_of_two_goes_on_with_what_one_of_its_rows_goes_on_with() -> None:
    picture = np.full((300, 400), 255, np.uint8)
    for x in (50, 76):
        seven(picture, x, 160)
    for x, y in ((110, 160), (132, 138), (154, 138), (132, 166)):
        seven(picture, x, y)
    walls = np.zeros_like(picture)
    stacks = [box for box in runs(clusters(picture, LETTER, walls), walls) if box.rows == 2]
    assert max(box.letters for box in stacks) == 6
    assert max(stacks, key=lambda box: box.letters).length > 120
    assert min(box.height for box in stacks) < 62 + 2 * 0.2 * 31 + 1


def test_a_comma_that_hangs_below_narrow_figures_is_no_row() -> None:
    cluster = Cluster(
        TextBox(2113.5, 472, 155, 68, 0.0),
        8,
        9,
        (2036, 438, 2191, 506),
        np.array(NOMINAL_WITH_STACK, np.int32),
        np.array([24, 22.5, 15, 36, 30, 30, 9, 22.5, 12.0]),
    )
    rows = [row for row, _ in rows_of(cluster)]
    assert [row.rows for row in rows] == [1, 1, 2]
    assert all(row.length > 50 for row in rows)


def test_a_figure_above_something_larger_is_a_row() -> None:
    parts, sizes = np.array([(100, 100, 20, 36), (90, 150, 60, 70)], np.int32), np.array([36.0, 60.0])
    cluster = Cluster(TextBox(120, 160, 125, 60, 90.0), 2, 2, (90, 100, 150, 220), parts, sizes)
    assert (110.0, 118.0) in [(row.x, row.y) for row, _ in rows_of(cluster)]


NOMINAL_WITH_STACK = [
    *((2148, 438, 16, 29), (2176, 438, 15, 29), (2130, 446, 15, 15), (2036, 460, 24, 38), (2066, 460, 20, 39)),
    *((2104, 460, 20, 39), (2167, 462, 6, 9), (2153, 470, 15, 29), (2091, 494, 8, 12)),
]
"""R5,5 with +0,2 over 0 behind it, in an upright font: figures half as wide as high."""


def test_two_letters_of_a_standing_row_are_no_two_rows() -> None:
    picture = np.full((200, 300), 255, np.uint8)
    for x in (60, 90, 120):
        seven(picture, x, 100)
    for x in (156, 178):  # letters wider than high, so close that they are one cluster
        cv2.polylines(picture, [np.array([(x - 9, 111), (x - 9, 92), (x + 9, 92), (x + 9, 111)])], False, 0, 2)
    standing = np.ascontiguousarray(np.rot90(picture))
    whole = max(
        runs(clusters(standing, LETTER, np.zeros_like(standing)), np.zeros_like(standing)), key=lambda b: b.length
    )
    assert (whole.angle % 180, whole.rows) == (90, 1)
    assert whole.length > 120


def test_a_point_may_be_a_stroke_twice_as_long_as_its_pen_is_wide() -> None:
    picture = np.full((300, 300), 255, np.uint8)
    seven(picture, 141, 150)
    seven(picture, 160, 150)
    cv2.rectangle(picture, (118, 159), (124, 161), 0, -1)
    assert run_of(picture).length > 50


def test_a_zero_beside_larger_letters_is_no_point_of_them() -> None:
    picture = np.full((300, 400), 255, np.uint8)
    cv2.ellipse(picture, (100, 150), (10, 17), 0, 0, 360, 0, 3)
    for x in (145, 235):
        cv2.polylines(picture, [np.array([(x, 150), (x + 70, 150), (x + 20, 270)])], False, 0, 3)
    walls = np.zeros_like(picture)
    boxes = runs(clusters(picture, LETTER, walls), walls)
    assert any(abs(box.x - 100) < 3 and box.length < 60 for box in boxes)


def test_a_nominal_and_the_deviations_behind_it_are_one_stack_and_each_point_is_of_its_own_row() -> None:
    parts = np.array(NOMINAL_BETWEEN, np.int32)
    box = TextBox(3492, 572.5, 192, 57, 0.0)
    cluster = Cluster(box, 8, 10, (3396, 544, 3588, 601), parts, parts[:, 3].astype(float))
    rows = {(row.rows, round(row.x - row.length / 2), round(row.x + row.length / 2)) for row, _ in rows_of(cluster)}
    assert rows == {(1, 3504, 3588), (1, 3396, 3488), (1, 3503, 3521), (2, 3396, 3588)}


NOMINAL_BETWEEN = [
    *((3523, 544, 18, 25), (3552, 544, 17, 25), (3570, 544, 18, 25), (3504, 548, 18, 18), (3396, 555, 26, 35)),
    *((3437, 555, 24, 35), (3464, 555, 24, 35), (3544, 564, 4, 5), (3503, 576, 18, 25), (3426, 583, 6, 7)),
]
"""4.00 with +0.10 over 0 behind it, whose middles are above and below those of the nominal: three rows."""


def letter_with(*strokes: tuple[int, int, int, int], standing: bool = False) -> list[tuple[float, int]]:
    """Length and letters of each row of a cluster: a letter of 24 x 36 pixels at (100, 100), and strokes."""
    parts = np.array([(100, 100, 24, 36), *strokes], np.int32)
    if standing:
        parts = parts[:, [1, 0, 3, 2]]
    x0, top, x1, bottom = (*parts[:, :2].min(0).tolist(), *(parts[:, :2] + parts[:, 2:]).max(0).tolist())
    box = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0).turned(90.0 if standing else 0.0)
    cluster = Cluster(box, 1, len(parts), (x0, top, x1, bottom), parts, parts[:, 2:].max(1).astype(float))
    return [(row.length, letters) for row, letters in rows_of(cluster)]


@pytest.mark.parametrize("standing", [False, True])
def test_a_letter_between_dashes_is_a_row_of_three(standing: bool) -> None:
    """A datum feature to ASME Y14.5M-1982: one letter tells no direction, and its dashes are no ends of lines."""
    assert letter_with((66, 116, 26, 4), (132, 116, 26, 4), standing=standing) == [(92, 3)]
    others = (
        [(66, 116, 26, 4)],
        [(66, 116, 26, 4), (132, 134, 26, 4)],  # at the foot of the letter
        [(80, 104, 4, 26), (140, 104, 4, 26)],  # strokes that stand
        [(66, 116, 26, 4), (132, 116, 26, 4), (166, 116, 26, 4)],  # a broken line
    )
    assert {n for strokes in others for _, n in letter_with(*strokes, standing=standing)} == {1}


def spaced(*places: int) -> Grey:
    """Upright letters in a row, the paper between them as wide as three quarters of their height."""
    picture = np.full((300, 400), 255, np.uint8)
    for x in places:
        seven(picture, x, 150)
    return picture


def test_three_letters_of_spaced_lettering_tell_their_direction_together() -> None:
    assert run_of(spaced(50, 84)).letters == 1
    box = run_of(spaced(50, 84, 118))
    assert (box.letters, box.angle) == (3, 0.0)


def test_small_letters_of_spaced_lettering_stand_as_wide_as_its_capitals() -> None:
    picture = spaced(50, 80)
    low = [np.array([(x - 5, 161 - 15), (x, 161), (x + 5, 161 - 15)]) for x in (107, 135)]  # 18 apart and 15 high
    cv2.polylines(picture, low, False, 0, 2)
    assert run_of(picture).letters == 4


def test_a_bare_stroke_stands_between_small_letters_that_are_lower() -> None:
    picture = np.full((300, 300), 255, np.uint8)
    for x in (47, 97):
        cv2.polylines(picture, [np.array([(x - 5, 144), (x, 161), (x + 5, 144)])], False, 0, 2)
    cv2.line(picture, (72, 139), (72, 161), 0, 2)
    seven(picture, 124, 150)
    assert run_of(picture).length > 90


def bracket(picture: Grey, x: int, *, way: int, high: int = 13) -> None:
    """One that is hardly bent: by itself it is a bare stroke."""
    ends = [(x + way, 150 - high), (x, 150), (x + way, 150 + high)]
    cv2.polylines(picture, [np.array(ends)], False, 0, 2)


ROW = (80, 114, 148)


def test_a_pair_of_brackets_around_spaced_lettering_is_no_pair_of_lines() -> None:
    pair, lone = spaced(*ROW), spaced(*ROW)
    for picture in (pair, lone):
        bracket(picture, 46, way=1)
    bracket(pair, 182, way=-1)
    assert run_of(pair).length > run_of(spaced(*ROW)).length + 30
    assert run_of(lone).length == run_of(spaced(*ROW)).length


@pytest.mark.parametrize(("top", "bottom", "stays"), [(139, 161, True), (137, 163, False), (145, 161, False)])
def test_a_stroke_as_high_as_the_letters_before_it_is_a_one_of_their_row(top: int, bottom: int, stays: bool) -> None:
    picture = spaced(*ROW)
    cv2.line(picture, (176, top), (176, bottom), 0, 2)
    assert (run_of(picture).length > run_of(spaced(*ROW)).length + 15) is stays


@pytest.mark.parametrize(("others", "told"), [(5, [1, 1, 2]), (2, [1, 1])])
def test_two_figures_stand_as_wide_as_the_letters_of_their_sheet(others: int, told: list[int]) -> None:
    picture = spaced(50, 84)
    for k in range(others):
        for y in (50, 220):
            seven(picture, 50 + 34 * k, y)
    walls = np.zeros_like(picture)
    found = runs(clusters(picture, LETTER, walls), walls)
    assert sorted(box.letters for box in found if abs(box.y - 150) < 20) == told


def test_two_figures_above_an_arc_do_not_stand_on_it() -> None:
    arc, *figures = (
        TextBox(x, y, wide, high, 0.0)
        for x, y, wide, high in ((110, 256, 55, 55), (93, 150, 17, 25), (127, 150, 17, 25))
    )
    assert _in_line([(box, 1) for box in (arc, *figures)], 90.0) == 2
    assert _in_line([(box, 1) for box in figures], 0.0) == 2
    assert (
        _in_line(
            [(arc, 1), (figures[0], 1), (TextBox(95, 330, 17, 25, 0.0), 1), (TextBox(95, 360, 4, 4, 0.0), 0)], 90.0
        )
        == 3
    )


@pytest.mark.parametrize("standing", [False, True])
def test_a_sign_of_two_pieces_is_one_letter_of_its_row(standing: bool) -> None:
    """A plus and the dash below it, each leaning, stand apart from the figures as these do from each other."""
    shape, dash = (100, 100, 18, 20), (97, 123, 18, 3)
    parts = np.array([shape, dash], np.int32)
    if standing:
        parts = parts[:, [1, 0, 3, 2]]
    box = TextBox(106, 113, 26, 21, 76.0)
    cluster = Cluster(box, 2, 2, (0, 0, 0, 0), parts, parts[:, 2:].max(1).astype(float))
    ((row, letters),) = rows_of(cluster)
    assert (letters, row.angle, row.length, row.height) == (1, 90.0 if standing else 0.0, 21, 26)
    other = replace(cluster, parts=np.array([shape, (97, 140, 18, 3)], np.int32))
    assert [letters for _, letters in rows_of(other)] != [1]


def test_letters_whose_strokes_lean_make_a_level_run() -> None:
    """The box around the two strokes of a t of sloped lettering lies along its stem (ISO 3098-1, 15 degrees)."""
    box = _union(
        [TextBox(50, 50, 22, 8, 76.0), TextBox(80, 52, 12, 16, 0.0), TextBox(110, 50, 23, 8, 76.0)], told=False
    )
    assert (box.angle, box.length > 60) == (0.0, True)


def standing_pair(upper: tuple[int, int, int, int], lower: tuple[int, int, int, int]) -> list[tuple[int, float]]:
    """How many letters the rows of two pieces above each other have, and how these are turned."""
    parts = np.array([upper, lower], np.int32)
    cluster = Cluster(TextBox(111, 113, 28, 22, 90.0), 2, 2, (0, 0, 0, 0), parts, parts[:, 2:].max(1).astype(float))
    return [(letters, row.angle) for row, letters in rows_of(cluster)]


@pytest.mark.parametrize("high", [6, 7, 10])
def test_a_ring_with_a_one_beside_it_that_has_a_flag_is_no_standing_sign(high: int) -> None:
    """A 10 that reads upward: the 1 lies below the 0, as wide as this and as high as its flag."""
    assert (1, 0.0) not in standing_pair((100, 100, 22, 17), (100, 119, 22, high))


@pytest.mark.parametrize("high", [2, 3, 5])
def test_a_plus_over_a_dash_of_any_pen_is_one_sign(high: int) -> None:
    assert standing_pair((100, 100, 22, 22), (100, 125, 22, high)) == [(1, 0.0)]
