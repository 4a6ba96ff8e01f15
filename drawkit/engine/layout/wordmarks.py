"""Names set as logos in the title block of a picture: told from its other text by their heavy strokes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..sheet import Sheet
from ..text.lines import Line
from .cells import Cell
from .crops import crop, heights, own_level

_ACROSS: Final = (-0.1, 1.1)  # letter heights: the band of a line that is looked at
_HEAVY: Final = 1.6  # times as thick as the block's usual strokes
_THICK: Final = 0.14  # letter heights: no thinner than this
_INVERSE: Final = 0.5  # share of dark pixels from which on letters are paler than what is around them


def heavy_lines(sheet: Sheet, cells: Sequence[Cell]) -> frozenset[Line]:
    """The lines of the cells in strokes far thicker than usual there, or pale on dark; none but in pictures."""
    if sheet.source != "picture":
        return frozenset()
    looks = {line: _look(sheet, line) for cell in cells for line in cell.lines}
    usual = float(np.median([stroke for stroke, _ in looks.values()])) if looks else 0.0
    least = max(_THICK, _HEAVY * usual)
    return frozenset(line for line, (stroke, dark) in looks.items() if dark > _INVERSE or stroke >= least)


def _look(sheet: Sheet, line: Line) -> tuple[float, float]:
    """The usual width of a line's upright strokes, in letter heights, and its share of dark pixels."""
    word = line.word
    image = crop(sheet, word, (0.0, word.length / word.height), _ACROSS)
    dark = image < own_level(image)
    return heights(_stroke(dark)), float(dark.mean())


def _stroke(dark: NDArray[np.bool_]) -> float:
    """Median length of the runs of ink in rows of pixels."""
    steps = np.diff(np.pad(dark, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    begins, ends = np.nonzero(steps == 1)[1], np.nonzero(steps == -1)[1]
    return float(np.median(ends - begins)) if len(begins) else 0.0
