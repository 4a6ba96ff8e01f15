"""What stands around a text on a sheet and gets into its crop: lines, arrows, frames, the rows above and below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.shapes import Pen, Shape

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in capital heights."""

FAR: Final = 40.0
"""Capital heights: beyond any crop."""


@dataclass(frozen=True)
class Layer:
    """Ink of one line width (capital heights; fills have none) and grey (0 is black)."""

    ink: Shape
    width: float
    grey: int


def line_width(rng: Rng) -> float:
    """In capital heights: about a tenth (ISO 3098), or the hairline that many exports draw everything with."""
    if rng.random() < 0.2:
        return float(rng.uniform(0.02, 0.05))
    return float(np.clip(np.exp(rng.normal(np.log(0.085), 0.4)), 0.03, 0.2))


def grey(rng: Rng) -> int:
    """The ink of one layer: mostly black, now and then as pale as exports draw dimension lines."""
    return 0 if rng.random() < 0.6 else int(rng.integers(0, 160))


def _head(tip: tuple[float, float], angle: float, long: float, wide: float, kind: str) -> Shape:
    """An arrow head at `tip` that points along `angle` (degrees): "filled", "hollow" or "open"."""
    a = np.radians(angle)
    way, across = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    back = np.asarray(tip) - long * way
    one, two = back + wide / 2 * across, back - wide / 2 * across
    lines = np.stack([one, np.asarray(tip), two] + ([one] if kind == "hollow" else []))
    return Shape((lines,), (np.stack([np.asarray(tip), one, two]),) if kind == "filled" else ())


def _dimension_line(rng: Rng, box: Box) -> Shape:
    """Below the text, or above it where the row belongs to the line of another; arrows where it ends."""
    left, bottom, right, top = box
    y = bottom - rng.uniform(0.08, 0.55) if rng.random() < 0.85 else top + rng.uniform(0.12, 0.5)
    x0 = left - (rng.uniform(0.1, 1.2) if rng.random() < 0.4 else FAR)
    x1 = right + (rng.uniform(0.1, 1.2) if rng.random() < 0.4 else FAR)
    pen = Pen().line((x0, y), (x1, y))
    shape = pen.shape()
    if rng.random() < 0.3:
        style = str(rng.choice(["filled", "filled", "open", "hollow"]))
        size, thin = rng.uniform(0.5, 1.1), rng.uniform(0.25, 0.45)
        shape = shape + _head((x0, y), 180, size, thin, style) + _head((x1, y), 0, size, thin, style)
    return shape


def _broken_line(rng: Rng, box: Box) -> Shape:
    """A dimension line that the text interrupts, or a leader's shoulder: at half height on one side or on both."""
    left, bottom, right, top = box
    y = (bottom + top) / 2 + rng.uniform(-0.2, 0.2)
    gap = rng.uniform(0.25, 0.9)
    pen, side = Pen(), rng.integers(3)
    if side != 0:
        pen.line((left - gap, y), (left - gap - (FAR if rng.random() < 0.7 else rng.uniform(0.2, 1)), y))
    if side != 1:
        pen.line((right + gap, y), (right + gap + (FAR if rng.random() < 0.7 else rng.uniform(0.2, 1)), y))
    return pen.shape()


def _upright_beside(rng: Rng, box: Box) -> Shape:
    """An extension line, or the line of a table, before or behind the text."""
    left, bottom, right, top = box
    x = left - rng.uniform(0.12, 0.7) if rng.random() < 0.5 else right + rng.uniform(0.12, 0.7)
    low = bottom - (FAR if rng.random() < 0.7 else rng.uniform(0, 0.6))
    high = top + (FAR if rng.random() < 0.7 else rng.uniform(0, 0.6))
    return Pen().line((x, low), (x, high)).shape()


def _box_around(rng: Rng, box: Box) -> Shape:
    left, bottom, right, top = box
    a, b, c, d = rng.uniform(0.12, 0.6, 4)
    points = [(left - a, bottom - b), (right + c, bottom - b), (right + c, top + d), (left - a, top + d)]
    return Pen().line(*points, points[0]).shape()


