"""Lines of text that belong together: paragraphs, numbered items, text blocks."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from ..text.lines import Line

NUMBERED = re.compile(
    r"^(?P<number>\d{1,2}|[a-z]|[A-Z])\s?(?:[)，、．）]|\.(?!\d{1,3}(?:\s|[MmCc][Mm]\b|$)))\s*(?P<rest>\S.*)?$"
)
"""A line that starts an item of a list: "1. ...", "a) ...". What has digits and a blank behind its point is a size."""

_NEXT = (0.8, 2.3)  # letter heights between the base lines of one paragraph
_INDENT = 6.0  # letter heights by which a line may be indented against the one before
_DEEP = 8.0  # and one of a numbered item, which may have sub-items
_HANGING = (1.2, 4.0)  # letter heights by which the lines of a numbered item stand in from its number
_RANGED = 0.5  # letter heights by which lines that end below each other, as left of a leader, may differ there
_LOOSE = 3.6  # letter heights between base lines up to which a line that hangs belongs to its item
_PARALLEL = 2.0  # degrees by which a line may be turned against the first of its paragraph
_HEIGHT = 0.25  # share by which letter heights within one paragraph may differ


def paragraphs_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Group lines into paragraphs, top to bottom; a numbered line starts a new one."""
    ordered = sorted(lines, key=lambda line: (round(line.word.angle), -line.word.across(0.0, 0.0)))
    paragraphs: list[list[Line]] = []
    open_ = _Open(lines)
    for line in sorted(ordered, key=_top_down):
        homes = [p for p in open_.near(line) if _continues(paragraphs[p], line)]
        home = min(homes, key=lambda p: -paragraphs[p][-1].word.across(line.word.x, line.word.y), default=None)
        if home is None:
            open_.add(line, len(paragraphs))
            paragraphs.append([line])
        else:
            paragraphs[home].append(line)
            open_.go_on(home, paragraphs[home][0], line)
    return paragraphs


