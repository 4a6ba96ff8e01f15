"""Whole numbers that are item numbers (ISO 6433) without a ring: told by what a sheet does with all of its numbers.

Those on shelves without a terminator are all items on one sheet, or none is. Those of an exploded view, at no dimension
line, number its parts through from one. What the parts list has as an item number is likelier one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .candidates import Candidate
from .features import NAMES, Rows, bare_number
from .model import Chances

_ITEMS: Final = re.compile(r"\d{1,3}(?:,\s?\d{1,3})*")
_FEWEST: Final = 4  # numbers that tell what the sheet does
_ON: Final = 0.6  # letter heights from a number to its shelf
_LARGER: Final = 1.25  # of the usual letters of sizes
_NO_HEAD: Final = 9  # steps where no terminator is found
_LIKELY: Final = 0.5
_SPAN: Final = (0.5, 2.5)  # letter heights across and beyond a pair of heads within which a number is that of a length
_NAMED: Final = 0.03  # times the odds that a number is a size, where the parts list has it
_AT_HEADS: Final = 2  # steps within which the line of a number, and no leader's shelf, comes to a head
_PARTS: Final = 8  # different numbers of a sheet whose parts are numbered through
_FEW: Final = 0.25  # of the numbers at no dimension line: how many of theirs may seem to stand at one
_THROUGH: Final = 0.5  # share of the numbers up to the highest that the sheet shows: sizes leave out most


def as_one_kind(candidates: Sequence[Candidate], features: Rows, chances: Chances) -> Chances:
    """The chances (n), with those of numbers on headless shelves no better than what is usual for them on the sheet.

    Numbers that follow each other there in larger letters than those of sizes are several items: "8,9" (GOST 2.109).
    """
    large = features[:, NAMES.index("height_ratio")] > _LARGER
    listed = np.array([_follow_each_other(c) for c in candidates]) & large & _is_headless(features)
    chances = np.where(listed, 0.0, chances)
    shelved = np.array([_is_bare(c) for c in candidates]) & _on_headless_shelf(features)
    own = np.flatnonzero(shelved & np.array([c.rank == 0 for c in candidates], np.bool_))
    usual = float(np.median(chances[own])) if len(own) >= _FEWEST else 1.0
    return np.where(shelved & (usual < _LIKELY), np.minimum(chances, usual), chances)


def _is_bare(candidate: Candidate) -> bool:
    return len(candidate.lines) == 1 and _ITEMS.fullmatch(candidate.lines[0].text) is not None


def _follow_each_other(candidate: Candidate) -> bool:
    """Whether a candidate is nothing but whole numbers, each the next after the one before."""
    if not _is_bare(candidate):
        return False
    numbers = [int(part) for part in candidate.lines[0].text.split(",")]
    return len(numbers) > 1 and all(after == before + 1 for before, after in pairwise(numbers))


def _on_headless_shelf(features: Rows) -> NDArray[np.bool_]:
    led: NDArray[np.bool_] = features[:, NAMES.index("tie_under_led")] > 0
    return _is_headless(features) & led


def _is_headless(features: Rows) -> NDArray[np.bool_]:
    """Which stand on a line that comes to no head."""
    gap, steps = (features[:, NAMES.index(f"tie_under_{name}")] for name in ("gap", "steps"))
    found: NDArray[np.bool_] = (np.abs(gap) < _ON) & (steps >= _NO_HEAD)
    return found


def with_listed(candidates: Sequence[Candidate], features: Rows, chances: Chances, listed: Collection[int]) -> Chances:
    """The chances (n), lower for bare numbers at no dimension line that the sheet's parts list has as item numbers."""
    named = np.array([bare_number(c) in listed and not c.ordinate for c in candidates], np.bool_)
    steps = np.min([features[:, NAMES.index(f"tie_{name}_steps")] for name in ("under", "over", "through")], axis=0)
    led = features[:, NAMES.index("tie_under_led")] > 0
    sized = _spanned(features) | ((steps <= _AT_HEADS) & ~led)
    return np.where(named & ~sized, chances * _NAMED / (1 - chances * (1 - _NAMED)), chances)


def _spanned(features: Rows) -> NDArray[np.bool_]:
    """Which stand at the line between a pair of heads."""
    across, beyond = (features[:, NAMES.index(f"span_{name}")] for name in ("across", "beyond"))
    found: NDArray[np.bool_] = (across < _SPAN[0]) & (beyond < _SPAN[1])
    return found


def without_numbered_parts(candidates: Sequence[Candidate], features: Rows, chances: Chances) -> Chances:
    """The chances (n), with 0 for bare numbers of a sheet that numbers its parts through.

    Those on the shelves of leaders do, whatever these end in, where none is missing (ISO 6433). Those at no
    dimension line tell that it does; where a few up to the highest seem to stand at one, an edge with heads of leaders
    has passed for it.
    """
    spanned = _spanned(features)
    values = np.array([bare_number(c) for c in candidates])
    chances = np.where(_numbered_on_shelves(values, features), 0.0, chances)
    free = values[(values > 0) & ~spanned]
    numbers = np.unique(free)
    if len(numbers) < _PARTS or len(numbers) < _THROUGH * numbers.max():
        return chances
    held = (values > 0) & spanned & (values <= numbers.max())
    few = held.sum() <= _FEW * len(free)
    return np.where((values > 0) & (~spanned | (held & few)), 0.0, chances)


def _numbered_on_shelves(values: NDArray[np.float64], features: Rows) -> NDArray[np.bool_]:
    """Which numbers stand on the shelves of leaders, if these are all from one up to the highest."""
    gap, led = (features[:, NAMES.index(f"tie_under_{name}")] for name in ("gap", "led"))
    shelved: NDArray[np.bool_] = (values > 0) & (np.abs(gap) < _ON) & (led > 0)
    numbers = np.unique(values[shelved])
    return shelved & (len(numbers) >= _FEWEST and numbers[-1] == len(numbers))
