"""Numbers that were found in two parts, or of which one was overlooked: read again as a whole.

Their decimal mark is a speck of ink with paper on both sides, which the detector passes for the end of a word; each
part alone is read surely, and wrongly told. The box of a size ends before its deviations do, or begins with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from ..detection.boxes import TextBox, crop, joined, shared, turn_between
from ..detection.tight_boxes import CAPITAL, around_one_row
from ..picture.binarise import binarise
from ..picture.pixels import Grey
from .contest import Entry, winners

if TYPE_CHECKING:
    from collections.abc import Callable

    from .words import CropReading

_ENDS, _BEGINS = re.compile(r"[\d.,]$"), re.compile(r"[\d.,]")
_MARK: Final = re.compile(r"[.,]")
_WHOLE: Final = re.compile(r"\d+(?![\d.,])")  # a number without a mark, and more behind it
_SPECK: Final = (0.06, 0.32)  # of a capital's height: a point, or a comma with its tail
_FOOT: Final = 0.3  # of the same: how far its foot may be off the base line
_INTO, _PAPER = 0.3, 0.1  # of its height: how far into a box a mark before it may stand, and the paper before that
_CUT: Final = re.compile(r"[.,]\d")
_CUT_ROW: Final = re.compile(r"\{[^{}]*[.,][|}]")
_DEVIATIONS: Final = re.compile(r"\{(?:[+\-][\d.,]+\|[+\-]?[\d.,]+|0\|-[\d.,]+)\}")
_FITTED: Final = re.compile(r"(?P<fit>[A-Za-z]{1,2}\d{1,2})\s?\{")  # a fit with its deviations, and no size before it
_FIGURES, _SIZED = re.compile(r"\d+"), re.compile(r"[⌀R]?\d+(?:[.,]\d+)?")
_DECIMAL: Final = re.compile(r"\d[.,]\d")
_UNSAID: Final = re.compile(r"[.,\s]")

_ALONG: Final = 8.0  # degrees: short boxes tell their direction no better
_LEVEL, _ALIKE = 0.3, 0.6  # of the height: off each other's row; the smaller of the larger height
_APART: Final = 0.9  # heights between the parts: a mark takes as much room as a figure in some fonts
_OVER: Final = -0.8  # heights: boxes lie over each other by their margins
_TOUCHING: Final = 0.0  # heights: nearer than this there is no room between two numbers
_BEFORE: Final = 0.9  # heights before a mark in which the figures that it goes with stand
_SIZE: Final = 1.6  # heights of two rows of deviations before them in which their size stands
_AROUND: Final = 0.3  # heights on either side of rows of which one was cut
_LONE: Final = 1.45  # length over height of a lone figure's box, at most
_SURE: Final = 0.5
_CERTAIN: Final = 0.9


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
            whole = joined(*pair.boxes)
            added.append((reading.confidence, around_one_row(picture, whole) or whole, reading))
    return _completed(picture, [entry for number, entry in enumerate(found) if number not in gone] + added, read)


def _completed(picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]]) -> list[Entry]:
    """The readings; those that begin or end with a part of a number with the rest of it, where there is some."""
    cut = [(number, box) for number, entry in enumerate(found) for box in _wider(picture, entry, found)]
    out = list(found)
    for (number, box), reading in zip(cut, read([crop(picture, box) for _, box in cut]), strict=True):
        known = out[number] is not found[number]
        surer = reading.confidence > out[number][0] if known else reading.confidence >= _SURE
        if surer and _is_rest_of(found[number][2].text, reading.text):
            out[number] = (reading.confidence, box, reading)
    return out if out == found else winners(out)  # what it says may have been read as words of its own


def _wider(picture: Grey, entry: Entry, found: Sequence[Entry]) -> list[TextBox]:
    """The box of a part of a number with what stands before or behind it, in one way or two; none for a whole one.

    Rows are told apart by the paper around them too: a little more of it is worth a look of its own.
    """
    _, box, reading = entry
    fitted = _FITTED.match(reading.text)
    if fitted is not None:
        sizes = (other for _, other, said in found if said.text.endswith(fitted["fit"]) and said is not reading)
        return [joined(box, other) for other in sizes if turn_between(box, other) <= _ALONG and shared(box, other) > 0]
    if _CUT.match(reading.text):
        return [box.part(-_BEFORE * box.height, box.length)]
    if _WHOLE.match(reading.text):
        start = _mark_before(picture, box)
        return [] if start is None else [box.part(start, box.length)]
    if _DEVIATIONS.fullmatch(reading.text):
        return [box.part(-_SIZE * box.height, box.length)]
    if not _CUT_ROW.search(reading.text):
        return []
    around = _AROUND * box.height
    return [box.part(0.0, box.length + _BEFORE * box.height), box.part(-around, box.length + around)]


def _mark_before(picture: Grey, box: TextBox) -> float | None:
    """Where a box must begin to hold the speck at the base line right before it; None where there is none.

    It is the mark of a number that has no figure before it (ASME Y14.5, 4.3.2: less than one inch has no zero there).
    """
    start = -_BEFORE * box.height
    before = binarise(crop(picture, box.part(start, _INTO * box.height)))
    x, y, wide, tall = cv2.connectedComponentsWithStats(before, connectivity=8)[2][1:, :4].T
    high, (rows, columns) = CAPITAL * len(before), before.shape
    is_mark = (np.minimum(wide, tall) >= _SPECK[0] * high) & (np.maximum(wide, tall) <= _SPECK[1] * high)
    is_mark &= (np.abs(y + tall - (rows + high) / 2) <= _FOOT * high) & (x > 0) & (x + wide < columns)
    if is_mark.sum() != 1:
        return None
    return start + float(x[is_mark][0]) - _PAPER * box.height


def _is_rest_of(part: str, whole: str) -> bool:
    """Whether a whole says what a part of it says, and more where the part was cut."""
    if _WHOLE.match(part) and _MARK.match(whole):
        return whole[1:] == part
    if _CUT_ROW.search(part):
        rows = re.escape(part).replace(r"\{", r"\{[+\-]?")  # a sign is lost as easily
        return re.fullmatch(re.sub(r"(?<=[.,])(?=\\[|}])", r"\\d+", rows), whole) is not None
    size = _SIZED if "{" in part else _FIGURES
    return whole.endswith(part) and size.fullmatch(whole[: -len(part)].strip()) is not None


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
    if _goes_on_between(whole, pair):
        return True
    if whole.confidence < _SURE or _UNSAID.sub("", whole.text) != _UNSAID.sub("", first + then):
        return False
    text = "".join(whole.text.split())
    at = len(first.rstrip(".,").replace(" ", ""))
    touching = _gap(*pair.boxes) <= _TOUCHING * pair.boxes[0].height and _DECIMAL.search(text) is not None
    return " " not in whole.text.strip() and (_MARK.match(text, at) is not None or touching)


def _goes_on_between(whole: CropReading, pair: _Pair) -> bool:
    """Whether a whole is surely one number: the decimals between two parts of it that stand apart were overlooked."""
    first, then = pair.texts
    apart = _gap(*pair.boxes) > _TOUCHING * pair.boxes[0].height
    text = whole.text
    parts = _DECIMAL.search(first) is not None and _FIGURES.fullmatch(then) is not None
    longer = text.startswith(first) and text.endswith(then) and len(text) > len(first) + len(then)
    return apart and parts and longer and whole.confidence >= _CERTAIN and _SIZED.fullmatch(text) is not None
