"""One change: what it is, where it stands on both sheets, and what was there before."""

from __future__ import annotations

from enum import StrEnum

from drawkit.contract import Box, Value


class ChangeKind(StrEnum):
    """What became of an item."""

    CHANGED = "changed"
    """At the same place another value."""
    ADDED = "added"
    """On the new sheet alone."""
    REMOVED = "removed"
    """On the old sheet alone."""
    MOVED = "moved"
    """The same value at another place of its view."""
    UNSURE = "unsure"
    """The readings differ, and one of them is not sure enough to tell: look at the place."""


class Change(Value):
    """One change. `old` and `new` are texts as read; `what` names the fields that differ, where there are several.

    Boxes are in points of the old and of the new sheet.
    """

    change: ChangeKind
    table: str
    field: str = ""
    old: str = ""
    new: str = ""
    what: str = ""
    old_page: int | None = None
    new_page: int | None = None
    old_zone: str | None = None
    new_zone: str | None = None
    confidence: float | None = None
    old_id: str = ""
    new_id: str = ""
    old_box: Box | None = None
    new_box: Box | None = None
