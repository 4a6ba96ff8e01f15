"""What stands in the margins of a picture, outside the frame of its sheet: ink that may be words, read or not."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .binarise import binarise
from .letters import SPECK, TALLEST, Components
from .pixels import Grey

_SOLID: Final = 0.8
"""Share of its box that a bar fills: a line of the frame, of its zones, or of the sheet's middles (ISO 5457)."""

_BAR: Final = 4.0
"""Length over width of such a bar."""

_JOINED: Final = 2.0
"""Length over height of letters that melted into one; a letter that stands alone is no word."""


def words_outside(picture: Grey, inner: tuple[int, int, int, int]) -> tuple[NDArray[np.float64], int]:
    """Return the boxes (n, 4) of what may be words outside a rectangle, and by how much they exceed its ink.

    The picture has about `letters.TEXT_DPI`; `inner` and the boxes are x0, top, x1, bottom in its pixels.
    """
    x0, top, x1, bottom = inner
    ink = binarise(picture)
    ink[max(0, top) : bottom, max(0, x0) : x1] = 0
    pieces = cv2.connectedComponentsWithStats(ink, connectivity=8, ltype=cv2.CV_32S)[2][1:]
    letters = _letters(np.asarray(pieces, np.int32))
    shape = (picture.shape[0], picture.shape[1])
    _, labels, places, _ = cv2.connectedComponentsWithStats(letters.mask(shape, letters.reach))
    columns, rows = letters.centres.T
    count = np.bincount(labels[rows, columns], minlength=len(places))
    sides = np.sort(places[:, 2:4] - 2 * letters.reach, axis=1)
    words = (count > 1) | ((count == 1) & (sides[:, 1] >= _JOINED * sides[:, 0]))
    x, y, wide, tall = places[words, :4].T.astype(np.float64)
    return np.column_stack([x, y, x + wide, y + tall]), letters.reach


def _letters(stats: NDArray[np.int32]) -> Components:
    """The pieces of ink (n, 5) that may be letters, or some that touch: no specks, and no bars."""
    short, long, area = stats[:, 2:4].min(axis=1), stats[:, 2:4].max(axis=1), stats[:, cv2.CC_STAT_AREA]
    bars = (area >= _SOLID * short * long) & (long >= _BAR * short)
    return Components(np.asarray(stats[(area >= SPECK) & (short <= TALLEST) & ~bars, :4], np.int32))
