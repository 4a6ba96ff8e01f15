import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import Dimension, Note, PageReport, Result, TitleBlock
from drawkit.tolerances import General, limits_of, limits_of_result, printed_tolerance
from drawkit.tolerances import given as as_given

BY_PLACES = ".X ± 0.2; .XX ± 0.05; ANGLES ± 0.30°"
BY_WORDS = "FRACTIONAL ± 1/32; TWO PLACE DECIMAL ±.01; THREE PLACE DECIMAL ± .001"
BY_COLUMNS = "DECIMAL X.XX = ±0.01; X.XXX = ±0.001; ANGULAR X.X = ±0.5°; X.XX = ±0.50°"
BY_SIZES = (
    "300 ABOVE : ± 0.20; 300 ≥ X ≥ 150 : ± 0.15; 150 > X ≥ 50 : ± 0.10; 50 > X ≥ 20 : ± 0.075; 20mm BELOW : ± 0.05; "
    "ANGLES : ± 1°; FLATNESS : ⏥ 0.20; CONCENTRICITY : ± 0.05"
)


def rows(text, **options):
    """What is read of each row: its class or range, and its value."""
    read = printed_tolerance(text, **options)
    return [(row.of, row.places, row.value) for row in read.rows]


def of(stated, text, nominal, unit="mm", *, recognised=False, **fields):
    printed = printed_tolerance(stated, recognised=recognised)
    assert printed is not None
    dimension = Dimension(text=text, nominal=nominal, **fields)
    return limits_of(dimension, "degree" if dimension.kind == "angle" else unit, General("", "sheet", printed=printed))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (".X ±0.2  .XX ±0.05  ANGLES ±0.30°", [("places", 1, 0.2), ("places", 2, 0.05), ("angle", 0, 0.3)]),
        ("X.X ±0.1 X.XX ±0.05", [("places", 1, 0.1), ("places", 2, 0.05)]),
        ("0.0 ± 0.1 / 0.00 ± 0.05", [("places", 1, 0.1), ("places", 2, 0.05)]),
        ("X,X: +/-0,1; X,XX: +/-0,05", [("places", 1, 0.1), ("places", 2, 0.05)]),
        ("X ±1, X.X ±0.5, X.XX ±0.15", [("places", 0, 1), ("places", 1, 0.5), ("places", 2, 0.15)]),
        ("FRACTIONAL± ±1/32; 2 PL. DEC. ±.01", [("fraction", 0, 1 / 32), ("places", 2, 0.01)]),
        ("DECIMALS ±.005 FRACTIONS ±1/64 ANGULAR ±1/2°", [
            ("decimal", 0, 0.005), ("fraction", 0, 1 / 64), ("angle", 0, 0.5)]),
        ("TOLERANCES: FRACTIONAL ± ANGULAR: MACH ± BEND ± TWO PLACE DECIMAL ±.01", [("places", 2, 0.01)]),
        ("ANGLES ±0°30'", [("angle", 0, 0.5)]),
        ("ANGLES ±30'", [("angle", 0, 0.5)]),
        ("ANGLES ±1°30'", [("angle", 0, 1.5)]),
        ("General tolerances ±0.05mm", [("every", 0, 0.05)]),
    ],
)  # fmt: skip
def test_rows_as_printed(text, read):
    assert rows(text) == read


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (".X ±02 .XX ±0.05", 0), ("TWO PLACE ±.01 THREE PLACE ± 001", 1), (".X ±0.2 .XX ±0.05°", 1),
        (".X ±0.2 XX ±0.05", 1), (".X ±0.0", 0), ("FRACTIONAL ±1/0", 0), ("ANGLES ±1", 0), ("ANGLES ±30°", 0),
        ("ANGLES ±30' 15'", 0), ("ANGLES ±1°75'", 0), ("30 ≥ X ≥ 150 ±0.1", 0), ("30 ≥ X ≤ 150 ±0.1", 0),
    ],
)  # fmt: skip
def test_a_doubtful_number_has_no_value(text, place):
    assert rows(text)[place][2] is None


