"""Items that a person makes, and values that a person puts into items; each checked as the contract would."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from drawkit import frames
from drawkit.contract import LISTS, Box, Correction, Item, Result
from drawkit.contract.corrections import Plain
from drawkit.contract.review import Decision

from ._board import Row
from ._fields import Field, fields_of

_PLACE: Final = ("page", "box", "rotation", "sheet_zone", "confidence", "read_from")


def checked(table: str, values: Mapping[str, object], fields: Mapping[str, Field]) -> dict[str, Plain]:
    """Values that the fields can hold, by the fields' present names.

    Raises `KeyError` for a field that there is not, `ValueError` that says what is needed.
    """
    named = {now(name, fields): value for name, value in values.items()}
    for name in named:
        if name not in fields:
            raise KeyError(f"{table} have no field {name!r} to correct. Choose from: {', '.join(fields)}.")
    return {name: fields[name].check(value) for name, value in named.items()}


def now(field: str, fields: Mapping[str, Field]) -> str:
    """A field's name as it is now: files and programs may still know the former one."""
    return field if field in fields else frames.RENAMED.get(field, field)


def put_into(row: Row, values: Mapping[str, Plain], fields: Mapping[str, Field], decision: Decision) -> None:
    """Put checked values in place of what was read; a value as it was read corrects nothing."""
    for name, value in values.items():
        read = None if row.added else fields[name].told(row.read)
        row.item = fields[name].changed(row.item, value)
        if value == read and type(value) is type(read):
            row.corrections.pop(name, None)
        else:
            told = Correction(table=row.table, id=row.id, field=name, read=read, value=value, at=decision.at)
            row.corrections[name] = told
    _settle(row)


def put_back(row: Row, names: tuple[str, ...], fields: Mapping[str, Field]) -> None:
    """Let what was read stand again in these fields; of an added item, what it was made with."""
    for name in names:
        was = fields[name].told(row.read)
        row.item = fields[name].changed(row.item, was)
        before = row.corrections.pop(name)
        if row.added and was is not None:
            row.corrections[name] = before.model_copy(update={"value": was})
    _settle(row)


def _settle(row: Row) -> None:
    """A row in which nothing stands by hand any more is what was read."""
    if not row.corrections and not row.changed and not row.added:
        row.item = row.read


def new_item(
    data: Result, table: str, identity: str, values: Mapping[str, object], like: Mapping[str, Any]
) -> tuple[Item, dict[str, Plain]]:
    """A new item of a table with these values, and the values as checked; `like` tells where it stands.

    Raises `KeyError` for a table or field that there is not, `ValueError` for a value, place or item that cannot be.
    """
    fields = fields_of(table, getattr(data, table, ()))
    given = checked(table, values, fields)
    if not any(value not in (None, "") for value in given.values()):
        raise ValueError("A new item needs a text, or a value.")
    text = given.get("text") or ""
    needed = [name for name, info in LISTS[table].model_fields.items() if info.is_required()]
    start = {name: fields[name].check(given.get(name, text)) for name in needed}
    place = {name: like[name] for name in _PLACE if name in like}
    item = LISTS[table].model_validate({**place, **start, "id": identity})
    for name, value in given.items():
        item = fields[name].changed(item, value)
    return item, given


def place_on(data: Result, page: int, box: object) -> tuple[int, Box | None]:
    """A place for a new item. Raises `ValueError` for a page that there is not and a box that is none."""
    known = [report.page for report in data.pages] or [1]
    if page not in known:
        raise ValueError(f"There is no page {page}. Choose one of: {', '.join(map(str, known))}.")
    if box is None:
        return page, None
    try:
        x0, top, x1, bottom = (float(edge) for edge in box)  # type: ignore[attr-defined]  # what is none is told
    except (TypeError, ValueError):
        raise ValueError("A box is four numbers: left, top, right, bottom in points.") from None
    if not all(map(math.isfinite, (x0, top, x1, bottom))) or x0 >= x1 or top >= bottom:
        raise ValueError("A box goes from left to right and from top to bottom: x0 < x1, top < bottom.")
    return page, (x0, top, x1, bottom)


def around(items: list[Item]) -> Box | None:
    """The box around the boxes of items; None where none has one."""
    boxes = [item.box for item in items if item.box]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
