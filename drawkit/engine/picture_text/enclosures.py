"""Rings and boxes around letters in a picture: lifted out before text is looked for, and what they hold read by itself.

Left there, a ring is a letter of the number beside it, and the sides of a box are bars like those of 11. What is not
surely read by itself stays in the picture, and is found and read with the rest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import astuple, dataclass, replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..budget import in_time
from ..detection.boxes import PAPER as WHITE
from ..detection.boxes import TextBox, crop
from ..detection.rings_about import rings_about
from ..detection.tight_boxes import CAPITAL
from ..layout.circles import Circle
from ..layout.enclosed import (
    INSIDE,
    PAPER,
    WORD,
    is_box,
    is_position,
    is_revision,
    stands_in_box,
    stands_in_ring,
)
from ..picture.binarise import binarise
from ..picture.letters import LegibleView
from ..picture.pixels import Grey, Ink
from ..sheet import Floats, Sheet
from ..symbols.closed_cells import Cell, cells_alone
from .crop_readings import CropReading, read_crops
from .directions import STANDING_PENALTY
from .words import PictureWord

_WHAT: Final = "rings and boxes around text"
_SIZE: Final = re.compile(r".*\d.*")  # an exact size; a datum's letter in its box is found and read as it stands
_SURE: Final = 0.8  # the least confidence in that
_LONGEST: Final = 12.0  # of its height: longer text is no size
_LEVEL: Final = 3.0  # degrees: boxes that lie or stand
_SPECK: Final = 0.06  # of the usual letter: smaller ink is dirt
_MIDDLE: Final = 0.6  # of a ring's radius: what leaves a ring from so near its middle belongs to its number
_HEAD: Final = 0.25  # of the usual letter: half as wide as heads of the lines that may cross a ring all the same
_BESIDE: Final = 0.2  # of its height: paper before and behind what is held
_PEN: Final = 0.3  # of a ring's radius, and of half a box's shorter side: how wide their line is at most
_LINE: Final = 0.4  # of what is drawn of it at most: a line is where so much of it is drawn
_EDGE: Final = 1.5  # pixels: the grey edge of a line
_LONG: Final = 2.0  # times the usual letter: straight ink that long is no stroke of a letter (ISO 3098-1)
_STEPS: Final = 64  # places along a line at which it is looked for

_Bounds: TypeAlias = tuple[int, int, int, int]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Held:
    """What encloses a text: a ring, or the corners (4, 2) of a box; and where that stands and may be read, in pixels.

    `image` shows it alone on paper.
    """

    around: Circle | Floats
    box: TextBox
    image: Grey

    @property
    def place(self) -> Hashable:
        """What tells one text from another, in whichever of its outlines and directions."""
        return round(self.box.x), round(self.box.y)


@dataclass(frozen=True)
class Lifted:
    """A picture without what encloses numbers and sizes; what stands there; and the rings (n, 4), as a sheet has them.

    All in pixels of the picture.
    """

    picture: Grey
    words: list[PictureWord]
    rings: Floats


def lifted(sheet: Sheet, picture: Grey, ink: Ink, view: LegibleView) -> Lifted:
    """The picture of a sheet without its rings around numbers and boxes around sizes, and what stands in these.

    `ink` has 1 where something is drawn in it; `view` is `letters.legible` of it. Raises ModelMissingError.
    """
    usual = view.letters.height / view.factor
    held = [*_rings(picture, ink, view), *_boxes(sheet, picture, ink, usual)] if usual else []
    said = read_crops([one.image for one in held]) if held else []
    places: dict[Hashable, list[tuple[_Held, CropReading]]] = defaultdict(list)
    for one, reading in zip(held, said, strict=True):
        if _is_told(one, reading):
            places[one.place].append((one, reading))
    bare = picture.copy() if places else picture
    rings = []
    for one, _ in (pair for pairs in places.values() for pair in pairs):
        if isinstance(one.around, Circle):
            _take_ring(bare, ink, one.around)
            rings.append(astuple(one.around))
        else:
            _take_box(bare, ink, one.around)
    words = [_word(*max(pairs, key=_rank)) for pairs in places.values()]
    return Lifted(bare, words, np.array(rings, np.float64).reshape(-1, 4))


def _is_told(one: _Held, reading: CropReading) -> bool:
    """Whether what is held is surely a ring's number or mark, or something that a box is drawn around."""
    if isinstance(one.around, Circle):
        is_fit = is_position if one.around.turn >= 1 else is_revision
        return is_fit(reading.text, reading.confidence)
    return reading.confidence >= _SURE and _SIZE.fullmatch(reading.text) is not None


