"""Terminators of dimension lines and leaders: arrow heads of every make, ticks, dots and rings, and what is none."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.objects.shelves import lead_to_shelves
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.objects.terminators import by_themselves, carried_heads_of, terminators_of
from drawkit.engine.objects.ticks import crossed_ticks_of
from drawkit.engine.sheet import Path, segments_of

HEIGHT = 5.0


def path(*points, closed=False, filled=False, curved=False):
    return Path(np.array(points, float).reshape(-1, 2), closed, filled, not filled, 0.5, 0, curved)


def circle(x, y, radius, filled):
    turn = np.radians(np.linspace(0, 360, 25))
    points = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
    return Path(points, True, filled, not filled, 0.5, 0, True)


def found(*paths):
    return terminators_of(paths, Strokes(segments_of(paths)), HEIGHT)


def arc_backed(x, y):
    """A head whose back is an arc, as programs for illustration draw it."""
    back = [(x - 9 - 1.2 * abs(k / 4) ** 2, y + k * 0.75) for k in range(-4, 5)]
    return path(*(x, y), *(v for point in back for v in point), closed=True, filled=True, curved=True)


LINE = path(0, 100, 90, 100)


@pytest.mark.parametrize(
    "head",
    [
        [path(100, 100, 90, 98, 90, 102, closed=True, filled=True)],
        [path(100, 100, 90, 98, 90, 102, 100, 100)],
        [path(90, 98, 100, 100, 90, 102)],
        [path(100, 100, 90, 98, 92, 100, 90, 102, closed=True, filled=True)],
        [path(100, 100, 91, 96, 92.4, 100, 91, 104, closed=True, filled=True)],
        [arc_backed(100, 100)],
        [path(0, 100, 100, 100), path(100, 100, 91, 97.5), path(100, 100, 91, 102.5)],
        [path(0, 100, 100, 100), path(100, 100, 92, 92), path(100, 100, 92, 108)],
        [path(92, 100, 100, 100), path(92, 100, 0, 100), path(100, 100, 92, 95), path(100, 100, 92, 105)],
        [path(92, 100, 100, 100, 92, 98.4), path(100, 100, 92, 101.6), path(92, 100, 0, 100)],
        [path(92, 100, 100, 100), path(100, 100, 92, 99), path(100, 100, 92, 101), path(92, 100, 0, 100)],
    ],
    ids=[
        "filled",
        "hollow",
        "open in one stroke",
        "barbed",
        "barbed and wide",
        "arc-backed",
        "in two strokes",
        "of 90 degrees",
        "with its own stem",
        "with its own stem, drawn in one go with a side",
        "narrow, with its own stem",
    ],
)
def test_arrow_heads_point_from_their_base_to_their_tip(head):
    [one] = found(LINE, *head)
    assert (one.x, one.y) == pytest.approx((100, 100))
    assert one.direction == pytest.approx((1, 0), abs=1e-6)
    assert one.base[0] < 93


def rounded(*corners, radius, filled=True):
    """An outline whose corners are arcs, as a pen with a round tip draws it."""
    places = np.array(corners, float)
    points = []
    for before, corner, after in zip(np.roll(places, 1, 0), places, np.roll(places, -1, 0), strict=True):
        ways = [(side - corner) / np.hypot(*(side - corner)) for side in (before, after)]
        half = math.acos(np.clip(ways[0] @ ways[1], -1, 1)) / 2
        start, end = (corner + way * radius / math.tan(half) for way in ways)
        points += [(1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end for t in np.linspace(0, 1, 7)]
    return path(*np.array(points).ravel(), closed=True, filled=filled, curved=True)


@given(st.floats(0, 360), st.floats(5, 14), st.floats(0.25, 0.8), st.booleans())
def test_the_corners_of_a_head_may_be_rounded(turn, length, width, filled):
    way = np.array([np.cos(np.radians(turn)), -np.sin(np.radians(turn))])
    side, tip = np.array([-way[1], way[0]]) * width * length / 2, np.array([200.0, 200.0])
    back = tip - way * length
    head = rounded(tip, back + side, back - side, radius=0.02 * length, filled=filled)
    [one] = found(head)
    assert one.kind == "arrow"
    assert np.hypot(one.x - 200, one.y - 200) < 0.1 * length
    assert np.array(one.direction) @ way > 0.99
    assert [(t.x, t.y) for t in carried(head, path(*(tip - 5 * length * way), *back))] == [(one.x, one.y)]


def test_other_outlines_with_rounded_corners_are_no_heads():
    bar = rounded((90, 99), (100, 99), (100, 101), (90, 101), radius=0.4)
    square = rounded((92, 96), (100, 96), (100, 104), (92, 104), radius=1.5)
    head = rounded((100, 100), (90, 98), (90, 102), radius=0.4)
    assert [len(found(LINE, shape)) for shape in (bar, square, head)] == [0, 0, 1]


def test_a_head_that_is_drawn_twice_is_one():
    outline = path(100, 100, 90, 98, 90, 102, closed=True)
    filled = path(100, 100, 90, 98, 90, 102, closed=True, filled=True)
    assert len(found(LINE, outline, filled)) == 1


def test_an_oblique_stroke_across_the_end_of_a_line_is_a_tick():
    [one] = found(path(20, 100, 100, 100), path(97, 103, 103, 97))
    assert (one.kind, one.x, one.y) == ("tick", 100, 100)
    assert one.direction == pytest.approx((1, 0))


def test_an_oblique_stroke_on_an_extension_line_may_stand_beyond_the_end_of_the_dimension_line():
    """Programs shorten a line for the heads at its ends, ticks too."""
    dimension, extension, tick = path(20, 100, 97.5, 100), path(100, 20, 100, 104), path(97, 103, 103, 97)
    [one] = found(dimension, extension, tick)
    assert (one.kind, one.x, one.y) == ("tick", 100, 100)
    assert one.direction == pytest.approx((1, 0))
    assert found(dimension, tick) == []
    assert found(path(20, 100, 95, 100), extension, tick) == [], "further off than the stroke reaches"
    assert found(path(20, 98, 97.5, 98), extension, tick) == [], "beside its middle"


@given(st.floats(0, 360), st.floats(0.2, 0.95))
def test_such_a_tick_is_found_in_any_direction(turn, short):
    def turned(*points):
        x, y = np.array(points, float).reshape(-1, 2).T
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return path(*np.column_stack([200 + c * x - s * y, 200 + s * x + c * y]).ravel())

    half = 3 * math.sqrt(2)
    [one] = found(turned(-80, 0, -short * half, 0), turned(0, -80, 0, 4), turned(-3, 3, 3, -3))
    assert (one.kind, one.x, one.y) == ("tick", pytest.approx(200), pytest.approx(200))
    assert one.direction == pytest.approx((math.cos(math.radians(turn)), math.sin(math.radians(turn))), abs=1e-6)


def bar(x, y, half, width):
    """A slanted filled bar around a place, half as long as this in x and in y."""
    off = width / 2 / np.sqrt(2)
    return path(
        *(x - half - off, y + half - off, x - half + off, y + half + off),
        *(x + half + off, y - half + off, x + half - off, y - half - off),
        closed=True,
        filled=True,
    )


def test_a_tick_of_a_wide_pen_is_a_filled_bar():
    [one] = found(path(20, 100, 100, 100), bar(100, 100, 4.0, 1.9))
    assert (one.kind, one.x, one.y) == ("tick", pytest.approx(100), pytest.approx(100))
    assert found(path(20, 100, 100, 100), bar(100, 100, 2.0, 3.0)) == []
    assert found(path(20, 100, 100, 100), bar(60, 100, 4.0, 1.9)) == []


def half_disc(x, y, radius, *, below):
    turn = np.radians(np.linspace(0, 180, 17) + (180 if below else 0))
    rim = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
    return Path(np.vstack([rim, np.full((17, 2), (x, y))]), True, True, False, 0.5, 0, False)


def test_two_halves_of_a_disc_are_a_dot():
    upper, lower = half_disc(50, 50, 2.0, below=False), half_disc(50, 50, 2.0, below=True)
    [dot] = found(upper, lower)
    assert (dot.kind, dot.direction) == ("dot", (0.0, 0.0))
    assert (dot.x, dot.y, dot.size) == pytest.approx((50, 50, 2.0), abs=0.01)
    assert found(upper) == []
    assert found(upper, half_disc(53, 50, 2.0, below=True)) == []
    assert found(half_disc(50, 50, 9.0, below=False), half_disc(50, 50, 9.0, below=True)) == []


def test_lines_may_run_on_beyond_the_oblique_stroke_where_they_cross():
    """Neither tells which one is dimensioned, so that both are ended (ISO 129-1, figure 12)."""
    dimension, extension, tick = path(20, 100, 105, 100), path(100, 20, 100, 104), path(97, 103, 103, 97)
    ticks = found(dimension, extension, tick)
    assert {t.kind for t in ticks} == {"tick"}
    assert sorted(t.direction for t in ticks) == [pytest.approx((0, 1)), pytest.approx((1, 0))]
    assert found(dimension, tick) == []
    assert found(path(20, 100, 180, 100), path(100, 20, 100, 180), tick) == []


def test_an_oblique_stroke_where_two_longer_lines_cross_is_no_letter():
    dimension, extension, tick = path(20, 100, 105, 100), path(100, 20, 100, 104), path(97, 103, 103, 97)
    crossed = {(t.x, t.y, t.kind) for t in crossed_ticks_of(Strokes(segments_of((dimension, extension, tick))), HEIGHT)}
    assert crossed == {(100.0, 100.0, "tick")}
    star = [path(100, 97, 100, 103), path(97.4, 98.5, 102.6, 101.5), path(97.4, 101.5, 102.6, 98.5)]
    for others in (star, [dimension, tick], [path(98, 100, 102, 100), path(100, 98, 100, 102), tick]):
        assert crossed_ticks_of(Strokes(segments_of(tuple(others))), HEIGHT) == []


def test_dots_and_rings_end_lines_of_any_direction():
    assert [t.kind for t in found(circle(50, 50, 1.5, filled=True))] == ["dot"]
    [ring] = found(circle(50, 50, 1.5, filled=False))
    assert (ring.kind, ring.direction) == ("ring", (0.0, 0.0))


@pytest.mark.parametrize(
    "other",
    [
        path(90, 98, 100, 98, 100, 102, 90, 102, closed=True, filled=True),
        path(100, 100, 90, 98, 84, 103, closed=True, filled=True),
        path(100, 100, 0, 60, 0, 140, closed=True, filled=True),
        path(100, 100, 99.9, 99.9, 99.9, 100.1, closed=True, filled=True),
        path(97, 100, 103, 100),
        path(100, 97, 100, 103),
        path(
            *(v for k in range(8) for v in (100 + 5 * np.cos(k * np.pi / 4), 100 + 5 * np.sin(k * np.pi / 4))),
            closed=True,
            filled=True,
        ),
        path(
            99,
            100.6,
            100,
            100,
            99,
            99.4,
            90,
            96,
            90,
            97.5,
            97,
            99.9,
            97,
            100.1,
            90,
            102.5,
            90,
            104,
            closed=True,
            filled=True,
        ),
    ],
    ids=[
        "a bar",
        "a crooked triangle",
        "a large one",
        "a speck",
        "along the line",
        "square to it",
        "an octagon",
        "a V",
    ],
)
def test_other_shapes_end_no_line(other):
    assert found(LINE, other) == []


def test_strokes_that_meet_without_a_line_between_them_are_no_head():
    assert found(path(100, 100, 91, 97.5), path(100, 100, 91, 102.5)) == []


def test_a_sheet_without_paths_has_none():
    assert terminators_of((), Strokes(np.empty((0, 4))), HEIGHT) == []


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=12), min_size=1, max_size=8
    ),
    st.booleans(),
)
def test_outlines_that_are_looked_at_all_at_once_are_what_each_is_alone(outlines, filled):
    paths = [path(*outline, filled=filled) for outline in outlines]
    assert by_themselves(paths, 6.0) == [by_themselves([one], 6.0)[0] for one in paths]


@given(st.floats(0, 360), st.floats(3, 15), st.floats(0.15, 1.0))
def test_a_filled_head_is_found_in_any_direction(turn, length, width):
    way = np.array([np.cos(np.radians(turn)), -np.sin(np.radians(turn))])
    side = np.array([-way[1], way[0]]) * width * length / 2
    tip = np.array([200.0, 200.0])
    base = tip - way * length
    [one] = found(path(*tip, *(base + side), *(base - side), closed=True, filled=True))
    assert (one.x, one.y) == pytest.approx(tuple(tip)) or length < width * length * 0.9
    assert abs(np.hypot(*one.direction) - 1) < 1e-6


def carried(*paths):
    return carried_heads_of(paths, Strokes(segments_of(paths)), HEIGHT)


@pytest.mark.parametrize(
    "head",
    [
        [path(98.5, 106, 100, 109, 101.5, 106)],
        [path(100, 109, 98.5, 106), path(100, 109, 101.5, 106)],
        [path(100, 109, 98.5, 106, 101.5, 106, closed=True, filled=True)],
    ],
    ids=["in one stroke", "in two", "filled"],
)
def test_the_sign_of_depth_is_no_arrow_of_a_dimension(head):
    sign = [path(97, 103, 103, 103), path(100, 103, 100, 109), *head]
    assert carried(*sign) == []
    long = [path(100, 80, 100, 109), *head]
    assert [(t.x, t.y) for t in carried(*long)] == [(100, 109)]


def test_a_line_that_is_drawn_through_heads_from_outside_carries_both():
    outside = [
        path(100, 100, 92, 98.5, 92, 101.5, closed=True, filled=True),
        path(115, 100, 123, 98.5, 123, 101.5, closed=True, filled=True),
    ]
    line, stops = path(80, 100, 135, 100), [path(100, 90, 100, 105), path(115, 90, 115, 105)]
    assert {(t.x, t.y) for t in carried(*outside, line, *stops)} == {(100, 100), (115, 100)}
    beside = path(80, 104, 135, 104)
    assert carried(*outside, beside, *stops) == []


def opened(x, way):
    """An open head with its tip at a place, its sides and the line that comes to it, which is as short."""
    back = x - 6 * way
    return [path(x, 100, back, 98.5), path(x, 100, back, 101.5), path(x, 100, back - 0.1 * way, 100)]


def test_the_line_of_a_head_is_as_short_as_its_sides_where_its_number_hides_the_rest():
    heads, stops = [*opened(100, -1), *opened(180, 1)], [path(100, 70, 100, 104), path(180, 70, 180, 104)]
    assert {(t.x, t.y, t.kind) for t in carried(*heads, *stops)} == {(100, 100, "open"), (180, 100, "open")}
    assert carried(*heads) == []
    assert carried(*heads[:3], *stops) == [], "no other end of the line"
    assert carried(*opened(100, 1), *opened(180, -1), *stops) == [], "they face each other"


def stemmed(x, way, stem):
    """A filled head with its tip at a place, and so much of its line behind it."""
    back = x - 6 * way
    return [path(x, 100, back, 98.5, back, 101.5, closed=True, filled=True), path(back, 100, back - stem * way, 100)]


def test_a_head_is_known_by_its_other_end_whose_line_shows():
    stops = [path(100, 70, 100, 104), path(150, 70, 150, 104)]
    assert {t.x for t in carried(*stemmed(100, -1, 20), *stemmed(150, 1, 1), *stops)} == {100, 150}
    assert {t.x for t in carried(*stemmed(150, 1, 1), *stops)} == set()


def test_an_extension_line_at_which_a_short_line_stops_is_longer_than_the_bar_of_a_sign():
    heads = [carried(*stemmed(100, 1, 4), path(100, 100 - long, 100, 100)) for long in (8, 6.5)]
    assert [len(one) for one in heads] == [1, 0]


def test_a_dot_may_be_as_wide_as_arrow_heads_are_long_and_a_hole_is_no_ring():
    around = [(100 + 5 * math.cos(t * math.pi / 12), 100 + 5 * math.sin(t * math.pi / 12)) for t in range(24)]
    disc = [v for point in around for v in point]
    assert [t.kind for t in found(LINE, path(*disc, closed=True, filled=True))] == ["dot"]
    assert found(LINE, path(*disc, closed=True)) == []


@pytest.mark.parametrize("apart", [0.0, 0.9, 1.4])
def test_a_head_that_is_filled_in_halves_points_as_the_sides_around_it_do(apart):
    """The tips of the halves lie within it; where heads are sorted into places of a page they are in the next one."""
    sides = path(90, 100, 81, 98.5), path(90, 100, 81, 101.5)
    halves = [
        path(90 - apart, 100, 81, 100, 81, side, 90 - apart, 100, closed=True, filled=True) for side in (98.5, 101.5)
    ]
    [head] = found(LINE, *halves, *sides)
    assert head.kind == "arrow"
    assert head.direction == pytest.approx((1, 0), abs=1e-6)
    assert (head.x, head.y) == pytest.approx((90, 100))


def test_a_filled_head_keeps_its_way_beside_a_side_that_is_drawn_with_the_line():
    """Two strokes that meet in its tip, the line and one side, look like an open head that points aside."""
    filled = path(90, 100, 81, 98.5, 81, 101.5, closed=True, filled=True)
    aside = path(81, 98.5, 90, 100, 81, 100)
    [head] = found(LINE, filled, aside)
    assert head.kind == "arrow"
    assert head.direction == pytest.approx((1, 0), abs=1e-6)


def led(stem, *shelf):
    """A filled head with its tip at (100, 100), so much of its leader behind it, and what goes on from there."""
    return [*stemmed(100, 1, stem), *(path(94 - stem, 100, *end) for end in shelf)]


@pytest.mark.parametrize("end", [(70, 80), (70, 130), (91, 110), (60, 106)])
def test_a_leader_may_be_short_where_it_goes_on_in_a_shelf(end):
    """Shorter than the signs of depth and run-out are high, but these end where they do."""
    assert [(t.x, t.y) for t in carried(*led(5, end))] == [(100, 100)]
    assert carried(*led(5)) == []
    assert [(t.x, t.y) for t in carried(*led(12))] == [(100, 100)], "a long one needs none"


@pytest.mark.parametrize(
    ("stem", "end"),
    [(2, (70, 80)), (5, (88, 98.5)), (5, (60, 101))],
    ids=["hardly a line", "hardly a shelf", "straight on"],
)
def test_what_goes_on_otherwise_is_no_shelf(stem, end):
    outline = by_themselves([led(stem)[0]], HEIGHT)
    strokes = Strokes(segments_of(tuple(led(stem, end)[1:])))
    assert lead_to_shelves(outline, strokes, HEIGHT).tolist() == [False]


def test_only_the_head_whose_line_goes_on_leads_to_a_shelf():
    paths = [*led(5, (70, 80)), *stemmed(200, 1, 5)]
    heads = [t for t in by_themselves(paths, HEIGHT) if t is not None]
    assert lead_to_shelves(heads, Strokes(segments_of(tuple(paths))), HEIGHT).tolist() == [True, False]
    assert lead_to_shelves([], Strokes(np.empty((0, 4))), HEIGHT).tolist() == []


@pytest.mark.parametrize(("count", "kinds"), [(25, ["dot"]), (129, ["dot"]), (400, [])])
def test_a_dot_may_have_many_points(count, kinds):
    turn = np.radians(np.linspace(0, 360, count))
    points = np.column_stack([50 + 1.5 * np.cos(turn), 50 + 1.5 * np.sin(turn)])
    assert [t.kind for t in found(Path(points, True, True, False, 0.5, 0, True))] == kinds
