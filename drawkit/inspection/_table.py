"""Characteristics as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pandas as pd

from drawkit.contract import State
from drawkit.frames import Column, build, edges

from ._characteristics import KINDS, Characteristic


def _first_box(row: Mapping[str, Any]) -> Any:
    return row["places"][0][1] if row["places"] else None


INSPECTION: Final = (
    Column("number", "string", "Number of the characteristic, as in its balloon; 3.2 is a part of 3"),
    Column("page", "Int64", "Page of the drawing, from 1"),
    Column("sheet_zone", "string", "Field of the sheet's grid (ISO 5457), such as B4"),
    Column("kind", KINDS, "Kind of dimension (ISO 129-1), or what else it is"),
    Column("designator", "string", "Mark of a key characteristic as printed, such as KC"),
    Column("requirement", "string", "Requirement as printed, on one line"),
    Column("quantity", "Int64", "How many features it applies to"),
    Column("nominal", "Float64", "Nominal value"),
    Column("lower_limit", "Float64", "Lower limit (ISO 286-1, 3.2.3.2)"),
    Column("upper_limit", "Float64", "Upper limit; of a geometric tolerance its value"),
    Column("unit", ("mm", "inch", "degree", "µm", "µin"), "Unit of the values; missing where the drawing tells none"),
    Column("origin", ("stated", "fit", "general"), "Limits stated on the drawing, by a fit, or by a general tolerance"),
    Column("rule", "string", "What the limits come from, such as ISO 286, H7"),
    Column("reason", "string", "Why a limit that is missing is not known"),
    Column("characteristic", "string", "Characteristic of a geometric tolerance (ISO 1101)"),
    Column("datums", "string", "Its datums with their modifiers, in order"),
    Column("confidence", "Float64", "How sure the reading is, 0 to 1; missing where a hand added it"),
    Column("corrected", "string", "Fields corrected by hand"),
    Column("review", tuple(State), "How far a person has gone with it: read, accepted, corrected, added"),
    Column("table", "string", "The table that it was read from"),
    Column("id", "string", "The item in that table"),
    *edges(_first_box),
)


def inspection_frame(rows: Iterable[Characteristic]) -> pd.DataFrame:
    """Characteristics, one row each, in the order of their numbers."""
    return build(INSPECTION, [{name: _told(value) for name, value in vars(row).items()} for row in rows])


def _told(value: Any) -> Any:
    return None if value == "" else value
