"""The sheet of a milled plate: views placed to scale, dimensions, hole callouts, tolerances."""

from __future__ import annotations

from .callouts import Spec
from .dimensioning import Rack, ordinates
from .frames import Frame, datum, frame_size, frames_below, lead_frame, texture
from .leaders import angle_dimension, callout, on_circle
from .pen import Point, inside
from .plate import Group, Plate, PlateDrawing, design, front_view, section_view
from .sheet import best_scale
from .studio import Studio, facts_of, furnish
from .words import SECTION


def draw(studio: Studio) -> None:
    """Draw the whole sheet of a plate."""
    plate = design(studio)
    unit = studio.habits.unit
    frame = studio.sheet.frame
    left = _left_room(studio, plate)
    room = (frame[2] - frame[0] - 133.0 - left, 0.48 * (frame[3] - frame[1]))
    scale = best_scale((plate.width + plate.thickness) * unit, plate.height * unit, room)
    iso = studio.settings.standard == "iso"
    metals = ("EN AW-6082-T6", "S355J2", "C45") if iso else ("6061-T6 ALUMINUM", "AISI 1018", "7075-T6 ALUMINUM")
    material = studio.rng.choice(metals)
    light = material.startswith(("EN AW", "6061", "7075"))
    finish = studio.choose(None, "ISO 7599 - AN 15" if light else "ISO 2081 - Fe/Zn 8", None)
    furnish(studio, facts_of(studio, scale, material=material, mass=None, finish=finish))
    d = PlateDrawing(studio, plate, scale)
    _place(d)
    front_view(d)
    section_view(d)
    _cut_line(d)
    left, low = _positions(d)
    _datums(d, left, low)
    _section_dimensions(d)
    if plate.bevel[0]:
        _bevel(d)
    _section_label(d)
    _hole_callouts(d)
    _outline_callouts(d)
    _other_frames(d)
    _textures(d)


def _left_room(studio: Studio, plate: Plate) -> float:
    """Room that the dimensions at the left of the front view take, mm."""
    tiers = 4 if plate.slot else 3
    if not studio.habits.level_text:
        return 25.0 + 9.0 * tiers
    return 24.0 + tiers * (studio.pen.width(studio.habits.number(plate.height), studio.habits.height) + 7.0)


def _place(d: PlateDrawing) -> None:
    room, plate = d.studio.room, d.plate
    wide = (plate.width + plate.thickness) * d.factor
    left = _left_room(d.studio, plate)
    gap = 64.0
    spare = max(0.0, room[2] - room[0] - wide - left - gap - 60)
    x = room[0] + left + spare / 4
    tall = plate.height * d.factor
    low = room[1] + 26 + 4 * d.studio.habits.height
    y = low + max(0.0, room[3] - 40 - low - tall) * 0.45
    d.origin = (x, y)
    d.side = x + plate.width * d.factor + gap + spare / 4


def _cut_line(d: PlateDrawing) -> None:
    """Draw the cutting plane A-A along the vertical centre line, arrows along the line of sight."""
    pen, plate = d.studio.pen, d.plate
    x = d.at(plate.width / 2, 0)[0]
    low, high = d.at(0, 0)[1], d.at(0, plate.height)[1]
    pen.line((x, low - 4), (x, high + 4), style="centre")
    sight = 1 if d.studio.settings.standard == "iso" else -1
    for edge, sign in ((low, -1), (high, 1)):
        end = (x, edge + sign * 9)
        pen.line((x, edge + sign * 3), end, style="frame")
        tip = (x + sight * 8, end[1])
        pen.line(end, tip, style="thin")
        d.studio.drafter.arrow(tip, 0.0 if sight > 0 else 180.0)
        pen.text((x + sight * 6, end[1] + (1.5 if sign > 0 else -6.5)), "A", 5, anchor="middle")


