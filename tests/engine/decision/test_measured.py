"""Sizes whose lines are as long as they say are likely ones, though no head is seen at their ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.decision.candidates import candidates_of
from drawkit.engine.decision.measured import measured
from drawkit.engine.objects.scene import Scene
from drawkit.engine.sheet import Sheet

FIVE = (48, 121, 34, 95, 62)


def sized(drawing: Drawing, text: str, length: float, y: float, *, gap: bool = False, met: bool = True) -> None:
    """A number above a line that long, or in a gap of it, from one extension line to another."""
    middle = 100 + length / 2
    half = 1.75 * len(text)  # of its length, in letters 5 high
    drawing.text(middle - half, y + 2.5 if gap else y - 2, text)
    for start, end in [(100, middle - half - 4), (middle + half + 4, 100 + length)] if gap else [(100, 100 + length)]:
        drawing.line(start, y, end, y)
    if met:
        drawing.line(100, y - 8, 100, y + 12).line(100 + length, y - 8, 100 + length, y + 12)


def chances(drawing: Drawing) -> Mapping[str, float]:
    sheet = Sheet(1, drawing.width, drawing.height, words=tuple(drawing.words), paths=tuple(drawing.paths))
    found = candidates_of(sheet, sheet.words, "mm")
    told = measured(found, np.full(len(found), 0.1), Scene(sheet))
    return {c.lines[0].text: round(float(chance), 2) for c, chance in zip(found, told, strict=True) if not c.rank}


@pytest.mark.parametrize("gap", [False, True])
def test_numbers_on_one_scale_are_sizes(gap: bool) -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE):
        sized(drawing, str(value), 2.5 * value, 60 + 60 * k, gap=gap)
    assert chances(drawing) == {str(value): 0.8 for value in FIVE}


def test_level_numbers_in_gaps_of_upright_lines_are_sizes() -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE):
        x, middle = 60 + 60 * k, 100 + 1.25 * value
        drawing.text(x - 1.75 * len(str(value)), middle + 2.5, str(value))
        drawing.line(x, 100, x, middle - 6).line(x, middle + 6, x, 100 + 2.5 * value)
        drawing.line(x - 12, 100, x + 8, 100).line(x - 12, 100 + 2.5 * value, x + 8, 100 + 2.5 * value)
    assert chances(drawing) == {str(value): 0.8 for value in FIVE}


def test_extension_lines_of_other_sizes_may_cross() -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE):
        sized(drawing, str(value), 2.5 * value, 60 + 60 * k)
    drawing.line(140, 40, 140, 560).line(180, 40, 180, 560)
    assert set(chances(drawing).values()) == {0.8}


def test_what_is_off_that_scale_or_ends_freely_stays_as_it_was() -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE):
        sized(drawing, str(value), 2.5 * value, 60 + 60 * k)
    sized(drawing, "77", 150, 400)
    sized(drawing, "40", 100, 460, met=False)
    assert chances(drawing) == {str(value): 0.8 for value in FIVE} | {"77": 0.1, "40": 0.1}


def test_few_sizes_or_less_than_half_of_them_tell_nothing() -> None:
    few, many = Drawing(), Drawing()
    for k, value in enumerate(FIVE[1:]):
        sized(few, str(value), 2.5 * value, 60 + 60 * k)
    for k, value in enumerate(FIVE):
        sized(many, str(value), 2.5 * value, 40 + 30 * k)
    for k, value in enumerate((11, 13, 17, 19, 23, 29)):
        sized(many, str(value), 60 + 9.7 * k, 220 + 30 * k)
    assert set(chances(few).values()) == {0.1}
    assert set(chances(many).values()) == {0.1}


def test_equal_numbers_in_cells_of_one_width_are_one_size() -> None:
    drawing = Drawing()
    for k in range(6):
        sized(drawing, "24", 60, 60 + 60 * k)
    assert set(chances(drawing).values()) == {0.1}


def test_several_readings_of_one_number_are_one_size() -> None:
    drawing = Drawing()
    sized(drawing, "398", 120, 60)
    drawing.words[0] = replace(drawing.words[0], alternatives=tuple((f"39{k}", 0.1) for k in range(3, 8)))
    assert chances(drawing) == {"398": 0.1}
    assert len(candidates_of(drawing.sheet(), drawing.words, "mm")) > 4


def test_rows_of_a_table_and_small_counts_are_no_sizes() -> None:
    table, counts = Drawing(), Drawing()
    for k, value in enumerate(FIVE):
        sized(table, str(value), 2.5 * value, 60 + 60 * k)
        table.line(90, 60 + 60 * k - 11, 500, 60 + 60 * k - 11)
    for k in range(1, 9):
        sized(counts, str(k), 40.0 * k, 40 + 60 * k)
    assert set(chances(table).values()) == {0.1}
    assert set(chances(counts).values()) == {0.1}


@pytest.mark.parametrize(("points", "are_sizes"), [(72 / 25.4, True), (144 / 25.4, True), (2.5, False)])
def test_on_a_recommended_scale_three_sizes_are_no_chance(points: float, are_sizes: bool) -> None:
    """ISO 5455: full size and two to one; a sheet that was printed smaller shows neither."""
    drawing = Drawing()
    for k, value in enumerate(FIVE[:3]):
        sized(drawing, str(value), points * value, 60 + 60 * k)
    assert chances(drawing) == {str(value): 0.8 if are_sizes else 0.1 for value in FIVE[:3]}


def test_numbers_of_parallel_lines_that_are_close_are_sizes() -> None:
    drawing = Drawing()
    for k, value in enumerate(sorted(FIVE)):
        sized(drawing, str(value), 2.5 * value, 100 + 9 * k, met=False)
        drawing.line(100 + 2.5 * value, 90, 100 + 2.5 * value, 105 + 9 * k)
    drawing.line(100, 90, 100, 150)
    assert set(chances(drawing).values()) == {0.8}


def test_limits_and_boxed_sizes_are_on_the_scale_too() -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE[:3]):
        sized(drawing, str(value), 2.5 * value, 60 + 60 * k)
    sized(drawing, "95.2/94.8", 2.5 * 95, 260)
    sized(drawing, "62", 2.5 * 62, 320)
    drawing.box(100 + 77.5 - 6, 310, 100 + 77.5 + 6, 319)
    assert chances(drawing) == {**{str(value): 0.8 for value in FIVE[:3]}, "95.2/94.8": 0.8, "62": 0.8}


def test_limits_of_different_sizes_are_different_sizes() -> None:
    drawing = Drawing()
    for k, value in enumerate(FIVE):
        sized(drawing, f"{value + 0.2}/{value - 0.2}", 2.5 * value, 60 + 60 * k)
    assert set(chances(drawing).values()) == {0.8}
