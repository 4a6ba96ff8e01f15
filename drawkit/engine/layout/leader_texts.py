"""Texts that leaders point from: a stroke that leads to a terminator ends beside them or runs under them as a shelf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..objects.scene import FAR, Scene, scene_of
from ..objects.strokes import Numbers
from ..sheet import Floats, Sheet
from ..text.lines import Line

_BESIDE: Final = 1.1  # letter heights between a text and the end of its leader
_LEVEL: Final = (-0.35, 1.2)  # letter heights above the base line where a leader may end
_BELOW: Final = (-1.2, 0.0)  # letter heights: where a shelf lies
_SHARE: Final = 0.6  # of the text's length that its shelf runs under
_LONGER: Final = 0.5  # letter heights: a shorter stroke is none of a leader
_SLOPE: Final = 0.05  # how much a shelf may rise
_MEET: Final = 0.2  # letter heights within which a shelf and its leader meet
_SLANTED: Final = (0.15, 0.985)  # cosines between a shelf and its leader
_LEADER: Final = 2.0  # letter heights: a slanted stroke that leads somewhere is longer


def on_leaders(sheet: Sheet, lines: Sequence[Line]) -> list[bool]:
    """Whether a leader ends at each of the lines (ISO 128-2, ISO 129-1)."""
    if not lines or not len(sheet.segments):
        return [False] * len(lines)
    scene = scene_of(sheet)
    led = (scene.steps < FAR) & (scene.strokes.lengths > 0)
    return [_has_leader(scene, led, line) for line in lines]


def _has_leader(scene: Scene, led: NDArray[np.bool_], line: Line) -> bool:
    word, height = line.word, line.word.height
    x0, y0, x1, y1 = line.box
    reach = _BESIDE * height
    near = scene.strokes.bodies.pairs(np.array([[x0 - reach, y0 - reach, x1 + reach, y1 + reach]]))[1]
    near = near[scene.strokes.lengths[near] > _LONGER * height]
    if not len(near):
        return False
    ends = scene.strokes.lines[near].reshape(-1, 2, 2) - (word.x, word.y)
    along = ends @ np.array(word.direction) / height
    across = ends @ np.array(word.up) / height
    length = _length(line)
    beside = _ends_beside(along, across, length) | _runs_under(along, across, length)
    if led[near[beside]].any():
        return True
    shelves = near[beside & (np.abs(np.diff(across, axis=1))[:, 0] < _SLOPE * np.abs(np.diff(along, axis=1))[:, 0])]
    return bool(len(shelves)) and _turns_off(scene, shelves, height)


def _turns_off(scene: Scene, shelves: Numbers, height: float) -> bool:
    """Whether a shelf goes on as one slanted stroke: its terminator may be too small to be known, or left out."""
    strokes = scene.strokes
    points = strokes.lines[shelves].reshape(-1, 2)
    asked, met, _ = strokes.ending_near(points, _MEET * height)
    others = met != shelves[asked // 2]
    asked, met = asked[others], met[others]
    alone = np.bincount(asked, minlength=len(points))[asked] == 1
    shelf = strokes.ways(shelves[asked // 2], np.ones(len(asked), np.intp))
    cos = np.abs((strokes.ways(met, np.ones(len(met), np.intp)) * shelf).sum(axis=1))
    slanted = (cos > _SLANTED[0]) & (cos < _SLANTED[1]) & (strokes.lengths[met] > _LEADER * height)
    return bool((alone & slanted).any())


def _length(line: Line) -> float:
    first = line.words[0]
    return max(first.along(*w.end) for w in line.words) / first.height


def _ends_beside(along: Floats, across: Floats, length: float) -> NDArray[np.bool_]:
    """Strokes one end of which is close before the text or behind it, while the other is further off."""
    level = (across >= _LEVEL[0]) & (across <= _LEVEL[1])
    before, behind = -along, along - length
    found = np.zeros(len(along), np.bool_)
    for off in (before, behind):
        close = level & (off >= -0.2) & (off <= _BESIDE)
        found |= (close & (off[:, ::-1] > off)).any(axis=1)
    return found


def _runs_under(along: Floats, across: Floats, length: float) -> NDArray[np.bool_]:
    """Strokes right under the text, as long as most of it."""
    level = ((across >= _BELOW[0]) & (across <= _BELOW[1])).all(axis=1) & (np.abs(np.diff(across, axis=1))[:, 0] < 0.2)
    common = np.minimum(along.max(axis=1), length) - np.maximum(along.min(axis=1), 0.0)
    found: NDArray[np.bool_] = level & (common >= _SHARE * length)
    return found
