"""Reviews that are kept: they come back with the drawing, carry over to a new reading, and are never lost."""

import copy
import os
import pickle
from pathlib import Path

import pytest

from drawkit import contract
from drawkit.contract import Dimension
from drawkit.display import Result
from drawkit.review import Folder, Keeper, carried

SHA = "ab" * 32


def kept(data: contract.Result, folder: Path) -> Result:
    result = Result(data, "cover.pdf")
    result._keep_with(Keeper(Folder(folder), SHA))
    return result


def reread(data: contract.Result) -> contract.Result:
    """The same drawing, read by a later engine: other ids, boxes moved a little, one item gone, one read right."""
    moved = [
        d.model_copy(update={"id": f"d{at + 11}", "box": tuple(edge + 0.6 for edge in d.box), "confidence": 0.99})
        for at, d in enumerate(data.dimensions)
    ]
    right = moved[3].model_copy(update={"text": "14 H7", "nominal": 14.0})
    return data.model_copy(update={"dimensions": (*moved[:3], right), "notes": data.notes[1:]})


def test_it_comes_back(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path / "reviews")
    assert not (tmp_path / "reviews").exists(), "who decides nothing leaves nothing"
    first.accept("dimensions", "d1")
    first.correct("dimensions", "d3", nominal=8)
    second = kept(data, tmp_path / "reviews")
    assert second == first
    second.undo()
    assert kept(data, tmp_path / "reviews").decisions == first.decisions[:1]
    second.undo()
    assert kept(data, tmp_path / "reviews").decisions == ()
    assert [path.name for path in (tmp_path / "reviews").iterdir()] == [f"{SHA}.json"]
    if os.name == "posix":
        assert (tmp_path / "reviews").stat().st_mode & 0o077 == 0


def test_a_new_reading_takes_over_what_agrees(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path)
    first.accept("dimensions", "d1")
    first.correct("dimensions", "d3", nominal=8, thread="M8")
    first.correct("dimensions", "d4", text="14 H7", nominal=14)
    first.merge("dimensions", "d1", "d2")
    first.reject("notes", "n1")
    first.accept("notes", "n2")
    first.correct("drawing", units="inch")
    made = first.add("dimensions", "7 ±0.2", box=(300, 200, 320, 210))
    first.correct("dimensions", made, quantity=2)
    second = kept(reread(data), tmp_path)
    told = second.review.set_index("id")["state"].to_dict()
    assert told["d11"] == "corrected"
    assert told["d12"] == "rejected"
    assert told["d13"] == "corrected"
    assert told["d14"] == "accepted", "the new reading says itself what a person put there"
    assert told[made] == "added"
    assert told["n2"] == "accepted"
    assert second.units == "inch"
    assert second.dimensions.set_index("id").loc[made, "quantity"] == 2
    (lost,) = second.left_out
    assert (lost.decision.ids, lost.reason) == (("n1",), "The new reading has no item that agrees with it.")
    second.accept("dimensions", "d14")
    second.accept("geometric_tolerances", "g1")
    third = kept(reread(data), tmp_path)
    assert third.decisions == second.decisions
    assert [one.decision.ids for one in third.left_out] == [("n1",)], "what was lost is still told"


def test_an_added_item_that_the_new_reading_has(data: contract.Result) -> None:
    result = Result(data)
    result.add("dimensions", "7 ±0.2", box=(300, 200, 320, 210))
    result.change_kind("notes", "n1", "dimensions")
    seven = result.corrected.dimensions[-2].model_copy(update={"id": "d9"})
    plain = Dimension.model_validate({name: getattr(seven, name) for name in Dimension.model_fields})
    new = data.model_copy(update={"dimensions": (*data.dimensions, plain)})
    decisions, lost = carried(data, new, result.decisions)
    assert [(one.action, one.ids) for one in decisions] == [("accept", ("d9",)), ("change_kind", ("n1",))]
    assert lost == ()


