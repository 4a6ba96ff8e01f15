"""The ground that a picture is drawn on: on a dark one, a CAD system's screen or a blueprint, ink is what differs.

Grey alone does not tell ink there: blue on black is as dark as its ground, and white on blue is the lighter one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .paper import is_lit
from .pixels import Grey, grey

_DARK: Final = 110
"""The grey level below which a ground is dark: ink on a lighter one is darker than it."""

_LIKE: Final = 24
"""By how much a colour's parts may differ from the ground's, as in a scanned blueprint."""

_FADED: Final = 2 * _LIKE
"""The same for the ground of one place, where the sheet has faded."""

_SAME: Final = 3
_EVEN: Final = 0.5
"""Levels by which the pixels of a drawn ground differ, and the share of the ground that is as even."""

_STRIDE: Final = 4
_TILE: Final = 15
"""Of so many rows and columns one tells the ground of a place, from a square of so many of these."""

_SEEN: Final = 0.25
"""Of that square that must be ground."""

_COMMON: Final = 0.6
"""Share of a picture that its ground covers: of what has less, a photo or a rendered part, nothing is known."""

_STEP: Final = 16  # levels that are counted as one colour
_GREY: Final = np.array([0.299, 0.587, 0.114])  # ITU-R BT.601, as the libraries' own grey

Colour = tuple[int, int, int]


def dark_ground(sample: NDArray[np.uint8]) -> Colour | None:
    """The colour of a dark ground, from a few of a picture's pixels (h, w, 3); None where the paper is light.

    What lies dark around a sheet, a table or a window, is not what it is drawn on.
    """
    pixels = sample.reshape(-1, 3).astype(np.int32)
    counts = np.bincount((pixels // _STEP) @ np.array([256, 16, 1]), minlength=4096)
    most = int(counts.argmax())
    usual = pixels[(pixels // _STEP) @ np.array([256, 16, 1]) == most]
    ground = np.median(usual, axis=0)
    common = float((np.abs(pixels - ground).max(axis=1) <= _LIKE).mean())
    if float(ground @ _GREY) >= _DARK or common < _COMMON or is_lit(grey(sample)):
        return None
    red, green, blue = (int(v) for v in ground)
    return red, green, blue


def on_white(pixels: NDArray[np.uint8], ground: Colour) -> Grey:
    """Pixels (h, w, 3) on a dark ground as ink on white (h, w): the darker, the more any part of a colour differs."""
    most = max(max(part, 255 - part) for part in ground)
    away = np.zeros(pixels.shape[:2], np.int16)
    faded = _faded(pixels, ground)
    for part, usual in enumerate(ground):
        if faded is None:
            np.maximum(away, np.abs(pixels[..., part].astype(np.int16) - usual), out=away)
        else:  # a copy's ink is the lighter one: what is darker than the ground around is its grain
            np.maximum(away, pixels[..., part] - faded(part), out=away)
    return np.asarray(255 - np.minimum(255, away.astype(np.int32) * 255 // most), np.uint8)


def _faded(pixels: NDArray[np.uint8], ground: Colour) -> Callable[[int], NDArray[np.int16]] | None:
    """A part of the ground's colour at each pixel (h, w) of a copy, which fades; None for a screen's, which is even."""
    some = pixels[_STRIDE // 2 :: _STRIDE, _STRIDE // 2 :: _STRIDE].astype(np.int16)
    off = some - np.array(ground, np.int16)
    like = np.abs(off).max(axis=2) <= _FADED
    if (np.abs(off).max(axis=2) <= _SAME).sum() >= _EVEN * like.sum():
        return None
    size, share = (pixels.shape[1], pixels.shape[0]), cv2.blur(like.astype(np.float32), (_TILE, _TILE))

    def at(part: int) -> NDArray[np.int16]:
        seen = cv2.blur(np.where(like, off[..., part], 0).astype(np.float32), (_TILE, _TILE))
        fades = np.where(share >= _SEEN, seen / np.maximum(share, _SEEN), 0.0)
        there = (ground[part] + fades).round().astype(np.int16)
        return np.asarray(cv2.resize(there, size, interpolation=cv2.INTER_LINEAR), np.int16)

    return at
