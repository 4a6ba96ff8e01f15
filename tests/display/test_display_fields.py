"""Corrections of what stands within an item: bores, datums, modifiers, cells under headers of their own."""

import json
import pickle
import re
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit import contract, frames
from drawkit.contract import Correction, Counterbore, Countersink, DatumReference
from drawkit.display import Result
from drawkit.display._reviewed import of_corrections
from drawkit.review._fields import fields_of

ALL = (
    ("dimensions", "d1", {"counterbore_diameter": 12, "counterbore_depth": "6,5", "upper_deviation": "0,2"}),
    ("dimensions", "d2", {"countersink_angle": 90}),
    ("holes", "h1", {"depth": "thru", "counterbore_depth": None}),
    ("geometric_tolerances", "g1", {"datums": "B | A Ⓜ", "modifiers": "cz".upper()}),
    ("bom", "b1", {"Weight": "3 kg", "material (other)": "S235", "quantity": "4"}),
)


@pytest.fixture
def result() -> Result:
    return Result(
        contract.Result(
            pages=(contract.PageReport(page=1, width=400, height=300),),
            dimensions=(
                contract.Dimension(id="d1", nominal=8, upper_deviation=0.1, counterbore=Counterbore(depth=6)),
                contract.Dimension(id="d2", text="⌀5", nominal=5),
            ),
            geometric_tolerances=(
                contract.GeometricTolerance(
                    id="g1", characteristic="position", value=0.1, modifiers=("M",),
                    datums=(DatumReference(label="A", modifiers=("M",)), DatumReference(label="B-C")),
                ),
            ),
            holes=(contract.Hole(id="h1", diameter=8, depth=12, counterbore=Counterbore(depth=6)),),
            bom=(
                contract.PartsListItem(id="b1", quantity="2", other={"Weight": "2 kg", "material": "steel"}),
                contract.PartsListItem(id="b2", position="2"),
            ),
        ),
        "housing.pdf",
    )  # fmt: skip


def corrected(result: Result) -> Result:
    for table, item, values in ALL:
        result.correct(table, item, **values)
    return result


def test_what_stands_within_is_corrected(result: Result) -> None:
    before = result.data.to_json()
    data = corrected(result).corrected
    assert result.data.to_json() == before
    first, second = data.dimensions
    assert (first.counterbore, first.upper_deviation) == (Counterbore(diameter=12, depth=6.5), 0.2)
    assert second.countersink == Countersink(angle=90)
    assert (data.holes[0].depth, data.holes[0].counterbore) == ("thru", None)
    tolerance = data.geometric_tolerances[0]
    assert tolerance.datums == (DatumReference(label="B"), DatumReference(label="A", modifiers=("M",)))
    assert tolerance.modifiers == ("CZ",)
    assert data.bom[0].other == {"Weight": "3 kg", "material": "S235"}
    assert data.bom[1].other == {}


def test_each_is_told_with_what_was_read(result: Result) -> None:
    told = corrected(result).corrections.set_index("field")[["read", "value", "origin"]]
    assert told.loc["counterbore_diameter"].to_list() == [pd.NA, "12.0", "hand"]
    assert told.loc["datums"].to_list() == ["A(M) | B-C", "B | A(M)", "hand"]
    assert told.loc["modifiers"].to_list() == ["M", "CZ", "hand"]
    assert told.loc["Weight"].to_list() == ["2 kg", "3 kg", "hand"]
    assert (told["origin"] == "hand").all()
    tables = result.to_frames()
    assert tables["dimensions"]["corrected"].to_list() == [
        "counterbore_diameter, counterbore_depth, upper_deviation", "countersink_angle",
    ]  # fmt: skip
    assert tables["geometric_tolerances"].loc[1, ["datums", "primary", "secondary"]].to_list() == [
        "B | A(M)",
        "B",
        "A(M)",
    ]
    assert result.bom.loc[1, ["Weight", "material (other)"]].to_list() == ["3 kg", "S235"]
    assert json.loads(tables["bom"].loc[1, "other"]) == {"Weight": "3 kg", "material": "S235"}