@pytest.mark.parametrize(
    "text",
    [
        "", "UNLESS OTHERWISE SPECIFIED", "ISO 2768-m", "300 X 150 : ± 0.15", "50|xX20|±0.075", "±.0.20",
        ".X ±0.2 .XX ±0.05 HOLES ±0.1", ".X ±0.2O .XX ±0.05", ".X +0.2 -0.1", "ALL RADII ±0.5", "± 0.10.2",
    ],
)  # fmt: skip
def test_what_is_not_understood_as_a_whole_is_not_read(text):
    assert printed_tolerance(text) is None


@pytest.mark.parametrize(
    ("text", "recognised", "doubt"),
    [
        ("X±0.2; .XX±0.05", False, "decimal point is lost"),
        ("X±0.5; X.X±0.2; X.XX±0.1", True, "decimal point is lost"),
        (".X ±0.05; .XX ±0.2", False, "wider deviation"),
        (".X ±2; .XX ±0.05", False, "more than 1"),
        (".X ±1; .XX ±0.05", True, "without decimals"),
        (".XX ±0.05; ANGLES ±1°", True, "alone"),
        ("±0.2", True, "without class or unit"),
        (".X ±0.2; ±0.5", False, "more than one"),
        ("DIMENSIONS IN INCHES .XX ±0.05mm", False, "its units are two"),
        ("300 ABOVE ±0.2; 20 BELOW ±0.05", False, "do not join"),
        ("300 ABOVE ±0.2", True, "do not join"),
        ("300 ABOVE ±0.1; 300 ≥ X ≥ 20 ±0.2", False, "narrower"),
        ("300 ABOVE ±02; 300 ≥ X ≥ 20 ±0.2", False, "doubtful"),
    ],
)
def test_what_does_not_fit_together_bounds_no_length(text, recognised, doubt):
    assert doubt in printed_tolerance(text, recognised=recognised).doubt
    found = of(text, "12.50", 12.5, recognised=recognised)
    assert found.upper is None
    assert doubt in found.reason or "inch" in found.reason


@pytest.mark.parametrize("text", [BY_PLACES, BY_WORDS, BY_SIZES, "±0.05mm", '±0.002"'])
def test_statements_of_real_sheets_are_understood_also_as_recognised(text):
    for recognised in (False, True):
        read = printed_tolerance(text, recognised=recognised)
        assert (read.doubt, all(row.value for row in read.rows)) == (None, True)


@pytest.mark.parametrize(
    ("stated", "text", "nominal", "fields", "upper", "rule"),
    [
        (BY_PLACES, "12.50", 12.5, {}, 12.55, ".XX ± 0.05"),
        (BY_PLACES, "2x 2.0", 2, {"quantity": 2}, 2.2, ".X ± 0.2"),
        (BY_PLACES, "⌀ 19,4 ↧3.30", 19.4, {"kind": "diameter"}, 19.6, ".X ± 0.2"),
        (BY_PLACES, "45.00deg", 45, {"kind": "angle"}, 45.3, "ANGLES ± 0.30°"),
        (BY_PLACES, "0.1", 0.1, {"kind": "ordinate"}, 0.3, ".X ± 0.2"),
        (BY_WORDS, "⌀.266 THRU", 0.266, {"kind": "diameter"}, 0.267, "THREE PLACE DECIMAL ± .001"),
        (BY_WORDS, "1 1/2", 1.5, {}, 1.53125, "FRACTIONAL ± 1/32"),
        (BY_WORDS, "3/8", 0.375, {}, 0.40625, "FRACTIONAL ± 1/32"),
        ("X ±1 .X ±.5", "12", 12, {}, 13, "X ±1"),
        (BY_COLUMNS, "12.50", 12.5, {}, 12.51, "X.XX = ±0.01"),
        (BY_COLUMNS, "45.0°", 45, {"kind": "angle"}, 45.5, "X.X = ±0.5°"),
        ("LINEAR X.X: ±0.2; X.XX: ±0.15; ANGLES X°: ±2°", "3.50", 3.5, {}, 3.65, "X.XX: ±0.15"),
        ("DECIMALS ±.005", ".50", 0.5, {}, 0.505, "DECIMALS ±.005"),
        (BY_SIZES, "300", 300, {}, 300.15, "300 ≥ X ≥ 150 : ± 0.15"),
        (BY_SIZES, "300.1", 300.1, {}, 300.3, "300 ABOVE : ± 0.20"),
        (BY_SIZES, "150", 150, {}, 150.15, "300 ≥ X ≥ 150 : ± 0.15"),
        (BY_SIZES, "149.9", 149.9, {}, 150, "150 > X ≥ 50 : ± 0.10"),
        (BY_SIZES, "20", 20, {}, 20.075, "50 > X ≥ 20 : ± 0.075"),
        (BY_SIZES, "R3", 3, {"kind": "radius"}, 3.05, "20mm BELOW : ± 0.05"),
        ("OVER 6 TO 30 ±0.2; UP TO 6 ±0.1", "6", 6, {}, 6.1, "UP TO 6 ±0.1"),
        ("6 < X ≤ 30 ±0.2; X ≤ 6 ±0.1", "6.5", 6.5, {}, 6.7, "6 < X ≤ 30 ±0.2"),
        ("±0.05mm", "5", 5, {}, 5.05, "±0.05mm"),
    ],
)
def test_limits(stated, text, nominal, fields, upper, rule):
    found = of(stated, text, nominal, "inch" if stated is BY_WORDS else "mm", **fields)
    assert (found.upper, found.origin, found.reason) == (upper, "general", None)
    assert found.rule.replace("±", "± ").replace("  ", " ") == f"{rule} (sheet)".replace("±", "± ").replace("  ", " ")


