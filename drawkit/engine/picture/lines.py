"""Straight lines of a sheet from its ink: frames, tables and whatever else is ruled."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .pixels import Ink

SHORTEST: Final = 0.1
"""Inches: shorter strokes belong to characters, arrows and symbols."""

THICKEST: Final = 0.06
"""Inches: what is thicker is a filled area."""

BREAK: Final = 0.03
"""Inches of missing ink that a line bridges (worn copies)."""

_FEWEST: Final = 8
"""Pixels that a line has at least, however coarse the picture is."""


def find_lines(ink: Ink, dpi: float, *, shortest: float = SHORTEST) -> NDArray[np.float32]:
    """Horizontal and vertical lines of at least `shortest` inches, shape (n, 4): x0, y0, x1, y1 in pixels.

    Horizontal lines come first, from top to bottom, then vertical ones from left to right; x0 <= x1 and y0 <= y1.
    The paper around all ink is not looked at: of a page with a picture on it that is most.
    """
    if not ink.any():
        return np.empty((0, 4), np.float32)
    margin = 2 * max(_FEWEST, round(max(shortest, SHORTEST) * dpi))  # so that no line seems to go on at the edge
    rows, columns = (_inked(np.asarray(ink.any(axis=axis), np.bool_), margin) for axis in (1, 0))
    part = ink[rows, columns]
    lying = find_level_lines(np.ascontiguousarray(part), dpi, shortest)
    standing = find_level_lines(np.ascontiguousarray(part.T), dpi, shortest)
    lines = np.concatenate([lying, standing[:, [1, 0, 3, 2]]])
    return lines + np.array([columns.start, rows.start] * 2, np.float32)


def _inked(filled: NDArray[np.bool_], margin: int) -> slice:
    """From the first that is filled to the last, with a margin."""
    at = np.flatnonzero(filled)
    return slice(max(0, int(at[0]) - margin), int(at[-1]) + 1 + margin)


def find_level_lines(ink: Ink, dpi: float, shortest: float) -> NDArray[np.float32]:
    """Horizontal lines of at least `shortest` inches, shape (n, 4), from top to bottom, then from left to right."""
    bridge = max(2, round(BREAK * dpi))
    length = max(_FEWEST, round(shortest * dpi))
    core = max(6, min(length, round(0.05 * dpi)))
    solid = cv2.morphologyEx(_thin(ink, dpi, core), cv2.MORPH_OPEN, np.ones((1, core), np.uint8))
    closed = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((1, bridge), np.uint8))
    runs = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    x, y, wide, tall, area = _pieces(np.asarray(runs, np.uint8)).T
    thin = (area / np.maximum(wide, 1) <= max(3.0, THICKEST * dpi)) & (tall <= max(3.0, THICKEST * dpi) + 0.004 * wide)
    middle = y + (tall - 1) / 2
    found = np.stack([x, middle, x + wide - 1, middle], axis=1)[thin]
    return _merged(found[np.lexsort((found[:, 0], found[:, 1]))], tolerance=max(1.5, 0.008 * dpi), gap=2 * bridge)


def _pieces(runs: Ink) -> NDArray[np.float32]:
    """Connected ink, (n, 5): x, y, width, height and area in pixels; rows without any, most of a sheet's, are left out.

    One blank row stays below each that has ink, so that nothing touches that did not.
    """
    filled = runs.any(axis=1)
    rows = np.flatnonzero(filled | np.roll(filled, 1))
    if not len(rows):  # OpenCV fails on a picture without rows
        return np.empty((0, 5), np.float32)
    stats = cv2.connectedComponentsWithStats(runs[rows], connectivity=8, ltype=cv2.CV_32S)[2][1:, :5]
    pieces = np.asarray(stats, np.float32)
    pieces[:, 1] = rows[stats[:, 1]]
    return pieces


def _thin(ink: Ink, dpi: float, core: int) -> Ink:
    """The ink without what is thicker than a line across the level: arrow heads go, the lines that they end stay.

    Narrower than `core` pixels it is a line that crosses, or that a level one ends in, and stays.
    """
    tall = np.ones((max(4, round(THICKEST * dpi)), 1), np.uint8)
    thick = cv2.morphologyEx(ink, cv2.MORPH_OPEN, tall)
    area = np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, core), np.uint8)), np.uint8)
    return np.asarray(ink & (1 - area), np.uint8)


def _merged(lines: NDArray[np.float32], tolerance: float, gap: float) -> NDArray[np.float32]:
    """Return runs of one line (y within `tolerance`, ends within `gap`) made into one."""
    out: list[list[float]] = []
    for x0, y, x1, _ in lines.tolist():
        same = _continued(out, x0, y, x1, tolerance=tolerance, gap=gap)
        if same is None:
            out.append([x0, y, x1, y])
        else:
            same[0], same[2] = min(same[0], x0), max(same[2], x1)
    return np.array(out, np.float32).reshape(-1, 4)


def _continued(
    out: list[list[float]], x0: float, y: float, x1: float, *, tolerance: float, gap: float
) -> list[float] | None:
    """Return the line (of those sorted by y) that a run from x0 to x1 continues."""
    for line in reversed(out):
        if y - line[1] > tolerance:
            return None
        if x0 <= line[2] + gap and x1 >= line[0] - gap:
            return line
    return None
