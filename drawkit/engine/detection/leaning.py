"""Letters that lean with the plane of an isometric view: found out, so that they can be read upright (ISO 5456-3)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from ..picture.pixels import Grey
from .boxes import PAPER, TextBox, crop

ISOMETRIC: Final = math.tan(math.radians(30))
"""By how much letters on the planes of an isometric view lean, one way or the other."""

_AXIS: Final = 30.0
"""Degrees off level that text runs in an isometric view."""

_NEAR: Final = 6.0
"""Degrees by which a box around leaning letters may miss that."""

_CLEARER: Final = 1.5
"""Letters lean where their strokes then stand out so many times better."""

_AROUND: Final = 0.2
"""Of the letters' height: paper that is left around them, as a detector does."""

_DARK: Final = 128


def leans(angle: float) -> tuple[float, ...]:
    """The leans that letters may have whose base line runs at `angle`: none except along an isometric axis."""
    off = abs((angle + 90) % 180 - 90)
    return (0.0, ISOMETRIC, -ISOMETRIC) if abs(off - _AXIS) < _NEAR else (0.0,)


def leaning(picture: Grey, box: TextBox) -> TextBox:
    """The box with the lean of its letters; unchanged where they stand upright on their base line."""
    if box.lean:
        return box
    along_axis = replace(box, angle=math.copysign(_AXIS, box.angle))
    upright, *others = [replace(along_axis, lean=lean) for lean in leans(box.angle)]
    if not others:
        return box
    best = max(others, key=lambda one: strokes(crop(picture, one)))
    if strokes(crop(picture, best)) < _CLEARER * strokes(crop(picture, upright)):
        return box
    return _tight(picture, best)


def _tight(picture: Grey, box: TextBox) -> TextBox:
    """The box as small as its ink allows: a rectangle around leaning letters is longer and higher than they are."""
    ink = crop(picture, box) < _DARK
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    if not len(columns):
        return box
    tall, wide = ink.shape
    high, long = (
        (int(rows[-1] - rows[0]) + 1) * box.height / tall,
        (int(columns[-1] - columns[0]) + 1) * box.length / wide,
    )
    turn = math.radians(box.angle)
    down = (rows[0] + rows[-1] + 1 - tall) / 2 * box.height / tall
    right = (columns[0] + columns[-1] + 1 - wide) / 2 * box.length / wide - box.lean * down
    margin = 2 * _AROUND * high
    return replace(
        box,
        x=box.x + right * math.cos(turn) + down * math.sin(turn),
        y=box.y - right * math.sin(turn) + down * math.cos(turn),
        length=min(box.length, long + margin),
        height=min(box.height, high + margin),
    )


def strokes(picture: Grey) -> float:
    """How clearly upright strokes stand out: the change of ink from column to column."""
    ink = (PAPER - picture.astype(np.float32)).sum(axis=0) / PAPER
    return float((np.diff(ink) ** 2).sum())
