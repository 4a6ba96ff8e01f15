"""Sheets of lines that end in terminators of every shape that programs give them, drawn as they are needed.

The vector drawings at hand have the heads of few programs: slim ones, as ISO 129-1 and ASME Y14.5 draw them. Others
write wide ones, notched at their back, and dash their dimension lines.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import PAPER
from drawkit.engine.objects.terminator import Kind, Terminator
from drawkit.engine.training.callouts.alphabet import CALLOUTS
from drawkit.engine.training.finder.scenes import draw
from drawkit.engine.training.pixels import SHIFT, Grey, Rng, fixed
from drawkit.engine.training.readers.scenes import Layer
from drawkit.engine.training.readers.typeset import Typesetter

WIDE, HIGH = 720.0, 540.0
"""Points of a sheet."""

_FINE: Final = 2  # pixels drawn for one of the picture, so that pens have widths between whole pixels
_LETTERS: Final = (5.0, 20.0)  # points of a capital
_KINDS: Final[tuple[tuple[Kind, float], ...]] = (("arrow", 0.62), ("open", 0.16), ("tick", 0.1), ("dot", 0.12))
_NUMBERS: Final = ("1", "2", "4", "7", "10", "12", "20", "35", "75", "100", "1.5", "0.25", "R4", "⌀12", "45°", "12.50")
_WORDS: Final = ("A", "VIEW", "Material", "M", "SECTION A-A", "No", "KW", "Top", "x4", "VAMX", "1:2")

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Drawn:
    """A picture, what ends its lines, in points, and how high its capitals are."""

    picture: Grey
    heads: tuple[Terminator, ...]
    height: float


@dataclass(frozen=True)
class _Look:
    """How a sheet ends its lines: lengths in letter heights, a head's width and notch in its length."""

    kind: Kind
    length: float
    width: float
    notch: float
    hollow: bool
    pen: float
    dash: float
    """Length of the dashes of its dimension lines; 0 where they are whole."""


class Scenes:
    """Draws sheets with the faces of training."""

    def __init__(self) -> None:
        self._setter = Typesetter(CALLOUTS, held_out=False)

    def drawn(self, dpi: float, rng: Rng) -> Drawn:
        """One sheet at that resolution."""
        height = float(np.exp(rng.uniform(*np.log(_LETTERS))))
        sheet = _Sheet(self._setter, dpi, height, rng)
        for _ in range(int(rng.integers(2, 9))):
            sheet.clutter()
        for _ in range(max(6, round(WIDE * HIGH / (90 * height * height)))):
            sheet.chain() if rng.random() < 0.75 else sheet.leader()
        return Drawn(sheet.picture(), tuple(sheet.heads), height)


def _look(rng: Rng) -> _Look:
    kinds, shares = zip(*_KINDS, strict=True)
    kind: Kind = kinds[int(rng.choice(len(kinds), p=shares))]
    length = {
        "arrow": rng.uniform(0.4, 1.9),
        "open": rng.uniform(0.5, 1.6),
        "tick": rng.uniform(0.3, 0.9),
        "dot": rng.uniform(0.1, 0.4),
    }[kind]
    return _Look(
        kind=kind,
        length=float(length),
        width=float(rng.uniform(0.22, 1.15) if kind == "arrow" else rng.uniform(0.25, 1.6)),
        notch=float(rng.uniform(0.1, 0.45)) if rng.random() < 0.4 else 0.0,
        hollow=bool(rng.random() < 0.12),
        pen=float(rng.uniform(0.03, 0.16)),
        dash=float(rng.uniform(0.3, 1.2)) if rng.random() < 0.25 else 0.0,
    )


