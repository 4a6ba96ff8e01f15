"""What a text says: the values that the engine's grammar reads in what a person types, merges or splits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from drawkit.contract import GeometricTolerance, Item, Result
from drawkit.contract.corrections import Plain
from drawkit.engine.callouts import LEAST, Callout, read_dimension, read_frame_row, read_texture
from drawkit.engine.modules import holes, threads

from ._fields import fields_of
from ._habits import as_dimension, as_frame, as_texture

_NOTE: Final = re.compile(r"\s*(\d{1,3})[.)]\s+(\S.*)", re.DOTALL)
_NAMED_BY_TEXT: Final = {"datum_features": "label", "views": "label", "balloons": "position"}
_NOT_IN_TEXT: Final = {"geometric_tolerances": {"all_around"}, "holes": {"label"}}
"""Fields that no text of these tables tells."""


class Said(NamedTuple):
    """The values that a text says, by field, and the part of it that was not understood."""

    values: dict[str, Plain]
    unread: str = ""


def said_by(table: str, text: str, units: str | None = None, item: Item | None = None) -> Said | None:
    """What a text of a table says, `text` itself left out; None where it says nothing that is understood.

    Dimensions, holes and threads are read by the grammar of the engine (ISO 129-1, ISO 286-1, ASME Y14.5), frames by
    that of ISO 1101, surface textures by that of ISO 21920-1. `units` are the drawing's; `item` is what the text
    stands in: a frame's row without a characteristic of its own shares that one's.
    """
    read = READERS.get(table)
    return None if read is None else read(text, units, item)


def values_of(table: str, text: str, units: str | None = None) -> dict[str, Plain]:
    """The values that a text of a table says, `text` among them; the text alone where it says no more."""
    text = " ".join(text.split())
    found = said_by(table, text, units)
    return {"text": text, **(found.values if found else {})}


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


def _dimension(text: str, units: str | None, _item: Item | None) -> Said | None:
    found = _callout(text, units)
    return None if found is None else Said(_told("dimensions", found.dimension), found.unread)


def _callout(text: str, units: str | None) -> Callout | None:
    """The callout that a text states as it is, or else as people type it."""
    plain = _read(text, units)
    if plain is not None and not plain.unread:
        return plain
    typed = as_dimension(text)
    better = _read(typed, units) if typed != text else None
    return plain if better is None else better


def _read(text: str, units: str | None) -> Callout | None:
    """A callout, however plain: a person says that it is one. Words that outweigh its value make it none."""
    known: Literal["mm", "inch"] | None = "mm" if units == "mm" else "inch" if units == "inch" else None
    found = read_dimension(text, units=known, least=0.0)
    return None if found is None or (found.unread and found.score < LEAST) else found


def _frame(text: str, _units: str | None, item: Item | None) -> Said | None:
    shared = item.characteristic if isinstance(item, GeometricTolerance) else None
    found = read_frame_row(as_frame(text), characteristic=shared)
    return None if found is None else Said(_told("geometric_tolerances", found.tolerance), found.unread)


def _hole(text: str, units: str | None, _item: Item | None) -> Said | None:
    found = _callout(text, units)
    if found is None or found.dimension.kind not in ("diameter", "thread"):
        return None
    return Said(_told("holes", holes.hole_of(found.dimension)), found.unread)


def _thread(text: str, units: str | None, _item: Item | None) -> Said | None:
    found = _callout(text, units)
    told = threads.read([found.dimension]) if found else []
    return Said(_told("threads", told[0]), found.unread) if found and told else None


def _texture(text: str, _units: str | None, _item: Item | None) -> Said | None:
    found = read_texture(as_texture(text))
    if found is None:
        return None
    values: dict[str, Plain] = {"parameter": found.parameter, "value": found.value}
    told = {name: value for name, value in values.items() if value is not None or found.parameter is not None}
    return Said(told, found.unread)


def _note(text: str, _units: str | None, _item: Item | None) -> Said | None:
    found = _NOTE.fullmatch(text)
    return Said({"number": found[1]}) if found else None


def _named(name: str) -> Reader:
    def read(text: str, _units: str | None, item: Item | None) -> Said | None:
        label = _bare(text)
        apart = item is not None and _bare(item.text) != getattr(item, name)  # "SECTION A-A (2:1)" has the label A-A
        return None if apart or not label else Said({name: label})

    return read


def _bare(text: str) -> str:
    return text.strip("[]() ")


def _told(table: str, item: Item) -> dict[str, Plain]:
    apart = {"text", *_NOT_IN_TEXT.get(table, ())}
    return {name: field.told(item) for name, field in fields_of(table).items() if name not in apart}


Reader = Callable[[str, str | None, Item | None], Said | None]

READERS: Final[dict[str, Reader]] = {
    "dimensions": _dimension,
    "geometric_tolerances": _frame,
    "holes": _hole,
    "threads": _thread,
    "surface_textures": _texture,
    "notes": _note,
    **{table: _named(name) for table, name in _NAMED_BY_TEXT.items()},
}


def units_in(data: Result) -> str | None:
    """The units in which texts of a drawing are read."""
    return data.units if data.units in ("mm", "inch") else None
