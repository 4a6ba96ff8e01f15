"""Numbered items with all that stands between their number and the next: further paragraphs, and lists of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..sheet import Word
from ..text.lines import Line
from .paragraphs import NUMBERED

_FLUSH: Final = 1.5  # letter heights by which numbers begin beside each other: 10 may begin further left than 9
_IN: Final = 0.8  # letter heights: what belongs to an item begins as far to the right of its number at least
_LONGEST: Final = 30.0  # letter heights from an item to the next
_ROW: Final = 0.8  # letter heights off a number's base line: nearer to it is its own row, cut or slanted by a copy
_LIKE: Final = 0.75  # of the higher letters: lower ones are not alike
_SAME_TURN: Final = 2.0  # degrees


@dataclass(frozen=True)
class _Item:
    number: int
    at: int
    lines: Sequence[Line]

    @property
    def word(self) -> Word:
        return self.lines[0].word

    @property
    def length(self) -> float:
        return max(line.word.length for line in self.lines)


def whole_items(paragraphs: Sequence[list[Line]]) -> list[list[Line]]:
    """The paragraphs, those between two numbers of a list joined to the item that bears the first of them."""
    items = [
        _Item(int(found["number"]), at, p)
        for at, p in enumerate(paragraphs)
        if (found := NUMBERED.match(p[0].text)) and found["number"].isdigit()
    ]
    homes: dict[int, int] = {}
    numbered = {item.at for item in items}
    for item in items:
        follow = _next(item, items)
        if follow is not None:
            own = (at for at, p in enumerate(paragraphs) if at not in numbered and _is_between(p, item, follow))
            homes.update(dict.fromkeys(own, item.at))
    rest: dict[int, list[Line]] = {}
    for at, home in homes.items():
        rest.setdefault(home, []).extend(paragraphs[at])
    return [
        [*p, *sorted(rest.get(at, ()), key=lambda line: -p[0].word.across(line.word.x, line.word.y))]
        for at, p in enumerate(paragraphs)
        if at not in homes
    ]


def _next(item: _Item, items: Sequence[_Item]) -> _Item | None:
    """The item that bears the next number, flush with this one and below it; the nearest of several."""
    below = [other for other in items if other.number == item.number + 1 and _is_below(item.word, other.word)]
    return min(below, key=lambda other: _down(item.word, other.word), default=None)


def _is_below(upper: Word, lower: Word) -> bool:
    height = max(upper.height, lower.height)
    flush = abs(upper.along(lower.x, lower.y)) <= _FLUSH * height
    return _are_alike(upper, lower) and flush and 0 < _down(upper, lower) <= _LONGEST * height


def _is_between(paragraph: Sequence[Line], item: _Item, follow: _Item) -> bool:
    """Whether a paragraph stands under an item's number and over the next one, within the width of the two."""
    word, first = paragraph[0].word, item.word
    start = first.along(word.x, word.y)
    within = _IN * first.height <= start <= max(item.length, follow.length)
    row = _ROW * first.height
    below, above = _down(first, word), _down(first, follow.word) - _down(first, paragraph[-1].word)
    return _are_alike(first, word) and within and below > row and above > row


def _are_alike(one: Word, other: Word) -> bool:
    turned = abs((one.angle - other.angle + 180) % 360 - 180) > _SAME_TURN
    return not turned and min(one.height, other.height) >= _LIKE * max(one.height, other.height)


def _down(upper: Word, lower: Word) -> float:
    return -upper.across(lower.x, lower.y)
