"""Runs of text where a picture's own ink stands as letters do: in any direction, and as tight as its letters are.

A detector knows text by its look at one scale: it puts one box around a number and the arrow beside it, cuts numbers
that stand, and passes over short ones that slant. The ink of letters says where these stand, and in which direction; it
is put together here as that of drawn text is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import keeping
from ..picture.binarise import binarise
from ..picture.letters import SPECK, LegibleView
from ..picture.pixels import Grey, Ink
from .boxes import PAPER, TextBox
from .clusters import clusters
from .finder import LEAST, Glance
from .runs import runs

_LONG: Final = 2.0
"""Times the usual letter: straight ink that long is no stroke of a letter (ISO 3098-1)."""

_LARGEST: Final = 3.0
"""Times the usual letter: what is larger is the part's outline or a headline, which a detector does not miss."""

_FLANK: Final = 0.45
"""Of the usual letter: half the width of an arrow head at most, which is left on either side of a line taken away."""

_POINT: Final = 0.25
"""Of a speck's ink: points and commas that have less are dirt."""


def ink_runs(view: LegibleView, glance: Glance) -> list[TextBox]:
    """Boxes in pixels of the view around what may be runs of text by its ink, where the finder sees some of it as text.

    They are `guessed`, and `overlooked` where they show one letter, which tells no direction.
    """
    usual = view.letters.height
    if not usual:
        return []
    ink = binarise(view.picture)
    level, upright = (_straight(ink, sides) for sides in ((1, round(_LONG * usual)), (round(_LONG * usual), 1)))
    lines = level | upright
    letters = _letters(ink & (1 - lines), _seen(view, glance), _LARGEST * usual)
    letters &= 1 - _heads(letters, level, _FLANK * usual, cv2.CC_STAT_HEIGHT)
    letters &= 1 - _heads(letters, upright, _FLANK * usual, cv2.CC_STAT_WIDTH)
    only: Grey = np.where(letters > 0, 0, PAPER).astype(np.uint8)
    found: list[TextBox] = []
    with keeping("text by its ink"):  # what a detector found is found
        found = runs(clusters(only, usual, lines), lines)
    return [replace(box, guessed=box.letters > 1, overlooked=box.letters <= 1) for box in found]


def _straight(ink: Ink, sides: tuple[int, int]) -> Ink:
    """The ink that fills a bar of these rows and columns."""
    return np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones(sides, np.uint8)), np.uint8)


def _seen(view: LegibleView, glance: Glance) -> Ink:
    """1 for each pixel of the view through which text may run."""
    seen = cv2.resize((glance.chance > LEAST).astype(np.uint8), view.shape[::-1], interpolation=cv2.INTER_NEAREST)
    return _wider(np.asarray(seen, np.uint8))


def _letters(ink: Ink, seen: Ink, largest: float) -> Ink:
    """The connected ink up to a size through some of which text may run."""
    labels, stats = _connected(ink)
    some = np.bincount(labels[seen > 0], minlength=len(stats)) > 0
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    return _of(labels, some & (sides <= largest) & (stats[:, cv2.CC_STAT_AREA] >= _POINT * SPECK))


def _heads(ink: Ink, lines: Ink, flank: float, side: int) -> Ink:
    """The connected ink that lies along a line and hardly off it: flanks of arrow heads, which are no letters."""
    labels, stats = _connected(ink)
    beside = np.bincount(labels[_wider(lines) > 0], minlength=len(stats)) > 0
    return _of(labels, beside & (stats[:, side] <= round(flank)))


def _connected(ink: Ink) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8, ltype=cv2.CV_32S)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _of(labels: NDArray[np.int32], kept: NDArray[np.bool_]) -> Ink:
    """The ink of these labels; that of 0 is paper."""
    ink: NDArray[Any] = np.concatenate([[False], kept[1:]])[labels]
    return ink.astype(np.uint8)


def _wider(ink: Ink) -> Ink:
    return np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.uint8)
