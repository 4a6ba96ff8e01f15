"""Tables of their own in the result view and in its files."""

from __future__ import annotations

import openpyxl
import pandas as pd
import pytest

from drawkit import contract, display
from drawkit.cli.writing import write
from drawkit.contract import Table


@pytest.fixture
def data() -> contract.Result:
    hole = Table(
        id="k1", kind="hole", caption="HOLE TABLE", columns=("TAG", "SIZE"), rows=(("A1", "⌀5"), ("A2", "=1+1"))
    )
    long = Table(id="k2", page=2, kind="pin", rows=tuple((str(n), "<b>GND</b>") for n in range(1, 15)))
    return contract.Result(tables=(hole, long))


def test_each_table_is_a_frame_of_the_result(data):
    shown = display.Result(data, "plate")
    assert list(shown.each_table) == ["k1", "k2"]
    assert shown.each_table["k1"]["SIZE"].tolist() == ["⌀5", "=1+1"]
    assert shown["tables"]["row_count"].tolist() == [2, 14]
    assert len(shown.table_cells) == 32
    assert "each_table" in dir(shown)
    assert "2 tables" in repr(shown)


def test_the_view_shows_the_first_rows_under_caption_or_kind(data):
    html = display.Result(data, "plate")._repr_html_()
    assert "HOLE TABLE (k1)" in html
    assert "Pin table (k2)" in html
    assert "<b>GND</b>" not in html
    assert "and 4 more" in html


def test_the_files_hold_every_table_as_printed(data, tmp_path):
    shown = display.Result(data, "plate")
    written = {path.name for path in shown.to_csv(tmp_path / "csv")}
    assert {"tables.csv", "table_cells.csv", "table_k1.csv", "table_k2.csv"} <= written
    assert pd.read_csv(tmp_path / "csv" / "table_k1.csv")["SIZE"].tolist() == ["⌀5", "=1+1"]
    book = openpyxl.load_workbook(shown.to_excel(tmp_path / "plate.xlsx"))
    assert {"tables", "table k1", "table k2"} <= set(book.sheetnames)
    assert book["table k1"]["B3"].value == "=1+1"
    assert book["table k1"]["B3"].data_type == "s"


def test_the_command_writes_them_too(data, tmp_path):
    class Read:
        """What an analysis leaves: the drawing's name and no pictures."""

        class drawing:  # noqa: N801 - stands where an object does
            name = "plate"

        pictures = previews = ()

    write(Read, data, tmp_path, ["csv", "xlsx"])
    assert pd.read_csv(tmp_path / "plate_csv" / "table_k2.csv").shape == (14, 2)
    assert "table k1" in openpyxl.load_workbook(tmp_path / "plate.xlsx").sheetnames
