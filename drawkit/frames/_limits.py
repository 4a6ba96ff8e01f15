"""Limits of size as a DataFrame: as stated, by a fit or by a general tolerance, each row with its origin."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from drawkit.contract import Dimension, DimensionKind, Result, State
from drawkit.contract.review import STATE_MEMBER
from drawkit.tolerances import General, Limits, Origin, given, limits_of, limits_of_result, unit_of

from ._columns import Column, Row, as_array, build

LIMITS: Final = (
    Column("page", "Int64", "Page of the drawing, from 1"),
    Column("id", "string", "The dimension (column id of dimensions)"),
    Column("text", "string", "What was read, on one line"),
    Column("kind", typing.get_args(DimensionKind), "Kind of dimension (ISO 129-1)"),
    Column("quantity", "Int64", "How many times it applies"),
    Column("nominal", "Float64", "Nominal value as read"),
    Column("lower_limit", "Float64", "Lower limit of size (ISO 286-1, 3.2.3.2)"),
    Column("upper_limit", "Float64", "Upper limit of size (ISO 286-1, 3.2.3.1)"),
    Column("tolerance", "Float64", "Upper minus lower limit (ISO 286-1, 3.2.8)"),
    Column("unit", ("mm", "inch", "degree"), "Unit of the values; missing where the drawing does not tell it"),
    Column("origin", typing.get_args(Origin), "Stated on the drawing, or computed: by a fit, by a general tolerance"),
    Column("rule", "string", "What the limits come from, such as ISO 286, H7, or .XX ±0.05"),
    Column("reason", "string", "Why a limit that is missing is not known"),
)
_NEEDED: Final = (
    "kind", "nominal", "unit", "upper_deviation", "lower_deviation", "upper_limit", "lower_limit", "fit", "basic",
    "reference",
)  # fmt: skip
_HELPFUL: Final = ("text", "quantity", "alternate", "read_from", "confidence")
_TOLD: Final = General(reason="a table of dimensions tells no general tolerance: pass general, or the result itself")


def limits(source: Result | Mapping[str, Result] | pd.DataFrame, *, general: str | None = None) -> pd.DataFrame:
    """Limits of size, one row a dimension; see `columns("limits")`.

    What the drawing states (limits, deviations) comes first, then its fit by the tables of ISO 286, then the general
    tolerance that its title block, a note or a table states, or `general` where it states none: a class of ISO 2768-1
    ("ISO 2768-m"), or deviations by decimal places, by sizes and of angles (".X ±0.2 .XX ±0.05 ANGLES ±0.5°").
    Decimal places are those of the dimension as printed. Values are in the drawing's units; the tables of the
    standards hold for millimetres alone. A limit that is not known, or not for certain, is missing, with its `reason`;
    by ISO 2768-1, radii and chamfers have the general tolerance of broken edges (table 2).

    Takes a result, many by file name, or a frame of `dimensions`, whose index and column `file` it keeps; such a
    frame tells no general tolerance. Raises `ValueError` for a `general` that is none and for a frame without the
    columns of dimensions.
    """
    if isinstance(source, pd.DataFrame):
        return _of_frame(source, general)
    if isinstance(source, Result):
        return build(LIMITS, _rows(source, general))
    found = [(file, row) for file, result in source.items() for row in _rows(result, general)]
    frame = build(LIMITS, [row for _, row in found])
    frame.insert(0, "file", as_array([file for file, _ in found], "string"))
    return frame


def _rows(result: Result, general: str | None) -> list[Row]:
    known = limits_of_result(result, general)
    both = zip(result.dimensions, known, strict=True)
    return [_row(vars(d), found, unit_of(d.kind, result.units, d.thread)) for d, found in both]


def _of_frame(dimensions: pd.DataFrame, general: str | None) -> pd.DataFrame:
    missing = [name for name in _NEEDED if name not in dimensions.columns]
    if missing:
        raise ValueError(f"This is no table of dimensions: it has no {', '.join(missing)}.")
    known = given(general) if general is not None else _TOLD
    plain = dimensions.astype(object).where(dimensions.notna(), None)
    told = [dict(zip(plain.columns, row, strict=True)) for row in plain.itertuples(index=False, name=None)]
    frame = build(LIMITS, [_row(row, limits_of(_dimension(row), row["unit"], known), row["unit"]) for row in told])
    frame.index = dimensions.index
    if "file" in dimensions.columns:
        frame.insert(0, "file", dimensions["file"].astype("string"))
    return frame


def _dimension(row: Row) -> Dimension:
    """Build the dimension again that a row of `dimensions` tells."""
    fields = {name: row.get(name) for name in (*_NEEDED, *_HELPFUL) if name != "unit"}
    fields |= {"max": fields.pop("upper_limit"), "min": fields.pop("lower_limit")}
    told = {name: value for name, value in fields.items() if value is not None}
    by_hand: dict[str, Any] = {"corrected": tuple((row.get("corrected") or "").split(", "))}
    state = row.get("review")
    return Dimension.model_validate(told).model_copy(update=by_hand | ({STATE_MEMBER: State(state)} if state else {}))


def _row(item: Row, found: Limits, unit: Any) -> Row:
    told = {name: item.get(name) for name in ("page", "id", "text", "kind", "quantity")}
    sizes = {"nominal": found.nominal, "lower_limit": found.lower, "upper_limit": found.upper}
    why = {"origin": found.origin, "rule": found.rule, "reason": found.reason}
    return {**told, **sizes, "tolerance": found.tolerance, "unit": unit, **why}
