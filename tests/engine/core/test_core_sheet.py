import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from core_drawing import path, round_path, sheet_of, word
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.sheet import Path, Sheet, Word, boxed, segments_of

near = pytest.approx
places = st.floats(-1000, 1000)
words = st.builds(Word, st.just("12.5"), places, places, st.floats(0, 360), st.floats(1, 200), st.floats(1, 40))


def test_directions_are_counter_clockwise_with_y_downward():
    assert word("A", angle=0).direction == near((1, 0))
    assert word("A", angle=90).direction == near((0, -1))
    assert word("A", angle=0).up == near((0, -1))
    assert word("A", angle=90).up == near((-1, 0))
    assert Word("AB", 10, 20, 90, 8, 4).end == near((10, 12))
    assert Word("AB", 10, 20, 90, 8, 4).middle == near((8, 16))


@given(words)
def test_a_word_measures_its_own_points(w):
    assert (w.along(*w.end), w.across(*w.end)) == near((w.length, 0), abs=1e-6)
    assert (w.along(*w.middle), w.across(*w.middle)) == near((w.length / 2, w.height / 2), abs=1e-6)
    x0, top, x1, bottom = w.box
    for x, y in ((w.x, w.y), w.end, w.middle):
        assert x0 <= x <= x1
        assert top <= y <= bottom


@given(words, st.floats(0, 20))
def test_a_grown_span_reaches_as_far_as_told(w, by):
    x0, top, x1, bottom = w.span(below=by, above=w.height + by, before=by, after=by)
    turn = math.radians(w.angle)
    wide = abs(math.cos(turn)) * (w.length + 2 * by) + abs(math.sin(turn)) * (w.height + 2 * by)
    tall = abs(math.sin(turn)) * (w.length + 2 * by) + abs(math.cos(turn)) * (w.height + 2 * by)
    assert (x1 - x0, bottom - top) == near((wide, tall), abs=1e-6)


@given(words, st.integers(0, 3))
def test_what_is_behind_a_character_ends_where_the_word_does(w, index):
    rest = w.behind(index)
    assert rest.text == "12.5"[index:]
    assert rest.length == near(w.length * (4 - index) / 4)
    assert rest.end == near(w.end, abs=1e-6)
    assert w.across(rest.x, rest.y) == near(0, abs=1e-6)


def test_another_reading_stands_at_the_same_place():
    old = word("O12", 30, 40, confidence=0.4)
    new = old.with_text("⌀12", confidence=0.9, read_from="recognised")
    assert (new.text, new.confidence, new.read_from) == ("⌀12", 0.9, "recognised")
    assert (new.x, new.y, new.length) == (old.x, old.y, old.length)
    assert old.with_text("Q").confidence == 0.4
    assert old.with_text("Q").read_from == "text layer"


def test_lines_of_open_and_closed_paths():
    corner = (0, 0, 30, 0, 30, 20)
    assert segments_of((path(*corner),)).tolist() == [[0, 0, 30, 0], [30, 0, 30, 20]]
    assert segments_of((path(*corner, closed=True),)).tolist()[2] == [30, 20, 0, 0]
    assert segments_of((round_path(0, 0, 9),)).shape == (0, 4)
    assert segments_of(()).shape == (0, 4)


def test_the_pieces_of_a_page_that_is_looked_at_again_are_the_same():
    paths = (path(0, 0, 30, 0, 30, 20), path(5, 5, 9, 9))
    assert sheet_of(paths=paths).segments is sheet_of(paths=paths).segments


def test_walls_between_outlines_are_each_operations_own():
    def ring(x, y, group, wide=100, pen=2):
        outer = path(x, y, x + wide, y, x + wide, y + wide, x, y + wide, closed=True, filled=True, stroked=False)
        x, y, wide = x + pen, y + pen, wide - 2 * pen
        inner = path(x, y, x + wide, y, x + wide, y + wide, x, y + wide, closed=True, filled=True, stroked=False)
        return replace(outer, group=group), replace(inner, group=group)

    corner = replace(path(500, 0, 530, 0, 530, 30, closed=True, filled=True, stroked=False), group=2)
    found = segments_of((*ring(0, 0, 1), corner, *ring(200, 0, 3))).tolist()
    assert found[:4] == [[0, 1, 100, 1], [0, 99, 100, 99], [200, 1, 300, 1], [200, 99, 300, 99]]
    assert found[4:] == [[1, 0, 1, 100], [99, 0, 99, 100], [201, 0, 201, 100], [299, 0, 299, 100]]


def test_a_thin_filled_bar_is_a_line_and_a_filled_area_is_none():
    level = path(10, 5, 60, 5, 60, 6, 10, 6, closed=True, filled=True, stroked=False)
    upright = path(5, 10, 6, 10, 6, 60, 5, 60, closed=True, filled=True, stroked=False)
    arrow = path(0, 0, 9, 3, 9, -3, closed=True, filled=True, stroked=False)
    dot = path(0, 0, 1, 0, 1, 1, 0, 1, closed=True, filled=True, stroked=False)
    assert segments_of((level, arrow, upright, dot)).tolist() == [[10, 5.5, 60, 5.5], [5.5, 10, 5.5, 60]]
    outlined = path(0, 0, 9, 3, 9, -3, closed=True, filled=True, stroked=True)
    assert len(segments_of((outlined,))) == 3


