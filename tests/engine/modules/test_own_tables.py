"""Tables that are neither title block, parts list nor revisions, and what only looks like one."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st
from turned_drawing import turned_sheet

from drawkit.engine.layout.turned import back_box, turned_box
from drawkit.engine.modules.tables import boxes_of_tables, read
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.tables.aligned_tables import aligned_tables
from drawkit.engine.tables.grids import faces_of, grids_of

SPEC = [["Parameter", "Value", "Unit"], ["Voltage", "24", "V"], ["Current", "1.5", "A"], ["Speed", "3000", "rpm"]]
WIDTHS = [70, 50, 40]


def turned_drawing(made: Drawing, quarter: int) -> Drawing:
    """The drawing so turned that what read to the right reads along `quarter`."""
    sheet = turned_sheet(made.sheet(), -quarter % 360)
    out = Drawing(sheet.width, sheet.height)
    out.words, out.paths = list(sheet.words), list(sheet.paths)
    return out


@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_a_ruled_table_reads_the_same_however_it_is_turned(quarter):
    made = Drawing().text(100, 95, "TECHNICAL DATA").table(100, 100, WIDTHS, SPEC)
    sheet = turned_drawing(made, quarter).sheet()
    (table,) = read(sheet, [])
    assert table.columns == tuple(SPEC[0])
    assert table.rows == tuple(map(tuple, SPEC[1:]))
    assert (table.kind, table.caption, table.rotation) == ("specification", "TECHNICAL DATA", quarter)
    assert table.confidence == pytest.approx(0.95)
    assert back_box(turned_box(table.box, quarter, sheet.width, sheet.height), quarter, sheet.width, sheet.height)
    whole = (100, 100, 260, 156)
    assert turned_box(table.box, quarter, sheet.width, sheet.height) == pytest.approx(whole)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("hole", [["TAG", "X LOC", "Y LOC", "SIZE"], ["A1", "10", "20", "⌀5 THRU"], ["A2", "30", "20", "⌀5 THRU"]]),
        ("gear", [["Модуль", "m", "2"], ["Число зубьев", "z", "24"], ["Исходный контур", "-", "ГОСТ 13755"]]),
        ("bend", [["Bend", "Direction", "Bend Angle"], ["1", "DOWN", "90°"], ["2", "UP", "45°"]]),
        ("pin", [["PIN", "SIGNAL", "WIRE COLOR"], ["1", "GND", "BLACK"], ["2", "VCC", "RED"]]),
        ("tolerance", [["Nennmaß", "Abmaß"], ["0.5 - 6", "±0.1"], ["6 - 30", "±0.2"]]),
        ("other", [["Left", "Right"], ["alpha", "beta"]]),
    ],
)
def test_kinds_follow_from_headings_and_first_column(kind, rows):
    (table,) = read(Drawing().table(100, 100, [90, 80, 80, 80][: len(rows[0])], rows).sheet(), [])
    assert table.kind == kind


def test_a_caption_in_the_first_row_and_merged_cells():
    d = Drawing().box(100, 100, 300, 114).text(150, 110, "PIN ASSIGNMENT")
    for x in (100, 140, 220, 300):
        d.line(x, 114, x, 170)
    for y in (114, 128, 142, 156, 170):
        d.line(140 if y == 142 else 100, y, 300, y)  # the second and third row share their first cell
    for row, cells in enumerate(
        [["Pin", "Signal", "Wire"], ["1", "GND", "BK"], ["", "GND2", "WH"], ["2", "VCC", "RD"]]
    ):
        for x, cell in zip((103, 143, 223), cells, strict=True):
            if cell:
                d.text(x, 124 + 14 * row, cell)
    (table,) = read(d.sheet(), [])
    assert (table.caption, table.columns) == ("PIN ASSIGNMENT", ("Pin", "Signal", "Wire"))
    assert table.rows == (("1", "GND", "BK"), ("", "GND2", "WH"), ("2", "VCC", "RD"))
    assert table.kind == "pin"


def test_headings_at_the_bottom_and_standing_headings():
    rows = [["2", "VCC", "RED"], ["1", "GND", "BLACK"], ["PIN", "SIGNAL", "COLOR CODE"]]
    (table,) = read(Drawing().table(100, 100, [40, 60, 80], rows).sheet(), [])
    assert table.columns == ("PIN", "SIGNAL", "COLOR CODE")
    assert [r[0] for r in table.rows] == ["1", "2"]
    d = Drawing().table(100, 130, [16, 60, 60], [["1", "GND", "BLACK"], ["2", "VCC", "RED"]])
    d.box(100, 90, 116, 130).box(116, 90, 176, 130).box(176, 90, 236, 130)
    d.text(111, 125, "PIN", angle=90).text(120, 110, "SIGNAL").text(180, 110, "WIRE")
    (table,) = read(d.sheet(), [])
    assert table.columns == ("PIN", "SIGNAL", "WIRE")


def test_known_tables_are_not_told_again_but_their_boxes_are():
    d = Drawing().table(100, 100, WIDTHS, SPEC).table(400, 100, WIDTHS, SPEC)
    known = [(398.0, 98.0, 562.0, 160.0)]
    assert [t.box[0] for t in read(d.sheet(), known)] == [100]
    assert set(boxes_of_tables(d.sheet(), known)) == {known[0], (100, 100, 260, 156), (400, 100, 560, 156)}
    captioned = d.text(105, 96, "SPECIFICATIONS").sheet()
    assert boxes_of_tables(captioned, known)[1][1] < 96


def dimensions_between(d: Drawing, xs, y, texts, reach=30):
    """A chain of dimensions over the plate's edge at y, with extension lines and arrowheads."""
    for x in xs:
        d.line(x, y, x, y - reach)
    for a, b, text in zip(xs, xs[1:], texts, strict=False):
        d.line(a, y - 20, b, y - 20)
        for x, way in ((a, 1), (b, -1)):
            d.line(x, y - 20, x + way * 5, y - 21, x + way * 5, y - 19, x, y - 20)
        d.text((a + b) / 2 - 5, y - 22, text)
    return d


