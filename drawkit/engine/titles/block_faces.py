"""The faces that belong to one block: those connected with cells that surely do, blank ones too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..layout.frame import frame_of
from ..layout.ruling import ruling_of
from ..objects.scene import scene_of
from ..sheet import Floats, Sheet
from .block_size import is_face_size
from .grid import faces_in

_WHOLE: Final = 0.93  # of the page: a longer line belongs to the frame
_FURTHEST: Final = (1.0, 0.35)  # of the page, across and down: a block reaches no further beyond its sure cells
_ON: Final = 1.0  # points: a line this near to the frame is the frame


def block_faces(sheet: Sheet, seed: Box, taken: Sequence[Box]) -> list[Box]:
    """The faces connected with those in `seed`; none inside `taken`, outside the frame or too large.

    Extension lines may reach down to a block, and bound rectangles with their dimension lines that are none of it.
    """
    slack = ruling_of(sheet).slack
    faces = [f for f in faces_in(sheet, _window(sheet, seed)) if _may_belong(f, sheet, taken)]
    faces = [
        f for f, measured in zip(faces, _measured(faces, scene_of(sheet).spans, slack), strict=True) if not measured
    ]
    own = [f for f in faces if _shares(f, seed, -slack)]
    rest = [f for f in faces if f not in own]
    edge = own
    while edge:
        edge = [f for f in rest if any(_adjoin(f, e, slack) for e in edge)]
        own += edge
        rest = [f for f in rest if f not in edge]
    return own


def _window(sheet: Sheet, seed: Box) -> Box:
    """The seed grown by the lines that touch it, and those that touch these; the frame's own lines left out."""
    ruling, own = ruling_of(sheet), sheet.extent
    box = np.array(seed)
    furthest = np.tile(_FURTHEST * np.subtract(own[2:], own[:2]), 2)
    least, most = box - furthest, box + furthest
    level = _inner(sheet, ruling.level, 1)
    upright = _inner(sheet, ruling.upright, 0)[:, [1, 0, 2]]
    spans = np.vstack([level[:, [1, 0, 2, 0]], upright[:, [1, 0, 1, 2]]])
    while True:
        near = (spans[:, 0] <= box[2] + ruling.slack) & (spans[:, 2] >= box[0] - ruling.slack)
        near &= (spans[:, 1] <= box[3] + ruling.slack) & (spans[:, 3] >= box[1] - ruling.slack)
        grown = box.copy()
        if near.any():
            grown[:2] = np.minimum(box[:2], spans[near, :2].min(axis=0))
            grown[2:] = np.maximum(box[2:], spans[near, 2:].max(axis=0))
        grown = np.clip(grown, least, most)
        if (grown == box).all():
            return float(box[0]), float(box[1]), float(box[2]), float(box[3])
        box = grown


def _inner(sheet: Sheet, lines: Floats, axis: int) -> Floats:
    """The lines that are none of the frame's; axis 1 for level ones."""
    own, frame = sheet.extent, frame_of(sheet).box
    length = own[3 - axis] - own[1 - axis]
    inner = lines[:, 2] - lines[:, 1] < _WHOLE * length
    if frame is not None:
        inner &= (np.abs(lines[:, 0] - frame[axis]) > _ON) & (np.abs(lines[:, 0] - frame[axis + 2]) > _ON)
    kept: Floats = lines[inner]
    return kept


def _may_belong(face: Box, sheet: Sheet, taken: Sequence[Box]) -> bool:
    x, y = (face[0] + face[2]) / 2, (face[1] + face[3]) / 2
    frame = frame_of(sheet)
    outer = frame.box or sheet.extent
    inside = outer[0] < x < outer[2] and outer[1] < y < outer[3]
    inside = inside and not any(m[0] < x < m[2] and m[1] < y < m[3] for m in frame.margins)
    return inside and is_face_size(face, sheet) and not any(t[0] < x < t[2] and t[1] < y < t[3] for t in taken)


def _measured(faces: Sequence[Box], spans: Floats, slack: float) -> NDArray[np.bool_]:
    """For each face whether a dimension line, one of `spans` (n, 4), runs along a whole side of it."""
    out = np.zeros(len(faces), np.bool_)
    if not len(faces):
        return out
    boxes = np.array(faces)
    for start, end in ((0, 1), (1, 0)):  # level lines, then upright ones
        own = spans[np.abs(spans[:, end + 2] - spans[:, end]) <= slack]
        place, low, high = own[:, end], own[:, [start, start + 2]].min(axis=1), own[:, [start, start + 2]].max(axis=1)
        along = (low <= boxes[:, start, None] + slack) & (high >= boxes[:, start + 2, None] - slack)
        for side in (end, end + 2):
            out |= (along & (np.abs(place - boxes[:, side, None]) <= slack)).any(axis=1)
    return out


def _adjoin(a: Box, b: Box, slack: float) -> bool:
    """Whether two faces have a piece of a wall in common."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return (across > slack and abs(down) <= slack) or (down > slack and abs(across) <= slack)


def _shares(a: Box, b: Box, slack: float) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > -slack and min(a[3], b[3]) - max(a[1], b[1]) > -slack
