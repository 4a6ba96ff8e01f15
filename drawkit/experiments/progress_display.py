"""How a run shows its progress: a bar with the time left, in a notebook, in a terminal, or by the caller's function."""

from __future__ import annotations

import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .run_status import RunStatus


class ProgressDisplay(ABC):
    """Shows a `RunStatus`, many times a second; by itself it shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    @abstractmethod
    def show(self, status: RunStatus, *, last: bool = False) -> None:
        """Show it; `last` when the run has ended."""


class SilentDisplay(ProgressDisplay):
    """Shows nothing."""

    def show(self, status: RunStatus, *, last: bool = False) -> None:
        """Do nothing."""


class CallbackDisplay(ProgressDisplay):
    """Calls the caller's function, at the end once more."""

    def __init__(self, tell: Callable[[RunStatus], object]) -> None:
        self._tell = tell

    def show(self, status: RunStatus, *, last: bool = False) -> None:  # noqa: ARG002 - the status says it itself
        """Tell."""
        self._tell(status)


class TerminalDisplay(ProgressDisplay):
    """A bar on the standard error stream; a line at the end where that is no terminal."""

    def __init__(self, name: str, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[words]}", markup=False),
            console=self._console,
        )
        self._task = self._bar.add_task(name, total=None, words="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, status: RunStatus, *, last: bool = False) -> None:  # noqa: ARG002 - the bar ends by its count
        """Move the bar."""
        self._bar.update(self._task, total=status.total, completed=status.done, words=words(status))


class NotebookDisplay(ProgressDisplay):
    """One output of the cell, that moves; what stays is text and HTML, and needs no kernel."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._handle: Any = None
        self._shown = ""

    def show(self, status: RunStatus, *, last: bool = False) -> None:
        """Draw it, when there is something new."""
        from . import views  # noqa: PLC0415 - only where a notebook runs

        picture = views.progress(self._name, status, last=last)
        if picture == self._shown:
            return
        self._shown = picture
        if self._handle is None:
            self._handle = _handle()
            self._handle.display(_bundle(picture, self._name), raw=True)
        else:
            self._handle.update(_bundle(picture, self._name), raw=True)


def _handle() -> Any:
    display: Any = importlib.import_module("IPython.display")  # ships no types, and is only where a notebook runs
    return display.DisplayHandle()


def _bundle(picture: str, name: str) -> dict[str, str]:
    return {"text/plain": name, "text/html": picture}


def display_for(name: str, progress: bool | Callable[[RunStatus], object]) -> ProgressDisplay:
    """The display for where this runs."""
    if callable(progress):
        return CallbackDisplay(progress)
    if not progress:
        return SilentDisplay()
    return NotebookDisplay(name) if in_notebook() else TerminalDisplay(name)


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def words(status: RunStatus) -> str:
    """The counts, those that are not zero."""
    counts = (
        (status.known, "known"), (status.completed, "read"), (status.failed, "failed"),
        (status.cancelled, "cancelled"), (status.refused, "refused"), (status.left, "left"),
        (status.open, "at the service"),
    )  # fmt: skip
    return ", ".join(f"{count:,} {word}" for count, word in counts if count)
