"""Straight lines that run neither level nor upright, found where text runs the same way: frames in isometric views."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..budget import check
from ..connected import Numbers, connected
from ..index import BoxIndex, Floats
from .lines import SHORTEST, find_level_lines
from .perspective import through
from .pixels import Ink, resized
from .skew import inked_places, straightened

UPRIGHT: Final = 8.0
"""Degrees from level or upright up to which text, and what surrounds it, is not slanted."""

ALIKE: Final = 0.75
"""Degrees by which runs of one direction differ from the next, as exactly as each tells its own."""

ROUGH: Final = 9.0
"""Degrees by which the box around a short or leaning run may be off."""

ALONG, ACROSS = 3.0, 1.6
"""How far beyond a run and from its middle, in its heights, the ink lies that tells its direction: its own, and that of
the line that it stands on."""

ROWS: Final = 1.5
"""How far apart the middles of two rows of one text are, in their heights."""

OFF: Final = 0.5
"""Of a run's height: how far the ends of its box may be off its line."""

AROUND: Final = 12.0
"""How far around a run, in its heights, lines may belong to its frame."""

FAINT: Final = 200
"""Grey below which a pixel of the turned ink is ink: a thin line is smeared over two rows."""

ENOUGH_DPI: Final = 200.0
"""Lines are looked for at no finer resolution."""

ISOMETRIC: Final = 15.0, 45.0
"""Degrees between which the base line of text on a plane of an axonometric view runs (ISO 5456-3)."""

SPREAD: Final = np.float32(1.0)
"""Pixels over which inked places are spread: at 45 degrees their centres would fall into rows of their own."""

POINTS: Final = 40_000


@dataclass(frozen=True, slots=True)
class Run:
    """One run of text: its upright box (x0, top, x1, bottom) and height in pixels, its direction in degrees."""

    box: tuple[float, float, float, float]
    angle: float
    height: float


@dataclass(frozen=True, slots=True)
class Slope:
    """A direction in which text runs, in degrees counter-clockwise from -90 to 90, and the slanted lines around it.

    `lines` (n, 4): x0, y0, x1, y1 in pixels, those along the text and those across it: on the upper plane of an
    isometric view (ISO 5456-3) the walls of a frame run along the other axis.
    """

    angle: float
    lines: NDArray[np.float32]

    def turned_to(self, angle: float) -> float | None:
        """The slope's own angle for a slanted run of about its direction, read the same way; None for others."""
        if not _is_slanted(angle):
            return None
        off = (angle - self.angle + 90) % 180 - 90
        return angle - off if abs(off) <= ROUGH else None


def exact_directions(ink: Ink, runs: Sequence[Run]) -> list[float]:
    """The directions of runs in degrees: of the slanted ones as exact as their own ink and the lines beside them tell.

    Where dimensions stand around a centre each has a direction of its own; the rows of one have the same. Raises
    OutOfTimeError when the time of the stage is spent.
    """
    out = [run.angle for run in runs]
    slanted = [number for number, angle in enumerate(out) if _is_slanted(angle)]
    for row in _stacked([runs[number] for number in slanted]):
        check()
        own = [runs[slanted[k]] for k in row]
        longest = max(own, key=_length)
        angle = _exact(np.concatenate([_own_places(ink, run) for run in own]), longest.angle, _doubt(longest))
        for k, run in zip(row, own, strict=True):
            out[slanted[k]] = angle + 180 * round((run.angle - angle) / 180)
    return out


