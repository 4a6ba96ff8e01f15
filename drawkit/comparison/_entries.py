"""What is compared: each item with the value that makes it the same as another, and the place where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from drawkit.contract import Item, Result
from drawkit.contract.corrections import fields_by_hand
from drawkit.contract.notation import told_datums
from drawkit.contract.review import is_reviewed

from ._spelled import drawn, plain, printed, stated

Fields = Mapping[str, Any]

SURE: Final = 0.9
_AS_SURE: Final = 0.1
_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)?|[.,]\d+")
_PLACED: Final[dict[str, Callable[[Any], Fields]]] = {
    "dimensions": lambda d: {
        "kind": d.kind, "quantity": d.quantity, "nominal": d.nominal, "upper deviation": d.upper_deviation,
        "lower deviation": d.lower_deviation, "max": d.max, "min": d.min, "fit": printed(d.fit),
        "depth": _depth(d.depth), "angle": d.angle, "thread": _thread(d.thread), "reference": d.reference,
        "basic": d.basic, "counterbore": _pair(d.counterbore), "countersink": _pair(d.countersink),
    },
    "geometric_tolerances": lambda g: {
        "characteristic": g.characteristic, "zone": g.zone, "value": g.value, "modifiers": " ".join(g.modifiers),
        "datums": told_datums(g.datums),
    },
    "datum_features": lambda d: {"label": d.label},
    "surface_textures": lambda s: {"parameter": s.parameter, "value": s.value, "removal": s.removal},
    "welds": lambda w: {"kind": w.kind, "size": w.size, "length": w.length},
    "views": lambda v: {"label": plain(v.label), "scale": plain(v.scale)},
    "notes": lambda n: {"text": stated(n.text)},
    "tables": lambda t: {"text": stated(t.text)},
}  # fmt: skip
_CALLOUTS: Final = {"dimensions", "geometric_tolerances", "datum_features"}
"""Tables whose texts are symbols rather than words: their case matters."""


@dataclass(frozen=True)
class Entry:
    """An item to compare. `fields` make it the same as another; `sure` says whether its reading can be relied on."""

    table: str
    item: Item
    fields: Fields = field(hash=False)
    sure: bool = True

    @property
    def value(self) -> tuple[Any, ...]:
        """What must be equal for two to be the same."""
        return (self.table, *self.fields.values())

    def says(self, other: Entry) -> bool:
        """Whether both say the same: by their values, or by their text where no hand corrected the values.

        Callouts say it letter by letter, with their case; words are the same in capitals, as `stated` has them.
        """
        if self.table != other.table or self.value == other.value:
            return self.table == other.table
        by_hand = fields_by_hand(self.item) or fields_by_hand(other.item)
        spelled = printed if self.table in _CALLOUTS else stated
        text = spelled(self.item.text)
        return not by_hand and bool(text) and text == spelled(other.item.text)

    @property
    def centre(self) -> tuple[float, float] | None:
        """The middle of its box; None where it has none."""
        box = self.item.box
        return None if box is None else ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def placed_entries(result: Result) -> list[Entry]:
    """Everything of a result that has its place on the sheet."""
    return [
        Entry(table, item, fields(item), item.confidence >= SURE or is_reviewed(item))
        for table, fields in _PLACED.items()
        for item in _of(result, table)
    ]


def _of(result: Result, table: str) -> Iterator[Item]:
    for item in getattr(result, table):
        if table != "notes" or not re.fullmatch(r"(?:\w+\s+)?\w+\s*:", item.text.strip()):
            yield item


def _thread(thread: str | None) -> str:
    """A thread's designation, whose X is a sign; no thread has a tolerance of that letter (ISO 965-1)."""
    return printed(thread).replace("X", "x")


def _depth(depth: float | str | None) -> float | str | None:
    return "through" if isinstance(depth, str) else depth


def _pair(bore: Any) -> tuple[Any, ...] | None:
    return None if bore is None else tuple(bore.to_dict().values())


def differing(old: Entry, new: Entry) -> str:
    """The fields in which two entries differ, each with both values."""
    names = [name for name, value in old.fields.items() if value != new.fields.get(name)]
    return "; ".join(f"{name} {_shown(_as_read(old, name))} → {_shown(_as_read(new, name))}" for name in names)


def _as_read(entry: Entry, name: str) -> Any:
    """A field's value to be shown: a text as it was read, with its blanks and signs."""
    value, read = entry.fields.get(name), getattr(entry.item, name, None)
    return read if isinstance(value, str) and isinstance(read, str) else value


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "–" if value is None or value == "" else str(value).replace("_", " ")


def misread(whole: Entry, picture: Entry) -> bool:
    """Whether a picture may say the same as a text layer, were it read whole: it says less, or lost a point."""
    pairs = [(value, picture.fields.get(name)) for name, value in whole.fields.items()]
    if all(a == b or b in (None, "", False) for a, b in pairs):
        return True
    told, said = (re.sub(r"[\s.,]", "", entry.item.text) for entry in (whole, picture))
    spelled = drawn if whole.table in _CALLOUTS else str.casefold
    return told == said or says_less(picture.item.text, [whole.item.text], spelled)


def one_doubt(a: Entry, b: Entry) -> bool:
    """Whether both texts are printed and differ in their figures alone, and both readings are as sure of what they are.

    What is not sure is then whether this is such an item at all, on both sheets alike: that its figures changed is.
    """
    printed_both = a.item.read_from == b.item.read_from == "text layer"
    shapes = {_FIGURES.sub("#", entry.item.text) for entry in (a, b)}
    return printed_both and len(shapes) == 1 and abs(a.item.confidence - b.item.confidence) <= _AS_SURE


def says_less(text: str, texts: Iterable[str], spelled: Callable[[str], str] = str.casefold) -> bool:
    """Whether every word of a text stands in others, as often."""
    known = Counter(word for one in texts for word in spelled(one).split())
    return not Counter(spelled(text).split()) - known
