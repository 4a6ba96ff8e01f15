"""Sizes whose deviations above each other were read apart from them, one row with them, or not at all.

ISO 129-1, clause 9, and ASME Y14.5 set the upper deviation above the lower one behind the nominal, about its middle.
Where the rows are as high as the size a detector takes the nearer one for its continuation, in a box that leans; where
all is turned with its dimension line it may see none. Boxes around all of it are proposed: what they say readers tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from ..detection.boxes import TextBox, covering, crop
from ..picture.pixels import Grey
from ..recognition.stacked import parts
from ..recognition.which_reader import STACK
from .contest import SIGNED, Entry, ends_row_of, is_stack

_ROW: Final = re.compile(r"[+\-−–]?\d*[.,]?\d+")
_SIZE_AND_ROW: Final = re.compile(r"(?P<size>[⌀R]?\d*[.,]?\d+)\s?(?P<row>[+\-−–]\d*[.,]?\d+)")
"""A row of deviations by itself, and one behind its size."""

_ROWS_APART: Final = (0.5, 1.6)
"""Heights of its box: how far a row stands above or below the other one."""

_ROOMS: Final = (1.1, 1.4)
"""Of the lone row's box: what may be looked at about the middle of each row."""

_ALIKE_TURN: Final = 3.0  # degrees between boxes of one direction
_SIZE: Final = re.compile(r"[⌀R]?\d*[.,]?\d+")
_LONG, _HIGH = 4.0, 2.4
"""Heights of a size's box, behind it, in which its rows stand, and how high they are together."""

_INTO: Final = 0.2  # of the same: how far into the box
_BEHIND: Final = 1.2  # of the same: how far behind it rows begin
_PAPER: Final = 0.2  # of the same: what is left behind the rows


def stacked_sizes(picture: Grey, found: Sequence[Entry], read: Callable[[list[TextBox]], list[Entry]]) -> list[Entry]:
    """The sizes that were read with one row of their deviations or without any, read with both; `read` reads boxes.

    What is read so says the same size.
    """
    sizes = [*_with_one_row(found), *_before_rows(picture, found)]
    said = read([box for _, _, boxes in sizes for box in boxes])
    return [entry for entry in said if any(_is_of(entry, text, size) for text, size, _ in sizes)]


def _is_of(entry: Entry, text: str, size: TextBox) -> bool:
    """Whether a reading is a size, in the place of its box, with deviations."""
    _, box, reading = entry
    stack = STACK.search(reading.text)
    return stack is not None and reading.text[: stack.start()].strip() == text and covering(box, size)


_Size: TypeAlias = tuple[str, TextBox, list[TextBox]]
"""A size without deviations, the box in which it was read, and those in which it may stand with them."""


def sizes_before_stacks(found: Sequence[Entry]) -> list[TextBox]:
    """The boxes of sizes that were read with one row of the deviations behind them, whose stack was read as well."""
    stacks = [entry for entry in found if is_stack(entry)]
    return [
        entry[1].part(0.0, entry[1].length - stack[1].length)
        for entry in found
        for stack in stacks
        if ends_row_of(stack, entry)
    ]


def _with_one_row(found: Sequence[Entry]) -> Iterator[_Size]:
    """Sizes that were read with one row of their deviations, where the other row was read by itself."""
    rows = [entry for entry in found if _ROW.fullmatch(entry[2].text)]
    for _, one, reading in found:
        size = _SIZE_AND_ROW.fullmatch(reading.text)
        if size is None or len(reading.places) != len(reading.text):
            continue
        at = reading.places[size.start("row")] * one.length
        for _, row, other in rows:
            signed = other.text[0] in SIGNED or not other.text.strip("0.,")
            if signed and row is not one and _is_other_row(one.part(at, one.length), row):
                yield size["size"], one.part(0.0, at), [*_around_rows(one, row)]


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


def _before_rows(picture: Grey, found: Sequence[Entry]) -> Iterator[_Size]:
    """Sizes right behind which ink stands in two rows, none of which was read."""
    for _, box, reading in found:
        if box.rows == 1 and _SIZE.fullmatch(reading.text) and (around := _with_rows(picture, box)) is not None:
            yield reading.text, box, [around]


def _with_rows(picture: Grey, box: TextBox) -> TextBox | None:
    """A box with the two rows of ink that stand right behind it; None where none do."""
    start = box.length - _INTO * box.height
    region = replace(box.part(start, box.length + _LONG * box.height), height=_HIGH * box.height)
    rows = parts(crop(picture, region))
    if rows is None or rows.span[0] * region.length > _BEHIND * box.height:
        return None
    end = start + rows.span[1] * region.length + _PAPER * box.height
    return replace(box.part(0.0, end), height=region.height, rows=2, guessed=True)
