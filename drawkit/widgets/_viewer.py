"""The result viewer: the sheet with its boxes, the tables beside it, and corrections by hand."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Iterable
from typing import Any, Final

import ipywidgets  # type: ignore[import-untyped]  # ships no types

from drawkit import contract
from drawkit.contract.corrections import DRAWING
from drawkit.display import Result
from drawkit.display._files import file_of
from drawkit.display._words import doubts
from drawkit.figures import STYLES

from . import _viewer_rows
from ._home import Home, running_loop
from ._saving import send_file
from ._told import refuse_unknown
from ._viewer_decisions import decide, propose
from ._viewer_outcomes import READING, VIEWS
from ._viewer_pane import ViewerPane
from ._viewer_pictures import Pictures
from ._viewer_plan import edit_plan
from ._viewer_source import Reading, shown_result
from ._viewer_typed import read_typed
from ._viewer_views import Views

_KEYWORDS: Final = ("result", "page", "kinds", "confidence", "height")
_PUBLIC: Final = (
    "close", "confidence", "correct", "kinds", "on_change", "page", "refresh", "result", "say", "select", "selected",
    "undo", "view", "widget",
)  # fmt: skip


class ResultViewer:
    """A result to look at and to correct: `drawkit.ResultViewer(task.result)`.

    `result` may be assigned anew. `page` is the page that is shown, `kinds` are the lists whose boxes are drawn,
    `confidence` is from where on (0 to 1), `view` is what the reading is looked at for. What a person corrects stands
    in `result.corrections`.
    """

    def __init__(
        self,
        result: Result | contract.Result | None = None,
        *,
        page: int | None = None,
        kinds: Iterable[str] | None = None,
        confidence: float = 0.0,
        height: int = 560,
        **unknown: Any,
    ) -> None:
        refuse_unknown("ResultViewer", unknown, _KEYWORDS)
        self._home = Home()
        self._listeners: list[Callable[[], object]] = []
        self._result: Result | None = None
        self._note = ""
        self._pane = ViewerPane(lambda wish: self._home.call(self._hear, wish), height=height)
        self._pane.every = _viewer_rows.every_kind()
        self._pictures, self._views = Pictures(self._pane, self._home), Views(self._pane, self._home)
        self.widget = ipywidgets.VBox([self._pane])
        self.widget.add_class("dk-viewer")
        if kinds is not None:
            self.kinds = tuple(kinds)
        self.confidence = confidence
        self.result = result
        if page is not None:
            self.page = page

    # What is shown

    @property
    def result(self) -> Result | None:
        """The result; its `corrections` hold what was corrected here."""
        return self._result

    @result.setter
    def result(self, result: Result | contract.Result | None) -> None:
        self._result = shown = shown_result(result)
        source = Reading(shown) if shown else None
        self._pictures.show(source)
        self._views.show(source)
        with self._pane.hold_sync():
            self._pane.edition += 1
            self._note = ""
            self._pane.items = _viewer_rows.items_of(shown) if shown else []
            self._pane.selected, self._pane.said = "", {}
            self._fill()
            self._pane.page = shown.telling_page if shown else 1

    @property
    def page(self) -> int:
        """The page that is shown. Assigning a page that is not there raises `ValueError`."""
        return int(self._pane.page)

    @page.setter
    def page(self, page: int) -> None:
        known = [sheet["page"] for sheet in self._pane.sheets]
        if page not in known:
            raise ValueError(f"There is no page {page}. Choose one of: {', '.join(map(str, known)) or 'none'}.")
        self._pane.page = page

    @property
    def kinds(self) -> tuple[str, ...]:
        """The lists whose boxes are drawn. Assigning an unknown one raises `ValueError`."""
        return tuple(kind for kind in STYLES if kind not in self._pane.hidden)

    @kinds.setter
    def kinds(self, kinds: Iterable[str]) -> None:
        wanted = {kinds} if isinstance(kinds, str) else set(kinds)
        if wanted - STYLES.keys():
            unknown = ", ".join(map(repr, sorted(wanted - STYLES.keys())))
            raise ValueError(f"No such kind: {unknown}. Choose from: {', '.join(STYLES)}.")
        self._pane.hidden = [kind for kind in STYLES if kind not in wanted]

    @property
    def confidence(self) -> float:
        """What was read with less confidence (0 to 1) is not shown."""
        return float(self._pane.least)

    @confidence.setter
    def confidence(self, least: float) -> None:
        if not 0.0 <= least <= 1.0:
            raise ValueError(f"A confidence is from 0 to 1; {least!r} is not.")
        self._pane.least = float(least)

    @property
    def view(self) -> str:
        """What is looked at: "reading", "inspection" or "checks". Assigning another raises `ValueError`."""
        return str(self._pane.view)

    @view.setter
    def view(self, view: str) -> None:
        if view not in (READING, *VIEWS):
            raise ValueError(f"There is no view {view!r}. Choose from: {', '.join((READING, *VIEWS))}.")
        self._pane.view = view

    @property
    def selected(self) -> tuple[str, str] | None:
        """Table and id of the item that is marked; None when none is."""
        return self._place(self._pane.selected)

    def select(self, table: str, id: str) -> None:  # noqa: A002 - the column's name
        """Mark an item and scroll to it. Raises `KeyError` for one that is not there."""
        rows = self._result.replay.board.tables[table] if self._result and table in STYLES else []
        at = next((at for at, row in enumerate(rows) if row.id == id), None)
        if at is None:
            raise KeyError(f"There is no item with the id {id!r} in {table}.")
        with self._pane.hold_sync():
            self._pane.page = rows[at].item.page
            self._pane.selected = f"{table}:{at}"

    def refresh(self) -> None:
        """Show the result as it is now, after it was corrected from code."""
        with self._pane.hold_sync():
            self._fill()

    # Corrections

    def correct(self, table: str, id: str = "", **values: Any) -> None:  # noqa: A002 - the column's name
        """Correct values by hand as `Result.correct`, and show them."""
        if self._result is None:
            raise ValueError("There is no result to correct.")
        self._result.correct(table, id, **values)
        self._corrected()

    def undo(self) -> bool:
        """Undo the last correction; tell whether there was one."""
        undone = self._result is not None and self._result.undo()
        if undone:
            self._corrected()
        return undone

    def on_change(self, listener: Callable[[], object]) -> None:
        """Call `listener` when something was corrected or a correction undone."""
        self._listeners.append(listener)

    def say(self, text: str) -> None:
        """Say something of the result that is shown, above it, until another one is."""
        self._note = text
        self.refresh()

    def close(self) -> None:
        """Remove the viewer; the result stays."""
        self._pane.close()
        self.widget.close()

    # The browser's wishes

    def _hear(self, wish: dict[str, Any]) -> None:
        if wish["op"] == "picture":
            self._pictures.fetch(wish.get("page"), wish.get("edition"))
        elif wish["op"] in {"part", "crop"}:
            self._pictures.fetch_part(wish)
        elif wish["op"] == "undo":
            self.undo()
        elif wish["op"] == "file":
            self._save(str(wish.get("view")), str(wish.get("kind")))
        elif wish["op"] == "typed":
            self._read_typed(wish)
        elif wish["op"] in ("decide", "propose", "plan"):
            self._review(wish)
        else:
            self._change(wish)

    def _change(self, wish: dict[str, Any]) -> None:
        key, field = wish.get("key"), str(wish.get("field"))
        place = self._place(key)
        if self._result is None or (place is None and key != DRAWING):
            return
        table, identity = place or (DRAWING, "")
        self._pane.said = {}  # so that the same refusal is told anew
        told = ""
        try:
            if wish["op"] == "take_back":
                self._result.take_back(table, identity, field)
            else:
                told = _corrected_in(self._result, table, identity, {field: wish.get("value"), **_with_it(wish)})
        except (KeyError, ValueError, TypeError) as error:
            self._pane.said = {"key": key, "field": field, "text": str(error.args[0])}
            return
        self._corrected()
        self._pane.send({"op": "taken", "key": key, "field": field, "told": told})

    def _read_typed(self, wish: dict[str, Any]) -> None:
        if self._result is not None:
            self._pane.send(read_typed(self._result, wish, self._place))

    def _corrected(self) -> None:
        self._pane.said = {}
        self.refresh()
        for listener in self._listeners:
            listener()

    def _review(self, wish: dict[str, Any]) -> None:
        """Do what a person decided, or read what a person pointed at; the answer tells what came of it."""
        result = self._result
        if result is None:
            return
        if wish["op"] == "propose":
            self._propose(result, wish)
            return
        told = edit_plan(result, wish) if wish["op"] == "plan" else decide(result, wish, self._place)
        if told.changed:
            self._corrected()
        self._pane.send({"op": "decided", **told.answer(), "ask": wish.get("ask")})

    def _propose(self, result: Result, wish: dict[str, Any]) -> None:
        if running_loop() is None:
            self._pane.send(propose(result, wish))
        else:
            self._home.later(self._proposed(result, wish))

    async def _proposed(self, result: Result, wish: dict[str, Any]) -> None:
        self._pane.send(await asyncio.to_thread(propose, result, wish))

    def _place(self, key: object) -> tuple[str, str] | None:
        """Table and id of a row of the browser."""
        table, _, at = str(key).partition(":")
        rows = self._result.replay.board.tables[table] if self._result and table in STYLES else []
        return (table, rows[int(at)].id) if at.isdecimal() and int(at) < len(rows) else None

    def _save(self, view: str, kind: str) -> None:
        result = self._result
        if view in VIEWS:
            self._views.save(view, kind)
        elif result is not None:
            send_file(self._pane, self._home, lambda: file_of(result, kind))

    def _fill(self) -> None:
        pane, result = self._pane, self._result
        pane.name = _viewer_rows.clean(result.name) if result else ""
        pane.sheets = _viewer_rows.pages_of(result.data, own=result.redacted is False) if result else []
        pane.kinds = _viewer_rows.kinds_of(result) if result else []
        pane.changes = _viewer_rows.changes_of(result) if result else {}
        pane.review = _viewer_rows.review_of(result, self._note) if result else {}
        pane.units = _viewer_rows.units_of(result) if result else {}
        pane.doubts = doubts(result.corrected) if result else ""
        pane.undoable = result.undoable if result else False
        self._views.fill()

    # How it shows itself

    def __repr__(self) -> str:
        return f"<ResultViewer: {self._result!r}>" if self._result is not None else "<ResultViewer: no result>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        if self._result is None:
            return "<p><i>A result is shown here when there is one.</i></p>"
        return self._result._repr_html_()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**self.widget._repr_mimebundle_(**kwargs), "text/plain": repr(self), "text/html": self._repr_html_()}


def _with_it(wish: dict[str, Any]) -> dict[str, Any]:
    """Values that a person saw beside a typed text, and let stand or changed."""
    return {str(name): value for name, value in (wish.get("values") or {}).items()}


def _corrected_in(result: Result, table: str, identity: str, values: dict[str, Any]) -> str:
    """Correct values; tell what of a typed text was not understood."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        result.correct(table, identity, **values)
    return str(_viewer_rows.clean(" ".join(str(one.message) for one in heard)))
