"""Where the sheet lies in a picture of more: paper on a table, a page on a grey ground, a drawing in a window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from .pixels import Grey, Ink

SIDE: Final = 600
"""Pixels of the longer side at which the sheet is looked for."""

_INK: Final = 9  # pixels there that lines and letters are narrower than
_LIGHTER: Final = 30  # levels of grey by which paper is lighter than what lies around it
_SMALLEST: Final = 0.2  # of the picture
_FULL: Final = 0.93  # of its box that paper fills: it is a rectangle
_EVEN: Final = 2  # levels by which a ground on a screen differs from itself
_BESIDE: Final = 3  # sides on which something must lie beside it
_HALF: Final = 0.5  # of its length: where a row or a column is the sheet's
_AROUND: Final = 0.004  # of the longer side: where all around there is less, it is the paper's own edge
_EDGE: Final = 1.5  # pixels of the paper's edge that are left away, with the shadow below it


def paper(picture: Grey) -> Box | None:
    """Return the box (x0, top, x1, bottom) of the sheet, in parts of the picture's width and height.

    None where it fills the picture, or where something lies beside it on a side or two only: a band in colour is its
    own. Of several it is the one with the most ink. `picture` has about `SIDE` pixels on the longer side.
    """
    bare = _bare(picture)
    found = [box for area in _areas(bare) if (box := _box(area)) is not None]
    if not found:
        return None
    height, width = picture.shape
    inked = np.abs(picture.astype(np.int16) - bare) > _LIGHTER
    x0, top, x1, bottom = max(found, key=lambda box: int(inked[box[1] : box[3], box[0] : box[2]].sum()))
    return (x0 + _EDGE) / width, (top + _EDGE) / height, (x1 - _EDGE) / width, (bottom - _EDGE) / height


def is_lit(picture: Grey) -> bool:
    """Whether a sheet lies in a picture that is lighter than what is around it."""
    area = lightest(picture)
    return area is not None and _box(area) is not None


def lightest(picture: Grey) -> NDArray[np.bool_] | None:
    """Which pixels are of the largest light area, with the ink on it; None where nothing darker is around it."""
    return _lightest(_bare(picture))


def _lightest(bare: Grey) -> NDArray[np.bool_] | None:
    _, light = cv2.threshold(bare, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    whole = _largest(np.asarray(light, np.uint8))
    if whole is None or np.median(bare[whole]) - np.median(bare[~whole]) < _LIGHTER:
        return None
    return whole


def _areas(bare: Grey) -> Iterator[NDArray[np.bool_]]:
    """Areas that may be the sheet: the lightest, and those of one level of grey, as on a screen."""
    light = _lightest(bare)
    if light is not None:
        yield light
    counts = np.bincount(bare.ravel(), minlength=256)
    for level in np.flatnonzero(counts >= _SMALLEST * bare.size):
        area = _largest((np.abs(bare.astype(np.int16) - int(level)) <= _EVEN).astype(np.uint8))
        if area is not None:
            yield area


def _bare(picture: Grey) -> Grey:
    """The picture without lines and letters."""
    kernel = np.ones((_INK, _INK), np.uint8)
    return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE), np.uint8)


def _largest(of: Ink) -> NDArray[np.bool_] | None:
    """The largest connected area; None where it is all, or too small for a sheet."""
    count, labels, pieces, _ = cv2.connectedComponentsWithStats(of, connectivity=4)
    if count < 2:
        return None
    whole = np.asarray(labels == 1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax()), np.bool_)
    return None if whole.all() or whole.mean() < _SMALLEST else whole


def _box(area: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """The rectangle that an area is (x0, top, x1, bottom), with something beside it; None where it is none."""
    rows, columns = area.sum(axis=1), area.sum(axis=0)
    y, x = (np.flatnonzero(at >= _HALF * at.max()) for at in (rows, columns))
    x0, top, x1, bottom = int(x[0]), int(y[0]), int(x[-1]) + 1, int(y[-1]) + 1
    least = max(1.0, _AROUND * max(area.shape))
    beside = sum(room >= least for room in (top, x0, area.shape[0] - bottom, area.shape[1] - x1))
    held = area[top:bottom, x0:x1]
    full = held.mean() >= _FULL and held.sum() >= _FULL * area.sum()
    return (x0, top, x1, bottom) if full and beside >= _BESIDE else None
