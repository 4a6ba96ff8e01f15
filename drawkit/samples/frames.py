"""Feature control frames, datum features and surface texture (ISO 1101, 5459, 21920-1; ASME Y14.5, Y14.36)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from drawkit.contract import Characteristic, DatumReference

from .drafter import Drafter
from .habits import digits
from .leaders import at_point, draw_leader, find_way
from .pen import Point, Rect, polar
from .symbols import CHARACTERISTICS, DIAMETER, MODIFIERS


@dataclass(frozen=True)
class Frame:
    """One row of a feature control frame; a datum is written "A", "B(M)" or "A-B"."""

    characteristic: Characteristic
    value: float
    zone: Literal["diameter", "spherical"] | None = None
    modifiers: tuple[str, ...] = ()
    datums: tuple[str, ...] = ()

    def cells(self, drafter: Drafter) -> list[str]:
        """Tell what stands in each compartment."""
        sign = {"diameter": DIAMETER, "spherical": f"S{DIAMETER}", None: ""}[self.zone]
        value = f"{sign}{drafter.habits.number(self.value, _tolerance_places(drafter, self.value))}" + "".join(
            MODIFIERS[m] for m in self.modifiers
        )
        return [CHARACTERISTICS[self.characteristic], value, *(_printed(d) for d in self.datums)]

    def values(self) -> dict[str, Any]:
        """Return the fields of the contract's item."""
        return {
            "characteristic": self.characteristic,
            "zone": self.zone,
            "value": self.value,
            "modifiers": self.modifiers,
            "datums": tuple(_reference(d) for d in self.datums),
        }


def _tolerance_places(drafter: Drafter, value: float) -> int:
    return max(digits(value), 3 if drafter.habits.units == "inch" else 0)


def _printed(datum: str) -> str:
    label, _, modifier = datum.partition("(")
    return label + (MODIFIERS[modifier.rstrip(")")] if modifier else "")


def _reference(datum: str) -> DatumReference:
    label, _, modifier = datum.partition("(")
    return DatumReference(label=label, modifiers=(modifier.rstrip(")"),) if modifier else ())


def frame_size(drafter: Drafter, frame: Frame) -> tuple[float, float]:
    """Width and height of a frame, mm."""
    height = 2 * drafter.habits.height
    return sum(_cell_width(drafter, cell) for cell in frame.cells(drafter)), height


def _cell_width(drafter: Drafter, cell: str) -> float:
    height = drafter.habits.height
    return max(2 * height, drafter.pen.width(cell, height) + 0.9 * height)


def draw_frame(drafter: Drafter, at: Point, frame: Frame, dimension: str | None = None) -> Rect:
    """Draw a frame with its lower left corner at `at`."""
    pen, height = drafter.pen, drafter.habits.height
    width, tall = frame_size(drafter, frame)
    cells = frame.cells(drafter)
    box = (at[0], at[1], at[0] + width, at[1] + tall)
    pen.rect(box, "dimension")
    x = at[0]
    for index, cell in enumerate(cells):
        wide = _cell_width(drafter, cell)
        if index:
            pen.line((x, at[1]), (x, at[1] + tall), style="dimension")
        pen.text((x + wide / 2, at[1] + (tall - height) / 2), cell, height, anchor="middle")
        x += wide
    drafter.ledger.note("geometric_tolerances", box, " ".join(cells), dimension_id=dimension, **frame.values())
    return box


def frames_below(drafter: Drafter, box: Rect, frames: Iterable[Frame], dimension: str, side: int = 1) -> Rect:
    """Draw frames stacked under a callout's text box, flush at its left (`side` 1) or right (-1) edge."""
    last = box
    for index, frame in enumerate(frames):
        wide, tall = frame_size(drafter, frame)
        x = box[0] if side > 0 else box[2] - wide
        last = draw_frame(drafter, (x, last[1] - tall - (0.0 if index else 1.2)), frame, dimension)
    return last


def lead_frame(drafter: Drafter, tip: Point, frame: Frame, directions: Iterable[float]) -> Rect:
    """Lead a frame from a point of the outline to a free place."""
    width, tall = frame_size(drafter, frame)
    way = find_way(drafter, at_point(tip), (width, tall, 0.0), directions)
    draw_leader(drafter, way)
    end = way.box[0] if way.side > 0 else way.box[2]
    reach = (way.elbow[0] + way.side * 4, way.elbow[1])
    drafter.pen.line(reach, (end, way.elbow[1]), style="dimension")
    return draw_frame(drafter, (way.box[0], way.box[1]) if way.side > 0 else (way.box[2] - width, way.box[1]), frame)


def datum(drafter: Drafter, at: Point, label: str, direction: float, stem: float = 6.0) -> Rect:
    """Draw a datum feature symbol: triangle at `at`, its box away in `direction` (0, 90, 180 or 270 degrees)."""
    pen, height = drafter.pen, drafter.habits.height
    side = 1.9 * height
    base = 0.55 * height
    corner = polar(at, base * 1.5, direction)
    a, b = (polar(at, sign * base, direction + 90) for sign in (1, -1))
    pen.area(a, b, corner, grey=drafter.habits.grey)
    foot = polar(at, stem, direction)
    pen.line(corner, foot, style="dimension")
    centre = polar(foot, side / 2, direction)
    box = (centre[0] - side / 2, centre[1] - side / 2, centre[0] + side / 2, centre[1] + side / 2)
    pen.rect(box, "dimension")
    pen.text((centre[0], centre[1] - height / 2), label, height, anchor="middle")
    drafter.ledger.note("datum_features", box, label, label=label)
    return box


def texture_text(drafter: Drafter, parameter: str, value: float) -> str:
    """Return the parameter as printed: "Ra 1,6"."""
    return f"{parameter} {value:g}".replace(".", "," if drafter.habits.comma else ".")


def texture(
    drafter: Drafter,
    at: Point,
    parameter: str,
    value: float,
    *,
    removal: Literal["required", "prohibited", "any"] = "required",
    angle: float = 0.0,
) -> Rect:
    """Draw a surface texture symbol standing on the point `at`; returns the box around symbol and text."""
    pen = drafter.pen
    h = 0.8 * drafter.habits.height

    def place(x: float, y: float) -> Point:
        return polar(polar(at, x, angle), y, angle + 90)

    text = texture_text(drafter, parameter, value)
    width = pen.width(text, h)
    low, high = 1.4 * h, 2.8 * h
    slope = 0.577
    pen.line(place(-low * slope, low), place(0, 0), place(high * slope, high), style="dimension")
    pen.line(place(high * slope, high), place(high * slope + width + 1.4, high), style="dimension")
    if removal == "required":
        pen.line(place(-low * slope, low), place(low * slope, low), style="dimension")
    elif removal == "prohibited":
        pen.arc(place(0, low * 0.66), low * 0.33, style="dimension")
    start = place(high * slope + 0.7, high - 1.45 * h)
    box = pen.text(start, text, h, angle=angle)
    drafter.ledger.note("surface_textures", box, text, angle, parameter=parameter, value=value, removal=removal)
    return box


def texture_width(drafter: Drafter, parameter: str, value: float) -> float:
    """How wide a surface texture symbol gets, mm."""
    h = 0.8 * drafter.habits.height
    return drafter.pen.width(texture_text(drafter, parameter, value), h) + 2.6 * h + 1.4
