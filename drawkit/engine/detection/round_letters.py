"""Circles and ellipses that are letters after all: points, degrees, slanting zeros, small o.

A hole is drawn as they are; what stands beside them tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ..connected import connected
from ..index import BoxIndex
from ..sheet import Floats
from .boxes import TextBox
from .reading_lines import usual_size

if TYPE_CHECKING:
    from .clusters import Cluster

_BESIDE, _BEHIND = 0.6, 0.95  # of the letters beside it: how far a point is off, and a degree in spaced lettering
_BOTH: Final = 2  # letters beside an o
_CAPITAL: Final = (1.25, 1.65)  # times as high as a small letter: a capital
_DEGREE: Final = 0.55  # of the letters beside it: the largest circle that is the sign of degrees
_FEWEST: Final = 3  # letters of a row, and pixels of a shape: less tells nothing
_LEVEL: Final = 0.22  # of the height: how far the upper and lower ends of letters in a row may differ
_LIKE: Final = 0.12  # share by which a zero that stands alone may be higher or lower than other letters
_LINE_OFF: Final = (0.02, 1.2)  # of its height: how far before a zero its extension line ends
_LINE_UNDER: Final = (0.05, 0.7)  # of its height: how far from a zero the line runs over which it stands
_LEVEL_LINE: Final = 1.0  # pixels by which the ends of such a line may differ
_LINE_WITHIN: Final = 0.35  # of its height: how far beside its middle that runs
_POINT: Final = 0.35  # of the letters beside it: the largest circle that is a point
_RAISED: Final = 0.25  # of the letters beside it: how far its upper edge may be off theirs
_SPACED: Final = 1.3  # of its height: how far a zero may be off the next letter, a point between them
_TALLER: Final = 1.2  # height over width of a zero at least


def letters_among(holes: Sequence[Cluster], others: Sequence[Cluster], lines: Floats) -> set[Cluster]:
    """Those of the clusters that look like holes which are letters; `others` are the rest of the page's.

    `lines` (n, 4), x0, y0, x1, y1 in pixels, are those that are longer than a letter.
    """
    found = {*_points_among(holes, others), *_zeros_among(holes, others), *_small_os_among(holes, others)}
    return found | {*_origins_among(holes, others, lines)}


def _points_among(holes: Sequence[Cluster], others: Sequence[Cluster]) -> list[Cluster]:
    """The small circles close beside letters many times as large: these are points, whatever they are drawn with.

    Larger ones are degrees where they are raised to the top of lying or standing letters.
    """
    letters = [c for c in others if c.letters]
    if not holes or not letters:
        return []
    size = np.array([max(c.bounds[2] - c.bounds[0], c.bounds[3] - c.bounds[1]) for c in holes])
    usual = np.array([usual_size(c.sizes) for c in letters])
    bounds = np.array([c.bounds for c in letters], np.float64)
    own = np.array([c.bounds for c in holes], np.float64)
    asked, met = BoxIndex(own).pairs(bounds + usual[:, None] * np.array([-_BEHIND, -_BEHIND, _BEHIND, _BEHIND]))
    apart = np.hstack([bounds[asked, :2] - own[met, 2:], own[met, :2] - bounds[asked, 2:]]).max(axis=1) / usual[asked]
    raised = own[met, :2] - bounds[asked, :2]
    off = np.abs(raised).min(axis=1)
    slanted = np.array([c.box.angle % 90 != 0 for c in letters])[asked]
    off[slanted] = np.abs(_below_top([letters[i].box for i in asked[slanted]], [holes[i].box for i in met[slanted]]))
    is_raised = off <= _RAISED * usual[asked]
    fits = size[met] <= np.where(is_raised, _DEGREE, _POINT) * usual[asked]
    return [holes[i] for i in np.unique(met[fits & (apart <= np.where(is_raised, _BEHIND, _BESIDE))])]


def _below_top(rows: Sequence[TextBox], circles: Sequence[TextBox]) -> NDArray[np.float64]:
    """How far the upper edges of circles lie below those of rows, across the rows' directions."""
    down = [row.offset(circle)[1] for row, circle in zip(rows, circles, strict=True)]
    tops = [(row.height - max(circle.length, circle.height)) / 2 for row, circle in zip(rows, circles, strict=True)]
    return np.array(down, np.float64) + np.array(tops, np.float64)


def _zeros_among(holes: Sequence[Cluster], others: Sequence[Cluster]) -> list[Cluster]:
    """The ellipses that stand in a row with letters as high as they are, and are higher than wide: slanting zeros.

    Letters of wide spacing are clusters of their own (ISO 3098-1: sloped lettering leans by 15 degrees).
    """
    letters = [c for c in others if c.letters]
    every = [*holes, *letters]
    if not holes or not letters:
        return []
    bounds = np.array([c.bounds for c in every], np.float64)
    found = np.zeros(len(holes), bool)
    for axis in (0, 1):
        along, across = bounds[:, [axis, axis + 2]], bounds[:, [1 - axis, 3 - axis]]
        high, wide = np.ptp(across, axis=1), np.ptp(along, axis=1)
        tall = np.concatenate([high[: len(holes)] >= _TALLER * wide[: len(holes)], np.ones(len(letters), bool)])
        grown = bounds.copy()
        grown[:, axis] -= _SPACED * high
        grown[:, axis + 2] += _SPACED * high
        one, other = BoxIndex(bounds).pairs(grown)[::-1]
        level = np.abs(across[one] - across[other]).max(axis=1) <= _LEVEL * np.minimum(high[one], high[other])
        fits = level & tall[one] & tall[other] & (one != other)
        row = connected(one[fits], other[fits], len(every))
        held = np.bincount(row[len(holes) :], minlength=len(every)) > 0
        found |= tall[: len(holes)] & held[row[: len(holes)]]
    return [hole for hole, is_zero in zip(holes, found.tolist(), strict=True) if is_zero]


