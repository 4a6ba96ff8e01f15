"""Outlines that pieces of ink may have which are no letters: holes and arrowheads."""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

_ROUND: Final = 0.1  # share by which the sides of a circle's box differ at most
_SLANTING: Final = 8.0  # degrees off upright from which on an ellipse is no zero
_LEAST_OUTLINE: Final = 12  # pixels around a shape that tell an ellipse
_TRIANGLE: Final = 0.8  # of the smallest triangle around it: how much an arrowhead fills
_FULL: Final = 0.04  # share of its box by which a circle's area is off at most


def outline_of(ink: NDArray[np.bool_]) -> NDArray[Any]:
    """The pixels (n, 1, 2) around the largest shape."""
    return max(cv2.findContours(ink.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)


def is_hole(outline: NDArray[Any]) -> bool:
    """Whether an outline is a circle or a slanting ellipse: a zero is higher than wide and upright (ISO 3098-0)."""
    if len(outline) < _LEAST_OUTLINE:
        return False
    _, sides, angle = cv2.fitEllipse(outline)
    is_round = abs(sides[0] - sides[1]) <= _ROUND * max(sides)
    slanting = min(angle % 90, 90 - angle % 90) > _SLANTING
    full = cv2.contourArea(outline) / max(1.0, sides[0] * sides[1])
    return (is_round or slanting) and abs(full - math.pi / 4) < _FULL


def is_triangle(outline: NDArray[Any]) -> bool:
    """Whether an outline is a triangle: an arrowhead, filled or not, or the sign of a datum."""
    if len(outline) < _LEAST_OUTLINE:
        return False
    area, _ = cv2.minEnclosingTriangle(outline.astype(np.float32))
    return cv2.contourArea(outline) >= _TRIANGLE * area
