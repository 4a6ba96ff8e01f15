"""What must be refused: pieces of geometry, dimension lines, hatching, boxed or circled text, several glyphs in one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.arrows import arrow_head
from drawkit.engine.training.symbols.characteristics import position
from drawkit.engine.training.symbols.looks import Look
from drawkit.engine.training.symbols.shapes import Pen, Shape, union

Glyph = Callable[[str, Rng], Shape]

_LETTERS = "ABCDEFGHKLMNPRSTUVXYZ0123456789"
LYING = "2345679ABDEFGJKPQRTaeg"
"""Characters that are none when they lie on their side."""


def _lines(rng: Rng) -> Shape:
    pen = Pen()
    for _ in range(int(rng.integers(2, 6))):
        points = rng.uniform(0, 1.5, (int(rng.integers(2, 5)), 2))
        pen.lines.append(points if rng.random() < 0.5 else np.round(points * 3) / 3)
    return pen.shape()


def _hatching(rng: Rng) -> Shape:
    pen, step, slope = Pen(), rng.uniform(0.1, 0.4), rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.5)
    for k in range(int(rng.integers(4, 9))):
        x = k * step
        pen.line((x, rng.uniform(0, 0.3)), (x + slope, rng.uniform(0.8, 1.4)))
    return pen.shape()


def _arcs(rng: Rng) -> Shape:
    pen = Pen()
    for _ in range(int(rng.integers(1, 4))):
        start = rng.uniform(0, 360)
        r = rng.uniform(0.3, 1.2)
        pen.arc((rng.uniform(0, 0.6), rng.uniform(0, 0.6)), (r, r), (start, start + rng.uniform(30, 120)))
    x, y = rng.uniform(-0.5, 1, 2)
    return pen.line((x, y), (x + rng.uniform(-1, 1), y + rng.uniform(-1, 1))).shape()


def _bolt_head(rng: Rng) -> Shape:
    r, turn = rng.uniform(0.5, 1.1), rng.uniform(0, 60)
    pen = Pen().arc((0, 0.5), (r, r), (turn, turn + 360))
    pen.lines[-1] = pen.lines[-1][:: 40 // 6][:7]
    hexagon = np.radians(turn + np.arange(7) * 60)
    pen.lines[-1] = np.stack([r * np.cos(hexagon), 0.5 + r * np.sin(hexagon)], axis=1)
    return pen.ring((0, 0.5), r * rng.uniform(0.4, 0.86)).shape()


def _big_hole(rng: Rng) -> Shape:
    shape = position(rng).scaled(rng.uniform(1.8, 3.0))
    return shape if rng.random() < 0.6 else Shape(shape.lines[:1]).scaled(1.5)


def _holes(rng: Rng) -> Shape:
    pen, r = Pen(), rng.uniform(0.3, 0.8)
    for _ in range(int(rng.integers(2, 4))):
        pen.ring((rng.uniform(-0.4, 0.4), 0.5 + rng.uniform(-0.4, 0.4)), r * rng.uniform(0.3, 1))
    return pen.shape()


def _long_line(rng: Rng) -> Shape:
    length = rng.uniform(2.7, 3.9)
    return Pen().line((0, 0.5), (length, 0.5)).shape().turned(rng.choice([0.0, 90.0, rng.uniform(0, 180)]))


def _corner(rng: Rng) -> Shape:
    w, h = rng.uniform(0.6, 2, 2)
    pen = Pen().line((0, h), (0, 0), (w, 0))
    if rng.random() < 0.5:
        pen.line((w * rng.uniform(0.2, 0.8), -h * rng.uniform(0, 0.5)), (w * rng.uniform(0.2, 0.8), h))
    return pen.shape().turned(90 * int(rng.integers(4)))


def _dimension_end(rng: Rng) -> Shape:
    """An arrow head against its extension line, or two heads on a short line."""
    head = arrow_head(rng)
    left, bottom, right, top = head.bounds()
    if rng.random() < 0.5:
        return head + Pen().line((right, bottom - rng.uniform(0.3, 1.2)), (right, top + rng.uniform(0.3, 1.2))).shape()
    mirror = head.transformed([[-1, 0], [0, 1]], (right * 2 + rng.uniform(0.2, 1), 0))
    return head + mirror + Pen().line((left, 0.5), (2 * right - left, 0.5)).shape()


def _blob(rng: Rng) -> Shape:
    points = rng.uniform(0, 1, (int(rng.integers(3, 8)), 2)) * rng.uniform(0.3, 1.5, 2)
    return Pen().fill(*map(tuple, points)).shape()


def _box(rng: Rng) -> Shape:
    w, h = rng.uniform(0.3, 2.2), rng.uniform(0.2, 1.6)
    w = w if not 0.8 < w / h < 1.25 else h * 1.7
    pen = Pen().line((0, 0), (w, 0), (w, h), (0, h), (0, 0))
    if rng.random() < 0.5:
        x = w * rng.uniform(0.2, 0.8)
        pen.line((x, 0), (x, h))
    return pen.shape()


def _dot(rng: Rng) -> Shape:
    """The end of a leader line (ISO 128-22), larger than a decimal point."""
    r = rng.uniform(0.16, 0.5)
    a = np.radians(np.arange(0, 360, 20))
    return Shape(fills=(np.stack([r * np.cos(a), rng.uniform(-0.2, 0.8) + r * np.sin(a)], axis=1),))


DRAWN: tuple[Look, ...] = (
    _lines,
    _hatching,
    _arcs,
    _bolt_head,
    _big_hole,
    _holes,
    _long_line,
    _corner,
    _dimension_end,
    _blob,
    _box,
    _dot,
)


def _letter(rng: Rng) -> str:
    return str(rng.choice(list(_LETTERS)))


def boxed(glyph: Glyph, rng: Rng) -> Shape:
    """A letter in a frame: a datum feature, a cell of a feature control frame."""
    inner = glyph(_letter(rng), rng)
    left, bottom, right, top = inner.bounds()
    a, b = rng.uniform(0.15, 0.6, 2)
    frame = Pen().line(
        (left - a, bottom - b),
        (right + a, bottom - b),
        (right + a, top + b),
        (left - a, top + b),
        (left - a, bottom - b),
    )
    return inner + frame.shape()


def balloon(glyph: Glyph, rng: Rng) -> Shape:
    """A number or a letter that is no modifier in a circle."""
    text = str(rng.integers(1, 60)) if rng.random() < 0.7 else str(rng.choice(list("ABCDGHJKNQVWXYZ")))
    inner = several(glyph, text, rng)
    left, bottom, right, top = inner.bounds()
    r = max(right - left, top - bottom) * rng.uniform(0.6, 1.1)
    return inner + Pen().ring(((left + right) / 2, (bottom + top) / 2), r).shape()


def several(glyph: Glyph, text: str, rng: Rng) -> Shape:
    """Glyphs side by side, so near that they count as one mark."""
    parts, x = [], 0.0
    for character in text:
        part = glyph(character, rng)
        left, _, right, _ = part.bounds()
        parts.append(part.moved(x - left, 0))
        x += right - left + rng.uniform(0.03, 0.25)
    return union(parts)


def junk(glyph: Glyph, rng: Rng) -> Shape:
    """One mark to refuse; `glyph` draws a character in some font."""
    kind = rng.random()
    if kind < 0.07:
        return glyph(str(rng.choice(list(LYING))), rng).turned(float(rng.choice([90, -90])))
    if kind < 0.55:
        return DRAWN[int(rng.integers(len(DRAWN)))](rng)
    if kind < 0.7:
        return balloon(glyph, rng)
    if kind < 0.78:
        return boxed(glyph, rng)
    text = "".join(_letter(rng) for _ in range(int(rng.integers(2, 4))))
    if kind < 0.9:
        return several(glyph, text, rng)
    one = several(glyph, text[:2], rng)
    return one + Pen().line((0, rng.uniform(-0.3, 0)), (rng.uniform(0.8, 2), rng.uniform(-0.3, 1.2))).shape()
