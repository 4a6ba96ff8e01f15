"""Turned rectangles around text: their geometry, and the upright crop of one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex
from ..picture.pixels import Grey

PAPER: Final = 255

AXES: Final = (0.0, 90.0)
"""A sheet's own directions, in degrees."""

LYING: Final = 1.35
"""A box longer than this many heights shows its reading direction by its shape alone."""


_TOUCH: Final = 0.75
"""Of the lengths and heights of two boxes: further apart, both ways together, they do not touch."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """A rectangle around one run of text, in pixels.

    `length` runs along the reading direction, `height` across it; `angle` is the reading direction in degrees
    counter-clockwise (text that reads upward has 90). `lean`: by how much the letters lean in reading direction for
    each unit of their height; text on the planes of an isometric view does. `unsure`: the finder is not sure of text
    there. `guessed`: nothing but the place of its letters, or of other boxes, proposes it. `rows`: how many rows
    of letters it shows, `bar`: whether a bar parts them, and `letters` how many letters, where that is known. `in_row`:
    the words beside it tell its direction.
    """

    x: float
    y: float
    length: float
    height: float
    angle: float
    score: float = 1.0
    lean: float = 0.0
    unsure: bool = False
    guessed: bool = False
    rows: int = 1
    bar: bool = False
    letters: int = 0
    in_row: bool = False

    @property
    def elongation(self) -> float:
        """Length over height."""
        return self.length / max(self.height, 1e-6)

    @property
    def corners(self) -> NDArray[np.float32]:
        """The four corners, shape (4, 2): start and end of the upper side, then end and start of the lower."""
        along, down = self.axes
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) / 2
        spans = half[:, :1] * self.length * along + half[:, 1:] * self.height * down
        return np.asarray(spans + np.array([self.x, self.y]), np.float32)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """x0, top, x1, bottom of the upright rectangle around the box."""
        return _bounds(self)

    @property
    def along(self) -> NDArray[np.float32]:
        """Unit vector of reading, in pixels (y downward)."""
        return self.axes[0]

    @property
    def axes(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Unit vectors of reading and down across it, in pixels (y downward)."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return np.array([cos, -sin], np.float32), np.array([sin, cos], np.float32)

    def moved(self, dx: float, dy: float) -> TextBox:
        """Return the same box elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def scaled(self, factor: float) -> TextBox:
        """Return the same box in a picture that is `factor` times larger."""
        x, y, length, height = (v * factor for v in (self.x, self.y, self.length, self.height))
        return replace(self, x=x, y=y, length=length, height=height)

    def part(self, start: float, end: float) -> TextBox:
        """Return the piece between two distances (pixels) along the reading direction."""
        along, _ = self.axes
        shift = (start + end - self.length) / 2 * along
        return replace(self, x=self.x + float(shift[0]), y=self.y + float(shift[1]), length=end - start)

    def band(self, top: float, bottom: float) -> TextBox:
        """Return the piece between two distances (pixels) down across the reading direction."""
        _, down = self.axes
        shift = (top + bottom - self.height) / 2 * down
        return replace(self, x=self.x + float(shift[0]), y=self.y + float(shift[1]), height=bottom - top)

    def offset(self, other: TextBox) -> tuple[float, float]:
        """How far another box's middle lies along this one's reading direction, and how far below."""
        along, down = self.axes
        way = np.array([other.x - self.x, other.y - self.y], np.float32)
        return float(way @ along), float(way @ down)

    def clipped(self, x0: float, x1: float) -> TextBox:
        """Return the lying box between two places on the x axis."""
        return replace(self, x=(x0 + x1) / 2, length=x1 - x0)

    def turned(self, angle: float) -> TextBox:
        """Return the same rectangle read along another of its two directions."""
        swap = abs(math.sin(math.radians(angle - self.angle))) > 0.7
        length, height = (self.height, self.length) if swap else (self.length, self.height)
        return replace(self, length=length, height=height, angle=angle)


@lru_cache(maxsize=8192)  # each box of a page is held against many others
def _bounds(box: TextBox) -> tuple[float, float, float, float]:
    corners = box.corners
    (x0, top), (x1, bottom) = corners.min(0), corners.max(0)
    return float(x0), float(top), float(x1), float(bottom)


def reading_box(rect: tuple[tuple[float, float], tuple[float, float], float], score: float) -> TextBox:
    """Return the box of an OpenCV turned rectangle whose text runs along its longer side."""
    (x, y), (width, height), clockwise = rect
    if width < height:
        width, height, clockwise = height, width, clockwise + 90
    return read_upright(TextBox(x, y, width, height, -clockwise, score))


