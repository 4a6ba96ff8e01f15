"""Marks that are filled, such as the heads of dimension lines: as large as a letter, and no pen draws one so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from ..budget import in_time
from ..picture.pixels import Grey, resized
from .boxes import PAPER, TextBox, crop
from .tight_boxes import CAPITAL

_SQUARE: Final = 1.8
"""Length over height of a box that shows one mark, at most."""

_THICK: Final = 0.36
"""Of a letter's height: pens of bold letters have a fifth of it (ISO 3098-1: a tenth), and a seventh more where
strokes meet."""

_FINE, _COARSE = 48, 96
"""Pixels of the smaller side that are looked at, at least and at most: the pen of small letters is a pixel wide or two,
and what is opened by a disc costs the square of its size."""

_LEAST: Final = 16
"""Pixels of a box's smaller side: in smaller letters no paper is left between the strokes."""

_DARK: Final = 0.35
"""Of the way from the darkest pixel to paper: the paper within small letters is grey."""

_MOST: Final = 0.5
"""Of the ink: as much as this is so thick."""

_ONE: Final = 0.9
"""Of what is so thick: as much as this hangs together, or it is where the strokes of several letters meet."""


def without_filled_marks(picture: Grey, boxes: Sequence[TextBox]) -> list[TextBox]:
    """The boxes, less those that show one filled mark."""
    looked = in_time(boxes, "text that is drawn", every=16)
    return [box for box in looked if not (_shows_one_mark(box) and _is_filled(crop(picture, box)))]


def _shows_one_mark(box: TextBox) -> bool:
    return 1 / _SQUARE <= box.elongation <= _SQUARE and min(box.length, box.height) >= _LEAST


def _is_filled(image: Grey) -> bool:
    smaller = min(image.shape)
    image = resized(image, min(max(smaller, _FINE), _COARSE) / smaller)
    darkest = int(image.min())
    ink = (image < darkest + _DARK * (PAPER - darkest)).astype(np.uint8)
    wide = round(_THICK * CAPITAL * max(image.shape))
    thick = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    _, _, parts, _ = cv2.connectedComponentsWithStats(thick)
    areas = parts[1:, cv2.CC_STAT_AREA]
    return len(areas) > 0 and areas.sum() >= _MOST * np.count_nonzero(ink) and areas.max() >= _ONE * areas.sum()
