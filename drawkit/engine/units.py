"""The unit that a sheet's dimensions are in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ..contract import TitleBlock
from .sheet import Sheet

Units = Literal["mm", "inch"]

_INCH = re.compile(r"\b(?:INCH(?:ES)?|IN\.?|ZOLL|POUCES?|PULGADAS|POLLICI|ДЮЙМ\w*)\b|インチ|英寸", re.IGNORECASE)
_MM = re.compile(
    r"\b(?:MM|MILL?IM[EÈ]TERS?|MILLIMET(?:RE|ER)S?|MILLIM[EÈ]TRES?|MIL[IÍ]METROS?|MILLIMETRI|МИЛЛИМЕТР\w*|ММ)\b|ミリ|毫米",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"\b(?:DIMENSIONS?|UNITS?|MASSE|BEMASSUNGEN|EINHEIT|COTES|UNIT[EÉ]S?|COTAS|QUOTE|M[ÅA]TT|MATEN|DIMENS[ÕO]ES|WYMIARY"
    r"|ROZMĚRY|KÓTY|MÅL|MITAT|ÖLÇÜLER|MÉRETEK)\b",
    re.IGNORECASE,
)


def units_of(sheet: Sheet, blocks: Sequence[TitleBlock]) -> Units | None:
    """The unit that the title block, or a sentence on the sheet, names; None where none does."""
    for block in blocks:
        if block.units:
            named = unit_named(block.units)
            if named is not None:
                return named
    text = " ".join(word.text for word in sheet.words)
    for found in _SENTENCE.finditer(text):
        named = unit_named(text[found.start() : found.end() + 60])
        if named is not None:
            return named
    return None


def unit_named(text: str) -> Units | None:
    """The unit a text names; None for none or for both."""
    inch, mm = bool(_INCH.search(text)), bool(_MM.search(text))
    return None if inch == mm else ("inch" if inch else "mm")
