"""Sizes against the lines that they stand at: a drawing is to scale, so a decimal point that was overlooked shows.

What is drawn is as long as its size says, times one of the few scales of the sheet (ISO 5455). A reader that saw one
place alone cannot know; the other sizes do. Only readings of one place are weighed against each other by it: a size
that is not to scale (ISO 129-1, 5.9) stays as it was read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ..callouts import normalise
from ..layout.ordinates import counted_from
from ..objects.scene import scene_of
from ..objects.spans import own_lengths
from ..sheet import Floats, Sheet, Word
from ..text.lines import Line
from .habits import marks_by_asterisk, reweighed

_SIZE: Final = re.compile(r"(?:\d{1,2}\s?[xX×]\s?)?[⌀□(]{0,2}(?P<value>\d*[.,]?\d+)(?![\d.,°:'/])")
_SURE: Final = 0.9  # confidence from which on a size tells of the sheet's scales
_FEWEST: Final = 4  # sizes that tell of a scale, beside the one at hand
_EXACT: Final = 0.01  # of a length: what a sheet's own lines are true to
_POINTS: Final = 1.0  # points that the ends of a line in a picture are off, both together
_RANGE: Final = 4.6  # natural logarithm of a hundred: how far sizes that say nothing about a length differ from it


def to_scale(sheet: Sheet, words: Sequence[Word], ordinates: Sequence[Line]) -> list[Word]:
    """The words, each with the reading first that is likeliest where the sheet's lines are as long as its sizes say.

    `ordinates` are the sheet's, each a number at the end of its extension line.
    """
    if not any(word.alternatives for word in words):
        return list(words)
    lengths = _lengths(sheet, words, ordinates)
    scales = _Scales.of([word for word in lengths if word.confidence >= _SURE], lengths)
    if len(scales.logs) <= _FEWEST:
        return list(words)
    return [scales.weighed(w, lengths[w]) if w in lengths and w.alternatives else w for w in words]


def _lengths(sheet: Sheet, words: Sequence[Word], ordinates: Sequence[Line]) -> dict[Word, float]:
    """How long what each size stands at is drawn, in points: its dimension line, or its way from its row's zero."""
    starred = marks_by_asterisk(sheet.words)
    sizes = [word for word in words if _says_size(word.text) or _may_be_size(word, starred=starred)]
    own = dict(zip(sizes, own_lengths(sizes, scene_of(sheet).spans), strict=True))
    return {word: length for word, length in {**own, **dict(_counted(ordinates))}.items() if length > 0}


def _says_size(text: str) -> bool:
    return _SIZE.match(normalise(text)) is not None


def _may_be_size(word: Word, *, starred: bool) -> bool:
    """Whether what was read as an angle may be a size with a sign behind it: its line says which of them it measures.

    That sign is a diameter's, or, on a sheet that explains one, an asterisk.
    """
    behind = "⌀*" if starred else "⌀"
    return word.text.endswith("°") and any(text[-1] in behind and _says_size(text) for text, _ in word.alternatives)


def _counted(ordinates: Sequence[Line]) -> Iterator[tuple[Word, float]]:
    """The numbers of rows of ordinates, and how far each is off the zero of its row across the reading direction."""
    for zero, row in counted_from(ordinates):
        up = np.array(zero.word.up)
        for line in row:
            if len(line.words) == 1:
                yield line.words[0], abs(float((np.array(line.word.middle) - zero.word.middle) @ up))


def _log(text: str, length: float) -> float | None:
    """The logarithm of size over length, by which scales are compared; None where the text says no size."""
    found = _SIZE.match(normalise(text))
    value = float(found["value"].replace(",", ".")) if found else 0.0
    return math.log(value / length) if value > 0 else None


def _off(length: float) -> float:
    """By how much a logarithm of size over length may be off."""
    return _EXACT + _POINTS / length


@dataclass(frozen=True, eq=False)
class _Scales:
    """The scales of a sheet, as its surely read sizes tell them: (n,) each."""

    words: tuple[Word, ...]
    logs: Floats
    offs: Floats

    @classmethod
    def of(cls, words: Sequence[Word], lengths: Mapping[Word, float]) -> _Scales:
        """The scales that sizes of these lengths tell of."""
        told = [(w, log, _off(lengths[w])) for w in words if (log := _log(w.text, lengths[w])) is not None]
        return cls(tuple(w for w, _, _ in told), *np.array([numbers for _, *numbers in told]).reshape(-1, 2).T)

    @cached_property
    def usual(self) -> float:
        """How likely it is that a size is to scale."""
        told = zip(self.words, self.logs, self.offs, strict=True)
        return (sum(self._fits(*size) for size in told) + 1) / (len(self.words) + 2)

    def _fits(self, word: Word, log: float | None, off: float) -> bool:
        """Whether a size over its length is what others are, too."""
        if log is None:
            return False
        alike = np.abs(self.logs - log) <= self.offs + off
        return int(alike.sum()) - any(alike[n] for n, w in enumerate(self.words) if w is word) >= _FEWEST

    def weighed(self, word: Word, length: float) -> Word:
        """A word whose line is so long, with its readings weighed."""
        off = _off(length)
        by_chance = min(0.5, 4 * off / _RANGE)

        def likelihood(text: str) -> float:
            fits = self._fits(word, _log(text, length), off)
            return self.usual / by_chance if fits else (1 - self.usual) / (1 - by_chance)

        return reweighed(word, likelihood)
