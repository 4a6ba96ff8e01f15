"""The viewer's views beside the reading, from the kernel's side: rows, balloons, files, and what becomes of them."""

import asyncio
import io
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pypdfium2 as pdfium
import pytest
from widgets_service import png, press, until

from drawkit import ResultViewer, contract, samples
from drawkit.contract import DatumReference, Dimension, GeometricTolerance
from drawkit.display import Result
from drawkit.review import Folder, Keeper


@pytest.fixture
def data() -> contract.Result:
    """Two pages; a finding on each, and one without a place."""
    return contract.Result(
        units="mm",
        pages=tuple(contract.PageReport(page=page, width=400, height=300) for page in (1, 2)),
        dimensions=(
            Dimension(
                id="d1", text="18 ±0.1", nominal=18, upper_deviation=-0.1, lower_deviation=0.1,
                tolerance_from="explicit", box=(100, 100, 140, 110),
            ),
            Dimension(id="d2", text="⌀5 H7", kind="diameter", nominal=5, fit="H7", box=(200, 100, 240, 110)),
        ),
        title_blocks=(contract.TitleBlock(id="t1", title="Housing"),),
        geometric_tolerances=(
            GeometricTolerance(
                id="g1", text="⌖ 0.1 K", characteristic="position", value=0.1, datums=(DatumReference(label="K"),),
                page=2, box=(100, 200, 150, 210),
            ),
        ),
    )  # fmt: skip


@pytest.fixture
def viewer(data: contract.Result) -> ResultViewer:
    return ResultViewer(Result(data, "housing.pdf", [png(), png()]))


def rows(viewer: ResultViewer) -> list[dict[str, Any]]:
    return list(viewer._pane.outcome["rows"])


def test_nothing_is_checked_before_somebody_looks(viewer: ResultViewer) -> None:
    assert viewer.view == "reading"
    assert viewer._pane.outcome == viewer._pane.balloons == {}


def test_findings_with_their_places(viewer: ResultViewer) -> None:
    viewer.view = "checks"
    found = rows(viewer)
    assert [row["key"] for row in found] == [str(n) for n in range(1, len(found) + 1)]
    reversed_ = next(row for row in found if row["rule"] == "deviations_reversed")
    assert (reversed_["severity"], reversed_["item"]) == ("error", "dimensions:0")
    assert reversed_["clause"].startswith("ISO 286-1")
    whole = [row for row in found if not row["box"]]
    assert {row["item"] for row in whole} == {"title_blocks:0", ""}
    balloons = viewer._pane.balloons
    assert (balloons["view"], balloons["page"]) == ("checks", 1)
    assert [one["key"] for one in balloons["placed"]] == [
        row["key"] for row in found if row["box"] and row["page"] == 1
    ]
    for one in balloons["placed"]:
        x0, top, x1, bottom = one["box"]
        assert not (x0 < one["x"] < x1 and top < one["y"] < bottom), "beside the text, not on it"
    viewer.page = 2
    placed = viewer._pane.balloons["placed"]
    assert [one["box"] for one in placed] == [(100, 200, 150, 210)]


def test_what_is_corrected_is_found_no_more(viewer: ResultViewer) -> None:
    viewer.view = "checks"
    viewer.correct("dimensions", "d1", upper_deviation=0.1, lower_deviation=-0.1)
    assert "deviations_reversed" not in {row["rule"] for row in rows(viewer)}
    viewer.undo()
    assert "deviations_reversed" in {row["rule"] for row in rows(viewer)}
    viewer.view = "reading"
    assert viewer._pane.outcome == viewer._pane.balloons == {}


def test_another_result_comes_into_the_view(viewer: ResultViewer) -> None:
    viewer.view = "checks"
    viewer.result = Result(contract.Result(pages=(contract.PageReport(page=1, width=9, height=9),)), "blank.pdf")
    assert viewer._pane.outcome == {
        "view": "checks", "rows": [], "told": "Nothing was read on this drawing: there is nothing to check.",
        "undoable": False, "restorable": False,
    }  # fmt: skip
    assert viewer._pane.balloons == {}
    viewer.result = None
    assert viewer._pane.outcome == {}


def test_a_drawing_without_a_fault(data: contract.Result) -> None:
    good = contract.Result(pages=data.pages[:1], units="mm", notes=(contract.Note(id="n1", text="PAINT"),))
    shown = Result(good)
    viewer = ResultViewer(shown)
    viewer.view = "checks"
    assert bool(rows(viewer)) == bool(len(shown.checks()))


def test_a_view_that_there_is_not(viewer: ResultViewer) -> None:
    with pytest.raises(ValueError, match=r"There is no view 'sums'\. Choose from: reading, inspection, checks"):
        viewer.view = "sums"
    viewer._pane.view = "sums"  # of a browser that is newer than the kernel
    assert viewer._pane.outcome == {}


