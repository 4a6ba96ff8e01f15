"""Numbers as drawings write them, and which two may be limits of one size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.decimals import are_limits, coarsest


@pytest.mark.parametrize(
    ("size", "grade"),
    [(8.0, 2.2), (24.0, 3.3), (100.0, 5.4), (280.0, 8.1), (630.0, 11.0)],
)
def test_the_coarsest_grade_is_that_of_the_table(size: float, grade: float) -> None:
    """ISO 286-1, table 1, IT18, of the range that the size lies in; the formula takes the range's middle."""
    assert coarsest(size) == pytest.approx(grade, rel=0.12)


@given(st.floats(0.01, 5000), st.floats(0.01, 5000))
def test_it_grows_with_the_size(a: float, b: float) -> None:
    assert (coarsest(a) <= coarsest(b)) == (a <= b) or coarsest(a) == pytest.approx(coarsest(b), rel=1e-9)


@pytest.mark.parametrize(
    ("upper", "lower", "may"),
    [
        ("12.05", "11.95", True),
        ("12,05", "11,95", True),
        ("300.10", "299.90", True),
        ("312.3", "300.0", False),
        ("12.05", "11.9", False),
        ("12", "11", False),
        ("12.0", "12.0", False),
    ],
)
def test_limits(upper: str, lower: str, may: bool) -> None:
    assert are_limits(upper, lower) is may
