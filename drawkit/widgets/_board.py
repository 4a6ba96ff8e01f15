"""The task board: the key's tasks as they are, wherever they were submitted, with cancel and open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from drawkit.client import DrawkitError
from drawkit.display import _html

from ._assets import script, style
from ._home import Home
from ._link import Link
from ._rows import name_of, row_of, row_of_file
from ._shown import bundle, stand_in
from ._sights import Sights
from ._tasklist import TaskList
from ._told import Told, refuse_unknown
from ._watch import Watch

if TYPE_CHECKING:
    import pandas as pd

    from drawkit.display import AsyncTask, Compared, Result

    from ._dropzone import DropZone
    from ._entry import Entry
    from ._link import Given


_KEYWORDS: Final = ("client", "most")
_PUBLIC: Final = ("cancel", "close", "compare", "frame", "open", "refresh", "result", "settled", "tasks", "widget")
_OLDER: Final = 50


class Table(anywidget.AnyWidget):
    """The browser's table of tasks as traits; what a person presses comes as a message."""

    _esm = script("asked", "board")
    _css = style("asked", "board")

    rows: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    only = traitlets.Unicode().tag(sync=True)
    named = traitlets.Unicode().tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    more = traitlets.Bool(False).tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    message: Any = traitlets.Dict().tag(sync=True)
    result_html = traitlets.Unicode().tag(sync=True)
    order = traitlets.Unicode().tag(sync=True)
    """What the rows are sorted by; as they come where it is empty."""
    heading = traitlets.Unicode("Tasks").tag(sync=True)
    comparable = traitlets.Bool(False).tag(sync=True)
    """Whether two tasks can be chosen to be compared."""

    def say(self, text: str, level: str = "info") -> None:
        """Show one line above the table, in place of what stood there."""
        self.message = {"level": level, "text": text}

    def __repr__(self) -> str:
        return f"<Table of {len(self.rows)} tasks>"


