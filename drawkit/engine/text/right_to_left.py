"""Scripts that are read from right to left (Hebrew, Arabic): from the order along the line to that of reading."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ANY: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_KEPT: Final = re.compile(r"\d+(?:[.,:/]\d+)*|.", re.DOTALL)
"""What stays as it is while all around it is turned: a number reads from left to right everywhere."""

_STRETCH: Final = re.compile(r"R(?:[^L]*R)?")
_CLASSES: Final = {"R": "R", "AL": "R", "L": "L"}


def is_right_to_left(text: str) -> bool:
    """Whether any letter of a text is of a script that is read from right to left."""
    return _ANY.search(text) is not None


def turned(text: str) -> str:
    """A text told from left to right as it is read, or the other way round (Unicode's annex 9, for a single line).

    Text of one such script is turned as a whole; beside words of a script read from left to right each stretch of it
    is turned in its place. Numbers keep the order of their digits.
    """
    if not is_right_to_left(text):
        return text
    classes = "".join(_CLASSES.get(unicodedata.bidirectional(c), "o") for c in text)
    if "L" not in classes:
        return _turned(text)
    parts, end = [], 0
    for found in _STRETCH.finditer(classes):
        parts += [text[end : found.start()], _turned(text[found.start() : found.end()])]
        end = found.end()
    return "".join([*parts, text[end:]])


def _turned(text: str) -> str:
    return "".join(reversed(_KEPT.findall(text)))
