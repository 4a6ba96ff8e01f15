"""Fractions whose numerator stands above their denominator, a bar between: one box each, with its whole number.

The finder sees the numbers above and below a bar as texts of their own, and often none of them. The bar tells: letters
alike in height stand in its middle above and below it, and it is hardly longer than they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex
from ..picture.letters import Components
from .boxes import TextBox
from .tight_boxes import counted

_FLAT: Final = 0.3  # breadth over length of a bar at most
_LEAST: Final = 5  # pixels of the lowest figure that can be read
_LONGER, _SHORTER = 2.2, 0.75
"""Of the height and of the length of the numbers about it: how long a bar is beside them at most, and at least."""

_GAP: Final = 0.8  # of the height of figures: the paper between them and the bar at most
_ALIKE: Final = 1.35  # times as high as the others' the figures on the other side of the bar may be
_CENTRED: Final = 0.35  # of their height: how far the middle of either number is off the bar's
_MOST: Final = 2  # figures above or below a bar
_BEFORE, _WHOLE = 1.0, 4  # of the height: paper between the figures of the whole number and before the bar; how many
_HIGH: Final = (0.9, 2.4)  # of the height of a fraction's figures: how high those of the whole number are
_BEHIND: Final = 0.9  # of the same: paper before the marks of inches
_CROWD: Final = 60  # parts about a bar: among more it is a dash of a pattern
_PAPER: Final = 0.2  # of the same: what is left around all of it


def fraction_boxes(letters: Components) -> list[TextBox]:
    """Boxes around the fractions among a picture's letters, level and standing ones, `guessed`, with a bar.

    Whether a fraction stands there readers say.
    """
    level = letters.boxes.astype(np.float64)
    x, y, wide, high = level.T
    standing = np.column_stack([-y - high, x, high, wide])
    found = [
        *(_box(*sides, 0.0) for sides in _sides(level)),
        *(_box(top, -end, bottom, -start, 90.0) for start, top, end, bottom in _sides(standing)),
    ]
    return list(dict.fromkeys(found))


def _box(x0: float, top: float, x1: float, bottom: float, angle: float) -> TextBox:
    along, across = (x1 - x0, bottom - top) if angle == 0 else (bottom - top, x1 - x0)
    return TextBox((x0 + x1) / 2, (top + bottom) / 2, along, across, angle, guessed=True, rows=2, bar=True)


def _sides(parts: NDArray[np.float64]) -> list[tuple[float, float, float, float]]:
    """Start, top, end and bottom of each fraction that reads level among parts x, y, width, height (n, 4)."""
    bars = np.flatnonzero((parts[:, 3] <= _FLAT * parts[:, 2]) & (parts[:, 2] >= _LEAST))
    ends = np.column_stack([parts[:, :2], parts[:, :2] + parts[:, 2:]])
    reach = 2 * parts[bars, 2:3]
    asked, met = BoxIndex(ends).pairs(ends[bars] + reach * (-1, -1, 1, 1), _CROWD)
    starts = np.searchsorted(asked, np.arange(len(bars) + 1)).tolist()
    found = (_about(ends[met[a:b]], ends[bar]) for bar, (a, b) in zip(bars.tolist(), pairwise(starts), strict=True))
    return [sides for sides in found if sides is not None]


def _about(near: NDArray[np.float64], bar: NDArray[np.float64]) -> tuple[float, float, float, float] | None:
    """The sides of the fraction with this bar; None where the parts near it make none."""
    start, top, end, bottom = bar
    middle = (near[:, 0] + near[:, 2]) / 2
    high = near[:, 3] - near[:, 1]
    over = (middle > start) & (middle < end) & (high >= _LEAST)
    upper = _number(near[over & (near[:, 3] <= top + 1)], top)
    lower = _number(near[over & (near[:, 1] >= bottom - 1)], bottom)
    if upper is None or lower is None:
        return None
    heights = sorted((upper[3] - upper[1], lower[3] - lower[1]))
    height = heights[1]
    longer = max(upper[2] - upper[0], lower[2] - lower[0])
    centred = all(abs(part[0] + part[2] - start - end) <= 2 * _CENTRED * height for part in (upper, lower))
    fits = _SHORTER * longer <= end - start <= longer + _LONGER * height
    if not centred or not fits or height > _ALIKE * heights[0]:
        return None
    first, last = _reach(near, (start, upper[1], end, lower[3]), height)
    paper = _PAPER * height
    return first - paper, upper[1] - paper, last + paper, lower[3] + paper


def _number(row: NDArray[np.float64], edge: float) -> tuple[float, float, float, float] | None:
    """Around the one or two figures next to a bar's edge; None where none stand there, or more."""
    if not len(row):
        return None
    gaps = np.minimum(np.abs(row[:, 1] - edge), np.abs(row[:, 3] - edge))
    heights = row[:, 3] - row[:, 1]
    own = row[gaps <= gaps.min() + heights / 4]
    height = float((own[:, 3] - own[:, 1]).max())
    alike = bool(((own[:, 3] - own[:, 1]) * _ALIKE >= height).all())
    count = counted(own[:, 0], own[:, 2] - own[:, 0])
    if gaps.min() > _GAP * height or count > _MOST or not alike:
        return None
    return float(own[:, 0].min()), float(own[:, 1].min()), float(own[:, 2].max()), float(own[:, 3].max())


def _reach(near: NDArray[np.float64], sides: Sequence[float], height: float) -> tuple[float, float]:
    """Where the whole number before a fraction begins, and the marks of inches behind it end."""
    start, top, end, bottom = sides
    high, across = near[:, 3] - near[:, 1], (near[:, 1] + near[:, 3]) / 2
    figures = (high >= _HIGH[0] * height) & (high <= _HIGH[1] * height) & (np.abs(across - (top + bottom) / 2) < height)
    first = start
    for _ in range(_WHOLE):
        gap = first - near[:, 2]
        next_one = figures & (near[:, 0] < first) & (gap >= -height / 4) & (gap <= _BEFORE * height)
        if not next_one.any():
            break
        first = float(near[next_one, 0].min())
    marks = (near[:, 0] >= end - height / 4) & (near[:, 0] <= end + _BEHIND * height) & (across < (top + bottom) / 2)
    marks &= (high <= height) & (near[:, 1] >= top - height / 2)
    return first, float(max(end, near[marks, 2].max(initial=end)))
