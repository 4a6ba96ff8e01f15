"""Text that runs over the walls of its cell: which face of a block each word belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...contract import Box
from ..sheet import Word
from ..text.lines import lines_of
from .labels import is_heading_word

_BLANK: Final = 0.75  # letter heights: a wider gap parts the texts of two cells
_OVER: Final = 0.2  # of a word's length: one with so much of it in the next cell runs over the wall


def words_by_face(words: Sequence[Word], faces: Sequence[Box]) -> list[tuple[Box, list[Word]]]:
    """The faces that hold words, with these: a line that runs over a wall stays together, where its middle is.

    Headings of narrow columns are the exception: two of them may touch.
    """
    own: dict[Box, list[Word]] = {}
    for group in _kept_together(words, faces):
        left, right = min(w.box[0] for w in group), max(w.box[2] for w in group)
        middle = ((left + right) / 2, group[0].middle[1])
        face = _face_of(middle, faces) or _face_of(group[0].middle, faces)
        if face is not None:
            own.setdefault(face, []).extend(group)
    return [(face, own[face]) for face in faces if face in own]


def _kept_together(words: Sequence[Word], faces: Sequence[Box]) -> Iterator[list[Word]]:
    """The words of each line that runs over a wall, every other word alone."""
    for line in lines_of(words, gap=_BLANK):
        over = len(line.words) > 1 and any(_runs_over(w, faces) for w in line.words)
        if over and not all(is_heading_word(w.text) for w in line.words):
            yield list(line.words)
        else:
            yield from ([w] for w in line.words)


def _runs_over(word: Word, faces: Sequence[Box]) -> bool:
    face = _face_of(word.middle, faces)
    slack = _OVER * word.length
    return face is not None and (word.box[0] < face[0] - slack or word.box[2] > face[2] + slack)


def _face_of(place: tuple[float, float], faces: Sequence[Box]) -> Box | None:
    x, y = place
    return next((f for f in faces if f[0] < x < f[2] and f[1] < y < f[3]), None)
