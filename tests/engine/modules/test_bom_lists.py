"""Parts lists in the forms that drawings use, and the tables that only look like one."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.layout.cells import Cell
from drawkit.engine.modules.bom import read
from drawkit.engine.sheet import Word
from drawkit.engine.tables.headings import _walled_rows
from drawkit.engine.text.lines import Line
from drawkit.engine.titles.labels import bom_column

HEAD = ["ITEM", "QTY", "PART NO.", "DESCRIPTION", "MATERIAL"]
WIDTHS = [40, 30, 70, 140, 60]
ROWS = [
    ["1", "2", "A-100", "BASE PLATE", "S235JR"],
    ["2", "4", "B-200", "SCREW M6x20", "8.8"],
    ["3", "1", "", "COVER", ""],
]


def fields(items, *names):
    return [tuple(getattr(i, n) for n in names) for i in items]


def test_header_on_top_grows_down():
    items = read(Drawing().table(400, 60, WIDTHS, [HEAD, *ROWS]).sheet())
    assert fields(items, "position", "quantity", "part_number", "designation", "material") == [tuple(r) for r in ROWS]
    assert all(i.confidence >= 0.9 for i in items)
    assert items[0].box == pytest.approx((400, 74, 740, 88))
    assert items[0].text == "1 2 A-100 BASE PLATE S235JR"


def test_cells_that_lie_over_each_other_are_no_columns():
    """Strokes of a picture's letters pass for walls: what they close in is no row of headings."""
    words = [Word(text, x, 118, 0, 20, 5, read_from="recognised") for text, x in (("ITEM", 102), ("QTY", 110))]

    def row(second: float):
        cells = [Cell((x, 100, x + 30, 300), (Line((word,)),)) for x, word in zip((100, second), words, strict=True)]
        return list(_walled_rows(cells, bom_column))

    assert len(row(130)) == 1
    assert row(108) == []


def test_header_at_the_bottom_grows_up():
    items = read(Drawing().table(400, 300, WIDTHS, [*reversed(ROWS), HEAD]).sheet())
    assert fields(items, "position") == [("1",), ("2",), ("3",)]


def test_of_two_columns_for_one_field_the_filled_one_has_it():
    head = ["ITEM", "PART NAME", "DESCRIPTION", "QTY"]
    rows = [["1", "Shaft", "", "1"], ["2", "Gear", "", "4"], ["3", "Cover", "", "1"]]
    items = read(Drawing().table(400, 60, [40, 90, 140, 40], [head, *rows]).sheet())
    assert fields(items, "position", "designation", "quantity") == [
        ("1", "Shaft", "1"),
        ("2", "Gear", "4"),
        ("3", "Cover", "1"),
    ]
    rows[1][2] = "SPUR GEAR"  # what is better named and tells something keeps its field
    items = read(Drawing().table(400, 60, [40, 90, 140, 40], [head, *rows]).sheet())
    assert fields(items, "designation") == [("",), ("SPUR GEAR",), ("",)]


def test_list_over_a_title_block_stops_at_it():
    d = Drawing().table(400, 300, WIDTHS, [*reversed(ROWS), HEAD])
    d.cell(400, 356, 570, 400, "TITLE", "GEAR BOX").cell(570, 356, 740, 400, "DWG NO.", "100-2000")
    assert len(read(d.sheet())) == 3


def test_wrapped_cells_blank_rows_and_nested_positions():
    rows = [
        ["1", "1", "", "DEEP GROOVE\nBALL BEARING", ""],
        ["1.1", "2", "", "01_02-\nring", ""],
        ["", "", "", "", ""],
        ["2", "1", "", "NUT", ""],
    ]
    items = read(Drawing().table(300, 60, WIDTHS, [HEAD, *rows]).sheet())
    assert fields(items, "position", "designation") == [
        ("1", "DEEP GROOVE BALL BEARING"),
        ("1.1", "01_02-ring"),
        ("2", "NUT"),
    ]


def test_list_glued_to_the_page_edge():
    d = Drawing()
    for y in (14, 28, 42):
        d.line(0, y, 340, y)
    for x in (40, 70, 140, 280, 340):
        d.line(x, 0, x, 42)
    for row, cells in enumerate([HEAD, *ROWS[:2]]):
        for x, text in zip((3, 43, 73, 143, 283), cells, strict=True):
            d.text(x, 10 + 14 * row, text)
    assert fields(read(d.sheet()), "quantity", "designation") == [("2", "BASE PLATE"), ("4", "SCREW M6x20")]


