import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import Dimension, Note, PageReport, Result, TitleBlock
from drawkit.tolerances import General, Limits, limits_of, limits_of_result, unit_of
from drawkit.tolerances import given as as_given

MEDIUM = General("m", "title block")


def of(unit="mm", general=MEDIUM, **fields):
    return limits_of(Dimension(**fields), unit, general)


@pytest.mark.parametrize(
    ("fields", "lower", "upper", "origin"),
    [
        ({"nominal": 25, "fit": "H7", "kind": "diameter"}, 25, 25.021, "fit"),
        ({"nominal": 20, "fit": "k6"}, 20.002, 20.015, "fit"),
        ({"nominal": 8, "fit": "P 9"}, 7.949, 7.985, "fit"),
        ({"nominal": 10, "upper_deviation": 0.1, "lower_deviation": -0.1}, 9.9, 10.1, "stated"),
        ({"nominal": 25, "fit": "H7", "upper_deviation": 0.02, "lower_deviation": 0}, 25, 25.02, "stated"),
        ({"max": 12.05, "min": 11.95}, 11.95, 12.05, "stated"),
        ({"nominal": 30, "kind": "angle", "upper_deviation": 0.5, "lower_deviation": -0.5}, 29.5, 30.5, "stated"),
        ({"nominal": 30}, 29.8, 30.2, "general"),
        ({"nominal": 30.5}, 30.2, 30.8, "general"),
        ({"nominal": 2, "kind": "radius"}, 1.8, 2.2, "general"),
        ({"nominal": 1, "kind": "chamfer", "angle": 45}, 0.8, 1.2, "general"),
        ({"nominal": -40, "kind": "ordinate"}, -40.3, -39.7, "general"),
    ],
)
def test_known_limits(fields, lower, upper, origin):
    found = of(**fields)
    assert (found.lower, found.upper, found.origin, found.reason) == (lower, upper, origin, None)
    assert found.tolerance == pytest.approx(upper - lower)
    assert found.rule


@pytest.mark.parametrize(
    ("fields", "unit", "reason"),
    [
        ({"nominal": 48, "basic": True}, "mm", "theoretically exact"),
        ({"nominal": 48, "reference": True}, "mm", "reference dimension"),
        ({"nominal": 8, "kind": "thread", "thread": "M8-6H"}, "mm", "thread class"),
        ({}, "mm", "no nominal size"),
        ({"nominal": float("nan")}, "mm", "no nominal size"),
        ({"nominal": 20, "fit": "H7/k6"}, "mm", "a hole and a shaft"),
        ({"nominal": 20, "fit": "Q7"}, "mm", "no tolerance class"),
        ({"nominal": 20, "fit": "t6"}, "mm", "ISO 286 has no t at 20 mm"),
        ({"nominal": 20, "fit": "H7", "kind": "arc_length"}, "mm", "no size"),
        ({"nominal": 20, "fit": "H7"}, "inch", "in inches"),
        ({"nominal": 20, "fit": "H7"}, None, "unit is not known"),
        ({"nominal": 1.5}, "inch", "ISO 2768-1 is in millimetres"),
        ({"nominal": 45, "kind": "angle"}, "degree", "shorter side"),
        ({"nominal": 45, "kind": "spherical_radius"}, "mm", "spherical radius"),
        ({"nominal": 0.3}, "mm", "no value at 0.3 mm"),
        ({"nominal": 10, "upper_deviation": -0.1, "lower_deviation": 0.1}, "mm", "above the upper"),
        ({"max": 9, "min": 10}, "mm", "above the upper"),
    ],
)
def test_what_cannot_be_known_says_why(fields, unit, reason):
    found = of(unit, **fields)
    assert (found.lower, found.upper, found.origin, found.tolerance) == (None, None, None, None)
    assert reason in found.reason


def test_a_single_limit_is_told_and_the_other_is_not():
    assert of(max=5) == Limits(None, None, 5, "stated", "the drawing", "the drawing states no lower limit")
    only = of(nominal=5, lower_deviation=-0.1)
    assert (only.lower, only.upper, only.reason) == (4.9, None, "the drawing states no upper limit")


def test_inches_keep_what_is_stated():
    assert of("inch", nominal=0.5, upper_deviation=0.001, lower_deviation=0).upper == 0.501


def test_units():
    assert [unit_of("linear", units) for units in ("mm", "inch", "dual", None)] == ["mm", "inch", None, None]
    assert unit_of("angle", None) == "degree"
    assert [unit_of("thread", "inch", thread) for thread in ("M8", "1/4-20 UNC", None)] == ["mm", "inch", "inch"]


