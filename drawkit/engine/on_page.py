"""Where items lie on the page, whatever the scale at which its sheet was read."""

from __future__ import annotations

from typing import TypeVar

from ..contract import Box, Item, TitleBlock
from .layout.around import rounded

T = TypeVar("T", bound=Item)


def on_page(item: T, scale: float) -> T:
    """An item of a sheet that is `scale` times as large as its page, with its boxes in points of the page."""
    if scale == 1 or item.box is None:
        return item
    changes: dict[str, object] = {"box": box_on_page(item.box, scale)}
    if isinstance(item, TitleBlock):
        fields = (f.model_copy(update={"box": f.box and box_on_page(f.box, scale)}) for f in item.fields)
        changes["fields"] = tuple(fields)
    return item.model_copy(update=changes)


def box_on_page(box: Box, scale: float) -> Box:
    """A box of such a sheet in points of the page."""
    x0, y0, x1, y1 = box
    return rounded((x0 / scale, y0 / scale, x1 / scale, y1 / scale))
