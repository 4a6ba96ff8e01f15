"""Connected ink of about a character's size: what a picture's text is made of, whatever it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import TextBox

from .binarise import binarise
from .pixels import Grey, Ink, resized

TEXT_DPI: Final = 150.0
"""Text is looked for at this resolution: finer ones part standing text at its decimal points."""

TALLEST: Final = 72
"""The largest character in pixels at that resolution (12 mm)."""

SPECK: Final = 11
"""Pixels of ink that a letter has at least; the specks of a worn copy have fewer."""

DARK: Final = 150
"""The level at which letters that touch through their grey edges part."""


@dataclass(frozen=True, slots=True)
class Components:
    """Connected ink of about a character's size: `boxes` (n, 4) as x, y, width, height in pixels."""

    boxes: NDArray[np.int32]

    @property
    def centres(self) -> NDArray[np.int32]:
        """The middle of each component, (n, 2) as x, y."""
        return self.boxes[:, :2] + self.boxes[:, 2:] // 2

    @property
    def height(self) -> float:
        """The height of small text: the lower third of the components that are no dots or dashes."""
        short, tall = self._sides()
        letters = tall[(short >= 2) & (tall >= 5) & (tall < 4 * short)]
        return float(np.percentile(letters, 30)) if letters.size >= 8 else 0.0

    @property
    def reach(self) -> int:
        """The pixels around a component within which more of its text may stand."""
        return max(6, round(0.6 * max(self.height, 12.0)))

    def letters(self) -> Components:
        """Return the components that have about the size and the shape of the sheet's small letters."""
        short, tall = self._sides()
        usual = (tall > 0.75 * self.height) & (tall < 2 * self.height)
        return Components(self.boxes[usual & (short >= 2) & (tall < 4 * short)])

    def rows(self, shape: tuple[int, int], base: int) -> tuple[list[TextBox], Components]:
        """Rows of three letters or more along `base` (0 or 90), in a picture of `shape`; and the letters in them."""
        small = self.letters()
        reach = 2 * round(0.3 * self.height) + 1
        size = (1, reach) if base == 0 else (reach, 1)
        joined = cv2.dilate(small.mask(shape, 0), np.ones(size, np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        own = labels[small.centres[:, 1], small.centres[:, 0]]
        counts = np.bincount(own, minlength=len(stats))
        wide, tall = stats[:, 2], stats[:, 3]
        length, across = (wide, tall) if base == 0 else (tall, wide)
        row = (counts >= 3) & (across < 2 * self.height) & (length > 0.25 * counts * across)
        row &= length < 1.6 * counts * across
        row[0] = False
        boxes = [
            TextBox(x + w / 2, y + h / 2, long + 4, short + 6, float(base))
            for (x, y, w, h), long, short in zip(
                stats[row, :4].tolist(), length[row].tolist(), across[row].tolist(), strict=True
            )
        ]
        return boxes, Components(small.boxes[row[own]])

    def mask(self, shape: tuple[int, int], reach: int) -> Ink:
        """Return a picture of `shape` with 1 within `reach` pixels of a component."""
        out = np.zeros(shape, np.uint8)
        for x, y, width, height in self.boxes.tolist():
            out[max(0, y - reach) : y + height + reach, max(0, x - reach) : x + width + reach] = 1
        return out

    def outside(self, covered: Ink) -> Components:
        """Return the components whose centre lies where `covered` is 0."""
        x, y = self.centres.T
        return Components(self.boxes[covered[y, x] == 0])

    def joined(self, other: Components) -> Components:
        """Return the components of both."""
        return Components(np.unique(np.concatenate([self.boxes, other.boxes]), axis=0))

    def _sides(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the shorter and the longer side of each component."""
        return self.boxes[:, 2:].min(1), self.boxes[:, 2:].max(1)


def components(ink: Ink, tallest: int = TALLEST) -> Components:
    """Return connected ink up to `tallest` pixels, after straight lines are taken away; specks are left out.

    Lines go from about half the tallest character on: dimension text often touches its line, and a large letter that
    loses a stroke still shows where it stands.
    """
    length = tallest // 2 + 1
    lines = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, length), np.uint8)), np.uint8)
    lines |= np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8)), np.uint8)
    stats = cv2.connectedComponentsWithStats(ink & (1 - lines), connectivity=8, ltype=cv2.CV_32S)[2][1:]
    larger = np.maximum(stats[:, 2], stats[:, 3])
    keep = (larger <= tallest) & (larger >= 5) & (stats[:, 4] >= SPECK)
    return Components(np.asarray(stats[keep, :4], np.int32))


@dataclass(frozen=True, eq=False)
class LegibleView:
    """A picture at the scale at which its small text is legible: `factor` times as large as the original."""

    factor: float
    picture: Grey
    letters: Components

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in pixels."""
        return self.picture.shape[0], self.picture.shape[1]

    @cached_property
    def lying(self) -> tuple[list[TextBox], Components]:
        """Rows of letters that run level, and those letters."""
        return self.letters.rows(self.shape, 0)

    @cached_property
    def standing(self) -> tuple[list[TextBox], Components]:
        """Rows of letters that run upright, and those letters."""
        return self.letters.rows(self.shape, 90)


MOST_PIXELS: Final = 36_000_000
"""A picture is not enlarged beyond these: a huge one with a low resolution, real or told, would need gigabytes."""


def legible(picture: Grey, dpi: float) -> LegibleView:
    """Return the picture at about 150 dpi, or at the scale that brings its usual letters to 8 to 32 pixels."""
    view = _at_scale(picture, TEXT_DPI / dpi)
    height = _usual_height(view)
    if 0 < height < 8:
        return _at_scale(picture, view.factor * min(2.5, 13 / height))
    if height > 32:
        return _at_scale(picture, view.factor * 22 / height)
    return view


def _usual_height(view: LegibleView) -> float:
    """Return the height of letters that stand in rows, of capitals rather; 0 where there are few."""
    sides = np.concatenate([letters.boxes[:, 2:].max(1) for _, letters in (view.lying, view.standing)])
    return float(np.percentile(sides, 60)) if sides.size >= 12 else 0.0


def _at_scale(picture: Grey, factor: float) -> LegibleView:
    """Letters are looked for at two levels: light ones fade at the darker, close ones melt together at the lighter."""
    factor = min(factor, max(1.0, (MOST_PIXELS / picture.size) ** 0.5))
    small = resized(picture, factor)
    dark = (small < DARK).astype(np.uint8)
    both = np.concatenate([components(ink).boxes for ink in (binarise(small), dark)])
    return LegibleView(factor, small, Components(np.unique(both, axis=0)))
