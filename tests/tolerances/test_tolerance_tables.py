"""General tolerances that a table of the sheet gives by ranges of sizes."""

from __future__ import annotations

import pytest

from drawkit.contract import Dimension, Result, Table
from drawkit.tolerances import limits_of_result
from drawkit.tolerances._tables import table_text

ROWS = (("0.5 - 6", "±0.1"), ("6 - 30", "±0.2"), ("30 - 120", "±0.3"))


def table(rows, columns=("Size", "Tolerance"), caption="GENERAL TOLERANCES", kind="tolerance"):
    return Table(kind=kind, caption=caption, columns=columns, rows=rows)


@pytest.mark.parametrize(
    "told",
    [
        table(ROWS),
        table(tuple((a, b.strip("±")) for a, b in ROWS), ("Size", "Tolerance ±")),
        table((tuple(b for _, b in ROWS),), tuple(a for a, _ in ROWS)),
        table((("Range", *(a for a, _ in ROWS)), ("Linear ±", *(b.strip("±") for _, b in ROWS))), None),
    ],
)
def test_ranges_stand_in_a_column_or_in_the_headings(told):
    assert table_text(told) == "0.5 - 6 ±0.1; 6 - 30 ±0.2; 30 - 120 ±0.3"


@pytest.mark.parametrize(
    "told",
    [
        table(ROWS, kind="other"),
        table(ROWS, caption="Passungen"),
        table(tuple((a, b.strip("±")) for a, b in ROWS)),
        table((("0.5 - 6", "see note"),)),
        table((("0.5 - 6", "±0.1", "±0.2"), ("x", "", "")), None),
        table((("", "±0.1"),)),
    ],
)
def test_other_tables_tell_none(told):
    assert table_text(told) is None


def test_the_table_bounds_the_dimensions_of_its_page():
    result = Result(
        units="mm",
        dimensions=(Dimension(text="20.0", nominal=20),),
        tables=(table(ROWS), table(ROWS, caption="Fits").model_copy()),
    )
    (limits,) = limits_of_result(result)
    assert (limits.lower, limits.upper, limits.origin) == (19.8, 20.2, "general")