def _section_label(d: PlateDrawing) -> None:
    """Draw the section's label: above it under ISO, below it under ASME, where nothing else stands."""
    pen, plate = d.studio.pen, d.plate
    label = SECTION[d.studio.settings.language]
    middle, low = d.cut_at(plate.thickness / 2, 0)
    high = d.cut_at(0, plate.height)[1]
    half = pen.width(label, 5) / 2
    above, below = [high + y for y in (24, 20, 28, 16, 12, 8)], [low - y for y in (26, 30, 22, 36)]
    places = above + below if d.studio.settings.standard == "iso" else below + above

    def cost(y: float) -> int:
        box = (middle - half - 1, y - 1.5, middle + half + 1, y + 6.5)
        texts, kept, lines = pen.hits(box)
        return 5 * texts + 5 * kept + lines + (0 if inside(box, d.studio.room) else 20)

    y = min(places, key=lambda place: (cost(place), places.index(place)))
    written = pen.text((middle, y), label, 5, anchor="middle")
    d.studio.drafter.ledger.note("views", written, label, label=label, kind="section")


def _datums(d: PlateDrawing, left: float, low: float) -> None:
    """Datum A on the back face in the section, B and C on the left and lower edges, beyond the racks."""
    drafter, pen = d.studio.drafter, d.studio.pen
    iso = d.studio.settings.standard == "iso"
    share = d.plate.solid_share((0.12, 0.2, 0.05, 0.25, 0.3))
    back = d.cut_at(d.plate.thickness, share * d.plate.height)
    datum(drafter, back, "A", 180.0 if iso else 0.0, 7.0)
    x, y = d.origin
    for label, foot, direction in (("B", (x, low - 5), 180.0), ("C", (left - 5, y), 270.0)):
        edge = (x, y - 1) if label == "B" else (x - 1, y)
        beyond = (foot[0], foot[1] - 3) if label == "B" else (foot[0] - 3, foot[1])
        pen.line(edge, beyond, style="dimension")
        datum(drafter, foot, label, direction, 5.0)


def _positions(d: PlateDrawing) -> tuple[float, float]:
    """Where the holes are and how large the plate is; returns the outermost coordinates at the left and below."""
    p, drafter = d.plate, d.studio.drafter
    if d.studio.rng.random() < 0.3:
        xs = (0.0, p.inset, p.dowel, p.width / 2, p.width - p.inset, p.width)
        ys = (0.0, p.inset, p.height / 2, p.height - p.inset, p.height, *((p.slot[2],) if p.slot else ()))
        ordinates(drafter, "bottom", d.at(0, 0)[1], [(d.at(x, 0), round(x, 4)) for x in dict.fromkeys(xs)], 20)
        ordinates(drafter, "left", d.at(0, 0)[0], [(d.at(0, y), round(y, 4)) for y in dict.fromkeys(ys)], 24)
        return d.origin[0] - 12, d.origin[1] - 5
    basic = d.studio.rng.random() < 0.6
    below = Rack(drafter, "bottom", d.at(0, 0)[1] - 12)
    beside = Rack(drafter, "left", d.at(0, 0)[0] - 4)
    inset, w, h = p.inset, p.width, p.height

    def exact(value: float) -> Spec:
        return Spec(nominal=round(value, 4), basic=basic)

    below.add(d.at(0, 0), d.at(inset, inset), exact(inset))
    below.add(d.at(inset, inset), d.at(w - inset, inset), exact(w - 2 * inset))
    below.add(d.at(0, 0), d.at(w, 0), Spec(nominal=w, upper=_fine(d, 0.2), lower=-_fine(d, 0.2)))
    beside.add(d.at(0, 0), d.at(inset, inset), exact(inset))
    beside.add(d.at(0, 0), d.at(p.dowel, h / 2), exact(h / 2))
    beside.add(d.at(0, 0), d.at(0, h), Spec(nominal=h, upper=0.0, lower=-_fine(d, 0.3)))
    beside.add(d.at(inset, inset), d.at(inset, h - inset), exact(h - 2 * inset))
    below.add(d.at(p.dowel, h / 2), d.at(w - p.dowel, h / 2), exact(w - 2 * p.dowel))
    if p.slot:
        length, _, y = p.slot
        ends = [d.at(w / 2 + sign * length / 2, y) for sign in (-1, 1)]
        below.add(ends[0], ends[1], Spec(nominal=length))
        if y != inset:
            beside.add(d.at(0, 0), ends[0], exact(y))
    return beside.draw(), below.draw()


def _fine(d: PlateDrawing, value: float) -> float:
    """Return a tolerance in drawing units."""
    return value if d.studio.settings.units == "mm" else round(value / 20, 3)


