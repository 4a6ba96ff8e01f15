"""A point or comma at the base line between two figures makes them one number, however far apart they stand."""

from __future__ import annotations

import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.detection.decimal_marks import joined_by_marks
from drawkit.engine.detection.rows import Row

HIGH = 50.0


def row(x: float, y: float, wide: float = 30, high: float = HIGH, letters: int = 1) -> Row:
    return TextBox(x, y, wide, high, 0.0), letters


def turned(one: Row) -> Row:
    """The same row on a page that is read from the right: upward."""
    box, letters = one
    return TextBox(box.y, -box.x, box.height, box.length, 0.0), letters


def joined(*rows: Row, free: bool = True, angle: float = 0.0) -> list[tuple[list[int], float]]:
    return joined_by_marks(rows, lambda _: (angle,), lambda *_: free)


TWO, FIVE = row(0, 0), row(90, 0)
POINT, COMMA = row(45, 22, 6, 7, letters=0), row(45, 27, 12, 18)


@pytest.mark.parametrize("mark", [POINT, COMMA])
def test_figures_on_both_sides_of_a_mark_are_one_number(mark: Row) -> None:
    assert joined(TWO, mark, FIVE) == [([0, 1, 2], 0.0)]
    assert joined(turned(TWO), turned(mark), turned(FIVE), angle=90.0) == [([0, 1, 2], 90.0)]


@pytest.mark.parametrize(
    "mark",
    [
        row(45, 0, 6, 7, letters=0),  # the dot of a centre line
        row(45, 22, 30, 30),  # a letter
        row(120, 22, 6, 7, letters=0),  # beside them
        row(45, 48, 6, 7, letters=0),  # below them
    ],
)
def test_what_is_no_mark_joins_nothing(mark: Row) -> None:
    assert joined(TWO, mark, FIVE) == []


def test_a_mark_joins_no_letters_of_two_sizes_or_lines_or_over_a_wall() -> None:
    assert joined(TWO, POINT, row(90, 8, high=34)) == []
    assert joined(TWO, POINT, row(90, 12)) == []
    assert joined(TWO, POINT, row(120, 0)) == []
    assert joined(TWO, POINT, FIVE, free=False) == []
    assert joined(TWO, POINT) == []
