"""Lines drawn with their heads in one outline, as programs do that turn strokes to areas; leaders with their bends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from .filled_lines import area_of_outline
from .kept import kept

if TYPE_CHECKING:
    from .filled_lines import Floats
    from .sheet import Path

_FEWEST: Final = 7  # corners of a line with its head: its tip, two beside that, and four of the line
_SHORTEST: Final = 6.0  # points of such a line with its head
_SPARSE: Final = 0.5  # of the box around it: what such an outline covers at most
_ROUNDING: Final = 0.05  # points: what is as far off the sides of an outline is no corner
_LONGEST: Final = 6  # sides of an outline that may be those of its line: four of two heads may be longer
_SLENDER: Final = 3.0  # times as long as wide is the line without the head
_PARALLEL: Final = 0.998  # cosine between the two sides of a line
_SHARED: Final = 0.6  # of the longer one of its sides: how long the other is at least, where its head is not
_HOLLOW: Final = 0.8  # points: half the width of a line of which the outline alone is drawn; a wider one is a part's
_AS_WIDE: Final = 0.5  # of the width of a line: by how much it differs beyond a bend, which some programs cut askew
_WIDER: Final = 2.0  # times as wide as its line a head is at least
_EVEN: Final = 0.25  # of a head's width: by how much one side may be wider than the other, and its tip be off the line
_SHARP: Final = (0.06, 1.25)  # width over length of a head


class Head(NamedTuple):
    """A head of a line: its tip, the unit vector from its base to that, and its length in points."""

    tip: tuple[float, float]
    direction: tuple[float, float]
    length: float


@dataclass(frozen=True, eq=False, slots=True)
class HeadedLine:
    """The outline of a line and its heads, the straight pieces (2, 2) of the line between its bends, and the heads."""

    path: Path
    pieces: tuple[Floats, ...]
    heads: tuple[Head, ...]


@dataclass(eq=False, slots=True)
class _Strip:
    """Two parallel sides of an outline: where their middle is, which way it goes, half its width, and its two ends."""

    middle: Floats
    way: Floats
    half: float
    ends: list[float]
    reach: tuple[float, float]

    def placed(self, points: Floats) -> tuple[Floats, Floats]:
        """Points (n, 2) along and across it."""
        return (points - self.middle) @ self.way, (points - self.middle) @ np.array([-self.way[1], self.way[0]])

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        along, across = self.placed(points)
        low, high = self.reach
        return (np.abs(across) <= self.half + _ROUNDING) & (along >= low - _ROUNDING) & (along <= high + _ROUNDING)

    @property
    def line(self) -> Floats:
        return self.middle + np.outer(self.ends, self.way)


@kept(2)
def headed_lines_of(paths: tuple[Path, ...]) -> tuple[HeadedLine, ...]:
    """The lines among paths that one outline draws with a head at one end, or at both."""
    found = (_headed(path) for path in paths if len(path.points) >= _FEWEST and _is_outline(path))
    return tuple(line for line in found if line is not None)


def _is_outline(path: Path) -> bool:
    return path.filled or path.closed or bool((path.points[0] == path.points[-1]).all())


def _headed(path: Path) -> HeadedLine | None:
    x0, y0, x1, y1 = path.box
    if max(x1 - x0, y1 - y0) < _SHORTEST or area_of_outline(path.points) > _SPARSE * (x1 - x0) * (y1 - y0):
        return None
    corners = cv2.approxPolyDP(path.points.astype(np.float32), _ROUNDING, closed=True)[:, 0].astype(float)
    if len(corners) < _FEWEST or not (strips := _strips(corners)):
        return None
    if not path.filled and strips[0].half > _HOLLOW:
        return None
    heads = []
    for strip, points in _beyond(corners, strips):
        if strip is None:  # it goes on elsewhere, and not as a line does
            return None
        along, across = strip.placed(points)
        wide = np.abs(across) > _WIDER * strip.half
        if not wide.any():
            continue
        sign = 1.0 if along.mean() > 0 else -1.0
        if (reach := _head(along * sign, across, wide)) is None:  # wide, but no head: the outline of something else
            return None
        strip.ends[sign > 0] = sign * reach[0]
        (x, y), (dx, dy) = (strip.middle + sign * reach[0] * strip.way).tolist(), (sign * strip.way).tolist()
        heads.append(Head((x, y), (dx, dy), reach[1]))
    return HeadedLine(path, tuple(strip.line for strip in strips), tuple(heads)) if heads else None


def _strips(corners: Floats) -> list[_Strip]:
    """The pieces of a line of one width, where two sides of an outline are parallel: the longest one first."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    free = np.ones(len(sides), dtype=np.bool_)
    found: list[_Strip] = []
    for rank, first in enumerate(np.argsort(-lengths).tolist()):
        if not found and rank >= _LONGEST:
            break
        if found and lengths[first] < 2 * _SLENDER * found[0].half:
            break
        other = _facing(corners, sides, lengths, first, free) if free[first] else None
        if other is None:
            continue
        strip = _strip(corners[[first, first - len(corners) + 1, other, other - len(corners) + 1]])
        if not found or abs(strip.half - found[0].half) <= _AS_WIDE * found[0].half:
            free[[first, other]] = False
            found.append(strip)
    return found


