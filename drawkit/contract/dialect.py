"""The names that the API document leaves open, in one place: another service is a `Dialect`, not a code change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Dialect:
    """How a service names what the API document does not show (its section is given for each)."""

    file_part: str = "file"
    """Name of the file form part (section 2)."""
    batch_field: str = "batch_id"
    """Form field that makes a task join a batch (section 2)."""
    idempotency_header: str = "Idempotency-Key"
    """Request header for retry safety (not in the document)."""
    request_id_header: str = "X-Request-Id"
    """Response header that names the request (not in the document)."""
    limit_parameter: str = "limit"
    """Query parameter: how many tasks a page of the list has (section 4)."""
    cursor_parameter: str = "cursor"
    """Query parameter: where the next page of the list begins (section 4)."""
    list_member: str = "data"
    """Member of the list's body that holds the tasks (section 4)."""
    more_member: str = "has_more"
    """Member of the list's body that tells whether more follow (section 4)."""
    cursor_member: str = "next_cursor"
    """Member of the list's body that holds the next cursor (section 4)."""
    task_members: Mapping[str, str] = field(default_factory=_none)
    """drawkit's member name -> the service's, for the task record (section 2)."""
    batch_members: Mapping[str, str] = field(default_factory=_none)
    """drawkit's member name -> the service's, for the batch record (section 2)."""
    quota_members: Mapping[str, str] = field(default_factory=_none)
    """drawkit's member name -> the service's, for the quota record (section 2)."""
    states: Mapping[str, str] = field(default_factory=_none)
    """The service's name of a state -> drawkit's (section 3)."""
    modules: Mapping[str, str] = field(default_factory=_none)
    """drawkit's name of a module -> the service's, in `task_list` (section 2)."""

    def __repr__(self) -> str:
        """What differs from the names of this document: the help of what takes a dialect stays short."""
        told = ((one.name, getattr(self, one.name)) for one in fields(self))
        other = ", ".join(f"{name}={value!r}" for name, value in told if value != getattr(_PLAIN, name))
        return f"Dialect({other})"


DEFAULT_DIALECT = _PLAIN = Dialect()