@pytest.mark.parametrize("level", [True, False])
def test_list_without_upright_lines(level):
    items = read(Drawing().table(300, 60, WIDTHS, [HEAD, *ROWS], upright=False, level=level).sheet())
    assert fields(items, "position", "part_number", "designation") == [(r[0], r[2], r[3]) for r in ROWS]
    assert all(i.confidence < 0.9 for i in items)


def test_rows_between_which_no_line_is_drawn():
    d = Drawing().table(300, 60, WIDTHS, [HEAD, *ROWS], level=False)
    for y in (60, 74, 116):
        d.line(300, y, 640, y)
    assert fields(read(d.sheet()), "position", "designation") == [
        ("1", "BASE PLATE"),
        ("2", "SCREW M6x20"),
        ("3", "COVER"),
    ]


def test_a_section_row_across_the_list_is_passed_over():
    d = Drawing().table(300, 60, WIDTHS, [HEAD, ROWS[0]]).table(300, 102, WIDTHS, [ROWS[1]])
    d.text(310, 98, "BOUGHT PARTS")
    assert fields(read(d.sheet()), "position") == [("1",), ("2",)]


def test_two_lists_side_by_side():
    d = Drawing().table(
        100,
        60,
        [30, 30, 100, 30, 30, 100],
        [["POS", "QTY", "NAME"] * 2, ["1", "1", "AXLE", "3", "2", "RING"], ["2", "4", "NUT", "4", "1", "KEY"]],
    )
    assert sorted(fields(read(d.sheet()), "position", "designation")) == [
        ("1", "AXLE"),
        ("2", "NUT"),
        ("3", "RING"),
        ("4", "KEY"),
    ]


def test_other_columns_keep_their_heading():
    d = Drawing().table(
        100,
        60,
        [40, 40, 120, 60, 60],
        [["Pos.", "Menge", "Benennung", "Gewicht", "Länge"], ["1", "2", "Welle", "0,5 kg", "120"]],
    )
    assert read(d.sheet())[0].other == {"gewicht": "0,5 kg", "länge": "120"}


def test_a_drawing_line_across_a_cell_does_not_lose_its_text():
    d = Drawing().table(100, 60, WIDTHS, [HEAD, *ROWS]).line(340, 80, 340, 200)
    assert len(read(d.sheet())) == 3


@pytest.mark.parametrize(
    "heads",
    [
        ("Pos.", "Menge", "Sachnummer", "Benennung", "Werkstoff", "Bemerkung"),
        ("Rep.", "Qté", "Référence", "Désignation", "Matière", "Observations"),
        ("N.º de elemento", "Cantidad", "Código", "Descripción", "Material", "Observaciones"),
        ("Pos.", "Q.tà", "Codice", "Denominazione", "Materiale", "Note"),
        ("Pos.", "Antal", "Artikelnummer", "Benämning", "Material", "Anmärkning"),
        ("Поз.", "Кол.", "Обозначение", "Наименование", "Материал", "Примечание"),
        ("部番", "個数", "図番", "品名", "材質", "備考"),
        ("序号", "数量", "代号", "名称", "材料", "备注"),
        ("ITEM NO.", "QTY.", "PART NUMBER", "DESCRIPTION", "MATERIAL", "REMARKS"),
        ("FIND NO", "QTY REQD", "PART OR IDENTIFYING NO", "NOMENCLATURE OR DESCRIPTION", "MATERIAL", "NOTE"),
        ("Item", "Q'ty", "Part No.", "Name", "Mat'l", "Comment"),
        ("Line Item", "Qty", "Part Number", "Name", "Material", "Remarks"),
    ],
)
def test_headings_of_many_languages(heads):
    row = ("7", "2", "X-9", "shaft", "steel", "spare")
    items = read(Drawing(1200).table(100, 60, [110, 80, 140, 180, 80, 100], [heads, row]).sheet())
    assert fields(items, "position", "quantity", "part_number", "designation", "material", "remark") == [row]


