"""From words to lines of text: words on one base line with no more than a blank or two between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...contract import Box
from ..sheet import Floats, ReadFrom, Word

_GAP = 1.5  # of the letter height: a wider gap ends a line
_BASE_LINE = 0.25  # of the letter height: how far base lines of one line may differ
_HEIGHT = 0.35  # share by which letter heights within one line may differ
_ANGLE = 2.0  # degrees
_TOUCH = 0.02  # of the letter height: within a smaller gap there is no blank
_STACK = "{"  # how the text of a stack of deviations or fits begins; it belongs to the nominal before it
_WALL = 1.6  # of the letter height: shorter segments are parts of letters, not lines of a table


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
        )

    @cached_property
    def text(self) -> str:
        """The words with one blank between them; letters that touch are one word, cut by a line that crosses it."""
        pairs = zip(self.words, self.words[1:], strict=False)
        return self.words[0].text + "".join(("" if _touch(*pair) else " ") + pair[1].text for pair in pairs)

    @property
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

    None separates a nominal from the stack of its deviations: extension lines run between the two.
    """
    rows: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        rows[round(word.angle / _ANGLE) % round(360 / _ANGLE)].append(word)
    lines: list[Line] = []
    for row in rows.values():
        long = None if walls is None else _long(walls, _WALL * max(w.height for w in row))
        lines.extend(Line(tuple(chain)) for chain in _chains(row, gap, long))
    return lines


def _long(segments: Floats, length: float) -> Floats:
    return segments[np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]) >= length]


def _chains(words: list[Word], gap: float, walls: Floats | None) -> list[list[Word]]:
    guide = words[0]
    dx, dy = guide.direction
    placed = sorted(words, key=lambda w: w.x * dx + w.y * dy)
    chains: list[list[Word]] = []
    for word in placed:
        home = next((c for c in reversed(chains) if _follows(c[-1], word, gap, walls)), None)
        if home is None:
            chains.append([word])
        else:
            home.append(word)
    return chains


def _follows(last: Word, word: Word, gap: float, walls: Floats | None) -> bool:
    height = max(last.height, word.height)
    distance = last.along(word.x, word.y) - last.length
    return (
        -0.5 * height <= distance <= gap * height
        and abs(last.across(word.x, word.y)) <= _BASE_LINE * height
        and abs(last.height - word.height) <= _HEIGHT * height
        and not (walls is not None and not word.text.startswith(_STACK) and _walled(last, word, walls))
    )


def _walled(last: Word, word: Word, walls: Floats) -> bool:
    """Whether a segment crosses the way from the end of one word to the start of the next, at mid-height."""
    (ux, uy), half = last.up, last.height / 2
    ax, ay = last.end
    a = np.array([ax + ux * half, ay + uy * half])
    b = np.array([word.x + ux * half, word.y + uy * half])
    p, q = walls[:, :2], walls[:, 2:]
    side_p, side_q = _side(a, b, p), _side(a, b, q)
    side_a, side_b = _side(p, q, a), _side(p, q, b)
    return bool(np.any((side_p * side_q < 0) & (side_a * side_b < 0)))


def _side(a: Floats, b: Floats, c: Floats) -> Floats:
    out: Floats = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    return out
