"""Parts lists that go on, on a further sheet, without their headings; and tables there that are others."""

from __future__ import annotations

import io

import pytest
from engine_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from drawkit import figures, frames
from drawkit.engine import analyze
from drawkit.engine.modules.bom import parts_lists, read
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.tables.continued import counts_on
from drawkit.samples.carriers import to_pdf
from drawkit.samples.habits import Habits
from drawkit.samples.parts_list import Part, draw_parts_list
from drawkit.samples.studio import Settings, facts_of, furnish, open_studio

HEAD = ["ITEM", "QTY", "PART NO.", "DESCRIPTION", "MATERIAL"]
WIDTHS = [40, 30, 70, 140, 60]
ROWS = [[str(i), str(1 + i % 3), f"A-{100 + i}", f"PART OF KIND {'ABCDEFGHIJKL'[i]}", "S235JR"] for i in range(1, 10)]


def first(rows=ROWS[:4], *, up=False, widths=WIDTHS, head=HEAD):
    d = Drawing().table(400, 300 if up else 60, widths, [*reversed(rows), head] if up else [head, *rows])
    return parts_lists(d.sheet())[-1]


def further(*tables, width=842, **changes):
    d = Drawing(width)
    for x, y, widths, rows in tables:
        d.table(x, y, widths, rows)
    return d.sheet(number=2, **changes)


def positions(sheet, before):
    return [item.position for item in read(sheet, before)]


@pytest.mark.parametrize("up", [False, True])
def test_the_rows_go_on_at_the_same_columns(up):
    rows = ROWS[4:7]
    sheet = further((400, 60, WIDTHS, rows[::-1] if up else rows))
    items = read(sheet, first(up=up))
    assert [[i.position, i.quantity, i.part_number, i.designation, i.material] for i in items] == rows
    assert all(i.page == 2 and i.confidence >= 0.9 for i in items)
    assert items[0].box == pytest.approx((400, 88, 740, 102) if up else (400, 60, 740, 74))


def test_a_list_that_grew_upward_may_go_on_downward():
    assert positions(further((400, 60, WIDTHS, ROWS[4:7])), first(up=True)) == ["5", "6", "7"]


def test_the_columns_may_stand_elsewhere_on_a_sheet_of_another_size():
    assert positions(further((30, 60, WIDTHS, ROWS[4:]), width=595), first()) == ["5", "6", "7", "8", "9"]


def test_the_rows_may_be_one_or_go_on_side_by_side():
    assert positions(further((400, 60, WIDTHS, ROWS[4:5])), first()) == ["5"]
    beside = further((60, 60, WIDTHS, ROWS[4:6]), (460, 60, WIDTHS, ROWS[6:8]))
    assert positions(beside, first()) == ["5", "6", "7", "8"]


def test_the_rows_may_begin_with_a_group_of_parts():
    rows = [["", "", "", "BOUGHT PARTS", ""], *ROWS[4:6]]
    assert positions(further((400, 60, WIDTHS, rows)), first()) == ["5", "6"]


def test_a_list_over_two_further_sheets():
    second = further((400, 60, WIDTHS, ROWS[4:6]))
    before = parts_lists(second, first())[-1]
    assert positions(further((400, 60, WIDTHS, ROWS[6:8])), before) == ["7", "8"]


def test_a_list_above_a_title_block_stops_at_it():
    d = Drawing().table(400, 300, WIDTHS, ROWS[4:7][::-1])
    d.cell(400, 342, 570, 386, "TITLE", "GEAR BOX").cell(570, 342, 740, 386, "DWG NO.", "100-2000")
    d.cell(400, 386, 570, 430, "SCALE", "1:2").cell(570, 386, 740, 430, "DATE", "2024-05-17")
    sheet = d.sheet(number=2)
    page = read_sheet(sheet, MODULES, first(up=True))
    assert [i.position for i in page.items["bom"]] == ["5", "6", "7"]
    [block] = page.items["title_block"]
    assert (block.title, block.drawing_number) == ("GEAR BOX", "100-2000")
    assert block.box == pytest.approx((400, 342, 740, 430))
    assert not page.items["dimensions"]
    assert not page.items["notes"]


OTHER = ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    "rows",
    [
        [HEAD, *ROWS[:3]],
        ROWS[:4],
        ROWS[5:8],
        [["TAG", "X", "Y", "SIZE", "DEPTH"], *ROWS[4:7]],
        [["A1", "10.5", "20", "M6 THRU", "12"], ["A2", "10.5", "40", "M6 THRU", "12"]],
        [["5", "", "", "", "STEEL"]],
        [["REV", "E", "D", "C", "B"], OTHER],
    ],
)
def test_another_table_with_the_same_columns_is_not_taken(rows):
    table = further((400, 60, WIDTHS, rows))
    taken = read(table, first())
    assert taken == read(table)


@pytest.mark.parametrize(
    "widths", [[40, 30, 70, 100, 100], [40, 30, 70, 140], [44, 34, 74, 144, 64], [30, 30, 70, 150, 60]]
)
def test_rows_of_other_columns_are_not_taken(widths):
    assert positions(further((400, 60, widths, [r[: len(widths)] for r in ROWS[4:7]])), first()) == []


