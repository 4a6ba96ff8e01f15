"""A milled plate: bore, screw holes, threads on a pitch circle, dowels, a slot, and a section through them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from .callouts import Spec
from .fits import INCH_SCREWS, SCREWS
from .pen import Point, Rect, grown, hatch
from .studio import Studio


@dataclass(frozen=True)
class Hole:
    """One hole seen from the front: centre and radii in drawing units."""

    x: float
    y: float
    radius: float
    depth: float
    """From the front face; the plate's thickness when it goes through."""
    sunk: float = 0.0
    """Radius of a counterbore, a countersink or a recess at the front."""
    sunk_depth: float = 0.0
    cone: bool = False
    """The recess is a countersink."""
    thread: float = 0.0
    """Nominal thread radius; `radius` is then the core hole's."""


@dataclass(frozen=True)
class Group:
    """Holes that share one callout."""

    name: str
    spec: Spec
    holes: tuple[Hole, ...]


@dataclass(frozen=True)
class Plate:
    """The part in drawing units, its lower left corner at the origin."""

    width: float
    height: float
    thickness: float
    corner: float
    """Radius of the rounded corners."""
    inset: float
    """From the edges to the corner holes' centres."""
    bevel: tuple[float, float]
    """Width along the top and angle of the bevelled upper right corner; zero width: rounded like the others."""
    groups: tuple[Group, ...]
    pitch_circle: float
    dowel: float
    """From the left edge to the first dowel hole."""
    slot: tuple[float, float, float] | None = None
    """Length between centres, width, and height of its centre line above the lower edge."""

    def group(self, name: str) -> Group | None:
        """Return the group of that name, if the plate has one."""
        return next((group for group in self.groups if group.name == name), None)

    def solid_share(self, shares: tuple[float, ...]) -> float:
        """Return the first share of the height at which the section has material."""
        spans = [(h.y, max(h.radius, h.sunk, h.thread)) for g in self.groups for h in g.holes if h.x == self.width / 2]
        if self.slot:
            spans.append((self.slot[2], self.slot[1] / 2))
        margin = 0.035 * self.height
        free = (s for s in shares if all(abs(s * self.height - y) > r + margin for y, r in spans))
        return next(free, shares[0])

    @property
    def drop(self) -> float:
        """How far the bevel comes down the right edge."""
        return self.bevel[0] * math.tan(math.radians(self.bevel[1]))


def design(studio: Studio) -> Plate:
    """Choose sizes that a plate of this kind could have."""
    rng, neat = studio.rng, studio.neat
    inch = studio.settings.units == "inch"
    fine = 0.05 if inch else 1.0
    width, height = neat(rng.randrange(110, 171, 5), fine), neat(rng.randrange(85, 116, 5), fine)
    thickness = neat(rng.choice((12, 15, 16, 18, 20)), 0.0625 if inch else 1)
    inset = neat(rng.choice((11, 12, 14, 15)), fine)
    bore = neat(rng.choice((22, 26, 28, 30, 32, 35)), 0.0625 if inch else 1)
    circle = round(bore + neat(rng.choice((18, 20, 22)), fine), 4)
    dowel = neat(rng.choice((20, 22, 25)), fine)
    middle = (width / 2, height / 2)
    groups = [
        _corner_holes(studio, width, height, inset, thickness),
        _bore(studio, middle, bore, thickness),
        _threads(studio, middle, circle, thickness),
        _dowels(studio, (width, height), dowel, thickness),
    ]
    slot = _slot_sizes(studio, (height - circle) / 2) if rng.random() < 0.7 else None
    bevel = (neat(rng.choice((18, 20, 22)), fine), float(rng.choice((30, 45)))) if rng.random() < 0.5 else (0.0, 0.0)
    if bevel[0]:
        groups[0] = _without_bevelled(groups[0])
    corner = neat(rng.choice((5, 6, 8)), fine)
    return Plate(width, height, thickness, corner, inset, bevel, tuple(groups), circle, dowel, slot)


