"""What lies near a place: boxes of a page in a grid, so that looking around costs the same on any sheet."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..contract import Box
from .budget import OutOfTimeError, check

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
Counts = NDArray[np.int64]

_LEVELS = 16  # sizes of cells, each twice the one before
_FAR = 1e7  # points: what lies further out, or nowhere, is taken to lie there
_FEW = 50_000  # boxes up to which one look at all of them is the faster search
_MANY = 20 * _FEW  # looks at once at most: bounds the memory
_MOST_FOUND = 20_000_000  # pairs: a third of a gigabyte
_BUILDING = 256  # looks at each box: as dear as building the grid is
_KNOTS = 257  # places where a scale changes
_AT_ONCE = 512  # boxes that are looked around at a time: bounds the memory


class BoxIndex:
    """Boxes (n, 4) as x0, y0, x1, y1, found by what they touch.

    Each box lies in a grid whose cells are at least as wide and as high as it is; a box that is long and thin, as a
    line of a frame is, lies in one with long and thin cells. So every box begins in one cell and ends in the same one
    or the next, and a search sees few boxes in vain. Building takes n log n steps, a search log n for each cell. Until
    looking at all boxes has cost as much as building the grid would, all are looked at: most indices are asked little.
    """

    def __init__(self, boxes: Floats) -> None:
        self._boxes = _tame(boxes)
        self._looks = 0

    @cached_property
    def _grid(self) -> _Grid:
        return _Grid(self._boxes)

    @cached_property
    def _columns(self) -> Floats:
        """The same as four rows, each in one piece of memory: looking at all boxes then costs a third."""
        return np.ascontiguousarray(self._boxes.T)

    def __len__(self) -> int:
        return len(self._boxes)

    def near(self, box: Box) -> Numbers:
        """The numbers of the boxes that touch this one, in their order.

        Every stage that looks around goes through here: raises OutOfTimeError when its time is spent.
        """
        check()
        if len(self) > _FEW:
            return self.pairs(np.array([box]))[1]
        x0, y0, x1, y1 = box
        low_x, low_y, high_x, high_y = self._columns
        return np.flatnonzero((low_x <= x1) & (high_x >= x0) & (low_y <= y1) & (high_y >= y0))

    def pairs(self, boxes: Floats, most: int | None = None) -> tuple[Numbers, Numbers]:
        """Which of `boxes` (m, 4) touches which of the index's: two columns of numbers, in the order of both.

        What touches more than `most` touches none: in a crowd there is a pattern, and its pairs are the square of it.
        Raises OutOfTimeError when the time of the stage is spent, or more is found than memory should hold.
        """
        check()
        asking = _tame(boxes)
        looks = len(asking) * len(self)
        self._looks += looks
        if looks <= _FEW or (looks <= _MANY and self._looks <= _BUILDING * len(self)):
            return _uncrowded(*self._among_all(asking), most)
        found, count = [], 0
        for some in self._found(asking):
            found.append(_uncrowded(*some, most))
            count += len(found[-1][0])
            if count > _MOST_FOUND:
                raise OutOfTimeError
        asked, met = (np.concatenate(part) for part in zip(*found, strict=True))
        return asked, met

    def _among_all(self, boxes: Floats) -> tuple[Numbers, Numbers]:
        x0, y0, x1, y1 = boxes.T[:, :, None]
        low_x, low_y, high_x, high_y = self._columns
        asked, met = np.nonzero((low_x <= x1) & (high_x >= x0) & (low_y <= y1) & (high_y >= y0))
        return asked, met

    def _found(self, boxes: Floats) -> Iterator[tuple[Numbers, Numbers]]:
        for begin in range(0, len(boxes), _AT_ONCE):
            check()
            some = boxes[begin : begin + _AT_ONCE]
            asked, met = self._grid.candidates(some)
            x0, y0, x1, y1 = some.T.take(asked, axis=1)
            low_x, low_y, high_x, high_y = self._columns.take(met, axis=1)
            touch = (low_x <= x1) & (high_x >= x0) & (low_y <= y1) & (high_y >= y0)
            pairs = np.sort(asked[touch] * len(self) + met[touch])
            yield pairs // len(self) + begin, pairs % len(self)


def _uncrowded(asked: Numbers, met: Numbers, most: int | None) -> tuple[Numbers, Numbers]:
    """The pairs of what touches no more than `most`; all where that is None."""
    if most is None or not len(asked):
        return asked, met
    few = np.bincount(asked)[asked] <= most
    return asked[few], met[few]


class _Grid:
    """Where each box begins: cells in groups by their width and height, row by row, as one sorted list of numbers.

    Where a sheet is crowded, as on a small label full of letters, its cells are narrower: see `_Scale`.
    """

    def __init__(self, boxes: Floats) -> None:
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        self._scales = [_Scale(middles[:, axis]) for axis in (0, 1)]
        low, high = self._placed(boxes[:, :2]), self._placed(boxes[:, 2:])
        cell = max(1 / np.sqrt(len(boxes)), 1 / (1 << _LEVELS))
        level = np.ceil(np.log2(np.maximum(high - low, cell) / cell)).astype(np.int64)
        codes, group = np.unique(level[:, 0] * 64 + level[:, 1], return_inverse=True)
        self._sizes = cell * np.exp2(np.column_stack([codes // 64, codes % 64]))  # (g, 2): width and height of cells
        self._counts = np.floor(1 / self._sizes).astype(np.int64) + 1  # (g, 2): columns and rows
        cells = self._counts.prod(axis=1)
        self._starts = np.cumsum(cells) - cells
        column, row = np.floor(low / self._sizes[group]).astype(np.int64).T
        keys = self._starts[group] + row * self._counts[group, 0] + column
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def _placed(self, points: Floats) -> Floats:
        """Points (n, 2) on the scales of the grid: 0 to 1 along each axis."""
        return np.column_stack([scale.placed(points[:, axis]) for axis, scale in enumerate(self._scales)])

    def candidates(self, boxes: Floats) -> tuple[Numbers, Numbers]:
        """Numbers of searched boxes and of those that begin in a cell from one before it to where it ends."""
        low = np.floor(self._placed(boxes[:, :2])[:, None] / self._sizes).astype(np.int64) - 1
        high = np.floor(self._placed(boxes[:, 2:])[:, None] / self._sizes).astype(np.int64)
        low, high = np.maximum(low, 0), np.minimum(high, self._counts - 1)  # (m, g, 2)
        seen = (high[..., 0] >= low[..., 0]) & (high[..., 1] >= low[..., 1])
        asked, group = np.nonzero(seen)
        low, high = low[seen], high[seen]
        which, row = _ranges(low[:, 1], high[:, 1] + 1)
        first = self._starts[group][which] + row * self._counts[group, 0][which]
        begin = np.searchsorted(self._keys, first + low[which, 0], side="left")
        end = np.searchsorted(self._keys, first + high[which, 0], side="right")
        which_range, place = _ranges(begin, end)
        return asked[which[which_range]], self._order[place]


class _Scale:
    """An axis of the sheet, half of it as long as the sheet has it and half as what lies on it is crowded."""

    def __init__(self, middles: Floats) -> None:
        self._knots = np.quantile(middles, np.linspace(0, 1, _KNOTS))
        span = max(float(self._knots[-1] - self._knots[0]), 1e-3)
        self._places = ((self._knots - self._knots[0]) / span + np.linspace(0, 1, _KNOTS)) / 2

    def placed(self, coordinates: Floats) -> Floats:
        """Coordinates on this scale, from 0 to 1; what lies further out, at its ends."""
        out: Floats = np.interp(coordinates, self._knots, self._places)
        return out


def _tame(boxes: Floats) -> Floats:
    """The boxes as numbers that can be reckoned with."""
    out: Floats = np.clip(boxes, -_FAR, _FAR)
    nowhere = np.isnan(out)
    if nowhere.any():
        out[nowhere] = _FAR
    return out.reshape(-1, 4)


def _ranges(start: Counts | Numbers, stop: Counts | Numbers) -> tuple[Numbers, Counts]:
    """All whole numbers of ranges: the number of each one's range, and itself."""
    lengths = np.maximum(stop - start, 0)
    which = np.repeat(np.arange(len(lengths)), lengths)
    within = np.arange(len(which)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return which, start[which] + within


def boxes_of_segments(segments: Floats) -> Floats:
    """The upright boxes (n, 4) around segments (n, 4)."""
    a, b = segments[:, :2], segments[:, 2:]
    return np.hstack([np.minimum(a, b), np.maximum(a, b)])


def index_of_segments(segments: Floats) -> BoxIndex:
    """The index of the boxes around segments (n, 4), built once for an array, which must not be changed afterwards."""
    key = id(segments)
    if key not in _KNOWN:
        _KNOWN[key] = BoxIndex(boxes_of_segments(segments))
        weakref.finalize(segments, _KNOWN.pop, key, None)
    return _KNOWN[key]


_KNOWN: dict[int, BoxIndex] = {}


def crossing(segments: Floats, a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Which segments (n, 4) cross the way from one place (x, y) to another."""
    p, q = segments[:, :2], segments[:, 2:]
    out: NDArray[np.bool_] = (_side(a, b, p) * _side(a, b, q) < 0) & (_side(p, q, a) * _side(p, q, b) < 0)
    return out


def _side(a: Floats, b: Floats, c: Floats) -> Floats:
    """On which side of the line from a to b a place lies, by the sign."""
    out: Floats = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    return out


def off_segments(points: Floats, segments: Floats) -> Floats:
    """How far each point (n, 2) lies off its segment (n, 4)."""
    start, way = segments[:, :2], segments[:, 2:] - segments[:, :2]
    along = ((points - start) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-9)
    out: Floats = np.hypot(*(points - start - way * np.clip(along, 0, 1)[:, None]).T)
    return out


def segments_near(segments: Floats, box: Box) -> Floats:
    """The segments (n, 4) whose upright boxes touch a box, in their order."""
    out: Floats = segments[index_of_segments(segments).near(box)]
    return out


def boxes_of(boxes: Iterable[Box]) -> Floats:
    """Boxes as an array (n, 4)."""
    return np.array(list(boxes), float).reshape(-1, 4)


def index_of(boxes: Sequence[Box]) -> BoxIndex:
    """An index of boxes."""
    return BoxIndex(boxes_of(boxes))


def in_any(points: Sequence[tuple[float, float]] | Floats, boxes: Iterable[Box]) -> NDArray[np.bool_]:
    """For each point (n) whether it lies in one of the boxes, their edges included."""
    out = np.zeros(len(points), bool)
    areas = boxes_of(boxes)
    if len(points) and len(areas):
        places = np.array(points, float)
        out[BoxIndex(areas).pairs(np.hstack([places, places]))[0]] = True
    return out
