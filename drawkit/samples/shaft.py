"""A stepped shaft: bearing seats, collar, keyway, fine thread and undercut; its sizes and its side view."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from .fits import fine_thread_below, key_for
from .pen import Point, Rect, grown, joined
from .studio import Studio


@dataclass(frozen=True)
class Step:
    """A cylinder of the shaft, in the drawing's units."""

    name: str
    diameter: float
    length: float
    chamfer: float = 0.0
    """At its free end (first and last step only)."""


@dataclass(frozen=True)
class Shaft:
    """The part, left to right, in the drawing's units."""

    steps: tuple[Step, ...]
    thread: str
    groove: tuple[float, float]
    """Width and diameter of the undercut at the thread's inner end."""
    key: tuple[float, float, float, float]
    """Width, depth in the shaft, length, and distance from the body's left face."""
    fillet: float

    @property
    def length(self) -> float:
        """Overall length."""
        return sum(step.length for step in self.steps)

    def start(self, name: str) -> float:
        """Where a step begins along the axis."""
        at = 0.0
        for step in self.steps:
            if step.name == name:
                return at
            at += step.length
        raise KeyError(name)

    def step(self, name: str) -> Step:
        """Return the step of that name."""
        return next(step for step in self.steps if step.name == name)

    @property
    def largest(self) -> float:
        """The largest diameter."""
        return max(step.diameter for step in self.steps)


def design(studio: Studio) -> Shaft:
    """Choose sizes that a shaft of this kind could have."""
    rng, neat = studio.rng, studio.neat
    fine = 1 if studio.settings.units == "mm" else 0.05
    seat = rng.choice((20.0, 25.0, 30.0, 35.0, 40.0))
    nominal, pitch = fine_thread_below(seat - 1)
    inch = studio.settings.units == "inch"
    thread_d = {10: 0.4375, 12: 0.5, 15: 0.5625, 17: 0.625, 20: 0.75, 25: 0.875, 30: 1.125, 35: 1.375, 40: 1.5}[
        int(nominal)
    ]
    thread = {0.4375: "7/16-20 UNF-2A", 0.5: "1/2-20 UNF-2A", 0.5625: "9/16-18 UNF-2A", 0.625: "5/8-18 UNF-2A",
              0.75: "3/4-16 UNF-2A", 0.875: "7/8-14 UNF-2A", 1.125: "1 1/8-12 UNF-2A", 1.375: "1 3/8-12 UNF-2A",
              1.5: "1 1/2-12 UNF-2A"}[thread_d]  # fmt: skip
    body = seat + rng.choice((4, 5, 6))
    width, depth = key_for(body)
    body_length = rng.randrange(36, 64, 2)
    key_length = rng.randrange(20, body_length - 11, 2)
    steps = (
        Step("end", neat(seat - rng.choice((4, 5, 6)), fine), neat(rng.randrange(22, 40), fine), neat(1.0, fine / 2)),
        Step("seat_a", neat(seat, fine), neat(rng.randrange(15, 24), fine)),
        Step("collar", neat(body + rng.choice((6, 8, 10)), fine), neat(rng.randrange(6, 12), fine)),
        Step("body", neat(body, fine), neat(body_length, fine)),
        Step("seat_b", neat(seat, fine), neat(rng.randrange(15, 24), fine)),
        Step("thread", thread_d if inch else nominal, neat(rng.randrange(14, 22), fine), neat(1.0, fine / 2)),
    )
    core = steps[-1].diameter - (neat(2.3, 0.005) if inch else round(1.55 * pitch, 1))
    sign = str(pitch).replace(".", ",") if studio.habits.comma else f"{pitch:g}"
    metric = f"M{nominal:g}x{sign.removesuffix(',0')}-6g"
    return Shaft(
        steps,
        thread if inch else metric,
        (neat(2.5, 0.5 if not inch else 0.02), round(core, 4)),
        (
            neat(width, 0.0625 if inch else 1),
            neat(depth, 0.5 if not inch else 0.0312),
            neat(key_length, fine),
            neat(5, fine),
        ),
        neat(rng.choice((0.6, 0.8, 1.0)), 0.1 if not inch else 0.01),
    )


