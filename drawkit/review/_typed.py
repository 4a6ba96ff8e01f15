"""What becomes of a row when a person types its text: the values that follow, and what is to be said of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from drawkit.contract import LISTS, Item
from drawkit.contract.corrections import Plain

from ._texts import Said, said_by

_NAMES: Final = {
    "dimensions": "a dimension",
    "geometric_tolerances": "a geometric tolerance",
    "holes": "a hole",
    "threads": "a thread",
    "surface_textures": "a surface texture",
}
"""Tables whose texts say values by a grammar: there it is told what was not understood."""

_FROM_AROUND: Final = frozenset({"kind", "basic", "reference"})
"""Fields that may come from the lines around a text: ordinates, frames, marks that a legend explains."""

_LONGEST: Final = 40  # characters of a text that are quoted


@dataclass(frozen=True)
class Typed:
    """What a typed text says: `values` by field, and in `told` what of it was not understood; empty where all was."""

    values: dict[str, Plain] = field(default_factory=dict)
    told: str = ""


def typed(table: str, text: str, units: str | None = None, item: Item | None = None) -> Typed:
    """Read a typed text as it would be read if it were printed; raises `KeyError` for a table that there is not.

    `units` are the drawing's, `item` is the row whose text it becomes. What the lines around that one tell stays,
    unless the new text says otherwise than the old. Where nothing is understood, there are no values.
    """
    if table not in LISTS:
        raise KeyError(f"There is no table {table!r}. Choose from: {', '.join(LISTS)}.")
    text = " ".join(text.split())
    found = said_by(table, text, units, item) if text else None
    if found is None:
        return Typed(told=_nothing(table, text, item))
    values = found.values if item is None else _beside(table, found, units, item)
    return Typed(values, _rest(found.unread) if found.unread else "")


def _beside(table: str, found: Said, units: str | None, item: Item) -> dict[str, Plain]:
    before = said_by(table, " ".join(item.text.split()), units, item)
    if before is None:
        return found.values
    told = before.values
    return {
        name: value
        for name, value in found.values.items()
        if name not in _FROM_AROUND or name not in told or told[name] != value
    }


def _rest(unread: str) -> str:
    return f"“{_short(unread)}” is not understood: the values are those of the rest."


def _nothing(table: str, text: str, item: Item | None) -> str:
    if not text or table not in _NAMES:
        return ""
    kept = "its text is kept, without values" if item is None else "its text is kept, and the values stay as they are"
    return f"“{_short(text)}” is not understood as {_NAMES[table]}: {kept}."


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
