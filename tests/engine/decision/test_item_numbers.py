"""What numbers on headless shelves are is decided for all of a sheet's."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.decision.candidates import candidates_of
from drawkit.engine.decision.features import features_of, numbered_through
from drawkit.engine.decision.item_numbers import as_one_kind, with_listed, without_numbered_parts

TEXTS = ["31", "64", "101", "37", "103", "99,103"]


def sheet_with_shelves(texts: list[str]) -> Drawing:
    """Numbers on shelves, each with a leader that has no head, and a dimension with two."""
    drawing = Drawing().text(150, 100, "30").dimension_line(100, 103, 220, 103)
    for k, text in enumerate(texts):
        x = 240 + 60 * k
        drawing.text(x, 300, text, 7).line(x - 1, 302, x + 24, 302).line(x - 1, 302, x - 30, 360)
    return drawing


def weighed(texts: list[str], chances: dict[str, float], other: float = 0.9) -> dict[str, float]:
    sheet = sheet_with_shelves(texts).sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    given = np.array([chances.get(c.lines[0].text, other) for c in candidates])
    found = as_one_kind(candidates, features_of(sheet, candidates), given)
    return {c.lines[0].text: float(chance) for c, chance in zip(candidates, found, strict=True)}


def test_most_are_none_so_none_is() -> None:
    given = {"31": 0.1, "64": 0.6, "101": 0.8, "37": 0.05, "103": 0.1, "99,103": 0.7}
    found = weighed(TEXTS, given)
    usual = np.median(list(given.values()))
    assert all(found[text] == min(chance, usual) for text, chance in given.items())
    assert found["30"] == 0.9


@pytest.mark.parametrize("count", [1, 3])
def test_few_tell_nothing(count: int) -> None:
    given = dict.fromkeys(TEXTS[:count], 0.1) | {TEXTS[count - 1]: 0.8}
    assert weighed(TEXTS[:count], given)[TEXTS[count - 1]] == 0.8


def test_where_most_are_dimensions_they_stay() -> None:
    given = dict.fromkeys(TEXTS, 0.8) | {"31": 0.2}
    found = weighed(TEXTS, given)
    assert {text: found[text] for text in given} == given


@settings(max_examples=25)
@given(st.integers(1, 990), st.integers(2, 9), st.booleans())
def test_numbers_that_follow_each_other_on_a_line_without_heads_are_items(first: int, step: int, led: bool) -> None:
    """At a dimension line 8,9 is a size, written with a comma; on the shelf of a leader it is the numbers 8 and 9."""
    for text, told in ((f"{first},{first + 1}", 0.0), (f"{first},{first + step}", 0.9)):
        drawing = Drawing().text(240, 300, text, 7).line(236, 302, 285, 302)
        drawing.text(140, 100, text).dimension_line(100, 102, 220, 102)
        sheet = (drawing.line(236, 302, 210, 360) if led else drawing).sheet()
        candidates = candidates_of(sheet, sheet.words, "mm")
        found = as_one_kind(candidates, features_of(sheet, candidates), np.full(len(candidates), 0.9))
        chances = {(c.lines[0].word.y, float(chance)) for c, chance in zip(candidates, found, strict=True)}
        assert chances == {(100, 0.9), (300, told)}


def of_sheet(numbers: list[int], spanned: list[int]) -> dict[str, float]:
    """Numbers at leaders or at nothing, and some on dimension lines of their own, all likely before."""
    drawing = Drawing()
    for k, number in enumerate(numbers):
        x, y = 60 + 70 * (k % 8), 100 + 60 * (k // 8)
        drawing.text(x, y, str(number)).line(x + 4, y + 4, x + 18, y + 25)
    for k, number in enumerate(spanned):
        drawing.text(120 + 130 * k, 500, str(number)).dimension_line(80 + 130 * k, 502, 190 + 130 * k, 502)
    sheet = drawing.sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    found = without_numbered_parts(candidates, features_of(sheet, candidates), np.full(len(candidates), 0.8))
    return {c.lines[0].text: float(chance) for c, chance in zip(candidates, found, strict=True) if c.rank == 0}


def test_numbers_that_number_parts_through_are_none_and_sizes_beyond_them_stay() -> None:
    found = of_sheet([1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 12, 3], [140, 11])
    assert {text for text, chance in found.items() if chance} == {"140"}


def test_sizes_leave_out_most_numbers() -> None:
    found = of_sheet([3, 5, 8, 10, 12, 16, 20, 25, 40, 60], [])
    assert all(found.values())


def test_where_as_many_stand_at_dimension_lines_these_are_sizes() -> None:
    found = of_sheet([1, 2, 3, 4, 5, 6, 7, 8], [10, 6, 4, 5])
    assert {text for text, chance in found.items() if chance} >= {"10"}
    assert sum(bool(c) for c in found.values()) >= 1


def test_seven_parts_are_too_few_to_tell() -> None:
    assert all(of_sheet([1, 2, 3, 4, 5, 6, 7], []).values())


@pytest.mark.parametrize(("numbers", "are_items"), [([1, 2, 3, 4], True), ([1, 2, 3], False), ([1, 2, 4, 5], False)])
def test_shelves_numbered_from_one_carry_items(numbers: list[int], are_items: bool) -> None:
    """Whatever their leaders end in: dots within the parts, heads at their outlines (ISO 128-22, 4.2)."""
    drawing = Drawing().text(150, 100, "2").dimension_line(100, 103, 220, 103)
    for k, number in enumerate(numbers):
        x = 240 + 60 * k
        drawing.text(x, 300, str(number), 7).line(x - 1, 302, x + 24, 302).line(x - 1, 302, x - 30, 360)
        drawing.head(x - 30, 360, (-29, 58))
    sheet = drawing.sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    found = without_numbered_parts(candidates, features_of(sheet, candidates), np.full(len(candidates), 0.8))
    chances = [(c.lines[0].word.y, float(chance)) for c, chance in zip(candidates, found, strict=True) if c.rank == 0]
    assert {chance for y, chance in chances if y == 300} == {0.0 if are_items else 0.8}
    assert (100, 0.8) in chances


def test_the_share_of_numbers_up_to_one_tells_items_from_sizes() -> None:
    assert numbered_through([1, 2, 3, 3, 0]) == [1.0, 1.0, 1.0, 1.0, 0.0]
    assert numbered_through([40, 0, 10]) == [2 / 40, 0.0, 1 / 10]
    assert numbered_through([]) == []


def test_numbers_of_the_parts_list_at_no_dimension_line_are_hardly_sizes() -> None:
    drawing = Drawing().text(150, 100, "3").dimension_line(100, 103, 220, 103)
    for k, text in enumerate(("2", "4", "40")):
        x = 240 + 60 * k
        drawing.text(x, 300, text, 7).line(x - 1, 302, x + 24, 302).line(x - 1, 302, x - 30, 360)
    sheet = drawing.sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    found = with_listed(candidates, features_of(sheet, candidates), np.full(len(candidates), 0.7), {1, 2, 3, 4})
    chances = {c.lines[0].text: float(chance) for c, chance in zip(candidates, found, strict=True) if c.rank == 0}
    assert chances == {"3": 0.7, "2": pytest.approx(0.0654, abs=0.001), "4": chances["2"], "40": 0.7}
