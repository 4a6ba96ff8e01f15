"""The paths that draw the legs of surface texture symbols: two strokes from one foot at 60 degrees, one of them longer.

They stand so near to their value that its letters and the legs look like one run of text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..objects.strokes import Strokes
from ..sheet import Floats, Path, steps_of

_SHORT, _LONG = (3.0, 40.0), (7.0, 90.0)  # points: how long the left and the right leg are
_LONGER: Final = (1.5, 3.2)  # times that the right leg is as long as the left one
_ANGLE: Final = (52.0, 68.0)  # degrees between the legs
_MEET: Final = 0.4  # points: how far their feet may be apart
_POINTS: Final = 6  # of a path that draws legs, with a bar and a shelf at most
_MOST: Final = 40_000  # strokes: a page with more is covered with patterns


def without_legs(paths: Sequence[Path]) -> list[Path]:
    """The paths without those that draw the legs of a surface texture symbol."""
    legs = _legs(paths)
    return [path for i, path in enumerate(paths) if i not in legs]


def _legs(paths: Sequence[Path]) -> set[int]:
    few = [i for i, p in enumerate(paths) if p.stroked and not p.curved and 2 <= len(p.points) <= _POINTS]
    if not few:
        return set()
    lines = steps_of([paths[i].points for i in few])
    owner = np.repeat(few, [len(paths[i].points) - 1 for i in few])
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    fits = (length >= _SHORT[0]) & (length <= _LONG[1])
    if not fits.any() or fits.sum() > _MOST:
        return set()
    return set(owner[fits][_in_vees(lines[fits], length[fits])].tolist())


def _in_vees(lines: Floats, length: Floats) -> list[int]:
    """Which lines are legs."""
    strokes = Strokes(lines)
    asked, other, end = strokes.ending_near(lines.reshape(-1, 2), _MEET)
    left, foot = asked // 2, asked % 2
    ratio = length[other] / length[left]
    fits = (left != other) & (ratio >= _LONGER[0]) & (ratio <= _LONGER[1])
    fits &= (length[left] <= _SHORT[1]) & (length[other] >= _LONG[0])
    left, foot, other, end = left[fits], foot[fits], other[fits], end[fits]
    short, tall = -strokes.ways(left, foot), -strokes.ways(other, end)
    across = tall[:, 0] * short[:, 1] - tall[:, 1] * short[:, 0]
    turn = np.degrees(np.arctan2(-across, (tall * short).sum(axis=1)))
    vee = (turn >= _ANGLE[0]) & (turn <= _ANGLE[1])
    return sorted({*left[vee].tolist(), *other[vee].tolist()})