@pytest.mark.parametrize(
    ("stated", "text", "nominal", "fields", "reason"),
    [
        (BY_PLACES, "12", 12, {}, "lists nothing for 0 decimal places"),
        ("ANGULAR X° ±1°; X.X° ±0.5°; DECIMAL .X ±.1", "45.0°", 45, {"kind": "angle"}, "two values"),
        (BY_PLACES, "12.500", 12.5, {}, "lists nothing for 3 decimal places"),
        ("TWO PLACE ±.01", "1.5", 1.5, {}, "1 decimal place:"),
        (BY_PLACES, "3/8", 0.375, {}, "lists nothing for fractions"),
        (BY_WORDS, "45°", 45, {"kind": "angle"}, "lists nothing for angles"),
        ("ANGULAR: MACH ±1° BEND ±2° .XX ±.01", "45°", 45, {"kind": "angle"}, "if machined"),
        (".X ±0.2 .XX ±0.05 .XX ±0.02", "1.25", 1.25, {}, "two values"),
        ("TWO PLACE ±.01 THREE PLACE ±001", "1.250", 1.25, {}, "doubtful here"),
        (BY_PLACES, "2.0 ↧2.00", 2, {}, "does not tell the decimals"),
        (BY_PLACES, "⌀.4.30", 0.4, {}, "does not tell the decimals"),
        (BY_PLACES, "", 30, {}, "does not tell the decimals"),
        (BY_PLACES, "12.50", 12.5, {"alternate": 0.492}, "or the drawing has two"),
        (BY_PLACES, "12.50in", 12.5, {}, "its own unit"),
        (BY_PLACES, "12.50", 12.5, {"basic": True}, "theoretically exact"),
        (BY_PLACES, "(12.50)", 12.5, {"reference": True}, "reference dimension"),
        (BY_PLACES, "H=2.15", 2.15, {"kind": "other"}, "nothing of this kind"),
        (BY_PLACES, "0.1", 0.1, {}, "as large as the size"),
        (BY_PLACES, "12.50", 12.5, {"read_from": "recognised", "confidence": 0.5}, "as recognised"),
        (BY_PLACES, "12.50", 12.5, {"corrected": ("nominal",)}, "corrected by hand"),
        ("±0.05mm", "0", 0, {"kind": "ordinate"}, "zero"),
        ('±0.002"', "12", 12, {}, "is in inch, the drawing in mm"),
        ("0-6 ±0.1; 6-30 ±0.2", "6", 6, {}, "two values"),
        ("300 ≥ X ≥ 150 ±0.2", "12", 12, {}, "lists nothing for 12"),
    ],
)
def test_what_is_ambiguous_says_why(stated, text, nominal, fields, reason):
    found = of(stated, text, nominal, **fields)
    assert (found.lower, found.upper, found.origin) == (None, None, None)
    assert reason in found.reason


