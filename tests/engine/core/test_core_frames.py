from dataclasses import replace

import numpy as np
import pytest
from core_drawing import Pdf, opened, word

from drawkit.engine import analyze
from drawkit.engine.layout.crops import blobs, crop, heights, ink_extent
from drawkit.engine.modules import geometric_tolerances
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.symbols import Symbol
from drawkit.engine.symbols import frames as frames_module
from drawkit.engine.symbols.frames import frames_of, words_of_frames
from drawkit.engine.symbols.requirements import requirements_at

near = pytest.approx
UNREAD = Reading("", 0.0, 0.0)


def read(pdf):
    with opened(pdf.data()) as sheet:
        return frames_of(sheet), geometric_tolerances.read(sheet, frames_of(sheet))


@pytest.mark.parametrize(
    ("sign", "characteristic"),
    [
        ("⌖", "position"), ("⏥", "flatness"), ("⊥", "perpendicularity"), ("∥", "parallelism"), ("◎", "concentricity"),
        ("⌯", "symmetry"), ("↗", "circular_runout"), ("⌰", "total_runout"), ("⌓", "profile_surface"),
        ("⌒", "profile_line"), ("∠", "angularity"), ("○", "circularity"), ("⌭", "cylindricity"), ("⏤", "straightness"),
    ],
)  # fmt: skip
def test_a_drawn_characteristic_before_a_value_makes_a_frame(sign, characteristic):
    frames, tolerances = read(Pdf().frame(100, 100, [sign, "0.05", "A"]))
    assert [f.cells for f in frames] == [("0.05", "A")]
    [tolerance] = tolerances
    assert (tolerance.characteristic, tolerance.value) == (characteristic, 0.05)
    assert [d.label for d in tolerance.datums] == ["A"]
    assert tolerance.box == near((100, 100, 100 + 10 + 23 + 11, 110), abs=0.5)
    assert tolerance.read_from == "both"
    assert 0.45 < tolerance.confidence <= 0.97


def test_a_diameter_sign_and_a_modifier_drawn_in_the_cells_are_read():
    pdf = Pdf().frame(100, 100, ["⌖", "      0.2      ", "B"])
    pdf.drawn(105 + 10, 107.5, "⌀", 5).drawn(105 + 40, 107.5, "Ⓜ", 5)
    frames, tolerances = read(pdf)
    assert [f.cells for f in frames] == [("⌀ 0.2 Ⓜ", "B")]
    [tolerance] = tolerances
    assert (tolerance.zone, tolerance.value, tolerance.modifiers) == ("diameter", 0.2, ("M",))


def test_a_turned_frame_is_read_along_its_text():
    pdf = Pdf()
    pdf.canvas.translate(300, 100)
    pdf.canvas.rotate(90)
    pdf.canvas.translate(-100, -495)
    _, [tolerance] = read(pdf.frame(100, 100, ["⊥", "0.1", "A"]))
    assert (tolerance.characteristic, tolerance.rotation) == ("perpendicularity", 90)


def test_rows_of_a_composite_frame_share_their_sign():
    pdf = Pdf().box(100, 100, 110, 120).drawn(102.5, 112.5, "⌖", 5)
    for top, cells in ((100, ("0.4", "A")), (110, ("0.1", "B"))):
        pdf.box(110, top, 130, top + 10).box(130, top, 142, top + 10)
        pdf.text(113, top + 7.5, cells[0]).text(133, top + 7.5, cells[1])
    _, tolerances = read(pdf)
    found = sorted((t.characteristic, t.value, t.datums[0].label) for t in tolerances)
    assert found == [("position", 0.1, "B"), ("position", 0.4, "A")]


def opened_at(side):
    """A frame of three cells without its first or last wall."""
    pdf = Pdf().line(100, 100, 150, 100).line(100, 110, 150, 110).drawn(102.5, 107.5, "⊥", 5)
    for wall in {100, 112, 135, 150} - {side}:
        pdf.line(wall, 100, wall, 110)
    return pdf.text(117, 107.5, "0.05").text(140, 107.5, "A")


