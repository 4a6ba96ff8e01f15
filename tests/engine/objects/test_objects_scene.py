"""Which strokes carry terminators, themselves or through others; pairs of heads; what ties a text to strokes."""

import math

import cv2
import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.objects.inked_heads import heads_in_picture
from drawkit.engine.objects.scene import FAR, Scene, scene_of
from drawkit.engine.objects.spans import distance_to_span, spans_of
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.objects.ties import ties_of
from drawkit.engine.sheet import Path, Sheet, Word


def head(drawing, tip, way):
    return drawing.head(*tip, way)


def sheet_of(drawing):
    return Sheet(1, drawing.width, drawing.height, words=tuple(drawing.words), paths=tuple(drawing.paths))


def dimensioned(text="30", below=3.0):
    drawing = Drawing().text(150, 100, text).line(100, 100 + below, 220, 100 + below)
    head(drawing, (100, 100 + below), (-1, 0))
    return sheet_of(head(drawing, (220, 100 + below), (1, 0)))


def test_a_dimension_line_carries_its_heads_and_ruling_none():
    drawing = Drawing().text(150, 100, "30").line(100, 103, 220, 103).line(100, 200, 220, 200)
    scene = Scene(sheet_of(head(drawing, (100, 103), (-1, 0))))
    assert scene.steps.tolist() == [0, FAR]
    assert scene.carried.tolist() == [1, 0]