def _corner(rng: Rng, box: Box) -> Shape:
    """Two lines of a table's cell."""
    left, bottom, right, top = box
    x = left - rng.uniform(0.12, 0.7) if rng.random() < 0.7 else right + rng.uniform(0.12, 0.7)
    y = top + rng.uniform(0.12, 0.5) if rng.random() < 0.5 else bottom - rng.uniform(0.12, 0.5)
    return Pen().line((x, -FAR), (x, FAR)).line((-FAR, y), (FAR, y)).shape()


def _crossing(rng: Rng, box: Box) -> Shape:
    """A line of the drawing straight through the text."""
    left, bottom, right, top = box
    x = rng.uniform(left, right)
    lean = rng.choice([0.0, rng.uniform(-1.5, 1.5), rng.uniform(-0.3, 0.3)])
    return Pen().line((x - 3 * lean, bottom - 3), (x + 3 * lean, top + 3)).shape()


def _grazing(rng: Rng, box: Box) -> Shape:
    """A slanted line or an arc through a corner of the crop: a leader, a circle's outline."""
    left, bottom, right, top = box
    at = (left - rng.uniform(0, 0.5) if rng.random() < 0.5 else right + rng.uniform(0, 0.5)), rng.uniform(bottom, top)
    if rng.random() < 0.4:
        r = rng.uniform(1.5, 8)
        angle = rng.uniform(0, 360)
        centre = at[0] + r * np.cos(np.radians(angle)), at[1] + r * np.sin(np.radians(angle))
        return Pen().arc(centre, (r, r), (angle + 150, angle + 210)).shape()
    angle = np.radians(rng.uniform(20, 70) * rng.choice([-1, 1]))
    away = 0.5 * np.array([np.sin(angle), -np.cos(angle)]) * (1 if at[0] < (left + right) / 2 else -1)
    x, y = at[0] - abs(away[0]) * np.sign((left + right) / 2 - at[0]), at[1]
    dx, dy = 3 * np.cos(angle), 3 * np.sin(angle)
    return Pen().line((x - dx, y - dy), (x + dx, y + dy)).shape()


def _arrow_beside(rng: Rng, box: Box) -> Shape:
    left, bottom, right, top = box
    before = rng.random() < 0.5
    x = left - rng.uniform(0.25, 0.6) if before else right + rng.uniform(0.25, 0.6)
    y, size = rng.uniform(bottom, top), rng.uniform(0.5, 1.1)
    way = 0.0 if before else 180.0
    head = _head((x, y), way, size, rng.uniform(0.25, 0.45), "filled")
    return head + Pen().line((x, y), (x - FAR * np.cos(np.radians(way)), y)).shape()


def _ring(rng: Rng, box: Box) -> Shape:
    """A balloon's circle around a short text."""
    left, bottom, right, top = box
    half = float(np.hypot(right - left, top - bottom)) / 2
    r = max(half * rng.uniform(1.15, 1.7), 0.9)
    return Pen().ring(((left + right) / 2, (bottom + top) / 2), r).shape()


def _texture(rng: Rng, box: Box) -> Shape:
    """The long leg of a surface texture symbol and the bar above its value (ISO 21920-1)."""
    left, _, right, top = box
    x, y, lean = left - rng.uniform(0.2, 0.6), top + rng.uniform(0.12, 0.5), rng.uniform(0.4, 0.65)
    return Pen().line((x - 4 * lean, y - 4), (x, y), (right + rng.uniform(0.1, 0.8), y)).shape()


def _hatching(rng: Rng, box: Box) -> Shape:
    left, bottom, right, top = box
    pen, step = Pen(), rng.uniform(0.5, 1.6)
    for x in np.arange(left - 3, right + 3, step):
        pen.line((x, bottom - 1), (x + (top - bottom) + 2, top + 1))
    return pen.shape()


_AROUND: Final[tuple[tuple[float, Callable[[Rng, Box], Shape]], ...]] = (
    (30, _dimension_line), (22, _broken_line), (14, _upright_beside), (7, _box_around), (8, _corner), (5, _crossing),
    (10, _grazing), (7, _arrow_beside), (4, _texture),
)  # fmt: skip
_SHARES: Final = np.array([share for share, _ in _AROUND], np.float64)