def ring(x0, y0, x1, y1, pen, group=1):
    """A rectangle as a wide pen's stroke that is filled between its two outlines, as some programs print it."""
    half = pen / 2
    sizes = [(x0 - half, y0 - half, x1 + half, y1 + half), (x0 + half, y0 + half, x1 - half, y1 - half)]
    (a, b, c, d), (e, f, g, h) = sizes
    outer, inner = (a, b, c, b, c, d, a, d), (e, f, e, h, g, h, g, f)
    return [path(*p, closed=True, filled=True, stroked=False, group=group) for p in (outer, inner)]


@pytest.mark.parametrize("pen", [0.4, 1.0, 2.6, 4.0])
def test_a_frame_filled_between_its_outlines_is_four_lines(pen):
    found = segments_of(tuple(ring(50, 50, 350, 150, pen))).round(2).tolist()
    half = pen / 2
    ends = [50 - half, 50.0, 350 + half, 50.0], [50 - half, 150.0, 350 + half, 150.0]
    sides = [50.0, 50 - half, 50.0, 150 + half], [350.0, 50 - half, 350.0, 150 + half]
    assert found == [[round(v, 2) for v in line] for line in (*ends, *sides)]


def rectangle(x0, y0, x1, y1):
    return path(x0, y0, x1, y0, x1, y1, x0, y1, closed=True, filled=True, stroked=False, group=1)


def covers(pieces, start, end, gap):
    """Whether pieces of one line lie on all of it, but for as much as other walls are wide where they cross it."""
    reach = start
    for low, high in sorted(pieces):
        if low > reach + gap:
            return False
        reach = max(reach, high)
    return reach >= end - gap


cells = st.lists(st.integers(50, 120), min_size=1, max_size=5)


@given(cells, cells, st.floats(0.3, 3.5))
def test_every_wall_is_a_line_of_a_grid_that_one_fill_draws(wide, tall, pen):
    xs, ys, half = np.cumsum([20, *wide]).tolist(), np.cumsum([30, *tall]).tolist(), pen / 2
    spaces = [
        rectangle(left + half, top + half, right - half, bottom - half)
        for top, bottom in pairwise(ys)
        for left, right in pairwise(xs)
    ]
    found = segments_of((rectangle(xs[0] - half, ys[0] - half, xs[-1] + half, ys[-1] + half), *spaces))
    walls = {(axis, round(line[1 - axis], 2)) for line in found for axis in (0, 1) if line[1 - axis] == line[3 - axis]}
    assert walls == {(0, y) for y in ys} | {(1, x) for x in xs}
    for axis, place in walls:
        own = [(line[axis], line[axis + 2]) for line in found if line[1 - axis] == line[3 - axis] == near(place)]
        along = (xs, ys)[axis]
        assert covers(own, along[0], along[-1], 1.01 * pen)
        assert min(own)[0] >= along[0] - pen
        assert max(own, key=max)[1] <= along[-1] + pen


def test_a_cell_over_two_others_has_a_wall_of_both():
    outside, above = rectangle(0, 0, 202, 82), rectangle(1, 1, 201, 40)
    found = segments_of((outside, above, rectangle(1, 41, 120, 81), rectangle(121, 41, 201, 81)))
    below = sorted((line[0], line[2]) for line in found.tolist() if line[1] == line[3] == 40.5)
    assert len(below) == 2
    assert covers(below, 1, 201, 1)
    assert [line for line in found.tolist() if line[0] == line[2] == 120.5] == [[120.5, 41, 120.5, 81]]


@given(st.floats(0.4, 2.0), st.floats(0.4, 3.5), st.floats(0.4, 2.0))
def test_the_double_line_of_a_frame_is_two_lines_on_each_side(outside, apart, inside):
    edges = np.cumsum([0, outside, apart, inside]).tolist()
    found = segments_of(tuple(rectangle(50 + e, 50 + e, 450 - e, 350 - e) for e in edges))
    middles = [outside / 2, outside + apart + inside / 2]
    level = sorted(line[1] for line in found if line[1] == line[3])
    upright = sorted(line[0] for line in found if line[0] == line[2])
    assert level == near(sorted([50 + m for m in middles] + [350 - m for m in middles]))
    assert upright == near(sorted([50 + m for m in middles] + [450 - m for m in middles]))


@pytest.mark.parametrize("stroked", [False, True])
def test_a_slender_bar_that_is_filled_is_one_line_stroked_or_not(stroked):
    level = path(10, 5, 60, 5, 60, 6, 10, 6, closed=True, filled=True, stroked=stroked)
    slanted = path(0, 0.5, 30, 40.5, 30.6, 40, 0.6, 0, closed=True, filled=True, stroked=stroked)
    assert segments_of((level,)).tolist() == [[10, 5.5, 60, 5.5]]
    assert len(segments_of((slanted,))) == 1
    hollow = replace(level, filled=False, stroked=True)
    assert len(segments_of((hollow,))) == 4


