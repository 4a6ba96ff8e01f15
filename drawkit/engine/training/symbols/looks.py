"""The symbols of drawings as CAD systems draw them: each function draws one class with random proportions.

Proportions follow ISO 7083 and ASME Y14.5 figure C-1 to C-3, widened by what CAD systems do: a slash inside or beyond
the circle, an oval for a circle, polygons for circles, hollow, filled and open arrow heads.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.shapes import Pen, Shape

Look = Callable[[Rng], Shape]


def _polar(angle: float, length: float, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
    return x + length * math.cos(math.radians(angle)), y + length * math.sin(math.radians(angle))


def _sides(rng: Rng) -> int:
    """Some systems draw a circle as a polygon of few sides."""
    return int(rng.integers(8, 20)) if rng.random() < 0.2 else 40


def _in_frame(shape: Shape, rng: Rng) -> Shape:
    """Symbols of a frame's first cell differ in size against the text, by system and by standard."""
    return shape.scaled(rng.uniform(0.65, 1.4)).moved(0, rng.uniform(-0.1, 0.1))


def diameter(rng: Rng) -> Shape:
    """ISO 129-1: a circle with a slash, within it or beyond it; some fonts make it oval."""
    ry = rng.uniform(0.3, 0.52)
    rx = ry * (rng.uniform(0.62, 0.98) if rng.random() < 0.35 else 1.0)
    angle = rng.uniform(42, 78)
    reach = ry * (rng.uniform(0.85, 1.1) if rng.random() < 0.25 else rng.uniform(1.15, 2.0))
    up = (0.0, rng.uniform(0.42, 0.55))
    pen = Pen().ring(up, rx, ry, _sides(rng))
    return pen.line(_polar(angle + 180, reach, *up), _polar(angle, reach, *up)).shape()


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
    return Pen().ring((0, rng.uniform(0.92, 1.08) - r), rx, r, _sides(rng) if rng.random() < 0.6 else 8).shape()


def times(rng: Rng) -> Shape:
    """Two crossing diagonals."""
    w, h = rng.uniform(0.2, 0.4), rng.uniform(0.22, 0.4)
    y = rng.uniform(0.3, 0.5)
    return Pen().line((-w, y - h), (w, y + h)).line((-w, y + h), (w, y - h)).shape()


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
    return _in_frame(Pen().ring((0, 0.5), r, sides=_sides(rng)).shape(), rng)


def cylindricity(rng: Rng) -> Shape:
    """A ring between two slanted tangents."""
    r, slant, half = rng.uniform(0.24, 0.36), rng.uniform(52, 74), rng.uniform(0.42, 0.7)
    out = r * rng.uniform(1.0, 1.2)
    pen = Pen().ring((0, 0.5), r, sides=_sides(rng))
    for side in (-1, 1):
        x, y = _polar(slant - 90, side * out, 0, 0.5)
        pen.line(_polar(slant + 180, half, x, y), _polar(slant, half, x, y))
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
    return _in_frame(Pen().line((w, 0.15), (0, 0.15), _polar(angle, length, 0, 0.15)).shape(), rng)


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
        x, y = _polar(angle - 90, side * gap / 2, 0, 0.5)
        pen.line(_polar(angle + 180, length / 2, x, y), _polar(angle, length / 2, x, y))
    return _in_frame(pen.shape(), rng)


def position(rng: Rng) -> Shape:
    """A ring with a cross that reaches beyond it."""
    r = rng.uniform(0.25, 0.42)
    reach = r * rng.uniform(1.25, 2.0)
    pen = Pen().ring((0, 0.5), r, sides=_sides(rng)).line((-reach, 0.5), (reach, 0.5))
    return _in_frame(pen.line((0, 0.5 - reach), (0, 0.5 + reach)).shape(), rng)


def concentricity(rng: Rng) -> Shape:
    """Two rings about one centre."""
    r = rng.uniform(0.42, 0.65)
    sides = _sides(rng)
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


