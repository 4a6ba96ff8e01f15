"""On sheets of boards and circuits, numbers at no dimension line are pins, and names and ratings are no sizes."""

from __future__ import annotations

import numpy as np
from engine_drawing import Drawing

from drawkit.engine.decision.boards import without_board_numbers
from drawkit.engine.decision.candidates import candidates_of
from drawkit.engine.decision.features import features_of

PARTS = ["U6", "U12", "J2", "C14", "L1", "D16"]
NETS = ["GND", "+5V"]
PINS = [str(k) for k in range(1, 15)]


def circuit(names: list[str], pins: list[str], texts: list[str], spanned: list[str]) -> Drawing:
    """A component with its pins, texts beside it, and dimensions with two heads."""
    drawing = Drawing().box(200, 200, 240, 216 + 16 * len(pins))
    for k, name in enumerate(names):
        drawing.text(40 + 40 * k, 40, name, 6)
    for k, pin in enumerate(pins):
        drawing.text(184, 206 + 16 * k, pin, 6).line(170, 208 + 16 * k, 200, 208 + 16 * k)
    for k, text in enumerate(texts):
        drawing.text(300, 100 + 30 * k, text)
    for k, text in enumerate(spanned):
        drawing.text(450, 100 + 60 * k, text).dimension_line(400, 103 + 60 * k, 520, 103 + 60 * k)
    return drawing


def stay(drawing: Drawing) -> set[str]:
    sheet = drawing.sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    given = np.full(len(candidates), 0.9)
    found = without_board_numbers(candidates, features_of(sheet, candidates), given, sheet.words)
    return {c.lines[0].text for c, chance in zip(candidates, found, strict=True) if chance}


def test_pins_ratings_and_names_beside_parts_are_no_sizes() -> None:
    sheet = circuit(PARTS, PINS, ["R1", "M2", "CH1", "100nF", "100R", "4.7k", "9774040243R"], ["46", "1.6"])
    assert stay(sheet) == {"46", "1.6"}


def test_pins_at_wires_with_heads_are_told_by_the_others() -> None:
    assert stay(circuit(PARTS, PINS, [], ["9", "11", "46"])) == {"46"}


def test_wires_are_no_leaders_of_a_circuit_diagram() -> None:
    def wired(names: list[str]) -> set[str]:
        drawing = circuit(names, PINS, ["0.1", "⌀3.2"], [])
        return stay(drawing.text(500, 400, "M2").line(515, 398, 560, 398).head(560, 398, (1, 0)))

    assert wired([*PARTS, *NETS]) == {"⌀3.2"}
    assert wired(PARTS) == {"0.1", "⌀3.2", "M2"}


def test_few_whole_sizes_of_a_board_stay() -> None:
    assert stay(circuit(PARTS, [], ["⌀3.2", "2.54"], ["1", "2", "40", "12"])) == {"⌀3.2", "2.54", "1", "2", "40", "12"}


def with_ordinates(names: list[str]) -> Drawing:
    drawing = circuit(names, [], [], ["1503"])
    for k, text in enumerate(["0", "12", "40"]):
        drawing.text(150, 300 + 30 * k, text).line(80, 297.5 + 30 * k, 147, 297.5 + 30 * k)
    return drawing


def test_ordinates_of_a_board_and_large_sizes_stay() -> None:
    assert stay(with_ordinates(PARTS)) == {"0", "12", "40", "1503"}


def test_pins_in_a_row_are_no_ordinates_of_a_circuit_diagram() -> None:
    assert stay(with_ordinates([*PARTS, *NETS])) == {"1503"}


def test_other_sheets_keep_all() -> None:
    texts = ["R1", "M2", "C1", "8"]
    assert stay(circuit([], [], texts, ["9"])) == {*texts, "9"}


def test_parts_and_supplies_of_a_table_show_no_circuit() -> None:
    """On a mechanical drawing with a wiring table a size may have no heads at its line."""
    drawing = Drawing().text(400, 100, "243").line(340, 103, 470, 103)
    size = drawing.sheet().words
    for k, text in enumerate([*PARTS, *NETS]):
        drawing.text(40, 40 + 20 * k, text)
    sheet = drawing.sheet()
    candidates = candidates_of(sheet, size, "mm")
    features, given = features_of(sheet, candidates), np.full(1, 0.9)
    assert without_board_numbers(candidates, features, given, size).tolist() == [0.9]
    assert without_board_numbers(candidates, features, given, sheet.words).tolist() == [0.0]
