"""The upload form: drawings in, profile chosen, progress seen, results kept - by hand or by `await form.start(...)`."""

from __future__ import annotations

import asyncio
import html
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import ipywidgets  # type: ignore[import-untyped]  # ships no types

from drawkit.client import DrawkitError, TaskCancelled
from drawkit.client.uploads import FileLike, choose_options
from drawkit.contract import Profile
from drawkit.display._words import counted

from ._choices import Choices
from ._dropzone import DropZone
from ._entry import ACTIVE, Entry, State
from ._filelist import asking, listed, named, waiting
from ._home import Home
from ._link import Link
from ._outcome import is_one, raise_for
from ._panel import Panel
from ._presses import Press, Presses
from ._run import Run
from ._settings import Settings
from ._shown import bundle, stand_in
from ._told import refuse_unknown

if TYPE_CHECKING:
    from drawkit.display import AsyncTask, Result

    from ._link import Given


_KEYWORDS: Final = ("client", "profile")
_OPTIONS: Final = ("task_list", "pages", "publish", "redact")
_PUBLIC: Final = ("cancel", "close", "result", "results", "start", "task", "widget")


class UploadForm:
    """A form that reads drawings: drop them, choose a profile, run.

    `client` is what `drawkit.connect()` gives, or an `AsyncClient`; without one the form connects when it is shown.
    `results` are the results of the files in the list, `result` is the one that is shown.
    """

    def __init__(self, client: Given = None, profile: Profile | str = "full", **unknown: Any) -> None:
        refuse_unknown("UploadForm", unknown, _KEYWORDS)
        self.called = "form"
        self._home = Home(lambda fault: self._panel.say(fault, level="error"))
        self._link, self._owns_link = Link.of(client), not isinstance(client, Link)
        self._shows: Callable[[Result, str | None], object] | None = None
        self._hears: Callable[[AsyncTask | None], object] = lambda _task: None
        self._shown: Entry | None = None
        self._task: asyncio.Task[Any] | None = None
        self._zone, self._panel = DropZone(), Panel()
        self._presses = Presses(self._panel)
        self._panel.profile = str(choose_options(profile, task_list=["notes"] if profile == "advanced" else None)[0])
        self._choices = Choices(self._panel, self._zone, self._link)
        self.widget = ipywidgets.VBox([self._zone, self._panel], layout={"max_width": "980px"})
        self.widget.add_class("dk-form")
        self._zone.wait_for_limits(self._choices.answered)
        self._zone.on_change(self._count)
        self._zone.on_show(lambda entry: self._home.later(self._show(entry)))
        self._panel.on_press(lambda button, text: self._home.call(self._pressed, button, text))
        chosen = ["profile", "ticked", "pages", "publish", "redact"]
        self._panel.observe(lambda _: self._home.call(self._count), chosen)
        self._count()

    @property
    def zone(self) -> DropZone:
        """Where drawings come in, and the list of them."""
        return self._zone

    # What an analyst reads

    @property
    def results(self) -> list[Result]:
        """The results of the files in the list, in its order."""
        return [entry.result for entry in self._zone.entries if entry.result is not None]

    @property
    def result(self) -> Result | None:
        """The result that is shown; None before the first."""
        return self._shown.result if self._shown else None

    @property
    def task(self) -> asyncio.Task[Any] | None:
        """What `start` gave last, by hand or from code."""
        return self._task

    # What an analyst does

    def start(
        self,
        files: FileLike | Sequence[FileLike] | None = None,
        profile: Profile | str | None = None,
        **options: Any,
    ) -> asyncio.Task[Any]:
        """Run, as the button does, and hand back what to `await`: a result for one file, a list for several.

        `files` are paths, bytes, binary files or Pillow images; they join the list. Without them, the files of
        the list that were not yet read with these settings. A text may be a folder or a pattern; the form tells how
        many files of other formats it passed over there. `options` are `task_list`, `pages`, `publish` and `redact` of
        `Client.submit`; what is not given is as in the form, and `pages` hold for every file, whatever was chosen
        beside it. When files fail, the others are still read and kept in `results`; then the error is raised. While
        the form reads, another start queues its files behind.
        """
        refuse_unknown("UploadForm.start", options, _OPTIONS)
        press = self._presses.begin(choosing=files is None)
        self._count()
        self._task = asyncio.get_running_loop().create_task(self._go(files, profile, options, press))
        self._task.add_done_callback(lambda _: self._presses.end(press))  # also when it is cancelled before it began
        return self._task

    def show_with(self, show: Callable[[Result, str | None], object]) -> None:
        """Show results elsewhere: `show` gets each with its task's id, and the form draws none itself."""
        self._shows = show

    def on_task(self, hear: Callable[[AsyncTask | None], object]) -> None:
        """Call `hear` with each task that is submitted, and with None when a run has ended."""
        self._hears = hear

    def prepare(self) -> None:
        """Ask the service what it offers and what is left; displaying the form does it."""
        self._home.later(self._choices.ask())

    def cancel(self) -> None:
        """Stop reading; what was read is kept."""
        self._presses.stop()

    def close(self) -> None:
        """Stop reading, remove the form and the files it received. Results stay."""
        self.cancel()
        if self._owns_link:
            self._home.later(self._link.aclose())
        self.widget.close()
        self._panel.close()
        self._zone.close()

    # The way of a run

    async def _go(
        self, files: Any, profile: Profile | str | None, options: dict[str, Any], press: Press
    ) -> Result | list[Result]:
        press.say("Connecting …" if self._link.client is None else "Starting …")
        try:
            if files is not None and not self._choices.known:
                await self._choices.ask()  # what a file may be, the service says
            settings = self._choices.settings(profile, options)
            if files is not None:
                entries = await listed(self._zone, files, settings)
            else:
                await self._all_here(press)
                entries = waiting(self._zone, settings)
            await self._read(entries, settings, press)
        except BaseException as error:
            stopped = isinstance(error, asyncio.CancelledError | TaskCancelled)
            press.say(str(error) or "Cancelled.", level="info" if stopped else "error")
            raise
        finally:
            press.choosing = False
            self._zone.tell(now=True)
            self._home.later(self._choices.ask_quota())
            self._hears(None)
        results = [entry.result for entry in entries if entry.result is not None]
        return results[0] if is_one(files) and len(entries) == 1 else results

    async def _all_here(self, press: Press) -> None:
        """Wait for files that still arrive: a run that was pressed meanwhile takes them too."""
        if self._zone.arriving:
            several = counted(self._zone.arriving, "file is", "files are")
            press.say(f"{several} still arriving. Reading begins when they are here.")
            press.arrival = self._zone.arrived()
            await press.arrival

    async def _read(self, entries: list[Entry], settings: Settings, press: Press) -> None:
        others = sum(entry.state in ACTIVE for entry in self._zone.entries)
        states = [(entry, entry.state, entry.note) for entry in entries]
        for entry in entries:
            entry.become(State.QUEUED)  # from here on no other press takes it
        press.choosing = False
        self._zone.tell(now=True)
        try:
            client = await self._link.connected()
        except BaseException:
            for entry, state, note in states:
                entry.become(state, note)
            raise
        press.run = Run(client, entries, settings, self._presses.room, self._zone, self._hears)
        reading = f"Reading {counted(len(entries), 'drawing')} …"
        queued = f"{counted(len(entries), 'drawing')} queued behind {counted(others, 'other', 'others')} being read."
        press.say(queued if others else reading)
        await press.run.go()
        read = [entry for entry in entries if entry.state in {State.DONE, State.UNREAD}]
        for entry in read:
            entry.read_with = settings.mark(entry)
        if read and (self._shown is None or not press.behind):  # nobody is torn from what they look at meanwhile
            await self._show(read[0])
        raise_for(entries, self.called)
        self._tell_end(read, settings, press)

    def _tell_end(self, read: list[Entry], settings: Settings, press: Press) -> None:
        """Say how a run ended of which nothing failed."""
        unread = sum(entry.state is State.UNREAD for entry in read)
        told = f"{counted(len(read), 'drawing')} read."
        if not _without_code():
            told += f" The results are in {self.called}.results."
        if unread:
            told += f" Nothing could be read on {counted(unread, 'of them', 'of them')}: what to do stands beside it."
        left = len(asking(self._zone, settings))
        if left:
            told += f" {counted(left, 'file waits', 'files wait')} for an answer in the list."
        press.say(told, level="info" if unread or left or any(entry.warn for entry in read) else "good")

    async def _show(self, entry: Entry) -> None:
        """Show a result; it is drawn in a thread, for the kernel has to answer meanwhile."""
        self._shown = entry
        if entry.result is None:
            return
        if self._shows is not None:
            self._shows(entry.result, entry.task_id)
        else:
            self._panel.result_html = await asyncio.to_thread(entry.result._repr_html_)

    # The hands

    def _count(self) -> None:
        """Show what a run would read, and whether it would add to what is being read."""
        self._choices.count()
        more = self._choices.waiting or self._zone.arriving
        self._panel.addable = bool(more) and not self._presses.choosing

    def _pressed(self, button: str, text: str) -> None:
        if button == "cancel":
            self.cancel()
        elif button == "add":
            self._home.later(self._add(text))
        elif not self._panel.busy or (self._panel.addable and not self._presses.choosing):
            self._home.later(self._watched(self.start()))

    async def _watched(self, task: asyncio.Task[Any]) -> None:
        """Take the error of a run that a button started: it stands in the status area already."""
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()

    async def _add(self, text: str) -> None:
        self._zone.passed = ""
        try:
            await named(self._zone, text)
            self._panel.say()
            self._panel.path = ""
        except (DrawkitError, OSError) as error:
            self._panel.say(str(error), level="error")

    # How it shows itself

    def __repr__(self) -> str:
        names = ", ".join(f"{entry.name} {entry.state.value}" for entry in self._zone.entries)
        return f"<UploadForm: profile {self._panel.profile}; {names or 'no files'}>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{html.escape(e.name)}: {html.escape(e.state.value)}</li>" for e in self._zone.entries)
        told = stand_in("An upload form", reads=True)
        return f"{told}<ul>{rows}</ul>" if rows else told

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self.prepare()
        return bundle(self.widget, repr(self), self._repr_html_(), **kwargs)


def _without_code() -> bool:
    """Whether the page shows no cells: a name of the notebook tells its reader nothing."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila")