def test_a_box_that_cannot_be_drawn_has_no_balloon(data: contract.Result) -> None:
    wild = data.dimensions[0].model_copy(update={"box": (1, 2, float("inf"), 9)})
    viewer = ResultViewer(Result(data.model_copy(update={"dimensions": (wild,)}), "wild.pdf", [png()]))
    viewer.view = "checks"
    assert viewer._pane.balloons == {}


@pytest.mark.parametrize("kind", ["xlsx", "pdf", "csv"])
def test_findings_are_saved_by_the_browser(viewer: ResultViewer, kind: str) -> None:
    sent: list[Any] = []
    viewer._pane.send = lambda content, buffers=None: sent.append((content, buffers))
    press(viewer._pane, "file", view="checks", kind=kind)
    ((content, (body,)),) = sent
    assert content["name"] == f"housing_checks.{kind}"
    assert body.startswith({"xlsx": b"PK", "pdf": b"%PDF-", "csv": b"\xef\xbb\xbfnumber,severity"}[kind])


def test_a_file_that_there_is_not(viewer: ResultViewer) -> None:
    sent: list[Any] = []
    viewer._pane.send = lambda content, buffers=None: sent.append(content)
    press(viewer._pane, "file", view="checks", kind="qif")
    assert sent == [{"op": "file", "error": "It could not be written: There is no file 'qif' of 'checks'."}]
    viewer.result = None
    press(viewer._pane, "file", view="checks", kind="csv")
    assert len(sent) == 1


def test_in_a_running_loop_balloons_come_when_they_are_placed(data: contract.Result) -> None:
    async def story() -> None:
        viewer = ResultViewer(Result(data, "housing.pdf", [png(), png()]))
        viewer.view = "checks"
        assert rows(viewer)
        assert viewer._pane.balloons == {}
        viewer.page = 2  # turned before the first page was placed: only the second is shown
        await until(lambda: bool(viewer._pane.balloons))
        assert viewer._pane.balloons["page"] == 2
        await asyncio.sleep(0.2)
        assert viewer._pane.balloons["page"] == 2

    asyncio.run(story())


class Planner:
    """Plays the browser in the inspection: edits go in as messages, the answers come back."""

    def __init__(self, viewer: ResultViewer) -> None:
        self.viewer, self.pane = viewer, viewer._pane
        self.answers: list[dict[str, Any]] = []
        self.pane.send = lambda content, buffers=None: self.answers.append(content)
        viewer.view = "inspection"

    def edit(self, action: str, number: str = "", **more: Any) -> dict[str, Any]:
        press(self.pane, "plan", action=action, number=number, ask=len(self.answers), **more)
        return self.answers[-1]

    def numbers(self) -> list[str]:
        return [row["key"] for row in rows(self.viewer)]

    def centre(self, number: str) -> tuple[float, float]:
        return next((one["x"], one["y"]) for one in self.pane.balloons["placed"] if one["number"] == number)


@pytest.fixture
def planner(viewer: ResultViewer) -> Planner:
    return Planner(viewer)


def test_characteristics_with_their_limits(planner: Planner) -> None:
    found = {row["requirement"]: row for row in rows(planner.viewer)}
    assert planner.numbers() == ["1", "2", "3"]
    fit = found["⌀5 H7"]
    assert (fit["nominal"], fit["lower"], fit["upper"], fit["unit"], fit["rule"]) == (5, 5, 5.012, "mm", "ISO 286, H7")
    assert fit["item"] == "dimensions:1"
    assert {one["key"] for one in planner.pane.balloons["placed"]} == {"1", "2"}
    assert not planner.pane.outcome["undoable"]


def test_edits_of_the_inspection_and_their_undo(planner: Planner) -> None:
    changes: list[int] = []
    planner.viewer.on_change(lambda: changes.append(1))
    assert planner.edit("leave_out", "1") == {"op": "decided", "key": "", "fault": "", "ask": 0}
    assert planner.numbers() == ["2", "3"]
    assert planner.pane.outcome["undoable"]
    assert planner.edit("renumber", "3", to=" 1 ")["key"] == "1"
    assert planner.numbers() == ["1", "2"]
    assert planner.edit("renumber", "2", to="2") == {"op": "decided", "key": "2", "fault": "", "ask": 2}
    planner.edit("renumber", "2", to="7")
    planner.edit("in_order")
    assert planner.numbers() == ["1", "2"]
    assert len(changes) == len(planner.viewer.result.inspection_plan.edits) == 4  # type: ignore[union-attr]
    for left in (3, 2, 1, 0):
        planner.edit("undo")
        assert len(planner.viewer.result.inspection_plan.edits) == left  # type: ignore[union-attr]
    assert planner.numbers() == ["1", "2", "3"]
    assert not planner.pane.outcome["undoable"]


