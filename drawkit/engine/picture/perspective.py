"""How a photographed sheet lies to the camera: level lines converge, and so do upright ones; here they are parallel."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .pixels import Grey

LINES: Final = 1200
"""Pixels of the longer side at which lines are looked for: a frame's is then told to less than a tenth of a degree."""

_LONG: Final = 0.02  # of the longer side: shorter lines tell no direction
_TILT: Final = 0.3  # slope to the sides of the picture up to which a line may be a level or an upright one
_ALIKE: Final = 0.003  # slope by which lines that are parallel on the sheet may differ from one another here
_MOST: Final = 1000  # of the longest lines that are looked at: bounds the memory
_TRIED: Final = 48  # of the longest lines, each two of which say how all of them may converge
_ENOUGH: Final = 0.5  # of the longer side: the length of lines that say more than chance
_AGREED: Final = 0.5  # of their length that must converge to one point
_CONVERGES: Final = 0.003  # slope by which lines differ from the middle to a side: a scanner makes less
_LEANS: Final = 0.004  # by which the two families are not square to each other: likewise
_EXACT: Final = 0.0015  # slope by which a line along a side of the picture seems to differ from it
_MANY: Final = 0.45  # of the length of lines near to level, or to upright
_TURNED: Final = 0.001  # radians that are worth a resampling
_ROUNDS: Final = 4
_NEAREST: Final = 0.4
"""Share of the camera's distance from the middle that a corner may have: nearer, lines fell together by chance."""

Matrix = NDArray[np.float64]


def perspective(picture: Grey, within: NDArray[np.bool_] | None = None) -> Matrix | None:
    """Return the matrix (3, 3) from pixels to a picture in which lines that converge are parallel to its sides.

    None where they are so already, as in a scan, or where lines do not say it. The middle stays, and its scale.
    `picture` has about `LINES` pixels on the longer side.
    `within` (h, w), of any size, says where in the picture the sheet lies: the grain of a table runs its own way, and
    a sheet that is only turned on it is turned back.
    """
    height, width = picture.shape
    half = max(picture.shape) / 2
    lines = _lines(picture)
    if _drawn_along(lines):
        return None
    if within is not None:
        lines = lines[_lie_within(lines, within, (width / half, height / half))]
    flat = _flattening(lines)
    if flat is not None and abs(flat[2, :2]) @ (width / 2 / half, height / 2 / half) > 1 - _NEAREST:
        return None
    if flat is not None and _is_square(flat):
        flat = _turning(flat) if within is not None else None
    to_middle = np.array([[1 / half, 0, -width / 2 / half], [0, 1 / half, -height / 2 / half], [0, 0, 1.0]])
    return None if flat is None else np.asarray(np.linalg.inv(to_middle) @ flat @ to_middle)


def _lines(picture: Grey) -> Matrix:
    """Straight edges (n, 4), long ones; the picture's middle is 0, and half its longer side is 1."""
    found: Any = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(picture)[0]
    if found is None:
        return np.empty((0, 4))
    middle = np.tile(np.array(picture.shape[::-1]) / 2, 2)
    lines = np.asarray((found.reshape(-1, 4) - middle) / middle.max(), np.float64)
    lengths = _lengths(lines)
    longest = np.argsort(-lengths, kind="stable")[:_MOST]
    return lines[longest[lengths[longest] >= 2 * _LONG]]


def _drawn_along(lines: Matrix) -> bool:
    """Whether so many lines run along both sides of the picture that no camera took it."""
    exact = []
    for upright in (False, True):
        slopes, _, lengths = _slopes(lines, upright=upright)
        exact.append(lengths[np.abs(slopes) <= _EXACT].sum() > _MANY * max(lengths.sum(), _ENOUGH))
    return all(exact)


