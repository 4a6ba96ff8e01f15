"""Names of a board's parts are no radii, chamfers and datum features; on other sheets they stay."""

from __future__ import annotations

import pytest

from drawkit.engine.layout.designators import shows_board, shows_circuit, without_designators
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


def test_names_that_go_through_are_channels_of_a_board() -> None:
    channels = [f"CH{k}" for k in range(1, 8)]
    assert left([*BOARD, *channels, "CH12"]) == []
    assert left(channels) == channels


def test_threads_are_no_motors() -> None:
    threads = ["M2", "M3", "M4", "M5"]
    assert left([*BOARD, *threads]) == threads


def test_a_range_of_parts_names_them_too() -> None:
    assert left([*BOARD, "R7…R16", "D2...D5", "2-R3"]) == ["2-R3"]


def test_two_resistors_are_counted_from_the_first() -> None:
    assert left(["U6", "U12", "J2", "C14", "L1", "D16", "R1", "R2"]) == []


@pytest.mark.parametrize("few", [["U1", "IC1", "SW1"], ["J1", "TP1", "LED3"]])
def test_three_kinds_that_no_other_sheet_names_are_parts_of_a_board(few: list[str]) -> None:
    assert left([*few, "R1", "R2", "12.5"]) == ["12.5"]


def test_places_of_holes_are_no_kinds_of_part() -> None:
    places = ["X1", "Y1", "U1"]
    assert left([*places, "R1", "R2"]) == [*places, "R1", "R2"]
    assert left([*places, "SW1", "IC1"]) == []


PLACED = [f"C{k}" for k in range(20, 40)] + [f"R{k}" for k in (7, 11, 31, 104, 176)]


def test_a_sheet_crowded_with_names_is_a_board() -> None:
    assert left([*PLACED, "TOP", "R3.5", "179"]) == ["TOP", "R3.5", "179"]


def test_names_that_are_few_among_the_words_tell_nothing() -> None:
    sizes = [f"{k}.5" for k in range(80)]
    assert not shows_board(words([*PLACED, *sizes]))


def test_tags_from_a_on_are_those_of_holes() -> None:
    assert not shows_board(words([*(f"{kind}{k}" for kind in "ABCDEF" for k in range(1, 9)), "R5", "R8", "12"]))


DIAGRAM = ["J1", "TP1", "R14", "C6"]


def test_a_diagram_of_few_parts_is_told_by_its_supplies() -> None:
    assert shows_circuit(words([*DIAGRAM, "GND", "+3V3"]))
    assert shows_circuit(words([*DIAGRAM, "GND", "P3.3V"]))
    assert not shows_board(words(DIAGRAM))
    assert not shows_board(words([*DIAGRAM, "GND", "GND"])), "one supply"
    assert not shows_board(words(["R14", "C6", "D3", "GND", "+5V"])), "no part that only boards have"


def test_the_letter_of_a_sheet_that_is_used_again_belongs_to_the_name() -> None:
    again = [f"{name}D" for name in BOARD]
    assert left([*again, "R3.5"]) == ["R3.5"]
