"""Tolerances in columns side by side: each column is told by itself, with what heads it."""

from __future__ import annotations

from engine_drawing import Drawing

from drawkit.engine.modules.title_block import read


def block(d: Drawing):
    d.box(20, 20, 822, 575).cell(500, 545, 580, 575, "SCALE", "1:2").cell(580, 545, 660, 575, "SHEET", "1/1")
    d.cell(660, 545, 740, 575, "SIZE", "A4").cell(740, 545, 822, 575, "DATE", "2021-03-04").box(500, 480, 822, 545)
    return read(d.sheet())[0]


def columns(*rows: tuple[str, ...], aside: float = 0.0) -> Drawing:
    d = Drawing().text(505, 488, "TOLERANCES:", 4)
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            d.text(505 + 120 * column + aside * number, 498 + 7 * number, text, 4)
    return d


def test_two_columns_under_their_headings():
    d = columns(("DECIMAL", "ANGULAR"), ("X.XX = ±0.01", "X.X = ±0.5°"), ("X.XXX = ±0.001", "X.XX = ±0.50°"))
    d.text(505, 519, "X.XXXX= ±0.0001", 4)
    told = "DECIMAL X.XX = ±0.01; X.XXX = ±0.001; X.XXXX= ±0.0001; ANGULAR X.X = ±0.5°; X.XX = ±0.50°"
    assert block(d).general_tolerance == told


def test_columns_that_begin_not_quite_below_each_other():
    d = columns(("LINEAR", "ANGULAR"), (".XX ± .01", "X ± 1 °"), (".XXX ± .001", "X.X ±.5 °"), aside=5)
    assert block(d).general_tolerance == "LINEAR .XX ± .01; .XXX ± .001; ANGULAR X ± 1°; X.X ±.5°"


def test_rows_without_headings_stay_rows():
    d = columns((".XXXX ± .0005", ".XX ± .005"), (".XXX ± .001", "ANGLES ±1°"))
    assert block(d).general_tolerance == ".XXXX ± .0005 .XX ± .005; .XXX ± .001 ANGLES ±1°"


def test_one_row_of_two_is_a_row():
    d = columns((".XXX ± .001", "ANGLES ±1°"), ("FRACTIONS ±1/64",))
    assert block(d).general_tolerance == ".XXX ± .001 ANGLES ±1°; FRACTIONS ±1/64"
