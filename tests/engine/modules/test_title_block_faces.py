"""Title blocks known by their walls: blank cells, forms known by place, logos, and facts in notes beside the block."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.cells import cells_of
from drawkit.engine.modules.title_block import read, title_fields
from drawkit.engine.titles.block_faces import block_faces
from drawkit.engine.titles.drawn_company import logo_in
from drawkit.engine.titles.emblems import beside_emblems
from drawkit.engine.titles.forms import FORMS, fields_by_place
from drawkit.engine.titles.grid import faces_in

MM = 72 / 25.4


def frame(d: Drawing) -> Drawing:
    return d.box(20, 20, 822, 575)


def block(d: Drawing):
    found = read(d.sheet())
    assert len(found) == 1
    return found[0]


def boxes(faces) -> set[tuple[int, ...]]:
    return {tuple(round(v) for v in f) for f in faces}


def test_faces_are_all_that_lines_bound_blank_ones_too():
    d = Drawing().text(110, 115, "SCALE").box(100, 100, 300, 160).line(100, 130, 300, 130).line(200, 130, 200, 160)
    found = faces_in(d.sheet(), (100, 100, 300, 160))
    assert boxes(found) == {(100, 100, 300, 130), (100, 130, 200, 160), (200, 130, 300, 160)}


def test_a_face_is_whole_around_what_stands_free_in_it():
    d = Drawing().text(110, 115, "SCALE").box(100, 100, 300, 160).box(220, 120, 240, 140)  # a loop of a letter
    assert boxes(faces_in(d.sheet(), (100, 100, 300, 160))) == {(100, 100, 300, 160)}
    table = Drawing().text(110, 115, "SCALE").box(100, 100, 300, 160).box(110, 105, 290, 155)  # too large for a mark
    assert boxes(faces_in(table.sheet(), (100, 100, 300, 160))) == {(110, 105, 290, 155)}


def test_strokes_with_a_free_end_and_corners_cut_out_bound_no_face():
    d = Drawing().text(110, 115, "SCALE").box(100, 100, 300, 160)
    d.line(220, 110, 220, 140).line(220, 110, 240, 110).line(220, 125, 235, 125)  # the letter F as a pen draws it
    assert boxes(faces_in(d.sheet(), (100, 100, 300, 160))) == {(100, 100, 300, 160)}
    step = Drawing().text(110, 115, "SCALE").line(100, 100, 300, 100, 300, 130, 200, 130, 200, 160, 100, 160, 100, 100)
    assert faces_in(step.sheet(), (100, 100, 300, 160)) == ()
    assert faces_in(Drawing().sheet(), (100, 100, 300, 160)) == ()


def test_a_block_reaches_over_blank_cells_but_not_into_what_is_taken():
    d = frame(Drawing()).text(105, 498, "SCALE")
    d.table(100, 490, [60, 60, 60], [["SCALE", "", ""], ["", "", ""]], 20).table(100, 470, [180], [["A"]], 20)
    sheet = d.sheet()
    seed = (100.0, 490.0, 160.0, 510.0)
    assert boxes(block_faces(sheet, seed, ())) == boxes(
        [(100 + 60 * i, 490 + 20 * k, 160 + 60 * i, 510 + 20 * k) for i in range(3) for k in range(2)]
    ) | {(100, 470, 280, 490)}
    assert (100, 470, 280, 490) not in boxes(block_faces(sheet, seed, [(90, 465, 290, 489)]))


@pytest.mark.parametrize("measured", [True, False])
def test_extension_lines_that_reach_down_to_a_block_do_not_make_the_view_a_part_of_it(measured: bool):
    d = frame(Drawing()).text(105, 512, "SCALE")
    d.table(100, 500, [60, 60, 60], [["SCALE", "", ""], ["", "", ""]], 20).box(110, 380, 250, 460)
    for x in (110, 180, 250):
        d.line(x, 460, x, 500)
    wall = d.dimension_line if measured else d.line
    wall(110, 480, 180, 480)
    wall(180, 480, 250, 480)
    found = block_faces(d.sheet(), (100.0, 500.0, 160.0, 520.0), ())
    assert (min(f[1] for f in found) < 495) is not measured


@pytest.mark.parametrize("measured", [True, False])
@pytest.mark.parametrize("top", [500, 510])
def test_a_size_between_extension_lines_over_a_corner_of_a_block_is_none_of_it(measured: bool, top: float):
    """The block is lower below the size than beside it, so that the size's cell reaches over a part of it."""
    d = frame(Drawing()).cell(500, 540, 580, 575, "SCALE", "1:2").cell(580, 540, 660, 575, "SHEET", "1 OF 2")
    d.cell(660, 520, 740, 540, "REV", "C").cell(740, 520, 822, 540, "DATE", "2021-03-04")
    d.cell(660, 540, 822, 575, "TITLE", "LEVER").line(540, 400, 540, 540).line(740, 400, 740, 520)
    (d.dimension_line if measured else d.line)(540, top, 740, top)
    sheet = d.text(600, top + 9, "25").sheet()
    assert [c.box for c in cells_of(sheet) if c.text == "25"] == [(540, top, 740, 540)]
    area, _ = title_fields(sheet)
    assert area is not None
    assert area.box == (500, 520, 822, 575)
    assert not any(word.text == "25" for cell in area.cells for word in cell.words)


