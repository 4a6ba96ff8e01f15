"""Deviations and fits that stand alone in a scan: the other, often a lone 0, is looked for above and below.

ISO 129-1, clause 9: the upper deviation stands above the lower one, the fit of the hole above that of the shaft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from ..layout.crops import blobs, crop, heights, ink_level
from ..sheet import Grey, Sheet, Word
from .crop_readings import read_crops

_Box: TypeAlias = tuple[int, int, int, int]
_LAST: Final = re.compile(r"(?P<sign>[+\-−–])\d*[.,]?\d+$")
_HOLE, _SHAFT = r"[A-Z]{1,2}\d{1,2}", r"[a-z]{1,2}\d{1,2}"
_LAST_FIT: Final = re.compile(rf"(?:^|(?<=\d)[|/]?)(?P<shaft>{_SHAFT})$|(?<=\d)[|/]?(?P<hole>{_HOLE})$")
_PARTNER: Final = {"+": re.compile(r"[-−–]?\d*[.,]?\d+"), "-": re.compile(r"\+?\d*[.,]?\d+")}
"""What may stand with a deviation of each sign; without a sign it is a zero."""

_ZERO: Final = re.compile(r"0(?:[.,]0+)?")
_ABOVE: Final = 0.85, 2.6
_BELOW: Final = -1.7, 0.0
"""Letter heights across, between which the other deviation stands."""

_BESIDE: Final = 1.5  # letter heights to either side of the deviation: the other may be longer
_TALL: Final = 0.4  # letter heights: lower marks are signs and points of a row, and none by themselves
_CERTAIN: Final = 0.8
_PAPER: Final = 12  # pixels of white around what is read


def with_lone_deviations_completed(sheet: Sheet) -> Sheet:
    """The sheet with a word for each deviation that the reader overlooked above or below another."""
    places = [(near, picture) for word in sheet.words for near, picture in _beside(sheet, word)]
    readings = read_crops([picture for _, picture in places]) if places else []
    found = [
        near.with_text(reading.text, confidence=reading.confidence)
        for (near, _), reading in zip(places, readings, strict=True)
        if reading.confidence >= _CERTAIN and _fits(near.text, reading.text)
    ]
    return sheet.at(words=(*sheet.words, *found))


def _beside(sheet: Sheet, word: Word) -> Iterator[tuple[Word, Grey]]:
    """Where the other deviation may stand, as a word that says the known one, and what is drawn there."""
    last = _end(word)
    if last is None:
        return
    known, above_first = last
    for low, high in (_ABOVE, _BELOW) if above_first else (_BELOW, _ABOVE):
        if any(w is not word and _stands(known, w, low, high) for w in sheet.words):
            return  # it is known already
        drawn = _drawn(sheet, known, low, high)
        if drawn is not None:
            yield drawn


def _end(word: Word) -> tuple[Word, bool] | None:
    """The deviation or fit at the end of a recognised word, and whether the other stands above it rather than below."""
    if word.read_from != "recognised":
        return None
    last = _LAST.search(word.text)
    if last is not None:
        return word.behind(last.start()), last["sign"] != "+"
    fit = _LAST_FIT.search(word.text)
    return None if fit is None else (word.behind(fit.start(fit.lastgroup or 0)), fit["shaft"] is not None)


def _stands(known: Word, other: Word, low: float, high: float) -> bool:
    along, across = (v / known.height for v in (known.along(*other.middle), known.across(*other.middle)))
    return low < across < high and -0.5 < along < known.length / known.height + 0.5


def _drawn(sheet: Sheet, known: Word, low: float, high: float) -> tuple[Word, Grey] | None:
    """The ink of letters within the band, as a word in its place; None for bare paper and for what runs beyond it.

    Letters of the known deviation reach into the band from its side.
    """
    start, end = -_BESIDE, known.length / known.height + _BESIDE
    image = crop(sheet, known, (start, end), (low, high))
    tall, wide = image.shape
    marks = _nearest_row(blobs(image, dark=ink_level(sheet, known)), tall, above=low > 0)
    if not marks or any(x0 == 0 or x1 == wide or y0 == 0 or y1 == tall for x0, x1, y0, y1 in marks):
        return None
    x0, x1 = min(b[0] for b in marks), max(b[1] for b in marks)
    y0, y1 = min(b[2] for b in marks), max(b[3] for b in marks)
    (dx, dy), (ux, uy) = known.direction, known.up
    along, across = (start + heights(x0)) * known.height, (high - heights(y1)) * known.height
    place = replace(
        known,
        x=known.x + dx * along + ux * across,
        y=known.y + dy * along + uy * across,
        length=heights(x1 - x0) * known.height,
    )
    return place, np.pad(image[y0:y1, x0:x1], _PAPER, constant_values=255)


def _nearest_row(marks: list[_Box], tall: int, *, above: bool) -> list[_Box]:
    """The marks of the row next to the known deviation, whose own letters reach into the band from its side."""
    others = [b for b in marks if (b[3] < tall if above else b[2] > 0)]
    letters = [b for b in others if heights(b[3] - b[2]) > _TALL]
    if not letters:
        return []
    first = max(letters, key=lambda b: b[3]) if above else min(letters, key=lambda b: b[2])
    return [b for b in others if first[2] <= (b[2] + b[3]) / 2 <= first[3]]


def _fits(known: str, other: str) -> bool:
    if known[0].isalpha():
        return bool(re.fullmatch(_HOLE if known[0].islower() else _SHAFT, other))
    sign = "+" if known[0] == "+" else "-"
    signed = other[:1] in {"+", "-", "−", "–"}
    return bool(_PARTNER[sign].fullmatch(other)) and (signed or bool(_ZERO.fullmatch(other)))
