import pandas as pd
import pytest

from drawkit import frames
from drawkit.contract import (
    LISTS,
    Counterbore,
    Dimension,
    GeometricTolerance,
    Hole,
    Item,
    Result,
    SurfaceTexture,
    Thread,
    Weld,
)

KINDS = {"string", "Int64", "Float64", "boolean"}


def test_every_list_and_report_of_the_contract_has_a_table():
    assert set(frames.TABLES) == {*LISTS, "title_fields", "table_cells", "pages", "modules"}


@pytest.mark.parametrize("name", [*LISTS])
def test_every_member_of_an_item_is_in_its_table(name):
    told = set(frames.columns(name)["column"])
    hidden = {"box", "fields", "counterbore", "countersink", "rows"}
    assert set(LISTS[name].model_fields) - hidden <= told
    assert set(Item.model_fields) - {"box"} <= told
    assert {"x0", "top", "x1", "bottom"} <= told


@pytest.mark.parametrize("name", [*frames.TABLES])
def test_columns_and_dtypes_do_not_depend_on_the_content(name, result):
    function = getattr(frames, name)
    full, empty = function(result), function(Result())
    assert list(full.dtypes.items()) == list(empty.dtypes.items())
    assert len(empty) == 0
    assert len(full) > 0
    assert list(full.index) == [*range(1, len(full) + 1)]
    assert {str(d) for d in full.dtypes} <= KINDS


@pytest.mark.parametrize("name", [*frames.TABLES])
def test_the_columns_are_documented_as_they_are(name, result):
    told = frames.columns(name)
    frame = frames.to_frames(result)[name]
    assert list(told["column"]) == list(frame.columns)
    assert [str(d) for d in frame.dtypes] == list(told["dtype"])
    assert told["meaning"].str.len().min() > 5


def test_dimensions_hold_what_was_read(result):
    frame = frames.dimensions(result)
    first = frame.iloc[0]
    assert (first["kind"], first["quantity"], first["nominal"]) == ("diameter", 2, 5.5)
    assert (first["upper_deviation"], first["lower_deviation"]) == (0.05, 0.0)
    assert (first["counterbore_diameter"], first["countersink_angle"]) == (9, 90)
    assert (first["x0"], first["top"], first["x1"], first["bottom"]) == (10, 20, 30, 40)
    assert (first["sheet_zone"], first["read_from"], first["confidence"]) == ("B4", "recognised", 0.5)
    second = frame.iloc[1]
    assert pd.isna(second["nominal"])
    assert (second["upper_limit"], second["lower_limit"], second["page"]) == (12.05, 11.95, 2)
    assert pd.isna(second["x0"])


def test_a_depth_is_a_number_or_through(result):
    frame = frames.dimensions(result)
    assert list(frame["through"]) == [True, False]
    assert pd.isna(frame["depth"][1])
    assert frame["depth"][2] == 12
    assert list(frames.holes(result)["through"]) == [True]
    assert list(frames.threads(result)["depth"]) == [16]


def test_datums_stand_together_and_apart(result):
    row = frames.geometric_tolerances(result).iloc[0]
    assert row["datums"] == "A | B(M)"
    assert (row["primary"], row["secondary"], row["modifiers"]) == ("A", "B(M)", "M P")
    assert pd.isna(row["tertiary"])


def test_title_block_shows_what_is_on_the_sheet_and_nothing_else(result):
    frame = frames.title_block(result)
    assert list(frame.columns) == ["label", "value"]
    assert frame.to_dict("records") == [
        {"label": "Title", "value": "Bearing housing"},
        {"label": "Drawing number", "value": "D-1"},
        {"label": "Projection", "value": "first"},
        {"label": "CAGE", "value": "77"},
    ]
    assert list(frames.title_block(result, page=2)["value"]) == ["Second sheet"]
    assert len(frames.title_block(result, page=3)) == 0
    assert list(frames.title_block(Result()).dtypes.astype(str)) == ["string", "string"]


def test_title_fields_keep_their_place(result):
    frame = frames.title_fields(result)
    assert list(frame["label"]) == ["DWG NO", "CAGE"]
    assert pd.isna(frame["x0"][1])
    assert frame["bottom"][2] == 4


