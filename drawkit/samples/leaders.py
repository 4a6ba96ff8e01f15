"""Leaders: callouts placed where they hit nothing, radii, angles, and labels of edges (ISO 129-1, 5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from .callouts import Spec, block_of
from .drafter import Drafter
from .pen import Point, Rect, grown, inside, joined, overlap, polar

DIRECTIONS: Final = (
    45.0,
    135.0,
    60.0,
    120.0,
    30.0,
    150.0,
    225.0,
    315.0,
    300.0,
    240.0,
    330.0,
    210.0,
    75.0,
    105.0,
    285.0,
    255.0,
)
_REACHES: Final = (12.0, 18.0, 25.0, 34.0, 45.0, 60.0, 78.0, 100.0)
_SHELF: Final = 4.0


@dataclass(frozen=True)
class _Way:
    """One way to lay a leader: tip, elbow, which side the shelf goes, and the box its text takes."""

    tip: Point
    elbow: Point
    side: int
    box: Rect
    arrow: float


def callout(
    drafter: Drafter,
    tip: Callable[[float], Point],
    spec: Spec,
    *,
    hole: bool = False,
    directions: Iterable[float] = DIRECTIONS,
    extra: tuple[float, float] = (0.0, 0.0),
) -> tuple[str, Rect, int]:
    """Lead a callout from `tip(direction)` to a free place.

    Returns the item's id, the box of the text (as wide as `extra`), and 1 or -1 for the side it went to.

    `extra`: width and height kept free below the text for what hangs there, such as feature control frames.
    """
    block = block_of(spec, drafter.habits)
    width = block.width(drafter.pen)
    way = find_way(drafter, tip, (width, block.above, block.below), directions, extra)
    draw_leader(drafter, way)
    x = way.box[0] if way.side > 0 else way.box[2] - width
    box = block.draw(drafter.pen, (x, way.box[3] - block.above))
    whole = (way.box[0], box[1], way.box[2], box[3])
    return drafter.note(spec, block, box, hole=hole), whole, way.side


def find_way(
    drafter: Drafter,
    tip: Callable[[float], Point],
    size: tuple[float, float, float],
    directions: Iterable[float],
    extra: tuple[float, float] = (0.0, 0.0),
) -> _Way:
    """Return the leader whose text hits the least; `size`: width, height above and below the last baseline."""
    ways = [
        _way(drafter, tip(direction), direction, reach, size, extra) for direction in directions for reach in _REACHES
    ]
    rough = sorted(((_rough_cost(drafter, way), index) for index, way in enumerate(ways)))
    best, chosen = float("inf"), ways[0]
    for least, index in rough:
        if least >= best:
            break
        cost = least + _line_cost(drafter, ways[index])
        if cost < best:
            best, chosen = cost, ways[index]
    return chosen


def _way(
    drafter: Drafter,
    tip: Point,
    direction: float,
    reach: float,
    size: tuple[float, float, float],
    extra: tuple[float, float],
) -> _Way:
    width, above, below = size
    elbow = polar(tip, reach, direction)
    side = 1 if -90 < (direction + 180) % 360 - 180 < 90 else -1
    start = elbow[0] + side * (_SHELF + 1)
    full = max(width, extra[0])
    x0 = start if side > 0 else start - full
    middle = 0.5 * drafter.habits.height
    top = elbow[1] + max(middle, above - middle if above < 2 * middle + 2 else middle + 1.0)
    return _Way(tip, elbow, side, (x0, top - above - below - extra[1], x0 + full, top), direction + 180)


def _rough_cost(drafter: Drafter, way: _Way) -> float:
    """Weigh what speaks against a way, apart from lines: leaving the drawing space, text, views, length."""
    pen = drafter.pen
    box = grown(way.box, 1.2)
    end = (way.elbow[0] + way.side * _SHELF, way.elbow[1])
    cost = 0.0 if inside(box, drafter.limits) else 5000.0
    cost += 1000.0 * sum(overlap(box, other) for _, other in pen.texts)
    cost += 60.0 * sum(overlap(box, other) for other in pen.kept)
    cost += 400.0 * (pen.clear_way(way.tip, way.elbow) + pen.clear_way(way.elbow, end))
    length = abs(way.tip[0] - way.elbow[0]) + abs(way.tip[1] - way.elbow[1])
    return cost + 0.12 * length


def _line_cost(drafter: Drafter, way: _Way) -> float:
    """Weigh what lines through the text, and lines the leader speak against a way."""
    box = grown(way.box, 1.2)
    return 60.0 * len(drafter.pen.lines_in(box)) + 3.0 * _crossings(drafter, way)


def _crossings(drafter: Drafter, way: _Way) -> int:
    """How many lines the leader runs over."""
    box = joined([(*way.tip, *way.tip), (*way.elbow, *way.elbow)])
    return sum(_cut(way.tip, way.elbow, a, b) for a, b in drafter.pen.lines_in(box))


def _cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, c, d) != turn(b, c, d) and turn(a, b, c) != turn(a, b, d)


def draw_leader(drafter: Drafter, way: _Way) -> None:
    """Draw the leader's line and its arrow."""
    end = (way.elbow[0] + way.side * _SHELF, way.elbow[1])
    drafter.pen.line(way.tip, way.elbow, end, style="dimension")
    drafter.arrow(way.tip, way.arrow)


def on_circle(centre: Point, radius: float) -> Callable[[float], Point]:
    """Tips on a circle, seen from outside."""
    return lambda direction: polar(centre, radius, direction)


def at_point(point: Point) -> Callable[[float], Point]:
    """Return the same tip for every direction."""
    return lambda _direction: point


def angle_dimension(
    drafter: Drafter, vertex: Point, start: float, end: float, radius: float, spec: Spec, *, legs: float = 0.0
) -> str:
    """Draw an angle between directions `start` and `end` (degrees) around `vertex`, its arc at `radius` mm.

    `legs`: how far from the vertex the extension lines begin.
    """
    pen, habits = drafter.pen, drafter.habits
    for leg in (start, end):
        if legs < radius:
            pen.line(polar(vertex, legs + 1, leg), polar(vertex, radius + 2, leg), style="dimension")
    pen.arc(vertex, radius, start, end - start, "dimension")
    bend = habits.arrow_length / radius * 28.6  # half the arrow's length as an angle: the head follows the arc
    drafter.arrow(polar(vertex, radius, start), start - 90 + bend)
    drafter.arrow(polar(vertex, radius, end), end + 90 - bend)
    block = block_of(spec, habits)
    width = block.width(pen)
    middle = (start + end) / 2
    away = radius + 1.5 + abs(polar((0, 0), width / 2, middle)[0]) + abs(polar((0, 0), habits.height / 2, middle)[1])
    centre = polar(vertex, away, middle)
    box = block.draw(pen, (centre[0] - width / 2, centre[1] - habits.height / 2))
    return drafter.note(spec, block, box)
