from __future__ import annotations

import pytest

from drawkit.engine.callouts import continues_callout, read_dimension

OTHER_TEXTS = """12.03.2020|02.05.16|2020-01-05|12/03/2020|5/3/2020|1:2|SCALE 1:4|1 : 2|M 1:2|(1:5)|I=1:5|1 OF 2|1/3
    |ISO 2768-mK|DIN 912|EN 10025|A4|A3|+49 89 123456|089 123456|555-1234|01_02_02-counterplate|Ra 3.2|Rz 25|A|B
    |SECTION A-A|DETAIL B|A-A|SHEET 1|REV 2|REV A|ITEM 5|58 HRC|58-62 HRC|58±2 HRC|20°C|20 °C ±2|3.5 kg|50±5 N
    |50 Nm|±0.1|+0.2|-0.05|+0.2 0|H7|{H7/k6}|3D|R2A|M8K|C3PO|AB-12.5|12-AB-3|007|05|12:30|50%||⌀|R|X|---|v1.2.3
    |1.2.3|NOTE 1|FRONT|QTY 4|4 REQUIRED|2 ALUMINIUM|S355J2|AlMg3|EN AW-6082|X5CrNi18-10|Page 1|a@b2.de|F5|D4|4-3
    |Pos. 4|16 May 2020|1998-2001|AISI 304|6061-T6|SN-2032|GBW-003|123456|10 x|4 PLACES|2X|TYP|THRU ALL|12 DEEP
    |⌵ FOR M4 FLAT HEAD|↧.30 ±.02|min. 5 tief|1.4404 / 316L|H8|0A|12A|A12|MAX|C|M|(|[.5]|{12|45/2|12 34|⌀R
    |2. BASIC DIMENSIONS|12 ITEMS TYP|FRACTIONAL ±1/32; ANGLES ±1°
    |H=1.35mm of height is possible for items like rounded keys
    |M0|M0 0|3V3|TAPER 5|1:0|TAPER 1:0|SLOT 5 x|5V0*|AUX2|TAP1|GH-8 A1|JST GH-8 AUX1|110-7110-110-110
    |UNLESS OTHERWISE SPECIFIED TOLERANCES ±0.1|2 x|4-|SPHERICAL|5R2D2|H=|H=A|⌴ THRU|M8: 5|⌀12°C|Tr20|CHAMFER"""


@pytest.mark.parametrize("text", OTHER_TEXTS.split("|"))
def test_other_text_is_no_dimension(text: str) -> None:
    assert read_dimension(text.strip()) is None


def test_long_text_is_a_note() -> None:
    assert read_dimension("⌀5 " + "ALONG THE WHOLE EDGE OF THE PART " * 20) is None


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("12", 0.5),
        ("0", 0.5),
        ("(12)", 0.5),
        ("12.5", 0.8),
        ("1/32", 0.8),
        ("(12.5)", 0.95),
        ("⌀12", 0.95),
        ("12 ±0.1", 0.95),
        ("36°", 0.95),
        ("M8", 0.95),
        ("4X ⌀5 THRU", 0.95),
    ],
)
def test_score_of_plain_forms(text: str, score: float) -> None:
    found = read_dimension(text)
    assert found is not None
    assert found.score == score


@pytest.mark.parametrize(
    ("surer", "less_sure"),
    [
        ("2X ⌀.266 THRU", "2X .266 THRU"),
        ("20x 100", "20x100"),
        ("12.05/11.95", "12.05 11.95"),
        ("12 +0.2 0", "12 +0.2"),
        ("12 +0.2 0", "12 0 -0"),
        ("⌀5", "⌀5 LIKE LEAFLET"),
        ("⌀5 LIKE LEAFLET", "LIKE LEAFLET ⌀5"),
        ("⌀5", "⌀5 77"),
        ("12.5", "12.5 (SEE NOTE)"),
        ("⌀5 ↧12", "⌴ ⌀5 ↧12"),
        ("M8", "M7"),
        ("CH2", "C2"),
        ("≤5", "<5"),
        ("⌀5 [.197]", "⌀5 [77]"),
        ("(5.5)", "5.5)"),
        ("⌀5", "[⌀5]"),
        ("⌀5.5 ↧2", "⌀5.5 x 2"),
        ("R5.5 MAX", "R5.5 MAX FOO"),
    ],
)
def test_score_falls_with_doubt(surer: str, less_sure: str) -> None:
    more, less = read_dimension(surer), read_dimension(less_sure)
    assert more is not None
    assert less is not None
    assert more.score > less.score


def test_sheet_context_changes_the_reading() -> None:
    pipe, radius = read_dimension("R1/2", units="mm"), read_dimension("R1/2", units="inch")
    assert pipe is not None
    assert radius is not None
    assert (pipe.dimension.kind, radius.dimension.kind) == ("thread", "radius")
    taper, round_ = read_dimension("R1/8", units="mm"), read_dimension("R9/16", units="mm")
    assert taper is not None
    assert round_ is not None
    assert (taper.dimension.thread, round_.dimension.kind) == ("R1/8", "radius"), "no taper thread is so large"
    screw = read_dimension("8-32 THRU", units="inch")
    assert screw is not None
    assert (screw.dimension.thread, screw.dimension.nominal) == ("8-32", 0.164)
    number = read_dimension("1.4301", units="mm")
    assert number is not None
    assert number.score < 0.5


