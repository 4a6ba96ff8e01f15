"""Decisions on a result: what each does, what it refuses, and what tables, files and figures show of it."""

import json
import pickle
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from drawkit import contract
from drawkit.contract import Decision, State, is_reviewed, state_of, trust_in
from drawkit.display import Result, to_excel


def states(result: Result, table: str = "dimensions") -> dict[str, str]:
    told = result.review
    return dict(told[told["table"] == table][["id", "state"]].to_numpy().tolist())


def test_nothing_is_reviewed_at_first(result: Result) -> None:
    assert result.corrected is result.data
    assert (str(result.reviewed), result.decisions, result.undoable) == ("0 of 8 reviewed", (), False)
    assert set(result.review["state"]) == {"read"}
    assert result.review["at"].isna().all()
    assert result.review.attrs == {"reviewed": 0, "total": 8}
    assert set(result.review["table"]) == {"dimensions", "geometric_tolerances", "holes", "notes"}
    assert "o1" not in set(result.review["id"]), "the hole of a dimension goes with it"


def test_accepting_makes_sure_and_takes_what_follows_along(result: Result) -> None:
    assert result.dimensions["trust"].tolist()[:2] == ["look", "look"]
    assert result.accept("dimensions", "d1", "d3")
    assert not result.accept("dimensions", "d1"), "nothing new"
    assert (result.reviewed.done, result.reviewed.total) == (2, 8)
    assert result.dimensions["review"].tolist() == ["accepted", "read", "accepted", "read"]
    assert result.dimensions["trust"].tolist()[0] == "sure"
    assert result.dimensions["confidence"].tolist()[0] == 0.6, "the reading is not made surer than it was"
    assert result.holes["review"].tolist() == ["accepted", "read"]
    assert result.threads["review"].tolist() == ["accepted"]
    assert result.limits().equals(Result(result.data).limits())


def test_rejecting_and_bringing_back(result: Result) -> None:
    result.reject("dimensions", "d3")
    assert result.dimensions["id"].tolist() == ["d1", "d2", "d4"]
    assert result.holes["id"].tolist() == ["o2"], "its hole goes with it"
    assert len(result.threads) == 0
    assert states(result)["d3"] == "rejected"
    with pytest.raises(ValueError, match="d3 of dimensions was rejected"):
        result.correct("dimensions", "d3", nominal=8)
    assert result.accept("dimensions", "d3")
    assert result.holes["id"].tolist() == ["o1", "o2"]
    result.reject("dimensions", "d3")
    assert result.take_back("dimensions", "d3")
    assert states(result)["d3"] == "read"
    assert result.corrected is result.data


def test_a_corrected_dimension_flows_on(result: Result) -> None:
    result.correct("dimensions", "d3", text="4x M8 ↧ 15", thread="M8", nominal=8, depth=15)
    hole, thread = result.holes.iloc[0], result.threads.iloc[0]
    assert (hole["diameter"], hole["thread"], hole["depth"], hole["review"]) == (8, "M8", 15, "corrected")
    assert (thread["designation"], thread["depth"]) == ("M8", 15)
    assert "diameter" in hole["corrected"]
    assert hole["id"] == "o1"
    result.correct("holes", "o1", depth=14)
    result.correct("dimensions", "d3", depth=20)
    assert result.holes["depth"].iloc[0] == 14, "what stands there by hand stays"
    assert result.threads["depth"].iloc[0] == 20
    result.correct("dimensions", "d4", nominal=14)
    limits = result.limits().set_index("id").loc["d4"]
    assert (limits["lower_limit"], limits["upper_limit"]) == (14.0, 14.018)


def test_a_dimension_that_becomes_a_hole_has_one(result: Result) -> None:
    result.correct("dimensions", "d4", kind="diameter", text="⌀12 H7", depth=20)
    assert result.holes["id"].tolist() == ["o1", "o2", "d4-holes".removesuffix("s")]
    assert result.holes["diameter"].iloc[-1] == 12
    result.correct("dimensions", "d3", kind="linear", thread=None)
    assert "o1" not in result.holes["id"].tolist()
    assert len(result.threads) == 0