def around(rng: Rng, box: Box) -> list[Layer]:
    """The lines around one text: mostly none or one."""
    count = int(rng.choice([0, 1, 2, 3], p=[0.38, 0.42, 0.16, 0.04]))
    chosen = rng.choice(len(_AROUND), count, p=_SHARES / _SHARES.sum(), replace=False)
    layers = [Layer(_AROUND[int(k)][1](rng, box), line_width(rng), grey(rng)) for k in chosen]
    if box[2] - box[0] < 1.6 and rng.random() < 0.16:
        layers.append(Layer(_ring(rng, box), line_width(rng), grey(rng)))
    return layers


def frame_lines(rng: Rng, box: Box, bars: tuple[float, ...]) -> Layer:
    """The box of a feature control frame with its bars; at times as high as a crop, so that only bars are seen."""
    left, bottom, right, top = box
    low, high = bottom - rng.uniform(0.2, 0.6), top + rng.uniform(0.2, 0.6)
    x0, x1 = left - rng.uniform(0.15, 0.6), right + rng.uniform(0.15, 0.6)
    pen = Pen().line((x0, low), (x1, low)).line((x0, high), (x1, high))
    for x in (x0, *bars, x1):
        pen.line((x, low), (x, high))
    return Layer(pen.shape(), line_width(rng), grey(rng))


def _beam(rng: Rng) -> Shape:
    """A dimension line between two extension lines, lying or standing."""
    pen, long, half = Pen(), rng.uniform(0.4, 2.0), rng.uniform(0.4, FAR)
    pen.line((0, 0.5), (long, 0.5)).line((0, 0.5 - half), (0, 0.5 + half))
    if rng.random() < 0.7:
        pen.line((long, 0.5 - half), (long, 0.5 + half))
    shape = pen.shape()
    if rng.random() < 0.4:
        shape = shape + _head((0, 0.5), 180, rng.uniform(0.3, 0.8), 0.35, "filled")
    return shape.turned(float(rng.choice([0, 90, 180, 270])))


def _edge(rng: Rng) -> Shape:
    """One long line, mostly near an edge of the crop."""
    y = rng.choice([rng.uniform(-0.5, 0.1), rng.uniform(0.9, 1.5), rng.uniform(-0.5, 1.5)])
    return Pen().line((-FAR, y), (FAR, y)).shape().turned(float(rng.choice([0, 0, 90, rng.uniform(0, 180)])))


def _divided(rng: Rng) -> Shape:
    """A line between two others: the mark between two fields of the sheet's edge, the wall between two empty cells."""
    low, high, x = rng.uniform(-0.25, 0.15), rng.uniform(0.85, 1.25), rng.uniform(0.2, 0.8)
    pen, kind = Pen().line((x, low), (x, high)), rng.integers(4)
    if kind != 0:
        pen.line((-FAR, high), (FAR, high))
    if kind != 1:
        pen.line((-FAR, low), (FAR, low))
    return pen.shape()


def _cross(rng: Rng) -> Shape:
    """Centre lines of a hole, with its circle or without."""
    pen = Pen().line((0.5 - FAR, 0.5), (0.5 + FAR, 0.5)).line((0.5, 0.5 - FAR), (0.5, 0.5 + FAR))
    if rng.random() < 0.5:  # smaller ones are those of a position tolerance
        pen.ring((0.5, 0.5), rng.uniform(0.55, 1.5))
    return pen.shape()


def _centre_mark(rng: Rng) -> Shape:
    """A hole with a cross that ends near it, or a hole in a hole: what passes for ⌖, ◎, ± and ○."""
    pen, reach = Pen(), rng.uniform(0.25, 0.9)
    if crossed := rng.random() < 0.8:
        pen.line((0.5 - reach, 0.5), (0.5 + reach, 0.5)).line((0.5, 0.5 - reach), (0.5, 0.5 + reach))
    largest = reach * rng.uniform(0.4, 1.3)
    for share in (1.0, rng.uniform(0.3, 0.85))[: int(rng.integers(0 if crossed else 1, 3))]:
        pen.ring((0.5, 0.5), largest * share)
    return pen.shape().moved(*rng.normal(0, 0.15, 2))


