"""In which direction the letters of a cluster read: the rectangle around them along their line."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .boxes import TextBox, reading_box, upward

_SQUARE: Final = 1.25  # height over length below which several letters do not tell that they stand
_SIDES: Final = 0.5  # what the sides of a cluster count against those of its letters
_LARGER: Final = 1.15  # times that an upright rectangle is larger, which letters' tails explain
_FEWEST: Final = 3  # letters whose centres make a line
_ON_LINE: Final = 0.12  # width over length of such a line
_NEAR: Final = 8.0  # degrees by which the line of the letters' middles may miss their base line
_NO_LINE: Final = 12.0  # degrees: so far letters that are on no line are taken as level or upright
_TILTED: Final = 20.0  # degrees: by which tails of a few letters may tilt the box around them
_SAME: Final = 0.06  # of a letter: letters stand on one line whose lower edges differ by no more
_TAILS: Final = (2.5, 0.05)  # times the letters' scatter off their line, and of their size: more is a slope


def usual_size(sizes: NDArray[np.float64], most: float = math.inf) -> float:
    """The size of which the pieces of a text mostly are, by their extent: its many dots count little.

    A piece counts as one of size `most` at most, so that one lump does not outweigh a few letters.
    """
    ordered = np.sort(sizes)
    share = np.minimum(ordered, most).cumsum()
    return float(ordered[np.searchsorted(share, share[-1] / 2)])


def along_letters(
    points: NDArray[np.float32],
    every: NDArray[np.float32],
    lying: TextBox,
    own: NDArray[np.int32],
    standing: NDArray[np.int32],
) -> TextBox:
    """The rectangle around ink along the line of its letters; level or upright where that fits.

    `points` (n, 2) are the ink of the letters, `every` that of points and commas too, `lying` the upright rectangle
    around all of it, `own` (n, 4) the letters' boxes as x, y, width, height, `standing` those of all its pieces: points
    and the lower stroke of ± stand on the base line as letters do.
    """
    (x, y), (wide, tall), angle = cv2.minAreaRect(points)
    box = reading_box(((x, y), (wide + 1, tall + 1), angle), 1.0)
    if (lying.length * lying.height) <= _LARGER * box.length * box.height:
        return lying if _is_level(lying, own) else lying.turned(90.0)
    off = min(((-angle - box.angle) % 90, (-angle - box.angle) % 90 - 90), key=abs)
    exact = replace(box, angle=box.angle + off)
    line = _line_of(own) if len(own) >= _FEWEST else None
    based = _based(standing, len(own))
    if based is not None and abs((exact.angle - based + 90) % 180 - 90) <= _TILTED:
        line = based
    off_level = _TILTED if len(own) == 2 else _NO_LINE  # of two one may have a tail: a φ hangs below the 4 behind it
    if line is None and min(exact.angle % 90, 90 - exact.angle % 90) < off_level:
        line = 90.0 * round(exact.angle / 90)
    if line is None:
        return around_ink(points, every, exact.angle)
    return around_ink(points, every, line if line % 90 == 0 else _lowest(points, line))


def _based(standing: NDArray[np.int32], letters: int) -> float | None:
    """The level or upright direction in which most of so many letters stand on one line; None where there is none.

    The tail of a first letter and a small second one put the middles of few letters on a slope: j, s and 6 of "js6",
    where the dot of the j stands on nothing. Letters that do run at a slope stand each a little higher than the one
    before.
    """
    if len(standing) < _FEWEST:
        return None
    slack = _SAME * float(standing[:, 2:].max())
    for axis, angle in ((1, 0.0), (0, 90.0)):
        ends = standing[:, axis] + standing[:, axis + 2]
        if (np.abs(ends - np.median(ends)) <= slack).sum() > letters / 2:
            return angle
    return None


def _is_level(box: TextBox, own: NDArray[np.int32]) -> bool:
    """Whether letters in an upright box read level: so says its longer side, and that letters are higher than wide.

    Two rows of a letter or two each, one right below the other, are no standing text (ISO 3098-1: letters are 5 to 7
    tenths as wide as high).
    """
    tall = float(np.log(own[:, 3] / own[:, 2]).mean()) if len(own) > 1 else 0.0
    return tall + _SIDES * math.log(_SQUARE * box.length / box.height) >= 0


def _line_of(own: NDArray[np.int32]) -> float | None:
    """The reading direction of letters with these boxes; None where they are on no line. They may lean on it.

    Letters with and without tails have their middles off the line: level or upright text is no worse than that.
    """
    centres = own[:, :2] + own[:, 2:] / 2
    off = centres - centres.mean(0)
    _, spread, axes = np.linalg.svd(off, full_matrices=False)
    if spread[1] > _ON_LINE * spread[0]:
        return None
    scatter = _TAILS[0] * spread[1] / math.sqrt(len(own)) + _TAILS[1] * usual_size(own[:, 2:].max(1))
    if off[:, 1].std() <= scatter:
        return 0.0
    if off[:, 0].std() <= scatter:
        return 90.0
    return upward(math.degrees(math.atan2(-axes[0, 1], axes[0, 0])))


def _lowest(points: NDArray[np.float32], angle: float) -> float:
    """The direction near this one along which the points make the lowest row: that of its base line."""
    near = angle + np.arange(-_NEAR, _NEAR + 0.1, 0.5)
    turns = np.radians(near)
    down = np.stack([np.sin(turns), np.cos(turns)])
    return float(near[np.ptp(points @ down, axis=0).argmin()])


def around_ink(points: NDArray[np.float32], every: NDArray[np.float32], angle: float) -> TextBox:
    """The box along `angle`, as high as these points reach and as long as all of the cluster's do."""
    turn = math.radians(angle)
    along, down = np.array([math.cos(turn), -math.sin(turn)]), np.array([math.sin(turn), math.cos(turn)])
    s, n = every @ along, points @ down
    middle = along * (s.min() + s.max()) / 2 + down * (n.min() + n.max()) / 2
    return TextBox(float(middle[0]), float(middle[1]), float(np.ptp(s)) + 1, float(np.ptp(n)) + 1, angle)
