"""Sizes whose deviations above each other were read apart from them, one row with them, or not at all.

ISO 129-1, clause 9, and ASME Y14.5 set the upper deviation above the lower one behind the nominal, about its middle.
Where the rows are as high as the size a detector takes the nearer one for its continuation, in a box that leans; where
all is turned with its dimension line it may see none. Boxes around all of it are proposed: what they say readers tell.
Where these see less in all of it than in its parts, the parts stand together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from ..decimals import are_limits
from ..detection.boxes import TextBox, close_pairs, covering, turn_between
from ..picture.pixels import Grey
from ..recognition.reading import Reading
from ..recognition.recogniser import callouts
from ..recognition.stacked import stacked_text
from ..recognition.which_reader import DEVIATIONS, STACK, lacks_a_point
from .contest import SIGNED, Entry, ends_row_of, is_stack
from .crop_readings import CropReading, read_crops
from .rows_behind import Rows, with_rows_behind

_FITS: Final = r"\{[A-Z]{1,2}\d{1,2}\|[a-z]{1,2}\d{1,2}\}"
"""The fits of hole and shaft (ISO 286-1)."""

_DEVIATION: Final = re.compile(r"[+\-−–±]\d*[.,]?\d+")
_BEHIND: Final = re.compile(rf"{DEVIATIONS}|{_FITS}")
_ROW: Final = re.compile(r"[+\-−–]?\d*[.,]?\d+")
_SIZE_AND_ROW: Final = re.compile(r"(?P<size>(?:\d{1,3}\s?[xX×]\s?)?[⌀R]?\d*[.,]?\d+)\s?(?P<row>[+\-−–]\d*[.,]?\d+)")
"""A row of deviations by itself, and one behind its size."""

_FIGURES_AND_WORD: Final = re.compile(r"[\d.,+\-]+(?P<word>[^\W\d_]{2,}.*)")
"""A word before which the last figures of two rows may have been read."""

_ROWS_APART: Final = (0.5, 1.6)
"""Heights of its box: how far a row stands above or below the other one."""

_ROOMS: Final = (1.1, 1.4)
"""Of the lone row's box: what may be looked at about the middle of each row."""

_ALIKE_TURN: Final = 3.0  # degrees between boxes of one direction
_INTO: Final = 0.2  # of its height: how far into a box
_LIMIT: Final = re.compile(r"\d*[.,]\d+|\d+")
_BELOW: Final = (0.6, 1.5)  # heights of its box from a limit to the one below it
_FLUSH: Final = 0.4  # of the same: by how much they may begin or end apart
_SIGN: Final = 1.3  # of the same: room for the sign before them
_ALONG: Final = 8.0  # degrees between boxes of one direction
_LOST: Final = re.compile(r"[+\-|{]0\d|\{[+\-0.,]+\|[+\-0.,]+\}")
"""A figure behind a zero, or nothing but zeros: a mark or figures between them were not seen."""

_EACH: Final = 0.6  # the same, where they were read for it
_SURE: Final = 0.9  # of each part: what they say together though no reader sees it


@dataclass(frozen=True, slots=True)
class _Stacked:
    """What was read of a size and its rows, with the boxes in which all of it may stand, and what it says there."""

    known: TextBox
    boxes: tuple[TextBox, ...]
    says: re.Pattern[str]
    told: Entry | None = None
    """What its parts say together, where each was read surely: in few pixels both rows are read worse than each."""

    rows: Rows | None = None
    """Its parts, where they were not read by themselves yet."""

    said: tuple[Reading, ...] = ()
    """What the callout reader says of both rows among them."""


def stacked_sizes(picture: Grey, found: Sequence[Entry], read: Callable[[list[TextBox]], list[Entry]]) -> list[Entry]:
    """The sizes that were read with one row or none, and limits that were read row by row; `read` reads boxes.

    What is read of all of it says the same as what was read of its parts; else these stand together as they are.
    """
    sizes = [*_with_one_row(found), *_before_rows(picture, found), *_limits(found)]
    said = read([box for size in sizes for box in size.boxes])
    out = [e for e in said if any(_says(s, e) for s in sizes)]
    unsaid = [s for s in sizes if not any(_says(s, e) for e in out)]
    return [*out, *(s.told for s in unsaid if s.told is not None), *_row_by_row(sizes, [*found, *out])]


