import pandas as pd
import pytest

from drawkit import frames
from drawkit.contract import Dimension, Result, TitleBlock


@pytest.fixture
def plate() -> Result:
    return Result(
        units="mm",
        title_blocks=(TitleBlock(general_tolerance="ISO 2768-mK"),),
        dimensions=(
            Dimension(id="d1", text="⌀25 H7", kind="diameter", nominal=25, fit="H7", quantity=2),
            Dimension(id="d2", text="10 ±0.1", nominal=10, upper_deviation=0.1, lower_deviation=-0.1),
            Dimension(id="d3", text="30", nominal=30),
            Dimension(id="d4", text="(30)", nominal=30, reference=True),
            Dimension(id="d5", text="M8", kind="thread", thread="M8", nominal=8),
        ),
    )


def plain(frame, *columns):
    """The values of columns as plain tuples, None where one is missing."""
    told = frame[list(columns)].astype(object)
    return list(told.where(told.notna(), None).itertuples(index=False, name=None))


def test_one_row_a_dimension_with_its_limits_and_where_they_come_from(plate):
    frame = frames.limits(plate)
    assert plain(frame, "id", "lower_limit", "upper_limit", "tolerance", "unit", "origin") == [
        ("d1", 25.0, 25.021, 0.021, "mm", "fit"),
        ("d2", 9.9, 10.1, 0.2, "mm", "stated"),
        ("d3", 29.8, 30.2, 0.4, "mm", "general"),
        ("d4", None, None, None, "mm", None),
        ("d5", None, None, None, "mm", None),
    ]
    assert plain(frame, "rule")[:3] == [("ISO 286, H7",), ("the drawing",), ("ISO 2768-m, table 1 (title block)",)]
    assert list(frame["reason"].isna()) == [True, True, True, False, False]
    assert list(frame["quantity"]) == [2, 1, 1, 1, 1]


def test_columns_are_told_and_do_not_depend_on_the_content(plate):
    told = frames.columns("limits")
    for frame in (frames.limits(plate), frames.limits(Result()), frames.limits(frames.dimensions(Result()))):
        assert list(frame.columns) == list(told["column"])
        assert [str(dtype) for dtype in frame.dtypes] == list(told["dtype"])
    assert told["meaning"].str.len().min() > 5


def test_what_was_read_stays_as_it_was(plate):
    before = plate.to_json()
    frames.limits(plate, general="ISO 2768-f")
    assert plate.to_json() == before
    assert "limits" not in frames.TABLES


def test_many_results_each_with_its_own_general_tolerance(plate):
    other = plate.model_copy(update={"title_blocks": ()})
    frame = frames.limits({"a.pdf": plate, "b.pdf": other, "empty.pdf": Result()}, general="ISO 2768-f")
    assert plain(frame[frame["id"] == "d3"], "file", "upper_limit") == [("a.pdf", 30.2), ("b.pdf", 30.1)]
    assert list(frames.limits({}).columns) == ["file", *frames.columns("limits")["column"]]


def test_a_table_of_dimensions_keeps_its_index_and_files(plate):
    table = frames.concat({"a.pdf": plate}, ["dimensions"])["dimensions"]
    some = table[table["id"].isin(["d1", "d3"])].set_index(pd.Index([7, 9]))
    frame = frames.limits(some, general="ISO 2768-f")
    assert list(frame.index) == [7, 9]
    assert plain(frame, "file", "id", "upper_limit") == [("a.pdf", "d1", 25.021), ("a.pdf", "d3", 30.1)]
    same = ["id", "lower_limit", "upper_limit", "tolerance", "unit", "origin"]
    of_table, of_result = frames.limits(frames.dimensions(plate), general="ISO 2768-m"), frames.limits(plate)
    assert plain(of_table, *same) == plain(of_result, *same)


def test_a_table_alone_tells_no_general_tolerance(plate):
    frame = frames.limits(frames.dimensions(plate)).set_index("id")
    assert pd.isna(frame.loc["d3", "upper_limit"])
    assert "pass general" in frame.loc["d3", "reason"]


def test_another_table_is_refused(plate):
    with pytest.raises(ValueError, match="no table of dimensions: it has no nominal, upper_deviation"):
        frames.limits(frames.notes(plate).assign(kind="linear", unit="mm"))
    with pytest.raises(ValueError, match="Write it as ISO 2768-m"):
        frames.limits(plate, general="2768")


def test_decimal_places_of_a_table_are_those_of_its_texts(plate):
    by_hand = {"corrected": ("nominal",), "nominal": 12.5}
    more = (Dimension(id="d6", text="12.50", nominal=12.5), Dimension(id="d7", text="12.05", **by_hand))
    block = TitleBlock(general_tolerance=".X ±0.2; .XX ±0.05")
    printed = plate.model_copy(update={"dimensions": (*plate.dimensions, *more), "title_blocks": (block,)})
    told = frames.limits(printed).set_index("id")
    assert (told.loc["d6", "upper_limit"], told.loc["d6", "rule"]) == (12.55, ".XX ±0.05 (title block)")
    assert "corrected by hand" in told.loc["d7", "reason"]
    table = frames.limits(frames.dimensions(printed), general=".X ±0.2; .XX ±0.05").set_index("id")
    assert (table.loc["d6", "upper_limit"], table.loc["d7", "reason"]) == (12.55, told.loc["d7", "reason"])
