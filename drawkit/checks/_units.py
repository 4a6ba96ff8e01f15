"""A rule of units: one drawing, one unit of length, unless it says that it has two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from drawkit.contract import Dimension, Result

from ._clauses import UNITS
from ._finding import Finding, Severity, about

_SIGNS: Final = (
    ("mm", re.compile(r"\d\s*mm\b", re.IGNORECASE)),
    ("inch", re.compile(r"\d\s*(?:\"|″|in\b|inch\b)", re.IGNORECASE)),
)
_NAMED: Final = (("mm", re.compile(r"^\s*(?:mm|milli)", re.IGNORECASE)), ("inch", re.compile(r"^\s*in", re.IGNORECASE)))


def units_mixed(result: Result) -> Iterator[Finding]:
    """A dimension that names another unit than the drawing's, or title blocks that name two.

    Dual dimensions, threads and drawings whose unit is not told are left alone.
    """
    if result.units not in ("mm", "inch"):
        return
    for size in result.dimensions:
        unit = _unit_of(size)
        if unit and unit != result.units and size.alternate is None and size.kind not in ("thread", "angle"):
            message = f"It is in {unit} on a drawing in {result.units}."
            yield about("dimensions", size, message, UNITS, Severity.WARNING)
    named = {unit: block for block in reversed(result.title_blocks) for unit in _named(block.units)}
    if len(named) > 1:
        message = "The title blocks name two units: mm and inch."
        yield about("title_blocks", named["inch"], message, UNITS, Severity.WARNING)


def _unit_of(size: Dimension) -> str | None:
    """The unit that a dimension names itself; None where it names none, or both."""
    found = [unit for unit, sign in _SIGNS if sign.search(size.text)]
    return found[0] if len(found) == 1 else None


def _named(text: str | None) -> list[str]:
    return [unit for unit, sign in _NAMED if text and sign.search(text)]