@given(nominal=st.decimals(1, 400, places=2), width=st.decimals("0.001", 1, places=3))
def test_limits_are_exact_decimals(nominal, width):
    found = of(nominal=float(nominal), upper_deviation=float(width), lower_deviation=-float(width))
    assert (found.lower, found.upper) == (float(nominal - width), float(nominal + width))
    assert found.tolerance == float(2 * width)


def test_a_general_tolerance_as_a_person_writes_it():
    assert as_given("ISO 2768-mK") == General("m", "as given")
    assert as_given(None).of_class is None
    with pytest.raises(ValueError, match="Write it as ISO 2768-m"):
        as_given("medium")


def drawing(*statements, pages=1, units="mm", notes=()):
    """A 30 on each page, and title blocks: (page, number, general tolerance)."""
    return Result(
        units=units,
        pages=tuple(PageReport(page=page, width=1, height=1) for page in range(1, pages + 1)),
        title_blocks=tuple(TitleBlock(page=p, drawing_number=n, general_tolerance=g) for p, n, g in statements),
        notes=tuple(Note(page=page, text=text) for page, text in notes),
        dimensions=tuple(Dimension(page=page, nominal=30) for page in range(1, pages + 1)),
    )


def uppers(result, general=None):
    return [found.upper for found in limits_of_result(result, general)]


def test_the_general_tolerance_stands_in_the_title_block_or_a_note():
    (found,) = limits_of_result(drawing((1, "D1", "ISO 2768-mK")))
    assert (found.upper, found.rule) == (30.2, "ISO 2768-m, table 1 (title block)")
    (found,) = limits_of_result(drawing(notes=[(1, "Unless stated: ISO 2768-f"), (1, "Deburr")]))
    assert (found.upper, found.rule) == (30.1, "ISO 2768-f, table 1 (note)")


def test_without_one_nothing_is_supposed():
    (found,) = limits_of_result(drawing((1, "D1", None)))
    assert (found.upper, found.origin) == (None, None)
    assert "nor a general one" in found.reason


def test_one_that_is_given_holds_where_the_drawing_states_none():
    assert uppers(drawing((1, "D1", None)), "ISO 2768-c") == [30.5]
    assert uppers(drawing((1, "D1", "ISO 2768-f")), "ISO 2768-c") == [30.1]
    with pytest.raises(ValueError, match="no general tolerance of ISO 2768-1"):
        uppers(drawing(), "rough")


@pytest.mark.parametrize("stated", ["FINE ±0.2 COARSE ±0.5", "±.0.05mm", "ISO 2768-K", "ISO 22081"])
def test_another_general_tolerance_is_told_and_not_replaced(stated):
    (found,) = limits_of_result(drawing((1, "D1", stated)), "ISO 2768-m")
    assert found.upper is None
    assert found.reason.endswith(stated)


def test_two_classes_leave_it_open():
    (found,) = limits_of_result(drawing((1, "D1", "ISO 2768-m"), notes=[(1, "Welds ISO 2768-c")]))
    assert found.upper is None
    assert "ISO 2768-m and Welds ISO 2768-c" in found.reason
    assert uppers(drawing((1, "D1", "ISO 2768-m"), notes=[(1, "ISO 2768-mK")])) == [30.2]


def test_sheets_of_one_drawing_share_it():
    assert uppers(drawing((1, "D1", "ISO 2768-m"), (2, "D1", None), pages=2)) == [30.2, 30.2]
    assert uppers(drawing((1, "D1", "ISO 2768-m"), pages=2)) == [30.2, 30.2]
    assert uppers(drawing((1, "D1", None), pages=2, notes=[(2, "ISO 2768-m")])) == [30.2, 30.2]


def test_other_drawings_in_the_file_do_not():
    assert uppers(drawing((1, "D1", "ISO 2768-m"), (2, "D2", None), pages=2)) == [30.2, None]
    assert uppers(drawing((1, "D1", "ISO 2768-m"), (2, None, None), pages=2)) == [30.2, None]
    assert uppers(drawing((1, "D1", "ISO 2768-m"), (2, "D2", "ISO 2768-f"), pages=2)) == [30.2, 30.1]


def test_a_bare_sheet_between_two_drawings_belongs_to_neither():
    three = drawing((1, "D1", "ISO 2768-m"), (3, "D2", "ISO 2768-f"), pages=3)
    assert uppers(three) == [30.2, None, 30.1]