def test_views_and_their_dimensions_are_no_table():
    d = Drawing().box(100, 200, 200, 260).box(200, 200, 300, 260).box(100, 260, 300, 320)
    for level, texts in ((200, ["10", "20"]), (180, ["12", "24"]), (160, ["14", "28"])):
        dimensions_between(d, [100, 200, 300], level, texts)
    assert read(d.sheet(), []) == []


def test_stacked_feature_control_frames_are_no_table():
    d = Drawing()
    for top in (100, 114):
        d.box(100, top, 116, top + 14).box(116, top, 150, top + 14).box(150, top, 164, top + 14)
        d.circle(108, top + 7, 4).text(119, top + 10, "⌀0.1").text(154, top + 10, "A")
    assert read(d.sheet(), []) == []


def test_a_grid_with_little_text_or_bare_numbers_is_none():
    assert read(Drawing().table(100, 100, WIDTHS, [["a", "", ""], ["", "", ""], ["", "", "b"]]).sheet(), []) == []
    numbers = [["1", "2"], ["3", "4"]]
    assert read(Drawing().table(100, 100, WIDTHS[:2], numbers).sheet(), []) == []
    matrix = [[str(r * c) for c in range(1, 4)] for r in range(1, 4)]
    (table,) = read(Drawing().table(100, 100, WIDTHS, matrix).sheet(), [])
    assert (table.columns, table.rows) == (None, tuple(map(tuple, matrix)))


def test_an_aligned_table_without_any_line():
    d = Drawing().table(100, 100, WIDTHS, SPEC, level=False, upright=False)
    (table,) = read(d.sheet(), [])
    assert (table.columns, table.rows) == (tuple(SPEC[0]), tuple(map(tuple, SPEC[1:])))
    assert table.confidence == pytest.approx(0.75)
    ruled = Drawing().table(100, 100, WIDTHS, SPEC, upright=False).sheet()
    assert read(ruled, [])[0].rows == table.rows


def test_two_aligned_columns_need_five_rows():
    rows = [[f"{number}", name] for number, name in enumerate(["GND", "VIN", "TX", "RX", "A7", "A6"], 1)]
    (table,) = read(Drawing().table(100, 100, [40, 60], rows, level=False, upright=False).sheet(), [])
    assert table.rows == tuple(map(tuple, rows))
    assert read(Drawing().table(100, 100, [40, 60], rows[:4], level=False, upright=False).sheet(), []) == []


PARTS = [["Open", "261G3", "0.20", "5.08"], ["High", "201G3H", "0.24", "6.10"], ["Low", "200G3L", "0.18", "4.57"]]


