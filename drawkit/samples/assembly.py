"""An assembly: a shaft in two ball bearings, in a housing with a screwed cover, in full section."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from .pen import Point, Rect, hatch
from .strokefont import arc_points
from .studio import Studio

BEARINGS = (
    (20, 47, 14, "6204"),
    (25, 52, 15, "6205"),
    (30, 62, 16, "6206"),
    (35, 72, 17, "6207"),
    (40, 80, 18, "6208"),
)
"""Bore, outside diameter, width (mm) and designation of deep groove ball bearings (ISO 15)."""
LIP = 6.0
"""Length of the housing's lip that holds the left bearing, mm."""
COVER = 9.0
"""Thickness of the cover, mm."""


@dataclass(frozen=True)
class Unit:
    """The sizes of the unit, mm; the axis runs along x, the housing's left face is at zero."""

    bore: float
    outside: float
    wide: float
    bearing: str
    spread: float
    """Between the two bearings."""
    stub: float
    """Length of the shaft's left end."""
    screw: tuple[float, float]
    """Nominal diameter and length of the cover's screws."""
    screws: int

    @property
    def inner(self) -> tuple[float, float]:
        """Where the left and the right bearing begin."""
        return LIP, LIP + self.wide + self.spread

    @property
    def housing(self) -> float:
        """Length of the housing."""
        return LIP + 2 * self.wide + self.spread + 3

    @property
    def flange(self) -> float:
        """Outer radius of the cover and of the housing's flange."""
        return float(round(self.outside / 2 + 2.6 * self.screw[0]))

    @property
    def pitch(self) -> float:
        """Radius of the screws' pitch circle."""
        return self.outside / 2 + 1.25 * self.screw[0]

    @property
    def left(self) -> float:
        """Left end of the shaft."""
        return -12.0 - self.stub

    @property
    def right(self) -> float:
        """Right end of the shaft."""
        return self.housing + COVER + 22


def design(studio: Studio) -> Unit:
    """Choose sizes that such a unit could have."""
    rng = studio.rng
    bore, outside, wide, name = rng.choice(BEARINGS)
    screw = rng.choice(((5.0, 16.0), (6.0, 20.0), (6.0, 16.0)))
    return Unit(
        bore, outside, wide, name, float(rng.randrange(24, 46, 2)), float(rng.randrange(28, 46, 2)), screw,
        rng.choice((4, 6)),
    )  # fmt: skip


@dataclass
class UnitDrawing:
    """The unit on its sheet, in millimetres at a scale."""

    studio: Studio
    unit: Unit
    scale: float
    origin: Point = (0.0, 0.0)
    spots: dict[str, Point] = field(default_factory=dict)
    """A point within each part, for its balloon."""

    def at(self, x: float, r: float) -> Point:
        """Return a point of the section."""
        return self.origin[0] + x * self.scale, self.origin[1] + r * self.scale

    def solid(self, points: list[Point], name: str, angle: float, spot: Point, pitch: float = 2.4) -> None:
        """Draw a cut part: the outline in the upper half, mirrored, hatched; `spot` is where its balloon points."""
        for sign in (1, -1):
            loop = [self.at(x, sign * r) for x, r in points]
            self.studio.pen.line(*loop, closed=True)
            hatch(self.studio.pen, [loop], angle * sign, pitch)
        self.spots.setdefault(name, self.at(*spot))

    @property
    def box(self) -> Rect:
        """The box around the section."""
        u = self.unit
        return (*self.at(u.left, -u.flange), *self.at(u.right, u.flange))


def section(d: UnitDrawing) -> None:
    """Draw the unit in full section along its axis."""
    _shaft(d)
    _housing(d)
    for start in d.unit.inner:
        _bearing(d, start)
    _spacers(d)
    _cover(d)
    _seal(d)
    _ring(d)
    _screws(d)
    pen = d.studio.pen
    pen.line(d.at(d.unit.left - 5 / d.scale, 0), d.at(d.unit.right + 5 / d.scale, 0), style="centre")


def _rect(x0: float, x1: float, r0: float, r1: float) -> list[Point]:
    return [(x0, r0), (x1, r0), (x1, r1), (x0, r1)]


