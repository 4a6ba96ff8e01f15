"""A review: small decisions of a person, replayed over what was read; kept beside a result, never inside it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, Literal

from pydantic import Field

from ._value import Value
from .corrections import Plain, fields_by_hand
from .results import Box, Item
from .trust import Trust, trust_of

Action = Literal["accept", "correct", "reject", "add", "merge", "split", "change_kind", "take_back"]

STATE_MEMBER: Final = "review_state"
"""The member in which a reviewed item carries its state; it is never part of what was read."""


class State(StrEnum):
    """How far a person has gone with a row."""

    READ = "read"
    """As the engine read it; nobody has decided yet."""
    ACCEPTED = "accepted"
    """A person looked, and it is right."""
    CORRECTED = "corrected"
    """A person changed it: values, its kind, or what belongs to it."""
    ADDED = "added"
    """The engine did not read it; a person put it in."""
    REJECTED = "rejected"
    """A person took it out: it is not on the sheet, or it is part of another row."""


class Decision(Value):
    """One decision on items of a `table`, named by `ids`; decisions hold in the order in which they were made.

    `values` are fields by name, as columns show them: those that are corrected, or those of what is added. A merge
    makes the first of `ids` hold all of them; a split leaves the first part in the item and makes one more item for
    each of `parts`. `made` are the ids of items that the decision makes. `take_back` lets what was read stand again,
    in `fields` or, without any, in the whole item.
    """

    action: Action
    table: str
    ids: tuple[str, ...] = ()
    values: dict[str, Plain] = Field(default_factory=dict)
    fields: tuple[str, ...] = ()
    parts: tuple[dict[str, Plain], ...] = ()
    made: tuple[str, ...] = ()
    to: str | None = None
    """The table that a change of kind brings the item into."""
    page: int | None = None
    box: Box | None = None
    """Where an added item stands, in points."""
    at: datetime = Field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))
    """When it was made (UTC)."""


def state_of(item: Item | Mapping[str, Any]) -> State:
    """The state of an item of a reviewed result. A service that sends such a member is not believed."""
    known = item if isinstance(item, Mapping) else (item.model_extra or {})
    state = known.get(STATE_MEMBER)
    return state if isinstance(state, State) else State.READ


def is_reviewed(item: Item) -> bool:
    """Whether a person has decided on an item, so that its values no longer hang on the reading's confidence."""
    return state_of(item) is not State.READ or bool(fields_by_hand(item))


def is_confirmed(item: Item, field: str) -> bool:
    """Whether a person stands for a field as it is: the item was accepted or added, or the field corrected."""
    return state_of(item) in {State.ACCEPTED, State.ADDED} or field in fields_by_hand(item)


def trust_in(item: Item) -> Trust:
    """How far an item can be trusted: what a person has decided is sure, else its confidence tells."""
    return "sure" if is_reviewed(item) else trust_of(item.confidence)
