"""Views of parts, and the dimensions that belong to them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from .hand import Box, Hand, Point, Stroke, arc, polar, rectangle
from .spec import Spec
from .wording import hole, step, toleranced

Side = Literal["top", "bottom", "left", "right"]


@dataclass
class View:
    """A view: its origin on the sheet (mm), and mm of paper per drawing unit."""

    hand: Hand
    rng: random.Random
    x: float
    y: float
    scale: float
    box: Box = (0, 0, 0, 0)
    """The outline's box in drawing units."""
    taken: dict[tuple[str, int], list[tuple[float, float]]] = field(default_factory=dict)
    """Stretches of dimension lines by side and level, so that no two run into each other."""

    def at(self, x: float, y: float) -> Point:
        """A place of the part on the sheet."""
        return self.x + x * self.scale, self.y + y * self.scale

    def path(self, points: Sequence[Point], kind: Any = "outline") -> None:
        """A line through places of the part."""
        self.hand.put(Stroke(tuple(self.at(*p) for p in points), kind))

    def circle(self, x: float, y: float, radius: float, kind: Any = "outline") -> None:
        """A circle of the part."""
        self.hand.put(Stroke(arc(self.at(x, y), radius * self.scale), kind))

    def cross(self, x: float, y: float, radius: float) -> None:
        """Centre lines of a hole."""
        over = radius + 2.0 / self.scale
        self.path(((x - over, y), (x + over, y)), "centre")
        self.path(((x, y - over), (x, y + over)), "centre")

    def outside(self, side: Side, p: Point, q: Point, spec: Spec, first: int = 1, levels: int = 5) -> bool:
        """A dimension beside the view, at the first free level."""
        hand, look = self.hand, self.hand.look
        a, b = self.at(*p), self.at(*q)
        x0, y0 = self.at(self.box[0], self.box[1])
        x1, y1 = self.at(self.box[2], self.box[3])
        pitch = look.level
        if look.upright and side in ("left", "right"):
            pitch = max(pitch, 0.6 * hand.size(hand.block(spec, (0, 0), (0, 0)))[0] + look.text)
        low, high = sorted((a[0], b[0]) if side in ("top", "bottom") else (a[1], b[1]))
        for level in range(first, first + levels):
            lane = self.taken.setdefault((side, level), [])
            if any(low < v - 0.1 and u + 0.1 < high for u, v in lane):
                continue
            far = level * pitch + 1
            at = {"top": (x0, y1 + far), "bottom": (x0, y0 - far), "left": (x0 - far, y0), "right": (x1 + far, y0)}[
                side
            ]
            if hand.linear(a, b, at, 0 if side in ("top", "bottom") else 90, spec):
                lane.append((low, high))
                return True
        return False

    def callout(self, x: float, y: float, radius: float, spec: Spec, style: str | None = None) -> bool:
        """A leader from a circle's edge to a callout where there is room."""
        angles = [30, 45, 60, 120, 135, 150, 210, 225, 315, 330, 300, 240, 75, 105, 20, 160]
        self.rng.shuffle(angles)
        centre = self.at(x, y)
        for length in (12, 18, 26, 36, 50, 68):
            for angle in angles:
                if self.hand.leader(
                    polar(centre, angle, radius * self.scale),
                    polar(centre, angle, radius * self.scale + length),
                    spec,
                    style=style,
                ):
                    return True
        return False


def _value(a: float, b: float) -> float:
    return round(abs(b - a), 4)


def _grid(value: float, unit: float) -> float:
    return round(round(value / unit) * unit, 4)