def test_empty_cells_between_its_parts_do_not_split_a_block():
    d = frame(Drawing())
    d.table(500, 475, [60, 60, 60], [["Drawn", "Date", ""], ["Voigt", "2018-11-30", ""]], 14, height=4)
    d.box(680, 475, 822, 575).box(500, 503, 680, 575).line(680, 540, 822, 540)
    d.text(690, 530, "Galvanometer mount", 9).text(700, 560, "A3", 6)
    found = block(d)
    assert (found.title, found.sheet_size, found.drawn_by) == ("Galvanometer mount", "A3", "Voigt")


def test_a_label_beside_or_over_a_blank_cell_takes_nothing_from_further_cells():
    d = frame(Drawing())
    rows = [["Drawn", "A. Poe", "2021-03-04"], ["Checked", "", ""], ["Standard", "", ""]]
    d.table(500, 475, [50, 60, 60], rows, 14, height=4)
    d.box(670, 475, 822, 500).text(680, 492, "GEARWORKS #12", 9)
    d.box(670, 500, 822, 520).text(720, 513, "Title", 5).box(670, 520, 822, 540)
    d.cell(670, 540, 822, 575, "SCALE", "1:2").cell(500, 517, 670, 575, "DWG NO.", "BH-1002")
    found = block(d)
    assert (found.drawn_by, found.checked_by) == ("A. Poe", None)
    assert not any(
        f.label == "Title" for f in found.fields
    )  # the cell under it is empty: what stands over it is not its


def gost(x: float, y: float) -> Drawing:
    """GOST 2.104 form 1 with its upper left corner at a place, no cell of which has a caption but its heads."""
    d = Drawing()

    def cell(x0: float, y0: float, x1: float, y1: float, text: str = "", height: float = 6) -> None:
        d.box(x + x0 * MM, y + y0 * MM, x + x1 * MM, y + y1 * MM)
        if text:
            d.text(x + (x0 + 1) * MM, y + (y0 + y1) / 2 * MM + 2, text, height)

    for row, (label, name) in enumerate(
        [("Разраб.", "Иванов"), ("Пров.", "Петров"), ("Т.контр.", ""), ("", ""), ("Н.контр.", ""), ("Утв.", "Орлов")]
    ):
        cell(0, 25 + 5 * row, 17, 30 + 5 * row, label, 4)
        cell(17, 25 + 5 * row, 40, 30 + 5 * row, name, 4)
        cell(40, 25 + 5 * row, 55, 30 + 5 * row)
        cell(55, 25 + 5 * row, 65, 30 + 5 * row)
    cell(65, 0, 185, 15, "ТКСБ 17", 12)
    cell(65, 15, 135, 40, "Опора", 12)
    cell(65, 40, 135, 55, "Пластина БрХ", 8)
    cell(135, 40, 185, 55, "СибНИИ", 8)
    for left, right, head, value in ((135, 150, "Лит.", ""), (150, 167, "Масса", "0,85"), (167, 185, "Масштаб", "1:2")):
        cell(left, 15, right, 20, head, 4)
        cell(left, 20, right, 35, value)
    cell(135, 35, 155, 40, "Лист 1", 4)
    cell(155, 35, 185, 40, "Листов 2", 4)
    return d


@pytest.mark.parametrize("away", [0.0, 40.0])
def test_cells_without_captions_are_known_by_their_place(away):
    found = block(frame(gost(822 - 185 * MM - away, 575 - 55 * MM - away)))
    assert (found.drawing_number, found.title) == ("ТКСБ 17", "Опора")
    assert (found.material, found.company) == ("Пластина БрХ", "СибНИИ")
    assert (found.mass, found.scale, found.drawn_by, found.approved_by) == ("0,85", "1:2", "Иванов", "Орлов")