def _facing(corners: Floats, sides: Floats, lengths: Floats, first: int, free: NDArray[np.bool_]) -> int | None:
    """The side of an outline that goes back right beside one of them, about as long, and is not its next one."""
    way = sides[first] / lengths[first]
    back = free & (sides @ way < -_PARALLEL * lengths) & (lengths >= _SHARED * lengths[first])
    back[[first - 1, first - len(sides) + 1]] = False
    facing = np.flatnonzero(back)
    if not len(facing):
        return None
    off = np.abs((corners[facing] - corners[first]) @ np.array([-way[1], way[0]]))
    other = int(facing[off.argmin()])
    return other if 0 < _SLENDER * off.min() <= min(lengths[first], lengths[other]) else None


def _strip(ends: Floats) -> _Strip:
    """The strip between two sides that go from a corner to another (4, 2), the one there and the other back."""
    way = ends[1] - ends[0]
    way /= np.hypot(*way)
    middle = ends.mean(axis=0)
    along, across = (ends - middle) @ way, (ends - middle) @ np.array([-way[1], way[0]])
    half = abs(float(across[:2].mean() - across[2:].mean())) / 2
    ways = [float(along[[0, 3]].mean()), float(along[[1, 2]].mean())]
    return _Strip(middle, way, half, ways, (float(along.min()), float(along.max())))


def _beyond(corners: Floats, strips: Sequence[_Strip]) -> Iterator[tuple[_Strip | None, Floats]]:
    """The corners in a row that are no strip's, and the strip that is on both sides of them."""
    owner = np.full(len(corners), -1)
    for number, strip in enumerate(strips):
        owner[(owner < 0) & strip.holds(corners)] = number
    begin = int(np.argmax(owner >= 0))
    corners, owner = np.roll(corners, -begin, axis=0), np.roll(owner, -begin)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], owner < 0, [False]]).astype(np.int8)))
    for start, end in edges.reshape(-1, 2).tolist():
        before, after = int(owner[start - 1]), int(owner[end % len(owner)])
        yield strips[before] if before == after else None, corners[start:end]


def _head(along: Floats, across: Floats, wide: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Where the tip of a head is along its line, and how long it is; None where the `wide` points are no head's."""
    tip = int(along.argmax())
    base, width = float(along[wide].min()), float(np.ptp(across[wide]))
    length = float(along[tip]) - base
    even = abs(float(across[wide].max() + across[wide].min())) <= _EVEN * width and abs(across[tip]) <= _EVEN * width
    sharp = _SHARP[0] * length <= width <= _SHARP[1] * length
    narrows = along[wide].max() <= along[tip] - (1 - 2 * _EVEN) * length / 2
    return (float(along[tip]), length) if even and sharp and narrows else None
