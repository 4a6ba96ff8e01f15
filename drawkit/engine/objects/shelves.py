"""Shelves: the level strokes in which leaders end beside their text (ISO 128-22, clause 5; ASME Y14.5, 4.3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats
from .strokes import Numbers, Strokes
from .terminator import Terminator

_MEET: Final = 0.12  # text heights: ends that are this near meet
_BENT: Final = 0.985  # cosine between a leader and its shelf, at most
_ALONG: Final = 0.995  # cosine between a head and the line that carries it
_LONG: Final = 0.6  # text heights: the shortest shelf, and the shortest line that leads to one


def shelves_of(heads: Sequence[Terminator], strokes: Strokes, height: float) -> Floats:
    """The strokes (n, 4) that go on in another direction where the line of a head ends; `height` is that of letters."""
    found: Numbers = np.unique(_shelves(heads, strokes, height)[1])
    shelves: Floats = strokes.lines[found]
    return shelves


def lead_to_shelves(heads: Sequence[Terminator], strokes: Strokes, height: float) -> NDArray[np.bool_]:
    """Whether the line of each head goes on so."""
    led: NDArray[np.bool_] = np.bincount(_shelves(heads, strokes, height)[0], minlength=len(heads)) > 0
    return led


def _shelves(heads: Sequence[Terminator], strokes: Strokes, height: float) -> tuple[Numbers, Numbers]:
    """The heads whose lines go on in shelves, by number, and these strokes."""
    points = np.array([place for t in heads for place in (t.base, (t.x, t.y))]).reshape(-1, 2)
    ways = np.array([t.direction for t in heads for _ in range(2)]).reshape(-1, 2)
    carried, line, end = _along(points, ways, strokes, height)
    long = strokes.lengths[line] >= _LONG * height
    carried, line, far = carried[long] // 2, line[long], 1 - end[long]
    asked, met, its_end = strokes.ending_near(strokes.end(line, far), _MEET * height)
    bend = np.abs((strokes.ways(line[asked], far[asked]) * strokes.ways(met, its_end)).sum(axis=1))
    fits = (met != line[asked]) & (bend < _BENT) & (strokes.lengths[met] >= _LONG * height)
    return carried[asked[fits]], met[fits]


def _along(points: Floats, ways: Floats, strokes: Strokes, height: float) -> tuple[Numbers, Numbers, Numbers]:
    """The strokes that run to points (n, 2) in their directions: the point's number, the stroke's, its end there."""
    asked, met, end = strokes.ending_near(points, _MEET * height)
    along = (strokes.ways(met, end) * ways[asked]).sum(axis=1) > _ALONG
    return asked[along], met[along], end[along]
