"""Numbers as drawings write them, and which two may be limits of one size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine import decimals


@given(st.integers(0, 99_999), st.integers(0, 999), st.sampled_from(".,"))
def test_a_comma_says_what_a_point_says(whole: int, part: int, sign: str) -> None:
    text = f"{whole}{sign}{part:03}"
    assert decimals.value(text) == pytest.approx(whole + part / 1000)
    assert decimals.places(text) == 3


@pytest.mark.parametrize(("text", "count"), [("12", 0), ("12.", 0), (",5", 1), ("12,50", 2)])
def test_places_are_counted_as_written(text: str, count: int) -> None:
    assert decimals.places(text) == count


@pytest.mark.parametrize(
    ("upper", "lower", "wanted"),
    [
        ("12.05", "11.95", True),
        ("12,05", "11,95", True),
        ("12.05", "12.05", False),
        ("12.05", "11.9", False),
        ("12", "11", False),
        ("12.05", "8.95", False),
        ("300.10", "299.90", True),
        ("312.3", "300.0", False),
    ],
)
def test_limits_are_near_each_other_and_written_as_finely(upper: str, lower: str, wanted: bool) -> None:
    assert decimals.are_limits(upper, lower) is wanted
    assert decimals.are_limits(lower, upper) is wanted


def test_other_text_is_no_number() -> None:
    with pytest.raises(ValueError, match="could not convert"):
        decimals.value("M8")


@pytest.mark.parametrize(
    ("size", "grade"),
    [(8.0, 2.2), (24.0, 3.3), (100.0, 5.4), (280.0, 8.1), (630.0, 11.0)],
)
def test_the_coarsest_grade_is_that_of_the_table(size: float, grade: float) -> None:
    """ISO 286-1, table 1, IT18, of the range that the size lies in; the formula takes the range's middle."""
    assert decimals.coarsest(size) == pytest.approx(grade, rel=0.12)


@given(st.floats(0.01, 5000), st.floats(0.01, 5000))
def test_it_grows_with_the_size(a: float, b: float) -> None:
    assert (decimals.coarsest(a) <= decimals.coarsest(b)) == (a <= b) or decimals.coarsest(a) == pytest.approx(
        decimals.coarsest(b), rel=1e-9
    )
