"""The features that a decision may be learnt from: what each text shows of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.callouts import Evidence, read_dimension

PLAIN = Evidence(*(0,) * 20, factor=1.0)._replace(lines=1)


def seen(text: str, **context: Any) -> dict[str, Any]:
    """Give the features that differ from those of nothing at all."""
    found = read_dimension(text, **context)
    assert found is not None
    return {name: value for name, value in found.evidence._asdict().items() if value != PLAIN._asdict()[name]}


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("12", {"digits": 2}),
        ("12.50", {"digits": 2, "decimals": 2}),
        (".375", {"decimals": 3, "leading_point": 1}),
        ("12 mm", {"digits": 2, "unit": 1}),
        ("⌀5", {"digits": 1, "marked": 1, "symbol": 1}),
        ("2X ⌀5", {"digits": 1, "marked": 1, "symbol": 1, "quantity": 1}),
        ("R5 TYP", {"digits": 1, "marked": 1, "symbol": 1, "quantity": 1}),
        ("12 ±0.1", {"digits": 2, "marked": 1, "tolerance": 1}),
        ("12 H7", {"digits": 2, "marked": 1, "tolerance": 1}),
        ("12.05/11.95", {"marked": 1, "tolerance": 1}),
        ("M8", {"marked": 1, "symbol": 1, "thread": 1}),
        ("(12)", {"digits": 2, "reference": 1}),
        ("⌀5\n↧12", {"digits": 1, "marked": 1, "symbol": 1, "hole": 1, "lines": 2}),
        ("Ⓟ 45.80", {"digits": 2, "decimals": 2, "flag": 1}),
        ("⌀5 LIKE 77", {"digits": 1, "marked": 1, "symbol": 1, "words_after": 2, "numbers": 1}),
        ("LIKE ⌀5", {"digits": 1, "marked": 1, "symbol": 1, "words_before": 1}),
        ("⌀5 FOR PIN", {"digits": 1, "marked": 1, "symbol": 1, "words_aside": 2}),
        ("12.05 11.95", {"marked": 1, "tolerance": 1, "factor": 0.9}),
    ],
)
def test_text_shows_its_features(text: str, want: dict[str, Any]) -> None:
    assert seen(text) == want


def test_other_decimal_mark_shows() -> None:
    assert seen("12,5", decimal=".")["other_mark"] == 1
    assert "other_mark" not in seen("12,5", decimal=",")


@given(st.text(alphabet="⌀R±Mx(){}|.,0125 THRUDP*°\n", max_size=30))
def test_features_are_finite_numbers_in_one_order(text: str) -> None:
    found = read_dimension(text)
    if found is not None:
        assert all(isinstance(value, int | float) and 0 <= value < 1000 for value in found.evidence)
        assert found.evidence._fields == Evidence._fields
