"""Straight strokes in the ink around a word of a picture, in letter heights along and above its base line.

The lines of a picture are long and level or upright. The legs of a surface texture symbol are neither, and short: they
are what is left of the ink when only runs of their direction may stay, whatever else touches or crosses them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from ..layout.crops import crop, heights, own_level, pixels
from ..picture.pixels import Ink
from ..sheet import Floats, Sheet, Word

_EVERY: Final = 5.0  # degrees between two directions that are looked for
_THIN: Final = 3.0  # of its width: a stroke is at least as long


def strokes_around(
    sheet: Sheet, word: Word, along: tuple[float, float], across: tuple[float, float], shortest: dict[float, float]
) -> Floats:
    """Strokes as rows (along, up, along, up), the lower end first, in a region about the word in letter heights.

    `shortest` says for each direction, in degrees counter-clockwise from the base line, how long a stroke is at least,
    in letter heights; a stroke may be off by half the step between two directions.
    """
    image = crop(sheet, word, along, across)
    ink = (image < own_level(image)).astype(np.uint8)
    found = [end for way, least in shortest.items() for end in _strokes(ink, way, pixels(least))]
    if not found:
        return np.empty((0, 4))
    ends = np.array(found, float) * heights(1)
    out: Floats = np.column_stack([
        along[0] + ends[:, 0], across[1] - ends[:, 1], along[0] + ends[:, 2], across[1] - ends[:, 3]
    ])  # fmt: skip
    return out


def _strokes(ink: Ink, way: float, least: int) -> Iterator[tuple[float, float, float, float]]:
    """Columns and rows of the lower and the upper end of each stroke (left and right where it is level)."""
    kept = np.zeros_like(ink)
    for off in (-_EVERY, 0.0, _EVERY):
        line = _line(way + off, least)
        runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, line, borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
        kept = np.maximum(kept, runs.astype(np.uint8))
    count, marks, places, _ = cv2.connectedComponentsWithStats(kept, connectivity=8)
    level = abs(math.sin(math.radians(way))) < 0.5
    for i in range(1, count):
        x, y, wide, tall, area = places[i]
        if math.hypot(wide, tall) ** 2 < _THIN * area:
            continue
        rows, columns = np.nonzero(marks[y : y + tall, x : x + wide] == i)
        place = columns if level else -rows
        low, high = place.min(), place.max()
        first, last = place <= low + 2, place >= high - 2
        yield (
            x + float(columns[first].mean()),
            y + float(rows[first].mean()),
            x + float(columns[last].mean()),
            y + float(rows[last].mean()),
        )


def _line(way: float, length: int) -> Ink:
    """A line of one pixel's width as the only ink that stays."""
    across, up = length * math.cos(math.radians(way)), length * math.sin(math.radians(way))
    wide, tall = round(abs(across)) + 1, round(abs(up)) + 1
    line = np.zeros((tall, wide), np.uint8)
    falls = across * up < 0
    cv2.line(line, (0, 0 if falls else tall - 1), (wide - 1, tall - 1 if falls else 0), (1,), 1)
    return line
