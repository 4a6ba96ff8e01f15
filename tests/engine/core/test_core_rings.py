import math
from itertools import pairwise

import numpy as np
import pytest
from core_drawing import glyphs, path, round_path, word
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.layout.dimension_lines import is_ringed
from drawkit.engine.layout.rings import Ring, _look_round, _ring, rings_of
from drawkit.engine.text.ringed import with_ringed


def found(*paths, largest=50.0):
    return rings_of(paths, largest=largest)


@given(
    st.floats(-500, 500), st.floats(-500, 500), st.floats(1, 50), st.floats(0.5, 1), st.floats(0, 180), st.booleans()
)
def test_circles_and_circles_seen_aslant_are_rings(x, y, radius, aspect, lean, filled):
    [ring] = found(round_path(x, y, radius, aspect, lean, filled=filled))
    assert (ring.x, ring.y) == pytest.approx((x, y), abs=0.02 * radius)
    assert ring.radius == pytest.approx(radius, rel=0.06)
    assert ring.short_radius == pytest.approx(radius * aspect, rel=0.08)
    assert ring.filled is filled


def test_other_shapes_are_no_rings():
    square = [(t, s) for s in (-9, 9) for t in range(-9, 10, 3)] + [(s, t) for s in (-9, 9) for t in range(-9, 10, 3)]
    assert found(path(*np.ravel(square))) == []
    assert found(round_path(0, 0, 9, end=250)) == []
    assert found(round_path(0, 0, 9, 0.3)) == []
    assert found(round_path(0, 0, 51)) == []
    assert found(path(0, 0, 1, 1)) == []
    assert found(path(*np.ravel([(i, 0) for i in range(12)]))) == []
    assert found(path(*np.ravel([(0, 0)] * 9))) == []


def strokes_of(points):
    """Each side of an outline as a drawing operation of its own."""
    return [path(*a, *b, group=n) for n, (a, b) in enumerate(pairwise(points))]


def test_strokes_that_lead_back_to_the_first_are_one_ring():
    corners = [(30 + 9 * math.cos(t), 40 + 9 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 25)]
    before = [path(0, 0, 5, 5, group=90), path(70, 70, 80, 80, group=91)]
    [ring] = found(*before, *strokes_of(corners), path(3, 3, 4, 9, group=92))
    assert (ring.x, ring.y, ring.radius) == pytest.approx((30, 40, 9), abs=0.1)
    assert found(*strokes_of(corners[:-2])) == []
    assert found(*strokes_of(corners)[:7]) == []


def test_the_arcs_of_one_drawing_operation_are_one_ring():
    halves = round_path(5, 5, 9, start=0, end=180), round_path(5, 5, 9, start=180, end=360)
    assert [(r.x, r.y) for r in found(*halves)] == [pytest.approx((5, 5), abs=0.1)]
    apart = round_path(5, 5, 9, start=0, end=180), round_path(5, 5, 9, start=180, end=360, group=1)
    assert found(*apart) == []


@given(st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=2, max_size=20))
def test_no_path_is_too_odd_to_be_looked_at(points):
    for ring in found(path(*np.ravel(points))):
        assert 0 < ring.short_radius <= ring.radius <= 100


def ring(x, y, radius, filled=False):
    return Ring(x, y, radius, radius, filled)


def middle(glyph):
    """The middle of a capital of font size 10 whose advance is 5."""
    turn = math.radians(glyph.angle)
    return glyph.x + 2.5 * math.cos(turn) - 3.6 * math.sin(turn), glyph.y - 2.5 * math.sin(turn) - 3.6 * math.cos(turn)


@given(st.sampled_from("EFLMPSTU"), st.floats(0, 359), st.floats(-99, 99), st.floats(5, 10))
def test_a_ringed_letter_is_a_modifier(letter, angle, x, radius):
    [glyph] = glyphs(letter, x, 50, angle=angle)
    [told] = with_ringed([glyph], [ring(*middle(glyph), radius)])
    assert told.text == chr(ord("Ⓐ") + ord(letter) - ord("A"))
    assert (told.x, told.y, told.size) == (glyph.x, glyph.y, glyph.size)


def test_only_a_fitting_ring_around_a_modifiers_letter_counts():
    [m] = glyphs("M", 20, 50)
    x, y = middle(m)
    for other in (ring(x + 4, y, 6), ring(x, y, 30), ring(x, y, 2), ring(x, y, 6, filled=True)):
        assert with_ringed([m], [other]) == [m]
    [a] = glyphs("A", 20, 50)
    assert with_ringed([a], [ring(x, y, 6)]) == [a]
    assert with_ringed([m], []) == [m]


def test_a_balloon_is_a_number_in_the_middle_of_a_ring():
    seven, middle_of = word("7", 100, 100), (101.75, 97.5)
    assert is_ringed(seven, [ring(*middle_of, 9)])
    assert not is_ringed(seven, [ring(110, 97.5, 9)])
    assert not is_ringed(seven, [ring(*middle_of, 30)])
    assert not is_ringed(seven, [ring(*middle_of, 2)])
    assert not is_ringed(seven, [])
    assert not is_ringed(word("⌀7", 100, 100), [ring(*word("⌀7", 100, 100).middle, 9)])


@given(
    st.lists(st.tuples(st.floats(-30, 30), st.floats(-30, 30)), min_size=8, max_size=14),
    st.floats(0.3, 1),
    st.floats(0, 180),
    st.floats(0, 0.12),
    st.booleans(),
)
def test_a_look_at_all_outlines_overlooks_no_ring(odd, aspect, lean, rough, again):
    near = round_path(5, 5, 9, aspect, lean).points
    near = near + rough * np.array(odd[: len(near)] + [(0, 0)] * (len(near) - len(odd)))[: len(near)]
    parts = [np.array(odd, float), np.vstack([near, near[:1]]) if again else near]
    likely = _look_round(parts, 50.0)
    for part, seen in zip(parts, likely, strict=True):
        assert seen or _ring(part, 50.0, filled=False) is None


def test_what_lies_infinitely_far_is_no_ring():
    assert found(path(*[math.inf, 0, 0, math.inf] * 5), path(*[math.nan] * 20)) == []