@pytest.mark.parametrize("side", [100, 150])
def test_a_frame_may_be_open_at_an_end(side):
    frames, [tolerance] = read(opened_at(side))
    assert [f.cells for f in frames] == [("0.05", "A")]
    assert tolerance.characteristic == "perpendicularity"


def test_lines_that_run_on_without_anything_between_them_are_no_cell():
    pdf = Pdf().frame(100, 100, ["⊥", "0.05", "A"]).line(144, 100, 180, 100).line(144, 110, 180, 110)
    frames, _ = read(pdf)
    assert [f.cells for f in frames] == [("0.05", "A")]


def test_one_line_of_a_frame_may_run_on():
    frames, _ = read(Pdf().frame(100, 100, ["⊥", "0.05", "A"]).line(80, 110, 200, 110))
    assert [f.cells for f in frames] == [("0.05", "A")]


def test_a_whole_number_is_a_tolerance_in_a_frame_of_its_own():
    frames, _ = read(Pdf().frame(100, 100, ["⌖", "2", "A"]))
    assert [f.cells for f in frames] == [("2", "A")]


@pytest.mark.parametrize(
    ("characteristic", "chance", "frames"),
    [("perpendicularity", 0.6, 0), ("perpendicularity", 0.95, 1), ("total_runout", 0.6, 0), ("flatness", 0.6, 1)],
)
def test_a_relation_that_names_no_datum_is_no_frame(monkeypatch, characteristic, chance, frames):
    """Orientation, coaxiality and run-out need a datum (ISO 1101, table 2): lines around a size only seem to be one."""
    monkeypatch.setattr(frames_module, "candidates", lambda *_: Symbol("?", characteristic, chance))
    assert len(read(Pdf().frame(100, 100, ["", "0.1"]).box(101, 101, 106, 106))[0]) == frames


@pytest.mark.parametrize(("height", "cells"), [(5, [("15",)]), (14, [])])
def test_an_outline_far_larger_than_letters_is_no_frame(height, cells):
    """Its centre line is no straightness, though the number in its last cell would be a tolerance."""
    pdf = Pdf().frame(100, 100, ["⏤", "15"], height)
    for row in range(4):
        pdf.text(100, 300 + 20 * row, "OTHER WORDS OF THE SHEET", size=7)
    assert [f.cells for f in read(pdf)[0]] == cells


def test_what_the_text_layer_has_in_a_cell_stands_before_what_was_read_of_strokes_over_it():
    with opened(Pdf().frame(100, 100, ["⊥", "0.05", "A"]).data()) as sheet:
        over = [word(w.text, w.x, w.y, w.height, read_from="recognised", confidence=0.3) for w in sheet.words]
        odd = [replace(w, text="@") if w.text == "A" else w for w in over if w.text in ("0.05", "A")]
        [frame] = frames_of(sheet.at(words=(*sheet.words, *odd)))
    assert frame.cells == ("0.05", "A")
    assert frame.confidence > 0.4
    assert {w.text for w in words_of_frames([frame])} == {"0.05", "A", "@"}


def test_a_column_of_characteristics_is_no_frame_of_its_own():
    pdf = Pdf().frame(100, 110, ["∠", "0.05", "A"]).frame(100, 100, ["⊥", "0.1", "B"]).frame(100, 90, ["⏥", "0.2"])
    assert [f.cells for f in read(pdf)[0]] == [("0.2",), ("0.1", "B"), ("0.05", "A")]


@pytest.mark.parametrize("sign", ["⊥", "∥"])
def test_signs_that_the_text_layer_names_help_where_the_ink_says_little(monkeypatch, sign):
    doubtful = Symbol("↗", "circular_runout", 0.4)
    monkeypatch.setattr(frames_module, "candidates", lambda *_: doubtful)
    with opened(Pdf().frame(100, 100, ["⊥", "0.05", "A"]).data()) as sheet:
        assert [f.characteristic.text for f in frames_of(sheet)] == ["↗"]
        [frame] = frames_of(sheet.at(words=(*sheet.words, word(sign, 102.5, 107.5))))
    assert frame.characteristic.text == sign