@pytest.mark.parametrize(("letters", "figures", "goes_by"), [(1.5, 6, 6), (6, 6, 6), (4, 6, 4), (12, 5, 5), (8, 5, 8)])
def test_heads_go_by_the_figures_where_most_words_are_of_another_world(letters, figures, goes_by):
    drawing = Drawing().line(100, 103, 220, 103)
    head(head(drawing, (100, 103), (-1, 0)), (220, 103), (1, 0))
    for k in range(40):
        drawing.text(300 + 60 * (k % 8), 300 + 20 * (k // 8), "PAIC702", letters)
    for k in range(8):
        drawing.text(100 + 40 * k, 100, f"{k}.5", figures)
    scene = Scene(sheet_of(drawing))
    assert scene.height == goes_by
    assert [t.kind for t in scene.terminators] == ["arrow", "arrow"]
    assert scene.carried.tolist() == [2]


def test_a_shelf_is_one_step_from_the_head_of_its_leader():
    drawing = Drawing().text(150, 100, "⌀30").line(140, 103, 180, 103).line(140, 103, 100, 160)
    scene = Scene(sheet_of(head(drawing, (100, 160), (-40, 57))))
    assert scene.steps.tolist() == [1, 0]


def test_an_outline_with_many_strokes_in_one_point_leads_nowhere():
    drawing = Drawing().text(0, 0, "x").line(100, 100, 160, 100)
    for turn in range(8):
        drawing.line(160, 100, 160 + 30 * np.cos(turn), 100 + 30 * np.sin(turn))
    scene = Scene(sheet_of(head(drawing, (100, 100), (-1, 0))))
    assert scene.steps[0] == 0
    assert set(scene.steps[1:].tolist()) == {FAR}


@pytest.mark.parametrize("start", [(100, 100), (102.34, 98.13)], ids=["its middle", "its rim"])
def test_a_dot_ends_a_line_that_comes_from_anywhere(start):
    turn = np.radians(np.linspace(0, 360, 25))
    radius = 1.5 if start == (100, 100) else 3.0
    points = np.column_stack([100 + radius * np.cos(turn), 100 + radius * np.sin(turn)])
    drawing = Drawing().text(200, 200, "7").line(*start, 150, 60)
    drawing.paths.append(Path(points, True, True, False, 0.5, 0, True))
    assert Scene(sheet_of(drawing)).steps.tolist() == [0]


def test_the_scene_of_a_sheet_is_made_once():
    sheet = dimensioned()
    assert scene_of(sheet) is scene_of(sheet)


@pytest.mark.parametrize(("text", "foot", "carried"), [("300000", 2.4, [2]), ("300000", -2.0, [0]), ("⊥", -2.0, [2])])
def test_a_line_at_the_foot_of_its_text_is_no_stroke_of_it(text, foot, carried):
    """Dimension lines may be shorter than their text; what lies among the letters of a sign is a head and its line."""
    scene = Scene(pictured((Word(text, 30, 72 - foot, 0, 228, 12.0, 0.9, "recognised"),)))
    assert scene.carried.tolist() == carried


def test_a_picture_shows_its_heads_in_its_ink():
    scene = Scene(pictured((Word("30", 140, 60, 0, 10, 8.0),)))
    assert sorted(round(t.direction[0]) for t in scene.terminators) == [-1, 1]
    assert scene.carried.tolist() == [2]


def pictured(words):
    """The picture of a dimension line with two heads."""
    picture = np.full((400, 800), 255, np.uint8)
    picture[199:202, 100:700] = 0
    for k in range(40):
        half = k // 4
        picture[200 - half : 201 + half, 100 + k] = 0
        picture[200 - half : 201 + half, 699 - k] = 0
    scale = 200 / 72
    lines = np.array([[100, 200, 700, 200]], float) / scale
    return Sheet(1, 800 / scale, 400 / scale, words=words, source="picture", render=lambda _: picture, drawn=lines)


def drawn_heads(tips, half, long, *, line=1.0, bars=(), beyond=25, grey=0, height=8.0):
    """Heads that a drawing of 4 times the size shows on a level line at y 50, seen at 200 dpi: slim and grey-edged.

    `bars` cross it and end `beyond` pixels below it. All is as `grey`; letters are so many points high.
    """
    large = np.full((400, 3200), 255, np.uint8)
    large[round(200 - 2 * line) : round(200 + 2 * line), 200:3000] = 0
    for x in bars:
        large[100 : 4 * (50 + beyond), 4 * x - 2 : 4 * x + 2] = 0
    for tip, way in tips:
        for k in range(4 * long):
            wide = round(4 * half * k / (4 * long))
            large[200 - wide : 200 + wide, 4 * tip - way * k] = 0
    large = np.maximum(large, grey)
    picture = large.reshape(100, 4, 800, 4).mean(axis=(1, 3)).astype(np.uint8)
    lines = [[50, 50, 750, 50], *([x, 25, x, 50 + beyond] for x in bars)]
    return heads_in_picture(picture, 200 / 72, np.array(lines, float) * 72 / 200, height)


@pytest.mark.parametrize("half", [2.4, 3.0, 4.0])
def test_heads_of_a_few_pixels_are_seen_between_pixels(half):
    heads = drawn_heads([(51, -1), (749, 1)], half, 20)
    assert sorted(round(t.direction[0]) for t in heads) == [-1, 1]


@pytest.mark.parametrize(("half", "long"), [(2.5, 19), (2.3, 17)])
def test_heads_hardly_twice_as_thick_as_their_line_are_seen(half, long):
    """Of a head of 15 degrees on a line of a tenth of the letters' height, half hides in the line."""
    heads = drawn_heads([(51, -1), (749, 1)], half, long, line=2.2)
    assert sorted(round(t.direction[0]) for t in heads) == [-1, 1]


def test_a_line_that_is_thicker_for_a_while_has_no_heads():
    heads = drawn_heads([(x, way) for x in (300, 450) for way in (-1, 1)], 0, 1, line=2.2, bars=range(280, 330))
    assert [head for head in heads if head.kind == "arrow"] == []


def test_a_chain_of_dimensions_on_one_line_has_heads_where_others_cross_it():
    heads = drawn_heads([(51, -1), (399, 1), (401, -1), (749, 1)], 3.0, 20, bars=(50, 400, 750))
    told = sorted((round(t.x * 200 / 72 / 50), round(t.direction[0])) for t in heads)
    assert told == [(1, -1), (8, -1), (8, 1), (15, 1)]


@pytest.mark.parametrize("beyond", [25, 8])
def test_heads_from_outside_end_at_their_extension_lines_however_far_these_run_on(beyond):
    heads = drawn_heads([(299, 1), (341, -1)], 3.0, 20, bars=(300, 340), beyond=beyond)
    tips = sorted(t.x * 200 / 72 for t in heads)
    assert tips == pytest.approx([300, 340], abs=2.5)


@pytest.mark.parametrize("grey", [0, 128])
def test_heads_from_outside_are_seen_beside_large_letters_in_grey_too(grey):
    heads = drawn_heads([(299, 1), (401, -1)], 5.5, 27, bars=(300, 400), grey=grey, height=14.8)
    tips = sorted(t.x * 200 / 72 for t in heads)
    assert tips == pytest.approx([300, 400], abs=5)


@pytest.mark.parametrize("kind", ["dot", "tick"])
def test_dots_and_oblique_strokes_end_lines_of_pictures_too(kind):
    picture = np.full((120, 800), 255, np.uint8)
    beyond = 8 if kind == "tick" else 0
    cv2.line(picture, (50 - beyond, 60), (750 + beyond, 60), 0, 2, cv2.LINE_AA)
    for x in (50, 750):
        if kind == "dot":
            cv2.circle(picture, (x, 60), 5, 0, -1, cv2.LINE_AA)
        else:
            cv2.line(picture, (x, 10), (x, 72), 0, 2, cv2.LINE_AA)
            cv2.line(picture, (x - 8, 68), (x + 8, 52), 0, 2, cv2.LINE_AA)
    lines = [[50 - beyond, 60, 750 + beyond, 60], *([x, 10, x, 72] for x in (50, 750) if kind == "tick")]
    ended = heads_in_picture(picture, 200 / 72, np.array(lines, float) * 72 / 200, 8.0)
    assert {t.kind for t in ended} == {kind}
    assert sorted(t.x * 200 / 72 for t in ended) == pytest.approx([50, 750], abs=5)
    assert sorted(round(t.direction[0]) for t in ended) == ([0, 0] if kind == "dot" else [-1, 1])


def test_a_line_that_is_only_crossed_has_no_heads():
    assert drawn_heads([], 0, 1, bars=range(100, 700, 60)) == []


def test_a_line_that_many_cross_is_ruling():
    tips = [(x - 1, 1) for x in range(90, 740, 12)]
    assert len(drawn_heads(tips, 1.5, 6, bars=range(90, 740, 12))) <= 2


def test_heads_that_face_each_other_along_one_line_span_it():
    heads = [Terminator(100, 50, (1, 0), 5, "arrow"), Terminator(160, 50, (-1, 0), 5, "arrow")]
    assert spans_of(heads, 5).tolist() == [[100, 50, 160, 50]]
    off = [heads[0], Terminator(160, 60, (-1, 0), 5, "arrow")]
    assert spans_of(off, 5).shape == (0, 4)


@pytest.mark.parametrize("length", [60, 600, 2000])
@pytest.mark.parametrize("turn", [-0.02, 0.02])
def test_heads_span_a_line_of_any_length_though_their_corners_are_rounded(length, turn):
    """At the far end of its line a head that is turned by a degree points letters beside the other one."""
    drawing = Drawing().text(150, 300, "30").line(100, 303, 100 + length, 303)
    head(drawing, (100, 303), (-1, turn))
    scene = Scene(sheet_of(head(drawing, (100 + length, 303), (1, turn))))
    assert scene.spans.tolist() == [[100, 303, 100 + length, 303]]


def test_a_text_between_two_heads_is_within_their_span():
    spans = np.array([[100.0, 0, 100, 80]])
    assert distance_to_span(Word("30", 95, 43, 0, 10, 5), spans) == pytest.approx((0, 0, 90), abs=0.01)
    across, beyond, _ = distance_to_span(Word("30", 120, 100, 0, 10, 5), spans)
    assert across > 2
    assert beyond > 2
    assert distance_to_span(Word("30", 95, 43, 0, 10, 5), np.empty((0, 4))) == (9.0, 9.0, 0.0)


def test_a_number_on_its_dimension_line_is_tied_to_it():
    sheet = dimensioned()
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert (ties.under_steps, ties.carried) == (0, 2)
    assert ties.under_gap == pytest.approx(0.6, abs=0.05)
    assert ties.under_led == 0


def test_a_number_in_the_gap_of_its_dimension_line_is_tied_on_both_sides():
    drawing = Drawing().text(150, 100, "30").line(100, 97.5, 147, 97.5).line(160, 97.5, 220, 97.5)
    sheet = sheet_of(head(head(drawing, (100, 97.5), (-1, 0)), (220, 97.5), (1, 0)))
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert (ties.before_steps, ties.after_steps, ties.under_steps) == (0, 0, FAR)


def test_a_lying_number_in_the_gap_of_a_standing_line_is_tied_through():
    drawing = Drawing().text(150, 100, "30").line(153.5, 40, 153.5, 92).line(153.5, 103, 153.5, 160)
    sheet = sheet_of(head(drawing, (153.5, 40), (0, -1)))
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert (ties.through_steps, ties.through_count) == (0, 2)


def test_a_leader_that_ends_beside_its_text_ties_it():
    drawing = Drawing().text(150, 100, "⌀30").line(147, 97, 110, 60)
    sheet = sheet_of(head(drawing, (110, 60), (-1, -1)))
    assert ties_of(sheet.words[0], scene_of(sheet)).before_steps == 0


def test_a_cell_closes_its_number_in_on_four_sides():
    drawing = Drawing().text(150, 100, "30").box(140, 90, 170, 106)
    sheet = sheet_of(drawing)
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert (ties.walls, ties.carried) == (4, 0)


def test_the_box_of_an_exact_size_ties_nothing_and_its_dimension_line_below_does():
    drawing = Drawing().text(150, 100, "30").box(145, 92, 164, 103).line(100, 106, 220, 106)
    sheet = sheet_of(head(head(drawing, (100, 106), (-1, 0)), (220, 106), (1, 0)))
    closed, boxed = (ties_of(sheet.words[0], scene_of(sheet), boxed=boxed) for boxed in (False, True))
    assert (closed.walls, boxed.walls) == (4, 1)
    assert (boxed.under_steps, boxed.over_steps, boxed.carried) == (0, FAR, 2)
    assert boxed.under_gap == pytest.approx(1.2, abs=0.05)


def test_a_shelf_shows_that_a_leader_ends_where_it_ends():
    drawing = Drawing().text(150, 100, "12").line(148, 102, 162, 102).line(148, 102, 120, 150)
    sheet = sheet_of(drawing)
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert (ties.under_led, ties.under_steps) == (1, FAR)
    assert ties.under_long < 3


def test_a_shelf_without_a_head_stands_before_a_dimension_line_further_below():
    drawing = Drawing().text(150, 100, "12").line(148, 102, 162, 102).line(148, 102, 120, 150)
    sheet = sheet_of(drawing.dimension_line(100, 107, 220, 107))
    scene = scene_of(sheet)
    ties = ties_of(sheet.words[0], scene)
    assert (ties.under_led, ties.under_steps) == (1, FAR)
    assert ties.under_gap == pytest.approx(0.4, abs=0.05)
    below = sheet_of(Drawing().text(150, 100, "12").line(148, 102, 162, 102).dimension_line(100, 107, 220, 107))
    ties = ties_of(below.words[0], scene_of(below))  # without its leader it is any stroke
    assert (ties.under_led, ties.under_steps) == (0, 0)
    assert ties.under_gap == pytest.approx(1.4, abs=0.05)


@pytest.mark.parametrize("height", [5, 15])
@pytest.mark.parametrize(("off", "led"), [(0.19, 1), (0.3, 0)])
def test_a_leader_may_end_a_fifth_of_its_letters_off_its_shelf(height, off, led):
    """Of the letters of this text, however small the sheet's others are."""
    drawing = Drawing().text(150, 100, "12", height).line(140, 104, 180, 104)
    drawing.line(140 - off * height, 104, 110, 160).text(400, 300, "SMALLER LETTERS")
    sheet = sheet_of(drawing)
    assert ties_of(sheet.words[0], scene_of(sheet)).under_led == led


def test_nothing_around_a_text_ties_it_to_nothing():
    sheet = sheet_of(Drawing().text(150, 100, "30"))
    ties = ties_of(sheet.words[0], scene_of(sheet))
    assert {ties.under_steps, ties.over_steps, ties.before_steps, ties.after_steps, ties.through_steps} == {FAR}
    assert ties.walls == 0


def test_dots_span_the_line_that_ends_in_them():
    drawing = Drawing().text(150, 100, "30").line(100, 103, 220, 103)
    around = [(math.cos(t * math.pi / 8), math.sin(t * math.pi / 8)) for t in range(16)]
    for x in (100, 220):
        outline = np.array([(x + 2 * a, 103 + 2 * b) for a, b in around])
        drawing.paths.append(Path(outline, True, True, False, 0.5, 0, False))
    assert Scene(sheet_of(drawing)).spans.tolist() == [[100, 103, 220, 103]]
