"""The pictures of the viewer's pages: fetched in a thread when the browser asks, sent as messages."""

from __future__ import annotations

import asyncio
from math import isfinite
from typing import TYPE_CHECKING, Any

from ._home import Home, running_loop

if TYPE_CHECKING:
    from drawkit.contract import Box

    from ._viewer_source import Source

    Place = tuple[int, Box, float]


class Pictures:
    """Sends a page of what is shown, as long as the browser shows the same one: its `edition`."""

    def __init__(self, pane: Any, home: Home) -> None:
        self._pane, self._home = pane, home
        self._source: Source | None = None

    def show(self, source: Source | None) -> None:
        """Take another source."""
        self._source = source

    def fetch(self, page: object, edition: object) -> None:
        """Send the picture of a page, and what is to be said of it."""
        source = self._source
        if source is None or not isinstance(page, int) or edition != self._pane.edition:
            return
        if running_loop() is None:
            self._send(page, *_pictured(source, page))
        else:
            self._home.later(self._fetched(source, page))

    def fetch_part(self, wish: dict[str, Any]) -> None:
        """Send a part of a page as fine as the browser shows it, or that there is none finer.

        The answer is called as the question: `part` of the sheet, or the `crop` of a row.
        """
        source, place = self._source, _place(wish)
        if source is None or place is None or wish.get("edition") != self._pane.edition:
            return
        op = str(wish.get("op"))
        if running_loop() is None:
            self._send_part(op, place, source.part(*place))
        else:
            self._home.later(self._fetched_part(op, source, place))

    async def _fetched_part(self, op: str, source: Source, place: Place) -> None:
        found = await asyncio.to_thread(source.part, *place)
        if source is self._source:
            self._send_part(op, place, found)

    def _send_part(self, op: str, place: Place, found: tuple[bytes, Box] | None) -> None:
        png, box = found or (None, None)
        content = {"op": op, "page": place[0], "edition": self._pane.edition, "box": box, "there": png is not None}
        if op == "crop":
            content["asked"] = list(place[1])
        self._pane.send(content, buffers=[png] if png else None)

    async def _fetched(self, source: Source, page: int) -> None:
        png, caption = await asyncio.to_thread(_pictured, source, page)  # may ask the service
        if source is self._source:
            self._send(page, png, caption)

    def _send(self, page: int, png: bytes | None, caption: str) -> None:
        told = {"there": png is not None, "caption": caption}
        content = {"op": "picture", "page": page, "edition": self._pane.edition, **told}
        self._pane.send(content, buffers=[png] if png else None)


def _place(wish: dict[str, Any]) -> Place | None:
    """Page, box and resolution of what is asked for; None where that cannot be."""
    page, box, dpi = wish.get("page"), wish.get("box"), wish.get("dpi")
    numbers = [*box, dpi] if isinstance(box, list) and len(box) == 4 else []
    if not isinstance(page, int) or not numbers or not all(isinstance(n, int | float) and isfinite(n) for n in numbers):
        return None
    x0, top, x1, bottom, fine = map(float, numbers)
    return page, (x0, top, x1, bottom), fine


def _pictured(source: Source, page: int) -> tuple[bytes | None, str]:
    return source.preview(page), source.caption(page)