def test_outlines_of_letters_and_of_broad_bands_are_no_lines():
    letter = path(0, 0, 4, 0, 4, 20, 20, 20, 20, 24, 0, 24, closed=True, filled=True, stroked=False)  # an L
    band = ring(50, 50, 350, 150, 9.0)
    hairline = ring(0, 0, 8, 20, 0.1, group=2)  # around a letter
    other = [path(*p, closed=True, filled=True, stroked=False, group=g) for g, p in
             ((3, (0, 0, 90, 0, 90, 40, 0, 40)), (4, (1, 1, 89, 1, 89, 39, 1, 39)))]  # fmt: skip
    assert len(segments_of((letter, *band, *hairline, *other))) == 0


def test_a_wide_bar_is_a_line_if_it_is_far_longer_than_wide():
    wide = path(10, 5, 60, 5, 60, 8, 10, 8, closed=True, filled=True, stroked=False)
    short = path(10, 5, 30, 5, 30, 8, 10, 8, closed=True, filled=True, stroked=False)
    assert segments_of((wide, short)).tolist() == [[10, 6.5, 60, 6.5]]


def test_a_path_knows_its_box():
    assert path(3, 9, -4, 2, 7, 5).box == (-4, 2, 7, 9)
    assert isinstance(path(0, 0, 1, 1), Path)


def test_the_usual_letter_height_counts_letters_not_words():
    assert sheet_of([word("long sentence", height=3), word("T", height=12)]).text_height == 3
    assert sheet_of().text_height == near(2.5 * 72 / 25.4)


def test_figures_tell_their_own_height_beside_larger_letters():
    title = word("A TITLE IN LARGE LETTERS FOR ALL TO READ", height=12)
    sizes = [word(text, height=4) for text in ("10", "⌀12.5", "R3", "45°", "(7)", "8", "9", "11")]
    assert sheet_of([title, *sizes]).text_height == 12
    assert sheet_of([title, *sizes]).figure_height == 4
    assert sheet_of([title, *sizes[1:]]).figure_height == 12  # too few to tell


def test_segments_of_pixels_come_before_those_of_paths():
    drawn = np.array([[0.0, 0, 9, 9]])
    assert sheet_of(paths=[path(0, 0, 1, 1)], drawn=drawn).segments is drawn
    assert sheet_of(paths=[path(0, 0, 1, 1)]).segments.tolist() == [[0, 0, 1, 1]]


def test_a_sheet_without_picture_says_so():
    with pytest.raises(LookupError, match="no picture"):
        Sheet(1, 100, 100).render(150)


def test_boxes_of_all_paths_at_once_are_those_of_each():
    alone = [path(3, 1, 2, 8), round_path(5, 5, 9), path(4, 4)]
    many = boxed(replace(p) for p in alone)
    assert [p.__dict__["box"] for p in many] == [p.box for p in alone]
    assert boxed(()) == ()


def test_segments_of_many_paths_are_those_of_each():
    bar = Path(np.array([[0.0, 0], [50, 0], [50, 1], [0, 1]]), True, True, False, 0.0, 0, False)
    many = (path(0, 0, 9, 0, 9, 9), bar, path(1, 1, 5, 5, closed=True), path(7, 7), path(2, 2, 3, 3))
    assert segments_of(many).tolist() == [piece for one in many for piece in segments_of((one,)).tolist()]


def stadium(x0, y0, x1, y1, width=0.7):
    """The outline of a stroke with round ends, as programs fill it that draw no lines."""
    start, end = np.array([x0, y0], float), np.array([x1, y1], float)
    way = (end - start) / np.hypot(*(end - start))
    normal = np.array([-way[1], way[0]])
    turns = np.linspace(-np.pi / 2, np.pi / 2, 9)[:, None]
    arc = np.cos(turns) * way, np.sin(turns) * normal
    points = np.vstack([end + width / 2 * (arc[0] + arc[1]), start - width / 2 * (arc[0] + arc[1])])
    return Path(points, True, True, False, 0.0, 0, True)


@pytest.mark.parametrize("ends", [(0, 0, 100, 0), (0, 0, 50, 80), (10, 60, 12, 10), (90, 5, 20, 40)])
def test_a_stroke_that_is_filled_with_round_ends_is_a_line(ends):
    (line,) = segments_of((stadium(*ends),))
    found, asked = sorted([tuple(line[:2]), tuple(line[2:])]), sorted([ends[:2], ends[2:]])
    assert np.abs(np.array(found) - np.array(asked)).max() < 0.4


def test_heads_brackets_and_thick_or_bent_shapes_are_no_lines():
    head = path(0, 0, 6, 4, 5, 5, closed=True, filled=True, stroked=False)
    assert segments_of((head, stadium(0, 0, 20, 25, width=3))).shape == (0, 4)
    bow = Path(
        np.array([[0, 0], [0.4, 5], [0, 10], [1.5, 10], [0.2, 5], [1.5, 0]], float), True, True, False, 0, 0, True
    )
    assert segments_of((bow,)).shape == (0, 4)
