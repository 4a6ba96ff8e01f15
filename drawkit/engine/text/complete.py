"""Completing the text layer: the symbols that are drawn beside words but missing in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from ..layout.around import around, grown
from ..recognition.symbols import Mark, Symbol, candidates, classify
from ..sheet import Sheet, Word
from .marks import RowMark, marks_of

Place: TypeAlias = tuple[float, float]
"""x, y in points."""

ADOPTED: Final = frozenset("⌀±°×↧⌴⌵□()ⓂⓁⓅⒻⓈⓉⓊⒺ")
"""Symbols that are taken over from the drawing; letters and digits a text layer does not lose."""

_SUNK: Final = frozenset("⌴⌵")
_LIKE_OUTLINES: Final = _SUNK | {"□"}
"""Symbols that are drawn as outlines of parts are: pads, slots, notches."""

_DIAMETERS: Final = frozenset("⌀Øøφ")
_BEFORE: Final = 1.0  # letter heights between the sign of a sunk hole and its diameter
_BRACKETS: Final = {"(": ")", ")": "("}
_BRACKETED: Final = 20.0  # letter heights from one bracket to the other at most
_WIDEST: Final = 3.0  # times as wide as high such a sign is at most
_CERTAIN: Final = 0.6
_BEFORE_STACKS: Final = frozenset("⌀□()")
_LOW_OR_HIGH: Final = frozenset("°⌴⌵")
"""Symbols that need not stand on the middle of their row."""
_LETTER_HIGH: Final = 0.8  # letter heights
_OFF_ROW: Final = 0.25  # letter heights: a symbol further off the middle of its row stands on a base line of its own
_RAISED: Final = (0.62, 1.0)  # letter heights: the middle of a degree sign is above the one, its foot below the other
_DEGREE_GAP: Final = 0.6  # letter heights between a number and its degree sign
_BESIDE: Final = 0.2  # letter heights beside a word that its own signs may still stand in
_MEETS, _BEYOND = 0.04, 0.3  # letter heights: what ends this near to a mark meets it; how far its line comes from
_TALL: Final = {"⌀": 0.6, "↧": 0.5, "⌴": 0.25, "⌵": 0.25, "□": 0.5, "(": 0.8, ")": 0.8, "±": 0.4}
"""The least height of some symbols, in letter heights: a smaller shape alike is an arrow, a dot or a hole."""


def complete(sheet: Sheet) -> Sheet:
    """The sheet with a word for each symbol that is drawn beside a word and missing in the text layer."""
    marks = marks_of(sheet.words, sheet.paths)
    if not marks:
        return sheet
    named = _named(marks)
    unknown = [m for m, s in zip(marks, named, strict=True) if len(m.paths) > 1 and (s is None or m.has_head)]
    parts = [part for mark in unknown for part in mark.parts()]
    pairs = [*zip(marks, named, strict=True), *zip(parts, _named(parts), strict=True)]
    signs = _each_once([(m, s) for m, s in pairs if s is not None and _adopted(m, s)])
    added = [(m.centre, _word(m, s)) for m, s in signs if s.text not in _LIKE_OUTLINES or _stands_free(sheet, m)]
    new = [word for centre, word in added if _is_new(centre, word, sheet)]
    return sheet.at(words=(*sheet.words, *(word for word in new if _is_whole(word, [*sheet.words, *new]))))


def _each_once(signs: Sequence[tuple[RowMark, Symbol]]) -> list[tuple[RowMark, Symbol]]:
    """The signs, one of those that are the same paths beside words of several directions: that which fits best."""
    best: dict[tuple[int, ...], tuple[RowMark, Symbol]] = {}
    for mark, symbol in sorted(signs, key=lambda sign: sign[0].distance):
        best.setdefault(tuple(sorted(map(id, mark.paths))), (mark, symbol))
    chosen = {id(mark) for mark, _ in best.values()}
    return [sign for sign in signs if id(sign[0]) in chosen]


def _stands_free(sheet: Sheet, mark: RowMark) -> bool:
    """Whether no line ends at a mark that comes from beyond it: where one does, both are geometry, as pads are."""
    box, height = around(path.box for path in mark.paths), mark.word.height
    low, high = np.array(grown(box, _MEETS * height)).reshape(2, 2)
    ends = sheet.segments_near((*low, *high)).reshape(-1, 2, 2)
    inside = np.all((ends >= low) & (ends <= high), axis=2)
    outside = np.any((ends < low - _BEYOND * height) | (ends > high + _BEYOND * height), axis=2)
    return not np.any(inside & np.fliplr(outside))


def _named(marks: Sequence[RowMark]) -> list[Symbol | None]:
    named = classify([_asked(mark) for mark in marks]) if marks else []
    return [
        _sunk(m) if _opens_diameter(m) and not (s and s.text in ADOPTED) else s
        for m, s in zip(marks, named, strict=True)
    ]


def _opens_diameter(mark: RowMark) -> bool:
    """Whether a mark stands right before a diameter."""
    return mark.word.text[:1] in _DIAMETERS and -_BEFORE <= mark.along[1] <= 0.0


def _sunk(mark: RowMark) -> Symbol | None:
    """The sign of a sunk hole that a mark is: a narrow ⌵ is told from a v by its place, where no letter is missing.

    What is much wider than high is the end of a leader.
    """
    (left, right), (low, high) = mark.along, mark.across
    if right - left > _WIDEST * (high - low):
        return None
    found = candidates(_asked(mark), _SUNK)
    return found if found and found.confidence >= _CERTAIN else None


def _asked(mark: RowMark) -> Mark:
    (left, right), (low, high) = mark.along, mark.across
    return Mark(
        mark.image, relative_height=high - low, relative_width=right - left, relative_offset=(low + high) / 2 - 0.5
    )


def _adopted(mark: RowMark, symbol: Symbol) -> bool:
    tall = mark.across[1] - mark.across[0]
    if symbol.text == "°" and not _follows_raised(mark):
        return False
    if abs(sum(mark.across) / 2 - 0.5) > _OFF_ROW and symbol.text not in _BEFORE_STACKS:
        return symbol.text in _LOW_OR_HIGH
    return symbol.text in ADOPTED and symbol.confidence >= _CERTAIN and tall >= _TALL.get(symbol.text, 0.0)


def _follows_raised(mark: RowMark) -> bool:
    """Whether a small ring stands where a degree sign does: raised, right behind its number."""
    gap = mark.along[0] - mark.word.length / mark.word.height
    raised = sum(mark.across) / 2 > _RAISED[0] and mark.across[0] <= _RAISED[1]
    return raised and -0.4 <= gap <= _DEGREE_GAP and mark.word.text[-1:].isdigit()


def _word(mark: RowMark, symbol: Symbol) -> Word:
    low = _shift(mark)
    return mark.word.recognised(symbol.text, symbol.confidence, mark.along, (low, low + 1.0))


def _shift(mark: RowMark) -> float:
    """How far a letter-high symbol stands off the row it was found from: half a row before stacked limits, say."""
    off = sum(mark.across) / 2 - 0.5
    letter_high = mark.across[1] - mark.across[0] > _LETTER_HIGH
    return off if letter_high and abs(off) > _OFF_ROW else 0.0


def _is_new(centre: Place, added: Word, sheet: Sheet) -> bool:
    """Whether a symbol stands where no word of the text layer does; one off its row may be a stroke of a row above."""
    places = (added.middle, centre)
    return not any(_covers(known, added.text, at) for at in places for known in _around(sheet, at))


def _is_whole(added: Word, words: Sequence[Word]) -> bool:
    """Whether a symbol is no bracket, or one of a pair in its row: half of a balloon's ring looks like one."""
    other = _BRACKETS.get(added.text)
    return other is None or any(other in word.text and _is_level(word, added) for word in words)


def _is_level(word: Word, other: Word) -> bool:
    along, across = other.along(word.x, word.y), other.across(word.x, word.y)
    return abs(along) <= _BRACKETED * other.height and abs(across) <= _OFF_ROW * other.height


def _around(sheet: Sheet, at: Place) -> list[Word]:
    """Words near a place, as far as a word may reach beyond its own box."""
    (x, y), margin = at, _BESIDE * sheet.tallest
    return sheet.words_near((x - margin, y - margin, x + margin, y + margin))


def _covers(known: Word, text: str, at: Place) -> bool:
    x, y = at
    margin = (_BESIDE if text in known.text else -0.15) * known.height
    return -margin <= known.along(x, y) <= known.length + margin and 0 <= known.across(x, y) <= known.height
