import importlib.util
import io
from datetime import UTC, datetime

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drawkit import frames
from drawkit.contract import DailyUse, Dimension, Period, QuotaLimit, QuotaRecord, Result


def png(width: int, height: int, **more: object) -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (width, height), 200).save(buffer, "PNG", **more)
    return buffer.getvalue()


def test_csv_holds_exactly_what_was_read(tmp_path, result):
    paths = frames.to_csv(frames.to_frames(result), tmp_path / "deep" / "out")
    assert {path.stem for path in paths} == set(frames.TABLES)
    again = pd.read_csv(tmp_path / "deep" / "out" / "bom.csv", dtype="string", encoding="utf-8-sig")
    assert again["designation"][1] == "=cmd|' /C calc'!A0"
    assert pd.read_csv(tmp_path / "deep" / "out" / "dimensions.csv", encoding="utf-8-sig")["text"][0].startswith("2X ⌀")


def test_csv_for_a_spreadsheet_is_defused(tmp_path):
    texts = ["=1+1", "+1", "-1", "@x", "plain", None, "\t=1"]
    frame = pd.DataFrame({"text": pd.array(texts, dtype="string"), "n": [-1.0] * 7})
    (path,) = frames.to_csv({"t": frame}, tmp_path, spreadsheet_safe=True)
    again = pd.read_csv(path, dtype={"text": "string"}, encoding="utf-8-sig")
    assert list(again["text"].fillna("?")) == ["'=1+1", "'+1", "'-1", "'@x", "plain", "?", "'\t=1"]
    assert list(again["n"]) == [-1.0] * 7
    assert frame["text"][0] == "=1+1"


def test_parquet_gives_back_an_equal_frame(tmp_path, result):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    made = frames.to_frames(result)
    paths = frames.to_parquet(made, tmp_path)
    for path in paths:
        again = pd.read_parquet(path)
        assert list(again.columns) == list(made[path.stem].columns)
        assert again.astype("string").equals(made[path.stem].astype("string"))
        assert [str(d) for d in again.dtypes] == [str(d) for d in made[path.stem].dtypes]


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        frames.to_parquet({}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["book.xls", "book.csv", "book", "book.v2"])
def test_a_workbook_is_named_as_excel_wants_it(tmp_path, name):
    with pytest.raises(ValueError, match=r"ends in \.xlsx"):
        frames.to_excel({}, tmp_path / "new" / name)
    assert not (tmp_path / "new").exists()


def test_a_folder_of_tables_is_not_named_as_a_file(tmp_path):
    with pytest.raises(ValueError, match=r"its own to_csv"):
        frames.to_csv({}, tmp_path / "plate.csv")
    if importlib.util.find_spec("pyarrow"):
        with pytest.raises(ValueError, match=r"its own to_parquet"):
            frames.to_parquet({}, tmp_path / "plate.parquet")
    assert not list(tmp_path.iterdir())


def test_a_workbook_goes_into_a_buffer_as_into_a_file(tmp_path, result):
    made = {"dimensions": frames.dimensions(result)}
    buffer = io.BytesIO(b"")
    assert frames.to_excel(made, buffer, pictures=[png(20, 10)]) is None
    path = frames.to_excel(made, tmp_path / "book.xlsx", pictures=[png(20, 10)])
    books = [openpyxl.load_workbook(source) for source in (buffer, path)]
    assert books[0].sheetnames == books[1].sheetnames == ["preview", "dimensions"]
    rows = [[[cell.value for cell in row] for row in book["dimensions"].iter_rows()] for book in books]
    assert rows[0] == rows[1]
    assert len(rows[0]) == len(result.dimensions) + 1


