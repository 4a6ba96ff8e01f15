"""The drop zone: takes drawings from the browser in acknowledged pieces, which any size of file survives."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final

import anywidget
import traitlets

from drawkit.client import DrawkitError, UnreadableFile
from drawkit.contract import DEFAULT_LIMITS, SUFFIXES, FileLimits

from ._assets import script, style
from ._entry import ARRIVING, Entry, State
from ._home import Home
from ._inbox import Inbox, PasswordNeeded
from ._paths import dropped
from ._told import Told, refuse_unknown

_CHUNK: Final = 2**20


class DropZone(anywidget.AnyWidget):
    """A place to drop, choose or paste drawings; `entries` are the files, checked in the kernel.

    `passed` tells what was passed over in the folder that was added last: how many files of which other formats.
    The widget's state holds names, sizes and words, never a file's bytes.
    """

    _esm = script("asked", "dropzone")
    _css = style("asked", "dropzone")

    files: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    accept = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    passed = traitlets.Unicode().tag(sync=True)
    listed = traitlets.Bool(True).tag(sync=True)
    """Whether the zone shows its files itself: not where they stand in another list."""
    chunk_bytes = traitlets.Int(_CHUNK).tag(sync=True)

    _own: ClassVar = ("limits",)

    def __init__(self, limits: FileLimits = DEFAULT_LIMITS, **unknown: Any) -> None:
        self.inbox = Inbox()  # first, for `close` is called even on a widget that was refused
        refuse_unknown(type(self).__name__, unknown, self._own)
        super().__init__(accept=",".join(sorted(SUFFIXES)))
        self._home = Home()
        self.limits = limits
        self._told = Told(self._show)
        self._listeners: list[Callable[[], object]] = []
        self._wishes: list[Callable[[Entry], object]] = []
        self._limits_come: Callable[[], Awaitable[None]] | None = None
        self._waiters: list[asyncio.Future[None]] = []
        # The loop's log may name a callback with its arguments: a password is none of these.
        self.on_msg(lambda _, content, buffers: self._home.call(lambda: self._hear(content, buffers)))

    @property
    def limits(self) -> FileLimits:
        """What a file may be."""
        return self.inbox.limits

    @limits.setter
    def limits(self, limits: FileLimits) -> None:
        self.inbox.limits = limits
        formats = ", ".join(limits.formats)
        pages = f"{limits.max_pages} pages" + (" at a time" if limits.of_document != limits else "")
        self.hint = f"{formats} · up to {limits.max_bytes / 2**20:g} MB a file · PDF up to {pages}"

    @property
    def entries(self) -> list[Entry]:
        """Every file of the list, in the order they came."""
        return list(self.inbox)

    def on_change(self, listener: Callable[[], object]) -> None:
        """Call `listener` when the list has changed."""
        self._listeners.append(listener)

    def on_show(self, listener: Callable[[Entry], object]) -> None:
        """Call `listener` with the file whose result a person wants to see."""
        self._wishes.append(listener)

    def wait_for_limits(self, come: Callable[[], Awaitable[None]]) -> None:
        """Await `come` before each file is checked: it may set other limits."""
        self._limits_come = come

    def tell(self, *, now: bool = False) -> None:
        """Show the list as it is; at most about ten times a second unless `now`."""
        self._told.tell(now=now)

    @property
    def arriving(self) -> int:
        """How many files of the list are still on their way, or being checked."""
        return sum(entry.state in ARRIVING for entry in self.inbox)

    def arrived(self) -> asyncio.Future[None]:
        """Give what is done as soon as no file of the list is on its way any more."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self._release()
        return waiter

    async def check(self, entry: Entry) -> Entry:
        """Apply the contract's rules in a thread; the reason of a refusal stands beside the file."""
        if self._limits_come is not None:
            await self._limits_come()
        try:
            drawing = await asyncio.to_thread(self.inbox.read, entry)
        except PasswordNeeded:
            found = self.inbox.lock(entry)
        except (DrawkitError, OSError) as error:
            found = self.inbox.refuse(entry, error)
        else:
            found = self.inbox.accept(entry, drawing)
        self.tell(now=True)
        return found

    async def unlock(self, entry: Entry, password: str) -> Entry:
        """Open a locked PDF in a thread; a password that does not open it is told, and can be given again."""
        if entry.state is not State.LOCKED:
            return entry
        entry.become(State.CHECKING)
        self.tell(now=True)
        try:
            drawing = await asyncio.to_thread(self.inbox.unlock, entry, password)
        except UnreadableFile as error:
            found = self.inbox.lock(entry, str(error))
        except (DrawkitError, OSError) as error:
            found = self.inbox.refuse(entry, DrawkitError(str(error)))  # a new one: that one's frames hold the password
        else:
            found = self.inbox.accept(entry, drawing, opened=drawing.data)
        self.tell(now=True)
        return found

    def close(self) -> None:
        """Remove the widget and every file it received."""
        self.inbox.clear()
        super().close()

    def _show(self) -> None:
        self.files = [entry.row() for entry in self.inbox]
        self._release()
        for listener in self._listeners:
            listener()

    def _release(self) -> None:
        """Let those go on who wait for the files, once these are here."""
        if self.arriving:
            return
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _hear(self, content: dict[str, Any], buffers: list[memoryview]) -> None:
        """Answer the browser; whatever goes wrong is part of the answer."""
        try:
            answer = self._handle(content, buffers)
        except (DrawkitError, OSError) as error:
            self._fail(content.get("key"), error)
            answer = {"error": str(error)}
        self.send({"id": content.get("id"), **answer})

    def _handle(self, content: dict[str, Any], buffers: list[memoryview]) -> dict[str, Any]:
        key = content.get("key")
        match content.get("op"):
            case "open":
                return self._after(self.inbox.open(content.get("name"), content.get("size"), key), now=True)
            case "chunk":
                return self._after(self.inbox.chunk(key, content.get("offset"), buffers[0] if buffers else b""))
            case "close":
                entry = self.inbox.close(key, content.get("sha256"))
                if entry.state is State.CHECKING:
                    self._home.later(self.check(entry))
                return self._after(entry, now=True)
            case "abort":
                self._fail(key, DrawkitError(str(content.get("reason"))))
            case "folder":
                self.passed = dropped(content["name"], content["endings"], content["found"], content["most"])
            case op:
                self.do(op, key, content)
        return {}

    def do(self, op: object, key: object, content: dict[str, Any]) -> None:
        """Do what a person wants with a file of the list."""
        entry = self.inbox.get(key)
        if entry is None:
            return
        match op:
            case "remove":
                self.inbox.remove(key)
                self.tell(now=True)
            case "unlock":
                self._home.later(self.unlock(entry, str(content.get("password"))))
            case "pages":
                self.inbox.choose(entry, content.get("text"))
                self.tell(now=True)
            case "show":
                for listener in self._wishes:
                    listener(entry)

    def _after(self, entry: Entry, *, now: bool = False) -> dict[str, Any]:
        refused = entry.state is State.REFUSED
        if now or refused:
            self.tell(now=True)
        return {"key": entry.key, **({"error": entry.note} if refused else {})}

    def _fail(self, key: object, error: Exception) -> None:
        entry = self.inbox.get(key)
        if entry is not None and entry.state in ARRIVING:
            self.inbox.refuse(entry, error)
            self.tell(now=True)

    def __repr__(self) -> str:
        names = ", ".join(f"{entry.name} {entry.state.value}" for entry in self.inbox)
        return f"<DropZone: {names or 'no files'}>"
