"""A hand draws marks on a sheet in millimetres and refuses annotation that would not be readable."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import shapely
from shapely import affinity

from .spec import Line, Office, Spec, entry, printed

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Kind = Literal["outline", "thin", "hidden", "centre", "border", "dimension", "table"]


@dataclass(frozen=True)
class Look:
    """How the sheet looks: sizes in mm of paper, colours as grey or RGB of 0..255."""

    width: float = 420.0
    height: float = 297.0
    text: float = 3.5
    arrow: str = "filled"
    arrow_size: float = 3.0
    placing: Literal["above", "gap", "jis"] = "above"
    upright: bool = False
    """Text always horizontal (ASME), also at standing dimension lines."""
    offset: float = 1.0
    over: float = 1.5
    gap: float = 0.8
    outline: float = 0.5
    thin: float = 0.25
    font: str = "DejaVuSans.ttf"
    slant: float = 0.0
    colours: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    turned: int = 0
    """How the page lies in the file: 0, 90 (with the flag that turns it back) or -90 (without)."""
    level: float = 9.0
    """Distance between parallel dimension lines."""


@dataclass(frozen=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    kind: Kind = "thin"


@dataclass(frozen=True)
class Fill:
    """A black polygon: an arrowhead, a dot."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Block:
    """Lines of text; `anchor` is the share of the ink's box (before turning) that lies at `at`."""

    lines: tuple[tuple[Any, ...], ...]
    at: Point
    height: float
    anchor: Point = (0.0, 0.0)
    rotation: float = 0.0
    spacing: float = 1.6


Mark = Stroke | Fill | Block


def polar(origin: Point, angle: float, length: float) -> Point:
    """The point at `length` from `origin` in direction `angle`, degrees."""
    return origin[0] + length * math.cos(math.radians(angle)), origin[1] + length * math.sin(math.radians(angle))


def arc(centre: Point, radius: float, start: float = 0.0, end: float = 360.0) -> tuple[Point, ...]:
    """Points along an arc, degrees counterclockwise."""
    count = max(8, int(abs(end - start) / 7.5))
    return tuple(polar(centre, start + (end - start) * i / count, radius) for i in range(count + 1))


