"""Numbers of a chain that were found as one run, and words: parted where they stand far apart, and read one by one.

In a chain the dimension line and its heads fill the room between the numbers (ISO 129-1, 5.4), so that a detector sees
one run of text, and a reader takes what is between them for signs: 20+20-20.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from ..detection.boxes import TextBox, crop
from ..picture.pixels import Grey
from ..recognition.reading import Reading
from ..recognition.recogniser import callouts
from .contest import LEAST_CONFIDENCE, Entry, sizes_of

if TYPE_CHECKING:
    from .crop_readings import CropReading

_CHAIN: Final = re.compile(r"[\d⌀R(.][\d.,+\-−–—±=|⌀R°() ]{3,}")
_NUMBER: Final = re.compile(r"[⌀R(]?(?:\d+(?:[.,]\d+)?|[.,]\d+)[°)]?")
_ONE: Final = re.compile(
    r"(?:\d{1,2}[ \-]*(?=⌀))?[⌀R(]*(?P<size>\d{1,4}(?:[.,]\d+)?|[.,]\d+)[°)]*"
    r"(?:\s0(?=\s?[-−–]))?(?:\s?[+\-−–—±]\s?(?P<off>\d*[.,]?\d+)[°)]*){0,2}(?:(?<=\d)\s0)?"
)
"""One size: how often it is there may stand before its sign, a dash between them, and its deviations behind it.

A deviation of zero has no sign (ISO 129-1, clause 9).
"""

_LOWER_FIRST: Final = re.compile(r"-\s?[\d.,]+\s?\+")
"""What deviations in a row are not: the upper one is written before the lower one (ISO 129-1, clause 9)."""

_WORD: Final = re.compile(r"[^\W\d_]{4}")
_GAP: Final = re.compile(r"\s+|(?<=[^\W\d_][:.])(?=[^\W\d_]{2})")
"""What stands between words: after a caption no blank may be seen."""

_HEAD: Final = re.compile(r"[-+<>|=~]{1,2}(?=(?:[⌀R]|0(?=\d))[\d.,]+$)|[1Il](?=⌀[\d.,]+$)")
"""What the end of a dimension line is read as that a box shows before a diameter, whose sign may pass for a zero."""

_FIGURE: Final = re.compile(r"[\d.,⌀R°()]")
_POINTS: Final = ".,"
_POINT: Final = 0.7
"""Of the step between two figures: that from a figure to a decimal mark, or from one to the next figure."""

_PART: Final = 0.25  # of a size: what is added to it is no deviation any more
_TELLING: Final = 4  # figures that tell their usual step
_USUAL: Final = 0.34  # share of the steps that are shorter: those between numbers are among the others
_APART: Final = 1.6  # times the usual step from figure to figure: there another number begins
_APART_BY_SIGN: Final = 2.7  # the same with a sign between them: it has its own room, and paper about it
_ROOM: Final = 0.85  # of a step: what is read of either side of a number's first and last figure
_OWN: Final = 0.6  # of a step: what such a figure takes of it
_SURE, _LIKELY = 0.6, 0.4  # of each number: of what reads as one size with its deviation too, and of what is no size


def with_chains_parted(
    picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]]
) -> list[Entry]:
    """The readings, each chain as the numbers that it is made of; `read` says what crops say."""
    return [part for entry in found for part in _parted(picture, entry, read, _DEPTH)]


def sizes_apart(found: Sequence[Entry]) -> list[TextBox]:
    """The boxes of sizes that were read as one run, one right behind the other: ⌀43⌀30{+0.015|+0.002}."""
    return [
        box.part(start * box.length, end * box.length)
        for _, box, reading in found
        if len(reading.places) == len(reading.text)
        for start, end in _shares(sizes_of(reading.text), reading.places)
    ]


def words_apart(found: Sequence[Entry]) -> list[TextBox]:
    """The boxes of the words of runs that are not believed as a whole: a small caption spoils the name behind it.

    So does the end of a line the diameter behind it.
    """
    return [
        box.part(start * box.length, end * box.length)
        for _, box, reading in found
        if reading.confidence < LEAST_CONFIDENCE and len(reading.places) == len(reading.text)
        for start, end in _shares([0, *_words_begin(reading.text)], reading.places)
    ]


def _words_begin(text: str) -> list[int]:
    """Where words behind the first begin, or the diameter behind the end of its line."""
    head = _HEAD.match(text)
    if head is not None:
        return [head.end()]
    return [gap.end() for gap in _GAP.finditer(text)] if _WORD.search(text) else []


def _shares(begins: Sequence[int], places: Sequence[float]) -> Iterator[tuple[float, float]]:
    """From where to where each of several sizes reaches, in shares of their run: to the middle between two."""
    if len(begins) > 1:
        cuts = [(places[k - 1] + places[k]) / 2 for k in begins[1:]]
        yield from pairwise([0.0, *cuts, 1.0])


def _parted(picture: Grey, entry: Entry, read: Callable[[list[Grey]], list[CropReading]], depth: int) -> list[Entry]:
    """A reading, or those of the numbers that it is made of; heads that pass for figures are told by a second look."""
    _, box, reading = entry
    if not depth or not _may_be_chain(reading.text):
        return [entry]
    (whole,) = callouts().read([crop(picture, box)])
    boxes, step = _numbers(box, whole)
    if len(boxes) < _FEWEST:
        return [entry]
    said = zip(boxes, read([crop(picture, part) for part in boxes]), strict=True)
    found = [_parted(picture, (r.confidence, part, r), read, depth - 1) for part, r in said]
    parts = [one for own in found for one in (own if len(own) > 1 else [_without_room(own[0], step)])]
    least = _SURE if _ONE.fullmatch(reading.text) else _LIKELY
    told = all(_is_one(r.text) and r.confidence >= least for _, _, r in parts)
    return parts if told else [entry]


_DEPTH, _FEWEST = 3, 2


def _without_room(entry: Entry, step: float) -> Entry:
    """A number's reading in the room that it takes: what is read beside it belongs to the line."""
    rank, box, reading = entry
    spare = min((_ROOM - _OWN) * step, box.length / 4)
    tight = box.part(spare, box.length - spare)
    places = tuple((p * box.length - spare) / tight.length for p in reading.places)
    return rank, tight, replace(reading, places=places)


