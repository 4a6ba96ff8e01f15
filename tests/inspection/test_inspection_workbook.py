"""The forms: what stands where, and formulas that tell pass or fail."""

from __future__ import annotations

import io

import openpyxl
import pytest
from PIL import Image

from drawkit import inspection, samples
from drawkit.contract import PageReport, PartsListItem, Result, TitleBlock
from drawkit.inspection import Characteristic, characteristics
from drawkit.inspection._workbook import verdict

ROW = Characteristic(
    number="1", requirement="=5", nominal=5, lower_limit=4.9, upper_limit=5.1, unit="mm", confidence=0.5
)


def book(result: Result, rows: list[Characteristic], pictures: tuple[bytes, ...] = ()) -> openpyxl.Workbook:
    buffer = io.BytesIO()
    inspection.to_workbook(result, rows, buffer, pictures)
    return openpyxl.load_workbook(buffer)


def cells(sheet: object) -> list[list[object]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]  # type: ignore[attr-defined]


def test_form_3_has_every_characteristic_with_a_cell_to_fill_in() -> None:
    truth = samples.named("milled_plate").truth
    rows = characteristics(truth)
    sheet = book(truth, rows)["Form 3"]
    table = cells(sheet)
    heads, *found = table[5:]
    assert heads[0] == "5. Char. No."
    assert heads[10:12] == ["9. Results", "Verdict"]
    assert [row[0] for row in found] == [row.number for row in rows]
    assert [row[3] for row in found] == [row.requirement for row in rows]
    assert all(row[10] is None and str(row[11]).startswith("=IF(K") for row in found)
    assert truth.title_blocks[0].title in {value for row in table[1:4] for value in row}


def test_text_stays_text_and_doubt_is_told() -> None:
    row = cells(book(Result(), [ROW])["Form 3"])[6]
    assert row[3] == "=5"
    assert row[14] == "read with confidence 50%"
    corrected = ROW.model_copy(update={"corrected": "nominal", "reason": "none"})
    assert cells(book(Result(), [corrected])["Form 3"])[6][14] == "none; corrected: nominal"


@pytest.mark.parametrize(
    ("limits", "formula"),
    [
        ((4.9, 5.1), '=IF(K7="","",IF(ISNUMBER(K7),IF(AND(K7>=G7,K7<=H7),"pass","fail"),{hand}))'),
        ((None, 3.2), '=IF(K7="","",IF(ISNUMBER(K7),IF(AND(K7<=H7),"pass","fail"),{hand}))'),
        ((4.9, None), '=IF(K7="","",IF(ISNUMBER(K7),IF(AND(K7>=G7),"pass","fail"),{hand}))'),
        ((None, None), '=IF(K7="","",{hand})'),
    ],
)
def test_the_verdict(limits: tuple[float | None, float | None], formula: str) -> None:
    one = ROW.model_copy(update={"lower_limit": limits[0], "upper_limit": limits[1]})
    assert verdict(7, one) == formula.format(hand='IF(OR(LOWER(K7)="pass",LOWER(K7)="ok"),"pass","fail")')


def test_forms_1_and_2_take_the_header_from_the_drawing() -> None:
    block = TitleBlock(
        title="Plate", drawing_number="D-1", revision="B", company="Works", material="C45", finish="zinc"
    )
    parts = (PartsListItem(position="1", quantity="2", part_number="P-9", designation="Screw"),)
    made = book(Result(title_blocks=(block,), bom=parts, pages=(PageReport(page=1, width=1, height=1),)), [])
    assert made.sheetnames == ["Form 3", "Form 1", "Form 2"]
    first = [value for row in cells(made["Form 1"]) for value in row if value]
    assert {"Plate", "D-1", "B", "Works", "P-9", "Screw"} <= set(first)
    assert {"C45", "zinc"} <= {value for row in cells(made["Form 2"]) for value in row}


def test_pictures_have_a_sheet_of_their_own() -> None:
    buffer = io.BytesIO()
    Image.new("L", (200, 100), 255).save(buffer, "PNG")
    assert book(Result(), [], (buffer.getvalue(),)).sheetnames[-1] == "preview"
