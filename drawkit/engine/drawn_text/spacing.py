"""Blanks that are none: spaced lettering (ISO 3098-1), whose letters a reader takes for words of their own."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from ..decimals import PARTS_OF_INCH
from ..detection.boxes import TextBox, crop
from ..detection.joints import BLANK
from ..detection.leaning import strokes
from ..picture.pixels import Grey
from ..picture_text.words import PictureWord
from .letter_height import MARGIN, box_of

_INK: Final = 128
_SLOPED: Final = math.tan(math.radians(15))  # how sloped lettering leans (ISO 3098-1)
_SPECK: Final = 0.04  # of the letters' height: no point is smaller
_SAME: Final = 0.5  # of the narrower one: what two pieces of one letter share, one above the other
_LOOSE: Final = 0.25  # of the letters' height: the gap from which on letters are spaced; the usual one is 2/14 to 2/10
_SPACED: Final = 0.5  # of all gaps: where a reader puts blanks in as many, it reads letter by letter
_FRACTION: Final = re.compile(rf"\d{{1,2}}/(?:{PARTS_OF_INCH})(?!\d)")  # of an inch
_STOPS: Final = ".,:;"  # room behind one of these is a blank
_FEWEST: Final = 3  # gaps that tell what is usual


def closed_up(found: PictureWord, pixels: Grey) -> PictureWord:
    """A lying run without the blanks that its ink shows to be the usual room between letters; most runs as they are."""
    text = found.text
    blanks = [i for i, c in enumerate(text) if c == " "]
    if not blanks or len(text.split()) != len(blanks) + 1:
        return found
    height = found.height / (1 + 2 * MARGIN)
    gaps = _gaps(_upright(pixels, box_of(found)), height)
    if len(gaps) != len(text) - len(blanks) - 1:
        return found
    least = _narrowest(text, gaps, height)
    gone = {i for i, gap in zip(blanks, _at(blanks, gaps), strict=True) if gap < least and _may_close(text, i)}
    return _without(found, gone)


def _at(blanks: Sequence[int], gaps: Sequence[float]) -> list[float]:
    """The gaps in which blanks are read; as many blanks stand before each as blanks that came before it."""
    return [gaps[i - before - 1] for before, i in enumerate(blanks)]


def _may_close(text: str, blank: int) -> bool:
    """Whether a blank may be none: one behind a point, between a word and a number or before a fraction is one."""
    before, behind = text[blank - 1], text[blank + 1]
    if before.isdecimal() and _FRACTION.match(text, blank + 1):
        return False
    return before not in _STOPS and before.isalpha() == behind.isalpha()


def _narrowest(text: str, gaps: Sequence[float], height: float) -> float:
    """How wide a blank of a run is at least; nothing where its letters stand as closely as usual."""
    blanks = [i for i, c in enumerate(text) if c == " "]
    by_letter = len(gaps) >= _FEWEST and len(blanks) >= _SPACED * len(gaps)
    left_out = [i for i in blanks if not (by_letter and _may_close(text, i))]
    apart = {i - sum(b < i for b in blanks) - 1 for i in left_out}
    letters = [gap for i, gap in enumerate(gaps) if i not in apart]
    usual = float(np.median(letters)) if letters else 0.0
    return BLANK * usual if usual >= _LOOSE * height else 0.0


def _upright(pixels: Grey, box: TextBox) -> Grey:
    """The picture of a run with its letters upright: in sloped ones they reach over each other."""
    return max((crop(pixels, replace(box, lean=lean)) for lean in (0.0, _SLOPED)), key=strokes)


def _gaps(ink: Grey, height: float) -> list[float]:
    """The room between the letters of a lying run, from left to right; points and accents belong to their letters."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((ink < _INK).astype(np.uint8), connectivity=8)
    pieces = [(int(x), int(x + w)) for x, _, w, h, _ in stats[1:].tolist() if max(w, h) >= _SPECK * height]
    letters: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        last = letters[-1] if letters else (start, start)
        if letters and min(end, last[1]) - start >= _SAME * min(end - start, last[1] - last[0]):
            letters[-1] = (last[0], max(end, last[1]))
        else:
            letters.append((start, end))
    return [float(after[0] - before[1]) for before, after in pairwise(letters)]


def _without(found: PictureWord, gone: set[int]) -> PictureWord:
    """The run without the characters at some places."""
    if not gone:
        return found
    kept = [i for i in range(len(found.text)) if i not in gone]
    places = tuple(found.places[i] for i in kept) if len(found.places) == len(found.text) else ()
    alike = ((text, chance) for text, chance in found.alternatives if len(text) == len(found.text))
    others = tuple(("".join(text[i] for i in kept), c) for text, c in alike if all(text[i] == " " for i in gone))
    return replace(found, text="".join(found.text[i] for i in kept), places=places, alternatives=others)
