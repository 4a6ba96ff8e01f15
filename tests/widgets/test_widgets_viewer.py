"""The result viewer from the kernel's side: what it shows, what it hears, what its state holds."""

import asyncio
import base64
import gc
import io
import json
import threading
import weakref
import zipfile
from typing import Any

import openpyxl
import pandas as pd
import pytest
from widgets_service import png, press, state_of, until

import drawkit
from drawkit import ResultViewer, contract
from drawkit.display import Result
from drawkit.display._covered import NO_PREVIEW
from drawkit.figures import STYLES
from drawkit.widgets import _viewer_rows


@pytest.fixture
def data() -> contract.Result:
    """Two pages, one item of most kinds, and what a browser could choke on."""
    return contract.Result(
        pages=(
            contract.PageReport(page=1, width=400, height=300),
            contract.PageReport(page=2, width=0, height=0, readable=False, remarks=("garbled",)),
        ),
        dimensions=(
            contract.Dimension(
                id="d1", text="⌀5 ±0.1", nominal=5, upper_deviation=0.1, lower_deviation=-0.1, box=(1, 2, 30, 9)
            ),
            contract.Dimension(text="no id", nominal=float("nan"), confidence=0.2, page=2),
            contract.Dimension(id="d3", text="\ud800", page=2, box=(1, 2, float("inf"), 9)),
        ),
        geometric_tolerances=(
            contract.GeometricTolerance(
                id="g1", characteristic="position", value=0.1,
                datums=(contract.DatumReference(label="A", modifiers=("M",)), contract.DatumReference(label="B")),
            ),
        ),
        bom=(contract.PartsListItem(id="b1", position="1", quantity="2", other={"Unit price": "3 €"}),),
        views=(contract.View(id="v1", label="A-A", kind="section", page=2),),
    )  # fmt: skip


class Talk:
    """Plays the browser: wishes go in as messages, answers are collected."""

    def __init__(self, viewer: ResultViewer) -> None:
        self.pane = viewer._pane
        self.answers: list[tuple[dict[str, Any], Any]] = []
        self.pane.send = lambda content, buffers=None: self.answers.append((content, buffers))

    def wish(self, op: str, **more: Any) -> None:
        press(self.pane, op, **more)


@pytest.fixture
def viewer(data: contract.Result) -> ResultViewer:
    return ResultViewer(Result(data, "housing.pdf", [png()]))


def item(viewer: ResultViewer, key: str) -> dict[str, Any]:
    """The item as the browser shows it: as it was read, or as the review has made it."""
    changed = viewer._pane.changes.get(key)
    return changed or next(one for one in viewer._pane.items if one["key"] == key)


def test_what_the_browser_is_told(viewer: ResultViewer) -> None:
    pane = viewer._pane
    assert pane.name == "housing.pdf"
    assert [sheet["page"] for sheet in pane.sheets] == [1, 2]
    assert pane.sheets[1]["width"] > 0
    assert pane.sheets[1]["remarks"] == "garbled"
    assert [kind["name"] for kind in pane.kinds] == ["dimensions", "geometric_tolerances", "bom", "views"]
    assert viewer.page == 1
    first = item(viewer, "dimensions:0")
    assert first["cells"] == ["⌀5 ±0.1", "linear", "5", "±0.1"]
    assert first["values"]["nominal"] == 5.0
    assert item(viewer, "geometric_tolerances:0")["cells"][-1] == "A(M) | B"
    assert item(viewer, "dimensions:1")["fixed"]
    assert item(viewer, "dimensions:2")["box"] is None
    json.dumps([pane.items, pane.kinds, pane.sheets], allow_nan=False).encode()
    json.dumps(pane.items, ensure_ascii=False).encode()
    fields = {field["name"]: field for field in pane.kinds[0]["fields"]}
    assert fields["reference"]["flag"]
    assert "diameter" in fields["kind"]["choices"]
    assert fields["nominal"]["optional"]


