"""Ink and paper: even light, how worn a picture is, and which pixels are drawn."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from .pixels import Grey, Ink

CLEAN_THRESHOLD: Final = 225
"""Lines of tables and frames are often grey 192, so everything darker than this counts as drawn."""

DARKEST_THRESHOLD: Final = 170
"""However noisy the paper is, what is darker than this is drawn."""


def flattened(picture: Grey) -> Grey:
    """Return the picture with its paper brought to white, where light is uneven or the paper is tinted."""
    paper = _paper(picture)
    if int(paper.min()) >= 250:
        return picture
    full = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(picture, np.maximum(full, 1), scale=255), np.uint8)


def noise(picture: Grey) -> float:
    """Return the spread of grey levels on bare paper (standard deviation, robust)."""
    sample = picture[::3, ::3]
    light = sample[sample > 200]
    if light.size == 0:
        return 0.0
    return float(1.4826 * np.median(np.abs(light.astype(np.int16) - int(np.median(light)))))


def binarise(picture: Grey) -> Ink:
    """Which pixels are drawn: darker than 225 on clean paper, darker than the paper's noise on worn paper."""
    spread = noise(picture)
    if spread < 1.5:
        return (picture < CLEAN_THRESHOLD).astype(np.uint8)
    light = int(np.median(picture[::3, ::3]))
    level = max(DARKEST_THRESHOLD, min(CLEAN_THRESHOLD, light - 4 * spread))
    smooth = cv2.GaussianBlur(picture, (3, 3), 0) if spread > 5 else picture
    return (smooth < level).astype(np.uint8)


def _paper(picture: Grey) -> Grey:
    """Return the brightness of the paper behind the ink, at an eighth of the size."""
    height, width = picture.shape
    small = cv2.resize(picture, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    reach = 2 * max(4, min(small.shape) // 60) + 1
    closed = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), reach / 2), np.uint8)
