"""What the letters of a logo say: its picture read as a whole, behind its emblem, word by word and around its ring.

Logos are set in letters of their own, which a reader of callouts has never seen: what the reader of words says counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..detection.boxes import TextBox, crop
from ..detection.detector import detect
from ..layout.crops import DARK
from ..recognition.calibration import calibrated
from ..recognition.recogniser import words as word_reader
from ..sheet import Grey
from .round_emblems import unrolled

LOGO_DPI: Final = 250.0
"""At which marks and symbols of a title block are looked for: a page is rendered once for all of them."""

PAPER: Final = 24
"""Pixels of white around a logo."""

_SURE: Final = 0.8  # the least chance of a name
_LEVEL: Final = 8.0  # degrees by which a row of a logo may lean
_SIZE: Final = 0.6  # of the largest word's height: lower words are a motto or an address
_NAME: Final = re.compile(r"(?:[^\W\d_].*){3}")
_RIM: Final = 6  # of the paper, around what is read as one line
_MARGIN: Final = 0.1  # of its height, around a word
_GAP: Final = 0.35  # of its height, between the parts of a run
_PART: Final = 0.15  # of a logo's height: a wider gap parts its emblem from its name

Name = tuple[str, float]
"""A text, and the chance that it is right."""

NO_NAME: Final[Name] = ("", 0.0)


@lru_cache(maxsize=8)  # further sheets of a drawing show the same logo
def name_in(pixels: bytes, tall: int, wide: int) -> Name:
    """The name that a logo of so many rows and columns surely tells, or NO_NAME.

    Letters may be paler than what is around them: the picture is read both ways. The cheapest look that tells a name
    is the last: as one line, with its emblem and without; around its ring; word by word.
    """
    ink = np.frombuffer(pixels, np.uint8).reshape(tall, wide)
    both = ink, np.asarray(255 - ink, np.uint8)
    told = (look(picture) for look in (_as_line, _around_ring, _row) for picture in both)
    return next(filter(_is_name, told), NO_NAME)


def _is_name(name: Name) -> bool:
    return name[1] >= _SURE and _NAME.search(name[0]) is not None


def _letters(name: Name) -> int:
    return sum(c.isalpha() for c in name[0]) if _is_name(name) else 0


def _as_line(picture: Grey) -> Name:
    inside = slice(_RIM, -_RIM)
    parts = [part for part in (picture, _behind_emblem(picture)) if part is not None]
    return max(_said([part[inside, inside] for part in parts]), key=_letters)


def _around_ring(picture: Grey) -> Name:
    return _joined([name for strip in unrolled(picture, PAPER) if (name := _row(strip))[0]])


def _said(crops: Sequence[Grey]) -> list[Name]:
    told = word_reader().read([np.ascontiguousarray(crop) for crop in crops])
    return [(reading.text, calibrated(reading, "words")) for reading in told]


def _joined(names: Sequence[Name]) -> Name:
    return (" ".join(text for text, _ in names), min(chance for _, chance in names)) if names else NO_NAME


def _row(picture: Grey) -> Name:
    """The words beside the highest of the large ones; a run of marks and words that says nothing is read in parts."""
    runs = [box for box in detect(picture, LOGO_DPI) if abs(box.angle) < _LEVEL and not box.guessed]
    words = _words(picture, runs)
    told = [box for box, _ in words]
    words += _words(picture, [part for run in runs if run not in told for part in _parts(picture, run)])
    tallest = max((box.height for box, _ in words), default=0.0)
    large = [(box, name) for box, name in words if box.height >= _SIZE * tallest]
    highest = min((box for box, _ in large), key=lambda box: box.y - box.height / 2, default=None)
    row = [(box, name) for box, name in large if highest and abs(box.y - highest.y) < (box.height + highest.height) / 2]
    return _joined([name for _, name in sorted(row, key=lambda one: one[0].x)])


def _words(picture: Grey, boxes: Sequence[TextBox]) -> list[tuple[TextBox, Name]]:
    said = zip(boxes, _said([crop(picture, _wider(box)) for box in boxes]), strict=True)
    return [(box, name) for box, name in said if _is_name(name)]


def _parts(picture: Grey, run: TextBox) -> list[TextBox]:
    """A run of marks and words parted at its gaps, where its middle is blank: what is drawn below may reach into it."""
    shown = crop(picture, run)
    starts, ends = _spans(shown[len(shown) // 4 : -(len(shown) // 4)])
    apart = np.flatnonzero(starts[1:] - ends[:-1] > _GAP * run.height)
    if not len(apart):  # nor where the middle is all blank, as that of a faint run is
        return []
    firsts, lasts = starts[np.r_[0, apart + 1]], ends[np.r_[apart, len(ends) - 1]]
    return [run.part(float(a), float(b)) for a, b in zip(firsts, lasts, strict=True)]


def _wider(box: TextBox) -> TextBox:
    margin = 2 * _MARGIN * box.height
    return replace(box, length=box.length + margin, height=box.height + margin)


def _behind_emblem(picture: Grey) -> Grey | None:
    """The picture without its first mark, where wide paper parts that from the rest."""
    starts, ends = _spans(picture)
    gaps = starts[1:] - ends[:-1]
    wide = np.flatnonzero(gaps > _PART * (picture.shape[0] - 2 * PAPER))
    return picture[:, starts[wide[0] + 1] - gaps[wide[0]] // 2 :] if len(wide) else None


def _spans(picture: Grey) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first columns of what is dark, and those behind its last ones."""
    edges = np.flatnonzero(np.diff(np.r_[False, (picture < DARK).any(axis=0), False].astype(np.int8)))
    return edges[::2], edges[1::2]
