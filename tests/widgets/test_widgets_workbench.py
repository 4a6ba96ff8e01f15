import asyncio
import gc
import io
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import openpyxl
import psutil
import pytest
from board_service import Shop, record
from PIL import Image
from widgets_service import FakeService, pdf, perform, press, state_of, until

import drawkit
from drawkit import contract, local
from drawkit.client import DrawkitError, LocalServiceMissing
from drawkit.widgets import DropZone, Workbench, workbench
from drawkit.widgets._sights import small_page


class Everything(FakeService, Shop):
    """A service with tasks that also takes drawings."""

    def __init__(self) -> None:
        Shop.__init__(self, record(1))
        FakeService.__init__(self)

    async def quota(self) -> Any:
        return await Shop.quota(self)


def play(story: Callable[[Workbench, Everything], Awaitable[None]]) -> None:
    perform(story, Everything, workbench)


def test_what_is_read_comes_into_the_viewer(drawing: Path) -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        assert bench.result is None
        assert bench._stage.children == ()
        result = await bench.start(drawing, profile="bom")
        assert bench.result is result
        assert bench.results == [result]
        assert bench.task.done()
        assert bench.viewer.result is result
        assert bench._stage.children == (bench.viewer.widget,)
        assert bench.form._panel.result_html == "", "it is shown once"
        assert bench.board.widget.shown == "task-plate.pdf"
        assert bench.form._panel.messages[0]["text"] == "1 drawing read. The results are in bench.results."
        await until(lambda: bench.quota.quota is not None)
        await until(lambda: len(bench.board.tasks) == 1)

    play(story)


