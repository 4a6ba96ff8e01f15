"""The comparison of two revisions to look at: both sheets on each other, the changes beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import ipywidgets  # type: ignore[import-untyped]  # ships no types

from drawkit.display import Compared

from . import _viewer_rows
from ._compared_source import VIEW, Revisions
from ._home import Home
from ._shown import bundle
from ._told import refuse_unknown
from ._viewer_pane import ComparisonPane
from ._viewer_pictures import Pictures
from ._viewer_views import Views

_KEYWORDS: Final = ("compared", "height")
_PUBLIC: Final = ("close", "compared", "on_close", "page", "swap", "widget")


class ComparisonViewer:
    """Two revisions to look at: `drawkit.ComparisonViewer(drawkit.compare(old, new))`.

    Changes are numbered; a row leads to its place on the sheet, and a balloon to its row.
    """

    def __init__(self, compared: Compared, *, height: int = 560, **unknown: Any) -> None:
        refuse_unknown("ComparisonViewer", unknown, _KEYWORDS)
        self._compared = _checked(compared)
        self._home = Home()
        self._closed: Callable[[], object] | None = None
        self._pane = pane = ComparisonPane(lambda wish: self._home.call(self._hear, wish), height=height, view=VIEW)
        self._pictures, self._views = Pictures(pane, self._home), Views(pane, self._home)
        self._show(self._compared)
        self.widget = ipywidgets.VBox([pane])
        self.widget.add_class("dk-comparison")

    @property
    def compared(self) -> Compared:
        """What is shown."""
        return self._compared

    @property
    def page(self) -> int:
        """The page of the new drawing that is shown. Assigning a page that is not there raises `ValueError`."""
        return int(self._pane.page)

    @page.setter
    def page(self, page: int) -> None:
        known = [sheet["page"] for sheet in self._pane.sheets]
        if page not in known:
            raise ValueError(f"There is no page {page}. Choose one of: {', '.join(map(str, known))}.")
        self._pane.page = page

    def swap(self) -> None:
        """Take the new one for the old one."""
        self._show(self._swapped())

    def on_close(self, listener: Callable[[], object]) -> None:
        """Call `listener` when a person closes the comparison; without one there is no button that does."""
        self._closed = listener
        self._pane.closable = True

    def close(self) -> None:
        """Remove the viewer; the comparison stays."""
        self._pane.close()
        self.widget.close()

    def _show(self, compared: Compared) -> None:
        self._compared, source, pane = compared, Revisions(compared), self._pane
        self._pictures.show(source)
        self._views.show(source)
        with pane.hold_sync():
            pane.edition += 1
            pane.name, pane.summary = _viewer_rows.clean(compared.title), compared.summary
            pane.sheets = _viewer_rows.pages_of(compared.new.corrected, own=compared.new.redacted is False)
            pane.remarks = [_viewer_rows.clean(remark) for remark in compared.remarks]
            pane.page = next((new for _, new in compared.data.pages), pane.sheets[0]["page"])
            self._views.fill()

    def _swapped(self) -> Compared:
        return Compared(self._compared.new, self._compared.old)

    async def _swap(self) -> None:
        self._show(await asyncio.to_thread(self._swapped))

    def _hear(self, wish: dict[str, Any]) -> None:
        if wish["op"] == "picture":
            self._pictures.fetch(wish.get("page"), wish.get("edition"))
        elif wish["op"] in {"part", "crop"}:
            self._pictures.fetch_part(wish)
        elif wish["op"] == "file":
            self._views.save(VIEW, str(wish.get("kind")))
        elif wish["op"] == "swap":
            if not self._home.later(self._swap()):
                self.swap()
        elif wish["op"] == "close" and self._closed is not None:
            self._closed()

    def __repr__(self) -> str:
        return f"<ComparisonViewer: {self._compared!r}>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        return self._compared._repr_html_()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return bundle(self.widget, repr(self), self._repr_html_(), **kwargs)


def _checked(compared: object) -> Compared:
    if isinstance(compared, Compared):
        return compared
    told = "A comparison viewer shows what drawkit.compare(old, new) gives"
    raise TypeError(f"{told}; this is of type {type(compared).__name__}.")