def _piece_of_arc(rng: Rng) -> Shape:
    pen, r, start = Pen(), rng.uniform(0.5, 3), rng.uniform(0, 360)
    for k in range(int(rng.integers(1, 4))):
        a = np.radians(start + 90)
        centre = 0.5 - r * np.cos(a), 0.5 - r * np.sin(a)
        pen.arc(centre, (r + 0.2 * k, r + 0.2 * k), (start + rng.uniform(0, 60), start + rng.uniform(100, 180)))
    if rng.random() < 0.4:
        pen.line((0.5, -FAR), (0.5, FAR))
    return pen.shape()


def _stub(rng: Rng) -> Shape:
    """An arrow with its line, perhaps against another line."""
    size = rng.uniform(0.4, 1.2)
    shape = _head((0.8, 0.5), 0, size, rng.uniform(0.25, 0.45), str(rng.choice(["filled", "open", "hollow"])))
    shape = shape + Pen().line((0.8, 0.5), (-FAR, 0.5)).shape()
    if rng.random() < 0.6:
        shape = shape + Pen().line((0.8, -FAR), (0.8, FAR)).shape()
    return shape.turned(float(rng.choice([0, 90, 180, 270, rng.uniform(0, 360)])))


def _tangle(rng: Rng) -> Shape:
    pen = Pen()
    for _ in range(int(rng.integers(2, 5))):
        x, y = rng.uniform(-0.5, 1.5, 2)
        dx, dy = rng.choice([-1, 1], 2) * rng.uniform(0, 3, 2)
        pen.line((x, y), (x + dx, y + dy)) if rng.random() < 0.6 else pen.line((x, -FAR), (x, y), (FAR, y))
    return pen.shape()


def _stripes(rng: Rng) -> Shape:
    return _hatching(rng, (-1.0, 0.0, 3.0, 1.0)).turned(float(rng.choice([0, 90, rng.uniform(0, 180)])))


_GEOMETRY: Final = (
    _beam, _beam, _edge, _edge, _divided, _divided, _cross, _centre_mark, _centre_mark, _piece_of_arc, _stub, _tangle,
    _stripes,
)  # fmt: skip


def geometry(rng: Rng) -> list[Layer]:
    """Lines that say nothing, within about the box (0, 0, 1, 1)."""
    count = 1 if rng.random() < 0.8 else 2
    return [
        Layer(_GEOMETRY[int(rng.integers(len(_GEOMETRY)))](rng), line_width(rng) * 1.5, grey(rng)) for _ in range(count)
    ]


def lone_mark(rng: Rng) -> tuple[list[Layer], Box]:
    """A dash, a dot or a head of an arrow that fills its crop, and what of it the crop shows.

    Where these are looked at as text, a crop is as high as they are thick: they are enlarged beyond recognition.
    """
    if rng.random() < 0.25:
        turn, size = float(rng.choice([0, 90, 180, 270])) + rng.normal(0, 8), rng.uniform(0.8, 1.6)
        tip = (0.5 + size / 2 * np.cos(np.radians(turn)), 0.5 + size / 2 * np.sin(np.radians(turn)))
        head = _head(tip, turn, size, size * rng.uniform(0.3, 0.9), "filled")
        return [Layer(head, 0.05, grey(rng))], (0.0, 0.0, 1.0, 1.0)
    thick = rng.uniform(0.2, 0.6)
    long = max(0.02, float(rng.choice([0.05, 1.0, 1.0, 2.5])) * rng.uniform(0.2, 1.0))
    lean = np.radians(rng.choice([0.0, 0.0, rng.uniform(-60, 60)]))
    across, up = long / 2 * np.cos(lean), long / 2 * np.sin(lean)
    dash = Pen().line((-across, 0.5 - up), (across, 0.5 + up)).shape()
    room = thick / 2 + rng.uniform(0.1, 0.5)
    return [Layer(dash, thick, grey(rng))], (-across - room, min(0.0, 0.4 - up), across + room, max(1.0, 0.6 + up))