def test_a_form_is_known_at_any_scale_and_by_its_walls_alone():
    form = FORMS[0]
    cells = [*form.fields.values(), *form.others]
    for scale in (1.0, 1.9):
        faces = [(100 + x0 * scale, 50 + y0 * scale, 100 + x1 * scale, 50 + y1 * scale) for x0, y0, x1, y1 in cells]
        whole = (100.0, 50.0, 100 + form.width * scale, 50 + form.height * scale)
        assert set(fields_by_place(faces, whole)) == set(form.fields)
        assert fields_by_place(faces[: len(faces) // 2], whole) == {}
        wider = (whole[0] - 30, whole[1], whole[2], whole[3])  # a column more on the left
        assert set(fields_by_place(faces, wider)) == set(form.fields)


def people_over(company: str, upper: str, lower: str) -> Drawing:
    """The block of a CAD system's own sheet: a row of people and dates over company, title and file name."""
    d = frame(Drawing())
    x, y = 331.0, 489.0
    people = [(0, 92, "Designed by", "N. Orlov"), (92, 165, "Checked by", ""), (165, 286, "Approved by", "")]
    for x0, x1, label, value in (*people, (286, 347, "", ""), (347, 433, "Date", "07/07/2021"), (433, 491, "", "")):
        d.cell(x + x0, y, x + x1, y + 29, label, value)
    d.box(x, y + 29, x + 216, y + 86).box(x + 216, y + 29, x + 491, y + 57).box(x + 216, y + 57, x + 389, y + 86)
    d.cell(x + 389, y + 57, x + 433, y + 86, "Edition").cell(x + 433, y + 57, x + 491, y + 86, "Sheet", "1 / 1")
    for text, left, base in ((company, 90, 60), (upper, 230, 47), (lower, 230, 75)):
        if text:
            d.text(x + left, y + base, text, 8)
    return d


def test_the_only_name_in_a_form_is_its_title():
    found = block(people_over("UZH", "", "Rack-250x144"))
    assert (found.company, found.title, found.part_number) == ("UZH", "Rack-250x144", None)
    both = block(people_over("UZH", "Cuvette rack", "Rack-250x144"))
    assert (both.title, both.part_number, both.drawing_number) == ("Cuvette rack", "Rack-250x144", None)


def lettered(text: str, *, emblem: bool = False, pale: bool = False) -> Drawing:
    """A block whose widest cell holds a drawn name: as letters, behind an emblem, or pale on dark."""
    d = frame(Drawing()).box(500, 455, 660, 495)
    d.cell(500, 495, 660, 520, "TITLE", "BEARING HOUSING").cell(500, 520, 580, 575, "MATERIAL", "S235JR")
    d.cell(580, 520, 660, 575, "SCALE", "1:2").cell(660, 455, 822, 520, "PART NO.", "BH-1002")
    d.cell(660, 520, 740, 575, "REV.", "C").cell(740, 520, 822, 575, "SHEET", "1 OF 3")
    return d


def picture(text: str, *, emblem: bool = False, pale: bool = False):
    def render(dpi: float):
        at = dpi / 72
        page = np.full((round(595 * at), round(842 * at)), 255, np.uint8)
        if pale:
            cv2.rectangle(page, (round(504 * at), round(459 * at)), (round(656 * at), round(491 * at)), 40, -1)
        if emblem:
            cv2.circle(page, (round(516 * at), round(475 * at)), round(11 * at), 0, -1)
        place = (round((540 if emblem else 515) * at), round(482 * at))
        cv2.putText(
            page, text, place, cv2.FONT_HERSHEY_DUPLEX, 0.62 * at, 255 if pale else 0, max(1, round(at)), cv2.LINE_AA
        )
        return page

    return render


@pytest.mark.parametrize("look", [{}, {"emblem": True}, {"pale": True}])
def test_a_drawn_name_is_the_company(look):
    (found,) = read(lettered("x").sheet(render=picture("GEARWORK", **look)))
    assert found.company == "GEARWORK"
    assert found.title == "BEARING HOUSING"


def test_no_letters_and_no_room_are_no_company():
    sheet = lettered("x").sheet(render=picture(""))
    assert read(sheet)[0].company is None
    assert logo_in(sheet, [(500.0, 455.0, 660.0, 460.0)]) is None
    assert logo_in(lettered("x").sheet(), [(500.0, 455.0, 660.0, 495.0)]) is None
    (short,) = read(lettered("x").sheet(render=picture("GW")))
    assert short.company is None


@pytest.mark.parametrize("emblem", [True, False])
def test_a_name_beside_a_mark_is_the_company_where_the_title_is_another(emblem):
    d = frame(Drawing()).box(500, 455, 660, 495).text(540, 480, "Clever Levers", 11)
    d.box(500, 495, 660, 535).text(540, 520, "Robot head", 10)
    d.cell(500, 535, 660, 575, "SCALE", "1:2").cell(660, 455, 822, 535, "DATE", "2021-07-29")
    d.cell(660, 535, 822, 575, "SHEET", "1 OF 3")
    (found,) = read(d.sheet(render=picture("", emblem=emblem)))
    assert (found.title, found.company) == (("Robot head", "Clever Levers") if emblem else ("Clever Levers", None))


def test_lines_and_the_symbol_of_the_method_are_no_marks():
    sheet = frame(Drawing()).box(500, 455, 660, 495).text(540, 480, "Clever Levers", 11)
    sheet = sheet.sheet(render=picture("", emblem=True))
    cells = cells_of(sheet)
    assert beside_emblems(sheet, cells, []) != []
    assert beside_emblems(sheet, cells, [(505.0, 464.0, 527.0, 486.0)]) == []
    assert beside_emblems(sheet.at(render=picture("")), cells, []) == []


def noted(*notes: str) -> Drawing:
    d = frame(Drawing())
    d.cell(500, 480, 660, 530, "TITLE", "LEVER").cell(660, 480, 822, 530, "DWG NO.", "EX-77")
    d.cell(500, 530, 660, 575, "SCALE", "1:2").cell(660, 530, 822, 575, "SHEET", "1 OF 1")
    for row, text in enumerate(notes):
        d.text(60, 60 + 12 * row, text)
    return d


def test_material_finish_and_tolerance_from_numbered_notes():
    found = block(
        noted(
            "NOTES:",
            "1. ALL DIMENSIONS ARE IN MILLIMETERS.",
            "2. Tolerance unless otherwise noted: +/- 0.25mm",
            '3. Material: 12ga (0.1046") thick mild steel (A36).',
            "4. Finish: Powder Coated Flat Black",
            "5. Material thickness is checked at five places.",
        )
    )
    assert found.material == '12ga (0.1046") thick mild steel (A36)'
    assert (found.finish, found.general_tolerance) == ("Powder Coated Flat Black", "+/- 0.25mm")
    assert found.units == "MILLIMETERS"


def test_what_labelled_lines_below_each_other_say_of_the_sheet():
    d = noted("THIRD ANGLE PROJECTION", "ALL DIMENSIONS IN MM", "MATERIAL: ALUMINIUM", "SCALE: 1:5", "FINISH: ANODISED")
    d.words = [w for w in d.words if w.y < 480]
    d.cell(500, 530, 660, 575, "TITLE", "LEVER").cell(660, 530, 822, 575, "SHEET", "1 OF 1")
    found = block(d)
    assert (found.material, found.finish, found.scale) == ("ALUMINIUM", "ANODISED", "1:5")
    assert (found.projection, found.units) == ("third", "MM")


@pytest.mark.parametrize(("first", "told"), [("THIRD ANGLE PROJECTION", "1:5"), ("DETAIL A", None)])
def test_a_scale_below_facts_of_the_sheet_is_its_own(first: str, told: str | None):
    d = noted(first, "SCALE: 1:5")
    d.words = [w for w in d.words if w.text not in ("SCALE", "1:2") or w.y < 480]
    assert block(d).scale == told


def test_the_scale_below_a_view_is_not_that_of_the_sheet():
    d = noted("DETAIL A", "SCALE: 4:1")
    d.words = [w for w in d.words if w.text not in ("SCALE", "1:2") or w.y < 480]
    assert block(d).scale is None


def test_values_that_no_other_field_may_take():
    d = frame(Drawing())
    d.cell(500, 480, 660, 530, "TITLE", "LEVER").cell(660, 480, 822, 530, "APPROVED BY", "共 1张 第 1 张")
    d.cell(500, 530, 660, 575, "WEIGHT", "4.6#").cell(660, 530, 822, 575, "COMPANY", "/DATE")
    found = block(d)
    assert (found.mass, found.approved_by, found.company) == ("4.6#", None, None)


@pytest.mark.parametrize(
    ("note", "company"),
    [
        ("© 2021 Northern Pumps. All rights reserved.", "Northern Pumps"),
        ("Copyright (c) 2019-2021 Gearworks", "Gearworks"),
        ("COPYRIGHT (C) 2016-PRESENT GEARWORKS, INC.", "GEARWORKS, INC"),
        ("Copyright (C) Lever Optics Ltd (lever.example)", "Lever Optics Ltd"),
        ("NO COPIES WITHOUT THE WRITTEN CONSENT OF Lever Optics GmbH", "Lever Optics GmbH"),
        ("THIS DRAWING IS THE SOLE PROPERTY OF <INSERT COMPANY NAME HERE>", None),
        ("THE PROPERTY OF THE MATERIAL IS CHECKED", None),
    ],
)
def test_the_owner_that_a_copyright_line_names(note, company):
    assert block(noted(note)).company == company
    alone = read(Drawing().text(60, 60, note).sheet())
    assert [t.company for t in alone] == ([company] if company else [])


def owned(by: str, *, printed: str = "", labelled: str = "") -> str | None:
    """The company of a block with a remark on property, a name in large letters, and one with a label."""
    d = noted(f"THIS DOCUMENT IS THE SOLE PROPERTY OF {by} AND MAY NOT BE SHOWN TO OTHERS")
    if printed:
        d.box(500, 440, 822, 480).text(520, 465, printed, 9)
    return block(d.cell(300, 480, 500, 575, "COMPANY", labelled) if labelled else d).company


@pytest.mark.parametrize("printed", ["Power Tools", "POWER TOOLS"])
def test_a_registered_owner_says_more_than_a_name_without_a_legal_form(printed):
    assert owned("ACME WORKS", printed=printed) == printed
    assert owned("ACME WORKS CO.,LTD.", printed=printed) == "ACME WORKS CO.,LTD"
    assert owned("ACME WORKS CO.,LTD.", printed="Power Tools GmbH") == "Power Tools GmbH"
    assert owned("ACME WORKS CO.,LTD.", labelled=printed) == printed
    assert owned("ACME WORKS CO.,LTD.", printed="Verzeo", labelled=printed) == printed


@pytest.mark.parametrize(
    "form",
    ["CO.,LTD", "Co., Ltd", "CO LTD", "CORPORATION", "INCORPORATED", "COMPANY LIMITED", "COMPANY, INC", "Pte. Ltd"],
)
def test_legal_forms_may_follow_each_other(form):
    assert owned(f"ACME WORKS {form}.") == f"ACME WORKS {form}"
    assert owned(f"ACME WORKS {form}.", printed="Power Tools") == f"ACME WORKS {form}"


def test_tolerances_whose_values_stand_in_the_cell_beside_their_names():
    d = noted()
    d.box(380, 480, 460, 575).box(460, 480, 500, 575).text(383, 490, "TOLERANCES:", 4)
    for row, (name, value) in enumerate(
        [("FRACTIONAL", "±1/16"), ("ANGULAR: MACH", "±1°"), ("ONE PLACE DECIMAL", "±0.1")]
    ):
        d.text(383, 500 + 8 * row, name, 4).text(464, 500 + 8 * row, value, 4)
    assert block(d).general_tolerance == "FRACTIONAL ±1/16; ANGULAR: MACH ±1°; ONE PLACE DECIMAL ±0.1"


def test_a_sentence_holds_no_label_and_a_remark_in_brackets_is_no_value():
    d = noted()
    d.box(300, 480, 500, 575)
    lines = ["THIS DOCUMENT CONTAINS CONFIDENTIAL", "MATTER AND MAY NOT BE SHOWN EXCEPT AS", "AUTHORIZED BY ACME"]
    for row, text in enumerate(lines):
        d.text(303, 490 + 7 * row, text, 4)
    assert block(d).approved_by is None
    other = noted()
    other.cell(300, 480, 500, 575, "DESCRIPTION", "(name and type)")
    assert block(other).title == "LEVER"


@pytest.mark.parametrize("title", ["ASSEMBLY", "STAND", "SHEET", "DATE"])
def test_a_value_in_large_letters_may_read_as_a_label_does(title: str):
    d = frame(Drawing())
    d.cell(500, 480, 660, 530, "TITLE", title, 9).cell(660, 480, 822, 530, "DWG NO.", "EX-77")
    d.cell(500, 530, 660, 575, "SCALE", "1:2").cell(660, 530, 822, 575, "SHEET", "1 OF 1")
    assert block(d).title == title


def test_a_title_in_larger_letters_than_what_is_below_it_is_no_label():
    d = frame(Drawing())
    d.cell(500, 480, 660, 530).text(504, 500, "Drawer", 11).text(504, 516, "16ga steel", 8)
    d.cell(660, 480, 822, 530, "DWG NO.", "EX-77")
    d.cell(500, 530, 660, 575, "SCALE", "1:2").cell(660, 530, 822, 575, "SHEET", "1 OF 1")
    assert block(d).drawn_by is None
    assert block(d).title == "Drawer 16ga steel"


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("Verzeo", "Verzeo"),
        ("Solid Edge", None),
        ("<COMPANY NAME>", None),
        ("THIRD ANGLE PROJECTION", None),
        ("REMOVE BURRS AND ALL SHARP EDGES", None),
    ],
)
def test_where_the_title_has_a_label_the_one_large_text_without_is_the_company(text, company):
    d = noted()
    d.box(500, 440, 822, 480).text(520, 465, text, 9)
    found = block(d)
    assert (found.title, found.company) == ("LEVER", company)