def _rank(pair: tuple[_Held, CropReading]) -> float:
    one, reading = pair
    return reading.confidence - (STANDING_PENALTY if one.box.angle else 0)


def _word(one: _Held, reading: CropReading) -> PictureWord:
    box = one.box
    return PictureWord(
        *(reading.text, box.bounds, box.angle, box.height),
        *(reading.confidence, reading.reader, reading.alternatives, reading.places),
    )


def _rings(picture: Grey, ink: Ink, view: LegibleView) -> Iterator[_Held]:
    small, usual, factor = binarise(view.picture), view.letters.height, view.factor
    lines = _straight(small, round(_LONG * usual))
    found = rings_about(small, lines, view.letters.boxes, usual)
    beside = cv2.dilate(lines, np.ones((2 * round(_HEAD * usual) + 1,) * 2, np.uint8)) if found else lines
    for ring in (Circle(c.x / factor, c.y / factor, c.radius / factor, c.turn) for c in found):
        r = ring.radius
        place = _clipped((ring.x - r, ring.y - r, ring.x + r, ring.y + r), ink)
        rows, columns = np.mgrid[place[1] : place[3], place[0] : place[2]]
        away = np.hypot(columns + 0.5 - ring.x, rows + 0.5 - ring.y)
        inside, rest = _parted(ink, place, away <= INSIDE * r, _SPECK * usual / factor)
        bounds = _bounds(inside, place)
        if bounds is None or not stands_in_ring(bounds, ring):
            continue
        y, x = np.nonzero(rest & (away <= _MIDDLE * r))
        by_line = beside[
            _within((y + place[1]) * factor, small.shape[0]), _within((x + place[0]) * factor, small.shape[1])
        ]
        if by_line.all():
            yield _Held(ring, *_alone(picture, inside, bounds, place, 0.0))


def _within(places: NDArray[Any], side: int) -> NDArray[np.intp]:
    return np.minimum(places.astype(np.intp), side - 1)


def _straight(ink: Ink, length: int) -> Ink:
    """The ink of level and upright lines of this length or more."""
    level, upright = (
        np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones(sides, np.uint8)), np.uint8)
        for sides in ((1, length), (length, 1))
    )
    return level | upright


def _boxes(sheet: Sheet, picture: Grey, ink: Ink, usual: float) -> Iterator[_Held]:
    scale = picture.shape[1] / sheet.width
    for cell in in_time(cells_alone(sheet), _WHAT):
        side = min(cell.width, cell.height) * scale
        if not is_box(side, usual) or min(abs(cell.angle), abs(cell.angle - 90)) > _LEVEL:
            continue
        x0, top, x1, bottom = (v * scale for v in cell.box)
        place = _clipped((x0, top, x1, bottom), ink)
        within = np.zeros((place[3] - place[1], place[2] - place[0]), bool)
        edge = max(1, round(PAPER * side))
        within[edge:-edge, edge:-edge] = True
        inside, rest = _parted(ink, place, within, _SPECK * usual)
        bounds = _bounds(inside, place)
        if bounds is None or not stands_in_box(bounds, side) or (rest & within).any():
            continue
        box, image = _alone(picture, inside, bounds, place, 90.0 * round(cell.angle / 90))
        if box.elongation <= _LONGEST and not _is_beside_letters(ink, place, side):
            yield _Held(_corners(cell) * scale, box, image)


def _clipped(box: Box, ink: Ink) -> _Bounds:
    """A box in whole pixels, as far as it lies in the picture."""
    x0, top, x1, bottom = box
    height, width = ink.shape
    return max(int(x0), 0), max(int(top), 0), min(int(np.ceil(x1)), width), min(int(np.ceil(bottom)), height)


