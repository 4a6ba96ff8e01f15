"""Which item of the new sheet is which of the old one: by value and place, then by place alone, then by value alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from ._entries import Entry
from ._register import Affine, Registered

_SAME_PLACE: Final = 14.0
_NEAR: Final = 22.0
_WIDER: Final = 60.0
_ALIKE: Final = 0.55
_ALIKE_TEXT: Final = 0.6
_FREE: Final = {"notes", "tables", "views"}
"""Tables whose items are told by their text: where they stand does not matter."""


@dataclass
class Matched:
    """Pairs of entries that belong together, and what is left on either side."""

    same: list[tuple[Entry, Entry]]
    changed: list[tuple[Entry, Entry]]
    moved: list[tuple[Entry, Entry]]
    removed: list[Entry]
    added: list[Entry]


def matched(old: Sequence[Entry], new: Sequence[Entry], lies: Registered) -> Matched:
    """Match the entries of two pages. Each is used once; of several that would fit the nearest ones.

    On a sheet that was laid out anew the same value is the same item, wherever it stands.
    """
    maps = lies.maps
    left, right = list(old), list(new)

    def away(a: Entry, b: Entry) -> float:
        return distance(a, b, maps)

    def taken(fits: Callable[[Entry, Entry], float | None]) -> list[tuple[Entry, Entry]]:
        pairs = _nearest(left, right, fits)
        gone = {id(one) for pair in pairs for one in pair}
        left[:] = [one for one in left if id(one) not in gone]
        right[:] = [one for one in right if id(one) not in gone]
        return pairs

    same = taken(lambda a, b: away(a, b) if a.says(b) and away(a, b) <= _SAME_PLACE else None)
    same += taken(lambda a, b: away(a, b) if a.says(b) and (lies.anew or a.table in _FREE) else None)
    same += taken(lambda a, b: 0.0 if a.says(b) and _somewhere(a, b) else None)
    changed = taken(lambda a, b: _at_one_place(a, b, away(a, b), _NEAR))
    moved = taken(lambda a, b: away(a, b) if a.says(b) else None)
    changed += taken(_by_text)
    changed += taken(lambda a, b: _alike_at(a, b, away(a, b)))
    return Matched(same, changed, moved, left, right)


def distance(a: Entry, b: Entry, maps: Sequence[Affine]) -> float:
    """How far two entries are from each other, in points of the new sheet, by the map that brings them nearest."""
    if a.centre is None or b.centre is None:
        return math.inf if a.centre != b.centre else 0.0
    return min(math.dist(one(a.centre), b.centre) for one in maps)


def _somewhere(a: Entry, b: Entry) -> bool:
    """Whether the place of one is not known, so that what it says must do."""
    return a.centre is None or b.centre is None


def alike(a: str, b: str) -> float:
    """How much two texts have in common, 0 to 1."""
    return SequenceMatcher(None, a.casefold(), b.casefold(), autojunk=False).ratio()


def _at_one_place(a: Entry, b: Entry, away: float, near: float) -> float | None:
    if a.table != b.table or a.table in _FREE or away > near:
        return None
    return away + 12 * (1 - alike(a.item.text, b.item.text))


def _alike_at(a: Entry, b: Entry, away: float) -> float | None:
    """Not far, and with much of the text in common: a dimension whose text was shifted with its value."""
    unknown = _somewhere(a, b)
    if a.table != b.table or a.table in _FREE or (away > _WIDER and not unknown):
        return None
    common = alike(a.item.text, b.item.text)
    if common < _ALIKE or not _one_kind(a, b):
        return None
    return (_WIDER if unknown else away) * (2 - common)


def _one_kind(a: Entry, b: Entry) -> bool:
    return a.fields.get("kind") == b.fields.get("kind")


def _by_text(a: Entry, b: Entry) -> float | None:
    if a.table != b.table or a.table not in _FREE:
        return None
    common = alike(a.item.text, b.item.text)
    return 1 - common if common >= _ALIKE_TEXT else None


def _nearest(
    left: Sequence[Entry], right: Sequence[Entry], fits: Callable[[Entry, Entry], float | None]
) -> list[tuple[Entry, Entry]]:
    costs = [(cost, i, j) for i, a in enumerate(left) for j, b in enumerate(right) if (cost := fits(a, b)) is not None]
    pairs: list[tuple[Entry, Entry]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for _, i, j in sorted(costs):
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((left[i], right[j]))
    return pairs
