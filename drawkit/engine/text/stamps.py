"""What a program stamps across a sheet: versions for schools and students print a line over whatever stands there."""

from __future__ import annotations

import re
from typing import Final

from ..sheet import Sheet
from .lines import lines_of

_FIRST: Final = frozenset({"academic", "educational", "instructional", "student"})
_STAMP: Final = re.compile(
    r"\b(?:academic|educational|student)\W(?:edition|licen[cs]e|product|version)\b|\binstructional use only\b",
    re.IGNORECASE,
)


def without_stamp(sheet: Sheet) -> Sheet:
    """The sheet without the words of such a stamp: it runs over walls and signs, and says nothing of the drawing."""
    if not any(word.text.casefold() in _FIRST for word in sheet.words):
        return sheet
    stamped = {id(word) for line in lines_of(sheet.words) if _STAMP.search(line.text) for word in line.words}
    return sheet.at(words=tuple(word for word in sheet.words if id(word) not in stamped)) if stamped else sheet
