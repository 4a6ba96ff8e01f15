"""Findings as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pandas as pd

from drawkit.frames import Column, build, edges

from ._finding import Finding, Severity

FINDINGS: Final = (
    Column("severity", tuple(s.value for s in Severity), "error, warning, or look: not read surely enough to tell"),
    Column("page", "Int64", "Page of the drawing, from 1"),
    Column("sheet_zone", "string", "Field of the sheet's grid (ISO 5457), such as B4"),
    Column("message", "string", "What is the matter"),
    Column("text", "string", "What stands there, on one line"),
    Column("clause", "string", "The standard that it stands on"),
    Column("rule", "string", "The rule that found it, as `leave_out` names it"),
    Column("table", "string", "The table of the item it is about; missing where it is about a page"),
    Column("id", "string", "The item in that table"),
    Column("confidence", "Float64", "How sure the reading of the item is, 0 to 1"),
    *edges(),
)


def findings_frame(found: Iterable[Finding]) -> pd.DataFrame:
    """Findings, one row each, numbered from 1 as pictures number them; an empty table where there is none."""
    rows = [{name: value or None if value == "" else value for name, value in vars(one).items()} for one in found]
    frame = build(FINDINGS, rows)
    frame.index = pd.RangeIndex(1, len(frame) + 1, name="number")
    return frame
