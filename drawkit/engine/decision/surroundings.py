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

from ...contract import Box
from ..sheet import Grey, Sheet, Word

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
_FAR: Final = 1e4  # pixels: what lies further off is not seen anyway
_SMOOTH: Final = 0.6  # pixels: what is made smaller is blurred first
_RIM: Final = 3  # pixels around what is cut, into which the blur reaches

Pictures = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Surroundings:
    """`pictures` (n, LAYERS, ROWS, COLUMNS) of n texts, ink and places 255; `inside` (n): the share on the sheet."""

    pictures: Pictures
    inside: NDArray[np.float64]


def surroundings_of(sheet: Sheet, words: Sequence[Word]) -> Surroundings:
    """What is drawn around n texts; nothing on a page too large, or too small, for what its letters are."""
    out = Surroundings(np.zeros((len(words), LAYERS, ROWS, COLUMNS), np.uint8), np.zeros(len(words)))
    usual = max(sheet.text_height, _LEAST)
    fine = _FINE * HEIGHT / usual  # pixels of a point
    wide, tall = sheet.width * fine, sheet.height * fine
    if not words or min(wide, tall) < ROWS / 2 or wide * tall > _MOST:
        return out
    page = sheet.render(fine * _POINTS)
    for number, word in enumerate(words):
        size = min(max(word.height, _RANGE[0] * usual), _RANGE[1] * usual)
        level = _level(word, HEIGHT / size)
        ink, own, others = out.pictures[number]
        ink[:], out.inside[number] = _ink(page, level, page.shape[1] / sheet.width)
        near = sheet.words_near(_reach(word, size))
        cv2.fillPoly(others, [_placed(other, level) for other in near], (255,))
        cv2.fillPoly(own, [_placed(word, level)], (255,))
        ink[own > 0] = others[own > 0] = 0
    return out


def _reach(word: Word, size: float) -> Box:
    """The upright box that holds the surroundings of a text whose letters are so high, in points."""
    (x, y), reach = word.middle, math.hypot(ROWS, COLUMNS) / 2 / HEIGHT * size
    return x - reach, y - reach, x + reach, y + reach


def _ink(page: Grey, level: NDArray[np.float64], scale: float) -> tuple[NDArray[np.uint8], float]:
    """The surroundings as they are drawn (ROWS, COLUMNS), ink 255, and which share of them lies on the page.

    `level` takes points to their pixels, `scale` pixels of the page are a point.
    """
    fine = np.column_stack([level[:, :2] / scale, level[:, 2]])
    back = cv2.invertAffineTransform(fine)
    corners = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]]) @ back[:, :2].T + back[:, 2]
    sides = np.array(page.shape[::-1])
    low = np.clip(np.floor(corners.min(axis=0)) - _RIM, 0, sides).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)) + _RIM, 0, sides).astype(int)
    if (low >= high).any():
        return np.zeros((ROWS, COLUMNS), np.uint8), 0.0
    part = cv2.GaussianBlur(255 - page[low[1] : high[1], low[0] : high[0]], (0, 0), _SMOOTH)
    moved = np.column_stack([fine[:, :2], fine[:, :2] @ low + fine[:, 2]])
    seen = cv2.warpAffine(part, moved, (COLUMNS, ROWS), flags=cv2.INTER_LINEAR)
    on_page = cv2.warpAffine(np.ones_like(part), moved, (COLUMNS, ROWS), flags=cv2.INTER_NEAREST)
    return np.asarray(seen, np.uint8), float(on_page.mean())


def _level(word: Word, scale: float) -> NDArray[np.float64]:
    """What takes points of the sheet to pixels of the picture (2, 3): the text lies level in the middle."""
    (x, y), (along_x, along_y), (up_x, up_y) = word.middle, word.direction, word.up
    turn = scale * np.array([[along_x, along_y], [-up_x, -up_y]])
    shift = np.array([COLUMNS / 2, ROWS / 2]) - turn @ (x, y)
    return np.column_stack([turn, shift])


def _placed(word: Word, level: NDArray[np.float64]) -> NDArray[np.int32]:
    """The corners (4, 2) of a text, in pixels of the picture."""
    start, along, up = np.array([word.x, word.y]), np.array(word.direction), np.array(word.up)
    edge = _AROUND * word.height
    left, right, low, high = -edge, word.length + edge, -edge, word.height + edge
    places = ((left, low), (right, low), (right, high), (left, high))
    corners = np.array([start + a * along + b * up for a, b in places])
    return np.clip(np.round(corners @ level[:, :2].T + level[:, 2]), -_FAR, _FAR).astype(np.int32)
