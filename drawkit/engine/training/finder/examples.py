"""What the finder learns from: a piece of a sheet, and the cores of the boxes around its texts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import PAPER, TextBox
from drawkit.engine.detection.canvases import around
from drawkit.engine.detection.finder import CORE_END, CORE_HEIGHT, HEIGHT
from drawkit.engine.picture.binarise import binarise, flattened
from drawkit.engine.picture.letters import components
from drawkit.engine.training.pixels import Grey, Rng, levels, noisy, paler
from drawkit.engine.training.readers.wear import scanned

SIZE: Final = 320
"""Pixels of an example's side."""

HALF: Final = SIZE // 2
"""Pixels of its marks' side: the net marks every second pixel."""

QUARTER: Final = SIZE // 4
"""Pixels of the side of what tells how its texts lie."""

ONE: Final = 32
"""A weight of 1 in the whole numbers that weights are kept in."""

TALLER, LONGER = 0.85, 0.65
"""Capital heights by which the ready detector's boxes exceed the ink of a text, across and along it."""

UNIT: Final = 24.0
"""Of the whole numbers that a box's height is kept in: a doubling of it."""

UNTOLD: Final = -128
"""Of the whole numbers of `Example.lie`: no text lies there."""

_AT_LEAST: Final = 0.35  # of a box's height: how long its core is at least
_TOLD: Final = 0.7  # of its height: where it is told how a text lies
_SMALL: Final = 300.0  # pixels of a core that counts as much as paper does; smaller ones count more, up to _MOST
_MOST: Final = 6.0
_FRACTION: Final = 4  # bits of a pixel's fraction


@dataclass(frozen=True)
class Piece:
    """A part of a sheet: `picture` in its own scale, `boxes` in pixels of an example (SIZE a side)."""

    picture: Grey
    boxes: tuple[TextBox, ...]


@dataclass(frozen=True)
class Example:
    """`picture` (SIZE, SIZE); `core` (HALF, HALF), 255 in the cores; `weight` alike, ONE for plain paper.

    `lie` (2, QUARTER, QUARTER): the cosine of twice the direction of reading, 127 for 1, and the height of the box in
    doublings of HEIGHT, UNIT for each; UNTOLD where nothing is told.
    """

    picture: Grey
    core: NDArray[np.uint8]
    weight: NDArray[np.uint8]
    lie: NDArray[np.int8]


def boxed(ink: TextBox, capital: float) -> TextBox:
    """The box that the ready detector would put around ink whose capitals have that height in pixels."""
    length, height = ink.length + LONGER * capital, ink.height + TALLER * capital
    return TextBox(ink.x, ink.y, length, height, ink.angle)


def example(piece: Piece, rng: Rng) -> Example:
    """The piece as scanned, seen at the finder's scale, often as the engine's canvases show it; with its marks."""
    picture = _seen(piece.picture, rng)
    core = np.zeros((HALF, HALF), np.uint8)
    weight = np.ones((HALF, HALF), np.float32)
    lie = np.full((2, QUARTER, QUARTER), UNTOLD, np.int8)
    for box in (b for b in piece.boxes if _inked(picture, b)):
        less, long = box.height * (1 - CORE_HEIGHT), box.length - 2 * CORE_END * box.height
        inner = replace(box, length=max(long, _AT_LEAST * box.height), height=CORE_HEIGHT * box.height)
        cv2.fillPoly(core, [_corners(inner, 2)], (255,), cv2.LINE_AA, _FRACTION)
        within = np.zeros((HALF, HALF), np.uint8)
        outer = replace(box, length=box.length + less, height=box.height + 0.6 * less)
        cv2.fillPoly(within, [_corners(outer, 2)], (1,), cv2.LINE_8, _FRACTION)
        area = max(inner.length * inner.height / 4, 4.0)
        weight = np.maximum(weight, within * np.float32(np.clip((_SMALL / area) ** 0.5, 1.0, _MOST)))
        told = np.zeros((QUARTER, QUARTER), np.uint8)
        cv2.fillPoly(told, [_corners(replace(box, height=_TOLD * box.height), 4)], (1,), cv2.LINE_8, _FRACTION)
        lie[:, told > 0] = _lie(box)[:, None]
    return Example(picture, core, np.minimum(weight * ONE, 255).astype(np.uint8), lie)


def _lie(box: TextBox) -> NDArray[np.int8]:
    cosine = math.cos(math.radians(2 * box.angle))
    told = np.array([127 * cosine, UNIT * math.log2(box.height / HEIGHT)])
    return np.clip(np.round(told), -127, 127).astype(np.int8)


def _corners(box: TextBox, pixels: int) -> NDArray[np.int32]:
    """Of a box in pixels of an example, in parts of a pixel of its marks, which are so many of its pixels."""
    return np.round((box.corners / pixels - 0.5 + 0.5 / pixels) * (1 << _FRACTION)).astype(np.int32)


def _inked(picture: Grey, box: TextBox) -> bool:
    """Whether wear and the canvas' edge left anything of the text."""
    less = 0.4 * min(box.length, box.height)
    x0, top, x1, bottom = replace(box, length=box.length - less, height=box.height - less).bounds
    part = picture[max(0, int(top)) : max(0, int(bottom) + 1), max(0, int(x0)) : max(0, int(x1) + 1)]
    return part.size > 0 and int(part.min()) < 200


def _seen(picture: Grey, rng: Rng) -> Grey:
    worn = scanned(picture, rng)
    if rng.random() < 0.25:
        pale = paler(worn.astype(np.float32), rng.uniform(0.75, 0.95))
        pale[rng.random(pale.shape) < 0.0008] = 40
        worn = levels(noisy(pale, rng.uniform(4, 14), rng))
    clear = flattened(worn)
    if clear.shape[0] != SIZE:
        how = cv2.INTER_AREA if clear.shape[0] > SIZE else cv2.INTER_CUBIC
        clear = np.asarray(cv2.resize(clear, (SIZE, SIZE), interpolation=how), np.uint8)
    return _on_canvas(clear) if rng.random() < 0.6 else clear


def _on_canvas(picture: Grey) -> Grey:
    """Only what stands near ink of a letter's size, as the engine looks at."""
    letters = components(binarise(picture))
    if len(letters.boxes) == 0:
        return picture
    out: Grey = np.full_like(picture, PAPER)
    for x0, top, x1, bottom in around(picture, letters, letters.reach):
        out[top:bottom, x0:x1] = picture[top:bottom, x0:x1]
    return out
