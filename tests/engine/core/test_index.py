"""The index finds what lies near, all of it and nothing else, however long and thin it is."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drawkit.engine import index as grid
from drawkit.engine.budget import OutOfTimeError
from drawkit.engine.index import (
    BoxIndex,
    Floats,
    boxes_of_segments,
    in_any,
    index_of,
    index_of_segments,
    off_segments,
)
from drawkit.engine.sheet import Sheet

PLACES = st.floats(-500, 3000, width=32)


def touching(boxes: Floats, box: Floats) -> list[int]:
    x0, y0, x1, y1 = boxes.T
    return np.flatnonzero((x0 <= box[2]) & (x1 >= box[0]) & (y0 <= box[3]) & (y1 >= box[1])).tolist()


@given(
    arrays(float, st.tuples(st.integers(0, 60), st.just(4)), elements=PLACES),
    arrays(float, st.tuples(st.integers(1, 5), st.just(4)), elements=PLACES),
    st.sampled_from([(0, 0), (0, 2), (100, 256)]),
)
def test_what_touches_is_found(segments: Floats, asked: Floats, looks: tuple[int, int]) -> None:
    """Whether by the grid alone, by looking at all boxes first, or by that alone."""
    boxes, asked = boxes_of_segments(segments), boxes_of_segments(asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid, "_FEW", looks[0])
        patch.setattr(grid, "_BUILDING", looks[1])
        finds_all(boxes, asked)


def finds_all(boxes: Floats, asked: Floats) -> None:
    index = BoxIndex(boxes)
    one, other = index.pairs(asked)
    for number, box in enumerate(asked):
        expected = touching(boxes, box)
        assert index.near((box[0], box[1], box[2], box[3])).tolist() == expected
        assert other[one == number].tolist() == expected


def test_nothing_is_near_where_nothing_is() -> None:
    assert len(index_of([]).near((0, 0, 100, 100))) == 0
    assert len(index_of([(0, 0, 1, 1)]).near((2, 2, 3, 3))) == 0


def test_places_beyond_all_measure_break_nothing() -> None:
    index = BoxIndex(np.array([[0, 0, 1, 1], [np.nan, 0, np.inf, 1], [-1e30, 0, 1e30, 1]]))
    assert index.near((0.5, 0.5, 2, 2)).tolist() == [0, 2]


def test_a_search_sees_few_boxes_of_many_and_few_long_lines() -> None:
    rng = np.random.default_rng(1)
    corner = rng.uniform(0, 2000, (20000, 2))
    across = np.column_stack(
        [np.zeros(5000), np.linspace(0, 2000, 5000), np.full(5000, 2000.0), np.linspace(0, 2000, 5000)]
    )
    index = BoxIndex(np.vstack([np.hstack([corner, corner + 5]), across]))
    _, met = index._grid.candidates(np.array([[1000.0, 1000, 1010, 1010]]))
    assert len(met) < 300
    assert set(index.near((1000, 1000, 1010, 1010))) <= set(met.tolist())


def test_an_index_that_is_asked_little_builds_no_grid() -> None:
    corners = np.random.default_rng(1).uniform(0, 2000, (20000, 2))
    boxes = np.hstack([corners, corners + 5])
    index = BoxIndex(boxes)
    for some in (boxes[:10], boxes[:300]):
        assert "_grid" not in index.__dict__
        one, other = index.pairs(some)
        assert other[one == 9].tolist() == touching(boxes, some[9])
    assert "_grid" in index.__dict__


def test_a_sheet_knows_what_is_near() -> None:
    sheet = (
        Drawing().text(100, 100, "12 NEAR").text(400, 400, "FAR").line(90, 102, 140, 102).line(300, 10, 310, 10).sheet()
    )
    assert [w.text for w in sheet.words_near((95, 90, 130, 110))] == ["12", "NEAR"]
    assert sheet.segments_near((95, 90, 130, 110)).tolist() == [[90, 102, 140, 102]]


def test_what_is_known_of_lines_outlives_new_words_only() -> None:
    sheet = Drawing().line(90, 102, 140, 102).sheet()
    index, words = sheet.segment_index, sheet.word_index
    again = sheet.at(words=Drawing().text(1, 2, "A").words)
    assert again.segment_index is index
    assert again.word_index is not words
    other: Sheet = sheet.at(paths=())
    assert other.segment_index is not index


def test_the_index_of_an_array_lives_as_long_as_the_array() -> None:
    segments = np.array([[0.0, 0, 10, 0]])
    assert index_of_segments(segments) is index_of_segments(segments)
    held = len(grid._KNOWN)
    del segments
    gc.collect()
    assert len(grid._KNOWN) < held


def test_points_in_any_of_many_boxes() -> None:
    assert in_any([(1, 1), (5, 5), (9, 9)], [(0, 0, 2, 2), (9, 9, 10, 10)]).tolist() == [True, False, True]
    assert in_any([(1, 1)], []).tolist() == [False]
    assert len(in_any([], [(0, 0, 2, 2)])) == 0


def test_what_touches_a_crowd_may_be_left_out() -> None:
    crowd, lone = np.tile([10.0, 10, 20, 20], (9, 1)), np.array([[50.0, 50, 60, 60]])
    index, asked = BoxIndex(np.vstack([crowd, lone])), np.array([[15.0, 15, 15, 15], [55, 55, 55, 55]])
    assert [n.tolist() for n in index.pairs(asked, 8)] == [[1], [9]]
    assert len(index.pairs(asked, 9)[0]) == 10
    assert [n.tolist() for n in index.pairs(np.array([[0.0, 0, 1, 1]]), 8)] == [[], []]


def test_more_pairs_than_memory_should_hold_end_the_stage() -> None:
    boxes = np.tile([10.0, 10, 20, 20], (50, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid, "_FEW", 0)
        patch.setattr(grid, "_BUILDING", 0)
        patch.setattr(grid, "_MOST_FOUND", 2000)
        with pytest.raises(OutOfTimeError):
            BoxIndex(boxes).pairs(boxes)
        assert len(BoxIndex(boxes).pairs(boxes[:10])[0]) == 500


def test_how_far_a_place_is_off_a_segment() -> None:
    places = np.array([(5.0, 3.0), (-3.0, 4.0), (13.0, 0.0), (4.0, 6.0)])
    segments = np.array([(0.0, 0, 10, 0), (0, 0, 10, 0), (0, 0, 10, 0), (4, 1, 4, 1)])
    assert off_segments(places, segments).tolist() == pytest.approx([3, 5, 3, 5])