def test_nothing_is_said_of_the_public_where_ones_own_sheet_is_shown(data: contract.Result) -> None:
    withheld = "The page is not shown in public: its text cannot be read."
    page = contract.PageReport(page=1, width=9, height=9, remarks=("It is blurred.", withheld))
    theirs = Result(data.model_copy(update={"pages": (page,)}), "a", redacted=True)
    own = Result(theirs.data, "a", redacted=False)
    assert ResultViewer(theirs)._pane.sheets[0]["remarks"] == f"It is blurred.; {withheld}"
    assert ResultViewer(own)._pane.sheets[0]["remarks"] == "It is blurred."


def test_a_photo_is_told_once_on_top() -> None:
    page = contract.PageReport(page=1, width=9, height=9, readable=False, remarks=("It is blurred.",))
    pane = ResultViewer(Result(contract.Result(pages=(page,)), "a"))._pane
    assert pane.doubts.startswith("Nothing on it can be read. It is blurred. Is it a drawing?")
    assert pane.sheets[0]["remarks"] == ""


def test_every_kind_has_columns() -> None:
    assert _viewer_rows._COLUMNS.keys() == STYLES.keys()
    for name, model in contract.LISTS.items():
        assert set(_viewer_rows._COLUMNS[name]) <= {*model.model_fields, "tolerance"}


def test_the_state_holds_no_picture(viewer: ResultViewer, data: contract.Result) -> None:
    talk = Talk(viewer)
    talk.wish("picture", page=1, edition=viewer._pane.edition)
    state = state_of(viewer._pane)
    assert base64.b64encode(png())[:40].decode() not in state
    assert "PNG" not in state


def test_pictures_come_on_request(viewer: ResultViewer, data: contract.Result) -> None:
    talk, edition = Talk(viewer), viewer._pane.edition
    talk.wish("picture", page=1, edition=edition)
    talk.wish("picture", page=2, edition=edition)
    talk.wish("picture", page="x", edition=edition)
    talk.wish("picture", page=1, edition=edition - 1)
    talk.wish("no such wish")
    assert talk.answers == [
        ({"op": "picture", "page": 1, "edition": edition, "there": True, "caption": ""}, [png()]),
        ({"op": "picture", "page": 2, "edition": edition, "there": False, "caption": NO_PREVIEW}, None),
    ]


def test_parts_come_finer_where_the_file_is_at_hand(viewer: ResultViewer, data: contract.Result) -> None:
    talk, edition = Talk(viewer), viewer._pane.edition
    wish = {"page": 1, "edition": edition, "box": [10, 20.5, 60, 50], "dpi": 300}
    talk.wish("part", **wish)
    assert talk.answers.pop() == ({"op": "part", "page": 1, "edition": edition, "box": None, "there": False}, None)
    asked: list[Any] = []
    viewer.result._part = lambda *place: (asked.append(place), (b"PNG", (9.9, 20.4, 60.1, 50.0)))[1]
    talk.wish("part", **wish)
    assert asked == [(1, (10.0, 20.5, 60.0, 50.0), 300.0)]
    told = {"op": "part", "page": 1, "edition": edition, "box": (9.9, 20.4, 60.1, 50.0), "there": True}
    assert talk.answers.pop() == (told, [b"PNG"])
    for wrong in (
        {"box": None}, {"box": [1, 2, 3]}, {"box": ["1", 2, 3, 4]}, {"dpi": float("nan")}, {"page": "1"},
        {"edition": edition - 1},
    ):  # fmt: skip
        talk.wish("part", **{**wish, **wrong})
    assert talk.answers == []