def test_other_columns_of_a_parts_list(result):
    assert list(frames.bom(result)["other"].isna()) == [False, True]
    wide = frames.bom(result, expand=True)
    assert "other" not in wide
    assert wide["mass"][1] == "3 g"
    assert wide["material (other)"][1] == "=A1"
    assert pd.isna(wide["mass"][2])
    assert list(frames.bom(Result(), expand=True).columns) == [c for c in frames.bom(Result()).columns if c != "other"]


def test_pages_and_modules(result):
    pages = frames.pages(result)
    assert list(pages["width_mm"]) == [420.0, 210.0]
    assert pages["remarks"][1] == "turned; dim"
    assert list(pages["readable"]) == [True, False]
    modules = frames.modules(result).set_index("module")
    assert modules.loc["datums", "found"] == 1
    assert modules.loc["welds", "status"] == "failed"
    assert modules.loc["welds", "detail"] == "no strokes"


def test_many_results_stand_below_each_other(result):
    together = frames.concat({"a.pdf": result, "empty.pdf": Result(), "b.pdf": result})
    frame = together["dimensions"]
    assert list(frame["file"]) == ["a.pdf", "a.pdf", "b.pdf", "b.pdf"]
    assert list(frame.columns[:2]) == ["file", "page"]
    assert frame.drop(columns="file").iloc[:2].equals(frames.dimensions(result))
    assert frames.notes({"a.pdf": result})["file"][1] == "a.pdf"
    assert set(together) == set(frames.TABLES)
    assert list(frames.concat({})["dimensions"].dtypes) == list(frame.dtypes)


def test_broken_text_layers_do_not_break_a_frame():
    frame = frames.dimensions(Result(dimensions=(Dimension(text="\ud800⌀5"), Dimension(text="6"))))
    assert list(frame["text"]) == ["?⌀5", "6"]
    assert pd.isna(frame["fit"][1])


def test_an_unknown_table_is_named_with_the_known_ones(result):
    with pytest.raises(KeyError, match=r"no table 'screws'.*dimensions"):
        frames.to_frames(result, ["screws"])
    with pytest.raises(KeyError, match="no table"):
        frames.columns("screws")


@pytest.mark.parametrize(
    ("units", "told"),
    [("mm", ["mm", "degree", "mm"]), ("inch", ["inch", "degree", "mm"]), ("dual", [None, "degree", "mm"])],
)
def test_each_value_has_its_unit(units, told):
    found = Result(
        units=units,
        dimensions=(
            Dimension(kind="linear", nominal=2),
            Dimension(kind="angle", nominal=45),
            Dimension(kind="thread", nominal=6, thread="M6"),
        ),
        geometric_tolerances=(GeometricTolerance(characteristic="flatness", value=0.1),),
    )
    assert [None if pd.isna(unit) else unit for unit in frames.dimensions(found)["unit"]] == told
    assert list(frames.geometric_tolerances(found)["unit"].astype(object).fillna("")) == [told[0] or ""]
    both = frames.concat({"a.pdf": found, "b.pdf": found.model_copy(update={"units": "mm"})}, ["dimensions"])
    assert both["dimensions"]["unit"].iloc[3] == "mm"


def test_tables_tell_their_headings_and_sizes(result):
    frame = frames.tables(result)
    assert list(frame["id"]) == ["k1", "k2"]
    assert list(frame["kind"]) == ["hole", "other"]
    assert frame["headings"][1] == "TAG | X LOC | X LOC | "
    assert pd.isna(frame["headings"][2])
    assert list(frame["row_count"]) == [2, 2]
    assert list(frame["column_count"]) == [4, 2]


def test_cells_stand_under_their_headings(result):
    cells = frames.table_cells({"a.pdf": result})
    assert list(cells.iloc[0]) == ["a.pdf", 1, "k1", 1, 1, "TAG", "A1"]
    assert len(cells[cells["table"] == "k1"]) == 7
    assert pd.isna(cells.iloc[3]["heading"])
    assert cells[cells["table"] == "k2"]["heading"].isna().all()


def test_each_table_is_a_frame_as_printed(result):
    each = frames.each_table(result)
    hole = each["k1"]
    assert list(hole.columns) == ["TAG", "X LOC", "X LOC (2)", "4"]
    assert hole["4"].tolist() == ["⌀5 THRU", "⌀6"]
    assert hole.attrs == {
        "id": "k1", "page": 1, "kind": "hole", "caption": "HOLE TABLE", "box": (1, 2, 3, 4), "confidence": 0.9,
    }  # fmt: skip
    assert list(each["k2"].columns) == ["1", "2"]
    assert pd.isna(each["k2"]["2"][2])
    assert frames.each_table(Result()) == {}


