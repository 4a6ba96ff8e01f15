"""Boxes around short texts turned as their letters stand: a mark of a few figures hardly tells its direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..picture.letters import Components
from .boxes import TextBox

_SHORT: Final = 3.5
"""Length over height up to which a box's own direction is uncertain."""

_HIGH: Final = 0.7  # of the largest letter: smaller ones are points, dashes and degree signs
_ALIKE: Final = 1.25  # times as large as the smallest of them: figures of one text are as high as each other
_SAME: Final = 0.2  # of a figure's size: what is no further apart is the same one
_STEPS: Final = 1.5  # times as far as a figure is large: what stands further from the one before is no part of its row
_FEWEST: Final = 3  # figures whose middles make a line
_EXACT, _LEVEL = 2.5, 5.0  # degrees from a level or upright line that so many figures, or two, stand on
_LEANS: Final = 30.0  # degrees by which the box of such a row may be wrong
_SLANTS: Final = 6.0  # degrees from a level or upright line from which on so many figures surely stand on another
_WIDE: Final = 1.8  # length over height of a box that shows as many; a colon's points may look like one in others
_STRAIGHT: Final = 0.08  # of a figure's size: how far the middles of such are off their line on average
_LONE: Final = 1.45  # length over height of the box of one figure, which tells no direction
_NEARLY: Final = 10.0  # degrees by which such a one may miss a level or upright line and is taken to stand on it


def levelled(boxes: Sequence[TextBox], letters: Components) -> list[TextBox]:
    """The boxes, short ones along the sheet's own directions, or slanted, where their figures are.

    `letters` are the picture's.
    """
    centres = letters.boxes[:, :2] + letters.boxes[:, 2:] / 2
    sizes = np.hypot(letters.boxes[:, 2], letters.boxes[:, 3])
    return [_levelled(box, centres, sizes) for box in boxes]


def _levelled(box: TextBox, centres: NDArray[np.float64], sizes: NDArray[np.float64]) -> TextBox:
    axis = 90.0 * round(box.angle / 90)
    off = abs(box.angle - axis)
    if off > _LEANS or box.elongation > _SHORT or box.rows > 1 or box.lean:
        return box
    along, across = (np.abs((centres - [box.x, box.y]) @ way) for way in box.axes)
    own = (along <= box.length / 2) & (across <= box.height / 2)
    high = own & (sizes >= _HIGH * sizes[own].max(initial=0.0))
    figures, own_sizes = _each_once(centres[high], sizes[high], box)
    if off == 0:
        return _slanted(box, figures, own_sizes)
    if len(figures) > 1:
        stands = _is_row(figures, own_sizes) and abs(_direction(figures, box.angle) - axis) <= _tolerance(figures)
    else:
        stands = box.elongation <= _LONE and off <= _NEARLY
    return replace(box, angle=axis) if stands else box


def _slanted(box: TextBox, figures: NDArray[np.float64], sizes: NDArray[np.float64]) -> TextBox:
    """A level or upright box, along its figures where these surely stand on a slanted line."""
    if box.elongation < _WIDE or len(figures) < _FEWEST or not _is_row(figures, sizes):
        return box
    angle = _direction(figures, box.angle)
    turn = math.radians(angle)
    across = (figures - figures.mean(axis=0)) @ (math.sin(turn), math.cos(turn))
    straight = np.sqrt(np.mean(across**2)) <= _STRAIGHT * sizes.max()
    return replace(box, angle=angle) if straight and _SLANTS < abs(angle - box.angle) <= _LEANS else box


def _tolerance(figures: NDArray[np.float64]) -> float:
    return _EXACT if len(figures) >= _FEWEST else _LEVEL


def _each_once(
    middles: NDArray[np.float64], sizes: NDArray[np.float64], box: TextBox
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middles and sizes along a box, the largest of each place: a letter may have been seen at two levels of grey."""
    order = np.argsort((middles - [box.x, box.y]) @ box.along)
    middles, sizes = middles[order], sizes[order]
    steps = np.hypot(*np.diff(middles, axis=0, prepend=-np.inf).T) if len(middles) else np.empty(0)
    place = np.cumsum(steps > _SAME * sizes.max(initial=0.0))
    largest = [int(np.flatnonzero(place == k)[np.argmax(sizes[place == k])]) for k in np.unique(place)]
    return middles[largest], sizes[largest]


def _is_row(figures: NDArray[np.float64], sizes: NDArray[np.float64]) -> bool:
    """Whether figures are as high as each other, and each stands right behind the one before."""
    steps = np.hypot(*np.diff(figures, axis=0).T)
    return bool(sizes.max() <= _ALIKE * sizes.min() and steps.max() <= _STEPS * sizes.max())


def _direction(figures: NDArray[np.float64], near: float) -> float:
    """The direction of the line through the middles of figures, in degrees, whichever way is nearer to another."""
    _, _, axes = np.linalg.svd(figures - figures.mean(axis=0), full_matrices=False)
    angle = math.degrees(math.atan2(-axes[0, 1], axes[0, 0]))
    return min((angle - 180, angle, angle + 180), key=lambda one: abs(one - near))
