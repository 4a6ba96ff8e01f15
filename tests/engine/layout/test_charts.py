"""The numbers along a chart are no sizes; those of a row of ordinates are."""

from __future__ import annotations

from engine_drawing import Drawing

from drawkit.engine.layout.charts import chart_numbers
from drawkit.engine.text.lines import lines_of

LEVELS = [("100", 100.0), ("75", 140.0), ("50", 180.0), ("25", 220.0), ("0", 260.0)]


def chart(left: float = 120, top: float = 0, *, columns: int = 4, wide: float = 240) -> Drawing:
    """Numbers at the left of a grid with so many columns."""
    page = Drawing()
    return drawn(page, left, top, columns, wide)


def drawn(page: Drawing, left: float, top: float, columns: int, wide: float) -> Drawing:
    for text, y in LEVELS:
        page.text(left - 4 - 3.5 * len(text), top + y + 2.5, text)
        page.line(left, top + y, left + wide, top + y)
    for k in range(columns + 1):
        x = left + k * wide / columns
        page.line(x, top + LEVELS[0][1], x, top + LEVELS[-1][1])
    return page


def told(page: Drawing) -> set[str]:
    sheet = page.sheet()
    return {line.text for line in chart_numbers(lines_of(sheet.words), sheet.segments)}


def test_numbers_at_the_lines_of_a_grid_are_of_a_chart() -> None:
    assert told(chart()) == {text for text, _ in LEVELS}


def test_charts_that_stand_below_each_other_are_told_apart() -> None:
    page = drawn(chart(), 120, 250, 3, 240)
    sheet = page.sheet()
    assert len(chart_numbers(lines_of(sheet.words), sheet.segments)) == 2 * len(LEVELS)


def test_a_frame_without_a_grid_is_an_outline() -> None:
    assert told(chart(columns=1)) == set()


def test_extension_lines_end_freely_at_their_numbers() -> None:
    """A plate whose left edge all lines of the ordinates reach, and lines within it."""
    page = Drawing()
    for text, y in LEVELS:
        page.text(100 - 3.5 * len(text), y + 2.5, text).line(104, y, 160, y)
    page.box(160, 100, 400, 260).line(200, 100, 200, 260)
    assert told(page) == set()


def test_lines_of_different_lengths_are_no_grid() -> None:
    page = Drawing()
    for k, (text, y) in enumerate(LEVELS):
        page.text(100 - 3.5 * len(text), y + 2.5, text).line(104, y, 160 + 30 * k, y)
    page.line(104, 100, 104, 260).line(130, 100, 130, 260)
    assert told(page) == set()
