"""Symbols that stand on the views: welds, surface textures, datum targets, all-around circles, ordinates."""

from __future__ import annotations

import pytest
from core_drawing import Pdf, opened
from engine_drawing import Drawing

from drawkit.engine.modules import balloons, datums, dimensions, surface_textures, welds
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.symbols.weld_symbols import words_of_welds

H = 5.0


def drawing(*texts, lines=(), circles=()):
    made = Drawing()
    for x, y, text in texts:
        made.text(x, y, text, H)
    for line in lines:
        made.line(*line)
    for circle in circles:
        made.circle(*circle)
    return made.sheet()


REFERENCE = [(200, 200, 260, 200), (200, 200, 170, 230)]
"""A reference line and its leader."""

FILLET = [(225, 200, 225, 190), (225, 190, 235, 200)]
BELOW = [(225, 200, 225, 210), (225, 210, 235, 200)]
VEE = [(230, 200, 225, 191), (230, 200, 235, 191)]
BEVEL = [(230, 200, 230, 191), (230, 200, 238, 191)]
SQUARE = [(228, 200, 228, 191), (232, 200, 232, 191)]


def welded(*texts, lines=FILLET, circles=()):
    sheet = drawing(*texts, lines=[*REFERENCE, *lines], circles=circles)
    return welds.read(sheet, sheet.words)


@pytest.mark.parametrize(
    ("lines", "kind"),
    [(FILLET, "fillet"), (BELOW, "fillet"), (VEE, "single_v_butt"), (BEVEL, "single_bevel_butt")],
)
def test_an_elementary_symbol_on_a_reference_line_is_a_weld(lines, kind):
    [weld] = welded(lines=lines)
    assert (weld.kind, weld.size, weld.length, weld.all_around) == (kind, None, None, False)
    assert weld.box[1] >= 190 - 0.01
    assert weld.box[3] <= 210 + 0.01


@pytest.mark.parametrize(("text", "size", "of"), [("a5", 5, "throat"), ("z 6,5", 6.5, "leg"), ("4", 4, None)])
def test_the_number_before_the_symbol_is_its_size(text, size, of):
    [weld] = welded((222 - 3.6 * len(text), 198, text), (240, 198, "300"))
    assert (weld.size, weld.size_of, weld.length) == (size, of, 300)
    assert weld.text == f"{text} 300"


def test_numbers_on_the_other_side_of_the_line_are_the_other_weld():
    [weld] = welded((212, 212, "a5"))
    assert weld.size is None


def test_welds_on_both_sides_of_the_line_are_two():
    upper, lower = sorted(welded((212, 198, "a3"), (212, 210, "a5"), lines=[*FILLET, *BELOW]), key=lambda w: w.size)
    assert (upper.size, lower.size) == (3, 5)


def test_two_strokes_are_a_square_butt_weld_only_with_a_size():
    assert welded(lines=SQUARE) == []
    [weld] = welded((215, 198, "s6"), lines=SQUARE)
    assert (weld.kind, weld.size) == ("square_butt", 6)


def test_a_circle_at_the_bend_of_the_leader_welds_all_around():
    assert [w.all_around for w in welded(circles=[(200, 200, 2.5)])] == [True]
    assert [w.all_around for w in welded(circles=[(260, 200, 2.5)])] == [False]
    assert [w.all_around for w in welded(circles=[(200, 200, 25)])] == [False]


def test_hatching_on_a_line_is_no_weld():
    assert welded(lines=[(x, 200, x + 6, 192) for x in range(204, 250, 4)]) == []
    assert welded(lines=[*FILLET, (210, 200, 210, 190)]) == []


def test_without_a_leader_there_is_no_weld():
    sheet = drawing((212, 198, "a5"), lines=[(200, 200, 260, 200), *FILLET])
    assert welds.read(sheet, sheet.words) == []


def test_the_size_of_a_weld_is_no_dimension():
    pdf = Pdf().text(212, 198, "a5", 7).text(300, 400, "12.5 mm", 7).line(100, 500, 700, 500)
    for line in (*REFERENCE, *FILLET):
        pdf.line(*line)
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    assert [w.size for w in page.items["welds"]] == [5]
    assert [d.text for d in page.items["dimensions"]] == ["12.5 mm"]


