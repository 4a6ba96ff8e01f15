"""Lines of a picture that are strokes of its letters: stems that stand below each other in rows close together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex
from ..picture_text.words import PictureWord
from .pixels import Ink

_LEVEL: Final = 2.0  # degrees by which a run that is level or upright may be off
_CORE: Final = 0.36  # of a run's height: from its middle to the top and to the foot of its capitals
_OUTSIDE: Final = 0.25
"""Times as much ink of a stem stands out from rows of letters as within them at most; a wall fills its cell."""

_HOLDING: Final = 4.0
"""Times as long as letters are high is a line that a wall of a cell ends at; the bars of T and P are shorter."""

_MEET: Final = 0.3  # of the letters' height: how far its end may be from that line

_FEWEST: Final = 2
"""Characters of a run that is text: a lone 1 may be a piece of a line."""

_SHORTEST: Final = 0.5
"""Of a row's capitals: what a letter's stroke covers of them at least."""


def without_letter_strokes(lines: NDArray[np.float32], runs: Sequence[PictureWord], ink: Ink) -> NDArray[np.float32]:
    """The level and upright `lines` (n, 4) of a picture without those across `runs` that are strokes of their letters.

    A line is found before it is known what is text, and over short breaks: letters of a few rows, one below the other,
    make one that looks like the wall between two cells. Between the rows it has no `ink` (h, w), as a wall has.
    """
    upright = lines[:, 0] == lines[:, 2]
    strokes = np.zeros(len(lines), np.bool_)
    for across, turn, order in ((upright, 0.0, [0, 1, 2, 3]), (~upright, 90.0, [1, 0, 3, 2])):
        cores = [_core(run, order) for run in runs if _runs(run, turn)]
        if cores and across.any():
            level = lines[~across][:, order]
            strokes[across] = _are_strokes(lines[across][:, order], level, np.array(cores), ink.T if turn else ink)
    return lines[~strokes]


def _runs(run: PictureWord, turn: float) -> bool:
    return abs((run.angle - turn + 90) % 180 - 90) <= _LEVEL and len(run.text) >= _FEWEST


def _core(run: PictureWord, order: Sequence[int]) -> tuple[float, float, float, float]:
    """Where the capitals of a run stand; of an upright one as though the picture lay on its side."""
    x0, low, x1, high = (run.box[i] for i in order)
    middle = (low + high) / 2
    return x0, middle - _CORE * run.height, x1, middle + _CORE * run.height


def _are_strokes(
    walls: NDArray[np.float32], level: NDArray[np.float32], cores: NDArray[np.float64], ink: Ink
) -> NDArray[np.bool_]:
    """Which of the upright `walls` (n, 4) have their ink within the cores (m, 4) of rows, and are sides of no cell."""
    number, core = BoxIndex(cores).pairs(walls.astype(np.float64))
    low, high = np.maximum(walls[number, 1], cores[core, 1]), np.minimum(walls[number, 3], cores[core, 3])
    long = high - low >= _SHORTEST * (cores[core, 3] - cores[core, 1])
    rows: dict[int, list[int]] = defaultdict(list)
    for wall, row in zip(number[long].tolist(), core[long].tolist(), strict=True):
        rows[wall].append(row)
    likely = np.array([wall for wall, within in rows.items() if _is_stroke(walls[wall], cores[within], ink)], np.intp)
    heights = np.array([(cores[rows[wall], 3] - cores[rows[wall], 1]).max() for wall in likely.tolist()])
    found = np.zeros(len(walls), np.bool_)
    found[likely] = ~_are_held(walls[likely], heights, level) if len(likely) else False
    return found


def _is_stroke(wall: NDArray[np.float32], rows: NDArray[np.float64], ink: Ink) -> bool:
    x, top, bottom = (round(float(v)) for v in (wall[0], wall[1], wall[3]))
    inked = np.asarray(ink[max(0, top) : bottom + 1, max(0, x - 1) : x + 2].any(axis=1), np.bool_)
    places = np.arange(max(0, top), bottom + 1)[: inked.size, None]
    within = ((places >= rows[:, 1]) & (places <= rows[:, 3])).any(axis=1)
    return int((inked & ~within).sum()) <= _OUTSIDE * int((inked & within).sum())


def _are_held(
    walls: NDArray[np.float32], heights: NDArray[np.float64], level: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which upright walls reach from one level line (n, 4) to another, both too long for strokes of letters so high."""
    near, lines = _MEET * heights, BoxIndex(level.astype(np.float64))
    held = np.ones(len(walls), np.bool_)
    for end in (walls[:, :2], walls[:, 2:]):
        asked, met = lines.pairs(np.hstack([end - near[:, None], end + near[:, None]]))
        long = level[met, 2] - level[met, 0] >= _HOLDING * heights[asked]
        held &= np.bincount(asked[long], minlength=len(walls)) > 0
    return held
