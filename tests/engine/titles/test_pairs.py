"""Title data in rows of labelled values that no lines part, and the heading over them."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import TitleBlock
from drawkit.engine.modules.title_block import read
from drawkit.engine.page import read_sheet
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line
from drawkit.engine.titles.pairs import pairs_block, pairs_of


def row(text: str, *, gap: float = 0.0) -> Line:
    """A line of the words of a text; two blanks are a `gap` more."""
    words, x = [], 100.0
    for part in text.split("  "):
        for word in part.split():
            words.append(Word(word, x, 200.0, 0.0, 4.0 * len(word), 6.0))
            x += 4.0 * len(word) + 3.0
        x += gap
    return Line(tuple(words))


def told(text: str) -> dict[str, str]:
    return {f.field: f.value for f in pairs_block([row(text)]) if f.field}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "MATERIAL: AL 6061-T6  SCALE: 2:1  Date: 2021-03-13  Drawn by: J. Smith",
            {"material": "AL 6061-T6", "scale": "2:1", "date": "2021-03-13", "drawn_by": "J. Smith"},
        ),
        (
            "Material: C45E | Scale: N.T.S. | Date: 2021-09-19 | DRAWN: R. Chen",
            {"material": "C45E", "scale": "N.T.S.", "date": "2021-09-19", "drawn_by": "R. Chen"},
        ),
        (
            "Масштаб: 1:5 - Ед. изм.: мм - Дата: 2023-01-11 - Разраб.: Иванов А.С.",
            {"scale": "1:5", "date": "2023-01-11", "drawn_by": "Иванов А.С."},
        ),
        ("图名：前面板 比例：1:2 材料：Q235", {"title": "前面板", "scale": "1:2", "material": "Q235"}),
        (
            "DRAWING NUMBER: 67-4589-90 · REV: 2 · MATERIAL: 16MnCr5",
            {"drawing_number": "67-4589-90", "revision": "2", "material": "16MnCr5"},
        ),
        ("DWG #: 2023961  SCALE: 1:1", {"drawing_number": "2023961", "scale": "1:1"}),
        ("SCALE : 1:2  DATE : 2020-01-02", {"scale": "1:2", "date": "2020-01-02"}),
        ("Batch: 7 SCALE: 1:2 Dwg no: A-1", {"scale": "1:2", "drawing_number": "A-1"}),
        ("SCALE: 1:2", {}),
        ("NOTE: ALL DIMENSIONS IN MM", {}),
        ("Scale 1:2 Material C45", {}),
        ("file:///home/max/a.svg Scale: 1:2", {}),
    ],
)
def test_each_label_has_its_value(text: str, fields: dict[str, str]) -> None:
    assert told(text) == fields


def test_what_names_no_field_of_ours_is_told_with_its_label() -> None:
    found = pairs_block([row("Scale: 1:2 | Batch code: 7 | Date: 2020-01-02")])
    assert [(f.label, f.value) for f in found if not f.field] == [("Batch code:", "7")]


def test_wide_blanks_part_no_row_and_rows_below_each_other_belong_together() -> None:
    first = [Line((w,)) for w in row("SCALE:1:2 MATERIAL:C45").words]
    below = [Line(tuple(Word(w.text, w.x, 212.0, 0.0, w.length, 6.0) for w in row("DATE: 2020-01-02 REV: B").words))]
    far = [Line(tuple(Word(w.text, w.x, 300.0, 0.0, w.length, 6.0) for w in row("SHEET: 1/2 FINISH: NONE").words))]
    found = {f.field for f in pairs_block([*first, *below, *far])}
    assert found == {"scale", "material", "date", "revision"}


@given(
    st.lists(st.text(min_size=1, max_size=12).filter(lambda t: t.strip() and not t.isspace()), min_size=1, max_size=9)
)
def test_any_row_is_parted_in_order(texts: list[str]) -> None:
    words = [Word(t.strip(), 10.0 + 50 * i, 20.0, 0.0, 40.0, 6.0) for i, t in enumerate(texts)]
    places = [w.x for pair in pairs_of(Line(tuple(words))) for w in pair.words]
    assert places == sorted(set(places))
    pairs_block([Line(tuple(words))])


def sheet_with(*lines: tuple[float, float, str, float]) -> Drawing:
    """A framed sheet with a view in its middle, sizes, and lines of text: x of their middle, y, text, height."""
    drawing = Drawing().box(20, 15, 822, 580).box(300, 200, 500, 400)
    drawing.text(380, 196, "200", 5).text(240, 300, "120.5", 5).text(380, 430, "FRONT VIEW", 6)
    for middle, y, text, height in lines:
        drawing.text(middle - 0.35 * height * len(text), y, text, height)
    return drawing


def block(drawing: Drawing) -> TitleBlock | None:
    return next(iter(read(drawing.sheet())), None)


DATA = "MATERIAL: STEEL | SCALE: 2:1 | DATE: 2021-03-13"


def test_a_name_over_a_row_of_pairs_is_the_title_and_neither_is_a_note() -> None:
    drawing = sheet_with((421, 40, "LINK", 9), (421, 52, DATA, 4.5))
    found = block(drawing)
    assert found is not None
    assert (found.title, found.material, found.scale, found.date) == ("LINK", "STEEL", "2:1", "2021-03-13")
    notes = read_sheet(drawing.sheet(), ["title_block", "notes"]).items["notes"]
    assert not [note for note in notes if "STEEL" in str(note) or "LINK" in str(note)]


@pytest.mark.parametrize("name", ["Coupling Hub", "SPINDLE", "フランジ"])
def test_the_largest_letters_in_the_middle_over_all_views_are_the_title(name: str) -> None:
    found = block(sheet_with((421, 40, name, 9)))
    assert found is not None
    assert found.title == name


@pytest.mark.parametrize(
    ("middle", "y", "name", "height"),
    [
        (421, 40, "TOP VIEW", 9),
        (421, 40, "SECTION A-A", 9),
        (421, 40, "FLAT PATTERN", 9),
        (421, 40, "PLAN", 9),
        (421, 40, "NOTES:", 9),
        (421, 40, "Coupling Hub", 6),
        (120, 40, "Coupling Hub", 9),
        (421, 450, "Coupling Hub", 9),
        (421, 40, "SCALE 1:2 HUB", 9),
        (421, 40, "Hub Works Ltd", 9),
    ],
)
def test_other_large_letters_are_no_title(middle: float, y: float, name: str, height: float) -> None:
    found = block(sheet_with((middle, y, name, height)))
    assert found is None or found.title is None


def test_a_name_under_something_drawn_is_that_things_caption() -> None:
    drawing = sheet_with((421, 70, "Coupling Hub", 9)).box(390, 25, 450, 50)
    found = block(drawing)
    assert found is None or found.title is None


def test_a_tolerance_or_material_in_a_note_is_told_without_a_block_and_a_unit_is_not() -> None:
    found = block(sheet_with((421, 500, "GENERAL TOLERANCE ±0.1 mm.", 4.5)))
    assert found is not None
    assert found.general_tolerance == "±0.1 mm"
    found = block(sheet_with((421, 500, "2. MATERIAL: STEEL S235JR", 4.5)))
    assert found is not None
    assert found.material == "STEEL S235JR"
    assert block(sheet_with((421, 500, "ALL DIMENSIONS IN MILLIMETERS.", 4.5))) is None