def aligned(rows, x=100, y=100, widths=(70, 60, 40, 40)):
    return Drawing().table(x, y, list(widths), rows, level=False, upright=False)


def test_headings_over_several_columns_are_no_row():
    d = aligned(PARTS).text(103, 96, "Mating Part Number").text(180, 96, "and Dimensions in mm")
    assert read(d.sheet(), [])[0].rows == tuple(map(tuple, PARTS))


def test_the_last_line_of_a_heading_may_stand_as_far_from_the_first_row_as_the_line_above():
    d = aligned(PARTS)
    for y in (70, 90):
        d.text(103, y, "Barrel").text(173, y, "Number").text(233, y, "inch").text(273, y, "mm")
    (table,) = read(d.sheet(), [])
    assert set(table.rows) >= set(map(tuple, PARTS[1:]))


def test_a_cell_may_reach_into_the_strip_beside_it():
    rows = [["Low", f"1{n}3", "0.20", "5.08"] for n in range(6)]
    rows[3][0] = "Very high force"
    assert read(aligned(rows).sheet(), [])[0].rows == tuple(map(tuple, rows))


def test_cells_of_some_columns_may_be_empty():
    rows = [["Top", "Low", "1377G1", "0.59", "1.52"], ["", "High", "1317G1", "", ""]] * 3
    assert read(aligned(rows, widths=(40, 40, 60, 40, 40)).sheet(), [])[0].rows == tuple(map(tuple, rows))


def test_a_number_of_a_view_beside_a_table_is_none_of_it():
    d = aligned(PARTS).text(330, 124, "16.26")
    assert read(d.sheet(), [])[0].rows == tuple(map(tuple, PARTS))


def test_marked_notes_are_no_table():
    notes = [["*", "CAVITY NUMBER", "5 mm"], ["*", "MATERIAL MARK", "3 mm"], ["*", "DATE OF MOULDING", "2 mm"]]
    assert read(aligned(notes, widths=(20, 90, 40)).sheet(), []) == []


def test_numbered_notes_and_unruled_title_blocks_are_no_table():
    notes = [[f"{n}.", "BREAK SHARP EDGES"] for n in range(1, 8)]
    assert read(Drawing().table(100, 100, [40, 200], notes, level=False, upright=False).sheet(), []) == []
    block = [["SCALE", "1:2"], ["TITLE", "PLATE"], ["DRAWN BY", "A. B."], ["DATE", "2020"], ["SHEET", "1/2"]]
    assert read(Drawing().table(100, 100, [60, 200], block, level=False, upright=False).sheet(), []) == []


def test_aligned_numbers_that_lines_run_through_are_no_table():
    rows = [["10", "20", "30"], ["11", "21", "31"], ["12", "22", "32"]]
    d = Drawing().table(100, 100, WIDTHS, rows, level=False, upright=False).line(90, 90, 240, 150)
    assert read(d.sheet(), []) == []


def walled(d, x, y, widths, rows, pitch=14):
    """A table without level lines, the walls between whose columns are drawn row by row."""
    d.table(x, y, widths, rows, pitch, level=False, upright=False)
    for wall in np.cumsum([x, *widths[:-1]])[1:]:
        for row in range(len(rows)):
            d.line(wall, y + row * pitch, wall, y + (row + 1) * pitch)
    return d


def rows_of(letter, count):
    return [[f"{letter}{n}", f"{n}00", f"0.{n}0", f"{n}.5"] for n in range(1, count + 1)]


def test_walls_drawn_row_by_row_rule_the_columns():
    (table,) = aligned_tables(walled(Drawing(), 100, 100, [70, 60, 40, 40], PARTS).sheet(), [])
    assert table.rows == tuple(map(tuple, PARTS))


@pytest.mark.parametrize(
    "places", [[165], [165, 165, 165], [160, 162, 164, 166, 168]], ids=["one", "in some rows", "each at its own place"]
)
def test_short_upright_lines_of_a_view_between_the_numbers_rule_nothing(places):
    d = aligned(rows_of("A", 5))
    assert len(aligned_tables(d.sheet(), [])) == 1
    for row, x in enumerate(places):
        d.line(x, 100 + 14 * row, x, 114 + 14 * row)
    assert aligned_tables(d.sheet(), []) == []


