"""What the engine reads in a part of a page that a person points at, as values for a new item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from drawkit._extras import how_to_install, missing_local
from drawkit.contract import LISTS, Box
from drawkit.contract.corrections import Plain
from drawkit.contract.results import MODULE_LISTS

from ._fields import fields_of
from ._texts import values_of

_MODULES = {name: module for module, name in MODULE_LISTS.items()}
_NEARLY: Final = 0.75
"""Of the characters in a box, what an item there must say to be what was pointed at."""
_TOLD_BY_TEXT = frozenset({"holes", "threads"})
"""Tables that are read off dimensions: their text is what is looked for."""


def proposed(table: str, png: bytes, box: Box, width: float, units: str | None) -> dict[str, Plain]:
    """The values that the engine reads in `box` (points) as an item of `table`; empty where nothing stands there.

    `png` is the page's picture, `width` the page's in points. Where no item is found, the words there are read by the
    grammar. Raises `KeyError` for a table that there is not, `ModuleNotFoundError` without the extra `local`.
    """
    if table not in LISTS:
        raise KeyError(f"There is no table {table!r}. Choose from: {', '.join(LISTS)}.")
    missing = missing_local()
    if missing:
        raise ModuleNotFoundError(how_to_install(missing))
    from drawkit.engine import read_crop  # noqa: PLC0415 - of the extra `local`

    module = "dimensions" if table in _TOLD_BY_TEXT else _MODULES.get(table, table)
    found = read_crop(png, box, module, width=width)
    item = max(found.items, key=lambda one: len(one.text), default=None)
    if item is not None and table not in _TOLD_BY_TEXT and _says_all(item.text, found.text):
        return _worth({name: field.told(item) for name, field in fields_of(table, found.items).items()})
    return _worth(values_of(table, found.text, units)) if found.text else {}


def _says_all(part: str, whole: str) -> bool:
    """Whether an item says nearly all that stands in the box: what is left over may be a stroke beside it."""
    return len("".join(part.split())) >= _NEARLY * len("".join(whole.split()))


def _worth(values: Mapping[str, Plain]) -> dict[str, Plain]:
    return {name: value for name, value in values.items() if value not in (None, "", False)}