def test_a_callout_is_split(data: contract.Result) -> None:
    hole = data.dimensions[1].model_copy(update={"depth": 12.0})
    planner = Planner(ResultViewer(Result(data.model_copy(update={"dimensions": (hole,)}), "hole.pdf", [png(), png()])))
    assert planner.edit("split", "1")["key"] == "1.1"
    assert planner.numbers() == ["1.1", "1.2", "2"]
    before = planner.centre("1")
    planner.edit("move", "1.1", x=300, y=250)
    assert planner.centre("1") == (300, 250) != before


def test_rows_are_merged_and_left_out_together(planner: Planner) -> None:
    assert planner.edit("merge", numbers=["1", "2", "1"])["key"] == "1"
    assert planner.numbers() == ["1", "3"]
    assert rows(planner.viewer)[0]["quantity"] == 2
    assert [one["number"] for one in planner.pane.balloons["placed"]] == ["1", "1"], "a balloon at each place"
    assert "Two characteristics or more" in planner.edit("merge", "1")["fault"]
    assert "no characteristic '9'" in planner.edit("merge", numbers=["1", "9"])["fault"]
    planner.edit("leave_out", numbers=["1", "3"])
    assert planner.numbers() == []
    for left in (["1", "3"], ["1", "2", "3"]):
        planner.edit("undo")
        assert planner.numbers() == left


def test_a_row_is_added_by_hand(planner: Planner) -> None:
    box = [50.0, 60.0, 90.0, 70.0]
    assert planner.edit("add", text=" 4x  ⌀6 H7 ", page=1, box=box)["key"] == "4"
    row = rows(planner.viewer)[-1]
    assert {name: row[name] for name in ("requirement", "kind", "quantity", "nominal", "lower", "upper", "unit")} == {
        "requirement": "4x ⌀6 H7", "kind": "diameter", "quantity": 4, "nominal": 6, "lower": 6, "upper": 6.012,
        "unit": "mm",
    }  # fmt: skip
    assert (row["rule"], row["review"], row["added"], row["item"]) == ("ISO 286, H7", "added", True, "")
    assert planner.pane.balloons["placed"][-1]["box"] == tuple(box)
    planner.edit("move", "4", x=30, y=30)
    assert planner.centre("4") == (30, 30)
    planner.edit("add", text="Depth of hardening", page=2, box=None, lower="0,5", upper=" 0.8", unit="mm")
    row = rows(planner.viewer)[-1]
    assert (row["key"], row["page"], row["box"]) == ("5", 2, None)
    assert (row["lower"], row["upper"], row["unit"], row["reason"]) == (0.5, 0.8, "mm", "")
    planner.edit("merge", numbers=["4", "5"])
    assert planner.numbers() == ["1", "2", "3", "4"]
    for left in (5, 4, 4, 3):
        planner.edit("undo")
        assert len(planner.numbers()) == left


def test_a_row_that_cannot_be_added_is_answered(planner: Planner) -> None:
    for wish, fault in (
        ({"text": "  "}, "Type what is to be inspected"),
        ({"text": "x", "page": 7}, "There is no page 7"),
        ({"text": "x", "box": [5, 5, 1, 1]}, "A box goes from left to right"),
        ({"text": "x", "lower": "about 3"}, "'about 3' is none"),
        ({"text": "x", "upper": "inf"}, "A limit is a number"),
        ({"text": "x", "lower": "3", "upper": "2"}, "The lower limit, 3, is above the upper one, 2"),
    ):
        assert fault in planner.edit("add", **wish)["fault"]
    assert planner.numbers() == ["1", "2", "3"]


def test_a_moved_balloon_moves_alone(planner: Planner) -> None:
    first, second = planner.centre("1"), planner.centre("2")
    planner.edit("move", "1", x=50.5, y=60.0)
    assert planner.centre("1") == (50.5, 60.0)
    planner.edit("move", "1", x=51.0, y=61.0, place=0)
    assert planner.centre("1") == (51.0, 61.0)
    assert planner.centre("2") == second
    planner.edit("undo")
    assert planner.centre("1") == (50.5, 60.0)
    planner.edit("undo")
    assert planner.centre("1") == first


