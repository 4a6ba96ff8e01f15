"""Where balloons go: beside what they number, on no ink, on no other balloon, with a leader that crosses as little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

import numpy as np

from drawkit.contract import Box

POINTS: Final = 6.5
"""Size of a balloon's number in points."""
_GAP: Final = 1.0
_STEP: Final = 2.0
_REACHES: Final = (40.0, 110.0, 300.0)
_DIRECTIONS, _TRIED = 12, 4
_CROSSED: Final = 9.0


@dataclass(frozen=True)
class Placed:
    """A balloon: its centre and radius, and where its leader begins (at its rim) and ends, in points of the sheet."""

    text: str
    box: Box
    x: float
    y: float
    radius: float
    start: tuple[float, float]
    end: tuple[float, float]
    free: bool = True
    """Whether no ink lies below the balloon."""


def radius_of(text: str, points: float = POINTS) -> float:
    """The radius of the balloon around a number written in a size, both in points."""
    return max(0.31 * len(text) + 0.34, 1.02) * points


class Ink:
    """The dark pixels of a page: how many lie in a rectangle, and along a line. Places are in points."""

    def __init__(self, dark: Any, sheet: tuple[float, float]) -> None:
        self.dark = np.asarray(dark, dtype=bool)
        self.sheet = sheet
        rows, columns = self.dark.shape
        self._scale = np.array([columns / sheet[0], rows / sheet[1]])
        self._sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        np.cumsum(np.cumsum(self.dark, axis=0, dtype=np.int32), axis=1, out=self._sums[1:, 1:])

    @classmethod
    def of_picture(cls, picture: Any, sheet: tuple[float, float]) -> Ink:
        """The ink of a picture: whatever is darker than its paper. `picture` is an array, 0 black to 255 white."""
        grey = np.asarray(picture)
        grey = grey if grey.ndim == 2 else grey.min(axis=2)
        paper = float(np.median(grey))
        return cls(grey < min(paper - 24, 246.0), sheet)

    @classmethod
    def of_boxes(cls, boxes: Sequence[Box], sheet: tuple[float, float]) -> Ink:
        """Take boxes for ink, where there is no picture."""
        dark = np.zeros((max(round(sheet[1]), 1), max(round(sheet[0]), 1)), dtype=bool)
        for x0, top, x1, bottom in boxes:
            dark[max(int(top), 0) : math.ceil(bottom), max(int(x0), 0) : math.ceil(x1)] = True
        return cls(dark, sheet)

    def within(self, x: Any, y: Any, half: float) -> Any:
        """Count dark pixels in squares around many centres, `half` their side, in points."""
        rows, columns = self.dark.shape
        x0, x1 = (np.floor((x - half) * self._scale[0]), np.ceil((x + half) * self._scale[0]))
        y0, y1 = (np.floor((y - half) * self._scale[1]), np.ceil((y + half) * self._scale[1]))
        left, right = (np.clip(v, 0, columns).astype(int) for v in (x0, x1))
        top, bottom = (np.clip(v, 0, rows).astype(int) for v in (y0, y1))
        s = self._sums
        return s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left]

    def covers(self, box: Box) -> bool:
        """Whether there is any ink in a box."""
        rows, columns = self.dark.shape
        left, right = (min(max(round(x * self._scale[0]), 0), columns) for x in (box[0], box[2]))
        top, bottom = (min(max(round(y * self._scale[1]), 0), rows) for y in (box[1], box[3]))
        return bool(self.dark[top:bottom, left:right].any())

    def crossed(self, start: tuple[float, float], end: tuple[float, float]) -> int:
        """How many strokes of ink a line crosses."""
        length = math.dist(start, end)
        steps = np.linspace(0.0, 1.0, max(int(length * self._scale[0] * 1.5), 2))
        columns = ((start[0] + (end[0] - start[0]) * steps) * self._scale[0]).astype(int)
        rows = ((start[1] + (end[1] - start[1]) * steps) * self._scale[1]).astype(int)
        inside = (rows >= 0) & (rows < self.dark.shape[0]) & (columns >= 0) & (columns < self.dark.shape[1])
        met = self.dark[rows[inside], columns[inside]].astype(np.int8)
        return int((np.diff(met, prepend=0) == 1).sum())


def place(
    labels: Sequence[tuple[str, Box]], ink: Ink, avoid: Sequence[Box] = (), points: float = POINTS
) -> list[Placed]:
    """Place a balloon for each label, one after the other; `avoid` are boxes that no leader may cross, such as texts.

    `points` is the size of the numbers.

    Each goes to the nearest place without ink; a leader that crosses strokes, or another leader, counts as a detour.
    """
    texts = np.asarray([box for _, box in labels] + list(avoid), dtype=float).reshape(-1, 4)
    placed: list[Placed] = []
    for text, box in labels:
        placed.append(_placed(text, box, radius_of(text, points), ink, texts, placed))
    return placed


def pinned(one: Placed, centre: tuple[float, float] | None) -> Placed:
    """Put a balloon where a person wants its centre, in points; without one it stays. No other balloon gives way."""
    return one if centre is None else _made(one.text, one.box, centre, one.radius)


def _placed(text: str, box: Box, radius: float, ink: Ink, texts: Any, before: Sequence[Placed]) -> Placed:
    for reach in _REACHES:
        x, y = _candidates(box, radius, reach, ink.sheet)
        margin = 2 * radius + reach + 2 * _GAP
        near = texts[_meeting(texts, box, margin)]
        others = [one for one in before if _reaches(one, box, margin)]
        free = _free(x, y, radius, ink, near, others)
        if free.any():
            return _nearest(text, box, (x[free], y[free]), radius, ink, near, others)
    x, y = _candidates(box, radius, _REACHES[0], ink.sheet)
    at = int(np.argmin(ink.within(x, y, radius)))  # no free place at all: the lightest
    return _made(text, box, (float(x[at]), float(y[at])), radius, free=False)


