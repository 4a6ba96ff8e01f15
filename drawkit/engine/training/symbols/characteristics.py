"""The symbols of geometric characteristics, in a frame's first cell (ISO 1101; ISO 7083; ASME Y14.5)."""

from __future__ import annotations

import math

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.arrows import head
from drawkit.engine.training.symbols.shapes import Pen, Shape, polar


def ring_sides(rng: Rng) -> int:
    """Some systems draw a circle as a polygon of few sides."""
    return int(rng.integers(8, 20)) if rng.random() < 0.2 else 40


def _in_frame(shape: Shape, rng: Rng) -> Shape:
    """Symbols of a frame's first cell differ in size against the text, by system and by standard."""
    return shape.scaled(rng.uniform(0.65, 1.4)).moved(0, rng.uniform(-0.1, 0.1))


def straightness(rng: Rng) -> Shape:
    """One line as wide as the text is high."""
    w = rng.uniform(0.42, 0.75)
    y = rng.uniform(0.4, 0.6)
    return Pen().line((-w, y), (w, y)).shape()


def flatness(rng: Rng) -> Shape:
    """A parallelogram."""
    w, h, slant = rng.uniform(0.7, 1.2), rng.uniform(0.4, 0.85), math.radians(rng.uniform(42, 72))
    d, y = h / math.tan(slant), 0.5 - h / 2
    return _in_frame(Pen().line((0, y), (d, y + h), (d + w, y + h), (w, y), (0, y)).shape(), rng)


def circularity(rng: Rng) -> Shape:
    """One ring."""
    r = rng.uniform(0.38, 0.6)
    return _in_frame(Pen().ring((0, 0.5), r, sides=ring_sides(rng)).shape(), rng)


def cylindricity(rng: Rng) -> Shape:
    """A ring between two slanted tangents."""
    r, slant, half = rng.uniform(0.24, 0.36), rng.uniform(52, 74), rng.uniform(0.42, 0.7)
    out = r * rng.uniform(1.0, 1.2)
    pen = Pen().ring((0, 0.5), r, sides=ring_sides(rng))
    for side in (-1, 1):
        x, y = polar(slant - 90, side * out, 0, 0.5)
        pen.line(polar(slant + 180, half, x, y), polar(slant, half, x, y))
    return _in_frame(pen.shape(), rng)


def profile_line(rng: Rng) -> Shape:
    """An open arc of up to half a circle."""
    cut = rng.uniform(0, 25) if rng.random() < 0.4 else 0.0
    r = rng.uniform(0.45, 0.75)
    return _in_frame(Pen().arc((0, 0.2), (r, r * rng.uniform(0.75, 1.1)), (cut, 180 - cut)).shape(), rng)


def profile_surface(rng: Rng) -> Shape:
    """The arc closed by its chord."""
    cut = rng.uniform(0, 20) if rng.random() < 0.3 else 0.0
    r = rng.uniform(0.45, 0.75)
    ry = r * rng.uniform(0.75, 1.1)
    pen = Pen().arc((0, 0.2), (r, ry), (cut, 180 - cut))
    return _in_frame(pen.line(_polar_oval(cut, r, ry), _polar_oval(180 - cut, r, ry)).shape(), rng)


def _polar_oval(angle: float, rx: float, ry: float) -> tuple[float, float]:
    a = math.radians(angle)
    return rx * math.cos(a), 0.2 + ry * math.sin(a)


def angularity(rng: Rng) -> Shape:
    """Two lines from one corner."""
    w, angle = rng.uniform(0.75, 1.3), rng.uniform(24, 50)
    length = min(w * rng.uniform(0.85, 1.1), 1.3)
    return _in_frame(Pen().line((w, 0.15), (0, 0.15), polar(angle, length, 0, 0.15)).shape(), rng)


def perpendicularity(rng: Rng) -> Shape:
    """An upright on the middle of a base."""
    w, h = rng.uniform(0.35, 0.75), rng.uniform(0.65, 1.15)
    return _in_frame(Pen().line((-w, 0), (w, 0)).line((0, 0), (0, h)).shape(), rng)


def parallelism(rng: Rng) -> Shape:
    """Two parallel lines, slanted (ASME, ISO) or upright (older systems, mathematics)."""
    angle = 90.0 if rng.random() < 0.12 else rng.uniform(52, 76)
    gap, length = rng.uniform(0.14, 0.34), rng.uniform(0.8, 1.3)
    pen = Pen()
    for side in (-1, 1):
        x, y = polar(angle - 90, side * gap / 2, 0, 0.5)
        pen.line(polar(angle + 180, length / 2, x, y), polar(angle, length / 2, x, y))
    return _in_frame(pen.shape(), rng)


def position(rng: Rng) -> Shape:
    """A ring with a cross that reaches beyond it."""
    r = rng.uniform(0.25, 0.42)
    reach = r * rng.uniform(1.25, 2.0)
    pen = Pen().ring((0, 0.5), r, sides=ring_sides(rng)).line((-reach, 0.5), (reach, 0.5))
    return _in_frame(pen.line((0, 0.5 - reach), (0, 0.5 + reach)).shape(), rng)


def concentricity(rng: Rng) -> Shape:
    """Two rings about one centre."""
    r = rng.uniform(0.42, 0.65)
    sides = ring_sides(rng)
    return _in_frame(
        Pen().ring((0, 0.5), r, sides=sides).ring((0, 0.5), r * rng.uniform(0.35, 0.68), sides=sides).shape(), rng
    )


def symmetry(rng: Rng) -> Shape:
    """Three lines, the middle one longer."""
    w, gap = rng.uniform(0.4, 0.7), rng.uniform(0.15, 0.34)
    short = w * rng.uniform(0.4, 0.78)
    pen = Pen().line((-w, 0.5), (w, 0.5))
    for y in (0.5 - gap, 0.5 + gap):
        pen.line((-short, y), (short, y))
    return _in_frame(pen.shape(), rng)


def _kind(rng: Rng) -> str:
    return str(rng.choice(["filled", "filled", "hollow", "open"]))


def circular_runout(rng: Rng) -> Shape:
    """One slanted arrow."""
    angle, length = rng.uniform(36, 62), rng.uniform(0.8, 1.4)
    size, kind = length * rng.uniform(0.25, 0.5), _kind(rng)
    tip = polar(angle, length)
    shape = head(tip, angle, size, size * rng.uniform(0.4, 0.9), kind)
    stop = polar(angle, length - (size if kind == "hollow" else size * 0.3))
    return _in_frame(shape + Pen().line((0, 0), stop).shape(), rng)


def total_runout(rng: Rng) -> Shape:
    """Two slanted arrows on a common base."""
    angle, length, gap = rng.uniform(38, 62), rng.uniform(0.8, 1.4), rng.uniform(0.4, 0.85)
    size, kind = length * rng.uniform(0.22, 0.45), _kind(rng)
    width = size * rng.uniform(0.4, 0.9)
    pen = Pen().line((0, 0), (gap, 0)) if rng.random() < 0.9 else Pen()
    heads = Shape()
    for x in (0.0, gap):
        heads += head(polar(angle, length, x), angle, size, width, kind)
        pen.line((x, 0), polar(angle, length - (size if kind == "hollow" else size * 0.3), x))
    return _in_frame(heads + pen.shape(), rng)
