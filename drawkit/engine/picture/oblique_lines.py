"""Single straight lines in any direction but level and upright: leaders, slanted dimension lines, radii.

They are looked for in the ink that level and upright lines leave, without letters and specks; of a hatched area or a
pattern, where lines stand as close as the ink itself, nothing is told.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .pixels import Ink, resized

ENOUGH_DPI: Final = 150.0
"""Lines are looked for at no finer resolution."""

SHORTEST: Final = 0.16
"""Inches: the shortest leader; letters are smaller."""

BREAK: Final = 0.02
"""Inches of missing ink that a line bridges."""

LEVEL: Final = 3.0
"""Degrees from level or upright within which a line is one of those."""

MOST: Final = 1500
"""Lines beyond which a page is covered with a pattern."""

THIN: Final = 20.0
"""Times its diagonal that the ink of a connected piece may be: what has more is shaded or hatched."""

WIDE: Final = 2.2
"""Pixels at most between two runs of one line."""

TAKEN: Final = 3
"""Pixels: how wide level and upright lines are taken away."""

ACROSS: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * TAKEN + 1, 2 * TAKEN + 1))
"""How far from what stands beside a line that is taken away its ink is kept: a leader goes on on the other side."""

SHORT: Final = 5.0
"""Pixels by which a line may end short of one that was taken away with the ink where they meet."""


def oblique_lines(ink: Ink, dpi: float, known: NDArray[np.float32]) -> NDArray[np.float32]:
    """Lines (n, 4) x0, y0, x1, y1 in pixels of `ink`; `known` are the level and upright ones, found before."""
    factor = min(1.0, ENOUGH_DPI / dpi)
    small = _rest(ink, factor, known * factor, dpi * factor)
    found = cv2.HoughLinesP(
        small,
        rho=1,
        theta=np.pi / 360,
        threshold=round(0.7 * SHORTEST * dpi * factor),
        minLineLength=SHORTEST * dpi * factor,
        maxLineGap=max(2.0, BREAK * dpi * factor),
    )
    if found is None:
        return np.empty((0, 4), np.float32)
    lines = found.reshape(-1, 4).astype(np.float32)
    angles = np.degrees(np.arctan2(lines[:, 3] - lines[:, 1], lines[:, 2] - lines[:, 0])) % 90
    lines = lines[np.minimum(angles, 90 - angles) > LEVEL]
    if len(lines) > MOST:
        return np.empty((0, 4), np.float32)
    return np.asarray(_met(_apart(lines), known * factor) / factor, np.float32)


def _rest(ink: Ink, factor: float, known: NDArray[np.float32], dpi: float) -> Ink:
    """The ink without level and upright lines, letters and specks."""
    small = ink if factor == 1 else (resized(np.where(ink, 0, 255).astype(np.uint8), factor) < 200).astype(np.uint8)
    small = _without(small, known)
    labels, stats = cv2.connectedComponentsWithStats(small, connectivity=8, ltype=cv2.CV_32S)[1:3]
    large = np.hypot(stats[:, 2], stats[:, 3]) >= SHORTEST * dpi
    thin = stats[:, 4] <= THIN * np.maximum(np.hypot(stats[:, 2], stats[:, 3]), 1)
    rest = np.zeros(small.size, np.uint8)
    inked = np.flatnonzero(small)  # most of a sheet is paper
    rest[inked] = (large & thin)[labels.ravel()[inked]]
    return rest.reshape(small.shape)


def _without(ink: Ink, known: NDArray[np.float32]) -> Ink:
    """The ink without lines, but for what crosses them: a leader that is cut at each outline is too short."""
    taken = np.zeros_like(ink)
    for x0, y0, x1, y1 in np.round(known).astype(int).tolist():
        cv2.line(taken, (x0, y0), (x1, y1), (1,), TAKEN)
    left: Ink = ink * (1 - taken)
    beside: Ink = np.asarray(cv2.dilate(left, ACROSS), np.uint8)
    return left | (beside & taken & ink)


def _met(lines: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
    """The lines, each end that points at a known line right before it drawn up to that one: a leader to its shelf."""
    if not len(lines) or not len(known):
        return lines
    out = lines.copy()
    start, way = known[:, :2], known[:, 2:] - known[:, :2]
    size = np.maximum(np.hypot(*way.T), 1e-6)
    way = way / size[:, None]
    for line in out:
        own = (line[2:] - line[:2]) / max(float(np.hypot(*(line[2:] - line[:2]))), 1e-6)
        for end, outward in ((slice(0, 2), -own), (slice(2, 4), own)):
            cross = outward[0] * way[:, 1] - outward[1] * way[:, 0]
            safe = np.where(np.abs(cross) > np.sin(np.radians(LEVEL)), cross, np.inf)
            to = start - line[end]
            short = (to[:, 0] * way[:, 1] - to[:, 1] * way[:, 0]) / safe
            at = (to[:, 0] * outward[1] - to[:, 1] * outward[0]) / safe
            fits = (np.abs(short) <= SHORT) & (at >= -TAKEN) & (at <= size + TAKEN) & np.isfinite(safe)
            if fits.any():
                line[end] += outward * short[fits][np.abs(short[fits]).argmin()]
    return out


def _apart(lines: NDArray[np.float32]) -> NDArray[np.float32]:
    """Longest first; what runs along a longer one within its own width is the same line."""
    order = np.argsort(-np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]))
    kept: list[NDArray[np.float32]] = []
    for line in lines[order]:
        if kept and _is_doubled(line, np.array(kept)):
            continue
        kept.append(line)
    return np.array(kept, np.float32).reshape(-1, 4)


def _is_doubled(line: NDArray[np.float32], kept: NDArray[np.float32]) -> bool:
    way = kept[:, 2:] - kept[:, :2]
    size = np.maximum(np.hypot(*way.T), 1e-6)
    way = way / size[:, None]
    near = np.ones(len(kept), bool)
    for end in (line[:2], (line[:2] + line[2:]) / 2, line[2:]):
        to = end - kept[:, :2]
        off = np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0])
        at = (to * way).sum(axis=1)
        near &= (off <= WIDE) & (at > -WIDE) & (at < size + WIDE)
    return bool(near.any())