def test_excel_sheets_are_formatted(tmp_path, result):
    path = frames.to_excel(frames.to_frames(result), tmp_path / "new" / "book.xlsx", title="Housing")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == [name.replace("_", " ") for name in frames.TABLES]
    sheet = book["dimensions"]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref is not None
    assert sheet["A1"].font.bold
    header = {cell.value: cell.column_letter for cell in sheet[1]}
    assert sheet.column_dimensions[header["text"]].width > 15
    assert {"angle (degree)", "x0 (pt)", "depth (mm)"} <= set(header)
    confidence = sheet[f"{header['confidence']}2"]
    assert (confidence.value, confidence.number_format) == (0.5, "0%")
    nominal = sheet[f"{header['nominal (mm)']}2"]
    assert (nominal.value, nominal.number_format) == (5.5, "0.0")
    fit = sheet[f"{header['counterbore_diameter (mm)']}2"]
    assert (fit.value, fit.number_format) == (9, "General")  # not printed so; "0.####" shows 5 as "5."
    assert sheet[f"{header['through']}2"].value is True
    assert sheet[f"{header['nominal (mm)']}3"].value is None
    assert book.properties.title == "Housing"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "{=", "http://", "mailto:", "internal:"])
def test_text_never_becomes_a_formula_or_a_link(tmp_path, start):
    frame = pd.DataFrame({"text": pd.array([start + "1+1"], dtype="string"), "object": [start + "A1"]})
    sheet = openpyxl.load_workbook(frames.to_excel({"t": frame}, tmp_path / "b.xlsx"))["t"]
    for cell in (sheet["A2"], sheet["B2"]):
        assert cell.data_type == "s"
        assert cell.hyperlink is None
    assert sheet["A2"].value == start + "1+1"


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(st.text(max_size=30) | st.text(st.characters(categories=["Cs", "Cc"]), max_size=3), max_size=5))
def test_any_text_can_be_written(texts, tmp_path_factory):
    path = tmp_path_factory.mktemp("x") / "b.xlsx"
    frames.to_excel({"t": pd.DataFrame({"text": pd.Series(texts, dtype="object")})}, path)
    sheet = openpyxl.load_workbook(path)["t"]
    for cell, text in zip(sheet["A"][1:], texts, strict=False):
        assert cell.data_type in {"s", "n"}
        assert cell.data_type == "s" or text == ""


def test_dates_times_and_long_text(tmp_path):
    quota = QuotaRecord(
        period=Period(start=datetime(2026, 1, 1, tzinfo=UTC), end=datetime(2026, 2, 1, tzinfo=UTC)),
        limits=(QuotaLimit(name="x" * 40_000, limit=3, used=1),),
        daily=(DailyUse(date="2026-01-05", pages=2),),
    )
    made = {"quota": frames.quota_frame(quota), "use": frames.usage_frame(quota)}
    book = openpyxl.load_workbook(frames.to_excel(made, tmp_path / "b.xlsx"))
    assert book["quota"]["H2"].value == datetime(2026, 2, 1)
    assert len(book["quota"]["A2"].value) == frames.MAX_TEXT
    assert book["use"]["A2"].number_format == "yyyy-mm-dd"
    assert book["use"]["A2"].value == datetime(2026, 1, 5)


def test_pictures_stand_below_each_other_on_their_own_sheet(tmp_path, result):
    pictures = [png(2000, 1400), png(500, 800, dpi=(300, 300))]
    path = frames.to_excel({"pages": frames.pages(result)}, tmp_path / "b.xlsx", pictures=pictures)
    sheet = openpyxl.load_workbook(path)["preview"]
    first, second = (image.anchor for image in sheet._images)
    assert (sheet["A1"].value, first._from.row) == ("Page 1", 1)
    assert second._from.row > first.to.row
    assert sheet.cell(second._from.row, 1).value == "Page 2"
    assert abs(first.to.col - second.to.col) <= 1


def test_a_sheet_of_no_columns_and_odd_names(tmp_path):
    made = {"a/b[1]:*" + "x" * 40: pd.DataFrame(), "": pd.DataFrame({"a": [1]})}
    names = openpyxl.load_workbook(frames.to_excel(made, tmp_path / "b.xlsx")).sheetnames
    assert names[0].startswith("a b 1")
    assert len(names[0]) == 31
    assert names[1] == "Table"