class _Sheet:
    """A sheet in the making; places in points, y downward."""

    def __init__(self, setter: Typesetter, dpi: float, height: float, rng: Rng) -> None:
        self._setter, self._rng, self._height = setter, rng, height
        self._style = setter.style(rng)
        self._look = _look(rng)
        self._scale = dpi / 72 * _FINE
        self._ink: Grey = np.full((round(HIGH * self._scale), round(WIDE * self._scale)), PAPER, np.uint8)
        self._grey = int(rng.integers(0, 110)) if rng.random() < 0.3 else 0
        self.heads: list[Terminator] = []

    def picture(self) -> Grey:
        """The sheet as pixels."""
        size = self._ink.shape[1] // _FINE, self._ink.shape[0] // _FINE
        return np.asarray(cv2.resize(self._ink, size, interpolation=cv2.INTER_AREA), np.uint8)

    def chain(self) -> None:
        """One to four sizes in a row, with their extension lines; short ones have their heads outside."""
        rng, h = self._rng, self._height
        way, start = self._way(), self._place()
        sizes = rng.uniform(1.2, 12.0, int(rng.choice([1, 1, 1, 2, 3, 4]))) * h
        tips = start + np.concatenate([[0.0], np.cumsum(sizes)])[:, None] * way
        for tip in tips:
            self._extension(tip, np.array([-way[1], way[0]]))
        for one, other in pairwise(tips):
            self._size(one, other)

    def leader(self) -> None:
        """A slanted line with one head, and its shelf with a callout."""
        rng, h = self._rng, self._height
        tip, turn = self._place(), rng.uniform(0, 2 * math.pi)
        way = np.array([math.cos(turn), math.sin(turn)])
        knee = tip - way * rng.uniform(2.5, 10) * h
        self._line(tip, knee, dashed=False)
        self._end(tip, way)
        shelf = knee + np.array([math.copysign(rng.uniform(1, 5) * h, -way[0]), 0.0])
        self._line(knee, shelf, dashed=False)
        self._write(str(rng.choice(_NUMBERS)), (knee + shelf) / 2 - np.array([0.0, 0.8 * h]), 0.0)
        if rng.random() < 0.5:
            self._circle(tip + way * (radius := rng.uniform(0.5, 5) * h), radius)

    def clutter(self) -> None:
        """What ends in nothing: edges, circles, grids, hatching, words."""
        rng, h = self._rng, self._height
        at, kind = self._place(), rng.random()
        if kind < 0.35:
            far = at + self._way() * rng.uniform(2, 30) * h
            self._line(at, far, dashed=bool(rng.random() < 0.3), pen=rng.uniform(0.05, 0.3))
        elif kind < 0.5:
            self._circle(at, rng.uniform(0.4, 8) * h)
        elif kind < 0.7:
            self._grid(at)
        elif kind < 0.85:
            turn = math.radians(rng.choice([45, -45, 30, 60]))
            step, way = rng.uniform(0.2, 1) * h, np.array([math.cos(turn), math.sin(turn)])
            for number in range(int(rng.integers(4, 14))):
                first = at + np.array([number * step, 0.0])
                self._line(first, first + way * 3 * h, dashed=False)
        else:
            self._write(str(rng.choice(_WORDS)), at, float(rng.choice([0, 0, 90])))

    def _grid(self, at: Points) -> None:
        rng, h = self._rng, self._height
        rows, columns = (int(n) for n in rng.integers(1, 6, 2))
        tall, wide = rng.uniform(1.5, 2.5) * h, rng.uniform(2, 8) * h
        right, down = np.array([wide, 0.0]), np.array([0.0, tall])
        for row in range(rows + 1):
            self._line(at + row * down, at + row * down + columns * right, dashed=False)
        for column in range(columns + 1):
            self._line(at + column * right, at + column * right + rows * down, dashed=False)
        for row in range(rows):
            for column in range(columns):
                self._write(str(rng.choice(_WORDS + _NUMBERS)), at + (column + 0.5) * right + (row + 0.5) * down, 0.0)

    def _size(self, one: Points, other: Points) -> None:
        """A dimension line from tip to tip, its number in a gap of it or above."""
        rng, h = self._rng, self._height
        along = other - one
        long = float(np.hypot(*along))
        way = along / long
        text = str(rng.choice(_NUMBERS))
        room = (0.75 * len(text) + 0.4) * h
        ends = 2 * self._reach()
        middle = (one + other) / 2
        turn = -math.degrees(math.atan2(way[1], way[0]))
        turn = (turn + 89.9) % 180 - 89.9
        if long < ends + 0.8 * h:  # heads outside
            out = rng.uniform(1.2, 4, 2) * h + self._reach()
            for tip, sense, far in ((one, 1.0, out[0]), (other, -1.0, out[1])):
                self._line(tip, tip - sense * way * far, dashed=False)
                self._end(tip, sense * way)
            if rng.random() < 0.5:
                self._line(one, other, dashed=False)
            self._write(text, middle - [0, 1.1 * h] if abs(way[0]) > 0.7 else other + way * (out[1] + room), turn)
            return
        if long > ends + room + 0.4 * h and rng.random() < 0.55:
            for tip, sense in ((one, 1.0), (other, -1.0)):
                self._line(tip, middle - sense * way * room / 2, dashed=True)
            self._write(text, middle, turn)
        else:
            self._line(one, other, dashed=True)
            normal = np.array([way[1], -way[0]]) * (1 if way[0] > -0.1 else -1)
            self._write(text, middle + normal * 0.85 * h, turn)
        self._end(one, -way)
        self._end(other, way)

    def _reach(self) -> float:
        return self._height * self._look.length * (1.0 if self._look.kind in ("arrow", "open") else 0.7)

    def _end(self, tip: Points, way: Points) -> None:
        """The terminator of a line that comes to `tip` along the unit vector `way`."""
        look, h = self._look, self._height
        size = look.length * h
        normal = np.array([-way[1], way[0]])
        if look.kind == "dot":
            self._fill(tip + size * np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 25)]))
            self.heads.append(Terminator(float(tip[0]), float(tip[1]), (0.0, 0.0), size, "dot"))
            return
        if look.kind == "tick":
            slant = (way + normal) / math.sqrt(2) * size
            self._line(tip - slant, tip + slant, dashed=False, pen=look.pen * self._rng.uniform(1, 2.5))
        else:
            sides = [tip - way * size + s * normal * look.width * size / 2 for s in (1, -1)]
            back = tip - way * size * (1 - look.notch)
            if look.kind == "open":
                self._line(sides[0], tip, dashed=False)
                self._line(sides[1], tip, dashed=False)
            elif look.hollow:
                outline = np.array([tip, sides[0], back, sides[1], tip])
                self._fill(outline, PAPER)
                for a, b in pairwise(outline):
                    self._line(a, b, dashed=False)
            else:
                self._fill(np.array([tip, sides[0], back, sides[1]]))
        self.heads.append(Terminator(float(tip[0]), float(tip[1]), (float(way[0]), float(way[1])), size, look.kind))

    def _extension(self, tip: Points, way: Points) -> None:
        rng, h = self._rng, self._height
        if rng.random() < 0.1:
            return
        before, behind = rng.uniform(0.2, 1.0) * h, rng.uniform(1.0, 14.0) * h
        if rng.random() < 0.2:
            before = behind
        sense = 1 if rng.random() < 0.5 else -1
        self._line(tip - sense * way * before, tip + sense * way * behind, dashed=True)

    def _place(self) -> Points:
        return self._rng.uniform((0, 0), (WIDE, HIGH))

    def _way(self) -> Points:
        kind = self._rng.random()
        turn = 0.0 if kind < 0.45 else 90.0 if kind < 0.82 else float(self._rng.uniform(0, 180))
        angle = math.radians(turn + float(self._rng.normal(0, 0.15)))
        return np.array([math.cos(angle), math.sin(angle)])

    def _line(self, one: Points, other: Points, *, dashed: bool, pen: float = 0.0) -> None:
        thick = max(1, round((pen or self._look.pen) * self._height * self._scale))
        long, dash = float(np.hypot(*(other - one))), self._look.dash * self._height
        pieces = [(0.0, 1.0)]
        if dashed and dash and long > dash:
            starts = np.arange(-self._rng.uniform(0, 1) * dash, long, 1.6 * dash)
            pieces = [(max(s, 0.0) / long, min(s + dash, long) / long) for s in starts if s + dash > 0]
        for start, stop in pieces:
            ends = np.array([one + (other - one) * start, one + (other - one) * stop]) * self._scale
            cv2.polylines(self._ink, [fixed(*ends.T)], False, (self._grey,), thick, cv2.LINE_AA, SHIFT)

    def _fill(self, outline: Points, grey: int | None = None) -> None:
        shade = self._grey if grey is None else grey
        cv2.fillPoly(self._ink, [fixed(*(outline * self._scale).T)], (shade,), cv2.LINE_AA, SHIFT)

    def _circle(self, middle: Points, radius: float) -> None:
        around = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 49)]) * radius + middle
        thick = max(1, round(self._look.pen * 1.6 * self._height * self._scale))
        cv2.polylines(self._ink, [fixed(*(around * self._scale).T)], True, (0,), thick, cv2.LINE_AA, SHIFT)

    def _write(self, text: str, middle: Points, turn: float) -> None:
        """A text around its middle, read at `turn` degrees counter-clockwise."""
        try:
            row = self._setter.row(text, self._style, self._rng)
        except LookupError:
            return
        left, _, right, _ = row.ink.bounds()
        angle, capital = math.radians(turn), self._height * self._scale
        along = np.array([math.cos(angle), -math.sin(angle)]) * capital
        down = np.array([math.sin(angle), math.cos(angle)]) * capital
        x, y = middle * self._scale
        centred = row.ink.moved(-(left + right) / 2, -0.5)
        ink = centred.transformed(np.column_stack([along, -down]), (float(x), float(y)))
        draw(self._ink, Layer(ink, 0.1, self._grey), capital)
