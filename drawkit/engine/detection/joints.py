"""Which rows of letters go on with each other along one line, and in which direction: the closest are joined first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..connected import connected
from .boxes import TextBox
from .rows import Row

_NARROW: Final = 0.2  # logarithm of height over width from which on a letter tells its direction; W and M stay below
_SQUARE: Final = 0.1  # of the height: sides that differ by less show no direction
_REACHES: Final = 0.3  # of its length: how far a letter reaches over the one before
_TELLING: Final = 8  # gaps that tell how widely a sheet spaces its letters
_LONG: Final = 1.6  # length over height from which on two letters or more tell their direction

WIDEST_BLANK: Final = 0.95
"""Of the height: a wider gap ends a run."""

ALIKE: Final = 2.3
"""Times: how far heights of neighbours may differ; a stack of deviations is two rows high."""

TURN: Final = 8.0
"""Degrees: how far the directions of neighbours may differ."""

SHORT: Final = 3
"""Letters of a part that is read by itself too: its neighbours may be no text."""

DOT: Final = 0.35
"""Of the height: what is smaller is a point or a piece of a colon."""

BLANK: Final = 1.6
"""Times the usual gap between letters: a wider one is a blank."""


@dataclass(frozen=True)
class Joint:
    """Two rows that go on with each other along a direction, whether they stand wide, and how wide in pixels."""

    angle: float
    one: int
    other: int
    wide: bool
    gap: float


def without_strangers(rows: Sequence[Row], joints: Sequence[Joint]) -> list[Joint]:
    """The joints without those of a letter with something many times as large beside it.

    It would be that one's point, and goes on with a letter of its own size: it is none, and the large one is geometry.
    """
    sizes = [letter_height(row) for row in rows]
    among_like: set[int] = set()
    for joint in joints:
        least, most = sorted((sizes[joint.one], sizes[joint.other]))
        if rows[joint.one][1] and rows[joint.other][1] and most <= ALIKE * least:
            among_like |= {joint.one, joint.other}

    def is_strange(joint: Joint) -> bool:
        small, large = sorted((joint.one, joint.other), key=sizes.__getitem__)
        return sizes[small] <= DOT * sizes[large] and small in among_like and large not in among_like

    return [joint for joint in joints if not is_strange(joint)]


def join(rows: Sequence[Row], parent: list[int], joints: Sequence[Joint]) -> None:
    """Join rows that go on with each other, at first those that tell their direction: theirs is that of the chain.

    The numbers of a list stand below each other as closely as each stands before its line, and tell no direction. Two
    single letters that stand wide, as ones do where every figure has the same room, go on where a chain runs along;
    no wider than a blank of the chain's capitals, which small letters are lower than.
    """
    told = (i for i, (box, letters) in enumerate(rows) if letters >= SHORT and box.elongation >= _LONG)
    ways: dict[int, float] = {i: rows[i][0].angle for i in told}  # not that of two: they may be a colon
    ways = _told_together(rows, joints) | ways
    joints = _spaced_as_usual(rows, joints, ways)
    tall = {i: letter_height(row) for i, row in enumerate(rows) if row[1]}
    close = [joint for joint in joints if not joint.wide]
    _join_all(sorted(close, key=lambda one: one.one not in ways and one.other not in ways), parent, ways, tall)
    left = sorted((joint for joint in joints if joint.wide), key=lambda one: one.gap)
    while (rest := _join_all(left, parent, ways, tall)) and len(rest) < len(left):  # each may lead to the next
        left = rest


def _told_together(rows: Sequence[Row], joints: Sequence[Joint]) -> dict[int, float]:
    """The directions that several single letters in a row tell together, each of which alone tells none.

    Spaced lettering has no two letters in one cluster (ISO 3098-1 lets the spacing be wider than the usual one). Of
    rows that cross each other the one with most letters counts: a capital may stand as close below a heading.
    """
    chains: list[tuple[int, float, list[int]]] = []
    for way in {round(joint.angle / TURN) for joint in joints}:
        own = [joint for joint in joints if round(joint.angle / TURN) == way]
        members, place = np.unique([(joint.one, joint.other) for joint in own], return_inverse=True)
        one, other = place.reshape(-1, 2).T
        home = connected(one, other, len(members))
        for least in np.unique(home).tolist():
            chain = members[home == least].tolist()
            angle = own[int(np.flatnonzero(home[one] == least)[0])].angle
            chains.append((_in_line([rows[i] for i in chain], angle), angle, chain))
    ways: dict[int, float] = {}
    for letters, angle, chain in sorted(chains, key=lambda one: -one[0]):
        if letters >= SHORT:
            ways = dict.fromkeys(chain, angle) | ways
    return ways


def _in_line(rows: Sequence[Row], angle: float) -> int:
    """How many letters of a chain follow each other along a direction: two beside each other above an arc do not."""
    boxes = [(box.turned(angle), letters) for box, letters in rows if letters]
    places = [boxes[0][0].offset(box)[0] for box, _ in boxes]
    count, last = 0, -math.inf
    for (box, letters), place in sorted(zip(boxes, places, strict=True), key=lambda one: one[1] + one[0][0].length / 2):
        if place - box.length / 2 >= last - _REACHES * box.length:
            count, last = count + letters, place + box.length / 2
    return count


def _spaced_as_usual(rows: Sequence[Row], joints: Sequence[Joint], ways: dict[int, float]) -> list[Joint]:
    """The joints, those no longer wide in which letters that tell their direction stand as the sheet's others do.

    A number of two figures has no third one that tells where its chain runs.
    """
    told = (joint for joint in joints if joint.one in ways and joint.other in ways)
    gaps = [joint.gap / max(letter_height(rows[joint.one]), letter_height(rows[joint.other])) for joint in told]
    widest = BLANK * float(np.median(gaps)) if len(gaps) >= _TELLING else 0.0

    def is_usual(joint: Joint) -> bool:
        pair = rows[joint.one], rows[joint.other]
        along = all(between(joint.angle, way) <= TURN for row in pair for way in directions_of(row))
        return along and joint.gap <= widest * max(map(letter_height, pair))

    return [replace(joint, wide=joint.wide and not is_usual(joint)) for joint in joints]


def _join_all(
    joints: Sequence[Joint], parent: list[int], ways: dict[int, float], tall: dict[int, float]
) -> list[Joint]:
    """Join what goes on in the directions that are known; returns the wide joints that may yet join something.

    `tall` has the height of the highest letter of each chain.
    """
    rest = []
    for joint in joints:
        one, other = root_of(parent, joint.one), root_of(parent, joint.other)
        known = [ways[root] for root in (one, other) if root in ways]
        high = max(tall.get(one, 0.0), tall.get(other, 0.0))
        if joint.wide and (not known or joint.gap > WIDEST_BLANK * high):
            rest.append(joint)
            continue
        if any(between(joint.angle, way) > TURN for way in known):
            continue
        parent[one] = other
        tall[other] = high
        if known:
            ways[other] = known[-1]
    return rest


def root_of(parent: list[int], index: int) -> int:
    """The number that stands for the whole chain of a row; the way to it is made shorter."""
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index


def is_told(box: TextBox, letters: int) -> bool:
    """Whether a row tells its direction."""
    return letters > 1 and box.elongation >= _LONG


def between(one: float, other: float) -> float:
    """Degrees between two directions, whichever way they are read."""
    return abs((one - other + 90) % 180 - 90)


def letter_height(row: Row) -> float:
    """How high the letters of a row are: one alone may lie on its side."""
    box, letters = row
    return max(box.length, box.height) if letters == 1 else box.height


def directions_of(row: Row) -> tuple[float, ...]:
    """In which directions a row may run."""
    box, letters = row
    return (box.angle,) if is_told(box, letters) else directions_shown(box, letters)


def directions_shown(box: TextBox, letters: int) -> tuple[float, ...]:
    """The directions in which a short row may run: more than one letter along their longer side.

    One letter tells it where it is clearly higher than wide (ISO 3098-1), else it may run both ways.
    """
    if letters == 1:
        left, top, right, bottom = box.bounds
        tall = math.log(max(bottom - top, 1.0) / max(right - left, 1.0))
        return (0.0, 90.0) if abs(tall) < _NARROW else (0.0,) if tall > 0 else (90.0,)
    if abs(box.length - box.height) < _SQUARE * box.height:
        return 0.0, 90.0
    return (box.angle,) if box.length > box.height else (box.angle + 90.0,)
