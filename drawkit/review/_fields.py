"""The fields of an item that a person can correct: its own, and those that stand within, each named as its column."""

from __future__ import annotations

import functools
import math
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import BaseModel, TypeAdapter, ValidationError

from drawkit import contract, frames
from drawkit.contract import DatumReference, Item, PartsListItem, TitleBlock, TitleField
from drawkit.contract.corrections import DRAWING, Plain
from drawkit.contract.notation import datums_of, modifiers_of, told_datums, told_modifiers

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


@dataclass(frozen=True)
class Field:
    """One field of an item. `told` says what stands in it, `changed` gives the item with another value in it.

    `check` makes what a person gave a value that the field can hold. Raises `ValueError` that says what is needed.
    """

    name: str
    annotation: Any
    told: Callable[[Any], Plain]
    changed: Callable[[Any, Any], Any]
    check: Callable[[object], Plain]
    hint: str = ""
    """How it is written, where that is not plain."""

    @property
    def types(self) -> frozenset[Any]:
        """The types it can hold; `NoneType` among them when it can be empty."""
        return frozenset(_parts(self.annotation))

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it can hold; empty where any text or number will do."""
        found = [typing.get_args(part) for part in _parts(self.annotation) if typing.get_origin(part) is Literal]
        return found[0] if found else ()


def fields_of(table: str, items: Iterable[Item] = ()) -> Mapping[str, Field]:
    """Tell the fields of a table's items that can be corrected, by name. Raises `KeyError` for an unknown table.

    Cells of a parts list under headers of their own are fields too, named as in `Result.bom`; `items` tell which.
    The table `drawing` is the drawing as a whole.
    """
    if table == DRAWING:
        return {"units": _own("units", contract.Result.model_fields["units"].annotation)}
    if table not in contract.LISTS:
        known = ", ".join((DRAWING, *contract.LISTS))
        raise KeyError(f"There is no table {table!r} to correct. Choose from: {known}.")
    headers = dict.fromkeys(h for item in items if isinstance(item, PartsListItem) for h in item.other)
    return {**_standing(table), **{field.name: field for field in map(_cell, headers)}}


@functools.cache
def _standing(table: str) -> Mapping[str, Field]:
    return {field.name: field for field in _fields(contract.LISTS[table])}


def _fields(model: type[Item]) -> Iterator[Field]:
    for name, info in model.model_fields.items():
        annotation: Any = info.annotation
        inner = next((part for part in _parts(annotation) if _is_model(part)), None)
        if name in _FIXED:
            continue
        if all(part in _SCALARS or typing.get_origin(part) is Literal for part in _parts(annotation)):
            yield _own(name, annotation)
        elif inner is not None:
            yield from (_member(name, inner, part) for part in inner.model_fields)
        elif annotation == tuple[DatumReference, ...]:
            yield _list(name, told_datums, datums_of, "A(M) | B-C")
        elif annotation == tuple[str, ...]:
            yield _list(name, told_modifiers, modifiers_of, "M CZ")


def _own(member: str, annotation: Any) -> Field:
    hint = "a number, or THRU" if {float, str} <= set(_parts(annotation)) else ""
    name = frames.RENAMED.get(member, member)
    return Field(
        name,
        annotation,
        lambda item: getattr(item, member),
        lambda item, value: item.model_copy(update={**_printed(item, member, value), member: value}),
        functools.partial(_checked, name, annotation),
        hint,
    )


def _printed(item: Item, member: str, value: Plain) -> dict[str, tuple[TitleField, ...]]:
    """What else changes with a value: the labelled field of its title block, where that one alone says the same."""
    read = getattr(item, member)
    if not isinstance(item, TitleBlock) or not isinstance(read, str) or value is None:
        return {}
    same = [field for field in item.fields if field.value == read]
    elsewhere = any(getattr(item, other) == read for other in type(item).model_fields if other != member)
    if len(same) != 1 or elsewhere:
        return {}
    told = same[0].model_copy(update={"value": str(value)})
    return {"fields": tuple(told if field is same[0] else field for field in item.fields)}


def _member(outer: str, model: type[BaseModel], inner: str) -> Field:
    """A value within a value, such as the depth of a counterbore; when the last is taken out, nothing is left."""

    def told(item: Item) -> Plain:
        value = getattr(item, outer)
        return None if value is None else getattr(value, inner)

    def changed(item: Item, value: Plain) -> Item:
        whole = (getattr(item, outer) or model()).model_copy(update={inner: value})
        empty = all(part is None for _, part in whole)
        return item.model_copy(update={outer: None if empty else whole})

    name, annotation = f"{outer}_{inner}", model.model_fields[inner].annotation
    return Field(name, annotation, told, changed, functools.partial(_checked, name, annotation))


def _list(name: str, told: Callable[[Any], str], read: Callable[[Any], tuple[Any, ...]], hint: str) -> Field:
    """Several values in one line of text, written as the tables write them."""

    def check(value: object) -> str:
        try:
            return told(read(value))
        except ValueError as error:
            raise ValueError(f"{_words(name)}: {error}") from None

    return Field(
        name,
        str,
        lambda item: told(getattr(item, name)),
        lambda item, value: item.model_copy(update={name: read(value)}),
        check,
        hint,
    )


def _cell(header: str) -> Field:
    """A cell of a parts list under a header of its own; None where the row has none."""
    name = f"{header} (other)" if header in _columns_of_bom() else header

    def changed(item: PartsListItem, value: str | None) -> PartsListItem:
        others = {h: text for h, text in item.other.items() if h != header or value is not None}
        return item.model_copy(update={"other": others if value is None else {**others, header: value}})

    return Field(
        name, str | None, lambda item: item.other.get(header), changed, functools.partial(_checked, name, str | None)
    )


@functools.cache
def _columns_of_bom() -> frozenset[str]:
    return frozenset(frames.columns("bom")["column"]) - {"other"}


def _checked(name: str, annotation: Any, value: object) -> Plain:
    wanted = frozenset(_parts(annotation))
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
        found: Plain = _adapter(annotation).validate_python(value)
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"{_words(name)}: {_REASONS.get(fault['type'], fault['msg'])}.") from None
    if isinstance(found, float) and not math.isfinite(found):
        raise ValueError(f"{_words(name)}: a number must be finite.")
    if isinstance(found, int) and abs(found) > _LARGEST:
        raise ValueError(f"{_words(name)}: at most {_LARGEST:,}.")
    return found


@functools.cache
def _adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


def _number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _words(name: str) -> str:
    return name.replace("_", " ")


def _is_model(part: Any) -> bool:
    return isinstance(part, type) and issubclass(part, BaseModel)


def _parts(annotation: Any) -> tuple[Any, ...]:
    union = typing.get_origin(annotation) in {types.UnionType, typing.Union}
    return typing.get_args(annotation) if union else (annotation,)
