"""A dash in the cell for the revision: the drawing was not revised yet."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.title_block import read


def revision(drawing: Drawing) -> str | None:
    for i, (label, value) in enumerate([("SCALE", "1:2"), ("SHEET", "1/1"), ("SIZE", "A4"), ("DATE", "2021-03-04")]):
        drawing.cell(500 + 80 * i, 545, 580 + 80 * i, 575, label, value)
    [found] = read(drawing.cell(500, 505, 740, 545, "TITLE", "PUMP").sheet())
    return found.revision


def with_cell(label: str = "REV", value: str = "") -> Drawing:
    return Drawing().box(20, 20, 822, 575).cell(740, 505, 820, 545, label, value)


def test_a_dash_that_is_written_or_drawn_below_the_label() -> None:
    assert revision(with_cell(value="-")) == "-"
    assert revision(with_cell(value="–")) == "-"
    assert revision(with_cell().line(775, 530, 779, 530)) == "-"
    assert revision(with_cell(value="B")) == "B"


@pytest.mark.parametrize(
    ("label", "points"),
    [
        ("REV", [745, 530, 815, 530]),
        ("REV", [775, 525, 775, 535]),
        ("REV", [775, 530, 779, 530, 779, 534]),
        ("MODEL", [775, 530, 779, 530]),
    ],
)
def test_other_strokes_are_no_dash(label: str, points: list[float]) -> None:
    assert revision(with_cell(label).line(*points)) is None


def test_an_empty_cell_tells_nothing() -> None:
    assert revision(with_cell()) is None
    assert revision(with_cell().line(775, 530, 779, 530).line(775, 536, 779, 536)) is None