def _head(tip: tuple[float, float], angle: float, length: float, width: float, kind: str) -> Shape:
    """An arrow head at `tip` pointing along `angle`: "filled", "hollow", "open" or "ribbed" (of three lines)."""
    back = _polar(angle + 180, length, *tip)
    one, two = _polar(angle + 90, width / 2, *back), _polar(angle - 90, width / 2, *back)
    if kind == "filled":
        return Pen().fill(tip, one, two).line(tip, one, two, tip).shape()
    pen = Pen().line(one, tip, two, *([one] if kind == "hollow" else []))
    return pen.line(back, tip).shape() if kind == "ribbed" else pen.shape()


def _kind(rng: Rng) -> str:
    return str(rng.choice(["filled", "filled", "hollow", "open"]))


def circular_runout(rng: Rng) -> Shape:
    """One slanted arrow."""
    angle, length = rng.uniform(36, 62), rng.uniform(0.8, 1.4)
    size, kind = length * rng.uniform(0.25, 0.5), _kind(rng)
    tip = _polar(angle, length)
    shape = _head(tip, angle, size, size * rng.uniform(0.4, 0.9), kind)
    stop = _polar(angle, length - (size if kind == "hollow" else size * 0.3))
    return _in_frame(shape + Pen().line((0, 0), stop).shape(), rng)


def total_runout(rng: Rng) -> Shape:
    """Two slanted arrows on a common base."""
    angle, length, gap = rng.uniform(38, 62), rng.uniform(0.8, 1.4), rng.uniform(0.4, 0.85)
    size, kind = length * rng.uniform(0.22, 0.45), _kind(rng)
    width = size * rng.uniform(0.4, 0.9)
    pen = Pen().line((0, 0), (gap, 0)) if rng.random() < 0.9 else Pen()
    heads = Shape()
    for x in (0.0, gap):
        heads += _head(_polar(angle, length, x), angle, size, width, kind)
        pen.line((x, 0), _polar(angle, length - (size if kind == "hollow" else size * 0.3), x))
    return _in_frame(heads + pen.shape(), rng)


def depth(rng: Rng) -> Shape:
    """An arrow down from a bar (ISO 129-1, ASME Y14.5 6.3.24)."""
    w, h = rng.uniform(0.28, 0.62), rng.uniform(0.8, 1.1)
    kind = str(rng.choice(["open", "open", "filled", "hollow"]))
    size, width = h * rng.uniform(0.3, 0.65), w * rng.uniform(0.9, 2.0)
    pen = Pen().line((-w, h), (w, h)).line((0, h), (0, size if kind == "hollow" else 0.1))
    return pen.shape() + _head((0, 0), -90, size, width, kind)


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
    pen = Pen().line((-x, left), (0, 0), _polar(tilt, right / math.sin(math.radians(tilt))))
    if rng.random() < 0.25:
        end = _polar(tilt, right / math.sin(math.radians(tilt)))
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


def arrow_head(rng: Rng) -> Shape:
    """A dimension line's head, filled or hollow, at any angle, perhaps with a stub of its line."""
    length = rng.uniform(0.5, 1.8)
    width = length / rng.uniform(1.8, 6.5)
    kind = str(rng.choice(["filled", "filled", "filled", "filled", "hollow", "hollow", "ribbed"]))
    shape = _head((0, 0.5), 0, length, width, kind)
    if rng.random() < 0.25:
        start = -length if rng.random() < 0.7 else 0.0
        shape += Pen().line((start, 0.5), (-length * rng.uniform(1.1, 2.2), 0.5)).shape()
    turn = 90 * int(rng.integers(4)) if rng.random() < 0.7 else rng.uniform(0, 360)
    return shape.turned(turn)


def arrow_open(rng: Rng) -> Shape:
    """A head of two lines, lying."""
    length, width = rng.uniform(0.4, 1.2), rng.uniform(0.2, 0.6)
    return _head((0, 0.5), 180 * int(rng.integers(2)), length, width, "open")


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
