"""What the compartments of a feature control frame may say."""

from __future__ import annotations

import pytest

from drawkit.engine.callouts.compartments import is_tolerance, may_follow, tidied


@pytest.mark.parametrize(
    "text",
    [
        "0.1",
        ".04",
        "⌀ 0.2Ⓛ",
        "S⌀0,5",
        "⌀.020Ⓟ .425",
        "⌀.050 ST",
        "0.1-0.2",
        ".006 [0.15]",
        ".01/⌀1.00",
        "0.25 CZ",
        "2",
        ".1M",
    ],
)
def test_tolerances(text: str) -> None:
    assert is_tolerance(text)


@pytest.mark.parametrize("text", ["", "06", "01/01.00", "⌀.015.425", "60±0.1", "A", ".050T", "R5", "90°"])
def test_others(text: str) -> None:
    assert not is_tolerance(text)


@pytest.mark.parametrize("text", ["A", "BB", "A-B", "EⓂ", "AM", "(D)", "⌀.045 MAX", "Ⓜ", "A1", "Б", "Б-Д", "ЖⓂ"])
def test_further_compartments(text: str) -> None:
    assert may_follow(text)


@pytest.mark.parametrize("text", ["", "FO", "FCⓁ", "0.1", "8", "3Ⓜ", "I"])
def test_what_may_not_follow(text: str) -> None:
    assert not may_follow(text)


@pytest.mark.parametrize(
    ("text", "clean"),
    [("|0.1.", "0.1"), (".04|", ".04"), (".01/01.00", ".01/⌀1.00"), ("05.2", "⌀5.2"), ("0.05", "0.05")],
)
def test_dirt_is_taken_away(text: str, clean: str) -> None:
    assert tidied(text) == clean