def units_of(frame):
    return [None if pd.isna(unit) else unit for unit in frame["unit"]]


def threaded(units):
    """A metric and a Unified thread with depths, a drilled hole, and a hole table's row, on a drawing in `units`."""
    metric = {"text": "M6x1.0 ↧0.38", "thread": "M6x1.0", "depth": 0.38}
    return Result(
        units=units,
        dimensions=(
            Dimension(id="d1", kind="thread", nominal=6, **metric, counterbore=Counterbore(diameter=0.5, depth=0.1)),
            Dimension(id="d2", kind="diameter", nominal=0.197, depth=0.5),
            Dimension(id="d3", kind="thread", nominal=0.25, thread="1/4-20 UNC-2B"),
        ),
        threads=(Thread(designation="M6x1.0", depth=0.38, dimension_id="d1"),),
        holes=(
            Hole(diameter=6, thread="M6x1.0", depth=0.38, dimension_id="d1"),
            Hole(diameter=0.197, depth=0.5, dimension_id="d2"),
            Hole(diameter=6, thread="M6x1.0", depth=0.38, label="A1"),
            Hole(diameter=5, thread="M6x1.0", label="A2"),
        ),
        welds=(Weld(kind="fillet", size=5, size_of="leg"),),
    )


def test_a_row_has_one_unit_whatever_its_thread():
    inch = threaded("inch")
    dimensions, holes = frames.dimensions(inch), frames.holes(inch)
    assert units_of(dimensions) == ["mm", "inch", "inch"]
    assert list(dimensions.loc[1, ["nominal", "depth", "counterbore_diameter", "counterbore_depth"]]) == [
        6, 9.652, 12.7, 2.54,
    ]  # fmt: skip
    assert units_of(holes) == ["mm", "inch", "mm", "inch"]
    assert list(holes["depth"][:3]) == [9.652, 0.5, 9.652]
    assert (units_of(frames.threads(inch)), list(frames.threads(inch)["depth"])) == (["inch"], [0.38])
    assert units_of(frames.welds(inch)) == ["inch"]


def test_a_row_whose_lengths_may_be_in_two_units_has_none():
    for units in ("dual", None):
        unsure = threaded(units)
        assert units_of(frames.dimensions(unsure)) == [None, None, "inch"]
        assert list(frames.dimensions(unsure)["depth"][:2]) == [0.38, 0.5]
        assert units_of(frames.holes(unsure)) == [None] * 4
    metric = frames.dimensions(threaded("mm"))
    assert (units_of(metric), metric["depth"][1]) == (["mm", "mm", "inch"], 0.38)


@pytest.mark.parametrize(
    ("units", "text", "value", "unit"),
    [
        ("mm", "Ra 3.2", 3.2, "µm"), ("inch", "63", 63, "µin"), ("inch", "3.2", 3.2, None),
        ("inch", "Ra 0.8 µm", 0.8, "µm"), ("mm", "32 µin", 32, "µin"), (None, "Ra 1.6", 1.6, None),
    ],
)  # fmt: skip
def test_roughness_is_in_micrometres_or_microinches_or_not_known(units, text, value, unit):
    frame = frames.surface_textures(Result(units=units, surface_textures=(SurfaceTexture(text=text, value=value),)))
    assert units_of(frame) == [unit]


@pytest.mark.parametrize("name", [*frames.TABLES])
def test_only_former_names_are_those_of_methods(name):
    told = frames.columns(name).set_index("column")["meaning"]
    taken = {column for column in told.index if hasattr(pd.DataFrame, column)}
    assert taken == {column for column in told.index if told[column].startswith("Former name of")}
    assert {frames.RENAMED[column] for column in taken} <= set(told.index)


@pytest.mark.parametrize("name", [*frames.TABLES])
def test_what_is_missing_is_one_value(name, result):
    frame = getattr(frames, name)(result)
    missing = [value for column in frame for value in frame[column] if pd.isna(value)]
    assert all(value is pd.NA for value in missing)
