"""Two revisions in the browser, from the kernel's side: changes, pictures, files; and two tasks chosen on the board."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from widgets_service import png, press, until

import drawkit
from drawkit import ComparisonViewer, contract
from drawkit.client import NotFound
from drawkit.contract import Dimension
from drawkit.display import Compared, Result
from drawkit.widgets import TaskBoard, Workbench


def reading(*told: tuple[str, float], name: str = "plate.pdf", picture: bool = True) -> Result:
    dims = tuple(
        Dimension(id=f"d{at}", text=text, nominal=value, box=(20 + 60 * at, 20, 50 + 60 * at, 30))
        for at, (text, value) in enumerate(told)
    )
    page = contract.PageReport(page=1, width=400, height=300)
    return Result(contract.Result(units="mm", pages=(page,), dimensions=dims), name, [png()] if picture else None)


OLD = (("10", 10.0), ("20", 20.0), ("30", 30.0), ("45", 45.0))
NEW = (("10", 10.0), ("25", 25.0), ("30", 30.0))


@pytest.fixture
def compared() -> Compared:
    return drawkit.compare(reading(*OLD, name="old.pdf"), reading(*NEW, name="new.pdf"))


def rows(viewer: ComparisonViewer) -> dict[str, dict[str, Any]]:
    return {row["change"]: row for row in viewer._pane.outcome["rows"]}


def test_changes_with_their_places(compared: Compared) -> None:
    viewer = ComparisonViewer(compared)
    pane = viewer._pane
    assert (pane.name, pane.summary) == ("old.pdf → new.pdf", "1 changed, 1 removed")
    found = rows(viewer)
    assert (found["changed"]["old"], found["changed"]["new"]) == ("20", "25")
    assert found["removed"]["box"] == pytest.approx((200, 20, 230, 30), abs=1), "where it would lie on the new sheet"
    assert {one["key"] for one in pane.balloons["placed"]} == {row["key"] for row in found.values()}
    assert viewer.compared is compared
    assert repr(viewer) == "<ComparisonViewer: <Compared old.pdf → new.pdf: 1 changed, 1 removed>>"
    assert "20" in viewer._repr_mimebundle_()["text/html"]
    assert "swap" in dir(viewer)
    viewer.close()


def test_the_picture_of_both(compared: Compared) -> None:
    viewer = ComparisonViewer(compared)
    sent: list[Any] = []
    viewer._pane.send = lambda content, buffers=None: sent.append((content, buffers))
    for _ in range(2):
        press(viewer._pane, "picture", page=1, edition=viewer._pane.edition)
    (content, (first,)), (_, (second,)) = sent
    assert content["caption"].startswith("Red: on the old sheet alone.")
    assert first.startswith(b"\x89PNG")
    assert first is second, "drawn once"
    bare = ComparisonViewer(drawkit.compare(reading(*OLD, picture=False), reading(*NEW, picture=False)))
    bare._pane.send = lambda content, buffers=None: sent.append((content, buffers))
    press(bare._pane, "picture", page=1, edition=bare._pane.edition)
    assert not sent[-1][0]["there"]
    assert sent[-1][0]["caption"]


def test_the_two_are_swapped(compared: Compared) -> None:
    viewer = ComparisonViewer(compared)
    press(viewer._pane, "swap")
    assert viewer._pane.name == "new.pdf → old.pdf"
    assert set(rows(viewer)) == {"changed", "added"}

    async def story() -> None:
        again = ComparisonViewer(compared)
        press(again._pane, "swap")
        await until(lambda: bool(again._pane.name == "new.pdf → old.pdf"))

    asyncio.run(story())


def test_what_is_not_alike_is_said() -> None:
    other = reading(*((str(n), float(n)) for n in range(101, 111)), name="other.pdf")
    ours = reading(*((str(n), float(n)) for n in range(1, 11)), name="ours.pdf")
    viewer = ComparisonViewer(drawkit.compare(ours, other))
    assert viewer._pane.remarks[0].startswith("These are two different drawings")
    assert viewer._pane.outcome["rows"] == []
    assert viewer._pane.outcome["told"] == ""
    same = ComparisonViewer(drawkit.compare(ours, ours))
    assert same._pane.outcome["told"] == "Nothing has changed between them."


@pytest.mark.parametrize(("kind", "start"), [("xlsx", b"PK"), ("html", b"<!doctype"), ("csv", b"\xef\xbb\xbf")])
def test_the_comparison_is_saved_by_the_browser(compared: Compared, kind: str, start: bytes) -> None:
    viewer = ComparisonViewer(compared)
    sent: list[Any] = []
    viewer._pane.send = lambda content, buffers=None: sent.append((content, buffers))
    press(viewer._pane, "file", kind=kind)
    ((content, (body,)),) = sent
    assert content["name"] == f"old_to_new.{kind}"
    assert body.startswith(start)


def test_what_cannot_be(compared: Compared) -> None:
    with pytest.raises(TypeError, match=r"what drawkit\.compare\(old, new\) gives; this is of type Result"):
        ComparisonViewer(compared.new)  # type: ignore[arg-type]
    viewer = ComparisonViewer(compared)
    viewer.page = 1
    with pytest.raises(ValueError, match="There is no page 7"):
        viewer.page = 7
    assert viewer.page == 1
    sent: list[Any] = []
    viewer._pane.send = lambda content, buffers=None: sent.append(content)
    press(viewer._pane, "file", kind="qif")
    assert "There is no file 'qif'" in sent[-1]["error"]
    viewer._pane.view = "reading"
    assert viewer._pane.outcome == {}


def test_closing_is_for_whoever_listens(compared: Compared) -> None:
    viewer = ComparisonViewer(compared)
    assert not viewer._pane.closable
    press(viewer._pane, "close")
    closed: list[int] = []
    viewer.on_close(lambda: closed.append(1))
    assert viewer._pane.closable
    press(viewer._pane, "close")
    assert closed == [1]


class Tasks:
    """A client of two tasks and of none else."""

    own_files = None

    def __init__(self) -> None:
        told = {"a": OLD, "b": NEW}
        begun = datetime(2026, 1, 1, tzinfo=UTC)
        self.known = {
            key: _Task(key, reading(*values, name=f"{key}.pdf"), begun + timedelta(hours=at))
            for at, (key, values) in enumerate(told.items())
        }

    async def task(self, key: str) -> Any:
        if key not in self.known:
            raise NotFound(f"There is no task {key}.")
        return self.known[key]


class _Task:
    def __init__(self, key: str, result: Result, created: datetime) -> None:
        self.id, self.result = key, result
        self.record = contract.TaskRecord(task_id=key, status="completed", profile="full", created_at=created)

    async def fetch_previews(self) -> None:
        return


def board_of(client: Tasks) -> TaskBoard:
    board = TaskBoard(client)  # type: ignore[arg-type]

    async def connected() -> Tasks:
        return client

    board._link.connected = connected  # type: ignore[assignment, method-assign]
    return board


def test_two_tasks_are_compared_the_older_first() -> None:
    async def story() -> None:
        board = board_of(Tasks())
        assert not board.widget.comparable
        heard: list[Compared] = []
        board.on_compare(heard.append)
        assert board.widget.comparable
        press(board.widget, "compare", keys=["b", "a"])
        await until(lambda: bool(heard))
        assert heard[0].title == "a.pdf → b.pdf"
        await until(lambda: board.widget.message["text"] == "")
        press(board.widget, "compare", keys=["a", "gone"])
        await until(lambda: board.widget.message["level"] == "error")
        assert "There is no task gone" in board.widget.message["text"]
        press(board.widget, "compare", keys=["a", "a"])
        await until(lambda: "choose another one too" in board.widget.message["text"])
        press(board.widget, "compare", keys=["a"])
        await asyncio.sleep(0)
        assert len(heard) == 1
        board.close()

    asyncio.run(story())


def test_the_comparison_stands_on_the_bench_until_it_is_closed(compared: Compared) -> None:
    async def story() -> None:
        bench = Workbench(Tasks())  # type: ignore[arg-type]
        bench.compare(compared)
        (first,) = bench._stage.children
        bench.compare(compared)
        (shown,) = bench._stage.children
        assert shown is not first
        assert shown is not (bench._viewer and bench._viewer.widget)
        press(shown.children[0], "close")
        assert bench._stage.children == ()
        bench.compare(compared)
        bench.show(compared.new)
        assert bench._stage.children == (bench.viewer.widget,)
        bench.compare(compared)
        bench.close()

    asyncio.run(story())
