"""Signs that are drawn beside the words of a text layer, in rows under each other."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.drawn_text.rows_of_words import in_rows
from drawkit.engine.drawn_text.shapes import View
from drawkit.engine.drawn_text.words import with_drawn_text
from drawkit.engine.sheet import Word
from drawkit.engine.text.complete import complete


def plus_minus(d: Drawing, x: float, y: float, size: float) -> None:
    """Strokes of a ±, its foot at a point: programs draw it so where their font has none."""
    d.line(x, y, x + size, y).line(x, y - size / 2, x + size, y - size / 2).line(
        x + size / 2, y - size, x + size / 2, y
    )


def rows(*values: str, height: float = 4.2) -> Drawing:
    d = Drawing().text(600, 560, "TOLERANCES:", height)
    for number, value in enumerate(values):
        y = 570 + 1.6 * height * number
        d.text(600, y, "X.XX =", height).text(634, y, value, height)
        plus_minus(d, 628.8, y, 1.07 * height)
    return d


def test_signs_under_each_other_belong_to_the_rows_of_their_numbers():
    sheet = rows("0.01", "0.001", "0.0001").sheet()
    read = complete(with_drawn_text(sheet))
    new = [w for w in read.words if w not in sheet.words]
    assert [w.text for w in new] == ["±"] * 3
    assert {w.angle for w in new} == {0}


@pytest.mark.parametrize(("foot", "signs"), [(0.98, ["°"]), (0.6, ["°"]), (1.2, []), (0.1, [])])
def test_the_foot_of_a_degree_sign_is_no_higher_than_its_figure(foot: float, signs: list[str]) -> None:
    """Some systems set it wholly above its figure; further up it belongs to nothing, and lower it is a letter."""
    height = 10.0
    d = Drawing().text(200, 300, "0.50", height).circle(229.5, 300 - (foot + 0.18) * height, 0.18 * height)
    sheet = d.sheet()
    assert [w.text for w in complete(sheet).words if w not in sheet.words] == signs


VIEW = View(np.full((8, 8), 255, np.uint8), 2.0, (100.0, 100.0))


def on(*values: str) -> list[Word]:
    return [Word(v, 130, 110 + 7 * n, 0, 3 * len(v), 4, 1, "text layer") for n, v in enumerate(values)]


@pytest.mark.parametrize(("numbers", "parts"), [(3, 3), (2, 1)])
def test_a_box_across_rows_is_parted_where_each_of_its_letters_has_one(numbers: int, parts: int) -> None:
    box = TextBox(54, 30, 44, 9, 90, letters=3)
    found = in_rows([box], on("0.1", "0.2", "0.3")[:numbers], VIEW)
    assert len(found) == parts
    assert [b for b in found if not b.in_row] == ([] if parts > 1 else [box])


@pytest.mark.parametrize(("x", "angle"), [(54, 0), (40, 90), (96, 0)])
def test_a_sign_has_the_direction_of_the_word_right_before_or_behind_it(x: float, angle: float) -> None:
    found = in_rows([TextBox(x, 16, 9, 8, 90, letters=1)], on("0.10"), VIEW)
    assert [(b.angle, b.in_row) for b in found] == [(angle, angle == 0)]


def test_nothing_is_told_where_no_words_are() -> None:
    box = TextBox(54, 16, 9, 8, 90, letters=1)
    assert in_rows([box], [], VIEW) == [box]
