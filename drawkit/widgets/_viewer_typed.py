"""What a typed text says, for the viewer: the fields that follow it, each with what stands in it now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from drawkit.contract.corrections import Plain
from drawkit.display import Result
from drawkit.review import fields_of

from ._viewer_rows import clean, told_field

Place = Callable[[object], tuple[str, str] | None]

_PLAIN: Final = (1, "none")
"""Values that say of a new item what holds of most: once, without a tolerance."""


def read_typed(result: Result, wish: dict[str, Any], place: Place) -> dict[str, Any]:
    """Read a text that a person types; the answer holds the fields that follow it, and what is not understood."""
    answer: dict[str, Any] = {"op": "typed", "ask": wish.get("ask"), "fields": [], "told": ""}
    text, at = str(wish.get("text", "")), place(wish.get("key"))
    table, identity = at or (str(wish.get("table")), "")
    try:
        read = result.read_typed(table, text, identity)
        item = result.replay.board.standing(table, identity).item if identity else None
    except (KeyError, ValueError) as error:
        return {**answer, "told": str(error.args[0])}
    return {**answer, "fields": list(proposed_fields(result, table, read.values, item)), "told": clean(read.told)}


def proposed_fields(
    result: Result, table: str, values: Mapping[str, Plain], item: object = None
) -> Iterator[dict[str, Any]]:
    """Tell proposed values field by field, as the browser shows them; `now` is what stands in an `item`."""
    for name, field in fields_of(table, getattr(result.data, table)).items():
        if name == "text" or name not in values or (item is None and values[name] in _PLAIN):
            continue
        now = {} if item is None else {"now": clean(field.told(item))}
        yield {**told_field(field), "value": clean(values[name]), **now}