def chain(view: View, side: Side, stops: Sequence[float], rate: float, baseline: bool = False) -> None:
    """Dimensions between stops along a side, in a chain or from a common base, and the total behind them."""
    hand, rng = view.hand, view.rng
    x0, y0, x1, y1 = view.box
    along_x = side in ("top", "bottom")
    edge = {"top": y1, "bottom": y0, "left": x0, "right": x1}[side]
    place: Callable[[float], Point] = (lambda v: (v, edge)) if along_x else (lambda v: (edge, v))
    pairs = [(stops[0], s) for s in stops[1:]] if baseline else list(pairwise(stops))
    for a, b in pairs:
        if _value(a, b) * view.scale < 2:
            continue
        view.outside(side, place(a), place(b), toleranced(rng, Spec("linear", _value(a, b)), rate, hand.office))
    if not baseline and len(stops) > 2:
        view.outside(
            side,
            place(stops[0]),
            place(stops[-1]),
            toleranced(rng, Spec("linear", _value(stops[0], stops[-1])), rate, hand.office),
            first=2,
        )


def ordinates(view: View, side: Side, stops: Sequence[float]) -> None:
    """Ordinates of stops along a side, with their zero."""
    look = view.hand.look
    x0, y0, x1, y1 = view.box
    last = -1e9
    for stop in sorted(stops):
        if (stop - last) * view.scale < 1.7 * look.text:
            continue
        if side in ("top", "bottom"):
            feature = view.at(stop, y1 if side == "top" else y0)
            end = (feature[0], feature[1] + (8 if side == "top" else -8))
            done = view.hand.ordinate(feature, end, "x", Spec("ordinate", _value(x0, stop)))
        else:
            feature = view.at(x0 if side == "left" else x1, stop)
            end = (feature[0] + (-8 if side == "left" else 8), feature[1])
            done = view.hand.ordinate(feature, end, "y", Spec("ordinate", _value(y0, stop)))
        last = stop if done else last


def plate(view: View, width: float, height: float, thickness: float, rate: float) -> None:  # noqa: C901, PLR0912, PLR0915
    """A milled plate with chamfers or rounded corners and groups of holes."""
    rng, hand = view.rng, view.hand
    unit = step(hand.office)
    view.box = (0, 0, width, height)
    corner = _grid(min(width, height) * rng.uniform(0.08, 0.18), unit)
    shape = rng.choice(("round", "chamfer", "step", "plain"))
    if shape == "round":
        points = [
            q
            for c, a in (
                ((width - corner, corner), -90),
                ((width - corner, height - corner), 0),
                ((corner, height - corner), 90),
                ((corner, corner), 180),
            )
            for q in arc(c, corner, a, a + 90)
        ]
    elif shape == "chamfer":
        points = [(corner, 0), (width, 0), (width, height), (corner, height), (0, height - corner), (0, corner)]
    elif shape == "step":
        points = [
            (0, 0),
            (width, 0),
            (width, height - 2 * corner),
            (width - 3 * corner, height - 2 * corner),
            (width - 3 * corner, height),
            (0, height),
        ]
    else:
        points = [(0, 0), (width, 0), (width, height), (0, height)]
    view.path([*points, points[0]])
    d = _grid(min(width, height) * rng.uniform(0.08, 0.14), unit)
    margin = _grid(max(1.3 * corner, 1.2 * d, width * 0.12), unit)
    holes = [(margin, margin), (_grid(width, unit) - margin, margin), (margin, height - margin)]
    if shape != "step":
        holes.append((width - margin, height - margin))
    for x, y in holes:
        view.circle(x, y, d / 2)
        view.cross(x, y, d / 2)
    big = _grid(min(width, height) * rng.uniform(0.2, 0.3), unit)
    cx, cy = _grid(width * rng.uniform(0.42, 0.55), unit), _grid(height * rng.uniform(0.45, 0.55), unit)
    view.circle(cx, cy, big / 2)
    view.cross(cx, cy, big / 2)
    count = len(holes) if rng.random() < 0.85 else 1
    way = rng.choice(("chain", "chain", "baseline", "ordinate"))
    xs, ys = sorted({0.0, margin, cx, width - margin, width}), sorted({0.0, margin, cy, height - margin, height})
    sides: tuple[Side, Side] = (rng.choice(("top", "bottom")), rng.choice(("left", "right")))
    if way == "ordinate":
        ordinates(view, sides[0], xs)
        ordinates(view, sides[1], ys)
    else:
        chain(view, sides[0], xs if way == "chain" else xs[:4], rate, way == "baseline")
        chain(view, sides[1], ys if way == "chain" else ys[:4], rate, way == "baseline")
        if way == "baseline":
            view.outside(
                "top" if sides[0] == "bottom" else "bottom",
                (0, 0),
                (width, 0),
                Spec("linear", width, style=rng.randrange(12)),
            )
    extras(view, width, height, thickness, rate, [(cx, cy, big), *((x, y, d) for x, y in holes)])
    view.callout(holes[0][0], holes[0][1], d / 2, hole(rng, d, count, hand.office, thickness))
    centre = (
        hole(rng, big, 1, hand.office, thickness)
        if rng.random() < 0.3 and big < 21
        else toleranced(rng, Spec("diameter", big), 0.6, hand.office)
    )
    if (
        centre.kind != "diameter"
        or rng.random() < 0.6
        or not hand.radial(view.at(cx, cy), big / 2 * view.scale, rng.choice((30, 45, 60, 120, 210, 330)), centre)
    ):
        view.callout(cx, cy, big / 2, centre)
    if shape == "round":
        spec = toleranced(rng, Spec("radius", corner, rng.choice((1, 1, 4))), 0.2, hand.office)
        if not hand.radial(
            view.at(width - corner, height - corner), corner * view.scale, rng.choice((30, 45, 60)), spec
        ):
            view.callout(width - corner, height - corner, corner, spec)
    elif shape == "chamfer":
        middle = view.at(corner / 2, height - corner / 2)
        spec = Spec("chamfer", corner, angle=45.0 if rng.random() < 0.7 else None, style=rng.randrange(12))
        for length in (12, 20, 30):
            if hand.leader(middle, polar(middle, 135, length), spec) or hand.leader(
                middle, polar(middle, 110, length), spec
            ):
                break
        hand.angular(
            view.at(corner, 0),
            135,
            180,
            16 + view.hand.look.text,
            toleranced(rng, Spec("angle", 45.0), 0.2, hand.office),
        )
    elif shape == "step":
        view.outside(
            "top",
            (width - 3 * corner, height),
            (width, height - 2 * corner),
            toleranced(rng, Spec("linear", round(3 * corner, 4)), rate, hand.office),
        )
        view.outside(
            "right",
            (width, height - 2 * corner),
            (width - 3 * corner, height),
            toleranced(rng, Spec("linear", round(2 * corner, 4)), rate, hand.office),
        )


