"""Values of a title block that were overlooked where text was looked for: read from the ink of their labelled cells.

A character alone, such as a revision or a sheet size, is easily overlooked in a picture; its label shows where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...contract import Box
from ..sheet import Grey, Sheet, Word
from ..text.lines import Line
from ..text.picture_words import CropReading, alternatives
from .cells import Cell
from .crops import blobs, crop, heights, ink_level, pixels
from .title_area import Area
from .title_cells import entries_of, fits, tidy

FIELDS: Final = frozenset(
    ("drawing_number", "part_number", "revision", "date", "scale", "sheet", "sheet_size", "mass", "units")
)
"""Fields whose values have a look of their own, so that other ink in the cell is not taken for one."""

_RIM: Final = 0.12  # label heights: ink so near to the cell's edge belongs to its wall
_AROUND_LABEL: Final = 0.2  # label heights: how far ink of the label may reach beyond its word
_LOWEST: Final = 0.6  # label heights: lower ink is a dash or dirt
_WITHIN: Final = 0.5  # of the tallest mark's height: by how much middles of marks in its row differ
_MARGIN: Final = 0.3  # of the value's height: paper around it
_SHORT: Final = 2  # characters that nothing else about them confirms
_SURE: Final = 0.5  # the least chance of a value


def with_unread_values(sheet: Sheet, area: Area) -> Area:
    """The area with a line of text in each cell that has a label, ink beside it and no value.

    A text layer overlooks nothing: where the words come from one, the area stays as it is.
    """
    if sheet.source == "text":
        return area
    return replace(area, cells=tuple(_filled(sheet, cell) for cell in area.cells))


def _filled(sheet: Sheet, cell: Cell) -> Cell:
    entries = entries_of(cell)
    label = entries[0].label if len(entries) == 1 else None
    if label is None or entries[0].value or label.field not in FIELDS:
        return cell
    word = _value(sheet, cell, label.field)
    return cell if word is None else replace(cell, lines=(*cell.lines, Line((word,))))


def _value(sheet: Sheet, cell: Cell, field: str) -> Word | None:
    """What the ink of the cell beside its label says, if that may be a value of the field."""
    base = cell.lines[0].word
    image, (left, low) = _interior(sheet, cell, base)
    found = _extent(image, ink_level(sheet, base))
    if found is None:
        return None
    (x0, x1, y0, y1), tall = found, image.shape[0]
    edge = round(_MARGIN * (y1 - y0))
    reading = _believed(alternatives(image[max(y0 - edge, 0) : y1 + edge, max(x0 - edge, 0) : x1 + edge]), field)
    if reading is None:
        return None
    along, across = (left + heights(x0), left + heights(x1)), (low + heights(tall - y1), low + heights(tall - y0))
    return base.recognised(reading.text, reading.confidence, along, across)


def _believed(readings: Sequence[CropReading], field: str) -> CropReading | None:
    """The likeliest of the readings that may be a value of the field, if both readers agree or a longer one is sure."""
    tidied = [replace(r, text=tidy(field, r.text)) for r in readings]
    fitting = sorted((r for r in tidied if fits(field, r.text)), key=lambda r: -r.confidence)
    agreed = len({r.reader for r in fitting if r.text == fitting[0].text}) > 1
    sure = bool(fitting) and len(fitting[0].text) > _SHORT and fitting[0].confidence >= _SURE
    return fitting[0] if agreed or sure else None


def _interior(sheet: Sheet, cell: Cell, base: Word) -> tuple[Grey, tuple[float, float]]:
    """The picture of the cell within its walls, its words painted over, and its lower left corner from `base`."""
    left, right = _from(base, cell.box)[0]
    low, high = _from(base, cell.box)[1]
    left, right, low, high = left + _RIM, right - _RIM, low + _RIM, high - _RIM
    image = crop(sheet, base, (left, right), (low, high))
    for word in cell.words:
        (x0, x1), (y0, y1) = _from(base, word.box)
        columns = slice(*(_pixel(x - left, image.shape[1]) for x in (x0 - _AROUND_LABEL, x1 + _AROUND_LABEL)))
        rows = slice(*(_pixel(high - y, image.shape[0]) for y in (y1 + _AROUND_LABEL, y0 - _AROUND_LABEL)))
        image[rows, columns] = 255
    return image, (left, low)


def _from(base: Word, box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """How far a level box reaches along and across the word, in its letter heights."""
    x0, y0, x1, y1 = box
    unit = base.height
    return ((x0 - base.x) / unit, (x1 - base.x) / unit), ((base.y - y1) / unit, (base.y - y0) / unit)


def _pixel(size: float, most: int) -> int:
    return min(max(pixels(size), 0), most)


def _extent(image: Grey, dark: int) -> tuple[int, int, int, int] | None:
    """Columns and rows of the row of marks around the tallest one; None where there is nothing as tall as a letter."""
    tall, wide = image.shape
    marks = [b for b in blobs(image, dark=dark) if b[0] > 0 and b[2] > 0 and b[1] < wide and b[3] < tall]
    tallest = max(marks, key=lambda b: b[3] - b[2], default=None)
    if tallest is None or heights(tallest[3] - tallest[2]) < _LOWEST:
        return None
    middle, size = (tallest[2] + tallest[3]) / 2, tallest[3] - tallest[2]
    row = [b for b in marks if abs((b[2] + b[3]) / 2 - middle) < _WITHIN * size]
    lefts, rights, tops, bottoms = zip(*row, strict=True)
    return min(lefts), max(rights), min(tops), max(bottoms)
