"""Letters by their outlines: a font draws a letter alike wherever it stands, so that a sheet's words tell each other.

What its sure words say of an outline holds for the doubtful ones, for letters that were taken for lines, and for
figures that stand alone.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..connected import Numbers
from ..sheet import Floats
from .shapes import Shape

_STEPS: Final = 8
"""Points on each straight piece of an outline."""

_GRID: Final = 8
"""Points of a grid along each side of a letter, among which its outline is shared out."""

_FORM: Final = 3 + _GRID * _GRID
"""Figures of a form."""

_SIZES: Final = 0.03, 0.12
"""By how much forms of one letter differ in width and height: of the size, and in points (files have few decimals)."""

_LENGTHS: Final = 0.04
"""By how much they differ in the length of the outline, of it."""

_SHARES: Final = 0.12
"""How much of the outline lies elsewhere, twice: letters of one font that look alike differ by more."""

_AGREED: Final = 0.75
"""Of what the words say of an outline, the share that must be one letter."""

WITNESSES: Final = 2
"""Words, apart from the one in question, that must say so where it says something else."""

_ALIKE: Final = ("0OoОо", "1Il|ІӀ", "-–−", "xX×хХ", "sS5", "cCсС", "vV", "zZ2", "wW", "pPрР", "kK", "uU", ",'’")
"""Characters that many fonts draw alike: which of them it is, what stands around it tells."""

_STRAIGHT: Final = frozenset("1Il|ІӀ-–−_/\\.,'")
"""Characters that one straight stroke may be; what says that it is another lies over the wall of a cell."""

_BENT: Final = 1.01
"""Times the diagonal of its box: an outline that is longer is more than one straight stroke."""


def look_alike(one: str, other: str) -> bool:
    """Whether many fonts draw two characters alike."""
    return one == other or any({one, other} <= set(some) for some in _ALIKE)


class Outlines:
    """The straight pieces of shapes, seen along any direction."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        paths = [(number, path) for number, shape in enumerate(shapes) for path in shape.paths]
        points = np.concatenate([np.empty((0, 2)), *(path.points for _, path in paths)])
        counts = np.array([len(path.points) for _, path in paths], np.intp)
        last = np.cumsum(counts) - 1
        follows = np.arange(1, len(points) + 1)
        follows[last] = last - counts + 1
        drawn = np.ones(len(points), bool)
        drawn[last] = [path.closed or path.filled or len(path.points) == 1 for _, path in paths]
        self._ends = np.stack([points, points[follows]], axis=1)[drawn]
        self._owner = np.repeat([number for number, _ in paths], counts).astype(np.intp)[drawn]
        self._starts = np.searchsorted(self._owner, np.arange(len(shapes) + 1))
        self.count = len(shapes)

    @cached_property
    def _lengths(self) -> Floats:
        lengths: Floats = np.hypot(*(self._ends[:, 1] - self._ends[:, 0]).T)
        return lengths

    def pieces(self, shape: int) -> int:
        """Of how many straight pieces a shape is."""
        return int(self._starts[shape + 1] - self._starts[shape])

    def spans(self, along: tuple[float, float], up: tuple[float, float]) -> Floats:
        """From where to where each shape reaches along a direction and upward from it: (n, 4)."""
        if not self.count:
            return np.empty((0, 4))
        seen, starts = self._ends @ np.array([along, up]).T, self._starts[:-1]
        low, high = np.minimum.reduceat(seen.min(axis=1), starts), np.maximum.reduceat(seen.max(axis=1), starts)
        return np.hstack([low, high])

    def forms(self, units: Sequence[Sequence[int]], along: tuple[float, float], up: tuple[float, float]) -> Floats:
        """The forms (n, 67) of letters that consist of these shapes: equal ones are one letter.

        Width, height and length of the outline in points, and how much of it lies near each point of a grid.
        """
        count = len(units)
        if not count:
            return np.empty((0, _FORM))
        shapes = np.array([number for some in units for number in some], np.intp)
        first, pieces = self._starts[shapes], self._starts[shapes + 1] - self._starts[shapes]
        of = np.repeat(np.repeat(np.arange(count), [len(some) for some in units]), pieces)
        mine = np.arange(len(of)) + np.repeat(first - np.cumsum(pieces) + pieces, pieces)
        seen = self._ends[mine] @ np.array([along, up]).T
        starts = np.searchsorted(of, np.arange(count))
        low, high = np.minimum.reduceat(seen.min(axis=1), starts), np.maximum.reduceat(seen.max(axis=1), starts)
        seen = (seen - low[of][:, None]) / np.maximum(high - low, 1e-6)[of][:, None] * (_GRID - 1)
        length = np.bincount(of, self._lengths[mine], count)
        weights = self._lengths[mine] / np.maximum(length, 1e-9)[of] / _STEPS
        grid = np.zeros(count * _GRID * _GRID)
        for step in range(_STEPS):
            share = (step + 0.5) / _STEPS
            point = seen[:, 0] * (1 - share) + seen[:, 1] * share
            cell = np.clip(point.astype(int), 0, _GRID - 2)
            past = point - cell
            for right, above in ((0, 0), (0, 1), (1, 0), (1, 1)):
                part = np.abs(1 - right - past[:, 0]) * np.abs(1 - above - past[:, 1])
                place = (of * _GRID + cell[:, 0] + right) * _GRID + cell[:, 1] + above
                grid += np.bincount(place, weights * part, len(grid))
        return np.column_stack([high - low, length, grid.reshape(count, _GRID * _GRID)])