def _shaft(d: UnitDrawing) -> None:
    """Shafts and screws are drawn whole even where the plane cuts them (ISO 128-3)."""
    u, pen = d.unit, d.studio.pen
    r = u.bore / 2
    steps = ((u.left, -12.0, r - 3), (-12.0, LIP, r + 3.5), (LIP, u.right, r))
    for index, (a, b, radius) in enumerate(steps):
        c0, c1 = (1.0 if index == 0 else 0.0), (1.0 if index == 2 else 0.0)
        for sign in (1, -1):
            pen.line(d.at(a, sign * (radius - c0)), d.at(a + c0, sign * radius), d.at(b - c1, sign * radius))
            pen.line(d.at(b - c1, sign * radius), d.at(b, sign * (radius - c1)))
        for x, low in ((a, c0), (b, c1)):
            pen.line(d.at(x, radius - low), d.at(x, low - radius))
        if c0 or c1:
            face = a + c0 if c0 else b - c1
            pen.line(d.at(face, radius), d.at(face, -radius))
    d.spots["shaft"] = d.at(u.left + 0.18 * u.stub, 0.35 * r)
    key = _rect(u.left + 0.3 * u.stub, u.left + 0.9 * u.stub, r - 3 - 3.5, r - 3 + 3)
    pen.line(*(d.at(x, y) for x, y in key), closed=True)
    d.spots["key"] = d.at(u.left + 0.6 * u.stub, r - 2)


def _housing(d: UnitDrawing) -> None:
    u = d.unit
    body, bore, lip = u.outside / 2 + 9, u.outside / 2, u.outside / 2 - 4
    end, flange = u.housing, u.flange
    low, high = u.pitch - u.screw[0] / 2, u.pitch + u.screw[0] / 2
    deep = end - (u.screw[1] - COVER) - 3
    start = min(end - 13, deep - 4)
    profile = [(0.0, lip), (LIP, lip), (LIP, bore), (end, bore), (end, low), (deep, low), (deep, high), (end, high)]
    profile += [(end, flange), (start, flange), (start, body), (0.0, body)]
    for sign in (1, -1):
        d.studio.pen.line(d.at(0, sign * (u.bore / 2 + 3.5)), d.at(0, sign * lip))
        d.studio.pen.line(d.at(LIP, sign * (u.bore / 2 + 3.5)), d.at(LIP, sign * lip), style="thin")
    d.solid(profile, "housing", 45, (0.4 * start, body - 3.5), 3.0)


def _bearing(d: UnitDrawing, x: float) -> None:
    u, pen = d.unit, d.studio.pen
    b, w = u.wide, (u.outside - u.bore) / 2
    r0, r3 = u.bore / 2, u.outside / 2
    r1, r2 = r0 + 0.3 * w, r3 - 0.3 * w
    middle, ball = (r0 + r3) / 2, 0.3 * w
    half = (ball**2 - (r1 - middle) ** 2) ** 0.5
    angle = math.degrees(math.asin((middle - r1) / ball))
    centre = x + b / 2
    upper = arc_points(centre, middle, ball, ball, 180 - angle, angle, 15)
    lower = arc_points(centre, middle, ball, ball, 360 - angle, 180 + angle, 15)
    outer = [(x, r3), (x, r2), *upper, (x + b, r2), (x + b, r3)]
    inner = [(x + b, r0), (x + b, r1), *lower, (x, r1), (x, r0)]
    d.solid(outer, "bearing", 45, (centre - half * 0.2, middle), 1.6)
    d.solid(inner, "bearing", 45, (centre, middle), 1.6)
    for sign in (1, -1):
        pen.arc(d.at(centre, sign * middle), ball * d.scale)
        for edge in (x, x + b):
            pen.line(d.at(edge, sign * r1), d.at(edge, sign * r2), style="thin")
        for a, e in (((centre - ball - 1, middle), (centre + ball + 1, middle)),):
            pen.line(d.at(a[0], sign * a[1]), d.at(e[0], sign * e[1]), style="centre")


def _spacers(d: UnitDrawing) -> None:
    u = d.unit
    a, b = LIP + u.wide, LIP + u.wide + u.spread
    r0, r3 = u.bore / 2, u.outside / 2
    d.solid(_rect(a, b, r0, r0 + 4), "inner_spacer", -45, (a + 0.3 * u.spread, r0 + 2), 2.0)
    d.solid(_rect(a, b, r3 - 4, r3), "outer_spacer", -45, (a + 0.7 * u.spread, r3 - 2), 2.0)


