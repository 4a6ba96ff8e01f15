"""Dimension lines without heads: their ends on extension lines are terminators where the sheet shows no others."""

from __future__ import annotations

import math

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.objects.bare_ends import bare_ends_of
from drawkit.engine.objects.scene import Scene
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.objects.ties import ties_of
from drawkit.engine.sheet import Word

H = 5.0  # points: a letter
Line = tuple[float, float, float, float]


def size(x0: float, x1: float, y: float, *, own: float = 0.0, beyond: float = 3.0, gap: float = 0.0) -> list[Line]:
    """Two extension lines that come down and go on a little beyond a level line, broken for its number or whole."""
    middle = (x0 + x1) / 2
    whole: list[Line] = [(x0 - own, y, x1 + own, y)]
    broken: list[Line] = [(x0 - own, y, middle - gap / 2, y), (middle + gap / 2, y, x1 + own, y)]
    return [(x0, y - 40, x0, y + beyond), (x1, y - 40, x1, y + beyond), *(broken if gap else whole)]


def number(x: float, y: float, text: str = "30", angle: float = 0.0) -> Word:
    """A number with its middle at a place."""
    length, turn = 0.7 * H * len(text), math.radians(angle)
    dx, dy = math.cos(turn), -math.sin(turn)
    x0, y0 = x - dx * length / 2 - dy * H / 2, y - dy * length / 2 + dx * H / 2
    return Word(text, x0, y0, angle, length, H)


def ends_of(lines: list[Line], words: list[Word], known: tuple[Terminator, ...] = ()) -> list[Terminator]:
    return bare_ends_of(Strokes(np.array(lines, float).reshape(-1, 4)), known, words, H)


def told(ends: list[Terminator]) -> list[tuple[float, float, float, float]]:
    return sorted((round(t.x, 4), round(t.y, 4), round(t.direction[0], 4), round(t.direction[1], 4)) for t in ends)


BOTH = [(100.0, 100.0, -1.0, 0.0), (160.0, 100.0, 1.0, 0.0)]


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        (size(100, 160, 100), number(130, 96)),
        (size(100, 160, 100, own=3), number(130, 96)),
        (size(100, 160, 100, gap=16), number(130, 100)),
        (size(100, 160, 100, gap=16), number(130, 100, angle=90)),
        (size(100, 160, 100, own=-0.3), number(130, 104)),
        (size(100, 160, 100, beyond=0.5), number(120, 96)),
    ],
    ids=[
        "whole",
        "running on too",
        "broken at its number",
        "broken at a number that stands",
        "a little short",
        "hardly going on",
    ],
)
def test_the_ends_of_a_dimension_line_without_heads_point_away_from_it(lines: list[Line], word: Word) -> None:
    found = ends_of(lines, [word])
    assert told(found) == BOTH
    assert {t.kind for t in found} == {"tick"}


def test_a_level_number_beside_a_standing_line_tells_it() -> None:
    upright: list[Line] = [(y0, x0, y1, x1) for x0, y0, x1, y1 in size(100, 160, 100)]
    beside = number(106, 130)
    assert told(ends_of(upright, [beside])) == [(100, 100, 0, -1), (100, 160, 0, 1)]
    assert ends_of(upright, [number(118, 130)]) == []


