"""Names in title blocks that have no label: the company beside or over the title, and titles that read as labels."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.contract import TitleBlock
from drawkit.engine.layout.cells import Cell
from drawkit.engine.modules.title_block import read
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line
from drawkit.engine.titles.fitting import fits
from drawkit.engine.titles.projection import projection_in_words
from drawkit.engine.titles.title_cells import fields_of, named_as_part
from drawkit.engine.titles.tolerance_text import general_tolerance, tolerance_in
from drawkit.engine.titles.values import as_date


def block(drawing: Drawing) -> TitleBlock:
    [found] = read(drawing.sheet())
    return found


def frame() -> Drawing:
    return Drawing().box(20, 20, 822, 575)


def feet(drawing: Drawing, top: float = 545) -> Drawing:
    for i, (label, value) in enumerate([("SCALE", "1:2"), ("SHEET", "1/1"), ("SIZE", "A4"), ("DATE", "2021-03-04")]):
        drawing.cell(500 + 80 * i, top, 580 + 80 * i, 575, label, value)
    return drawing


def test_a_name_left_of_the_largest_text_is_the_company() -> None:
    found = block(
        feet(frame()).cell(500, 505, 640, 545, "", "Pine Woodworks", 9).cell(640, 505, 820, 545, "", "Printed case", 11)
    )
    assert (found.title, found.company) == ("Printed case", "Pine Woodworks")


def test_a_title_of_a_word_that_may_be_a_label_is_the_largest_text() -> None:
    found = block(
        feet(frame()).cell(500, 505, 640, 545, "", "Werkstatt Weber", 8).cell(640, 505, 820, 545, "", "Winkel", 11)
    )
    assert (found.title, found.company) == ("Winkel", "Werkstatt Weber")


def test_one_name_without_a_label_is_the_company_whatever_its_size() -> None:
    drawing = feet(frame()).cell(500, 505, 640, 545, "TITLE", "PUMP").cell(640, 505, 820, 545, "", "LAKESIDE WERKE", 5)
    assert block(drawing).company == "LAKESIDE WERKE"
    drawing = (
        feet(frame()).cell(500, 505, 640, 545, "TITLE", "PUMP").cell(640, 505, 820, 545, "", "CUSTOMER DRAWING", 5)
    )
    assert block(drawing).company is None
    two = feet(frame(), 545).cell(500, 505, 640, 545, "TITLE", "PUMP")
    two.cell(640, 505, 730, 545, "", "LAKESIDE WERKE", 5).cell(730, 505, 820, 545, "", "HALL NORTH", 5)
    assert block(two).company is None


def test_the_end_of_a_strip_along_the_whole_frame_belongs_to_it() -> None:
    drawing = Drawing().box(20, 20, 822, 575).line(20, 545, 822, 545).text(40, 565, "Makerspace East", 5)
    places = [200, 360, 480, 560, 640, 740]
    cells = [("Title", "Pulley"), ("Dwg no.", "A-5392"), ("Scale", "1:1"), ("Date", "2019-07-18"), ("Sheet", "1/1")]
    for x, end, (label, value) in zip(places, places[1:], cells, strict=False):
        drawing.line(x, 545, x, 575).text(x + 3, 553, label, 4).text(x + 3, 567, value, 5).line(end, 545, end, 575)
    found = block(drawing)
    assert (found.title, found.company) == ("Pulley", "Makerspace East")


def cell(x0: float, y0: float, x1: float, y1: float, text: str) -> Cell:
    words, x = [], x0 + 2
    for part in text.split():
        words.append(Word(part, x, y1 - 3, 0.0, 4.0 * len(part), 6.0))
        x += 4.0 * len(part) + 3
    return Cell((x0, y0, x1, y1), (Line(tuple(words)),))


def grid(*rows: tuple[str, str, str, str]) -> list[Cell]:
    xs = [100, 160, 240, 320, 400]
    return [
        cell(xs[i], 200 + 12 * k, xs[i + 1], 212 + 12 * k, text)
        for k, texts in enumerate(rows)
        for i, text in enumerate(texts)
    ]


def test_a_word_beside_its_label_is_the_title_though_it_is_a_label_elsewhere() -> None:
    cells = grid(("Title", "Stand", "Drawing No.", "P-1063"), ("Material", "S355", "Scale", "1:10"))
    assert {f.field: f.value for f in fields_of(cells)}["title"] == "Stand"
    heads = grid(("Title", "Date", "Scale", "Sheet"), ("Pump", "2020-01-02", "1:10", "1/1"))
    assert {f.field: f.value for f in fields_of(heads)}["title"] == "Pump"


def test_a_title_that_begins_with_a_word_for_people_is_no_label() -> None:
    cells = grid(("PART NAME:", "CONTROL PANEL", "SCALE:", "1:2"))
    assert {f.field: f.value for f in fields_of(cells)} == {"title": "CONTROL PANEL", "scale": "1:2"}


@pytest.mark.parametrize(("value", "field"), [("BUSHING", "title"), ("MP-8758", "part_number")])
def test_a_part_without_a_figure_is_named(value: str, field: str) -> None:
    found = named_as_part(fields_of([cell(100, 200, 300, 212, f"Part: {value}")]))
    assert [(f.field, f.value) for f in found] == [(field, value)]
    titled = [*fields_of([cell(100, 220, 300, 232, "Title: COVER")]), *fields_of([cell(100, 200, 300, 212, "Part: X")])]
    assert named_as_part(titled) == titled


def test_a_larger_label_over_a_value_with_a_slip_is_a_label() -> None:
    sheet, count = (
        Word(t, 100, y, 0.0, 20.0, h, 0.9, "recognised") for t, y, h in (("SHEET", 208, 9), ("20F3", 220, 8))
    )
    found = fields_of([Cell((98, 198, 200, 222), (Line((sheet,)), Line((count,))))])
    assert [(f.field, f.value) for f in found] == [("sheet", "2 of 3")]


def test_a_unit_is_no_company() -> None:
    assert not fits("company", "mm")
    assert fits("company", "Acme")


@pytest.mark.parametrize(
    ("text", "date"),
    [("1998-⌀6-24", "1998-06-24"), ("14-0CT-91", "14-OCT-91"), ("05.0 3.2015", "05.03.2015"), ("⌀6-24", None)],
)
def test_a_date_with_usual_slips(text: str, date: str | None) -> None:
    assert as_date(text) == date


@pytest.mark.parametrize(
    ("text", "tolerance"),
    [
        ("3. 普通公差はJIS B 0405-mによる。", "JIS B 0405-m"),
        ("2) 未注公差按GB/T 1804-m。", "GB/T 1804-m"),
        ("Неуказанные предельные отклонения: H14, h14, ±IT14/2.", "H14, h14, ±IT14/2."),
    ],
)
def test_a_standard_within_a_sentence(text: str, tolerance: str) -> None:
    assert tolerance_in(text) == tolerance


def lines(*texts: str) -> Cell:
    own = [cell(100, 200 + 10 * k, 300, 210 + 10 * k, text).lines[0] for k, text in enumerate(texts)]
    return Cell((100, 200, 300, 210 + 10 * len(texts)), tuple(own))


@pytest.mark.parametrize(
    ("texts", "tolerance"),
    [
        (("未注公差: ±0.1",), "±0.1"),
        (("GENERAL TOLERANCE: ±1/64",), "±1/64"),
        (("UNLESS OTHERWISE SPECIFIED", "FRACTIONS ±1/64", "ANGLES ±1°"), "FRACTIONS ±1/64; ANGLES ±1°"),
        (("UNLESS OTHERWISE SPECIFIED", "FILLETS ±1"), None),
    ],
)
def test_a_general_tolerance_without_its_label(texts: tuple[str, ...], tolerance: str | None) -> None:
    found = general_tolerance([lines(*texts)])
    assert (found[0] if found else None) == tolerance


def test_a_tolerance_beside_or_below_an_abbreviated_label() -> None:
    drawing = feet(frame()).cell(500, 505, 640, 545, "TITLE", "PUMP").cell(640, 505, 820, 545, "General tol.", "±1/32")
    assert block(drawing).general_tolerance == "±1/32"


def test_the_method_of_projection_by_its_number() -> None:
    assert projection_in_words(["Projektion: Methode 1"]) == "first"
    assert projection_in_words(["Projektion: Methode 3"]) == "third"


def test_a_column_of_a_parts_list_is_no_title() -> None:
    rows = [["Pos.", "Menge", "Benennung", "Werkstoff"], ["1", "1", "Rolle", "Nylon"], ["2", "1", "Mutter", "A2"]]
    drawing = Drawing().table(500, 40, [40, 40, 100, 80], rows)
    assert not read(drawing.sheet())
