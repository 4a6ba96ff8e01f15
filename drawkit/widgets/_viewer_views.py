"""The viewer's views beside the reading: filled when they are looked at, and again when something was decided."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from drawkit.contract import Box
from drawkit.figures import Ink, Placed, ink_of

from ._home import Home, running_loop
from ._saving import send_file
from ._viewer_outcomes import Mark, Outcome, placed, told_placed

if TYPE_CHECKING:
    from ._viewer_pane import ViewerPane
    from ._viewer_source import Source

Labels = tuple[tuple[str, Box], ...]


class Views:
    """Fills the traits `outcome` and `balloons` of the view that is looked at.

    Balloons are placed page by page, in a thread: that takes the page's picture, and some tenths of a second.
    """

    def __init__(self, pane: ViewerPane, home: Home) -> None:
        self._pane, self._home = pane, home
        self._source: Source | None = None
        self._outcome = Outcome()
        self._ink: dict[int, Ink] = {}
        self._last: tuple[int, Labels, list[Placed]] = (0, (), [])
        """Page, labels and places of the last time: what is moved by hand makes no other give way."""
        self._asked = 0
        pane.observe(lambda _: home.call(self.fill), names="view")
        pane.observe(lambda _: home.call(self._place), names="page")

    def show(self, source: Source | None) -> None:
        """Take another source; `fill` shows it."""
        self._source = source
        self._ink, self._last = {}, (0, (), [])

    def fill(self) -> None:
        """Show the view as it is now."""
        pane, source = self._pane, self._source
        outcome = source.outcome(pane.view) if source else None
        self._outcome = outcome or Outcome()
        if outcome is None:
            pane.outcome, pane.balloons = {}, {}
            return
        with pane.hold_sync():  # rows and balloons in one message, or a moved one would be seen to go back first
            pane.outcome = {
                "view": pane.view,
                "rows": list(outcome.rows),
                "told": outcome.told,
                "undoable": outcome.undoable,
                "restorable": outcome.restorable,
            }
            self._place()

    def save(self, view: str, kind: str) -> None:
        """Send what a view shows as a file."""
        source = self._source
        if source is not None:
            send_file(self._pane, self._home, lambda: source.file(view, kind))

    def _place(self) -> None:
        page, source = int(self._pane.page), self._source
        marks = [mark for mark in self._outcome.marks if mark.page == page]
        self._asked += 1
        labels = tuple((mark.number, mark.box) for mark in marks)
        if source is None or not marks:
            self._pane.balloons = {}
        elif self._last[:2] == (page, labels):
            self._put(page, marks, self._last[2])
        elif running_loop() is None:
            self._put(page, marks, self._placed(source, page, marks))
        else:
            self._home.later(self._later(source, page, marks, self._asked))

    async def _later(self, source: Source, page: int, marks: Sequence[Mark], asked: int) -> None:
        found = await asyncio.to_thread(self._placed, source, page, marks)
        if asked == self._asked:
            self._put(page, marks, found)

    def _placed(self, source: Source, page: int, marks: Sequence[Mark]) -> list[Placed]:
        ink = self._ink.get(page)
        if ink is None:
            ink = ink_of(source.corrected, source.preview(page), page)  # may ask the service
            if source is self._source:
                self._ink[page] = ink
        return placed(marks, ink)

    def _put(self, page: int, marks: Sequence[Mark], found: list[Placed]) -> None:
        self._last = (page, tuple((mark.number, mark.box) for mark in marks), found)
        self._pane.balloons = {"view": self._pane.view, "page": page, "placed": told_placed(marks, found)}
