"""Dimension lines without terminators: both their ends lie on extension lines, which go on a little beyond them.

Some offices draw so, and programs that write no heads. Geometry ends at geometry too, but not a little before its end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, boxes_of
from ..sheet import Floats, Word
from .spans import spans_of
from .strokes import MOST, Strokes
from .terminator import Terminator

_BEYOND: Final = (0.08, 1.3)  # text heights: how far an extension line goes on, and how far a dimension line may
_MEET: Final = 0.08  # text heights: how far a dimension line may end before its extension line
_SHORTEST: Final = 0.8  # text heights: of both lines, the extension line measured from the dimension line
_SQUARE: Final = 0.05  # cosine between them at most
_LOPSIDED: Final = 1.5  # times as far as beyond the dimension line an extension line goes the other way
_ALONG: Final = 0.98  # cosine between a line and what lies between its ends
_ALIKE: Final = 0.15  # text heights: by how much they go on farther at one end than at the other
_NEAR: Final = 0.5  # text heights from such an end to a terminator that it has after all
_MIDDLE, _BESIDE = 0.35, 0.9  # of such a line, from either end, and text heights: where its number stands
_LEAST: Final = 0.3  # text heights: how large such an end is taken to be


def bare_ends_of(
    strokes: Strokes, known: Sequence[Terminator], numbers: Sequence[Word], height: float
) -> list[Terminator]:
    """The ends of such lines, as terminators that point away from them; `height` is that of letters in points.

    Lines that one of the `known` terminators ends are none, nor are those in whose middle no number stands; where most
    have none, all are geometry.
    """
    found = _ends(Strokes(strokes.lines[strokes.lengths >= _SHORTEST * height]), height)
    tips, reach = BoxIndex(np.array([(t.x, t.y, t.x, t.y) for t in known]).reshape(-1, 4)), _NEAR * height
    held = np.unique(tips.pairs(np.hstack([found.places - reach, found.places + reach]))[0])
    pairs = [pair for pair in _facing_away(found, height) if not np.isin(pair, held).any()]
    told = _numbered(found.places[pairs].reshape(-1, 2, 2), numbers, height)
    if 2 * told.sum() <= len(pairs):
        return []
    chosen = np.array(pairs)[told]
    places, ways = found.places[chosen].reshape(-1, 2).tolist(), found.ways[chosen].reshape(-1, 2).tolist()
    size = _LEAST * height
    return [Terminator(x, y, (dx, dy), size, "tick") for (x, y), (dx, dy) in zip(places, ways, strict=True)]


def _numbered(pairs: Floats, numbers: Sequence[Word], height: float) -> NDArray[np.bool_]:
    """Which pairs of ends (n, 2, 2) have a number beside the middle of what lies between them, or on it."""
    texts = BoxIndex(boxes_of(word.box for word in numbers))
    begin, end = pairs[:, 0], pairs[:, 1]
    one, other = begin + _MIDDLE * (end - begin), end - _MIDDLE * (end - begin)
    reach = _BESIDE * height
    asked, _ = texts.pairs(np.hstack([np.minimum(one, other) - reach, np.maximum(one, other) + reach]))
    found: NDArray[np.bool_] = np.isin(np.arange(len(pairs)), asked)
    return found


@dataclass(frozen=True, eq=False)
class _Ends:
    """Places (n, 2) where lines end on others, ways of the lines there, how far both go on, and the side."""

    places: Floats
    ways: Floats
    beyond: Floats
    sides: Floats


def _ends(strokes: Strokes, height: float) -> _Ends:
    count, reach = len(strokes.lines), _BEYOND[1] * height
    numbers, which = np.tile(np.arange(count), 2), np.repeat([0, 1], count)
    ends, ways = strokes.end(numbers, which), strokes.ways(numbers, which)
    line, other = strokes.bodies.pairs(np.hstack([ends - reach, ends + reach]), MOST)
    way, across = ways[line], strokes.ways(other, np.ones(len(other), np.intp))
    square = np.abs((way * across).sum(axis=1)) <= _SQUARE
    line, other, way, across = line[square], other[square], way[square], across[square]
    begins = strokes.lines[other, :2]
    at = ((ends[line] - begins) * across).sum(axis=1)
    places, rest = begins + across * at[:, None], strokes.lengths[other] - at
    own, shorter, longer = ((ends[line] - places) * way).sum(axis=1), np.minimum(at, rest), np.maximum(at, rest)
    fits = (own >= -_MEET * height) & (own <= reach) & (longer >= _SHORTEST * height) & (longer > _LOPSIDED * shorter)
    fits &= (shorter >= _BEYOND[0] * height) & (shorter <= reach)
    sides = np.where((at > rest)[:, None], across, -across)
    return _Ends(places[fits], way[fits], np.column_stack([own, shorter])[fits], sides[fits])


def _facing_away(ends: _Ends, height: float) -> list[tuple[int, int]]:
    """Both ends of each dimension line, whole or broken where its number stands: next to each other along one line."""
    numbers: dict[tuple[float, float], list[int]] = defaultdict(list)
    for number, (x, y) in enumerate(ends.places.tolist()):
        numbers[x, y].append(number)
    tips = zip(ends.places.tolist(), ends.ways.tolist(), strict=True)
    spans = spans_of([Terminator(x, y, (dx, dy), _LEAST * height, "tick") for (x, y), (dx, dy) in tips], height)
    pairs = ((a, b) for x0, y0, x1, y1 in spans.tolist() for a in numbers[x0, y0] for b in numbers[x1, y1])
    return [(a, b) for a, b in pairs if _are_alike(ends, a, b, height)]


def _are_alike(ends: _Ends, one: int, other: int, height: float) -> bool:
    """Whether two ends point away from each other, and both lines go on as far beyond them, to the same side."""
    between = ends.places[other] - ends.places[one]
    length = float(np.hypot(*between))
    away = ends.ways[other] @ between > _ALONG * length and ends.ways[one] @ between < -_ALONG * length
    far = np.abs(ends.beyond[one] - ends.beyond[other]).max() <= _ALIKE * height
    return bool(away and far and length >= _SHORTEST * height and ends.sides[one] @ ends.sides[other] > 1 - _SQUARE)
