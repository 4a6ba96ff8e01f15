"""Inspection of a result: table, edits, files, balloons, and that all of it is kept."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pypdf
import pypdfium2 as pdfium
import pytest

from drawkit import contract, display, samples

SAMPLE = samples.named("milled_plate")


@pytest.fixture
def result() -> display.Result:
    return display.Result(SAMPLE.truth, "plate.pdf")


def test_numbers_do_not_change_when_values_are_corrected(result: display.Result) -> None:
    before = result.inspection()
    at = before.index[before["table"] == "dimensions"][0]
    result.correct("dimensions", before.loc[at, "id"], nominal=99.0, upper_deviation=0.1, lower_deviation=0.0)
    after = result.inspection()
    assert list(after["number"]) == list(before["number"]) == [str(n) for n in range(1, len(before) + 1)]
    assert after.loc[at, ["nominal", "lower_limit", "upper_limit"]].tolist() == [99, 99, 99.1]
    assert after.loc[at, "corrected"] == "nominal, upper_deviation, lower_deviation"


def test_what_is_given_is_kept(result: display.Result) -> None:
    rows = result.inspection(order="rows", expand=True, tables=["dimensions"])
    assert set(rows["table"]) == {"dimensions"}
    assert list(result.inspection()["number"]) == list(rows["number"])
    assert (result.inspection(expand=False)["quantity"] > 1).any()


def test_edits_can_be_made_and_undone(result: display.Result) -> None:
    plan = result.inspection_plan
    count = len(result.inspection())
    plan.leave_out(1, 2).add("Leak test at 2 bar", page=1, box=(10, 10, 60, 20), upper_limit=2).renumber({3: 1})
    rows = result.inspection()
    assert len(rows) == count - 1
    assert rows["number"].iloc[0] == "1"
    assert rows["requirement"].iloc[-1] == "Leak test at 2 bar"
    assert rows["number"].iloc[-1] == str(count + 1)
    assert rows["origin"].iloc[-1] == "stated"
    assert repr(plan) == "<InspectionPlan: 3 edits>"
    assert plan.undo()
    assert len(plan.edits) == 2
    plan.reset()
    assert not plan.undo()
    assert len(result.inspection()) == count


def test_what_is_added_is_read_as_if_it_were_printed(result: display.Result) -> None:
    plan = result.inspection_plan
    plan.add("4x ⌀6.6 H12 KC").add("⌖ ⌀0.2 A B").add("Leak test at 2 bar").add("⌀8 H7", upper_limit=8.1, unit="mm")
    hole, frame, words, given = plan.rows[-4:]
    assert (hole.kind, hole.quantity, hole.nominal, hole.designator) == ("diameter", 4, 6.6, "KC")
    assert (hole.lower_limit, hole.upper_limit, hole.rule) == (6.6, 6.75, "ISO 286, H12")
    assert (frame.kind, frame.characteristic, frame.upper_limit, frame.datums) == (
        "geometric_tolerance", "position", 0.2, "A | B",
    )  # fmt: skip
    assert (words.kind, words.nominal, words.reason) == ("other", None, "added by hand: passed or failed")
    assert (given.lower_limit, given.upper_limit, given.origin, given.rule) == (None, 8.1, "stated", None)
    assert {row.review.value for row in plan.rows[-4:]} == {"added"}
    plan.add("(12)", kind="linear")
    assert (plan.rows[-1].kind, plan.rows[-1].nominal) == ("linear", None), "a reference dimension states no limits"
    for fault, values in (("no page 9", {"page": 9}), ("A box", {"box": (5, 5, 1, 1)}), ("above", {"lower_limit": 3})):
        with pytest.raises(ValueError, match=fault):
            plan.add("x", upper_limit=2, **values)  # type: ignore[arg-type]


def test_merge_and_split(result: display.Result) -> None:
    rows = result.inspection()
    result.inspection_plan.merge(1, 2)
    assert len(result.inspection()) == len(rows) - 1
    holes = {d.id for d in SAMPLE.truth.dimensions if d.counterbore or d.countersink or isinstance(d.depth, float)}
    number = next(row.number for row in rows.itertuples() if row.id in holes and row.number not in "12")
    result.inspection_plan.split(number)
    assert f"{number}.2" in list(result.inspection()["number"])


def test_edits_that_cannot_be_change_nothing(result: display.Result) -> None:
    plan = result.inspection_plan
    with pytest.raises(KeyError, match="There is no characteristic '999'"):
        plan.leave_out(999)
    with pytest.raises(ValueError, match="Two characteristics or more are merged"):
        plan.merge(1)
    with pytest.raises(ValueError, match="There is no kind 'round'"):
        plan.add("x", kind="round")
    with pytest.raises(ValueError, match=r"There is no order 'spiral'\. There are: clockwise, rows\."):
        result.inspection(order="spiral")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="There is no table 'bom'"):
        result.inspection(tables=["bom"])
    with pytest.raises(ValueError, match="is no general tolerance"):
        result.inspection(general="about right")
    assert plan.edits == ()
    plan.leave_out(1)
    with pytest.raises(ValueError, match=r"inspection_plan\.reset"):
        result.inspection(order="rows")


def test_the_plan_goes_into_json_and_pickles(result: display.Result) -> None:
    result.inspection(order="rows")
    result.inspection_plan.leave_out(2)
    for again in (display.Result.from_json(result.to_json()), pickle.loads(pickle.dumps(result))):
        assert again == result
        pd.testing.assert_frame_equal(again.inspection(), result.inspection())
    assert "inspection" not in json.loads(display.Result(SAMPLE.truth).to_json())


@pytest.mark.parametrize("ending", ["xlsx", "csv", "json", "pdf"])
def test_files(result: display.Result, tmp_path: Path, ending: str) -> None:
    rows = result.inspection()
    path = result.to_inspection(tmp_path / "new" / f"fai.{ending}")
    if ending == "xlsx":
        assert openpyxl.load_workbook(path).sheetnames == ["Form 3", "Form 1", "Form 2", "preview"]
    elif ending == "csv":
        assert list(pd.read_csv(path, dtype=str)["number"]) == list(rows["number"])
    elif ending == "json":
        told = json.loads(path.read_text())
        assert [row["number"] for row in told["characteristics"]] == list(rows["number"])
        assert told["plan"]["order"] == "clockwise"
    else:
        assert "requirement" in pypdf.PdfReader(path).pages[1].extract_text()


def test_balloons_on_the_file_itself(result: display.Result, tmp_path: Path) -> None:
    source = SAMPLE.save(tmp_path)
    out = result.balloon(source, tmp_path / "out" / "ballooned.pdf")
    assert out == tmp_path / "out" / "ballooned.pdf"
    assert result.balloon(SAMPLE.data, out).read_bytes()[:5] == b"%PDF-"
    with pytest.raises(ValueError, match=r"name it \.pdf, not 'a\.png'"):
        result.balloon(source, tmp_path / "a.png")


def test_balloons_on_a_locked_pdf(result: display.Result, tmp_path: Path) -> None:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(SAMPLE.save(tmp_path)))
    writer.encrypt(user_password="open sesame", algorithm="AES-256")
    locked, out = tmp_path / "locked.pdf", tmp_path / "ballooned.pdf"
    writer.write(locked)
    with pytest.raises(contract.Refused, match=r"The PDF is locked\. Pass password=getpass\.getpass"):
        result.balloon(locked, out)
    with pytest.raises(contract.Refused, match="The password does not open this PDF"):
        result.balloon(locked, out, password="wrong")
    assert not out.exists()
    result.balloon(locked, out, password=lambda: "open sesame")
    ballooned = pypdf.PdfReader(out)
    assert not ballooned.is_encrypted
    plain = pypdf.PdfReader(result.balloon(SAMPLE.data, tmp_path / "plain.pdf"))
    assert ballooned.pages[0].extract_text() == plain.pages[0].extract_text()


def test_the_picture(result: display.Result) -> None:
    assert repr(result.show_inspection()) == "<Picture: plate.pdf, page 1, characteristics numbered>"
    first = result.data.dimensions[0]
    key = result.data.model_copy(update={"dimensions": (first.model_copy(update={"text": f"{first.text} KC"}),)})
    assert display.Result(key).show_inspection(theme="dark").png != result.show_inspection(theme="dark").png


def test_a_balloon_goes_where_it_is_moved(result: display.Result, tmp_path: Path) -> None:
    def red(pdf: Path, x: float, y: float) -> bool:
        document = pdfium.PdfDocument(pdf)
        around = (
            document[0].render(scale=2).to_pil().convert("RGB").crop((2 * x - 18, 2 * y - 18, 2 * x + 18, 2 * y + 18))
        )
        document.close()
        colours = np.asarray(around).astype(int)
        return bool((colours[..., 0] - colours[..., 1] > 60).any())

    plan = result.inspection_plan
    place = (600.0, 100.0)
    before = result.show_inspection(theme="light").png
    assert not red(result.balloon(SAMPLE.data, tmp_path / "before.pdf"), *place)
    plan.move(1, *place)
    assert red(result.balloon(SAMPLE.data, tmp_path / "after.pdf"), *place)
    assert result.show_inspection(theme="light").png != before
    plan.merge(2, 1).move(2, 590.0, 90.0, place=0)
    (row,) = (one for one in plan.rows if one.number == "2")
    assert sorted(row.moved) == [(0, 590.0, 90.0), (1, *place)], "a moved balloon stays where it is in a merged row"
    for x, y in ((-1, 5), (5, 9999), (float("nan"), 5)):
        with pytest.raises(ValueError, match=r"stays on its page|two numbers"):
            plan.move(2, x, y)
    with pytest.raises(ValueError, match="has no such place"):
        plan.move(2, 5, 5, place=2)
    with pytest.raises(KeyError, match="no characteristic '999'"):
        plan.move(999, 5, 5)
    assert len(plan.edits) == 3
