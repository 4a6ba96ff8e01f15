"""Datum features: a letter in a box that stands on the feature by a triangle (ISO 5459, ASME Y14.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...contract import DatumFeature
from ..layout.around import around
from ..layout.dimension_lines import is_boxed
from ..sheet import Sheet, Word

_LETTER = re.compile(r"^[A-HJ-NP-Z][A-HJ-NP-Z]?$")
"""I and O are not used; after Z come AA, BB, ..."""


def read(sheet: Sheet, words: Sequence[Word]) -> list[DatumFeature]:
    """Datum letters among `words`, which are free of frames, tables and margins."""
    boxed = [w for w in words if _LETTER.match(w.text) and is_boxed(w, sheet.segments)]
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
