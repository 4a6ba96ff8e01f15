import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from board_service import Shop, record
from widgets_service import perform, press, until

from drawkit.client import NotFound, RateLimit, ServiceUnreachable, TaskEnded, TaskError
from drawkit.contract import Problem, TaskRecord, TaskStatus
from drawkit.widgets import TaskBoard
from drawkit.widgets._board import Table
from drawkit.widgets._home import Home
from drawkit.widgets._rows import row_of
from drawkit.widgets._tasklist import TaskList
from drawkit.widgets._watch import Watch

Story = Callable[[TaskBoard, Shop], Awaitable[None]]


def play(story: Story, *tasks: TaskRecord, **settings: Any) -> None:
    perform(story, lambda: Shop(*tasks), lambda shop: TaskBoard(shop, **settings))


def test_rows_say_what_a_person_wants_to_know() -> None:
    done, failed, running, queued = (
        row_of(record(n, s)) for n, s in enumerate(("completed", "failed", "running", "queued"))
    )
    assert (done["name"], done["about"], done["pages"], done["took"]) == ("part 0.pdf", "Parts list · 2 kB", 2, "3.0 s")
    assert failed["note"] == "The file is damaged. Export it again."
    assert (running["share"], running["note"], running["word"]) == (0.25, "title block", "Running")
    assert re.fullmatch(r"[\d,]+ min \d+ s", running["took"])
    assert (queued["share"], queued["took"], queued["ended"]) == (None, "", False)
    bare = row_of(TaskRecord(task_id="bare", status=TaskStatus.FAILED))
    assert (bare["name"], bare["about"], bare["pages"], bare["created"]) == ("bare", "", None, "")
    assert bare["note"] == "The service gives no reason."
    assert row_of(TaskRecord(task_id="x", status=TaskStatus.FAILED, error=Problem(title="Odd")))["note"] == "Odd"
    assert row_of(record(1, "running"), stopping=True)["word"] == "Stopping …"


def test_it_follows_until_everything_has_ended() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        shop.hint = 0.0
        board._list._own = 0.0
        press(board.widget, "look")
        await until(lambda: len(board.widget.rows) == 2)
        assert [row["state"] for row in board.widget.rows] == ["running", "completed"]
        shop.tasks_there.insert(0, record(3, "queued"))  # from elsewhere
        await until(lambda: len(board.widget.rows) == 3)
        shop.move("t3", TaskStatus.COMPLETED)
        shop.move("t2", TaskStatus.FAILED)
        await until(lambda: all(row["ended"] for row in board.widget.rows))
        await until(lambda: not board._watch.running)
        asked = len(shop.asked)
        await asyncio.sleep(1.2)
        assert len(shop.asked) == asked, "nothing runs: nothing is asked"
        press(board.widget, "look")
        await until(lambda: len(shop.asked) == asked + 1)

    play(story, record(2, "running"), record(1))


def test_it_asks_as_often_as_the_service_wishes() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        shop.hint = 7.0
        await board.refresh()
        assert shop.asked == ["list", "look"], "one list, and one look that tells the wish"
        assert board._list.pause == 7.0
        shop.hint = None
        assert (await board.refresh())._list.pause == 7.0, "asked once, not at each look"
        assert shop.asked == ["list", "look", "list"]
        shop.rate_limit = (
            RateLimit("requests", quota=100, remaining=5, resets_after=40),
            RateLimit("concurrency", quota=4, remaining=0, unit="concurrent-requests", resets_after=90),
        )
        assert (await board.refresh())._list.pause == 40, "few requests are left"

    play(story, record(1, "running"))


def test_a_quiet_run_is_asked_about_less_and_less() -> None:
    async def story() -> None:
        shop, tasks = Shop(record(1, "running")), TaskList(50)
        pauses = []
        for _ in range(7):
            await tasks.refresh(shop)  # type: ignore[arg-type]
            pauses.append(tasks.pause)
        assert pauses[0] == 1.0
        assert pauses == sorted(pauses)
        assert pauses[-1] == 5.0

    asyncio.run(story())


def test_long_lists_cost_one_request_a_look() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        await board.refresh()
        assert len(board.tasks) == 60
        assert board.widget.more
        shop.asked.clear()
        shop.tasks_there.insert(0, record(500))
        shop.move("t45", TaskStatus.COMPLETED)  # the oldest of the table, beyond the first page
        await board.refresh()
        assert shop.asked == ["list", "task"]
        assert [task.id for task in board.tasks[:2]] == ["t500", "t104"]
        assert len(board.tasks) == 60
        assert not board._list.active
        press(board.widget, "older")
        await until(lambda: len(board.tasks) == 106 and not board.widget.more)
        shop.tasks_there = shop.tasks_there[:3]
        await board.refresh()
        assert len(board.tasks) == 3, "what the service has no more is gone"

    play(story, *(record(n, "running" if n == 45 else "completed") for n in range(104, -1, -1)), most=60)


def test_a_running_task_that_is_gone_is_dropped() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        await board.refresh()
        shop.tasks_there.pop()
        await board.refresh()
        assert not board._list.active

    play(story, *(record(n) for n in range(100, 1, -1)), record(1, "running"), most=100)