# A check mark with its foot at (100, 110): the left leg up to (96, 103), the right one up to (108, 96).
CHECK = [(100, 110, 96, 103.1), (100, 110, 108, 96.2)]


def textured(text, *, at=(92, 101), lines=CHECK, circles=()):
    sheet = drawing((*at, text), lines=lines, circles=circles)
    return surface_textures.read(sheet, sheet.words).items


def test_a_value_at_a_check_mark_is_a_surface_texture():
    [texture] = textured("3.2")
    assert (texture.parameter, texture.value, texture.removal) == (None, 3.2, "any")  # as printed
    [inch] = textured("125", at=(86, 101))
    assert inch.value == 125
    [grade] = textured("N7")
    assert (grade.parameter, grade.value) == ("N7", None)


@pytest.mark.parametrize("text", ["3.3", "17", "R5", "A", "3.2 x", "1/8"])
def test_other_text_at_a_check_mark_is_none(text):
    assert textured(text) == []


def test_a_value_without_a_check_mark_is_a_dimension():
    assert textured("3.2", lines=[]) == []
    assert textured("3.2", lines=[CHECK[1]]) == []
    assert textured("3.2", lines=[(100, 110, 96, 103.1), (100, 110, 104, 103.1)]) == []
    assert textured("N7", lines=[]) == []


def test_the_mark_says_whether_material_is_removed():
    bar = (96, 103.1, 104, 103.1)
    assert textured("Ra 1,6", at=(110, 104), lines=[*CHECK, bar])[0].removal == "required"
    assert textured("Ra 1,6", at=(110, 104), circles=[(100, 105, 1.8)])[0].removal == "prohibited"
    assert textured("Ra 1,6", at=(110, 104))[0].removal == "any"
    assert textured("Ra 1,6", at=(110, 104), lines=[])[0].removal == "any"


SHELF = (108, 96.2, 160, 96.2)


@pytest.mark.parametrize(
    ("text", "at", "lines", "belongs"),
    [
        ("0.5", (86, 109), [], True),  # the machining allowance, left of the vee
        ("0.7", (86, 96), [], False),  # above it, as a value is
        ("0.5", (60, 109), [], False),
        ("R5", (86, 109), [], False),
        ("=", (107, 109), [], True),  # the lay
        ("M", (130, 109), [SHELF], True),
        ("M", (130, 109), [], False),
        ("ground", (112, 94), [SHELF], True),  # the method over the shelf
        ("ground", (112, 94), [], False),
        ("-0.1", (112, 94), [SHELF], False),  # of a size above it
        ("ground", (112, 80), [SHELF], False),
        ("ground", (170, 94), [SHELF], False),
    ],
)
def test_what_else_stands_at_a_check_mark_belongs_to_it(text, at, lines, belongs):
    sheet = drawing((112, 103, "Ra 3.2"), (*at, text), lines=[*CHECK, *lines])
    found = surface_textures.read(sheet, sheet.words)
    assert [item.text for item in found.items] == ["Ra 3.2"]
    assert (text in {word.text for word in found.beside}) is belongs


def test_an_allowance_is_neither_a_texture_nor_a_dimension():
    pdf = Pdf().text(112, 103, "Ra 3.2", 7).text(90, 109, "2", 7).text(300, 400, "12.5 mm", 7).line(100, 500, 700, 500)
    for line in CHECK:
        pdf.line(*line)
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    assert [(t.parameter, t.value) for t in page.items["surface_textures"]] == [("Ra", 3.2)]
    assert [d.text for d in page.items["dimensions"]] == ["12.5 mm"]
    assert page.items["notes"] == []


TAIL = [(260, 200, 268, 194), (260, 200, 268, 206)]