def _parted(ink: Ink, place: _Bounds, within: Mask, speck: float) -> tuple[Mask, Mask]:
    """The ink of a place that lies wholly within a part of it, and the rest; without specks."""
    x0, top, x1, bottom = place
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink[top:bottom, x0:x1], connectivity=8)
    sizes = np.asarray(stats)[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    drawn = (sizes >= speck) & (np.arange(count) > 0)
    leaves = np.bincount(np.asarray(labels)[~within], minlength=count) > 0
    return (drawn & ~leaves)[labels], (drawn & leaves)[labels]


def _bounds(mask: Mask, place: _Bounds) -> _Bounds | None:
    """x0, top, x1, bottom in the picture of what is set in a place; None where nothing is."""
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    if not len(columns):
        return None
    x, y = place[:2]
    return int(columns[0]) + x, int(rows[0]) + y, int(columns[-1]) + 1 + x, int(rows[-1]) + 1 + y


def _alone(picture: Grey, inside: Mask, bounds: _Bounds, place: _Bounds, angle: float) -> tuple[TextBox, Grey]:
    """The box around what is set in a place, and what it shows, alone on paper and read in this direction."""
    x, y = place[:2]
    around = cv2.dilate(inside.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    only: Grey = np.where(around, picture[y : place[3], x : place[2]], WHITE).astype(np.uint8)
    x0, top, x1, bottom = bounds
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    tight = lying.turned(angle)
    box = replace(tight, length=tight.length + 2 * _BESIDE * tight.height, height=tight.height / CAPITAL)
    return box, crop(only, box.moved(-x, -y))


def _is_beside_letters(ink: Ink, place: _Bounds, side: float) -> bool:
    """Whether ink of a letter's size stands right before or behind a box: it may be a sign of the same text."""
    reach = round((WORD[0] + 1) * side)
    x0, top, x1, bottom = place
    around = _clipped((x0 - reach, top, x1 + reach, bottom), ink)
    stats = cv2.connectedComponentsWithStats(ink[around[1] : around[3], around[0] : around[2]], connectivity=8)[2][1:]
    left, right = stats[:, 0] + around[0], stats[:, 0] + stats[:, 2] + around[0]
    gap = np.maximum(x0 - right, left - x1)
    sizes = stats[:, 2:4].max(axis=1)
    return bool(((gap >= 0) & (gap <= WORD[0] * side) & (sizes >= WORD[1] * side) & (sizes <= side)).any())


def _corners(cell: Cell) -> Floats:
    out: Floats = cell.corner + np.array([cell.along * 0, cell.along, cell.along + cell.wall, cell.wall])
    return out


def _take_ring(bare: Grey, ink: Ink, ring: Circle) -> None:
    """Make paper of a ring, and of what stands in it."""
    reach = np.arange((1 - _PEN) * ring.radius, (1 + _PEN) * ring.radius)
    turns = np.linspace(0, 2 * np.pi, _STEPS, endpoint=False)
    columns, rows = (
        (middle + way[:, None] * reach).astype(np.intp).clip(0, side - 1)
        for middle, way, side in ((ring.x, np.cos(turns), ink.shape[1]), (ring.y, np.sin(turns), ink.shape[0]))
    )
    share = ink[rows, columns].mean(axis=0)
    line = np.flatnonzero(share >= _LINE * share.max())
    outer = float(reach[line[-1]]) + _EDGE if len(line) else ring.radius
    cv2.circle(bare, (round(ring.x), round(ring.y)), round(outer), (WHITE,), cv2.FILLED)


def _take_box(bare: Grey, ink: Ink, corners: Floats) -> None:
    """Make paper of a box with these inner corners, of its lines, and of what stands in it."""
    outline = np.round(corners).astype(np.int32)
    cv2.fillPoly(bare, [outline], (WHITE,))
    cv2.polylines(bare, [outline], True, (WHITE,), 2 * round(_pen(ink, corners) + _EDGE))


def _pen(ink: Ink, corners: Floats) -> float:
    """How far the sides of a box mostly reach out from its inner corners, in pixels."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)[:, None]
    outward = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.maximum(lengths, 1e-9)
    outward *= np.sign(((corners + sides / 2 - corners.mean(axis=0)) * outward).sum(axis=1))[:, None]
    steps = np.arange(-2, max(2, round(_PEN * float(lengths.min()) / 2)) + 1)
    shares = np.linspace(0.1, 0.9, _STEPS)[:, None, None]
    points = corners + shares * sides + steps[:, None, None, None] * outward
    columns, rows = np.floor(points).astype(np.intp).reshape(len(steps), -1, 2).transpose(2, 0, 1)
    line = ink[rows.clip(0, ink.shape[0] - 1), columns.clip(0, ink.shape[1] - 1)].mean(axis=1)
    drawn = np.flatnonzero(line >= _LINE * line.max())
    return float(max(0, steps[drawn[-1]])) if len(drawn) else 0.0