def test_cancel_and_open_by_hand() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        await board.refresh()
        press(board.widget, "cancel", key="t2")
        press(board.widget, "cancel", key="t2")
        await until(lambda: board.widget.rows[0]["word"] == "Cancelled")
        assert shop.asked.count("cancel") == 1
        press(board.widget, "cancel", key="t1")
        await until(lambda: "already ended" in board.widget.message["text"])
        assert board.widget.message["level"] == "error"
        press(board.widget, "open", key="t1")
        await until(lambda: "part 1.pdf" in board.widget.result_html)
        assert board.widget.shown == "t1"
        assert board.result.name == "part 1.pdf"
        await until(lambda: board.widget.message["text"] == "")
        press(board.widget, "open", key="t2")
        await until(lambda: "no result yet" in board.widget.message["text"])
        press(board.widget, "nonsense")

    play(story, record(2, "running"), record(1))


def test_the_same_from_code() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        shown = []
        board.on_open(shown.append)
        assert repr(board) == "<TaskBoard: no tasks yet>"
        assert "while the notebook runs" in board._repr_html_()
        await board.refresh()
        assert (await board.open(board.tasks[1])).name == "part 6.pdf"
        assert [result.name for result in shown] == ["part 6.pdf"]
        assert board.widget.result_html == "", "another one shows it"
        assert (await board.cancel(board.tasks[0])).status is TaskStatus.CANCELLED
        with pytest.raises(TaskEnded):
            await board.cancel("t6")
        with pytest.raises(TaskError):
            await board.open("t7")
        with pytest.raises(NotFound):
            await board.open("t99")
        assert list(board.frame["file"])[:2] == ["part 7.pdf", "part 6.pdf"]
        assert repr(board).startswith("<TaskBoard: part 7.pdf cancelled, part 6.pdf completed,")
        assert repr(board).endswith("and 2 more>")
        assert ">part 7.pdf</td>" in board._repr_html_()

    play(story, record(7, "queued"), *(record(n) for n in range(6, 0, -1)))


def test_tasks_that_go_while_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        async def gone(task_id: str) -> None:
            raise NotFound("There is no such task.")

        monkeypatch.setattr(shop, "look", gone)
        press(board.widget, "refresh")
        await until(lambda: len(board.tasks) == 1)
        assert board._list.pause == 1.0
        await board.cancel("t1")
        assert [task.id for task in board.tasks] == ["t2"], "a task that is not in the table stays out of it"

    play(story, record(2, "running"), record(1, "queued"), most=1)


def test_settled_waits_for_the_last_task() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        shop.hint = 0.0
        board._list._own = 0.0
        waiting = asyncio.create_task(board.settled())
        await asyncio.sleep(0.05)
        assert not waiting.done()
        shop.move("t1", TaskStatus.COMPLETED)
        assert (await waiting).tasks[0].status is TaskStatus.COMPLETED

    play(story, record(1, "running"))


def test_faults_are_told_and_tried_again_later() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        shop.fault = ServiceUnreachable("No answer. Check the address.")
        board.wake()
        await until(
            lambda: board.widget.message.get("text") == "The tasks cannot be told: No answer. Check the address."
        )
        assert [board._list.failed() for _ in range(5)] == [20, 40, 80, 120, 120]
        board._watch.wake()
        shop.fault = None
        await until(lambda: len(board.widget.rows) == 1)
        assert board.widget.message["text"] == ""
        shop.fault = RuntimeError("odd")
        board.wake()
        await until(lambda: "RuntimeError('odd')" in board.widget.message["text"])
        press(board.widget, "open", key="t1")
        await until(lambda: "This did not work" in board.widget.message["text"])

    play(story, record(1))


def test_it_ends_with_the_board_and_when_nobody_looks() -> None:
    async def story() -> None:
        asked = []

        async def ask() -> float:
            asked.append(1)
            return 0.01

        watch = Watch(Home(), ask, lease=0.5)
        watch.look()
        watch.look()
        await until(lambda: not watch.running)
        assert 1 < len(asked) < 5
        watch.wake()
        await until(lambda: watch.running)
        watch.wake()
        watch.close()
        await until(lambda: not watch.running)
        number = len(asked)
        watch.look()
        await asyncio.sleep(0.05)
        assert len(asked) == number

    asyncio.run(story())


def test_displayed_it_looks() -> None:
    async def story(board: TaskBoard, shop: Shop) -> None:
        bundle = board._repr_mimebundle_()
        assert {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"} <= bundle.keys()
        await until(lambda: len(board.widget.rows) == 1)
        assert repr(board.widget) == "<Table of 1 tasks>"

    play(story, record(1))


def test_helpful_words() -> None:
    with pytest.raises(TypeError, match="Did you mean 'most'"):
        TaskBoard(mots=3)
    board = TaskBoard()
    assert dir(board) == [
        "cancel",
        "close",
        "compare",
        "frame",
        "open",
        "refresh",
        "result",
        "settled",
        "tasks",
        "widget",
    ]
    assert board.result is None
    board._watch.look()
    assert not board._watch.running, "without an event loop there is nobody to follow"
    board.close()
    assert repr(Table()) == "<Table of 0 tasks>"
