"""Completing the text layer: the symbols that are drawn beside words but missing in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..sheet import Sheet, Word
from .marks import RowMark, marks_of
from .symbols import Mark, Symbol, classify

ADOPTED: Final = frozenset("⌀±°×↧⌴⌵□()ⓂⓁⓅⒻⓈⓉⓊⒺ")
"""Symbols that are taken over from the drawing; letters and digits a text layer does not lose."""

_CERTAIN: Final = 0.6
_TALL: Final = {"⌀": 0.6, "↧": 0.5, "⌴": 0.25, "⌵": 0.25, "□": 0.5, "(": 0.8, ")": 0.8, "±": 0.4}
"""The least height of some symbols, in letter heights: a smaller shape alike is an arrow, a dot or a hole."""


def complete(sheet: Sheet) -> Sheet:
    """The sheet with a word for each symbol that is drawn beside a word and missing in the text layer."""
    marks = marks_of(sheet.words, sheet.paths)
    if not marks:
        return sheet
    named = classify([_asked(mark) for mark in marks])
    added = [_word(m, s) for m, s in zip(marks, named, strict=True) if s is not None and _adopted(m, s)]
    return sheet.at(words=(*sheet.words, *_new(added, sheet.words)))


def _asked(mark: RowMark) -> Mark:
    (left, right), (low, high) = mark.along, mark.across
    return Mark(
        mark.image, relative_height=high - low, relative_width=right - left, relative_offset=(low + high) / 2 - 0.5
    )


def _adopted(mark: RowMark, symbol: Symbol) -> bool:
    tall = mark.across[1] - mark.across[0]
    return symbol.text in ADOPTED and symbol.confidence >= _CERTAIN and tall >= _TALL.get(symbol.text, 0.0)


def _word(mark: RowMark, symbol: Symbol) -> Word:
    base = mark.word
    (dx, dy), start = base.direction, mark.along[0] * base.height
    return Word(
        text=symbol.text,
        x=base.x + dx * start,
        y=base.y + dy * start,
        angle=base.angle,
        length=(mark.along[1] - mark.along[0]) * base.height,
        height=base.height,
        confidence=symbol.confidence,
        read_from="recognised",
    )


def _new(added: Sequence[Word], known: Sequence[Word]) -> list[Word]:
    """The added symbols that the text layer does not have at the same place already."""
    return [word for word in added if not any(_has(other, word) for other in known)]


def _has(known: Word, added: Word) -> bool:
    x, y = added.middle
    inside = -0.2 * known.height <= known.along(x, y) <= known.length + 0.2 * known.height
    return inside and 0 <= known.across(x, y) <= known.height and added.text in known.text
