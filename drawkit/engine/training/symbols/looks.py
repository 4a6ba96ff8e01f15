"""The symbols of drawings as CAD systems draw them: each function draws one class with random proportions.

Proportions follow ISO 7083 and ASME Y14.5 figure C-1 to C-3, widened by what CAD systems do: a slash inside or beyond
the circle, an oval for a circle, polygons for circles, hollow, filled and open arrow heads.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.arrows import arrow_head, arrow_open, head
from drawkit.engine.training.symbols.characteristics import (
    angularity,
    circular_runout,
    circularity,
    concentricity,
    cylindricity,
    flatness,
    parallelism,
    perpendicularity,
    position,
    profile_line,
    profile_surface,
    ring_sides,
    straightness,
    symmetry,
    total_runout,
)
from drawkit.engine.training.symbols.shapes import Pen, Shape, polar

Look = Callable[[Rng], Shape]


def diameter(rng: Rng) -> Shape:
    """ISO 129-1: a circle with a slash, within it or beyond it; some fonts make it oval."""
    ry = rng.uniform(0.3, 0.52)
    rx = ry * (rng.uniform(0.62, 0.98) if rng.random() < 0.35 else 1.0)
    angle = rng.uniform(42, 78)
    reach = ry * (rng.uniform(0.85, 1.1) if rng.random() < 0.25 else rng.uniform(1.15, 2.0))
    up = (0.0, rng.uniform(0.42, 0.55))
    pen = Pen().ring(up, rx, ry, ring_sides(rng))
    return pen.line(polar(angle + 180, reach, *up), polar(angle, reach, *up)).shape()


def plus_minus(rng: Rng) -> Shape:
    """A plus over a bar."""
    half, height = rng.uniform(0.22, 0.45), rng.uniform(0.45, 0.8)
    bottom = rng.uniform(-0.05, 0.15)
    middle = bottom + rng.uniform(0.12, 0.24) + height / 2
    pen = Pen().line((-half, bottom), (half, bottom)).line((-half, middle), (half, middle))
    return pen.line((0, middle - height / 2), (0, middle + height / 2)).shape()


def degree(rng: Rng) -> Shape:
    """A small ring at the height of the capitals."""
    r = rng.uniform(0.08, 0.24)
    rx = r * rng.uniform(0.8, 1.0)
    return Pen().ring((0, rng.uniform(0.92, 1.08) - r), rx, r, ring_sides(rng) if rng.random() < 0.6 else 8).shape()


def times(rng: Rng) -> Shape:
    """Two crossing diagonals."""
    w, h = rng.uniform(0.2, 0.4), rng.uniform(0.22, 0.4)
    y = rng.uniform(0.3, 0.5)
    return Pen().line((-w, y - h), (w, y + h)).line((-w, y + h), (w, y - h)).shape()


def depth(rng: Rng) -> Shape:
    """An arrow down from a bar (ISO 129-1, ASME Y14.5 6.3.24)."""
    w, h = rng.uniform(0.28, 0.62), rng.uniform(0.8, 1.1)
    kind = str(rng.choice(["open", "open", "filled", "hollow"]))
    size, width = h * rng.uniform(0.3, 0.65), w * rng.uniform(0.9, 2.0)
    pen = Pen().line((-w, h), (w, h)).line((0, h), (0, size if kind == "hollow" else 0.1))
    return pen.shape() + head((0, 0), -90, size, width, kind)


def counterbore(rng: Rng) -> Shape:
    """A wide flat U."""
    w, h = rng.uniform(0.4, 0.75), rng.uniform(0.3, 0.85)
    y = rng.uniform(0, 0.3)
    return Pen().line((-w, y + h), (-w, y), (w, y), (w, y + h)).shape()


def countersink(rng: Rng) -> Shape:
    """A wide V."""
    half, h = rng.uniform(38, 56), rng.uniform(0.4, 0.95)
    w, y = h * math.tan(math.radians(half)), rng.uniform(0, 0.3)
    return Pen().line((-w, y + h), (0, y), (w, y + h)).shape()


def square(rng: Rng) -> Shape:
    """ISO 129-1: a square as high as the small letters up to the capitals."""
    side, y = rng.uniform(0.5, 1.15), rng.uniform(-0.05, 0.2)
    w = side * rng.uniform(0.92, 1.08)
    return Pen().line((0, y), (w, y), (w, y + side), (0, y + side), (0, y)).shape()


def _tick(rng: Rng) -> tuple[Pen, float, float]:
    """ISO 1302: legs at 60 degrees, the right one about twice as high; returns also the left leg's end."""
    left, right = rng.uniform(0.8, 1.4), rng.uniform(1.7, 2.9)
    tilt = rng.uniform(56, 64)
    x = left / math.tan(math.radians(tilt))
    pen = Pen().line((-x, left), (0, 0), polar(tilt, right / math.sin(math.radians(tilt))))
    if rng.random() < 0.25:
        end = polar(tilt, right / math.sin(math.radians(tilt)))
        pen.line(end, (end[0] + rng.uniform(0.4, 2.2), end[1]))
    return pen, x, left


