"""Parts lists of pictures: counts that stand alone and were overlooked where text was looked for."""

from __future__ import annotations

from engine_drawing import Drawing
from scanned_drawing import scanned

from drawkit.engine.modules.bom import read

ROWS = [("ITEM", "DESCRIPTION", "QTY"), ("1", "Housing", "4"), ("2", "Cover", "9"), ("3", "Seal", "7")]


def parts_list() -> Drawing:
    return Drawing().box(20, 20, 822, 575).table(300, 300, [60, 200, 80], ROWS)


def quantities(drawing: Drawing, *overlooked: str) -> list[str]:
    return [item.quantity for item in read(scanned(drawing, *overlooked))]


def test_a_count_that_was_overlooked_is_read_from_its_cell() -> None:
    assert quantities(parts_list(), "4", "7") == ["4", "9", "7"]


def test_a_bare_stroke_in_a_column_of_counts_is_a_one() -> None:
    d = parts_list()
    (four,) = (w for w in d.words if w.text == "4")
    d.words.remove(four)
    d.line(four.x + 2, four.y - 5, four.x + 2, four.y)
    assert quantities(d) == ["1", "9", "7"]


def test_a_dash_in_a_column_of_counts_is_none() -> None:
    d = parts_list()
    (four,) = (w for w in d.words if w.text == "4")
    d.words.remove(four)
    d.line(four.x, four.y - 2, four.x + 5, four.y - 2)
    assert quantities(d) == ["", "9", "7"]
