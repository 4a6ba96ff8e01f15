"""Corrections by hand: kept apart from what was read, applied to a copy, each with its origin."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping, Sequence

from drawkit import contract, frames
from drawkit.contract import Correction
from drawkit.contract.corrections import DRAWING

from ._fields import Field, fields_of

Corrected = typing.TypeVar("Corrected", contract.Item, contract.Result)


def correction(data: contract.Result, table: str, identity: str, field: str, value: object) -> Correction:
    """Check a new value as the contract would. Raises `KeyError` for what is not there, `ValueError` for the value."""
    fields = fields_of(table, getattr(data, table, ()))
    field = _now(field, fields)
    if field not in fields:
        raise KeyError(f"{table} have no field {field!r} to correct. Choose from: {', '.join(fields)}.")
    item = _item(data, table, identity)
    found = fields[field].check(value)
    return Correction(table=table, id=identity, field=field, read=fields[field].told(item), value=found)


def joined(made: Sequence[Correction], new: Correction) -> tuple[Correction, ...]:
    """Add a correction in place of an earlier one of the same field; a value as it was read corrects nothing."""
    others = tuple(one for one in made if one.place != new.place)
    return others if new.value == new.read and type(new.value) is type(new.read) else (*others, new)


def applied(data: contract.Result, made: Iterable[Correction]) -> contract.Result:
    """Give a copy with the corrections in it; each corrected item tells the names of its fields in `corrected`.

    A correction of what is not there, or with a value that the field cannot hold, is left out.
    """
    wanted: dict[str, dict[str, list[Correction]]] = {}
    for one in made:
        wanted.setdefault(one.table, {}).setdefault(one.id, []).append(one)
    data = _with(data, wanted.get(DRAWING, {}).get("", ()), fields_of(DRAWING))
    lists = {
        table: _changed(table, getattr(data, table), changes)
        for table, changes in wanted.items()
        if table in contract.LISTS
    }
    return data.model_copy(update=lists) if lists else data


def _changed(
    table: str, items: tuple[contract.Item, ...], changes: Mapping[str, Sequence[Correction]]
) -> tuple[contract.Item, ...]:
    fields = fields_of(table, items)
    return tuple(_with(item, changes.get(item.id, ()), fields) for item in items)


def _with(item: Corrected, made: Iterable[Correction], fields: Mapping[str, Field]) -> Corrected:
    by_hand = []
    for one in made:
        name = _now(one.field, fields)
        try:
            item = fields[name].changed(item, fields[name].check(one.value))
        except (KeyError, ValueError):  # of a file that somebody has changed
            continue
        by_hand.append(name)
    return item.model_copy(update={"corrected": tuple(by_hand)}) if by_hand else item


def _now(field: str, fields: Mapping[str, Field]) -> str:
    """A field's name as it is now: files and programs may still know the former one."""
    return field if field in fields else frames.RENAMED.get(field, field)


def _item(data: contract.Result, table: str, identity: str) -> contract.Item | contract.Result:
    if table == DRAWING and not identity:
        return data
    found = [item for item in getattr(data, table, ()) if identity and item.id == identity]
    if len(found) != 1:
        told = f"{len(found)} items" if found else "no item"
        raise KeyError(f"There is {told} with the id {identity!r} in {table}.")
    return typing.cast("contract.Item", found[0])