def _section_dimensions(d: PlateDrawing) -> None:
    """Thickness and recess in the section."""
    p, drafter = d.plate, d.studio.drafter
    rack = Rack(drafter, "bottom", d.at(0, 0)[1])
    spec = Spec(nominal=p.thickness, upper=_fine(d, 0.1), lower=-_fine(d, 0.1))
    rack.add(d.cut_at(0, 0), d.cut_at(p.thickness, 0), spec)
    rack.draw()
    bore = p.group("bore")
    if bore and bore.holes[0].sunk:
        hole = bore.holes[0]
        recess = Rack(drafter, "top", d.at(0, p.height)[1])
        face, floor = d.cut_at(0, p.height), d.cut_at(hole.sunk_depth, hole.y + hole.sunk)
        recess.add(face, floor, Spec(nominal=hole.sunk_depth, upper=_fine(d, 0.1), lower=0.0))
        recess.draw()
        wide = Rack(drafter, "right", d.cut_at(p.thickness if d.studio.settings.standard != "iso" else 0, 0)[0])
        spec = Spec("diameter", round(2 * hole.sunk, 4))
        x = d.cut_at(0, 0)[0]
        wide.add((x, d.cut_at(0, hole.y - hole.sunk)[1]), (x, d.cut_at(0, hole.y + hole.sunk)[1]), spec)
        wide.draw()


def _hole_callouts(d: PlateDrawing) -> None:
    """Draw a leader for each group of holes, feature control frames below."""
    near: dict[str, tuple[float, ...]] = {
        "corners": (330.0, 315.0, 345.0, 0.0, 15.0, 300.0),
        "bore": (60.0, 120.0, 45.0, 135.0, 30.0, 315.0, 300.0),
        "threads": (135.0, 120.0, 45.0, 60.0, 315.0, 300.0, 225.0),
        "dowels": (30.0, 15.0, 45.0, 330.0, 345.0, 60.0),
    }
    index = {"corners": 0, "bore": 0, "threads": 0, "dowels": 1}
    for group in d.plate.groups:
        hole = group.holes[min(index[group.name], len(group.holes) - 1)]
        radius = max(hole.radius, hole.sunk, hole.thread)
        if group.name == "bore":
            radius = hole.radius
        frames = _frames_of(d, group)
        sizes = [frame_size(d.studio.drafter, f) for f in frames]
        extra = (max((w for w, _ in sizes), default=0.0), sum(h for _, h in sizes) + (1.2 if sizes else 0.0))
        tip = on_circle(d.at(hole.x, hole.y), radius * d.factor)
        found, box, side = callout(
            d.studio.drafter, tip, group.spec, hole=True, directions=near[group.name], extra=extra
        )
        frames_below(d.studio.drafter, box, frames, found, side)
    circle = Spec("diameter", d.plate.pitch_circle, basic=d.studio.rng.random() < 0.5)
    tip = on_circle(d.at(d.plate.width / 2, d.plate.height / 2), d.plate.pitch_circle / 2 * d.factor)
    callout(d.studio.drafter, tip, circle, directions=(240.0, 250.0, 290.0, 300.0, 160.0, 200.0, 20.0))


def _frames_of(d: PlateDrawing, group: Group) -> tuple[Frame, ...]:
    rng = d.studio.rng
    modifiers = ("M",) if rng.random() < 0.6 else ()
    if group.name == "corners":
        return (Frame("position", _fine(d, 0.2), "diameter", modifiers, ("A", "B", "C")),)
    if group.name == "bore":
        options = (
            (Frame("perpendicularity", _fine(d, 0.04), "diameter", (), ("A",)),),
            (Frame("position", _fine(d, 0.1), "diameter", modifiers, ("A", "B", "C")),
             Frame("perpendicularity", _fine(d, 0.04), "diameter", (), ("A",))),
            (Frame("cylindricity", _fine(d, 0.02)),),
        )  # fmt: skip
        return rng.choice(options)
    if group.name == "dowels":
        return (Frame("position", _fine(d, 0.04), "diameter", (), ("A", "B")),) if rng.random() < 0.7 else ()
    return (Frame("position", _fine(d, 0.3), "diameter", modifiers, ("A", "B(M)")),) if rng.random() < 0.4 else ()


