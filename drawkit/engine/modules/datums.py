"""Datum features: a letter in a box (ISO 5459, ASME Y14.5); datum targets: a split circle (ISO 5459, 7.2.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...contract import DatumFeature
from ..layout.around import around
from ..layout.circles import Circle, circles_of, is_split
from ..layout.dimension_lines import is_boxed
from ..layout.frame_rows import Row, rows_around
from ..sheet import Sheet, Word
from ..text.boxed_letters import is_alone_in_box

_LETTER = re.compile(r"^[A-HJ-NP-Z][A-HJ-NP-Z]?$")
"""I and O are not used; after Z come AA, BB, ..."""

DATUM_TARGET: Final = re.compile(r"[A-HJ-NP-Z]\d{1,2}")
"""A datum target's letter and number, such as A1."""

_HALF = 0.75  # of the radius: how far below the middle of its circle a target's number may be
_LARGEST = 6.0  # letter heights: radius of the circle of a datum target


def read(sheet: Sheet, words: Sequence[Word]) -> list[DatumFeature]:
    """Datum letters among `words`, which are free of frames, tables and margins."""
    letters = [w for w in words if _LETTER.match(w.text)]
    boxed = [w for letter in letters for w in _boxed(sheet, letter, _slants(words))[:1]]
    return _features(sheet, boxed) + _targets(sheet, words)


def _boxed(sheet: Sheet, letter: Word, slants: Sequence[float]) -> list[Word]:
    """The letter in each direction in which a box stands around it: one that stands alone does not show its own."""
    alone = letter.read_from == "recognised" and letter.angle % 90 == 0
    turned = [letter, *(letter.in_place(angle=angle) for angle in slants if alone)]
    if sheet.source == "picture" and is_alone_in_box(sheet, letter):
        return [letter]
    framed = {word for word, row in rows_around(turned, sheet) if row.cells == 1 and _is_box(row, word)}
    return [word for word in turned if word in framed or is_boxed(word, sheet.segments)]


def _slants(words: Sequence[Word]) -> list[float]:
    """The directions of slanted text, each once."""
    return sorted({float(round(w.angle, 1)) for w in words if w.read_from == "recognised" and w.angle % 90})


def _features(sheet: Sheet, boxed: Sequence[Word]) -> list[DatumFeature]:
    return [
        DatumFeature(
            page=sheet.number,
            label=word.text,
            text=word.text,
            box=around([word.box]),
            rotation=round(word.angle, 1),
            confidence=round(0.93 * word.confidence, 3),
            read_from=word.read_from,
        )
        for word in boxed
    ]


_WIDEST = 4.2  # letter heights: the box of a datum letter is about as wide as high
_STROKES = 1.2  # letter heights: level lines nearer to each other may be strokes of a recognised letter


def _is_box(row: Row, word: Word) -> bool:
    """Whether a cell is as small as the box of a datum letter, and no stroke of the letter itself."""
    left, right = row.cell(0)
    strokes = _STROKES if word.read_from == "recognised" else 0.0
    return right - left <= _WIDEST and (row.high - row.low) * row.word.height >= strokes * word.height


def _targets(sheet: Sheet, words: Sequence[Word]) -> list[DatumFeature]:
    numbers = [w for w in words if DATUM_TARGET.fullmatch(w.text)]
    if not numbers:
        return []
    held = ((n, c) for n in numbers for c in circles_of(sheet) if _is_lower(n, c) and is_split(sheet, c))
    return [_target(sheet, number, circle, words) for number, circle in held]


def _is_lower(number: Word, circle: Circle) -> bool:
    (x, y), r = number.middle, circle.radius
    return abs(x - circle.x) < 0.4 * r and 0 < y - circle.y < _HALF * r and r < _LARGEST * number.height


def _target(sheet: Sheet, number: Word, circle: Circle, words: Sequence[Word]) -> DatumFeature:
    x, y, r = circle.x, circle.y, circle.radius
    above = [w for w in words if abs(w.middle[0] - x) < r and 0 < y - w.middle[1] < r]
    area = " ".join(w.text for w in sorted(above, key=lambda w: w.x))
    return DatumFeature(
        page=sheet.number,
        label=number.text,
        target=True,
        area=area,
        text=f"{area} {number.text}".strip(),
        box=around([(x - r, y - r, x + r, y + r)]),
        confidence=round(0.93 * min(w.confidence for w in (number, *above)), 3),
        read_from=number.read_from,
    )
