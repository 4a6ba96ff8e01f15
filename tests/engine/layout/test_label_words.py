"""Labels and values: what the words of title blocks and tables mean."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.titles import values
from drawkit.engine.titles.fitting import PEOPLE, person_of
from drawkit.engine.titles.labels import (
    bom_column,
    is_decoy,
    is_other_label,
    leading_label,
    like_label,
    near_label,
    plain,
    revision_column,
    solid_label,
    title_label,
)
from drawkit.engine.titles.projection import projection_in_words
from drawkit.engine.titles.tolerance_text import tolerance_in


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("页次", "sheet"), ("AUTHOR NAME :", "drawn_by"), ("SUPERVISOR NAME :", "checked_by"), ("Razmera", None),
        ("Propietario legal", "company"), ("Właściciel prawny", "company"), ("Juridisk ejer", "company"),
        ("Mjerilo", "scale"), ("Κλίμακα", "scale"), ("Ritningens namn", "title"), ("ÇİZEN", "drawn_by"),
        ("İZDÜŞÜM", "projection"), ("RESMIN ADI", "title"), ("Geprueft", "checked_by"),
        ("Oberflaechenschutz", "finish"), ("Odobrio", "approved_by"),
        ("Tegnet af", "drawn_by"), ("Escola", None), ("verzeo", None), ("Verzió", "revision"),
        ("DWG. NO.", "drawing_number"),
        ("Zeichnungs-Nr.:", "drawing_number"), ("CHK'D", "checked_by"), ("Maßstab", "scale"),
        ("MASSSTAB", "scale"), ("Titel / Title", "title"), ("Wt. (kg)", "mass"), ("SCAIE", None),
        ("Nr rysunku", "drawing_number"), ("Schválil:", "approved_by"), ("Schaal", "scale"), ("Folha nº", "sheet"),
        ("MITTAKAAVA", "scale"), ("Tegnet av", "drawn_by"), ("Ölçek", "scale"), ("Rajzszám", "drawing_number"),
        ("도번", "drawing_number"), ("Маштаб", "scale"), ("Greutate", "mass"), ("N° de Plano", "drawing_number"),
        ("Revision: C", None), ("Drawn: R.", None), ("DRAIVING NUMBER", "drawing_number"),
        ("A4 Drawing Scale", None), ("CUSTOMER NUMBER", None), ("GENERAI TOLERANOE", "general_tolerance"),
        ("MATERIAI", "material"), ("SHEET 1", None), ("xyz", None), ("", None), ("Werkstoff/Halbzeug", "material"),
    ],
)  # fmt: skip
def test_title_labels(text, field):
    label = title_label(text)
    assert (label.field if label else None) == field


@pytest.mark.parametrize(
    ("text", "field", "rest"),
    [
        ("SCALE:2:1", "scale", "2:1"), ("SHEET 1 OF 1", "sheet", "1 OF 1"), ("Blatt 1 von 2", "sheet", "1 von 2"),
        ("DRAWING NOT TO SCALE", None, ""),
        ("Drawing: 12", "drawing_number", "12"), ("Material A2017", "material", "A2017"),
        ("Änd. 00", "revision", "00"), ("AND 2", None, ""), ("SIZE", "sheet_size", ""), ("Rev = B", "revision", "B"),
    ],
)  # fmt: skip
def test_labels_that_lead_a_line(text, field, rest):
    found = leading_label(text.split())
    assert (found[0].field if found else None) == field
    assert " ".join(found[1] if found else []) == rest


@pytest.mark.parametrize(
    "text",
    [
        "Verantwortliche Abteilung", "Référence technique", "Departamento responsable", "Tipo di documento",
        "Rodzaj dokumentu", "Odpovědné oddělení", "Teknik referans", "ISIL İŞLEM", "Vervangen door", "Erstattet af",
        "Vastuuosasto", "Megjegyzés", "Примечание", "備考", "备注", "비고", "Contract", "Tool No.", "Keterangan",
    ],
)  # fmt: skip
def test_labels_of_other_fields_in_many_languages(text):
    assert is_other_label(text)
    assert title_label(text) is None


@pytest.mark.parametrize(
    ("text", "field", "rest"),
    [
        ("DATE±07/18/2015", "date", "07/18/2015"), ("±0.5", None, ""),
        ("Sheet1 OF 1", "sheet", "1 OF 1"), ("Part materialPOM C", "material", "POM C"), ("ScaleA", "scale", "A"),
        ("Sheetmetal 1", None, ""), ("M8 Bolt", None, ""), ("Datum12.03.2020", "date", "12.03.2020"),
    ],
)  # fmt: skip
def test_labels_that_lost_what_parts_them_from_their_value(text, field, rest):
    found = solid_label(text.split())
    assert (found[0].field if found else None) == field
    assert " ".join(found[1] if found else []) == rest


def test_a_label_may_have_lost_a_letter_before_a_colon_and_not_without_one():
    label, rest = leading_label(["DRAW", "BY:", "A.", "Miller"])
    assert (label.field, label.words, rest) == ("drawn_by", 2, ["A.", "Miller"])
    label, rest = leading_label(["DRAW", "BY", "A.", "Miller"])
    assert (label.words, rest) == (1, ["BY", "A.", "Miller"])  # by its first word alone
    assert title_label("DRAW BY：").field == "drawn_by"
    assert title_label("DRAW BY") is None
    assert leading_label(["CUSTOME", "NAME", "Miller"]) is None


def test_columns_and_other_labels():
    assert bom_column("Q'TY").field == "quantity"
    assert [bom_column(t).field for t in ("Lp.", "Szt.", "Nazwa", "Benaming", "품명")] == [
        "position", "quantity", "designation", "designation", "designation",
    ]  # fmt: skip
    assert bom_column("Sachnummer / Norm-Kurzbezeichnung").field == "part_number"
    assert revision_column("Zust.").field == "revision"
    assert revision_column("nothing") is None
    assert {revision_column(t).field for t in ("APP'D. BY", "APPD BY", "AUTH.", "APPV'D")} == {"approved_by"}
    assert is_decoy("X LOC")
    assert not is_decoy("ITEM")
    assert is_other_label("DO NOT SCALE DRAWING")
    assert is_other_label("Thickness 1.5mm")
    assert is_other_label("Project: North")
    assert not is_other_label("Bearing")
    assert plain("Größe №") == "grosseno"


def test_a_word_leads_another_label_where_no_word_stands_between_it_and_a_figure():
    assert [t for t in ("ASSEMBLY PART 1 OF 4", "Thickness gauge 12") if is_other_label(t)] == []
    led = ("Thickness 1.5mm", "Thickness ~1.5", "Thickness: of the sheet", "Thickness t=1.5", "Thickness approx. 1.5")
    assert [t for t in led if not is_other_label(t)] == []


def test_near_labels_need_a_fitting_value():
    assert near_label(["Forn.", "A4"], lambda field, value: value == "A4")[0].field == "sheet_size"
    assert near_label(["Forn.:A4"], lambda field, value: value == "A4")[1] == ["A4"]
    assert near_label(["Forn.", "house"], lambda field, value: False) is None
    assert near_label(["X"], lambda field, value: True) is None


@pytest.mark.parametrize(
    "text",
    [
        "2017-4-11",
        "02.05.16",
        "Jun-27-23",
        "30.09.2022",
        "2016/09/23",
        "12 MAR 2020",
        "3. März 2021",
        "2021年3月4日",
        "JAN 5, 2020",
    ],
)
def test_dates(text):
    assert values.as_date(f"x {text}") == text


@given(
    st.lists(st.text("ABCabc", min_size=1, max_size=5), min_size=1, max_size=3).map(" ".join),
    st.dates(dt.date(1951, 1, 1), dt.date(2049, 12, 31)),
    st.sampled_from(["{0.day}{1}{0.month}{1}{0.year}", "{0:%d}{1}{0:%m}{1}{0:%y}", "{0.year}{1}{0:%m}{1}{0:%d}"]),
    st.sampled_from([".", "-", "/", ". "]),
    st.sampled_from([" - ", " – ", " "]),
)
def test_the_marks_of_a_date_are_alike_so_what_joins_it_to_a_name_is_none(name, day, form, mark, joint):
    date = form.format(day, mark)
    text = f"{name} v1{joint}{date}"
    assert values.as_date(text) == date
    assert values.without_date(text) == f"{name} v1"


@pytest.mark.parametrize("text", ["12-05.2020", "2019-10.07", "7/10.19", "1 - 7.10", "3.7.10.2019"])
def test_figures_whose_marks_are_not_alike_or_too_many_are_no_date(text):
    assert values.as_date(text) is None


@pytest.mark.parametrize(("text", "date"), [("JUL,01.2016", "JUL,01.2016"), ("Jul 1, 2016", "Jul 1, 2016")])
def test_a_comma_behind_the_month_may_be_a_point_misread(text, date):
    assert values.as_date(text) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("A. Example 20131125", "20131125"),
        ("EXAMPLE20131125", "20131125"),
        ("20131325", None),
        ("B20131125", None),
        ("20131125.5", None),
        ("2.5.21", "2.5.21"),
    ],
)
def test_a_date_of_figures_alone_is_told_where_one_is_asked_for(text, date):
    assert values.date_told(text) == date
    assert values.as_date(text) in (None, "2.5.21")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A. Example 20131125", "A. Example"),
        ("16ga steel", None),
        ("22rennnat", "22rennnat"),
        ("0. Petrov", "0. Petrov"),
    ],
)
def test_sizes_of_stock_and_dates_are_no_names(text, name):
    assert person_of(text) == name


@pytest.mark.parametrize("text", ["1.2.3.4.5", "M6-20-8", "12:30", "ISO 2768", "3.14"])
def test_no_dates(text):
    assert values.as_date(text) is None


@pytest.mark.parametrize(
    ("pattern", "good", "bad"),
    [
        (values.SCALE, ["1:2", "1.000", "2 : 1", "NTS", "1/2", "1:1 (2:1)", "AS NOTED"], ["PLATE", "A3", "1:2 x"]),
        (values.SHEET, ["1 OF 2", "1/1", "2 von 3", "1", "第 1 页 共 2 页"], ["A", "OF", "1 OF"]),
        (values.SIZE, ["A3", "DIN A4", "B", "ANSI C", "A4-1", "A3 quer", "Letter"], ["A9", "Z", "1"]),
        (values.REVISION, ["A", "04", "0A", "B.2", "1.1", "AA", "i", "v2.1"], ["NEW PART", "LONGER", ""]),
        (values.MASS, ["1.25 kg", "3,4 kg", "~12", ".83 kg", "250 g", "2.5 lbs"], ["kg", "heavy", ""]),
    ],
)
def test_value_patterns(pattern, good, bad):
    assert [v for v in good if not pattern.fullmatch(v)] == []
    assert [v for v in bad if pattern.fullmatch(v)] == []


def test_units_companies_materials_and_placeholders():
    assert values.units_in("DIMENSIONS ARE IN INCHES") == "INCHES"
    assert values.units_in("in") == "in"
    assert values.units_in("ARE IN") is None
    assert values.units_in("All dimensions in mm") == "mm"
    assert not any(values.units_in(v) for v in ("40 mm Cuvette Mount", "Frame 25mm", "5 cm")), "a size names no unit"
    assert values.is_company("Acme Robotics GmbH")
    assert not values.is_company("bearing")
    assert values.is_material("Aluminium 7075")
    assert not values.is_material("Spacer")
    assert [values.is_placeholder(v) for v in ("--", "", "N/A", "⏤", "12")] == [True, True, True, True, False]
    assert values.without_date("Pulley - 11.8.2020") == "Pulley"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("General tolerances ±0.05mm", "±0.05mm"), ("Allgemeintoleranzen DIN ISO 2768-mK", "DIN ISO 2768-mK"),
        ("ISO 2768 1-m 2-K", "ISO 2768 1-m 2-K"), ("TOLERANCES", None), ("ISO 9001", None),
        ("General tolerances apply", None),
    ],
)  # fmt: skip
def test_general_tolerance_in_a_line(text, value):
    assert tolerance_in(text) == value


@pytest.mark.parametrize(
    ("texts", "method"),
    [
        (["THIRD ANGLE PROJECTION"], "third"),
        (["1st angle"], "first"),
        (["第三角法"], "third"),
        (["first angle", "third angle"], None),
        ([], None),
    ],
)
def test_projection_words(texts, method):
    assert projection_in_words(texts) == method


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("DRA BY", "drawn_by"), ("DNBY", "drawn_by"), ("APPRVED", "approved_by"), ("CHKD BY", "checked_by"),
        ("B", None), ("TEL", None), ("PROJECT", None), ("Model", None), ("STATUS", None), ("Cliente", None),
    ],
)  # fmt: skip
def test_badly_read_labels_of_people(text, field):
    label = like_label(text, PEOPLE)
    assert (label.field if label else None) == field