def read_upright(box: TextBox, tolerance: float = 180.0) -> TextBox:
    """Return the box, read as drawings are: left to right, or upward when it stands.

    It runs along one of the sheet's own directions where it differs by no more than a box so long can tell, and by no
    more than `tolerance` degrees.
    """
    angle = upward(box.angle)
    short = max(2.5, math.degrees(math.atan(0.5 / max(box.elongation, 1.0))))
    near = next((axis for axis in AXES if abs(angle - axis) <= min(short, tolerance)), angle)
    return replace(box, angle=near)


def upward(angle: float) -> float:
    """The direction in which text on a line of this one is read (ISO 129-1): left to right, or upward where steep."""
    one_way = (angle + 90) % 180 - 90
    return one_way + 180 if one_way < -60 else one_way


def crop(picture: Grey, box: TextBox) -> Grey:
    """Return the pixels of a box, turned so that its text reads left to right and its letters stand upright."""
    width, height = max(4, round(box.length)), max(4, round(box.height))
    corners = box.corners + np.array([[1], [1], [-1], [-1]], np.float32) * (box.lean * box.height / 2 * box.along)
    target = np.array([[0, 0], [width, 0], [width, height]], np.float32)
    matrix = cv2.getAffineTransform(np.asarray(corners[:3], np.float32), target)
    out = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=(PAPER,))
    return np.asarray(out, np.uint8)


def without_doubles(boxes: list[TextBox]) -> list[TextBox]:
    """Leave out boxes that a larger one of the same direction covers, and join those that continue each other."""
    kept: list[TextBox] = []
    places = np.empty((len(boxes), 3))  # x, y and size of those that are kept
    for one in sorted(boxes, key=lambda b: (-b.length * b.height, b.x, b.y)):
        box, (x, y, size) = one, places[: len(kept)].T
        ways, reach = np.abs(x - box.x) + np.abs(y - box.y), size + box.length + box.height
        near = np.flatnonzero(ways <= _TOUCH * reach).tolist()
        if any(_makes_needless(kept[i], box) for i in near):
            continue
        partner = next((i for i in near if _continues(kept[i], box)), len(kept))
        if partner < len(kept):
            box = kept[partner] = joined(kept[partner], box)
        else:
            kept.append(box)
        places[partner] = box.x, box.y, box.length + box.height
    return kept


def _continues(one: TextBox, other: TextBox) -> bool:
    """Whether two boxes of one direction overlap end to end, as the parts of a run cut by a region's edge do."""
    if one.angle != other.angle or min(one.elongation, other.elongation) < LYING:
        return False
    along, across = one.offset(other)
    level = abs(across) < 0.25 * max(one.height, other.height) and 0.6 < one.height / other.height < 1.7
    return level and abs(along) < (one.length + other.length) / 2 - 0.3 * min(one.height, other.height)


def joined(one: TextBox, other: TextBox) -> TextBox:
    """The first box, as long as it takes to hold all of the other along its reading direction."""
    along, _ = one.offset(other)
    start = min(0.0, one.length / 2 + along - other.length / 2)
    end = max(one.length, one.length / 2 + along + other.length / 2)
    return one.part(start, end)


def close_pairs(boxes: Sequence[TextBox], reach: float) -> Iterator[tuple[int, int]]:
    """The numbers of boxes that are `reach` heights of the first or less apart, each way; found through an index."""
    bounds = np.array([box.bounds for box in boxes]).reshape(-1, 4)
    around = reach * np.array([[box.height] for box in boxes]).reshape(-1, 1) * (-1, -1, 1, 1)
    for one, other in zip(*(n.tolist() for n in BoxIndex(bounds).pairs(bounds + around)), strict=True):
        if one != other:
            yield one, other


def crossing(one: TextBox, other: TextBox) -> bool:
    """Whether two boxes lie over each other in different directions: only one can be a run of text."""
    return turn_between(one, other) >= 30 and shared(one, other) > 0.5


def covering(large: TextBox, small: TextBox) -> bool:
    """Whether a box of nearly the same direction covers most of another."""
    return turn_between(large, small) < 30 and shared(large, small) > 0.6


def shared(one: TextBox, other: TextBox) -> float:
    """Return the area two boxes share, as a part of the smaller one's."""
    if not _near(one, other):
        return 0.0
    common = float(cv2.intersectConvexConvex(one.corners, other.corners)[0])
    return common / max(min(one.length * one.height, other.length * other.height), 1e-6)


def _near(one: TextBox, other: TextBox) -> bool:
    """Whether two boxes are so near that they may touch; cheap, and False for nearly all pairs of a sheet."""
    reach = one.length + one.height + other.length + other.height
    return abs(one.x - other.x) + abs(one.y - other.y) <= _TOUCH * reach


def _makes_needless(large: TextBox, small: TextBox) -> bool:
    return covering(large, small) or (small.elongation < LYING and shared(large, small) > 0.85)


def turn_between(one: TextBox, other: TextBox) -> float:
    """Degrees (0 to 90) between the lines along which two boxes run."""
    return abs((one.angle - other.angle + 90) % 180 - 90)
