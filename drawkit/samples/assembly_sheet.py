"""The sheet of an assembly: section, view of the cover, balloons, parts list."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from .assembly import Unit, UnitDrawing, design, end_view, section
from .callouts import Spec
from .dimensioning import Rack
from .parts_list import Growth, Part, draw_parts_list
from .pen import Point, grown, polar
from .sheet import best_scale
from .studio import Studio, facts_of, furnish, mass_text
from .words import UNIT_PARTS

_PAIRED: Final = 480.0
"""Width of the frame, mm, from which on the cover is shown beside the section."""
_COLUMNS: Final = (
    ("position", "quantity", "designation", "part_number", "material", "remark"),
    ("position", "quantity", "part_number", "designation", "material"),
    ("position", "part_number", "designation", "quantity"),
    ("position", "designation", "material", "quantity", "remark"),
    ("position", "quantity", "designation", "part_number", "mass", "remark"),
)


def draw(studio: Studio) -> None:
    """Draw the whole sheet of an assembly."""
    unit = design(studio)
    frame = studio.sheet.frame
    growth: Growth = studio.choose("up", "up", "down")
    wide = frame[2] - frame[0]
    beside = wide > 240
    growth = growth if beside else "up"
    list_wide = min(180.0, 0.6 * wide) if beside else min(180.0, wide)
    paired = wide > _PAIRED
    room = (wide - (list_wide if beside else 0) - 44.0, (0.5 if beside else 0.22) * (frame[3] - frame[1]))
    long = unit.right - unit.left
    if paired:
        room, long = (room[0] - 60.0, room[1]), long + 2 * unit.flange
    scale = best_scale(long, 2 * unit.flange, room)
    furnish(studio, facts_of(studio, scale, material=None, mass=mass_text(studio, 2.4 + unit.bore / 10, 1)),
            revisions=growth == "up" and studio.rng.random() < 0.3)  # fmt: skip
    order = list(UNIT_PARTS["en"])
    if studio.rng.random() < 0.3:
        order.remove("key")
    columns = studio.rng.choice(_COLUMNS)
    parts = [_part(studio, unit, name, index) for index, name in enumerate(order, 1)]
    if "part_number" not in columns:
        parts = [_named_in_full(part) for part in parts]
    corner = (frame[2] - list_wide, studio.room[1] - 4 if growth == "up" else frame[3])
    table = draw_parts_list(studio.drafter, parts, columns, corner, list_wide, studio.settings.language, growth)
    d = UnitDrawing(studio, unit, scale)
    right = table[0] if beside else frame[2]
    middle = frame[1] + 0.56 * (frame[3] - frame[1]) if beside else (table[3] + frame[3]) / 2 + 6
    shift = (unit.flange * scale + 20.0) * (1 if studio.settings.standard == "iso" else -1) if paired else 0.0
    centre = (frame[0] + right) / 2 + shift
    d.origin = (centre - (unit.right + unit.left) / 2 * scale, middle)
    section(d)
    studio.pen.kept.append(grown(d.box, 1.0))
    balloons(d, order)
    _dimensions(d)
    if paired:
        _second_view(d)


def _part(studio: Studio, unit: Unit, name: str, index: int) -> Part:
    """One row: a drawn part with its number and material, or a standard part with its standard."""
    rng = studio.rng
    d, size = unit.bore, unit.screw
    standard = {
        "bearing": f"ISO 15 - {unit.bearing}-2RS",
        "seal": f"ISO 6194 - {d}x{d + 12}x7",
        "ring": f"DIN 471 - {d}x1,2" if studio.habits.comma else f"DIN 471 - {d}x1.2",
        "screw": f"ISO 4762 - M{size[0]:g}x{size[1]:g} - 8.8",
        "key": f"DIN 6885 - A{6 if d < 30 else 8}x{6 if d < 30 else 7}x{unit.stub * 0.6:.0f}",
    }
    quantity = {"bearing": 2, "screw": unit.screws}.get(name, 1)
    material = {
        "housing": "EN-GJL-250",
        "shaft": "42CrMo4",
        "cover": "S235JR",
        "inner_spacer": "C45",
        "outer_spacer": "C45",
    }
    remark = {"seal": "NBR", "screw": "A2-70", "shaft": rng.choice(("", "QT"))}
    return Part(
        position=str(index),
        quantity=str(quantity),
        designation=UNIT_PARTS[studio.settings.language][name],
        part_number=standard.get(name, f"{rng.randrange(100, 999)}-{rng.randrange(1000, 9999)}"),
        material=material.get(name, ""),
        remark=remark.get(name, ""),
        mass=studio.habits.number(rng.choice((0.02, 0.11, 0.35, 1.2)), 2) if name in material else "",
    )


def _named_in_full(part: Part) -> Part:
    """Return a standard part whose designation carries its standard, where no column does."""
    standard = part.part_number.startswith(("ISO", "DIN"))
    return replace(part, designation=f"{part.designation} {part.part_number}") if standard else part


def balloons(d: UnitDrawing, order: list[str]) -> None:
    """Item references: circles in a row above and below the section, leaders to a dot in each part (ISO 6433)."""
    upper = [n for i, n in enumerate(sorted(order, key=lambda n: d.spots[n][0])) if i % 3 != 2]
    box = d.box
    radius = 5.0 if d.studio.habits.height >= 3 else 4.0
    for names, base, sign in ((upper, box[3], 1), ([n for n in order if n not in upper], box[1], -1)):
        row = sorted(names, key=lambda n: d.spots[n][0])
        xs = _spread([d.spots[n][0] for n in row], 3.2 * radius, (box[0] - 6, box[2] + 6))
        xs = [_beside(x, _extended(d), radius + 1.2) for x in xs] if sign < 0 else xs
        for name, x in zip(row, xs, strict=True):
            spot = d.spots[name]
            target = spot if sign > 0 else (spot[0], 2 * d.origin[1] - spot[1])
            _balloon(d, target, (x, base + sign * (14 + radius)), radius, str(order.index(name) + 1))


def _spread(xs: list[float], pitch: float, span: tuple[float, float]) -> list[float]:
    """Places along a row, in order, at least `pitch` apart and as near as may be to `xs`."""
    placed: list[float] = []
    for x in xs:
        placed.append(max(x, placed[-1] + pitch) if placed else max(x, span[0]))
    over = max(0.0, placed[-1] - span[1]) if placed else 0.0
    limit = span[1]
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], limit) if over else placed[index]
        limit = placed[index] - pitch
    return placed


def _extended(d: UnitDrawing) -> list[float]:
    """Where extension lines run down from the section."""
    return [d.at(x, 0)[0] for x in (d.unit.left, 0.0, d.unit.housing + 9, d.unit.right)]


def _beside(x: float, lines: list[float], clear: float) -> float:
    """`x`, moved off a vertical line that is too near."""
    near = next((line for line in lines if abs(line - x) < clear), None)
    return x if near is None else near + (clear if x >= near else -clear)


def _balloon(d: UnitDrawing, spot: Point, centre: Point, radius: float, number: str) -> None:
    pen = d.studio.pen
    angle = math.degrees(math.atan2(spot[1] - centre[1], spot[0] - centre[0]))
    pen.line(polar(centre, radius, angle), spot, style="thin")
    pen.area(*(polar(spot, 0.6, a) for a in range(0, 360, 45)))
    pen.arc(centre, radius, style="thin")
    height = 0.7 * radius
    pen.text((centre[0], centre[1] - height / 2), number, height, anchor="middle")
    box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    item = f"p{number}"
    d.studio.drafter.ledger.note("balloons", box, number, position=number, item_id=item)


def _dimensions(d: UnitDrawing) -> None:
    """Dimension what matters for fitting the unit: overall length, flange, the fits of bearings and shaft end."""
    u, drafter = d.unit, d.studio.drafter
    mm = d.studio.habits.unit

    def size(value: float) -> float:
        return round(value / mm, 3)

    metric = d.studio.settings.units == "mm"
    left = Rack(drafter, "left", d.box[0] - 2)
    r = u.bore / 2 - 3
    end = Spec("diameter", size(2 * r), fit="h6" if metric else None)
    left.add(d.at(u.left + 1, -r), d.at(u.left + 1, r), end)
    left.draw()
    right = Rack(drafter, "right", d.at(u.right, 0)[0])
    right.add(
        d.at(u.right - 1, -u.bore / 2),
        d.at(u.right - 1, u.bore / 2),
        Spec("diameter", size(u.bore), fit="k6" if metric else None),
    )
    right.add(d.at(u.housing + 9, -u.flange), d.at(u.housing + 9, u.flange), Spec("diameter", size(2 * u.flange)))
    right.draw()
    below = Rack(drafter, "bottom", d.box[1] - 26)
    whole = size(u.right - u.left)
    below.add(
        d.at(u.left, -r + 1), d.at(u.right, -u.bore / 2 + 1), Spec(nominal=whole, reference=d.studio.rng.random() < 0.5)
    )
    start = u.housing + 9
    below.add(d.at(0, -u.outside / 2 - 9), d.at(start, -u.flange), Spec(nominal=size(start)))
    below.draw()


def _second_view(d: UnitDrawing) -> None:
    """Draw the view of the cover: left in first angle, right in third angle projection."""
    box = d.box
    radius = d.unit.flange * d.scale
    first = d.studio.settings.standard == "iso"
    x = box[0] - 34 - radius if first else box[2] + 40 + radius
    end_view(d, (x, d.origin[1]))
