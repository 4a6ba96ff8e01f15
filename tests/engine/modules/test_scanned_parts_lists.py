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


NAMED = [
    ("1", "Powerpole housing", "1327G6FP", "2"),
    ("2", "Crimp contacts", "1332", "5"),
    ("3", "Inline connector", "3-643817-2", "3"),
    ("4", "Closed connector", "3-644465-2", "7"),
]


def unruled_list() -> Drawing:
    """Rows that no line parts, hardly higher than their letters, between the walls of their columns."""
    d = Drawing().box(20, 20, 822, 575).table(300, 300, [60, 120, 80, 60], [("ITEM", "DESCRIPTION", "PART NO.", "QTY")])
    walls = (300, 360, 480, 560, 620)
    bottom = 314 + 8 * len(NAMED)
    for x in walls:
        d.line(x, 300, x, bottom)
    d.line(300, bottom, 620, bottom)
    for number, row in enumerate(NAMED):
        for x, text in zip(walls, row, strict=False):
            d.text(x + 4, 320.5 + 8 * number, text)
    return d


def test_rows_whose_numbers_were_overlooked_are_told_by_their_other_columns() -> None:
    items = read(scanned(unruled_list(), "1", "2", "3", "5", "7"))
    assert [(i.position, i.designation, i.part_number, i.quantity) for i in items] == NAMED


def test_a_row_between_lines_is_one_however_many_lines_of_text_it_has() -> None:
    d = (
        Drawing()
        .box(20, 20, 822, 575)
        .table(300, 300, [60, 120, 80], [("ITEM", "DESCRIPTION", "MATERIAL"), *[("",) * 3] * 4])
    )
    for number in range(4):
        top = 314 + 14 * number
        d.text(310, top + 12, str(number + 1))
        for x, lines in ((365, ("Housing", "machined")), (485, ("Aluminium", "anodised"))):
            for at, text in enumerate(lines):
                d.text(x, top + 6 + 6 * at, text, height=4)
    assert [(i.position, i.designation) for i in read(scanned(d))] == [
        (str(n), "Housing machined") for n in range(1, 5)
    ]