def _row_by_row(sizes: Sequence[_Stacked], known: Sequence[Entry]) -> Iterator[Entry]:
    """What sizes and the rows behind them say, where each of the three is read surely by itself.

    The word reader does not know rows above each other, and doubts what the other reader says of all three. A point
    that was seen in all of it is lost in a row, not invented.
    """
    asked = [(size.rows, size.said) for size in sizes if size.rows is not None]
    pieces = [piece for rows, _ in asked for piece in rows.pieces]
    heard = [reading for _, both in asked for reading in (None, *both)]
    said = iter(read_crops(pieces, heard) if pieces else ())
    for rows, _ in asked:
        size, *both = (next(said) for _ in rows.pieces)
        chance = min(reading.confidence for reading in (size, *both))
        text = size.text + (stacked_text(both[0].text, both[1].text) or "")
        told = chance >= _EACH and _sized(rows.size).fullmatch(text) is not None and not _LOST.search(text)
        if told and not any(lacks_a_point(text, r.text) and covering(rows.whole, box) for _, box, r in known):
            yield chance, rows.whole, CropReading(text, chance, "callouts")


def _says(size: _Stacked, entry: Entry) -> bool:
    return size.says.fullmatch(entry[2].text) is not None and covering(entry[1], size.known)


def _sized(text: str) -> re.Pattern[str]:
    """What a size says with its deviations."""
    return re.compile(re.escape(text) + rf"\s?(?:{DEVIATIONS}|{_FITS}).*")


def sizes_before_stacks(found: Sequence[Entry]) -> list[TextBox]:
    """The boxes of sizes that were read with one row of the deviations behind them, whose stack was read as well."""
    stacks = [entry for entry in found if is_stack(entry)]
    return [
        entry[1].part(0.0, entry[1].length - stack[1].length)
        for entry in found
        for stack in stacks
        if ends_row_of(stack, entry)
    ]


def words_behind_stacks(found: Sequence[Entry]) -> list[Entry]:
    """The readings, words right behind two rows without the last figures of these: 50貫通 behind {+0.050|0} is 貫通."""
    stacks = [box for _, box, reading in found if STACK.search(reading.text)]
    return [_without_figures(entry, stacks) for entry in found]


def _without_figures(entry: Entry, stacks: Sequence[TextBox]) -> Entry:
    rank, box, reading = entry
    said = _FIGURES_AND_WORD.fullmatch(reading.text)
    if said is None or len(reading.places) != len(reading.text):
        return entry
    at = said.start("word")
    last, first = (reading.places[k] * box.length for k in (at - 1, at))
    if not any(_ends_between(stack, box, last, first) for stack in stacks):
        return entry
    cut = (last + first) / 2
    places = tuple((place * box.length - cut) / (box.length - cut) for place in reading.places[at:])
    return rank, box.part(cut, box.length), replace(reading, text=said["word"], places=places, alternatives=())


def _ends_between(stack: TextBox, box: TextBox, last: float, first: float) -> bool:
    """Whether two rows end in a box, where its last figure does and its word begins; in pixels from its start."""
    along, across = box.offset(stack)
    end = along + (stack.length + box.length) / 2
    level = turn_between(stack, box) <= _ALONG and abs(across) <= box.height / 2
    return level and last <= end <= first + _INTO * box.height


def _with_one_row(found: Sequence[Entry]) -> Iterator[_Stacked]:
    """Sizes that were read with one row of their deviations, where the other row was read by itself."""
    rows = [entry for entry in found if _ROW.fullmatch(entry[2].text)]
    for _, one, reading in found:
        size = _SIZE_AND_ROW.fullmatch(reading.text)
        if size is None or len(reading.places) != len(reading.text):
            continue
        at = reading.places[size.start("row")] * one.length
        for _, row, other in rows:
            signed = other.text[0] in SIGNED or not other.text.strip("0.,")
            tail = one.part(at, one.length)
            if signed and row is not one and _is_other_row(tail, row):
                boxes = tuple(_around_rows(one, row))
                told = _together(size, reading, other, boxes[-1], is_lower=row.offset(tail)[1] < 0)
                yield _Stacked(one.part(0.0, at), boxes, _sized(size["size"]), told)