def test_a_list_without_walls_tells_no_columns_on_another_sheet():
    d = Drawing().table(400, 60, WIDTHS, [HEAD, *ROWS[:4]], upright=False)
    [before] = parts_lists(d.sheet())
    assert positions(further((400, 60, WIDTHS, ROWS[4:7])), before) == []


def test_a_list_without_positions_goes_on_nowhere():
    before = first([["2", "SHAFT"], ["3", "NUT"]], head=["QTY", "DESCRIPTION"], widths=[40, 140])
    assert positions(further((400, 60, [40, 140], [["4", "RING"]])), before) == []


def test_nothing_goes_on_where_there_is_no_line_at_all():
    assert positions(further(), first()) == []


@pytest.mark.parametrize(
    ("before", "position"),
    [
        (["7"], "8"),
        (["7"], "7.1"),
        (["1.3"], "1.4"),
        (["1.3"], "2"),
        (["1.3"], "2.1"),
        (["1.3"], "1.3.1"),
        (["12a"], "12b"),
        (["12b"], "13"),
        (["12"], "13a"),
        (["10", "20", "30"], "40"),
        (["008", "009"], "010"),
        (["(3)"], "4."),
        (["A9"], "A10"),
        (["3", ""], "4"),
    ],
)
def test_a_position_that_counts_on(before, position):
    assert counts_on(before, position)


@pytest.mark.parametrize(
    ("before", "position"),
    [
        (["7"], "7"),
        (["7"], "9"),
        (["7"], "1"),
        (["7"], ""),
        (["7"], "POS"),
        ([], "1"),
        ([""], "1"),
        (["1.3"], "1.5"),
        (["1.3"], "2.2"),
        (["12a"], "12c"),
        (["12"], "b"),
        (["10", "20", "30"], "50"),
        (["10", "20", "25"], "35"),
        (["3", "2", "1"], "0"),
        (["A9"], "B10"),
        (["ab"], "ac"),
    ],
)
def test_a_position_that_does_not(before, position):
    assert not counts_on(before, position)


@given(st.integers(1, 999), st.integers(1, 999))
def test_of_plain_numbers_only_the_next_counts_on(last, here):
    assert counts_on([str(last)], str(here)) == (here == last + 1)


PARTS = [
    Part(str(i), str(1 + i % 4), name, f"10-{2000 + i}", "C45")
    for i, name in enumerate(
        ("Housing", "Shaft", "Cover", "Spacer", "Bearing", "Seal", "Ring", "Screw", "Key", "Nut", "Washer"), 1
    )
]
COLUMNS = ("position", "quantity", "designation", "part_number", "material")


def sheets(carrier, growth, *, split=6):
    """Two generated sheets as one PDF; the list goes on, on the second, without headings."""
    writer = PdfWriter()
    for parts, headed in ((PARTS[:split], True), (PARTS[split:], False)):
        studio = open_studio(Settings("assembly", 1, carrier=carrier, habits=Habits()))
        furnish(studio, facts_of(studio, 1.0, material=None, mass="2 kg"), revisions=False)
        frame, width = studio.sheet.frame, 180.0
        corner = frame[2] - width, studio.room[1] - 4 if growth == "up" else frame[3]
        draw_parts_list(studio.drafter, parts, COLUMNS, corner, width, "en", growth, headed=headed)
        data = to_pdf(studio.pen.marks, studio.sheet.size, studio.pen.face, carrier)
        writer.append(PdfReader(io.BytesIO(data)))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def told(result):
    return [(i.page, i.position, i.quantity, i.designation, i.part_number, i.material) for i in result.bom]


WHOLE = [(1 + (i >= 6), p.position, p.quantity, p.designation, p.part_number, p.material) for i, p in enumerate(PARTS)]


@pytest.mark.parametrize("growth", ["up", "down"])
def test_a_generated_list_over_two_sheets_is_one_list_whose_rows_carry_their_page(growth):
    result = analyze(sheets("text", growth))
    assert told(result) == WHOLE
    assert [i.id for i in result.bom] == [f"p{n}" for n in range(1, 12)]
    assert result.dimensions == ()
    assert not any(p.part_number in n.text for p in PARTS for n in result.notes)
    table = frames.bom(result)
    assert table["page"].tolist() == [1] * 6 + [2] * 5
    assert table["position"].tolist() == [p.position for p in PARTS]
    tags = {text.get_text() for text in figures.show_bom(result, page=2).texts}
    assert tags >= {str(n) for n in range(7, 12)}
    assert not tags & {str(n) for n in range(1, 7)}


def test_the_second_page_alone_has_no_list():
    data = sheets("text", "up")
    assert told(analyze(data, profile="bom")) == WHOLE
    reader, writer = PdfReader(io.BytesIO(data)), PdfWriter()
    writer.add_page(reader.pages[1])
    out = io.BytesIO()
    writer.write(out)
    assert analyze(out.getvalue(), profile="bom").bom == ()
