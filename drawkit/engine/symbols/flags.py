"""Flags: numbers in small polygons - triangles, diamonds, pentagons, hexagons - that refer to notes or revisions.

Marks in dashed rings refer to revisions too. None of them is a dimension. A rectangle is no flag: it makes a dimension
theoretically exact (ISO 129-1, ISO 1101).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from ..layout.circles import dashed_circles_of
from ..layout.enclosed import stands_in_ring
from ..layout.shapes import shapes_of
from ..objects.scene import scene_of
from ..objects.spans import distance_to_span
from ..sheet import Floats, Sheet, Word

_NUMBER: Final = re.compile(r"[A-Z]?\d{1,3}[A-Z]?|[A-Z]{1,2}")
_CORNERS: Final = (3, 4, 5, 6, 8)
_SIZES: Final = (1.3, 6.0)  # letter heights: how wide and high a flag is
_OFF: Final = 0.03  # of its circumference: how far an outline may leave the lines between its corners
_FULL: Final = 0.07  # of its area: by how much an outline may differ from the polygon; a circle differs more
_CENTRED: Final = 0.3  # of its size: how far its number's middle may be off
_BY_LINE: Final = 0.9  # letter heights from a number to its dimension line: many programs leave more than half of one
_ALONG: Final = 3.0  # degrees
_UPRIGHT: Final = 20.0  # degrees against its number up to which the sides of a square are those of a rectangle


def flagged(sheet: Sheet, words: Sequence[Word]) -> set[Word]:
    """Those of `words` that stand alone in a flag, or in a dashed ring; slanted ones are sizes among such lines."""
    numbers = [w for w in words if _NUMBER.fullmatch(w.text) and abs((w.angle + 45) % 90 - 45) <= _ALONG]
    return {*_in_polygons(sheet, numbers), *_in_dashed_rings(sheet, numbers)}


def _in_dashed_rings(sheet: Sheet, words: Sequence[Word]) -> set[Word]:
    circles = dashed_circles_of(sheet)
    return {w for w in words if any(stands_in_ring(w.span(below=0, above=w.height), c) for c in circles)}


def _in_polygons(sheet: Sheet, numbers: Sequence[Word]) -> set[Word]:
    if not numbers or not sheet.has_picture:
        return set()
    outlines = [shape.outline for shape in shapes_of(sheet) if shape.encloses]
    if not outlines:
        return set()
    boxes = np.array([(*o.min(axis=0), *o.max(axis=0)) for o in outlines])
    found = {word for word in numbers if any(_is_flag(outlines[i], word) for i in _around(boxes, word))}
    return {word for word in found if not _is_of_dimension(sheet, word)}


def _is_of_dimension(sheet: Sheet, word: Word) -> bool:
    """Whether a number stands by a pair of heads that face each other: extension lines and edges go around it too."""
    off, beyond, turned = distance_to_span(word, scene_of(sheet).spans)
    return off <= _BY_LINE and beyond == 0 and turned <= _ALONG


def _around(boxes: Floats, word: Word) -> list[int]:
    """Which boxes are as large as a flag of this word and have it in their middle."""
    x, y = word.middle
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    least, most = _SIZES[0] * word.height, _SIZES[1] * word.height
    fits = (np.minimum(wide, tall) >= least) & (np.maximum(wide, tall) <= most) & (np.maximum(wide, tall) > word.length)
    fits &= np.abs((boxes[:, 0] + boxes[:, 2]) / 2 - x) <= _CENTRED * wide
    fits &= np.abs((boxes[:, 1] + boxes[:, 3]) / 2 - y) <= _CENTRED * tall
    return [int(i) for i in np.flatnonzero(fits)]


def _is_flag(outline: Floats, word: Word) -> bool:
    hull = cv2.convexHull(outline.astype(np.float32))
    corners = cv2.approxPolyDP(hull, _OFF * cv2.arcLength(hull, closed=True), closed=True)
    area = cv2.contourArea(outline.astype(np.float32))
    if len(corners) not in _CORNERS or abs(cv2.contourArea(corners) - area) > _FULL * area:
        return False
    return len(corners) != 4 or _is_diamond(corners[:, 0].astype(np.float64), word)


def _is_diamond(corners: Floats, word: Word) -> bool:
    sides = np.roll(corners, -1, axis=0) - corners
    turned = (np.degrees(np.arctan2(-sides[:, 1], sides[:, 0])) - word.angle) % 90
    return bool((np.minimum(turned, 90 - turned) > _UPRIGHT).all())