def test_a_slow_picture_keeps_nobody_waiting(data: contract.Result) -> None:
    async def story() -> None:
        asked, go = threading.Event(), threading.Event()

        def slow(page: int) -> bytes:
            asked.set()
            assert go.wait(60)
            return png()

        viewer = ResultViewer(Result(data, "slow", slow))
        talk = Talk(viewer)
        talk.wish("picture", page=1, edition=viewer._pane.edition)
        await asyncio.to_thread(asked.wait, 60)
        assert talk.answers == []
        go.set()
        await until(lambda: len(talk.answers) == 1)
        asked.clear(), go.clear()
        talk.wish("picture", page=2, edition=viewer._pane.edition)
        await asyncio.to_thread(asked.wait, 60)
        viewer.result = data
        go.set()
        await asyncio.sleep(0.2)
        assert len(talk.answers) == 1, "the picture of a result that is shown no more"

    asyncio.run(story())


def test_a_wish_from_another_thread_is_heard_at_home(data: contract.Result) -> None:
    async def story() -> None:
        viewer = ResultViewer(Result(data))
        talk = Talk(viewer)
        seen: list[int] = []
        viewer.on_change(lambda: seen.append(threading.get_ident()))
        await asyncio.to_thread(talk.wish, "correct", key="dimensions:0", field="nominal", value="6")
        await until(lambda: bool(seen))
        assert seen == [threading.get_ident()]

    asyncio.run(story())


def test_corrections_from_the_browser(viewer: ResultViewer) -> None:
    talk, changes = Talk(viewer), []
    viewer.on_change(lambda: changes.append(1))
    talk.wish("correct", key="dimensions:0", field="nominal", value="6,5")
    assert viewer.result is not None
    assert [(c.id, c.value) for c in viewer.result.by_hand] == [("d1", 6.5)]
    assert item(viewer, "dimensions:0")["read"] == {"nominal": 5.0}
    assert item(viewer, "dimensions:0")["cells"][2] == "6.5"
    assert viewer._pane.undoable
    talk.wish("correct", key="dimensions:0", field="nominal", value="many")
    assert "valid number" in viewer._pane.said["text"]
    assert viewer._pane.said["field"] == "nominal"
    talk.wish("correct", key="dimensions:1", field="nominal", value="1")
    assert "no item" in viewer._pane.said["text"], "an item without an id cannot be named"
    for key in ("dimensions:77", "dimensions:-1", "dimensions", "data:0", None):
        talk.wish("correct", key=key, field="nominal", value="1")
    talk.wish("take_back", key="dimensions:0", field="nominal")
    assert viewer._pane.said == {}
    assert viewer.result.by_hand == ()
    talk.wish("undo")
    assert len(viewer.result.by_hand) == 1
    assert len(changes) == 3


def test_what_stands_within_is_corrected_too(viewer: ResultViewer) -> None:
    talk = Talk(viewer)
    kinds = {kind["name"]: {field["name"]: field for field in kind["fields"]} for kind in viewer._pane.kinds}
    assert kinds["geometric_tolerances"]["datums"]["hint"] == "A(M) | B-C"
    assert kinds["dimensions"]["counterbore_depth"]["label"] == "Counterbore depth"
    assert kinds["bom"]["Unit price"]["label"] == "Unit price"
    assert kinds["bom"]["quantity"]["label"] == "Quantity"
    for key, field, value in (
        ("geometric_tolerances:0", "datums", "B | C(L)"),
        ("geometric_tolerances:0", "modifiers", "Ⓜ"),
        ("dimensions:0", "counterbore_depth", "2,5"),
        ("bom:0", "Unit price", "4 €"),
    ):
        talk.wish("correct", key=key, field=field, value=value)
        assert talk.answers[-1] == ({"op": "taken", "key": key, "field": field, "told": ""}, None)
        assert viewer._pane.said == {}
    tolerance = item(viewer, "geometric_tolerances:0")
    assert tolerance["cells"][-1] == "B | C(L)"
    assert (tolerance["values"]["datums"], tolerance["read"]) == ("B | C(L)", {"datums": "A(M) | B", "modifiers": ""})
    assert item(viewer, "dimensions:0")["values"]["counterbore_depth"] == 2.5
    assert item(viewer, "bom:0")["read"] == {"Unit price": "3 €"}
    assert viewer.result is not None
    assert viewer.result.geometric_tolerances.loc[1, "secondary"] == "C(L)"


