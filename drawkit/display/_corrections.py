"""Corrections by hand: kept apart from what was read, applied to a copy, each with its origin."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from pydantic import ValidationError

from drawkit import contract
from drawkit.contract import Correction
from drawkit.contract.corrections import Plain

_FIXED: Final = frozenset(
    {"page", "id", "box", "rotation", "sheet_zone", "confidence", "read_from", "dimension_id", "item_id"}
)
_LARGEST: Final = 10**9  # what every file and every DataFrame can hold
_REASONS: Final = {
    "float_parsing": "a valid number is needed",
    "float_type": "a valid number is needed",
    "int_parsing": "a whole number is needed",
    "int_from_float": "a whole number is needed",
    "int_type": "a whole number is needed",
    "bool_parsing": "yes or no is needed",
    "bool_type": "yes or no is needed",
}
_SCALARS: Final = (str, int, float, bool, type(None))


def fields_of(table: str) -> tuple[str, ...]:
    """Tell the fields of a table's items that can be corrected. Raises `KeyError` for an unknown table."""
    if table not in contract.LISTS:
        raise KeyError(f"There is no table {table!r} to correct. Choose from: {', '.join(contract.LISTS)}.")
    fields = contract.LISTS[table].model_fields.items()
    return tuple(name for name, told in fields if name not in _FIXED and _is_plain(told.annotation))


def choices_of(table: str, field: str) -> tuple[str, ...]:
    """Tell the words a field can hold; empty where any text or number will do."""
    parts = _parts(contract.LISTS[table].model_fields[field].annotation)
    return tuple(word for part in parts if typing.get_origin(part) is Literal for word in typing.get_args(part))


def types_of(table: str, field: str) -> frozenset[Any]:
    """Tell the types a field can hold; `NoneType` among them when it can be empty."""
    return frozenset(_parts(contract.LISTS[table].model_fields[field].annotation))


def correction(data: contract.Result, table: str, identity: str, field: str, value: object) -> Correction:
    """Check a new value as the contract would. Raises `KeyError` for what is not there, `ValueError` for the value."""
    if field not in fields_of(table):
        raise KeyError(f"{table} have no field {field!r} to correct. Choose from: {', '.join(fields_of(table))}.")
    item = _item(data, table, identity)
    found = _checked(item, table, field, value)
    return Correction(table=table, id=identity, field=field, read=getattr(item, field), value=found)


def joined(made: Sequence[Correction], new: Correction) -> tuple[Correction, ...]:
    """Add a correction in place of an earlier one of the same field; a value as it was read corrects nothing."""
    others = tuple(one for one in made if one.place != new.place)
    return others if new.value == new.read and type(new.value) is type(new.read) else (*others, new)


def applied(data: contract.Result, made: Iterable[Correction]) -> contract.Result:
    """Give a copy with the corrections in it; each corrected item tells the names of its fields in `corrected`.

    A correction of an item that is not there is left out.
    """
    wanted: dict[str, dict[str, dict[str, Plain]]] = {}
    for one in made:
        wanted.setdefault(one.table, {}).setdefault(one.id, {})[one.field] = one.value
    lists = {
        table: tuple(_changed(item, changes.get(item.id)) for item in getattr(data, table))
        for table, changes in wanted.items()
        if table in contract.LISTS
    }
    return data.model_copy(update=lists) if lists else data


def _changed(item: contract.Item, changes: dict[str, Plain] | None) -> contract.Item:
    return item.model_copy(update={**changes, "corrected": tuple(changes)}) if changes else item


def _item(data: contract.Result, table: str, identity: str) -> contract.Item:
    found = [item for item in getattr(data, table) if identity and item.id == identity]
    if len(found) != 1:
        told = f"{len(found)} items" if found else "no item"
        raise KeyError(f"There is {told} with the id {identity!r} in {table}.")
    return typing.cast("contract.Item", found[0])


def _checked(item: contract.Item, table: str, field: str, value: object) -> Plain:
    wanted = types_of(table, field)
    number = bool(wanted & {int, float}) and bool not in wanted
    if isinstance(value, str):
        value = value.strip()
        if not value and type(None) in wanted:
            value = None
        elif number and value.count(",") == 1 and "." not in value:
            value = value.replace(",", ".")  # as most of the world writes it
    if number and isinstance(value, str) and float in wanted:
        value = _number(value)
    try:
        model = type(item).model_validate({**dict(item), field: value})
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"{field.replace('_', ' ')}: {_REASONS.get(fault['type'], fault['msg'])}.") from None
    found: Plain = getattr(model, field)
    if isinstance(found, float) and not math.isfinite(found):
        raise ValueError(f"{field.replace('_', ' ')}: a number must be finite.")
    if isinstance(found, int) and abs(found) > _LARGEST:
        raise ValueError(f"{field.replace('_', ' ')}: at most {_LARGEST:,}.")
    return found


def _number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _is_plain(annotation: Any) -> bool:
    return all(part in _SCALARS or typing.get_origin(part) is Literal for part in _parts(annotation))


def _parts(annotation: Any) -> tuple[Any, ...]:
    union = typing.get_origin(annotation) in {types.UnionType, typing.Union}
    return typing.get_args(annotation) if union else (annotation,)
