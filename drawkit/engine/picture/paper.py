"""Where the sheet lies in a picture of more: paper on a table, a page on a grey ground, a drawing in a window."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from .pixels import Grey

SIDE: Final = 600
"""Pixels of the longer side at which the sheet is looked for."""

_INK: Final = 9  # pixels there that lines and letters are narrower than
_LIGHTER: Final = 30  # levels of grey by which paper is lighter than what lies around it
_SMALLEST: Final = 0.2  # of the picture
_FULL: Final = 0.93  # of its box that paper fills: it is a rectangle
_HALF: Final = 0.5  # of its length: where a row or a column is the sheet's
_AROUND: Final = 0.004  # of the longer side: where all around there is less, it is the paper's own edge
_EDGE: Final = 1.5  # pixels of the paper's edge that are left away, with the shadow below it


def paper(picture: Grey) -> Box | None:
    """Return the box (x0, top, x1, bottom) of the sheet, in parts of the picture's width and height.

    None where it fills the picture, or where something lies beside it on some sides only: a band in colour is its own.
    `picture` has about `SIDE` pixels on the longer side.
    """
    whole = lightest(picture)
    if whole is None:
        return None
    rows, columns = whole.sum(axis=1), whole.sum(axis=0)
    y, x = (np.flatnonzero(at >= _HALF * at.max()) for at in (rows, columns))
    top, bottom, x0, x1 = y[0], y[-1] + 1, x[0], x[-1] + 1
    height, width = picture.shape
    least = max(1.0, _AROUND * max(picture.shape))
    if min(top, x0, height - bottom, width - x1) < least or whole[top:bottom, x0:x1].mean() < _FULL:
        return None
    return (x0 + _EDGE) / width, (top + _EDGE) / height, (x1 - _EDGE) / width, (bottom - _EDGE) / height


def lightest(picture: Grey) -> NDArray[np.bool_] | None:
    """Which pixels are of the largest light area, with the ink on it; None where nothing darker is around it."""
    bare = cv2.morphologyEx(picture, cv2.MORPH_CLOSE, np.ones((_INK, _INK), np.uint8), borderType=cv2.BORDER_REPLICATE)
    _, light = cv2.threshold(bare, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    count, labels, pieces, _ = cv2.connectedComponentsWithStats(np.asarray(light, np.uint8), connectivity=4)
    if count < 2:
        return None
    whole = labels == 1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax())
    if whole.all() or whole.mean() < _SMALLEST or np.median(bare[whole]) - np.median(bare[~whole]) < _LIGHTER:
        return None
    return np.asarray(whole, np.bool_)