def test_pieces_are_merged_into_what_they_say_together(result: Result) -> None:
    assert result.merge("dimensions", "d1", "d2")
    row = result.dimensions.set_index("id").loc["d1"]
    assert (row["text"], row["nominal"], row["upper_deviation"], row["lower_deviation"]) == (
        "⌀5.5 ±0.1",
        5.5,
        0.1,
        -0.1,
    )
    assert (row["x0"], row["x1"]) == (10, 60)
    assert result.dimensions["id"].tolist() == ["d1", "d3", "d4"]
    assert result.geometric_tolerances["dimension_id"].tolist() == ["d1"], "what hung on the other hangs on it"
    assert result.limits()["upper_limit"].iloc[0] == 5.6
    told = result.review.set_index("id")
    assert (told.loc["d2", "state"], told.loc["d2", "note"]) == ("rejected", "merged into d1")
    assert "upper deviation — → 0.1" in told.loc["d1", "changes"]
    with pytest.raises(ValueError, match="d2 of dimensions was merged into d1"):
        result.accept("dimensions", "d2")
    assert result.undo()
    assert result.corrected is result.data


def test_two_values_in_one_are_split(result: Result) -> None:
    with pytest.warns(UserWarning, match="“R2” is not understood"):
        result.correct("dimensions", "d4", text="12 H7 R2")
    assert result.split("dimensions", "d4", "12 H7", "R2") == ("d4", "a1")
    told = result.dimensions.set_index("id")
    assert (told.loc["d4", "nominal"], told.loc["d4", "fit"], told.loc["d4", "review"]) == (12, "H7", "corrected")
    assert (told.loc["a1", "kind"], told.loc["a1", "nominal"], told.loc["a1", "page"]) == ("radius", 2, 2)
    assert result.review.set_index("id").loc["a1", "note"] == "split from d4"
    first = result.inspection()
    assert first["id"].tolist()[-1] == "a1", "numbers of the others stay"


def test_an_item_of_another_kind(result: Result) -> None:
    made = result.change_kind("notes", "n1", "dimensions")
    row = result.dimensions.set_index("id").loc[made]
    assert (row["kind"], row["nominal"], row["typical"], row["review"]) == ("radius", 3, True, "corrected")
    assert row["x0"] == 100
    assert result.notes["id"].tolist() == ["n2"]
    assert result.review.set_index("id").loc["n1", "note"] == "made a1 of dimensions"
    with pytest.raises(ValueError, match="notes cannot become notes"):
        result.change_kind("notes", "n2", "notes")
    with pytest.raises(ValueError, match="characteristic: "):
        result.change_kind("notes", "n2", "geometric_tolerances")
    assert result.change_kind("notes", "n2", "geometric_tolerances", characteristic="flatness") == "a2"


