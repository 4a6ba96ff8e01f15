"""A requirement typed by hand: what it says of nominal and limits, read as if it were printed."""

from __future__ import annotations

from typing import Any, Final, Literal

from drawkit.contract import Dimension, GeometricTolerance, Item, Result
from drawkit.engine.callouts import read_dimension, read_frame

from ._characteristics import DESIGNATOR, TABLES, Characteristic, of_result

_SAID: Final = (
    "kind", "quantity", "nominal", "lower_limit", "upper_limit", "unit", "origin", "rule", "reason", "characteristic",
    "datums",
)  # fmt: skip


def typed(requirement: str, page: int, result: Result, general: str | None = None) -> dict[str, Any]:
    """The fields of a characteristic that a requirement says, such as "4x ⌀6.6 H12"; words are passed or failed.

    Limits are those of the class or the deviations, else of the drawing's general tolerance on that page, or of
    `general` where it states none. Sources: ISO 129-1, ISO 286-1, ISO 1101.
    """
    mark = DESIGNATOR.search(requirement)
    said: dict[str, Any] = {"designator": mark[0].strip() if mark else None}
    item = _item(DESIGNATOR.sub("", requirement), result.units)
    row = None if item is None else _row(item.model_copy(update={"page": page}), result, general)
    if row is None:
        return {**said, "reason": "added by hand: passed or failed"}
    return {**said, **{field: getattr(row, field) for field in _SAID}}


def _row(item: Item, result: Result, general: str | None) -> Characteristic | None:
    """The characteristic that an item would be on this drawing; None for one that states no limits of its own."""
    name = "dimensions" if isinstance(item, Dimension) else "geometric_tolerances"
    alone = result.model_copy(update={**dict.fromkeys(TABLES, ()), name: (item,), "notes": result.notes})
    return next((one for one in of_result(alone, general) if one.table == name), None)


def _item(requirement: str, units: str | None) -> Dimension | GeometricTolerance | None:
    """The callout that a text is, wholly: a sentence with a number in it is none."""
    frame = read_frame(requirement)
    if frame is not None:
        return frame
    known: Literal["mm", "inch"] | None = "mm" if units == "mm" else "inch" if units == "inch" else None
    found = read_dimension(requirement, units=known)
    return None if found is None or found.unread else found.dimension
