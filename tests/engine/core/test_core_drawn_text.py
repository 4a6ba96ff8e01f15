"""Text that is drawn: in one way on every vector page, in any direction, at any size, and however short."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pypdf
import pytest
from core_drawing import Pdf, word
from core_strokes import line, read, strokes

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.drawn_text.lone_letters import weighed
from drawkit.engine.drawn_text.shapes import drawn, largest_letter, shapes_of, unexplained, without_grounds
from drawkit.engine.drawn_text.words import _unsaid, places_of
from drawkit.engine.load import open_drawing
from drawkit.engine.picture_text.contest import winners
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.words import PictureWord, read_boxes
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.recognition.recogniser import Recogniser, callouts, words
from drawkit.engine.recognition.script_of_page import is_cyrillic, of_page
from drawkit.engine.sheet import Grey, Path, Sheet, Word

LAYER = (Word("SCALE", 600, 560, 0, 20, 5), Word("1:2", 630, 560, 0, 10, 5))


@pytest.mark.parametrize("words", [LAYER, ()])
def test_short_numbers_are_read_beside_a_text_layer_and_without_one(words: tuple[Word, ...]) -> None:
    numbers = [strokes(100 + 90 * k, 200, text, first=100 * k) for k, text in enumerate(("14", "R2", "27.5", "8"))]
    edges = [line(50, 210, 500, 210), line(120, 100, 120, 300)]
    assert {w.text for w in read(*numbers, edges, words=words)} == {"14", "R2", "27.5", "8"}


@pytest.mark.parametrize("angle", [0, 30, 62, 75, 90, 300, 330])
def test_numbers_are_read_in_any_direction(angle: float) -> None:
    [word] = read(strokes(400, 300, "R24.5", angle=angle))
    assert word.text == "R24.5"
    assert abs((word.angle - angle + 180) % 360 - 180) < 5
    assert word.height == pytest.approx(5, rel=0.25)


@pytest.mark.parametrize("height", [2.0, 3.0, 9.0, 20.0])
def test_numbers_are_read_at_any_size(height: float) -> None:
    assert [w.text for w in read(strokes(300, 300, "46.25", height))] == ["46.25"]


@pytest.mark.parametrize("angle", [0, 90])
def test_numbers_whose_figures_all_have_the_same_room_are_read_whole(angle: float) -> None:
    """A stroke font sets narrow ones as far from each other as wide figures: 11.64 was read 1.64."""
    x, y = 5.75 * math.cos(math.radians(angle)), 5.75 * math.sin(math.radians(angle))
    figures = [strokes(200 + k * x, 300 - k * y, c, angle=angle, first=9 * k) for k, c in enumerate("11.64±0.10")]
    assert [w.text for w in read(*figures)] == ["11.64±0.10"]


def test_standing_text_in_the_gap_of_its_dimension_line_is_read() -> None:
    found = read(
        strokes(200, 300, "35.5", angle=90), [line(197.5, 100, 197.5, 276), line(197.5, 303, 197.5, 500)], words=LAYER
    )
    assert [(w.text, w.angle) for w in found] == [("35.5", 90)]


def test_text_on_a_plane_of_an_isometric_view_is_read() -> None:
    found = read(strokes(300, 300, "R125", 7, angle=30, lean=math.tan(math.radians(30))))
    assert [w.text for w in found] == ["R125"]


def test_a_wall_between_two_cells_parts_their_numbers() -> None:
    texts = [strokes(100, 100, "48"), strokes(111.5, 100, "16", first=50), strokes(100, 130, "48 16", first=100)]
    assert [w.text for w in read(*texts, [line(110.2, 60, 110.2, 115)])] == ["48", "16", "48", "16"]


def test_the_line_that_ends_at_a_number_is_no_sign_of_it() -> None:
    found = read(strokes(200, 300, "72", 7), [line(184, 296.5, 192, 296.5), line(216, 296.5, 224, 296.5)])
    assert [w.text for w in found] == ["72"]


def test_a_dash_between_two_words_is_read() -> None:
    found = read(strokes(200, 300, "PLATE", 7), [line(231, 296.5, 235, 296.5)], strokes(238, 300, "STEEL", 7, first=99))
    assert "".join(w.text for w in found) == "PLATE-STEEL"


def test_two_rows_that_touch_each_others_reach_are_read_apart() -> None:
    found = read(strokes(200, 300, "125 MAX", 7), strokes(200, 309.5, "THRU ALL", 7, first=99))
    assert [w.text for w in found] == ["125", "MAX", "THRU", "ALL"]


def ellipse(x: float, y: float, wide: float, tall: float, tilt: float, group: int) -> Path:
    turn = np.radians(np.linspace(0, 360, 33))
    flat = np.column_stack([wide * np.cos(turn), tall * np.sin(turn)])
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    return Path(flat @ np.array([[c, s], [-s, c]]) + (x, y), True, False, True, 0.4, 0, True, group)


def test_holes_are_no_zeros() -> None:
    circles = [ellipse(100 + 40 * k, 200, 3, 3, 0, k) for k in range(6)]
    slanting = [ellipse(100 + 40 * k, 300, 2, 3.2, 25, 50 + k) for k in range(6)]
    upright = [ellipse(100 + 40 * k, 400, 1.9, 3, 0, 100 + k) for k in range(12)]
    assert read(circles, slanting, upright, words=LAYER) == []


def test_lone_digits_are_believed_where_the_page_draws_text() -> None:
    def found(*texts: tuple[str, float]) -> list[PictureWord]:
        return [PictureWord(t, (0, 0, 9, 9), 0, 20, c, "both") for t, c in texts]

    alone = weighed(found(("0", 0.9), ("8", 0.9), ("1", 0.5), ("⌀", 0.9)), [50.0])
    assert alone == []
    among = weighed(found(("0", 0.9), ("12.5", 0.9), ("R3", 0.9)), [50.0])
    assert [round(w.confidence, 6) for w in among] == [0.9, 0.9, 0.9]
    doubtful = weighed(found(("0", 0.95), ("8", 0.95), ("12.5", 0.9), ("7x", 0.3)), [14.4])
    assert [round(w.confidence, 2) for w in doubtful] == [0.9, 0.9, 0.9, 0.3]


def test_hidden_text_that_misses_its_letters_is_said_once() -> None:
    layer = (Word("45.5", 200, 300, 0, 9, 5),)
    assert read(strokes(204, 300, "45.5"), words=layer) == []


def test_overlapping_pieces_of_a_letter_are_ink_and_its_hole_is_paper() -> None:
    def square(x: float, size: float, *, hole: bool = False) -> Path:
        points = np.array([(x, x), (x + size, x), (x + size, x + size), (x, x + size)])[:: -1 if hole else 1]
        return Path(points, True, True, False, 0, 0, False, 7, winding=True)

    paths = [square(0, 10), replace(square(2, 6), group=7), square(4, 2, hole=True)]
    [shape] = shapes_of(paths, 26)
    view = drawn([shape], 4)
    at = [view.pixels[round((5 - view.origin[1]) * 4), round((x - view.origin[0]) * 4)] for x in (1, 3, 5)]
    assert at == [0, 0, 0]
    lone = drawn(shapes_of([square(0, 10), square(4, 2, hole=True)], 26), 4)
    assert lone.pixels[round((5 - lone.origin[1]) * 4), round((5 - lone.origin[0]) * 4)] == 255


def test_letters_of_one_fill_are_shapes_of_their_own() -> None:
    def ring(x: float) -> list[Path]:
        return [replace(ellipse(x, 50, r, r, 0, 3), filled=True, stroked=False) for r in (5, 3)]

    shapes = shapes_of([*ring(20), *ring(40), *ring(60)], 26)
    assert sorted(len(s.paths) for s in shapes) == [2, 2, 2]


def entry(text: str, chance: float, box: TextBox) -> tuple[float, TextBox, CropReading]:
    return chance, box, CropReading(text, chance, "words")


def test_of_readings_of_one_place_the_surest_stands() -> None:
    box = TextBox(50, 50, 40, 12, 0)
    slanting = replace(box, angle=14.0)
    standing = TextBox(50, 50, 14, 30, 90)
    kept = winners(
        [entry("12.5", 0.9, box), entry("125", 0.6, slanting), entry("H", 0.5, standing), entry("x", 0.1, box)]
    )
    assert [reading.text for _, _, reading in kept] == ["12.5"]


def test_a_letter_tells_no_more_than_the_run_that_holds_it() -> None:
    run, letter = TextBox(50, 50, 60, 12, 0), TextBox(25, 50, 9, 12, 0)
    assert [r.text for _, _, r in winners([entry("1 of 1", 0.6, run), entry("1", 0.99, letter)])] == ["1 of 1"]
    assert {r.text for _, _, r in winners([entry("of", 0.6, run), entry("1", 0.99, letter)])} == {"of", "1"}


def test_a_tangle_of_lines_is_no_text_to_be_read() -> None:
    rng = np.random.default_rng(1)
    starts = rng.uniform((50, 50), (750, 550), (6_000, 2))
    lines = [
        line(x, y, x + dx, y + dy) for (x, y), (dx, dy) in zip(starts, rng.uniform(-22, 22, (6_000, 2)), strict=True)
    ]
    sheet = Sheet(1, 842, 595, paths=tuple(replace(one, group=k) for k, one in enumerate(lines)))
    [place] = places_of(sheet)
    assert max((min(b.length, b.height) for b in place.boxes), default=0.0) <= 3 * largest_letter(sheet) * place.scale


@pytest.mark.parametrize(
    ("text", "before", "hidden", "is_said"),
    [
        ("30", 12.0, "300", True),
        ("C0", 12.0, "CONCENTRICITY", True),
        ("00", -20.0, "300", True),
        ("5", 12.0, "300", False),
    ],
)
def test_what_is_drawn_beside_narrower_hidden_text_is_its_begin_or_end(
    text: str, before: float, hidden: str, is_said: bool
) -> None:
    known = word(hidden, 100, 100, 8)
    found = word(text, 100 - before, 100, 8)
    assert _unsaid([found], [known]) == ([] if is_said else [found])


def test_no_boxes_no_words() -> None:
    assert read_boxes(np.full((40, 40), 255, np.uint8), []) == []
    assert read([line(10, 10, 20, 10)]) == []


def test_lone_letters_cost_the_word_reader_nothing_where_no_other_text_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    reading = Recogniser.read

    def counted(reader: Recogniser, crops: Sequence[Grey]) -> list[Reading]:
        asked.extend([len(crops)] if not reader.ink_is_one else [])
        return reading(reader, crops)

    monkeypatch.setattr(Recogniser, "read", counted)
    letters = [strokes(100 + 60 * k, 200, text, first=100 * k) for k, text in enumerate("BDRSUZ")]
    assert read(*letters, words=LAYER) == []
    assert sum(asked) <= 2
    beside = strokes(300, 400, "27.5", first=900)
    assert {"27.5", "B", "R"} <= {w.text for w in read(*letters, beside, words=LAYER)}
    assert sum(asked) >= len(letters)


def test_what_a_crop_says_does_not_hang_on_the_others() -> None:
    page = np.full((120, 900), 255, np.uint8)
    for row, (size, text) in enumerate(((1.0, "12.5"), (1.0, "R4"), (1.0, "MATERIAL STEEL 1.4301"))):
        cv2.putText(page, text, (8, 30 + 36 * row), cv2.FONT_HERSHEY_SIMPLEX, size, 0, 2)
    crops = [page[2 + 36 * row : 38 + 36 * row, :wide] for row, wide in enumerate((95, 60, 420))]
    for reader in (words(), callouts()):
        together = reader.read(crops)
        alone = [reader.read([one])[0] for one in crops]
        assert [r.text for r in together] == [r.text for r in alone]
        assert [r.confidence for r in together] == pytest.approx([r.confidence for r in alone], abs=1e-3)
    assert callouts().read(crops)[0].text == "12.5"


@pytest.mark.parametrize(("layer", "is_told"), [("Масштаб", True), ("SCALE", False)])
def test_the_text_layer_tells_in_which_script_drawn_words_are_read(layer: str, is_told: bool) -> None:
    with of_page():
        found = read(strokes(100, 200, "27.5"), words=(Word(layer, 600, 560, 0, 30, 5),))
        assert is_cyrillic() is is_told
    assert [w.text for w in found] == ["27.5"]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_pages_of_strokes_are_turned_by_what_can_be_read(turned: int) -> None:
    pdf = Pdf(400, 300)
    for row, text in enumerate(("MATERIAL STEEL", "ALL EDGES ROUNDED", "SURFACE TREATMENT", "DRAWING NUMBER")):
        pdf.drawn(40, 60 + 40 * row, text, 9)
    pages = pypdf.PdfReader(io.BytesIO(pdf.data()))
    writer = pypdf.PdfWriter(clone_from=pages)
    writer.pages[0].rotate(turned)
    writer.pages[0].transfer_rotation_to_content()
    out = io.BytesIO()
    writer.write(out)
    with open_drawing(out.getvalue()) as source:
        sheet = source.view(1)
    assert sheet.turned == -turned % 360
    assert (sheet.width, sheet.height) == pytest.approx((400, 300))


@pytest.mark.parametrize("angle", [0, 28, 90])
def test_a_small_sign_at_the_end_of_a_number_belongs_to_it(angle: float) -> None:
    assert [w.text for w in read(strokes(300, 300, "45°", 7, angle=angle))] == ["45°"]


def test_a_point_in_a_wide_gap_joins_its_digits() -> None:
    found = read(
        strokes(300, 300, "2", 7), strokes(305.5, 300, ".", 7, first=50), strokes(309.5, 300, "75", 7, first=60)
    )
    assert [w.text for w in found] == ["2.75"]


def test_arrowheads_are_no_letters() -> None:
    heads = [
        Path(np.array([(x, 200), (x + 9, 197.8), (x + 9, 202.2)]), True, filled, not filled, 0.3, 0, False, 500 + x)
        for x, filled in ((100, True), (160, False))
    ]
    found = read(strokes(126, 203, "17", 6), heads, words=LAYER)
    assert [w.text for w in found] == ["17"]


def figure(x: float, y: float, first: int = 0) -> list[Path]:
    """A drawn 8, 3 points wide and 5 high."""
    return strokes(x, y, "8", first=first)


def is_explained(paths: list[Path], word: Word) -> list[bool]:
    """Whether a word of the text layer explains each of the shapes."""
    shapes = shapes_of(paths, 26)
    left = unexplained(shapes, [word])
    return [shape not in left for shape in shapes]


def test_a_lone_sign_of_the_text_layer_does_not_explain_the_figures_on_both_sides() -> None:
    sign = Word("±", 200, 300, 0, 3.5, 5)
    assert not any(is_explained([*figure(196.5, 300), *figure(204.4, 300, first=50)], sign))
    assert all(is_explained(strokes(200, 300, "±"), sign))


def test_a_long_word_explains_letters_a_letter_height_behind_and_half_of_one_before() -> None:
    long = Word("MATERIAL", 200, 300, 0, 28, 5)
    assert all(is_explained(figure(231.5, 300), long))
    assert all(is_explained(figure(196.5, 300), long))
    assert not any(is_explained(figure(236, 300), long))
    assert not any(is_explained(figure(193, 300), long))


def test_of_a_callout_whose_sign_alone_is_text_the_figures_are_read() -> None:
    found = read(strokes(185, 300, "12"), strokes(204.2, 300, "34", first=50), words=(Word("±", 200, 300, 0, 3.5, 5),))
    assert [w.text for w in found] == ["12", "34"]


def field(grey: int, group: int, x: float = 195, wide: float = 25) -> Path:
    points = np.array([(x, 292), (x + wide, 292), (x + wide, 303), (x, 303)], float)
    return Path(points, True, True, False, 0, grey, False, group)


def kept_of(*paths: Path) -> list[int]:
    """The groups of the shapes that are no grounds of others."""
    return [s.paths[0].group for s in without_grounds(shapes_of(paths, 26))]


def test_a_pale_field_on_which_darker_shapes_are_drawn_is_no_shape() -> None:
    letters = strokes(200, 300, "R24", first=10)
    assert kept_of(field(200, 1), *letters) == [p.group for p in letters]
    filled = field(20, 2, 200, 5)
    assert kept_of(field(200, 1), filled) == [2]


@pytest.mark.parametrize("ground", [200, 120])
def test_a_pale_field_under_which_nothing_or_only_earlier_shapes_lie_is_kept(ground: int) -> None:
    assert kept_of(field(ground, 5)) == [5]
    assert 5 in kept_of(field(ground, 5), *strokes(200, 330, "R24", first=10))
    before = [replace(p, group=1) for p in strokes(200, 300, "I")]
    assert kept_of(*before, field(ground, 5)) == [1, 5]


def test_a_dark_field_and_one_hardly_paler_than_what_is_on_it_are_kept() -> None:
    assert 1 in kept_of(field(90, 1), *strokes(200, 300, "R24", first=10))
    assert 1 in kept_of(field(200, 1), *(replace(p, grey=150) for p in strokes(200, 300, "R24", first=10)))


def test_only_what_is_filled_hides_what_is_drawn_before() -> None:
    outline = replace(field(200, 1), filled=False, stroked=True, width=0.5)
    assert 1 in kept_of(outline, *strokes(200, 300, "R24", first=10))


def test_no_shapes_have_no_grounds() -> None:
    assert without_grounds([]) == []


def test_a_number_on_a_tinted_field_is_read() -> None:
    assert [w.text for w in read([field(200, 1)], strokes(200, 300, "R24", first=10))] == ["R24"]
