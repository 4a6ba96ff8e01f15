"""Parts lists of other drawing offices: forms of GOST, GB, JIS, STAS, headings that stand, lists on their side."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing
from turned_drawing import turned_sheet

from drawkit.engine.modules.bom import parts_lists, read
from drawkit.engine.sheet import Sheet


def fields(items, *names):
    return [tuple(getattr(i, n) for n in names) for i in items]


GOST = [
    ["", "", "", "", "Сборочные единицы", "", ""],
    ["", "", "", "", "", "", ""],
    ["А3", "", "1", "АБВГ.301.000", "Корпус редуктора", "1", ""],
    ["", "", "", "", "сварной", "", ""],
    ["", "", "", "", "", "", ""],
    ["", "", "", "", "Стандартные изделия", "", ""],
    ["", "", "", "", "", "", ""],
    ["", "", "2", "", "Болт М8-6gx20", "4", "см. п. 3"],
    ["", "", "", "", "ГОСТ 7798-70", "", ""],
    ["", "", "3", "", "Шайба 8", "4", ""],
]


def gost_form() -> Drawing:
    """Form 1 of GOST 2.106 with rows of 8 mm: narrow headings stand."""
    d, edges = Drawing(595, 842), [57, 74, 91, 114, 312, 491, 519, 581]
    d.box(57, 15, 581, 57)
    for x in edges[1:-1]:
        d.line(x, 15, x, 57 + 22 * len(GOST))
    for x, text in zip(
        edges, ["Формат", "Зона", "Поз.", "Обозначение", "Наименование", "Кол.", "Примечание"], strict=False
    ):
        if text in ("Обозначение", "Наименование", "Примечание"):
            d.text(x + 3, 40, text)
        else:
            d.text(x + 12, 54, text, angle=90)
    for row, cells in enumerate(GOST):
        d.box(57, 57 + 22 * row, 581, 79 + 22 * row)
        for x, cell in zip(edges, cells, strict=False):
            if cell:
                d.text(x + 3, 72 + 22 * row, cell)
    return d


def test_a_specification_form_with_standing_headings_titles_of_groups_and_items_of_two_rows():
    items = read(gost_form().sheet())
    assert fields(items, "position", "quantity", "part_number", "designation", "remark") == [
        ("1", "1", "АБВГ.301.000", "Корпус редуктора сварной", ""),
        ("2", "4", "", "Болт М8-6gx20 ГОСТ 7798-70", "см. п. 3"),
        ("3", "4", "", "Шайба 8", ""),
    ]
    assert items[0].other == {"формат": "А3"}
    assert items[0].box == pytest.approx((57, 101, 581, 145))


@pytest.mark.parametrize("quarter", [90, 270])
def test_the_same_form_on_a_sheet_that_lies_on_its_side(quarter):
    lying = gost_form().sheet()
    sheet = turned_sheet(lying, -quarter % 360)
    assert [i.text for i in read(sheet)] == [i.text for i in read(lying)]
    (table,) = parts_lists(sheet)
    assert table.placed == table.box
    assert 0 <= table.box[0] < table.box[2] <= sheet.width


@pytest.mark.parametrize(
    "head",
    [
        ["序号", "代号", "名称", "数量", "材料", "备注"],
        ["品番", "図番", "品名", "個数", "材質", "備考"],
        ["Poz.", "Nr. desen sau STAS", "Denumirea", "Buc.", "Materialul", "Obs."],
        ["מס'", 'מק"ט', "תיאור", "כמות", "חומר", "הערות"],
        ["Marca", "Código", "Denominación", "Nº de piezas", "Material", "Notas"],
        ["Pos.", "Código", "Descrição", "Quantidade", "Material", "Observações"],
        ["Rep.", "Référence", "Désignation", "Nombre de pièces", "Matière", "Observations"],
        ["Pos.", "Codice", "Denominazione", "Nº pezzi", "Materiale", "Note"],
        ["Lp.", "Nr części", "Nazwa", "Liczba", "Materiał", "Uwagi"],
        ["STT", "Ký hiệu", "Tên gọi", "SL", "Vật liệu", "Ghi chú"],
        ["№ поз.", "Обозначение (чертёж)", "Наименование изделия", "Кол. (шт)", "Марка материала", "Примечания"],
        ["Item", "Part No.", "Description (EN)", "Qty", "Material", "Remarks"],
    ],
)
@pytest.mark.parametrize("upward", [False, True])
def test_headings_in_many_languages_over_and_under_their_list(head, upward):
    rows = [
        ["1", "A-1", "BODY", "1", "STEEL", "x"],
        ["2", "A-2", "LID", "2", "BRASS", ""],
        ["3", "A-3", "NUT", "4", "", ""],
    ]
    cells = [*reversed(rows), head] if upward else [head, *rows]
    items = read(Drawing().table(100, 100, [50, 90, 110, 90, 90, 80], cells).sheet())
    told = fields(items, "position", "part_number", "designation", "quantity", "material", "remark")
    assert told == [tuple(r) for r in rows]


def test_columns_are_told_by_their_cells_where_no_heading_names_them():
    rows = [["Xx", "Yyyyy", "Zzz"], ["1", "BODY", "1"], ["2", "LID", "2"], ["3", "NUT", "2"], ["4", "PIN", "12"]]
    items = read(Drawing().table(100, 100, [40, 120, 40], rows).sheet())
    assert fields(items, "position", "designation", "quantity") == [(r[0], r[1], r[2]) for r in rows[1:]]


@pytest.mark.parametrize(
    "rows",
    [
        [["Pin", "Signal", "Gauge"], ["1", "GND", "20"], ["2", "VCC", "22"], ["3", "TX", "22"]],
        [["1", "BODY", "1"], ["2", "LID", "2"], ["3", "NUT", "2"]],
        [["Xx", "Yy", "Zz"], ["1", "BODY", "1"], ["2", "LID", "2"]],
        [["Xx", "Yy", "Zz"], ["7", "BODY", "1"], ["2", "LID", "2"], ["9", "NUT", "2"]],
        [["Xx", "Yy", "Zz"], ["1", "BODY", "1.5"], ["2", "LID", "2.5"], ["3", "NUT", "2"]],
    ],
)
def test_other_tables_are_no_lists_whatever_they_count(rows):
    assert read(Drawing().table(100, 100, [40, 120, 40], rows).sheet()) == []


def test_headings_of_two_lines_of_cells():
    d = Drawing()
    for x in (100, 140, 240, 280, 320, 360):
        d.line(x, 114 if x == 320 else 100, x, 170)
    for y in (100, 128, 142, 156, 170):
        d.line(100, y, 360, y)
    d.line(280, 114, 360, 114)
    for x, y, text in (
        (103, 115, "POS"), (143, 115, "NAME"), (243, 115, "QTY"), (283, 110, "MASS"), (283, 124, "UNIT"),
        (323, 124, "SUM"),
    ):  # fmt: skip
        d.text(x, y, text)
    for row, cells in enumerate(
        [["1", "BODY", "1", "2.0", "2.0"], ["2", "LID", "2", "0.5", "1.0"], ["3", "NUT", "4", "", ""]]
    ):
        for x, cell in zip((103, 143, 243, 283, 323), cells, strict=True):
            if cell:
                d.text(x, 138 + 14 * row, cell)
    items = read(d.sheet())
    assert fields(items, "position", "designation", "quantity") == [
        ("1", "BODY", "1"),
        ("2", "LID", "2"),
        ("3", "NUT", "4"),
    ]
    assert items[1].other == {"mass unit": "0.5", "sum": "1.0"}


def test_a_list_without_any_line_is_read_with_doubt():
    rows = [["POS", "NAME", "QTY"], ["1", "BODY", "1"], ["2", "LID", "2"], ["3", "NUT", "4"]]
    items = read(Drawing().table(100, 100, [40, 120, 40], rows, level=False, upright=False).sheet())
    assert fields(items, "position", "designation", "quantity") == [tuple(r) for r in rows[1:]]
    assert all(i.confidence < 0.9 for i in items)


def test_a_turned_list_has_no_pixels_to_read_again_but_its_words():
    rows = [["ITEM", "NAME", "QTY"], ["1", "BODY", "1"], ["2", "LID", ""]]
    sheet: Sheet = turned_sheet(Drawing().table(100, 100, [40, 120, 40], rows).sheet(source="strokes"), 270)
    assert fields(read(sheet), "position", "quantity") == [("1", "1"), ("2", "")]
    assert parts_lists(Drawing().sheet(), parts_lists(sheet)[0]) == ()


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize(
    "heads",
    [
        ["序号<NO.>", "规格", "料号<P/N>", "用量<Usage>"],
        ["序号 NO.", "品名 NAME", "料号 P/N", "数量 QTY"],
        ["項次", "品名", "料號", "用量"],
        ["번호", "품명", "부품번호", "수량"],
        ["Поз. обозна-\nчение", "Наименование", "Артикул", "Кол."],
    ],
)
def test_heads_in_two_scripts_over_and_under_the_rows(heads, up):
    rows = [["1", "PIN", "P-1001", "2"], ["2", "HOUSING", "P-1002", "1"]]
    d = Drawing().table(400, 100, [60, 100, 80, 80], [*reversed(rows), heads] if up else [heads, *rows])
    assert fields(read(d.sheet()), "position", "designation", "part_number", "quantity") == [tuple(r) for r in rows]


def test_a_specification_is_no_parts_list_for_its_numbered_items():
    rows = [["序号", "规格"], ["1", "DC 12V"], ["2", "1A Max."]]
    assert read(Drawing().table(400, 100, [60, 100], rows).sheet()) == []


def test_titles_of_groups_are_no_parts():
    rows = [["", "Конденсаторы", ""], ["C1", "К10-17", "4"], [""] * 3, ["", "Резисторы", ""], ["R1", "С2-33", "2"]]
    d = Drawing().table(400, 100, [60, 100, 80], [["Поз. обозначение", "Наименование", "Кол."], *rows])
    assert fields(read(d.sheet()), "position", "designation") == [("C1", "К10-17"), ("R1", "С2-33")]
