"""The sheet of a turned part: side view, section through the keyway, fits, runout, textures."""

from __future__ import annotations

import math
from typing import Final, Literal

from .callouts import Spec, block_of
from .dimensioning import Rack
from .fits import deviations
from .frames import Frame, datum, lead_frame, texture, texture_width
from .leaders import at_point, callout
from .pen import Point, grown, hatch
from .shaft import Shaft, ShaftDrawing, design, keyway, side_view
from .sheet import best_scale
from .strokefont import arc_points
from .studio import Studio, facts_of, furnish, mass_text
from .words import SECTION

_LEFT: Final = ("end", "seat_a", "collar")
_RIGHT: Final = ("thread", "seat_b", "body")
"""The steps whose diameters stand beside each end."""


def draw(studio: Studio) -> None:
    """Draw the whole sheet of a shaft."""
    shaft = design(studio)
    unit = studio.habits.unit
    frame = studio.sheet.frame
    body = shaft.step("body").diameter
    specs = _diameter_specs(studio, shaft)
    sides = (_rack_width(studio, specs, _LEFT), _rack_width(studio, specs, _RIGHT))
    room = (frame[2] - frame[0] - sum(sides) - 75.0, 0.42 * (frame[3] - frame[1]))
    scale = best_scale((shaft.length + body) * unit, shaft.largest * unit, room)
    iso = studio.settings.standard == "iso"
    steels = ("42CrMo4+QT", "C45E", "16MnCr5", "34CrNiMo6") if iso else ("AISI 4140", "AISI 1045", "SAE 8620")
    material = studio.rng.choice(steels)
    volume = sum(0.7854 * (s.diameter * unit) ** 2 * s.length * unit for s in shaft.steps)
    mass = mass_text(studio, volume * 7.85e-6, 2)
    furnish(studio, facts_of(studio, scale, material=material, mass=mass))
    drawing = ShaftDrawing(studio, shaft, scale)
    _place(drawing, sides)
    side_view(drawing)
    keyway(drawing)
    _cut_line(drawing)
    _lengths(drawing)
    edge = _diameters(drawing, specs)
    _section(drawing, edge)
    _textures(drawing)
    _frames(drawing)
    _details(drawing)


def _rack_width(studio: Studio, specs: dict[str, Spec], names: tuple[str, ...]) -> float:
    """Room that the diameters beside an end take, mm."""
    blocks = [block_of(specs[name], studio.habits) for name in names]
    if studio.habits.level_text:
        return 6.0 + sum(block.width(studio.pen) + 3.0 for block in blocks)
    return 13.0 + sum(block.above + block.below + 3.2 for block in blocks)


def _place(d: ShaftDrawing, sides: tuple[float, float]) -> None:
    room = d.studio.room
    long = d.shaft.length * d.factor
    section = d.shaft.step("body").diameter * d.factor + 60
    spare = room[2] - room[0] - long - section - sum(sides)
    left = room[0] + sides[0] + max(0.0, spare) / 3
    axis = (room[1] + room[3]) / 2 + 0.06 * (room[3] - room[1])
    d.origin = (left, axis)


def _cut_line(d: ShaftDrawing) -> None:
    """Draw the cutting plane A-A: thick ends, arrows along the line of sight, letters (ISO 128-3)."""
    pen, shaft = d.studio.pen, d.shaft
    r = shaft.step("body").diameter / 2
    gap, thick = 3 / d.factor, 7 / d.factor
    for sign in (1, -1):
        near, far = d.at(d.cut, sign * (r + gap)), d.at(d.cut, sign * (r + gap + thick))
        pen.line(near, far, style="frame")
        tip = (far[0] - 7, far[1])
        pen.line(far, tip, style="thin")
        d.studio.drafter.arrow(tip, 180)
        low = far[1] + 1.2 if sign > 0 else far[1] - 6.2
        pen.text((far[0] - 6, low), "A", 5)
    d.below = d.at(0, -(r + gap + thick))[1] - 6.5


def _section(d: ShaftDrawing, edge: float) -> None:
    """Section A-A through the keyway, with the dimensions of the key."""
    pen, drafter = d.studio.pen, d.studio.drafter
    radius = d.shaft.step("body").diameter / 2 * d.factor
    width, depth = d.shaft.key[0] * d.factor, d.shaft.key[1] * d.factor
    centre = (edge + 18 + radius, d.origin[1])
    half = width / 2
    rise = (radius**2 - half**2) ** 0.5
    floor = radius - depth
    loop = _slotted(centre, radius, half, rise, floor)
    pen.line(*loop, closed=True)
    hatch(pen, [loop], 45, 2.5)
    for a, b in (((-radius - 4, 0), (radius + 4, 0)), ((0, -radius - 4), (0, radius + 4))):
        pen.line((centre[0] + a[0], centre[1] + a[1]), (centre[0] + b[0], centre[1] + b[1]), style="centre")
    box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    pen.kept.append(grown(box, 1.0))
    d.boxes.append(box)
    unit_width, unit_depth = d.shaft.key[:2]
    iso = d.studio.settings.units == "mm"
    wide = Spec(
        nominal=unit_width, fit="P9" if iso else None, upper=None if iso else 0.0, lower=None if iso else -0.002
    )
    across = Rack(drafter, "top", centre[1] + radius)
    across.add((centre[0] - half, centre[1] + rise), (centre[0] + half, centre[1] + rise), wide)
    top = across.draw()
    left = round(d.shaft.step("body").diameter - unit_depth, 4)
    up = Rack(drafter, "right", centre[0] + radius)
    low = 0.2 if iso else 0.005
    up.add(
        (centre[0], centre[1] - radius),
        (centre[0] + half, centre[1] + floor),
        Spec(nominal=left, upper=0.0, lower=-low),
    )
    up.draw()
    label = SECTION[d.studio.settings.language]
    written = pen.text((centre[0], top + 4), label, 5, anchor="middle")
    drafter.ledger.note("views", written, label, label=label, kind="section")


