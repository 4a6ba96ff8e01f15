"""The viewer's browser side as traits: the sheet with its boxes, the table beside it, the fields to correct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import anywidget
import traitlets

from ._assets import script, style

_WISHES: Final = frozenset(
    {
        "picture",
        "correct",
        "take_back",
        "undo",
        "file",
        "decide",
        "propose",
        "plan",
        "swap",
        "close",
        "typed",
        "part",
        "crop",
    }
)

Wish = Callable[[dict[str, Any]], object]


class ViewerPane(anywidget.AnyWidget):
    """Controls around the kernel's traits. Pictures come as messages, so that the widget's state holds none."""

    _esm = script(
        "viewer_tools", "viewer_camera", "viewer_shelf", "viewer_crop", "viewer_draw", "viewer_sheet", "viewer_export",
        "viewer_legend", "viewer_table", "viewer_typed", "viewer_panels", "viewer_detail", "viewer_keys", "viewer_pins",
        "viewer_list", "viewer_checks", "viewer_inspection", "viewer_views", "viewer",
    )  # fmt: skip
    _css = style("viewer", "viewer_review", "viewer_views")

    name = traitlets.Unicode().tag(sync=True)
    edition = traitlets.Int(0).tag(sync=True)
    sheets: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    kinds: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    every: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    """The kinds that there can be items of."""
    items: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    changes: Any = traitlets.Dict().tag(sync=True)
    """The items that a review has changed or added, by key: they stand over those of `items`."""
    review: Any = traitlets.Dict().tag(sync=True)
    page = traitlets.Int(1).tag(sync=True)
    selected = traitlets.Unicode().tag(sync=True)
    hidden: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    least = traitlets.Float(0.0).tag(sync=True)
    height = traitlets.Int(560).tag(sync=True)
    units: Any = traitlets.Dict().tag(sync=True)
    doubts = traitlets.Unicode().tag(sync=True)
    undoable = traitlets.Bool(False).tag(sync=True)
    said = traitlets.Dict().tag(sync=True)
    view = traitlets.Unicode("reading").tag(sync=True)
    outcome: Any = traitlets.Dict().tag(sync=True)
    """The rows of the view that is looked at, where it is not the reading."""
    balloons: Any = traitlets.Dict().tag(sync=True)
    """Its balloons on the page that is shown, in points."""

    def __init__(self, wish: Wish, **traits: Any) -> None:
        super().__init__(**traits)
        self._wish = wish
        self.on_msg(self._heard)

    def _heard(self, _: object, content: dict[str, Any], _buffers: object) -> None:
        if content.get("op") in _WISHES:
            self._wish(content)

    def __repr__(self) -> str:
        return f"<ViewerPane: {self.name or 'no result'}>"


class ComparisonPane(ViewerPane):
    """The same sheet for two revisions: without items, with the changes in place of the tables."""

    _esm = script(
        "viewer_tools", "viewer_camera", "viewer_shelf", "viewer_crop", "viewer_draw", "viewer_sheet", "viewer_export",
        "viewer_pins", "viewer_list", "viewer_checks", "viewer_views", "comparison",
    )  # fmt: skip

    summary = traitlets.Unicode().tag(sync=True)
    remarks: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    closable = traitlets.Bool(False).tag(sync=True)

    def __repr__(self) -> str:
        return f"<ComparisonPane: {self.name}>"
