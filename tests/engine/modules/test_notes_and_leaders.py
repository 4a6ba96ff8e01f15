"""Notes: what leaders name, lists of notes, remarks of title blocks, and what is none."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.layout.leader_texts import on_leaders
from drawkit.engine.layout.paragraphs import paragraphs_of
from drawkit.engine.modules import notes, title_block, views
from drawkit.engine.page import read_sheet
from drawkit.engine.sheet import Path
from drawkit.engine.text.lines import lines_of
from drawkit.engine.titles.title_area import Area


def texts(d: Drawing) -> list[str]:
    sheet = d.sheet()
    return [n.text for n in notes.read(sheet, sheet.words)]


def arrow(d: Drawing, x0: float, y0: float, x1: float, y1: float) -> Drawing:
    """A leader from the tip of its filled head."""
    way = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
    base, wide = np.array([x0, y0]) + 7 * way, 1.2 * np.array([-way[1], way[0]])
    d.paths.append(Path(np.array([[x0, y0], base + wide, base - wide]), True, True, False, 0.0, 0, False))
    return d.line(x0, y0, x1, y1)


def test_a_name_at_the_end_of_a_shelf_that_turns_off_is_a_note():
    d = Drawing().line(100, 200, 160, 150).line(160, 150, 172, 150).text(174, 152.5, "RIVET")
    d.line(100, 300, 160, 250).line(160, 250, 172, 250).text(174, 252.5, "M-060.DG")
    assert sorted(texts(d)) == ["M-060.DG", "RIVET"]


def test_a_shelf_under_its_text_and_a_leader_on_the_right_of_it():
    d = Drawing().text(60, 150, "SPRING").line(58, 152, 92, 152).line(92, 152, 140, 200)
    d.text(60, 250, "SPRING").line(84, 247, 96, 247).line(96, 247, 140, 300)
    assert texts(d) == ["SPRING", "SPRING"]


@pytest.mark.parametrize(
    "text",
    ["3", "A", "2X TYP", "R5", "M6x1", "12.5 THRU", "4 PLACES", "⌀8 MAX"],
    ids=lambda text: text.replace(" ", "_"),
)
def test_item_numbers_and_parts_of_sizes_are_no_notes_though_a_leader_ends_there(text):
    d = Drawing().line(100, 200, 160, 150).line(160, 150, 172, 150).text(174, 152.5, text)
    assert texts(d) == []


def test_without_a_leader_one_word_is_none():
    assert texts(Drawing().text(174, 152.5, "RIVET")) == []
    corner = Drawing().text(174, 152.5, "RIVET").line(160, 150, 172, 150).line(160, 150, 160, 190)  # of an outline
    assert texts(corner) == []
    crossing = Drawing().text(174, 152.5, "RIVET").line(160, 150, 172, 150)
    crossing.line(160, 150, 100, 200).line(160, 150, 100, 100)
    assert texts(crossing) == []
    assert on_leaders(Drawing().sheet(), []) == []


def test_a_leader_with_a_known_terminator_needs_no_shelf():
    d = arrow(Drawing(), 100, 200, 160, 150).text(163, 152.5, "RIVET")
    assert texts(d) == ["RIVET"]


def test_lines_of_two_lists_side_by_side_and_close_items_stay_apart():
    d = Drawing()
    rows = [
        "1. INTERPRET DIMENSIONS PER STANDARD.",
        "2. ALL DIMENSIONS ARE CRITICAL AND",
        "SHALL BE CHECKED FOR CONFORMITY.",
    ]
    for row, text in enumerate(rows):
        d.text(60 + (8 if row == 2 else 0), 100 + 9 * row, text)
    assert texts(d) == [rows[0], f"{rows[1]} {rows[2]}"]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=6))
@settings(max_examples=30, deadline=None)
def test_numbered_items_are_whole_and_apart_whatever_their_lengths(lengths):
    d, y, said = Drawing(900, 900), 60.0, []
    for number, count in enumerate(lengths, 1):
        said.append([f"{number}. SURFACES SHALL BE CLEAN", *["AND FREE FROM DIRT OF ANY KIND"] * (count - 1)])
        for row, text in enumerate(said[-1]):
            d.text(60 if not row else 71, y, text)
            y += 9
    found = [[line.text for line in p] for p in paragraphs_of(lines_of(d.words))]
    assert found == said


def test_codes_without_a_word_are_no_note_and_captions_belong_to_tables():
    d = Drawing().text(60, 60, "PAU904 PAU905 PAJ2011").text(60, 100, "PARTS LIST").text(60, 140, "REVISION HISTORY")
    d.text(60, 180, "CONNECTOR LIST").text(60, 220, "Lista de piezas").text(60, 260, "THE LIST OF PARTS IS CLOSED.")
    assert texts(d) == ["THE LIST OF PARTS IS CLOSED."]


@pytest.mark.parametrize("text", ["Plaque à faire en x2 à l'identique", "Gia công lỗ x2 ở cả 2 mặt"])
def test_words_of_one_letter_are_no_codes(text):
    assert texts(lines(text)) == [text]


def test_the_heading_of_notes_is_told_where_none_follow():
    assert texts(Drawing().text(60, 60, "Notes:").text(60, 75, "1. Deburr all edges.")) == ["1. Deburr all edges."]
    assert texts(Drawing().text(60, 60, "Notes:").text(360, 75, "1. Deburr all edges.")) == [
        "Notes:",
        "1. Deburr all edges.",
    ]


def sheet_with_block() -> Drawing:
    d = Drawing().box(20, 20, 822, 575)
    d.cell(500, 480, 660, 530, "TITLE", "LEVER").cell(660, 480, 822, 530, "DWG NO.", "EX-77")
    return d.cell(500, 530, 660, 560, "SCALE", "1:2").cell(660, 530, 822, 560, "SHEET", "1 OF 1")


def test_sentences_of_a_title_block_are_notes_and_its_fields_are_not():
    d = sheet_with_block().box(500, 560, 822, 575)
    d.text(503, 570, "This drawing is ours; it may not be shown to others without our leave.", 4)
    d.box(340, 480, 500, 575).text(343, 488, "COMMENTS:", 4).text(343, 500, "DUAL DIMENSIONS ARE IN MILLIMETERS.", 4)
    d.text(343, 512, "BREAK ALL SHARP EDGES", 4)
    found = [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]]
    assert sorted(found) == [
        "BREAK ALL SHARP EDGES",
        "DUAL DIMENSIONS ARE IN MILLIMETERS.",
        "This drawing is ours; it may not be shown to others without our leave.",
    ]
    assert title_block.remarks_of(Drawing().sheet()) == []
    assert title_block.comments_of(Drawing().sheet()) == []


def test_what_is_written_in_the_field_for_comments_is_as_free_as_on_the_sheet():
    d = sheet_with_block().box(340, 480, 500, 575).text(343, 488, "COMMENTS:", 4)
    d.text(343, 496, "Tolerances are ±0.1 unless", 4).text(343, 502, "noted here", 4)
    d.box(200, 480, 340, 575).text(203, 488, "REMARKS: Shown as cast", 4)
    found = sorted(n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"])
    assert found == ["Shown as cast", "Tolerances are ±0.1 unless noted here"]


def test_names_of_views_without_letter_and_scale_are_told_as_notes_too():
    d = (
        sheet_with_block()
        .text(100, 100, "Shaded View")
        .text(100, 200, "SECTION A-A")
        .text(100, 300, "DETAIL B")
        .text(100, 307, "SCALE 2:1")
    )
    page = read_sheet(d.sheet(), {"notes", "views"})
    assert [n.text for n in page.items["notes"]] == ["Shaded View"]
    assert [views.is_title(v) for v in page.items["views"]] == [False, True, True]


@pytest.mark.parametrize(
    ("label", "is_title"),
    [
        ("SIDE VIEW", True),
        ("(TOP VIEW)", True),
        ("Vorderansicht", True),
        ("Вид сверху", True),
        ("Разрез А-А", True),
        ("SECTION HOOK_R-HOOK_R", True),
        ("正面図", True),
        ("VIEW OF THE OPENED HOUSING", False),
        ("Shaded View", False),
    ],
)
def test_titles_of_views_are_no_notes(label, is_title):
    page = read_sheet(sheet_with_block().text(100, 100, label).sheet(), {"notes", "views"})
    assert [views.is_title(v) for v in page.items["views"]] == [is_title]
    assert [n.text for n in page.items["notes"]] == ([] if is_title else [label])


def test_the_names_of_cutting_planes_are_no_notes():
    d = sheet_with_block().text(100, 100, "SECTION STOP_4-STOP_4").text(200, 200, "STOP_4").text(200, 207, "STOP_44")
    page = read_sheet(d.sheet(), {"notes", "views"})
    assert [views.plane_of(v) for v in page.items["views"]] == ["STOP_4"]
    assert not any("STOP_4 " in n.text for n in page.items["notes"])


def test_the_name_of_a_part_under_its_picture_is_no_note():
    rows = [["ITEM", "QTY", "DESCRIPTION"], ["1", "1", "Base Plate"], ["2", "1", "Crankshaft"], ["3", "2", "Washer"]]
    d = Drawing().table(500, 60, [40, 30, 140], rows).text(60, 300, "1. Base Plate").text(60, 400, "2. Crank Shaft")
    d.text(200, 300, "Base plate of steel")
    assert [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]] == ["Base plate of steel"]


def test_a_size_that_a_table_tells_for_each_member_of_a_family_is_no_note():
    rows = [["PINS", "WIDTH ALL", "WIDTH IN"], ["4", "6.0", "10.0"], ["6", "10.0", "14.0"], ["8", "14.0", "18.0"]]
    d = Drawing().table(500, 60, [60, 60, 60], rows).text(60, 300, "Width all").text(60, 400, "Width over")
    assert [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]] == ["Width over"]


def test_hatching_that_is_read_as_a_row_of_like_signs_is_no_note():
    assert texts(lines("マイママママママイ")) == []
    assert texts(lines("表面処理は黒色とする")) != []


def test_an_l_shaped_block_leaves_the_room_between_its_arms_to_the_drawing():
    cells = ((600.0, 100.0, 800.0, 500.0), (100.0, 500.0, 800.0, 575.0))
    arms = Area((), (100.0, 100.0, 800.0, 575.0), cells)
    assert arms.taken == cells
    whole = Area((), (600.0, 100.0, 800.0, 500.0), cells[:1])
    assert whole.taken == (whole.box,)


def lines(*rows: str) -> Drawing:
    d = Drawing()
    for row, text in enumerate(rows):
        d.text(60, 60 + 8 * row, text)
    return d


def test_lines_that_say_all_they_have_to_say_are_notes_of_their_own():
    drawn = lines("Copyright (C) Lever Ltd (lever.example)", "This part is free hardware that", "anyone may build.")
    assert texts(drawn) == [
        "Copyright (C) Lever Ltd (lever.example)",
        "This part is free hardware that anyone may build.",
    ]
    assert texts(lines("THIRD ANGLE PROJECTION", "ALL DIMENSIONS IN MM")) == [
        "THIRD ANGLE PROJECTION",
        "ALL DIMENSIONS IN MM",
    ]


def test_a_sentence_that_goes_on_with_its_dimensions_is_one_note():
    assert texts(lines("These are guides whose", "dimensions are not critical")) == [
        "These are guides whose dimensions are not critical"
    ]


def test_how_a_company_is_reached_is_no_note():
    assert texts(lines("Email: shop@lever.example works")) == []
    assert texts(lines("Lever Works, Long Street 9 Mytown USA phone +1 (512) 250-2186")) == []
    assert texts(lines("1275 Long Drive Mytown, Ohio 44202", "Tel: 1-800-626-7801 Fax: 330-562-1999")) == []
    assert texts(lines("Keep the phone away from this board")) != []
    assert texts(lines("Seen at https://lever.example in spring")) != []


def test_a_circuit_diagram_tells_sentences_and_numbered_notes_alone():
    said = (
        "1. FIT R14 LAST",
        "All resistors have one percent unless something else is said here",
        "Place them close to U3.",
    )
    named = ("LOW PASS FILTER", "POWER INPUT STAGE", "USB CONNECTOR TO THE HOST")
    d = Drawing()
    for row, text in enumerate((*said, *named)):
        d.text(60, 60 + 40 * row, text)
    assert sorted(texts(d)) == sorted((*said, *named))
    for k, text in enumerate(("J1", "TP1", "R14", "C6", "GND", "+3V3")):
        d.text(500, 60 + 40 * k, text)
    assert sorted(n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]) == [*said]


def test_a_remark_of_the_block_that_a_general_note_says_whole_is_told_once():
    d = lines("LICENSED UNDER A CREATIVE", "COMMONS LICENSE FOUND IN THE FILE OF", "THIS PROJECT AND ITS PARTS.")
    sheet = d.sheet()
    said = lines_of(sheet.words)[1:]
    found = notes.read(sheet, [], sheet.words, remarks=[said])
    assert [n.text for n in found] == [" ".join(line.text for line in lines_of(sheet.words))]


def test_a_general_note_does_not_begin_amid_a_sentence():
    sheet = lines("THESE DESIGN FILES ARE", "LICENSED UNDER A FREE LICENSE.", "DO NOT SCALE THE DRAWING").sheet()
    assert [n.text for n in notes.read(sheet, [], sheet.words)] == [
        "THESE DESIGN FILES ARE LICENSED UNDER A FREE LICENSE.",
        "DO NOT SCALE THE DRAWING",
    ]


def test_the_field_of_a_form_that_names_a_standard_is_no_note():
    sheet = lines("INTERPRET GEOMETRIC TOLERANCING PER: ASME Y14.5").sheet()
    assert notes.read(sheet, [], sheet.words) == []
    sheet = lines("INTERPRET DRAWING PER ASME Y14.5").sheet()
    assert len(notes.read(sheet, [], sheet.words)) == 1


def test_a_line_that_had_room_for_the_next_word_ends_an_item_where_its_sentence_ends():
    assert texts(lines("Machine all faces clean.", "Paint the outside twice with the colour of the frame")) == [
        "Machine all faces clean.",
        "Paint the outside twice with the colour of the frame",
    ]
    asked = ("Are all of the faces clean?", "Paint the outside twice with the colour of the frame")
    assert texts(lines(*asked)) == [*asked]
    wrapped = ("Machine all of the faces clean.", "Extraordinarily rough ones are", "ground.")
    assert texts(lines(*wrapped)) == [" ".join(wrapped)]


def test_a_list_of_names_and_values_is_told_line_by_line_however_short():
    rows = ("THIRD SIDE LEFT", "DEPTH OF ALL HOLES", "MATERIAL: -", "SCALE: 1:1", "SURFACE FINISH: UNFINISHED")
    assert texts(lines(*rows)) == list(rows)
    assert texts(lines("SCALE: 1:1")) == []


def test_a_short_item_stands_in_the_list_of_its_neighbours():
    assert texts(lines("3.Travel of the key: 1.1", "4.Pitch:17.0", "5.Keycap texture: fine")) == [
        "3.Travel of the key: 1.1",
        "4.Pitch:17.0",
        "5.Keycap texture: fine",
    ]
    far = lines("3.Travel of the key: 1.1").text(60, 200, "4.Pitch:17.0").text(160, 68, "4.Pitch:17.0")
    far.text(60, 75, "4.Pitch:17.0", 9).text(60, 70, "4.Pitch:17.0", angle=90)
    assert texts(far) == ["3.Travel of the key: 1.1"]


def test_a_short_item_stands_where_its_number_is_the_next():
    d = Drawing().text(60, 60, "1. MATERIAL:").text(72, 67, "1.1 HOUSING OF THERMOPLASTIC")
    d.text(72, 74, "1.2 CONTACT OF COPPER").text(60, 95, "2. FINISH THE CONTACTS")
    assert "1. MATERIAL:" in texts(d)
    assert "1. MATERIAL:" not in texts(Drawing().text(60, 60, "1. MATERIAL:").text(60, 95, "3. FINISH THE CONTACTS"))


def said_in_block(*rows: str, gap: int = 0) -> list[str]:
    """The notes of a block with a cell without labels: its first row is a heading, a `gap` above the others."""
    d = sheet_with_block().box(300, 480, 500, 575)
    for row, text in enumerate(rows):
        d.text(303, 488 + 6 * row + (gap if row else 0), text, 4)
    return [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]]


def test_running_text_of_a_cell_is_one_note_with_its_heading():
    rows = (
        "OUR LICENCE",
        "THIS LEVER AND ALL PARTS OF IT ARE",
        "LICENSED UNDER THE TERMS OF ANOTHER",
        "SHEET AND OF LAW.",
    )
    assert said_in_block(*rows, gap=6) == [" ".join(rows)]


def test_a_sentence_of_a_cell_is_told_by_its_wrapped_line():
    assert said_in_block("Holes are placed with symmetry", "to the opposite corner") == [
        "Holes are placed with symmetry to the opposite corner"
    ]
    assert said_in_block("Smith Levers and Sons", "Walnut Street Mytown") == []


def test_an_order_that_begins_a_line_in_running_text_of_a_cell_is_a_note_of_its_own():
    rows = ("THIS LEVER MAY NOT BE SHOWN TO ANY OTHERS", "WITHOUT OUR LEAVE", "DEBURR THE ENDS")
    assert sorted(said_in_block(*rows)) == [rows[2], " ".join(rows[:2])]


def test_marked_lines_of_running_text_in_a_cell_are_notes_of_their_own():
    rows = ("* Where nothing else is said sizes are in mm", "* Take off burrs and", "break edges")
    assert sorted(said_in_block(*rows)) == [rows[1] + " " + rows[2], rows[0]]


def test_the_unit_that_a_cell_states_is_a_note_but_not_under_the_heading_of_another_cell():
    assert said_in_block("ALL DIMENSIONS ARE IN INCHES") == ["ALL DIMENSIONS ARE IN INCHES"]
    d = sheet_with_block().box(300, 480, 500, 500).text(303, 490, "UNLESS OTHERWISE SPECIFIED:", 4)
    d.box(300, 500, 500, 575).text(303, 530, "DIMENSIONS ARE IN INCHES", 4)
    found = [n.text for n in read_sheet(d.sheet(), {"notes"}).items["notes"]]
    assert found == ["UNLESS OTHERWISE SPECIFIED:"]


@pytest.mark.parametrize(
    ("text", "height", "told"),
    [
        ("Test models of the year", 12, False),
        ("Подп. и дата", 5, False),
        ("Made for teaching. For use at school only.", 12, True),
        ("made by the pupils of a school", 5, True),
    ],
)
def test_outside_the_frame_headlines_and_captions_of_forms_are_no_notes(text, height, told):
    d = lines("These rows tell how high", "the letters of the sheet", "are, nothing else of use")
    outside = Drawing().text(60, 20, text, height).words
    d.words += outside
    assert bool(notes.read(d.sheet(), [], outside=outside)) is told


def test_a_size_that_was_not_understood_is_no_name_though_a_leader_ends_there():
    d = Drawing().line(100, 200, 160, 150).line(160, 150, 172, 150).text(174, 152.5, "2X L 0.812 ±.020 .56 ±.02")
    assert texts(d) == []


def test_a_frame_that_stands_on_the_base_line_of_its_note_is_a_word_of_it():
    number = Drawing().text(60, 100, "4.").words[0]
    words = Drawing().text(72, 97.8, "⌓|.05", 4.6).text(72, 94, "⌓|.05", 4.6).text(72, 97.8, "⌓|.05", 4.6, 30).words

    class Framed:
        def __init__(self, word):
            self.word = word

    beside, high, slanted = (notes.frames_in_text([number], [Framed(word)]) for word in words)
    assert (beside[number].y, beside[number].height) == (number.y, number.height)
    assert high == slanted == {}


def test_the_headings_of_a_table_are_no_part_of_the_note_before_it():
    d = Drawing()
    told = ("UNLESS OTHERWISE SPECIFIED:", "DIMENSIONS ARE IN MILLIMETERS", "SURFACE FINISH:", "TOLERANCES:", "LINEAR:")
    for row, text in enumerate(told):
        d.text(60, 100 + 8 * row, text, 5)
    sheet = d.sheet()
    found = [n.text for n in notes.read(sheet, [], sheet.words)]
    assert found == ["UNLESS OTHERWISE SPECIFIED: DIMENSIONS ARE IN MILLIMETERS"]


def test_ideographs_of_wrapped_lines_have_no_blank_between_them():
    d = Drawing().text(60, 100, "1、披锋修剪干净产品表面", 5).text(66, 109, "无缺胶烧边脏污", 5)
    assert texts(d) == ["1、披锋修剪干净产品表面无缺胶烧边脏污"]
