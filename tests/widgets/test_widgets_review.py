"""The review in the viewer, from the kernel's side: what the browser wishes, what it is told, what stays."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from widgets_service import png, press, until

from drawkit import ResultViewer, contract
from drawkit.contract import Dimension, Note
from drawkit.display import Result
from drawkit.review import Folder, Keeper

FREE = {"flag": False, "choices": [], "optional": True, "hint": ""}
"""A field that can hold any text or number, of an item that is not there yet."""


@pytest.fixture
def result() -> Result:
    data = contract.Result(
        units="mm",
        pages=(contract.PageReport(page=1, width=400, height=300),),
        dimensions=(
            Dimension(id="d1", text="⌀5", kind="diameter", nominal=5, box=(1, 2, 30, 9), confidence=0.4),
            Dimension(id="d2", text="±0.1", box=(32, 2, 50, 9), confidence=0.3),
            Dimension(text="no id", nominal=3),
        ),
        notes=(Note(id="n1", text="R3"),),
    )
    return Result(data, "cover.pdf", [png()])


class Browser:
    """Plays the browser: wishes go in as messages, answers are collected."""

    def __init__(self, viewer: ResultViewer) -> None:
        self.viewer, self.pane = viewer, viewer._pane
        self.answers: list[dict[str, Any]] = []
        self.pane.send = lambda content, buffers=None: self.answers.append(content)

    def decide(self, action: str, *keys: str, **more: Any) -> dict[str, Any]:
        press(self.pane, "decide", action=action, keys=list(keys), ask=len(self.answers), **more)
        return self.answers[-1]

    def states(self) -> dict[str, str]:
        return {key: item["state"] for key, item in self.pane.changes.items()}


@pytest.fixture
def browser(result: Result) -> Browser:
    return Browser(ResultViewer(result))


def test_what_is_read_is_sent_once_and_decisions_over_it(browser: Browser, result: Result) -> None:
    before = browser.pane.items
    assert browser.pane.changes == {}
    assert browser.pane.review == {"done": 0, "total": 3, "text": "0 of 3 reviewed", "told": ""}
    assert browser.decide("accept", "dimensions:0") == {"op": "decided", "key": "", "fault": "", "ask": 0}
    assert browser.pane.items is before
    assert browser.states() == {"dimensions:0": "accepted"}
    assert browser.pane.changes["dimensions:0"]["trust"] == "sure"
    assert browser.pane.review["text"] == "1 of 3 reviewed"
    assert browser.pane.undoable
    press(browser.pane, "undo")
    assert browser.pane.changes == {}
    assert result.decisions == ()


def test_every_decision(browser: Browser, result: Result) -> None:
    changes: list[int] = []
    browser.viewer.on_change(lambda: changes.append(1))
    browser.decide("reject", "dimensions:1")
    assert browser.pane.changes["dimensions:1"]["state"] == "rejected"
    browser.decide("take_back", "dimensions:1")
    assert browser.decide("merge", "dimensions:0", "dimensions:1")["key"] == "dimensions:0"
    assert browser.pane.changes["dimensions:0"]["values"]["upper_deviation"] == 0.1
    assert browser.pane.changes["dimensions:0"]["read"]["text"] == "⌀5"
    assert browser.pane.changes["dimensions:1"]["note"] == "merged into d1"
    assert browser.decide("split", "dimensions:0", parts=["⌀5", "", "R2 "])["key"] == "dimensions:0"
    assert browser.pane.changes["dimensions:3"]["values"]["kind"] == "radius"
    answer = browser.decide("change_kind", "notes:0", to="dimensions")
    assert answer["key"] == "dimensions:4"
    answer = browser.decide("add", table="datum_features", page=1, box=[1, 1, 9, 9], text="A")
    assert answer["key"] == "datum_features:0"
    assert [kind["name"] for kind in browser.pane.kinds] == ["dimensions", "datum_features", "notes"]
    assert browser.pane.changes["datum_features:0"]["read"] == {}
    answer = browser.decide("add", table="notes", page=1, box=None, text="x", values={"text": "PAINT", "number": "2"})
    assert result.notes["text"].tolist() == ["PAINT"]
    assert len(changes) == len(result.decisions) == 7
    browser.viewer.select("datum_features", "a3")
    assert browser.viewer.selected == ("datum_features", "a3")


def test_what_cannot_be_is_answered(browser: Browser, result: Result) -> None:
    for told, fault in (
        (browser.decide("accept", "dimensions:9"), "not there any more"),
        (browser.decide("accept"), "not there any more"),
        (browser.decide("accept", "dimensions:0", "notes:0"), "one table at a time"),
        (browser.decide("accept", "dimensions:2"), "no item with the id"),
        (browser.decide("split", "dimensions:0", parts=["one"]), "two parts or more"),
        (browser.decide("change_kind", "dimensions:0", to="pages"), "pages"),
        (browser.decide("burn", "dimensions:0"), "no decision 'burn'"),
        (browser.decide("add", table="pages", page=1, text="x"), "no table 'pages'"),
        (browser.decide("add", table="notes", page=1, text="  "), "Type what stands there"),
        (browser.decide("add", table="notes", page="1", text="x"), "no page 0"),
        (browser.decide("add", table="notes", page=1, text="x", box=[1]), "four numbers"),
    ):
        assert fault in told["fault"]
    assert result.decisions == ()
    assert browser.pane.changes == {}
    browser.viewer.result = None
    before = len(browser.answers)
    press(browser.pane, "decide", action="accept", keys=["dimensions:0"])
    assert len(browser.answers) == before


def test_a_decision_on_an_item_that_is_gone(result: Result) -> None:
    stray = contract.Decision(action="accept", table="dimensions", ids=("x",))
    viewer = ResultViewer(Result(result.data, decisions=[stray]))
    assert viewer._pane.review["told"].startswith("1 decision of the review hold")
    assert viewer._pane.review["done"] == 0


def test_a_review_that_cannot_be_kept_is_told(result: Result, tmp_path: Path) -> None:
    (tmp_path / "reviews").write_text("in its way")
    result._keep_with(Keeper(Folder(tmp_path / "reviews"), "ab"))
    browser = Browser(ResultViewer(result))
    browser.decide("accept", "dimensions:0")
    assert "Save the result as JSON" in browser.pane.review["told"]
    assert browser.pane.review["done"] == 1


def test_a_review_that_was_set_aside_is_told(result: Result, tmp_path: Path) -> None:
    (tmp_path / "ab.json").write_text("{")
    result._keep_with(Keeper(Folder(tmp_path), "ab"))
    browser = Browser(ResultViewer(result))
    assert "is set aside then" in browser.pane.review["told"]
    browser.decide("accept", "dimensions:0")
    assert f"It is set aside as {tmp_path / 'ab.aside-'}" in browser.pane.review["told"]
    assert browser.pane.review["done"] == 1


def test_a_box_is_read(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Result, "propose", lambda *_: {"text": "⌀6 H7", "nominal": 6.0, "fit": "H7"})
    browser = Browser(ResultViewer(result))
    press(browser.pane, "propose", table="dimensions", page=1, box=[1, 1, 9, 9], ask=3)
    fields = [
        {"name": "nominal", "label": "Nominal", "value": 6.0, **FREE},
        {"name": "fit", "label": "Fit", "value": "H7", **FREE},
    ]
    assert browser.answers[-1] == {"op": "proposal", "ask": 3, "text": "⌀6 H7", "fields": fields, "fault": ""}

    async def story() -> None:
        viewer = ResultViewer(result)
        there = Browser(viewer)
        press(there.pane, "propose", table="dimensions", page=1, box=[1, 1, 9, 9], ask=4)
        assert there.answers == [], "the engine reads beside the event loop"
        await until(lambda: bool(there.answers))
        assert there.answers[0]["text"] == "⌀6 H7"

    asyncio.run(story())


def test_a_box_that_cannot_be_read_is_told(browser: Browser) -> None:
    for wish, fault in (
        ({"table": "pages", "page": 1, "box": [1, 1, 9, 9]}, "no table 'pages'"),
        ({"table": "notes", "page": 4, "box": [1, 1, 9, 9]}, "There is no page 4"),
        ({"table": "notes", "page": 1, "box": "x"}, "four numbers"),
        ({"table": "notes", "page": 1}, "no picture of this page"),
    ):
        press(browser.pane, "propose", **wish)
        assert fault in browser.answers[-1]["fault"]


def read(browser: Browser, **wish: Any) -> tuple[dict[str, Any], str]:
    """The values that the browser is told for a typed text, and what is said of them."""
    press(browser.pane, "typed", ask=7, **wish)
    answer = browser.answers[-1]
    assert (answer["op"], answer["ask"]) == ("typed", 7)
    return {field["name"]: (field.get("now", ...), field["value"]) for field in answer["fields"]}, answer["told"]


def test_a_typed_text_is_read_before_it_is_taken(browser: Browser, result: Result) -> None:
    told = read(browser, key="dimensions:0", text="2x d6 H7")
    values = {"quantity": (1, 2), "nominal": (5, 6), "fit": (None, "H7"), "tolerance_from": ("none", "fit")}
    assert told == (values, "")
    fields = {field["name"]: field for field in browser.answers[-1]["fields"]}
    assert "limits" in fields["tolerance_from"]["choices"]
    assert read(browser, key="dimensions:0", text="⌀5") == ({}, "")
    assert read(browser, key="dimensions:0", text="foo")[1].endswith("the values stay as they are.")
    assert read(browser, table="dimensions", text="R2") == ({"kind": (..., "radius"), "nominal": (..., 2)}, "")
    assert read(browser, table="notes", text="foo") == ({}, "")
    assert read(browser, table="pages", text="foo")[1].startswith("There is no table 'pages'")
    assert read(browser, key="dimensions:2", text="5")[0] == {"kind": (..., "linear"), "nominal": (..., 5)}
    browser.decide("reject", "dimensions:1")
    assert read(browser, key="dimensions:1", text="5")[1] == "d2 of dimensions was rejected: take that back first."
    assert len(result.decisions) == 1
    browser.viewer.result = None
    before = len(browser.answers)
    press(browser.pane, "typed", key="dimensions:0", text="5")
    assert len(browser.answers) == before


def test_a_text_is_taken_with_the_values_beside_it(browser: Browser, result: Result) -> None:
    text = {"key": "dimensions:0", "field": "text"}
    seen = {"nominal": "6,5", "fit": "", "tolerance_from": "none"}
    press(browser.pane, "correct", **text, value="⌀6 H7", values=seen)
    assert browser.answers[-1] == {"op": "taken", **text, "told": ""}
    item = browser.pane.changes["dimensions:0"]["values"]
    assert (item["text"], item["nominal"], item["fit"], item["tolerance_from"]) == ("⌀6 H7", 6.5, None, "none")
    press(browser.pane, "correct", **text, value="⌀8 g6", values={})
    item = browser.pane.changes["dimensions:0"]["values"]
    assert (item["nominal"], item["fit"]) == (8, "g6"), "who is quicker than the reading gets it all the same"
    press(browser.pane, "correct", **text, value="hello")
    assert browser.answers[-1]["told"].startswith("“hello” is not understood as a dimension")
    assert browser.pane.changes["dimensions:0"]["values"]["nominal"] == 8
    press(browser.pane, "correct", **text, value="⌀9", values={"nominal": "nine"})
    assert browser.pane.said["text"] == "nominal: a valid number is needed."
    assert len(result.decisions) == 3
