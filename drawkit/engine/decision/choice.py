"""Which candidates are taken: the likeliest first, and none that stands where another one was taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from ..index import index_of
from ..layout.around import around
from ..layout.ordinates import led_rows
from ..sheet import Floats, Word
from ..text.lines import Line
from .candidates import Candidate
from .model import Chances

LIKELY: Final = 0.5
"""The least chance of a candidate to be a dimension of the sheet: what is likelier none is not told."""

_PARALLEL: Final = 2.0  # degrees between texts that are read in one direction


def chosen(candidates: Sequence[Candidate], chances: Chances) -> list[tuple[Candidate, float]]:
    """The candidates that are taken, in their order, each with its chance (0 to 1); `chances` (n) are those of all.

    An origin is taken where something is that is counted from it.
    """
    boxes = [around(line.box for line in c.lines) for c in candidates]
    index = index_of(boxes)
    taken: set[int] = set()
    for number in sorted(range(len(candidates)), key=lambda i: (-chances[i], candidates[i].rank)):
        if chances[number] < LIKELY:
            break
        others = [i for i in index.near(boxes[number]).tolist() if i in taken]
        if not any(_share(candidates[number], candidates[i]) for i in others):
            taken.add(number)
    counted = [candidates[i].lines[0].word.angle for i in taken if candidates[i].ordinate and _counts(candidates[i])]
    return [(candidates[i], float(chances[i])) for i in sorted(taken) if not _is_alone(candidates[i], counted)]


def _counts(candidate: Candidate) -> bool:
    return bool(candidate.dimension.nominal)


def _is_alone(candidate: Candidate, counted: Sequence[float]) -> bool:
    """Whether a candidate is an origin without ordinates in its direction; `counted` are theirs, in degrees."""
    angle = candidate.lines[0].word.angle
    origin = candidate.ordinate and not _counts(candidate)
    return origin and not any(abs((angle - other + 180) % 360 - 180) < _PARALLEL for other in counted)


def as_rows(candidates: Sequence[Candidate], chances: Chances, segments: Floats) -> Chances:
    """The chances (n), with each number of a row of extension lines at least as likely as is usual in its row.

    A whole number says little by itself and a zero nothing: it is the origin (ISO 129-1, 9.4) that the others are
    counted from, or was not read. `segments` (n, 4) are the sheet's.
    """
    out = chances.copy()
    for row in _rows(candidates, segments):
        counted = [chances[i] for i in row if candidates[i].dimension.nominal]
        if counted:
            out[row] = np.maximum(out[row], np.median(counted))
    return out


def _rows(candidates: Sequence[Candidate], segments: Floats) -> list[list[int]]:
    """The rows of ordinates, and of numbers at extension lines without a zero, by the numbers of their candidates."""
    rows: dict[int, list[int]] = defaultdict(list)
    lone: dict[Line, int] = {}
    for number, candidate in enumerate(candidates):
        if candidate.ordinate:
            rows[round(candidate.lines[0].word.angle)].append(number)
        elif candidate.rank == 0 and len(candidate.lines) == 1:
            lone[candidate.lines[0]] = number
    return [*rows.values(), *([lone[line] for line in row] for row in led_rows([*lone], segments))]


def _share(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates read the same line."""
    return any(_lies_in(a.word, b.word) or _lies_in(b.word, a.word) for a in one.lines for b in other.lines)


def _lies_in(word: Word, other: Word) -> bool:
    """Whether the middle of a word lies in the room of another, turned as that one is: slanted texts stand close."""
    along, across = other.along(*word.middle), other.across(*word.middle)
    return 0 <= along <= other.length and 0 <= across <= other.height
