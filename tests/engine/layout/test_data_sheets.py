"""Data sheets: which pages offer a part, and which of their sentences are notes of its drawing."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.data_sheets import is_of_drawing, offers_part, shows_data_sheet
from drawkit.engine.modules import notes

FEATURES = ["Features", "• Tamperproof and made for outdoors", "• Long life, uniform light", "• Low profile lens"]


@pytest.mark.parametrize(
    ("lines", "offers"),
    [
        (FEATURES, True),
        (["FEATURES / BENEFITS", "ORDERING INFORMATION:"], True),
        (["Specifications are subject to change without notice.", "www.example.com"], True),
        (["Features", "Two holes at the rear"], False),
        (["DESCRIPTION", "PART NUMBER", "APPLICATION", "www.example.com"], False),
        (["• DEBURR ALL EDGES", "• PAINT BLACK", "• MASK THREADS"], False),
        (["- THREE HOLES AS DRAWN", "- CORNERS AS DRAWN", "- NO PAINT", "PLEASE SEE www.example.com"], False),
    ],
)
def test_pages_that_offer_a_part(lines: list[str], offers: bool) -> None:
    assert offers_part(lines) is offers


@pytest.mark.parametrize(
    "text",
    [
        "Note. When ordering, add the rated coil voltage.",
        "NOTES: RINSE AFTER SOLDERING",
        "3. SRF measured using a network analyzer.",
        "*1. Measured at 23 °C",
        "** System level temperature",
        "Dimensions are in inches [mm]",
        "Tolerance: ±0.1 mm unless specified",
        "All edges as cast unless otherwise specified",
    ],
)
def test_sentences_about_the_drawing(text: str) -> None:
    assert is_of_drawing(text)


@pytest.mark.parametrize(
    "text", ["Notebook computers", "Long life, uniform light", "***LIFE SUPPORT***", "Dimensioned for small rooms"]
)
def test_sentences_about_the_part(text: str) -> None:
    assert not is_of_drawing(text)


def offer(*, framed: bool) -> Drawing:
    drawing = Drawing()
    for number, text in enumerate([*FEATURES, "Note: measured at room temperature"]):
        drawing.text(60, 80 + 24 * number, text)
    return drawing.box(20, 20, drawing.width - 20, drawing.height - 20) if framed else drawing


def test_notes_of_a_data_sheet_are_those_of_its_drawing() -> None:
    sheet = offer(framed=False).sheet()
    assert shows_data_sheet(sheet)
    assert [note.text for note in notes.read(sheet, sheet.words)] == ["Note: measured at room temperature"]


def test_a_sheet_with_the_frame_of_a_drawing_is_none() -> None:
    sheet = offer(framed=True).sheet()
    assert not shows_data_sheet(sheet)
    assert len(notes.read(sheet, sheet.words)) > 1
