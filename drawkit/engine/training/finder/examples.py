"""What the finder learns from: a piece of a sheet, and the cores of the boxes around its texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import PAPER, TextBox
from drawkit.engine.detection.canvases import around
from drawkit.engine.picture.binarise import binarise, flattened
from drawkit.engine.picture.letters import components
from drawkit.engine.training.callouts.wear import scanned
from drawkit.engine.training.pixels import Grey, Rng, levels, noisy, paler

SIZE: Final = 320
"""Pixels of an example's side."""

HALF: Final = SIZE // 2
"""Pixels of its marks' side: the net marks every second pixel."""

ONE: Final = 32
"""A weight of 1 in the whole numbers that weights are kept in."""

TALLER, LONGER = 0.85, 0.65
"""Capital heights by which the ready detector's boxes exceed the ink of a text, across and along it."""

_CORE: Final = 0.5  # of a box's shorter side: what its core leaves out
_SMALL: Final = 300.0  # pixels of a core that counts as much as paper does; smaller ones count more, up to _MOST
_MOST: Final = 4.0
_FRACTION: Final = 4  # bits of a pixel's fraction


@dataclass(frozen=True)
class Piece:
    """A part of a sheet: `picture` in its own scale, `boxes` in pixels of an example (SIZE a side)."""

    picture: Grey
    boxes: tuple[TextBox, ...]


@dataclass(frozen=True)
class Example:
    """`picture` (SIZE, SIZE); `core` (HALF, HALF), 255 in the cores; `weight` alike, ONE for plain paper."""

    picture: Grey
    core: NDArray[np.uint8]
    weight: NDArray[np.uint8]


def boxed(ink: TextBox, capital: float) -> TextBox:
    """The box that the ready detector would put around ink whose capitals have that height in pixels."""
    length, height = ink.length + LONGER * capital, ink.height + TALLER * capital
    return TextBox(ink.x, ink.y, length, height, ink.angle)


def example(piece: Piece, rng: Rng) -> Example:
    """The piece as scanned, seen at the finder's scale, often as the engine's canvases show it; with its marks."""
    picture = _seen(piece.picture, rng)
    core = np.zeros((HALF, HALF), np.uint8)
    weight = np.ones((HALF, HALF), np.float32)
    for box in (b for b in piece.boxes if _inked(picture, b)):
        less = _CORE * min(box.length, box.height)
        inner = TextBox(box.x, box.y, box.length - less, box.height - less, box.angle)
        cv2.fillPoly(core, [_corners(inner)], (255,), cv2.LINE_AA, _FRACTION)
        within = np.zeros((HALF, HALF), np.uint8)
        outer = TextBox(box.x, box.y, box.length + less, box.height + 0.6 * less, box.angle)
        cv2.fillPoly(within, [_corners(outer)], (1,), cv2.LINE_8, _FRACTION)
        area = max(inner.length * inner.height / 4, 4.0)
        weight = np.maximum(weight, within * np.float32(np.clip((_SMALL / area) ** 0.5, 1.0, _MOST)))
    return Example(picture, core, np.minimum(weight * ONE, 255).astype(np.uint8))


def quartered(four: Sequence[Example]) -> Example:
    """Four examples at half their size, side by side: small text, and more of it."""
    return Example(
        _tiled([e.picture for e in four], SIZE // 2),
        _tiled([e.core for e in four], HALF // 2),
        _tiled([e.weight for e in four], HALF // 2),
    )


def enlarged(one: Example, top: int, left: int) -> Example:
    """A quarter of an example at twice its size; its corner in pixels of the marks."""
    half = HALF // 2
    here = slice(top, top + half), slice(left, left + half)
    wide = one.picture[2 * top : 2 * (top + half), 2 * left : 2 * (left + half)]
    picture, core, weight = (
        np.asarray(cv2.resize(part, (side, side), interpolation=how), np.uint8)
        for part, side, how in (
            (wide, SIZE, cv2.INTER_CUBIC),
            (one.core[here], HALF, cv2.INTER_LINEAR),
            (one.weight[here], HALF, cv2.INTER_LINEAR),
        )
    )
    return Example(picture, core, weight)


def turned(one: Example, quarters: int) -> Example:
    """The example turned by that many quarters of a turn."""
    return Example(*(np.rot90(part, quarters) for part in (one.picture, one.core, one.weight)))


def _tiled(parts: Sequence[NDArray[np.uint8]], side: int) -> NDArray[np.uint8]:
    small = [np.asarray(cv2.resize(p, (side, side), interpolation=cv2.INTER_AREA), np.uint8) for p in parts]
    return np.block([small[:2], small[2:]])


def _corners(box: TextBox) -> NDArray[np.int32]:
    """Of a box in pixels of an example, in parts of a pixel of its marks."""
    return np.round((box.corners / 2 - 0.25) * (1 << _FRACTION)).astype(np.int32)


def _inked(picture: Grey, box: TextBox) -> bool:
    """Whether wear and the canvas' edge left anything of the text."""
    less = 0.4 * min(box.length, box.height)
    x0, top, x1, bottom = TextBox(box.x, box.y, box.length - less, box.height - less, box.angle).bounds
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
