"""Lines of notes that read as dimensions: "2MM HEADER" below "TEMP 2X1", and a size in the middle of a sentence.

A leader points at a note as it does at a callout, and the text below or above a line says which of them it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from ..layout.callout_groups import is_below
from ..sheet import Word
from ..text.lines import Line
from .candidates import Candidate
from .features import NAMES, Rows
from .model import Chances

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_TOLD: Final = re.compile(r"[^\W\d_]{4,}")
_SENTENCE: Final = 3  # words of a line that is part of a sentence
_MOSTLY: Final = 0.5  # of a callout: more of it was not understood
_LIKELY: Final = 0.5


def without_note_lines(
    candidates: Sequence[Candidate], features: Rows, chances: Chances, lines: Sequence[Line]
) -> Chances:
    """The chances (n), with 0 for lines of notes; `lines` are all of the views, candidates' among them.

    Such a line names a thing that no callout does right below words that are no dimension, or it stands with words of
    its own between two lines of a sentence.
    """
    sized = {w for c, chance in zip(candidates, chances.tolist(), strict=True) if chance >= _LIKELY for w in _words(c)}
    plain = [line for line in lines if not sized.intersection(line.words) and _WORD.search(line.text)]
    unread = features[:, NAMES.index("unread_share")] > _MOSTLY
    asked = (chances >= _LIKELY) & np.array(
        [len(c.lines) == 1 and _TOLD.search(c.lines[0].text) is not None for c in candidates]
    )
    out = chances.copy()
    for i in np.flatnonzero(asked).tolist():
        (line,) = candidates[i].lines
        above = [other for other in plain if is_below(other, line)]
        below = [other for other in plain if is_below(line, other)]
        named = bool(unread[i]) and candidates[i].dimension.kind == "linear" and bool(above)
        if named or (any(map(_is_sentence, above)) and any(map(_is_sentence, below))):
            out[i] = 0.0
    return out


def _words(candidate: Candidate) -> list[Word]:
    return [word for line in candidate.lines for word in line.words]


def _is_sentence(line: Line) -> bool:
    return len(_WORD.findall(line.text)) >= _SENTENCE