def _stacked(runs: Sequence[Run]) -> list[list[int]]:
    """The numbers of runs in groups of those that stand under each other, or behind each other, on one slope."""
    if not runs:
        return []
    boxes = np.array([run.box for run in runs])
    one, other = BoxIndex(boxes).pairs(boxes)
    angles, lengths, heights = np.array([(run.angle, _length(run), run.height) for run in runs]).T
    turn, (dx, dy) = np.radians(angles[one]), np.diff([_middles(boxes[one]), _middles(boxes[other])], axis=0)[0].T
    along, across = np.abs(dx * np.cos(turn) - dy * np.sin(turn)), np.abs(dx * np.sin(turn) + dy * np.cos(turn))
    parallel = np.abs((angles[one] - angles[other] + 90) % 180 - 90) <= ROUGH
    stacked = parallel & (along <= (lengths[one] + lengths[other]) / 2) & (across <= ROWS * heights[one])
    home = connected(one[stacked], other[stacked], len(runs))
    return [np.flatnonzero(home == group).tolist() for group in np.unique(home)]


def _middles(boxes: Floats) -> Floats:
    """The middles (n, 2) of boxes (n, 4)."""
    out: Floats = (boxes[..., :2] + boxes[..., 2:]) / 2
    return out


def _doubt(run: Run) -> float:
    """Degrees by which the direction of a run's box may be off: the longer it is, the less."""
    return min(ROUGH, math.degrees(math.atan(OFF * run.height / max(_length(run), run.height))))


def slopes(ink: Ink, dpi: float, runs: Sequence[Run]) -> list[Slope]:
    """The directions of the slanted runs, each as exact as the lines around its runs tell, with those lines."""
    return [_slope(ink, dpi, group) for group in _groups(runs)]


def _groups(runs: Sequence[Run]) -> list[list[Run]]:
    """The slanted runs by their direction."""
    slanted = [(_halved(run.angle), run) for run in runs if _is_slanted(run.angle)]
    groups: list[list[Run]] = []
    reached = -math.inf
    for angle, run in sorted(slanted, key=lambda s: s[0]):
        if angle - reached > ALIKE:
            groups.append([])
        groups[-1].append(run)
        reached = angle
    return groups


def _is_slanted(angle: float) -> bool:
    return abs((angle + 45) % 90 - 45) > UPRIGHT


def _halved(angle: float) -> float:
    """The direction as an angle from -90 to 90: a line has no beginning."""
    return (angle + 90) % 180 - 90


def _slope(ink: Ink, dpi: float, runs: Sequence[Run]) -> Slope:
    coarse = min(1.0, ENOUGH_DPI / dpi)
    patches = [_patch(ink, boxes, coarse) for boxes in _apart(_reaches(ink, runs))]
    places = _places(patches)
    rough = float(np.median([_halved(run.angle) for run in runs]))
    angle = _exact(places, rough, ALIKE)
    across = _exact(places, -rough) if ISOMETRIC[0] <= abs(rough) <= ISOMETRIC[1] else _halved(angle + 90)
    found = [_lines(near, dpi * coarse, turn) + np.tile(at, 2) for turn in (angle, across) for near, at in patches]
    return Slope(angle, (np.concatenate(found) / coarse).astype(np.float32))


def _lines(ink: Ink, dpi: float, angle: float) -> NDArray[np.float32]:
    """Lines that run at `angle`, found as level ones in the ink turned by it."""
    turned, matrix = straightened(np.where(ink, 0, 255).astype(np.uint8), angle)
    dark = (turned < FAINT).astype(np.uint8)
    level = _to_their_ends(find_level_lines(dark, dpi, shortest=SHORTEST), dark)
    return np.asarray(through(np.linalg.inv(matrix), level.reshape(-1, 2)).reshape(-1, 4), np.float32)


def _to_their_ends(lines: NDArray[np.float32], ink: Ink) -> NDArray[np.float32]:
    """Level lines (n, 4) from the first to the last inked pixel of their middle.

    A line that meets them at a sharp angle leaves their middle before it leaves their edge.
    """
    out = lines.copy()
    for line in out:
        first, last = round(float(line[0])), round(float(line[2]))
        rows = ink[math.floor(line[1]) : math.ceil(line[1]) + 1, first : last + 1]
        inked = np.flatnonzero(rows.all(axis=0))
        if len(inked):
            line[0], line[2] = first + inked[0], first + inked[-1]
    return out


