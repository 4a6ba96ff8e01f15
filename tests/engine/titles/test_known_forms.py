"""A block whose layout is known: cells with two fields that no line parts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from engine_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import Box, TitleBlock
from drawkit.engine.modules.title_block import read
from drawkit.engine.titles.forms import FORMS, Form, fields_by_place, parted_by_form

MM = 72 / 25.4
[KICAD] = [form for form in FORMS if form.parted]
ONE_CELL = [*KICAD.parted, *KICAD.others, *(cell for name, cell in KICAD.fields.items() if name != "company")]


def laid(cells: Iterable[Box], scale: float = 1.0) -> list[Box]:
    return [(100 + x0 * scale, 50 + y0 * scale, 100 + x1 * scale, 50 + y1 * scale) for x0, y0, x1, y1 in cells]


def whole(form: Form, scale: float = 1.0) -> Box:
    [box] = laid([(0.0, 0.0, form.width, form.height)], scale)
    return box


@given(st.floats(0.5, 5))
def test_the_company_on_kicads_sheet_stands_below_comments_in_one_cell(scale: float) -> None:
    faces, block = laid(ONE_CELL, scale), whole(KICAD, scale)
    assert "company" not in fields_by_place(faces, block)
    parted = parted_by_form(faces, block)
    [comments, company] = [face for face in parted if face not in faces]
    assert (comments[:2], company[2:]) == (faces[0][:2], faces[0][2:])
    assert (comments[2:], company[:2]) == ((faces[0][2], company[1]), (faces[0][0], comments[3]))
    found = fields_by_place(parted, block)
    assert set(found) == set(KICAD.fields)
    assert found["company"] == company == pytest.approx(laid([KICAD.fields["company"]], scale)[0])


def test_any_other_block_stays_as_it_is() -> None:
    for form in FORMS:
        cells = laid([*form.fields.values(), *form.others])
        assert parted_by_form(cells, whole(form)) == cells
    assert parted_by_form([], whole(KICAD)) == []
    faces = laid(ONE_CELL)
    assert parted_by_form(faces[:4], whole(KICAD)) == faces[:4], "too little of it"
    assert parted_by_form(faces[1:], whole(KICAD)) == faces[1:], "without the cell"


@given(st.lists(st.tuples(*[st.integers(0, 40)] * 4), max_size=8))
def test_faces_that_fit_no_form_are_not_parted(cells: list[tuple[int, int, int, int]]) -> None:
    faces = [(100.0 + x, 100.0 + y, 102.0 + x + wide, 102.0 + y + tall) for x, y, wide, tall in cells]
    assert parted_by_form(faces, (100.0, 100.0, 182.0, 182.0)) == faces


def kicad(
    left: float, top: float, *, company: str, size: str = "A4", sheet: str = "1/1", below: bool = False
) -> TitleBlock:
    d = Drawing().box(20, 20, 822, 575)

    def place(x: float, y: float) -> tuple[float, float]:
        return left + x * MM, top + y * MM

    d.box(*place(0, 0), *place(108, 32))
    for y in (15.5, 21.5, 25.5, 28.5):
        d.line(*place(0, y), *place(108, y))
    d.line(*place(20, 25.5), *place(20, 28.5)).line(*place(84, 25.5), *place(84, 32))
    own = zip((29.8, 31.6), ("Id:", sheet), strict=True) if below else [(31, f"Id: {sheet}")]
    rows = [(3, "Prototype of the second series"), (14.8, company), (18, "Sheet: /Power/"), (20.8, "File: a.kicad_sch")]
    cells = [(20, 27.9, "Date: 2021-03-04"), (84, 27.9, "Rev: 1.2"), *((84, y, text) for y, text in own)]
    for x, y, text in [*((0, y, text) for y, text in rows), *cells, (0, 27.9, f"Size: {size}"), (0, 31, "KiCad 8.0.1")]:
        if text:
            d.text(*place(x + 1, y), text, 3.2)
    [found] = read(d.text(*place(1, 24.5), "Title: Motor driver", 4.2).sheet())
    return found


@pytest.mark.parametrize("away", [0.0, 2.0])
def test_kicads_sheet_is_read(away: float) -> None:
    at = 822 - (108 + away) * MM, 575 - (32 + away) * MM
    found = kicad(*at, company="Northlight", size="USLetter", sheet="2/3")
    assert (found.company, found.title, found.revision) == ("Northlight", "Motor driver", "1.2")
    assert (found.sheet_size, found.date, found.sheet) == ("USLetter", "2021-03-04", "2/3")
    assert kicad(*at, company="").company is None


def test_a_sheet_number_may_stand_below_a_label_that_its_form_alone_knows() -> None:
    at = 822 - 108 * MM, 575 - 32 * MM
    assert [kicad(*at, company="Northlight", sheet="2/3", below=below).sheet for below in (False, True)] == [
        "2/3",
        "2/3",
    ]
    assert kicad(*at, company="Northlight", sheet="power", below=True).sheet is None
