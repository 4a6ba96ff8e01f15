"""Grey pictures of ink and what scanning does to them, in the parts that every net's training shares."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Grey = NDArray[np.uint8]
"""(rows, columns), 0 is black."""

_LEVELS: Final = 17  # of grey from one that is kept to the next

SHIFT: Final = 4
"""Bits of a pixel's fraction in the whole numbers that OpenCV draws at."""


def fixed(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points (n, 2) in pixels as OpenCV draws them, in parts of a pixel (SHIFT)."""
    return np.round(np.column_stack([x, y]) * (1 << SHIFT)).astype(np.int32)


def blurred(grey: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """As out of focus; `sigma` in pixels."""
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), np.float32)


def paler(grey: NDArray[np.float32], ink: float) -> NDArray[np.float32]:
    """With that share of its ink."""
    return 255 - (255 - grey) * ink


def starker(grey: NDArray[np.float32], middle: float, slope: float) -> NDArray[np.float32]:
    """More of a contrast about a level of grey, up to black and white."""
    return (grey - middle) * slope + 128


def noisy(grey: NDArray[np.float32], strength: float, rng: Rng) -> NDArray[np.float32]:
    """With a scanner's noise of that standard deviation in levels of grey."""
    return grey + rng.normal(0, strength, grey.shape).astype(np.float32)


def levels(grey: NDArray[np.float32]) -> Grey:
    """Whole levels of grey, 0 to 255."""
    return np.clip(grey, 0, 255).astype(np.uint8)


def compressed(picture: Grey, quality: int) -> Grey:
    """There and back through JPEG of that quality, 0 to 100."""
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def in_few_levels(picture: Grey) -> Grey:
    """In sixteen levels of grey, which takes a fifth of the room and is all that learning needs."""
    return np.asarray(np.round(picture / _LEVELS) * _LEVELS, np.uint8)