def _candidates(box: Box, radius: float, reach: float, sheet: tuple[float, float]) -> tuple[Any, Any]:
    """Centres around a box, nearest first; all of the balloon is on the sheet."""
    out = radius + _GAP + reach
    xs = np.arange(max(box[0] - out, radius + 1), min(box[2] + out, sheet[0] - radius - 1) + 1e-6, _STEP)
    ys = np.arange(max(box[1] - out, radius + 1), min(box[3] + out, sheet[1] - radius - 1) + 1e-6, _STEP)
    x, y = (grid.ravel() for grid in np.meshgrid(xs if xs.size else [radius], ys if ys.size else [radius]))
    order = np.argsort(_away(x, y, box), kind="stable")
    return x[order], y[order]


def _meeting(boxes: Any, box: Box, margin: float) -> Any:
    """Which of many boxes come as near to a box as `margin`."""
    wide = (boxes[:, 0] < box[2] + margin) & (boxes[:, 2] > box[0] - margin)
    return wide & (boxes[:, 1] < box[3] + margin) & (boxes[:, 3] > box[1] - margin)


def _reaches(one: Placed, box: Box, margin: float) -> bool:
    """Whether a balloon or its leader comes as near to a box as `margin`."""
    wide = (
        min(one.x - one.radius, one.end[0]) < box[2] + margin and max(one.x + one.radius, one.end[0]) > box[0] - margin
    )
    high = (
        min(one.y - one.radius, one.end[1]) < box[3] + margin and max(one.y + one.radius, one.end[1]) > box[1] - margin
    )
    return wide and high


def _away(x: Any, y: Any, box: Any) -> Any:
    """Distance of points from a box."""
    return np.hypot(
        np.maximum(np.maximum(box[0] - x, x - box[2]), 0), np.maximum(np.maximum(box[1] - y, y - box[3]), 0)
    )


def _free(x: Any, y: Any, radius: float, ink: Ink, texts: Any, before: Sequence[Placed]) -> Any:
    good = ink.within(x, y, radius + _GAP) == 0
    for box in texts:
        good &= _away(x, y, box) >= radius + _GAP
    for other in before:
        good &= np.hypot(x - other.x, y - other.y) >= radius + other.radius + _GAP
        good &= _from_line(x, y, other.start, other.end) >= radius + _GAP
    return good


def _from_line(x: Any, y: Any, start: tuple[float, float], end: tuple[float, float]) -> Any:
    """Distance of points from a line between two ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = np.clip(((x - start[0]) * dx + (y - start[1]) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
    return np.hypot(x - start[0] - along * dx, y - start[1] - along * dy)


def _nearest(
    text: str, box: Box, places: tuple[Any, Any], radius: float, ink: Ink, texts: Any, before: Sequence[Placed]
) -> Placed:
    """The best of the nearest places in each direction."""
    x, y = places
    towards = np.arctan2(y - (box[1] + box[3]) / 2, x - (box[0] + box[2]) / 2) // (2 * math.pi / _DIRECTIONS)
    tried = np.concatenate([np.flatnonzero(towards == one)[:_TRIED] for one in np.unique(towards)])
    made = [_made(text, box, (float(x[at]), float(y[at])), radius) for at in tried]
    best, least = made[0], (math.inf, 0)
    for length, at in sorted((math.dist(one.start, one.end), at) for at, one in enumerate(made)):
        if length > least[0]:  # a leader costs its length at least
            break
        best, least = min((best, least), (made[at], (_cost(made[at], ink, texts, before), at)), key=itemgetter(1))
    return best


def _cost(one: Placed, ink: Ink, texts: Any, before: Sequence[Placed]) -> float:
    length = math.dist(one.start, one.end)
    if length < 1e-6:
        return 0.0
    crossed = ink.crossed(one.start, one.end)
    crossed += 4 * (_through(one.start, one.end, texts) - _through(one.start, one.end, np.array([one.box])))
    crossed += 4 * sum(_cross(one, other) for other in before)
    return length + _CROSSED * crossed


def _made(text: str, box: Box, centre: tuple[float, float], radius: float, *, free: bool = True) -> Placed:
    x, y = centre
    end = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
    away = math.dist(centre, end)
    share = radius / away if away > radius else 1.0
    start = (x + (end[0] - x) * share, y + (end[1] - y) * share)
    return Placed(text, box, x, y, radius, start, end, free)


def _through(start: tuple[float, float], end: tuple[float, float], boxes: Any) -> int:
    """How many boxes a line goes through the inside of."""
    steps = np.linspace(0, 1, 24)[:, None]
    x, y = start[0] + (end[0] - start[0]) * steps, start[1] + (end[1] - start[1]) * steps
    inside = (x > boxes[:, 0] + 0.3) & (x < boxes[:, 2] - 0.3) & (y > boxes[:, 1] + 0.3) & (y < boxes[:, 3] - 0.3)
    return int(inside.any(axis=0).sum())


def _cross(one: Placed, other: Placed) -> bool:
    """Whether the leaders of two balloons cross, or one passes through the other's balloon."""
    if float(_from_line(other.x, other.y, one.start, one.end)) < other.radius:
        return True

    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    here = side(one.start, one.end, other.start) * side(one.start, one.end, other.end)
    there = side(other.start, other.end, one.start) * side(other.start, other.end, one.end)
    return here < 0 and there < 0
