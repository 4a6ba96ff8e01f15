"""Names that stand beside an emblem in a cell of the title block: an office sets its own name beside its mark."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from ...contract import Box
from ..layout.around import inside
from ..layout.cells import Cell
from ..layout.crops import DARK
from ..sheet import Sheet
from .logo_names import LOGO_DPI
from .title_cells import entries_of

_INSET: Final = 1.8  # points: the walls of a cell are left out
_AROUND: Final = 0.4  # letter heights around a word in which its own ink lies
_LARGE: Final = 1.3  # letter heights: no mark is lower or narrower
_FULL: Final = 0.08  # of its box: what has less ink is lines that cross the cell
_ROOM: Final = 2.5  # letter heights: a lower cell has no room for a mark


def beside_emblems(sheet: Sheet, cells: Sequence[Cell], symbols: Collection[Box]) -> list[Cell]:
    """The cells without a label that show one line of text and a mark; `symbols` are no marks but those of methods."""
    if not sheet.has_picture:
        return []
    named = [c for c in cells if len(c.lines) == 1 and not any(e.printed for e in entries_of(c))]
    roomy = [c for c in named if c.height >= _ROOM * c.letter_height]
    free = [c for c in roomy if not any(inside(((s[0] + s[2]) / 2, (s[1] + s[3]) / 2), c.box) for s in symbols)]
    return [c for c in free if _shows_mark(sheet, c)]


def _shows_mark(sheet: Sheet, cell: Cell) -> bool:
    """Whether the ink of a cell beside its words is as large as a mark, and no lines alone."""
    picture = sheet.render(LOGO_DPI)
    scale = picture.shape[1] / sheet.width
    x0, y0, x1, y1 = _pixels((*(v + _INSET for v in cell.box[:2]), *(v - _INSET for v in cell.box[2:])), scale)
    dark = picture[y0:y1, x0:x1] < DARK
    for word in cell.words:
        margin = _AROUND * word.height
        a, b, c, d = _pixels(word.span(below=margin, above=margin, before=margin, after=margin), scale)
        dark[max(b - y0, 0) : max(d - y0, 0), max(a - x0, 0) : max(c - x0, 0)] = False
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not len(rows):
        return False
    wide, high = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    return bool(min(wide, high) >= _LARGE * cell.letter_height * scale and dark.sum() >= _FULL * wide * high)


def _pixels(box: Sequence[float], scale: float) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(v * scale) for v in box)
    return x0, y0, x1, y1