def extras(
    view: View, width: float, height: float, thickness: float, rate: float, taken: Sequence[tuple[float, float, float]]
) -> None:
    """A pocket and further holes inside a plate, each with its place and size where there is room."""
    rng, hand = view.rng, view.hand
    unit = step(hand.office)
    used = list(taken)
    for _ in range(rng.randint(1, 5)):
        d = max(unit, _grid(min(width, height) * rng.uniform(0.03, 0.09), unit))
        x, y = _grid(width * rng.uniform(0.15, 0.85), unit), _grid(height * rng.uniform(0.15, 0.85), unit)
        pocket = rng.random() < 0.35
        size = max(unit * 2, _grid(min(width, height) * rng.uniform(0.12, 0.22), unit)) if pocket else d
        if any(math.hypot(x - a, y - b) < 0.8 * (size + r) + 3 / view.scale for a, b, r in used):
            continue
        used.append((x, y, size))
        if pocket:
            tall = max(unit * 2, _grid(size * rng.uniform(0.5, 0.9), unit))
            view.path(
                rectangle((x - size / 2, y - tall / 2, x + size / 2, y + tall / 2)), rng.choice(("outline", "hidden"))
            )
            for a, b, at, turn, value in (
                (
                    (x - size / 2, y + tall / 2),
                    (x + size / 2, y + tall / 2),
                    (x, y + tall / 2 + 7 / view.scale),
                    0,
                    size,
                ),
                (
                    (x + size / 2, y - tall / 2),
                    (x + size / 2, y + tall / 2),
                    (x + size / 2 + 7 / view.scale, y),
                    90,
                    tall,
                ),
            ):
                hand.linear(
                    view.at(*a),
                    view.at(*b),
                    view.at(*at),
                    turn,
                    toleranced(rng, Spec("linear", value), rate, hand.office),
                )
        else:
            view.circle(x, y, d / 2)
            view.cross(x, y, d / 2)
            view.callout(x, y, d / 2, hole(rng, d, rng.choice((1, 1, 2, 3)), hand.office, thickness))
        for side, p, q, value in (("top", (0, y), (x, y), x), ("right", (x, 0), (x, y), y)):
            if rng.random() < 0.6:
                first = rng.choice((1, 2, 3))
                view.outside(side, p, q, toleranced(rng, Spec("linear", value), rate, hand.office), first=first)  # type: ignore[arg-type]  # a side's name


