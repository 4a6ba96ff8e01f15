"""Points and commas of drawn numbers: what stands at the base line between two figures joins them, however far apart.

Letters of plotters and of fonts with one width for all stand further apart than words do in other hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from ..index import BoxIndex
from .boxes import TextBox
from .rows import Row

_LARGEST: Final = 0.42  # of the figures' height: a comma with its tail
_LEAST: Final = 0.06  # of the same: no point is smaller than the pen is wide
_GAP: Final = (-0.1, 0.75)  # of the same: from a figure to the mark
_BASE: Final = (0.3, 0.7)  # of the same: how far the mark's middle is off that of the figures, on either side
_LEVEL: Final = 0.12  # of the same: how far the middles of the figures may be off one line
_SLENDER: Final = 4.0  # times as long as wide: a bare stroke
_ALIKE: Final = 1.25  # times: how far their heights may differ

Directions = Callable[[Row], tuple[float, ...]]
"""In which directions a row may run."""

IsFree = Callable[[TextBox, TextBox], bool]
"""Whether no wall stands between two boxes."""


def joined_by_marks(rows: Sequence[Row], directions: Directions, is_free: IsFree) -> list[tuple[list[int], float]]:
    """The rows, by their numbers, that a mark between two of them makes one, with the direction of each such number.

    A row is in one of them at most.
    """
    taken: set[int] = set()
    out = []
    for mark, near in _beside_marks(rows).items():
        for one, other in combinations([i for i in near if i not in taken], 2):
            if mark in taken or not is_free(rows[one][0], rows[other][0]):
                continue
            angle = next(
                (a for a in _shared(rows, one, other, directions) if _is_between(rows, mark, one, other, a)), None
            )
            if angle is not None:
                taken.update((mark, one, other))
                out.append(([one, mark, other], angle))
    return out


def _beside_marks(rows: Sequence[Row]) -> dict[int, list[int]]:
    """What may be a mark, by its number, with the rows of letters close by."""
    bounds = np.array([box.bounds for box, _ in rows]).reshape(-1, 4)
    sizes = (bounds[:, 2:] - bounds[:, :2]).max(axis=1)
    heights = np.array([box.height if letters > 1 else size for (box, letters), size in zip(rows, sizes, strict=True)])
    is_letter = np.array([(letters > 0 or _is_one(box)) and box.rows == 1 for box, letters in rows], bool)
    reach = _GAP[1] * heights[:, None] * np.array([-1, -1, 1, 1])
    near: dict[int, list[int]] = defaultdict(list)
    for mark, row in zip(*(n.tolist() for n in BoxIndex(bounds + reach).pairs(bounds)), strict=True):
        few = rows[mark][1] <= 1 and rows[mark][0].rows == 1
        if few and is_letter[row] and _LEAST * heights[row] <= sizes[mark] <= _LARGEST * heights[row]:
            near[mark].append(row)
    return {mark: found for mark, found in near.items() if len(found) > 1}


def _shared(rows: Sequence[Row], one: int, other: int, directions: Directions) -> Iterator[float]:
    """The directions in which both rows may run: of a long and a short one, that of the long one."""
    first, second = sorted((rows[one], rows[other]), key=lambda row: -row[1])
    may = directions(second)
    for angle in directions(first) if first[1] else [_across(first[0])]:
        if second[1] <= 1 or any(abs((angle - a + 90) % 180 - 90) < 45 for a in may):
            yield angle


def _is_one(box: TextBox) -> bool:
    """Whether a box shows a bare stroke, as a 1 is in fonts of single strokes."""
    return max(box.length, box.height) >= _SLENDER * min(box.length, box.height)


def _across(box: TextBox) -> float:
    """The direction in which a 1 is read that is a bare stroke."""
    return box.angle if box.height >= box.length else box.angle + 90.0


def _is_between(rows: Sequence[Row], mark: int, one: int, other: int, angle: float) -> bool:
    """Whether the mark stands at the base line of two rows that are level and as high as each other."""
    a, b, m = (rows[i][0].turned(angle) for i in (one, other, mark))
    height = max(a.height, b.height)
    if height > _ALIKE * min(a.height, b.height) or abs(a.offset(b)[1]) > _LEVEL * height:
        return False
    (to_a, off), (to_b, _) = (tuple(-v for v in box.offset(m)) for box in (a, b))
    gaps = [abs(to) - (box.length + m.length) / 2 for to, box in ((to_a, a), (to_b, b))]
    fits = to_a * to_b < 0 and all(_GAP[0] * height <= gap <= _GAP[1] * height for gap in gaps)
    return fits and _BASE[0] * height <= abs(off) <= _BASE[1] * height
