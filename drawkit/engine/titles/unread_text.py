"""What was overlooked where text was looked for in the cells of a title block, read from their ink: labels and values.

A character alone, such as a revision or a sheet size, is easily overlooked in a picture; its label shows where it is.
A label in small letters close over its value is so too; only what is a label is believed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...contract import Box
from ..layout.cells import Cell
from ..layout.crops import blobs, crop, heights, ink_level, pixels
from ..picture_text.crop_readings import CropReading, alternatives
from ..sheet import Grey, Sheet, Word
from ..text.lines import Line
from .fitting import fits, tidy
from .labels import Label, title_label
from .title_area import Area
from .title_cells import entries_of

Extent = tuple[int, int, int, int]
"""Columns and rows of a mark in a crop: x0, x1, y0, y1."""

FIELDS: Final = frozenset(
    ("drawing_number", "part_number", "revision", "date", "scale", "sheet", "sheet_size", "mass", "units")
)
"""Fields whose values have a look of their own, so that other ink in the cell is not taken for one."""

_RIM: Final = 0.12  # label heights: ink so near to the cell's edge belongs to its wall
_AROUND_LABEL: Final = 0.2  # label heights: how far ink of the label may reach beyond its word
_LOWEST: Final = 0.6  # label heights: lower ink is a dash or dirt
_LOWEST_LABEL, _LARGEST_LABEL = 0.3, 1.8  # of the height of a value, or of another label: how high a label is
_OVERLAP: Final = 0.2  # of a value's height: how far its label may reach down beside it
_WITHIN: Final = 0.5  # of the tallest mark's height: by how much middles of marks in its row differ
_DOT: Final = 0.5  # of a stem's height: how high a dot is, and how far above the stem it may stand
_DOT_WIDE: Final = (0.5, 2.0)  # of a stem's width: how wide its dot is
_NARROW: Final = 0.4  # of its height: how wide a stem is
_STROKES: Final = frozenset("1Iil|!j")
_MARGIN: Final = 0.3  # of the value's height: paper around it
_SHORT: Final = 2  # characters that nothing else about them confirms
_SURE: Final = 0.5  # the least chance of a value


def with_unread_text(sheet: Sheet, area: Area) -> Area:
    """The area with a label in each cell that has none but ink over its text or no text, and a value under each label.

    A text layer overlooks nothing: where the words come from one, the area stays as it is.
    """
    words = [w for cell in area.cells for w in cell.words]
    if not (sheet.has_picture and any(w.read_from == "recognised" for w in words)):
        return area
    cells = [_labelled(sheet, cell) for cell in area.cells]
    usual = min((cell.lines[0].word for cell in cells if _label_of(cell)), key=lambda w: w.height, default=None)
    if usual is not None:
        blank = (_named(sheet, Cell(face, ()), usual) for face in area.blanks)
        cells = sorted([*cells, *(cell for cell in blank if cell)], key=lambda c: (c.box[1], c.box[0]))
    if sheet.source != "text":
        cells = [_filled(sheet, cell) for cell in cells]
    return replace(area, cells=tuple(cells))


def _label_of(cell: Cell) -> Label | None:
    """The only label of a cell, none of its values set."""
    entries = entries_of(cell)
    return entries[0].label if len(entries) == 1 else None


def _labelled(sheet: Sheet, cell: Cell) -> Cell:
    """A cell without a label with the one that is drawn over its text, if the text is a value of what that names."""
    if any(e.printed for e in entries_of(cell)):
        return cell
    named = _named(sheet, cell, cell.lines[0].word)
    label = _label_of(named) if named else None
    return named if named and label and fits(label.field, tidy(label.field, cell.text)) else cell


def _named(sheet: Sheet, cell: Cell, base: Word) -> Cell | None:
    """The cell with the label that the ink above its text says; None where that says none."""
    image, corner = _interior(sheet, cell, base)
    first = base.y - base.height if cell.lines else cell.box[3]
    row = _first_row(image, ink_level(sheet, base))
    if not row:
        return None
    word = _word(base, "", 1.0, _around(row), corner, image.shape[0])
    if word.y > first + _OVERLAP * base.height or word.height > _LARGEST_LABEL * base.height:
        return None
    ends = (-_MARGIN, word.length / word.height + _MARGIN)
    for reading in alternatives(crop(sheet, word, ends, (-_MARGIN, 1 + _MARGIN))):
        if reading.confidence >= _SURE and title_label(reading.text) is not None:
            label = replace(word, text=reading.text, confidence=reading.confidence)
            return replace(cell, lines=(Line((label,)), *cell.lines))
    return None


def _word(base: Word, text: str, chance: float, extent: Extent, corner: tuple[float, float], tall: int) -> Word:
    """The word in a part of a picture that has its lower left corner there from `base`, in letter heights of that."""
    (x0, x1, y0, y1), (left, low) = extent, corner
    along, across = (left + heights(x0), left + heights(x1)), (low + heights(tall - y1), low + heights(tall - y0))
    return base.recognised(text, chance, along, across)


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
    image, corner = _interior(sheet, cell, base)
    row = _row(image, ink_level(sheet, base))
    if not row:
        return None
    x0, x1, y0, y1 = _around(row)
    edge = round(_MARGIN * (y1 - y0))
    readings = alternatives(image[max(y0 - edge, 0) : y1 + edge, max(x0 - edge, 0) : x1 + edge])
    reading = _dotted(readings, field) if _is_dotted(row) else _believed(readings, field)
    if reading is None:
        return None
    return _word(base, reading.text, reading.confidence, _around(row), corner, image.shape[0])


def _dotted(readings: Sequence[CropReading], field: str) -> CropReading | None:
    """A narrow stem with a dot is an i, if a reader takes it for some single stroke."""
    stroke = next((r for r in readings if r.text in _STROKES), None)
    return replace(stroke, text="i", confidence=_SURE) if stroke and fits(field, "i") else None


def _believed(readings: Sequence[CropReading], field: str) -> CropReading | None:
    """The likeliest of the readings that may be a value of the field, if both readers agree or a longer one is sure."""
    tidied = [replace(r, text=_tidy(field, r.text)) for r in readings]
    fitting = sorted((r for r in tidied if fits(field, r.text)), key=lambda r: -r.confidence)
    agreed = len({r.reader for r in fitting if r.text == fitting[0].text}) > 1
    sure = bool(fitting) and len(fitting[0].text) > _SHORT and fitting[0].confidence >= _SURE
    return fitting[0] if agreed or sure else None


def _tidy(field: str, text: str) -> str:
    """The text with usual confusions undone; revisions leave out the letter O (ASME Y14.35)."""
    return re.sub("^O", "0", text) if field == "revision" else tidy(field, text)


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


def _row(image: Grey, dark: int) -> list[Extent]:
    """The marks in a row with the tallest one, and their dots; none where there is nothing as tall as a letter."""
    marks = _marks(image, dark)
    tallest = max(marks, key=_height, default=None)
    return [] if tallest is None or heights(_height(tallest)) < _LOWEST else _beside(tallest, marks)


def _first_row(image: Grey, dark: int) -> list[Extent]:
    """The marks in the highest row of what may be letters, with their dots."""
    marks = _marks(image, dark)
    letters = [b for b in marks if heights(_height(b)) >= _LOWEST_LABEL]
    first = min(letters, key=lambda b: b[2], default=None)
    level = [b for b in letters if first and b[2] < first[3]]
    return _beside(max(level, key=_height), marks) if level else []


def _marks(image: Grey, dark: int) -> list[Extent]:
    """The ink that does not go on beyond the picture."""
    tall, wide = image.shape
    return [b for b in blobs(image, dark=dark) if b[0] > 0 and b[2] > 0 and b[1] < wide and b[3] < tall]


def _height(mark: Extent) -> int:
    return mark[3] - mark[2]


def _beside(tallest: Extent, marks: Sequence[Extent]) -> list[Extent]:
    """A mark, those level with it, and the dots of these."""
    middle, size = (tallest[2] + tallest[3]) / 2, _height(tallest)
    row = [b for b in marks if abs((b[2] + b[3]) / 2 - middle) < _WITHIN * size]
    return row + [b for b in marks if b not in row and any(_is_dot(b, stem) for stem in row)]


def _around(marks: Sequence[Extent]) -> Extent:
    lefts, rights, tops, bottoms = zip(*marks, strict=True)
    return min(lefts), max(rights), min(tops), max(bottoms)


def _is_dotted(row: Sequence[Extent]) -> bool:
    """Whether all there is is a narrow stem with its dot."""
    stem = row[0]
    return len(row) == 2 and stem[1] - stem[0] < _NARROW * (stem[3] - stem[2]) and _is_dot(row[1], stem)


def _is_dot(mark: Extent, stem: Extent) -> bool:
    """Whether a mark stands right above a stem, about as wide, as the dot of an i does."""
    tall, above = stem[3] - stem[2], stem[2] - mark[3]
    middle, share = (mark[0] + mark[1]) / 2, (mark[1] - mark[0]) / (stem[1] - stem[0])
    over = stem[0] - 2 <= middle <= stem[1] + 2 and _DOT_WIDE[0] <= share <= _DOT_WIDE[1]
    return over and 0 < above < _DOT * tall and mark[3] - mark[2] < _DOT * tall
