"""Finds the runs of text in a picture: PP-OCR's detection network in two directions, where the finder agrees."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import check, in_time, keeping, leave_out, left, stage
from ..picture.letters import Components, LegibleView, legible
from ..picture.pixels import Grey, Ink
from ..recognition import models
from .boxes import LYING, TextBox, reading_box, without_doubles
from .canvases import looked_at
from .finder import Glance, glance
from .ink_runs import ink_runs
from .letter_rows import letter_rows
from .tight_boxes import tightened

NETWORK: Final = "PP-OCRv6_det_small.onnx"
TEXT_THRESHOLD: Final = 0.3
BOX_THRESHOLD: Final = 0.5
GROWTH: Final = 1.6
"""How far a box grows beyond the shrunken core that the network marks (area over circumference, times this)."""

SMALLEST_SIDE: Final = 3.0

_DRAWN: Final = "text that is drawn"

_SHARE: Final = 0.8
"""Of the time that is left for finding text, what the detector's two looks may take."""

LEAST_SEEN: Final = 0.1
"""Share of a box's length that the finder sees text along, at least."""


def detect(picture: Grey, dpi: float, view: LegibleView | None = None, *, alone: bool = False) -> list[TextBox]:
    """Boxes around the runs of text, in pixels of `picture`, each with its reading direction.

    `picture` has white paper (see `picture.prepare`); `view` is `legible` of it where that is known already.
    `alone`: the detector's boxes without the finder's say, for those who teach or measure it. Raises
    ModelMissingError.
    """
    view = view or legible(picture, dpi)
    small, letters = view.picture, view.letters
    if len(letters.boxes) == 0:
        return []
    with stage(_SHARE):
        found = _found_both_ways(view)
    if alone:
        return [b.scaled(1 / view.factor) for b in without_doubles(found)]
    # After both looks: what the second sees depends on what is left to it.
    view_of_text = glance(small, letters, letters.reach)
    found = view_of_text.fitted(_seen(view_of_text, found))
    found = without_doubles([*found, *view_of_text.overlooked(found)])
    found = tightened(found, letters)
    with keeping("text by its ink"):  # what a detector found is found
        check()
        found += letter_rows(view_of_text.shown(letters), view.shape, [b for b in found if not b.overlooked])
        check()
        found += ink_runs(view, view_of_text)
    return [b.scaled(1 / view.factor) for b in found]


def _found_both_ways(view: LegibleView) -> list[TextBox]:
    """The network's boxes of the sheet as it lies, and of what no lying text covers of it as it stands."""
    small, letters, reach = view.picture, view.letters, view.letters.reach
    lying = _found(small, letters, reach)
    sure = [b for b in lying if b.elongation >= LYING and abs(b.angle) <= 50]
    unsure = [b for b in lying if b.elongation < LYING]
    rest = letters.outside(_covered(view.shape, sure)).joined(view.standing[1])
    turned = _found_standing(small, rest, reach)
    return [*sure, *unsure, *(b for b in turned if b.elongation >= LYING and abs(b.angle - 90) < 50)]


def _seen(view: Glance, boxes: list[TextBox]) -> list[TextBox]:
    """Return the boxes that text runs along: hatching, holes and noisy paper pass for text with the detector alone."""
    return [box for box in boxes if view.along(box) > LEAST_SEEN]


def boxes_of(picture: Grey) -> list[TextBox]:
    """Return the network's boxes of one canvas, whose sides are multiples of 32."""
    plane = picture.astype(np.float32) / 127.5 - 1
    batch = np.ascontiguousarray(np.broadcast_to(plane, (1, 3, *plane.shape)))
    return _boxes(models.run(models.session(models.word_model(NETWORK)), batch)[0, 0])


def _found(small: Grey, letters: Components, reach: int) -> list[TextBox]:
    if left() <= 0:  # to lay out canvases takes time too
        leave_out(_DRAWN)
        return []
    return [
        part
        for canvas in in_time(looked_at(small, letters, reach), _DRAWN)
        for box in boxes_of(canvas.picture)
        for part in canvas.on_sheet(box)
    ]


def _found_standing(small: Grey, letters: Components, reach: int) -> list[TextBox]:
    """Return the boxes that a look at the sheet turned by 90 degrees clockwise shows."""
    height = small.shape[0]
    x, y, w, h = letters.boxes.T
    turned = Components(np.stack([height - y - h, x, h, w], axis=1))
    found = _found(np.ascontiguousarray(np.rot90(small, -1)), turned, reach)
    return [TextBox(b.y, height - b.x, b.length, b.height, b.angle + 90, b.score) for b in found]


def _covered(shape: tuple[int, ...], boxes: list[TextBox]) -> Ink:
    out = np.zeros(shape[:2], np.uint8)
    for box in boxes:
        cv2.fillPoly(out, [np.round(box.corners).astype(np.int32)], (1,))
    return out


def _boxes(chance: NDArray[np.float32]) -> list[TextBox]:
    core = cv2.dilate((chance > TEXT_THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours = cv2.findContours(core, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    found = (_box(np.asarray(c), chance) for c in contours if len(c) >= 4)
    return [box for box in found if box is not None]


def _box(contour: NDArray[np.int32], chance: NDArray[np.float32]) -> TextBox | None:
    centre, (width, height), clockwise = cv2.minAreaRect(contour)
    if min(width, height) < SMALLEST_SIDE:
        return None
    x, y, w, h = cv2.boundingRect(contour)
    inside = np.zeros((h, w), np.uint8)
    cv2.fillPoly(inside, [contour.reshape(-1, 2) - np.array([x, y], np.int32)], (1,))
    score = float(cv2.mean(chance[y : y + h, x : x + w], inside)[0])
    if score < BOX_THRESHOLD:
        return None
    grow = GROWTH * width * height / (width + height)
    return reading_box(((centre[0], centre[1]), (width + grow, height + grow), clockwise), score)