def _reaches(ink: Ink, runs: Sequence[Run]) -> Numbers:
    """The boxes (n, 4) in which lines may belong to the frame of a run: x0, y0, x1, y1 in whole pixels of the ink."""
    height, width = ink.shape
    boxes = np.array([run.box for run in runs]) + AROUND * np.array([[run.height] for run in runs]) * (-1, -1, 1, 1)
    return np.clip(np.round(boxes), 0, (width, height, width, height)).astype(np.intp)


def _apart(boxes: Numbers) -> list[Numbers]:
    """Boxes (n, 4) in groups of those that touch: what lies between the groups costs nothing."""
    home = connected(*BoxIndex(boxes.astype(np.float64)).pairs(boxes.astype(np.float64)), len(boxes))
    return [boxes[home == group] for group in np.unique(home)]


def _patch(ink: Ink, boxes: Numbers, coarse: float) -> tuple[Ink, Floats]:
    """The ink in some boxes, as many times as fine, and where its upper left corner lies then."""
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    part = np.full((y1 - y0, x1 - x0), 255, np.uint8)
    for left, top, right, bottom in boxes.tolist():
        part[top - y0 : bottom - y0, left - x0 : right - x0] = np.where(ink[top:bottom, left:right], 0, 255)
    return (resized(part, coarse) < FAINT).astype(np.uint8), coarse * np.array([x0, y0], np.float64)


def _places(patches: Sequence[tuple[Ink, Floats]]) -> NDArray[np.float32]:
    """About `POINTS` of the inked places (x, y) of all patches, or all if there are fewer."""
    every = np.concatenate([inked_places(near, POINTS) + at.astype(np.float32) for near, at in patches])
    return every[:: max(1, len(every) // POINTS)]


def _own_places(ink: Ink, run: Run) -> NDArray[np.float32]:
    """The inked places (x, y) of a run, and right beside it along its direction."""
    turn, reach = math.radians(run.angle), max(ALONG, ACROSS) * run.height
    height, width = ink.shape
    x0, y0, x1, y1 = np.clip(np.add(run.box, (-reach, -reach, reach, reach)), 0, (width, height, width, height)).round()
    places = inked_places(ink[int(y0) : int(y1), int(x0) : int(x1)], POINTS) + np.array([x0, y0], np.float32)
    middle = _middles(np.array(run.box))
    ways = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    along, across = np.abs(ways @ (places - middle).T)
    own: NDArray[np.bool_] = (along <= _length(run) / 2 + ALONG * run.height) & (across <= ACROSS * run.height)
    return places[own].astype(np.float32)


def _length(run: Run) -> float:
    """The length of a run, by its upright box."""
    x0, y0, x1, y1 = run.box
    turn = math.radians(run.angle)
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    return max((x1 - x0 - run.height * sin) / cos if cos > sin else (y1 - y0 - run.height * cos) / sin, 0.0)


def _exact(places: NDArray[np.float32], rough: float, doubt: float = ROUGH) -> float:
    """The direction within `doubt` of `rough` along which inked places (n, 2) fall into the sharpest rows."""
    if not places.size:
        return rough
    points = places.T + SPREAD * np.random.default_rng(0).random(places.T.shape, np.float32)
    angle = rough
    for reach, step_size in ((doubt, 0.5), (0.5, 0.1), (0.1, 0.02)):
        angles = angle + np.arange(-reach, reach + step_size / 2, step_size)
        angle = float(angles[int(np.argmax([_sharpness(points, a) for a in angles]))])
    return angle


def _sharpness(points: NDArray[np.float32], angle: float) -> float:
    """How much rows at this angle differ from the next: lines do so abruptly, the outline of a region does not."""
    turn = math.radians(angle)
    rows = np.array([math.sin(turn), math.cos(turn)], np.float32) @ points
    steps = np.diff(np.bincount((rows - rows.min()).astype(np.int64)).astype(np.float64))
    return float(steps @ steps)
