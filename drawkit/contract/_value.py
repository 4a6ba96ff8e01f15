"""The base of every value in the contract: frozen, tolerant of members it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value. Unknown members are kept and can be read in `extra`."""

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)

    @property
    def extra(self) -> Mapping[str, Any]:
        """Members that came with the value and that this version does not know."""
        return dict(self.model_extra or {})

    def to_dict(self) -> dict[str, Any]:
        """The value as plain JSON types."""
        return self.model_dump(mode="json", by_alias=True)
