"""What stands right above or below a feature control frame and belongs to it (ASME Y14.5; ISO 1101, clause 8).

SIM REQT, SEP REQT, BOUNDARY, INDIVIDUALLY, EACH ELEMENT, PITCH DIA: such words apply the tolerance, and are no notes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..index import BoxIndex, boxes_of
from ..layout.around import grown
from ..sheet import Word
from .frames import Frame

_WORDS: Final = re.compile(
    r"SIM|SEP|REQTS?|BOUNDARY|INDIVIDUALLY|EACH|RADIAL|(?:LINE|SURFACE)?ELEMENTS?|(?:MAJOR|MINOR|PITCH|DIA)\.?|\d"
)
_WORD: Final = re.compile(r"[A-Z]{3}")
_NEAR: Final = 1.6  # letter heights from a frame


def requirements_at(frames: Sequence[Frame], words: Sequence[Word]) -> set[Word]:
    """The words of such requirements among `words`, and the numbers behind them."""
    said = [word for word in words if _WORDS.fullmatch(word.text)]
    if not frames or not any(_WORD.search(word.text) for word in said):
        return set()
    places = BoxIndex(boxes_of(word.box for word in said))
    reach = (grown(frame.box, _NEAR * frame.row.word.height) for frame in frames)
    return {said[i] for box in reach for i in places.near(box).tolist()}
