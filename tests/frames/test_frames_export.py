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
from drawkit.contract import DailyUse, Period, QuotaLimit, QuotaRecord


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
    confidence = sheet[f"{header['confidence']}2"]
    assert (confidence.value, confidence.number_format) == (0.5, "0%")
    nominal = sheet[f"{header['nominal']}2"]
    assert (nominal.value, nominal.number_format) == (5.5, "General")  # "0.####" shows 5 as "5."
    assert sheet[f"{header['through']}2"].value is True
    assert sheet[f"{header['nominal']}3"].value is None
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
