"""The company's name where it is drawn: a logo in a face of the title block without a written word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from ...contract import Box
from ..layout.around import area_of
from ..layout.crops import DARK
from ..picture_text.crop_readings import read_crops
from ..picture_text.photograph import PhotographError
from ..picture_text.words import PictureWord, read_words
from ..sheet import Grey, Sheet

LOGO_DPI: Final = 250.0
"""At which marks and symbols of a title block are looked for: a page is rendered once for all of them."""

_INSET: Final = 1.8  # points: the walls of a face are left out
_LEAST: Final = 1.6  # text heights: a lower face holds no logo
_MOST: Final = 3  # faces that are looked at, the largest first
_INKED: Final = (0.004, 0.97)  # of a face's area: less is a stray line, more a hatched or filled field
_PALE: Final = 0.6  # of the ink's own box: from this share on letters are paler than what is around them
_SURE: Final = 0.8  # the least chance of a name
_SIZE: Final = 0.6  # of the largest word's height: lower words are a motto or an address
_NAME: Final = re.compile(r"(?:[^\W\d_].*){3}")
_REGISTERED: Final = re.compile(r"^[R®] (?=\S{3})|(?<=\S{3}) [R®]$")
"""The mark of a registered name, which is no letter of it."""

_PART: Final = 0.15  # of a logo's height: a wider gap parts its emblem from its name
_PAPER: Final = 24  # pixels of white around a logo
_RIM: Final = 6  # of them around what is read as one line


@dataclass(frozen=True)
class Logo:
    """The name that a logo shows, where it stands, and how sure its letters are."""

    text: str
    box: Box
    confidence: float


def logo_in(sheet: Sheet, faces: Sequence[Box]) -> Logo | None:
    """The name in the largest of the faces that shows one; None where no letters are found in them."""
    tall = [f for f in faces if f[3] - f[1] >= _LEAST * sheet.text_height and f[2] - f[0] >= f[3] - f[1]]
    if not tall or not sheet.has_picture:
        return None
    picture = sheet.render(LOGO_DPI)
    scale = picture.shape[1] / sheet.width
    drawn = []
    for face in sorted(tall, key=area_of, reverse=True):
        ink = _ink(picture, face, scale)
        if ink is not None:
            drawn.append((face, ink))
    for face, ink in drawn[:_MOST]:
        name, confidence = _name(ink.tobytes(), ink.shape[0], ink.shape[1])
        if name:
            return Logo(_REGISTERED.sub("", name), face, confidence)
    return None


def _ink(picture: Grey, face: Box, scale: float) -> Grey | None:
    """What is drawn in a face, dark on white; None where it is next to nothing, or nothing but black."""
    x0, y0, x1, y1 = (round(v * scale) for v in face)
    inset = max(1, round(_INSET * scale))
    inner = picture[y0 + inset : y1 - inset, x0 + inset : x1 - inset]
    dark = inner < DARK
    if not inner.size or not _INKED[0] <= float(dark.mean()) <= _INKED[1]:
        return None
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    ink = inner[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if float((ink < DARK).mean()) > _PALE:
        ink = np.asarray(255 - ink, np.uint8)
    padded: Grey = np.pad(ink, _PAPER, constant_values=255)
    return padded


@lru_cache(maxsize=8)  # further sheets of a drawing show the same logo
def _name(pixels: bytes, tall: int, wide: int) -> tuple[str, float]:
    """What the largest words of a picture say, if they are surely letters, and how sure that is.

    Letters of an emblem may be paler than what is around them: the picture is read both ways, and where neither tells
    anything the part behind an emblem alone. Letters of a logo are drawn in ways of their own, so that some are not
    found: the whole is believed where it says what was found, and more.
    """
    ink = np.frombuffer(pixels, np.uint8).reshape(tall, wide)
    both = ink, np.asarray(255 - ink, np.uint8)
    found = max((_row(picture) for picture in both), key=_letters)
    behind = None if found else _behind_emblem(ink)
    words = found if behind is None else _row(behind)
    if not words:
        return "", 0.0
    text = " ".join(w.text for w in words)
    inside = slice(_PAPER - _RIM, _RIM - _PAPER)
    wholes = [r for r in read_crops([picture[inside, inside] for picture in both]) if r.confidence >= _SURE]
    said = [(r.text, r.confidence) for r in wholes if text in r.text and r.text.replace(" ", "").isalpha()]
    return max([(text, min(w.confidence for w in words)), *said], key=lambda one: len(one[0]))


def _letters(words: Sequence[PictureWord]) -> int:
    return sum(len(w.text) for w in words)


def _row(picture: Grey) -> tuple[PictureWord, ...]:
    """The words beside the highest of the large ones."""
    read: list[PictureWord] = []
    with suppress(PhotographError):
        read = read_words(picture, LOGO_DPI)
    words = [w for w in read if _NAME.search(w.text) and w.confidence >= _SURE and not w.angle]
    large = [w for w in words if w.height >= _SIZE * max(other.height for other in words)]
    first = min(large, key=lambda w: w.box[1], default=None)
    row = [w for w in large if first and min(w.box[3], first.box[3]) > max(w.box[1], first.box[1])]
    return tuple(sorted(row, key=lambda w: w.box[0]))


def _behind_emblem(ink: Grey) -> Grey | None:
    """The picture without its first mark, where wide paper parts that from the rest."""
    filled = (ink < DARK).any(axis=0)
    edges = np.flatnonzero(np.diff(np.r_[False, filled, False].astype(np.int8)))
    starts, ends = edges[::2], edges[1::2]
    gaps = starts[1:] - ends[:-1]
    wide = np.flatnonzero(gaps > _PART * (ink.shape[0] - 2 * _PAPER))
    return ink[:, starts[wide[0] + 1] - gaps[wide[0]] // 2 :] if len(wide) else None
