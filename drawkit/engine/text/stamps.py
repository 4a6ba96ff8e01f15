"""What a program stamps across a sheet: versions for schools and students print a line over whatever stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from ..sheet import Sheet, Word
from .lines import Line, lines_of

_FIRST: Final = frozenset({"academic", "educational", "student", "учебная", "коммерческого"})
_STAMP: Final = re.compile(
    r"(?:solidworks)?(?:educational|student)(?:edition|licen[cs]e|product|version)\W*for(?:academic|instructional)use"
    r"(?:only\.?)?"
    r"|solidworks(?:educational|student)(?:edition|licen[cs]e|product|version)\.?$"
    r"|^for(?:academic|instructional)useonly\.?$"
    r"|producedbyanautodesk(?:educational|student)(?:product|version)"
    r"|(?:academic|educational|student)(?:edition|licen[cs]e|version)\W*notforcommercialuse"
    r"|компас\W?3d\w{0,4}учебнаяверсия(?:.{0,70}защи.ены\.?)?|недлякоммерческогоиспользования\.?",
    re.IGNORECASE,
)
"""A stamp without its blanks: a wall that it crosses may part its words anywhere."""


def without_stamp(sheet: Sheet) -> Sheet:
    """The sheet without the words of such a stamp: it runs over walls and signs, and says nothing of the drawing.

    What stands right beside it, on a line with it, stays.
    """
    if not any(word.text.casefold() in _FIRST for word in sheet.words):
        return sheet
    stamped = {id(word) for line in lines_of(sheet.words) for word in _stamped(line)}
    return sheet.at(words=tuple(word for word in sheet.words if id(word) not in stamped)) if stamped else sheet


def _stamped(line: Line) -> Iterator[Word]:
    texts = ["".join(word.text.split()) for word in line.words]
    begins = accumulate(map(len, texts[:-1]), initial=0)
    spans = [found.span() for found in _STAMP.finditer("".join(texts))]
    for word, begin in zip(line.words, begins, strict=True):
        if any(start <= begin < end for start, end in spans):
            yield word