def _slotted(centre: Point, radius: float, half: float, rise: float, floor: float) -> list[Point]:
    start = math.degrees(math.atan2(rise, -half))
    end = math.degrees(math.atan2(rise, half)) + 360
    around = arc_points(*centre, radius, radius, start, end, 6)
    return [*around, (centre[0] + half, centre[1] + floor), (centre[0] - half, centre[1] + floor)]


def _lengths(d: ShaftDrawing) -> None:
    """Lengths below the view: steps, key and the whole."""
    shaft = d.shaft
    rack = Rack(d.studio.drafter, "bottom", min(d.below, d.at(0, -shaft.largest / 2)[1]))
    rack.first = 4.0 + d.studio.habits.height

    def span(a: float, b: float, ra: float, rb: float, spec: Spec) -> None:
        rack.add(d.at(a, -ra), d.at(b, -rb), spec)

    end, collar = shaft.step("end"), shaft.step("collar")
    fine = 0.1 if d.studio.settings.units == "mm" else 0.005
    a = shaft.start("seat_a")
    span(0, a, end.diameter / 2 - end.chamfer, shaft.step("seat_a").diameter / 2, Spec(nominal=end.length))
    span(a, shaft.start("collar"), end.diameter / 2, collar.diameter / 2, Spec(nominal=shaft.step("seat_a").length))
    c, b = shaft.start("collar"), shaft.start("body")
    body, seat_b, thread = shaft.step("body"), shaft.step("seat_b"), shaft.step("thread")
    span(c, b, collar.diameter / 2, collar.diameter / 2, Spec(nominal=collar.length, upper=0.0, lower=-fine))
    s, t = shaft.start("seat_b"), shaft.start("thread")
    span(s, t, body.diameter / 2, seat_b.diameter / 2, Spec(nominal=seat_b.length))
    span(t, shaft.length, seat_b.diameter / 2, thread.diameter / 2 - thread.chamfer, Spec(nominal=thread.length))
    whole = round(shaft.length, 4)
    span(0, shaft.length, end.diameter / 2 - end.chamfer, thread.diameter / 2 - thread.chamfer, Spec(nominal=whole))
    key = shaft.key
    span(b, b + key[3], collar.diameter / 2, key[0] / 2, Spec(nominal=key[3]))
    span(b + key[3], b + key[3] + key[2], 0, 0, Spec(nominal=key[2], upper=2 * fine, lower=0.0))
    rack.draw()


def _fit(studio: Studio, shaft: Shaft, name: str, fit: str) -> Spec:
    """Return a fitted diameter: symbol in millimetres, limits or deviations in inches."""
    nominal = shaft.step(name).diameter
    if studio.settings.units == "inch":
        return Spec("diameter", max=round(nominal + 0.0007, 4), min=round(nominal + 0.0002, 4))
    upper, lower = deviations(fit, nominal)
    if studio.settings.standard == "asme":
        return Spec("diameter", nominal, upper=upper, lower=lower)
    if studio.habits.fit_deviations:
        return Spec("diameter", nominal, fit=fit, upper=upper, lower=lower)
    return Spec("diameter", nominal, fit=fit)


def _diameter_specs(studio: Studio, shaft: Shaft) -> dict[str, Spec]:
    """Tell what the diameter of each step says."""
    screw = shaft.step("thread")
    return {
        "end": _fit(studio, shaft, "end", studio.choose("h6", "k6", "g6")),
        "seat_a": _fit(studio, shaft, "seat_a", "k6"),
        "collar": Spec("diameter", shaft.step("collar").diameter),
        "thread": Spec("thread", screw.diameter, thread=shaft.thread),
        "seat_b": _fit(studio, shaft, "seat_b", "k6"),
        "body": _fit(studio, shaft, "body", studio.choose("h6", "m6", "h7")),
    }


def _diameters(d: ShaftDrawing, specs: dict[str, Spec]) -> float:
    """Diameters at both ends, each with the datum of its bearing seat; returns the right edge."""
    _end_diameters(d, "left", {name: specs[name] for name in _LEFT}, "A")
    return _end_diameters(d, "right", {name: specs[name] for name in _RIGHT}, "B")


