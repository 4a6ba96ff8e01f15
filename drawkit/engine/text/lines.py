"""From words to lines of text: words on one base line with no more than a blank or two between them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ...contract import Box
from ..index import BoxIndex, crossing, segments_near
from ..sheet import Floats, ReadFrom, Word
from .right_to_left import is_right_to_left, turned

SCALE_WORD: Final = (
    r"(?:SCALE|MASSSTAB|MAẞSTAB|MA(?:SS|ß)STAB|[EÉ]CHELLE|ESCALA|SCALA|SKALA|SCHAAL|PODZIA[LŁ]KA|M[EĚ][RŘ][IÍ]TKO|"
    r"MITTAKAAVA|МАСШТАБ|尺度)"
)
"""What a scale is called; case does not matter."""

_OPENING = re.compile(rf"±$|^{SCALE_WORD}\s?[:=]?$", re.IGNORECASE)
"""What says nothing without the number behind it."""

ROWS: Final = 1.75
"""Times as high as its letters is what was read from pixels and holds two rows of smaller ones (ISO 129-1, 9.2)."""

_GAP = 1.5  # of the letter height: a wider gap ends a line
_OPEN = 3.0  # of the letter height: the number that such a word is printed for may stand as far behind it
_BASE_LINE = 0.25  # of the letter height: how far base lines of one line may differ
_HEIGHT = 0.35  # share by which letter heights within one line may differ
_TIMES = frozenset("xX×")  # signs that are drawn as small letters among capitals and figures
_SMALL = 0.7  # of a capital: the height of a small letter (ISO 3098-1)
_ANGLE = 2.0  # degrees
_TOUCH = 0.02  # of the letter height: within a smaller gap there is no blank
_STACK = "{"  # how the text of a stack of deviations or fits begins; it belongs to the nominal before it
_BLANK = 0.6  # of the letter height: room between a nominal and its ±; cells of a table keep more between theirs
_WALL = 1.6  # of the letter height: shorter segments are parts of letters, not lines of a table
_PAPER = 0.18  # of the letter height: paper at either end of a box around pixels
_BACK = 0.5  # of the letter height: how far a word may reach back over the one before
_FEW = 24  # words among which the one before is sought without an index


@dataclass(frozen=True)
class Line:
    """Words on one base line, in reading order. `word` spans them all."""

    words: tuple[Word, ...]

    @cached_property
    def word(self) -> Word:
        """The line as one long word."""
        first, last = self.words[0], self.words[-1]
        length = max(first.along(*w.end) for w in self.words)
        return Word(
            text=self.text,
            x=first.x,
            y=first.y,
            angle=first.angle,
            length=length,
            height=max(w.height for w in self.words),
            confidence=min(w.confidence for w in self.words),
            read_from=_source(self.words) if first is not last else first.read_from,
            alternatives=self._alternatives(),
        )

    def _alternatives(self) -> tuple[tuple[str, float], ...]:
        """The line with another reading of one of its words."""
        found = []
        for index, word in enumerate(self.words):
            others = [w.confidence for w in self.words if w is not word]
            for text, chance in word.alternatives:
                line = Line((*self.words[:index], word.with_text(text), *self.words[index + 1 :]))
                found.append((line.text, min([chance, *others])))
        return tuple(sorted(found, key=lambda one: -one[1]))

    @cached_property
    def text(self) -> str:
        """The words with one blank between them; letters that touch are one word, cut by a line that crosses it."""
        if any(is_right_to_left(w.text) for w in self.words):
            return turned(" ".join(turned(w.text) for w in self.words))
        pairs = zip(self.words, self.words[1:], strict=False)
        return self.words[0].text + "".join(("" if _touch(*pair) else " ") + pair[1].text for pair in pairs)

    @cached_property
    def box(self) -> Box:
        """Upright box around the line."""
        return self.word.box


def _touch(last: Word, word: Word) -> bool:
    letters = last.text[-1:].isalpha() and word.text[:1].isalpha()
    return letters and last.along(word.x, word.y) - last.length <= _TOUCH * word.height


def _source(words: Sequence[Word]) -> ReadFrom:
    kinds = {w.read_from for w in words}
    return kinds.pop() if len(kinds) == 1 else "both"


def lines_of(words: Iterable[Word], *, gap: float = _GAP, walls: Floats | None = None) -> list[Line]:
    """Group words into lines. `walls` are segments (n, 4): one that stands between two words separates them.

    None separates a nominal from its deviations: extension lines run between the two.
    """
    rows: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        rows[round(word.angle / _ANGLE) % round(360 / _ANGLE)].append(word)
    lines: list[Line] = []
    for row in rows.values():
        barrier = None if walls is None else _Walls(walls, _WALL * max(w.height for w in row))
        lines.extend(Line(tuple(chain)) for chain in _chains(row, gap, barrier))
    return lines


@dataclass(frozen=True)
class _Walls:
    """Segments (n, 4); those from a length on may separate words."""

    segments: Floats
    least: float

    def stand(self, a: Floats, b: Floats) -> bool:
        """Whether one of them crosses the way from a to b."""
        low, high = np.minimum(a, b), np.maximum(a, b)
        near = segments_near(self.segments, (low[0], low[1], high[0], high[1]))
        if not len(near):
            return False
        walls = near[np.hypot(near[:, 2] - near[:, 0], near[:, 3] - near[:, 1]) >= self.least]
        return bool(crossing(walls, a, b).any())


def _chains(words: list[Word], gap: float, walls: _Walls | None) -> list[list[Word]]:
    guide = words[0]
    dx, dy = guide.direction
    placed = sorted(words, key=lambda w: w.x * dx + w.y * dy)
    before = _before(placed, gap)
    chains: list[list[Word]] = []
    ends: dict[int, int] = {}  # the number of each chain's last word, and the chain's
    for number, word in enumerate(placed):
        open_ = sorted(((ends[i], i) for i in before(number) if i in ends), reverse=True)
        home, last = next(((c, i) for c, i in open_ if _follows(placed[i], word, gap, walls)), (len(chains), None))
        if last is None:
            chains.append([word])
        else:
            chains[home].append(word)
            del ends[last]
        ends[number] = home
    return chains


def _before(words: Sequence[Word], gap: float) -> Callable[[int], Iterable[int]]:
    """For the number of a word those of the words that it may follow: of few words all that come before."""
    if len(words) <= _FEW:
        return range
    places = np.array([(w.x, w.y, w.angle, w.length, max(_heights(w))) for w in words])
    start, turn, (length, height) = places[:, :2], np.radians(places[:, 2]), places[:, 3:].T
    rows = ROWS if any(map(_is_seen_stack, words)) else 1.0
    largest = rows * height / (1 - _HEIGHT)  # of the heights in one line with these
    along, up = (np.column_stack(pair) for pair in ((np.cos(turn), -np.sin(turn)), (-np.sin(turn), -np.cos(turn))))
    behind = np.array([_reach(w, gap) for w in words])
    corners = [
        start + along * (length + far)[:, None] + up * (side * _BASE_LINE * largest)[:, None]
        for far in (-_BACK * largest, behind * largest)
        for side in (-1, 1)
    ]
    reach = np.hstack([np.min(corners, axis=0) - _ROUNDING, np.max(corners, axis=0) + _ROUNDING])
    first, second = BoxIndex(np.hstack([start, start])).pairs(reach)
    order = np.argsort(second, kind="stable")
    groups = np.split(first[order], np.searchsorted(second[order], np.arange(1, len(words))))
    return lambda number: groups[number].tolist()


_ROUNDING = 1e-6  # points


def _follows(last: Word, word: Word, gap: float, walls: _Walls | None) -> bool:
    height = max(last.height, word.height)
    letter = min(last.height, word.height) if _STACK in last.text + word.text else height  # a stack has two rows
    distance = last.along(word.x, word.y) - last.length
    return (
        -_BACK * height <= distance <= _reach(last, gap) * letter
        and _is_level(last, word, height)
        and any(abs(a - b) <= _HEIGHT * max(a, b) for a in _heights(last) for b in _heights(word))
        and not (walls is not None and not _deviates(word, distance / height) and _walled(last, word, walls))
    )


def _is_level(last: Word, word: Word, height: float) -> bool:
    """Whether two words stand on one base line, or half-way up beside two rows (ISO 129-1, 9.2)."""
    off = last.across(word.x, word.y)
    half_way = (word.height - last.height) / 2 if _is_seen_stack(last) or _is_seen_stack(word) else 0.0
    return min(abs(off), abs(off + half_way)) <= _BASE_LINE * height


def _is_seen_stack(word: Word) -> bool:
    """Whether a word was read from pixels, and two rows of letters are as high as its box."""
    return _STACK in word.text and word.read_from == "recognised"


def _deviates(word: Word, gap: float) -> bool:
    """Whether a word is the deviation of what stands so many letter heights before it."""
    return word.text.startswith(_STACK) or (word.text.startswith("±") and gap <= _BLANK)


def _reach(last: Word, gap: float) -> float:
    """How many letter heights behind a word the next may begin."""
    return max(gap, _OPEN) if _OPENING.search(last.text) else gap


def _heights(word: Word) -> tuple[float, ...]:
    """How high the capitals of a word's line may be: one that was read from its ink alone is as high as that."""
    if _is_seen_stack(word):
        return word.height, word.height / ROWS
    small = word.text in _TIMES and word.read_from != "text layer"
    return (word.height, word.height / _SMALL) if small else (word.height,)


def _walled(last: Word, word: Word, walls: _Walls) -> bool:
    """Whether a segment crosses the way from the end of one word to the start of the next, at mid-height.

    What was read from pixels has some paper within its box, and a line may stand there; so may a square bracket's
    stroke, which looks like one.
    """
    half, (ux, uy), (dx, dy) = last.height / 2, last.up, last.direction
    (ax, ay), (bx, by) = last.end, (word.x, word.y)
    seen = (
        last.read_from != "text layer" and last.text[-1:] != "]",
        word.read_from != "text layer" and word.text[:1] != "[",
    )
    one, other = (_PAPER * w.height if has_paper else 0.0 for w, has_paper in zip((last, word), seen, strict=True))
    start = np.array([ax + ux * half - dx * one, ay + uy * half - dy * one])
    return walls.stand(start, np.array([bx + ux * half + dx * other, by + uy * half + dy * other]))
