"""The straight strokes of a page: how long they are, which pass near a place, and which end there."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, index_of_segments
from ..sheet import Floats

Numbers = NDArray[np.intp]

MOST = 48
"""Strokes in one place: more are a pattern."""

_PLACE = 0.5  # points: ends this near are in one place
_AT_ONCE = 8192  # points that are looked around at a time: bounds the memory
_FAR = 1_000_000  # places from the sheet's corner: what lies further off is taken to lie there


class Strokes:
    """Segments (n, 4) x0, y0, x1, y1 in points; what is looked for is found through the page's index."""

    def __init__(self, segments: Floats) -> None:
        self.lines: Floats = segments
        self.lengths: Floats = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])

    @property
    def bodies(self) -> BoxIndex:
        """Finds the strokes that touch a box."""
        return index_of_segments(self.lines)

    @cached_property
    def _ends(self) -> tuple[Numbers, BoxIndex]:
        """The ends (two for each stroke, in turn) that are looked for, and where they lie.

        Where very many strokes end in one place there is a pattern or a fan: to look at all of their pairs would cost
        the square of their number and tell nothing.
        """
        points = self.lines.reshape(-1, 2)
        cells = np.floor(np.nan_to_num(points) / _PLACE).clip(-_FAR, _FAR).astype(np.int64)
        _, place, counts = np.unique(cells[:, 0] * 2 * _FAR + cells[:, 1], return_inverse=True, return_counts=True)
        kept = np.flatnonzero(counts[place] <= MOST)
        return kept, BoxIndex(np.hstack([points[kept], points[kept]]))

    def ending_near(self, points: Floats, reach: float) -> tuple[Numbers, Numbers, Numbers]:
        """For points (m, 2) the strokes that end within `reach`: the point's number, the stroke's, its end (0 or 1)."""
        found = [self._ending_near(points[i : i + _AT_ONCE], reach, i) for i in range(0, len(points), _AT_ONCE)]
        if not found:
            return np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, np.intp)
        asked, met = (np.concatenate(part) for part in zip(*found, strict=True))
        return asked, met // 2, met % 2

    def _ending_near(self, points: Floats, reach: float, first: int) -> tuple[Numbers, Numbers]:
        """The same of a part of the points, the first of which has this number: the point's number, and the end's."""
        kept, index = self._ends
        asked, met = index.pairs(np.hstack([points - reach, points + reach]))
        met = kept[met]
        off = np.hypot(*(self.lines.reshape(-1, 2)[met] - points[asked]).T)
        return asked[off <= reach] + first, met[off <= reach]

    def ways(self, numbers: Numbers, ends: Numbers) -> Floats:
        """Unit vectors (n, 2) along strokes towards these ends of theirs; (0, 0) for a stroke without length."""
        lines = self.lines[numbers]
        way = (lines[:, 2:] - lines[:, :2]) / np.maximum(self.lengths[numbers], 1e-9)[:, None]
        out: Floats = np.where(ends[:, None] == 1, way, -way)
        return out

    def end(self, numbers: Numbers, ends: Numbers) -> Floats:
        """The points (n, 2) of these ends."""
        out: Floats = self.lines.reshape(-1, 2)[2 * numbers + ends]
        return out
