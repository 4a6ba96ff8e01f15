"""What is filled through a clip: some printers draw an arrow head as a field that only its outline lets through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pypdfium2 import raw

from .matrices import matrix_of
from .pieces import Piece, Point, pieces_among, pieces_of

_CORNERS: Final = 5  # points of a rectangle, the first again at its end
_MOST: Final = 400  # segments of a clip: one of more is the outline of a picture
_APART: Final = 0.5  # points: what is clipped away of a field, and not seen to be missing
_STEPS: Final = 0.02  # of the clip's size: how high the steps of its outline are, which a printer rasterised
_FEWEST: Final = 3  # corners of what is seen
_SLACK: Final = 0.02  # of the clip's size: by how much the field may fall short of it


def clip_within(target: Any, field: Piece) -> list[Piece]:
    """The outline of the clip through which a rectangle is filled, if it covers all of that; else nothing.

    The clip's points are in the space of what holds the object (ISO 32000-1, 8.5.4). A clip that is a rectangle itself
    is the edge of a view or of a page.
    """
    if not _is_rectangle(field.points):
        return []
    clip = raw.FPDFPageObj_GetClipPath(target)
    last = raw.FPDFClipPath_CountPaths(clip) - 1 if clip else -1
    count = raw.FPDFClipPath_CountPathSegments(clip, last) if last >= 0 else 0
    if not 0 < count <= _MOST:
        return []
    pieces = list(pieces_among(count, _segments_of(clip, last)))
    if all(_is_rectangle(piece.points) for piece in pieces) or not _covers(field, pieces, target):
        return []
    return [one for one in map(_smoothed, pieces) if len(one.points) >= _FEWEST]


def whole_field(target: Any) -> Piece | None:
    """The only outline of a filling operation, where nothing of it is clipped away; None for any other."""
    pieces = list(islice(pieces_of(target), 2))
    if len(pieces) != 1:
        return None
    low, high = _reach(pieces[0], target)
    clip = raw.FPDFPageObj_GetClipPath(target)
    for number in range(max(raw.FPDFClipPath_CountPaths(clip), 0) if clip else 0):
        count = min(raw.FPDFClipPath_CountPathSegments(clip, number), _MOST)
        around = [p for piece in pieces_among(count, _segments_of(clip, number)) for p in piece.points]
        if around and ((np.min(around, 0) > low + _APART).any() or (np.max(around, 0) < high - _APART).any()):
            return None
    return pieces[0]


def _segments_of(clip: Any, number: int) -> Callable[[int], Any]:
    return lambda index: raw.FPDFClipPath_GetPathSegment(clip, number, index)


def _reach(field: Piece, target: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of the box around a field, in the space of what holds the object, which clips are in."""
    a, b, c, d, e, f = matrix_of(target)
    x, y = np.array(field.points, float).T
    own = np.stack([a * x + b * y + c, d * x + e * y + f], axis=1)
    return own.min(0), own.max(0)


def _is_rectangle(points: Sequence[Point]) -> bool:
    if len(points) > _CORNERS:
        return False
    x, y = ({round(value, 2) for value in place} for place in zip(*points, strict=True))
    return len(x) == 2 and len(y) == 2


def _smoothed(piece: Piece) -> Piece:
    """The outline without the steps of the printer's raster."""
    points = np.array(piece.points, np.float32)
    smooth = cv2.approxPolyDP(points, _STEPS * float(np.ptp(points, axis=0).max()), closed=True)
    return Piece([(x, y) for x, y in smooth.reshape(-1, 2).tolist()], piece.closed, piece.curved)


def _covers(field: Piece, clip: Sequence[Piece], target: Any) -> bool:
    a, b, _, d, e, _ = matrix_of(target)
    if abs(a * e - b * d) == 0:
        return False
    low, high = _reach(field, target)
    points = np.vstack([piece.points for piece in clip])
    slack = _SLACK * float(np.ptp(points, axis=0).max())
    return bool((low <= points.min(0) + slack).all() and (high >= points.max(0) - slack).all())
