"""From characters to words: by place and direction, not by the order of the file, which often means nothing."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from ..budget import in_time, keeping
from ..decimals import PARTS_OF_INCH
from ..index import BoxIndex
from ..sheet import Floats, Glyph, Word
from .right_to_left import turned

CAP_HEIGHT = 0.72
"""Height of a capital letter as a share of the font size, for the fonts that drawings use."""

_JOIN_GAP = 0.24  # of the font size: a wider gap between two characters separates words
_SET_SOLID = 0.03  # of the font size: letters of proportional text stand no further apart than this
_KERNED_BLANK = 0.15  # of the font size: a blank between letters set solid, kerning taken off
_OVERLAP = 0.6  # of the font size: how far a character may reach back over the one before (kerning, wide boxes)
_BASE_LINE = 0.12  # of the font size: how far base lines of one word may differ
_SIZE = 0.2  # share by which font sizes within one word may differ
_SAME_PLACE = 0.3  # of the font size: the same character this near is printed twice
_TIGHT = 0.07  # of the font size: within a narrower gap no wall can stand
_REACH_BACK = 0.2  # of the font size: boxes of letters are wider than the letters
_WALL = 1.3  # of the font size: shorter segments are parts of letters
_ENDED = _JOIN_GAP / (1 - _SIZE) + 0.01  # of a word's font size: no character further behind it continues it
_ANGLE_STEP = 2.0  # degrees: directions closer than this are one
_APART = 0.08  # of the font size: by how much a thin blank parts two figures of one number more than others
_MIXED = re.compile(rf"(?P<figures>\d{{2,3}})/(?P<below>{PARTS_OF_INCH})(?!\d)")
"""A whole number, its fraction, and a blank between them that is too thin to part words: 11/4 for 1 1/4."""
_RUN_ON = re.compile(r"(?<![^\W\d_])mm(?=\d[\d.,])")
"""A unit at which the next number of a chain begins without room between: mm2 is none."""


@dataclass(slots=True)
class _Open:
    """A word being built, in coordinates along (s) and across (n) its direction."""

    text: str
    first: Glyph
    start: float
    end: float
    n: float
    size: float
    widest: float = 0.0
    """The widest gap between two of its characters."""
    starts: list[float] = field(default_factory=list)
    """Where each of its characters begins."""

    def add(self, text: str, start: float, end: float) -> None:
        """Put the next character behind the others."""
        if self.text:
            self.widest = max(self.widest, start - self.end)
        self.text += text
        self.starts += [start] * len(text)
        self.end = max(self.end, end)

    def is_solid(self) -> bool:
        """Whether its letters, three at least, stand without any gap."""
        return len(self.text) > 2 and self.text.rstrip(".,;:").isalpha() and self.widest <= _SET_SOLID * self.size


def words_of(glyphs: Iterable[Glyph], walls: Floats | None = None) -> list[Word]:
    """Words of the glyphs; blanks separate words, and so do gaps wider than a quarter of the font size.

    `walls` are segments (n, 4): one that stands in a gap between two characters separates them, however narrow.
    """
    rows: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in once(glyphs):
        rows[round(glyph.angle / _ANGLE_STEP) % round(360 / _ANGLE_STEP)].append(glyph)
    return [word for row in rows.values() for built in _built(row, walls) for word in _words(built)]


def once(glyphs: Iterable[Glyph]) -> Iterator[Glyph]:
    """Each glyph once: bold by double printing, and invisible text under the same visible text, repeat it."""
    glyphs = list(glyphs)
    cell = max(max((_place(g) for g in glyphs), default=0.0), 1e-3)
    seen: dict[tuple[str, int, int], list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        near, column, row = _place(glyph), math.floor(glyph.x / cell), math.floor(glyph.y / cell)
        around = ((glyph.text, column + i, row + k) for i in (-1, 0, 1) for k in (-1, 0, 1))
        twins = (g for place in around if place in seen for g in seen[place])
        if any(abs(g.x - glyph.x) < near and abs(g.y - glyph.y) < near for g in twins):
            continue
        seen[glyph.text, column, row].append(glyph)
        yield glyph


def _place(glyph: Glyph) -> float:
    """How near the same character is the same one."""
    return min(_SAME_PLACE * glyph.size, 0.5 * glyph.advance)


def _built(glyphs: Sequence[Glyph], walls: Floats | None) -> list[_Open]:
    """The words of one direction, as many as there is time for."""
    done: list[_Open] = []
    with keeping("the text layer"):
        _build(glyphs, walls, done)
    return [w for w in done if w.text.strip()]


def _build(glyphs: Sequence[Glyph], walls: Floats | None, done: list[_Open]) -> None:
    turn = math.radians(glyphs[0].angle)
    dx, dy = math.cos(turn), -math.sin(turn)
    between = _Walls(walls, (dx, dy), min(g.size for g in glyphs)) if walls is not None and len(walls) else None
    placed = sorted(((g.x * dx + g.y * dy, g.x * dy - g.y * dx, g) for g in glyphs), key=lambda p: p[0])
    bins: dict[int, list[_Open]] = defaultdict(list)
    step = max(min(g.size for g in glyphs), 1.0)
    for s, n, glyph in in_time(placed, "the text layer", every=64):
        near = [w for w in _open(bins, round(n / step), s) if _continues(w, s, n, glyph, between)]
        word = max(near, key=lambda w: w.end, default=None)
        if glyph.text.isspace():
            if word is not None:
                bins[round(word.n / step)].remove(word)
            continue
        if word is None:
            word = _Open("", glyph, s, s, n, glyph.size)
            bins[round(n / step)].append(word)
            done.append(word)
        word.add(glyph.text, s, s + glyph.advance)


def _open(bins: dict[int, list[_Open]], row: int, s: float) -> Iterator[_Open]:
    """The words near a row that a character at `s` or behind it may continue; those that end before are closed."""
    for key in (row - 1, row, row + 1):
        if bins.get(key):
            bins[key] = [w for w in bins[key] if s <= w.end + _ENDED * w.size]
            yield from bins[key]


class _Walls:
    """Segments across the reading direction, by where they cross a base line."""

    def __init__(self, segments: Floats, direction: tuple[float, float], size: float) -> None:
        dx, dy = direction
        s = segments[:, (0, 2)] * dx + segments[:, (1, 3)] * dy
        n = segments[:, (0, 2)] * dy - segments[:, (1, 3)] * dx
        rise = np.abs(n[:, 1] - n[:, 0])
        across = (rise >= _WALL * size) & (np.abs(s[:, 1] - s[:, 0]) <= rise)
        self._s, self._n = s[across], n[across]
        low = np.column_stack([self._s.min(axis=1), self._n.min(axis=1)])
        self._index = BoxIndex(np.hstack([low, np.column_stack([self._s.max(axis=1), self._n.max(axis=1)])]))

    def stands(self, start: float, end: float, n: float, size: float) -> bool:
        """Whether a wall crosses the height `n` between `start` and `end`; strokes of letters this size are none."""
        near = self._index.near((start, n, end, n))
        if not len(near):
            return False
        (s0, s1), (n0, n1) = self._s[near].T, self._n[near].T
        here = (np.minimum(n0, n1) < n) & (n < np.maximum(n0, n1)) & (np.abs(n1 - n0) >= _WALL * size)
        s0, s1, n0, n1 = (part[here] for part in (s0, s1, n0, n1))
        at = s0 + (s1 - s0) * (n - n0) / (n1 - n0)
        return bool(np.any((at > start) & (at < end)))


def _continues(word: _Open, s: float, n: float, glyph: Glyph, walls: _Walls | None) -> bool:
    size = max(word.size, glyph.size)
    gap = s - word.end
    widest = _KERNED_BLANK if glyph.text.isalpha() and word.is_solid() else _JOIN_GAP
    return (
        abs(n - word.n) <= _BASE_LINE * size
        and -_OVERLAP * size <= gap <= widest * size
        and abs(glyph.size - word.size) <= _SIZE * size
        and s > word.start + 0.05 * size  # the same place twice is overprinted text, not a next letter
        and not (walls is not None and _walled(word, s, n, glyph, walls))
    )


def _walled(word: _Open, s: float, n: float, glyph: Glyph, walls: _Walls) -> bool:
    """Whether a wall separates a glyph from the word before it; letters of two cells may all but touch it."""
    size = max(word.size, glyph.size)
    gap = s - word.end
    if gap > _TIGHT * size:
        return walls.stands(word.end, s, n + 0.35 * size, size)
    letters = word.text[-1:].isalpha() and glyph.text.isalpha() and gap > -_TIGHT * size
    return letters and walls.stands(word.end - _REACH_BACK * size, s + _REACH_BACK * size, n + 0.35 * size, size)


def _words(built: _Open) -> Iterator[Word]:
    """What was built as one word, parted behind a unit at which another number begins, and before a fraction."""
    units = (found.end() for found in _RUN_ON.finditer(built.text))
    edges = sorted({0, *units, *_behind_wholes(built), len(built.text)})
    whole = _word(built)
    if len(edges) == 2:
        yield whole
        return
    dx, dy = whole.direction
    at = [*built.starts, built.end]
    for first, last in pairwise(edges):
        along = at[first] - built.start
        yield replace(
            whole,
            text=built.text[first:last],
            x=whole.x + dx * along,
            y=whole.y + dy * along,
            length=at[last] - at[first],
        )


def _behind_wholes(built: _Open) -> Iterator[int]:
    """Where the fractions of mixed numbers begin in a word: behind the widest step between their figures."""
    for found in _MIXED.finditer(built.text):
        first, last = found.span("figures")
        steps = np.diff(built.starts[first:last])
        if int(found["figures"]) > int(found["below"]) and np.ptp([*steps, _step(built)]) > _APART * built.size:
            yield first + 1 + int(steps.argmax())


def _step(built: _Open) -> float:
    """The narrowest step from one figure of a word to the next."""
    steps = [b - a for a, b, text in zip(built.starts, built.starts[1:], built.text, strict=False) if text.isdecimal()]
    return min(steps)


def _word(built: _Open) -> Word:
    return Word(
        text=turned(built.text),
        x=built.first.x,
        y=built.first.y,
        angle=built.first.angle,
        length=max(built.end - built.start, 0.3 * built.size),
        height=CAP_HEIGHT * built.size,
    )
