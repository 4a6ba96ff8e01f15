"""Makes a scanned or photographed sheet fit to be read: upright, straight, and on white paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .binarise import binarise, flattened, with_faint_lines
from .flat import flat
from .ground import dark_ground, on_white
from .letters import LegibleView, legible
from .lines import find_lines
from .perspective import Matrix, through
from .pixels import Grey, Ink, grey, resized
from .skew import skew, straightened
from .turn import turn, turned_back

SKEW_DPI: Final = 150.0
PHOTOGRAPHED: Final = 16.5
"""Inches of the longer side that a photographed sheet is taken to have: those of A3."""

_SAMPLED: Final = 8  # of so many rows and columns one tells the ground


@dataclass(frozen=True)
class Prepared:
    """A sheet that is upright and straight, on white paper.

    `picture` and `ink` have shape (height, width); `turned` (0, 90, 180, 270) and `skew` are the degrees
    counter-clockwise that were taken out; `matrix` (3, 3) leads from the original's pixels to these, and is no affine
    one where the sheet was seen from the side. `view` is `letters.legible` of the picture where it is known already.
    `cut` says that the original shows more than the sheet.
    """

    picture: Grey
    ink: Ink
    dpi: float
    turned: int
    skew: float
    matrix: Matrix
    view: LegibleView | None = None
    cut: bool = False

    @cached_property
    def lines(self) -> NDArray[np.float32]:
        """The level and upright lines, as `lines.find_lines` tells them."""
        return find_lines(self.ink, self.dpi)

    def back(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Where a box (x0, top, x1, bottom) lies in the original: the upright rectangle around it, in pixels."""
        x0, top, x1, bottom = box
        corners = np.array([[x0, top], [x1, top], [x1, bottom], [x0, bottom]])
        points = through(np.linalg.inv(self.matrix), corners)
        (left, up), (right, down) = points.min(0), points.max(0)
        return float(left), float(up), float(right), float(down)


def prepare(
    image: NDArray[np.uint8], dpi: float, *, find_turn: bool = True, camera: bool = False, alone: bool = False
) -> Prepared:
    """Return the sheet of a picture, grey (h, w) or RGB (h, w, 3), made flat, upright, straight and evenly lit.

    `find_turn` False keeps the sheet's turn (a PDF page knows its own) and needs no network; otherwise raises
    ModelMissingError where the networks are absent. `camera`: where the sheet was seen from the side, what is told of
    the resolution says nothing. `alone`: it is known to lie flat, with nothing around it, as a part of a page does.
    """
    picture = _inked(image)
    laid = None if alone else flat(picture)
    picture, matrix = laid or (picture, np.eye(3))
    if camera and matrix[2, :2].any():
        dpi = max(picture.shape) / PHOTOGRAPHED
    picture = flattened(picture)
    angle = skew(binarise(resized(picture, min(1.0, SKEW_DPI / dpi))))
    if angle:
        picture, turning = straightened(picture, angle)
        matrix = turning @ matrix
    view = legible(picture, dpi) if find_turn else None
    turned = turn(picture, view) if view else 0
    if turned:
        matrix = _turn_matrix(picture.shape[:2], turned) @ matrix
        picture = turned_back(picture, turned)
    ink = with_faint_lines(binarise(picture), picture, dpi)
    return Prepared(picture, ink, dpi, turned, angle, matrix, None if turned else view, laid is not None)


def _inked(image: NDArray[np.uint8]) -> Grey:
    """Dark ink on white, whatever the ground."""
    colours = image[..., :3] if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    ground = dark_ground(colours[::_SAMPLED, ::_SAMPLED])
    return grey(image) if ground is None else on_white(colours, ground)


def _turn_matrix(shape: tuple[int, int], angle: int) -> Matrix:
    """From pixels of a picture of `shape` to those of the picture turned clockwise by `angle` degrees."""
    height, width = shape
    return np.array(
        {
            90: [[0, -1, height - 1], [1, 0, 0], [0, 0, 1]],
            180: [[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1]],
            270: [[0, 1, 0], [-1, 0, width - 1], [0, 0, 1]],
        }[angle],
        np.float64,
    )
