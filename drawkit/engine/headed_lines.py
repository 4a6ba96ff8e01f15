"""Lines drawn with their heads in one outline, as programs do that turn strokes to areas."""

from __future__ import annotations

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
_LONG, _ASLANT = 0.5, 0.25  # of the box around it: what such an outline covers at most, in a long box and in any other
_ROUNDING: Final = 0.05  # points: what is as far off the sides of an outline is no corner
_LONGEST: Final = 6  # sides of an outline that may be those of its line: four of two heads may be longer
_SLENDER: Final = 3.0  # times as long as wide is the line without the head
_PARALLEL: Final = 0.998  # cosine between the two sides of a line
_SHARED: Final = 0.6  # of the longer one of its sides: how long the other is at least, where its head is not
_HOLLOW: Final = 0.8  # points: half the width of a line of which the outline alone is drawn; a wider one is a part's
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
    """The outline of a line and its heads, the ends (2, 2) of the line, and the heads."""

    path: Path
    line: Floats
    heads: tuple[Head, ...]


@kept(2)
def headed_lines_of(paths: tuple[Path, ...]) -> tuple[HeadedLine, ...]:
    """The lines among paths that one outline draws with a head at one end, or at both."""
    found = (_headed(path) for path in paths if len(path.points) >= _FEWEST and _is_outline(path))
    return tuple(line for line in found if line is not None)


def _is_outline(path: Path) -> bool:
    return path.filled or path.closed or bool((path.points[0] == path.points[-1]).all())


def _headed(path: Path) -> HeadedLine | None:
    x0, y0, x1, y1 = path.box
    size, room = max(x1 - x0, y1 - y0), (x1 - x0) * (y1 - y0)
    if size < _SHORTEST or area_of_outline(path.points) > (_LONG if size * size >= 2 * room else _ASLANT) * room:
        return None
    points = path.points.astype(np.float32)
    corners = cv2.approxPolyDP(points, _ROUNDING, closed=True)[:, 0].astype(float)
    if len(corners) < _FEWEST or (shaft := _shaft(corners)) is None:
        return None
    middle, way, half = shaft
    if not path.filled and half > _HOLLOW:
        return None
    normal = np.array([-way[1], way[0]])
    along, across = (path.points - middle) @ way, (path.points - middle) @ normal
    wide = np.abs(across) > _WIDER * half
    heads = []
    for sign in (1.0, -1.0):
        own = wide & (along * sign > 0)
        if not own.any():
            continue
        reach = _head(along * sign, across, own)
        if reach is None:  # wide, but no head: the outline of something else
            return None
        (x, y), (dx, dy) = (middle + sign * reach[0] * way).tolist(), (sign * way).tolist()
        heads.append(Head((x, y), (dx, dy), reach[1]))
    line = np.array([middle + along.min() * way, middle + along.max() * way])
    return HeadedLine(path, line, tuple(heads)) if heads else None


def _shaft(corners: Floats) -> tuple[Floats, Floats, float] | None:
    """The middle of a line, the way it goes and half its width, where two long sides of an outline are parallel."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    for first in np.argsort(-lengths)[:_LONGEST].tolist():
        way = sides[first] / lengths[first]
        facing = np.flatnonzero((sides @ way < -_PARALLEL * lengths) & (lengths >= _SHARED * lengths[first]))
        if not len(facing):
            continue
        normal = np.array([-way[1], way[0]])
        other = int(facing[np.abs((corners[facing] - corners[first]) @ normal).argmin()])
        width = abs(float((corners[other] - corners[first]) @ normal))
        if 0 < _SLENDER * width <= min(lengths[[first, other]]):
            ends = corners[[first, first - len(corners) + 1, other, other - len(corners) + 1]]
            return ends.mean(axis=0), way, width / 2
    return None


def _head(along: Floats, across: Floats, wide: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Where the tip of a head is along its line, and how long it is; None where the `wide` points are no head's."""
    tip = int(along.argmax())
    base, width = float(along[wide].min()), float(np.ptp(across[wide]))
    length = float(along[tip]) - base
    even = abs(float(across[wide].max() + across[wide].min())) <= _EVEN * width and abs(across[tip]) <= _EVEN * width
    sharp = _SHARP[0] * length <= width <= _SHARP[1] * length
    narrows = along[wide].max() <= along[tip] - (1 - 2 * _EVEN) * length / 2
    return (float(along[tip]), length) if even and sharp and narrows else None