def test_tables_and_boxed_values_are_no_frames():
    table = Pdf().box(100, 100, 130, 110).box(130, 100, 160, 110).text(104, 107.5, "SIZE").text(134, 107.5, "0.5")
    assert read(table) == ([], [])
    boxed = Pdf().box(100, 100, 124, 110).text(104, 107.5, "45.5")
    assert read(boxed) == ([], [])
    empty_cell = Pdf().box(100, 100, 110, 110).box(110, 100, 130, 110).text(113, 107.5, "0.5")
    assert read(empty_cell) == ([], [])
    dirt = Pdf().box(100, 100, 110, 110).box(110, 100, 130, 110).text(113, 107.5, "0.5").line(105, 105, 105.8, 105.8)
    assert read(dirt) == ([], [])
    wide = Pdf().box(100, 100, 140, 110).box(140, 100, 160, 110).drawn(103, 107.5, "⌖", 5).text(143, 107.5, "0.5")
    assert read(wide) == ([], [])


def test_empty_cells_at_the_end_of_a_frame_are_left_out():
    frames, _ = read(Pdf().frame(100, 100, ["⏥", "0.1", "  ", "  "]))
    assert [f.cells for f in frames] == [("0.1",)]


def test_turned_words_in_a_cell_and_words_of_other_rows_are_not_read_in_it():
    pdf = Pdf().frame(100, 100, ["⏥", "0.1", "A"]).text(128, 108, "B", 5, 90).text(113, 121, "OTHER")
    frames, _ = read(pdf)
    assert [f.cells for f in frames] == [("0.1", "A")]
    assert {w.text for w in words_of_frames(frames)} == {"0.1", "A", "B"}  # what stands in a frame is nothing else


def test_letters_of_two_cells_that_make_one_word_are_parted_at_the_wall():
    with opened(Pdf().frame(100, 100, ["⏥", "0.1", "A"]).data()) as sheet:
        first = next(w for w in sheet.words if w.text == "0.1")
        glued = replace(first, text="0.1A", length=23.5)
        [frame] = frames_of(sheet.at(words=(glued,)))
    assert frame.cells == ("0.1", "A")
    assert words_of_frames([frame]) >= {glued}


def test_rows_with_sentences_or_letters_before_the_value_are_no_frames():
    assert read(Pdf().frame(100, 100, ["⏥", "0.1", "typical"])) == ([], [])
    lettered = Pdf().box(100, 100, 110, 110).box(110, 100, 130, 110).text(103, 107.5, "A").text(113, 107.5, "0.5")
    assert read(lettered) == ([], [])


def recognised_frame(monkeypatch, reading, cells=("⏥", "0.1")):
    monkeypatch.setattr(frames_module, "alternatives", lambda _: [reading])
    with opened(Pdf().frame(100, 100, cells).data()) as sheet:
        unsure = [w.with_text(w.text, confidence=0.5, read_from="recognised") for w in sheet.words]
        return frames_of(sheet.at(words=tuple(unsure), source="picture"))


def test_a_recognised_cell_takes_the_surer_reading(monkeypatch):
    [frame] = recognised_frame(monkeypatch, Reading("0.15", 0.9, 0.9))
    assert frame.cells == ("0.15",)
    assert frame.words[0].confidence == 0.9
    for worse in (Reading("0.7", 0.3, 0.3), Reading("", 0.9, 0.9)):
        assert [f.cells for f in recognised_frame(monkeypatch, worse)] == [("0.1",)]