def test_the_drawings_units(viewer: ResultViewer) -> None:
    talk = Talk(viewer)
    assert viewer._pane.units == {"value": None, "choices": ["mm", "inch", "dual"]}
    talk.wish("correct", key="drawing", field="units", value="inch")
    assert viewer._pane.units == {"value": "inch", "choices": ["mm", "inch", "dual"], "read": None}
    assert viewer.result is not None
    assert viewer.result.corrected.units == "inch"
    talk.wish("correct", key="drawing", field="units", value="")
    assert viewer.result.by_hand == (), "as it was read"
    viewer.correct("drawing", units="mm")
    assert viewer._pane.units["value"] == "mm"
    viewer.result = None
    talk.wish("correct", key="drawing", field="units", value="inch")
    assert viewer._pane.units == {}


def test_the_same_refusal_is_told_anew(viewer: ResultViewer) -> None:
    talk, told = Talk(viewer), []
    viewer._pane.observe(lambda change: told.append(change["new"].get("text")), "said")
    for _ in range(2):
        talk.wish("correct", key="geometric_tolerances:0", field="datums", value="5")
    refusal = "datums: '5' is not a datum. Write capital letters between bars, such as A(M) | B-C."
    assert told == [refusal, None, refusal]
    assert talk.answers == []


def test_corrections_from_code(viewer: ResultViewer) -> None:
    viewer.correct("bom", "b1", quantity="3")
    viewer.correct("geometric_tolerances", "g1", datums=["A", contract.DatumReference(label="B-C")])
    assert item(viewer, "geometric_tolerances:0")["values"]["datums"] == "A | B-C"
    assert viewer.undo()
    assert item(viewer, "bom:0")["values"]["quantity"] == "3"
    assert viewer.undo()
    assert not viewer.undo()
    assert viewer.result is not None
    viewer.result.correct("bom", "b1", quantity="4")
    viewer.refresh()
    assert item(viewer, "bom:0")["values"]["quantity"] == "4"
    with pytest.raises(ValueError, match="no result"):
        ResultViewer().correct("bom", "b1", quantity="3")


def test_selection_pages_kinds_and_confidence(viewer: ResultViewer) -> None:
    assert viewer.selected is None
    viewer.select("views", "v1")
    assert viewer.selected == ("views", "v1")
    assert viewer.page == 2
    with pytest.raises(KeyError, match="no item with the id 'x'"):
        viewer.select("views", "x")
    viewer.page = 1
    with pytest.raises(ValueError, match="Choose one of: 1, 2"):
        viewer.page = 3
    viewer.kinds = ("bom", "views")
    assert viewer.kinds == ("bom", "views")
    viewer.kinds = "bom"
    assert viewer.kinds == ("bom",)
    with pytest.raises(ValueError, match="No such kind: 'boms'"):
        viewer.kinds = ("boms",)
    viewer.confidence = 0.5
    assert viewer.confidence == 0.5
    with pytest.raises(ValueError, match="from 0 to 1"):
        viewer.confidence = 50


def test_another_result(viewer: ResultViewer, data: contract.Result) -> None:
    edition = viewer._pane.edition
    viewer.select("views", "v1")
    viewer.result = data.model_copy(update={"pages": ()})
    assert viewer._pane.edition == edition + 1
    assert viewer.selected is None
    assert len(viewer._pane.sheets) == 1
    viewer.result = None
    assert viewer._pane.items == viewer._pane.sheets == []
    assert (viewer.result, viewer.page, viewer.undo()) == (None, 1, False)
    Talk(viewer).wish("picture", page=1, edition=viewer._pane.edition)
    with pytest.raises(ValueError, match="Choose one of: none"):
        viewer.page = 1
    with pytest.raises(KeyError):
        viewer.select("views", "v1")
    with pytest.raises(TypeError, match="A viewer shows a"):
        viewer.result = "result"