def _cover(d: UnitDrawing) -> None:
    u = d.unit
    x = u.housing
    seal = u.bore / 2 + 6
    hole = u.screw[0] / 2 + 0.3
    spigot = u.outside / 2 - 4
    edge = x - 3
    inner = [(x, u.outside / 2), (edge, u.outside / 2), (edge, spigot), (x + 1, spigot), (x + 1, seal - 2)]
    inner += [(x + 2, seal - 2), (x + 2, seal), (x + COVER, seal), (x + COVER, u.pitch - hole), (x, u.pitch - hole)]
    d.solid(inner, "cover", -45, (x + COVER - 3, (seal + u.pitch) / 2), 2.4)
    for sign in (1, -1):
        d.studio.pen.line(d.at(x + COVER, sign * u.bore / 2), d.at(x + COVER, sign * seal))
    outer = _rect(x, x + COVER, u.pitch + hole, u.flange)
    d.solid(outer, "cover", -45, (0, 0), 2.4)


def _seal(d: UnitDrawing) -> None:
    u, x = d.unit, d.unit.housing + 2
    r0, r1 = u.bore / 2, u.bore / 2 + 6
    profile = [
        (x + 0.5, r1),
        (x + 0.5, r0 + 2.5),
        (x + 2, r0),
        (x + 3.4, r0 + 2),
        (x + 1.8, r0 + 4),
        (x + 6, r0 + 4.2),
        (x + 6, r1),
    ]
    d.solid(profile, "seal", 45, (x + 1.3, r0 + 3.4), 1.2)


def _ring(d: UnitDrawing) -> None:
    u = d.unit
    x = LIP + 2 * u.wide + u.spread
    d.solid(_rect(x, x + 1.5, u.bore / 2 - 1, u.bore / 2 + 3), "ring", -45, (x + 0.75, u.bore / 2 + 1.6), 1.0)


def _screws(d: UnitDrawing) -> None:
    u, pen = d.unit, d.studio.pen
    size, length = u.screw
    x = u.housing + COVER
    for sign in (1, -1):
        head = _rect(x, x + size, u.pitch - 0.83 * size, u.pitch + 0.83 * size)
        pen.line(*(d.at(a, sign * r) for a, r in head), closed=True)
        shank = _rect(x - length, x, u.pitch - size / 2, u.pitch + size / 2)
        pen.line(*(d.at(a, sign * r) for a, r in shank), closed=True)
        for off in (-0.4, 0.4):
            r = sign * (u.pitch + off * size)
            pen.line(d.at(x - length, r), d.at(x - COVER + 1, r), style="thin")
        ends = [d.at(a, sign * u.pitch) for a in (x - length - 4, x + size + 3)]
        pen.line(*ends, style="centre")
    d.spots["screw"] = d.at(x + 0.5 * size, u.pitch + 0.2 * size)


def end_view(d: UnitDrawing, centre: Point) -> None:
    """Draw the unit seen from its cover: circles, screw heads with hexagon sockets."""
    u, pen, f = d.unit, d.studio.pen, d.scale
    for radius in (u.flange, u.bore / 2 + 6, u.bore / 2, u.bore / 2 - 1):
        pen.arc(centre, radius * f)
    pen.arc(centre, u.pitch * f, style="centre")
    for index in range(u.screws):
        angle = math.radians(90 + 360 / u.screws * index)
        x, y = centre[0] + u.pitch * f * math.cos(angle), centre[1] + u.pitch * f * math.sin(angle)
        pen.arc((x, y), 0.83 * u.screw[0] * f)
        corners = arc_points(x, y, 0.48 * u.screw[0] * f, 0.48 * u.screw[0] * f, 30, 330, 60)
        pen.line(*corners, closed=True)
    reach = u.flange * f + 5
    pen.line((centre[0] - reach, centre[1]), (centre[0] + reach, centre[1]), style="centre")
    pen.line((centre[0], centre[1] - reach), (centre[0], centre[1] + reach), style="centre")
