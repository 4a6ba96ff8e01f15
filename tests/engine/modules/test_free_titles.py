"""Titles, scales and subtitles on sheets without a title block, and forms that say little."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.revisions import revision_tables
from drawkit.engine.modules.title_block import read
from drawkit.engine.page import read_sheet
from drawkit.engine.titles.values import general_standard, is_company


def frame() -> Drawing:
    return Drawing().box(20, 20, 822, 575)


def plate() -> Drawing:
    """A plate without frame or block, with the size of its width and a name on it."""
    d = Drawing().box(100, 200, 400, 300).line(100, 160, 400, 160).text(240, 156, "300", 8)
    return d.text(110, 250, "J1 J2 J3 J4 U1 U2 U3 U4 U5 U6 U7 U8 U9", 4)


def title(d: Drawing) -> list[str | None]:
    return [b.title for b in read(d.sheet())]


def test_a_name_in_large_letters_over_all_that_is_drawn_is_the_title():
    d = plate().text(100, 100, "Motor driver board v1.1", 8).text(240, 400, "MADE OF FR4", 5)
    assert title(d) == ["Motor driver board v1.1"]
    assert [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]] == ["MADE OF FR4"]


def test_who_owns_it_is_no_part_of_the_title():
    d = plate().text(100, 100, "MOTOR DRIVER BOARD SPECIFICATION (c) Acme Boards 2014", 8)
    assert title(d) == ["MOTOR DRIVER BOARD SPECIFICATION"]


@pytest.mark.parametrize(
    "d",
    [
        plate().text(100, 100, "Motor driver", 8),
        plate().text(100, 250, "Motor driver board v1.1", 8),
        plate().text(100, 100, "Motor driver board v1.1", 8).text(100, 400, "NOT TO BE SOLD", 12),
        plate().text(100, 100, "All edges of it are broken.", 8),
        plate().text(100, 100, "ALL DIMENSIONS ARE IN MILLIMETERS", 8),
        Drawing().text(100, 100, "Motor driver board v1.1", 8),
        Drawing().box(100, 200, 400, 300).text(100, 100, "ALL EDGES TO BE BROKEN", 8),
        Drawing(),
    ],
    ids=["short", "within", "small", "sentence", "unit", "alone", "like others", "empty"],
)
def test_other_text_is_no_title(d):
    assert read(d.sheet()) == []


def test_the_scale_that_stands_alone_is_the_sheets():
    assert [b.scale for b in read(plate().text(200, 400, "SCALE 1.000", 8).sheet())] == ["1.000"]
    assert [b.scale for b in read(plate().text(200, 400, "SCALE 2:1", 8).sheet())] == ["2:1"]
    assert read(plate().text(200, 400, "SCALE 2:1", 8).text(200, 388, "DETAIL B", 8).sheet()) == []
    assert read(plate().text(200, 400, "SCALE 2:1", 8).text(500, 400, "SCALE 5:1", 8).sheet()) == []


def test_what_stands_under_a_loose_title_is_no_note():
    d = frame().text(300, 540, "Housing of a small pump", 10).text(300, 555, "with parts of series 12", 10)
    d.text(760, 565, "Rev B", 5).text(60, 100, "BREAK ALL SHARP EDGES", 5)
    page = read_sheet(d.sheet(), {"title_block", "notes"})
    assert [b.title for b in page.items["title_block"]] == ["Housing of a small pump"]
    assert [n.text for n in page.items["notes"]] == ["BREAK ALL SHARP EDGES"]


def test_a_further_sheet_without_a_number_of_its_own_tells_which_it_is():
    d = Drawing(595, 842).box(57, 20, 581, 822)
    d.table(
        57,
        780,
        [20, 28, 66, 43, 28],
        [["", "", "", "", ""], ["Изм", "Лист", "№ докум.", "Подп.", "Дата"]],
        21,
        height=4,
    )
    d.line(57, 780, 581, 780).table(552, 780, [29], [["Лист"], ["2"]], 21, height=7)
    d.text(500, 830, "Формат А4", 5)
    d.box(516, 700, 581, 780).text(520, 740, "supplier.example", 9)
    (b,) = read(d.sheet())
    assert (b.sheet, b.sheet_size, b.title) == ("2", "A4", None)


def test_a_form_of_a_school_names_the_school():
    d = frame().box(500, 475, 822, 495).text(505, 489, "RIVERSIDE UNIVERSITY", 9)
    d.table(500, 495, [160, 162], [["Roll No.", ""], ["Class", ""], ["Subject", ""], ["Signature", ""]], 20)
    assert [b.company for b in read(d.sheet())] == ["RIVERSIDE UNIVERSITY"]


@pytest.mark.parametrize(
    "name", ["TRƯỜNG ĐẠI HỌC BÁCH KHOA", "Gépészeti Tanszék", "Politecnico Facultad Sur", "СибНИИ Институт"]
)
def test_schools_and_institutes_are_companies(name):
    assert is_company(name)


def test_a_standard_as_a_nation_adopted_it():
    assert general_standard("según INTE ISO 2768") == "INTE ISO 2768"
    assert general_standard("NS-ISO 2768-mK") == "NS-ISO 2768-mK"
    assert general_standard("per ISO 2768-mK") == "ISO 2768-mK"


def _foot(d: Drawing) -> Drawing:
    d.cell(500, 545, 580, 575, "SCALE", "1:2").cell(580, 545, 660, 575, "SHEET", "1/1")
    return d.cell(660, 545, 740, 575, "SIZE", "A4").cell(740, 545, 822, 575, "TITLE", "LEVER")


def test_tolerances_in_cells_of_their_own():
    d = _foot(frame()).box(660, 491, 822, 503).text(690, 499, "GENERAL TOLERANCE:", 5)
    rows = [["LINEAR", "ANGLES"], ["X.: ±0.30", "X°: ±5.0°"], ["X.X: ±0.20", "X.X°: ±3.0°"]]
    (b,) = read(d.table(660, 503, [81, 81], rows, 14).sheet())
    assert b.general_tolerance == "LINEAR X.: ±0.30; X.X: ±0.20; ANGLES X°: ±5.0°; X.X°: ±3.0°"


def test_tolerances_in_a_script_that_is_read_from_right_to_left():
    d = _foot(frame()).box(660, 500, 822, 545).text(700, 510, "כללית: *סיבולת", 5)
    (b,) = read(d.text(700, 520, "0.2 *קווית", 5).text(700, 530, "0.5 *מעלות", 5).sheet())
    assert b.general_tolerance == "קווית 0.2; מעלות 0.5"


def test_ranges_and_their_tolerances_beside_a_list_of_changes():
    d = _foot(frame()).box(640, 477, 740, 489).text(660, 485, "一般公差", 5)
    rows = [["尺寸范围", "容许公差"], ["0～6.3", "±0.25"], ["6.3～10", "±0.30"], ["10～16", "±0.40"]]
    d.table(640, 489, [50, 50], rows, 14)
    d.table(740, 517, [17, 17, 30, 18], [["标记", "处数", "更改内容", "日期"], ["A", "1", "孔", ""]], 14, height=4)
    sheet = d.sheet()
    assert [t.heading.box[0] for t in revision_tables(sheet)] == [740]
    (b,) = read(sheet)
    assert b.general_tolerance == "0～6.3 ±0.25; 6.3～10 ±0.30; 10～16 ±0.40"


TOLERANCES = ["0~6 ±0.10", ">6~30 ±0.20", ">30~120 ±0.30"]


def tabled(over: Sequence[str], under: Sequence[str] = (), *, split: bool = False) -> str | None:
    """The tolerances of a block with rows over a heading, and under it."""
    top, widths = 545 - 14 * len(under), [81, 81] if split else [162]
    d = _foot(frame()).box(660, top - 12, 822, top).text(663, top - 4, "GENERAL TOLERANCE UNLESS OTHERWISE NOTED", 5)
    d.table(660, top - 12 - 14 * len(over), widths, [row.split() if split else [row] for row in over], 14)
    (b,) = read(d.table(660, top, [162], [[row] for row in under], 14).sheet())
    return b.general_tolerance


@pytest.mark.parametrize("split", [False, True])
def test_the_heading_of_tolerances_may_stand_at_the_foot_of_them(split):
    """The rows of such a table are told from its top to its bottom, as they are read."""
    assert tabled(TOLERANCES, split=split) == "; ".join(TOLERANCES)


def test_rows_under_the_heading_of_tolerances_win_over_those_above_it():
    assert tabled(TOLERANCES, ["Ra 3.2", "Rz 10"]) == "; ".join(TOLERANCES)
    assert tabled(TOLERANCES, ["0~50 ±0.5", "50~99 ±0.8"]) == "0~50 ±0.5; 50~99 ±0.8"


def test_a_cell_of_another_field_ends_the_rows_over_their_heading():
    assert tabled(["X ±0.9", "Y ±0.8", "MATERIAL: PA 6", *TOLERANCES]) == "; ".join(TOLERANCES)


def test_the_colour_is_the_finish_where_notes_tell_no_other():
    d = _foot(frame()).text(60, 100, "COLOR: BLACK", 5).text(60, 108, "FINISH: Texture 11", 5)
    assert [b.finish for b in read(d.sheet())] == ["Texture 11"]
    assert [b.finish for b in read(_foot(frame()).text(60, 100, "COLOR: BLACK", 5).sheet())] == ["BLACK"]


def test_a_title_goes_on_in_small_letters_and_a_count_is_none():
    d = plate().text(500, 500, "Pulley geometry", 6).text(500, 512, "for a custom cutter", 6)
    d.text(500, 524, "17.8.2020 - dimensions in millimeters", 6).text(500, 536, "SCALE 2:1", 6)
    (b,) = read(d.sheet())
    assert (b.title, b.date, b.units) == ("Pulley geometry for a custom cutter", "17.8.2020", "millimeters")
    d = plate().text(500, 500, "3 pieces", 6).text(500, 512, "dimensions in mm", 6).text(500, 524, "SCALE 2:1", 6)
    assert title(d) == [None]


def test_the_version_in_a_title_is_no_part_of_the_date_behind_it():
    d = plate().text(500, 500, "Lower Leg v1 - 7.10.2019", 6).text(500, 512, "Aluminium 6061", 6)
    (b,) = read(d.text(500, 524, "SCALE 2:1 - dimensions in millimeters", 6).sheet())
    assert (b.title, b.date, b.material) == ("Lower Leg v1", "7.10.2019", "Aluminium 6061")


def test_a_size_is_no_name_of_a_file():
    assert title(plate().text(780, 560, "51.40mm", 6)) == []
    assert [b.drawing_number for b in read(plate().text(760, 560, "plate_40mm", 6).sheet())] == ["plate_40mm"]
