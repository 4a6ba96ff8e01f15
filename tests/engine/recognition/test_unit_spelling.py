"""A unit in drawn brackets behind a number has one spelling; what holds no unit or no bracket stays."""

import pytest

from drawkit.engine.recognition.spelling import tidy, unit_in_brackets


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("59.23(MM>", "59.23(MM)"),
        ("34.50<MM>", "34.50(MM)"),
        ("17.22(MM", "17.22(MM)"),
        ("2.45MM)", "2.45(MM)"),
        ("59.23CMM)", "59.23(MM)"),
        ("59.236MM)", "59.23(MM)"),
        ("1.5 [in]", "1.5(in)"),
        ("59.236MM", "59.236MM"),
        ("(12 mm)", "(12 mm)"),
        ("26in", "26in"),
        ("M8 (MIN)", "M8 (MIN)"),
        ("⌀8 (4X)", "⌀8 (4X)"),
    ],
)
def test_brackets_around_a_unit(read: str, told: str) -> None:
    assert tidy(read) == told
    assert unit_in_brackets(told) == told


@pytest.mark.parametrize(
    ("read", "told"), [("45。", "45°"), ("22.5。", "22.5°"), ("R2。", "R2。"), ("倒角45。", "倒角45。")]
)
def test_a_full_stop_behind_a_lone_number_is_the_sign_of_degrees(read: str, told: str) -> None:
    assert tidy(read) == told
