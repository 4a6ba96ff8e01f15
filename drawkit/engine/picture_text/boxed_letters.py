"""Letters that stand alone in a box of a picture, such as datum letters: read from the box's own picture.

A lone letter is often missed where text is looked for, or taken for another in the wrong direction; its box shows
where it stands and, in isometric views, how it leans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..index import index_of
from ..layout.crops import blobs, crop, heights, ink_level
from ..recognition.symbols import Mark, classify
from ..sheet import Sheet, Word
from ..symbols.closed_cells import Cell, cells_alone
from ..symbols.followed_lines import followed
from ..symbols.frame_rows import closed_row
from .crop_readings import read_crops

LETTERS: Final = frozenset("ABCDEFGHJKLMNPQRSTUVWXYZ")
"""Datum letters: I and O are not used."""

Blob = tuple[int, int, int, int]

_WIDTHS: Final = (0.6, 2.0)  # heights: how wide the box of a letter is
_TALL: Final = (0.7, 1.5)  # of half the box's height: how high its letter is
_MARK: Final = 0.3  # letter heights: smaller ink is dirt
_DASH: Final = 0.15  # letter heights: how long the dashes beside a letter are
_MIDDLE: Final = 0.25  # of its height: how far from its top and its foot they stand
_SURE: Final = 0.8  # the least chance of a letter
_AGREED: Final = 0.5  # the least confidence of the reader that says the same
_EDGE: Final = 8  # pixels of paper left around a letter


def with_boxed_letters(sheet: Sheet) -> Sheet:
    """The sheet with a word for each letter alone in its box, in place of what else was read there."""
    told = [w.middle for w in sheet.words if w.read_from == "text layer"]
    index = index_of([(x, y, x, y) for x, y in told])
    empty = (c for c in cells_alone(sheet) if not any(c.holds(told[i]) for i in index.near(c.box)))
    letters = [(cell, word) for cell in empty for word in _letter(sheet, cell)]
    if not letters:
        return sheet
    others = [w for w in sheet.words if not any(cell.holds(w.middle) for cell, _ in letters)]
    return sheet.at(words=(*others, *_surest(letters)))


def _surest(letters: Sequence[tuple[Cell, Word]]) -> list[Word]:
    """One letter for each box, which may be read in two ways."""
    best: dict[int, Word] = {}
    for cell, word in letters:
        if cell.number not in best or word.confidence > best[cell.number].confidence:
            best[cell.number] = word
    return list(best.values())


def _between_dashes(letter: str, mark: Blob, ink: Sequence[Blob]) -> str:
    """The letter as the older form of ASME Y14.5M writes it, where a dash stands on either side: -A-."""
    x0, x1, y0, y1 = mark
    dashes = [b for b in ink if heights(b[1] - b[0]) > _DASH and b[3] - b[2] < b[1] - b[0]]
    dashes = [b for b in dashes if y0 + _MIDDLE * (y1 - y0) < (b[2] + b[3]) / 2 < y1 - _MIDDLE * (y1 - y0)]
    return f"-{letter}-" if any(b[1] <= x0 for b in dashes) and any(b[0] >= x1 for b in dashes) else letter


def _letter(sheet: Sheet, cell: Cell) -> Iterator[Word]:
    if not _WIDTHS[0] <= cell.width / cell.height <= _WIDTHS[1]:
        return
    row = closed_row((cell,))
    beside, within = row.thick
    left, low = row.walls[0] + beside, row.low + within
    image = crop(sheet, row.word, (left, row.walls[1] - beside), (low, row.high - within), shear=row.shear)
    ink = blobs(image, dark=ink_level(sheet, row.word))
    marks = [b for b in ink if heights(b[3] - b[2]) > _MARK]
    if len(marks) != 1 or not _TALL[0] <= heights(marks[0][3] - marks[0][2]) <= _TALL[1]:
        return
    x0, x1, y0, y1 = marks[0]
    (symbol,) = classify([Mark(image[y0:y1, x0:x1])])
    if symbol is None or symbol.text not in LETTERS or symbol.confidence < _SURE or followed(sheet, row).cells > 1:
        return
    close = image[max(y0 - _EDGE, 0) : y1 + _EDGE, max(x0 - _EDGE, 0) : x1 + _EDGE]
    agreed = [r.confidence for r in read_crops([image, close]) if r.text == symbol.text]
    if max(agreed, default=0.0) >= _AGREED:
        base, size = low + heights(image.shape[0] - y1), (heights(x1 - x0), heights(y1 - y0))
        start = left + heights(x0) + row.shear * (base + size[1] / 2 - row.middle)
        text = _between_dashes(symbol.text, marks[0], ink)
        yield row.word.recognised(text, max(agreed), (start, start + size[0]), (base, base + size[1]))