class _Open:
    """Paragraphs that further lines may continue, by their letters' height and where their first lines stand.

    Lines come from top to bottom: a paragraph that ends far above one is closed for all that follow. Places, where the
    first line begins, has its middle and ends, are told in one frame for each whole degree of direction, in cells as
    wide as letters of that size may be apart: one huge letter on a sheet does not make all paragraphs neighbours. The
    slack is by how much those of lines that are turned a little against the frame, or against each other, may be off.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        words = [line.word for line in lines]
        furthest = max((abs(w.x) + abs(w.y) for w in words), default=0.0)
        off: dict[int, float] = defaultdict(float)
        for word in words:
            turn = round(word.angle) % 360
            off[turn] = max(off[turn], abs(word.angle - round(word.angle)))
        self._around = {t: [u for k in range(-_TURN, _TURN + 1) if (u := (t + k) % 360) in off] for t in off}
        self._slack = {
            turn: 2 * furthest * math.sin(math.radians(2 * max(off[u] for u in near) + _TURN * (len(near) > 1)))
            for turn, near in self._around.items()
        }
        self._numbers: dict[_Place, list[int]] = defaultdict(list)
        self._ends: list[tuple[float, int]] = []

    def near(self, line: Line) -> list[int]:
        """Numbers of the paragraphs that a line may continue, in their order."""
        top, size, found = _top_down(line)[0], _size(line), set[int]()
        for turn in self._around[round(line.word.angle) % 360]:
            for high in (size - 1, size, size + 1):
                reach = (_LOOSE + 0.1) * _tallest(high + 1) + self._slack[turn]
                for column in self._columns(line, turn, high):
                    key = turn, high, column
                    if key in self._numbers:
                        self._numbers[key] = [p for p in self._numbers[key] if top - self._ends[p][0] <= reach]
                        found.update(self._numbers[key])
        return sorted(found)

    def add(self, first: Line, number: int) -> None:
        """A paragraph begins."""
        self._ends.append((_top_down(first)[0], _size(first)))
        self._note(first, number)

    def go_on(self, number: int, first: Line, line: Line) -> None:
        """A paragraph goes on, and may do so in letters of another height."""
        before, self._ends[number] = self._ends[number], (_top_down(line)[0], _size(line))
        if self._ends[number][1] != before[1]:
            self._note(first, number)

    def _note(self, first: Line, number: int) -> None:
        turn, high = round(first.word.angle) % 360, self._ends[number][1]
        for column in self._columns(first, turn, high, beside=0):
            self._numbers[turn, high, column].append(number)

    def _columns(self, line: Line, turn: int, high: int, *, beside: int = 1) -> set[int]:
        """The cells of a line in the frame of a direction: where along it the line begins, has its middle, and ends."""
        step = (_DEEP + 2.0) * _tallest(high + 1) + self._slack[turn]
        dx, dy = math.cos(math.radians(turn)), -math.sin(math.radians(turn))
        start = line.word.x * dx + line.word.y * dy
        places = {math.floor(x / step) for x in (start, start + line.word.length / 2, start + line.word.length)}
        return {place + k for place in places for k in range(-beside, beside + 1)}


_Place: TypeAlias = tuple[int, int, int]
"""A direction in degrees, a class of letter heights, and a cell along that direction."""

_CLASS = 1.4
"""Times that letters of one class of heights are as high as those of the one below: more than `_HEIGHT` allows."""


def _size(line: Line) -> int:
    """The class of the letters' height: those of one paragraph's neighbours differ by one at most."""
    return math.floor(math.log(max(line.word.height, 1e-3), _CLASS))


def _tallest(size: int) -> float:
    """The height of the tallest letters of a class, in points."""
    return _CLASS ** (size + 1)


_TURN = 3
"""Degrees: directions further apart are never in one paragraph."""


def _top_down(line: Line) -> tuple[float, float]:
    word = line.word
    ux, uy = word.up
    dx, dy = word.direction
    return -(word.x * ux + word.y * uy), word.x * dx + word.y * dy


def _continues(paragraph: Sequence[Line], line: Line) -> bool:
    if NUMBERED.match(line.text) and not _number_alone(paragraph):
        return False
    last, first, word = paragraph[-1].word, paragraph[0].word, line.word
    height = max(last.height, word.height)
    if (
        abs((first.angle - word.angle + 180) % 360 - 180) > _PARALLEL
        or abs(last.height - word.height) > _HEIGHT * height
    ):
        return False
    apart, start = -last.across(word.x, word.y), first.along(word.x, word.y)
    hangs = NUMBERED.match(paragraph[0].text) is not None and _HANGING[0] * height <= start <= _HANGING[1] * height
    lowest = (_LOOSE if hangs else _NEXT[1]) * height
    if not _NEXT[0] * height <= apart <= lowest or (not hangs and _looser(paragraph, apart, height)):
        return False
    numbered = NUMBERED.match(paragraph[0].text) is not None
    off = start + word.length - first.length
    centred, ranged = abs(start + off) <= 2 * height, not numbered and abs(off) <= _RANGED * height
    return -0.8 * height <= start <= (_DEEP if numbered else _INDENT) * height or centred or ranged


def _number_alone(paragraph: Sequence[Line]) -> bool:
    """Whether all there is yet is the number of an item, whose text begins on the next line."""
    numbered = NUMBERED.match(paragraph[0].text) if len(paragraph) == 1 else None
    return numbered is not None and not numbered["rest"]


def _looser(paragraph: Sequence[Line], apart: float, height: float) -> bool:
    """Whether the line stands further off than the paragraph's own lines do."""
    if len(paragraph) < 2:
        return False
    own = -paragraph[-2].word.across(paragraph[-1].word.x, paragraph[-1].word.y)
    return apart > own + 0.35 * height