def _end_diameters(d: ShaftDrawing, side: Literal["left", "right"], specs: dict[str, Spec], label: str) -> float:
    shaft, drafter = d.shaft, d.studio.drafter
    left = side == "left"
    rack = Rack(drafter, side, d.at(0 if left else shaft.length, 0)[0])
    for name, spec in specs.items():
        step = shaft.step(name)
        x = shaft.start(name) + (step.chamfer if left else step.length - step.chamfer)
        r = step.diameter / 2
        rack.add(d.at(x, -r), d.at(x, r), spec)
    edge = rack.draw()
    seat = "seat_a" if left else "seat_b"
    r = shaft.step(seat).diameter / 2
    stem = (shaft.largest / 2 - r) * d.factor + 5
    datum(drafter, (rack.line_of(specs[seat]), d.at(0, -r)[1]), label, 270, stem)
    return edge


def _textures(d: ShaftDrawing) -> None:
    """Surface texture on the fitted steps, and the general one beside the title block."""
    drafter, inch = d.studio.drafter, d.studio.settings.units == "inch"
    values = {"seat_a": 0.8, "body": 1.6, "seat_b": 0.8} if not inch else {"seat_a": 32, "body": 63, "seat_b": 32}
    for name, value in values.items():
        step = d.shaft.step(name)
        high, wide = 2.4 * drafter.habits.height, texture_width(drafter, "Ra", value)
        for share in (0.3, 0.2, 0.4, 0.5, 0.6, 0.12, 0.7):
            x, y = d.at(d.shaft.start(name) + share * step.length, step.diameter / 2)
            texts, _, lines = drafter.pen.hits((x - 0.25 * wide, y + 0.6, x + 0.85 * wide, y + high))
            if not texts and not lines:
                texture(drafter, (x, y), "Ra", value)
                break
    x = d.studio.room[2] - 44
    general = 3.2 if not inch else 125
    texture(drafter, (x, d.studio.room[1] + 3), "Ra", general)


def _frames(d: ShaftDrawing) -> None:
    """Geometrical tolerances led to the surfaces they control."""
    fine = 1.0 if d.studio.settings.units == "mm" else 0.05
    options = [
        ("body", Frame("circular_runout", 0.02 * fine, datums=("A-B",))),
        ("seat_a", Frame("cylindricity", 0.005 * fine if fine == 1 else 0.0003)),
        ("seat_b", Frame("circularity", 0.005 * fine if fine == 1 else 0.0003)),
        ("collar", Frame("total_runout", 0.03 * fine, datums=("A-B",))),
        ("end", Frame("concentricity", 0.03 * fine, "diameter", datums=("A-B",))),
        ("body", Frame("straightness", 0.01 * fine)),
    ]
    for name, frame in d.studio.rng.sample(options, d.studio.choose(2, 3, 4)):
        tip = _free_spot(d, name)
        lead_frame(d.studio.drafter, tip, frame, (90.0, 75.0, 105.0, 60.0, 120.0))


def _free_spot(d: ShaftDrawing, name: str) -> Point:
    """Return a point on a step's upper outline with the least standing above it."""
    step, pen = d.shaft.step(name), d.studio.pen
    shares = (0.75, 0.85, 0.6, 0.5, 0.92, 0.3, 0.15)
    spots = [d.at(d.shaft.start(name) + share * step.length, step.diameter / 2) for share in shares]

    def busy(spot: Point) -> int:
        texts, _, lines = pen.hits((spot[0] - 1.5, spot[1] + 1, spot[0] + 1.5, spot[1] + 14))
        return 5 * texts + lines

    return min(spots, key=busy)


def _details(d: ShaftDrawing) -> None:
    """Chamfers, fillet and undercut by leaders."""
    shaft, drafter = d.shaft, d.studio.drafter
    first, last = shaft.steps[0], shaft.steps[-1]
    angle = 45.0 if drafter.habits.chamfer == "angle" else None
    tip = d.at(first.chamfer / 2, first.diameter / 2 - first.chamfer / 2)
    callout(
        drafter,
        at_point(tip),
        Spec("chamfer", first.chamfer, angle=angle),
        directions=(135.0, 120.0, 150.0, 105.0, 75.0),
    )
    tip = d.at(shaft.length - last.chamfer / 2, last.diameter / 2 - last.chamfer / 2)
    callout(
        drafter,
        at_point(tip),
        Spec("chamfer", last.chamfer, angle=angle),
        directions=(45.0, 60.0, 30.0, 75.0, 105.0, 120.0),
    )
    x = shaft.start("collar") - 0.3 * shaft.fillet
    tip = d.at(x, shaft.step("seat_a").diameter / 2 + 0.3 * shaft.fillet)
    callout(drafter, at_point(tip), Spec("radius", shaft.fillet), directions=(120.0, 105.0, 135.0))
    tip = d.at(shaft.start("thread") + shaft.groove[0] / 2, shaft.groove[1] / 2)
    callout(drafter, at_point(tip), Spec("diameter", shaft.groove[1]), directions=(75.0, 60.0, 90.0, 105.0))
