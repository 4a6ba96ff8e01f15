"""Pairs of terminators that face each other along one line: what a dimension line spans, drawn through or not.

With arrow heads from outside nothing but the number stands between them, and with unidirectional text the line breaks
off where the number is (ISO 129-1, 5.4 and 5.5): the pair tells where the line would be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from ..sheet import Floats, Word
from .terminator import Terminator

_OPPOSED = -0.985  # cosine between the directions of two heads of one line
_OFF = 0.12  # text heights by which one may be off the other's line
_LEAST = 0.3  # text heights between the two tips
_OWN = 1.6  # letter heights from the middle of a number to its own dimension line
_BIN = 3.0  # degrees: lines are compared within bins of this width
_MOST = 400  # heads of one direction in one bin: beyond them it is a pattern


def spans_of(terminators: Sequence[Terminator], height: float) -> Floats:
    """From tip to tip of each pair, (n, 4) x0, y0, x1, y1: for each head the nearest partner on either side."""
    bins: dict[int, list[Terminator]] = defaultdict(list)
    for t in terminators:
        if t.direction != (0.0, 0.0):
            bins[round(_angle(t) / _BIN) % round(180 / _BIN)].append(t)
    found: set[tuple[float, float, float, float]] = set()
    for number, own in bins.items():
        others = [*own, *bins.get((number + 1) % round(180 / _BIN), ())]
        if len(others) <= _MOST:
            found.update(_pairs(own, others, height))
    return np.array(sorted(found), float).reshape(-1, 4)


def _angle(t: Terminator) -> float:
    return float(np.degrees(np.arctan2(t.direction[1], t.direction[0])) % 180)


def _pairs(
    own: Sequence[Terminator], others: Sequence[Terminator], height: float
) -> Iterator[tuple[float, float, float, float]]:
    tips = np.array([(t.x, t.y) for t in others])
    ways = np.array([t.direction for t in others])
    for t in own:
        way = np.array(t.direction)
        to = tips - (t.x, t.y)
        along, off = to @ way, np.abs(to[:, 0] * way[1] - to[:, 1] * way[0])
        fits = (ways @ way < _OPPOSED) & (off < _OFF * height) & (np.abs(along) > _LEAST * height)
        for side in (fits & (along > 0), fits & (along < 0)):
            near = np.flatnonzero(side)
            if len(near):
                x, y = tips[near[np.argmin(np.abs(along[near]))]]
                (a, b), (c, d) = sorted([(t.x, t.y), (float(x), float(y))])
                yield a, b, c, d


def own_lengths(words: Sequence[Word], spans: Floats) -> list[float]:
    """How long the span is whose number each text may be, in points: the nearest between whose ends it stands.

    0 where there is none: what stands beyond the heads of a short line may belong to another one.
    """
    return [_own_length(word, spans) for word in words]


def _own_length(word: Word, spans: Floats) -> float:
    way = spans[:, 2:] - spans[:, :2]
    sizes = np.hypot(*way.T)
    to = np.array(word.middle) - spans[:, :2]
    along = (to * way).sum(axis=1) / sizes
    off = np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]) / sizes
    near = np.flatnonzero((along > 0) & (along < sizes) & (off <= _OWN * word.height))
    return float(sizes[near[np.argmin(off[near])]]) if len(near) else 0.0


def distance_to_span(word: Word, spans: Floats) -> tuple[float, float, float]:
    """How far a text is off the nearest span, in its letter heights: across it, beyond its ends, and their angle.

    The angle is that between the text and the span in degrees, 0 to 90. (9, 9, 0) where there is no span near.
    """
    if not len(spans):
        return 9.0, 9.0, 0.0
    mx, my = word.middle
    a, way = spans[:, :2], spans[:, 2:] - spans[:, :2]
    size = np.hypot(*way.T)
    way = way / size[:, None]
    to = np.array([mx, my]) - a
    at = (to * way).sum(axis=1)
    off = np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0])
    direction, up = np.array(word.direction), np.array(word.up)
    cos, sin = np.abs(way @ direction), np.abs(way @ up)
    half_off = (word.length * sin + word.height * cos) / 2
    half_along = (word.length * cos + word.height * sin) / 2
    across = np.clip(off - half_off, 0, None) / word.height
    beyond = np.clip(np.maximum(-at, at - size) - half_along, 0, None) / word.height
    best = int(np.argmin(across + 0.3 * beyond))
    return (
        float(min(across[best], 9.0)),
        float(min(beyond[best], 9.0)),
        float(np.degrees(np.arccos(min(cos[best], 1.0)))),
    )
