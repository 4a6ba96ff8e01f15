"""Words and boxes seen from another side: turned by quarters, so that what stands or hangs reads to the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from ...contract import Box
from ..sheet import Floats, Word

_STRAIGHT = 5.0  # degrees: text within this of a quarter turn reads along it

Number = TypeVar("Number", float, Floats)


def quarter_of(word: Word) -> int | None:
    """The quarter turn along which the word reads, 0, 90 (upward), 180 or 270; None for slanted text."""
    nearest = round(word.angle / 90) * 90
    return nearest % 360 if abs(word.angle - nearest) <= _STRAIGHT else None


def main_quarter(words: Iterable[Word]) -> int:
    """The quarter turn along which most letters read; 0 without words."""
    letters: Counter[int] = Counter()
    for word in words:
        quarter = quarter_of(word)
        if quarter is not None:
            letters[quarter] += len(word.text)
    return max(letters, key=lambda q: (letters[q], -q)) if letters else 0


def turned_places(x: Number, y: Number, quarter: int, width: float, height: float) -> tuple[Number, Number]:
    """Where points of a page (width, height) come to lie when text along `quarter` is made to read to the right."""
    if quarter == 90:
        return height - y, x
    if quarter == 180:
        return width - x, height - y
    return (y, width - x) if quarter == 270 else (x, y)


def turned_box(box: Box, quarter: int, width: float, height: float) -> Box:
    """A box turned in the same way."""
    (xa, ya), (xb, yb) = (turned_places(box[i], box[i + 1], quarter, width, height) for i in (0, 2))
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def back_box(box: Box, quarter: int, width: float, height: float) -> Box:
    """The box on the page (width, height) that `turned_box` made into this one."""
    sides = (height, width) if quarter in (90, 270) else (width, height)
    return turned_box(box, -quarter % 360, *sides)


def turned_word(word: Word, quarter: int, width: float, height: float) -> Word:
    """A word turned in the same way."""
    x, y = turned_places(word.x, word.y, quarter, width, height)
    return replace(word, x=x, y=y, angle=(word.angle - quarter) % 360)