@pytest.mark.parametrize(
    ("texts", "lines", "told"),
    [
        ([(270, 202, "111")], TAIL, {"111"}),
        ([(270, 202, "ISO"), (284, 202, "5817-C")], TAIL, {"ISO", "5817-C"}),
        ([(270, 202, "ISO"), (330, 202, "5817-C")], TAIL, {"ISO"}),
        ([(270, 202, "111")], TAIL[:1], set()),
        ([(270, 202, "111")], [(260, 200, 252, 194), (260, 200, 252, 206)], set()),  # the head of an arrow
        ([(270, 230, "111")], TAIL, set()),
        ([(212, 198, "a5"), (240, 198, "4x30(60)")], FILLET, {"a5", "4x30(60)"}),
        ([(212, 198, "R5")], FILLET, set()),
        ([(212, 198, "a5")], [], set()),
        ([(212, 180, "a5")], FILLET, set()),
    ],
)
def test_the_words_of_a_weld_are_those_on_its_line_and_behind_its_tail(texts, lines, told):
    sheet = drawing(*texts, lines=[*REFERENCE, *lines])
    assert {word.text for word in words_of_welds(sheet, sheet.words)} == told


def test_a_tail_at_the_left_end_opens_to_the_left():
    sheet = drawing((175, 202, "135"), lines=[(200, 200, 260, 200), (260, 200, 290, 230), *VEE, *_mirrored(TAIL)])
    assert {word.text for word in words_of_welds(sheet, sheet.words)} == {"135"}


def _mirrored(lines):
    return [(460 - x0, y0, 460 - x1, y1) for x0, y0, x1, y1 in lines]


def target(*texts, split=True):
    lines = [(288, 300, 312, 300)] if split else []
    return drawing(*texts, lines=lines, circles=[(300, 300, 12)])


def test_a_split_circle_with_letter_and_number_is_a_datum_target():
    sheet = target((296, 308, "A1"), (295, 297, "⌀6"))
    [found] = datums.read(sheet, sheet.words)
    assert (found.label, found.target, found.area, found.box) == ("A1", True, "⌀6", (288, 288, 312, 312))
    assert balloons.read(sheet) == []


def test_without_an_area_the_target_is_a_point():
    sheet = target((296, 308, "B2"))
    [found] = datums.read(sheet, sheet.words)
    assert (found.label, found.area, found.text) == ("B2", "", "B2")


def test_letter_and_number_in_a_whole_circle_are_no_target():
    for sheet in (target((296, 308, "A1"), split=False), target((396, 308, "A1"))):
        assert datums.read(sheet, sheet.words) == []


def profile(*, circle=(180, 120, 2), characteristic="⌓"):
    pdf = Pdf().frame(200, 115, [characteristic, "0.2", "A"]).line(180, 120, 200, 120).line(150, 150, 180, 120)
    pdf.line(100, 500, 700, 500)
    if circle:
        pdf.circle(*circle)
    with opened(pdf.data()) as sheet:
        [found] = read_sheet(sheet, MODULES).items["geometric_tolerances"]
    return found.all_around


def test_a_circle_at_the_bend_of_a_frames_leader_means_all_around():
    assert profile()
    assert not profile(circle=None)
    assert not profile(circle=(165, 120, 2))
    assert not profile(characteristic="⏥")


def ordinates(*texts, lines):
    sheet = drawing(*texts, lines=lines)
    return {d.text: d.kind for d in dimensions.read(sheet, sheet.words, None)}


def test_numbers_in_a_row_with_a_zero_are_ordinates():
    texts = [(100, 100 + 20 * i, t) for i, t in enumerate(["0", "12.5", "30", "47.25"])]
    lines = [(130, 98 + 20 * i, 200, 98 + 20 * i) for i in range(4)]
    near = [(100 + 3.5 * len(t) + 6, y - 2, 200, y - 2) for _, y, t in texts]
    assert set(ordinates(*texts, lines=near).values()) == {"ordinate"}
    without_zero = ordinates(*texts[1:], lines=near[1:])
    assert set(without_zero.values()) == {"linear"}
    dimensioned = [*near, *((60, y - 2, 96, y - 2) for _, y, _ in texts)]
    assert "ordinate" not in ordinates(*texts, lines=dimensioned).values()
    assert "ordinate" not in ordinates(*texts, lines=lines).values()