def test_what_was_not_read_is_added(result: Result) -> None:
    made = result.add("dimensions", "2x ⌀6.6 ↧ 12", box=[5, 5, 50, 15])
    row = result.dimensions.set_index("id").loc[made]
    assert (row["quantity"], row["nominal"], row["depth"], row["review"]) == (2, 6.6, 12, "added")
    assert result.holes["depth"].iloc[-1] == 12, "it tells a hole, as a printed one does"
    assert result.add("datum_features", "[A]", page=2) == "a2"
    assert result.datum_features["label"].tolist() == ["A"]
    assert result.add("notes", "3. PAINT RAL 7035") == "a3"
    assert result.notes.set_index("id").loc["a3", "number"] == "3"
    assert result.add("surface_textures", "Ra 3,2") == "a4"
    assert result.surface_textures["value"].tolist() == [3.2]
    assert result.add("geometric_tolerances", "⌖ | ⌀0.1 | A | B") == "a5"
    assert result.geometric_tolerances["datums"].tolist()[-1] == "A | B"
    assert result.add("holes", "⌀8 THRU") == "a6"
    assert result.holes.set_index("id").loc["a6", "through"]
    assert result.reviewed.total == 8 + 6
    assert result.add("bom", position="4", quantity="2") == "a7"
    again = Result.from_json(result.to_json())
    assert again.add("notes", "MORE") == "a8", "ids go on"


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda r: r.add("dimensions"), ValueError, "needs a text"),
        (lambda r: r.add("dimensions", "5", page=9), ValueError, "There is no page 9. Choose one of: 1, 2."),
        (lambda r: r.add("dimensions", "5", box=(5, 5, 5, 9)), ValueError, "left to right"),
        (lambda r: r.add("dimensions", "5", box=(0, 0, float("nan"), 9)), ValueError, "left to right"),
        (lambda r: r.add("dimensions", "5", box=(1, 2)), ValueError, "four numbers"),
        (lambda r: r.add("dimensions", "5", box=3), ValueError, "four numbers"),
        (lambda r: r.add("pages", "5"), KeyError, "no table 'pages'"),
        (lambda r: r.add("dimensions", "5", width=3), KeyError, "no field 'width'"),
        (lambda r: r.accept("dimensions", "d9"), KeyError, "no item with the id 'd9'"),
        (lambda r: r.accept("pages", "d9"), KeyError, "no table 'pages'"),
        (lambda r: r.reject("dimensions"), ValueError, "No item is named"),
        (lambda r: r.merge("dimensions", "d1"), ValueError, "Two items or more"),
        (lambda r: r.merge("dimensions", "d1", "d1"), ValueError, "Two items or more"),
        (lambda r: r.merge("dimensions", "d1", "d4"), ValueError, "different pages"),
        (lambda r: r.split("dimensions", "d1", "5"), ValueError, "two parts or more"),
        (lambda r: r.split("dimensions", "d1"), ValueError, "two parts or more"),
        (lambda r: r.change_kind("notes", "n1", "pages"), (KeyError, ValueError), "pages"),
        (lambda r: r.propose("dimensions", (1, 1, 9, 9)), ValueError, "no picture of this page"),
    ],
)
def test_what_cannot_be_decided_changes_nothing(result: Result, call, error, told) -> None:
    with pytest.raises(error, match=told):
        call(result)
    assert result.corrected is result.data
    assert result.decisions == ()


def test_every_decision_is_undone_one_by_one(result: Result) -> None:
    seen = [result.to_json()]
    for decide in (
        lambda: result.accept("dimensions", "d1"),
        lambda: result.correct("dimensions", "d1", nominal=6),
        lambda: result.merge("dimensions", "d1", "d2"),
        lambda: result.split("dimensions", "d1", "⌀6", "5"),
        lambda: result.change_kind("notes", "n1", "dimensions"),
        lambda: result.reject("notes", "n2"),
        lambda: result.take_back("notes", "n2"),
        lambda: result.add("notes", "NEW"),
    ):
        decide()
        seen.append(result.to_json())
    again = Result.from_json(seen[-1])
    assert again == result
    for before in reversed(seen[:-1]):
        assert again.undo(), "after it was opened again, too"
        assert again.to_json() == before
    assert not again.undo()


def test_it_lives_in_the_json(result: Result, tmp_path: Path) -> None:
    result.accept("dimensions", "d1")
    result.add("notes", "NEW", box=(1, 1, 2, 2))
    text = result.to_json(tmp_path / "r.json")
    again = Result.from_json(tmp_path / "r.json")
    assert again == result == pickle.loads(pickle.dumps(result))
    assert again != Result(result.data)
    assert contract.Result.from_json(text).notes == result.data.notes, "the reading stays as it was"
    assert json.loads(text)["review"][0] == {**json.loads(text)["review"][0], "action": "accept", "ids": ["d1"]}
    pd.testing.assert_frame_equal(again.review, result.review)


def test_a_decision_on_what_is_gone_is_kept_and_told(result: Result) -> None:
    stray = Decision(action="accept", table="dimensions", ids=("x",))
    told = Result(result.data, decisions=(stray, Decision(action="accept", table="dimensions", ids=("d1",))))
    assert told.reviewed.done == 1
    (out,) = told.left_out
    assert (out.decision, out.reason) == (stray, "There is no item with the id 'x' in dimensions.")
    assert stray in Result.from_json(told.to_json()).decisions
    for broken in (
        Decision(action="add", table="notes", values={"text": "x"}),
        Decision(action="split", table="dimensions", ids=("d1",)),
        Decision(action="split", table="dimensions", ids=("d1", "d2"), made=("a1",), parts=({"text": "5"},)),
        Decision(action="split", table="dimensions", ids=("d1",), made=("d2",), parts=({"text": "5"},)),
        Decision(action="change_kind", table="notes", ids=("n1",), to="dimensions"),
        Decision(action="add", table="notes", values={"text": "x"}, made=("n1",)),
        Decision(action="correct", table="drawing", ids=("x",), values={"units": "mm"}),
    ):
        assert len(Result(result.data, decisions=[broken]).left_out) == 1
        assert Result(result.data, decisions=[broken]).corrected is result.data