def test_arguments(data: contract.Result) -> None:
    viewer = ResultViewer(data, page=2, kinds=["views"], confidence=0.3, height=300)
    assert (viewer.page, viewer.kinds, viewer.confidence, viewer._pane.height) == (2, ("views",), 0.3, 300)
    with pytest.raises(TypeError, match="Did you mean 'confidence'"):
        ResultViewer(data, confidense=1)
    viewer.close()


def test_how_it_shows_itself(viewer: ResultViewer, data: contract.Result) -> None:
    assert repr(viewer).startswith("<ResultViewer: <Result of housing.pdf: 3 dimensions, 1 geometric tolerance")
    assert repr(viewer._pane) == "<ViewerPane: housing.pdf>"
    bundle = viewer._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert "data:image/png;base64," in bundle["text/html"], "the result shows without widgets"
    assert "result is shown here" in ResultViewer()._repr_html_()
    assert repr(ResultViewer()) == "<ResultViewer: no result>"
    assert repr(ResultViewer()._pane) == "<ViewerPane: no result>"
    assert {"result", "select", "corrections"} - set(dir(viewer)) == {"corrections"}
    assert drawkit.ResultViewer is ResultViewer


def test_results_that_are_shown_no_more_are_let_go(viewer: ResultViewer, data: contract.Result) -> None:
    shown = []
    for _ in range(20):
        viewer.result = Result(data.model_copy(), "another", [png()])
        Talk(viewer).wish("picture", page=1, edition=viewer._pane.edition)
        shown.append(weakref.ref(viewer.result))
    gc.collect()
    assert [at for at, one in enumerate(shown) if one() is not None] == [19]


@pytest.mark.parametrize(("kind", "name"), [("xlsx", "plate.xlsx"), ("csv", "plate_csv.zip"), ("json", "plate.json")])
def test_a_result_is_saved_by_the_browser(data: contract.Result, kind: str, name: str) -> None:
    readable = data.model_copy(update={"dimensions": data.dimensions[:2]})
    result = Result(readable if kind == "json" else data, "plate.pdf", [png()])
    result.correct("dimensions", "d1", nominal=6)
    viewer = ResultViewer(result)
    talk = Talk(viewer)
    talk.wish("file", kind=kind)
    content, buffers = talk.answers[-1]
    assert (content["op"], content["name"]) == ("file", name)
    if kind == "json":
        assert Result.from_json(buffers[0]).by_hand == result.by_hand
    elif kind == "xlsx":
        book = openpyxl.load_workbook(io.BytesIO(buffers[0]))
        assert {"preview", "dimensions", "limits", "corrections"} <= set(book.sheetnames)
    else:
        with zipfile.ZipFile(io.BytesIO(buffers[0])) as archive:
            assert {"dimensions.csv", "limits.csv"} <= set(archive.namelist())
            table = pd.read_csv(archive.open("dimensions.csv"))
        assert (table["nominal"][0], "max" in table) == (6, False)


def test_what_cannot_be_saved_is_told(data: contract.Result) -> None:
    viewer = ResultViewer(data)
    talk = Talk(viewer)
    talk.wish("file", kind="pdf")
    assert talk.answers[-1][0]["error"].endswith("There is no format 'pdf'. Choose from: xlsx, csv, json.")
    empty = Talk(empty_viewer := ResultViewer())
    empty.wish("file", kind="json")
    assert empty.answers == []
    assert empty_viewer.result is None


async def saved(viewer: ResultViewer, talk: Talk) -> None:
    talk.wish("file", kind="json")
    assert talk.answers == []
    await until(lambda: talk.answers)


def test_a_file_is_made_beside_the_event_loop(data: contract.Result) -> None:
    async def story() -> None:
        viewer = ResultViewer(data.model_copy(update={"dimensions": ()}))
        talk = Talk(viewer)
        await saved(viewer, talk)
        assert talk.answers[0][0]["name"] == "drawing.json"

    asyncio.run(story())
