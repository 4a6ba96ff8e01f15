"""Changes as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd

from drawkit.frames import Column, build

from ._changes import Change, ChangeKind


def _edge(side: str, index: int) -> Any:
    return lambda row: None if row[f"{side}_box"] is None else row[f"{side}_box"][index]


_EDGES: Final = tuple(
    Column(f"{side}_{name}", "Float64", f"{meaning} of the box on the {side} sheet, in points", _edge(side, at))
    for side in ("old", "new")
    for at, (name, meaning) in enumerate(
        (("x0", "Left edge"), ("top", "Top edge"), ("x1", "Right edge"), ("bottom", "Bottom edge"))
    )
)
CHANGES: Final = (
    Column("change", tuple(kind.value for kind in ChangeKind), "What became of it; unsure: look at the place"),
    Column("table", "string", "The table that it stands in"),
    Column("field", "string", "The fact of a title block, or the fields of a row, that differ"),
    Column("old", "string", "What stood there, on one line"),
    Column("new", "string", "What stands there now"),
    Column("what", "string", "The fields that differ, each with both values"),
    Column("old_page", "Int64", "Page of the old drawing"),
    Column("new_page", "Int64", "Page of the new drawing"),
    Column("old_zone", "string", "Field of the old sheet's grid (ISO 5457)"),
    Column("new_zone", "string", "Field of the new sheet's grid"),
    Column("confidence", "Float64", "How sure the less sure reading of the two is, 0 to 1"),
    Column("old_id", "string", "The item of the old result"),
    Column("new_id", "string", "The item of the new result"),
    *_EDGES,
)


def changes_frame(changes: Iterable[Change]) -> pd.DataFrame:
    """Changes, one row each, numbered from 1 as pictures number them."""
    frame = build(CHANGES, [{n: None if v == "" else v for n, v in vars(one).items()} for one in changes])
    frame.index = pd.RangeIndex(1, len(frame) + 1, name="number")
    return frame