class TaskBoard:
    """The newest tasks of the key, live: state, progress, pages, time and error, with cancel, open and filters.

    `client` is what `drawkit.connect()` gives, or an `AsyncClient`; without one the board connects when it is shown.
    It begins with the `most` newest tasks. It asks the service only while somebody looks: as often as the service
    wishes while tasks run, every ten seconds when none does.
    """

    def __init__(self, client: Given = None, most: int = 50, **unknown: Any) -> None:
        refuse_unknown("TaskBoard", unknown, _KEYWORDS)
        self._home = Home()
        self._link, self._owns_link = Link.of(client), not isinstance(client, Link)
        self._list = TaskList(most)
        self._stopping: set[str] = set()
        self._listeners: list[Callable[[Result], object]] = []
        self._comparers: list[Callable[[Compared], object]] = []
        self._result: Result | None = None
        self._zone: DropZone | None = None
        self._sights = Sights()
        self._looking = asyncio.Lock()
        self._told_rows = Told(self._show_rows)
        self._watch = Watch(self._home, self._ask)
        self.widget = Table()
        self.widget.add_class("dk-board")
        self.widget.on_msg(lambda _, content, _buffers: self._home.call(self._hear, content))

    # What an analyst reads

    @property
    def tasks(self) -> list[AsyncTask]:
        """The tasks of the table, newest first, as they were at the last look."""
        return self._list.tasks

    @property
    def frame(self) -> pd.DataFrame:
        """The table as a DataFrame; columns as of `Client.task_table`."""
        from drawkit import frames  # noqa: PLC0415 - pandas is not needed to show the board

        return frames.tasks_frame(task.record for task in self._list.tasks)

    @property
    def result(self) -> Result | None:
        """The result that was opened last."""
        return self._result

    # What an analyst does

    async def refresh(self) -> TaskBoard:
        """Ask the service once, and show what it says. Raises `DrawkitError`."""
        await self._list.refresh(await self._link.connected())
        self._show()
        return self

    async def settled(self) -> TaskBoard:
        """Follow the tasks until every one in the table has ended. Raises `DrawkitError`."""
        await self.refresh()
        while self._list.active:
            await asyncio.sleep(self._list.pause)
            await self.refresh()
        return self

    async def open(self, task: AsyncTask | str) -> Result:
        """Show the result of a task, given itself or its id. Raises `TaskFailed`, or `TaskError` while it runs."""
        task_id = task if isinstance(task, str) else task.id
        self._result = result = (await self._read(task_id)).result
        self.widget.shown = task_id
        self.reviewed(result)
        if not self._listeners:
            self.widget.result_html = await asyncio.to_thread(result._repr_html_)
        for listener in self._listeners:
            listener(result)
        return result

    async def compare(self, one: AsyncTask | str, other: AsyncTask | str) -> Compared:
        """Compare the results of two tasks, given themselves or their ids; the one submitted first is the old one.

        Raises as `open`, and `ValueError` for one and the same task.
        """
        keys = [task if isinstance(task, str) else task.id for task in (one, other)]
        if keys[0] == keys[1]:
            raise ValueError("Two tasks are compared: choose another one too.")
        tasks = [await self._read(key) for key in keys]
        tasks.sort(key=lambda task: task.record.created_at or datetime.min.replace(tzinfo=UTC))
        old, new = (task.result for task in tasks)
        compared = await asyncio.to_thread(_compared, old, new)
        for listener in self._comparers:
            listener(compared)
        return compared

    async def _read(self, task_id: str) -> AsyncTask:
        """A task with the pictures of its pages. Raises `DrawkitError`."""
        found = await (await self._link.connected()).task(task_id)
        await found.fetch_previews()
        return found

    async def cancel(self, task: AsyncTask | str) -> AsyncTask:
        """Stop a task, given itself or its id. Raises `TaskEnded` when it has already ended."""
        task_id = task if isinstance(task, str) else task.id
        self._stopping.add(task_id)
        self._show()
        try:
            stopped = await (await self._link.connected()).cancel(task_id)
            self._list.put(stopped)
            return stopped
        finally:
            self._stopping.discard(task_id)
            self._show()
            self._watch.wake()

    def on_open(self, listener: Callable[[Result], object]) -> None:
        """Call `listener` with a result that a person opens; the board then shows none itself."""
        self._listeners.append(listener)

    def on_compare(self, listener: Callable[[Compared], object]) -> None:
        """Call `listener` with what a person compares; from then on tasks can be chosen for it."""
        self._comparers.append(listener)
        self.widget.comparable = True

    def join(self, zone: DropZone) -> None:
        """Show the files of a drop zone too: a file and the task that reads it are one row."""
        self._zone = zone
        zone.listed = False
        self.widget.heading = "Drawings"
        zone.on_change(self._told_rows.tell)

    def reviewed(self, result: Result | None) -> None:
        """Show how far the review of the result is that is shown."""
        self._sights.of(self.widget.shown or None, result)
        self._told_rows.tell()

    def wake(self) -> None:
        """Ask now, for something was submitted."""
        self._watch.wake()

    def close(self) -> None:
        """Remove the board and ask no more."""
        self._watch.close()
        if self._owns_link:
            self._home.later(self._link.aclose())
        self.widget.close()

    # What the browser says

    def _hear(self, content: dict[str, Any]) -> None:
        key = str(content.get("key", ""))
        if content.get("op") == "sight":
            self._home.later(self._sight(key))
        elif self._zone is not None and (entry := self._zone.inbox.get(key)) is not None:
            self._of_file(self._zone, entry, content)
        else:
            self._of_task(key, content)

    def _of_file(self, zone: DropZone, entry: Entry, content: dict[str, Any]) -> None:
        """Do what a person wants with a file of the list."""
        match content.get("op"):
            case "cancel" if entry.task_id is not None:
                self._of_task(entry.task_id, content)
            case "open" if entry.result is None and entry.task_id is not None:
                self._of_task(entry.task_id, content)
            case "open":
                zone.do("show", entry.key, content)
            case op:
                zone.do(op, entry.key, content)

    def _of_task(self, key: str, content: dict[str, Any]) -> None:
        match content.get("op"):
            case "look":
                self._watch.look()
            case "refresh":
                self._watch.wake()
            case "older":
                self._list.most += _OLDER
                self._watch.wake()
            case "open":
                self.widget.say("Opening …")
                self._home.later(self._told(self.open(key)))
            case "compare" if len(keys := [str(one) for one in content.get("keys") or ()]) == 2:
                self.widget.say("Comparing …")
                self._home.later(self._told(self.compare(*keys)))
            case "cancel" if key not in self._stopping:
                self._stopping.add(key)
                self._home.later(self._told(self.cancel(key)))

    async def _told(self, work: Any) -> None:
        """Do what a person pressed; what went wrong stands above the table."""
        try:
            await work
            self.widget.say("")
        except DrawkitError as error:
            self.widget.say(str(error), "error")
        except Exception as error:  # noqa: BLE001 - an error in a task of the loop shows nowhere else
            self.widget.say(f"This did not work: {error!r}", "error")

    async def _sight(self, key: str) -> None:
        """Send the small picture of a row that is in sight, and learn what was read; one after the other."""
        async with self._looking:
            entry = self._zone.inbox.get(key) if self._zone is not None else None
            task_id = entry.task_id if entry is not None else key
            with suppress(DrawkitError):  # the row tells what it can
                result = entry.result if entry is not None else await self._kept(key)
                if task_id is None or result is None:
                    return
                self._sights.of(task_id, result)
                png = await asyncio.to_thread(self._sights.picture, task_id, result)
                self._told_rows.tell()
                self.widget.send({"op": "sight", "key": key, "there": png is not None}, buffers=[png] if png else None)

    async def _kept(self, task_id: str) -> Result | None:
        """The result of a task of one's own service, which costs nothing to ask for; None of another's."""
        client = await self._link.connected()
        return (await client.task(task_id)).result if client.own_files is not None else None

    # How it follows

    async def _ask(self) -> float | None:
        """Ask once; seconds until the next time, None when no task runs."""
        try:
            await self.refresh()
        except DrawkitError as error:
            self._show()
            self.widget.say(f"The tasks cannot be told: {error}", "error")
            return self._list.failed()
        except Exception as error:  # noqa: BLE001 - an error in a task of the loop shows nowhere else
            self.widget.say(f"The tasks cannot be shown: {error!r}", "error")
            return None
        return self._list.pause if self._list.active else None

    def _show(self) -> None:
        with self.widget.hold_sync():
            if self.widget.message.get("text", "").startswith("The tasks cannot"):
                self.widget.say("")
            self._show_rows()
            self.widget.more = self._list.more
            self.widget.asked = datetime.now(UTC).isoformat(timespec="seconds")

    def _show_rows(self) -> None:
        """The files first, in their order; then the tasks that read none of them, newest first."""
        entries = self._zone.entries if self._zone is not None else []
        records = {task.id: task.record for task in self._list.tasks}
        files = [
            row_of_file(entry, records.get(entry.task_id or ""), self._sights.of(entry.task_id, entry.result))
            for entry in entries
        ]
        taken = {entry.task_id for entry in entries}
        self.widget.rows = files + [
            row_of(record, stopping=key in self._stopping, facts=self._sights.of(key))
            for key, record in records.items()
            if key not in taken
        ]

    # How it shows itself

    def __repr__(self) -> str:
        tasks = self._list.tasks
        told = ", ".join(f"{name_of(task.record)} {task.status.value}" for task in tasks[:5])
        more = f", and {len(tasks) - 5} more" if len(tasks) > 5 else ""
        return f"<TaskBoard: {told or 'no tasks yet'}{more}>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        told = stand_in("A live table of tasks")
        rows = [row_of(task.record) for task in self._list.tasks]
        cells = [(row["name"], row["about"], row["pages"] or "", row["word"], row["note"]) for row in rows]
        header = ("Drawing", "Read as", "Pages", "State", "")
        return _html.block(_html.table("Tasks", header, cells, numbers=(2,))) if rows else told

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self._home.call(self._watch.look)
        return bundle(self.widget, repr(self), self._repr_html_(), **kwargs)


def _compared(old: Result, new: Result) -> Compared:
    from drawkit.display import Compared  # noqa: PLC0415 - loads what draws; the board stands before

    return Compared(old, new)