def _lie_within(lines: Matrix, within: NDArray[np.bool_], size: tuple[float, float]) -> NDArray[np.bool_]:
    """Which lines have their middle in an area, or at its edge."""
    height, width = within.shape
    near = cv2.dilate(within.astype(np.uint8), np.ones((3, 3), np.uint8))
    middles = (lines[:, :2] + lines[:, 2:]) / 2 / size + 0.5
    x, y = (np.clip((at * side).astype(int), 0, side - 1) for at, side in zip(middles.T, (width, height), strict=True))
    return np.asarray(near[y, x] > 0)


def _lengths(lines: Matrix) -> Matrix:
    return np.asarray(np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]))


def _slopes(lines: Matrix, *, upright: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Slopes of the lines of one family, where across it they lie, and their lengths."""
    along, across = (1, 0) if upright else (0, 1)
    run, rise = (lines[:, at + 2] - lines[:, at] for at in (along, across))
    mine = np.abs(rise) <= _TILT * np.abs(run)
    middles = (lines[mine, across] + lines[mine, across + 2]) / 2
    return rise[mine] / run[mine], middles, _lengths(lines[mine])


def _flattening(lines: Matrix) -> Matrix | None:
    """The matrix (3, 3) that makes each family parallel to a side; None where most of one do not converge."""
    whole = np.eye(3)
    for _ in range(_ROUNDS):
        level, upright = (_convergence(*_slopes(lines, upright=at)) for at in (False, True))
        if level is None or upright is None:
            return None
        step = np.array([[1.0, -upright[0], 0.0], [-level[0], 1.0, 0.0], [level[1], upright[1], 1.0]])
        whole, lines = step @ whole, _moved(lines, step)
    return np.asarray(whole / whole[2, 2])


def _is_square(matrix: Matrix) -> bool:
    """Whether only a turn is wanting, if anything."""
    return bool(max(abs(matrix[2, :2])) < _CONVERGES and abs(matrix[0, 1] + matrix[1, 0]) < _LEANS)


def _turning(matrix: Matrix) -> Matrix | None:
    """The turn in a matrix; None where there is none to speak of."""
    angle = (matrix[1, 0] - matrix[0, 1]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) if abs(angle) >= _TURNED else None


def _convergence(slopes: Matrix, middles: Matrix, lengths: Matrix) -> tuple[float, float] | None:
    """The slope that a family has in the middle, and its change with the place across, as most of its length says.

    Zeros without enough of them; None where they do not agree.
    """
    if lengths.sum() < 2 * _ENOUGH:
        return 0.0, 0.0
    longest = np.argsort(-lengths)[:_TRIED]
    first, second = np.triu_indices(len(longest), 1)
    apart = middles[longest][second] - middles[longest][first]
    far = np.abs(apart) > _LONG
    first, second, apart = first[far], second[far], apart[far]
    change = np.append((slopes[longest][second] - slopes[longest][first]) / apart, np.zeros(len(longest)))
    at = np.append(slopes[longest][first] - change[: len(first)] * middles[longest][first], slopes[longest])
    agreed = np.abs(at[:, None] + change[:, None] * middles - slopes) <= _ALIKE
    best = agreed[int((agreed @ lengths).argmax())]
    if lengths[best].sum() < _AGREED * lengths.sum():
        return None
    weights = lengths[best]
    spread = middles[best] - np.average(middles[best], weights=weights)
    even = float((weights * spread**2).sum())
    steep = float((weights * spread * slopes[best]).sum() / even) if even > _LONG**2 * weights.sum() else 0.0
    level = float(np.average(slopes[best], weights=weights) - steep * np.average(middles[best], weights=weights))
    return level, steep


def _moved(lines: Matrix, matrix: Matrix) -> Matrix:
    return through(matrix, lines.reshape(-1, 2)).reshape(-1, 4)


def through(matrix: NDArray[np.floating[Any]], points: NDArray[np.floating[Any]]) -> Matrix:
    """Where points (n, 2) lie after a matrix (3, 3)."""
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:])
