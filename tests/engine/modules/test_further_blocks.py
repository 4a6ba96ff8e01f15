"""Pages that show several drawings, as those of reports do: each drawing has its title block."""

from __future__ import annotations

from engine_drawing import Drawing

from drawkit.engine.layout.around import inside
from drawkit.engine.modules.title_block import further_blocks, read
from drawkit.engine.page import read_sheet
from drawkit.engine.private import private_boxes, public_title


def with_block(d: Drawing, top: float, title: str, name: str) -> Drawing:
    """A frame of its own, and in it a block at its foot."""
    d.box(60, top, 540, top + 250)
    d.cell(300, top + 190, 420, top + 220, "TITLE", title, 8).cell(420, top + 190, 540, top + 220, "DWG NO", "EX-7", 7)
    d.cell(300, top + 220, 360, top + 250, "DRAWN", name).cell(360, top + 220, 420, top + 250, "SCALE", "1:2")
    return d.cell(420, top + 220, 540, top + 250, "SHEET", "1/1")


def two() -> Drawing:
    drawing = Drawing(595, 842)
    with_block(drawing, 60, "LEVER", "A. Example")
    return with_block(drawing, 400, "SHAFT", "B. Specimen")


def test_each_drawing_of_a_page_has_its_block() -> None:
    found = read(two().sheet())
    assert [(b.title, b.drawn_by, b.scale, b.sheet) for b in found] == [
        ("SHAFT", "B. Specimen", "1:2", "1/1"),
        ("LEVER", "A. Example", "1:2", "1/1"),
    ]


def test_what_further_blocks_say_is_no_note_and_nothing_to_be_seen_in_public() -> None:
    sheet = two().sheet()
    page = read_sheet(sheet, ["title_block", "notes"])
    assert page.items["notes"] == []
    names = [w for w in page.sheet.words if w.text in ("Example", "Specimen")]
    assert len(names) == 2
    assert all(any(inside(w.middle, box) for box in private_boxes(page.sheet)) for w in names)


def test_one_drawing_has_one_block_whatever_other_cells_say() -> None:
    drawing = with_block(Drawing(595, 842), 400, "SHAFT", "B. Specimen")
    drawing.cell(60, 60, 160, 90, "DATE", "1 May 2020").cell(160, 60, 260, 90, "MATERIAL", "S235JR")
    assert further_blocks(drawing.sheet()) == ()
    assert len(read(drawing.sheet())) == 1


def test_a_table_of_changes_is_no_further_block() -> None:
    drawing = with_block(Drawing(595, 842), 400, "SHAFT", "B. Specimen")
    for left, heading, value in ((60, "DATE", "1-2-05"), (140, "REV", "A2"), (220, "DRAWN", "C. Pattern")):
        drawing.cell(left, 60, left + 80, 80, heading).cell(left, 80, left + 80, 100, value)
    assert further_blocks(drawing.sheet()) == ()


def test_a_title_that_names_somebody_of_another_drawing_is_not_told_in_public() -> None:
    drawing = with_block(Drawing(595, 842), 60, "LEVER", "A. Example")
    sheet = with_block(drawing, 400, "EXAMPLE SHAFT", "B. Specimen").sheet()
    assert public_title(sheet) is None
    assert public_title(two().sheet()) == "SHAFT"