@dataclass
class ShaftDrawing:
    """The shaft on its sheet: where its axis lies and how large it is drawn."""

    studio: Studio
    shaft: Shaft
    scale: float
    origin: Point = (0.0, 0.0)
    """The left end of the axis, mm on the sheet."""
    below: float = 0.0
    cut: float = 0.0
    """Where plane A-A cuts, along the axis in drawing units."""
    boxes: list[Rect] = field(default_factory=list)

    @property
    def factor(self) -> float:
        """Millimetres on the sheet for one drawing unit."""
        return self.scale * self.studio.habits.unit

    def at(self, x: float, radius: float) -> Point:
        """Return a point of the side view."""
        return self.origin[0] + x * self.factor, self.origin[1] + radius * self.factor

    @property
    def top(self) -> float:
        """Upper edge of the side view on the sheet."""
        return self.origin[1] + self.shaft.largest / 2 * self.factor


def side_view(d: ShaftDrawing) -> None:
    """Draw the steps with chamfers, fillet, undercut and thread, and the axis."""
    pen, shaft = d.studio.pen, d.shaft
    x = 0.0
    for index, step in enumerate(shaft.steps):
        r, c = step.diameter / 2, step.chamfer
        first, last = index == 0, index == len(shaft.steps) - 1
        a = x + (c if first else 0.0)
        b = x + step.length - (c if last else 0.0)
        if last:
            a += shaft.groove[0]
        stop = b - (shaft.fillet if step.name == "seat_a" else 0.0)
        for sign in (1, -1):
            pen.line(d.at(a, sign * r), d.at(stop, sign * r))
            _chamfer(d, step, x, sign, first=first, last=last)
        for face in ([a] if first or last else []) + ([b] if last or first else []):
            if (first and face == a) or last:
                pen.line(d.at(face, r), d.at(face, -r))
        x += step.length
    _shoulders(d)
    _groove(d)
    pen.line(d.at(-4 / d.factor, 0), d.at(shaft.length + 4 / d.factor, 0), style="centre")
    r = shaft.largest / 2
    d.boxes.append(joined([(*d.at(0, -r), *d.at(shaft.length, r))]))
    pen.kept.append(grown(d.boxes[0], 1.0))


def _chamfer(d: ShaftDrawing, step: Step, x: float, sign: int, *, first: bool, last: bool) -> None:
    pen, r, c = d.studio.pen, step.diameter / 2, step.chamfer
    if first:
        pen.line(d.at(x, sign * (r - c)), d.at(x + c, sign * r))
        pen.line(d.at(x, 0), d.at(x, sign * (r - c)))
    if last:
        end = x + step.length
        pen.line(d.at(end - c, sign * r), d.at(end, sign * (r - c)))
        pen.line(d.at(end, 0), d.at(end, sign * (r - c)))


def _shoulders(d: ShaftDrawing) -> None:
    """Draw the faces where the diameter changes, with the fillet of the bearing seat."""
    pen, shaft = d.studio.pen, d.shaft
    x = 0.0
    for left, right in pairwise(shaft.steps):
        x += left.length
        high = max(left.diameter, right.diameter) / 2
        if right.name == "thread":
            high = left.diameter / 2
        if left.name != "seat_a":
            pen.line(d.at(x, high), d.at(x, -high))
            continue
        low = left.diameter / 2 + shaft.fillet
        for sign in (1, -1):
            pen.line(d.at(x, sign * high), d.at(x, sign * low))
            centre = d.at(x - shaft.fillet, sign * low)
            pen.arc(centre, shaft.fillet * d.factor, -90 if sign > 0 else 0, 90)


def _groove(d: ShaftDrawing) -> None:
    pen, shaft = d.studio.pen, d.shaft
    x = shaft.start("thread")
    width, bottom = shaft.groove[0], shaft.groove[1] / 2
    step = shaft.step("thread")
    end = shaft.length
    for sign in (1, -1):
        pen.line(d.at(x, sign * bottom), d.at(x + width, sign * bottom), d.at(x + width, sign * step.diameter / 2))
        minor = bottom + 0.1 * (step.diameter / 2 - bottom)
        pen.line(d.at(x + width, sign * minor), d.at(end, sign * minor), style="thin")


def keyway(d: ShaftDrawing) -> None:
    """Draw the keyway seen from above, and choose where plane A-A cuts it."""
    width, _, length, offset = d.shaft.key
    x0 = d.shaft.start("body") + offset
    r = width / 2
    pen = d.studio.pen
    for sign in (1, -1):
        pen.line(d.at(x0 + r, sign * r), d.at(x0 + length - r, sign * r))
    pen.arc(d.at(x0 + r, 0), r * d.factor, 90, 180)
    pen.arc(d.at(x0 + length - r, 0), r * d.factor, -90, 180)
    d.cut = x0 + 0.62 * length