def _is_one(text: str) -> bool:
    """Whether a text is one number, or a size with its deviation."""
    return _NUMBER.fullmatch(text) is not None or (_ONE.fullmatch(text) is not None and not _may_be_chain(text))


def _may_be_chain(text: str) -> bool:
    """Whether a text is made of numbers and is not one size with its deviation."""
    if not _CHAIN.fullmatch(text):
        return False
    one = _ONE.fullmatch(text)
    return (
        one is None
        or _LOWER_FIRST.search(text) is not None
        or text.count("±") > 1
        or (one["off"] is not None and _value(one["off"]) > _PART * _value(one["size"]))
    )


def _value(text: str) -> float:
    return float(text.replace(",", "."))


def _numbers(box: TextBox, whole: Reading) -> tuple[list[TextBox], float]:
    """The parts of a run in which its figures stand next to each other, and how far these are apart."""
    figures = [k for k, c in enumerate(whole.text[: len(whole.places)]) if _FIGURE.match(c)]
    if len(figures) < _TELLING:
        return [], 0.0
    places = np.array([whole.places[k] * box.length for k in figures])
    points = [any(whole.text[k] in _POINTS for k in pair) for pair in pairwise(figures)]
    steps, signs = np.diff(places), np.diff(figures) > 1
    step = float(np.quantile(steps / np.where(points, _POINT, 1.0), _USUAL))
    apart = steps > np.where(signs, _APART_BY_SIGN, _APART) * step
    starts = [0, *(np.flatnonzero(apart) + 1).tolist(), len(places)]
    room = _ROOM * step
    return [box.part(float(places[a]) - room, float(places[b - 1]) + room) for a, b in pairwise(starts)], step
