"""Items of numbered lists are notes, whatever sizes they tell; columns of numbers are no lists."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.numbered_lists import words_of_lists

NO_WALLS = np.empty((0, 4))


def texts_of(lines: list[str], *, step: float = 12.0, shift: float = 0.0) -> set[str]:
    drawing = Drawing()
    for number, text in enumerate(lines):
        drawing.text(100 + shift * number, 100 + step * number, text)
    return {word.text for word in words_of_lists(drawing.sheet().words, NO_WALLS)}


@pytest.mark.parametrize("mark", [")", ".", ":"])
def test_items_that_follow_each_other_are_a_list(mark: str) -> None:
    lines = [f"1{mark} 4 x ⌀4.5 mm hole for fan", f"2{mark} ⌀78 mm hole for guard", f"3{mark} M3 for fixing"]
    assert texts_of(lines) == {word for line in lines for word in line.split()}


def test_an_item_of_two_lines_parts_no_list() -> None:
    found = texts_of(["1) deburr all edges", "with 0.2 mm", "2) ⌀8 ream after painting", "3) M5 tapped deep"])
    assert {"1)", "2)", "⌀8", "3)", "M5", "deep"} <= found
    assert not {"with", "0.2"} & found


@pytest.mark.parametrize(
    "lines",
    [
        ["1.5 mm", "2.5 mm", "3.5 mm"],
        ["1) ⌀8", "2) ⌀9", "3) ⌀10"],
        ["1) deburr edges", "2) ⌀78 mm hole"],
        ["1) deburr edges", "5) ⌀78 mm hole", "9) paint black"],
        ["4X ⌀8 THRU", "5X ⌀9 THRU", "6X ⌀10 THRU"],
    ],
)
def test_what_is_no_list(lines: list[str]) -> None:
    assert texts_of(lines) == set()


def test_letters_that_were_measured_a_little_differently_part_no_list() -> None:
    drawing = Drawing()
    for number, height in ((1, 7.0), (2, 8.2), (3, 7.4)):
        drawing.text(800, 100 + 12 * number, f"{number}) deburr all edges", height)
    assert len(words_of_lists(drawing.sheet().words, NO_WALLS)) == 12


def test_items_far_apart_or_in_several_columns_are_no_list() -> None:
    lines = ["1) deburr edges", "2) ⌀78 mm hole", "3) paint black"]
    assert texts_of(lines, step=150.0) == set()
    assert texts_of(lines, shift=60.0) == set()