def test_a_title_cell_with_a_label_and_no_value_leaves_the_block_without_a_title():
    d = frame(Drawing())
    d.box(500, 440, 822, 480).text(520, 465, "GEARWORKS", 9).cell(500, 480, 660, 530, "TITLE")
    d.cell(660, 480, 822, 530, "DWG NO.", "EX-77").cell(500, 530, 660, 575, "SCALE", "1:2")
    d.cell(660, 530, 822, 575, "SHEET", "1 OF 1")
    assert (block(d).title, block(d).company) == (None, "GEARWORKS")


def test_labels_broken_at_a_hyphen_and_labels_with_the_order_of_a_date():
    d = noted()
    d.box(400, 480, 500, 530).text(403, 488, "Méret-", 4).text(403, 495, "arány:", 4).text(430, 520, "1:8")
    d.cell(400, 530, 500, 575, "DATE (MM-DD-YY)", "04-19-22")
    found = block(d)
    assert found.date == "04-19-22"
    assert any(f.label == "Méretarány:" and f.value == "1:8" for f in found.fields)


def test_a_recognised_word_higher_than_its_face_and_strokes_of_letters_as_high_as_walls():
    d = noted()
    d.words = [w for w in d.words if w.text != "LEVER"]
    d.text(520, 517, "LEVER", 26, confidence=0.95)  # a rough box, a little higher than the walls beside it
    d.line(530, 488, 530, 520).line(560, 488, 560, 520)
    found = block(d)
    assert found.title == "LEVER"