def _origins_among(holes: Sequence[Cluster], others: Sequence[Cluster], lines: Floats) -> list[Cluster]:
    """The ellipses as high as letters right before or behind which one of `lines` ends: slanting zeros of ordinates.

    The centre line of a hole runs through it (ISO 128-2), an extension line stops before its number (ISO 129-1, 5.5) or
    goes on under it.
    """
    letters = [c for c in others if c.letters > 1]
    if not holes or len(letters) < _FEWEST:
        return []
    usual = np.concatenate([c.parts[c.sizes == c.sizes.max(), 2:].max(axis=1) for c in letters])
    return [c for c in holes if _is_like(c, usual) and (_ends_line(c, lines) or _is_underlined(c, lines))]


def _is_like(hole: Cluster, sizes: NDArray[np.int32]) -> bool:
    """Whether an ellipse is as high as several letters, and higher than wide."""
    x0, top, x1, bottom = hole.bounds
    high, wide = max(x1 - x0, bottom - top), min(x1 - x0, bottom - top)
    return high >= _TALLER * wide and int((np.abs(sizes - high) <= _LIKE * high).sum()) >= _FEWEST


def _ends_line(hole: Cluster, lines: Floats) -> bool:
    """Whether a line comes along its reading direction to the one side of an ellipse, and none to the other."""
    bounds = np.array(hole.bounds, np.float64).reshape(2, 2)
    axis = int(np.ptp(bounds, axis=0).argmin())  # a letter is read across its height
    size, middle = np.ptp(bounds, axis=0).max(), bounds[:, 1 - axis].mean()
    ends = lines.reshape(-1, 2, 2)
    beside = (np.abs(ends[:, :, 1 - axis] - middle) <= _LINE_WITHIN * size).all(axis=1)
    along = np.sort(ends[beside, :, axis], axis=1)
    before, behind = bounds[0, axis] - along[:, 1], along[:, 0] - bounds[1, axis]
    low, high = (part * size for part in _LINE_OFF)
    is_before, is_behind = ((off >= low) & (off <= high) for off in (before, behind))
    through = (before < low) & (behind < low)
    return bool(is_before.any() != is_behind.any() and not through.any())


def _is_underlined(hole: Cluster, lines: Floats) -> bool:
    """Whether a line runs along the reading direction of an ellipse, below or above all of it but not both."""
    bounds = np.array(hole.bounds, np.float64).reshape(2, 2)
    axis = int(np.ptp(bounds, axis=0).argmin())
    size = np.ptp(bounds, axis=0).max()
    ends = lines.reshape(-1, 2, 2)
    level = np.ptp(ends[:, :, 1 - axis], axis=1) <= _LEVEL_LINE
    along = np.sort(ends[:, :, axis], axis=1)
    covers = level & (along[:, 0] <= bounds[0, axis]) & (along[:, 1] >= bounds[1, axis])
    place = ends[covers, 0, 1 - axis]
    low, high = (part * size for part in _LINE_UNDER)
    sides = (bounds[0, 1 - axis] - place, place - bounds[1, 1 - axis])
    above, below = ((off >= low) & (off <= high) for off in sides)
    return bool(above.any() != below.any())


def _small_os_among(holes: Sequence[Cluster], others: Sequence[Cluster]) -> list[Cluster]:
    """The circles and ellipses that stand on one base line with letters beside them, of which some are capitals.

    Small letters are lower than capitals by three tenths (ISO 3098-1); no hole is drawn so, nor a sign of a tolerance.
    """
    parts = np.array([part for c in others if c.letters for part in c.parts], np.float64).reshape(-1, 4)
    if not holes or not len(parts):
        return []
    own = np.array([c.bounds for c in holes], np.float64)
    bounds = np.vstack([own, np.hstack([parts[:, :2], parts[:, :2] + parts[:, 2:]])])
    found = np.zeros(len(holes), bool)
    for axis in (0, 1):  # level text, and text that reads upward
        low, base = bounds[:, 1 - axis], bounds[:, 3 - axis]
        high = base - low
        grown = bounds.copy()
        grown[:, axis] -= _SPACED * high
        grown[:, axis + 2] += _SPACED * high
        one, other = BoxIndex(bounds).pairs(grown)[::-1]
        least, most = np.minimum(high[one], high[other]), np.maximum(high[one], high[other])
        level = (np.abs(base[one] - base[other]) <= _LEVEL * least) & (most <= _CAPITAL[1] * least) & (one != other)
        row = connected(one[level], other[level], len(bounds))
        for hole in range(len(holes)):
            beside = high[len(holes) :][row[len(holes) :] == row[hole]] / high[hole]
            capitals = (beside >= _CAPITAL[0]) & (beside <= _CAPITAL[1])
            found[hole] |= bool(len(beside) >= _BOTH and capitals.any())
    return [hole for hole, is_letter in zip(holes, found.tolist(), strict=True) if is_letter]
