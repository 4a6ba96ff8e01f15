"""The pictures of the viewer's pages: fetched in a thread when the browser asks, sent as messages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ._home import Home, running_loop

if TYPE_CHECKING:
    from ._viewer_source import Source


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

    async def _fetched(self, source: Source, page: int) -> None:
        png, caption = await asyncio.to_thread(_pictured, source, page)  # may ask the service
        if source is self._source:
            self._send(page, png, caption)

    def _send(self, page: int, png: bytes | None, caption: str) -> None:
        told = {"there": png is not None, "caption": caption}
        content = {"op": "picture", "page": page, "edition": self._pane.edition, **told}
        self._pane.send(content, buffers=[png] if png else None)


def _pictured(source: Source, page: int) -> tuple[bytes | None, str]:
    return source.preview(page), source.caption(page)