def is_found(turn: float, long: float, gap: float = 0.0, beyond: float = 3.0) -> None:
    """A size whose line is so long is found where the sheet is turned."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def turned(x: float, y: float) -> tuple[float, float]:
        return 300 + c * x - s * y, 300 + s * x + c * y

    flat = size(-long / 2, long / 2, 0, gap=gap, beyond=beyond)
    lines: list[Line] = [(*turned(x0, y0), *turned(x1, y1)) for x0, y0, x1, y1 in flat]
    found = ends_of(lines, [number(*turned(0, 0 if gap else -4))])
    assert len(found) == 2
    for end, side in zip(sorted(found, key=lambda t: c * t.x + s * t.y), (-1, 1), strict=True):
        assert (end.x, end.y) == pytest.approx(turned(side * long / 2, 0), abs=1e-6)
        assert end.direction == pytest.approx((side * c, side * s), abs=1e-6)


@given(st.integers(0, 359), st.floats(30, 200), st.sampled_from([0.0, 12.0]), st.floats(0.5, 6.0))
def test_such_a_line_is_found_in_any_direction(turn: int, long: float, gap: float, beyond: float) -> None:
    is_found(turn, long, gap, beyond)


@pytest.mark.parametrize(("turn", "long"), [(10.5, 40), (33.3, 120), (0.4, 200)])
def test_a_long_line_between_whole_degrees_is_found(turn: float, long: float) -> None:
    is_found(turn, long)


@pytest.mark.parametrize("x", [101.5, 119.5])
def test_a_standing_line_is_found_wherever_it_stands(x: float) -> None:
    upright: list[Line] = [(y0, x0, y1, x1) for x0, y0, x1, y1 in size(100, 160, x)]
    assert len(ends_of(upright, [number(x + 6, 130)])) == 2


def test_a_line_that_is_a_little_aslant_is_found_wherever_it_stands() -> None:
    lines: list[Line] = [*size(100, 160, 100.5)[:2], (100, 100.49, 160, 100.51)]
    assert len(ends_of(lines, [number(130, 96)])) == 2


@pytest.mark.parametrize("words", [[], [number(130, 60)], [number(104, 96)]])
def test_a_line_without_a_number_at_its_middle_is_geometry(words: list[Word]) -> None:
    assert ends_of(size(100, 160, 100), words) == []


def test_where_most_such_lines_have_no_number_all_are_geometry() -> None:
    numbered, bare = size(100, 160, 100), [line for y in (200, 300) for line in size(100, 160, y)]
    assert told(ends_of(numbered, [number(130, 96)])) == BOTH
    assert ends_of([*numbered, *bare], [number(130, 96)]) == []
    assert len(ends_of([*numbered, *bare], [number(130, y - 4) for y in (100, 200)])) == 4


@pytest.mark.parametrize(
    "lines",
    [
        [(100, 60, 100, 100), (160, 60, 160, 100), (100, 100, 160, 100)],
        [(100, 60, 100, 140), (160, 60, 160, 140), (100, 100, 160, 100)],
        [(100, 60, 100, 103), (160, 97, 160, 140), (100, 100, 160, 100)],
        [(100, 60, 100, 103), (160, 60, 160, 101), (100, 100, 160, 100)],
        [(100, 60, 100, 103), (160, 60, 160, 110), (100, 100, 160, 100)],
        [(80, 60, 103, 103), (140, 60, 163, 103), (100, 100, 160, 100)],
        [(100, 60, 100, 103), (160, 60, 160, 103), (103, 100, 157, 100)],
        [(100, 60, 100, 103), (100, 100, 160, 100)],
        [(100, 97, 100, 103), (160, 97, 160, 103), (100, 100, 160, 100)],
        [],
    ],
    ids=[
        "ending in corners",
        "crossed in its middle",
        "from either side",
        "going on differently",
        "going on too far",
        "slanted",
        "ending short of them",
        "one alone",
        "short bars",
        "none",
    ],
)
def test_lines_that_meet_otherwise_are_geometry(lines: list[Line]) -> None:
    assert ends_of(lines, [number(130, 96)]) == []


def test_a_line_that_has_a_terminator_at_one_end_has_no_bare_ones() -> None:
    lines, words = size(100, 160, 100), [number(130, 96)]
    for x in (101.0, 159.0):
        assert ends_of(lines, words, (Terminator(x, 100, (1, 0), 3, "arrow"),)) == []
    assert told(ends_of(lines, words, (Terminator(130, 60, (1, 0), 3, "arrow"),))) == BOTH


def drawn(*lines: Line) -> Drawing:
    drawing = Drawing()
    for line in lines:
        drawing.line(*line)
    return drawing


def test_a_scene_without_heads_has_the_spans_of_its_bare_dimension_lines() -> None:
    sheet = drawn(*size(100, 160, 100), *size(100, 240, 200, gap=16)).text(126, 98, "60").text(163, 202, "140").sheet()
    scene = Scene(sheet)
    assert sorted(scene.spans.tolist()) == [[100, 100, 160, 100], [100, 200, 240, 200]]
    carried = {tuple(line): n for line, n in zip(scene.strokes.lines.tolist(), scene.carried.tolist(), strict=True)}
    assert carried[100.0, 100.0, 160.0, 100.0] == 2
    assert carried[100.0, 60.0, 100.0, 103.0] == 0
    assert ties_of(sheet.words[0], scene).under_steps == 0


def test_a_scene_with_heads_goes_by_them() -> None:
    """One size of two without heads counts where the other has none either, not beside one that has."""
    bare, headed = size(100, 160, 100), size(100, 160, 200)[:2]
    words = drawn(*bare, *headed).text(126, 98, "60").text(126, 198, "60")
    scene = Scene(words.dimension_line(100, 200, 160, 200).sheet())
    assert scene.spans.tolist() == [[100, 200, 160, 200]]
    assert {t.kind for t in scene.terminators} == {"arrow"}


def test_a_scene_whose_lines_have_no_numbers_is_as_it_was() -> None:
    scene = Scene(drawn(*size(100, 160, 100)).text(300, 300, "60").sheet())
    assert scene.terminators == []
    assert scene.spans.shape == (0, 4)
    assert not scene.carried.any()
