"""Connected ink of about a character's size: what a picture's text is made of, whatever it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .binarise import binarise
from .pixels import Grey, Ink, resized

TEXT_DPI: Final = 150.0
"""Text is looked for at this resolution: finer ones part standing text at its decimal points."""

TALLEST: Final = 72
"""The largest character in pixels at that resolution (12 mm)."""


@dataclass(frozen=True, slots=True)
class Components:
    """Connected ink of about a character's size: `boxes` (n, 4) as x, y, width, height in pixels."""

    boxes: NDArray[np.int32]

    @property
    def height(self) -> float:
        """The height of small text: the lower fifth of the components that are no dots or dashes."""
        short = np.minimum(self.boxes[:, 2], self.boxes[:, 3])
        tall = np.maximum(self.boxes[:, 2], self.boxes[:, 3])
        letters = tall[(short >= 3) & (tall >= 6) & (tall < 4 * short)]
        return float(np.percentile(letters, 20)) if letters.size >= 8 else 0.0

    def mask(self, shape: tuple[int, int], reach: int) -> Ink:
        """A picture of `shape` with 1 within `reach` pixels of a component."""
        out = np.zeros(shape, np.uint8)
        for x, y, width, height in self.boxes.tolist():
            out[max(0, y - reach) : y + height + reach, max(0, x - reach) : x + width + reach] = 1
        return out

    def outside(self, covered: Ink) -> Components:
        """The components whose centre lies where `covered` is 0."""
        if len(self.boxes) == 0:
            return self
        x = self.boxes[:, 0] + self.boxes[:, 2] // 2
        y = self.boxes[:, 1] + self.boxes[:, 3] // 2
        return Components(self.boxes[covered[y, x] == 0])


def components(ink: Ink, tallest: int) -> Components:
    """Connected ink up to `tallest` pixels, after long straight lines are taken away; specks are left out."""
    length = 3 * tallest // 2
    lines = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    lines |= cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    stats = cv2.connectedComponentsWithStats(ink & (1 - lines), connectivity=8, ltype=cv2.CV_32S)[2][1:]
    larger = np.maximum(stats[:, 2], stats[:, 3])
    keep = (larger <= tallest) & (larger >= 5) & (stats[:, 4] >= 6)
    return Components(np.asarray(stats[keep, :4], np.int32))


@dataclass(frozen=True, slots=True)
class LegibleView:
    """A picture at the scale at which its small text is legible: `factor` times as large as the original."""

    factor: float
    picture: Grey
    letters: Components


def legible(picture: Grey, dpi: float) -> LegibleView:
    """The picture at about 150 dpi, or at the scale that gives its small letters 10 to 28 pixels."""
    view = _at_scale(picture, TEXT_DPI / dpi)
    height = view.letters.height
    if 0 < height < 10:
        return _at_scale(picture, view.factor * min(2.5, 13 / height))
    if height > 28:
        return _at_scale(picture, view.factor * 20 / height)
    return view


def _at_scale(picture: Grey, factor: float) -> LegibleView:
    small = resized(picture, factor)
    return LegibleView(factor, small, components(binarise(small), TALLEST))