def edge_view(
    view: View, thickness: float, height: float, holes: Sequence[tuple[float, float]], rate: float, cut: bool
) -> None:
    """The plate from its side, with hidden holes or hatched."""
    view.box = (0, 0, thickness, height)
    view.path(rectangle((0, 0, thickness, height)))
    for y, d in holes:
        for side in (-d / 2, d / 2):
            view.path(((0, y + side), (thickness, y + side)), "outline" if cut else "hidden")
        view.path(((-2 / view.scale, y), (thickness + 2 / view.scale, y)), "centre")
    if cut:
        marks = sorted([0.0, height, *(y + s * d / 2 for y, d in holes for s in (-1, 1))])
        for low, high in list(pairwise(marks))[::2]:
            view.hand.hatch(tuple(view.at(*p) for p in rectangle((0, low, thickness, high))))
    view.outside(
        view.rng.choice(("top", "bottom")),
        (0, height),
        (thickness, height),
        toleranced(view.rng, Spec("linear", thickness), rate, view.hand.office),
    )


def shaft(view: View, lengths: Sequence[float], diameters: Sequence[float], rate: float) -> None:
    """A stepped shaft along x, its axis at y = 0."""
    rng, hand = view.rng, view.hand
    top = max(diameters) / 2
    total = round(sum(lengths), 4)
    view.box = (0, -top, total, top)
    stops = [0.0]
    for length, d in zip(lengths, diameters, strict=True):
        view.path(rectangle((stops[-1], -d / 2, stops[-1] + length, d / 2)))
        stops.append(round(stops[-1] + length, 4))
    view.path(((-4 / view.scale, 0), (total + 4 / view.scale, 0)), "centre")
    office = hand.office
    for i, d in enumerate(diameters):
        x0, x1 = stops[i], stops[i + 1]
        kind = "square" if rng.random() < 0.05 else "diameter"
        spec = toleranced(rng, Spec(kind, d), min(1.0, 1.6 * rate), office)
        a, b = (x0, -d / 2), (x0, d / 2)
        if i == 0 and view.outside("left", a, b, spec):
            continue
        if i == len(diameters) - 1 and view.outside("right", (x1, -d / 2), (x1, d / 2), spec):
            continue
        for share in (0.5, 0.3, 0.7, 0.2, 0.8):
            x = x0 + share * (x1 - x0)
            if hand.linear(view.at(x0, -d / 2), view.at(x0, d / 2), view.at(x, 0), 90, replace(spec, style=spec.style)):
                break
    chain(view, "bottom", stops, rate, rng.random() < 0.3)
    size = _grid(0.05 * top * 2, step(office)) or step(office)
    tip = view.at(total, diameters[-1] / 2)
    spec = Spec(
        "chamfer", size, rng.choice((1, 1, 2)), angle=45.0 if rng.random() < 0.75 else None, style=rng.randrange(12)
    )
    for angle in (60, 45, 75, 30):
        if hand.leader(tip, polar(tip, angle, 14), spec):
            break
    thread = hole(rng, diameters[0] * 0.4, 1, office, lengths[0])
    if thread.kind == "thread":
        view.callout(0, 0, 0.01, thread)


