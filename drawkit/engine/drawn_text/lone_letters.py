"""How likely a drawn letter or digit that stands alone is text: as likely as the page's other drawn text makes it.

Holes of an isometric view look like zeros, edges like ones. A page that draws words and numbers draws single digits
too, and at the height of its other text; on one that draws nothing else they are geometry.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ..picture.sheets import CAPITAL
from ..picture_text.contest import LEAST_CONFIDENCE
from ..picture_text.words import PictureWord

_HOLES: Final = re.compile(r"[0OoQD8B1lI|.,°⌀○◎\-]+")
_SURE: Final = 0.7  # from here on a longer run shows that the page draws text
_ONE_STROKE: Final = re.compile(r"[1Il|\-]+")
_CHEAP: Final = 0.1  # how many times less likely what one stroke writes: any edge or line does
_SPREAD: Final = 0.35
"""How the heights of a page's styles differ: deviation of the logarithm of a lone letter's height from the nearest."""


def weighed(found: Sequence[PictureWord], heights: Sequence[float]) -> list[PictureWord]:
    """The words without lone signs, which only their row tells; lone letters with the chance they have here.

    `heights` are those of the capitals of the page's text layer, in pixels.
    """
    lone = [w for w in found if _like_geometry(w.text)]
    sure = [w for w in found if shows_text(w.text, w.confidence)]
    usual = np.array([*heights, *(CAPITAL * w.height for w in sure)])
    odds = min(1.0, len(sure) / max(len(lone), 1))
    out = []
    for word in found:
        if not any(c.isalnum() for c in word.text):
            continue
        out.append(_reweighed(word, odds, usual) if word in lone else word)
    return [w for w in out if w.confidence >= LEAST_CONFIDENCE]


def shows_text(text: str, confidence: float) -> bool:
    """Whether what was read shows that the page draws text: without that its lone letters are geometry."""
    return _letters(text) > 1 and confidence >= _SURE and not _like_geometry(text)


def _like_geometry(text: str) -> bool:
    """Whether the text is one letter, or nothing but what rows of holes and edges look like."""
    return (_letters(text) == 1 and len(text) == 1) or like_holes(text)


def like_holes(text: str) -> bool:
    """Whether text is nothing but what rows of holes and edges look like."""
    return bool(_HOLES.fullmatch(text))


def _letters(text: str) -> int:
    return len(re.sub(r"\W", "", text, flags=re.ASCII))


def _reweighed(word: PictureWord, odds: float, usual: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> PictureWord:
    away = np.abs(np.log(usual / (CAPITAL * word.height))).min(initial=2.0)
    cheap = _CHEAP if _ONE_STROKE.fullmatch(word.text) else 1.0
    weight = cheap * odds * math.exp(-((away / _SPREAD) ** 2))
    chance = word.confidence * weight / (word.confidence * weight + 1 - word.confidence + 1e-9)
    return replace(word, confidence=min(word.confidence, chance))
