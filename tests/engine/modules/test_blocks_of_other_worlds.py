"""Title blocks of other worlds: tables of signatures, forms of separate boxes, broken frames, lists with room left."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.contract import TitleBlock
from drawkit.engine.layout.cells import cells_of
from drawkit.engine.modules.title_block import read, title_fields
from drawkit.engine.titles.separate_boxes import as_one_form


def block(d: Drawing) -> TitleBlock:
    (found,) = read(d.sheet())
    return found


def told(b: TitleBlock) -> set[tuple[str, str]]:
    return {(f.label, f.value) for f in b.fields}


def signed(heads: tuple[str, ...], rows: list[list[str]], *, bottom: bool = False) -> Drawing:
    """A block with a table of signatures at its left, whose column heads stand above or below."""
    body = [*rows, ["", *heads]] if bottom else [["", *heads], *rows]
    d = Drawing().box(20, 20, 822, 575).table(400, 455, [60, 50, 50, 50], body, 13, height=4)
    d.cell(610, 455, 822, 500, "TITLE:", "CUTTER ADAPTER").cell(610, 500, 822, 530, "DWG NO.", "FA-102")
    return d.cell(610, 530, 700, 555, "SCALE:", "1:2").cell(700, 530, 822, 555, "SHEET:", "1/1")


GERMAN = [
    ["GEZEICHNET", "Homann", "", "06.05.16"],
    ["GEPRÜFT", "", "", ""],
    ["GENEHMIGT", "Muschard", "", "09.05.16"],
    ["PRODUKTION", "TU Berlin", "", "10.05.16"],
    ["QUALITÄT", "", "", ""],
]
RUSSIAN = [
    ["Разраб.", "Соболев", "", "01.02.20"],
    ["Пров.", "Красавин", "", ""],
    ["", "", "", ""],
    ["Н. контр.", "Лунёв", "", "03.02.20"],
]
ENGLISH = [["DRAWN", "J. Doe", "", ""], ["CHECKED", "A. Poe", "", "2020-03-01"], ["MFG", "P. Ray", "", "2020-03-09"]]
CHINESE = [["设计", "张三", "", "2020.1.2"], ["校对", "李四", "", "2020.1.3"], ["工艺", "赵六", "", "2020.1.5"]]


@pytest.mark.parametrize("bottom", [False, True])
def test_every_row_of_a_table_of_signatures_tells_its_name_and_date(bottom):
    b = block(signed(("NAME", "SIGNATUR", "DATUM"), GERMAN, bottom=bottom))
    assert (b.drawn_by, b.checked_by, b.approved_by, b.date) == ("Homann", None, "Muschard", "06.05.16")
    assert b.company is None
    assert {("GENEHMIGT", "09.05.16"), ("PRODUKTION", "TU Berlin"), ("PRODUKTION", "10.05.16")} <= told(b)


@pytest.mark.parametrize(
    ("heads", "rows", "more"),
    [
        (("Фамилия", "Подп.", "Дата"), RUSSIAN, {("Н. контр.", "Лунёв"), ("Н. контр.", "03.02.20")}),
        (("NAME", "SIGNATURE", "DATE"), ENGLISH, {("CHECKED", "2020-03-01"), ("MFG", "P. Ray")}),
        (("姓名", "签名", "日期"), CHINESE, {("校对", "2020.1.3"), ("工艺", "赵六"), ("工艺", "2020.1.5")}),
    ],
)
def test_rows_of_other_labels_in_other_languages(heads, rows, more):
    assert more <= told(block(signed(heads, rows)))


def test_whoever_signs_under_another_label_is_private():
    _, found = title_fields(signed(("NAME", "SIGNATUR", "DATUM"), GERMAN).sheet())
    assert [f.value for f in found if f.field == "signed_by"] == ["TU Berlin"]


def test_a_captioned_cell_of_no_field_is_told_with_its_label():
    d = signed(("NAME", "SIGNATUR", "DATUM"), GERMAN)
    d.cell(610, 555, 716, 575, "Edges:", "ISO 13715", 5).cell(716, 555, 822, 575, "Surfaces:", "EN ISO 1302", 5)
    assert {("Edges:", "ISO 13715"), ("Surfaces:", "EN ISO 1302")} <= told(block(d))


def changes(d: Drawing, rows: list[list[str]], *, up: bool = False) -> Drawing:
    heads = [["REV", "DESCRIPTION", "DATE", "APPROVED"]]
    return d.table(500, 40, [30, 140, 60, 60], [*reversed(rows), *heads] if up else [*heads, *rows])


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize(
    ("marks", "last"), [(("A", "B"), "B"), (("B", "A"), "B"), (("9", "10"), "10"), (("D0", "D1"), "D1")]
)
def test_the_last_change_tells_the_revision_where_the_block_does_not(marks, last, up):
    rows = [[mark, "HOLE ADDED", "2020-01-02", "JD"] for mark in marks]
    assert block(changes(signed(("NAME", "SIGNATUR", "DATUM"), GERMAN), rows, up=up)).revision == last


def test_the_block_tells_its_revision_itself():
    d = changes(signed(("NAME", "SIGNATUR", "DATUM"), GERMAN), [["B", "HOLE ADDED", "2020-01-02", "JD"]])
    assert block(d.cell(610, 555, 716, 575, "REV:", "C", 5)).revision == "C"


@pytest.mark.parametrize("x", [600, 30])
def test_a_form_of_boxes_that_stand_apart(x):
    d = Drawing()
    rows = (("TITLE", "Rubber Handle"), ("PART NO", ""), ("REVISION", ""), ("DESIGNER", "Nathan Renner"), ("NOTES", ""))
    for i, (label, value) in enumerate(rows):
        top = 80 + 38 * i
        d.box(x, top, x + 46, top + 17).text(x + 2, top + 12, label, 6.5)
        d.box(x + 56, top, x + 180, top + 17)
        if value:
            d.text(x + 58, top + 12, value, 6.5)
    b = block(d)
    assert (b.title, b.drawn_by, b.part_number, b.revision) == ("Rubber Handle", "Nathan Renner", None, None)
    assert b.box == pytest.approx((x, 80, x + 180, 80 + 38 * 4 + 17), abs=1)


@pytest.mark.parametrize("off", [0.0, 0.2])
def test_labels_whose_walls_go_on_between_them_are_no_such_form(off):
    d = Drawing()
    for i, label in enumerate(("DRAWN", "ENG APPR.", "Q.A.")):
        d.box(600, 80 + 38 * i, 646, 97 + 38 * i).text(602, 92 + 38 * i, label, 6.5)
    d.line(600 - off, 80, 600 - off, 190).line(646 + off, 80, 646 + off, 190)
    sheet = d.sheet()
    assert as_one_form(sheet, cells_of(sheet)) == []


def test_the_margin_inside_a_frame_that_ends_at_the_block_is_none_of_it():
    d = Drawing().box(14, 14, 827, 581)
    d.line(373, 568, 29, 568, 29, 29, 813, 29, 813, 427)  # the inner frame ends where the block stands
    for x in (137, 279, 420, 560, 700):
        d.line(x, 14, x, 29).line(x, 568, x, 581)
    for i, y in enumerate((155, 298, 440)):
        d.line(14, y, 29, y).line(813, y, 827, y).text(18, y - 60, "ABC"[i], 6)
    for i, x in enumerate((70, 210)):
        d.text(x, 578, str(i + 1), 6)
    d.cell(373, 427, 600, 504, "TITLE", "ASSEMBLY").cell(600, 427, 827, 504, "COMPANY", "Smart Methods")
    d.cell(373, 504, 600, 581, "DRAWN BY", "N. Bahamdin").cell(600, 504, 827, 581, "SCALE", "1:1")
    assert block(d).box == pytest.approx((373, 427, 827, 581), abs=1)


def test_the_blank_rows_of_a_parts_list_are_none_of_the_block_under_it():
    rows = [["Поз.", "Наименование", "Кол.", "Примечание"], ["1", "Деталь", "1", ""], ["2", "Карман", "2", ""]]
    d = Drawing(595, 842).box(57, 14, 581, 828)
    d.table(57, 14, [57, 312, 28, 127], [*rows, *([""] * 4 for _ in range(45))], 14.6, height=6)
    d.table(57, 715, [48, 65, 43, 28], [["Разраб.", "Соболев", "", ""], ["Пров.", "Красавин", "", ""]], 56, height=6)
    d.cell(241, 715, 439, 771, "", "Грот", 12).cell(439, 715, 581, 771, "Лист", "1").cell(241, 771, 581, 827, "", "АБ")
    area, _ = title_fields(d.sheet())
    assert area is not None
    assert area.box[1] == pytest.approx(715, abs=1)


@pytest.mark.parametrize(
    ("lines", "material"),
    [
        (["MATERIAL: 440C"], "440C"),
        (["Material: 1.4301"], "1.4301"),
        (["Material: Brass", "Any alloy that can be milled well is good", "enough; aluminium would do too"], "Brass"),
        (["MATERIAL: ALUMINIUM ALLOY IN SHEETS,", "6061-T6"], "ALUMINIUM ALLOY IN SHEETS, 6061-T6"),
    ],
)
def test_a_note_tells_the_material(lines, material):
    d = signed(("NAME", "SIGNATUR", "DATUM"), GERMAN)
    for i, line in enumerate(lines):
        d.text(60, 480 + 9 * i, line)
    assert block(d).material == material


@pytest.mark.parametrize("size", [10, 24])
def test_what_is_printed_over_rows_of_tolerances_parts_none_of_them(size):
    d = signed(("NAME", "SIGNATUR", "DATUM"), GERMAN)
    rows = ["TOLERANCES:", "FRACTIONAL 1/32", "TWO PLACE DECIMAL ±.01", "THREE PLACE DECIMAL ±.001"]
    for i, row in enumerate(rows):
        d.text(410, 542 + 9 * i, row, 5)
    d.box(400, 530, 610, 575).text(530, 558, "EDUCATIONAL", size)
    told = block(d).general_tolerance
    assert told is not None
    assert [row.split(" EDU")[0] for row in told.split("; ")] == ["FRACTIONAL 1/32", *rows[2:]]