def test_items_that_do_not_agree(data: contract.Result) -> None:
    result = Result(data)
    for one in ("d1", "d2", "d3"):
        result.accept("dimensions", one)
    elsewhere = data.dimensions[0].model_copy(update={"box": (200, 10, 230, 20)})
    other = data.dimensions[1].model_copy(update={"nominal": 3.0})
    nowhere = data.dimensions[2].model_copy(update={"box": None})
    new = data.model_copy(update={"dimensions": (elsewhere, other, nowhere)})
    decisions, lost = carried(data, new, result.decisions)
    assert decisions == ()
    assert len(lost) == 3
    stray = contract.Decision(action="accept", table="pages", ids=("x",))
    assert len(carried(data, data, [stray])[1]) == 1


@pytest.mark.parametrize("damage", ["{", "", "\x00\xff", '{"schema": "drawkit.review/2"}'])
def test_a_damaged_file_is_set_aside_and_the_review_goes_on(data: contract.Result, tmp_path: Path, damage: str) -> None:
    file = tmp_path / f"{SHA}.json"
    file.write_bytes(damage.encode("latin-1"))
    result = kept(data, tmp_path)
    assert "damaged" in result.unkept
    assert "set aside then" in result.unkept
    assert [path.name for path in tmp_path.iterdir()] == [file.name], "who decides nothing changes nothing"
    result.accept("dimensions", "d1")
    result.inspection_plan.leave_out(1)
    assert result.unkept == ""
    beside = next(path for path in tmp_path.iterdir() if path != file)
    assert beside.name.startswith(f"{SHA}.aside-")
    assert beside.read_bytes() == damage.encode("latin-1")
    assert f"It is set aside as {beside}; this review is kept in its place." in result.set_aside
    again = kept(data, tmp_path)
    assert again == result
    assert (again.unkept, again.set_aside) == ("", "")
    assert again.reviewed.done == 1
    assert len(again.inspection_plan.edits) == 1
    assert len(list(tmp_path.iterdir())) == 2


def test_each_damaged_file_is_set_aside_once(data: contract.Result, tmp_path: Path) -> None:
    file = tmp_path / f"{SHA}.json"
    for damage in ("{", "[", "{"):
        file.write_text(damage)
        kept(data, tmp_path).accept("dimensions", "d1")
    assert sorted(path.read_text() for path in tmp_path.glob("*.aside-*")) == ["[", "{"]
    assert kept(data, tmp_path).reviewed.done == 1