def flange(view: View, diameter: float, thickness: float, rate: float) -> None:
    """A round flange with a pitch circle."""
    rng, hand = view.rng, view.hand
    office, unit = hand.office, step(hand.office)
    r = diameter / 2
    view.box = (-r, -r, r, r)
    bore, pitch, small = (
        _grid(diameter * s, unit) for s in (rng.uniform(0.25, 0.4), rng.uniform(0.66, 0.74), rng.uniform(0.07, 0.1))
    )
    for d, kind in ((diameter, "outline"), (bore, "outline"), (pitch, "centre")):
        view.circle(0, 0, d / 2, kind)
    view.cross(0, 0, r)
    count = rng.choice((3, 4, 6, 8))
    start = rng.choice((0, 45, 30, 90))
    for i in range(count):
        x, y = polar((0, 0), start + 360 * i / count, pitch / 2)
        view.circle(x, y, small / 2)
        view.cross(x, y, small / 2)
    x, y = polar((0, 0), start, pitch / 2)
    view.callout(x, y, small / 2, hole(rng, small, count, office, thickness))
    for d, angle in ((bore, 20.0), (diameter, 70.0), (pitch, 110.0)):
        spec = toleranced(rng, Spec("diameter", d), rate, office)
        if rng.random() < 0.5 and hand.radial(view.at(0, 0), d / 2 * view.scale, angle, spec):
            continue
        if not view.callout(0, 0, d / 2, spec):
            view.outside(rng.choice(("left", "right")), (0, -d / 2), (0, d / 2), spec)
    if count != 8:
        hand.angular(
            view.at(0, 0),
            start,
            start + 360 / count,
            (pitch / 2 + small) * view.scale,
            toleranced(rng, Spec("angle", 360.0 / count), 0.3, office),
        )


def bracket(view: View, width: float, height: float, rate: float) -> None:
    """A bent bracket: slopes, angles, a slot, radii, aligned dimensions."""
    rng, hand = view.rng, view.hand
    office, unit = hand.office, step(hand.office)
    slope = rng.choice((30.0, 45.0, 60.0))
    rise = _grid(height * 0.45, unit)
    run = rise / math.tan(math.radians(slope))
    low = round(height - rise, 4)
    view.box = (0, 0, width, height)
    view.path(((0, 0), (width, 0), (width, low), (width - run, height), (0, height), (0, 0)))
    hand.angular(
        view.at(width, low),
        90,
        180 - slope,
        24 + hand.look.text,
        toleranced(rng, Spec("angle", 90 - slope), 0.3, office),
    )
    chain(view, "bottom", (0.0, _grid(width * 0.25, unit), width), rate)
    chain(view, "left", (0.0, _grid(height * 0.3, unit), height), rate)
    view.outside("right", (width, 0), (width, low), toleranced(rng, Spec("linear", low), rate, office))
    slot, radius = _grid(width * 0.25, unit), _grid(height * 0.08, unit)
    x, y = _grid(width * 0.25, unit), _grid(height * 0.3, unit)
    view.path([*arc((x, y), radius, 90, 270), *arc((x + slot, y), radius, -90, 90), (x, y + radius)])
    view.cross(x, y, radius)
    view.cross(x + slot, y, radius)
    spec = toleranced(rng, Spec("linear", slot), rate, office)
    for dy in (3.5, -3.5, 6, -6):
        if hand.linear(view.at(x, y), view.at(x + slot, y), view.at(x, y + dy * radius), 0, spec):
            break
    spec = Spec("radius", radius, rng.choice((1, 2)), style=rng.randrange(12))
    if not hand.radial(view.at(x + slot, y), radius * view.scale, rng.choice((30, 330, 60)), spec):
        view.callout(x + slot, y, radius, spec)
    d = _grid(height * 0.14, unit)
    hx, hy = _grid(width * 0.2, unit), _grid(height * 0.72, unit)
    view.circle(hx, hy, d / 2)
    view.cross(hx, hy, d / 2)
    view.callout(hx, hy, d / 2, hole(rng, d, 1, office, height / 4))
    chain(view, "top", (0.0, hx), rate)