def test_a_workbook_marks_the_cells(result: Result, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(corrected(result).to_excel(tmp_path / "r.xlsx", pictures=False))
    marked = set()
    for name in ("dimensions", "geometric_tolerances", "holes", "bom"):
        sheet = book[name.replace("_", " ")]
        header = [re.sub(r" \((mm|inch|degree|pt|.*: see unit)\)$", "", cell.value) for cell in sheet[1]]
        cells = [cell for row in sheet for cell in row if cell.fill.fgColor.rgb == "FFCDEBDD"]
        marked |= {(name, cell.row - 2, header[cell.column - 1]) for cell in cells}
    ids = {"d1": 0, "d2": 1, "h1": 0, "g1": 0, "b1": 0}
    assert marked == {(table, ids[item], field) for table, item, values in ALL for field in values}
    assert book["corrections"].max_row == 1 + sum(len(values) for _, _, values in ALL)
    book.close()


def test_json_and_pickle_bring_it_back(result: Result, tmp_path: Path) -> None:
    corrected(result).to_json(tmp_path / "r.json")
    again = Result.from_json(tmp_path / "r.json", "housing.pdf")
    assert again == result == pickle.loads(pickle.dumps(result))
    assert again.corrected == result.corrected
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["geometric_tolerances"][0]["datums"][0]["label"] == "A"


def test_it_is_taken_back(result: Result) -> None:
    corrected(result)
    result.correct("geometric_tolerances", "g1", datums=["A(M)", "B-C"])
    assert "datums" not in [one.field for one in result.by_hand], "as it was read"
    result.take_back("dimensions", "d2", "countersink_angle")
    assert result.corrected.dimensions[1].countersink is None
    result.correct("bom", "b1", Weight=None)
    assert result.corrected.bom[0].other == {"material": "S235"}
    while result.undo():
        pass
    assert result.corrected is result.data


def test_a_cell_that_the_row_has_not(result: Result) -> None:
    result.correct("bom", "b2", Weight="1 kg")
    assert result.corrected.bom[1].other == {"Weight": "1 kg"}
    assert result.by_hand[0].read is None
    result.correct("bom", "b2", Weight="")
    assert result.by_hand == ()
    with pytest.raises(KeyError, match=r"bom have no field 'Finish' to correct.*Weight, material \(other\)"):
        result.correct("bom", "b2", Finish="black")


@pytest.mark.parametrize(
    ("table", "item", "values", "told"),
    [
        ("dimensions", "d1", {"counterbore_depth": "deep"}, "counterbore depth: a valid number is needed."),
        ("dimensions", "d1", {"counterbore_depth": "inf"}, "counterbore depth: a number must be finite."),
        ("dimensions", "d1", {"quantity": "2.5"}, "quantity: a whole number is needed."),
        ("geometric_tolerances", "g1", {"datums": "5"}, "datums: '5' is not a datum. Write capital letters"),
        ("geometric_tolerances", "g1", {"modifiers": "M5"}, "modifiers: 'M5' is not a modifier. Write letters"),
        ("geometric_tolerances", "g1", {"datums": 5}, "datums: a text such as A"),
        ("bom", "b1", {"Weight": 3}, "Weight: Input should be a valid string."),
    ],
)
def test_a_refusal_says_what_is_needed(result: Result, table: str, item: str, values: dict, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        result.correct(table, item, **values)
    assert result.by_hand == ()


def test_a_file_that_somebody_changed(result: Result) -> None:
    stray = [
        Correction(table="dimensions", id="d1", field="box", value="x"),
        Correction(table="dimensions", id="d1", field="counterbore_depth", value="deep"),
        Correction(table="geometric_tolerances", id="g1", field="datums", value=True),
    ]
    assert Result(result.data, decisions=of_corrections(stray)).corrected == result.data


def test_the_units_of_the_drawing(result: Result, tmp_path: Path) -> None:
    made = result.correct("drawing", units="inch")
    assert [(one.table, one.id, one.read, one.value, one.origin) for one in made] == [
        ("drawing", "", None, "inch", "hand")
    ]
    assert (result.data.units, result.corrected.units) == (None, "inch")
    assert "units inch ✎" in result._repr_html_()
    told = result.corrections
    assert told[["table", "field", "value", "origin"]].to_numpy().tolist() == [["drawing", "units", "inch", "hand"]]
    assert told["page"].isna().all()
    result.to_json(tmp_path / "r.json")
    assert Result.from_json(tmp_path / "r.json").corrected.units == "inch"
    for values, error in (({"units": "yards"}, ValueError), ({"profile": "bom"}, KeyError)):
        with pytest.raises(error):
            result.correct("drawing", **values)
    with pytest.raises(KeyError, match="no item with the id 'd1' in drawing"):
        result.correct("drawing", "d1", units="mm")
    assert result.take_back("drawing")
    assert result.corrected is result.data


def test_fields_are_columns_of_the_tables(result: Result) -> None:
    for table in contract.LISTS:
        assert set(fields_of(table)) <= set(frames.columns(table)["column"])
    assert set(fields_of("bom", result.data.bom)) - set(fields_of("bom")) == {"Weight", "material (other)"}
    assert set(fields_of("bom", result.data.bom)) <= set(result.bom.columns)
    assert fields_of("holes")["depth"].hint == "a number, or THRU"


@pytest.mark.filterwarnings("ignore:.* is not understood:UserWarning")  # most texts say no dimension
@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_value_is_refused_or_kept(given_data: st.DataObject) -> None:
    table, item = given_data.draw(st.sampled_from([
        ("dimensions", contract.Dimension(id="x")), ("holes", contract.Hole(id="x")),
        ("bom", contract.PartsListItem(id="x", other={"Weight": "1"})),
        ("geometric_tolerances", contract.GeometricTolerance(id="x", characteristic="flatness")),
    ]))  # fmt: skip
    result = Result(contract.Result(**{table: (item,)}))
    field = given_data.draw(st.sampled_from([*fields_of(table, (item,))]))
    texts = st.text() | st.text("AMZab ()|-,ⓂⓅ5.")
    value = given_data.draw(st.none() | texts | st.integers() | st.floats() | st.booleans() | st.lists(texts))
    try:
        result.correct(table, "x", **{field: value})
    except ValueError:
        assert result.by_hand == ()
    else:
        again = Result.from_json(result.to_json().encode("utf-8", "replace").decode())
        assert [one.field for one in again.by_hand] == [one.field for one in result.by_hand]
        assert again.corrected.to_json() == result.corrected.to_json().encode("utf-8", "replace").decode()
        assert len(result[table]) == 1


def test_a_former_name_of_a_field_is_understood() -> None:
    data = contract.Result(dimensions=(contract.Dimension(id="d1", max=12.05, min=11.95),))
    result = Result(data)
    result.correct("dimensions", "d1", max=12.1)
    result.correct("dimensions", "d1", lower_limit=11.9)
    assert result.dimensions.loc[1, ["upper_limit", "lower_limit", "max", "corrected"]].to_list() == [
        12.1, 11.9, 12.1, "upper_limit, lower_limit",
    ]  # fmt: skip
    old = contract.Correction(table="dimensions", id="d1", field="max", value=12.2)
    assert Result(data, decisions=of_corrections([old])).dimensions["upper_limit"][1] == 12.2
    assert (result.units, Result(data.model_copy(update={"units": "inch"})).units) == (None, "inch")