def test_a_damaged_file_that_cannot_be_set_aside_is_not_written_over(
    data: contract.Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"{SHA}.json"
    file.write_text("{")
    result = kept(data, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        result.accept("dimensions", "d1")
    assert "No space left on device. Save the result as JSON" in result.unkept
    assert file.read_text() == "{"
    assert result.reviewed.done == 1
    result.accept("dimensions", "d2")
    assert result.unkept == ""
    assert kept(data, tmp_path).reviewed.done == 2, "what could not be kept before is kept now"


def test_a_file_that_was_mended_meanwhile_is_taken_up(data: contract.Result, tmp_path: Path) -> None:
    file = tmp_path / f"{SHA}.json"
    kept(data, tmp_path).accept("dimensions", "d1")
    whole = file.read_bytes()
    file.write_text("{")
    result = kept(data, tmp_path)
    file.write_bytes(whole)
    result.accept("dimensions", "d2")
    assert (result.reviewed.done, result.set_aside) == (2, "")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_folder_that_cannot_be_written(data: contract.Result, tmp_path: Path) -> None:
    (tmp_path / "reviews").write_text("a file in its way")
    result = kept(data, tmp_path / "reviews")
    assert "cannot be read" in result.unkept
    result.accept("dimensions", "d1")
    assert "This review cannot be kept" in result.unkept
    assert result.reviewed.done == 1
    (tmp_path / "reviews").unlink()
    result.accept("dimensions", "d2")
    assert result.unkept == ""
    assert kept(data, tmp_path / "reviews").reviewed.done == 2, "what could not be kept before is kept now"


def test_a_hash_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no hash"):
        Folder(tmp_path).put("../x", b"")
    assert Folder(tmp_path).get(SHA) is None


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.put(SHA, b"before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        folder.put(SHA, b"after")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]


def test_a_copy_that_travels_is_not_kept_here(data: contract.Result, tmp_path: Path) -> None:
    result = kept(data, tmp_path)
    result.accept("dimensions", "d1")
    away = pickle.loads(pickle.dumps(result))
    away.accept("dimensions", "d2")
    assert kept(data, tmp_path).reviewed.done == 1
    assert away.unkept == ""
    assert copy.copy(result) == result


def test_two_who_review_the_same_drawing_lose_nothing(data: contract.Result, tmp_path: Path) -> None:
    one, other = kept(data, tmp_path), kept(data, tmp_path)
    one.accept("dimensions", "d1")
    other.accept("dimensions", "d2")
    assert other.reviewed.done == 2, "what was decided elsewhere is there"
    other.undo()
    assert other.reviewed.done == 1
    one.accept("dimensions", "d3")
    assert {d.ids[0] for d in kept(data, tmp_path).decisions} == {"d1", "d3"}
    (tmp_path / f"{SHA}.json").write_text("{")
    one.accept("dimensions", "d4")
    assert one.unkept == ""
    assert "set aside as" in one.set_aside
    assert one.reviewed.done == kept(data, tmp_path).reviewed.done == 3


def test_the_inspection_comes_back_with_its_edits(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path)
    first.inspection(order="rows")
    assert not list(tmp_path.iterdir()), "who edits nothing leaves nothing"
    first.inspection_plan.leave_out(2).move(1, 50, 60)
    first.accept("dimensions", "d1")
    second = kept(data, tmp_path)
    assert second.inspection_plan.edits == first.inspection_plan.edits
    assert list(second.inspection()["number"]) == list(first.inspection()["number"])
    assert second.decisions == first.decisions
    second.inspection_plan.undo()
    first.reject("notes", "n1")  # who decides elsewhere leaves the plan as it is now
    assert [edit.action for edit in kept(data, tmp_path).inspection_plan.edits] == ["leave_out"]
    second.inspection_plan.reset()
    assert kept(data, tmp_path).inspection_plan.edits == ()


def test_numbers_of_another_reading_are_not_applied_and_not_lost(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path)
    first.inspection_plan.leave_out(1)
    again = kept(reread(data), tmp_path)
    assert again.inspection_plan.edits == ()
    assert again.plan_left_out == (
        "An inspection with 1 edit is kept for another reading of this drawing, whose numbers they name, "
        "and comes back with it."
    )
    again.accept("dimensions", "d11")
    assert kept(data, tmp_path).inspection_plan.edits == first.inspection_plan.edits
    assert first.plan_left_out == ""
    again.inspection_plan.leave_out(2)
    assert again.plan_left_out == ""
    assert kept(reread(data), tmp_path).inspection_plan.edits == again.inspection_plan.edits
    back = kept(data, tmp_path)
    assert back.inspection_plan.edits == first.inspection_plan.edits, "each reading has its own"
    back.inspection_plan.leave_out(3)
    assert kept(reread(data), tmp_path).inspection_plan.edits == again.inspection_plan.edits
    assert not back.inspection_plan.restorable


def test_a_plan_that_cannot_be_used_is_told_and_stays(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path)
    first.inspection_plan.leave_out(1)
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text().replace('"leave_out"', '"burn"'))
    again = kept(data, tmp_path)
    assert again.inspection_plan.edits == ()
    assert again.plan_left_out == (
        "The inspection that was kept, with 1 edit, cannot be applied: It is damaged, or of a newer drawkit. "
        "It stays kept, beside what you edit now."
    )
    again.accept("dimensions", "d1")
    assert '"burn"' in file.read_text()
    again.inspection_plan.leave_out(2)
    assert '"burn"' in file.read_text(), "the next edit does not destroy it"
    later = kept(data, tmp_path)
    assert later.inspection_plan.edits == again.inspection_plan.edits
    assert later.plan_left_out == (
        "Another inspection with 1 edit, which could not be applied, is kept beside this one."
    )
    with pytest.raises(ValueError, match="It is damaged, or of a newer drawkit"):
        later.inspection_plan.restore()
    assert later.inspection_plan.edits == again.inspection_plan.edits
    assert '"burn"' in file.read_text()


def test_a_plan_that_holds_no_more_comes_back_when_it_does(data: contract.Result, tmp_path: Path) -> None:
    first = kept(data, tmp_path)
    first.add("notes", "Paint black")
    count = len(first.inspection())
    first.inspection_plan.leave_out(count)
    other = kept(data, tmp_path)
    other.undo()
    again = kept(data, tmp_path)
    assert f"cannot be applied: There is no characteristic '{count}'" in again.plan_left_out
    again.inspection_plan.leave_out(1)
    with pytest.raises(ValueError, match=f"There is no characteristic '{count}'"):
        again.inspection_plan.restore()
    again.add("notes", "Paint black")
    again.inspection_plan.restore()
    assert again.inspection_plan.edits == first.inspection_plan.edits
    assert again.plan_left_out == "Another inspection with 1 edit is kept beside this one: Restore exchanges them."


def test_two_who_edit_the_same_inspection_lose_nothing(data: contract.Result, tmp_path: Path) -> None:
    one, other = kept(data, tmp_path), kept(data, tmp_path)
    one.inspection_plan.leave_out(1)
    other.inspection_plan.leave_out(2).leave_out(3)
    assert [edit.numbers for edit in other.inspection_plan.edits] == [("1",), ("3",)], (
        "the second is made on the other's"
    )
    assert one.plan_overtaken == other.plan_overtaken == ""
    other.inspection_plan.restore()
    assert [edit.numbers for edit in other.inspection_plan.edits] == [("2",)]
    other.inspection_plan.restore()
    assert [edit.numbers for edit in kept(data, tmp_path).inspection_plan.edits] == [("1",), ("3",)]

    one.inspection_plan.leave_out(4)
    assert one.plan_overtaken == one.plan_left_out
    assert one.plan_overtaken.startswith(
        "This inspection was edited elsewhere meanwhile: what was made there is shown now. Another inspection with"
    )
    assert one.inspection_plan.edits == other.inspection_plan.edits
    one.inspection_plan.restore()
    assert [edit.numbers for edit in one.inspection_plan.edits] == [("1",), ("4",)]
    assert one.plan_overtaken == ""


def test_who_decides_takes_up_an_inspection_that_was_edited_elsewhere(data: contract.Result, tmp_path: Path) -> None:
    one, other = kept(data, tmp_path), kept(data, tmp_path)
    one.inspection_plan.leave_out(1)
    other.accept("dimensions", "d1")
    assert other.inspection_plan.edits == one.inspection_plan.edits
    assert other.plan_left_out.endswith("what was made there is shown now.")
    other.inspection_plan.leave_out(2)
    one.inspection_plan.undo()
    assert len(one.inspection_plan.edits) == 2, "nobody takes back what he has not seen"
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text().replace('"leave_out"', '"burn"'))
    other.accept("dimensions", "d2")
    assert other.plan_left_out.endswith("This inspection was edited elsewhere meanwhile.")
    assert "It is damaged" in other.plan_left_out


def test_the_same_edit_made_twice_is_one(data: contract.Result, tmp_path: Path) -> None:
    one, other = kept(data, tmp_path), kept(data, tmp_path)
    one.inspection_plan.leave_out(1)
    other.inspection_plan.leave_out(1)
    assert other.plan_left_out == other.plan_overtaken == ""
    assert not other.inspection_plan.restorable


def test_nothing_to_restore(data: contract.Result, tmp_path: Path) -> None:
    for result in (Result(data), kept(data, tmp_path)):
        assert not result.inspection_plan.restorable
        with pytest.raises(ValueError, match="No other inspection of this reading"):
            result.inspection_plan.restore()
