"""Characteristics, their order and numbers, and what edits make of them."""

from __future__ import annotations

from typing import Any

import pytest
from cpu_time import Cost
from hypothesis import given
from hypothesis import strategies as st

from drawkit import inspection, samples
from drawkit.contract import (
    Box,
    Counterbore,
    Countersink,
    DatumReference,
    Dimension,
    GeometricTolerance,
    Note,
    PageReport,
    Result,
    SurfaceTexture,
    Weld,
)
from drawkit.inspection import Characteristic, Edit, Plan, characteristics

PAGE = PageReport(page=1, width=842, height=595)


def size(number: int, x: float = 0, y: float = 0, **values: Any) -> Dimension:
    box = (x, y, x + 20, y + 8)
    return Dimension(**{"id": f"d{number}", "text": str(number), "nominal": number, "box": box, **values})


def result(*sizes: Dimension, **lists: Any) -> Result:
    return Result(**{"units": "mm", "pages": (PAGE,), "dimensions": sizes, **lists})


def order(rows: list[Characteristic]) -> list[str]:
    return [row.requirement for row in rows]


def numbers(rows: list[Characteristic]) -> list[str]:
    return [row.number for row in rows]


def test_what_is_a_characteristic() -> None:
    whole = result(
        size(1, upper_deviation=0.1, lower_deviation=-0.1), size(2, reference=True), size(3, basic=True),
        geometric_tolerances=(
            GeometricTolerance(id="g1", characteristic="position", value=0.2, datums=(DatumReference(label="A"),)),
            GeometricTolerance(id="g2", characteristic="flatness"),
        ),
        surface_textures=(SurfaceTexture(id="s1", parameter="Ra", value=3.2), SurfaceTexture(id="s2")),
        welds=(Weld(id="w1", size=5),),
        notes=(Note(id="n1", text="NOTES:"), Note(id="n2", text="Remove burrs.")),
    )  # fmt: skip
    rows = characteristics(whole)
    assert [(row.kind, row.id) for row in rows] == [
        ("linear", "d1"), ("geometric_tolerance", "g1"), ("geometric_tolerance", "g2"), ("surface_texture", "s1"),
        ("surface_texture", "s2"), ("weld", "w1"), ("note", "n2"),
    ]  # fmt: skip
    linear, position, flatness, texture, *_ = rows
    assert (linear.nominal, linear.lower_limit, linear.upper_limit, linear.unit, linear.origin) == (
        1,
        0.9,
        1.1,
        "mm",
        "stated",
    )
    assert (position.lower_limit, position.upper_limit, position.datums) == (0, 0.2, "A")
    assert (flatness.upper_limit, flatness.reason) == (None, "no tolerance value was read")
    assert (texture.upper_limit, texture.unit, texture.lower_limit) == (3.2, "µm", None)


def test_limits_come_from_fits_and_general_tolerances() -> None:
    drawing = result(size(30, kind="diameter", fit="H7"), size(50, x=40))
    fit, general = characteristics(drawing, Plan(general="ISO 2768-m", order="rows"))
    assert (fit.upper_limit, fit.rule) == (30.021, "ISO 286, H7")
    assert (general.upper_limit, general.origin) == (50.3, "general")
    assert characteristics(drawing, Plan(order="rows"))[1].reason == "no tolerance, nor a general one, is stated"


@pytest.mark.parametrize(
    ("text", "mark"), [("5 ±0.1 KC", "KC"), ("◆ 5", "◆"), ("CC1 5", "CC1"), ("5 KCAL", None), ("5", None)]
)
def test_key_characteristics(text: str, mark: str | None) -> None:
    assert characteristics(result(size(5, text=text)))[0].designator == mark


def test_clockwise_around_each_view() -> None:
    left = [size(1, 100, 100), size(2, 150, 100), size(3, 150, 150), size(4, 100, 150)]
    right = [size(5, 500, 100), size(6, 540, 140)]
    below = [size(7, 100, 450)]
    shuffled = result(*below, *right, left[2], left[0], left[3], left[1])
    assert order(characteristics(shuffled)) == ["1", "2", "3", "4", "5", "6", "7"]


def test_by_rows_of_the_sheet() -> None:
    drawing = result(size(3, 10, 60), size(2, 400, 11), size(1, 10, 10), size(4, 10, 69))
    assert order(characteristics(drawing, Plan(order="rows"))) == ["1", "2", "3", "4"]


def test_pages_come_one_by_one_and_notes_last() -> None:
    drawing = result(
        size(3, page=2), size(1, 10, 300), size(9, box=None),
        notes=(Note(id="n1", text="a note", box=(0, 0, 9, 9)), Note(id="n2", text="no box")),
    )  # fmt: skip
    assert order(characteristics(drawing)) == ["1", "9", "a note", "no box", "3"]


@given(st.lists(st.tuples(st.floats(0, 800), st.floats(0, 580)), max_size=30), st.sampled_from(inspection.ORDERS))
def test_every_characteristic_is_numbered_once_in_any_order(corners: list[tuple[float, float]], wanted: Any) -> None:
    drawing = result(*(size(n, x, y) for n, (x, y) in enumerate(corners, 1)))
    rows = characteristics(drawing, Plan(order=wanted))
    assert numbers(rows) == [str(n) for n in range(1, len(corners) + 1)]
    assert sorted(row.id for row in rows) == sorted(f"d{n}" for n in range(1, len(corners) + 1))


