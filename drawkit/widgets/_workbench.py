"""The workbench: form, task board, result viewer and quota in one, over one connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import anywidget
import ipywidgets  # type: ignore[import-untyped]  # ships no types
import traitlets

from drawkit.client import DrawkitError, NotFound
from drawkit.client.uploads import FileLike
from drawkit.contract import Profile

from ._assets import script, style
from ._board import TaskBoard
from ._form import UploadForm
from ._home import Home
from ._link import Link
from ._quota import QuotaView
from ._saving import send_file
from ._shown import bundle, stand_in
from ._told import refuse_unknown

if TYPE_CHECKING:
    from drawkit.display import AsyncClient, Compared, Result

    from ._comparison import ComparisonViewer
    from ._link import Given
    from ._viewer import ResultViewer

_KEYWORDS: Final = ("client", "profile")
_PUBLIC: Final = (
    "board", "cancel", "close", "compare", "form", "quota", "result", "results", "show", "start", "task", "viewer",
    "widget",
)  # fmt: skip
_PAINTED_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 30.0
_DELETED: Final = (
    "The task of this result was deleted meanwhile. Nothing of the review is lost: it stays with the drawing, and "
    "comes back when that is read again. Save the result as JSON to keep both."
)
_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Head(anywidget.AnyWidget):
    """Says which service this is; carries the layout of the whole."""

    _esm = script("bench")
    _css = style("bench")

    said = traitlets.Unicode("Connecting …").tag(sync=True)
    level = traitlets.Unicode("info").tag(sync=True)
    results = traitlets.Int(0).tag(sync=True)

    def __init__(self, save: Callable[[str], object]) -> None:
        super().__init__()
        self._save = save
        self.on_msg(self._heard)

    def _heard(self, _: object, content: dict[str, Any], _buffers: object) -> None:
        if content.get("op") == "file":
            self._save(str(content.get("kind")))

    def __repr__(self) -> str:
        return f"<Head: {self.said}>"


class Workbench:
    """Everything on one bench: `form`, `board`, `viewer` and `quota`; made by `drawkit.workbench()`.

    `start` runs as the form's button does and `result` is what the viewer shows. A result that is opened in the form
    or on the board comes into the viewer.
    """

    def __init__(self, client: Given = None, profile: Profile | str = "full", **unknown: Any) -> None:
        refuse_unknown("workbench", unknown, _KEYWORDS)
        self._home = Home()
        self._link = Link.of(client)
        self._viewer: ResultViewer | None = None
        self._comparison: ComparisonViewer | None = None
        self._looked = -_LOOK_SECONDS
        self.form = UploadForm(self._link, profile)
        self.board = TaskBoard(self._link)
        self.quota = QuotaView(self._link)
        self._head = Head(lambda kind: self._home.call(self._save, kind))
        self._stage = _box("dk-stage", [])
        side = _box("dk-side", [self.board.widget, self.quota.widget])
        desk = _box("dk-desk", [self.form.widget, side])
        self.widget = _box("dk-bench", [self._head, _box("dk-floor", [desk, self._stage])])
        self.form.called = "bench"
        self.form.show_with(self._show)
        self.form.on_task(self._heard)
        self.board.join(self.form.zone)
        self.board.on_open(self._present)
        self.board.on_compare(self.compare)

    # What an analyst reads

    @property
    def viewer(self) -> ResultViewer:
        """The viewer; it comes onto the bench with the first result."""
        if self._viewer is None:
            from ._viewer import ResultViewer  # noqa: PLC0415 - it loads what draws; the bench stands before

            self._viewer = ResultViewer()
            self._viewer.on_change(self._decided)
            self._stage.children = (self._viewer.widget,)
        return self._viewer

    @property
    def result(self) -> Result | None:
        """The result that is shown; None before the first."""
        return self._viewer.result if self._viewer else None

    @property
    def results(self) -> list[Result]:
        """The results of the files in the form, in its order."""
        return self.form.results

    @property
    def task(self) -> asyncio.Task[Any] | None:
        """What `start` gave last, by hand or from code."""
        return self.form.task

    # What an analyst does

    def start(
        self,
        files: FileLike | Sequence[FileLike] | None = None,
        profile: Profile | str | None = None,
        **options: Any,
    ) -> asyncio.Task[Any]:
        """Run, as the button does, and hand back what to `await`; arguments as of `UploadForm.start`."""
        return self.form.start(files, profile, **options)

    def show(self, result: Result) -> None:
        """Bring a result into the viewer."""
        self.board.widget.shown = ""
        self._present(result)

    def compare(self, compared: Compared) -> None:
        """Bring what `drawkit.compare` gives onto the bench, in place of the viewer until it is closed."""
        from ._comparison import ComparisonViewer  # noqa: PLC0415 - it loads what draws

        self._uncompare()
        self._comparison = ComparisonViewer(compared)
        self._comparison.on_close(self._uncompare)
        self._stage.children = (self._comparison.widget,)

    def _uncompare(self) -> None:
        """Close the comparison, and bring the viewer back."""
        if self._comparison is not None:
            self._stage.children = (self._viewer.widget,) if self._viewer is not None else ()
            self._comparison.close()
            self._comparison = None

    def cancel(self) -> None:
        """Stop reading; what was read is kept."""
        self.form.cancel()

    def close(self) -> None:
        """Stop reading and asking, and remove the bench. Results stay."""
        self._uncompare()
        for part in (self.form, self.board, self.quota):
            part.close()
        if self._viewer is not None:
            self._viewer.close()
        self._home.later(self._link.aclose())
        for widget in (*self.widget.children, self.widget):
            widget.close()

    # How the parts work together

    def _show(self, result: Result, task_id: str | None) -> None:
        self.board.widget.shown = task_id or ""
        self._present(result)

    def _present(self, result: Result) -> None:
        self._uncompare()
        self.viewer.result = result
        self._looked = -_LOOK_SECONDS
        self._count()

    def _decided(self) -> None:
        """Something was decided on the result that is shown: look now and then whether its task is still there."""
        self.board.reviewed(self.result)
        task_id, now = self.board.widget.shown, time.monotonic()
        if task_id and now - self._looked >= _LOOK_SECONDS:
            self._looked = now
            self._home.later(self._look_for(task_id))

    async def _look_for(self, task_id: str) -> None:
        try:
            await (await self._link.connected()).task(task_id)
        except NotFound:
            if self.board.widget.shown == task_id:
                self.viewer.say(_DELETED)
        except DrawkitError:  # the board tells that there is no connection
            return

    def _at_hand(self) -> list[Result]:
        """The results of the form, and the one that is shown where it is none of them."""
        shown, read = self.result, self.results
        return read if shown is None or any(shown is one for one in read) else [*read, shown]

    def _count(self) -> None:
        self._head.results = len(self._at_hand())

    def _save(self, kind: str) -> None:
        """Send all results as one file."""
        from drawkit.display._files import combined_file, named  # noqa: PLC0415 - loads what draws

        results = named(self._at_hand())
        send_file(self._head, self._home, lambda: combined_file(results, kind))

    def _heard(self, task: object) -> None:
        """A task was submitted, or a run has ended."""
        self.board.wake()
        if task is None:
            self.quota.wake()
            self._count()

    async def _begin(self) -> None:
        """Ask the service; one that has to be started waits until the bench stands on the screen."""
        if self._link.starts:
            await asyncio.sleep(_PAINTED_SECONDS)
        self.form.prepare()
        await self._greet()

    async def _greet(self) -> None:
        """Say which service this is."""
        try:
            client = await self._link.connected()
        except DrawkitError as error:
            self._head.said, self._head.level = str(error), "error"
        except Exception as error:  # noqa: BLE001 - an error in a task of the loop shows nowhere else
            self._head.said, self._head.level = f"There is no connection: {error!r}", "error"
        else:
            self._head.said, self._head.level = _place(client), "good"
            await self._quota_where_there_is_one(client)

    async def _quota_where_there_is_one(self, client: AsyncClient) -> None:
        """A service of one's own has no quota, unless it was given one: then nothing is said of it."""
        if client.own_files is None:
            return
        with suppress(DrawkitError):
            limited = any(limit.limit is not None for limit in (await client.quota()).limits)
            self.quota.widget.layout.display = None if limited else "none"

    # How it shows itself

    def __repr__(self) -> str:
        return f"<Workbench: {repr(self.form)[1:-1]}>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        told = stand_in("A workbench for drawings", reads=True)
        tasks = self.board._repr_html_() if self.board.tasks else ""
        return told + tasks + (self._viewer._repr_html_() if self._viewer and self._viewer.result else "")

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self._home.later(self._begin())
        return bundle(self.widget, repr(self), self._repr_html_(), **kwargs)


def workbench(client: Given = None, profile: Profile | str = "full") -> Workbench:
    """Give a workbench for drawings: upload, profile, task board, result viewer and quota in one.

    `client` is what `drawkit.connect()` gives, or an `AsyncClient`; without one the bench is shown at once and connects
    behind. `profile` is chosen first. The parts are `form`, `board`, `viewer` and `quota`, each of which also stands
    alone: `UploadForm`, `TaskBoard`, `ResultViewer`, `QuotaView`.
    """
    return Workbench(client, profile)


def _place(client: AsyncClient) -> str:
    host = urlsplit(client.base_url).hostname or ""
    return "Service on this machine" if host in _THIS_MACHINE else f"Service at {host}"


def _box(kind: str, children: Sequence[Any]) -> Any:
    box = ipywidgets.VBox(list(children))
    box.add_class(kind)
    return box