def alike(forms: Floats, form: Floats) -> NDArray[np.bool_]:
    """Which forms (n, 67) show the same letter as another."""
    share, least = _SIZES
    most = np.array([*[share * max(form[0], form[1]) + least] * 2, _longest_apart(form)])
    out: NDArray[np.bool_] = np.all(np.abs(forms[:, :3] - form[:3]) <= most, axis=1)
    near = np.flatnonzero(out)  # few of many
    out[near] = _elsewhere(forms[near], form) <= _SHARES
    return out


def _longest_apart(form: Floats) -> float:
    """By how much the outlines of one letter differ in length at most, in points."""
    return float(_LENGTHS * form[2] + _SIZES[1])


def _elsewhere(forms: Floats, form: Floats) -> Floats:
    """How much of the outlines of forms lies elsewhere than that of another."""
    out: Floats = np.abs(forms[:, 3:] - form[3:]).sum(axis=1)
    return out


@dataclass
class Letter:
    """One outline of a font: its form, and what the words say it is."""

    form: Floats
    said: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Characters, and the numbers of the words that say so."""
    lows: list[float] = field(default_factory=list)
    """How far above the base line it begins, in heights of the words."""
    heights: list[float] = field(default_factory=list)
    """Heights of a capital in these words, in points."""

    @cached_property
    def usual_low(self) -> float:
        """How far above the base line it begins, in heights of a capital."""
        return float(np.median(self.lows))

    @cached_property
    def usual_height(self) -> float:
        """The height of a capital beside it, in points."""
        return float(np.median(self.heights))

    def is_(self, without: int = -1, witnesses: int = 1) -> str | None:
        """The character that it is, as all words but one say; None where they are fewer, or at odds.

        What many fonts draw alike is not at odds.
        """
        counts = Counter({char: len(numbers - {without}) for char, numbers in self.said.items()})
        char, _ = counts.most_common(1)[0] if counts else ("", 0)
        most = sum(count for other, count in counts.items() if look_alike(char, other))
        return char if most >= max(witnesses, _AGREED * counts.total()) else None

    def may_be(self, char: str, without: int) -> bool:
        """Whether other words say as well that it is another character: some fonts draw two alike."""
        return len(self.said.get(char, set()) - {without}) >= WITNESSES


class Font:
    """The letters that the words of a sheet are drawn with."""

    def __init__(self, letters: Sequence[Letter]) -> None:
        self._letters = letters
        self._forms = np.array([letter.form for letter in self._letters]).reshape(-1, _FORM)

    def __bool__(self) -> bool:
        return any(letter.is_() for letter in self._letters)

    @property
    def largest(self) -> float:
        """How wide or high its largest letter is, in points."""
        return float(self._forms[:, :2].max(initial=0))

    def of(self, form: Floats) -> Letter | None:
        """The letter of a form (67); None where no word has it."""
        same = np.flatnonzero(alike(self._forms, form))
        if not len(same):
            return None
        return self._letters[int(same[_elsewhere(self._forms[same], form).argmin()])]

    def known(self, forms: Floats) -> dict[int, Letter]:
        """Which of many forms (n, 67) are letters whose character is known."""
        found: dict[int, Letter] = {}
        order = np.argsort(forms[:, 2], kind="stable")
        lengths = forms[order, 2]
        for letter in self._letters:
            if letter.is_() is not None:
                most = _longest_apart(letter.form)
                some = order[slice(*np.searchsorted(lengths, letter.form[2] + np.array([-most, most])))]
                for number in some[alike(forms[some], letter.form)].tolist():
                    found.setdefault(number, letter)
        return found


def font_of(words: Iterable[tuple[str, int, Floats, Floats, float]]) -> Font:
    """The font that words are drawn with.

    Of each word its text, a number, the forms (n, 67) of its letters and how far above the base line they begin (n), in
    heights of a capital, and that height.
    """
    said = [
        (char, number, form, low, height)
        for text, number, forms, lows, height in words
        for char, form, low in zip(text, forms, lows.tolist(), strict=True)
        if char in _STRAIGHT or form[2] > _BENT * math.hypot(form[0], form[1])
    ]
    letters: list[Letter] = []
    left = np.arange(len(said))
    forms = np.array([form for _, _, form, _, _ in said]).reshape(-1, _FORM)
    while len(left):
        same = alike(forms[left], forms[left[0]])
        letter = Letter(forms[left[0]])
        for char, number, _, low, height in (said[k] for k in left[same].tolist()):
            letter.said[char].add(number)
            letter.lows.append(low)
            letter.heights.append(height)
        letters.append(letter)
        left = left[~same]
    return Font(letters)


def units_of(spans: Floats, numbers: Numbers) -> list[list[int]]:
    """Shapes in a row as letters, from its start to its end: parts over each other are one, as those of i and ± are."""
    units: list[list[int]] = []
    start = end = -np.inf
    for number in numbers[np.argsort(spans[numbers, 0], kind="stable")].tolist():
        left, right = spans[number, 0], spans[number, 2]
        if units and min(end, right) - left >= _OVER * min(end - start, right - left):
            units[-1].append(number)
            end = max(end, right)
        else:
            units.append([number])
            start, end = left, right
    return units


_OVER: Final = 0.5
"""Of the narrower of two shapes, how much of it lies over the other where both are one letter."""