def _slot_sizes(studio: Studio, free: float) -> tuple[float, float, float] | None:
    """Length, width and height of a slot in the `free` height below the pitch circle, if there is room."""
    inch = studio.settings.units == "inch"
    fine = 0.05 if inch else 1.0
    length = studio.neat(studio.rng.choice((16, 20, 24)), fine)
    width = studio.neat(studio.rng.choice((7, 8, 9)), 0.0625 if inch else 1)
    margin = studio.neat(5, fine)
    if free < width + 2.2 * margin:
        return None
    return length, width, studio.neat((margin + width / 2) * studio.habits.unit, fine)


def _without_bevelled(group: Group) -> Group:
    """Return the corner holes without the one where the bevel is."""
    return Group(group.name, replace(group.spec, quantity=3), group.holes[:3])


def _corner_holes(studio: Studio, width: float, height: float, inset: float, thickness: float) -> Group:
    places = ((width - inset, inset), (inset, inset), (inset, height - inset), (width - inset, height - inset))
    style = studio.choose("counterbore", "countersink", "plain")
    size, head, deep = _screw(studio)
    spec = Spec("diameter", size, 4, depth="THRU")
    if style == "counterbore":
        spec = replace(spec, counterbore=(head, deep))
        holes = [Hole(x, y, size / 2, thickness, head / 2, deep) for x, y in places]
    elif style == "countersink":
        angle = 82.0 if studio.settings.units == "inch" else 90.0
        wide = round(head * 1.1, 3) if studio.settings.units == "inch" else round(head * 1.15 * 2) / 2
        depth = (wide - size) / 2 / math.tan(math.radians(angle / 2))
        spec = replace(spec, countersink=(wide, angle))
        holes = [Hole(x, y, size / 2, thickness, wide / 2, depth, cone=True) for x, y in places]
    else:
        holes = [Hole(x, y, size / 2, thickness) for x, y in places]
    return Group("corners", spec, tuple(holes))


def _screw(studio: Studio) -> tuple[float, float, float]:
    """Clearance hole, and diameter and depth of its counterbore, in drawing units."""
    if studio.settings.units == "inch":
        _, _, clear, head, deep = studio.rng.choice(INCH_SCREWS[1:4])
    else:
        _, _, _, clear, head, deep = studio.rng.choice(SCREWS[1:4])
    return clear, head, deep


def _bore(studio: Studio, middle: Point, bore: float, thickness: float) -> Group:
    inch = studio.settings.units == "inch"
    if inch:
        spec = Spec("diameter", max=round(bore + 0.001, 4), min=bore, depth="THRU")
    elif studio.settings.standard == "asme":
        spec = Spec("diameter", bore, upper=0.025, lower=0.0, depth="THRU")
    else:
        spec = Spec("diameter", bore, fit="H7", depth="THRU" if studio.rng.random() < 0.5 else None)
    sunk = studio.neat(0, 1)
    deep = 0.0
    if studio.rng.random() < 0.7:
        sunk = round(bore + studio.neat(6, 0.05 if inch else 1), 4)
        deep = studio.neat(studio.rng.choice((3, 4, 5)), 0.01 if inch else 0.5)
    return Group("bore", spec, (Hole(*middle, bore / 2, thickness, sunk / 2, deep),))


def _threads(studio: Studio, middle: Point, circle: float, thickness: float) -> Group:
    count = studio.choose(4, 6)
    if studio.settings.units == "inch":
        name, nominal, *_ = studio.rng.choice(INCH_SCREWS[:2])
        core = nominal * 0.8
    else:
        nominal, pitch, core, *_ = studio.rng.choice(SCREWS[:2])
        name = f"M{nominal:g}" + (f"x{studio.habits.number(pitch)}-6H" if studio.rng.random() < 0.5 else "")
    deep = studio.neat(0.6 * thickness * studio.habits.unit, 0.05 if studio.settings.units == "inch" else 1)
    through = studio.rng.random() < 0.4
    spec = Spec("thread", nominal, count, thread=name, depth="THRU" if through else deep)
    holes = []
    for index in range(count):
        angle = math.radians(90 + 360 / count * index)
        x, y = middle[0] + circle / 2 * math.cos(angle), middle[1] + circle / 2 * math.sin(angle)
        holes.append(Hole(x, y, core / 2, thickness if through else deep, thread=nominal / 2))
    return Group("threads", spec, tuple(holes))


