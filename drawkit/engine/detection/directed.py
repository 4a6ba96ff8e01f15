"""Boxes around short texts, turned as their letters stand: a mark of two or three figures hardly tells it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..picture.letters import Components
from .boxes import TextBox, read_upright, turn_between

_SHORT: Final = 6.0
"""Length over height up to which a box's own direction is uncertain."""

_BEYOND: Final = 0.25  # of a box's height: letters beyond its ends are its own, and so much paper
_HIGH: Final = 0.7  # of the largest letter: smaller ones are points, dashes and degree signs
_ALIKE: Final = 1.25  # times as large as the smallest of them: figures of one text are as high as each other
_FEWEST: Final = 3  # figures whose middles make a line
_ON_LINE: Final = 0.08  # of a figure: how far its middle may be off that line
_LEVEL: Final = 5.0  # degrees from a level or upright line that two figures stand on, and more make none
_EXACT: Final = 2.5  # degrees: as well as boxes tell theirs
_LONE: Final = 1.45  # length over height of the box of one figure, which tells no direction
_LEANS: Final = 20.0  # degrees from a level or upright line up to which such a one is taken to stand on it
_SAME: Final = 0.2  # of a figure's size: what is no further apart is the same one
_STEPS: Final = 1.5  # times as far as a figure is large: what stands further from the one before is no part of its line


def directed(boxes: Sequence[TextBox], letters: Components) -> list[TextBox]:
    """The boxes of one row, short ones along the line of their letters; `letters` are those of the picture."""
    centres = letters.boxes[:, :2] + letters.boxes[:, 2:] / 2
    return [_along(box, letters.boxes, centres) if _is_uncertain(box) else box for box in boxes]


def _is_uncertain(box: TextBox) -> bool:
    return box.elongation <= _SHORT and box.rows == 1 and not box.lean


def _along(box: TextBox, letters: NDArray[np.int32], centres: NDArray[np.float64]) -> TextBox:
    sizes = np.hypot(letters[:, 2], letters[:, 3])
    own = _within(box, centres, 0.0)
    high = own & (sizes >= _HIGH * sizes[own].max(initial=0.0))
    figures = _each_once(centres[high], box, sizes[high].max(initial=0.0))
    if len(figures) <= 1:
        return _alone(box)
    angle = _direction(box, figures, sizes[high])
    if angle is None or turn_between(box, replace(box, angle=angle)) <= _EXACT:
        return box
    turned = replace(box, angle=angle)
    turned = turned.band(
        *(float((figures.mean(axis=0) - [box.x, box.y]) @ turned.axes[1]) + end for end in (0.0, box.height))
    )
    every = centres[_within(turned, centres, _BEYOND) & (sizes <= _ALIKE * sizes[high].max())]
    return read_upright(_reaching(turned, every, float(sizes[high].max())), _LEVEL)


def _each_once(middles: NDArray[np.float64], box: TextBox, size: float) -> NDArray[np.float64]:
    """The middles along a box; the same letter may have been seen at two levels of grey."""
    ordered = middles[np.argsort((middles - [box.x, box.y]) @ box.along)]
    steps = np.hypot(*np.diff(ordered, axis=0, prepend=-np.inf).T) if len(ordered) else np.empty(0)
    return ordered[steps > _SAME * size]


def _alone(box: TextBox) -> TextBox:
    """The box of one figure, which tells no direction: level or upright rather than nearly so."""
    axis = 90.0 * round(box.angle / 90)
    is_nearly = box.elongation <= _LONE and abs(box.angle - axis) <= _LEANS
    return replace(box, angle=axis) if is_nearly else box


def _within(box: TextBox, centres: NDArray[np.float64], beyond: float) -> NDArray[np.bool_]:
    """Which middles lie in a box, or so many of its heights beyond its ends."""
    along, across = (np.abs((centres - [box.x, box.y]) @ axis) for axis in box.axes)
    inside: NDArray[np.bool_] = (along <= box.length / 2 + beyond * box.height) & (across <= box.height / 2)
    return inside


def _direction(box: TextBox, figures: NDArray[np.float64], sizes: NDArray[np.float64]) -> float | None:
    """In which direction figures, in their order, stand in a row; None where they tell none but the box's own."""
    axis = 90.0 * round(box.angle / 90)
    steps = np.hypot(*np.diff(figures, axis=0).T)
    if sizes.max() > _ALIKE * sizes.min() or steps.max() > _STEPS * sizes.max():
        return None
    off = figures - figures.mean(axis=0)
    _, spread, axes = np.linalg.svd(off, full_matrices=False)
    angle = _nearest(math.degrees(math.atan2(-axes[0, 1], axes[0, 0])), box.angle)
    if abs(angle - axis) <= (_EXACT if len(figures) >= _FEWEST else _LEVEL):
        return axis
    is_line = len(figures) >= _FEWEST and spread[1] <= _ON_LINE * float(sizes.mean()) * math.sqrt(len(figures))
    return angle if is_line else None


def _nearest(angle: float, other: float) -> float:
    """The angle, or the one opposite to it, whichever is nearer to another."""
    return min((angle - 180, angle, angle + 180), key=lambda one: abs(one - other))


def _reaching(box: TextBox, every: NDArray[np.float64], size: float) -> TextBox:
    """The box, longer where letters of a size with these middles reach beyond it."""
    along, _ = box.axes
    reach = (every - [box.x, box.y]) @ along
    ends = size / math.sqrt(8) + _BEYOND * box.height
    return box.part(
        min(0.0, float(reach.min()) + box.length / 2 - ends),
        max(box.length, float(reach.max()) + box.length / 2 + ends),
    )