def _placed(pen: Pen, rng: Rng) -> Shape:
    return pen.shape().scaled(rng.uniform(0.55, 1.1), (0, 0)).moved(0, rng.uniform(-0.7, 0.2))


def surface_texture(rng: Rng) -> Shape:
    """The basic symbol: any process."""
    return _placed(_tick(rng)[0], rng)


def surface_removal_required(rng: Rng) -> Shape:
    """With a bar that closes the V."""
    pen, x, left = _tick(rng)
    return _placed(pen.line((-x, left), (x, left)), rng)


def surface_removal_prohibited(rng: Rng) -> Shape:
    """With a circle in the V."""
    pen, x, left = _tick(rng)
    r = rng.uniform(0.28, 0.36) * left
    side = math.hypot(x, left)
    return _placed(pen.ring((0, r * side / x), r), rng)


def datum_triangle(rng: Rng) -> Shape:
    """ISO 5459: a triangle, filled or hollow, standing on what it names; it turns with it."""
    w = rng.uniform(0.3, 0.65)
    h = w * rng.uniform(1.3, 2.0)
    corners = [(-w, 0.0), (w, 0.0), (0.0, h)]
    filled = rng.random() < 0.5
    shape = Pen().fill(*corners).shape() if filled else Pen().line(*corners, corners[0]).shape()
    if rng.random() < 0.2:
        shape += Pen().line((0, h), (0, h * rng.uniform(1.1, 1.6))).shape()
    return shape.turned(90 * int(rng.integers(4)) if rng.random() < 0.75 else rng.uniform(0, 360))


def plus(rng: Rng) -> Shape:
    """An upright cross."""
    w, h = rng.uniform(0.2, 0.45), rng.uniform(0.2, 0.45)
    y = rng.uniform(0.35, 0.6)
    return Pen().line((-w, y), (w, y)).line((0, y - h), (0, y + h)).shape()


def minus(rng: Rng) -> Shape:
    """A short line at half height."""
    w, y = rng.uniform(0.12, 0.38), rng.uniform(0.3, 0.55)
    return Pen().line((-w, y), (w, y)).shape()


def point(rng: Rng) -> Shape:
    """A dot on the base line."""
    r = rng.uniform(0.02, 0.09)
    if rng.random() < 0.5:
        return Pen().fill((-r, 0), (r, 0), (r, 2 * r), (-r, 2 * r)).shape()
    a = np.radians(np.arange(0, 360, 30))
    return Shape(fills=(np.stack([r * np.cos(a), r + r * np.sin(a)], axis=1),))


LOOKS: dict[str, Look] = {
    look.__name__: look
    for look in (
        diameter,
        plus_minus,
        degree,
        times,
        straightness,
        flatness,
        circularity,
        cylindricity,
        profile_line,
        profile_surface,
        angularity,
        perpendicularity,
        parallelism,
        position,
        concentricity,
        symmetry,
        circular_runout,
        total_runout,
        depth,
        counterbore,
        countersink,
        square,
        surface_texture,
        surface_removal_required,
        surface_removal_prohibited,
        datum_triangle,
        arrow_head,
        arrow_open,
        plus,
        minus,
        point,
    )
}
