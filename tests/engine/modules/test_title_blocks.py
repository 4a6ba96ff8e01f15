"""Title blocks in the layouts and languages of common templates, and sheets without a ruled one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.modules.title_block import read


def block(d: Drawing):
    found = read(d.sheet())
    assert len(found) == 1
    return found[0]


def frame(d: Drawing) -> Drawing:
    return d.box(20, 20, 822, 575)


def cad_template(d: Drawing) -> Drawing:
    """Labels at the upper left of their cells, a table of names, and a cell of general remarks."""
    d.box(400, 455, 500, 575)
    for i, text in enumerate(
        ["UNLESS OTHERWISE SPECIFIED:", "DIMENSIONS ARE IN MILLIMETERS", "TOLERANCES:", ".X ±0.2", ".XX ±0.05"]
    ):
        d.text(403, 465 + 8 * i, text, 3)
    d.table(
        500,
        455,
        [40, 50, 40, 40],
        [
            ["", "NAME", "SIGNATURE", "DATE"],
            ["DRAWN", "J. Doe", "", "2021-03-04"],
            ["CHK'D", "A. Poe", "", ""],
            ["APPV'D", "--", "", ""],
        ],
        14,
        height=4,
    )
    d.cell(500, 511, 600, 543, "MATERIAL:", "S235JR").cell(600, 511, 670, 543, "FINISH:")
    d.cell(670, 455, 822, 511, "TITLE:", "BEARING HOUSING", 9).cell(670, 511, 760, 543, "DWG NO.", "BH-1002").cell(
        760, 511, 822, 543, "REVISION", "C"
    )
    d.box(670, 543, 740, 575).text(673, 562, "SCALE:1:2", 4).box(740, 543, 822, 575).text(743, 562, "SHEET 1 OF 3", 4)
    d.box(500, 543, 600, 575).text(503, 562, "WEIGHT: 1.25 kg", 4).box(600, 543, 670, 575).text(628, 562, "A3", 8)
    return frame(d)


def test_cad_template():
    b = block(cad_template(Drawing()))
    assert (b.title, b.drawing_number, b.revision, b.material) == ("BEARING HOUSING", "BH-1002", "C", "S235JR")
    assert (b.scale, b.sheet, b.sheet_size, b.mass) == ("1:2", "1 OF 3", "A3", "1.25 kg")
    assert (b.drawn_by, b.checked_by, b.approved_by, b.date) == ("J. Doe", "A. Poe", None, "2021-03-04")
    assert (b.units, b.general_tolerance, b.finish) == ("MILLIMETERS", ".X ±0.2; .XX ±0.05", None)
    assert {f.label for f in b.fields} >= {"TITLE:", "DWG NO.", "DRAWN"}
    assert b.box == pytest.approx((400, 455, 822, 575), abs=1)


def test_german_template_with_date_before_name():
    d = frame(Drawing())
    d.table(
        420,
        475,
        [50, 60, 70],
        [
            ["", "Datum", "Name"],
            ["Bearb.", "03.05.2019", "Müller"],
            ["Gepr.", "04.05.2019", "Schmidt"],
            ["Norm", "", ""],
        ],
        14,
        height=4,
    )
    d.cell(600, 475, 822, 520, "Benennung", "Lagerbock", 9).cell(600, 520, 740, 555, "Zeichnungsnummer", "4711-08-15")
    d.cell(740, 520, 822, 555, "Blatt", "1 von 2").cell(420, 531, 510, 575, "Werkstoff", "GG-25").cell(
        510, 531, 600, 575, "Maßstab", "1:5"
    )
    d.cell(600, 555, 711, 575).text(603, 568, "Allgemeintoleranzen ISO 2768-mK", 4).cell(711, 555, 822, 575).text(
        714, 568, "Gewicht: 3,4 kg", 4
    )
    b = block(d)
    assert (b.title, b.drawing_number, b.sheet, b.scale) == ("Lagerbock", "4711-08-15", "1 von 2", "1:5")
    assert (b.drawn_by, b.checked_by, b.date) == ("Müller", "Schmidt", "03.05.2019")
    assert (b.material, b.general_tolerance, b.mass) == ("GG-25", "ISO 2768-mK", "3,4 kg")


LANGUAGES = [
    ("Titre", "N° de plan", "Échelle", "Matière", "Dessiné par", "Vérifié par", "Indice", "Masse"),
    ("Título", "Nº de plano", "Escala", "Material", "Dibujado por", "Comprobado por", "Revisión", "Peso"),
    ("Titolo", "Numero disegno", "Scala", "Materiale", "Disegnato da", "Controllato da", "Revisione", "Peso"),
    ("Titel", "Ritningsnummer", "Skala", "Material", "Ritad av", "Granskad av", "Utgåva", "Vikt"),
    ("Наименование", "Обозначение", "Масштаб", "Материал", "Разраб.", "Пров.", "Изм.", "Масса"),
    ("図名", "図番", "尺度", "材料", "製図", "検図", "改訂", "質量"),
    ("名称", "图号", "比例", "材料", "制图", "审核", "版本", "重量"),
    ("Drawing title", "Drg. No.", "Scale", "Mat'l", "Drn by", "Chkd by", "Issue", "Mass (kg)"),
    (
        "Benennung / Title",
        "Zeichnungs-Nr. / Drawing no.",
        "Maßstab / Scale",
        "Werkstoff / Material",
        "Erstellt / Created",
        "Geprüft / Checked",
        "Index / Rev.",
        "Gewicht / Weight",
    ),
]
VALUES = ("Shaft 12", "AB-1234", "2:1", "42CrMo4", "N. Ovak", "K. Li", "B", "2.5 kg")
FIELDS = ("title", "drawing_number", "scale", "material", "drawn_by", "checked_by", "revision", "mass")


@pytest.mark.parametrize("labels", LANGUAGES)
@pytest.mark.parametrize("place", ["over", "before"])
def test_labels_of_many_languages(labels, place):
    d = Drawing(1000)
    for i, (label, value) in enumerate(zip(labels, VALUES, strict=True)):
        x, y = 500 + 240 * (i % 2), 400 + 30 * (i // 2)
        if place == "over":
            d.cell(x, y, x + 240, y + 30, label, value)
        else:
            d.box(x, y, x + 120, y + 14).text(x + 2, y + 9, label, 4).box(x + 120, y, x + 240, y + 14).text(
                x + 123, y + 10, value
            )
            d.box(x, y + 14, x + 240, y + 30)
    b = block(d)
    assert tuple(getattr(b, f) for f in FIELDS) == VALUES


def test_values_under_a_row_of_headings_and_over_their_label():
    d = frame(Drawing())
    d.table(500, 480, [80, 80, 80, 80], [["SCALE", "SIZE", "SHEET", "REV"], ["1:10", "A2", "2/5", "D"]], 14)
    d.cell(500, 508, 820, 545, "TITLE", "LEVER").box(500, 545, 600, 575).text(520, 558, "EX-77", 8).text(
        520, 572, "PART NUMBER", 4
    )
    b = block(d)
    assert (b.scale, b.sheet_size, b.sheet, b.revision) == ("1:10", "A2", "2/5", "D")
    assert (b.title, b.part_number) == ("LEVER", "EX-77")


def test_empty_fields_stay_empty():
    d = frame(Drawing())
    d.cell(500, 480, 660, 510, "TITLE").cell(660, 480, 822, 510, "DWG NO.", "--").cell(
        500, 510, 660, 575, "MATERIAL"
    ).cell(660, 510, 822, 575, "SCALE", "1:1")
    b = block(d)
    assert (b.title, b.drawing_number, b.material, b.scale) == (None, None, None, "1:1")


def test_unlabelled_values_are_told_by_look_size_and_place():
    d = frame(Drawing())
    d.box(500, 470, 650, 500).text(505, 488, "Acme Robotics GmbH", 6).cell(650, 470, 822, 500, "Material", "AlMg3")
    d.box(500, 500, 822, 540).text(520, 526, "MotorMount", 12).box(500, 540, 700, 575).text(520, 562, "MM_00172", 11)
    d.box(700, 540, 740, 575).text(706, 560, "1:1").box(740, 540, 780, 575).text(744, 560, "1 / 2").box(
        780, 540, 822, 575
    ).text(790, 560, "A4")
    b = block(d)
    assert (b.title, b.drawing_number, b.company) == ("MotorMount", "MM_00172", "Acme Robotics GmbH")
    assert (b.scale, b.sheet, b.sheet_size, b.material) == ("1:1", "1 / 2", "A4", "AlMg3")
    assert b.confidence < 0.9


def test_paragraph_without_lines():
    d = Drawing()
    lines = [
        "Spacer Ring - 4.5.2021",
        "Aluminium 6061",
        "A4 Drawing - Scale 4:1",
        "Dimensions in millimeters",
        "General tolerances ±0.1mm",
        "https://example.org/",
    ]
    for i, text in enumerate(lines):
        d.text(300, 420 + 14 * i, text, 7)
    d.text(50, 100, "SECTION A-A").text(50, 112, "SCALE 2:1").text(100, 200, "25 ±0.1")
    b = block(d)
    assert (b.title, b.date, b.material, b.scale, b.sheet_size) == (
        "Spacer Ring",
        "4.5.2021",
        "Aluminium 6061",
        "4:1",
        "A4",
    )
    assert (b.units, b.general_tolerance) == ("millimeters", "±0.1mm")
    assert b.confidence < 0.9


def test_title_with_scale_in_brackets():
    d = Drawing().text(500, 500, "crank_case (i = 1: 2)", 12).text(580, 520, "A3", 12)
    assert [getattr(block(d), f) for f in ("title", "scale", "sheet_size")] == ["crank_case", "1: 2", "A3"]


def test_loose_lines_near_the_edge():
    d = frame(Drawing()).text(300, 545, "Housing Test Case 4 - View B", 9).text(760, 565, "Rev C", 6)
    d.text(834, 500, "ftc_04_asme_rc", 6, angle=90)
    b = block(d)
    assert (b.title, b.revision, b.drawing_number) == ("Housing Test Case 4 - View B", "C", "ftc_04_asme_rc")
    assert b.confidence <= 0.5


@pytest.mark.parametrize(
    ("cone", "circles", "method"),
    [
        ((60, 6, 84, 12), 30, "third"),
        ((6, 6, 30, 12), 54, "first"),
        ((6, 12, 30, 6), 54, "third"),
        ((60, 12, 84, 6), 30, "first"),
    ],
)
def test_projection_symbol(cone, circles, method):
    d = cad_template(Drawing())
    x, y = 420, 540
    d.paths = [p for p in d.paths if not (p.box[0] == 400 and p.box[2] == 500)]
    d.box(400, 455, 500, 515).box(400, 515, 500, 575)
    near, a, far, b = cone
    d.circle(x + circles, y, 12).circle(x + circles, y, 6)
    d.line(x + near, y - a, x + near, y + a, x + far, y + b, x + far, y - b, x + near, y - a)
    assert block(d).projection == method


def test_projection_in_words():
    d = cad_template(Drawing())
    d.box(400, 420, 500, 455).text(405, 440, "FIRST ANGLE PROJECTION", 4)
    assert block(d).projection == "first"


def test_misread_labels_are_understood():
    d = frame(Drawing())
    d.cell(500, 480, 660, 510, "MATERIAI", "C45").cell(660, 480, 822, 510, "DRAWN8Y", "X. Y").cell(
        500, 510, 660, 575, "SCALE", "1:1"
    )
    d.box(660, 510, 740, 575).text(664, 540, "Forn. A4").box(740, 510, 822, 575).text(744, 540, "SHEET 1gf2")
    b = block(d)
    assert (b.material, b.drawn_by, b.scale, b.sheet_size, b.sheet) == ("C45", "X. Y", "1:1", "A4", "1 of 2")


def test_label_over_two_lines_and_a_remark_below_the_value():
    d = frame(Drawing())
    d.box(500, 480, 600, 540).text(503, 488, "APPROVED", 4).text(503, 494, "BY", 4).text(520, 520, "P.L.")
    d.box(600, 480, 822, 540).text(603, 490, "Material A2017", 6).text(603, 505, "Thickness 1.5mm", 6)
    d.cell(500, 540, 660, 575, "SCALE", "1:1").cell(660, 540, 822, 575, "DATE", "12 MAR 2020")
    b = block(d)
    assert (b.approved_by, b.material, b.date) == ("P.L.", "A2017", "12 MAR 2020")


def test_parts_list_and_views_are_no_title_block():
    d = frame(Drawing()).table(400, 300, [40, 40, 150], [["ITEM", "QTY", "DESCRIPTION"], ["1", "2", "PIN"]])
    d.text(100, 100, "DETAIL A").text(100, 110, "SCALE 4:1").text(200, 200, "25.4")
    assert read(d.sheet()) == []


def test_units_and_tolerance_from_notes():
    d = cad_template(Drawing())
    d.words = [w for w in d.words if w.x < 400 or w.x > 500]
    d.text(40, 60, "1. ALL DIMENSIONS IN INCHES.").text(40, 70, "2. GENERAL TOLERANCES ISO 2768-fH")
    b = block(d)
    assert (b.units, b.general_tolerance) == ("INCHES", "ISO 2768-fH")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 840), st.integers(0, 590), st.text(max_size=14), st.sampled_from([3.0, 5.0, 9.0])),
        max_size=25,
    ),
    st.lists(st.tuples(*[st.integers(0, 590)] * 4), max_size=12),
)
def test_any_sheet_is_read_without_failing(texts, lines):
    d = Drawing()
    for x, y, text, height in texts:
        d.text(x, y, text, height)
    for line in lines:
        d.line(*line)
    for b in read(d.sheet()):
        assert 0 <= b.confidence <= 1
        assert b.box is not None


def ruled(d: Drawing, x: float, y: float, cells: str) -> None:
    """Cells from text: one a line, "x y width height text"."""
    for line in cells.strip().splitlines():
        left, top, width, height, *words = line.split(" ")
        x0, y0 = x + 2 * float(left), y + 2 * float(top)
        d.box(x0, y0, x0 + 2 * float(width), y0 + 2 * float(height))
        if words:
            d.text(x0 + 1.5, y0 + float(height) + 2, " ".join(words), 9 if float(height) > 12 else 3.6)


def test_russian_form_with_a_signature_column_left_empty():
    d = frame(Drawing())
    cells = """
