"""What printing, scanning, straightening and compressing do to the pixels of a text."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.training.pixels import Grey, Rng, blurred, compressed, levels, noisy, paler, starker


def scanned(picture: Grey, rng: Rng) -> Grey:
    """A clean export, or a scan: blurred, noisy, pale, in black and white, resampled, compressed."""
    if rng.random() < 0.22:
        return picture
    grey = picture.astype(np.float32)
    if rng.random() < 0.1:
        grey = _resampled(grey, rng)
    if rng.random() < 0.65:
        grey = blurred(grey, rng.uniform(0.3, 1.05))
    if rng.random() < 0.2:
        grey = paler(grey, rng.uniform(0.5, 0.95))
    if rng.random() < 0.18:  # scanners of offices make much of their scans black and white
        grey = starker(grey, rng.uniform(120, 225), rng.uniform(2, 30))
    if rng.random() < 0.6:
        grey = noisy(grey, rng.uniform(2, 15), rng)
    if rng.random() < 0.16:
        grey[rng.random(grey.shape) < rng.uniform(0.001, 0.008)] = 40
    if rng.random() < 0.06:  # where a copy took no toner
        grey[rng.random(grey.shape) < rng.uniform(0.002, 0.02)] = 235
    scan = levels(grey)
    if rng.random() < 0.6:
        scan = _compressed(scan, rng)
    return _straightened(scan, rng) if rng.random() < 0.5 else scan


def _resampled(grey: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """A scan of a scan: there and back over a lower resolution."""
    rows, columns = grey.shape
    less = rng.uniform(0.6, 0.9)
    small = cv2.resize(grey, (max(4, round(columns * less)), max(4, round(rows * less))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (columns, rows), interpolation=cv2.INTER_CUBIC), np.float32)


def _compressed(picture: Grey, rng: Rng) -> Grey:
    """JPEG, whose blocks may begin anywhere."""
    top, left = (int(k) for k in rng.integers(0, 8, 2))
    wide = np.asarray(cv2.copyMakeBorder(picture, top, 0, left, 0, cv2.BORDER_CONSTANT, value=(255,)), np.uint8)
    return compressed(wide, int(rng.integers(32, 88)))[top:, left:]


def _straightened(picture: Grey, rng: Rng) -> Grey:
    """Resampled by parts of a pixel, as turning a scan straight does."""
    shift = np.array([[1, 0, rng.uniform(-0.5, 0.5)], [0, 1, rng.uniform(-0.5, 0.5)]], np.float32)
    size = picture.shape[1], picture.shape[0]
    moved = cv2.warpAffine(picture, shift, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
