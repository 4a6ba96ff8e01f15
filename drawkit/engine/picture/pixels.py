"""The kinds of pixel array that the picture rooms pass on, and the plain ways between them."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
"""Shape (height, width), 0 black to 255 white."""

Ink: TypeAlias = NDArray[np.uint8]
"""Shape (height, width), 1 where something is drawn and 0 on bare paper."""


def grey(image: NDArray[np.uint8]) -> Grey:
    """Return a picture as grey, from grey (h, w), RGB (h, w, 3) or RGBA (h, w, 4) on white paper."""
    if image.ndim == 2:
        return np.ascontiguousarray(image)
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.uint16)
        image = ((image[..., :3] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_RGB2GRAY), np.uint8)


def resized(picture: Grey, factor: float) -> Grey:
    """Return the picture `factor` times as large; shrinking averages, so that thin lines fade instead of breaking."""
    if abs(factor - 1) < 0.01:
        return picture
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
    return np.asarray(cv2.resize(picture, size, interpolation=method), np.uint8)