def _together(
    size: re.Match[str], reading: CropReading, other: CropReading, box: TextBox, *, is_lower: bool
) -> Entry | None:
    """A size with the row that was read behind it and the other one; None where these are no deviations, or unsure."""
    rows = (size["row"], other.text) if is_lower else (other.text, size["row"])
    stack = "{" + "|".join(rows) + "}"
    chance = min(reading.confidence, other.confidence)
    if chance < _SURE or not re.fullmatch(DEVIATIONS, stack):
        return None
    return chance, box, CropReading(size["size"] + stack, chance, "callouts")


def _is_other_row(tail: TextBox, row: TextBox) -> bool:
    """Whether a box stands right above or below the end of another one."""
    along, across = row.offset(tail)
    level = abs(along) <= (row.length + tail.length) / 4
    return level and _ROWS_APART[0] * row.height <= abs(across) <= _ROWS_APART[1] * row.height


def _around_rows(size: TextBox, row: TextBox) -> Iterator[TextBox]:
    """Boxes around a size and both rows behind it, in its own direction, in that of the lone row, and in between."""
    ends = np.array([*_ends(size, row.height), *_ends(row, row.height)])
    off = (row.angle - size.angle + 180) % 360 - 180
    shares = (0.0, 0.5, 1.0) if abs(off) > _ALIKE_TURN else (1.0,)
    for share, room in product(shares, _ROOMS):
        turned = replace(size, angle=size.angle + share * off, rows=2, guessed=True)
        axes = np.stack(turned.axes)
        low, high = (ends @ axes.T).min(axis=0), (ends @ axes.T).max(axis=0)
        x, y = (low + high) / 2 @ axes
        length, height = high - low + (1.0, room) * np.array(row.height)
        yield replace(turned, x=float(x), y=float(y), length=float(length), height=float(height))


def _ends(box: TextBox, height: float) -> Iterator[tuple[float, float]]:
    """The middles of the first and the last letter of a box, for letters as wide as high."""
    for way in (-1, 1):
        dx, dy = way * (box.length - height) / 2 * box.along
        yield box.x + float(dx), box.y + float(dy)


def _before_rows(picture: Grey, found: Sequence[Entry]) -> Iterator[_Stacked]:
    """Sizes right behind which ink stands in two rows.

    To the reader that costs little one of them says a deviation, or both say fits: lines of other text do not.
    """
    behind = list(with_rows_behind(picture, found))
    said = iter(callouts().read([piece for rows in behind for piece in rows.pieces[1:]]) if behind else ())
    for rows, (upper, lower) in zip(behind, zip(said, said, strict=True), strict=True):
        stack = stacked_text(upper.text, lower.text) or ""
        if _BEHIND.fullmatch(stack) or any(_DEVIATION.fullmatch(row.text) for row in (upper, lower)):
            yield _Stacked(rows.known, (rows.whole,), _sized(rows.size), rows=rows, said=(upper, lower))


def _limits(found: Sequence[Entry]) -> Iterator[_Stacked]:
    """Two limits above each other, with the room before them: one sign stands before both, at half their height.

    Without it they may be two dimensions, as ordinates are: lines tell.
    """
    numbers = [entry for entry in found if _LIMIT.fullmatch(entry[2].text)]
    boxes = [box for _, box, _ in numbers]
    for one, other in close_pairs(boxes, _BELOW[1]):
        upper, lower = numbers[one][2].text, numbers[other][2].text
        if _is_below(boxes[one], boxes[other]) and are_limits(upper, lower):
            says = rf"S?[⌀R]\{{{re.escape(upper)}\|{re.escape(lower)}\}}.*"
            yield _Stacked(boxes[one], (_around_limits(boxes[one], boxes[other]),), re.compile(says))


def _is_below(upper: TextBox, lower: TextBox) -> bool:
    """Whether a box stands right below another one, and begins or ends as that does."""
    along, across = upper.offset(lower)
    flush = abs(along) <= abs(upper.length - lower.length) / 2 + _FLUSH * upper.height
    apart = _BELOW[0] * upper.height <= across <= _BELOW[1] * upper.height
    return flush and apart and turn_between(upper, lower) <= _ALONG


def _around_limits(upper: TextBox, lower: TextBox) -> TextBox:
    """A box around two rows and what stands right before them."""
    along, across = upper.offset(lower)
    length = max(upper.length, lower.length) + abs(along)
    x, y = (upper.x + lower.x) / 2, (upper.y + lower.y) / 2
    height = across + (upper.height + lower.height) / 2
    rows = replace(upper, x=x, y=y, length=length, height=height, rows=2, guessed=True)
    return rows.part(-_SIGN * upper.height, length)
