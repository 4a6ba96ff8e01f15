"""Cells of a recognised table that came out empty though there is ink in them: read once more, each alone.

Detectors of text overlook a digit that stands alone, and in a parts list that is the quantity.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from ..layout.crops import blobs, crop, heights
from ..picture_text.crop_readings import CropReading, read_crops
from ..sheet import Grey, Sheet, Word
from .headings import Heading
from .tables import Row, Table

_COUNTS = frozenset(("position", "quantity"))
_NUMBER = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?")
_CERTAIN = 0.6  # a number where one belongs is believed from this confidence on
_MORE_CERTAIN = 0.85  # any other text
_INSIDE = 0.22  # letter heights that a crop stays off the cell's lines
_ROOM = 1.2  # letter heights that a letter needs: rows that no line parts are hardly higher
_STROKE = 0.2  # of its height: how wide a stroke is
_PAPER = 12  # pixels of white around the ink of a cell when it is read


def with_blank_cells(sheet: Sheet, table: Table) -> Table:
    """The table with its blank cells read again; unchanged where the words come from a text layer."""
    if sheet.source == "text" or not table.heading.walled:
        return table
    blank = [
        (r, c)
        for r, row in enumerate(table.rows)
        for c, text in enumerate(row.cells)
        if not text and table.heading.headings[c].field
    ]
    pictures = {place: cut for place in blank if (cut := _ink(sheet, table, *place)) is not None}
    padded = [np.pad(ink, _PAPER, constant_values=255) for ink in pictures.values()]
    readings = dict(zip(pictures, read_crops(padded), strict=True)) if pictures else {}
    for place, ink in pictures.items():
        if table.heading.headings[place[1]].field in _COUNTS and _is_one(ink, readings[place]):
            readings[place] = CropReading("1", _CERTAIN, "callouts")
    rows = [_filled(row, r, table.heading.headings, readings) for r, row in enumerate(table.rows)]
    return replace(table, rows=tuple(rows))


def _ink(sheet: Sheet, table: Table, row: int, column: int) -> Grey | None:
    """What stands in a cell; None where nothing as high as a letter does."""
    heading, (_, top, _, bottom) = table.heading.headings[column], table.rows[row].box
    letter = table.heading.letter_height
    base = Word("", heading.x0, bottom, 0.0, heading.x1 - heading.x0, letter)
    along = _INSIDE, (heading.x1 - heading.x0) / letter - _INSIDE
    high = (bottom - top) / letter
    off = min(_INSIDE, max(0.0, (high - _ROOM) / 2))
    image = crop(sheet, base, along, (off, high - off))
    tall, wide = image.shape
    inner = [b for b in blobs(image) if b[0] > 0 and b[2] > 0 and b[1] < wide and b[3] < tall]
    letters = [b for b in inner if heights(b[3] - b[2]) > 0.4]
    if not letters:
        return None
    x0, x1 = min(b[0] for b in letters), max(b[1] for b in letters)
    y0, y1 = min(b[2] for b in letters), max(b[3] for b in letters)
    ink: Grey = image[y0:y1, x0:x1]
    return ink


def _is_one(ink: Grey, reading: CropReading) -> bool:
    """Whether a bare stroke, in which a reader sees no letter, is all there is: so lettering pens write a 1."""
    tall, wide = ink.shape
    return wide <= _STROKE * tall and reading.text in {"", "1"}


def _filled(row: Row, number: int, headings: tuple[Heading, ...], readings: dict[tuple[int, int], CropReading]) -> Row:
    cells = list(row.cells)
    for column, heading in enumerate(headings):
        reading = readings.get((number, column))
        if reading is not None and _believed(heading.field, reading):
            cells[column] = reading.text.strip()
    return replace(row, cells=tuple(cells))


def _believed(field: str, reading: CropReading) -> bool:
    if field in _COUNTS:
        return reading.confidence >= _CERTAIN and bool(_NUMBER.fullmatch(reading.text.strip()))
    return reading.confidence >= _MORE_CERTAIN
