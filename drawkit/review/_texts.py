"""What a text says: the values that the engine's grammar reads in what a person types, merges or splits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal

from drawkit.contract import Dimension, Item, Result
from drawkit.contract.corrections import Plain
from drawkit.engine.callouts import read_dimension, read_frame
from drawkit.engine.modules import holes

from ._fields import fields_of

_TEXTURE: Final = re.compile(r"\b(R[a-z]\d?)\s*(\d+(?:[.,]\d+)?)")
_NOTE: Final = re.compile(r"\s*(\d{1,3})[.)]\s+(\S.*)", re.DOTALL)
_NAMED_BY_TEXT: Final = {"datum_features": "label", "threads": "designation", "views": "label", "balloons": "position"}


def values_of(table: str, text: str, units: str | None = None) -> dict[str, Plain]:
    """The values that a text of a table says, `text` among them; the text alone where it says no more.

    Dimensions are read by the grammar of the engine (ISO 129-1, ISO 286-1, ASME Y14.5), frames by that of ISO 1101.
    `units` are the drawing's.
    """
    text = " ".join(text.split())
    read = _READERS.get(table)
    if read is not None:
        return {"text": text, **read(text, units)}
    name = _NAMED_BY_TEXT.get(table)
    return {"text": text} if name is None or not text else {"text": text, name: text.strip("[]() ")}


def one_line(items: Sequence[Item]) -> str:
    """The texts of items in the order in which they are read: line by line, each from left to right."""
    placed = [item for item in items if item.box]
    if len(placed) < len(items):
        return " ".join(item.text for item in items)
    lines: list[list[Item]] = []
    for item in sorted(placed, key=_top):
        if lines and _beside(lines[-1][0], item):
            lines[-1].append(item)
        else:
            lines.append([item])
    return " ".join(item.text for line in lines for item in sorted(line, key=_left))


def _top(item: Item) -> float:
    return item.box[1] if item.box else 0.0


def _left(item: Item) -> float:
    return item.box[0] if item.box else 0.0


def _beside(one: Item, other: Item) -> bool:
    if one.box is None or other.box is None:
        return False
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return shared > 0.5 * min(one.box[3] - one.box[1], other.box[3] - other.box[1])


def _dimension(text: str, units: str | None) -> dict[str, Plain]:
    found = _callout(text, units)
    return {} if found is None else _told("dimensions", found)


def _callout(text: str, units: str | None) -> Dimension | None:
    known: Literal["mm", "inch"] | None = "mm" if units == "mm" else "inch" if units == "inch" else None
    found = read_dimension(text, units=known, least=0.0)
    return None if found is None else found.dimension


def _frame(text: str, _units: str | None) -> dict[str, Plain]:
    found = read_frame(text)
    return {} if found is None else _told("geometric_tolerances", found)


def _hole(text: str, units: str | None) -> dict[str, Plain]:
    found = _callout(text, units)
    return {} if found is None or found.kind not in ("diameter", "thread") else _told("holes", holes.hole_of(found))


def _texture(text: str, _units: str | None) -> dict[str, Plain]:
    found = _TEXTURE.search(text)
    return {} if found is None else {"parameter": found[1], "value": float(found[2].replace(",", "."))}


def _note(text: str, _units: str | None) -> dict[str, Plain]:
    found = _NOTE.fullmatch(text)
    return {} if found is None else {"number": found[1]}


def _told(table: str, item: Item) -> dict[str, Plain]:
    return {name: field.told(item) for name, field in fields_of(table).items() if name != "text"}


_READERS: Final[dict[str, Callable[[str, str | None], dict[str, Plain]]]] = {
    "dimensions": _dimension,
    "geometric_tolerances": _frame,
    "holes": _hole,
    "surface_textures": _texture,
    "notes": _note,
}


def units_in(data: Result) -> str | None:
    """The units in which texts of a drawing are read."""
    return data.units if data.units in ("mm", "inch") else None
