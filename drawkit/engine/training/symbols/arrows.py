"""Arrow heads as CAD systems draw them: filled, hollow, open or of three lines."""

from __future__ import annotations

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.shapes import Pen, Shape, polar


def head(tip: tuple[float, float], angle: float, length: float, width: float, kind: str) -> Shape:
    """An arrow head at `tip` pointing along `angle`: "filled", "hollow", "open" or "ribbed" (of three lines)."""
    back = polar(angle + 180, length, *tip)
    one, two = polar(angle + 90, width / 2, *back), polar(angle - 90, width / 2, *back)
    if kind == "filled":
        return Pen().fill(tip, one, two).line(tip, one, two, tip).shape()
    pen = Pen().line(one, tip, two, *([one] if kind == "hollow" else []))
    return pen.line(back, tip).shape() if kind == "ribbed" else pen.shape()


def arrow_head(rng: Rng) -> Shape:
    """A dimension line's head, filled or hollow, at any angle, perhaps with a stub of its line."""
    length = rng.uniform(0.5, 1.8)
    width = length / rng.uniform(1.8, 6.5)
    kind = str(rng.choice(["filled", "filled", "filled", "filled", "hollow", "hollow", "ribbed"]))
    shape = head((0, 0.5), 0, length, width, kind)
    if rng.random() < 0.25:
        start = -length if rng.random() < 0.7 else 0.0
        shape += Pen().line((start, 0.5), (-length * rng.uniform(1.1, 2.2), 0.5)).shape()
    turn = 90 * int(rng.integers(4)) if rng.random() < 0.7 else rng.uniform(0, 360)
    return shape.turned(turn)


def arrow_open(rng: Rng) -> Shape:
    """A head of two lines, lying."""
    length, width = rng.uniform(0.4, 1.2), rng.uniform(0.2, 0.6)
    return head((0, 0.5), 180 * int(rng.integers(2)), length, width, "open")