def _dowels(studio: Studio, size: Point, inset: float, thickness: float) -> Group:
    inch = studio.settings.units == "inch"
    pin = 0.25 if inch else studio.choose(5, 6, 8)
    if inch or studio.settings.standard == "asme":
        fine = 0.0005 if inch else 0.012
        spec = Spec("diameter", pin, 2, upper=fine, lower=0.0, depth="THRU")
    else:
        spec = Spec("diameter", pin, 2, fit="H7", depth="THRU")
    places = ((inset, size[1] / 2), (size[0] - inset, size[1] / 2))
    return Group("dowels", spec, tuple(Hole(x, y, pin / 2, thickness) for x, y in places))


@dataclass
class PlateDrawing:
    """The plate on its sheet: where the front view and the section lie."""

    studio: Studio
    plate: Plate
    scale: float
    origin: Point = (0.0, 0.0)
    """Lower left corner of the front view, mm on the sheet."""
    side: float = 0.0
    """Left edge of the section on the sheet."""
    boxes: list[Rect] = field(default_factory=list)

    @property
    def factor(self) -> float:
        """Millimetres on the sheet for one drawing unit."""
        return self.scale * self.studio.habits.unit

    def at(self, x: float, y: float) -> Point:
        """Return a point of the front view."""
        return self.origin[0] + x * self.factor, self.origin[1] + y * self.factor

    def cut_at(self, depth: float, y: float) -> Point:
        """Return a point of the section; `depth` counts from the front face."""
        first = self.studio.settings.standard == "iso"
        x = self.plate.thickness - depth if first else depth
        return self.side + x * self.factor, self.origin[1] + y * self.factor


def front_view(d: PlateDrawing) -> None:
    """Draw the outline, the holes with their centre lines, and the pitch circle."""
    pen, plate = d.studio.pen, d.plate
    _outline(d)
    for group in plate.groups:
        for hole in group.holes:
            _hole(d, hole)
    middle = d.at(plate.width / 2, plate.height / 2)
    pen.arc(middle, plate.pitch_circle / 2 * d.factor, style="centre")
    if plate.slot:
        _slot(d, plate.slot)
    over = 4 / d.factor
    pen.line(d.at(-over, plate.height / 2), d.at(plate.width + over, plate.height / 2), style="centre")
    box = (*d.at(0, 0), *d.at(plate.width, plate.height))
    pen.kept.append(grown(box, 0.5))
    d.boxes.append(box)


def _outline(d: PlateDrawing) -> None:
    pen, p = d.studio.pen, d.plate
    w, h, r = p.width, p.height, p.corner
    right, top = (p.drop, p.bevel[0]) if p.bevel[0] else (r, r)
    pen.line(d.at(r, 0), d.at(w - r, 0))
    pen.line(d.at(w, r), d.at(w, h - right))
    pen.line(d.at(w - top, h), d.at(r, h))
    pen.line(d.at(0, h - r), d.at(0, r))
    corners = [((r, r), 180), ((w - r, r), 270), ((r, h - r), 90), ((w - r, h - r), 0)]
    for (x, y), start in corners[: 3 if p.bevel[0] else 4]:
        pen.arc(d.at(x, y), r * d.factor, start, 90)
    if p.bevel[0]:
        pen.line(d.at(w - top, h), d.at(w, h - right))


