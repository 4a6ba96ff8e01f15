"""Corrections by hand: kept apart, shown marked, exported with their origin, undone."""

import json
import pickle
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit import contract, frames
from drawkit.contract import Correction
from drawkit.contract.corrections import fields_by_hand
from drawkit.display import Result, concat
from drawkit.display._reviewed import of_corrections
from drawkit.review._fields import fields_of


def test_what_was_read_stays_and_the_tables_show_the_correction(result):
    before = result.data.to_json()
    made = result.correct("dimensions", "d3", nominal="3,25", fit="H7")
    assert [(c.field, c.read, c.value, c.origin) for c in made] == [
        ("nominal", 3.0, 3.25, "hand"),
        ("fit", None, "H7", "hand"),
    ]
    assert result.data.to_json() == before
    row = result.dimensions.set_index("id").loc["d3"]
    assert (row["nominal"], row["fit"], row["corrected"]) == (3.25, "H7", "nominal, fit")
    assert result.dimensions["corrected"].count() == 1
    told = result.corrections
    assert told[["table", "page", "id", "text", "field", "read", "value", "origin"]].to_numpy().tolist() == [
        ["dimensions", 2, "d3", "⌀3 ±0.1", "nominal", "3.0", "3.25", "hand"],
        ["dimensions", 2, "d3", "⌀3 ±0.1", "fit", pd.NA, "H7", "hand"],
    ]
    assert result.to_frames()["corrections"].equals(told)
    assert concat([result])["dimensions"]["corrected"].count() == 1
    assert result.plot_tolerances().png


def test_undo_and_taking_back(result):
    assert not result.undo()
    result.correct("dimensions", "d3", nominal=4)
    result.correct("dimensions", "d3", nominal=5)
    assert [c.value for c in result.by_hand] == [5.0]
    assert [c.read for c in result.by_hand] == [3.0], "the reading, not the correction before"
    assert result.undo()
    assert [c.value for c in result.by_hand] == [4.0]
    assert result.take_back("dimensions", "d3", "nominal")
    assert not result.take_back("dimensions", "d3")
    assert result.corrected is result.data
    assert result.undo()
    assert result.corrected.dimensions[3].nominal == 4.0
    result.correct("dimensions", "d3", nominal=3)
    assert result.by_hand == (), "as it was read"
    assert len(result.corrections) == 0
    assert result.undoable


def test_what_cannot_be_corrected(result):
    for table, item, values, error in (
        ("pages", "d3", {"width": 3}, KeyError),
        ("dimensions", "d99", {"nominal": 3}, KeyError),
        ("dimensions", "d3", {"box": 3}, KeyError),
        ("bom", "", {"position": "3"}, KeyError),
        ("dimensions", "d3", {"nominal": "many"}, ValueError),
        ("dimensions", "d3", {"nominal": float("inf")}, ValueError),
        ("dimensions", "d3", {"kind": "curved"}, ValueError),
        ("dimensions", "d3", {"nominal": 3.5, "quantity": "x"}, ValueError),
    ):
        with pytest.raises(error):
            result.correct(table, item, **values)
    assert result.by_hand == ()
    result.correct("dimensions", "d3", nominal="", depth="thru", reference="true")
    item = result.corrected.dimensions[3]
    assert (item.nominal, item.depth, item.reference) == (None, "thru", True)


def test_a_refusal_says_what_is_needed(result):
    for values, told in (
        ({"nominal": "many"}, "nominal: a valid number is needed."),
        ({"quantity": "2.5"}, "quantity: a whole number is needed."),
        ({"quantity": 10**12}, "quantity: at most 1,000,000,000."),
        ({"reference": "perhaps"}, "reference: yes or no is needed."),
        ({"fit": 3}, "fit: Input should be a valid string."),
    ):
        with pytest.raises(ValueError, match=f"^{told}$"):
            result.correct("dimensions", "d3", **values)


def test_json_pickle_and_equality(result, tmp_path: Path):
    plain = Result.from_json(result.to_json())
    result.correct("dimensions", "d3", nominal=4, depth="12")
    text = result.to_json(tmp_path / "r.json")
    again = Result.from_json(tmp_path / "r.json", "housing.pdf")
    assert again == result == pickle.loads(pickle.dumps(result))
    assert result != plain
    assert plain.data == again.data
    assert "review" not in again.data.extra
    assert json.loads(text)["dimensions"][3]["nominal"] == 3.0
    assert json.loads(text)["review"][0]["values"] == {"nominal": 4.0, "depth": 12.0}
    assert contract.Result.from_json(text).dimensions == result.data.dimensions
    assert again.corrected.dimensions[3].depth == 12.0


def test_files_tell_the_origin(result, tmp_path: Path):
    result.correct("dimensions", "d3", nominal=4, fit="H7")
    result.correct("dimensions", "d4", nominal=None)
    result.to_csv(tmp_path)
    assert pd.read_csv(tmp_path / "corrections.csv")["origin"].tolist() == ["hand"] * 3
    assert pd.read_csv(tmp_path / "dimensions.csv")["corrected"].dropna().tolist() == ["nominal, fit", "nominal"]
    result.to_parquet(tmp_path)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "corrections.parquet"), result.corrections)
    book = openpyxl.load_workbook(result.to_excel(tmp_path / "r.xlsx", pictures=False))
    sheet = book["dimensions"]
    header = [cell.value.partition(" (")[0] for cell in sheet[1]]
    marked = {(header[c.column - 1], c.row) for row in sheet for c in row if c.fill.fgColor.rgb == "FFCDEBDD"}
    assert marked == {("nominal", 5), ("fit", 5), ("nominal", 6)}
    assert [row[4].value for row in book["corrections"].iter_rows(min_row=2)] == ["nominal", "fit", "nominal"]
    book.close()


def test_it_is_shown(result):
    assert "✎" not in result._repr_html_()
    result.correct("dimensions", "d3", nominal=4)
    assert "✎ ⌀3 ±0.1" in result._repr_html_()
    assert "✎ 1 item corrected by hand" in result._repr_html_()


def test_every_table_has_fields_and_a_column_for_them():
    for table in contract.LISTS:
        assert "text" in fields_of(table)
        assert "corrected" in set(frames.columns(table)["column"])
    assert fields_of("views")["kind"].choices == ("section", "detail", "projection", "isometric")
    assert fields_of("views")["label"].choices == ()
    with pytest.raises(KeyError, match="no table 'pages'"):
        fields_of("pages")


def test_corrections_of_what_is_not_there_are_left_out(data):
    stray = [Correction(table=t, id="x", field="nominal", value=1) for t in ("dimensions", "no such table")]
    assert Result(data, decisions=of_corrections(stray)).corrected == data
    assert frames.corrections(data, stray)["page"].isna().all()
    sent = contract.Dimension.model_validate({"corrected": ["nominal"]})
    assert fields_by_hand(sent) == (), "a service is not believed"


@given(st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.filterwarnings("ignore:“")  # of texts that are not understood
def test_any_value_is_refused_or_kept(given_data):
    item = contract.Dimension(id="d", nominal=1.0)
    result = Result(contract.Result(dimensions=(item,)))
    field = given_data.draw(st.sampled_from([*fields_of("dimensions")]))
    value = given_data.draw(st.none() | st.text() | st.integers() | st.floats() | st.booleans())
    try:
        result.correct("dimensions", "d", **{field: value})
    except ValueError:
        assert result.by_hand == ()
    else:
        assert Result.from_json(result.to_json().encode("utf-8", "replace").decode()).by_hand == result.by_hand
        assert len(result.dimensions) == 1
