"""The presses of Run that are under way: later ones wait behind earlier ones, and each has a line of its own."""

from __future__ import annotations

import asyncio
from typing import Final

from drawkit.client import TaskCancelled

from ._panel import Level, Panel
from ._run import Run

_AT_ONCE: Final = 4


class Press:
    """One press of the run button, or one `start` from code."""

    def __init__(self, presses: Presses, *, behind: bool, choosing: bool) -> None:
        self._presses = presses
        self.behind = behind
        """Whether others were under way when it came."""
        self.choosing = choosing
        """Whether it has still to take what waits in the list, and what arrives there: another press would add none."""
        self.arrival: asyncio.Future[None] | None = None
        """What it waits for while files still arrive."""
        self.run: Run | None = None
        self.line: tuple[Level, str] | None = None

    def say(self, text: str, level: Level = "info") -> None:
        """Show its line in the status area, beside those of the others."""
        self.line = (level, text)
        self._presses.show()

    def stop(self) -> None:
        """Cancel what has not ended; what was read stays."""
        if self.arrival is not None and not self.arrival.done():
            self.arrival.set_exception(TaskCancelled("Cancelled."))
        if self.run is not None:
            self.run.stop()


class Presses:
    """Every press since nothing was under way; the drawings of all are read a few at a time."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._told: list[Press] = []
        self._under_way: list[Press] = []
        self.room = asyncio.Semaphore(_AT_ONCE)
        """Who reads holds a place in it; first come, first served."""

    @property
    def choosing(self) -> bool:
        """Whether one has still to take what waits in the list."""
        return any(press.choosing for press in self._under_way)

    def begin(self, *, choosing: bool) -> Press:
        """Count a press as under way; what the last ones said goes when none was."""
        behind = bool(self._under_way)
        if not behind:
            self._told, self.room = [], asyncio.Semaphore(_AT_ONCE)  # a form may be used in another loop than before
        press = Press(self, behind=behind, choosing=choosing)
        self._told.append(press)
        self._under_way.append(press)
        self._panel.busy = True
        return press

    def end(self, press: Press) -> None:
        """Count a press as ended; its line stays."""
        self._under_way.remove(press)
        self._panel.busy = bool(self._under_way)

    def stop(self) -> None:
        """Cancel all that are under way."""
        for press in list(self._under_way):
            press.stop()

    def show(self) -> None:
        """Show the lines of all."""
        self._panel.tell([press.line for press in self._told if press.line is not None])
