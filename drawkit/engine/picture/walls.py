"""Runs of text that were read as one though a wall stands between two letters of them: a blank goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..picture_text.words import PictureWord

_LEVEL: Final = 2.0  # degrees by which a level run may be off
_WIDER: Final = 1.4
"""Times as far apart as letters of the run usually stand: the two beside a wall. An extension line may run through a
number, and between letters that stand as close as ever."""

_APART: Final = 0.8
"""Of the run's height: the middles of two letters beside a wall are as far apart at least, a capital and its paper."""


def blanks_at_walls(runs: Sequence[PictureWord], lines: NDArray[np.float32]) -> list[PictureWord]:
    """The runs, level ones with a blank wherever an upright line of `lines` (n, 4) crosses all of their height.

    A reader tells the walls of a frame's compartments, which stay as they are; it may see none where it expects none.
    """
    walls = lines[lines[:, 0] == lines[:, 2]]
    return [_with_blanks(run, walls) for run in runs]


def _with_blanks(run: PictureWord, walls: NDArray[np.float32]) -> PictureWord:
    if abs((run.angle + 180) % 360 - 180) > _LEVEL or len(run.places) != len(run.text) or len(run.text) < 2:
        return run
    x0, top, x1, bottom = run.box
    crossing = walls[(walls[:, 1] <= top) & (walls[:, 3] >= bottom) & (walls[:, 0] > x0) & (walls[:, 0] < x1), 0]
    places = np.array(run.places)
    steps = np.diff(places)
    least = max(_WIDER * float(np.median(steps)), _APART * run.height / (x1 - x0))
    text, told = run.text, list(run.places)
    for at in np.unique(np.searchsorted(places, (np.sort(crossing) - x0) / (x1 - x0)))[::-1].tolist():
        beside = text[max(at - 1, 0) : at + 1]
        if len(beside) == 2 and beside.isalnum() and steps[at - 1] > least:
            text = f"{text[:at]} {text[at:]}"
            told.insert(at, (told[at - 1] + told[at]) / 2)
    return run if text == run.text else replace(run, text=text, places=tuple(told), alternatives=())
