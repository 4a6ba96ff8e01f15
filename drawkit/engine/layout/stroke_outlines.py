"""Closed outlines that a program draws stroke by stroke, each an operation of its own: circles, balloons."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..sheet import Floats, Path

_MEET = 0.05  # points: a stroke begins this near to where the one before it ended
_FEWEST = 8  # strokes of a circle


def stroke_outlines(paths: Iterable[Path]) -> list[Floats]:
    """The corners (n, 2) of each outline that eight strokes or more draw one after the other, back to their start."""
    strokes = [p.points for p in paths if len(p.points) == 2 and not p.filled]
    if len(strokes) < _FEWEST:
        return []
    ends = np.array(strokes)
    goes_on = np.abs(ends[1:, 0] - ends[:-1, 1]).max(axis=1) <= _MEET
    starts = np.concatenate([[0], np.flatnonzero(~goes_on) + 1, [len(ends)]])
    long = np.flatnonzero(np.diff(starts) >= _FEWEST)
    runs = (ends[starts[i] : starts[i + 1]] for i in long.tolist())
    return [run[:, 0] for run in runs if np.abs(run[-1, 1] - run[0, 0]).max() <= _MEET]
