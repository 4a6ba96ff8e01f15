"""Dimension lines without terminators: both their ends lie on extension lines, which go on a little beyond them.

Some offices draw so, and programs that write no heads. Geometry ends at geometry too, but not a little before its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex
from ..sheet import Floats
from .strokes import MOST, Numbers, Strokes
from .terminator import Terminator

_BEYOND: Final = (0.08, 1.3)  # text heights: how far an extension line goes on, and how far a dimension line may
_MEET: Final = 0.08  # text heights: how far a dimension line may end before its extension line
_SHORTEST: Final = 0.8  # text heights: of both lines, the extension line measured from the dimension line
_SQUARE: Final = 0.05  # cosine between them at most
_ALIKE: Final = 0.15  # text heights: by how much they go on farther at one end than at the other
_NEAR: Final = 0.5  # text heights from such an end to a terminator that it has after all
_LEAST: Final = 0.3  # text heights: how large such an end is taken to be


def bare_ends_of(strokes: Strokes, known: Sequence[Terminator], height: float) -> list[Terminator]:
    """The ends of such lines, as terminators that point away from them; `height` is that of letters in points.

    Lines that one of the `known` terminators ends are none.
    """
    long = Strokes(strokes.lines[strokes.lengths >= _SHORTEST * height])
    one, other = _met(long, 0, height), _met(long, 1, height)
    tips, reach = BoxIndex(np.array([(t.x, t.y, t.x, t.y) for t in known]).reshape(-1, 4)), _NEAR * height
    pairs = list(_pairs(one, other, height))
    return [end for pair in pairs if not any(_is_known(end, tips, reach) for end in pair) for end in pair]


def _is_known(end: Terminator, tips: BoxIndex, reach: float) -> bool:
    return bool(len(tips.near((end.x - reach, end.y - reach, end.x + reach, end.y + reach))))


class _Met:
    """Where lines end on others: the line's number, the place (x, y), how far both go on, and to which side."""

    def __init__(self, lines: Numbers, places: Floats, beyond: Floats, outward: Floats) -> None:
        self.lines, self.places, self.beyond, self.outward = lines, places, beyond, outward

    def of(self, line: int) -> NDArray[np.intp]:
        return np.arange(*np.searchsorted(self.lines, [line, line + 1]).tolist())


def _met(strokes: Strokes, end: int, height: float) -> _Met:
    numbers = np.arange(len(strokes.lines))
    ends, ways = strokes.end(numbers, np.full(len(numbers), end)), strokes.ways(numbers, np.full(len(numbers), end))
    reach = _BEYOND[1] * height
    line, other = strokes.bodies.pairs(np.hstack([ends - reach, ends + reach]), MOST)
    way, across = ways[line], strokes.ways(other, np.ones(len(other), np.intp))
    square = np.abs((way * across).sum(axis=1)) <= _SQUARE
    line, other, way, across = line[square], other[square], way[square], across[square]
    to = ends[line] - strokes.lines[other, :2]
    at = (to * across).sum(axis=1)  # along the extension line, from its begin
    place = strokes.lines[other, :2] + across * at[:, None]
    own = ((ends[line] - place) * way).sum(axis=1)
    rest = strokes.lengths[other] - at
    shorter, longer = np.minimum(at, rest), np.maximum(at, rest)
    fits = (own >= -_MEET * height) & (own <= reach) & (longer >= _SHORTEST * height) & (longer > 1.5 * shorter)
    fits &= (shorter >= _BEYOND[0] * height) & (shorter <= reach)
    side = np.where((at > rest)[:, None], across, -across)
    return _Met(line[fits], place[fits], np.column_stack([own, shorter])[fits], side[fits])


def _pairs(one: _Met, other: _Met, height: float) -> Iterator[tuple[Terminator, Terminator]]:
    """Both ends of each line that go on alike."""
    for line in np.intersect1d(one.lines, other.lines).tolist():
        first, last = one.of(line), other.of(line)
        alike = np.abs(one.beyond[first][:, None] - other.beyond[last]).max(axis=2) <= _ALIKE * height
        alike &= one.outward[first] @ other.outward[last].T > 1 - _SQUARE
        found = np.argwhere(alike)
        if len(found):
            a, b = one.places[first[found[0, 0]]], other.places[last[found[0, 1]]]
            way = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
            yield _end(a, -way, height), _end(b, way, height)


def _end(place: Floats, way: Floats, height: float) -> Terminator:
    (x, y), (dx, dy) = place.tolist(), way.tolist()
    return Terminator(x, y, (dx, dy), _LEAST * height, "tick")
