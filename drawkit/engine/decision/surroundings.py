"""What is drawn around a text: a small picture of its surroundings, level with it and sized by its letters.

Lines that are worn, dashed, slanted or hidden under other ink are no objects, and still to be seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..sheet import Sheet, Word

ROWS, COLUMNS = 80, 160
"""Pixels of a picture, with the text in its middle."""
LAYERS: Final = 3
"""Of a picture: the ink without the text itself, where the text stands, and where other texts do."""
HEIGHT: Final = 6.0
"""Pixels of a letter."""

_FINE: Final = 1.5  # times as fine is the page of which the pictures are cut
_RANGE: Final = (0.6, 1.6)  # of the sheet's usual letters: the sizes that a text's own letters are believed in
_POINTS: Final = 72.0  # an inch
_AROUND: Final = 0.15  # letter heights around a text that belong to it
_LEAST: Final = 0.1  # points: no letters are lower
_MOST: Final = 3e7  # pixels of the page: sheets of hardly legible letters are not looked at
_LONGEST: Final = 3e4  # pixels of a side of the page: of longer ones nothing can be cut
_FAR: Final = 1e4  # pixels: what lies further off is not seen anyway
_SMOOTH: Final = 0.6  # pixels: what is made smaller is blurred first

Pictures = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Surroundings:
    """`pictures` (n, LAYERS, ROWS, COLUMNS) of n texts, ink and places 255; `inside` (n): the share on the sheet."""

    pictures: Pictures
    inside: NDArray[np.float64]


def surroundings_of(sheet: Sheet, words: Sequence[Word]) -> Surroundings:
    """What is drawn around n texts; nothing on a page too large, or too small, for what its letters are."""
    out = np.zeros((len(words), LAYERS, ROWS, COLUMNS), np.uint8)
    inside = np.zeros(len(words))
    usual = max(sheet.text_height, _LEAST)
    fine = _FINE * HEIGHT / usual  # pixels of a point
    sides = sheet.width * fine, sheet.height * fine
    if not words or min(sides) < ROWS / 2 or max(sides) > _LONGEST or sides[0] * sides[1] > _MOST:
        return Surroundings(out, inside)
    page = sheet.render(fine * _POINTS)
    scale = page.shape[1] / sheet.width
    ink = cv2.GaussianBlur(255 - page, (0, 0), _SMOOTH)
    boxes = [_corners(w) for w in sheet.words]
    middles = np.array([w.middle for w in sheet.words]).reshape(-1, 2)
    reach = math.hypot(ROWS, COLUMNS) / 2 / HEIGHT
    whole = np.full(page.shape, 255, np.uint8)
    for number, (picture, word) in enumerate(zip(out, words, strict=True)):
        size = min(max(word.height, _RANGE[0] * usual), _RANGE[1] * usual)
        level = _level(word, HEIGHT / size)
        near = np.abs(middles - word.middle).max(axis=1, initial=0) < 2 * reach * size
        own = _placed(_corners(word), level)
        others = [_placed(boxes[i], level) for i in np.flatnonzero(near) if sheet.words[i] is not word]
        shown = level.copy()
        shown[:, :2] /= scale
        cv2.warpAffine(ink, shown, (COLUMNS, ROWS), picture[0], cv2.INTER_LINEAR)
        inside[number] = (cv2.warpAffine(whole, shown, (COLUMNS, ROWS), flags=cv2.INTER_NEAREST) > 0).mean()
        cv2.fillPoly(picture[0], [own], (0,))
        cv2.fillPoly(picture[1], [own], (255,))
        cv2.fillPoly(picture[2], others, (255,))
        picture[2][picture[1] > 0] = 0
    return Surroundings(out, inside)


def _level(word: Word, scale: float) -> NDArray[np.float64]:
    """What takes points of the sheet to pixels of the picture (2, 3): the text lies level in the middle."""
    (x, y), (along_x, along_y), (up_x, up_y) = word.middle, word.direction, word.up
    turn = scale * np.array([[along_x, along_y], [-up_x, -up_y]])
    shift = np.array([COLUMNS / 2, ROWS / 2]) - turn @ (x, y)
    return np.column_stack([turn, shift])


def _corners(word: Word) -> NDArray[np.float64]:
    """The corners (4, 2) of a text, in points."""
    start, along, up = np.array([word.x, word.y]), np.array(word.direction), np.array(word.up)
    edge = _AROUND * word.height
    left, right, low, high = -edge, word.length + edge, -edge, word.height + edge
    places = ((left, low), (right, low), (right, high), (left, high))
    return np.array([start + a * along + b * up for a, b in places])


def _placed(corners: NDArray[np.float64], level: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.clip(np.round(corners @ level[:, :2].T + level[:, 2]), -_FAR, _FAR).astype(np.int32)
