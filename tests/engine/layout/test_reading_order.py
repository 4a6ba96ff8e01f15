"""Items in the order in which a person goes through a sheet."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import Box, Dimension
from drawkit.engine.layout.reading_order import in_reading_order


def at(text: str, x: float, y: float, width: float = 20, height: float = 6) -> Dimension:
    return Dimension(text=text, kind="linear", box=(x, y, x + width, y + height))


def test_rows_from_the_top_each_from_the_left() -> None:
    standing = at("standing", 100, 92, 6, 20)  # its middle is level with its neighbours'
    items = [at("last", 10, 300), at("right", 200, 99), standing, at("left", 10, 101), at("first", 500, 10)]
    assert [d.text for d in in_reading_order(items, 15)] == ["first", "left", "standing", "right", "last"]


def test_a_row_is_no_deeper_for_what_stands_in_it() -> None:
    steps = [at(str(n), 100 - n, 10.0 * n) for n in range(6)]
    assert [d.text for d in in_reading_order(steps, 15)] == ["1", "0", "3", "2", "5", "4"]


def test_what_has_no_place_comes_last() -> None:
    assert [d.text for d in in_reading_order([Dimension(text="a", kind="linear"), at("b", 1, 1)], 15)] == ["b", "a"]


@given(st.lists(st.tuples(st.floats(0, 800), st.floats(0, 600)), max_size=30))
def test_each_item_is_there_once(places: list[tuple[float, float]]) -> None:
    items = [at(str(n), *place) for n, place in enumerate(places)]
    ordered = in_reading_order(items, 15)
    assert sorted(d.text for d in ordered) == sorted(d.text for d in items)
    tops: list[Box] = [d.box for d in ordered if d.box]
    assert all(later[1] >= first[1] - 15 for first, later in pairwise(tops))