def _outline_callouts(d: PlateDrawing) -> None:
    """Corner radii and the slot."""
    p, drafter = d.plate, d.studio.drafter
    count = 3 if p.bevel[0] else 4
    centre = d.at(p.corner, p.height - p.corner)
    radius = Spec("radius", p.corner, count)
    callout(drafter, on_circle(centre, p.corner * d.factor), radius, directions=(135.0, 120.0, 105.0, 150.0))
    if p.slot:
        length, width, y = p.slot
        tip = on_circle(d.at(p.width / 2 + length / 2, y), width / 2 * d.factor)
        callout(drafter, tip, Spec("radius", round(width / 2, 4), 2), directions=(315.0, 330.0, 300.0, 345.0, 45.0))


def _bevel(d: PlateDrawing) -> None:
    p, drafter = d.plate, d.studio.drafter
    wide, angle = p.bevel
    rack = Rack(drafter, "top", d.at(0, p.height)[1])
    rack.add(d.at(p.width - wide, p.height), d.at(p.width, p.height - p.drop), Spec(nominal=wide))
    rack.draw()
    spec = Spec("angle", angle, upper=0.5, lower=-0.5) if d.studio.rng.random() < 0.5 else Spec("angle", angle)
    radius = max(1.35 * wide * d.factor, 20.0)
    angle_dimension(drafter, d.at(p.width - wide, p.height), -angle, 0.0, radius, spec, legs=wide * d.factor)


def _other_frames(d: PlateDrawing) -> None:
    """Form, orientation and profile tolerances of faces."""
    p, iso = d.plate, d.studio.settings.standard == "iso"
    out = (0.0, 45.0, 315.0, 30.0, 330.0) if iso else (180.0, 135.0, 225.0, 150.0, 210.0)
    face = d.cut_at(0, 0.83 * p.height)
    top: Point = d.at(0.3 * p.width, p.height)
    right: Point = d.at(p.width, 0.36 * p.height)
    upward, rightward = (90.0, 75.0, 60.0, 105.0, 120.0), (330.0, 345.0, 315.0, 0.0, 15.0, 30.0)
    options = [
        (face, Frame("flatness", _fine(d, 0.05)), out),
        (face, Frame("parallelism", _fine(d, 0.06), datums=("A",)), out),
        (top, Frame("profile_surface", _fine(d, 0.2), datums=("A", "B", "C")), upward),
        (right, Frame("perpendicularity", _fine(d, 0.1), datums=("A",)), rightward),
        (top, Frame("straightness", _fine(d, 0.04)), upward),
        (right, Frame("profile_line", _fine(d, 0.2), datums=("A",)), rightward),
    ]
    if p.slot:
        slot = d.at(p.width / 2 - p.slot[0] / 4, p.slot[2] - p.slot[1] / 2)
        options.append((slot, Frame("symmetry", _fine(d, 0.1), datums=("B",)), (240.0, 225.0, 255.0, 300.0)))
    if p.bevel[0]:
        edge = d.at(p.width - 0.4 * p.bevel[0], p.height - 0.6 * p.drop)
        options.append((edge, Frame("angularity", _fine(d, 0.1), datums=("B",)), (60.0, 45.0, 75.0, 30.0)))
    chosen = {spot: (spot, frame, ways) for spot, frame, ways in d.studio.rng.sample(options, len(options))}
    for spot, frame, ways in list(chosen.values())[: d.studio.choose(1, 2, 3)]:
        lead_frame(d.studio.drafter, spot, frame, ways)


def _textures(d: PlateDrawing) -> None:
    """Surface texture on the left face of the section, and the general one by the title block."""
    drafter, inch = d.studio.drafter, d.studio.settings.units == "inch"
    for share in (0.9, 0.7, 0.3, 0.8):
        x = d.cut_at(0 if d.studio.settings.standard != "iso" else d.plate.thickness, 0)[0]
        y = d.at(0, share * d.plate.height)[1]
        texts, _, lines = drafter.pen.hits((x - 10, y - 4, x - 0.5, y + 12))
        if not texts and not lines:
            texture(drafter, (x, y), "Ra", 63.0 if inch else 1.6, angle=90.0)
            break
    texture(drafter, (d.studio.room[2] - 44, d.studio.room[1] + 3), "Ra", 125.0 if inch else 3.2)
