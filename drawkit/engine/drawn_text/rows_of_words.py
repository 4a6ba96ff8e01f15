"""Drawn letters in the rows of a page's words: a sign that stands right beside a word is read as that word is.

± and ≥ beside a number read as letters where they are turned, and under each other as a word that stands; the row of
their numbers tells how they are meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...contract import Box
from ..detection.boxes import TextBox
from ..index import BoxIndex
from ..sheet import Word
from .shapes import View

BESIDE = 1.2
"""Letter heights from a word of the text layer within which its own drawn letters may stand."""

_LARGEST = 2.2  # letter heights, the paper around its letter included: a larger box has more than one sign
_ROW = 1.4  # the same: how high a row is
_MIDDLE = (0.2, 0.8)  # letter heights above the base line, between which the middle of a sign lies


def in_rows(boxes: Sequence[TextBox], words: Sequence[Word], view: View) -> list[TextBox]:
    """The boxes (pixels of the view), those of single signs beside words in their words' direction.

    A box across several rows, which would make a word of their signs, is parted into these.
    """
    if not words:
        return list(boxes)
    reach = [(_LARGEST + BESIDE) * word.height for word in words]
    index = BoxIndex(
        np.array([w.span(below=0.0, above=w.height, before=r, after=r) for w, r in zip(words, reach, strict=True)])
    )
    return [part for box in boxes for part in _in_rows(box, [words[i] for i in index.near(_bounds(box, view))], view)]


def _bounds(box: TextBox, view: View) -> Box:
    """The upright rectangle around a box, on the page."""
    x0, top, x1, bottom = (np.array(box.bounds).reshape(2, 2) / view.scale + view.origin).ravel().tolist()
    return x0, top, x1, bottom


def _in_rows(box: TextBox, near: Sequence[Word], view: View) -> list[TextBox]:
    """The signs in a box, each in the row of the word beside which it stands; the box where not all of it is such."""
    signs: dict[tuple[int, int], TextBox] = {}  # by their places: a word before it and one behind it tell the same sign
    for sign in (_sign_beside(word, box, view) for word in near):
        if sign is not None:
            signs.setdefault((round(sign.x / sign.height), round(sign.y / sign.height)), sign)
    return list(signs.values()) if len(signs) >= max(box.letters, 1) else [box]


def _sign_beside(word: Word, box: TextBox, view: View) -> TextBox | None:
    """The part of a box that is one sign in the row of a word, right before or behind it; None where there is none."""
    row, unit = replace(box.turned(word.angle), letters=1, in_row=True), word.height * view.scale
    x, y = (np.array([box.x, box.y]) / view.scale + view.origin).tolist()
    along, across = word.along(x, y) * view.scale, word.across(x, y) * view.scale
    gap = max(-along, along - word.length * view.scale) - row.length / 2
    if row.length > _LARGEST * unit or not -row.length / 2 <= gap <= BESIDE * unit:
        return None
    low, high = (share * unit for share in _MIDDLE)
    if row.height <= _LARGEST * unit:
        return row if low <= across <= high else None
    off = across - unit / 2
    (right, down), held = word.up, abs(off) + unit / 2 <= row.height / 2
    return replace(row.moved(-off * right, -off * down), height=_ROW * unit) if held and box.letters > 1 else None
