"""Lines of text that stand above and below each other in the same letters, and the boxes that cover a line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..sheet import Floats
from ..text.lines import Line

_PITCH, _ALIKE, _LEVEL = 2.6, 1.3, 2.0  # lines of one paragraph: letter heights apart, times as tall, degrees apart


def paragraphs(marked: Iterable[Line], lines: Sequence[Line]) -> list[Line]:
    """The lines and those above and below them in the same letters: a notice names its owner in any of them."""
    places = _places(lines)
    number = {id(line): i for i, line in enumerate(lines)}
    open_: list[int] = [number[id(line)] for line in marked]
    own = np.zeros(len(lines), bool)
    own[open_] = True
    while open_:
        follow = np.flatnonzero(_follow(places, open_.pop()) & ~own)
        own[follow] = True
        open_ += follow.tolist()
    return [line for line, is_own in zip(lines, own, strict=True) if is_own]


def _places(lines: Sequence[Line]) -> Floats:
    """For each line (n, 5) where its base line starts, its direction in degrees, length and letter height."""
    return np.array([(w.x, w.y, w.angle, w.length, w.height) for w in (line.word for line in lines)]).reshape(-1, 5)


def _follow(places: Floats, number: int) -> NDArray[np.bool_]:
    """Which lines stand right above or below one, in letters alike."""
    x, y, angle, length, height = places.T
    turn = np.radians(angle[number])
    dx, dy = x - x[number], y - y[number]
    along, across = dx * np.cos(turn) - dy * np.sin(turn), np.abs(dx * np.sin(turn) + dy * np.cos(turn))
    taller, lower = np.maximum(height, height[number]), np.minimum(height, height[number])
    same = (np.abs((angle - angle[number] + 180) % 360 - 180) < _LEVEL) & (taller < _ALIKE * lower)
    found: NDArray[np.bool_] = same & (across < _PITCH * taller) & (along < length[number]) & (along + length > 0)
    return found


def pieces(line: Line) -> list[Box]:
    """Boxes that cover a line: one, or where it is slanted as many as its corners would else reach far."""
    word = line.word
    slant = min(word.angle % 90, 90 - word.angle % 90)
    count = 1 if slant < _LEVEL else max(1, math.ceil(word.length / (2 * word.height)))
    step = word.length / count
    (dx, dy), parts = word.direction, range(count)
    return [replace(word, x=word.x + i * step * dx, y=word.y + i * step * dy, length=step).box for i in parts]