def test_other_decimal_mark_is_less_plausible() -> None:
    same, other = read_dimension("12,5", decimal=","), read_dimension("12,5", decimal=".")
    assert same is not None
    assert other is not None
    assert other.dimension == same.dimension
    assert other.score < same.score


def test_boxed_is_basic() -> None:
    found = read_dimension("⌀12", boxed=True)
    assert found is not None
    assert found.dimension.basic


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("12", "none"),
        ("12 ±0.1", "explicit"),
        ("12 H7", "fit"),
        ("12 H7 (+0.018 0)", "explicit"),
        ("12.05/11.95", "limits"),
        ("MAX 5", "limits"),
    ],
)
def test_tolerance_tells_where_it_is_from(text: str, source: str) -> None:
    found = read_dimension(text)
    assert found is not None
    assert found.dimension.tolerance_from == source


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["2× Ø 5,5±0.05", "↧ 12"], "2x ⌀5,5 ±0.05 ↧12"),
        (["R 24"], "R24"),
        (["4X ⌀.281 {+.006|-.001}", "⌴⌀.438 ± .010", "↧ .30"], "4X ⌀.281 +.006 -.001 ⌴ ⌀.438 ±.010 ↧.30"),
        (["⌀6 {H7|k6}"], "⌀6 H7/k6"),
        (["⌀{12.05|11.95}"], "⌀12.05 11.95"),
        (["R{11.3|11.2} TYP"], "R11.3 11.2 TYP"),
        (["{12.05|11.95}"], "12.05 11.95"),
        (["12 ( +0.1  -0.2 )"], "12 (+0.1 -0.2)"),
        (["12 {0|}"], "12 0"),
        (["45 °"], "45°"),
    ],
)
def test_text_is_one_line_in_one_spelling(lines: list[str], text: str) -> None:
    found = read_dimension(lines)
    assert found is not None
    assert found.dimension.text == text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("⌀5", ""),
        ("6X ⌀.120 THRU (Helicoil)", "(Helicoil)"),
        ("⌀63 ±0.5 AVG (O.D.)", "AVG"),
        ("⌀5 FOR M4 SCREW", "FOR M4 SCREW"),
        ("SEE ⌀5", "SEE"),
        ("M8x20", "x20"),
    ],
)
def test_rest_holds_what_says_nothing(text: str, rest: str) -> None:
    found = read_dimension(text)
    assert found is not None
    assert found.rest == rest


@pytest.mark.parametrize(
    ("text", "unread"),
    [("⌀5 FOR M4 SCREW", ""), ("5x10=50", ""), ("⌀5 (SEE NOTE 3)", ""), ("⌀5 LIKE 7", "LIKE 7"), ("AS ⌀5", "AS")],
)
def test_unread_is_what_is_no_remark(text: str, unread: str) -> None:
    found = read_dimension(text)
    assert found is not None
    assert found.unread == unread


@pytest.mark.parametrize(
    "line",
    ["⌴ ⌀9 ↧5", "⌵ ⌀.51 X 100°", "↧12", "THRU ALL", "4 PLACES", "(2 PLCS)", "12 DEEP", "TYP", "MAX", "±0.1", "EQ SP"],
)
def test_line_that_goes_on(line: str) -> None:
    assert continues_callout(line)


@pytest.mark.parametrize("line", ["⌀5", "2X ⌀5 THRU", "12", "M8", "MAX 5", "(12)", "", "SECTION A-A", "("])
def test_line_that_begins(line: str) -> None:
    assert not continues_callout(line)


@pytest.mark.parametrize("text", ["300.0 312.3", "387.7/368.7", "⌀650.0/⌀662.3"])
def test_sizes_further_apart_than_any_tolerance_grade_are_no_limits(text: str) -> None:
    found = read_dimension(text)
    assert found is None or found.dimension.nominal is not None


def test_angles_have_no_tolerance_grade() -> None:
    found = read_dimension("130.5° 120.5°")
    assert found is not None
    assert (found.dimension.max, found.dimension.min) == (130.5, 120.5)


@pytest.mark.parametrize("text", ["⌀37.00 ⌀25.00 +0.015 +0.002", "⌀37.00⌀25.00{+0.015|+0.002}"])
def test_what_stands_behind_another_diameter_is_said_of_that(text: str) -> None:
    found = read_dimension(text, least=0)
    assert found is not None
    assert (found.dimension.nominal, found.dimension.upper_deviation) == (37, None)
    assert "25.00" in found.rest


@pytest.mark.parametrize("text", ["5cm (50mm)", "5cm [1.97]", "M8 x 2cm", "⌀1cm x 90°", '5cm 2"'])
def test_centimetres_beside_another_unit_or_of_more_than_a_size_are_not_told(text: str) -> None:
    assert read_dimension(text, units="mm") is None


def test_centimetres_of_a_sheet_in_inches_are_not_told() -> None:
    assert read_dimension("11,84cm", units="inch") is None
