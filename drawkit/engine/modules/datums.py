"""Datum features: a letter in a box (ISO 5459, ASME Y14.5); datum targets: a split circle (ISO 5459, 7.2.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...contract import DatumFeature
from ..layout.around import around
from ..layout.circles import Circle, circles_of, is_split
from ..sheet import Sheet, Word
from ..symbols.datum_boxes import DatumBox, datum_boxes
from ..symbols.frames import Frame

DATUM_TARGET: Final = re.compile(r"[A-HJ-NP-Z]\d{1,2}")
"""A datum target's letter and number, such as A1."""

_HALF = 0.75  # of the radius: how far below the middle of its circle a target's number may be
_LARGEST = 6.0  # letter heights: radius of the circle of a datum target


def read(sheet: Sheet, words: Sequence[Word], frames: Sequence[Frame] = ()) -> list[DatumFeature]:
    """Datum features and targets whose labels are among `words`, free of frames, tables and margins."""
    return [_feature(sheet, box) for box in datum_boxes(sheet, words, frames)] + _targets(sheet, words)


def _feature(sheet: Sheet, box: DatumBox) -> DatumFeature:
    word = box.word
    return DatumFeature(
        page=sheet.number,
        label=box.label,
        text=word.text,
        box=around([word.box]),
        rotation=round(word.angle, 1),
        confidence=round(0.93 * word.confidence, 3),
        read_from=word.read_from,
    )


def _targets(sheet: Sheet, words: Sequence[Word]) -> list[DatumFeature]:
    numbers = [w for w in words if DATUM_TARGET.fullmatch(w.text)]
    if not numbers:
        return []
    held = ((n, [c for c in circles_of(sheet) if _is_lower(n, c) and is_split(sheet, c)]) for n in numbers)
    return [_target(sheet, n, max(circles, key=lambda c: c.radius), words) for n, circles in held if circles]


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