def test_a_form_at_the_foot_wins_over_the_headings_of_a_table_at_the_top():
    d = noted()
    d.table(
        100,
        60,
        [150, 150, 100, 60],
        [["Title", "Drawing number", "Material", "Date"], ["(of the part)", "", "", ""]],
        14,
    )
    found = block(d)
    assert (found.title, found.drawing_number) == ("LEVER", "EX-77")


def test_a_view_with_a_label_at_its_foot_is_no_cell_of_the_block():
    d = frame(Drawing())
    d.cell(600, 500, 711, 537, "DRAWN", "Voigt").cell(711, 500, 822, 537, "DATE", "2018-11-30")
    d.cell(600, 537, 711, 575, "TITLE", "Button").cell(711, 537, 822, 575, "DWG. NO.", "G-100")
    d.box(400, 250, 600, 575).text(410, 570, "SCALE 1:2", 5)  # 65 letter heights
    area, _ = title_fields(d.sheet())
    assert area is not None
    assert area.box[0] > 590


def test_a_cell_that_is_open_to_the_frame_makes_no_block_of_what_stands_above():
    """Of a scan the line above one cell may be missing: it ends at the frame then, a page away."""
    d = frame(Drawing()).cell(522, 535, 622, 555, "SCALE", "1:1").cell(622, 535, 722, 555, "SHEET", "1 OF 1")
    d.cell(522, 555, 722, 575, "DWG. NO.", "A-17").line(722, 20, 722, 575).line(782, 20, 782, 575)
    for line, text in enumerate(["MATERIAL", "STEEL", "EN 10025", "S235JR", "PAINTED"]):
        d.text(730, 535 + 9 * line, text, 7)
    (one,) = read(d.sheet())
    assert one.box[1] > 500