0 0 7 5 Изм.
7 0 10 5 Лист
17 0 23 5 № докум.
40 0 15 5 Подп.
55 0 10 5 Дата
0 5 17 5 Разраб.
17 5 23 5 Иванов И.И.
40 5 15 5
55 5 10 5 12.03.21
0 10 17 5 Пров.
17 10 23 5 Петров
40 10 15 5
55 10 10 5
0 15 17 5 Утв.
17 15 23 5
40 15 15 5
55 15 10 5
0 20 17 5 Т.контр.
0 25 17 5 Н.контр.
65 0 70 20 Вал
135 0 17 5 Масса
152 0 18 5 Масштаб
135 5 17 15 1,25
152 5 18 15 1:2
65 20 105 14 АБ.301241.005
"""
    ruled(d, 470, 480, cells)
    b = block(d)
    assert (b.title, b.drawing_number, b.mass, b.scale) == ("Вал", "АБ.301241.005", "1,25", "1:2")
    assert (b.drawn_by, b.checked_by, b.approved_by, b.date) == ("Иванов И.И.", "Петров", None, "12.03.21")


def test_projection_symbol_in_a_picture():
    import cv2
    import numpy as np

    d = cad_template(Drawing())
    d.box(400, 455, 500, 515).box(400, 515, 500, 575)
    picture = np.full((1653, 2339), 255, np.uint8)
    at = 200 / 72
    centre = (round(430 * at), round(545 * at))
    for radius in (12, 6):
        cv2.circle(picture, centre, round(radius * at), 0, 2)
    cone = np.array([[456, 539], [456, 551], [480, 557], [480, 533]]) * at
    cv2.polylines(picture, [cone.round().astype(np.int32)], True, 0, 2)
    sheet = d.sheet(render=lambda dpi: picture)
    (b,) = read(sheet.at(drawn=sheet.segments, source="picture"))
    assert b.projection == "third"
    blank = sheet.at(drawn=sheet.segments, render=lambda dpi: np.full_like(picture, 255))
    assert read(blank)[0].projection is None


def test_general_tolerance_wrapped_over_two_lines():
    d = cad_template(Drawing())
    d.words = [w for w in d.words if w.x < 400 or w.x > 500]
    d.text(403, 470, "General tolerances", 3).text(403, 480, "ANGULAR ±0.5°; ONE PLACE", 3).text(
        403, 490, "DECIMAL ±0.2", 3
    )
    assert block(d).general_tolerance == "ANGULAR ±0.5°; ONE PLACE DECIMAL ±0.2"


def with_logo(confidence: float, name: str = "Gearworks") -> Drawing:
    """A template that prints its title without a label, under a logo in larger letters that no text layer holds."""
    d = Drawing().box(500, 455, 660, 495).text(520, 482, name, 14, confidence=confidence)
    d.box(500, 495, 660, 520).text(510, 512, "BEARING HOUSING", 9)
    d.cell(500, 520, 580, 575, "MATERIAL", "S235JR").cell(580, 520, 660, 575, "SCALE", "1:2")
    d.cell(660, 455, 822, 520, "PART NO.", "BH-1002").cell(660, 520, 740, 575, "REV.", "C")
    return frame(d.cell(740, 520, 822, 575, "SHEET", "1 OF 3"))


def test_a_logo_is_the_company_and_not_the_title():
    found = block(with_logo(0.95))
    assert (found.title, found.company) == ("BEARING HOUSING", "Gearworks")
    assert any(f.value == "Gearworks" for f in found.fields)  # so that it is blacked out


@pytest.mark.parametrize(("confidence", "name"), [(0.7, "Gearworks"), (0.95, "GW")])
def test_a_logo_that_is_hardly_read_is_neither(confidence, name):
    found = block(with_logo(confidence, name))
    assert (found.title, found.company) == ("BEARING HOUSING", None)


def test_where_all_is_recognised_large_letters_may_be_the_title():
    d = with_logo(0.95)
    d.words = [w.with_text(w.text, confidence=0.95, read_from="recognised") for w in d.words]
    assert block(d).title == "Gearworks"


@pytest.mark.parametrize(("read", "scale"), [("1:2", "1:2"), ("2", "2"), ("11", None), ("110", None)])
def test_a_recognised_scale_that_lost_its_colon_is_none(read, scale):
    d = frame(Drawing())
    d.cell(500, 480, 660, 510, "TITLE", "LEVER").cell(660, 480, 822, 510, "DWG NO.", "EX-77").cell(
        500, 510, 660, 575, "MATERIAL", "S235JR"
    ).cell(660, 510, 822, 575, "SCALE", read)
    assert block(d).scale == read
    d.words = [w.with_text(w.text, confidence=0.95, read_from="recognised") for w in d.words]
    found = block(d)
    assert found.scale == scale
    assert any(f.label == "SCALE" for f in found.fields) == (scale is not None)
    others = (("1.1", 0.3), ("1:1", 0.01))
    d.words = [replace(w, alternatives=others) if w.text == "11" else w for w in d.words]
    assert block(d).scale == ("1:1" if read == "11" else scale)


SIGNED = [
    ["Разраб.", "Иванов", "", "14.03.22"],
    ["Пров.", "Петров", "", "16.03.22"],
    ["Утв.", "Смирнов", "", "18.03.22"],
]


def gost(d: Drawing, changes: bool = True) -> Drawing:
    """The main inscription of GOST 2.104, form 1: number and name stand without labels."""
    left, mid, right, low = 500, 637, 822, 575
    if changes:
        d.table(left, low - 56, [20, 28, 50, 20, 19], [["Изм", "Лист", "№ докум.", "Подп.", "Дата"]], height=4)
    d.table(left, low - 42, [48, 50, 20, 19], SIGNED, height=4)
    d.box(mid, low - 98, right, low - 70).text(mid + 40, low - 78, "АБВГ.301261.014", 10)
    d.box(mid, low - 70, 760, low - 28).text(mid + 5, low - 46, "Корпус подшипника", 8)
    d.table(760, low - 70, [22, 40], [["Масса", "Масштаб"], ["2,35", "1:2"]], height=4)
    d.table(760, low - 42, [31, 31], [["Лист 1", "Листов 2"]], height=4)
    d.box(mid, low - 28, 760, low).text(mid + 5, low - 10, "Сталь 45 ГОСТ 1050-2013", 5)
    d.box(760, low - 28, right, low).text(763, low - 10, "ООО «Станко»", 5)
    return frame(d)


def test_a_main_inscription_with_its_number_over_the_title():
    b = block(gost(Drawing()))
    assert (b.title, b.drawing_number, b.material) == (
        "Корпус подшипника",
        "АБВГ.301261.014",
        "Сталь 45 ГОСТ 1050-2013",
    )
    assert (b.drawn_by, b.checked_by, b.approved_by, b.date) == ("Иванов", "Петров", "Смирнов", "14.03.22")
    assert (b.scale, b.mass, b.sheet, b.company) == ("1:2", "2,35", "1/2", "ООО «Станко»")


def test_a_further_sheet_tells_its_number_beside_the_changes():
    d = Drawing().table(500, 561, [20, 28, 66, 43, 28], [["Изм", "Лист", "№ докум.", "Подп.", "Дата"]])
    d.box(685, 545, 795, 575).text(695, 563, "АБВГ.301261.014", 8)
    d.table(795, 545, [27], [["Лист"], ["2"]], 15)
    b = block(frame(d))
    assert (b.drawing_number, b.sheet, b.title) == ("АБВГ.301261.014", "2", None)


def test_cells_on_the_block_between_its_sides_belong_to_it():
    """A block whose company, title and number have no labels, over rows that have."""
    d = Drawing().table(500, 515, [110], [["Drawn: R. WEBB"], ["Checked: L. ORTIZ"], ["Approved: K. DUNN"], [""]], 15)
    d.box(610, 450, 822, 480).text(615, 462, "HALDEN MACHINE WORKS").text(615, 472, "1420 River Road, Dayton, OH 45402")
    d.box(610, 480, 822, 535).text(615, 500, "HOUSING, GEARBOX", 9).text(615, 515, "OUTPUT SIDE", 9)
    d.table(610, 535, [30, 60, 92, 30], [["B", "7X119", "HM-20417", "D"]], 20).box(610, 555, 670, 575)
    d.text(615, 568, "1:4").box(670, 555, 822, 575).text(680, 568, "SHEET 1 OF 2")
    b = block(frame(d))
    assert (b.title, b.drawing_number) == ("HOUSING, GEARBOX OUTPUT SIDE", "HM-20417")
    assert (b.company, b.scale, b.sheet) == ("HALDEN MACHINE WORKS", "1:4", "1 OF 2")
    assert (b.drawn_by, b.checked_by, b.approved_by) == ("R. WEBB", "L. ORTIZ", "K. DUNN")


def test_two_labels_in_a_cell_of_which_one_is_unknown():
    d = Drawing().box(600, 500, 822, 540).text(603, 510, "Scale: 1:5").text(603, 520, "Kode: ISO")
    d.cell(600, 540, 700, 575, "Date:", "2021-11-30").cell(700, 540, 822, 575, "Revision:", "C")
    b = block(frame(d))
    assert (b.scale, b.date, b.revision) == ("1:5", "2021-11-30", "C")


def test_a_column_of_names_is_no_title_and_a_longer_label_another_field():
    people = [["", "Fecha", "Nombre"], ["Dibujó", "04/06/22", "Gómez"], ["Revisó", "06/06/22", "Pérez"]]
    d = Drawing().table(500, 491, [57, 40, 54], people)
    d.cell(651, 491, 822, 533, "N° Plano Cliente", "CL-8831").box(651, 533, 822, 554)
    d.text(654, 546, "N° de Plano TP-204-17").box(651, 554, 822, 575).text(656, 568, "EJE PORTAFRESA", 9)
    d.box(500, 533, 651, 575)
    for i, text in enumerate(["Tolerancia", "ISO 2768-m", "Rugosidad", "Ra 3,2"]):
        d.text(503, 543 + 9 * i, text)
    b = block(frame(d))
    assert (b.title, b.drawing_number, b.drawn_by, b.checked_by) == ("EJE PORTAFRESA", "TP-204-17", "Gómez", "Pérez")
    assert (b.general_tolerance, b.finish, b.date) == ("ISO 2768-m", "Ra 3,2", "04/06/22")


def test_who_signed_may_stand_below_and_a_value_beside_a_label_with_room():
    d = Drawing().table(500, 520, [60, 60, 60], [["DRAWN", "CHECKED", "APPROVED"], ["PJ", "A. Poe", "M. Roe"]])
    d.cell(680, 520, 822, 548, "TITLE", "GUARD, CONVEYOR").table(
        500, 548, [60, 60, 60, 142], [["MATERIAL", "SS400"]], 27
    )
    d.box(620, 548, 822, 575).text(625, 558, "Scale 1:10 @ A3")
    b = block(frame(d))
    assert (b.drawn_by, b.checked_by, b.approved_by) == ("PJ", "A. Poe", "M. Roe")
    assert (b.title, b.material, b.scale) == ("GUARD, CONVEYOR", "SS400", "1:10 @ A3")
