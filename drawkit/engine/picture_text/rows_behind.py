"""Sizes right behind which ink stands in two rows, whatever was read there: their boxes with all of both rows.

A finder's box around a size and its deviations may hold one row and lean, or cut the rows off; readers tell of what it
shows. Where the rows stand, the ink tells: ISO 129-1, clause 9, sets them about the middle of the nominal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2

from ..detection.boxes import TextBox, covering, crop
from ..picture.binarise import binarise
from ..picture.pixels import Grey
from ..recognition.stacked import Parts, parts
from ..recognition.which_reader import STACK
from .contest import Entry
from .crop_readings import CropReading

_SIZE: Final = re.compile(
    r"(?:\d{1,3}\s?[xX×]\s?)?[⌀R]?(?:(?P<whole>\d+)(?:[.,]\d+)?|[.,]\d+)(?:\s?(?:[A-Z]{1,2}|[a-z]{1,2})\d{1,2}(?!\d))?"
)
"""A size, with its fit (ISO 286-1) or without."""

_REST: Final = re.compile(r"[\W\d]{0,12}")
"""What rows may be read as behind it: lines of notes stand above each other, too."""

_LONG, _HIGH = 4.0, 2.4
"""Heights of a size's box, behind it, in which its rows stand, and how high they are together."""

_INTO: Final = 0.2  # of the same: how far into the box
_BEGIN: Final = 1.2  # of the same: how far behind it rows begin
_LAST: Final = 0.55  # of the same: how far into where rows are looked for the last figure may reach
_PAPER: Final = 0.2  # of the same: what is left behind the rows
_SPECK: Final = 0.2  # of the same: lower ink is a point, a sign or dirt
_LEANS: Final = 15.0  # degrees by which a row that is higher than its size makes their box lean
_HALF: Final = 0.35  # of the same: half a figure's step
_SURE: Final = 0.8  # of both rows: they need not be looked at again
_INK: Final = 128  # darker than this
_CUT: Final = 1.25  # times as high as what was read of both rows: these were cut


@dataclass(frozen=True, slots=True)
class Rows:
    """A size that was read, the box around it and two rows of ink behind it, and what each of the three looks like."""

    size: str
    known: TextBox
    whole: TextBox
    pieces: tuple[Grey, Grey, Grey]


def with_rows_behind(picture: Grey, found: Sequence[Entry]) -> Iterator[Rows]:
    """The sizes with which readings begin that have two rows of ink right behind them, unless both rows were read."""
    stacked = [box for _, box, reading in found if STACK.search(reading.text) and reading.confidence >= _SURE]
    for _, box, reading in found:
        if any(whole is not box and covering(whole, box) for whole in stacked):
            continue
        for nominal in _nominals(box, reading):
            rows = _rows_of(picture, nominal)
            if rows is not None and (box.rows == 1 or rows.whole.height >= _CUT * box.height):
                yield rows


class _Nominal(NamedTuple):
    """A size with which a reading begins, its box up to the last figure, and whether it has all the figures there."""

    size: str
    box: TextBox
    is_all: bool = True


def _nominals(box: TextBox, reading: CropReading) -> Iterator[_Nominal]:
    """The sizes with which a reading may begin, level or upright where its box leans.

    Behind a whole number the mark and the figures of a decimal one may be those of a row.
    """
    size, told = _SIZE.match(reading.text), len(reading.places) == len(reading.text)
    if size is None or not _REST.fullmatch(reading.text, size.end()):
        return
    if told:
        for end in sorted({size.end(), size.end("whole")} - {-1}, reverse=True):
            part = _level(box.part(0.0, _end_of(box, reading.places, end)))
            yield _Nominal(reading.text[:end], part, end == size.end())
    elif size.end() == len(reading.text):
        yield _Nominal(size[0], box)


def _rows_of(picture: Grey, nominal: _Nominal) -> Rows | None:
    """A size with the two rows of ink that begin right behind it; None where none do."""
    box, behind = nominal.box, _behind(nominal.box)
    rows = parts(crop(picture, behind))
    if rows is None or rows.span[0] * behind.length > _BEGIN * box.height:
        return None
    if not (nominal.is_all or _is_clear(rows, _LAST * box.height)):
        return None
    return Rows(nominal.size, box, _around(picture, box, rows), (crop(picture, box), rows.upper, rows.lower))


def _end_of(box: TextBox, places: Sequence[float], count: int) -> float:
    """Where so many characters of a box end: half a figure behind the place of the last, half way to the next."""
    last, *then = (place * box.length for place in places[count - 1 : count + 1])
    return min(box.length, last + _HALF * box.height, *((last + one) / 2 for one in then))


def _level(box: TextBox) -> TextBox:
    axis = 90.0 * round(box.angle / 90)
    return replace(box, angle=axis) if abs(box.angle - axis) <= _LEANS else box


def _behind(box: TextBox) -> TextBox:
    """Where the rows behind a size stand."""
    return replace(box.part(_start(box), box.length + _LONG * box.height), height=_HIGH * box.height)


def _start(box: TextBox) -> float:
    return box.length - _INTO * box.height


def _is_clear(rows: Parts, last: float) -> bool:
    """Whether nothing stands before rows but the end of the size's last figure: behind 84 that may be .5 too."""
    return rows.before is None or not bool((rows.before[:, round(last) :] < _INK).any())


def _around(picture: Grey, box: TextBox, rows: Parts) -> TextBox:
    """The box of a size with its rows."""
    region = _behind(box)
    whole = box.part(0.0, _start(box) + rows.span[1] * region.length + _PAPER * box.height)
    return _fitted(picture, replace(whole, height=region.height, rows=2, guessed=True), box.height)


def _fitted(picture: Grey, box: TextBox, height: float) -> TextBox:
    """A box that ends where what stands within it does, with the paper of a box around text that is `height` high."""
    image = crop(picture, box)
    x, y, wide, tall = cv2.connectedComponentsWithStats(binarise(image), connectivity=8)[2][1:, :4].T
    within = (y > 0) & (y + tall < len(image)) & (tall > _SPECK * height)
    if not within.any():
        return box
    scale, paper = box.height / len(image), _PAPER * height
    end = min(box.length, float((x + wide)[within].max()) * scale + paper)
    return box.part(0.0, end).band(
        float(y[within].min()) * scale - paper, float((y + tall)[within].max()) * scale + paper
    )