def test_files_and_checks_see_the_review(result: Result, tmp_path: Path) -> None:
    result.reject("dimensions", "d2")
    result.add("dimensions", "7 ±0.2")
    book = openpyxl.load_workbook(result.to_excel(tmp_path / "r.xlsx", pictures=False))
    assert [row[2].value for row in book["review"].iter_rows(min_row=2)][:2] == ["d1", "d2"]
    ids = [row[1].value for row in book["dimensions"].iter_rows(min_row=2)]
    assert ids == ["d1", "d3", "d4", "a1"]
    book.close()
    result.to_csv(tmp_path)
    assert pd.read_csv(tmp_path / "review.csv")["state"].tolist().count("added") == 1
    to_excel([result], tmp_path / "all.xlsx")
    assert "d2" not in result.inspection()["id"].tolist()
    assert result.inspection().set_index("id").loc["a1", "review"] == "added"
    assert isinstance(result.checks(), pd.DataFrame)
    assert "reviewed" in result._repr_html_()
    assert "2 of 9 reviewed" in repr(result)


def test_a_service_is_not_believed() -> None:
    sent = contract.Dimension.model_validate({"id": "d1", "review_state": "accepted", "confidence": 0.2})
    assert state_of(sent) is State.READ
    assert not is_reviewed(sent)
    assert trust_in(sent) == "look"


def test_pieces_without_a_place_are_merged_in_their_order(data: contract.Result) -> None:
    bare = [d.model_copy(update={"box": None}) for d in data.dimensions[:2]]
    result = Result(data.model_copy(update={"dimensions": tuple(bare), "geometric_tolerances": ()}))
    assert result.merge("dimensions", "d1", "d2")
    assert (result.dimensions["text"][1], result.dimensions["upper_deviation"][1]) == ("⌀5.5 ±0.1", 0.1)
    assert result.dimensions["x0"].isna().all()


def test_an_added_value_is_corrected_and_taken_back(result: Result) -> None:
    made = result.add("dimensions", "7 ±0.2")
    result.correct("dimensions", made, nominal=8, fit="H7")
    assert result.dimensions.set_index("id").loc[made, ["nominal", "fit"]].tolist() == [8, "H7"]
    assert result.take_back("dimensions", made, "nominal", "fit")
    row = result.dimensions.set_index("id").loc[made]
    assert (row["nominal"], pd.isna(row["fit"]), row["review"]) == (7, True, "added")
    result.split("dimensions", made, "7 ±0.2", "R2")
    assert states(result)[made] == "added", "it was never read"
    moved = result.change_kind("dimensions", made, "notes")
    assert states(result, "notes")[moved] == "added"


def test_a_title_block_shows_a_corrected_value_once(data: contract.Result) -> None:
    fields = (contract.TitleField(label="MASSE", value="126 kg"), contract.TitleField(label="Norm", value="B"))
    block = contract.TitleBlock(id="b1", mass="126 kg", revision="B", sheet="B", fields=fields)
    result = Result(data.model_copy(update={"title_blocks": (block,)}), "cover.pdf")
    result.correct("title_blocks", "b1", mass="1.26 kg")
    assert result.title_block["value"].tolist() == ["B", "B", "1.26 kg"]
    assert [field.value for field in result.corrected.title_blocks[0].fields] == ["1.26 kg", "B"]
    result.correct("title_blocks", "b1", revision="C")
    assert "B" in result.title_block["value"].tolist(), "which of two such values is printed there is not known"
    result.take_back("title_blocks", "b1")
    assert result.corrected is result.data
