"""How much room each letter of a row has: stroke fonts set a narrow 1 as far from its neighbours as a wide 0."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import numpy as np

from ..sheet import Floats

GLUED: Final = 0.45
"""Of a word's height: the widest gap between two letters of it."""

_NARROW: Final = 0.3
"""Of a word's height: the width of letters beside which a font of equal room for each leaves gaps."""

_EQUAL: Final = 0.85
"""Of the step from one wide letter to the next, that beside a narrow one where all have equal room."""

_SPACED: Final = 1.1
"""Of the usual step, the longest one."""

_FEWEST: Final = 3
"""Steps of either kind: with fewer nothing is known."""


class Rooms:
    """The room, in points, that each letter of a size has at least, where narrow ones have as much as others; else 0.

    So that letters one after the other are apart by less than is glued.
    """

    def __init__(self, words: Iterable[tuple[float, Iterable[tuple[float, float]]]]) -> None:
        """`words` are the heights of their capitals, in points, and their steps.

        A step is how far it is from the middle of a letter to the next, and how wide the narrower one is, in heights.
        """
        steps: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for height, some in words:
            steps[_size(height)].extend(some)
        self._of = {size: _room_of(np.array(some).reshape(-1, 2)) for size, some in steps.items()}

    def of(self, height: float) -> float:
        """The room of letters beside capitals of this height."""
        return height * self._of.get(_size(height), 0.0)


def _room_of(steps: Floats) -> float:
    """The room that each letter has at least, from steps (n, 2), in heights of a capital."""
    narrow, wide = steps[steps[:, 1] < _NARROW, 0], steps[steps[:, 1] >= _NARROW, 0]
    if min(len(narrow), len(wide)) < _FEWEST or np.median(narrow) < _EQUAL * np.median(wide):
        return 0.0
    return max(0.0, _SPACED * float(np.median(wide)) - GLUED)


def _size(height: float) -> int:
    """Words of about one height have one number."""
    return round(5 * math.log(height))


def with_room(places: Floats, room: float) -> Floats:
    """From where to where letters (n, 4) reach along their row where each has at least so much room, in points."""
    aside = np.maximum(room - (places[:, 2] - places[:, 0]), 0) / 2
    return np.stack([places[:, 0] - aside, places[:, 2] + aside], axis=1)
