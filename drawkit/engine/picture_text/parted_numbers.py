"""Numbers that were found in two parts, or of which the first was overlooked: read again as a whole.

Their decimal mark is a speck of ink with paper on both sides, which the detector passes for the end of a word; each
part alone is read surely, and wrongly told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..detection.boxes import TextBox, crop, joined, turn_between
from ..picture.pixels import Grey
from .contest import Entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from .words import CropReading

_ENDS, _BEGINS = re.compile(r"[\d.,]$"), re.compile(r"[\d.,]")
_MARK: Final = re.compile(r"[.,]")
_CUT: Final = re.compile(r"[.,]\d")
_DECIMAL: Final = re.compile(r"\d[.,]\d")
_UNSAID: Final = re.compile(r"[.,\s]")

_ALONG: Final = 8.0  # degrees: short boxes tell their direction no better
_LEVEL, _ALIKE = 0.3, 0.6  # of the height: off each other's row; the smaller of the larger height
_APART: Final = 0.9  # heights between the parts: a mark takes as much room as a figure in some fonts
_OVER: Final = -0.8  # heights: boxes lie over each other by their margins
_TOUCHING: Final = 0.0  # heights: nearer than this there is no room between two numbers
_BEFORE: Final = 0.9  # heights before a mark in which the figures that it goes with stand
_LONE: Final = 1.45  # length over height of a lone figure's box, at most
_SURE: Final = 0.5


def with_parts_joined(
    picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]]
) -> list[Entry]:
    """The readings, with one in place of two that are parts of one number; `read` says what crops say."""
    pairs = list(_pairs(found))
    readings = read([crop(picture, joined(*pair.boxes)) for pair in pairs])
    gone: set[int] = set()
    added: list[Entry] = []
    for pair, reading in zip(pairs, readings, strict=True):
        if not gone.intersection(pair.numbers) and _says_both(reading, pair):
            gone.update(pair.numbers)
            added.append((reading.confidence, joined(*pair.boxes), reading))
    return _completed(picture, [entry for number, entry in enumerate(found) if number not in gone] + added, read)


def _completed(picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]]) -> list[Entry]:
    """The readings; those that begin with a mark with the figures before it, where there are some."""
    cut = [number for number, entry in enumerate(found) if _CUT.match(entry[2].text)]
    boxes = [found[n][1].part(-_BEFORE * found[n][1].height, found[n][1].length) for n in cut]
    out = list(found)
    for number, box, reading in zip(cut, boxes, read([crop(picture, box) for box in boxes]), strict=True):
        rest = found[number][2].text
        if reading.confidence >= _SURE and reading.text.endswith(rest) and reading.text[: -len(rest)].isdigit():
            out[number] = (reading.confidence, box, reading)
    return out


@dataclass(frozen=True)
class _Pair:
    """Two readings of which one goes on where the other ends: their numbers, boxes of one direction, and texts."""

    numbers: tuple[int, int]
    boxes: tuple[TextBox, TextBox]
    texts: tuple[str, str]


def _pairs(found: Sequence[Entry]) -> Iterator[_Pair]:
    for i, j in _neighbours(found):
        (_, one, said), (_, other, more) = found[i], found[j]
        boxes = _of_one_direction(one, other)
        if _follows(*boxes):
            yield _Pair((i, j), boxes, (said.text, more.text))


def _neighbours(found: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Readings, by number, that end and begin as parts of a number do and whose boxes may touch."""
    first = [i for i, entry in enumerate(found) if _ENDS.search(entry[2].text)]
    then = np.array([i for i, entry in enumerate(found) if _BEGINS.match(entry[2].text)], np.intp)
    places = np.array([(box.x, box.y) for _, box, _ in found]).reshape(-1, 2)
    reach = np.array([box.length + box.height for _, box, _ in found])
    for i in first:
        near = np.abs(places[then] - places[i]).sum(axis=1) <= reach[then] + reach[i]
        yield from ((i, j) for j in then[near].tolist() if i != j)


def _of_one_direction(one: TextBox, other: TextBox) -> tuple[TextBox, TextBox]:
    """The boxes, that of a lone figure turned as the other: its shape does not tell whether it lies or stands."""
    if one.elongation < other.elongation:
        return (one.turned(other.angle) if one.elongation <= _LONE else one), other
    return one, (other.turned(one.angle) if other.elongation <= _LONE else other)


def _follows(one: TextBox, other: TextBox) -> bool:
    size = max(one.height, other.height)
    along, across = one.offset(other)
    alike = min(one.height, other.height) >= _ALIKE * size and turn_between(one, other) <= _ALONG
    return alike and along > 0 and abs(across) <= _LEVEL * size and _OVER * size <= _gap(one, other) <= _APART * size


def _gap(one: TextBox, other: TextBox) -> float:
    return one.offset(other)[0] - (one.length + other.length) / 2


def _says_both(whole: CropReading, pair: _Pair) -> bool:
    """Whether a whole says what its parts say, with a mark where they meet, or with no room between them."""
    first, then = pair.texts
    if whole.confidence < _SURE or _UNSAID.sub("", whole.text) != _UNSAID.sub("", first + then):
        return False
    text = "".join(whole.text.split())
    at = len(first.rstrip(".,").replace(" ", ""))
    touching = _gap(*pair.boxes) <= _TOUCHING * pair.boxes[0].height and _DECIMAL.search(text) is not None
    return " " not in whole.text.strip() and (_MARK.match(text, at) is not None or touching)
