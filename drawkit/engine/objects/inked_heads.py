"""Terminators in pictures: a small network tells what each end of a line looks like, and where the tip is.

Lines of a picture end somewhere in their heads, so each end is shown with what lies outside and inside of it.
Dimension lines of a chain are one line there, so the places where it is wider are shown as its ends are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..recognition import models
from ..sheet import Floats, Grey
from .terminator import Kind, Terminator

NETWORK: Final = "heads.onnx"

COLUMNS, ROWS = 64, 28
ALONG, ACROSS = 0.105, 0.055
"""Letter heights between two columns, and two rows, of what the network is shown: outside comes first."""

KINDS: Final[tuple[Kind, ...]] = tuple(kind for kind in get_args(Kind) if kind in ("arrow", "tick", "dot"))
"""What the network tells behind nothing, in this order; open heads are arrows to it."""

LEAST: Final = 0.3  # letter heights: shorter lines carry nothing that can be told; a dash beside a number is short
_LIKELY = 0.5
_LESS_SURE = 0.05  # of a chance, for each letter height from the place to the tip that is seen from there
_ONE = 0.5  # letter heights between two places that show the same terminator
_ALIKE = 0.7  # cosine of their directions
_PATTERN = 48  # stretches of a line that are wider: it is the ruling of a table, or hatched
_CHAINED = 2.0  # letter heights: a line that may hold heads between its ends
_STEP = 0.08  # letter heights along such a line between places that are looked at
_ASIDE, _NEARER = 0.14, 0.1  # letter heights to either side of it where ink is looked for, and where heads are small
_INK = 190  # grey from which on it is paper
_FAINTEST = 0.3  # of black: what is fainter than this at its darkest is hardly ink; grey lines are shown as black ones
_BATCH = 512
_FARTHEST = 2**15 - 2  # rows and columns of a picture that can be looked up


@dataclass(frozen=True)
class Ends:
    """Places (n, 2) where lines, or what is wide of them, end, and the unit vectors (n, 2) outward there, in points."""

    places: Floats
    ways: Floats

    def part(self, start: int, stop: int) -> Ends:
        """Some of them, in their order."""
        return Ends(self.places[start:stop], self.ways[start:stop])


def heads_in_picture(picture: Grey, scale: float, lines: Floats, height: float) -> list[Terminator]:
    """The terminators of `lines` (n, 4, in points), as far as there is time; `scale` pixels of `picture` are a point.

    Raises ModelMissingError.
    """
    ends = ends_of(picture, scale, lines, height)
    found: list[tuple[float, Terminator]] = []
    for start in in_time(range(0, len(ends.places), _BATCH), "arrow heads in the picture"):
        part = ends.part(start, start + _BATCH)
        told = models.run(models.session(models.own_model(NETWORK)), shown(picture, scale, part, height))
        found += _terminators(part, np.asarray(told, np.float64), height)
    return _each_once(found, height)


def ends_of(picture: Grey, scale: float, lines: Floats, height: float) -> Ends:
    """The ends of lines (n, 4) that are long enough, and both ends of what is wider between them."""
    own = lines[np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) >= LEAST * height]
    ends = np.vstack([own, own[:, [2, 3, 0, 1]]])
    ways = ends[:, 2:] - ends[:, :2]
    places, outward = _wider(picture, scale, own, height)
    return Ends(np.vstack([ends[:, 2:], places]), np.vstack([ways / np.hypot(*ways.T)[:, None], outward]))


def _wider(picture: Grey, scale: float, lines: Floats, height: float) -> tuple[Floats, Floats]:
    """Both ends (n, 2) of each stretch of a line beside which ink stands on both sides, and the ways (n, 2) outward.

    So the heads of a chain and the lines that cross it have it, though these be dashed or too faint to be found.
    """
    step = _STEP * height
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    own, lengths = lines[lengths >= _CHAINED * height], lengths[lengths >= _CHAINED * height]
    counts = (lengths / step).astype(np.int64)
    line = np.repeat(np.arange(len(own)), counts)
    at = (np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)) * step
    ways = ((own[:, 2:] - own[:, :2]) / lengths[:, None])[line] if len(own) else np.empty((0, 2))
    places = own[line, :2] + ways * at[:, None]
    normals = np.column_stack([-ways[:, 1], ways[:, 0]]) * height
    inked = _is_ink(picture, scale, places)
    wide, nearer = (
        np.logical_and.reduce([inked, *(_is_ink(picture, scale, places + side * normals) for side in (aside, -aside))])
        for aside in (_ASIDE, _NEARER)
    )
    _, run = _runs(nearer, line)
    wide |= nearer & ~np.isin(run, run[wide & nearer])  # where ink is seen further off, that tells where heads end
    first, last = _runs(wide, line)[0], _runs(wide[::-1], line[::-1])[0][::-1]
    few = np.bincount(line[first], minlength=len(own))[line] <= _PATTERN
    starts, stops = np.flatnonzero(first & few), np.flatnonzero(last & few)
    return np.vstack([places[starts], places[stops]]), np.vstack([-ways[starts], ways[stops]])


def _runs(wide: NDArray[np.bool_], line: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Where stretches of places (n) begin that are wide and of one line, and the number of the stretch of each."""
    begins = wide & ~(np.r_[False, wide[:-1]] & np.r_[False, line[1:] == line[:-1]])
    return begins, np.cumsum(begins)


