"""Windows of a sheet: a huge one is drawn piece by piece, so that its letters are as high as those of any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ..index import boxes_of
from ..sheet import Floats
from .shapes import Shape

_WIDEST: Final = 12_000
"""Pixels that a window is wide or high at most, the paper around it left out."""

_MIDDLE: Final = 0.2
"""Of a sheet's extent: how far from its middle it may be cut in two."""

_PLACES: Final = 64
"""Places there at which it may be cut."""


def windows_of(shapes: Sequence[Shape], scale: float, apart: float) -> Iterator[list[Shape]]:
    """The shapes in groups whose pictures at `scale` pixels a point are no larger than a window.

    A sheet is cut where the fewest shapes with `apart` points of paper around them lie, rather in its middle.
    """
    boxes = boxes_of(shape.box for shape in shapes)
    low, high = boxes[:, :2], boxes[:, 2:]
    extent = high.max(axis=0) - low.min(axis=0)
    axis = int(extent.argmax())
    if extent[axis] * scale <= _WIDEST:
        yield list(shapes)
        return
    first = (low[:, axis] + high[:, axis]) / 2 < _cut(low[:, axis] - apart, high[:, axis] + apart)
    for side in (first, ~first):
        yield from windows_of([shapes[i] for i in np.flatnonzero(side).tolist()], scale, apart)


def _cut(low: Floats, high: Floats) -> float:
    """Where the fewest of the spans from `low` to `high` (n) lie; of several such places that nearest to the middle."""
    start, end = float(low.min()), float(high.max())
    off = np.linspace(-_MIDDLE, _MIDDLE, _PLACES)
    places = (start + end) / 2 + off * (end - start)
    over = np.searchsorted(np.sort(low), places) - np.searchsorted(np.sort(high), places)
    return float(places[np.lexsort((np.abs(off), over))[0]])
