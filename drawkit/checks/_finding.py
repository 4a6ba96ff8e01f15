"""What a check finds: the place, the words, and the clause that it stands on."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from drawkit.contract import Box, Item, Value
from drawkit.contract.review import is_reviewed

SURE: Final = 0.9
"""A reading below this confidence gives no finding, but a place to look at. What was put in by hand is sure."""


class Severity(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"
    """It cannot be so: the drawing contradicts itself or the standard."""
    WARNING = "warning"
    """Something is missing, or can be understood in two ways."""
    LOOK = "look"
    """The reading is not sure enough to tell: look at the place."""


class Finding(Value):
    """One finding. `message` says what is the matter, `text` what stands there; `box` is in points as everywhere.

    `table` and `id` name the item of the result that it is about, and are empty where it is about a whole page.
    """

    rule: str = ""
    severity: Severity = Severity.WARNING
    page: int = 1
    message: str
    text: str = ""
    clause: str = ""
    table: str = ""
    id: str = ""
    sheet_zone: str | None = None
    confidence: float | None = None
    box: Box | None = None


def about(
    table: str, item: Item, message: str, clause: str, severity: Severity = Severity.ERROR, *, sure: bool = True
) -> Finding:
    """Make a finding about an item; a place to look at where the item was not read for certain, or `sure` is False."""
    certain = sure and (item.confidence >= SURE or is_reviewed(item))
    return Finding(
        severity=severity if certain else Severity.LOOK,
        page=item.page,
        message=message,
        text=item.text,
        clause=clause,
        table=table,
        id=item.id,
        sheet_zone=item.sheet_zone,
        confidence=item.confidence,
        box=item.box,
    )


def on_page(page: int, message: str, clause: str, severity: Severity = Severity.WARNING, *, text: str = "") -> Finding:
    """Make a finding about a whole page."""
    return Finding(severity=severity, page=page, message=message, text=text, clause=clause)