def _is_ink(picture: Grey, scale: float, points: Floats) -> NDArray[np.bool_]:
    pixels = np.floor(points * scale).astype(np.int64)
    x = np.clip(pixels[:, 0], 0, picture.shape[1] - 1)
    y = np.clip(pixels[:, 1], 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x] < _INK)


def shown(picture: Grey, scale: float, ends: Ends, height: float) -> NDArray[np.float32]:
    """What the network is shown of each end: (n, 1, ROWS, COLUMNS), ink 1 and paper 0, the line level in its middle."""
    along = (np.arange(COLUMNS) - (COLUMNS - 1) / 2) * -ALONG * height
    across = (np.arange(ROWS) - (ROWS - 1) / 2) * ACROSS * height
    normals = np.column_stack([-ends.ways[:, 1], ends.ways[:, 0]])
    points = (
        ends.places[:, None, None]
        + ends.ways[:, None, None] * along[None, None, :, None]
        + normals[:, None, None] * across[None, :, None, None]
    )
    pixels = (points * scale - 0.5).astype(np.float32).reshape(len(ends.places), ROWS * COLUMNS, 2)
    known = picture[:_FARTHEST, :_FARTHEST]
    x, y = pixels[..., 0], pixels[..., 1]
    seen = cv2.remap(known, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,))
    ink = (255 - np.asarray(seen, np.float32).reshape(-1, 1, ROWS, COLUMNS)) / 255
    darkest = ink.max(axis=(2, 3), initial=_FAINTEST, keepdims=True)
    return np.asarray(ink / darkest, np.float32)


def _terminators(ends: Ends, told: Floats, height: float) -> Iterator[tuple[float, Terminator]]:
    """What the network tells (n, kinds + 3) of each end that has a terminator, with its chance.

    From further off the tip is seen less exactly.
    """
    logits, measures = told[:, : len(KINDS) + 1], told[:, len(KINDS) + 1 :]
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    likely = chances.argmax(axis=1)
    for number in np.flatnonzero((likely > 0) & (chances[:, 0] < 1 - _LIKELY)).tolist():
        kind = KINDS[likely[number] - 1]
        way = ends.ways[number]
        x, y = ends.places[number] + way * measures[number, 0] * height
        direction = (0.0, 0.0) if kind == "dot" else (float(way[0]), float(way[1]))
        size = float(np.exp(measures[number, 1])) * height
        off = _LESS_SURE * abs(float(measures[number, 0]))
        yield float(chances[number, likely[number]]) - off, Terminator(float(x), float(y), direction, size, kind)


def _each_once(found: list[tuple[float, Terminator]], height: float) -> list[Terminator]:
    """The terminators, each as it is seen most surely: one may be seen from several places."""
    kept: list[Terminator] = []
    places: dict[tuple[int, int], list[Terminator]] = {}
    near = _ONE * height
    for _, head in sorted(found, key=lambda one: -one[0]):
        column, row = round(head.x / near), round(head.y / near)
        around = (places.get((column + i, row + j), ()) for i in (-1, 0, 1) for j in (-1, 0, 1))
        if not any(_are_one(head, other, near) for others in around for other in others):
            places.setdefault((column, row), []).append(head)
            kept.append(head)
    return kept


def _are_one(one: Terminator, other: Terminator, near: float) -> bool:
    (ax, ay), (bx, by) = one.direction, other.direction
    alike = one.kind != other.kind or one.kind == "dot" or ax * bx + ay * by > _ALIKE
    return alike and np.hypot(one.x - other.x, one.y - other.y) < near