def test_where_no_code_is_seen_no_name_of_it_is_told(drawing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.8")

    async def story(bench: Workbench, service: Everything) -> None:
        await bench.start(drawing, profile="bom")
        assert bench.form._panel.messages[0]["text"] == "1 drawing read."

    play(story)


def test_what_is_opened_on_the_board_comes_into_the_viewer() -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        await bench.board.refresh()
        opened = await bench.board.open("t1")
        assert bench.result is opened
        assert bench.board.widget.result_html == ""
        bench.show(bench.result)
        assert "part 1.pdf" in bench._repr_html_()
        assert repr(bench) == "<Workbench: UploadForm: profile full; no files>"

    play(story)


def test_displayed_it_greets_and_asks() -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        bundle = bench._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in bundle
        assert "while the notebook runs" in bundle["text/html"]
        assert repr(bench._head) == "<Head: Connecting …>"
        await until(lambda: bench._head.said == "Service on this machine")
        await until(lambda: "60 of 100 pages left" in bench.form._panel.cost)
        assert bench.form._panel.meter == {"used": 0.4, "adds": 0.0}
        bench.cancel()
        service.base_url = "https://drawings.example.com"
        await bench._greet()
        assert bench._head.said == "Service at drawings.example.com"

    play(story)


def test_a_missing_service_is_told_in_every_part(monkeypatch: pytest.MonkeyPatch, drawing: Path) -> None:
    def nothing() -> None:
        raise LocalServiceMissing

    async def run() -> None:
        monkeypatch.setattr(local, "connect", nothing)
        bench = workbench()
        bench._repr_mimebundle_()
        await until(lambda: bench._head.level == "error")
        assert 'pip install "drawkit[local]"' in bench._head.said
        with pytest.raises(DrawkitError):
            await bench.start(drawing)
        monkeypatch.setattr(local, "connect", lambda: 1 / 0)
        await bench._greet()
        assert "ZeroDivisionError" in bench._head.said
        bench.close()

    asyncio.run(run())


def test_no_key_in_any_part() -> None:
    async def run() -> None:
        key = "another-services-secret-key"
        client = drawkit.Client("http://127.0.0.1:9", key, max_wait=0)
        bench = workbench(client)
        bench._repr_mimebundle_()
        await until(lambda: bench._head.level != "info")
        await until(lambda: bool(bench.form._panel.messages))
        widgets = (bench._head, bench.form._panel, bench.form._zone, bench.board.widget, bench.quota.widget)
        assert key not in state_of(*widgets)
        bench.close()
        await asyncio.sleep(0.01)
        client.close()

    asyncio.run(run())


def test_the_front_door() -> None:
    assert isinstance(workbench(), Workbench)
    assert {"DropZone", "QuotaView", "TaskBoard", "UploadForm", "workbench"} <= set(dir(drawkit))
    assert drawkit.DropZone is DropZone
    assert dir(drawkit.widgets) == sorted(drawkit.widgets.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Workbensch'"):
        _ = drawkit.widgets.Workbensch
    with pytest.raises(AttributeError, match="no attribute 'Resultat'"):
        _ = drawkit.display.Resultat
    assert dir(drawkit.display) == sorted(drawkit.display.__all__)
    with pytest.raises(TypeError, match="Did you mean 'client'"):
        Workbench(clinet=None)
    bench = workbench(profile="bom")
    assert bench.form._panel.profile == "bom"
    assert "board" in dir(bench)
    bench.close()


def test_many_results_leave_no_trace(tmp_path: Path) -> None:
    """What is shown is dropped when the next is shown, and removed files take their results along."""

    async def story(bench: Workbench, service: Everything) -> None:
        seen = []
        for number in range(12):
            path = tmp_path / f"{number}.pdf"
            path.write_bytes(pdf())
            seen.append(weakref.ref(await bench.start(path)))
            bench.form._zone.inbox.remove(bench.form._zone.entries[0].key)
            bench.form._zone.tell(now=True)
        opened = [weakref.ref(await bench.board.open("t1")) for _ in range(12)]
        await asyncio.sleep(0.05)
        gc.collect()
        assert sum(ref() is not None for ref in seen) <= 1
        assert sum(ref() is not None for ref in opened) <= 1

    play(story)


def test_the_kernels_memory_stays_flat_over_a_hundred_results() -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        process = psutil.Process()
        service.previews = True
        await bench.board.refresh()
        for number in range(100):
            if number == 20:
                gc.collect()
                before = process.memory_info().rss
            await bench.board.open("t1")
            pane = bench.viewer._pane
            press(pane, "picture", page=1, edition=pane.edition)
            await asyncio.sleep(0)
        gc.collect()
        grown = (process.memory_info().rss - before) / 2**20
        assert grown < 16, f"{grown:.1f} MB for 80 results of 1 MB each"

    play(story)


def test_all_results_are_saved_in_one_file(drawing: Path) -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        answers: list[Any] = []
        bench._head.send = lambda content, buffers=None: answers.append((content, buffers))
        assert bench._head.results == 0
        await bench.start(drawing, profile="bom")
        await until(lambda: bench._head.results == 1)
        await bench.board.refresh()
        await bench.board.open("t1")
        assert bench._head.results == 2
        press(bench._head, "file", kind="xlsx")
        await until(lambda: answers)
        assert answers[0][0]["name"] == "drawings.xlsx"
        book = openpyxl.load_workbook(io.BytesIO(answers[0][1][0]))
        assert [cell.value for cell in book["drawings"]["A"]][1:] == ["plate.pdf", "part 1.pdf"]
        press(bench._head, "file", kind="csv")
        await until(lambda: len(answers) == 2)
        assert answers[1][0]["name"] == "drawings_csv.zip"

    play(story)


def test_a_review_of_a_task_that_was_deleted_meanwhile_is_told_and_kept() -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        await bench.board.refresh()
        opened = await bench.board.open("t1")
        bench.viewer.result = opened
        asked = service.asked.count("task")
        opened.add("notes", "PAINT")
        bench.viewer._corrected()
        await until(lambda: service.asked.count("task") == asked + 1)
        assert bench.viewer._pane.review["told"] == ""
        service.tasks_there.clear()
        bench._looked = float("-inf")
        bench.viewer.undo()
        await until(lambda: "deleted meanwhile" in bench.viewer._pane.review["told"])
        bench.viewer.correct("drawing", units="inch")
        assert opened.decisions, "decisions go on"
        bench.show(opened)
        assert bench.viewer._pane.review["told"] == ""

    play(story)


class Own(Everything):
    """One's own service: its tasks can be asked for their results, and its files be drawn."""

    own_files = object()


def rows(bench: Workbench) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in bench.board.widget.rows}


def test_a_file_and_its_task_are_one_row(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.pdf" for name in ("plate", "blank", "bad")]
    for path in paths:
        path.write_bytes(pdf())

    async def story(bench: Workbench, service: Everything) -> None:
        size = contract.Dimension(id="d1", text="12", nominal=12.0, confidence=0.6, page=1, box=(1, 2, 3, 4))
        service.data = contract.Result(
            pages=(contract.PageReport(page=1, width=200, height=100),), profile="full", dimensions=(size,)
        )
        await bench.board.refresh()
        assert [row["name"] for row in bench.board.widget.rows] == ["part 1.pdf"]
        assert bench.form.zone.listed is False
        with pytest.raises(DrawkitError):
            await bench.start([str(path) for path in paths])
        await until(lambda: len(rows(bench)) == 4)
        assert [row["name"] for row in bench.board.widget.rows] == ["plate.pdf", "blank.pdf", "bad.pdf", "part 1.pdf"]
        plate, bad = rows(bench)["plate.pdf"], rows(bench)["bad.pdf"]
        assert (plate["entry"], plate["state"], plate["task"]) == ("done", "completed", "task-plate.pdf")
        assert (plate["pages"], plate["done"], plate["total"], plate["doubtful"]) == (1, 0, 1, 1)
        assert plate["least"] == 0.6
        assert (bad["state"], bad["removable"]) == ("failed", True)
        assert "total" not in bad
        press(bench.viewer._pane, "decide", action="accept", keys=["dimensions:0"])
        await until(lambda: rows(bench)["plate.pdf"]["done"] == 1)
        assert (rows(bench)["plate.pdf"]["doubtful"], rows(bench)["plate.pdf"]["least"]) == (0, None)
        press(bench.board.widget, "open", key=rows(bench)["blank.pdf"]["key"])
        await until(lambda: bench.board.widget.shown == "task-blank.pdf")
        assert bench.result is bench.results[1]
        press(bench.board.widget, "remove", key=bad["key"])
        await until(lambda: "bad.pdf" not in rows(bench))

    play(story)


def test_what_a_person_is_asked_beside_a_file_is_asked_in_the_one_list(tmp_path: Path) -> None:
    (tmp_path / "locked.pdf").write_bytes(pdf(password="open sesame"))

    async def story(bench: Workbench, service: Everything) -> None:
        bench.form._pressed("add", str(tmp_path / "locked.pdf"))
        await until(lambda: rows(bench).get("locked.pdf", {}).get("asks") == "password")
        key = rows(bench)["locked.pdf"]["key"]
        press(bench.board.widget, "unlock", key=key, password="wrong")
        await until(lambda: rows(bench)["locked.pdf"]["wrong"])
        press(bench.board.widget, "unlock", key=key, password="open sesame")
        await until(lambda: rows(bench)["locked.pdf"]["state"] == "ready")
        assert "sesame" not in state_of(bench.board.widget)

    play(story)


def test_small_pages_come_for_what_is_in_sight() -> None:
    async def story(bench: Workbench, service: Own) -> None:
        sent: list[tuple[dict[str, Any], Any]] = []
        await bench.board.refresh()
        assert "total" not in rows(bench)["part 1.pdf"]
        bench.board.widget.send = lambda content, buffers=None: sent.append((content, buffers))
        press(bench.board.widget, "sight", key="t1")
        press(bench.board.widget, "sight", key="no such task")
        await until(lambda: bool(sent))
        assert sent[0] == ({"op": "sight", "key": "t1", "there": False}, None), "there is no picture of this one"
        await until(lambda: rows(bench)["part 1.pdf"].get("total") is not None)

    perform(story, Own, workbench)


def test_a_row_of_a_foreign_service_costs_no_request() -> None:
    async def story(bench: Workbench, service: Everything) -> None:
        await bench.board.refresh()
        asked = list(service.asked)
        press(bench.board.widget, "sight", key="t1")
        await asyncio.sleep(0.05)
        assert service.asked == asked

    play(story)


def test_a_small_page_is_drawn_from_the_preview_where_there_is_no_file() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (900, 600), "white").save(buffer, "PNG")
    page = contract.PageReport(page=1, width=300, height=200)
    result = drawkit.Result(contract.Result(pages=(page,)), "a", [buffer.getvalue()])
    small = small_page(result)
    assert small is not None
    with Image.open(io.BytesIO(small)) as shown:
        assert shown.size == (168, 112)
    asked: list[tuple[int, int]] = []
    result._small = lambda *wish: (asked.append(wish), buffer.getvalue())[1]
    assert small_page(result) == small
    assert asked == [(1, 168)]
    assert small_page(drawkit.Result(contract.Result(), "none")) is None
