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


def test_a_box_is_read(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Result, "propose", lambda *_: {"text": "⌀6 H7", "nominal": 6.0, "fit": "H7"})
    browser = Browser(ResultViewer(result))
    press(browser.pane, "propose", table="dimensions", page=1, box=[1, 1, 9, 9], ask=3)
    values = {"text": "⌀6 H7", "nominal": 6.0, "fit": "H7"}
    assert browser.answers[-1] == {"op": "proposal", "ask": 3, "text": "⌀6 H7", "values": values, "fault": ""}

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
