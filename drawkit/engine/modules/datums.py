"""Datum features: a letter in a box that stands on the feature by a triangle (ISO 5459, ASME Y14.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...contract import DatumFeature
from ..layout.around import around
from ..layout.dimension_lines import is_boxed
from ..layout.frame_rows import Row, rows_around
from ..sheet import Sheet, Word

_LETTER = re.compile(r"^[A-HJ-NP-Z][A-HJ-NP-Z]?$")
"""I and O are not used; after Z come AA, BB, ..."""


def read(sheet: Sheet, words: Sequence[Word]) -> list[DatumFeature]:
    """Datum letters among `words`, which are free of frames, tables and margins."""
    letters = [w for w in words if _LETTER.match(w.text)]
    framed = {row.word for row in rows_around(letters, sheet) if row.cells == 1 and _is_small(row)}
    boxed = [w for w in letters if w in framed or is_boxed(w, sheet.segments)]
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


def _is_small(row: Row) -> bool:
    left, right = row.cell(0)
    return right - left <= _WIDEST
