"""A correction by hand: kept beside a result, never inside what was read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from ._value import Value
from .results import Item, Result

Plain = bool | int | float | str | None
"""What a field that a person corrects can hold."""


DRAWING = "drawing"
"""The table of a correction that is of the drawing as a whole, such as of its units; its id is empty."""


class Correction(Value):
    """One value that a person put in place of what was read. `table`, `id` and `field` name the place.

    `field` is the column that shows it: the depth of a counterbore is `counterbore_depth`. Datums and modifiers of a
    tolerance are one text, as in the tables.
    """

    table: str
    id: str
    field: str
    read: Plain = None
    """What was read from the sheet."""
    value: Plain = None
    """What stands in its place."""
    origin: Literal["hand"] = "hand"
    at: datetime = Field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))
    """When it was made (UTC)."""

    @property
    def place(self) -> tuple[str, str, str]:
        """What it corrects: table, item, field."""
        return self.table, self.id, self.field


def fields_by_hand(item: Item | Result) -> tuple[str, ...]:
    """The fields of an item, or of the drawing as a whole, in which a correction stands.

    A service that sends such a member is not believed.
    """
    fields = (item.model_extra or {}).get("corrected")
    return fields if isinstance(fields, tuple) else ()
