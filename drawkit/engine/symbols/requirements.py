"""What stands right above or below a feature control frame and belongs to it (ASME Y14.5; ISO 1101, clause 8).

SIM REQT, SEP REQT, BOUNDARY, INDIVIDUALLY, EACH ELEMENT, PITCH DIA: such words apply the tolerance, and are no notes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..index import in_any
from ..layout.around import grown
from ..sheet import Sheet, Word
from ..text.lines import Line, lines_of
from .frames import Frame

_WORDS: Final = re.compile(
    r"SIM|SEP|REQTS?|BOUNDARY|INDIVIDUALLY|EACH|RADIAL|(?:LINE|SURFACE)?ELEMENTS?|(?:MAJOR|MINOR|PITCH|DIA)\.?|\d"
)
_WORD: Final = re.compile(r"[A-Z]{3}")
_NEAR: Final = 2.2  # letter heights from a frame to the middle of a word


def requirements_at(sheet: Sheet, frames: Sequence[Frame], words: Sequence[Word]) -> set[Word]:
    """The words among `words` of the lines that say such requirements and nothing else."""
    reach = [grown(frame.box, _NEAR * frame.row.word.height) for frame in frames]
    near = [word for word, here in zip(words, in_any([w.middle for w in words], reach), strict=True) if here]
    if not any(_WORDS.fullmatch(word.text) for word in near):
        return set()
    beside = {word for word in near for word in sheet.words_near(grown(word.box, 2 * word.height))}
    lines = lines_of([word for word in words if word in beside], walls=sheet.segments)
    return {word for line in lines if _is_requirement(line) for word in line.words}


def _is_requirement(line: Line) -> bool:
    texts = [word.text for word in line.words]
    return all(_WORDS.fullmatch(text) for text in texts) and any(_WORD.match(text) for text in texts)