@pytest.mark.parametrize(
    "rows",
    [
        [["REV", "DESCRIPTION", "DATE", "APPROVED"], ["1", "FIRST ISSUE", "2020-01-01", "JD"]],
        [["NO.", "DESCRIPTION", "DATE", "BY"], ["1", "FIRST ISSUE", "2020-01-01", "JD"]],
        [["TAG", "X LOC", "Y LOC", "SIZE"], ["A1", "10.5", "20", "5.5 THRU"]],
        [["HOLE", "QTY", "X", "Y", "DESCRIPTION"], ["A", "4", "1", "2", "M6"]],
        [["PIN", "SIGNAL", "COLOR"], ["1", "GND", "BLACK"]],
        [["ITEM", "WIRE", "FROM", "TO", "DESCRIPTION"], ["1", "W1", "J1", "J2", "red"]],
        [["SIZE", "DWG NO.", "REV"], ["A3", "100", "B"]],
        [["PART NUMBER", "DESCRIPTION", "SPECIFICATION"], ["", "", ""]],
        [["RANGE", "TOLERANCE"], ["0-6", "0.1"]],
        [["ITEM", "QTY", "DESCRIPTION"], ["", "", ""]],
    ],
)
def test_decoys_are_no_parts_lists(rows):
    assert read(Drawing().table(100, 100, [60, 120, 80, 80, 120][: len(rows[0])], rows).sheet()) == []


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_lines_that_jitter_and_break_still_rule_the_list(seed):
    rng = np.random.default_rng(seed)
    clean = Drawing().table(200, 100, WIDTHS, [HEAD, *ROWS]).sheet()
    pieces = []
    for x0, y0, x1, y1 in clean.segments:
        cut = rng.uniform(0.3, 0.7)
        xm, ym = x0 + (x1 - x0) * cut, y0 + (y1 - y0) * cut
        gap = 0.5 / max(np.hypot(x1 - x0, y1 - y0), 1)
        pieces += [
            [x0, y0, xm - (x1 - x0) * gap, ym - (y1 - y0) * gap],
            [xm + (x1 - x0) * gap, ym + (y1 - y0) * gap, x1, y1],
        ]
    drawn = np.array(pieces) + rng.uniform(-0.1, 0.1, (len(pieces), 1))
    items = read(clean.at(drawn=drawn))
    assert fields(items, "position", "designation") == [(r[0], r[3]) for r in ROWS]


def test_confidence_follows_the_words():
    d = Drawing().table(200, 100, WIDTHS, [HEAD, *ROWS])
    d.words = [w.with_text(w.text, confidence=0.5, read_from="recognised") for w in d.words]
    items = read(d.sheet())
    assert items[0].read_from == "recognised"
    assert items[0].confidence < 0.5


def test_an_empty_sheet_has_no_list():
    assert read(Drawing().sheet()) == []


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("housing_cover_le\nft_side", "housing_cover_left_side"),
        ("housing_cover_\nleft", "housing_cover_left"),
        ("housing_cover\nleft", "housing_cover left"),
        ("galvanisedsteels\nheet", "galvanisedsteels heet"),
        ("old housing_c_le\nft_side", "old housing_c_le ft_side"),
        ("housing_cover_le\n(left)", "housing_cover_le (left)"),
    ],
)
def test_names_with_underscores_are_whole_where_they_were_broken_for_want_of_room(cell, text):
    rows = [["ITEM", "NAME"], ["1", cell], ["2", "NUT"]]
    (first, _) = read(Drawing().table(100, 100, [40, 62], rows).sheet())
    assert first.designation == text


def test_rows_that_share_the_cell_of_their_position_are_rows_of_their_own():
    d = Drawing()
    columns = [60, 90, 190, 300, 330]
    rows = [("Item", "ACME P/N", "Description", "Qty"), ("", "SP-0101", "SOCKET", ""), ("", "SP-0202", "PLUG", "")]
    rows += [("2", "SP-0303", "SCREW", "4"), ("3", "SP-0404", "WASHER", "4")]
    for row, cells in enumerate(rows):
        shared = row in (1, 2)
        for left, right, text in zip(columns, columns[1:], cells, strict=False):
            if not shared or text:
                d.box(left, 100 + 14 * row, right, 114 + 14 * row).text(left + 4, 110 + 14 * row, text, 5)
    for left, right, text in ((60, 90, "1"), (300, 330, "2")):
        d.box(left, 114, right, 142).text(left + 4, 130, text, 5)
    items = read(d.sheet())
    assert fields(items, "position", "part_number", "designation", "quantity") == [
        ("1", "SP-0101", "SOCKET", "2"),
        ("1", "SP-0202", "PLUG", "2"),
        ("2", "SP-0303", "SCREW", "4"),
        ("3", "SP-0404", "WASHER", "4"),
    ]