def test_too_many_rows_are_refused_before_anything_is_written(tmp_path):
    frame = pd.DataFrame({"a": np.zeros(frames.MAX_ROWS + 1)})
    with pytest.raises(ValueError, match="1,048,576 rows"):
        frames.to_excel({"big": frame}, tmp_path / "b.xlsx")
    assert not (tmp_path / "b.xlsx").exists()


def cells_of(frame, tmp_path, **more):
    sheet = openpyxl.load_workbook(frames.to_excel({"dimensions": frame}, tmp_path / "b.xlsx", **more))["dimensions"]
    return {cell.value: [below[cell.column - 1] for below in sheet.iter_rows(min_row=2)] for cell in sheet[1]}


def test_numbers_have_the_decimals_they_are_printed_with(tmp_path):
    made = (
        Dimension(text="0.870 +.005/-.010", nominal=0.87, upper_deviation=0.005, lower_deviation=-0.01),
        Dimension(text="12,50", nominal=12.5),
        Dimension(text="3X 5", nominal=5, quantity=3),
        Dimension(text="M6x1.0 ↧0.38", kind="thread", nominal=6, thread="M6x1.0", depth=0.38),
    )
    cells = cells_of(frames.dimensions(Result(units="inch", dimensions=made)), tmp_path)
    told = [(cell.value, cell.number_format) for cell in cells["nominal (inch or mm: see unit)"]]
    assert told == [(0.87, "0.000"), (12.5, "0.00"), (5, "0"), (6, "0")]
    deviations = [cells[f"{side}_deviation (inch or mm: see unit)"][0] for side in ("upper", "lower")]
    assert [(cell.value, cell.number_format) for cell in deviations] == [(0.005, "0.000"), (-0.01, "0.000")]
    depth = cells["depth (inch or mm: see unit)"][3]
    assert (depth.value, depth.number_format) == (9.652, "General")  # printed in inches


def test_headings_claim_no_unit_that_a_row_has_not(tmp_path):
    plain = Dimension(text="5", nominal=5)
    assert "nominal" in cells_of(frames.dimensions(Result(dimensions=(plain,))), tmp_path)
    angle = Dimension(text="30°", kind="angle", nominal=30)
    both = cells_of(frames.dimensions(Result(units="mm", dimensions=(plain, angle))), tmp_path)
    assert "nominal (mm or degree: see unit)" in both
    dual = cells_of(frames.dimensions(Result(units="dual", dimensions=(plain, angle))), tmp_path)
    assert "nominal (degree: see unit)" in dual


def test_pages_are_links_to_their_pictures_and_doubtful_items_have_crops(tmp_path, result):
    crops = [
        frames.Crop("dimensions", "d2", 2, "=12.05", 0.4, png(80, 20)),
        frames.Crop("notes", "gone", 7, "?", 0.5, png(10, 900)),
    ]
    tables = {"dimensions": frames.dimensions(result), "notes": frames.notes(result)}
    path = frames.to_excel(tables, tmp_path / "b.xlsx", pictures={2: png(200, 100), 5: png(20, 10)}, crops=crops)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["preview", "to look at", "dimensions", "notes"]
    assert [book["preview"][cell].value for cell in ("A1",)] == ["Page 2"]
    first, second = book["dimensions"]["A2"], book["dimensions"]["A3"]
    assert (first.value, first.hyperlink) == (1, None)
    assert (second.value, second.hyperlink.location) == (2, "'preview'!A1")
    look = book["to look at"]
    assert [cell.value for cell in look[2]][1:] == ["=12.05", "dimensions", "d2", 2, 0.4]
    assert (look["C2"].hyperlink.location, look["C3"].hyperlink) == ("'dimensions'!A3", None)
    assert (look["E2"].hyperlink.location, look["E3"].hyperlink) == ("'preview'!A1", None)
    assert [image.anchor._from.row for image in look._images] == [1, 2]
