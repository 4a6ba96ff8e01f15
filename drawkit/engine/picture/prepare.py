"""Makes a scanned or photographed sheet fit to be read: upright, straight, and on white paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .binarise import binarise, flattened, with_faint_lines
from .ground import dark_ground, on_white
from .letters import LegibleView, legible
from .lines import find_lines
from .pixels import Grey, Ink, grey, resized
from .skew import skew, straightened
from .turn import turn, turned_back

SKEW_DPI: Final = 150.0
_SAMPLED: Final = 8  # of so many rows and columns one tells the ground


@dataclass(frozen=True)
class Prepared:
    """A sheet that is upright and straight, on white paper.

    `picture` and `ink` have shape (height, width); `turned` (0, 90, 180, 270) and `skew` are the degrees
    counter-clockwise that were taken out; `matrix` (2, 3) leads from the original's pixels to these. `view` is
    `letters.legible` of the picture where it is known already.
    """

    picture: Grey
    ink: Ink
    dpi: float
    turned: int
    skew: float
    matrix: NDArray[np.float64]
    view: LegibleView | None = None

    @cached_property
    def lines(self) -> NDArray[np.float32]:
        """The level and upright lines, as `lines.find_lines` tells them."""
        return find_lines(self.ink, self.dpi)

    def back(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Where a box (x0, top, x1, bottom) lies in the original: the upright rectangle around it, in pixels."""
        x0, top, x1, bottom = box
        corners = np.array([[x0, top], [x1, top], [x1, bottom], [x0, bottom]])
        inverse = np.asarray(cv2.invertAffineTransform(self.matrix))
        points = corners @ inverse[:, :2].T + inverse[:, 2]
        (left, up), (right, down) = points.min(0), points.max(0)
        return float(left), float(up), float(right), float(down)


def prepare(image: NDArray[np.uint8], dpi: float, *, find_turn: bool = True) -> Prepared:
    """Return the sheet of a picture, grey (h, w) or RGB (h, w, 3), made upright, straight and evenly lit.

    `find_turn` False keeps the sheet's turn (a PDF page knows its own) and needs no network; otherwise raises
    ModelMissingError where the networks are absent.
    """
    picture = flattened(_inked(image))
    angle = skew(binarise(resized(picture, min(1.0, SKEW_DPI / dpi))))
    matrix = np.eye(2, 3)
    if angle:
        picture, matrix = straightened(picture, angle)
    view = legible(picture, dpi) if find_turn else None
    turned = turn(picture, view) if view else 0
    if turned:
        matrix = _turn_matrix(picture.shape[:2], turned) @ np.vstack([matrix, [0, 0, 1]])
        picture = turned_back(picture, turned)
    ink = with_faint_lines(binarise(picture), picture, dpi)
    return Prepared(picture, ink, dpi, turned, angle, matrix, None if turned else view)


def _inked(image: NDArray[np.uint8]) -> Grey:
    """Dark ink on white, whatever the ground."""
    colours = image[..., :3] if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    ground = dark_ground(colours[::_SAMPLED, ::_SAMPLED])
    return grey(image) if ground is None else on_white(colours, ground)


def _turn_matrix(shape: tuple[int, int], angle: int) -> NDArray[np.float64]:
    """From pixels of a picture of `shape` to those of the picture turned clockwise by `angle` degrees."""
    height, width = shape
    return np.array(
        {
            90: [[0, -1, height - 1], [1, 0, 0]],
            180: [[-1, 0, width - 1], [0, -1, height - 1]],
            270: [[0, 1, 0], [-1, 0, width - 1]],
        }[angle],
        np.float64,
    )
