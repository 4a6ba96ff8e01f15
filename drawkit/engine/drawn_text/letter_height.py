"""How high the letters of a drawn run are where its signs are higher: the stroke of ⌀ reaches beyond the figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from ..picture.pixels import Grey
from ..picture_text.words import PictureWord

_INK: Final = 128
_LETTER: Final = 0.45  # of the run's height: lower pieces are points, signs and dashes
_FEWEST: Final = 2  # figures that tell
_HIGHER: Final = 1.12  # times the figures: a run that is no higher needs no correction
_MARGIN: Final = 0.195  # of the letters' height: paper around a run


def by_its_figures(found: PictureWord, pixels: Grey) -> PictureWord:
    """A level or upright run that holds a ⌀, with the height of its figures; any other run as it is."""
    if "⌀" not in found.text or found.angle % 90:
        return found
    upright = found.angle % 180 == 90
    x0, top, x1, bottom = found.box
    low, high = (x0, x1) if upright else (top, bottom)
    middles = _figures(found, pixels, upright=upright)
    if middles is None:
        return found
    start, end = middles
    margin = _MARGIN * (end - start)
    if high - low < _HIGHER * (end - start + 2 * margin):
        return found
    low, high = low + start - margin, low + end + margin
    box = (low, top, high, bottom) if upright else (x0, low, x1, high)
    return replace(found, box=box, height=high - low)


def _figures(found: PictureWord, pixels: Grey, *, upright: bool) -> tuple[float, float] | None:
    """From where to where the figures reach across the run, in pixels from its box; the ⌀ is the highest piece."""
    x0, top, x1, bottom = (round(v) for v in found.box)
    ink = (pixels[max(top, 0) : bottom, max(x0, 0) : x1] < _INK).astype(np.uint8)
    ink = ink.T if upright else ink
    if not ink.size:
        return None
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(ink), connectivity=8)
    pieces = stats[1:]
    pieces = pieces[pieces[:, cv2.CC_STAT_HEIGHT] >= _LETTER * ink.shape[0]]
    pieces = np.delete(pieces, pieces[:, cv2.CC_STAT_HEIGHT].argmax(), axis=0) if len(pieces) else pieces
    if len(pieces) < _FEWEST:
        return None
    start = float(np.median(pieces[:, cv2.CC_STAT_TOP]))
    return start, start + float(np.median(pieces[:, cv2.CC_STAT_HEIGHT]))
