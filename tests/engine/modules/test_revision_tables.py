"""Revisions tables, filled and empty, growing either way."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.revisions import read

WIDTHS = [30, 140, 60, 60]
ROWS = [["A", "FIRST ISSUE", "2020-01-02", "JD"], ["B", "HOLE ADDED", "03/04/2021", "MK"]]


def told(items):
    return [(i.revision, i.description, i.date, i.approved_by) for i in items]


@pytest.mark.parametrize(
    "heads",
    [
        ("REV.", "DESCRIPTION", "DATE", "APPROVED"),
        ("Änd.", "Änderung", "Datum", "Name"),
        ("Zust.", "Änderung", "Datum", "Name"),
        ("Ind.", "Modification", "Date", "Nom"),
        ("Изм.", "№ докум.", "Дата", "Подп."),
        ("版本", "描述", "日期", "批准"),
        ("版本<REV>", "更改内容<Description>", "日期<DATE>", "签名<SIGN>"),
        ("REV 版次", "修改内容", "日期 Date", "修改人"),
        ("版次", "設變內容", "日期", "核准"),
        ("記号", "改訂内容", "年月日", "担当"),
    ],
)
def test_rows_under_headings(heads):
    items = read(Drawing().table(500, 30, WIDTHS, [heads, *ROWS]).sheet())
    assert told(items) == [tuple(r) for r in ROWS]
    assert all(i.confidence >= 0.9 for i in items)


def test_rows_over_headings():
    items = read(Drawing().table(500, 300, WIDTHS, [*reversed(ROWS), ["REV", "CHANGE", "DATE", "BY"]]).sheet())
    assert [i.revision for i in items] == ["A", "B"]


def test_headings_that_touch_across_a_wall():
    d = Drawing().table(500, 30, [30, 60, 40, 60], [["REV", "", "", "DATE"], ["A", "NEW", "", "2020-01-02"]], height=4)
    d.text(533, 40, "DESCRIPTION OF CHANGEREV BY", 4)
    assert [w.text for w in d.words][-3:] == ["OF", "CHANGEREV", "BY"]
    assert len(read(d.sheet())) == 1


def test_empty_rows_tell_nothing():
    assert (
        read(Drawing().table(500, 30, WIDTHS, [["REV", "DESCRIPTION", "DATE", "APPROVED"], ["", "", "", ""]]).sheet())
        == []
    )


@pytest.mark.parametrize(
    "rows",
    [
        [["ITEM", "QTY", "DESCRIPTION"], ["1", "2", "PIN"]],
        [["REV", "SIZE"], ["A", "A3"]],
        [["REV", "X LOC", "DESCRIPTION", "DATE"], ["A", "1", "HOLE", "2020-01-01"]],
    ],
)
def test_other_tables_are_none(rows):
    assert read(Drawing().table(500, 30, [50] * len(rows[0]), rows).sheet()) == []


def test_those_who_signed_the_sheet_below_the_headings_are_no_changes():
    heads = ["Изм", "Лист", "№ докум.", "Подп.", "Дата"]
    d = Drawing().table(500, 30, [20, 28, 66, 43, 28], [heads])
    d.table(500, 44, [48, 66, 43, 28], [["Разраб.", "Иванов", "", "14.03.22"], ["Пров.", "Петров", "", "16.03.22"]])
    assert read(d.sheet()) == []


def test_a_parts_list_that_stands_on_the_table_tells_no_changes():
    parts = [["2", "PIN", "P-1002", "8"], ["1", "HOUSING", "P-1001", "1"], ["ITEM", "DESCRIPTION", "PART NO", "QTY"]]
    changes = [["B", "PIN ADDED", "2020-01-02", "JD"], ["A", "NEW", "2020-01-01", "JD"]]
    heads = [["REV", "DESCRIPTION", "DATE", "APPROVED"]]
    d = Drawing().table(500, 300, WIDTHS, [*parts, *changes, *heads])
    assert [i.revision for i in read(d.sheet())] == ["A", "B"]
