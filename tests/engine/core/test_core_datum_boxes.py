"""Datum features: boxes with a label, told from other boxed letters by what leads away from them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core_drawing import Pdf, opened
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine import analyze
from drawkit.engine.modules import datums
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.symbols.closed_cells import Cell
from drawkit.engine.symbols.frames import frames_of


def labels(pdf: Pdf) -> list[str]:
    with opened(pdf.data()) as sheet:
        return [d.label for d in datums.read(sheet, sheet.words, frames_of(sheet))]


def box(text: str = "A", wide: float = 14) -> Pdf:
    """A box at (200, 200) with its label."""
    return Pdf().box(200, 200, 200 + wide, 214).text(204.6, 209.5, text)


def test_a_line_to_a_triangle_leaves_the_box() -> None:
    assert labels(box().line(207, 214, 207, 230).filled(207, 230, 202, 238, 212, 238)) == ["A"]


def test_the_triangle_may_stand_on_the_box() -> None:
    assert labels(box().filled(207, 214, 202, 222, 212, 222)) == ["A"]


@pytest.mark.parametrize("ends", [(207, 200, 207, 180), (200, 207, 180, 207), (214, 207, 234, 212)])
def test_it_leaves_any_side(ends: tuple[float, ...]) -> None:
    assert labels(box().line(*ends)) == ["A"]


def test_a_letter_in_a_box_alone_is_none() -> None:
    assert labels(box()) == []


def test_lines_that_the_sides_run_into_lead_nowhere() -> None:
    assert labels(box().line(160, 200, 260, 200).line(160, 214, 260, 214)) == []


@pytest.mark.parametrize("label", ["AA", "B1", "Б"])
def test_labels_longer_than_a_letter(label: str) -> None:
    with opened(box("A", 20).line(207, 214, 207, 230).data()) as sheet:
        told = [w.with_text(label) for w in sheet.words]
        assert [d.label for d in datums.read(sheet, told)] == [label]


@pytest.mark.parametrize("text", ["I", "O", "7", "ABC", "-A"])
def test_other_text_is_no_label(text: str) -> None:
    assert labels(box(text, 24).line(207, 214, 207, 230)) == []


def test_dashes_tell_a_datum_without_a_line() -> None:
    assert labels(box("-A-", 22)) == ["A"]


def test_two_words_or_letters_of_another_size_are_none() -> None:
    assert labels(box("A", 30).text(220, 209.5, "B").line(207, 214, 207, 230)) == []
    assert labels(Pdf().box(200, 200, 240, 240).text(215, 222, "A").line(207, 240, 207, 260)) == []


def test_cells_of_a_table_are_none_though_lines_leave_them() -> None:
    assert labels(box().box(214, 200, 228, 214).text(218.6, 209.5, "B").line(207, 214, 207, 230)) == []


def test_a_box_joined_to_a_frame_needs_no_line() -> None:
    pdf = Pdf().frame(100, 100, ["⊥", "0.1", "B"]).box(110, 110, 120, 120).text(112.6, 117.5, "A")
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    assert [d.label for d in page.items["datums"]] == ["A"]
    assert len(page.items["geometric_tolerances"]) == 1


@settings(max_examples=12, deadline=None)
@given(st.floats(-55, 110), st.sampled_from([0.0, 0.5]))
def test_neither_direction_nor_lean_matters(angle: float, lean: float) -> None:
    pdf = Pdf()
    turn = math.radians(angle)
    pdf.canvas.transform(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 400, 300)
    pdf.canvas.transform(1, 0, lean, 1, 0, 0)
    pdf.canvas.translate(-200, -pdf.height + 200)
    assert labels(box().line(207, 214, 207, 230)) == ["A"]


def test_letters_drawn_as_strokes_in_their_box_are_read() -> None:
    pdf = Pdf().box(200, 200, 220, 220).drawn(207, 215, "B", 10).line(210, 220, 210, 240)
    pdf.text(100, 400, "PLAIN TEXT").line(100, 500, 700, 500)
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    [datum] = page.items["datums"]
    assert (datum.label, datum.read_from) == ("B", "recognised")
    assert np.allclose(datum.box, (207, 205, 213, 215), atol=3)


@pytest.mark.parametrize("standing", [False, True])
def test_letters_drawn_between_dashes_as_long_as_they_are_high_are_read(standing: bool) -> None:
    """So datum features are shown on drawings to ASME Y14.5M-1982, -A-, and the box needs no line."""
    pdf = Pdf().drawn(300, 500, "12.75 PLATE", 8).text(100, 400, "PLAIN TEXT").line(100, 520, 700, 520)
    if standing:
        pdf.canvas.translate(600, 0)
        pdf.canvas.rotate(90)
    for left, letter in ((120, "A"), (200, "B"), (280, "D")):
        pdf.box(left, 100, left + 34, 115).drawn(left + 14.4, 111.5, letter, 8)
        pdf.canvas.setLineWidth(0.72)
        pdf.line(left + 4, 107.5, left + 12, 107.5).line(left + 22, 107.5, left + 30, 107.5)
        pdf.canvas.setLineWidth(0.5)
    found = sorted((d.label, d.text, d.read_from) for d in analyze(pdf.data()).datum_features)
    assert found == [(label, f"-{label}-", "recognised") for label in "ABD"]


def test_no_cell_is_held_against_each_word(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = Pdf()
    for x in range(40, 540, 25):
        for y in range(40, 540, 25):
            pdf.box(x, y, x + 14, y + 14).text(x + 4.6, y + 9.5, "A")
    asked = []
    holds = Cell.holds
    monkeypatch.setattr(Cell, "holds", lambda cell, point: asked.append(cell) or holds(cell, point))
    assert labels(pdf) == []
    assert 0 < len(asked) <= 4 * 400
