"""Names of a board's parts are no radii, chamfers and datum features; on other sheets they stay."""

from __future__ import annotations

from drawkit.engine.layout.designators import without_designators
from drawkit.engine.sheet import Word

BOARD = ["U6", "U12", "J2", "C14", "L1", "D16", "P1", "R28", "R29", "R43"]


def words(texts: list[str]) -> list[Word]:
    return [Word(text, 10.0 * k, 20.0, 0.0, 8.0, 3.0) for k, text in enumerate(texts)]


def left(texts: list[str]) -> list[str]:
    return [w.text for w in without_designators(words(texts))]


def test_a_board() -> None:
    assert left([*BOARD, "188.10", "R3.5", "4X", "⌀2"]) == ["188.10", "R3.5", "4X", "⌀2"]


def test_a_radius_that_is_printed_twice_is_no_resistor() -> None:
    assert left([*BOARD, "R3", "R3"]) == ["R3", "R3"]


def test_two_radii_beside_connectors_stay() -> None:
    assert left(["U6", "U12", "J2", "C14", "L1", "D16", "R3", "R10"]) == ["R3", "R10"]


def test_tags_of_holes_are_no_parts_of_a_board() -> None:
    tags = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1", "R5", "R8", "R10"]
    assert left(tags) == tags


def test_a_sheet_with_a_few_names_is_no_board() -> None:
    few = ["J1", "J2", "U1", "R5", "R8", "R10"]
    assert left(few) == few