def test_each_recognised_cell_is_read_once(monkeypatch):
    seen = []
    monkeypatch.setattr(frames_module, "alternatives", lambda image: [seen.append(image.tobytes()) or UNREAD])
    with opened(Pdf().frame(100, 100, ["⏥", "0.1", "A", "B"]).data()) as sheet:
        unsure = [w.with_text(w.text, read_from="recognised") for w in sheet.words]
        [frame] = frames_of(sheet.at(words=tuple(unsure), source="picture"))
    assert frame.cells == ("0.1", "A", "B")
    assert len(seen) == len(set(seen)) == 3


def test_an_empty_recognised_cell_stays_empty(monkeypatch):
    assert [f.cells for f in recognised_frame(monkeypatch, Reading("0.15", 0.9, 0.9), ("⏥", "0.1", "  "))] == [
        ("0.15",)
    ]


def test_a_crop_is_upright_and_white_outside_the_page():
    with opened(Pdf(200, 200).text(100, 100, "HHHH", 10, 90).data()) as sheet:
        [four] = sheet.words
        image = crop(sheet, four, (0, four.length / four.height), (0, 1))
        assert (image < 128).any(axis=0).sum() > 2 * (image < 128).any(axis=1).sum()
        outside = crop(sheet, four, (200, 204), (0, 1))
    assert (outside == 255).all()
    assert image.shape == (36, round(four.length / four.height * 36))
    assert heights(36) == 1


def test_ink_and_blobs_of_a_crop():
    image = np.full((40, 60), 255, np.uint8)
    assert ink_extent(image) is None
    assert blobs(image) == []
    image[5:30, 10:30] = 0
    image[10:25, 15:25] = 255
    image[15:20, 18:22] = 0  # within the ring
    image[10:20, 40:50] = 0
    image[35, 55] = 0  # a speck
    assert ink_extent(image) == (10, 56, 5, 36)
    assert blobs(image) == [(10, 30, 5, 30), (40, 50, 10, 20)]


def test_specifications_of_iso_1101_in_cells_of_text():
    pdf = Pdf()
    rows = [["⌓", "0.2 UZ-0.05", "A"], ["⌖", "0.1 CZ", "A><", "B[CF]"], ["⏥", "0.1 NC"]]
    for i, cells in enumerate(rows):
        pdf.frame(100, 100 + 30 * i, cells)
    found = analyze(pdf.data()).geometric_tolerances
    assert [(t.value, t.modifiers) for t in found] == [(0.2, ("UZ",)), (0.1, ("CZ",)), (0.1, ("NC",))]
    assert [t.model_extra for t in found] == [{"offset": -0.05}, {}, {}]
    assert [(d.label, d.modifiers) for d in found[1].datums] == [("A", ("><",)), ("B", ("CF",))]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([(100, 94, "SIM"), (118, 94, "REQT"), (140, 94, "1")], {"SIM", "REQT", "1"}),
        ([(100, 114, "EACH"), (125, 114, "RADIAL"), (160, 114, "ELEMENT")], {"EACH", "RADIAL", "ELEMENT"}),
        ([(100, 94, "BOUNDARY")], {"BOUNDARY"}),
        ([(100, 60, "BOUNDARY")], set()),  # far below
        ([(100, 94, "SURFACES"), (145, 94, "SIM"), (162, 94, "REQT")], set()),  # a note says more
        ([(100, 94, "GRIND")], set()),  # a note
        ([(140, 94, "1")], set()),  # a number alone
    ],
)
def test_words_that_apply_a_tolerance_belong_to_its_frame(texts, told):
    pdf = Pdf().frame(100, 100, ["⊥", "0.05", "A", "B"])
    for text in texts:
        pdf.text(text[0], text[1], text[2], 7)
    with opened(pdf.data()) as sheet:
        assert {w.text for w in requirements_at(sheet, frames_of(sheet), sheet.words)} == told
        assert requirements_at(sheet, [], sheet.words) == set()
        notes = read_sheet(sheet, MODULES).items["notes"]
    assert not told & {word for note in notes for word in note.text.split()}