def _hole(d: PlateDrawing, hole: Hole) -> None:
    pen, centre = d.studio.pen, d.at(hole.x, hole.y)
    pen.arc(centre, hole.radius * d.factor)
    if hole.sunk:
        pen.arc(centre, hole.sunk * d.factor)
    if hole.thread:
        pen.arc(centre, hole.thread * d.factor, 100, 262, style="thin")
    reach = max(hole.radius, hole.sunk, hole.thread) * d.factor + 2.5
    x, y = centre
    pen.line((x - reach, y), (x + reach, y), style="centre")
    pen.line((x, y - reach), (x, y + reach), style="centre")


def _slot(d: PlateDrawing, slot: tuple[float, float, float]) -> None:
    pen = d.studio.pen
    length, width, y = slot
    a, b = d.plate.width / 2 - length / 2, d.plate.width / 2 + length / 2
    for sign in (1, -1):
        pen.line(d.at(a, y + sign * width / 2), d.at(b, y + sign * width / 2))
    pen.arc(d.at(a, y), width / 2 * d.factor, 90, 180)
    pen.arc(d.at(b, y), width / 2 * d.factor, -90, 180)
    reach = width / 2 + 2.5 / d.factor
    pen.line(d.at(a - reach, y), d.at(b + reach, y), style="centre")
    for x in (a, b):
        pen.line(d.at(x, y - reach), d.at(x, y + reach), style="centre")


def section_view(d: PlateDrawing) -> None:
    """Draw the section through the plate's vertical centre line."""
    pen, p = d.studio.pen, d.plate
    corners = [d.cut_at(0, 0), d.cut_at(p.thickness, 0), d.cut_at(p.thickness, p.height), d.cut_at(0, p.height)]
    pen.line(*corners, closed=True)
    loops: list[list[Point]] = [corners]
    for group in p.groups:
        loops += [_cut_hole(d, hole) for hole in group.holes if abs(hole.x - p.width / 2) < 1e-6]
    if p.slot:
        _, width, y = p.slot
        slot = Hole(p.width / 2, y, width / 2, p.thickness)
        loops.append(_cut_hole(d, slot))
    hatch(pen, loops, 45, max(1.6, min(3.0, p.thickness * d.factor / 6)))
    xs = [x for x, _ in corners]
    box = (min(xs), corners[0][1], max(xs), corners[2][1])
    pen.kept.append(grown(box, 0.5))
    d.boxes.append(box)


def _cut_hole(d: PlateDrawing, hole: Hole) -> list[Point]:
    """Draw a hole's edges in the section; returns the loop that is free of hatching."""
    pen, t, r = d.studio.pen, d.plate.thickness, hole.radius
    through = hole.depth >= t
    profile = [(0.0, hole.sunk or r)]
    if hole.sunk and hole.cone:
        profile += [(hole.sunk_depth, r)]
    elif hole.sunk:
        profile += [(hole.sunk_depth, hole.sunk), (hole.sunk_depth, r)]
        pen.line(*(d.cut_at(hole.sunk_depth, hole.y + s * hole.sunk) for s in (1, -1)))
    if through:
        profile += [(t, r)]
    else:
        bottom = hole.depth * 1.25 if hole.thread else hole.depth
        profile += [(bottom, r), (bottom + r * 0.577, 0.0)]
        pen.line(*(d.cut_at(bottom, hole.y + s * r) for s in (1, -1)))
    for sign in (1, -1):
        pen.line(*(d.cut_at(u, hole.y + sign * v) for u, v in profile))
        if hole.thread:
            ends = [d.cut_at(u, hole.y + sign * hole.thread) for u in (0.0, min(hole.depth, t))]
            pen.line(*ends, style="thin")
    if hole.thread and not through:
        pen.line(*(d.cut_at(hole.depth, hole.y + s * hole.thread) for s in (1, -1)))
    over = 3 / d.factor
    pen.line(d.cut_at(-over, hole.y), d.cut_at(t + over, hole.y), style="centre")
    upper = [d.cut_at(u, hole.y + v) for u, v in profile]
    return upper + [d.cut_at(u, hole.y - v) for u, v in reversed(profile)]