def test_without_a_unit_no_length_is_bounded():
    assert "unit" in of(BY_PLACES, "12.50", 12.5, None).reason


def test_a_corrected_text_tells_the_decimals():
    by_hand = {"corrected": ("nominal", "text"), "read_from": "recognised", "confidence": 0.3}
    assert of(BY_PLACES, "12.5", 12.5, **by_hand).upper == 12.7


@given(places=st.lists(st.integers(1, 4), min_size=1, unique=True), data=st.data())
def test_any_table_of_places_is_read_as_it_is_printed(places, data):
    widths = sorted((data.draw(st.decimals("0.001", "1", places=3)) for _ in places), reverse=True)
    style = data.draw(st.sampled_from((".{}", "X.{}", "0.{}")))
    mark, between = "0" if style == "0.{}" else "X", data.draw(st.sampled_from((" ", "; ", ", ", " ; ")))
    table = dict(zip(sorted(places), widths, strict=True))
    text = between.join(f"{style.format(mark * n)} ±{width}" for n, width in table.items())
    read = printed_tolerance(text)
    assert ({row.places: row.value for row in read.rows}, read.doubt) == (
        {n: float(width) for n, width in table.items()}, None,
    )  # fmt: skip


@given(st.text(alphabet="X0.,±123456789 /;:°'\"≥>≤<-BELOWABOVEDECIMALPLACETWOANGLES", max_size=40), st.booleans())
def test_any_text_is_read_or_not_but_never_fails(text, recognised):
    read = printed_tolerance(text, recognised=recognised)
    assert read is None or all(row.value is None or row.value > 0 for row in read.rows)


def sheet(block, notes=(), **fields):
    return Result(
        units="mm",
        pages=(PageReport(page=1, width=1, height=1),),
        title_blocks=(TitleBlock(general_tolerance=block, **fields),),
        notes=tuple(Note(text=text) for text in notes),
        dimensions=(Dimension(text="30.0", nominal=30),),
    )


@pytest.mark.parametrize(
    ("block", "notes", "upper"),
    [
        (BY_PLACES, [], 30.2),
        (None, ["UNLESS OTHERWISE SPECIFIED .X ±0.2"], 30.2),
        (BY_PLACES, ["TOLERANCES: .X±0.2 .XX±0.05 ANGLES ±0.30° DIMENSIONS ARE IN MM"], 30.2),
        (BY_PLACES, ["TOLERANCES: .X±0.1 .XX±0.05"], None),
        (BY_PLACES, ["UNLESS OTHERWISE SPECIFIED ALL RADII ±0.5"], None),
        (BY_PLACES, ["STAMP 5 ±1 HIGH", "DEBURR UNLESS NOTED"], 30.2),
        (".X ±0.2 IN MM", ["TOLERANCES .X ±0.2 IN INCHES"], None),
        ("ISO 2768-mK; .X ±0.1", [], None),
        (BY_PLACES, ["ISO 2768-m"], None),
    ],
)
def test_title_block_and_notes_agree_or_nothing_is_told(block, notes, upper):
    (found,) = limits_of_result(sheet(block, notes))
    assert found.upper == upper


def test_a_recognised_statement_is_doubted_until_it_is_corrected():
    recognised = sheet(".X ±0.2", read_from="recognised")
    assert "as recognised" in limits_of_result(recognised)[0].reason
    assert limits_of_result(sheet(".X ±0.2", read_from="both", corrected=("general_tolerance",)))[0].upper == 30.2


def test_one_as_a_person_writes_it():
    (found,) = limits_of_result(sheet(None), ".X +/-0.1 .XX +/-0.05")
    assert (found.upper, found.rule) == (30.1, ".X ±0.1 (as given)")
    with pytest.raises(ValueError, match="Write it as ISO 2768-m"):
        as_given("about ±0.1")
