"""Round emblems, around which a name runs: the ring unrolled, so that its letters stand in a row."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from ..layout.crops import DARK
from ..sheet import Grey

_ROUND: Final = 0.15  # by which the width of a round emblem may differ from its height
_LEAST: Final = 60  # pixels across: in a smaller ring no letters are read
_BAND: Final = 0.42  # of the radius: letters of a ring are no higher


def unrolled(picture: Grey, paper: int) -> list[Grey]:
    """The upper half of a round emblem's ring, read clockwise, and the lower one, read the other way.

    `paper` is the white around it in pixels. Each comes with as much paper around; none where it is not round.
    """
    tall, wide = picture.shape[0] - 2 * paper, picture.shape[1] - 2 * paper
    if min(tall, wide) < _LEAST or abs(wide - tall) > _ROUND * max(wide, tall):
        return []
    centre, radius = _circle(picture)
    across, around = round(radius + 2), round(2 * math.pi * radius)
    # rows go clockwise from the right, columns outward from the middle
    polar = cv2.warpPolar(picture, (across, around), centre, radius + 2, cv2.WARP_POLAR_LINEAR)
    ring = np.asarray(polar[:, round((1 - _BAND) * across) :], np.uint8)
    lower, upper = ring[: around // 2], ring[around // 2 :]
    rows = cv2.rotate(upper, cv2.ROTATE_90_COUNTERCLOCKWISE), cv2.rotate(lower, cv2.ROTATE_90_CLOCKWISE)
    return [np.pad(np.asarray(row, np.uint8), paper, constant_values=255) for row in rows]


def _circle(picture: Grey) -> tuple[tuple[float, float], float]:
    """Centre and radius of the smallest circle around what is dark, in pixels."""
    dark = np.argwhere(picture < DARK)[:, ::-1].astype(np.float32)
    centre, radius = cv2.minEnclosingCircle(dark)
    return (float(centre[0]), float(centre[1])), float(radius)