def rectangle(box: Box) -> tuple[Point, ...]:
    """The closed outline of a box."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)


def words(text: str) -> tuple[tuple[Any, ...], ...]:
    """A text as lines of a block."""
    return tuple((line,) for line in text.split("\n"))


def frozen(lines: Sequence[Line]) -> tuple[tuple[Any, ...], ...]:
    """Printed lines as a block keeps them."""
    return tuple(tuple(line) for line in lines)


class Obstacles:
    """What already lies on the sheet: lines, areas and text."""

    def __init__(self) -> None:
        self.lines: list[Any] = []
        self.texts: list[Any] = []
        self.areas: list[Any] = []

    def add(self, lines: Iterable[Any] = (), texts: Iterable[Any] = (), areas: Iterable[Any] = ()) -> None:
        """Note what was drawn."""
        self.lines += lines
        self.texts += texts
        self.areas += areas

    def free(self, lines: Sequence[Any], texts: Sequence[Any], clear: float) -> bool:
        """Whether new lines and texts can stand without hiding anything."""
        old_text, old_lines = np.array(self.texts, object), np.array(self.lines, object)
        areas = np.array(self.areas, object)
        for text in texts:
            wide = text.buffer(clear)
            if any(len(old) and shapely.intersects(old, wide).any() for old in (old_lines, areas)):
                return False
            if len(old_text) and shapely.intersects(old_text, text.buffer(2 * clear)).any():
                return False
        for line in lines:
            if any(len(old) and shapely.intersects(old, line).any() for old in (old_text, areas)):
                return False
        return not any(text.buffer(0.1).intersects(line) for text in texts for line in lines)


class Hand(ABC):
    """Draws a sheet; every callout goes into `dimensions` with its truth if, and only if, it was drawn."""

    def __init__(self, look: Look, office: Office) -> None:
        self.look, self.office = look, office
        self.obstacles = Obstacles()
        self.page: dict[str, Any] = {
            "page": 1,
            "dimensions": [],
            "gdt": [],
            "datum_features": [],
            "surface_texture": [],
            "notes": [],
            "title_block": {},
            "revisions": [],
        }
        self.inside: Box = (0, 0, look.width, look.height)

    # --- marks
    @abstractmethod
    def size(self, block: Block) -> Point:
        """Width and height of a block's ink, before turning."""

    @abstractmethod
    def draw(self, mark: Mark) -> None:
        """Put a mark on the sheet."""

    @abstractmethod
    def hatch(self, points: tuple[Point, ...]) -> None:
        """Hatch an area, which annotation avoids."""

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write the sheet."""

    def area(self, block: Block) -> Any:
        """The polygon of a block's ink."""
        w, h = self.size(block)
        x, y = block.at
        x0, y0 = x - block.anchor[0] * w, y - block.anchor[1] * h
        return affinity.rotate(shapely.box(x0, y0, x0 + w, y0 + h), block.rotation, origin=(x, y))

    def shapes(self, marks: Iterable[Mark]) -> tuple[list[Any], list[Any]]:
        """Lines and texts of marks, for the obstacles."""
        lines = [shapely.LineString(m.points) for m in marks if isinstance(m, Stroke | Fill)]
        return lines, [self.area(m) for m in marks if isinstance(m, Block)]

    def within(self, shapes: Iterable[Any]) -> bool:
        """Whether everything lies in the drawing space."""
        x0, y0, x1, y1 = self.inside
        return all(x0 <= b[0] and y0 <= b[1] and b[2] <= x1 and b[3] <= y1 for b in (s.bounds for s in shapes))

    def put(self, *marks: Mark) -> None:
        """Draw without asking."""
        lines, texts = self.shapes(marks)
        self.obstacles.add(lines, texts)
        for mark in marks:
            self.draw(mark)

    def offer(self, *marks: Mark, solid: Sequence[Box] = ()) -> bool:
        """Draw if nothing is hidden by it; no line of the sheet may run through a `solid` box either."""
        lines, texts = self.shapes(marks)
        areas = [shapely.box(*box) for box in solid]
        if not (self.within([*lines, *texts]) and self.obstacles.free(lines, texts, 0.3 * self.look.text)):
            return False
        if areas and not self.obstacles.free([], areas, 0.1 * self.look.text):
            return False
        self.put(*marks)
        self.obstacles.add(areas=areas)
        return True

    def keep_free(self, box: Box) -> None:
        """Annotation stays out of this box."""
        self.obstacles.add(areas=[shapely.box(*box)])

    def reserve(self, box: Box) -> bool:
        """Whether a box is free; if so it is kept free from now on."""
        area = shapely.box(*box)
        if not self.within([area]):
            return False
        for old in (self.obstacles.lines, self.obstacles.texts, self.obstacles.areas):
            if old and shapely.intersects(np.array(old, object), area).any():
                return False
        self.keep_free(box)
        return True

    # --- dimensions
    @abstractmethod
    def linear(self, p: Point, q: Point, at: Point, angle: float, spec: Spec) -> bool:
        """A dimension of p to q measured in direction `angle`, its line through `at`."""

    @abstractmethod
    def angular(self, centre: Point, start: float, end: float, radius: float, spec: Spec) -> bool:
        """An angle between two directions."""

    @abstractmethod
    def radial(self, centre: Point, radius: float, angle: float, spec: Spec) -> bool:
        """A radius or a diameter at a curve."""

    @abstractmethod
    def ordinate(self, feature: Point, end: Point, along: Literal["x", "y"], spec: Spec) -> bool:
        """An ordinate at the end of its leader."""

    def note(self, spec: Spec) -> None:
        """Remember what was drawn."""
        self.page["dimensions"].append(entry(spec, self.office))

    def block(self, spec: Spec, at: Point, anchor: Point, rotation: float = 0.0, height: float | None = None) -> Block:
        """The printed callout at a place."""
        return Block(frozen(printed(spec, self.office)), at, height or self.look.text, anchor, rotation)

    def arrow(self, tip: Point, angle: float, style: str | None = None) -> list[Mark]:
        """A terminator at `tip` that points in direction `angle`."""
        style, size = style or self.look.arrow, self.look.arrow_size
        if style == "none":
            return []
        if style in ("oblique", "tick"):
            a, b = polar(tip, angle + 45, size / 2), polar(tip, angle + 225, size / 2)
            return [Stroke((a, b), "outline" if style == "tick" else "dimension")]
        if style == "dot":
            return [Fill(arc(tip, size / 5))]
        spread = 30.0 if style == "open30" else 45.0 if style == "open90" else 9.5
        left, right = polar(tip, angle + 180 - spread, size), polar(tip, angle + 180 + spread, size)
        if style == "filled":
            return [Fill((tip, left, right, tip))]
        return [Stroke((left, tip, right, *((left,) if style == "closed" else ())), "dimension")]

    def leader(self, tip: Point, elbow: Point, spec: Spec | None, text: str = "", style: str | None = None) -> bool:
        """A leader to a callout or a note: on a shelf, above it, or beside its end; only there a box goes around it."""
        left = elbow[0] < tip[0]
        lines = frozen(printed(spec, self.office)) if spec else words(text)
        side = -1 if left else 1
        block = Block(lines, elbow, self.look.text, (1.0 if left else 0.0, 0.5))
        w, h = self.size(block)
        angle = math.degrees(math.atan2(tip[1] - elbow[1], tip[0] - elbow[0]))
        arrow = style or ("filled" if self.look.arrow in ("oblique", "tick", "none") else self.look.arrow)
        gap = self.look.gap
        if self.look.placing != "gap":  # above the shelf; further lines stand below it
            spec = spec and replace(spec, basic=False)
            shelf = (elbow[0] + side * (w + 2 * gap), elbow[1])
            x = elbow[0] + side * gap
            above = [Block(lines[:1], (x, elbow[1] + gap), self.look.text, (block.anchor[0], 0.0))]
            below = [Block(lines[1:], (x, elbow[1] - gap), self.look.text, (block.anchor[0], 1.0))] if lines[1:] else []
            marks: list[Mark] = [Stroke((tip, elbow, shelf), "dimension"), *above, *below]
        else:
            end = (elbow[0] + side * 1.2 * self.look.text, elbow[1])
            marks = [
                Stroke((tip, elbow, end), "dimension"),
                Block(lines, (end[0] + side * gap, end[1]), self.look.text, block.anchor),
            ]
            if spec is not None and spec.basic:
                x = sorted((end[0], end[0] + side * (w + 2 * gap)))
                marks.append(Stroke(rectangle((x[0], end[1] - h / 2 - gap, x[1], end[1] + h / 2 + gap)), "dimension"))
        if not self.offer(*marks, *self.arrow(tip, angle, arrow)):
            return False
        if spec:
            self.note(spec)
        return True
