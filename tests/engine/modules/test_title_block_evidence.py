"""Title blocks as programs fill them: text over walls, captions beside, below and in two languages, forms by rule."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.title_block import read
from drawkit.engine.titles.fitting import fits, person_of, tidy, unit_apart
from drawkit.engine.titles.labels import is_caption, is_other_label, near_label, title_label
from drawkit.engine.titles.overflow import words_by_face
from drawkit.engine.titles.values import SCALE, as_date, is_company, is_day, is_material


def frame() -> Drawing:
    return Drawing().box(20, 20, 822, 575)


def block(d: Drawing):
    found = read(d.sheet())
    assert len(found) == 1
    return found[0]


def foot(d: Drawing) -> Drawing:
    """Scale, sheet, size and date: enough to make a block of what stands over them."""
    d.cell(500, 545, 580, 575, "SCALE", "1:2").cell(580, 545, 660, 575, "SHEET", "1/1")
    return d.cell(660, 545, 740, 575, "SIZE", "A4").cell(740, 545, 822, 575, "DATE", "2021-03-04")


def test_a_name_that_runs_over_the_wall_of_its_cell_stays_whole():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "PUMP")
    d.table(500, 458, [50, 50, 60], [["", "NAME", "DATE"], ["DRAWN", "", ""], ["CHECKED", "", ""]], height=4)
    d.text(537, 482, "ADITIA GARGA", 4)
    b = block(d)
    assert (b.drawn_by, b.company) == ("ADITIA GARGA", None)


def test_which_face_the_words_of_a_line_belong_to():
    faces = [(0.0, 0.0, 50.0, 20.0), (50.0, 0.0, 90.0, 20.0)]

    def shares(d: Drawing) -> list[str]:
        return [" ".join(w.text for w in words) for _, words in words_by_face(d.words, faces)]

    assert shares(Drawing().text(36, 14, "LONGER NAME", 5)) == ["LONGER NAME"]
    assert shares(Drawing().text(30, 14, "NAMED OTHER", 5)) == ["NAMED", "OTHER"], "the wall stands in the blank"
    assert shares(Drawing().text(36, 14, "DRAWING DATE", 5)) == ["DRAWING", "DATE"], "headings of narrow columns"
    assert shares(Drawing().text(150, 14, "ELSEWHERE", 5)) == []


def test_the_company_has_the_cell_over_the_title():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "BEARING HOLDER").box(660, 450, 822, 480)
    d.cell(500, 450, 660, 545, "MATERIAL", "S235JR")
    assert block(d.text(700, 468, "verzea", 4)).company == "verzea"


def test_what_a_caption_of_another_field_names_is_no_company():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "BLANK TILE")
    d.box(500, 450, 660, 471).text(510, 463, "FRAMED DESKTOP", 7).box(500, 471, 660, 480).text(560, 477, "MODEL", 4)
    d.box(660, 450, 700, 480).text(664, 467, "MODEL", 4).box(700, 450, 822, 480).text(710, 468, "VABASA", 7)
    assert block(d).company is None


def test_a_caption_half_way_down_has_its_value_beside_it():
    d = foot(frame()).box(500, 480, 580, 545).text(505, 515, "TITLE", 5)
    d.box(580, 480, 700, 545).text(590, 505, "OUTLOOK", 9).text(590, 525, "(US)", 9)
    d.box(700, 480, 822, 500).text(750, 492, "VER.", 4).box(700, 500, 822, 545).text(755, 525, "0A", 6)
    b = block(d)
    assert (b.title, b.revision, b.company) == ("OUTLOOK (US)", "0A", None)


def test_a_caption_over_two_lines_of_which_the_first_alone_is_none():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "KEYBOARD")
    d.box(500, 480, 580, 545).text(503, 488, "SURFACE", 4).text(503, 494, "TREATMENT", 4)
    assert block(d).finish is None
    assert block(d.text(510, 530, "ANODIZED", 6)).finish == "ANODIZED"


def test_labels_in_two_languages_of_which_one_cannot_be_read():
    assert title_label("5pun/Weight") is not None
    assert title_label("A1/Weight") is None
    assert is_other_label("nn⊃/Qty for production")
    assert not is_other_label("1/2")


@pytest.mark.parametrize(("text", "caption"), [("/Date", True), ("Date", True), ("Notes:", True), ("Onyxa", False)])
def test_what_is_a_caption_and_no_value(text, caption):
    assert is_caption(text) == caption


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (": Alex Doe", "Alex Doe"),
        ("PAR. NO", None),
        ("Drawing number:", None),
        ("共 1张 第 1 张", None),
        ("Nora", "Nora"),
    ],
)
def test_who_is_a_person(text, name):
    assert person_of(text) == name


@pytest.mark.parametrize(("read_as", "name"), [("JackWu", "Jack Wu"), ("MacLeod", "MacLeod"), ("DeVito", "DeVito")])
def test_a_blank_that_a_recogniser_lost_between_names(read_as, name):
    d = foot(frame()).cell(500, 480, 660, 545, "TITLE", "PLATE").cell(660, 480, 822, 545, "DRAWN BY")
    d.text(680, 535, read_as, 6, confidence=0.9)
    assert block(d).drawn_by == name


def test_by_alone_names_who_drew():
    d = foot(frame()).cell(500, 480, 660, 545, "TITLE", "PLATE").cell(660, 480, 822, 545, "By", "Nora Baha")
    b = block(d)
    assert (b.drawn_by, b.drawing_number) == ("Nora Baha", None)


def test_a_line_that_ends_with_a_colon_names_the_lines_below_it():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "DRIVE").box(500, 480, 660, 545)
    d.text(505, 490, "Finomsag:", 4).text(510, 520, "BMEGEGTBM", 8)
    assert block(d).company is None


def test_the_smaller_line_below_a_title_belongs_to_it():
    d = foot(frame()).cell(500, 480, 580, 545, "DRAWN", "F. Doe").box(580, 480, 822, 545)
    d.text(585, 500, "Exercise 3", 14).text(585, 530, "Cover plate", 7.5)
    assert block(d).title == "Exercise 3 Cover plate"


def test_a_line_that_numbers_the_parts_of_an_assembly_belongs_to_the_title():
    d = foot(frame()).box(500, 480, 822, 545).text(503, 488, "TITLE", 4)
    assert block(d.text(510, 508, "LOADER ARM", 9).text(510, 528, "ASSEMBLY PART 1 OF 4", 9)).title == (
        "LOADER ARM ASSEMBLY PART 1 OF 4"
    )


def test_of_two_finishes_the_fuller():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "RADOME").box(500, 450, 660, 480)
    d.text(503, 460, "SURFACE FINISH: fine satin", 4).cell(500, 480, 660, 545, "FINISH:", "Fine Satin Finish")
    assert block(d).finish == "Fine Satin Finish"


def test_a_russian_form_tells_its_size_below_and_leaves_the_number_of_its_only_sheet_out():
    d = frame().cell(500, 480, 822, 520, "Наименование", "Корпус")
    d.box(500, 520, 600, 575).text(505, 530, "Масштаб", 5).text(520, 560, "1:2", 6)
    d.box(600, 520, 680, 575).text(605, 530, "Лист", 5).box(680, 520, 822, 575).text(685, 530, "Листов 1", 5)
    d.text(520, 583, "Копировал", 5).text(700, 583, "Формат", 5).text(740, 583, "A3", 5)
    b = block(d)
    assert (b.title, b.scale, b.sheet, b.sheet_size) == ("Корпус", "1:2", "1", "A3")


def test_what_stands_below_a_block_and_is_no_size_tells_none():
    d = frame().cell(500, 480, 660, 575, "TITLE", "PUMP").cell(660, 480, 740, 575, "SCALE", "1:1")
    d.cell(740, 480, 822, 575, "DATE", "2021-03-04").text(520, 583, "Size large enough", 5)
    assert block(d).sheet_size is None


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Thursday, November 16, 2023", "Thursday, November 16, 2023"),
        ("Donnerstag, 16. November 2023", "Donnerstag, 16. November 2023"),
        ("printed November 16, 2023", "November 16, 2023"),
    ],
)
def test_a_weekday_is_part_of_the_date(text, date):
    assert as_date(text) == date


def test_a_scale_may_say_where_it_comes_from():
    assert SCALE.fullmatch("1:2 (From parent)")
    assert not SCALE.fullmatch("1:2 (2)")


def test_the_heading_of_tolerances_is_no_part_of_them():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "PLATE").box(500, 480, 660, 545)
    assert block(d.text(505, 515, "TOLERANCIAS ±0,5 y ±1º", 5)).general_tolerance == "±0,5 y ±1º"


def test_an_owner_without_a_legal_form_is_named_where_the_sentence_ends():
    d = foot(frame()).cell(660, 480, 822, 545, "TITLE", "DISC").text(40, 500, "THE SOLE PROPERTY OF MILLER")
    assert block(d.text(40, 508, "RACING TEAM. NO COPIES ARE MADE")).company == "MILLER RACING TEAM"


def test_the_units_of_a_paragraph_without_lines_are_named_alone():
    d = frame().text(40, 540, "Scale 1:0.5", 8).text(40, 551, "Units are in Inches", 8)
    assert block(d).units == "Inches"


def din_block() -> Drawing:
    """The walls of DIN 6771-1 at the lower right corner, with nothing but its people named."""
    d = frame()
    left, top = 284, 418

    def cell(x0: float, y0: float, x1: float, y1: float, text: str = "", size: float = 5) -> None:
        d.box(left + x0, top + y0, left + x1, top + y1)
        if text:
            d.text(left + x0 + 3, top + y1 - 3, text, size)

    for y, texts in ((48, ("", "Date", "Name")), (60, ("Drawn", "30.11.2018", "voigt"))):
        for (x0, x1), text in zip(((154, 184), (184, 228), (228, 280)), texts, strict=True):
            cell(x0, y, x1, y + 12, text)
    cell(154, 0, 228, 48)
    cell(228, 0, 280, 48, "1:1", 9)
    cell(0, 0, 154, 48)
    cell(0, 48, 154, 157)
    cell(154, 72, 280, 157)
    cell(280, 0, 538, 109)
    cell(280, 109, 493, 145, "Galvo-mount", 12)
    cell(493, 109, 538, 133, "1", 12)
    cell(493, 133, 538, 145, "A3")
    cell(280, 145, 538, 157)
    return d


def test_a_form_of_din_6771_tells_its_sheet_by_place():
    b = block(din_block())
    assert (b.scale, b.sheet, b.sheet_size, b.title, b.drawn_by) == ("1:1", "1", "A3", "Galvo-mount", "voigt")


def test_a_mass_with_its_unit_needs_no_label_and_a_scale_no_zero():
    d = foot(frame()).cell(500, 500, 700, 545, "TITLE", "PUMP").box(700, 500, 822, 545).text(710, 530, "2,45 kg", 6)
    assert block(d).mass == "2,45 kg"
    assert (unit_apart("4,30kg"), unit_apart("7.4 lb"), unit_apart("12")) == ("4,30 kg", "7.4 lb", "12")
    d = frame().cell(500, 545, 580, 575, "SCALE", ".7 : 1").cell(580, 545, 660, 575, "SHEET", "1/1")
    assert block(d.cell(660, 545, 822, 575, "SIZE", "A4")).scale == ".7 : 1"


def test_a_signature_is_no_company():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "PUMP")
    d.table(500, 458, [50, 50, 50, 60], [["", "NAME", "SIGN", "DATE"], ["DRAWN", "R. ROE", "", ""]], height=4)
    assert block(d.text(606, 482, "ETH", 9)).company is None


def test_labels_side_by_side_head_columns_and_have_their_values_below():
    def columns(first: str, *below: str) -> Drawing:
        d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "PUMP")
        for y, texts in ((460, (first, "MAT'L", "TREETING")), (480, below)):
            for x, text in zip((500, 600, 700), texts, strict=True):
                d.box(x, y, x + 100 if x < 700 else 822, y + 20)
                if text:
                    d.text(x + 10, y + 12.5, text, 5)
        return d

    assert block(columns("QTY", "", "", "")).material is None
    assert block(columns("QTY", "1", "C45", "")).material == "C45"
    assert block(columns("", "", "", "")).material == "TREETING", "without a label before it"


def test_labels_in_ideographs_are_understood_with_one_sign_misread():
    def label(text: str, value: str) -> str | None:
        found = near_label([text, value], fits)
        return found[0].field if found else None

    assert label("曰付", "2015/07/08") == "date"
    assert label("賓量", "2.16 kg") == "mass"
    assert label("賓量", "2015/07/08") is None, "no value of what the label may be"


def test_a_wide_cell_of_a_small_sheet_belongs_to_its_block():
    """Blocks do not shrink with the sheet: on A4 the cell of a title may be more than a twentieth of the page."""
    d = foot(frame()).cell(460, 440, 822, 545, "TITLE", "CRANKSHAFT PIN").cell(460, 400, 822, 440, "", "verzeo")
    assert block(d).title == "CRANKSHAFT PIN"


def test_what_the_frame_and_a_view_bound_is_no_cell_of_the_block():
    """A date in the margin column and a dimension between extension lines; both are bounded on all four sides."""
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "HOLDER")
    d.line(60, 20, 60, 545).line(20, 545, 500, 545).line(120, 20, 120, 545).text(24, 300, "2.24.15", 5)
    d.text(70, 300, ".530 [13.47]", 5)
    b = block(d)
    assert b.title == "HOLDER"
    assert b.box is not None
    assert b.box[0] > 490


def test_a_table_whose_columns_have_one_heading_is_no_part_of_the_block():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "HEADER ASSY")
    rows = [
        ["FINISH A", "FINISH B"],
        ["MATERIAL NO:", "MATERIAL NO:"],
        *([f"43045-02{k}", f"43045-04{k}"] for k in range(6)),
    ]
    d.table(520, 380, [120, 120], rows, height=5)
    b = block(d)
    assert (b.title, b.part_number) == ("HEADER ASSY", None)


def test_a_reference_mark_is_no_label_of_a_part_number():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "LAMP").cell(620, 440, 822, 500, "REF", "(8.1mm)")
    assert block(d).part_number is None


@pytest.mark.parametrize("text", ["Name: Otto", "姓名：王伟"])
def test_what_has_a_colon_is_no_person(text):
    assert person_of(text) is None


@pytest.mark.parametrize("text", ["Sept. 28", "28. Sept", "Mar 3rd", "1 avr."])
def test_a_day_is_no_person(text):
    assert is_day(text)
    assert person_of(text) is None


def test_people_whose_year_stands_in_the_heading():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "COUPLER")
    d.table(500, 472, [60, 60, 90], [["2012", "Date", "Name"], ["Draw.", "Sept. 28", "Vincent Ke"]], height=4)
    b = block(d)
    assert b.drawn_by == "Vincent Ke"


def test_a_scale_may_say_how_many_times():
    assert SCALE.fullmatch("3X")
    assert title_label("Approval Date").field == "date"


@pytest.mark.parametrize(("drawn_label", "told"), [(True, ("PUMP HOUSING", None)), (False, (None, "PUMP HOUSING"))])
def test_a_drawn_name_is_a_logo_only_where_labels_are_written(drawn_label: bool, told: tuple[str | None, str | None]):
    d = foot(frame()).box(500, 500, 660, 545).text(510, 530, "PUMP HOUSING", 9, confidence=0.95)
    sure = 0.9 if drawn_label else 1
    d.box(660, 500, 822, 545).text(664, 508, "MATERIAL", 4, confidence=sure)
    b = block(d.text(664, 530, "EN AW-6060", 6, confidence=sure))
    assert (b.title, b.company) == told


def recognised(d: Drawing) -> Drawing:
    d.words = [w.with_text(w.text, confidence=0.95, read_from="recognised") for w in d.words]
    return d


def test_what_is_called_as_the_owner_of_the_copyright_is_no_title():
    d = foot(frame()).box(500, 500, 660, 545).text(510, 535, "BANCROFT", 14)
    d.box(660, 500, 822, 545).text(670, 530, "Cover with two gaskets", 7)
    assert block(d).title == "BANCROFT"
    b = block(d.text(100, 300, "© 2019 Bancroft Corporation", 4))
    assert (b.title, b.company) == ("Cover with two gaskets", "BANCROFT")


def test_the_name_of_a_file_is_the_title_only_where_no_other_is_printed():
    d = foot(frame()).cell(500, 500, 600, 545, "CAD FILE", "00831").box(600, 500, 822, 545)
    assert block(d).title == "00831"
    assert block(d.text(610, 530, "SPRING AND HOUSING", 9)).title == "SPRING AND HOUSING"
    for text in ("ACME", "TI THIRD ANGLE PROJECTION"):
        d = foot(frame()).cell(500, 500, 600, 545, "CAD FILE", "00831").box(600, 500, 822, 545)
        assert block(d.text(604, 530, text, 8)).title == "00831"


def test_a_title_in_large_letters_may_be_long_and_a_remark_may_not():
    lines = ("Receptacle and cover assembly kit on both sides with", "bayonet receptacle housing and inline coupler 5e")
    for size, title in ((6, " ".join(lines)), (4, None)):
        d = foot(frame()).cell(500, 520, 580, 545, "SCALE", "1:2", 4).box(580, 480, 822, 545)
        for row, text in enumerate(lines):
            d.text(584, 500 + 15 * row, text, size)
        assert block(d).title == title


def test_the_title_of_a_person_is_none_of_the_drawing():
    d = foot(frame()).cell(500, 480, 822, 521).text(510, 510, "PANEL COUPLER", 9)
    d.table(500, 521, [80, 80, 80], [["NAME", "TITLE", "DATE"], ["", "", ""]], height=4)
    assert block(d).title == "PANEL COUPLER"


def test_labels_side_by_side_in_one_cell_have_their_values_below():
    d = foot(frame()).cell(500, 500, 822, 545, "TITLE", "WAFER").box(500, 470, 660, 500).box(660, 470, 822, 500)
    d.text(504, 480, "DRAWN BY", 4).text(600, 480, "DATE", 4).text(506, 494, "HUAILIN", 5).text(590, 494, "21/09/02", 5)
    d.text(664, 480, "CHECKED BY", 4).text(760, 480, "DATE", 4).text(750, 494, "21/09/03", 5)
    b = block(d)
    assert (b.drawn_by, b.checked_by) == ("HUAILIN", None)


def test_a_value_with_a_colon_of_its_own_is_a_value():
    d = foot(frame()).cell(500, 500, 660, 545, "MATERIAL", "Inox: 1.4305").cell(660, 500, 822, 545, "TITLE", "Screw")
    assert block(d).material == "Inox: 1.4305"


@pytest.mark.parametrize(
    ("label", "value", "field"),
    [
        ("TTLE:", "COVER", "title"),
        ("WEHT:", "4.42 kg", "mass"),
        ("申核:", "王伟", "checked_by"),
        ("図香:", "AB0466-27", "drawing_number"),
        ("图帕:", "A3", "sheet_size"),
    ],
)
def test_a_badly_read_label_before_its_colon(label, value, field):
    assert (
        getattr(block(recognised(foot(frame()).box(500, 480, 822, 545).text(510, 510, f"{label}{value}", 7))), field)
        == value
    )


def test_none_is_what_a_sheet_may_say_of_its_scale_and_finish():
    assert fits("finish", "NONE")
    assert fits("scale", "None")
    assert not fits("material", "NONE")
    assert not fits("finish", "N/A")


@pytest.mark.parametrize(
    "text", ["Attribution-ShareAlike 3.0 (CC BY-SA 3.0)", "Licence: Acme Works", "Creative Commons Co."]
)
def test_a_licence_names_no_company(text):
    assert not is_company(text)


def test_an_address_is_no_material():
    assert not is_material("Glen Rock, PA 17327")
    assert is_material("PA 6")


@pytest.mark.parametrize("text", ["kg", "lbs", "мм", "кг"])
def test_a_unit_alone_is_nobodys_name(text):
    assert person_of(text) is None


def test_a_limited_company_is_spelt_in_its_letters():
    assert tidy("company", "000 «Механика»") == "ООО «Механика»"
    assert tidy("company", "000 Mechanics") == "000 Mechanics"
    assert tidy("drawing_number", "000 «1»") == "000 «1»"


def test_figures_of_bare_strokes_are_figures_where_nothing_else_fits() -> None:
    assert [tidy("scale", value) for value in ("I:I", "l:10", "2:|", "1:2.5")] == ["1:1", "1:10", "2:1", "1:2.5"]
    assert [tidy("sheet", value) for value in ("I OF l", "lofI", "I/2")] == ["1 OF 1", "1 of 1", "1/2"]
    assert [tidy("scale", value) for value in ("FULL", "I", "I:II:I")] == ["FULL", "I", "I:II:I"]
    assert tidy("drawing_number", "I/I") == "I/I"


def test_counts_of_sheets_in_chinese_forms_lose_the_room_around_their_figures():
    told = [tidy("sheet", value) for value in ("共 1张 第 1 张", "共1张第1张", "第2页 共10页", "1 / 2")]
    assert told == ["共1张 第1张", "共1张 第1张", "第2页 共10页", "1 / 2"]


@pytest.mark.parametrize("text", ["Код", "Код изделия", "Код детали"])
def test_a_code_is_the_number_of_a_part(text):
    assert title_label(text).field == "part_number"


def signed(*, drawn: str) -> Drawing:
    """A form in which each who signs has a date beside, that of a check the surest read."""
    d = frame()
    for row, (label, name, date, sure) in enumerate(
        [
            (drawn, "A. Ek", "16.07.2021", 0.8),
            ("CHECKED", "B. Roe", "20.07.2021", 0.9),
            ("MFG", "C. Low", "21.07.2021", 1),
        ]
    ):
        top = 455 + 30 * row
        d.cell(500, top, 600, top + 30, label, name).box(600, top, 660, top + 30)
        d.text(605, top + 24, date, 7, confidence=sure)
    d.cell(660, 455, 822, 500, "TITLE", "BEARING").cell(660, 500, 822, 545, "PART NO.", "BH-1002")
    return d


def test_of_several_dates_that_beside_who_drew_is_the_sheets():
    assert block(signed(drawn="DRAWN")).date == "16.07.2021"
    assert block(signed(drawn="QA")).date == "21.07.2021", "nothing tells: the surest"


@pytest.mark.parametrize(
    ("field", "value", "fitting"),
    [
        ("part_number", "the or as a whole without written permission", False),
        ("part_number", "or identifying no", True),
        ("part_number", "SEE PART NUMBER TABLE", True),
        ("drawing_number", "sample-stage-gate-safety-volume", True),
        ("drawing_number", "Bracket left for frame 12", True),
        ("title", "of_2", False),
        ("title", "OF STEEL", True),
    ],
)
def test_a_sentence_is_no_number_and_what_is_left_of_a_sheet_no_title(field: str, value: str, fitting: bool) -> None:
    assert fits(field, value) is fitting


def test_a_sheet_size_may_name_its_system() -> None:
    assert (tidy("sheet_size", "DIN A3"), tidy("sheet_size", "DIN 6771")) == ("A3", "DIN 6771")
