"""What is drawn over and over: a stroke again in its place, and strokes too dense for anyone to tell them apart.

Shading is drawn so, as a hatch of ten thousand strokes. It shows no line and no letter, and to look at all that lie
beside each of its strokes would cost the square of their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from ..objects.strokes import MOST
from ..sheet import Floats, Path

_SAME = 2  # decimals of a point to which strokes in one place are the same
_CELL = 1.0  # points: a place in which no more than `MOST` strokes are told apart


def told_apart(paths: Sequence[Path]) -> Sequence[Path]:
    """The paths, each stroke once, without those strokes that have too many others in the same place."""
    strokes = np.array([path.stroked and not path.filled for path in paths], np.bool_)
    if not strokes.any():
        return paths
    shown = np.ones(len(paths), np.bool_)
    some = list(compress(paths, strokes))
    shown[strokes] = _shown([path.points for path in some], [path.width for path in some])
    return paths if shown.all() else list(compress(paths, shown))


def _shown(outlines: Sequence[Floats], widths: Sequence[float]) -> NDArray[np.bool_]:
    """Which of the outlines, each (n, 2), are the first of their width in their place and no part of a tangle."""
    counts = np.array([len(points) for points in outlines])
    points, starts = np.vstack(outlines), np.cumsum(counts) - counts
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    order = (np.arange(len(points)) - np.repeat(starts, counts))[:, None]
    sums, in_order = np.add.reduceat(points, starts), np.add.reduceat(points * order, starts)
    told = np.column_stack([low, high, points[starts], sums, in_order, counts, widths])
    first = np.zeros(len(outlines), np.bool_)
    first[np.unique(np.nan_to_num(np.round(told, _SAME)), axis=0, return_index=True)[1]] = True
    cells = np.nan_to_num(np.floor((low[first] + high[first]) / 2 / _CELL))
    _, home, here = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    first[first] = here[home.reshape(-1)] <= MOST
    return first