def test_two_tables_under_each_other_whose_walls_stand_at_other_places_are_two():
    upper, lower = rows_of("A", 5), rows_of("B", 4)
    d = walled(Drawing(), 100, 100, [70, 60, 40, 40], upper)
    walled(d, 100, 100 + 14 * 6, [72, 62, 40, 40], lower, 14.5)
    found = {table.rows for table in aligned_tables(d.sheet(), [])}
    assert found == {tuple(map(tuple, upper)), tuple(map(tuple, lower))}


def test_numbers_in_tables_are_no_dimensions_and_words_no_notes():
    d = Drawing().table(100, 100, WIDTHS, SPEC).text(400, 300, "⌀12 H7").line(395, 302, 450, 302)
    page = read_sheet(d.sheet(), MODULES)
    assert [x.text for x in page.items["dimensions"]] == ["⌀12 H7"]
    assert page.items["notes"] == []
    assert len(page.items["tables"]) == 1


cell = st.text("ABCDEFGH", min_size=2, max_size=5)


@settings(max_examples=30, deadline=None)
@given(st.data(), st.integers(2, 5), st.integers(2, 5), st.sampled_from([0, 90, 180, 270]))
def test_every_full_grid_gives_its_cells_back(data, rows, columns, quarter):
    cells = [[data.draw(cell) for _ in range(columns)] for _ in range(rows)]
    sheet = turned_drawing(Drawing().table(100, 100, [45] * columns, cells), quarter).sheet()
    (table,) = read(sheet, [])
    read_rows = [*([table.columns] if table.columns else []), *table.rows]
    assert sorted(map(tuple, cells)) == sorted(read_rows)
    assert len(faces_of(sheet)) == rows * columns
    assert len(grids_of(sheet)) == 1


HOLES = [
    ["TAG", "X LOC", "Y LOC", "SIZE"],
    ["A1", "10", "20", "⌀5.5 THRU"],
    ["A2", "30", "20", ""],
    ["B1", "5", "5", "M6 ↧12"],
]


def test_a_hole_table_gives_its_holes_with_their_tags():
    page = read_sheet(Drawing().table(100, 100, [40, 50, 50, 90], HOLES).sheet(), MODULES)
    holes = [(h.label, h.diameter, h.depth, h.thread) for h in page.items["holes"]]
    assert holes == [("A1", 5.5, "THRU", None), ("B1", 6.0, 12.0, "M6")]
    assert page.items["holes"][0].box == pytest.approx((243, 118.6, 274.5, 125), abs=1)
    assert page.items["dimensions"] == []


def test_a_size_that_spans_several_rows_is_that_of_each_hole():
    d = Drawing()
    for x in (100, 140, 190):
        d.line(x, 100, x, 156)
    d.line(270, 100, 270, 156)
    for y in (100, 114, 142, 156):
        d.line(100, y, 270, y)
    d.line(100, 128, 190, 128)
    for row, cells in enumerate([["TAG", "X LOC", "SIZE"], ["A1", "10", "⌀5"], ["A2", "30", ""], ["B1", "9", "⌀8"]]):
        for x, cell in zip((103, 143, 193), cells, strict=True):
            if cell:
                d.text(x, 110 + 14 * row, cell)
    page = read_sheet(d.sheet(), MODULES)
    assert [(x.label, x.diameter) for x in page.items["holes"]] == [("A1", 5), ("A2", 5), ("B1", 8)]


def test_a_table_of_holes_without_tags_or_sizes_gives_none():
    rows = [["HOLE TABLE", "X LOC"], ["⌀5", "10"], ["⌀6", "20"]]
    page = read_sheet(Drawing().table(100, 100, [80, 60], rows).sheet(), MODULES)
    assert page.items["tables"][0].kind == "hole"
    assert page.items["holes"] == []
    rows = [["TAG", "SIZE", "X LOC"], ["A1", "see note", "10"], ["1-2-3", "⌀6", "20"]]
    page = read_sheet(Drawing().table(100, 100, [60, 80, 60], rows).sheet(), MODULES)
    assert page.items["holes"] == []


def test_rows_of_fits_with_their_deviations_are_tolerances():
    rows = [["25 H7", "+0.021", "0"], ["16 k6", "+0.012", "+0.001"], ["8 f7", "-0.013", "-0.028"]]
    (table,) = read(Drawing().table(100, 100, [60, 60, 60], rows).sheet(), [])
    assert (table.kind, table.columns) == ("tolerance", None)