def test_edits_that_cannot_be_are_answered(planner: Planner) -> None:
    for told, fault in (
        (planner.edit("leave_out", "9"), "There is no characteristic '9'"),
        (planner.edit("renumber", "1", to="2"), "would have the number '2'"),
        (planner.edit("renumber", "1", to="one"), "A number is a whole one"),
        (planner.edit("renumber", "1", to=""), "A number is a whole one"),
        (planner.edit("split", "1"), "nothing to split"),
        (planner.edit("move", "1", x=-5, y=10), "A balloon stays on its page"),
        (planner.edit("move", "1", x=float("nan"), y=10), "two numbers"),
        (planner.edit("move", "1", x=1, y=10, place=3), "no such place"),
        (planner.edit("move", "9", x=1, y=10), "no characteristic '9'"),
        (planner.edit("move", "1"), "x"),
        (planner.edit("burn", "1"), "There is no edit 'burn'"),
    ):
        assert fault in told["fault"]
    assert planner.viewer.result is not None
    assert planner.viewer.result.inspection_plan.edits == ()
    planner.viewer.result = None
    before = len(planner.answers)
    press(planner.pane, "plan", action="undo")
    assert len(planner.answers) == before


def test_a_drawing_without_characteristics() -> None:
    viewer = ResultViewer(Result(contract.Result(pages=(contract.PageReport(page=1, width=9, height=9),)), "blank.pdf"))
    viewer.view = "inspection"
    assert viewer._pane.outcome["told"].startswith("Nothing was read that can be inspected")


def test_edits_that_do_not_hold_any_more_can_be_undone(planner: Planner) -> None:
    result = planner.viewer.result
    assert result is not None
    result.add("notes", "Paint black")
    planner.viewer.refresh()
    planner.edit("leave_out", "4")
    planner.viewer.undo()  # the note is gone, and with it the number 4
    assert rows(planner.viewer) == []
    assert "no characteristic '4'" in planner.pane.outcome["told"]
    planner.edit("undo")
    assert planner.numbers() == ["1", "2", "3"]


def test_an_inspection_that_was_edited_elsewhere_is_told(data: contract.Result, tmp_path: Path) -> None:
    planners = []
    for _ in range(2):
        result = Result(data, "housing.pdf", [png(), png()])
        result._keep_with(Keeper(Folder(tmp_path), "ab" * 32))
        planners.append(Planner(ResultViewer(result)))
    one, other = planners
    assert one.edit("leave_out", "1")["fault"] == ""
    told = other.edit("leave_out", "2")["fault"]
    assert told.startswith("This inspection was edited elsewhere meanwhile: what was made there is shown now.")
    assert other.pane.outcome["told"] == told
    assert other.numbers() == ["2", "3"]
    assert other.pane.outcome["restorable"]
    assert other.edit("restore")["fault"] == ""
    assert other.numbers() == ["1", "3"]
    assert "is kept beside this one" in other.pane.outcome["told"]
    assert "No other inspection" in Planner(ResultViewer(Result(data))).edit("restore")["fault"]


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_the_inspection_is_saved_by_the_browser(planner: Planner, kind: str) -> None:
    press(planner.pane, "file", view="inspection", kind=kind)
    assert planner.answers[-1]["name"] == f"housing_inspection.{kind}"


def test_balloons_need_the_drawing_itself(planner: Planner) -> None:
    press(planner.pane, "file", view="inspection", kind="pdf")
    assert "the drawing itself is not at hand here" in planner.answers[-1]["error"]
    sample = samples.named("milled_plate")
    shown = Result(sample.truth, "plate.pdf")
    shown._file = lambda: sample.data
    planner.viewer.result = shown
    press(planner.pane, "file", view="inspection", kind="pdf")
    assert planner.answers[-1]["name"] == "plate_inspection.pdf"


def test_files_have_what_was_added_and_merged() -> None:
    sample = samples.named("milled_plate")
    shown = Result(sample.truth, "plate.pdf")
    shown._file = lambda: sample.data
    planner = Planner(ResultViewer(shown))
    sent: list[bytes] = []
    planner.pane.send = lambda content, buffers=None: sent.extend(buffers or ())
    for wish in (
        {"action": "merge", "numbers": ["2", "3"]},
        {"action": "add", "text": "Leak test", "box": [9, 9, 60, 20]},
    ):
        press(planner.pane, "plan", ask=0, page=1, **wish)
    for kind in ("csv", "xlsx", "pdf"):
        press(planner.pane, "file", view="inspection", kind=kind)
    table, book, drawing = sent
    numbers = planner.numbers()
    assert "3" not in numbers
    frame = pd.read_csv(io.BytesIO(table), dtype={"number": str})
    assert list(frame["number"]) == numbers
    assert frame["requirement"].iloc[-1] == "Leak test"
    form = openpyxl.load_workbook(io.BytesIO(book))["Form 3"]
    assert [cell.value for cell in form["A"]][6:] == numbers
    document = pdfium.PdfDocument(drawing)
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert numbers[-1] in text.split()
