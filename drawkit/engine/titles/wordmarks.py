"""Names set as logos in the title block of a picture: told from its other text by their strokes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..layout.cells import Cell
from ..layout.crops import crop, heights, own_level
from ..sheet import Sheet
from ..text.lines import Line

_ACROSS: Final = (-0.1, 1.1)  # letter heights: the band of a line that is looked at
_HEAVY: Final = 1.6  # times as thick as the usual strokes of text that is not much smaller
_THICK: Final = 0.14  # letter heights: no thinner than this
_HOLLOW: Final = 0.62  # of those usual strokes: letters drawn by their outlines have thinner ones
_SIZE: Final = 0.5  # of a line's height: lower text is so much smaller that blur makes its strokes seem thicker
_INVERSE: Final = 0.5  # share of dark pixels from which on letters are paler than what is around them


@dataclass(frozen=True)
class _Look:
    """The height of a line, the width of its upright strokes in its letter heights, its share of dark pixels."""

    height: float
    stroke: float
    dark: float


def unusual_lines(sheet: Sheet, cells: Sequence[Cell]) -> frozenset[Line]:
    """The lines in far thicker or thinner strokes than text of the cells usually, or pale on dark; of pictures only."""
    if sheet.source != "picture":
        return frozenset()
    looks = {line: _look(sheet, line) for cell in cells for line in cell.lines}
    return frozenset(line for line, look in looks.items() if _is_unusual(look, [*looks.values()]))


def _is_unusual(look: _Look, all_looks: Sequence[_Look]) -> bool:
    alike = [other.stroke for other in all_looks if other is not look and other.height >= _SIZE * look.height]
    if look.dark > _INVERSE or not alike:
        return look.dark > _INVERSE
    usual = float(np.median(alike))
    return look.stroke >= max(_THICK, _HEAVY * usual) or look.stroke <= _HOLLOW * usual


def _look(sheet: Sheet, line: Line) -> _Look:
    word = line.word
    image = crop(sheet, word, (0.0, word.length / word.height), _ACROSS)
    dark = image < own_level(image)
    return _Look(word.height, heights(_stroke(dark)), float(dark.mean()))


def _stroke(dark: NDArray[np.bool_]) -> float:
    """The usual length of the runs of ink in rows of pixels: the mean of the middle half of them."""
    steps = np.diff(np.pad(dark, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    runs = np.sort(np.nonzero(steps == -1)[1] - np.nonzero(steps == 1)[1])
    quarter = len(runs) // 4
    return float(runs[quarter : len(runs) - quarter].mean()) if len(runs) else 0.0
