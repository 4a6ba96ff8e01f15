"""General tolerances that a table gives by ranges of sizes, as one line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from drawkit.contract import Table

_DEVIATION: Final = re.compile(r"^(?:±|\+/-|\+-)?\s*(\d*[.,]?\d+)\s*(?:mm|°|\"|in)?$")
_RANGE: Final = re.compile(r"[^±+\d]*\d[^±]*$")
_SIGNS: Final = ("±", "+/-")
_FITS: Final = re.compile(r"passung|\bfits?\b|ajuste|ajustement|посадк|pasowani|配合|嵌合", re.IGNORECASE)


def table_text(table: Table) -> str | None:
    """The rows of a table of general tolerances as text, such as "0.5-6 ±0.1; 6-30 ±0.2"; None where it is none.

    The ranges stand in the first column, or over each other's deviations in the headings.
    """
    if table.kind != "tolerance" or _FITS.search(" ".join([table.caption or "", *(table.columns or ())])):
        return None
    pairs = _down(table) or _across(table)
    return "; ".join(f"{span} {deviation}" for span, deviation in pairs) if pairs else None


def _down(table: Table) -> list[tuple[str, str]]:
    """Ranges in the first column, deviations in the last."""
    signed = any(sign in (table.columns or ("",))[-1] for sign in _SIGNS)
    return _pairs(((row[0], row[-1]) for row in table.rows if len(row) > 1), signed=signed)


def _across(table: Table) -> list[tuple[str, str]]:
    """Ranges in the headings, or in the first row, and one row of deviations."""
    rows: list[Sequence[str]] = [*([table.columns] if table.columns else []), *table.rows]
    if len(rows) != 2:
        return []
    signed = any(sign in rows[1][0] for sign in _SIGNS)
    pairs = list(zip(*rows, strict=True))
    return _pairs(pairs if _RANGE.match(pairs[0][0]) else pairs[1:], signed=signed)


def _pairs(cells: Iterable[tuple[str, str]], *, signed: bool) -> list[tuple[str, str]]:
    """Each range with its deviation; nothing where one of them is neither."""
    found: list[tuple[str, str]] = []
    for span, deviation in cells:
        value = _DEVIATION.match(deviation.strip())
        told = signed or any(sign in deviation for sign in _SIGNS)
        if value is None or not told or not _RANGE.match(span.strip()):
            return []
        angle = "°" if deviation.strip().endswith("°") else ""
        found.append((span.strip(), f"±{value[1]}{angle}"))
    return found