def test_numbers_stay_when_values_are_corrected_rows_go_and_others_come() -> None:
    read = result(size(1, 10, 10), size(2, 50, 10), size(3, 90, 10))
    shown = result(size(4, 0, 10), size(1, 10, 10, nominal=11), size(3, 90, 10))
    rows = characteristics(read, Plan(order="rows"), shown=shown)
    assert [(row.number, row.id, row.nominal) for row in rows] == [("1", "d1", 11), ("3", "d3", 3), ("4", "d4", 4)]


def test_quantities_are_expanded() -> None:
    rows = characteristics(result(size(5, quantity=3), size(6, 40)), Plan(expand=True, order="rows"))
    assert numbers(rows) == ["1.1", "1.2", "1.3", "2"]
    assert [row.quantity for row in rows] == [1, 1, 1, 1]
    assert [number for number, *_ in inspection.places(rows, 1)] == ["1", "2"]


FOUR = result(size(1, 10, 10), size(2, 60, 10), size(3, 110, 10, quantity=2), size(4, 160, 10))


def edited(*edits: Edit) -> list[Characteristic]:
    return characteristics(FOUR, Plan(order="rows", edits=edits))


def test_rows_are_left_out_and_the_others_keep_their_numbers() -> None:
    assert numbers(edited(Edit(action="leave_out", numbers=("2", "3")))) == ["1", "4"]


def test_rows_are_renumbered() -> None:
    rows = edited(Edit(action="renumber", values={"1": "10", "4": "1"}))
    assert [(row.number, row.id) for row in rows] == [("1", "d4"), ("2", "d2"), ("3", "d3"), ("10", "d1")]
    gone = edited(Edit(action="leave_out", numbers=("1",)), Edit(action="renumber"))
    assert [(row.number, row.id) for row in gone] == [("1", "d2"), ("2", "d3"), ("3", "d4")]
    assert numbers(edited(Edit(action="renumber", values={"1": "A", "2": "7"}))) == ["3", "4", "7", "A"]


def test_rows_are_merged() -> None:
    rows = edited(Edit(action="merge", numbers=("2", "3")))
    assert numbers(rows) == ["1", "2", "4"]
    assert (rows[1].quantity, len(rows[1].places)) == (3, 2)
    assert [number for number, *_ in inspection.places(rows, 1)] == ["1", "2", "2", "4"]


def test_a_callout_is_split_into_its_requirements() -> None:
    bore = Counterbore(diameter=9, depth=5)
    sink = Countersink(diameter=11, angle=90)
    hole = size(5, kind="diameter", depth=12, counterbore=bore, countersink=sink)
    rows = characteristics(result(hole), Plan(edits=(Edit(action="split", numbers=("1",)),)))
    assert [(row.number, row.kind, row.nominal, row.unit) for row in rows] == [
        ("1.1", "diameter", 5, "mm"), ("1.2", "linear", 12, "mm"), ("1.3", "diameter", 9, "mm"),
        ("1.4", "linear", 5, "mm"), ("1.5", "diameter", 11, "mm"), ("1.6", "angle", 90, "degree"),
    ]  # fmt: skip
    through = size(2, kind="chamfer", angle=45, depth="THRU")
    assert len(characteristics(result(through), Plan(edits=(Edit(action="split", numbers=("1",)),)))) == 2


def test_rows_are_added() -> None:
    rows = edited(Edit(action="add", numbers=("5",), values={"requirement": "Leak test"}))
    assert (rows[-1].number, rows[-1].requirement, rows[-1].corrected) == ("5", "Leak test", "by hand")


@pytest.mark.parametrize(
    ("edit", "error", "told"),
    [
        (Edit(action="leave_out", numbers=("9",)), KeyError, "There is no characteristic '9'. There are: 1, 2, 3, 4."),
        (Edit(action="renumber", values={"9": "1"}), KeyError, "There is no characteristic '9'"),
        (Edit(action="renumber", values={"1": "2"}), ValueError, "Two characteristics would have the number '2'."),
        (Edit(action="split", numbers=("1",)), ValueError, "Characteristic 1 is one requirement"),
        (Edit(action="add", numbers=("2",)), ValueError, "The number '2' is taken"),
    ],
)
def test_edits_that_cannot_be(edit: Edit, error: type[Exception], told: str) -> None:
    with pytest.raises(error) as raised:
        edited(edit)
    assert told in str(raised.value)


def test_an_empty_drawing() -> None:
    assert characteristics(Result()) == []
    assert len(inspection.inspection_frame([])) == 0
    with pytest.raises(KeyError, match="There are: none"):
        characteristics(Result(), Plan(edits=(Edit(action="leave_out", numbers=("1",)),)))


def test_the_table() -> None:
    frame = inspection.inspection_frame(characteristics(FOUR, Plan(order="rows")))
    assert list(frame.columns) == [column.name for column in inspection.INSPECTION]
    assert frame["x0"].tolist() == [10, 60, 110, 160]
    assert list(inspection.inspection_frame([]).dtypes) == list(frame.dtypes)


def test_the_header_comes_from_the_title_block() -> None:
    facts = inspection.header(samples.named("milled_plate").truth)
    assert facts["drawing_number"]
    assert facts["part_number"]
    assert inspection.header(Result())["part_number"] == ""


@pytest.mark.benchmark
def test_two_hundred_characteristics_take_less_than_a_fifth_of_a_second(cpu_seconds: Cost) -> None:
    boxes: list[Box] = [
        (20.0 * (n % 20), 25.0 * (n // 20), 20.0 * (n % 20) + 12, 25.0 * (n // 20) + 8) for n in range(200)
    ]
    drawing = result(*(size(n, box=box) for n, box in enumerate(boxes)))
    assert cpu_seconds(lambda: inspection.inspection_frame(characteristics(drawing))) < 0.2
