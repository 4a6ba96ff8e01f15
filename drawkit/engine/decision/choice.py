"""Which candidates are taken: the likeliest first, and none that stands where another one was taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from ..index import index_of
from ..layout.around import around
from ..sheet import Word
from .candidates import Candidate
from .model import Chances

LIKELY: Final = 0.4
"""The least chance of a candidate to be a dimension of the sheet: the best balance on sources left out."""


def chosen(candidates: Sequence[Candidate], chances: Chances) -> list[tuple[Candidate, float]]:
    """The candidates that are taken, in their order, each with its chance (0 to 1); `chances` (n) are those of all."""
    boxes = [around(line.box for line in c.lines) for c in candidates]
    index = index_of(boxes)
    taken: set[int] = set()
    for number in sorted(range(len(candidates)), key=lambda i: (-chances[i], candidates[i].rank)):
        if chances[number] < LIKELY:
            break
        others = [i for i in index.near(boxes[number]).tolist() if i in taken]
        if not any(_share(candidates[number], candidates[i]) for i in others):
            taken.add(number)
    return [(candidates[i], float(chances[i])) for i in sorted(taken)]


def with_zeros(candidates: Sequence[Candidate], chances: Chances) -> Chances:
    """The chances, with each zero of an ordinate row as likely as the numbers that are counted from it.

    A zero says nothing by itself; it is the origin (ISO 129-1, 9.4) without which the others would be none.
    """
    out = chances.copy()
    rows: dict[int, list[int]] = defaultdict(list)
    for number, candidate in enumerate(candidates):
        if candidate.ordinate:
            rows[round(candidate.lines[0].word.angle)].append(number)
    for row in rows.values():
        counted = [chances[i] for i in row if candidates[i].dimension.nominal]
        for i in row:
            if counted and not candidates[i].dimension.nominal:
                out[i] = max(chances[i], float(np.median(counted)))
    return out


def _share(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates read the same line."""
    return any(_lies_in(a.word, b.word) or _lies_in(b.word, a.word) for a in one.lines for b in other.lines)


def _lies_in(word: Word, other: Word) -> bool:
    """Whether the middle of a word lies in the room of another, turned as that one is: slanted texts stand close."""
    along, across = other.along(*word.middle), other.across(*word.middle)
    return 0 <= along <= other.length and 0 <= across <= other.height
