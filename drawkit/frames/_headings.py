"""What a workbook adds to columns: units in their headings, and the decimals that are printed on the drawing."""

from __future__ import annotations

import re
from typing import Any, Final

import pandas as pd

IN_UNIT: Final = frozenset(
    {
        *("nominal", "upper_deviation", "lower_deviation", "upper_limit", "lower_limit", "tolerance", "value"),
        *("diameter", "depth", "counterbore_diameter", "counterbore_depth", "countersink_diameter"),
        *("weld_size", "length", "max", "min", "size"),
    }
)
"""Columns whose values are in the `unit` of their row."""
_ALWAYS: Final = {
    **dict.fromkeys(("angle", "countersink_angle", "rotation"), "degree"),
    **dict.fromkeys(("x0", "top", "x1", "bottom", "width", "height"), "pt"),
}
_MOST: Final = 9
_NUMBER: Final = re.compile(r"\d*[.,]\d+|\d+")


def heading(column: str, frame: pd.DataFrame) -> str:
    """Tell a column's name with its unit: "nominal (mm)"; of several the rows tell, each its own."""
    if column in _ALWAYS:
        return f"{column} ({_ALWAYS[column]})"
    if column not in IN_UNIT or "unit" not in frame.columns:
        return column
    units = sorted({str(unit) for unit in frame["unit"].dropna()}, key=lambda unit: (unit == "degree", unit))
    whole = len(units) == 1 and not frame["unit"].isna().any()
    return f"{column} ({units[0]})" if whole else f"{column} ({' or '.join(units)}: see unit)" if units else column


def printed_decimals(frame: pd.DataFrame) -> dict[str, dict[int, int]]:
    """Tell for each column of values how many decimals rows have as printed, by row from 0; 0.870 has three."""
    if "text" not in frame.columns:
        return {}
    printed = [_printed(text) for text in frame["text"]]
    return {str(column): _decimals(printed, frame[column]) for column in frame.columns if _is_measured(frame, column)}


def _decimals(printed: list[dict[float, int]], series: pd.Series[Any]) -> dict[int, int]:
    values = ((row, value) for row, value in enumerate(series) if not pd.isna(value))
    rounded = ((row, round(abs(float(value)), _MOST)) for row, value in values)
    return {row: printed[row][value] for row, value in rounded if value in printed[row]}


def _printed(text: Any) -> dict[float, int]:
    """The numbers of a text, each with its decimals; the most of equals."""
    found: dict[float, int] = {}
    for number in _NUMBER.findall(text) if isinstance(text, str) else ():
        whole, _, decimals = number.replace(",", ".").partition(".")
        value = round(float(f"{whole or 0}.{decimals or 0}"), _MOST)
        found[value] = max(found.get(value, 0), len(decimals))
    return found


def _is_measured(frame: pd.DataFrame, column: Any) -> bool:
    return column in IN_UNIT and pd.api.types.is_numeric_dtype(frame[column].dtype)
