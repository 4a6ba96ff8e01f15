"""What the reader of a scan adds to a dimension, or joins to it, and what ties it to its line all the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from core_drawing import sheet_of

from drawkit.engine.layout.dimension_lines import begins_with_line
from drawkit.engine.modules import dimensions
from drawkit.engine.objects.scene import _sizes, scene_of
from drawkit.engine.objects.ties import ties_of
from drawkit.engine.sheet import ReadFrom, Word

X, Y, HEIGHT = 200.0, 300.0, 10.0


def word(text: str, x: float = X, *, read_from: ReadFrom = "recognised", length: float | None = None) -> Word:
    return Word(text, x, Y, 0.0, length or 6.0 * len(text), HEIGHT, 0.97, read_from)


def line_at(along: tuple[float, float], above: float) -> np.ndarray:
    """A level segment from and to places along the text, at a height above its base line, in letter heights."""
    y = Y - above * HEIGHT
    return np.array([[X + along[0] * HEIGHT, y, X + along[1] * HEIGHT, y]])


def read(words: list[Word], segments: np.ndarray) -> list[tuple[str, float | None]]:
    found = dimensions.read(sheet_of(words, drawn=segments, source="picture"), words, None)
    return [(d.kind, d.nominal) for d in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("-12.20", ("linear", 12.2)),
        ("- 6.0", ("linear", 6.0)),
        ("-4x R6.35", ("radius", 6.35)),
        ("<⌀12.20", ("diameter", 12.2)),
    ],
)
def test_the_end_of_a_line_in_front_of_a_dimension_is_no_dash(text: str, wanted: tuple[str, float]) -> None:
    assert read([word(text)], line_at((-4.0, 0.4), 0.5)) == [wanted]


@pytest.mark.parametrize("along", [(-4.0, -1.5), (-0.1, 0.4), (-4.0, 6.0)])
def test_a_line_that_does_not_end_there_leaves_the_dash(along: tuple[float, float]) -> None:
    assert not begins_with_line(word("-12.20"), line_at(along, 0.5))
    assert not begins_with_line(word("-12.20"), line_at((-4.0, 0.4), -0.5))
    assert not begins_with_line(word("-12.20"), np.empty((0, 4)))
    assert not begins_with_line(word("-12.20"), np.array([[0.0, 0.0, 1.0, 0.0]]))  # no line near it at all


LANDING = np.array([[X, Y - 4, X + 6, Y - 4], [X - 30, Y - 80, X, Y - 4]])
"""A leader from above, and its landing within the first letter of the box around what was read."""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("-R2.5", ("radius", 2.5)), ("L6x ⌀6.6", ("diameter", 6.6)), ("-2x45°", ("chamfer", 2.0))],
)
def test_the_landing_of_a_leader_is_no_dash(text: str, wanted: tuple[str, float]) -> None:
    assert read([word(text)], LANDING) == [wanted]


def test_a_level_stroke_that_no_leader_leads_to_is_a_minus_sign() -> None:
    assert not begins_with_line(word("-2.5"), LANDING[:1])
    assert not begins_with_line(word("-2.5"), np.vstack([LANDING[:1], [[X - 3, Y - 9, X, Y - 4]]]))


def test_a_text_layer_says_what_it_means() -> None:
    assert read([word("-12.20", read_from="text layer")], line_at((-4.0, 0.4), 0.5)) == []


def test_numbers_of_a_chain_whose_boxes_touch_are_two() -> None:
    first = word("22.58")
    assert read([first, word("16.65", X + first.length)], np.empty((0, 4))) == [("linear", 22.58), ("linear", 16.65)]


def test_the_box_of_recognised_text_may_reach_over_its_dimension_line() -> None:
    line, number = line_at((-4.0, 6.0), 0.05), word("⌀19.5")
    ties = ties_of(number, scene_of(sheet_of([number], drawn=line, source="picture")))
    assert (round(ties.under_gap, 2), ties.under_cover) == (-0.05, 1.0)
    assert read([number], line) == [("diameter", 19.5)]


def test_a_lone_zero_is_a_hole_unless_it_begins_a_row_of_extension_lines() -> None:
    assert read([word("0")], line_at((-4.0, 4.0), -0.2)) == []
    row = [replace(word(text), y=Y + 30 * k) for k, text in enumerate(("0", "12.5", "40.5"))]
    lines = np.vstack([line_at((-8.0, -0.5), 0.5) + np.array([0, 30 * k, 0, 30 * k]) for k in range(3)])
    assert read(row, lines) == [("ordinate", 0.0), ("ordinate", 12.5), ("ordinate", 40.5)]
    assert read(row, lines[1:]) == [("linear", 12.5), ("linear", 40.5)]


def test_heads_go_by_the_figures_where_titles_are_larger() -> None:
    def sheet(figures: int) -> tuple[float, ...]:
        title = replace(word("A TITLE IN LARGE LETTERS"), height=2 * HEIGHT)
        return _sizes(sheet_of([title, *(word(str(10 + k)) for k in range(figures))], source="picture"))

    assert sheet(8) == (2 * HEIGHT, HEIGHT)
    assert sheet(7) == (2 * HEIGHT,)
    assert sheet(40) == (HEIGHT,)
